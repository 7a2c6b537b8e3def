"""Which machine and which versions a table was made with."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
import sys
from pathlib import Path

_PACKAGES = ("riverlight", "open_spiel", "rlcard", "networkx")


def micropython_version() -> str:
    """Return the version of the interpreter that stands for the Pico's, "" where there is none."""
    command = [sys.executable, "-m", "micropython_unix", "-c", "import sys; print(sys.version.split('; ')[-1])"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=30)
    return run.stdout.strip() if run.returncode == 0 else ""


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def head_line() -> str:
    """Return machine and versions in one line."""
    versions = []
    for name in _PACKAGES:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(
        (
            f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
            f"Python {platform.python_version()}",
            micropython_version() or "no MicroPython",
            *versions,
        )
    )
