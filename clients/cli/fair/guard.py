"""Gives to each coming deal by itself, watches what becomes of it, and tells what was found."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator

from clients.cli.fair.witness import (
    Witness,
    faults_of,
    forgotten,
    gave,
    witnessed,
)
from clients.cli.messages import Messages
from clients.cli.scene import Scene
from server.protocol import frames as f
from server.protocol.views import NextSealView, SealView

GIVEN_BYTES = 16


class Guard:
    """One table's seals, as seen from here. `send` sends a command to the table."""

    def __init__(self, messages: Messages, send: Callable[[f.Command], None]) -> None:
        self._say = messages
        self._send = send
        self._witness = Witness()
        self._wish = (0, 0)  # deal and seat that were given to, or refused
        self._given: dict[str, tuple[int, int, str]] = {}  # command → deal, seat, bytes
        self._told = 0  # the deal of which a fault has been told

    def hear(self, frame: f.ServerFrame, scene: Scene) -> tuple[str, ...]:
        """After the scene has taken the frame in: what is to be said of the seals, if anything."""
        match frame:
            case f.Snapshot():
                self._look(scene, frame.version, None)
            case f.Step():
                self._look(scene, frame.version, frame)
            case f.Reset():
                self._witness = forgotten(self._witness)
            case f.Ack() if frame.id in self._given:
                self._witness = gave(self._witness, *self._given.pop(frame.id))
            case _:
                pass
        return tuple(self._alarms())

    def answers(self, frame: f.ServerFrame) -> bool:
        """Whether the frame refuses what nobody has typed; it is not told."""
        return isinstance(frame, f.Refused) and self._given.pop(frame.id, None) is not None

    def _look(self, scene: Scene, version: int, step: f.Step | None) -> None:
        news = None if step is None else step.news
        self._witness = witnessed(self._witness, scene.view, version, news)
        own, following = scene.own, scene.view.next_seal
        if own is None or not own.actions.deposit or not isinstance(following, NextSealView):
            self._wish = (0, 0)
        elif self._wish != (following.deal, own.seat):
            self._wish = (following.deal, own.seat)
            command = f.Deposit(
                id=secrets.token_hex(8), deal=following.deal, given=secrets.token_hex(GIVEN_BYTES)
            )
            self._given[command.id] = (following.deal, own.seat, command.given)
            self._send(command)

    def _alarms(self) -> Iterator[str]:
        deal, faults = faults_of(self._witness)
        if faults and deal != self._told:
            self._told = deal
            yield self._say("seal-alarm", deal=deal)
            for fault in faults:
                yield self._say(f"seal-fault-{fault}")
            yield self._say("seal-alarm-means")
            yield self._say("seal-alarm-do")

    # Told when it is asked for

    def lines(self, scene: Scene) -> Iterator[str]:
        """The seal, opened: what it means, who has added to which deal, and what was found."""
        say, seal, following = self._say, scene.view.seal, scene.view.next_seal
        yield say("seal-about")
        if isinstance(seal, SealView) and not seal.seed:
            yield say("seal-running", deal=seal.deal)
            yield self._listed("seal-given", seal.contributions, scene)
            if seal.missing:
                yield self._listed("seal-missing", map(str, seal.missing), scene)
            yield self._cut(seal.cut_by, seal.cut, scene)
            yield say("seal-later")
        if isinstance(following, NextSealView) and scene.view.phase != "closed":
            yield say("seal-next", deal=following.deal)
            yield self._listed("seal-given-yet", following.digests, scene)
            if following.cut:
                yield self._cut(following.cutter, following.cut, scene)
        for one in self._witness.past:
            keys = [f"fault-{fault}" for fault in one.faults] or [one.verdict]
            found = " ".join(say(f"seal-{key}") for key in keys)
            yield f"{say('seal-round', deal=one.deal, round=one.round)} {found}"

    def _listed(self, key: str, seats: Iterable[str], scene: Scene) -> str:
        names = tuple(scene.name(int(seat), self._say) for seat in seats)
        return self._say(key, count=len(names), list=self._say.all_of(names))

    def _cut(self, seat: int, place: int, scene: Scene) -> str:
        if seat < 0:
            return self._say("seal-cut-default", place=place)
        you = "yes" if seat == scene.me else "no"
        who = scene.name(seat, self._say)
        return self._say("news-deck_cut", who=who, you=you, place=place)
