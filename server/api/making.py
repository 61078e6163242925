"""Making a table: the wish as it comes in, and what is written for it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from server.api.ruling import refuse
from server.api.tokens import fresh_invite, fresh_table, token_hash_of
from server.game.commands import MakeTable
from server.live.asking import fresh_seed, hash_of
from server.live.hub import Hub
from server.live.talk import INVITE, TITLE
from server.live.words import clean_name, clean_title
from server.protocol.frames import Words
from server.rules.door import RulesConflict, check_seats, rules_for
from server.rules.presets import SEATS_DEFAULT
from server.rules.ruleset import RuleSet

Word = Annotated[str, Meta(max_length=64)]


class TableWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables`."""

    preset: Word
    name: Words
    seats: int = SEATS_DEFAULT
    title: Words = ""
    set: dict[Word, Any] = {}  # switch → value


class MadeTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Its answer."""

    table: str
    invite: str
    path: str
    address: str = ""  # where others reach this server, if it knows: `http://192.168.1.20:8000`


async def make_table(hub: Hub, wish: TableWish, secret: str) -> MadeTable:
    """A new table, whose maker sits at seat 0.

    Raises: Rejected (rules that do not go together, a bad name), StoreUnavailable.
    """
    name, title = clean_name(wish.name), clean_title(wish.title)
    rules = _rules_of(wish)
    table, invite = fresh_table(), fresh_invite()
    await hub.make(
        MakeTable(
            table=table,
            seats=wish.seats,
            rules=rules,
            token_hash=token_hash_of(secret, table),
            invite_hash=hash_of(invite),
            seed=fresh_seed(),
            absence_ms=hub.settings.times.absence_ms,
            expiry_ms=hub.settings.times.expiry_ms,
        )
    )
    for field, words in ((INVITE, invite), ("1", name), (TITLE, title)):
        if words:
            await hub.store.set_name(table, field, words)
    return MadeTable(table=table, invite=invite, path=f"/t/{table}#{invite}")


def _rules_of(wish: TableWish) -> RuleSet:
    try:
        rules = rules_for(wish.preset, wish.set)
        check_seats(rules, wish.seats)
    except RulesConflict as conflict:
        raise refuse(conflict) from None
    return rules
