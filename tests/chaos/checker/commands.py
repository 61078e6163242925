"""Assertions 1 to 5: the logs, and what became of every command."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import msgspec

from server.events.catalog import (
    Announced,
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    Commit,
    FaultCalled,
    RobotSeated,
    SeatTaken,
    SuitNamed,
    TableExpired,
    TurnPassed,
    TurnTimedOut,
)
from server.events.codec import entry_to_commit
from server.events.store import Entry, LogCorrupt
from server.live.codecs import MSGPACK
from server.protocol import frames as f
from tests.chaos.checker.case import NUMBERED, Case, Ledger, Story
from tests.chaos.history import Invoked
from tests.chaos.referee import check_log, from_store

PREFIX = 8  # letters of a token's hash before a command's id in the log
_NOT_DONE = ("retry",)  # refusals that say nothing of whether the command is in the log
_BESIDE = (f.Chat, f.Rename)  # commands that stand in no log
Key = tuple[str, str]  # table, command id as in the log


def contiguous(case: Case) -> Iterator[str]:
    """1. Ids of each log are exactly `1-0` … `n-0`."""
    for ledger in case.ledgers.values():
        for place, id_ in enumerate(ledger.left.ids, start=1):
            if id_ != f"{place}-0":
                yield f"{ledger.table}: entry {id_} where {place}-0 should stand"
                break


def chain(case: Case) -> Iterator[str]:
    """2. Tags are distinct, and whatever was shown is the log's, unless a reset took it back."""
    tags = Counter(entry.tag for ledger in case.ledgers.values() for entry in ledger.left.entries)
    yield from (f"tag {tag.hex()} stands {n} times" for tag, n in tags.items() if n > 1)
    for ledger in case.ledgers.values():
        for story in case.stories_of(ledger):
            yield from _shown_not_logged(case, ledger, story)


def _shown_not_logged(case: Case, ledger: Ledger, story: Story) -> Iterator[str]:
    for frame in story.frames:
        if frame.kind == "reset" and not case.final.may_reset:
            yield f"{story.name} was told reset, though the store forgets nothing"
        if frame.kind not in NUMBERED or case.is_undone(
            story.opened.client, ledger.table, frame.order
        ):
            continue
        version, tag = frame.tree["version"], frame.tree["tag"]
        if not _holds(ledger, version, tag) and not case.is_gone_untold(story, frame, ledger):
            yield f"{story.name} was shown version {version} with tag {tag}, which is not logged"
            break
    opened = story.opened
    was_reset = any(frame.kind == "reset" for frame in story.frames)
    asked = opened.version and not _holds(ledger, opened.version, opened.tag)
    welcomed = any(frame.kind == "people" for frame in story.frames)
    # What it came back with may have been lost only after that.
    undone = case.is_undone(opened.client, ledger.table, story.order)
    if asked and welcomed and not was_reset and not undone:
        yield (
            f"{story.name} came back with version {opened.version} of another history "
            "and was not told"
        )


def _holds(ledger: Ledger, version: int, tag: str) -> bool:
    """By what stands in the log, whether or not it can be folded."""
    return any(e.version == version and e.tag.hex() == tag for e in _near(ledger, version))


def _near(ledger: Ledger, version: int) -> tuple[Entry, ...]:
    entries = ledger.left.entries
    if 0 < version <= len(entries) and entries[version - 1].version == version:
        return (entries[version - 1],)
    return entries


class Fate:
    """What is known of one command: its copies and their answers."""

    def __init__(self, story: Story, invoked: Invoked) -> None:
        self.client = story.opened.client
        self.cmd = invoked.cmd
        self.frame: f.ClientFrame = MSGPACK.decode(invoked.frame)
        self.copies: list[tuple[int, int]] = []  # order, connection
        self.acks: list[tuple[int, int]] = []  # order, version
        self.nacks: list[tuple[int, int, str]] = []  # order, connection, code

    @property
    def is_refused(self) -> bool:
        """Whether each copy was refused for good."""
        sure = [nack for nack in self.nacks if nack[2] not in _NOT_DONE]
        return not self.acks and len(sure) == len(self.copies)

    def refused_after_ack(self) -> bool:
        """Whether a copy that was sent after an ack had come was refused."""
        if not self.acks:
            return False
        known = min(order for order, _ in self.acks)
        late = {conn for order, conn in self.copies if order > known}
        early = {conn for order, conn in self.copies if order < known}
        return any(conn in late - early and code not in _NOT_DONE for _, conn, code in self.nacks)


def fates_of(case: Case) -> dict[Key, Fate]:
    """Every command that was sent, by its table and its id in the log."""
    found: dict[Key, Fate] = {}
    for story in case.stories.values():
        head = story.opened.token_hash[:PREFIX]
        for order, invoked in story.invoked:
            key = (story.opened.table, f"{head}-{invoked.cmd}")
            fate = found.setdefault(key, Fate(story, invoked))
            fate.copies.append((order, story.opened.conn))
        for frame in story.frames:
            answered = found.get((story.opened.table, f"{head}-{frame.tree.get('id', '')}"))
            if answered is None:
                continue
            if frame.kind == "ack":
                answered.acks.append((frame.order, frame.tree["version"]))
            elif frame.kind == "refused":
                nack = (frame.order, story.opened.conn, frame.tree["code"])
                answered.nacks.append(nack)
    return found


