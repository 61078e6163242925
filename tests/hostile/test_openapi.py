"""The API's own description is whole, and a server does as it says, whatever it is sent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import checks
from starlette.routing import Route

from server.api.described import described
from server.api.http import Api, Promised
from server.protocol.reasons import Reason
from tests.api.processes import GENEROUS

LONG = os.environ.get("OCHOS_TESTS") == "long"
EXAMPLES = 300 if LONG else 10
# A switch, a code or a table of the right form may still be one that there is not.
NOT_ASKED = [checks.positive_data_acceptance]
OPERATIONS = [
    found.ok()  # type: ignore[union-attr]
    for found in schemathesis.openapi.from_dict(described()).get_all_operations()
]


class Served(msgspec.Struct):
    link: str
    table: str
    secret: str
    log: Path


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a table; afterwards its log tells of no fault."""
    data = tmp_path_factory.mktemp("described")
    env = {**os.environ, **GENEROUS, "OCHOS_DATA": str(data)}
    command = [sys.executable, "-m", "server", "serve", "--port", "0"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        try:
            secret = "5" * 64
            made = httpx.post(
                f"{link}api/tables",
                json={"preset": "clasico", "name": "Ana"},
                headers={"authorization": f"Bearer {secret}"},
            )
            yield Served(link.rstrip("/"), made.json()["table"], secret, data / "server.log")
        finally:
            process.terminate()
    lines = (data / "server.log").read_text().splitlines()
    assert [line for line in lines if json.loads(line)["level"] == "error"] == []


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.label)
def test_a_server_does_as_its_description_says(served: Served, operation: Any) -> None:
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(), known=st.booleans(), seated=st.booleans())
    def judged(case: Any, known: bool, seated: bool) -> None:
        if known and "table" in case.path_parameters:
            case.path_parameters["table"] = served.table
        headers = {"authorization": f"Bearer {served.secret}"} if seated else {}
        case.call_and_validate(
            base_url=served.link, headers=headers, excluded_checks=NOT_ASKED, timeout=60
        )

    judged()


def test_the_description_is_served_and_names_every_request(served: Served) -> None:
    told = httpx.get(f"{served.link}/api/openapi.json").json()
    assert told == json.loads(msgspec.json.encode(described()))
    routes = Api(None, None, None, Promised()).app().routes  # type: ignore[arg-type]
    assert {
        (method.lower(), route.path)
        for route in routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
        if route.path.startswith(("/api/", "/health", "/ready"))
    } - {("get", "/api/openapi.json")} == {
        (method, path) for path, methods in told["paths"].items() for method in methods
    }


def test_what_is_not_done_this_way_says_how_it_is(served: Served) -> None:
    answer = httpx.put(f"{served.link}/api/rules")
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert answer.json() == {"code": Reason.NOT_FOUND.value, "facts": {}}
