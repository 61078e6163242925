"""How a cheat is put in place of what the product does."""

from __future__ import annotations

from typing import Any


def put(name: str, value: object, *owners: Any) -> None:
    """Puts `value` in the place of what all these modules or classes know under a name."""
    for owner in owners:
        assert hasattr(owner, name), f"{owner} has no {name}"
        setattr(owner, name, value)
