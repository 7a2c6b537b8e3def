"""A board's file system, through its REPL: hashes, and power-fail-safe changes."""

from __future__ import annotations

from collections.abc import Callable

from riverlight.devices.install.repl import Prompt, unexpected, value_of
from riverlight.errors import DeviceError

__all__ = ["Flash"]

_PIECE_BYTES = 512
_BLOCK_BYTES = 4096

# The board computes the hashes itself: one round trip for all files.
_TOOLS = """\
import os, hashlib, binascii
def digest(path):
    d = hashlib.sha256()
    with open(path, 'rb') as f:
        while True:
            b = f.read(512)
            if not b:
                break
            d.update(b)
    return binascii.hexlify(d.digest()).decode()
def walk(path, found):
    try:
        names = os.listdir(path)
    except OSError:
        return found
    for name in names:
        name = path + '/' + name
        if os.stat(name)[0] & 0x4000:
            walk(name, found)
        else:
            found[name] = digest(name)
    return found
def folder(path):
    try:
        os.mkdir(path)
    except OSError:
        pass
def copy(source, target):
    with open(source, 'rb') as f, open(target, 'wb') as g:
        while True:
            b = f.read(512)
            if not b:
                break
            g.write(b)
"""


class Flash:
    """The files of the board behind ``prompt``; paths are from its root, without a leading slash.

    Every method raises DeviceError if the board is gone or the operation fails.
    """

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt
        prompt.run(_TOOLS)

    def hashes(self, folder: str) -> dict[str, str]:
        """Return the SHA-256 in hex of every file below ``folder``, by path; empty if there is no such folder."""
        found = value_of(self._prompt, f"print(repr(walk({folder!r}, {{}})))")
        if not isinstance(found, dict) or not all(isinstance(text, str) for pair in found.items() for text in pair):
            raise unexpected(found)
        return found

    def exists(self, path: str) -> bool:
        """Return whether the file or folder exists."""
        code = f"try:\n os.stat({path!r})\n print(True)\nexcept OSError:\n print(False)"
        return self._prompt.run(code).strip() == "True"

    def read(self, path: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""
        if not self.exists(path):
            return None
        content = value_of(self._prompt, f"with open({path!r}, 'rb') as f:\n print(repr(f.read()))")
        if not isinstance(content, bytes):
            raise unexpected(content)
        return content

    def free_bytes(self) -> int:
        """Return the free space."""
        free = value_of(self._prompt, "s = os.statvfs('/')\nprint(s[1] * s[3])")
        if not isinstance(free, int):
            raise unexpected(free)
        return free

    def write(self, path: str, content: bytes, on_bytes: Callable[[int], None] = lambda _count: None) -> None:
        """Write a file in place, and make its folders; ``on_bytes`` is called with the size of each chunk written."""
        self._make_folders(path)
        self._prompt.run(f"f = open({path!r}, 'wb')")
        for at in range(0, len(content), _PIECE_BYTES):
            piece = content[at : at + _PIECE_BYTES]
            self._prompt.run(f"n = f.write({piece!r})")
            on_bytes(len(piece))
        self._prompt.run("f.close()")

    def copy(self, source: str, target: str) -> None:
        """Copy a file on the board itself."""
        self._make_folders(target)
        self._prompt.run(f"copy({source!r}, {target!r})")

    def remove(self, path: str) -> None:
        """Remove a file."""
        self._prompt.run(f"os.remove({path!r})")

    def rename(self, old: str, new: str) -> None:
        """Rename a file atomically; an existing file of the new name is replaced."""
        self._prompt.run(f"os.sync()\nos.rename({old!r}, {new!r})\nos.sync()")

    def replace(self, path: str, content: bytes) -> None:
        """Replace a file atomically: write a new file, verify it, rename it."""
        new = f"{path}.new"
        self.write(new, content)
        if self.read(new) != content:
            raise DeviceError(f"The board did not keep what was written to {new}: its flash may be worn out or full.")
        self.rename(new, path)

    def _make_folders(self, path: str) -> None:
        parts = path.split("/")[:-1]
        for end in range(1, len(parts) + 1):
            self._prompt.run(f"folder({'/'.join(parts[:end])!r})")

    @staticmethod
    def needed_bytes(sizes: list[int]) -> int:
        """Return the space that files of these sizes take: each fills whole blocks."""
        return sum(-(-size // _BLOCK_BYTES) * _BLOCK_BYTES for size in sizes)
