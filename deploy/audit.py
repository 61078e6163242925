"""`make audit`: asks OSV (osv.dev) whether faults are known of the exact versions that are pinned.

Python's packages are those of `constraints.txt`, the page's those of `package-lock.json`. Only
names and versions are sent. Where the service cannot be reached nothing is known, and that is said.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
SERVICE = "https://api.osv.dev/v1/querybatch"
ANSWER_SECONDS = 30.0
BATCH_MAX = 1_000  # questions that the service takes at once
Pin = tuple[str, str, str]  # ecosystem, name, version


class Code(IntEnum):
    """Exit codes."""

    FINE = 0
    FAULTS = 1
    NOT_ASKED = 2


def main(words: Sequence[str] = ()) -> int:
    """With `--if-reachable`, not to have been able to ask is no failure."""
    pins = [*python_pins(), *page_pins()]
    try:
        known = faults_of(pins)
    except (URLError, OSError, ValueError) as error:
        sys.stderr.write(
            f"Not audited: {SERVICE} gives no answer ({error}). Whether faults are known of the "
            f"{len(pins)} packages is unknown; run `make audit` where the network reaches it.\n"
        )
        return Code.FINE if "--if-reachable" in words else Code.NOT_ASKED
    for (ecosystem, name, version), ids in known.items():
        sys.stderr.write(f"{ecosystem} {name} {version}: {', '.join(ids)}\n")
    print(f"{len(pins)} packages audited, faults are known of {len(known)}.")
    return Code.FAULTS if known else Code.FINE


def python_pins() -> Iterator[Pin]:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, version = line.partition("==")
            yield "PyPI", name, version


def page_pins() -> Iterator[Pin]:
    lock = json.loads((ROOT / "clients/web/package-lock.json").read_text())
    for path, entry in lock["packages"].items():
        if path and "version" in entry:
            yield "npm", path.rpartition("node_modules/")[2], entry["version"]


def faults_of(pins: Sequence[Pin]) -> dict[Pin, tuple[str, ...]]:
    """The names under which faults of these packages are known.

    Raises: OSError, ValueError if the service gives no answer, or one that cannot be read.
    """
    known: dict[Pin, tuple[str, ...]] = {}
    for start in range(0, len(pins), BATCH_MAX):
        batch = pins[start : start + BATCH_MAX]
        results = _asked([_question(*pin) for pin in batch])
        for pin, result in zip(batch, results, strict=True):
            if result.get("vulns"):
                known[pin] = tuple(sorted(fault["id"] for fault in result["vulns"]))
    return known


def _question(ecosystem: str, name: str, version: str) -> dict[str, Any]:
    return {"package": {"ecosystem": ecosystem, "name": name}, "version": version}


def _asked(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    body = json.dumps({"queries": questions}).encode()
    request = Request(SERVICE, body, {"content-type": "application/json"})
    with urlopen(request, timeout=ANSWER_SECONDS) as answer:  # noqa: S310
        results: list[dict[str, Any]] = json.load(answer)["results"]
    return results


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
