"""`ochos`: play, watch, replay and keep matches from a terminal."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from prompt_toolkit.patch_stdout import patch_stdout

from clients.cli.arguments import parser_in
from clients.cli.connection import EVENTS_WAITING_MAX, Connection, Inbox, InputOver
from clients.cli.errands import code_lines
from clients.cli.exits import Exit, Stop, unopened
from clients.cli.holding import Holding, brought
from clients.cli.identity import secret_of
from clients.cli.lines_in import read_in, type_in
from clients.cli.links import DEFAULT_SERVER, Link, parse_link, parse_server
from clients.cli.matchfile import BadFile, read_match
from clients.cli.messages import SIGNS, Messages
from clients.cli.narrator import Narrator
from clients.cli.output import Output
from clients.cli.receipts_kept import Receipts
from clients.cli.refusing import refusal
from clients.cli.replay import Way, show_match
from clients.cli.rulebook import Wish, chosen_rules, offer_lines, page_lines, table_in
from clients.cli.scene import empty_scene
from clients.cli.session import Guest, Session
from clients.cli.surroundings import (
    LANGUAGES,
    Colour,
    encoding_of,
    is_attended,
    language_of,
    output_for,
)
from clients.cli.tape import OPEN, Tape
from clients.cli.verify.asked import checked_match, verify_file
from clients.cli.web import (
    Declined,
    NewTable,
    fetch_export,
    fetch_offer,
    make_table,
    rules_of_choice,
    table_rules,
)
from server.protocol.frames import NAME_CHARACTERS_MAX

INTERRUPTED = 130
FILE_BYTES_MAX = 64 * 1024 * 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; gives its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(given)
    except BrokenPipeError:
        return _unheard()
    except ExceptionGroup as group:  # of a visit's tasks
        if group.split(BrokenPipeError)[1] is not None:
            raise
        return _unheard()
    except KeyboardInterrupt:
        return INTERRUPTED


def _unheard() -> int:
    """Whoever read our lines has gone; Python would complain again while it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.DONE


def _run(given: list[str]) -> int:
    language = _language(given)
    errors = output_for(sys.stderr, os.environ, "never")
    say = Messages(language, signs=False)
    try:
        return _Program(parser_in(say).parse_args(given), language).run()
    except Stop as stop:
        for line in say(stop.key, **stop.variables).splitlines():
            errors.line(line)
        return stop.code
    except Declined as declined:
        errors.line(refusal(declined.frame, empty_scene(""), say))
        return Exit.REFUSED
    except BadFile as bad:
        errors.line(say("cli-not-verified", line=bad.line, why=say(f"cli-why-{bad.why}")))
        return Exit.NOT_VERIFIED


def _language(given: list[str]) -> str:
    """The language asked for on the command line, before the line itself can be read."""
    for index, word in enumerate(given):
        chosen = word.partition("=")[2] or (given[index + 1] if index + 1 < len(given) else "")
        if word.partition("=")[0] == "--lang" and chosen in LANGUAGES:
            return chosen
    return language_of(os.environ)


