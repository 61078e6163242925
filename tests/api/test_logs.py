"""The log file: one line for each command, and no hand, seed or token in any of them."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
import structlog

from server.api import logs
from server.api.logs import FILE, LogFile, explained, open_log
from server.events.store import StoreUnavailable
from tests.api.processes import begun
from tests.api.test_processes import gamblers_at, play
from tests.live.site import token_of


async def test_a_played_match_leaves_no_card_seed_or_token_in_the_log(tmp_path: Path) -> None:
    running = await begun(tmp_path)
    gamblers = await gamblers_at(running)
    await play(gamblers, running, 25)
    made, player = gamblers[0].made, gamblers[0].player
    assert player is not None
    await player.ask("play", turn=player.turn, card=player.hand[0])
    hidden = {made.invite, *(gambler.secret for gambler in gamblers)}
    hidden |= {token_of(gambler.secret, made.table) for gambler in gamblers}
    cards = {card for g in gamblers if g.player for card in g.player.hand}
    assert await running.end() == 0

    text = (tmp_path / FILE).read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    accepted = [line for line in lines if line["event"] == "command_accepted"]
    assert len(accepted) >= 25
    assert set(accepted[0]) == {
        "event", "level", "timestamp", "table", "seat", "version", "reason", "ms",
    }  # fmt: skip
    assert not [secret for secret in hidden if secret in text]
    assert not [card for card in cards if f'"{card}"' in text or f"'{card}'" in text]
    store_log = (tmp_path / "store.log").read_text()
    assert not [secret for secret in hidden if secret in store_log]


def test_an_exception_is_told_by_type_and_place_and_not_by_its_words(tmp_path: Path) -> None:
    log, file = open_log(tmp_path)
    try:
        try:
            raise AssertionError("CardsDrawn(cards=('8H',))")
        except AssertionError:
            log.exception("room_broken", table="t")
        try:
            raise StoreUnavailable("no answer after 3 tries")
        except StoreUnavailable:
            log.exception("store_away")
        logging.getLogger("library").error("plain words")
        logging.getLogger("uvicorn.error").info("not worth a line")
    finally:
        file.close()
        structlog.reset_defaults()
        logging.getLogger().handlers.clear()
    first, second, third = map(json.loads, (tmp_path / FILE).read_text().splitlines())
    assert first["error"] == "AssertionError"
    assert "8H" not in str(first)
    assert first["places"][-1].startswith("test_logs.py:")
    assert second["message"] == "no answer after 3 tries"
    assert third["text"] == "plain words"


def test_a_long_log_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "FILE_BYTES_MAX", 100)
    file = LogFile(tmp_path / FILE)
    file.info(b"x" * 200)
    file.flush()
    file.info(b"new")
    file.close()
    assert (tmp_path / FILE).read_bytes() == b"new\n"
    assert (tmp_path / "server.old").read_bytes() == b"x" * 200 + b"\n"


def test_the_places_of_an_exception_are_few() -> None:
    def deep(depth: int) -> None:
        if depth == 0:
            raise ValueError
        deep(depth - 1)

    with pytest.raises(ValueError) as caught:  # noqa: PT011
        deep(50)
    assert len(explained(caught.value)["places"]) == logs.PLACES_MAX
