"""What a robot is given to decide by: the view of its seat and the news that it was told."""

from __future__ import annotations

import msgspec

from server.game.table import Table
from server.projections.view import view
from server.protocol.news import AnyNews
from server.protocol.views import Own, View


class Seen(msgspec.Struct, frozen=True, gc=False):
    """All that a person in that seat could know of the round, and nothing else."""

    view: View  # with `own`
    news: tuple[AnyNews, ...] = ()  # of this round, oldest first

    @property
    def own(self) -> Own:
        """The private part of the view."""
        assert isinstance(self.view.own, Own), "a robot sees the table from a seat"
        return self.view.own

    @property
    def turn(self) -> int:
        """Number of the turn that a command of now must cite."""
        assert not isinstance(self.view.turn, msgspec.UnsetType), "a robot acts while a round runs"
        return self.view.turn.number


def seen_from(table: Table, seat: int, news: tuple[AnyNews, ...] = ()) -> Seen:
    """What the holder of `seat` sees, `news` being what it was told since the deal."""
    return Seen(view(table, seat), news)