class _Program:
    """One run: what was asked for, and where it is said."""

    def __init__(self, asked: argparse.Namespace, language: str) -> None:
        self._asked = asked
        self._language = language
        self._colour: Colour = getattr(asked, "color", "auto")
        self._attended = is_attended(os.environ) and not getattr(asked, "plain", False)
        columns = _columns if self._attended else None
        self._output = output_for(sys.stdout, os.environ, self._colour, columns)
        signs = not hasattr(asked, "ascii") and self._output.can_write("".join(SIGNS.values()))
        self._say = Messages(language, signs=signs)

    def run(self) -> int:
        match self._asked.command:
            case "new":
                return self._new()
            case "play":
                return self._visit(parse_link(self._asked.link), sits=True)
            case "watch":
                # Without the link's secret nobody who only looks sits down by mistake.
                link = msgspec.structs.replace(parse_link(self._asked.link), invite="")
                return self._visit(link, sits=False)
            case "join":
                words = " ".join(self._asked.code)
                link = brought(os.environ, self._server(), words)
                return self._visit(link, sits=True)
            case "code":
                return self._code()
            case "rules":
                return self._rules()
            case "replay":
                return self._replay()
            case "verify":
                return self._verify()
            case _:
                return self._export()

    # At a table

    def _new(self) -> int:
        asked, server = self._asked, self._server()
        rules = Wish(asked.preset, asked.code, tuple(asked.variant), tuple(asked.set))
        preset, chosen = chosen_rules(rules, server, self._language)
        wish = NewTable(preset, asked.seats, self._new_name(), asked.title, chosen)
        link, sent_on = make_table(server, secret_of(os.environ), wish)
        self._output.line(self._say("cli-table-made"))
        self._output.line(sent_on)
        return self._visit(link, sits=True, robots=asked.robots, sent_on=sent_on)

    def _server(self) -> str:
        return parse_server(self._asked.server or os.environ.get("OCHOS_SERVER", DEFAULT_SERVER))

    def _new_name(self) -> str:
        if self._asked.name or not self._attended:
            return self._name()
        self._output.line(self._say("cli-your-name", name=self._name()))
        try:
            return input("> ").strip() or self._name()
        except EOFError:
            return self._name()

    def _name(self) -> str:
        """The name asked for, else that of the account."""
        asked: str = getattr(self._asked, "name", "")
        if asked.strip():
            return asked.strip()
        try:
            account = getpass.getuser()
        except (OSError, KeyError):
            account = ""
        return account[:NAME_CHARACTERS_MAX] or self._say("cli-guest")

    def _visit(self, link: Link, *, sits: bool, robots: int = 0, sent_on: str = "") -> int:
        token = Holding(os.environ, link).settled() if sits else ""
        guest = Guest(
            link=link,
            name=self._name(),
            sits=sits,
            attended=self._attended,
            asks_name=self._attended and not getattr(self._asked, "name", ""),
            robots=robots,
            sent_on=parse_link(sent_on).server if sent_on else "",
        )
        if not self._attended:
            return asyncio.run(self._sit_down(guest, token, self._output))
        # A terminal that cannot say where its cursor stands would get a warning for it.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        with patch_stdout(raw=True):
            above = self._output.to(sys.stdout)
            return asyncio.run(self._sit_down(guest, token, above))

    async def _sit_down(self, guest: Guest, token: str, output: Output) -> int:
        inbox: Inbox = asyncio.Queue(maxsize=EVENTS_WAITING_MAX)
        connection = Connection(guest.link, token, self._language, inbox)
        narrator, holding = Narrator(output, self._say), Holding(os.environ, guest.link)
        receipts = Receipts(os.environ)
        session = Session(guest, connection, narrator, self._say, holding, receipts)
        async with asyncio.TaskGroup() as tasks:
            line = tasks.create_task(connection.run())
            lines = tasks.create_task(self._typed(inbox, output))
            try:
                return await session.run(inbox)
            finally:
                await connection.close()
                lines.cancel()
                line.cancel()

    async def _typed(self, inbox: Inbox, output: Output) -> None:
        """Brings what is typed, from wherever it can be."""
        if self._attended:
            await type_in(inbox, self._language, output)
        elif sys.stdin is None:
            await inbox.put(InputOver())
        else:
            await read_in(inbox, sys.stdin.fileno(), encoding_of(sys.stdin, os.environ))

    def _code(self) -> int:
        """A code that takes the seat of this terminal to another device."""
        link = parse_link(self._asked.link)
        told = Holding(os.environ, link).code()
        for line in code_lines(told, link.server, self._say):
            self._output.line(*line)
        return Exit.DONE

    # Its rules

    def _rules(self) -> int:
        """Rules in words: of a table, a preset or a code, or of what one chooses of them."""
        for line in self._rules_asked():
            self._output.line(line)
        return Exit.DONE

    def _rules_asked(self) -> tuple[str, ...]:
        asked, what = self._asked, table_in(self._asked.what)
        if "/t/" in what:
            return page_lines(table_rules(parse_link(what), self._language), self._say)
        server = self._server()
        if not what and not asked.variant and not asked.set:
            return offer_lines(fetch_offer(server), self._say)
        wish = Wish(code=what, variants=tuple(asked.variant), switches=tuple(asked.set))
        preset, chosen = chosen_rules(wish, server, self._language)
        ruling = rules_of_choice(server, preset, chosen, self._language)
        return page_lines(ruling.page, self._say)

    # After it

    def _replay(self) -> int:
        asked = self._asked
        tape = Tape(read_match(self._source(asked.source, asked.match)), self._say)
        seat = asked.seat - 1 if asked.seat else OPEN
        if not asked.seat and not asked.open and tape.head.viewer >= 0:
            seat = tape.head.viewer
        way = Way(seat=seat, step=asked.step, keys=self._attended)
        return show_match(tape, way, self._output, self._say)

    def _verify(self) -> int:
        """An acta, held against what was typed and what this terminal keeps of its table."""
        asked, kept = self._asked, Receipts(os.environ)
        return verify_file(
            asked.file,
            lambda table: [*asked.receipt, *kept.of(table)],
            self._output,
            self._language,
            as_json=asked.json,
        )

    def _source(self, source: str, match: int) -> bytes:
        path = Path(source)
        if not path.exists() and "/t/" in source:
            link = parse_link(source)
            return fetch_export(link, Holding(os.environ, link).secret(), match)
        try:
            with path.open("rb") as file:
                return file.read(FILE_BYTES_MAX)
        except OSError as error:
            raise unopened("cli-no-file", source, error) from None

    def _export(self) -> int:
        """Fetches a match, checks it, and keeps it; a file that is there is never replaced."""
        link = parse_link(self._asked.link)
        asked = self._asked
        secret = Holding(os.environ, link).secret()
        body = fetch_export(link, secret, asked.match, acta=asked.acta, names=asked.names)
        number = checked_match(body) if asked.acta else read_match(body).head.match
        if self._asked.output == "-":
            sys.stdout.buffer.write(body)
            return Exit.DONE
        kind = "acta" if asked.acta else "ochos"
        path = Path(self._asked.output or f"{kind}-{link.table}-{number}.jsonl")
        try:
            with path.open("xb") as kept:
                kept.write(body)
        except FileExistsError:
            raise Stop(Exit.WRONG_USE, "cli-export-exists", path=str(path)) from None
        except OSError as error:
            raise unopened("cli-not-kept", str(path), error) from None
        self._output.line(self._say("cli-exported", path=str(path)))
        return Exit.DONE


def _columns() -> int:
    """How wide the terminal is now; the last column is left free, where some would wrap."""
    return shutil.get_terminal_size().columns - 1


if __name__ == "__main__":
    sys.exit(main())
