"""Exit codes of `ochos`, and the error that ends the program with one of them."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    DONE = 0
    REFUSED = 1
    WRONG_USE = 2
    NO_CONNECTION = 3
    NOT_VERIFIED = 4


FAULTS: tuple[tuple[type[OSError], str], ...] = (
    (FileNotFoundError, "missing"),
    (PermissionError, "forbidden"),
    (IsADirectoryError, "folder"),
)


class Stop(Exception):
    """The program ends now: `key` is the message for the person, with its variables."""

    def __init__(self, code: Exit, key: str, **variables: str | int) -> None:
        super().__init__(key)
        self.code = code
        self.key = key
        self.variables = variables


def unopened(key: str, path: str, error: OSError) -> Stop:
    """A file that could not be read or written: why, in the person's language where it is known."""
    kind = next((kind for fault, kind in FAULTS if isinstance(error, fault)), "other")
    why = error.strerror or str(error)
    return Stop(Exit.WRONG_USE, key, path=path, kind=kind, why=why)
