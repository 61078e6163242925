"""The project's own nginx configuration at work: a real nginx on loopback, with a certificate."""

from __future__ import annotations

import asyncio
import shutil
import ssl
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.deploy.ports import free_port

CONF = Path(__file__).resolve().parent.parent.parent / "deploy" / "nginx"
READY_SECONDS = 60.0
MAIN = """\
user {user};
daemon off;
worker_processes 1;
pid nginx.pid;
error_log start.log;
events {{ worker_connections 4096; }}
http {{
    default_type application/octet-stream;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include conf.d/ochos.conf;
}}
"""


class Nginx:
    """A running nginx before servers on these ports; all its files lie in one folder."""

    def __init__(self, folder: Path, servers: tuple[int, ...]) -> None:
        self.folder = folder
        self.servers = servers
        self.port = free_port()
        self.plain_port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.link = f"https://{self.host}/"
        self._process: Process | None = None

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def trusting(self) -> ssl.SSLContext:
        """A client's context that trusts this nginx and nobody else."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def requests(self) -> list[str]:
        """What it has written down of the requests so far."""
        return (self.folder / "ochos.log").read_text().splitlines()

    async def start(self) -> None:
        self._configure()
        await self._certify()
        self._process = await asyncio.create_subprocess_exec(
            *self._words(), stdout=DEVNULL, stderr=DEVNULL
        )
        async with asyncio.timeout(READY_SECONDS):
            while not await _takes_connections(self.port):
                assert self._process.returncode is None, (self.folder / "start.log").read_text()
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    async def judged(self) -> str:
        """What `nginx -t` says."""
        checking = await asyncio.create_subprocess_exec(
            *self._words(), "-t", stdout=PIPE, stderr=STDOUT
        )
        return (await checking.communicate())[0].decode()

    def _words(self) -> tuple[str, ...]:
        return ("nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"))

    async def _certify(self) -> None:
        made = await asyncio.create_subprocess_exec(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", str(self.folder / "key.pem"), "-out", str(self.certificate),
            stdout=DEVNULL, stderr=DEVNULL,
        )  # fmt: skip
        assert await made.wait() == 0

    def _configure(self) -> None:
        """The project's files, with what an operator changes changed, and nothing else."""
        (self.folder / "conf.d").mkdir(parents=True)
        shutil.copytree(CONF / "ochos", self.folder / "ochos")
        servers = self.folder / "ochos" / "servers.conf"
        lines = servers.read_text().splitlines()
        template = next(line for line in lines if "127.0.0.1:8001" in line)
        kept = [line for line in lines if "127.0.0.1:800" not in line]
        place = kept.index("    keepalive 32;")
        ours = [template.replace("8001", str(port)) for port in self.servers]
        servers.write_text("\n".join([*kept[:place], *ours, *kept[place:]]) + "\n")
        changes = {
            "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            "    listen [::]:80;\n": "",
            "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            "    listen [::]:443 ssl http2;\n": "",
            "/etc/letsencrypt/live/ochos.example/fullchain.pem": f"{self.folder}/certificate.pem",
            "/etc/letsencrypt/live/ochos.example/privkey.pem": f"{self.folder}/key.pem",
            "/var/log/nginx/": f"{self.folder}/",
        }
        self.lay("ochos.conf", "conf.d/ochos.conf", changes)
        user = self.folder.owner()
        (self.folder / "nginx.conf").write_text(MAIN.format(user=user))

    def lay(self, source: str, target: str, changes: dict[str, str]) -> None:
        """A file of the project, with these words in place of those."""
        text = (CONF / source).read_text()
        for old, new in changes.items():
            assert old in text, old
            text = text.replace(old, new)
        (self.folder / target).write_text(text)


async def _takes_connections(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


@asynccontextmanager
async def nginx_before(folder: Path, *servers: int) -> AsyncIterator[Nginx]:
    """An nginx before servers on these ports, which need not be there yet."""
    running = Nginx(folder, servers)
    await running.start()
    try:
        yield running
    finally:
        await running.stop()
