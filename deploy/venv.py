"""Makes the project's own Python environment; needs Python ≥ 3.11 and nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PIP_WHEELS = Path("/usr/share/python-wheels")  # where Debian keeps the pip that venv would use
PIP = ("-m", "pip", "install", "-qq", "--disable-pip-version-check")
NO_PIP = """\
This Python comes without pip, so no environment can be made with it. One of these helps:
  Debian, Ubuntu:  apt install python3-venv
  elsewhere:       a Python 3.11 or newer with ensurepip, first on PATH
"""


def main(folder: str, extra: str) -> int:
    """Makes or renews the environment; `extra` "dev" adds what tests and checks need."""
    venv = ROOT / folder
    python = venv / "bin" / "python"
    if not works(python) and not create(venv):
        sys.stderr.write(NO_PIP)
        return 1
    print(f"Installing into {folder} (once; later starts are quick) …", flush=True)
    target = f"{ROOT}[dev]" if extra == "dev" else str(ROOT)
    command = [str(python), *PIP, "--constraint", str(ROOT / "constraints.txt"), "-e", target]
    # The checkout builds its page by itself, so the install need not (see page.py).
    return subprocess.run(command, env={**os.environ, "OCHOS_PAGE": "no"}, check=False).returncode


def works(python: Path) -> bool:
    """True if this environment's Python still runs, is new enough, and has pip."""
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return python.exists() and quiet([str(python), "-c", probe])


def create(venv: Path) -> bool:
    """Makes a fresh environment with pip in it; False if this Python has no pip to give."""
    shutil.rmtree(venv, ignore_errors=True)
    if quiet([sys.executable, "-m", "venv", str(venv)]):
        return True
    shutil.rmtree(venv, ignore_errors=True)
    if not quiet([sys.executable, "-m", "venv", "--without-pip", str(venv)]):
        return False
    python = str(venv / "bin" / "python")
    wheels = sorted(PIP_WHEELS.glob("pip-*.whl"))
    if wheels and quiet([python, f"{wheels[-1]}/pip", "install", "--no-index", str(wheels[-1])]):
        return True
    return quiet([sys.executable, "-m", "pip", "--python", python, "install", "pip"])


def quiet(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
