"""News as sentences: one piece of news, one line."""

from __future__ import annotations

from typing import assert_never

from clients.cli.messages import Messages, flag
from clients.cli.scene import Scene
from server.protocol import news as n


class Teller:
    """Puts one step's news in words; `before` and `after` are the scenes around it."""

    def __init__(self, messages: Messages, before: Scene, after: Scene) -> None:
        self._messages = messages
        self._before = before
        self._after = after
        self._me = after.me if after.me >= 0 else before.me

    def lines(self, news: tuple[n.AnyNews, ...]) -> tuple[str, ...]:
        """The sentences, in order."""
        return tuple(line for item in news for line in self._told(item))

    def _told(self, news: n.AnyNews) -> tuple[str, ...]:  # noqa: C901
        match news:
            case n.Sat():
                return (self._said("sat", news.seat, robot=flag(bool(news.robot))),)
            case n.Left():
                return (self._said("left", news.seat, removed=flag(news.removed)),)
            case n.Swapped():
                return (self._swapped(news),)
            case n.HostIs():
                return (self._said("host", news.seat),)
            case n.MatchBegan():
                players = len(news.seats)
                return (self._messages("news-match_began", match=news.match, players=players),)
            case n.Dealt():
                return self._dealt(news)
            case n.Played():
                return (self._played(news),)
            case n.Drew():
                return (self._drew(news),)
            case n.Rebuilt():
                return (self._messages("news-rebuilt", cards=news.cards),)
            case n.PassedTurn():
                return (self._said("passed", news.seat),)
            case n.Named():
                return (self._said("named", news.seat, asked=self._messages.suit(news.suit)),)
            case n.Turn():
                return self._turn(news)
            case n.RoundOver():
                return (self._round_over(news),)
            case n.MatchOver():
                return (self._match_over(news),)
            case n.RematchOffered():
                return (self._said("rematch_offered", news.seat),)
            case n.RematchAccepted():
                return (self._said("rematch_accepted", news.seat),)
            case n.RematchRefused():
                return (self._said("rematch_refused", news.seat),)
            case _:
                assert_never(news)

    def _said(self, tag: str, seat: int, **variables: str | int) -> str:
        you = flag(seat == self._me)
        return self._messages(f"news-{tag}", who=self._name(seat), you=you, **variables)

    def _name(self, seat: int) -> str:
        """Who sits there, or sat there until this step."""
        scene = self._after if self._after.seat(seat).holder else self._before
        return scene.name(seat, self._messages)

    def _swapped(self, news: n.Swapped) -> str:
        """Two people change seats, or one moves to a free seat."""
        filled = [s for s in (news.seat, news.other) if self._after.seat(s).holder]
        if len(filled) == 1:
            return self._said("moved", filled[0])
        who, other = self._name(news.other), self._name(news.seat)
        return self._messages("news-swapped", who=who, other=other)

    def _dealt(self, news: n.Dealt) -> tuple[str, ...]:
        """Who deals, and who begins; one's own turn is told apart."""
        card = self._messages.the_card(news.top)
        dealt = self._said("dealt", news.dealer, round=news.round, card=card)
        if news.first == self._me:
            return (dealt,)
        return dealt, self._said("turn", news.first, reversed="no", pending=0)

    def _played(self, news: n.Played) -> str:
        return self._said(
            "played",
            news.seat,
            rank=news.card[:1],
            suit=news.card[1:2],
            left=news.left,
            asks=flag(bool(news.suit)),
            asked=self._messages.suit(news.suit),
        )

    def _drew(self, news: n.Drew) -> str:
        if news.own and news.seat == self._me:
            cards = tuple(map(self._messages.the_card, news.own))
            listed = self._messages.all_of(cards)
            return self._messages("news-drew-own", cards=len(cards), list=listed)
        return self._said("drew", news.seat, cards=news.cards, penalty=news.penalty)

    def _turn(self, news: n.Turn) -> tuple[str, ...]:
        skipped = tuple(self._said("skipped", seat) for seat in news.skipped)
        turned = flag(news.reversed)
        return (*skipped, self._said("turn", news.seat, reversed=turned, pending=news.pending))

    def _round_over(self, news: n.RoundOver) -> str:
        return self._said(
            "round_over", news.winner, how=news.how, round=news.round, gained=news.gained
        )

    def _match_over(self, news: n.MatchOver) -> str:
        return self._said(
            "match_over",
            news.winner,
            how=news.how,
            won=flag(news.winner >= 0),
            loser=self._name(news.loser) if news.loser >= 0 else "",
            loser_you=flag(news.loser == self._me and news.loser >= 0),
        )
