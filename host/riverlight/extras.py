"""Import optional packages on demand."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib import import_module
from typing import Any

from riverlight.errors import MissingExtra
from riverlight.languages.text import text

__all__ = ["import_extra", "install_command"]


def import_extra(module: str, *packages: str) -> Any:
    """Import and return an optional module.

    Args:
        module: its dotted name.
        packages: the requirements that provide it.

    Raises:
        MissingExtra: if it is not installed; the text has the install command.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(
            text(
                "This needs {package}. Install it with: {command}",
                package=packages[0],
                command=install_command(*packages),
            )
        ) from error


def install_command(*packages: str) -> str:
    """Return the command that installs packages here, quoted for this system's shell."""
    words = [sys.executable, "-m", "pip", "install", *packages]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
