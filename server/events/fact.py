"""What every event is made of, and how its secret fields are marked."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

HIDDEN = "hidden"
HiddenFlag = Annotated[bool, Meta(extra={HIDDEN: True})]
HiddenText = Annotated[str, Meta(extra={HIDDEN: True})]
HiddenCards = Annotated[tuple[str, ...], Meta(extra={HIDDEN: True})]
HiddenHands = Annotated[tuple[tuple[str, ...], ...], Meta(extra={HIDDEN: True})]


class Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="t",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A fact; the tag is the class's name."""
