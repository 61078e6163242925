"""What people ask of what lies beside the log: names, lines of chat, and who may write or watch."""

from __future__ import annotations

import hmac
from typing import assert_never

from server.game.admission import seat_of_person
from server.game.table import Table
from server.live.asking import hash_of
from server.live.connection import WATCHER, Connection
from server.live.house import House
from server.live.showing import Showing
from server.live.talk import Talk
from server.live.words import clean_line, clean_name
from server.protocol import frames as f
from server.protocol.reasons import Reason, Rejected

BesideFrame = f.Chat | f.Rename | f.Mute | f.Watching | f.EraseWords


class Beside:
    """Obeys such commands, and has everybody told."""

    def __init__(self, house: House, talk: Talk, showing: Showing) -> None:
        self._house = house
        self._talk = talk
        self._showing = showing

    async def obey(self, table: Table, connection: Connection, frame: BesideFrame) -> None:
        """Raises: Rejected, StoreUnavailable."""
        person = _person_of(table, connection)
        if table.erased:
            raise Rejected(Reason.TABLE_CLOSED)
        match frame:
            case f.Chat():
                await self._say(person, frame)
            case f.Rename():
                await self.rename(person, clean_name(frame.name))
            case f.Mute():
                _host(table, connection)
                seat = seat_of_person(table, frame.person)
                if frame.person == person or seat is None:
                    raise Rejected(Reason.SEAT_EMPTY)
                await self._mute(frame.person, table.seats[seat].token_hash, muted=frame.muted)
            case f.Watching():
                _host(table, connection)
                await self._talk.let_watch(open_=frame.open)
                self._showing.tell(self._talk.people())
            case f.EraseWords():
                await self._erase_words(table, connection, frame.person or person)
            case _:
                assert_never(frame)
        self.send_away()

    async def _say(self, person: int, frame: f.Chat) -> None:
        self._check_may_write(person)
        now_ms = self._house.clock.now_ms()
        line = f.ChatLine(n=0, person=person, at_ms=now_ms, text=clean_line(frame.text))
        said = await self._talk.say(line, f"{person}-{frame.id}")
        if said is not None:
            self._showing.tell(f.ChatLines(lines=(said,)))

    async def seat(self, person: int, token_hash: str, name: str) -> None:
        """Somebody has sat down under a name. Who was muted and comes back is muted still.

        Raises: Rejected(MUTED), StoreUnavailable.
        """
        await self.rename(person, name)
        if self._talk.knows_as_muted(token_hash):
            await self._mute(person, token_hash, muted=True)

    async def _mute(self, person: int, token_hash: str, *, muted: bool) -> None:
        await self._talk.mute(person, token_hash, muted=muted)
        self._showing.tell(self._talk.people())

    def _check_may_write(self, person: int) -> None:
        if person in self._talk.muted:
            raise Rejected(Reason.MUTED)

    async def rename(self, person: int, name: str) -> None:
        """Keeps a name and tells everybody, if it is a new one.

        Raises: Rejected(MUTED), StoreUnavailable.
        """
        if name != self._talk.people().names.get(str(person)):
            self._check_may_write(person)  # a new name can say what a line may not
        if await self._talk.rename(person, name):
            self._showing.tell(self._talk.people())

    async def _erase_words(self, table: Table, connection: Connection, person: int) -> None:
        if person != _person_of(table, connection):
            _host(table, connection)
        await self._talk.erase_person(person)
        self._house.forget_copy(table.id)
        await self.hear()

    async def hear(self) -> None:
        """Reads what others have changed, and tells it.

        Raises: StoreUnavailable.
        """
        for news in await self._talk.news():
            if news is not None:
                self._showing.tell(news)
        self.send_away()

    async def follow(self, table: Table, frame: f.RenewInvite | f.EraseTable) -> None:
        """What is to be kept or erased once such a command stands in the log.

        Raises: StoreUnavailable.
        """
        match frame:
            case f.EraseTable():
                await self.erase_all()
                self._house.forget_copy(table.id)
            case f.RenewInvite():
                # A repeat that comes after another renewal must not bring back its own secret.
                if hmac.compare_digest(hash_of(frame.invite), table.invite_hash):
                    await self._talk.renew_invite(frame.invite)
            case _:
                assert_never(frame)

    async def erase_all(self) -> None:
        """Erases what is left beside the log of a table that its host has erased, and tells it.

        Raises: StoreUnavailable.
        """
        await self._talk.erase_all()
        await self.hear()

    def send_away(self) -> None:
        """Closes those who watch where nobody may; whoever may still sit down stays."""
        if not self._talk.watching_off:
            return
        for connection in tuple(self._showing.connections):
            if not self._showing.is_wanted(connection):
                connection.send(f.Notice(kind="watching_off"))
                connection.outbox.close(f.CLOSE_WATCHING_OFF)


def _person_of(table: Table, connection: Connection) -> int:
    if connection.seat == WATCHER:
        raise Rejected(Reason.NOT_SEATED)
    return table.seats[connection.seat].person


def _host(table: Table, connection: Connection) -> None:
    if connection.seat != table.host:
        raise Rejected(Reason.NOT_HOST)
