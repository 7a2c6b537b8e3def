"""The reference of the line between host and device: every line type and its parts, positions, settings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any, Final, NamedTuple

from riverlight.boards import shipped
from riverlight.devices.replies import NEEDED, PARTS
from riverlight.devices.shows import expected_digest
from riverlight.devices.upload import BoardUpload

from firmware import VERSION
from firmware.settings import Settings
from shared_rules import pyramid_position as at
from shared_rules.line import FROM_HOST, FROM_PICO, PROTOCOL, decode, encode
from tests.docs.played import CONSTANT, Moment, opening, positions
from tests.docs.tables import table

__all__ = ["LINES", "POSITIONS", "SETTINGS", "Line", "example", "lines", "packed_places", "position", "settings_table"]

_BOOT: Final = "a1b2c3"
_BOARD: Final = shipped("canyon").core


class Line(NamedTuple):
    """One line type.

    Attributes:
        when: when it is sent, and what comes of it.
        parts: what each of its parts tells.
        kinds: what each part is, where :data:`riverlight.devices.replies.PARTS` does not say so.
        left_out: the parts that may be missing, where that table does not say so.
    """

    when: str
    parts: Mapping[str, str]
    kinds: Mapping[str, str] = {}
    left_out: tuple[str, ...] = ()


LINES: Final[Mapping[str, Line]] = {
    "hail": Line(
        "Asks who is there; sent first, and again until `hello` comes.",
        {"v": "the version of the protocol"},
        {"v": "whole number"},
    ),
    "beat": Line(
        "The heartbeat, once a second. It is answered by `pulse` within half a second; after two that were not, and "
        "nothing else heard, the host brings the device back.",
        {"n": "the number of the beat"},
        {"n": "whole number"},
    ),
    "board": Line(
        "One piece of a compiled board, where `hello` told of another one. Each piece is answered by `boarded`, and "
        "the next follows that.",
        {
            "h": "the hash of the whole board, its CRC-32",
            "o": "where the piece begins, in bytes",
            "z": "how many bytes the whole board has",
            "d": "the bytes of the piece",
        },
        {"h": "eight hex digits", "o": "whole number", "z": "whole number up to 6144", "d": "base64"},
    ),
    "show": Line(
        "The whole position of one panel. It is lit at once, its legal ends as soon as they are found; then `lit` "
        "answers. A position that was lost is mended by the next. What else it holds is each game's own: see "
        "[Positions](#positions).",
        {"p": "the panel", "r": "the revision: another number for each position of the panel", CONSTANT: "the game"},
        {"p": "text of up to 12 characters", "r": "whole number", CONSTANT: "`canyon`, `niagara` or `pyramid`"},
    ),
    "cue": Line(
        "A brief sign over one panel: green when an entry was taken, red when it was refused.",
        {"p": "the panel", "k": "the sign"},
        {"p": "text", "k": "`accepted` or `refused`"},
    ),
    "took": Line(
        "All presses up to this one are safe in the record: the device forgets them.",
        {"b": "the start of the device that counted them", "n": "the number of the last one"},
        {"b": "text", "n": "whole number"},
    ),
    "probe": Line(
        "Asks for facts, and may light one light or all of a panel by hand, for five seconds. Without a panel it puts "
        "them back. It is answered by `probed`.",
        {
            "n": "comes back in the answer",
            "p": "the panel",
            "i": "the light, counted from 0; -1 for all",
            "c": "the colour, red × 65536 + green × 256 + blue",
        },
        {"n": "whole number", "p": "text", "i": "whole number", "c": "whole number"},
        ("p", "i", "c"),
    ),
    "hello": Line(
        "Answers `hail`.",
        {
            "v": "the version of the protocol",
            "f": "the version of the firmware",
            "h": "the hash of the board that it has, empty for none",
            "b": "its start: six hex digits, drawn anew at each",
            "u": "the device's own number, in hex",
            "l": "how many lights each panel has",
            "k": "how many keypads it has",
            "a": "the number of the last press that it no longer keeps",
            "w": "what was set aside as it started: settings or a board that cannot be used",
        },
    ),
    "pulse": Line(
        "Answers `beat`.",
        {
            "n": "the number of the beat",
            "up": "milliseconds since its start",
            "bad": "lines that did not check since its start",
            "lost": "lines and presses that found no room since its start",
            "free": "bytes free in its memory",
            "ma": "the milliamperes drawn by estimate, and how much of the light asked for the power budget leaves, in "
            "thousandths",
        },
    ),
    "boarded": Line(
        "Answers `board`.",
        {
            "h": "the hash of the board",
            "o": "where the next piece is to begin; the size of the board once it is kept and in force",
            "e": "why it was refused",
        },
    ),
    "lit": Line(
        "Answers `show` once the legal ends are found. The host works out the same digest; where the two differ it "
        "sends the position again, three times at most.",
        {
            "p": "the panel",
            "r": "the revision of the position",
            "d": "the digest of what each light means, its CRC-32; empty where the panel cannot show this game",
        },
    ),
    "key": Line(
        "A key was pressed. It is sent again each second until `took` tells that it is safe; its number keeps it from "
        "being taken twice.",
        {
            "b": "the start of the device",
            "n": "the number of the press since then, from 1",
            "k": "the key: `0` to `9`, `A` to `D`, `*` or `#`",
            "l": "1 when it was held long, for a second or so",
            "x": "0 the first keypad, 1 the second",
        },
    ),
    "tag": Line(
        "A tag that was not taught was laid on the reader; kept and numbered as presses are. A tag that was taught "
        "presses its keys instead.",
        {"b": "the start of the device", "n": "its number among the presses", "i": "the tag's id, in hex"},
    ),
    "crash": Line(
        "The program failed. The lights breathe red, the line lives on, and the next board or position is a new try.",
        {"e": "what happened, and where"},
    ),
    "probed": Line(
        "Answers `probe`.",
        {
            "n": "the number of the question",
            "m": "the version of MicroPython",
            "s": "the slot that the firmware runs from: `a`, `b`, or `.` where it was copied by hand",
            "r": "the card reader: `ready`, `missing` where the settings name one and none answers, `none`",
            "y": "1 while the firmware is on trial",
        },
    ),
}
"""Every line type, in the order of the page."""

_FIRST_SHOW: Final = {"p": "main", "r": 1}

_EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "hail": {"v": PROTOCOL},
    "beat": {"n": 7},
    "cue": {"p": "main", "k": "refused"},
    "took": {"b": _BOOT, "n": 4},
    "probe": {"n": 3, "p": "main", "i": 12, "c": 0x00FF00},
    "hello": {
        "v": PROTOCOL,
        "f": VERSION,
        "h": _BOARD.hash,
        "b": _BOOT,
        "u": "e6614c311b7f5a2c",
        "l": {"main": 117},
        "k": 1,
        "a": 0,
    },
    "pulse": {"n": 7, "up": 64250, "bad": 0, "lost": 0, "free": 98304, "ma": {"main": [212, 1000]}},
    "boarded": {"h": _BOARD.hash, "o": 120},
    "key": {"b": _BOOT, "n": 4, "k": "A", "l": 0, "x": 0},
    "tag": {"b": _BOOT, "n": 5, "i": "04a1b2c3d4e5f6"},
    "crash": {"e": "MemoryError: File 'firmware/stage.py', line 71, in show"},
    "probed": {"n": 3, "m": "1.28.0", "s": "a", "r": "none", "y": 0},
}

POSITIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "canyon": {
        "c": "the space of each seat's canoe",
        "s": "the seat whose turn it is",
        "a": "what it does: 0 rests, 1 places its canoe, 2 chooses an end, 3 drifts, 4 the game is over",
        "n": "its points",
        "m": "1 with the option `movement` = `nearest`",
        "v": "for a canoe that has just moved: its seat, then the spaces of its way",
        "w": "the seats that won",
    },
    "niagara": {
        "c": "where each canoe is, two a seat: 0 the shore, 1 to 9 the discs, `a` lost",
        "k": "the gem that each carries: 0 to 4, or `-`",
        "x": "how many gems of each colour lie at each site: five sites, five colours",
        "w": "the weather, -1 to 2",
        "d": "how many steps the river can still flow in this round, as far as anyone knows",
        "a": "what is done: 0 rests, 1 cards are chosen, 2 a canoe is bought, 3 the cloud, 4 canoes paddle, 5 a disc "
        "takes an arm, 6 the game is over",
        "s": "the seat whose turn it is",
        "q": "all seats that are to act, a mask",
        "n": "the paddle card, 1 to 6",
        "m": "which canoes of the seat must move, a mask; times 4, which may be launched",
        "v": "the canoe moved last, its start and its end",
        "f": "the arms that discs have entered since, `l` or `r`",
        "o": "where each canoe was before that",
        "e": "the seats that won",
    },
    "pyramid": {
        "h": "the hunters' side, packed; on the panel `tomb`",
        "m": "the mummy's side, packed; on the panel `shrine`",
    },
}
"""What a ``show`` line tells beside its panel, revision and game."""

_PLACES: Final = (
    (at.MUMMY, "both", "the mummy's space"),
    (at.MARKER, "both", "the hunter in turn"),
    (at.ACTIVITY, "both", "0 rests, 1 a die is chosen, 2 an end is chosen, 3 the mummy walks, 4 the game is over"),
    (at.STEPS, "both", "the most steps of the walk shown"),
    (at.CAUGHT, "both", "the hunter caught last"),
    (at.WINNERS, "both", "a mask: 1 the mummy, 2 the first hunter, and so on"),
    (at.WALK, "both", f"the spaces of the mummy's walk, {at.WALK_MOST} of them"),
    (at.HUNTERS, "hunters", f"the space of each hunter, {at.HUNTERS_MOST} of them"),
    (at.DICE, "hunters", "a mask of the dice that can be chosen: 1 the die 1, 16 the arrow"),
    (at.LIGHT, "hunters", "when the mummy shows: 0 always, 1 to the peek key, 2 on a catch; 4 more where hunters may "
     "go back into safety"),
    (at.HUNTERS_PLAYED, "hunters", "to the end: a mask of the treasures played"),
    (at.STEPS_LEFT, "mummy", "the steps that the mummy has left"),
    (at.ASIDE, "mummy", "the dice set aside"),
    (at.TAKEN, "mummy", "the amulets taken"),
    (at.MUMMYS_PLAYED, "mummy", "to the end: a mask of the treasures played, then one of the spaces where a hunter can "
     "be"),
)  # fmt: skip
"""Where the packed positions of Pyramid have what, on whose side."""

SETTINGS: Final[Mapping[str, str]] = {
    "riverlight_settings": "the version of the file; needed",
    "chains": "the chains of lights, up to four. Each has `panel`, a name of 1 to 12 small letters; `lights`, 1 to "
    "300; `order` of its colours on the wire, `RGB` or `RGBW` in any order; `budget_ma`, the current that it may draw, "
    "0 for its share of the supply. The first is at the first data pin, and so on: see [Pins](../hardware/PINS.md)",
    "brightness": "0 to 255, of all chains",
    "supply_ma": "what the supply gives to the Pico and all chains together, in mA",
    "channel_ma": "what one light draws at full red, green, blue and white, in mA",
    "idle_ma": "what one dark light draws, in mA",
    "legend": "the sixteen keys of the keypad, row by row",
    "second_keypad": "whether there is one",
    "peek_key": "whether there is one",
    "peek_ms": "how long at most the peek key shows what is hidden, in ms; 0 for as long as it is held",
    "card_reader": "whether there is one",
    "buzzer": "whether there is one; it takes the pin of the fourth chain",
    "tags": "what each tag presses: up to 100 ids, each with one to four keys. `riverlight device teach` writes it",
}
"""What each setting means."""


def example(kind: str) -> bytes:
    """Return a line of this type, as it goes over the wire."""
    if kind == "board":
        return BoardUpload(_BOARD).line()
    if kind == "show":
        return _shown(_choosing(), "main")
    if kind == "lit":
        shown = decode(_shown(_choosing(), "main")) or {}
        return encode({"t": "lit", **_FIRST_SHOW, "d": expected_digest(_BOARD, shown)})
    return encode({"t": kind, **_EXAMPLES[kind]})


def _choosing() -> Moment:
    """Return the moment of Canyon's guided opening at which a canoe first chooses among its ends."""
    return next(each for each in opening("canyon") if each.state.view("main")["activity"]["kind"] == "ends")


