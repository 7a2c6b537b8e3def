"""The data folder, file permissions and locks, and temporary folders of a process.

Temporary folders are guarded by file locks: the system releases them when the process ends, even if it is killed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
import weakref
from pathlib import Path
from typing import Final

import platformdirs

from riverlight.closeable import Closeable

__all__ = ["PassingFolder", "data_folder", "hold", "make_private", "tighten"]

_PREFIX: Final = "riverlight-"
_LOCK: Final = ".lock"
_LOCK_AT: Final = 1024  # beyond any content, as Windows locks are mandatory: others can still read the file


def data_folder() -> Path:
    """Return the data folder: ``RIVERLIGHT_DATA`` or the platform's user data folder."""
    named = os.environ.get("RIVERLIGHT_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("riverlight", appauthor=False))


def make_private(folder: Path) -> None:
    """Create a folder that only its owner can access; restrict an existing one.

    Raises:
        OSError: if it cannot be created.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    tighten(folder)


def tighten(path: Path) -> None:
    """Restrict a file or folder of ours to its owner.

    Folders that certainly contain other things (``/tmp``, a home folder or its parents) stay unchanged.
    """
    with contextlib.suppress(OSError, RuntimeError):  # not owned by us; no home folder
        found = path.stat()
        is_ours = sys.platform != "win32" and found.st_uid == os.geteuid()
        is_shared = bool(found.st_mode & stat.S_ISVTX) or Path.home().is_relative_to(path.resolve())
        if is_ours and not is_shared and found.st_mode & 0o077:
            path.chmod(stat.S_IMODE(found.st_mode) & 0o700)


def hold(descriptor: int) -> bool:
    """Lock an open file until it is closed or the process ends.

    Returns:
        False on a system without file locks, where nothing is locked.

    Raises:
        OSError: if another process holds the lock.
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415

        os.lseek(descriptor, _LOCK_AT, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        return True
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return True


class PassingFolder(Closeable):
    """A temporary folder that is removed on close; a context manager.

    A killed process leaves its folder behind; the next process that creates one removes all unlocked ones.

    Args:
        purpose: a word for its name.

    Attributes:
        path: the folder; a lock file next to it marks it as in use.
    """

    def __init__(self, purpose: str) -> None:
        _clear()
        self.path = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{purpose}-"))
        lock = self.path.with_suffix(_LOCK)
        # Renamed once locked, so that no other process can find it unlocked. Windows cannot rename open files.
        fresh = lock if os.name == "nt" else self.path.with_suffix(f"{_LOCK}.new")
        descriptor = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        self._end = weakref.finalize(self, _remove, self.path, lock, descriptor)
        hold(descriptor)
        fresh.rename(lock)

    def close(self) -> None:
        """Remove the folder; closing twice has no effect."""
        self._end()


def _clear() -> None:
    """Remove unlocked temporary folders; none on a system without file locks."""
    for lock in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*{_LOCK}"):
        with contextlib.suppress(OSError):  # owned by another user, locked, or just removed
            descriptor = os.open(lock, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                is_left_over = hold(descriptor)
            except OSError:
                is_left_over = False
            if is_left_over:
                _remove(lock.with_suffix(""), lock, descriptor)
            else:
                os.close(descriptor)


def _remove(folder: Path, lock: Path, descriptor: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(descriptor)
    with contextlib.suppress(OSError):
        lock.unlink()
