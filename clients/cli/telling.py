"""News as sentences: one piece of news, one line."""

from __future__ import annotations

from typing import assert_never

from clients.cli.faces import rank_of
from clients.cli.messages import Messages, flag, printed
from clients.cli.scene import Scene
from clients.cli.standing import COLLECTS
from server.protocol import news as n

_OfRules = (
    n.Announced
    | n.FaultCalled
    | n.TakenBack
    | n.SuitDemanded
    | n.TimedOut
    | n.WentOut
    | n.DealerCut
    | n.TakenOver
    | n.DeckCut
    | n.InviteRenewed
    | n.Erased
)


class Teller:
    """Puts one step's news in words; `before` and `after` are the scenes around it."""

    def __init__(self, messages: Messages, before: Scene, after: Scene) -> None:
        self._messages = messages
        self._before = before
        self._after = after
        self._me = after.me if after.me >= 0 else before.me
        self._called: set[int] = set()  # seats of whom it is told that they forgot their call

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
                return (self._said_of_pack("passed", news.seat, announced=flag(news.announced)),)
            case n.Named():
                return (self._said("named", news.seat, asked=self._messages.suit(news.suit)),)
            case n.Turn():
                return self._turn(news)
            case n.RoundOver():
                return self._round_over(news)
            case n.MatchOver():
                return (self._match_over(news),)
            case n.RematchOffered():
                return (self._said("rematch_offered", news.seat),)
            case n.RematchAccepted():
                return (self._said("rematch_accepted", news.seat),)
            case n.RematchRefused():
                return (self._said("rematch_refused", news.seat),)
            case _:
                return (self._told_of_rules(news),)

    def _told_of_rules(self, news: _OfRules) -> str:
        """What happens only at tables that call, time, cut or play on."""
        match news:
            case n.Announced():
                return self._said_of_pack("announced", news.seat)
            case n.FaultCalled():
                return self._fault_called(news)
            case n.TakenBack():
                return self._said("taken_back", news.seat, **printed(news.card))
            case n.SuitDemanded():
                return self._said_of_pack("suit_demanded", news.seat)
            case n.TimedOut():
                return self._said("timed_out", news.seat)
            case n.WentOut():
                return self._said("went_out", news.seat, place=news.place)
            case n.DealerCut():
                return self._cut(news)
            case n.TakenOver():
                return self._said("taken_over", news.seat)
            case n.DeckCut():
                return self._said("deck_cut", news.seat, place=news.place)
            case n.InviteRenewed():
                return self._said("invite_renewed", news.seat)
            case n.Erased():
                return self._said("erased", news.seat)
            case _:
                assert_never(news)

    def _said_of_pack(self, tag: str, seat: int, **variables: str | int) -> str:
        """A sentence with words that differ from pack to pack: palo and color, una and locos."""
        return self._said(tag, seat, pack=self._after.view.rules.pack, **variables)

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
        # The opening card may have its effect.
        pending = self._after.view.pending
        turn = self._said("turn", news.first, reversed="no", pending=pending, again="no")
        return dealt, turn

    def _played(self, news: n.Played) -> str:
        return self._said_of_pack(
            "played",
            news.seat,
            **printed(news.card),
            left=news.left,
            asks=flag(bool(news.suit)),
            asked=self._messages.suit(news.suit),
            # A joker leaves an eight unnamed, but is not to blame for it.
            unnamed=flag(news.unnamed and rank_of(news.card) in self._after.view.rules.wild),
            announced=flag(news.announced),
        )

    def _drew(self, news: n.Drew) -> str:
        tag = "fined" if news.fine else "drew"
        fine = "" if news.seat in self._called else news.fine
        if news.own and news.seat == self._me:
            cards = tuple(map(self._messages.the_card, news.own))
            listed = self._messages.all_of(cards)
            own = f"news-{tag}-own"
            return self._messages(own, cards=len(cards), list=listed, fine=fine)
        return self._said(tag, news.seat, cards=news.cards, penalty=news.penalty, fine=fine)

    def _turn(self, news: n.Turn) -> tuple[str, ...]:
        skipped = tuple(self._said("skipped", seat) for seat in news.skipped)
        turned, again = flag(news.reversed), flag(news.again)
        turn = self._said("turn", news.seat, reversed=turned, pending=news.pending, again=again)
        return (*skipped, turn)

    def _round_over(self, news: n.RoundOver) -> tuple[str, ...]:
        collects = self._after.view.rules.scoring == COLLECTS
        lines = [
            self._said(
                "round_over",
                news.winner,
                how=news.how,
                round=news.round,
                gained=news.gained,
                collects=flag(collects),
            )
        ]
        if news.eliminated:
            lines.append(self._eliminated(news.eliminated))
        if news.extra:
            lines.append(self._messages("news-extra", list=self._names(news.extra)))
        return tuple(lines)

    def _eliminated(self, seats: tuple[int, ...]) -> str:
        """Who is out of the match since this round; who looks is told first, and apart."""
        others = tuple(seat for seat in seats if seat != self._me)
        return self._messages(
            "news-eliminated",
            you=flag(len(others) < len(seats)),
            count=len(others),
            list=self._names(others),
        )

    def _names(self, seats: tuple[int, ...]) -> str:
        return self._messages.all_of(tuple(map(self._name, seats)))

    def _fault_called(self, news: n.FaultCalled) -> str:
        if news.fault == "call_forgotten":
            self._called.add(news.accused)
        return self._said_of_pack(
            "fault_called",
            news.seat,
            accused=self._name(news.accused),
            accused_you=flag(news.accused == self._me),
            fault=news.fault or "none",
        )

    def _cut(self, news: n.DealerCut) -> str:
        drawn = (
            self._messages("cut-one", who=self._name(seat), card=self._messages.the_card(card))
            for seat, card in news.cards
        )
        return self._said("cut", news.dealer, list="; ".join(drawn))

    def _match_over(self, news: n.MatchOver) -> str:
        if self._after.view.erased:
            # In the log it ends as a table does at which nobody plays; but here its host did it.
            return self._messages("cli-closed")
        return self._said(
            "match_over",
            news.winner,
            how=news.how,
            won=flag(news.winner >= 0),
            loser=self._name(news.loser) if news.loser >= 0 else "",
            loser_you=flag(news.loser == self._me and news.loser >= 0),
        )
