"""Runs KiCad, if installed, to check the carrier board and make the factory's files.

KiCad 6 has no command for that, only a Python module ``pcbnew``, which only KiCad's own Python can import. So a small
script runs there, on a copy of the project.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile, ZipInfo

from riverlight.errors import WiringError

__all__ = ["ARCHIVE", "BOARD", "REPORT", "fabrication_files", "find_kicad"]

BOARD: Final = "carrier.kicad_pcb"
ARCHIVE: Final = "carrier-gerber.zip"
REPORT: Final = "carrier-drc.txt"

_PYTHONS: Final = (
    "/usr/bin/python3",
    "python3",
    "/Applications/KiCad/KiCad.app/Contents/Frameworks/Python.framework/Versions/Current/bin/python3",
    r"C:\Program Files\KiCad\7.0\bin\python.exe",
    r"C:\Program Files\KiCad\6.0\bin\python.exe",
)
_SECONDS: Final = 300
_DATES: Final = re.compile(r"^.*(TF\.CreationDate|[Dd]ate (\d{4}-|[A-Z][a-z]{2} )|Created on).*\n", re.MULTILINE)
"""Lines that differ from run to run; removed, so that the same board always gives the same files."""


def find_kicad() -> str:
    """Return the Python interpreter that has KiCad's module.

    Raises:
        WiringError: none is found.
    """
    for name in _PYTHONS:
        python = shutil.which(name)
        if python and not _run([python, "-c", "import pcbnew"]).returncode:
            return python
    raise WiringError(
        "Gerber and drill files were not made: no Python here has KiCad's module pcbnew. Install KiCad 6 or 7 "
        "(Debian: apt install kicad) and repeat the command. All other files are complete without it."
    )


def fabrication_files(project: dict[str, str]) -> dict[str, bytes]:
    """Return the archive of Gerber and drill files, and the report of KiCad's design-rule check.

    Args:
        project: the KiCad project, by path.

    Raises:
        WiringError: KiCad is missing, fails, or finds an error in the board.
    """
    python = find_kicad()
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "project"), Path(folder, "made")
        for name, text in project.items():
            path = source / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        script = Path(__file__).with_name("kicad_script.py")
        done = _run([python, str(script), str(source / BOARD), str(made)])
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or [f"it ended with exit code {done.returncode}"])[-1]
            raise WiringError(f"KiCad cannot make the board's files: {reason[:200]}.")
        files = {path.name: _DATES.sub("", path.read_text(encoding="utf-8")) for path in sorted(made.iterdir())}
    report = files.pop("drc.txt").replace(str(source / BOARD), BOARD)
    counts = [int(number) for number in re.findall(r"Found (\d+) ", report)]
    if len(counts) != 3 or any(counts):
        raise WiringError(f"KiCad's design-rule check finds errors in the board:\n{report}")
    digest = hashlib.sha256(project[BOARD].encode()).hexdigest()
    return {ARCHIVE: _zipped(files), REPORT: f"Made from {BOARD}, SHA-256 {digest}\n{report}".encode()}


def _zipped(files: dict[str, str]) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name, text in files.items():
            entry = ZipInfo(name)  # always dated 1 January 1980
            entry.compress_type = 8
            archive.writestr(entry, text)
    return content.getvalue()


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603  (our own script, and a Python interpreter by path)
            command, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(command, 1, "", str(error))
