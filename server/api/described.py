"""The HTTP API described for programs: an OpenAPI document made of the types that are really read
and written."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from server import __version__
from server.api.asked import Refusal
from server.api.health import Alive, Readiness
from server.api.making import MadeTable, TableWish
from server.api.moving import CodeMade, CodeTyped, Moved, Renewal
from server.api.offer import Offer
from server.api.ruling import RulesAnswer, RulesWish
from server.api.table_info import TableInfo
from server.rules.page.build import RulesPage

Tree = dict[str, Any]
LINES = "application/x-ndjson"
_TABLE: Tree = {"type": "string", "pattern": "^[a-z2-7]{26}$"}
_LANG: Tree = {"type": "string", "enum": ["es", "en"]}


class _Row(msgspec.Struct, frozen=True):
    """One request; its answer is a type, or lines of JSON."""

    method: str
    path: str
    told: str
    answer: type | None
    body: type | None = None
    status: int = 200
    query: tuple[tuple[str, Tree], ...] = ()


_MATCH = (
    ("match", {"type": "integer", "minimum": 0, "maximum": 999_999}),
    ("format", {"type": "string", "enum": ["acta"]}),
    ("names", {"type": "string", "enum": ["yes", "no"]}),
)
_IN_WORDS = (("lang", _LANG),)
_ROWS = (
    _Row("post", "/api/tables", "Makes a table; its maker sits at seat 0.", MadeTable,
         body=TableWish, status=201),
    _Row("get", "/api/tables/{table}", "What a list of one's tables shows of one.", TableInfo),
    _Row("get", "/api/tables/{table}/export", "A match as a file: to replay, or as an acta.",
         None, query=_MATCH),
    _Row("get", "/api/tables/{table}/rules", "The rules of a table in plain words.", RulesPage,
         query=_IN_WORDS),
    _Row("post", "/api/tables/{table}/code", "A code that takes one's seat to another device.",
         CodeMade, status=201),
    _Row("post", "/api/tables/{table}/token", "Holds one's seat by another secret.", Moved,
         body=Renewal),
    _Row("post", "/api/move", "Takes the seat that a code is for.", Moved, body=CodeTyped),
    _Row("get", "/api/rules", "What can be chosen.", Offer),
    _Row("post", "/api/rules/check", "What a choice of rules comes to.", RulesAnswer,
         body=RulesWish),
    _Row("get", "/api/rules/{code}", "The rules that a code stands for.", RulesAnswer,
         query=_IN_WORDS),
    _Row("get", "/health", "Whether the server is alive, and what its store promises.", Alive),
    _Row("get", "/ready", "Whether the store answers; 503 if not.", Readiness),
)  # fmt: skip
_IN_PATHS = {"table": _TABLE, "code": {"type": "string", "minLength": 1, "maxLength": 512}}


@cache
def described() -> Tree:
    """The document, OpenAPI 3.1; always the same one."""
    types = {kind for row in _ROWS for kind in (row.answer, row.body) if kind} | {Refusal}
    ordered = sorted(types, key=lambda kind: kind.__name__)
    schemas, components = msgspec.json.schema_components(
        ordered, schema_hook=_anything, ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip(ordered, schemas, strict=True))
    paths: Tree = {}
    for row in _ROWS:
        paths.setdefault(row.path, {})[row.method] = _operation(row, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ochos Locos", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "terminal": {"type": "http", "scheme": "bearer"},
                "browser": {"type": "apiKey", "in": "cookie", "name": "ochos"},
            },
        },
        "security": [{}, {"terminal": []}, {"browser": []}],
    }


def _anything(kind: type) -> Tree:
    """What a field of type `object` may hold."""
    if kind is object:
        return {"description": "Whatever the switch holds."}
    raise NotImplementedError(kind)


def _operation(row: _Row, by_type: dict[type, Tree]) -> Tree:
    media = "application/json" if row.answer else LINES
    schema = by_type[row.answer] if row.answer else {"type": "string"}
    operation: Tree = {
        "summary": row.told,
        "parameters": [*_in_path(row.path), *(_parameter("query", *one) for one in row.query)],
        "responses": {
            str(row.status): {"description": "Done.", "content": {media: {"schema": schema}}},
            "default": {
                "description": "Refused: a reason, and its facts.",
                "content": {"application/json": {"schema": by_type[Refusal]}},
            },
        },
    }
    if row.answer is Readiness:
        operation["responses"]["503"] = operation["responses"]["200"]
    if row.body:
        content = {"application/json": {"schema": by_type[row.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _in_path(path: str) -> list[Tree]:
    return [
        {**_parameter("path", name, schema), "required": True}
        for name, schema in _IN_PATHS.items()
        if f"{{{name}}}" in path
    ]


def _parameter(place: str, name: str, schema: Tree) -> Tree:
    return {"in": place, "name": name, "schema": schema}
