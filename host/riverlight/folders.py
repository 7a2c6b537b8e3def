"""Where Riverlight keeps what is a user's own, and folders that go with the process that uses them.

A lock on an open file tells who lives: the system frees it when its process ends, in whatever way.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import weakref
from pathlib import Path
from typing import Final

import platformdirs

from riverlight.closing import Closing

__all__ = ["PassingFolder", "data_folder", "hold"]

_PREFIX: Final = "riverlight-"
_LOCK: Final = ".lock"
_LOCK_AT: Final = 1024  # a byte far behind any text, so that others can still read it (Windows)


def data_folder() -> Path:
    """Return the folder of games and boards: ``RIVERLIGHT_DATA``, else the system's place for a user's data."""
    named = os.environ.get("RIVERLIGHT_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("riverlight", appauthor=False))


if sys.platform == "win32":
    import msvcrt

    def hold(descriptor: int) -> None:
        """Lock an open file until it is closed; raises OSError where another holds it."""
        os.lseek(descriptor, _LOCK_AT, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def hold(descriptor: int) -> None:
        """Lock an open file until it is closed; raises OSError where another holds it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class PassingFolder(Closing):
    """A folder among the system's temporary ones that is removed in the end; also a context manager.

    A process that was killed removes nothing: the next that makes such a folder clears what no living one holds.

    Args:
        purpose: one word of its name.

    Attributes:
        path: the folder; the lock beside it tells that somebody uses it.
    """

    def __init__(self, purpose: str) -> None:
        _clear()
        self.path = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{purpose}-"))
        lock = self.path.with_suffix(_LOCK)
        # It takes its name when it is held: who clears must not find it free. Windows renames no open file.
        fresh = lock if os.name == "nt" else self.path.with_suffix(f"{_LOCK}.new")
        descriptor = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        self._end = weakref.finalize(self, _remove, self.path, lock, descriptor)
        hold(descriptor)
        fresh.rename(lock)

    def close(self) -> None:
        """Remove it; closing again changes nothing."""
        self._end()


def _clear() -> None:
    """Remove the folders whose locks nobody holds."""
    for lock in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*{_LOCK}"):
        with contextlib.suppress(OSError):  # another user's, or held, or just gone
            descriptor = os.open(lock, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                hold(descriptor)
            except OSError:
                os.close(descriptor)
                continue
            _remove(lock.with_suffix(""), lock, descriptor)


def _remove(folder: Path, lock: Path, descriptor: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(descriptor)
    with contextlib.suppress(OSError):
        lock.unlink()
