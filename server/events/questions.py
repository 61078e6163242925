"""Asks primaries what may safely be asked twice, until there is an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from redis.exceptions import AskError, ResponseError

from server.events.finding import NotFound
from server.events.lanes import is_elsewhere
from server.events.places import Address
from server.events.promise import StoreUnfit
from server.events.scripts import (
    DEADLINE_SECONDS,
    Argument,
    back_off_seconds,
    refusal_in,
    unavailable,
    unfailed,
)
from server.events.topology import Node, Topology

Command = tuple[Argument, ...]
T = TypeVar("T")


class Questions:
    """Never asks replicas: what they know may be old, and be undone."""

    def __init__(self, topology: Topology, *, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        self._topology = topology
        self._deadline_seconds = deadline_seconds

    async def ask(self, bucket: str, *command: Argument) -> Any:
        """The reply of the bucket's primary.

        Raises: StoreUnavailable after the deadline, or at once if trying again is of no use.
        """

        async def send() -> Any:
            return (await asked(self._topology, self._topology.node(bucket), [command]))[0]

        return await self.repeated(send)

    async def ask_each(self, questions: Sequence[tuple[str, Command]]) -> list[Any]:
        """Replies to many questions, each with its bucket, by one pipeline to each primary.

        None for those whose primary does not answer just now, unless that is so for all: what is
        asked here is asked again soon, and need not wait for a primary that is gone.

        Raises: StoreUnavailable.
        """
        replies: list[Any] = [None] * len(questions)

        async def send() -> None:
            places: dict[Node, list[int]] = {}
            for place, (bucket, _) in enumerate(questions):
                places.setdefault(self._topology.node(bucket), []).append(place)

            async def part(node: Node) -> None:
                here = places[node]
                found = await asked(self._topology, node, [questions[place][1] for place in here])
                for place, reply in zip(here, found, strict=True):
                    replies[place] = reply

            await self._each(part, tuple(places))

        await self.repeated(send)
        return replies

    async def at_each(self, look: Callable[[Node], Awaitable[None]]) -> None:
        """Looks at every primary; those that do not answer just now are left out.

        Raises: StoreUnavailable if none does.
        """

        async def send() -> None:
            await self._each(look, self._topology.nodes())

        await self.repeated(send)

    async def _each(self, look: Callable[[Node], Awaitable[None]], nodes: tuple[Node, ...]) -> None:
        if len(nodes) == 1:
            await look(nodes[0])
            return
        errors = await asyncio.gather(*(look(node) for node in nodes), return_exceptions=True)
        failed = [error for error in errors if error is not None]
        if failed:
            self._topology.look_soon()
            if len(failed) == len(nodes) or not isinstance(failed[0], Exception):
                raise failed[0]

    async def repeated(
        self, call: Callable[[], Awaitable[T]], waiting: Callable[[Exception], None] | None = None
    ) -> T:
        """Does again what may safely be done twice, until there is an answer; `waiting` is told of
        the first failure that may pass.

        Raises: StoreUnavailable after the deadline, or at once if trying again is of no use.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._deadline_seconds
        tries = 0
        while True:
            try:
                await self._topology.learn()
                return await call()
            except StoreUnfit:
                raise
            # In a failover redis-py raises even AttributeError.
            except Exception as error:
                tries += 1
                delay = back_off_seconds(tries)
                if not _may_pass(error) or loop.time() + delay > deadline:
                    raise unavailable(tries, error) from error
                if waiting is not None and tries == 1:
                    waiting(error)
                if is_elsewhere(error):
                    await self._topology.refresh()
            await asyncio.sleep(delay)


async def asked(topology: Topology, node: Node, commands: Sequence[Command]) -> list[Any]:
    """Replies of one server, in one round trip; of those to which a key moves just now, in two.

    Raises: the first error among them; redis-py's errors.
    """
    replies = await _replies(node, commands)
    for place, reply in enumerate(replies):
        if type(reply) is AskError:
            there = topology.node_at(Address(reply.host or node.address.host, reply.port))
            _, replies[place] = await _replies(there, [("ASKING",), commands[place]])
    return unfailed(replies)


async def _replies(node: Node, commands: Sequence[Command]) -> list[Any]:
    pipeline = node.client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    replies: list[Any] = await pipeline.execute(raise_on_error=False)
    return replies


def _may_pass(error: Exception) -> bool:
    """Errors that have a class of their own (LOADING, READONLY, MOVED, OOM …) may, and so may
    these; any other error reply, and a refused name, password or right, means that the question
    is wrong, now and in a minute."""
    if isinstance(error, NotFound) and isinstance(error.__cause__, Exception):
        return _may_pass(error.__cause__)
    if refusal_in(error) is not None:
        return False
    if type(error) is not ResponseError:
        return True
    return str(error).startswith(("NOREPLICAS", "MISCONF", "BUSY"))
