"""Texts and identifiers in KiCad's file format."""

from __future__ import annotations

from typing import Final
from uuid import UUID, uuid5

__all__ = ["LIBRARY", "quoted", "stamp", "title_block"]

LIBRARY: Final = "riverlight"
"""The project's own library of symbols and footprints."""

_NAMESPACE: Final = UUID("8f0f2f0a-2c0e-5f35-9d7e-5a1b6f6c0d11")


def quoted(text: str) -> str:
    """Return a text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def stamp(*words: object) -> str:
    """Return a deterministic identifier from words, so that the same board is always the same file."""
    return str(uuid5(_NAMESPACE, "/".join(map(str, words))))


def title_block(revision: str) -> str:
    """Return the title block of board and schematic."""
    licence = '(comment 1 "CERN-OHL-P-2.0, The Riverlight authors")'
    return f'(title_block (title "Riverlight carrier board") (rev {quoted(revision)}) {licence})'
