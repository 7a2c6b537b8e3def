"""The Pico's inputs: its settings, as a document and as a file, and the board in pieces."""

from __future__ import annotations

import binascii
import json
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from riverlight.boards import load
from riverlight.devices.faults import FileFault
from riverlight.devices.simulated import settings_in
from riverlight.devices.upload import BoardUpload

from firmware import power, settings
from firmware.board_store import PATH as BOARD_PATH
from firmware.board_store import BoardStore
from shared_rules.line import decode, encode
from tests.tools.fuzz.lines import MESSAGES_OF_HOST, mutated, stream
from tests.tools.fuzz.mutate import bytes_mutated, in_json
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["SETTINGS", "TARGETS"]

_CUSTOM: dict[str, Any] = {
    "riverlight_settings": 1,
    "chains": [
        {"panel": "shrine", "lights": 40, "order": "RGBW", "budget_ma": 90},
        {"panel": "tomb", "lights": 44, "order": "GRB", "budget_ma": 0},
    ],
    "brightness": 99,
    "supply_ma": 400,
    "channel_ma": [12, 12, 12, 20],
    "idle_ma": 1,
    "legend": "123A456B789C*0#D"[::-1],
    "second_keypad": True,
    "peek_key": True,
    "peek_ms": 1500,
    "card_reader": True,
    "buzzer": True,
    "tags": {"04a1b2c3d4e5f6": "A7"},
}
_SHORTEST = {"riverlight_settings": 1}

SETTINGS = tuple(json.dumps(each).encode() for each in (_CUSTOM, settings.Settings().document(), _SHORTEST))
"""Settings that can be used, the first with every field."""


@contextmanager
def _on_flash(run: Run) -> Iterator[Run]:
    with TemporaryDirectory() as folder, chdir(folder):
        yield run


def _read_settings(data: bytes) -> bool:
    """Read settings as the Pico does at its start; save and load what can be used."""
    Path(settings.PATH).write_bytes(data)
    found = settings.load()
    assert settings_in(Path()).document() == _in_force(found).document()
    assert Path(settings.PATH).read_bytes() == data
    if found.fault:
        demand_sentence(FileFault(*found.fault).sentence)
        assert found.document() == settings.Settings().document()
        return False
    assert settings.save(json.loads(data)).document() == found.document()
    assert settings.load().document() == found.document()
    assert settings.load().fault == ()
    return True


def _in_force(found: settings.Settings) -> settings.Settings:
    """Return what the Pico's start makes of settings: the defaults where a chain's budget cannot hold it."""
    wanted = found.for_chains()
    try:
        power.make_limiters(wanted["chains"], wanted["supply_ma"])
    except ValueError:
        return settings.Settings()
    return found


def _take_board(data: bytes) -> bool:
    """Take ``board`` lines into an empty flash; what is in force at the end is there again at the next start."""
    Path(BOARD_PATH).unlink(missing_ok=True)
    store = BoardStore()
    for line in data.splitlines():
        message = decode(line)
        if message is None or message.get("t") != "board":
            continue
        before = store.board
        answer = store.take(message)
        encode(answer)
        if "e" in answer:
            demand_sentence(answer["e"])
            assert store.board is before
    again = BoardStore()
    again.load()
    assert again.fault == ()
    assert again.hash() == store.hash()
    return store.board is not None


def _upload(game: str) -> bytes:
    """Return the lines that bring a board to a Pico."""
    board = load(game).core
    upload, store, lines = BoardUpload(board), BoardStore(), []
    with TemporaryDirectory() as folder, chdir(folder):
        while not upload.is_done:
            lines.append(upload.line())
            upload.answer(store.take(decode(lines[-1]) or {}))
    return b"".join(lines)


def _read_board(data: bytes) -> bool:
    """Read the board's file as the Pico does at its start."""
    Path(BOARD_PATH).write_bytes(data)
    store = BoardStore()
    store.load()
    assert Path(BOARD_PATH).read_bytes() == data
    assert (store.board is None) == bool(store.fault)
    if store.fault:
        demand_sentence(FileFault(*store.fault).sentence)
    return store.board is not None


def _board_file(game: str) -> bytes:
    blob = load(game).blob
    return b"%08x" % binascii.crc32(blob) + blob


TARGETS = (
    Target(
        "settings",
        lambda: SETTINGS,
        in_json([*_CUSTOM, "panel", "lights", "order", "budget_ma", "main", "RGB", "GRBW", "04a1b2c3", "A7"]),
        lambda: _on_flash(_read_settings),
        lambda: [b"[" * 8000, b'{"riverlight_settings": 1, "tags": ' + b"[" * 7000, b"x" * 200_000],
    ),
    Target(
        "board-lines",
        lambda: [_upload("niagara"), _upload("pyramid"), _upload("niagara") + stream(MESSAGES_OF_HOST) * 2],
        mutated,
        lambda: _on_flash(_take_board),
    ),
    Target("board-on-flash", lambda: [_board_file("niagara")], bytes_mutated, lambda: _on_flash(_read_board)),
)
