"""Several servers on one store, each in a process of its own, with a proxy before them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.api.processes import Running, begun
from tests.deploy.ports import free_port
from tests.deploy.proxy import Nginx, nginx_before
from tests.store.rig import Server


class Node:
    """One server process, which comes back at the same port."""

    def __init__(self, folder: Path, store: Server) -> None:
        self.metrics_port = free_port()
        self.running: Running | None = None
        self._folder = folder
        self._store = store
        self._words: tuple[str, ...] = ("serve", "--port", "0")

    @property
    def port(self) -> int:
        assert self.running is not None
        return int(self.running.host.rpartition(":")[2])

    @property
    def is_alive(self) -> bool:
        return self.running is not None and self.running.process.returncode is None

    async def begin(self) -> None:
        self.running = await begun(
            self._folder, *self._words,
            OCHOS_REDIS_URL=self._store.url,
            OCHOS_TRUSTED_PROXY="127.0.0.1",
            OCHOS_METRICS_PORT=str(self.metrics_port),
        )  # fmt: skip
        self._words = ("serve", "--port", str(self.port))

    async def kill(self) -> None:
        assert self.running is not None
        await self.running.kill()

    async def end(self) -> None:
        assert self.running is not None
        if self.running.process.returncode is None:
            assert await self.running.end() == 0

    async def metric(self, name: str) -> float:
        async with httpx.AsyncClient() as http:
            told = (await http.get(f"http://127.0.0.1:{self.metrics_port}/metrics")).text
        lines = [line for line in told.splitlines() if line.startswith(f"{name} ")]
        return float(lines[0].split()[1])


class Site:
    """Nodes behind a proxy; `host` and `link` are the proxy's."""

    def __init__(self, nginx: Nginx, nodes: tuple[Node, ...], store: Server) -> None:
        self.nginx = nginx
        self.nodes = nodes
        self.store = store
        self.host = f"wss://{nginx.host}"
        self.link = nginx.link

    async def serving(self) -> Node:
        """The node at which somebody is connected."""
        for node in self.nodes:
            if node.is_alive and await node.metric("ochos_connections"):
                return node
        raise AssertionError("nobody is connected")


@asynccontextmanager
async def site_of(
    folder: Path, store: Server, environment: pytest.MonkeyPatch, nodes: int = 2
) -> AsyncIterator[Site]:
    """So many servers on a store, behind nginx; clients of this process trust its certificate."""
    async with AsyncExitStack() as stack:
        begun_ = tuple(Node(folder / f"node-{number}", store) for number in range(nodes))
        for node in begun_:
            stack.push_async_callback(node.end)
        await asyncio.gather(*(node.begin() for node in begun_))
        nginx = await stack.enter_async_context(
            nginx_before(folder / "nginx", *(node.port for node in begun_))
        )
        environment.setenv("SSL_CERT_FILE", str(nginx.certificate))
        yield Site(nginx, begun_, store)
