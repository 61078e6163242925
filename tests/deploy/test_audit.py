"""The audit of dependencies: what is known is told, and so is that nobody could be asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from deploy import audit
from deploy.audit import Code, page_pins, python_pins


class _Service(BaseHTTPRequestHandler):
    """Answers as OSV does: a fault is known of whatever is called `starlette`."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
        results = [
            {"vulns": [{"id": "GHSA-2"}, {"id": "GHSA-1"}]}
            if query["package"]["name"] == self.server.known  # type: ignore[attr-defined]
            else {}
            for query in asked
        ]
        body = json.dumps({"results": results}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[HTTPServer]:
    with HTTPServer(("127.0.0.1", 0), _Service) as server:
        server.known = ""  # type: ignore[attr-defined]
        monkeypatch.setattr(audit, "SERVICE", f"http://127.0.0.1:{server.server_port}/")
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_every_pinned_package_is_asked_about() -> None:
    assert {name for _, name, _ in python_pins()} >= {"starlette", "msgspec", "pytest"}
    assert {name for _, name, _ in page_pins()} >= {"svelte", "vite"}


def test_known_faults_are_named(service: HTTPServer, capsys: pytest.CaptureFixture[str]) -> None:
    service.known = "starlette"  # type: ignore[attr-defined]
    assert audit.main(["--if-reachable"]) == Code.FAULTS
    told = capsys.readouterr()
    assert "PyPI starlette" in told.err
    assert "GHSA-1, GHSA-2" in told.err
    assert "faults are known of 1." in told.out


def test_no_fault_is_said_too(service: HTTPServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main() == Code.FINE
    assert "faults are known of 0." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code"), [((), Code.NOT_ASKED), (("--if-reachable",), Code.FINE)]
)
def test_where_nobody_can_be_asked_nothing_is_claimed(
    words: tuple[str, ...], code: Code, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(audit, "SERVICE", "http://127.0.0.1:9/")
    assert audit.main(words) == code
    told = capsys.readouterr()
    assert "Not audited" in told.err
    assert told.out == ""
