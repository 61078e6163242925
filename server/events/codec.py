"""Packs the events of a commit into an entry's two bodies, public `p` and secret `s`, and back.

`p` = msgpack [schema, [event, …]], each event a map with its tag under `t` and without its secret
fields. `s` = msgpack [schema, {index of the event: {field: value}}], or nothing where an entry has
no secret. A field that equals its default is left out of both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, msgpack

from server.events.catalog import AnyEvent, Commit
from server.events.fact import HIDDEN
from server.events.store import Draft, Entry, LogCorrupt

SCHEMA = 1  # raised only when old bodies need more than defaults for new fields

Maps = list[dict[str, Any]]  # the events of one body, secrets merged in, as plain maps
Secrets = dict[int, dict[str, Any]]  # index of an event → its secret fields
# Schema → what makes a body of the next schema of it. Never remove one: logs are for ever.
UPCASTS: dict[int, Callable[[Maps], Maps]] = {}

_HEAD = bytes((0x92, SCHEMA))  # an array of two that starts with today's schema


def commit_to_draft(
    commit: Commit, *, due_ms: int | None = None, open_: bool | None = None
) -> Draft:
    """The entry to append for `commit`, whose version and time are the store's to confirm."""
    public, secret = pack(commit.events)
    return Draft(
        command_id=commit.command_id,
        tag=bytes.fromhex(commit.tag),
        match_version=commit.match_version,
        act=commit.act,
        public=public,
        secret=secret,
        due_ms=due_ms,
        open_=open_,
    )


def entry_to_commit(entry: Entry) -> Commit:
    """Raises: LogCorrupt if the entry cannot be read, or was written by a newer server."""
    try:
        events = unpack(entry.public, entry.secret)
    except (msgspec.MsgspecError, LogCorrupt) as error:
        raise LogCorrupt(f"entry {entry.version}: {error}") from error
    return Commit(
        version=entry.version,
        tag=entry.tag.hex(),
        command_id=entry.command_id,
        at_ms=entry.at_ms,
        match_version=entry.match_version,
        act=entry.act,
        events=events,
    )


def pack(events: tuple[AnyEvent, ...]) -> tuple[bytes, bytes]:
    """The public and the secret body."""
    shown: list[msgspec.Struct] = []
    secrets: dict[int, msgspec.Struct] = {}
    for index, event in enumerate(events):
        split = _SPLITS.get(type(event))
        if split is None:
            shown.append(event)
            continue
        shown.append(split.shown(*split.shown_of(event)))
        hidden = split.hidden_of(event)
        if hidden != split.nothing_hidden:
            secrets[index] = split.hidden(*hidden)
    return _encode((SCHEMA, shown)), _encode((SCHEMA, secrets)) if secrets else b""


def unpack(public: bytes, secret: bytes) -> tuple[AnyEvent, ...]:
    """Raises: msgspec.MsgspecError, LogCorrupt."""
    if not public.startswith(_HEAD):
        return _unpack_old(public, secret)
    shown = _decode_shown(public)[1]
    if not secret:
        return tuple(_joined(event, None) for event in shown)
    schema, secrets = _decode_secret(secret)
    if schema != SCHEMA:
        raise LogCorrupt(f"secrets of schema {schema}, events of schema {SCHEMA}")
    for index in secrets:
        if not 0 <= index < len(shown) or type(shown[index]) not in _SPLIT_OF_SHOWN:
            raise LogCorrupt(f"secret of event {index}, which has none")
    return tuple(_joined(event, secrets.get(index)) for index, event in enumerate(shown))


