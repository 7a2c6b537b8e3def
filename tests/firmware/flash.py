"""The initial content of a Pico's flash, which is a folder here."""

from __future__ import annotations

import binascii
from pathlib import Path


def put_board(folder: Path, blob: bytes) -> None:
    """Put a compiled board there as the Pico keeps it."""
    (folder / "board.bin").write_bytes(f"{binascii.crc32(blob):08x}".encode() + blob)
