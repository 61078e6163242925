"""Prometheus can read the metrics; its alarms ring when they should, and a page says what to do."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from server.api.metrics import of_game, of_process, text_of
from tests.live.site import joined, made_on, site_on

HERE = Path(__file__).resolve().parent
DEPLOY = HERE.parent.parent / "deploy"
RULES = (DEPLOY / "prometheus" / "rules.yml").read_text()
RULE_TESTS = (HERE / "rules_test.yml").read_text()
ALARMS = re.findall(r"- alert: (\w+)", RULES)


def promtool(*words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ("promtool", *words), input=told, capture_output=True, text=True, check=False
    )


async def metrics() -> str:
    async with site_on() as site:
        made = await made_on(site.url)
        player = await joined(site.host, made.table, secret=made.secret)
        await player.refused("start", match=7)
        await player.send("bye")
        await player.until_closed()
        return text_of((*of_game(site.hub, "single"), *of_process()))


async def test_it_finds_nothing_amiss_with_the_metrics() -> None:
    check = promtool("check", "metrics", told=await metrics())
    assert (check.returncode, check.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        ("check", "config", f"{DEPLOY}/prometheus/prometheus.yml"),
        ("check", "rules", f"{DEPLOY}/prometheus/rules.yml"),
        ("test", "rules", f"{HERE}/rules_test.yml"),
    ],
    ids=" ".join,
)
def test_it_finds_nothing_amiss_with(words: tuple[str, ...]) -> None:
    check = promtool(*words)
    assert check.returncode == 0, check.stdout + check.stderr


@pytest.mark.parametrize("alarm", ALARMS)
def test_every_alarm_is_tried_and_explained(alarm: str) -> None:
    assert f"alertname: {alarm}, exp_alerts: []" in RULE_TESTS
    assert re.search(rf"alertname: {alarm}\n\s+exp_alerts:\n\s+- exp_labels", RULE_TESTS)
    assert f'RUNBOOK.md#{alarm.lower()}"' in RULES
    assert f"\n### {alarm}\n" in (DEPLOY / "RUNBOOK.md").read_text()


async def test_alarms_are_about_what_the_metrics_tell() -> None:
    told = set(re.findall(r"^(\w+)", await metrics(), re.MULTILINE)) | {"up"}
    asked = {
        name
        for expression in re.findall(r"expr: (.+)", RULES)
        for name in re.findall(r"\b((?:ochos|process)_\w+|up)\b", expression)
    }
    assert asked
    assert asked - told == set()