class _Split:
    """How events of one class with secrets come apart into two smaller structs and together."""

    def __init__(self, event: type[msgspec.Struct]) -> None:
        fields = msgspec.structs.fields(event)
        shown = [field for field in fields if not _is_hidden(field.type)]
        hidden = [field for field in fields if _is_hidden(field.type)]
        self.event = event
        self.shown = _struct_of(event, shown, tag=event.__struct_config__.tag)
        self.hidden = _struct_of(event, hidden, tag=None)
        self.shown_of = _values_of(shown)
        self.hidden_of = _values_of(hidden)
        self.nothing_hidden = tuple(field.default for field in hidden)
        self.decode_hidden = msgpack.Decoder(self.hidden).decode
        self.names = tuple(field.name for field in shown + hidden)

    def joined(self, shown: msgspec.Struct, secret: msgspec.Raw | None) -> msgspec.Struct:
        hidden = self.nothing_hidden
        if secret is not None:
            hidden = self.hidden_of(self.decode_hidden(secret))
        elif NODEFAULT in hidden:
            raise LogCorrupt(f"{self.event.__name__} without its secret")
        return self.event(**dict(zip(self.names, self.shown_of(shown) + hidden, strict=True)))


def _is_hidden(annotation: Any) -> bool:
    return any(
        isinstance(mark, Meta) and (mark.extra or {}).get(HIDDEN)
        for mark in getattr(annotation, "__metadata__", ())
    )


def _struct_of(
    event: type[msgspec.Struct], fields: list[msgspec.structs.FieldInfo], *, tag: Any
) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        event.__name__,
        [(f.name, f.type) if f.required else (f.name, f.type, f.default) for f in fields],
        tag=tag,
        tag_field="t" if tag else None,
        omit_defaults=True,
        forbid_unknown_fields=True,
        frozen=True,
        gc=False,
    )


def _values_of(fields: list[msgspec.structs.FieldInfo]) -> Callable[[Any], tuple[Any, ...]]:
    names = [field.name for field in fields]
    if len(names) > 1:
        return attrgetter(*names)
    one = attrgetter(*names)
    return lambda event: (one(event),)


def _splits() -> dict[type, _Split]:
    events = get_args(AnyEvent)
    assert get_origin(AnyEvent) is not None, "AnyEvent is a union"
    return {
        event: _Split(event)
        for event in events
        if any(_is_hidden(field.type) for field in msgspec.structs.fields(event))
    }


_SPLITS: Mapping[type, _Split] = _splits()
_SPLIT_OF_SHOWN = {split.shown: split for split in _SPLITS.values()}

# What stands in a public body: events without a secret as they are, of the others the shown part.
_SHOWN_CLASSES = tuple(_SPLITS[e].shown if e in _SPLITS else e for e in get_args(AnyEvent))


def _shown_decoder() -> msgpack.Decoder[tuple[int, tuple[Any, ...]]]:
    body: Any = tuple[int, tuple[Union[_SHOWN_CLASSES], ...]]  # type: ignore[valid-type]  # noqa: UP007
    return msgpack.Decoder(body)


_encode = msgpack.Encoder().encode
_decode_shown = _shown_decoder().decode
_decode_secret = msgpack.Decoder(tuple[int, dict[int, msgspec.Raw]]).decode


def _joined(shown: Any, secret: msgspec.Raw | None) -> Any:
    split = _SPLIT_OF_SHOWN.get(type(shown))
    return shown if split is None else split.joined(shown, secret)


def _unpack_old(public: bytes, secret: bytes) -> tuple[AnyEvent, ...]:
    schema, maps = msgpack.decode(public, type=tuple[int, Maps])
    secrets = msgpack.decode(secret, type=tuple[int, Secrets])[1] if secret else {}
    if not all(0 <= index < len(maps) for index in secrets):
        raise LogCorrupt(f"secrets of events {sorted(secrets)}, found {len(maps)} events")
    for index, hidden in secrets.items():
        maps[index].update(hidden)
    for older in range(schema, SCHEMA):
        if older not in UPCASTS:
            break
        maps, schema = UPCASTS[older](maps), older + 1
    if schema != SCHEMA:
        raise LogCorrupt(f"body of schema {schema}, expected {SCHEMA} or one that leads there")
    return msgspec.convert(maps, tuple[AnyEvent, ...])
