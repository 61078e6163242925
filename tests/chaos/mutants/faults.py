"""The faults, one patch each."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.events import keys, lanes, redis_store, scripts
from server.events.codec import entry_to_commit, pack, unpack
from server.events.scripts import Script, reply_of
from server.events.store import Appended, Draft
from server.game.decide import decide
from server.live.asking import command_of
from server.live.connection import WATCHER, Connection
from server.live.room import Room
from server.live.showing import Showing
from server.live.table_log import TableLog
from server.protocol import frames as f
from server.protocol.reasons import Rejected

# Replies to commands that no script of ours makes, in place of what the real one says.
_BESIDE = (f.Chat, f.Rename, f.Mute, f.Watching, f.EraseWords, f.Sit)


def _rewritten(*changes: tuple[str, str]) -> None:
    """The append script with pieces of it replaced, each of which must be there."""
    script: Any = redis_store._APPEND
    source = script.source.decode()
    for old, new in changes:
        assert old in source, f"the append script has no {old!r}"
        source = source.replace(old, new)
    digest = hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()
    redis_store._APPEND = Script(source.encode(), digest)


def blind() -> None:
    """`XADD *`: whatever comes is appended, after whatever is there, once for each try."""
    _rewritten(
        ("if w > n then return {'fork', newest} end\n", ""),
        ("if w > 0 then\n", "if false then\n"),
        ("if n > w then\n", "if false then\n"),
    )


def forgetful() -> None:
    """Versions are compared, but nobody looks for the id of a command that is there already."""
    _rewritten(("if field(entry, 'c') == command then\n", "if false then\n"))
    _set(TableLog, "_version_of", lambda self, command_id: None)


def untagged() -> None:
    """Versions are compared, but not the tag that tells one history from another."""
    _rewritten(
        ("if w > n then return {'fork', newest} end\n", ""),
        ("if w > 0 then\n", "if false then\n"),
        (
            "local version = string.format('%d', n + 1)",
            "local version = string.format('%d', w + 1)",
        ),
    )

    async def compare(self: TableLog) -> bool:
        table = self.table
        heads = await self._house.store.heads((table.id,))
        version, _ = heads.get(table.id, (0, b""))
        if version > table.version:
            await self._catch_up((), version)
        return self.table is not table

    _set(TableLog, "compare", compare)


def hasty() -> None:
    """Says that a command is in the log before it is."""
    obey = Room._obey

    async def obey_now(self: Room, connection: Connection, frame: f.Command) -> int:
        if connection.seat != WATCHER and not isinstance(frame, _BESIDE):
            try:
                now_ms = self._house.clock.now_ms()
                decide(
                    self.table, command_of(frame, connection.seat, connection.token_hash, now_ms)
                )
            except Rejected:
                pass
            else:
                connection.ack(frame.id, self.table.version + 1)
        return await obey(self, connection, frame)

    _set(Room, "_obey", obey_now)


def skipping() -> None:
    """Takes a nudge for the whole truth: shows the version that it names, and none between."""

    async def catch_up(self: TableLog, tail: Any, version: int) -> None:
        entries = await self._house.store.read(self.table.id, self.table.version)
        if entries:
            self.table = replace(self.table, version=entries[-1].version - 1)
            self._take(entry_to_commit(entries[-1]), entries[-1].public)

    _set(TableLog, "_catch_up", catch_up)


def elsewhere() -> None:
    """Asks how many copies there are on another connection than the one that wrote."""

    async def replies_of(self: Any, batch: list[Any]) -> list[Any]:
        copies = self._lanes.copies
        connection, other = self._node.connection(), self._node.connection()
        try:
            await connection.connect()
            await connection.send_packed_command(
                [lanes._packed(call) for call in batch], check_health=False
            )
            replies = [await lanes._reply(connection, call) for call in batch]
            await other.connect()
            await other.send_packed_command(
                [scripts.pack(("WAIT", copies.replicas, copies.wait_ms))], check_health=False
            )
            return lanes._counted(replies, await reply_of(other), copies)
        finally:
            await connection.disconnect(nowait=True)
            await other.disconnect(nowait=True)

    _set(lanes._Lane, "_replies", replies_of)


def trusting() -> None:
    """Lets clients go on from a version alone, whatever history it is of."""

    def is_other_history(self: Showing, hello: f.Hello) -> bool:
        return False

    resume = Showing._resume

    def any_tag(self: Showing, connection: Connection, hello: f.Hello) -> None:
        tags = {one.before.version: one.before.tag for one in self._past}
        tags[self._table.version] = self._table.tag
        resume(self, connection, replace(hello, tag=tags.get(hello.version, hello.tag)))

    _set(Showing, "is_other_history", is_other_history)
    _set(Showing, "_resume", any_tag)


def halved() -> None:
    """Writes the events of a command as two entries of one MULTI."""

    async def append(
        self: redis_store.RedisStore, table: str, version: int, tag: bytes, draft: Draft
    ) -> Appended:
        events = unpack(draft.public, draft.secret)
        halves = (events[:1], events[1:]) if len(events) > 1 else (events,)
        now = await self.now_ms()
        client: Any = self.client
        while True:
            batch = client.pipeline(transaction=True)
            for number, half in enumerate(halves, start=version + 1):
                public, secret = pack(half)
                own = draft.tag if number == version + 1 else draft.tag[::-1]
                fields = (
                    "h", own, "c", draft.command_id, "t", now, "m", draft.match_version,
                    "a", draft.act, "p", public, "s", secret,
                )  # fmt: skip
                batch.execute_command("XADD", keys.log_of(table), f"{number}-0", *fields)
            batch.execute_command("SPUBLISH", keys.channel_of_table(table), f"{table} 0")
            try:
                replies = await batch.execute(raise_on_error=False)
            except Exception:
                await asyncio.sleep(0.05)
                continue
            if isinstance(replies[0], Exception):
                tail = await self.read(table, version)
                return Appended("behind", tail[-1].version, tail=tail)
            return Appended("ok", version + 1, now)

    _set(redis_store.RedisStore, "append", append)


def _set(owner: Any, name: str, value: object) -> None:
    assert hasattr(owner, name), f"{owner} has no {name}"
    setattr(owner, name, value)


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault
    for fault in (blind, forgetful, untagged, hasty, skipping, elsewhere, trusting, halved)
}
