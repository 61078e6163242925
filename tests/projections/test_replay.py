"""L3: the log gives every viewer, byte for byte, the frames that were sent; and open hands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

import msgspec
import pytest

from server.events.catalog import Commit, RoundClosed, RoundDealt
from server.events.codec import entry_to_commit
from server.game.evolve import fold
from server.game.table import new_table
from server.projections.diff import patch
from server.projections.frames import project, snapshot, steps, tree_of
from server.projections.history import (
    Export,
    NumberedFrame,
    export_lines,
    replay,
    replay_open,
)
from server.projections.news import WATCHER
from server.protocol.frames import ChatLine, Snapshot, Step, Tree
from server.robots.record import entry_of, match_of_log
from tests.matches import HONOUR, evening, export_of, tables
from tests.spec import TABLE

PRESETS = ("clasico", "especiales", "familiar", "montanita", "jiujitsu", HONOUR)
VIEWERS = (WATCHER, 0, 1)


def stored(log: Sequence[Commit]) -> tuple[Commit, ...]:
    """The log as it is read again from the store."""
    return tuple(entry_to_commit(entry_of(commit)) for commit in log)


def live(log: Sequence[Commit], viewer: int) -> Iterator[NumberedFrame]:
    """What a connection of this viewer was sent while it happened, from the first commit on."""
    shown = project(fold(new_table(TABLE), log[0]))
    yield snapshot(shown, viewer)
    for commit in log[1:]:
        now = project(fold(shown.table, commit))
        frames = steps(shown, now, commit)
        yield frames.get(viewer, frames[WATCHER])
        shown = now


def views(frames: Iterator[NumberedFrame]) -> list[Tree]:
    """The view after each frame, as a client patches it together."""
    found: list[Tree] = []
    for frame in frames:
        found.append(frame.view if isinstance(frame, Snapshot) else patch(found[-1], frame.patch))
    return found


# Numbered frames


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_replay_gives_the_frames_that_were_sent_byte_for_byte(preset: str, viewer: int) -> None:
    log = evening(preset, 4, matches=2)
    sent = list(live(log, viewer))
    again = list(replay(TABLE, stored(log), viewer))
    for encode in (msgspec.json.encode, msgspec.msgpack.encode):
        assert [encode(frame) for frame in again] == [encode(frame) for frame in sent]


@pytest.mark.parametrize("match", [1, 2])
def test_a_match_is_replayed_from_the_entry_of_its_start(match: int) -> None:
    """Also a rematch, in whose entry people have accepted before it begins."""
    log = evening("especiales", 3, matches=2)
    starts = sorted({commit.match_version for commit in log if commit.match_version})
    of_match = [commit for commit in log if commit.match_version == starts[match - 1]]
    whole = [msgspec.json.encode(frame) for frame in replay(TABLE, log, 0)]
    part = [msgspec.json.encode(frame) for frame in replay(TABLE, of_match, 0)]
    first = of_match[0].version
    assert part[1:] == whole[first : first + len(of_match) - 1]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_gets_every_version_once(viewer: int) -> None:
    log = evening("especiales", 3, matches=2)
    versions = [frame.version for frame in replay(TABLE, log, viewer)]
    assert versions == list(range(1, len(log) + 1))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_patched_views_are_the_snapshots_of_every_version(viewer: int) -> None:
    """Whoever comes back is told the same, field by field."""
    log = evening("especiales", 3, matches=2)
    told = views(replay(TABLE, log, viewer))
    for table, seen in zip(tables(log), told, strict=True):
        assert seen == snapshot(project(table), viewer).view


def test_a_view_depends_on_its_version_only_whichever_way_one_steps() -> None:
    """Forward, back and forward again, to the start and to the end."""
    log = evening("clasico", 3)
    told = views(replay(TABLE, log, 0))
    for k in range(1, len(log)):
        assert views(replay(TABLE, log[: k + 1], 0))[k] == told[k]
        assert views(replay(TABLE, log[:k], 0))[k - 1] == told[k - 1]


def test_a_seat_that_is_nobodys_sees_what_those_who_watch_see() -> None:
    log = evening("clasico", 4)
    robot, watcher = replay(TABLE, log, 3), replay(TABLE, log, WATCHER)
    assert [msgspec.json.encode(f) for f in robot] == [msgspec.json.encode(f) for f in watcher]


# Open hands


def open_views(log: Sequence[Commit], viewer: int) -> list[Tree]:
    return views(replay_open(TABLE, log, viewer))


def cut_in_a_round(log: Sequence[Commit], number: int) -> tuple[Commit, ...]:
    """The log up to a few commits into a round."""
    deals = [
        place
        for place, commit in enumerate(log)
        if any(isinstance(event, RoundDealt) for event in commit.events)
    ]
    return tuple(log[: deals[number - 1] + 4])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_finished_match_is_shown_with_all_hands(preset: str) -> None:
    log = evening(preset, 4)
    for table, seen in zip(tables(log), open_views(log, WATCHER), strict=True):
        hands = table.round.hands if table.round is not None else ()
        assert seen.get("hands", {}) == {str(s): list(hand) for s, hand in enumerate(hands)}
        assert "own" not in seen


@pytest.mark.parametrize("viewer", VIEWERS)
def test_of_a_round_that_runs_only_the_viewers_own_hand_is_shown(viewer: int) -> None:
    """Round 2 runs; round 1 is open, in round 2 each sees its own hand."""
    log = cut_in_a_round(evening("especiales", 3, target=400), 2)
    for table, seen in zip(tables(log), open_views(log, viewer), strict=True):
        hands = table.round.hands if table.round is not None else ()
        shown = range(len(hands)) if table.round_number < 2 else (viewer,)
        expected = {str(s): list(hands[s]) for s in shown if hands and s >= 0}
        assert seen.get("hands", {}) == expected


def test_the_order_of_the_stock_is_shown_to_nobody() -> None:
    """A stock is a number, also in a replay with open hands."""
    log = evening("clasico", 4)
    for table, seen in zip(tables(log), open_views(log, 0), strict=True):
        assert seen.get("stock", 0) == (len(table.round.stock) if table.round else 0)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_open_replays_tell_drawn_cards_of_rounds_that_are_over_only(viewer: int) -> None:
    log = cut_in_a_round(evening("especiales", 3, target=400), 2)
    closed_at = max(
        commit.version for commit in log if any(isinstance(e, RoundClosed) for e in commit.events)
    )
    told = 0
    for frame in replay_open(TABLE, log, viewer):
        for news in frame.news if isinstance(frame, Step) else ():
            own = getattr(news, "own", ())
            if frame.version <= closed_at and type(news).__name__ == "Drew":
                assert len(own) == news.cards  # type: ignore[union-attr]
                told += 1
            elif own:
                assert news.seat == viewer  # type: ignore[union-attr]
    assert told


# The exported file


def export(log: tuple[Commit, ...], viewer: int = WATCHER) -> Export:
    names = {"1": "Ana", "2": "Iñaki ♥", "title": "Domingo"}
    return export_of(match_of_log(log, names), viewer, chat=(ChatLine(1, 1, 5, "¡Hola!"),))


def lines(log: tuple[Commit, ...], viewer: int = WATCHER) -> list[Tree]:
    return [json.loads(line) for line in export_lines(export(log, viewer))]


def test_the_last_line_of_an_exported_file_is_the_digest_of_all_before_it() -> None:
    *body, last = export_lines(export(evening("clasico", 3)))
    assert json.loads(last) == {"k": "sum", "sha256": hashlib.sha256(b"".join(body)).hexdigest()}


def test_an_exported_file_is_canonical_json() -> None:
    """Keys sorted, no spaces, nothing escaped that need not be, one object a line."""
    for line in export_lines(export(evening("clasico", 3))):
        tree = json.loads(line)
        text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert line == text.encode() + b"\n"


def test_an_exported_file_says_whose_match_it_is_and_who_played() -> None:
    found = lines(evening("clasico", 3))
    assert [line["k"] for line in found if line["k"] not in ("entry", "frame")] == [
        "head", "name", "name", "robot", "chat", "sum",
    ]  # fmt: skip
    head = found[0]
    assert (head["format"], head["match"], head["players"]) == ("ochos-export-1", 1, [0, 1, 2])
    assert (head["finished"], head["viewer"], head["preset"]) == (True, WATCHER, "clasico")
    assert found[1] == {"k": "name", "person": 1, "name": "Ana"}
    assert found[3] == {"k": "robot", "seat": 2, "robot": "carmen", "name": "Carmen"}
    assert found[4]["text"] == "¡Hola!"


def test_an_exported_file_holds_every_entry_and_every_frame_of_its_match() -> None:
    log = evening("especiales", 3, matches=2)
    found = lines(log)
    of_match = [commit for commit in log if commit.match_version == log[-1].match_version]
    assert [line["v"] for line in found if line["k"] == "entry"] == [c.version for c in of_match]
    frames = [line["f"] for line in found if line["k"] == "frame"]
    again = replay_open(TABLE, of_match, WATCHER)
    assert frames == [json.loads(msgspec.json.encode(frame)) for frame in again]


def test_the_file_of_a_running_match_hides_what_the_viewer_may_not_see() -> None:
    """In every line of the file, under any name."""
    log = cut_in_a_round(evening("especiales", 3, target=400, chance=5), 2)
    table = tables(log)[-1]
    assert table.round is not None
    for viewer in VIEWERS:
        text = b"".join(export_lines(export(log, viewer))).decode()
        assert table.round.seed not in text
        assert table.seed not in text
        frames = [line["f"] for line in lines(log, viewer) if line["k"] == "frame"]
        running = json.dumps([f for f in frames if f["version"] >= log[-4].version])
        hidden = {
            card
            for seat, hand in enumerate(table.round.hands)
            for card in (hand if seat != viewer else ())
        } | set(table.round.stock)
        assert [card for card in hidden if f'"{card}"' in running] == []


def test_a_tree_of_a_viewer_is_the_public_one_and_its_own() -> None:
    projection = project(tables(evening("clasico", 3))[5])
    assert tree_of(projection, WATCHER) == projection.public
    assert tree_of(projection, 0) == {**projection.public, "own": projection.own[0]}
