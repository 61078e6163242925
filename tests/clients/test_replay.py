"""Matches told again from a file, in a process of their own."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from clients.cli.matchfile import read_match
from clients.cli.messages import Messages
from clients.cli.output import Line
from clients.cli.tape import OPEN, Tape
from tests.clients.program import ochos
from tests.clients.sample import CHOSEN, match_file

GOLDEN = Path(__file__).parents[1] / "golden" / "cli"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "partida.jsonl"
    path.write_bytes(match_file())
    return path


async def replayed(
    home: Path, *words: str, code: int = 0, environment: dict[str, str] | None = None
) -> str:
    async with ochos("replay", *words, home=home, **(environment or {})) as program:
        program.close_input()
        assert await program.exit() == code
    return program.raw.decode()


@pytest.mark.parametrize(
    ("golden", "preset", "words"),
    [
        ("replay-es-montanita.txt", "montanita", ("--open",)),
        ("replay-en-jiujitsu.txt", "jiujitsu", ("--seat", "1", "--lang", "en")),
    ],
)
async def test_matches_by_other_rules_are_told_as_they_were_before(
    tmp_path: Path, golden: str, preset: str, words: tuple[str, ...]
) -> None:
    path = tmp_path / "otra-casa.jsonl"
    path.write_bytes(match_file(preset))
    text = await replayed(tmp_path, str(path), *words)
    if os.environ.get("GOLDEN") == "write":
        (GOLDEN / golden).write_text(text, encoding="utf-8")
    assert text == (GOLDEN / golden).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("preset", CHOSEN)
def test_a_match_of_every_preset_is_told_from_the_deal_to_the_places(
    preset: str, language: str
) -> None:
    say = Messages(language, signs=False)
    tape = Tape(read_match(match_file(preset)), say)
    told = [line for index in range(len(tape)) for line in tape.told(index, OPEN)]
    lines = [*map(text_of, told)]
    assert any(line.startswith(say("cli-places", list="")[:-2]) for line in lines)
    for index in range(len(tape)):
        lines += map(text_of, tape.picture(index, OPEN))
    codes = re.compile(r"#\d|\b[b-k]~|\b[bpnk]!|\bJK\b|\bEL\b|None")
    assert not [line for line in lines if codes.search(line)]


def test_a_cut_for_the_deal_is_told_first() -> None:
    tape = Tape(read_match(match_file("familiar")), Messages("es", signs=False))
    assert text_of(tape.told(0, OPEN)[0]).startswith("Corte para repartir: Ana, ")


def text_of(line: Line) -> str:
    return "".join(piece if isinstance(piece, str) else piece.text for piece in line)


@pytest.mark.parametrize(
    ("golden", "words", "environment"),
    [
        ("replay-es-open.txt", ("--open",), {}),
        ("replay-en-seat-2.txt", ("--seat", "2", "--lang", "en"), {}),
        ("replay-es-step-9-c.txt", ("--step", "9"), {"LANG": "C"}),
    ],
)
async def test_a_match_is_told_as_it_was_before(
    kept: Path, golden: str, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    """`GOLDEN=write` writes the captures anew; read the change before keeping it."""
    text = await replayed(kept.parent, str(kept), *words, environment=environment)
    if os.environ.get("GOLDEN") == "write":
        (GOLDEN / golden).write_text(text, encoding="utf-8")
    assert text == (GOLDEN / golden).read_text(encoding="utf-8")


async def test_by_default_the_hand_of_who_exported_it_shows(kept: Path) -> None:
    text = await replayed(kept.parent, str(kept))
    assert "Mano de Ana:" in text
    assert "Mano de Carmen:" not in text


@pytest.fixture
def tampered(tmp_path: Path) -> Path:
    path = tmp_path / "otra.jsonl"
    path.write_bytes(match_file().replace(b'"name":"Carmen"', b'"name":"Karmen"'))
    return path


async def test_a_tampered_file_is_refused_with_its_line(tampered: Path) -> None:
    text = await replayed(tampered.parent, str(tampered), code=4)
    last = match_file().count(b"\n")
    assert text.startswith(f"El archivo no vale desde la línea {last}: la suma")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "7"), "En esta partida no juega el asiento 7."),
        (("--step", "9999"), "Esta partida tiene "),
        (("--seat", "0"), "«0» no es un número desde 1."),
    ],
)
async def test_what_the_match_has_not_is_wrong_use(
    kept: Path, words: tuple[str, ...], said: str
) -> None:
    assert said in await replayed(kept.parent, str(kept), *words, code=2)


async def test_a_file_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    assert "No se pudo leer nada.jsonl: no existe." in await replayed(
        tmp_path, "nada.jsonl", code=2
    )
    said = f"No se pudo leer {tmp_path}: es una carpeta."
    assert said in await replayed(tmp_path, str(tmp_path), code=2)


async def test_a_match_cut_short_shows_only_what_its_viewer_has_seen(tmp_path: Path) -> None:
    path = tmp_path / "media.jsonl"
    path.write_bytes(match_file(commands=20))
    text = await replayed(tmp_path, str(path), "--open")
    assert "Esta partida no ha terminado." in text
    assert set(re.findall(r"Mano de (\w+)", text)) == {"Ana"}


def test_by_seat_no_other_hand_is_told() -> None:
    tape = Tape(read_match(match_file()), Messages("es", signs=True))
    for index in range(len(tape)):
        for seat in tape.head.players:
            name = ("Ana", "Carmen", "Tito")[seat]
            told = (*tape.told(index, seat), *tape.picture(index, seat))
            for line in told:
                text = text_of(line)
                assert not text.startswith("Mano de ") or text.startswith(f"Mano de {name}:")
                assert not text.startswith("Robas "), "a draw shows the card to its seat only"


def test_open_hands_follow_each_card() -> None:
    tape = Tape(read_match(match_file()), Messages("es", signs=True))
    for moment in tape.moments:
        hands = moment.after.view.hands
        for seat, state in moment.after.view.seats.items():
            if moment.after.view.phase == "round":
                assert len(hands[seat]) == state.cards
    assert len(tape.round_starts()) >= 1
    assert tape.picture(0, OPEN)
