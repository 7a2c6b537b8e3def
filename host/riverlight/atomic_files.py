"""Write files atomically."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

__all__ = ["write_atomically"]


def write_atomically(files: Mapping[Path, bytes], *, replaces: bool = True, makes_folders: bool = False) -> None:
    """Write all of ``files`` or none: they are renamed once all are on disk.

    Devices and pipes are written to directly.

    Args:
        files: contents by path.
        replaces: whether existing files are replaced; otherwise they are an error.
        makes_folders: whether missing folders are created; otherwise they are an error.

    Raises:
        OSError: with the path, if a file cannot be written; new files and folders are removed again.
    """
    fresh: list[tuple[Path, Path]] = []
    made: list[Path] = []
    path = Path()
    try:
        for path, content in files.items():
            if not replaces and path.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            if makes_folders:
                made += _made(path.parent)
            if path.exists() and not path.is_file():
                path.write_bytes(content)
                continue
            target = path.resolve()
            temporary = target.with_name(f".{target.name[:200]}.new")
            fresh.append((temporary, target))
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                if not os.access(target, os.W_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
                shutil.copymode(target, temporary)
        for temporary, target in fresh:
            temporary.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            for temporary, _target in fresh:
                temporary.unlink(missing_ok=True)
            for folder in reversed(made):
                folder.rmdir()
        raise type(error)(error.errno, error.strerror, str(path)) from error


def _made(folder: Path) -> list[Path]:
    """Create a folder and its missing parents; return them, the outermost first."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]
