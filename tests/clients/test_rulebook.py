"""Rules before and at the table: choosing them on the command line, and reading them."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli.rulebook import code_in, table_in
from tests.clients.program import ochos
from tests.live.site import made_on, site_on

TABLE = "mesademuestraochoslocos234"


async def said(home: Path, *words: str, code: int = 0, typed: tuple[str, ...] = ()) -> list[str]:
    """What the program writes, and that it ends with this code."""
    async with ochos(*words, home=home) as program:
        program.type(*typed)
        program.close_input()
        assert await program.exit() == code, program.lines
    assert b"Traceback" not in program.raw
    return program.lines


async def test_all_that_can_be_chosen_is_listed(tmp_path: Path) -> None:
    async with site_on() as site:
        lines = await said(tmp_path, "rules", "--server", site.url)
    presets = ("clasico", "especiales", "familiar", "montanita", "jiujitsu")
    assert [line.partition(":")[0] for line in lines if "asientos." in line] == [*presets]
    assert "Variante two_draws: El 2 hace robar 2." in lines
    assert any(line.startswith("Entre robots: ") for line in lines)
    assert "draw_limit=1-3 o none: Cuántas se roban por turno" in lines
    assert "enforcement=strict o honour: Quién cuida las reglas" in lines


async def test_rules_are_read_by_preset_code_choice_and_link(tmp_path: Path) -> None:
    async with site_on() as site:
        server = ("--server", site.url)
        plain = await said(tmp_path, "rules", "montanita", *server)
        choice = ("--set", "enforcement=honour", "turn_seconds=60")
        chosen = await said(tmp_path, "rules", "montanita", *choice, *server)
        code = chosen[-1].split()[1]
        by_code = await said(tmp_path, "rules", code, *server)
        by_link = await said(tmp_path, "rules", f"{site.url}/#new={code}", *server)
        english = await said(tmp_path, "rules", "jiujitsu", "--lang", "en", *server)
    assert plain[:2] == [
        "Montañita", "Se trata de quedarse sin cartas antes que los demás.",
    ]  # fmt: skip
    assert plain[-1].startswith("Código: montanita (huella ")
    assert chosen == by_code == by_link != plain
    assert any("60 segundos" in line for line in chosen)
    assert english[0] == "Jiu-jitsu Crazy Eights"


async def test_a_table_is_made_by_code_variant_and_switch_and_tells_its_rules(
    tmp_path: Path,
) -> None:
    async with site_on() as site:
        rules = ("--code", "familiar", "--variant", "two_draws", "--set", "target=30")
        words = ("new", *rules, "--name", "Ana", "--server", site.url)
        lines = await said(tmp_path, *words, typed=("reglas", "charla después"))
        page = await said(tmp_path, "rules", lines[1])
        plain = await said(tmp_path, "rules", "familiar", "--server", site.url)
    table = lines.index(page[0])
    assert lines[table : table + len(page)] == page
    assert "Ana: después" in lines[table:], "what was typed behind it waited for the page"
    assert any("30 puntos" in line for line in page)
    assert {line for line in page if "castigos" in line}, "the twos of the variant draw"
    assert not {line for line in plain if "castigos" in line}


async def test_who_chooses_nothing_plays_the_usual_game(tmp_path: Path) -> None:
    async with site_on() as site:
        lines = await said(tmp_path, "new", "--name", "Ana", "--server", site.url)
    assert any("con especiales" in line.lower() for line in lines)


async def test_a_new_table_s_link_is_one_that_others_can_open(tmp_path: Path) -> None:
    """The server is asked on this machine, and is known elsewhere under another name."""
    async with site_on(public_origins=("https://ocho.example",)) as site:
        lines = await said(tmp_path, "new", "--name", "Ana", "--server", site.url)
    assert lines[1].startswith("https://ocho.example/t/")


async def test_what_a_house_changed_stands_first(tmp_path: Path) -> None:
    async with site_on() as site:
        words = ("rules", "familiar", "--set", "target=30", "--server", site.url)
        lines = await said(tmp_path, *words)
    assert lines[3] == "Cambios de la casa"
    assert lines[4].startswith("Cuando alguien llega a 30 puntos")


async def test_a_variant_alone_brings_its_game(tmp_path: Path) -> None:
    async with site_on() as site:
        lines = await said(tmp_path, "rules", "--variant", "limit_400", "--server", site.url)
    assert lines[0] == "Ochos locos de jiu-jitsu"
    assert any("400 puntos" in line for line in lines)


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("--set", "foo"), 2, "«foo» no se entiende. Se escribe REGLA=VALOR, como draw_limit=1."),
        (("--variant", "nada"), 2, "No hay una variante «nada». Hay estas: eight_opens, "),
        (("--set", "foo=1"), 1, "No hay una regla «foo». Con «ochos rules» se ven todas."),
        (("--set", "draw_limit=7"), 1, "La regla «draw_limit» no puede ser así."),
        (("--code", "basura.zz"), 1, "Ese código no vale."),
        (("--preset", "brisca"), 1, "No hay un juego así."),
        (
            ("--set", "skip=Q", "reverse=Q"), 1,
            "«skip» y «reverse» no van juntas: una carta no puede hacer las dos cosas. ",
        ),
    ],
)  # fmt: skip
async def test_rules_that_cannot_be_are_refused_with_the_reason(
    tmp_path: Path, words: tuple[str, ...], code: int, why: str
) -> None:
    async with site_on() as site:
        lines = await said(tmp_path, "new", *words, "--server", site.url, code=code)
    assert len(lines) == 1
    assert lines[0].startswith(why)


async def test_the_rules_of_a_table_that_nobody_made_are_refused(tmp_path: Path) -> None:
    async with site_on() as site:
        made = await made_on(site.url, preset="jiujitsu")
        assert (await said(tmp_path, "rules", f"{site.url}/t/{made.table}"))[0]
        lines = await said(tmp_path, "rules", f"{site.url}/t/{'a' * 26}", code=1)
    assert lines == ["No encontramos esa mesa. Mira si el enlace está completo o pide otro."]


def test_links_that_bear_rules_are_understood() -> None:
    assert code_in(" http://casa:8000/#new=clasico.abc ") == "clasico.abc"
    assert code_in("clasico") == "clasico"
    assert table_in(f"http://casa:8000/#rules={TABLE}") == f"http://casa:8000/t/{TABLE}"
    assert table_in("montanita") == "montanita"
