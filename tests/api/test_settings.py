"""Settings from the environment: read once, refused clearly."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.settings import HOUR_MS, Limits, Settings, SettingsError, Times, settings_from


def test_without_any_the_standards_hold() -> None:
    found = settings_from({"HOME": "/x", "OCHOS_PORT": ""})
    assert found == Settings(data=Path("data").absolute())


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
