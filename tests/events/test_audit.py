"""The digest chain notices every change of what a spectator may know, and nothing else."""

from __future__ import annotations

import hashlib

import pytest
from msgspec.structs import replace

from server.events.audit import digests, first_digest, next_digest
from server.events.store import Entry

LOG = (
    Entry(1, b"1" * 8, "c1", 1_700_000_000_000, 0, "make 4", b"\x92\x01\x90", b"s"),
    Entry(2, b"2" * 8, "c2", 1_700_000_000_500, 2, "start deal 1", b"\x92\x01\x91\x01", b"t"),
    Entry(3, b"3" * 8, "c3", 1_700_000_001_000, 2, "play 8S suit H", b"\x92\x01\x91\x02", b""),
)


def test_the_encoding_is_as_it_is_written_down() -> None:
    before = hashlib.sha256(b"ol-log-1" + b"T").digest()
    first = hashlib.sha256(
        before
        + (1).to_bytes(8, "big")
        + (1_700_000_000_000).to_bytes(8, "big")
        + (6).to_bytes(4, "big")
        + b"make 4"
        + b"\x92\x01\x90"
    ).digest()
    assert first_digest("T") == before
    assert next_digest(before, LOG[0]) == first
    assert digests("T", LOG)[0] == first


def test_the_vector_stays_the_same_for_ever() -> None:
    assert (
        digests("T", LOG)[-1].hex()
        == "c68bdd1c49f8dd5614d996861306173c1014b31b57ed28bfa3a909eafd6cebd4"
    )


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("change", [{"at_ms": 5}, {"act": "pass"}, {"public": b"\x92\x01\x91\x03"}])
def test_a_change_anywhere_shows_from_there_on(place: int, change: dict[str, object]) -> None:
    changed = tuple(
        replace(entry, **change) if index == place else entry for index, entry in enumerate(LOG)
    )
    before, after = digests("T", LOG), digests("T", changed)
    assert before[:place] == after[:place]
    assert not set(before[place:]) & set(after[place:])


def test_words_cannot_move_from_the_act_into_the_body() -> None:
    moved = replace(LOG[0], act="make", public=b" 4" + LOG[0].public)
    assert next_digest(b"", moved) != next_digest(b"", LOG[0])


def test_another_table_has_another_chain() -> None:
    assert digests("T", LOG) != digests("U", LOG)


def test_what_is_hidden_is_not_in_the_chain() -> None:
    hidden = tuple(replace(each, secret=b"x", tag=b"9" * 8, command_id="y") for each in LOG)
    assert digests("T", hidden) == digests("T", LOG)


def test_a_chain_has_no_gap() -> None:
    with pytest.raises(AssertionError, match="entry 3, expected 2"):
        digests("T", (LOG[0], LOG[2]))
