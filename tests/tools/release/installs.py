"""Installs a wheel as people do, into fresh environments, and runs its commands in an empty folder."""

from __future__ import annotations

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

__all__ = ["MOST_BYTES", "check_installs", "lowest_versions"]

MOST_BYTES: Final = 60_000_000
"""How large the base install may be: Riverlight and all that it needs, without pip."""

_PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
_NOT_OURS: Final = ("pip", "setuptools", "_distutils_hack", "__pycache__")
_POSITION: Final = '{"game":"canyon","board":"canyon","canoes":["a1","b1"],"seat":0,"points":3}\n'


def check_installs(wheel: Path) -> Iterator[str]:
    """Yield a sentence for each environment in which the wheel was installed and worked.

    Raises:
        SystemExit: with what failed.
    """
    with tempfile.TemporaryDirectory(prefix="riverlight release ") as folder:  # a path with spaces
        for python in _pythons():
            environment = _installed(Path(folder) / f"highest {python.name}", python, [str(wheel)])
            size = _size(environment)
            if size > MOST_BYTES:
                sys.exit(f"The base install has {size / 1e6:.1f} MB: at most {MOST_BYTES / 1e6:.0f} MB are allowed.")
            _use(environment)
            yield f"{python.name}, highest versions: works, {size / 1e6:.1f} MB installed"
        lowest = lowest_versions(wheel)
        environment = _installed(Path(folder) / "lowest", Path(sys.executable), [str(wheel), *lowest])
        _use(environment)
        yield f"lowest versions: works with {', '.join(each.partition(';')[0] for each in lowest)}"


def lowest_versions(wheel: Path) -> list[str]:
    """Return the wheel's own requirements, each at its lowest version."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
    required = [each for each in metadata.get_all("Requires-Dist", ()) if "extra ==" not in each]
    return [re.sub(r"^([\w.-]+).*?>=([\w.]+)[^;]*", r"\1==\2", each) for each in required]


def _pythons() -> list[Path]:
    """Return the supported Pythons of this machine: the one that runs this first."""
    others = (shutil.which(f"python{version}") for version in _PYTHONS if not sys.version.startswith(f"{version}."))
    return [Path(sys.executable), *(Path(path) for path in others if path is not None and _works(path))]


def _works(python: str) -> bool:
    """Return whether a program of this name is a Python; some version managers have a name for each that is not."""
    return subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0


def _installed(folder: Path, python: Path, requirements: Sequence[str]) -> Path:
    """Return a fresh environment with the requirements."""
    _run([str(python), "-m", "venv", str(folder)], folder.parent)
    _run([_program(folder, "python"), "-m", "pip", "install", "--quiet", *requirements], folder.parent)
    return folder


def _program(environment: Path, name: str) -> str:
    return str(environment / ("Scripts" if sys.platform == "win32" else "bin") / name)


def _size(environment: Path) -> int:
    (packages,) = environment.rglob("site-packages")
    return sum(
        path.stat().st_size
        for entry in packages.iterdir()
        if not entry.name.startswith(_NOT_OURS)
        for path in (entry.rglob("*") if entry.is_dir() else [entry])
        if path.is_file() and "__pycache__" not in path.parts
    )


def _use(environment: Path) -> None:
    """Run the commands in an empty folder that has a package named as one of ours."""
    folder = Path(tempfile.mkdtemp(dir=environment, prefix="empty "))
    (folder / "firmware").mkdir()
    (folder / "firmware" / "__init__.py").write_text("raise SystemExit('this is not the firmware')\n")
    riverlight = _program(environment, "riverlight")
    _run([riverlight, "play", "--help"], folder)
    _run([_program(environment, "python"), "-m", "riverlight", "--version"], folder)
    demo = json.loads(_run([riverlight, "demo", "canyon", "--seed", "7", "--json"], folder))
    if demo["sync_mismatches"] or demo["refused_keys"]:
        sys.exit(f"riverlight demo canyon: {demo['sync_mismatches']} mismatches, {demo['refused_keys']} refused keys.")
    answer = _run([riverlight, "moves"], folder, _POSITION).strip()
    if answer != '{"ends": ["d1"]}':
        sys.exit(f"riverlight moves answered {answer}.")


def _run(words: Sequence[str], folder: Path, given: str = "") -> str:
    environment = {**os.environ, "RIVERLIGHT_DATA": str(folder / "data")}
    done = subprocess.run(words, cwd=folder, env=environment, input=given, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
