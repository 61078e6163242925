"""All settings of the server, read once from the environment (`OCHOS_…`), then passed on."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from server.events.places import place_of
from server.events.profiles import PROFILES

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
PORT_MAX = 65_535
ARCHIVE_DAYS_MAX = 36_500
_OURS = "OCHOS_"
_LIMIT = "OCHOS_LIMIT_"
# Of the terminal, of scripts, of building and of tests: the server does not mind them.
NOT_THE_SERVERS = frozenset(
    f"{_OURS}{name}" for name in ("SERVER", "LANG", "PAGE", "TESTS", "DEV_SERVER", "FLIPS", "FALSE")
)


class SettingsError(Exception):
    """A setting that cannot be read; says which, what was expected and what was found."""


class Limits(msgspec.Struct, frozen=True, gc=False):
    """How much one address, connection or table may ask for. Each is `OCHOS_LIMIT_<NAME>`."""

    connections: int = 60  # open at once, per address
    connects_per_second: int = 5  # per address
    connects_burst: int = 20
    tables_per_hour: int = 30  # new ones, per address
    requests_per_second: int = 20  # of the HTTP API, per address
    requests_burst: int = 60
    commands_per_second: int = 10  # per connection
    commands_burst: int = 20
    chat_per_second: int = 1  # per connection
    chat_burst: int = 5
    refusals_per_minute: int = 30  # per connection; one more closes it
    watchers: int = 64  # per table
    codes_per_quarter: int = 10  # tried, or asked for, in 15 minutes, per address
    rooms: int = 20_000  # tables in play in this process


class Times(msgspec.Struct, frozen=True, gc=False):
    """Times of RULES.md §10, in milliseconds; a table keeps those it was made with."""

    absence_ms: int = 48 * HOUR_MS  # OCHOS_ABSENCE_HOURS
    expiry_ms: int = 7 * DAY_MS  # OCHOS_EXPIRY_HOURS


class Settings(msgspec.Struct, frozen=True, gc=False):
    """The whole of it."""

    host: str = "127.0.0.1"  # OCHOS_HOST; `lan` = every address of this machine
    port: int = 8000  # OCHOS_PORT; 0 = any that is free
    data: Path = Path("data")  # OCHOS_DATA
    redis_url: str = ""  # OCHOS_REDIS_URL; empty = the embedded store
    store_profile: str = "always"  # OCHOS_STORE_PROFILE, a name of PROFILES
    public_origins: tuple[str, ...] = ()  # OCHOS_PUBLIC_ORIGIN, separated by commas
    trusted_proxies: tuple[str, ...] = ()  # OCHOS_TRUSTED_PROXY: whose X-Forwarded-… are believed
    metrics_host: str = "127.0.0.1"  # OCHOS_METRICS_HOST
    metrics_port: int = 0  # OCHOS_METRICS_PORT; 0 = no metrics
    clock_offset_ms: int = 0  # OCHOS_CLOCK_OFFSET_MS, for tests
    archive_days: int = 7  # OCHOS_ARCHIVE_DAYS, after which finished tables go to files; 0 = never
    robot_pace: int = 100  # OCHOS_ROBOT_PACE, percent of a person's pace; 0 = at once
    limits: Limits = Limits()
    times: Times = Times()


def settings_from(environment: Mapping[str, str]) -> Settings:
    """The settings that an environment asks for.

    Raises: SettingsError.
    """
    read = _Reader(environment)
    settings = Settings(
        host=read.text("OCHOS_HOST", "127.0.0.1"),
        port=read.number("OCHOS_PORT", 8000, 0, PORT_MAX),
        data=Path(read.text("OCHOS_DATA", "data")).expanduser().absolute(),
        redis_url=_store_url(read),
        store_profile=_profile(read),
        public_origins=read.each("OCHOS_PUBLIC_ORIGIN", _origin),
        trusted_proxies=read.each("OCHOS_TRUSTED_PROXY", _network),
        metrics_host=read.text("OCHOS_METRICS_HOST", "127.0.0.1"),
        metrics_port=read.number("OCHOS_METRICS_PORT", 0, 0, PORT_MAX),
        clock_offset_ms=read.number("OCHOS_CLOCK_OFFSET_MS", 0, -(2**45), 2**45),
        archive_days=read.number("OCHOS_ARCHIVE_DAYS", 7, 0, ARCHIVE_DAYS_MAX),
        robot_pace=read.number("OCHOS_ROBOT_PACE", 100, 0, 100),
        limits=_limits(read),
        times=_times(read),
    )
    _refuse_unknown(read)
    return settings


def _refuse_unknown(read: _Reader) -> None:
    """A mistyped setting is none, and nobody would notice before it is missed.

    Raises: SettingsError.
    """
    for name in read.names(_OURS):
        if name in read.known or name in NOT_THE_SERVERS:
            continue
        (nearest,) = get_close_matches(name, read.known, 1) or ("",)
        advice = f"did you mean {nearest}?" if nearest else f"there are {_listed(read.known)}"
        raise SettingsError(f"{name}: no such setting; {advice}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(name for name in names if not name.startswith(_LIMIT)))


def _store_url(read: _Reader) -> str:
    url = read.text("OCHOS_REDIS_URL", "")
    try:
        if url:
            place_of(url)
    except ValueError as error:
        raise SettingsError(f"OCHOS_REDIS_URL: {error}") from error
    return url


def _profile(read: _Reader) -> str:
    name = read.text("OCHOS_STORE_PROFILE", "always")
    if name not in PROFILES:
        raise SettingsError(f"OCHOS_STORE_PROFILE: expected {', '.join(PROFILES)}, found {name!r}")
    if PROFILES[name].copies and not read.text("OCHOS_REDIS_URL", ""):
        raise SettingsError(
            f"OCHOS_STORE_PROFILE: {name} needs a store with replicas, named by OCHOS_REDIS_URL; "
            "the embedded store has none"
        )
    return name


def _limits(read: _Reader) -> Limits:
    names = {_LIMIT + field.upper(): field for field in Limits.__struct_fields__}
    unknown = [name for name in read.names(_LIMIT) if name not in names]
    if unknown:
        raise SettingsError(f"{unknown[0]}: no such limit; there are {', '.join(sorted(names))}")
    standard = Limits()
    return Limits(
        **{
            field: read.number(name, getattr(standard, field), 1, 10**9)
            for name, field in names.items()
        }
    )


def _times(read: _Reader) -> Times:
    standard = Times()
    return Times(
        absence_ms=read.hours("OCHOS_ABSENCE_HOURS", standard.absence_ms),
        expiry_ms=read.hours("OCHOS_EXPIRY_HOURS", standard.expiry_ms),
    )


class _Reader:
    """Reads single variables and says clearly what is wrong with one."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.known: set[str] = set()  # all that were asked for

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._environment if name.startswith(prefix))

    def text(self, name: str, standard: str) -> str:
        self.known.add(name)
        return self._environment.get(name, "").strip() or standard

    def number(self, name: str, standard: int, least: int, most: int) -> int:
        found = self.text(name, "")
        if not found:
            return standard
        try:
            number = int(found)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise SettingsError(
                f"{name}: expected a whole number from {least} to {most}, found {found!r}"
            )
        return number

    def hours(self, name: str, standard_ms: int) -> int:
        """Milliseconds of a positive number of hours, which may have a fraction."""
        found = self.text(name, "")
        if not found:
            return standard_ms
        try:
            hours = float(found)
        except ValueError:
            hours = 0.0
        if not 0 < hours <= 24 * 366:
            raise SettingsError(f"{name}: expected hours from 0 to a year, found {found!r}")
        return max(1, round(hours * HOUR_MS))

    def each(self, name: str, parse: Callable[[str, str], str]) -> tuple[str, ...]:
        parts = (part.strip() for part in self.text(name, "").split(","))
        return tuple(parse(name, part) for part in parts if part)


def _network(name: str, found: str) -> str:
    """An address, or a network as 10.0.0.0/24."""
    try:
        return str(ipaddress.ip_network(found))
    except ValueError:
        raise SettingsError(
            f"{name}: expected addresses or networks such as 10.0.0.0/24, found {found!r}"
        ) from None


def _origin(name: str, found: str) -> str:
    """Scheme, host and port as a browser writes them in `Origin`."""
    parts = urlsplit(found)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
        raise SettingsError(
            f"{name}: expected origins such as https://ocho.example, found {found!r}"
        )
    return f"{parts.scheme}://{parts.netloc}".lower()