def _shown(moment: Moment, panel: str) -> bytes:
    return encode({"t": "show", **_FIRST_SHOW, "p": panel, **dict(positions(moment))[panel]})


def lines(*, is_to_device: bool) -> str:
    """Return a section for each line type of one direction."""
    told = [_line(kind, LINES[kind], is_to_device) for kind in (FROM_HOST if is_to_device else FROM_PICO)]
    return "\n".join(told)


def _line(kind: str, line: Line, is_to_device: bool) -> str:
    rows = [
        (f"`{name}`", what, line.kinds.get(name) or PARTS[kind][name].kind, _need(kind, line, name, is_to_device))
        for name, what in line.parts.items()
    ]
    parts = table(("part", "tells", "is a", "needed"), rows)
    return f"### `{kind}`\n\n{fill(line.when, 120)}\n\n{parts}\n```text\n{example(kind).decode()}```\n"


def _need(kind: str, line: Line, name: str, is_to_device: bool) -> str:
    is_needed = name not in line.left_out if is_to_device else name in NEEDED[kind]
    return "yes" if is_needed else ""


def position(game: str) -> str:
    """Return what a ``show`` line tells of a position of ``game``, and one for each panel."""
    rows = [(f"`{name}`", what) for name, what in POSITIONS[game].items()]
    examples = "".join(line.decode() for line in _examples_of(game))
    return f"{table(('part', 'tells'), rows)}\n```text\n{examples}```\n"


def _examples_of(game: str) -> Iterator[bytes]:
    moment = opening(game)[-1]
    for panel, _ in positions(moment):
        yield _shown(moment, panel)


def packed_places() -> str:
    """Return where the packed positions of Pyramid have what."""
    return table(("byte", "side", "tells"), [(str(place), side, what) for place, side, what in _PLACES])


def settings_table() -> str:
    """Return the table of the settings of a board."""
    usual: dict[str, Any] = Settings().document()
    rows = [(f"`{name}`", _written(usual[name]), what) for name, what in SETTINGS.items()]
    return table(("setting", "usual", "means"), rows)


def _written(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, dict) for each in value):
        return "; ".join(", ".join(f"`{name}` {what}" for name, what in each.items()) for each in value)
    return f"`{json.dumps(value, separators=(',', ':'))}`"
