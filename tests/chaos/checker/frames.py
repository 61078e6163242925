"""Assertions 6, 7, 8 and 11: what each viewer was shown."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from server.events.catalog import (
    EntropyDeposited,
    MatchStarted,
    RoundClosed,
    RoundDealt,
    TableMade,
)
from server.projections.diff import patch
from server.projections.news import WATCHER
from tests.chaos.checker.case import NUMBERED, Case, Frame, Ledger, Story, Tree

# A card's code that stands by itself: in text that nobody may find one in.
_CARD = re.compile(
    r"(?<![A-Za-z0-9#+~!])"
    r"(?:[A2-9TJQK][CDHS](?:#\d)?|JK#\d|[bpnk][1-9+~!]#\d|\+5#\d|EL#\d)"
    r"(?![A-Za-z0-9#])"
)
_LONG = 12  # letters from which a word cannot be in an output by chance


def replay_is_live(case: Case) -> Iterator[str]:
    """6. What a viewer was sent is, byte for byte, what the log gives for that viewer."""
    for ledger in case.ledgers.values():
        yield from _starts(ledger)
        for story in case.stories_of(ledger):
            yield from _one_live(case, ledger, story)
            yield from _receipts(case, ledger, story)


def _one_live(case: Case, ledger: Ledger, story: Story) -> Iterator[str]:
    opened = story.opened
    view: Tree | None = None
    if ledger.holds(opened.version, opened.tag):
        view = ledger.tree(opened.version, ledger.viewer(opened.version, opened.token_hash))
    version = 0
    for frame in story.numbered:
        if case.is_undone(opened.client, ledger.table, frame.order):
            view = None
            continue
        version = frame.tree["version"]
        if not ledger.holds(version, frame.tree["tag"]):
            return  # that is for others to say
        viewer = ledger.viewer(version, opened.token_hash)
        is_step = frame.kind == "step"
        due = ledger.step(version, viewer) if is_step else ledger.snapshot(version, viewer)
        if frame.body != due:
            yield f"{story.name}: {frame.kind} {version} differs from the replay's"
            return
        view = frame.tree["view"] if not is_step else _patched(view, frame)
    if version and view is not None:
        viewer = ledger.viewer(version, opened.token_hash)
        if view != ledger.tree(version, viewer):
            yield f"{story.name}: steps up to {version} do not lead to its snapshot"


def _starts(ledger: Ledger) -> Iterator[str]:
    """The digest that a match starts with is that of the log before."""
    for commit in ledger.commits[1:]:
        for event in commit.events:
            if isinstance(event, MatchStarted) and event.log_digest:
                before = ledger.digests[commit.version - 2]
                if event.log_digest != before:
                    yield f"{ledger.table}: entry {commit.version} tells another digest"


def _receipts(case: Case, ledger: Ledger, story: Story) -> Iterator[str]:
    """Digests that were given to keep are those of the log."""
    for frame in story.frames:
        digest, version = frame.tree.get("digest", ""), frame.tree.get("version", 0)
        if not digest or not 0 < version <= ledger.version:
            continue
        undone = case.is_undone(story.opened.client, ledger.table, frame.order)
        if digest != ledger.digests[version - 1] and not undone:
            yield f"{story.name}: the receipt of version {version} is not the log's"
            return


def _patched(view: Tree | None, frame: Frame) -> Tree | None:
    return None if view is None else patch(view, frame.tree["patch"])


def monotonic(case: Case) -> Iterator[str]:
    """7. Versions never fall, skip or repeat on a connection, except after a reset."""
    for story in case.stories.values():
        shown = story.opened.version
        for frame in story.frames:
            if frame.kind == "reset":
                shown = 0
            if frame.kind not in NUMBERED:
                continue
            version = frame.tree["version"]
            if frame.kind == "step" and version != shown + 1:
                yield f"{story.name}: step {version} after version {shown}"
                break
            if version < shown:
                yield f"{story.name}: snapshot {version} after version {shown}"
                break
            shown = version


def reads_own_writes(case: Case) -> Iterator[str]:
    """8. After `ack v`, and after having been shown v, a client is shown v or later."""
    known: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for story in case.stories.values():
        key = (story.opened.client, story.opened.table)
        sent = {invoked.cmd for _, invoked in story.invoked}
        for frame in story.frames:
            if frame.kind in NUMBERED or (frame.kind == "ack" and frame.tree["id"] in sent):
                known[key].append((frame.order, frame.tree["version"]))
    for story in case.stories.values():
        key = (story.opened.client, story.opened.table)
        before = max((v for order, v in known[key] if order < story.order), default=0)
        if not case.final.may_reset:
            yield from _one_reads(story, before)


def _one_reads(story: Story, before: int) -> Iterator[str]:
    shown, acked = story.opened.version, 0
    for frame in story.frames:
        if frame.kind == "people" and shown < before:
            yield f"{story.name} had known version {before} and was greeted with {shown}"
            return
        if frame.kind == "people":
            before = 0
        if frame.kind == "ack":
            acked = max(acked, frame.tree["version"])
        if frame.kind in NUMBERED:
            shown = frame.tree["version"]
            if shown < acked:
                yield f"{story.name} was shown version {shown} after the ack of {acked}"
                return


def no_leak(case: Case) -> Iterator[str]:
    """11. No frame shows a card that its viewer cannot know; no output shows any card or secret."""
    for ledger in case.ledgers.values():
        for story in case.stories_of(ledger):
            yield from _one_leak(case, ledger, story)
    words = [*case.final.secrets, *_hidden_words(case)]
    for name, text in case.final.outputs.items():
        found = _CARD.search(text)
        if found:
            yield f"{name} tells a card: …{text[max(0, found.start() - 60) : found.end() + 20]!r}"
        for word in words:
            if word and word in text:
                yield f"{name} tells the secret {word[:_LONG]}…"


def _hidden_words(case: Case) -> Iterator[str]:
    """Seeds, hashes of tokens and of links."""
    for ledger in case.ledgers.values():
        for commit in ledger.commits:
            for event in commit.events:
                match event:
                    case TableMade():
                        yield from (event.seed, event.token_hash, event.invite_hash)
                    case MatchStarted():
                        yield event.seed
                    case EntropyDeposited():
                        yield event.given
                    case RoundDealt():
                        yield event.next_seed
                    case RoundClosed():
                        yield event.seed
                    case _:
                        pass


def _one_leak(case: Case, ledger: Ledger, story: Story) -> Iterator[str]:
    opened = story.opened
    asked: dict[str, set[str]] = {
        invoked.cmd: set(_texts(_plain(invoked.frame))) for _, invoked in story.invoked
    }
    version, shown = opened.version, 0
    for frame in story.frames:
        if frame.kind in NUMBERED:
            if not ledger.holds(frame.tree["version"], frame.tree["tag"]):
                return
            version, shown = frame.tree["version"], version
        if version > ledger.version:
            return
        told = {text for text in _texts(frame.tree) if text in ledger.deck(version).place}
        if not told:
            continue
        known = _known(ledger, opened.token_hash, version, shown)
        known |= asked.get(frame.tree.get("id", ""), set())
        if told - known:
            yield f"{story.name}: {frame.kind} at version {version} shows {sorted(told - known)}"
            return


def _known(ledger: Ledger, token_hash: str, version: int, before: int) -> set[str]:
    """Cards that a viewer may see in a frame of this version."""
    viewer = ledger.viewer(version, token_hash)
    known = set(ledger.shown[version]) | ledger.own_cards(version, viewer)
    if viewer != WATCHER and 0 < before < version:
        known |= ledger.own_cards(version - 1, viewer)
    return known


def _plain(body: bytes) -> Any:
    import msgspec

    return msgspec.msgpack.decode(body)


def _texts(tree: Any) -> Iterator[str]:
    """All texts in a tree."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from _texts(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _texts(value)
