"""Settings from the environment: read once, refused clearly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import server
from server.settings import (
    HOUR_MS,
    NOT_THE_SERVERS,
    Limits,
    Settings,
    SettingsError,
    Times,
    settings_from,
)


def test_without_any_the_standards_hold() -> None:
    found = settings_from({"HOME": "/x", "OCHOS_PORT": ""})
    assert found == Settings(data=Path("data").absolute())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("OCHOS_REDIS_URI", "did you mean OCHOS_REDIS_URL?"),
        ("OCHOS_ROBOTPACE", "did you mean OCHOS_ROBOT_PACE?"),
        ("OCHOS_STORE_PROFIL", "did you mean OCHOS_STORE_PROFILE?"),
        ("OCHOS_PUBLIC_ORIGINS", "did you mean OCHOS_PUBLIC_ORIGIN?"),
        ("OCHOS_LIMITS_ROOMS", "did you mean OCHOS_LIMIT_ROOMS?"),
        ("OCHOS_XYZZY", "there are OCHOS_ABSENCE_HOURS, OCHOS_ARCHIVE_DAYS, OCHOS_CLOCK"),
    ],
)
@pytest.mark.parametrize("value", ["1", ""])
def test_a_mistyped_setting_is_refused_and_the_nearest_one_named(
    name: str, told: str, value: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        settings_from({name: value})
    assert str(refused.value).startswith(f"{name}: no such setting; {told}")


def test_names_that_are_not_the_servers_are_no_matter_to_it() -> None:
    others = {"OCHOS_TESTS": "long", "OCHOS_SERVER": "http://x", "OCHOS_LANG": "es", "OCHO": "1"}
    assert settings_from(others) == settings_from({})


def test_every_name_that_the_project_speaks_of_is_known_or_set_apart() -> None:
    root = Path(server.__file__).parents[1]
    known = _known()
    texts = [
        root / "README.md", root / "Makefile", root / "server" / "ARCHITECTURE.md",
        *(path for path in (root / "deploy").rglob("*") if path.is_file()),
    ]  # fmt: skip
    named: set[str] = set()
    for path in texts:
        if path.suffix != ".pyc":
            named |= set(re.findall(r"\bOCHOS_[A-Z_]*[A-Z]", path.read_text()))
    assert named - known - NOT_THE_SERVERS == {"OCHOS_LIMIT"}
    table = (root / "server" / "ARCHITECTURE.md").read_text().partition("\n## Settings\n")[2]
    told = set(re.findall(r"`(OCHOS_[A-Z_]*[A-Z])`", table.partition("\n## ")[0]))
    assert {name for name in known if not name.startswith("OCHOS_LIMIT_")} == told


def _known() -> set[str]:
    """All settings, as a name that is like none of them has them told."""
    with pytest.raises(SettingsError) as refused:
        settings_from({"OCHOS_XYZZY": ""})
    limits = {f"OCHOS_LIMIT_{field.upper()}" for field in Limits.__struct_fields__}
    return set(re.findall(r"OCHOS_[A-Z_]*[A-Z]", str(refused.value))) - {"OCHOS_XYZZY"} | limits


def test_every_setting_is_read() -> None:
    found = settings_from(
        {
            "OCHOS_HOST": "lan",
            "OCHOS_PORT": "0",
            "OCHOS_DATA": "/srv/ocho",
            "OCHOS_REDIS_URL": "redis+cluster://store-1:6379,store-2:6379",
            "OCHOS_STORE_PROFILE": "failover",
            "OCHOS_PUBLIC_ORIGIN": "https://Ocho.example, http://ocho.local:8000/",
            "OCHOS_TRUSTED_PROXY": "10.0.0.1, 172.30.8.0/24,fd00::/64",
            "OCHOS_METRICS_HOST": "10.0.0.2",
            "OCHOS_METRICS_PORT": "9464",
            "OCHOS_CLOCK_OFFSET_MS": "-5",
            "OCHOS_ROBOT_PACE": "0",
            "OCHOS_ABSENCE_HOURS": "0.5",
            "OCHOS_EXPIRY_HOURS": "24",
            "OCHOS_LIMIT_WATCHERS": "3",
        }
    )
    assert found == Settings(
        host="lan",
        port=0,
        data=Path("/srv/ocho"),
        redis_url="redis+cluster://store-1:6379,store-2:6379",
        store_profile="failover",
        public_origins=("https://ocho.example", "http://ocho.local:8000"),
        trusted_proxies=("10.0.0.1/32", "172.30.8.0/24", "fd00::/64"),
        metrics_host="10.0.0.2",
        metrics_port=9464,
        clock_offset_ms=-5,
        robot_pace=0,
        limits=Limits(watchers=3),
        times=Times(absence_ms=HOUR_MS // 2, expiry_ms=24 * HOUR_MS),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OCHOS_PORT", "65536"),
        ("OCHOS_PORT", "-1"),
        ("OCHOS_PORT", "80.0"),
        ("OCHOS_ROBOT_PACE", "101"),
        ("OCHOS_REDIS_URL", "http://store:6379"),
        ("OCHOS_REDIS_URL", "redis+sentinel://store:26379"),
        ("OCHOS_STORE_PROFILE", "sometimes"),
        ("OCHOS_STORE_PROFILE", "failover"),
        ("OCHOS_TRUSTED_PROXY", "proxy"),
        ("OCHOS_TRUSTED_PROXY", "10.0.0.1/24"),
        ("OCHOS_PUBLIC_ORIGIN", "ocho.example"),
        ("OCHOS_PUBLIC_ORIGIN", "https://ocho.example/path"),
        ("OCHOS_ABSENCE_HOURS", "0"),
        ("OCHOS_ABSENCE_HOURS", "nan"),
        ("OCHOS_LIMIT_WATCHERS", "0"),
        ("OCHOS_LIMIT_NONSENSE", "1"),
    ],
)
def test_what_cannot_be_read_is_named_with_what_was_expected(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings_from({name: value})
