"""Events go into the log and come out the same; what is hidden lies apart."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import msgpack as other_msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.events import codec
from server.events.acts import act_of
from server.events.catalog import (
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    Chair,
    Commit,
    MatchStarted,
    RoundClosed,
    RoundDealt,
    SeatTaken,
    StockRebuilt,
    TableMade,
    TurnMoved,
)
from server.events.codec import commit_to_draft, entry_to_commit, pack, unpack
from server.events.store import Entry, LogCorrupt
from server.rules.door import rules_for
from tests.events.any_event import EVENTS, events

RULES = rules_for("especiales", {})
SECRET_FIELDS = {
    "TableMade": {"token_hash", "invite_hash", "seed"},
    "SeatTaken": {"token_hash"},
    "MatchStarted": {"chairs", "invite_hash", "seed", "seen"},
    "RoundDealt": {"hands", "stock", "next_seed"},
    "CardPlayed": {"faults"},
    "StockRebuilt": {"stock"},
    "CardsDrawn": {"cards", "had_answer"},
    "TurnPassed": {"blocks"},
    "EntropyDeposited": {"given"},
    "SeatMoved": {"token_hash"},
    "InviteRenewed": {"invite_hash"},
}


def commit(*happened: AnyEvent, version: int = 3) -> Commit:
    return Commit(version, "0f" * 8, "ana-7", 1_700_000_000_123, 2, act_of(happened), happened)


def entry(public: bytes, secret: bytes = b"") -> Entry:
    return Entry(3, b"\x0f" * 8, "ana-7", 1_700_000_000_123, 2, "draw", public, secret)


@given(events())
def test_every_event_comes_out_as_it_went_in(happened: tuple[AnyEvent, ...]) -> None:
    assert unpack(*pack(happened)) == happened


@given(events())
def test_another_implementation_reads_the_same(happened: tuple[AnyEvent, ...]) -> None:
    public, secret = pack(happened)
    schema, shown = other_msgpack.unpackb(public)
    assert schema == codec.SCHEMA
    if secret:
        schema, secrets = other_msgpack.unpackb(secret, strict_map_key=False)
        assert schema == codec.SCHEMA
        for index, hidden in secrets.items():
            assert not hidden.keys() & shown[index].keys()
            shown[index] |= hidden
    assert shown == other_msgpack.unpackb(msgspec.msgpack.encode(happened))


@given(events(least=1), st.integers(1, 2**53), st.text(max_size=20))
def test_a_commit_comes_out_of_its_entry(
    happened: tuple[AnyEvent, ...], number: int, words: str
) -> None:
    whole = Commit(number, "00ff" * 4, words, number, number, words, happened)
    draft = commit_to_draft(whole, due_ms=5, open_=True)
    assert (draft.due_ms, draft.open_, draft.tag) == (5, True, b"\x00\xff" * 4)
    stored = Entry(
        number, draft.tag, draft.command_id, number, draft.match_version, draft.act,
        draft.public, draft.secret,
    )  # fmt: skip
    assert entry_to_commit(stored) == whole


def _filled(kind: type[msgspec.Struct], canaries: list[str]) -> Any:
    """An event whose hidden fields hold canaries only."""

    def value(field: msgspec.structs.FieldInfo) -> Any:
        is_secret = field.name in SECRET_FIELDS.get(kind.__name__, ())
        if is_secret and getattr(field.type, "__origin__", None) is bool:
            canaries.append(field.name)  # a flag holds no text, but its name goes with it
            return True
        text = f"canary{len(canaries)}" if is_secret else "public"
        if is_secret:
            canaries.append(text)
        return _example(field.type, text)

    return kind(**{field.name: value(field) for field in msgspec.structs.fields(kind)})


def _example(kind: Any, text: str) -> Any:
    """Any value of this type, with `text` wherever it holds text."""
    kind = getattr(kind, "__origin__", kind) if hasattr(kind, "__metadata__") else kind
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is str:
        return text
    if origin is tuple:
        kinds = arguments[:1] if arguments[-1] is ... else arguments
        return tuple(_example(each, text) for each in kinds)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind(**{f.name: _example(f.type, text) for f in msgspec.structs.fields(kind)})
    if origin is Literal:
        return arguments[0]
    return _example(arguments[0], text) if type(None) in arguments else (origin or kind)()


@pytest.mark.parametrize("kind", EVENTS)
def test_nothing_hidden_is_in_the_public_body_or_the_act(kind: type[msgspec.Struct]) -> None:
    canaries: list[str] = []
    event = _filled(kind, canaries)
    public, secret = pack((TurnMoved(1, 2, 1), event))
    act = act_of((CardPlayed(0, "8S", "S"), event))
    assert len(canaries) == len(SECRET_FIELDS.get(kind.__name__, ()))
    for canary in canaries:
        assert canary.encode() not in public
        assert canary.encode() in secret
        assert canary not in act
    assert unpack(public, secret)[1] == event


def test_the_secret_fields_are_those_we_know_of() -> None:
    marked = {
        kind.__name__: {
            field.name
            for field in msgspec.structs.fields(kind)
            if any(
                getattr(mark, "extra", None) == {"hidden": True}
                for mark in getattr(field.type, "__metadata__", ())
            )
        }
        for kind in EVENTS
    }
    assert {name: fields for name, fields in marked.items() if fields} == SECRET_FIELDS


def test_what_anybody_may_know_leaves_the_secret_body_empty() -> None:
    _, secret = pack((CardPlayed(1, "8S", "H", "H"), TurnMoved(2, 9, 1, skipped=(0,))))
    assert secret == b""
    _, secret = pack((CardsDrawn(1, 0), StockRebuilt(3, 1)))
    assert secret == b""


def test_fields_at_their_default_take_no_room() -> None:
    public, _ = pack((CardsDrawn(1, 1, cards=("8S",)),))
    assert other_msgpack.unpackb(public) == [1, [{"t": "CardsDrawn", "seat": 1, "count": 1}]]


@pytest.mark.parametrize(
    ("public", "secret"),
    [
        (b"", b""),
        (b"\x92\x01", b""),
        (b"\x92\x01\x90\x00", b""),  # something behind it
        (b"\x92\x02\x90", b""),  # a newer schema
        (b"\x92\x00\x90", b""),  # one that never was
        ([1, [{"t": "CardBurnt"}]], b""),
        ([1, [{"t": "SuitNamed", "seat": "1", "suit": "H"}]], b""),
        ([1, [{"t": "SuitNamed", "seat": 1}]], b""),
        ([1, [{"t": "SuitNamed", "seat": 1, "suit": "H", "more": 1}]], b""),
        ([1, [{"t": "CardsDrawn", "seat": 1, "count": 1, "cards": ["8S"]}]], b""),  # leaked
        ([1, [{"t": "CardsDrawn", "seat": 1, "count": 1}]], [1, {1: {"cards": ["8S"]}}]),
        ([1, [{"t": "CardsDrawn", "seat": 1, "count": 1}]], [1, {-1: {"cards": ["8S"]}}]),
        ([1, [{"t": "CardsDrawn", "seat": 1, "count": 1}]], [1, {0: {"hand": ["8S"]}}]),
        ([1, [{"t": "CardsDrawn", "seat": 1, "count": 1}]], [1, {0: {"cards": [8]}}]),
        ([1, [{"t": "CardsDrawn", "seat": 1, "count": 1}]], [2, {0: {"cards": ["8S"]}}]),
        ([1, [{"t": "SuitNamed", "seat": 1, "suit": "H"}]], [1, {0: {"seat": 2}}]),
    ],
)
def test_what_we_never_write_is_refused(public: Any, secret: Any) -> None:
    packed = [
        body if isinstance(body, bytes) else other_msgpack.packb(body) for body in (public, secret)
    ]
    with pytest.raises(LogCorrupt, match="entry 3"):
        entry_to_commit(entry(*packed))


def test_a_start_without_its_secret_is_refused() -> None:
    start = MatchStarted("T", 1, 2, 0, RULES, (Chair(0), Chair(1)), (0, 1), 0, 1, 0, 1, "c0")
    public, secret = pack((start,))
    assert unpack(public, secret) == (start,)
    with pytest.raises(LogCorrupt):
        entry_to_commit(entry(public))


def test_bodies_of_an_older_schema_are_brought_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def colour_to_suit(maps: codec.Maps) -> codec.Maps:
        return [{("suit" if k == "colour" else k): v for k, v in each.items()} for each in maps]

    monkeypatch.setitem(codec.UPCASTS, 0, colour_to_suit)
    drawn = {"t": "CardsDrawn", "seat": 1, "count": 1}
    public = other_msgpack.packb([0, [{"t": "SuitNamed", "seat": 1, "colour": "H"}, drawn]])
    secret = other_msgpack.packb([0, {1: {"cards": ["8S"]}}])
    named, cards = entry_to_commit(entry(public, secret)).events
    assert (named.suit, cards.cards) == ("H", ("8S",))  # type: ignore[union-attr]
    with pytest.raises(LogCorrupt):
        entry_to_commit(entry(public, other_msgpack.packb([0, {2: {"cards": ["8S"]}}])))


def test_a_deal_and_what_is_revealed_later_lie_apart() -> None:
    deal = RoundDealt(
        1, 1, 0, 1, 1, "8S", "S", 1, (1, 1), 2,
        hands=(("2C",), ("3C",)), stock=("4C", "5C"), next_seed="5e" * 64,
    )  # fmt: skip
    public, _ = pack((deal,))
    assert not any(card in public for card in (b"2C", b"3C", b"4C", b"5C", b"5e5e"))
    public, secret = pack((RoundClosed("out", 1, "5e" * 64, 0, 7),))
    assert b"5e" * 64 in public
    assert secret == b""


def test_a_table_s_first_entry_tells_no_token() -> None:
    made = TableMade("T", 4, RULES, token_hash="a1" * 32, invite_hash="b2" * 32, seed="c3" * 64)
    public, _ = pack((made, SeatTaken(1, 2, "d4" * 32)))
    assert not any(text in public for text in (b"a1a1", b"b2b2", b"c3c3", b"d4d4"))
