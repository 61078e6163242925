"""The simulator plays whole matches, counts them, and fails when a law is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from server.robots import laws, selfplay
from server.robots.selfplay import Plan, play_match
from server.robots.simulate import main, play_all
from server.rules.door import rules_for
from server.rules.presets import PRESETS

# Digests of logs. They change only in a commit that says why: the rules, the chance in a deal, or
# how robots play.
GOLDEN = Path(__file__).parent.parent / "golden" / "selfplay.json"


def simulate(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    code = main([*words, "--json", "--jobs", "1"])
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    assert code == (1 if found["violations"] else 0)
    return found


# Few rounds, where a match has many.
SHORT = {"jiujitsu": ("--set", "max_rounds=2")}


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("seats", [2, 3, 4, 6, 10])
def test_matches_of_any_size_keep_every_law(
    preset: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--preset", preset, "--seats", str(seats), "--matches", "1")
    found = simulate(capsys, *words, *SHORT.get(preset, ()))
    assert (found["matches"], found["violations"]) == (1, [])
    assert found["digest"] != ""


@pytest.mark.parametrize("preset", ["familiar", "montanita", "jiujitsu"])
@pytest.mark.parametrize("seats", [2, 4])
def test_matches_on_honour_keep_every_law_whatever_people_do(
    preset: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    honour = ("--set", "enforcement=honour", "--set", "turn_seconds=30", "--mischief", "20")
    words = ("--preset", preset, "--seats", str(seats), "--matches", "1", *honour)
    found = simulate(capsys, *words, *SHORT.get(preset, ()))
    assert found["violations"] == []
    assert isinstance(found["calls"], int)
    assert found["calls"] > 0


@pytest.mark.parametrize(
    "switches",
    [
        ("rebuild_stock=yes", "draw_limit=1", "voluntary_draw=no", "drawn_card=must"),
        ("rebuild_stock=yes", "draw_limit=3", "last_card_effect=draw_applies"),
        ("starter_eight=dealer_names", "direction=left", "stacking=no"),
        ("skip=J,Q", "reverse=K", "draw=2:2,3:9", "hand_size=3", "two_packs_from=2"),
    ],
)
def test_matches_under_other_switches_keep_every_law(
    switches: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word for switch in switches for word in ("--set", switch)]
    found = simulate(capsys, "--preset", "especiales", "--seats", "3", "--matches", "3", *words)
    assert found["violations"] == []


def test_a_blocked_table_is_met_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulate(
        capsys, "--preset", "clasico", "--seats", "2", "--matches", "20", "--unchecked"
    )
    assert isinstance(found["blocked"], int)
    assert found["blocked"] > 0


def test_the_same_seed_tries_the_same_rules_by_chance(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--random-switches", "12", "--seed", "chance")
    found = simulate(capsys, *words)
    assert (found["matches"], found["violations"]) == (12, [])
    assert found == simulate(capsys, *words)
    assert found["digest"] != simulate(capsys, *words[:-1], "other")["digest"]


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_logs_of_a_preset_are_those_of_the_release(
    preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--preset", preset, "--matches", "3", "--seed", "golden", "--unchecked")
    found = simulate(capsys, *words, *SHORT.get(preset, ()))
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert found["digest"] == golden[preset]


def test_processes_share_the_work_and_not_the_outcome() -> None:
    plans = [Plan(rules_for("clasico"), 3, "shared", number, checks=False) for number in range(9)]
    assert play_all(plans, 2) == play_all(plans, 1)


def test_another_seed_gives_another_log() -> None:
    rules = rules_for("clasico")
    one, other = (play_match(Plan(rules, 2, seed, checks=False)) for seed in ("1", "2"))
    assert one.digest != other.digest


def test_a_broken_law_is_told_and_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(laws, "legal_actions", lambda table, seat: ())
    code = main(["--preset", "clasico", "--matches", "1", "--jobs", "1"])
    assert code == 1
    assert "L5: seat" in capsys.readouterr().out


def test_a_match_without_an_end_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "COMMANDS_MAX", 20)
    played = play_match(Plan(rules_for("clasico"), 4, "1"))
    assert [text for text in played.violations if "no end" in text]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "draw_limit=9"), "draw_limit and draw_limit: bad_value"),
        (("--set", "wings=yes"), "wings and wings: unknown"),
        (("--set", "wings"), "expected SWITCH=VALUE, found 'wings'"),
        (("--set", "skip=A"), "skip and reverse: two_effects"),
        (("--seats", "11"), "seats and seats: out_of_range"),
        (("--set", "play_on=yes"), "play_on and scoring: places_only"),
    ],
)
def test_a_wish_that_cannot_be_played_is_refused_in_words(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--preset", "especiales", *words]) == 2
    assert said in capsys.readouterr().out


def test_a_run_needs_a_preset_or_chance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "1"]) == 2
    assert "expected --preset or --random-switches" in capsys.readouterr().out


def test_a_match_that_breaks_down_is_told_with_its_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(table: object) -> str:
        raise AssertionError("no such card")

    monkeypatch.setattr(laws, "conservation_broken", broken)
    words = ("--preset", "familiar", "--set", "target=7", "--matches", "1", "--jobs", "1")
    assert main(words) == 1
    told = capsys.readouterr().out
    assert "broke down: AssertionError no such card [4 seats, familiar target=7]" in told


def test_people_get_a_summary_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--preset", "clasico", "--matches", "2", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    for word in ("rounds a match", "turns a round", "cards drawn", "blocked rounds", "target 2"):
        assert word in told