def exactly_once(case: Case) -> Iterator[str]:
    """3. A command stands in the logs once if it was acknowledged, there where it was said to;
    never if it was refused; at most once if nobody knows."""
    places: dict[Key, list[int]] = defaultdict(list)
    for ledger in case.ledgers.values():
        for entry in ledger.left.entries:
            places[ledger.table, entry.command_id].append(entry.version)
    for (table, id_), versions in places.items():
        if len(versions) > 1:
            yield f"{table}: command {id_} stands {len(versions)} times, at versions {versions}"
    for (table, id_), fate in fates_of(case).items():
        if isinstance(fate.frame, _BESIDE):
            continue
        yield from _fate_fits(case, table, id_, fate, places.get((table, id_), []))
    yield from _said_once(case)


def _fate_fits(case: Case, table: str, id_: str, fate: Fate, places: list[int]) -> Iterator[str]:
    for order, version in fate.acks:
        if version not in places and not case.is_lost(fate.client, table, order):
            yield (
                f"{table}: command {id_} was acknowledged at version {version}, "
                f"but stands at {places or 'none'}"
            )
            return
    if fate.is_refused and places:
        code = fate.nacks[0][2]
        yield f"{table}: command {id_} was refused ({code}), but stands at version {places[0]}"
    if fate.refused_after_ack():
        yield f"{table}: command {id_} was acknowledged, and refused when it was repeated"


def _said_once(case: Case) -> Iterator[str]:
    for ledger in case.ledgers.values():
        lines = [msgspec.json.decode(body) for body in ledger.left.chat.values()]
        said = Counter(line["text"] for line in lines)
        newest = max((int(n) for n in ledger.left.chat), default=0)
        yield from (f"{ledger.table}: {t!r} was kept {n} times" for t, n in said.items() if n > 1)
        if newest > len(lines):
            continue  # older lines are gone by rule
        for (table, _), fate in fates_of(case).items():
            if table != ledger.table or not isinstance(fate.frame, f.Chat):
                continue
            if fate.acks and not said[fate.frame.text] and not case.final.may_lose:
                yield f"{table}: {fate.frame.text!r} was acknowledged, but is not kept"
            if fate.is_refused and said[fate.frame.text]:
                yield f"{table}: {fate.frame.text!r} was refused, but is kept"


def no_invention(case: Case) -> Iterator[str]:
    """4. Every entry is what its seat's holder asked for, or follows from the log by itself."""
    fates = fates_of(case)
    for ledger in case.ledgers.values():
        for entry in ledger.left.entries:
            try:
                commit = entry_to_commit(entry)
            except LogCorrupt as error:
                yield f"{ledger.table}: {error}"
                break
            wrong = _invented(ledger, commit, fates.get((ledger.table, commit.command_id)))
            if wrong:
                yield f"{ledger.table}: entry {commit.version}, {commit.act!r}: {wrong}"


def _invented(ledger: Ledger, commit: Commit, fate: Fate | None) -> str:
    head, _, rest = commit.command_id.partition("-")
    if head == "make":
        return "" if commit.version == 1 and rest == ledger.table else "not the first"
    if head in ("to", "bot"):
        if rest != str(commit.version - 1):
            return f"{commit.command_id} does not answer the version before"
        by_time = any(isinstance(e, TurnTimedOut | TableExpired) for e in commit.events)
        return "" if by_time or head == "bot" else "no time was over"
    if fate is None:
        return f"nobody sent {commit.command_id}"
    if not _is_what_was_asked(fate.frame, commit.events):
        return f"it is not what {type(fate.frame).__name__} asked for"
    seat = _actor(commit.events)
    if seat is None or commit.version > ledger.version:
        return ""
    before, after = ledger.states[commit.version - 1], ledger.states[commit.version]
    holders = {before.seats[seat].token_hash[:PREFIX], after.seats[seat].token_hash[:PREFIX]}
    return "" if head in holders else f"seat {seat} is not theirs"


def _actor(events: tuple[AnyEvent, ...]) -> int | None:
    """The seat whose holder did it, where the events say."""
    for event in events:
        match event:
            case CardsDrawn(seat=seat, fine=fine):
                if not fine:
                    return seat
            case (
                SuitNamed(seat=seat)
                | TurnPassed(seat=seat)
                | Announced(seat=seat)
                | FaultCalled(seat=seat)
                | SeatTaken(seat=seat)
                | CardPlayed(seat=seat)
            ):
                return seat
            case _:
                pass
    return None


def _is_what_was_asked(frame: f.ClientFrame, events: tuple[AnyEvent, ...]) -> bool:
    def some(kind: type[AnyEvent]) -> bool:
        return any(isinstance(event, kind) for event in events)

    match frame:
        case f.Play():
            return any(isinstance(e, CardPlayed) and e.card == frame.card for e in events)
        case f.Draw():
            return some(CardsDrawn) or some(TurnPassed)
        case f.Pass():
            return some(TurnPassed)
        case f.Name():
            return any(isinstance(e, SuitNamed) and e.suit == frame.suit for e in events)
        case f.CallFault():
            return any(isinstance(e, FaultCalled) and e.accused == frame.accused for e in events)
        case f.Sit():
            return some(SeatTaken)
        case f.AddRobot():
            return some(RobotSeated)
        case f.Announce():
            return some(Announced) and not some(CardTakenBack)
        case _:
            return True


def legal(case: Case) -> Iterator[str]:
    """5. Folding each log from nothing, the referee accepts every commit."""
    for ledger in case.ledgers.values():
        if ledger.broken:
            yield f"{ledger.table}: {ledger.broken}"
            continue
        for wrong in check_log(ledger.table, from_store(ledger.left.entries)):
            yield f"{ledger.table}: {wrong}"
