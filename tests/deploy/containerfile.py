"""Does what a Containerfile says, step by step, on this machine: no engine, folders of its own."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = ROOT / "deploy" / "Containerfile"
OURS = ("/src", "/wheels", "/opt/ochos", "/data")  # folders of the image that are moved


class Step(msgspec.Struct, frozen=True):
    word: str  # RUN, COPY …
    rest: str


def steps() -> tuple[Step, ...]:
    """The instructions, each on one line."""
    text = re.sub(r"^#.*\n", "", FILE.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return tuple(Step(*line.split(maxsplit=1)) for line in lines)


class Image:
    """What has been built, under one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment: dict[str, str] = {}
        self.command: list[str] = []
        self.health: list[str] = []
        self.user = ""
        self.stages = 0
        self._entry: list[str] = []
        programs = folder / "programs"
        programs.mkdir(parents=True)
        (programs / "python").symlink_to(getattr(sys, "_base_executable", sys.executable))
        self._path = f"{programs}:{os.environ['PATH']}"

    def build(self) -> None:
        for step in steps():
            getattr(self, f"_{step.word.lower()}", self._nothing)(step.rest)
        self.command = [*self._entry, *self.command]

    def moved(self, text: str) -> str:
        """The same with the image's folders where they are here."""
        for place in OURS:
            text = re.sub(rf"(?<![\w/.]){place}\b", str(self.folder) + place, text)
        return text

    def surroundings(self) -> dict[str, str]:
        """The environment in which the image's command runs; nothing of this machine's own."""
        named = {name: self.moved(value) for name, value in self.environment.items()}
        named["PATH"] = named.get("PATH", "").replace("$PATH", self._path)
        return {**named, "HOME": "/nonexistent"}

    def _from(self, rest: str) -> None:
        assert rest.startswith("python:3.11-slim")
        self.stages += 1
        self.environment = {}

    def _workdir(self, rest: str) -> None:
        Path(self.moved(rest)).mkdir(parents=True)

    def _copy(self, rest: str) -> None:
        if rest.startswith("--from=build"):
            return  # it is there
        assert rest == ". ."
        for path in context():
            target = self.folder / "src" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, target)

    def _run(self, rest: str) -> None:
        command = self.moved(rest)
        if os.geteuid() != 0:
            command = re.sub(r" -[og] \d+", "", command)
        subprocess.run(
            ["sh", "-ec", command],
            cwd=self.folder / "src",
            env={**os.environ, **self.environment, "PATH": self._path, "PYTHONPATH": ""},
            check=True,
        )

    def _env(self, rest: str) -> None:
        self.environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))

    def _user(self, rest: str) -> None:
        self.user = rest

    def _entrypoint(self, rest: str) -> None:
        self._entry = json.loads(rest)

    def _cmd(self, rest: str) -> None:
        self.command = json.loads(rest)

    def _healthcheck(self, rest: str) -> None:
        self.health = json.loads(rest.partition("CMD ")[2])

    def _nothing(self, rest: str) -> None:
        """Words for the engine: VOLUME, EXPOSE, STOPSIGNAL."""


def context() -> Iterator[Path]:
    """What the engine would be sent: all that .dockerignore does not name."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    ignored = [line for line in lines if line and not line.startswith("#")]
    anywhere = {line.removeprefix("**/") for line in ignored if line.startswith("**/")}
    for top, folders, files in os.walk(ROOT):
        here = Path(top).relative_to(ROOT)
        folders[:] = [
            name
            for name in folders
            if name not in anywhere and (here / name).as_posix() not in ignored
        ]
        yield from (here / name for name in files if (here / name).as_posix() not in ignored)
