"""Holds every digest that the table tells against those that it told before, here and earlier."""

from __future__ import annotations

from collections.abc import Iterator

from clients.cli.messages import Messages
from clients.cli.receipts_kept import Receipts
from clients.cli.scene import Scene
from clients.cli.verify.receipts import Receipt, is_digest, short
from server.protocol import frames as f


class Histories:
    """One table's receipts. What contradicts one of them is told, unless the table says itself
    that it went back (`reset`), which it can only say after its greeting."""

    def __init__(self, table: str, messages: Messages, receipts: Receipts) -> None:
        self._table = table
        self._say = messages
        self._receipts = receipts
        self._last = Receipt(0, "")  # the last one that was believed in this visit
        self._greeting: Receipt | None = None  # of a welcome, until the frame after it
        self._doubt: tuple[Receipt, Receipt] | None = None  # what was kept, what was told
        self._refuted = receipts.refuted(table)
        self._has_told = False

    def hear(self, frame: f.ServerFrame, scene: Scene, *, is_in: bool) -> tuple[str, ...]:
        """After the scene has taken the frame in: what is to be said of the histories, if any."""
        if isinstance(frame, f.Reset):
            return (self._went_back(),)
        self._greeting = None
        if self._doubt is not None:
            self._receipts.refute(self._table, *self._doubt)
            self._refuted, self._doubt = self._refuted or self._doubt, None
        if isinstance(frame, f.Welcome | f.Beat):
            view = scene.view
            receipt = Receipt(frame.version, frame.digest)
            self._hold(receipt, f"{view.match}.{view.round}" if is_in else "")
            self._greeting = receipt if isinstance(frame, f.Welcome) else None
        return tuple(self._alarms())

    def lines(self) -> Iterator[str]:
        """The letters that others at the table have at the same version."""
        if self._last.version:
            letters = short(self._last.digest)
            yield self._say("cli-receipt-now", version=self._last.version, short=letters)

    def _hold(self, receipt: Receipt, round_: str) -> None:
        if not receipt.version or not is_digest(receipt.digest):
            return
        known = self._receipts.other_than(self._table, receipt)
        if known is None and receipt.version < self._last.version:
            known = self._last
        if known is not None:
            self._doubt = (known, receipt)
            return
        self._last = receipt
        self._receipts.keep(self._table, round_, receipt)

    def _went_back(self) -> str:
        """Nothing that was told before counts any more, but what has just been told."""
        self._receipts.withdraw(self._table)
        self._doubt, self._last = None, Receipt(0, "")
        if self._greeting is not None:
            self._hold(self._greeting, "")
        return self._say("history-back")

    def _alarms(self) -> Iterator[str]:
        if self._has_told or self._refuted is None:
            return
        self._has_told = True
        before, after = self._refuted
        yield self._say(
            "history-alarm", version=before.version, letters=short(before.digest),
            later=after.version, others=short(after.digest),
        )  # fmt: skip
        yield self._say("history-means")
        yield self._say("history-do")
