"""Where typed lines come from: a terminal that keeps the line being typed, or plain reading."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import threading
from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, WordCompleter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from clients.cli.connection import Inbox, InputOver, Typed
from clients.cli.output import Output
from clients.cli.reading import WORDS

PROMPT = "> "
LINE_BYTES_MAX = 8_192
_CHUNK_BYTES = 4_096
Put = Callable[[Typed | InputOver], None]


async def type_in(inbox: Inbox, language: str, output: Output) -> None:
    """Puts each line typed at a terminal into `inbox`; what arrives meanwhile appears above.

    One prompt lasts for the whole visit: between two of them keys would go astray.
    """
    session: PromptSession[str] = PromptSession(
        completer=_completer(language),
        complete_while_typing=False,
        enable_suspend=True,
        key_bindings=_enter_keeps_the_prompt(inbox, output),
    )
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        await session.prompt_async(PROMPT)
    await inbox.put(InputOver())


def _enter_keeps_the_prompt(inbox: Inbox, output: Output) -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter", eager=True)
    def _(event: KeyPressEvent) -> None:
        if inbox.full():
            return  # the line stays where it is until the table has caught up
        buffer = event.current_buffer
        line = buffer.text
        buffer.append_to_history()
        buffer.reset()
        output.line(PROMPT + line)
        inbox.put_nowait(Typed(line))

    return keys


def _completer(language: str) -> Completer:
    return WordCompleter([words[0] for words in WORDS[language].values()])


async def read_in(inbox: Inbox, descriptor: int, encoding: str) -> None:
    """Puts each line of a pipe, a file or a dumb terminal into `inbox`.

    A thread reads, by the descriptor itself: a thread that waits inside `sys.stdin` would hold
    its lock when the program ends.
    """
    loop = asyncio.get_running_loop()
    over = asyncio.Event()

    def put(event: Typed | InputOver) -> None:
        asyncio.run_coroutine_threadsafe(inbox.put(event), loop).result()

    def work() -> None:
        try:
            _each_line(descriptor, encoding, put)
            loop.call_soon_threadsafe(over.set)
        except (RuntimeError, asyncio.CancelledError):
            return  # the loop is closed: the program is ending

    threading.Thread(target=work, daemon=True, name="stdin").start()
    await over.wait()


def _each_line(descriptor: int, encoding: str, put: Put) -> None:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    text = ""
    while chunk := _read(descriptor):
        *lines, text = (text + decoder.decode(chunk)).split("\n")
        for line in lines:
            put(Typed(line[:LINE_BYTES_MAX].rstrip("\r")))
        text = text[:LINE_BYTES_MAX]
    if rest := text + decoder.decode(b"", final=True):
        put(Typed(rest))
    put(InputOver())


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK_BYTES)
    except OSError:
        return b""  # a terminal that is gone
