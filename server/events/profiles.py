"""How much a store is asked to keep, and what may be promised of it for that."""

from __future__ import annotations

from typing import Literal

import msgspec

ProfileName = Literal["always", "everysec", "failover", "strict"]


class Profile(msgspec.Struct, frozen=True, gc=False):
    """What is asked of a store's settings, and of each append."""

    name: ProfileName
    appendfsync: tuple[str, ...]  # that will do; empty: it need not be readable
    copies: int  # replicas that must have an entry before it is acknowledged
    promise: tuple[str, ...]  # lines for people
    tells_late: bool = False  # whether other processes hear of an entry only when it has its copies


_DISK = "If the disk dies, everything since the last backup is gone."
_NO_CONSENSUS = (
    "Replication is not consensus: more failures at once than that may undo acknowledged actions.",
    "Then all players are told, and the log stays consistent.",
    "While a primary has too few replicas in reach, its tables wait.",
)

ALWAYS = Profile(
    "always",
    ("always",),
    0,
    (
        "An acknowledged action survives the crash of the program, the store and the machine,",
        "as far as the disk keeps what it reported as written.",
        _DISK,
    ),
)
EVERYSEC = Profile(
    "everysec",
    ("always", "everysec", ""),
    0,
    (
        "Acknowledged actions of the last two seconds may be lost at any abrupt end,",
        "even of the store alone.",
        _DISK,
    ),
)
FAILOVER = Profile(
    "failover",
    ("always",),
    1,
    ("An acknowledged action survives the loss of any one server of the store.", *_NO_CONSENSUS),
)
STRICT = Profile(
    "strict",
    ("always",),
    2,
    ("An acknowledged action survives the loss of any two servers of the store.", *_NO_CONSENSUS),
    tells_late=True,
)
PROFILES: dict[str, Profile] = {each.name: each for each in (ALWAYS, EVERYSEC, FAILOVER, STRICT)}

# Of a store whose primary may be replaced, where no copies are waited for.
MAY_FAIL_OVER = (
    "A failover to a replica may undo what was acknowledged in the seconds before it;",
    "then all players are told.",
)
