"""The reference of the serial protocol: every line type and its fields, positions, settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Final, NamedTuple

from riverlight.boards import shipped
from riverlight.devices.displayed_positions import expected_digest
from riverlight.devices.replies import NEEDED, PARTS
from riverlight.devices.upload import BoardUpload

from firmware import VERSION
from shared_rules import fields
from shared_rules import pyramid_position as at
from shared_rules.line import FROM_HOST, FROM_PICO, PROTOCOL, decode, encode
from tests.tools.docs.played import Moment, opening, positions
from tests.tools.docs.tables import table

__all__ = [
    "LINES",
    "POSITIONS",
    "Line",
    "example",
    "lines",
    "niagara_bytes",
    "position",
    "pyramid_bytes",
]

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
    ),
    "beat": Line(
        "The heartbeat, once a second. It is answered by `pulse` within half a second; after two that were not, and "
        "nothing else heard, the host brings the device back.",
        {"n": "the number of the beat", "a": "the number of the last `pulse` received"},
        left_out=("a",),
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
        {
            "p": "the panel",
            "r": "the revision: another number for each position of the panel",
            "l": "the light of each seat's pieces by its letter, `a` blue, `b` orange and so on, as in `shared_rules/"
            "roles.toml`; left out for `abcdef`. Firmware without it lights the seats in these",
        },
        {"p": "text of up to 12 characters", "l": "1 to 6 of the letters `a` to `k`"},
        left_out=("l",),
    ),
    "cue": Line(
        "A brief sign over one panel: a green band when an entry was taken, two red flashes when it was refused, one "
        "golden swell for a gain (a trick won, a gem ashore, a treasure played), two violet swells for a loss (a "
        "fall, a theft, a catch). Never three flashes a second. Firmware that does not know a sign shows none.",
        {"p": "the panel", "k": "the sign"},
        {"k": "`accepted`, `refused`, `gain` or `loss`"},
    ),
    "took": Line(
        "All presses up to this one are safe in the record: the device forgets them.",
        {"b": "the start of the device that counted them", "n": "the number of the last one"},
    ),
    "seen": Line(
        "All changes that the sensors sent up to this one are taken note of: the device forgets them.",
        {"b": "the start of the device that counted them", "n": "the number of the last one"},
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
        left_out=("p", "i", "c"),
    ),
    "hello": Line(
        "Answers `hail`.",
        {
            "v": "the version of the protocol",
            "f": "the version of the firmware",
            "h": "the hash of the board that it has, empty for none",
            "b": "its start: six hex digits, a new one at each",
            "u": "the device's own number, in hex",
            "l": "how many lights each panel has",
            "k": "how many keypads it has",
            "a": "the number of the last press that it no longer keeps",
            "s": "how many positions its chain of sensors has; missing where it has none",
            "w": "a file that it could not use as it started; the line `fault` says why. Of older firmware, a sentence",
        },
    ),
    "pulse": Line(
        "Answers `beat`.",
        {
            "n": "the number of the beat",
            "up": "milliseconds since its start; after 2^30, twelve days, they count from 0 again",
            "bad": "lines that did not check since its start",
            "lost": "lines and presses that found no room since its start",
            "free": "bytes free in its memory after a collection, a minute ago at most",
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
        "A tag that was not taught was laid on the reader; kept and numbered as presses are, in room of its own. A tag "
        "that was taught presses its keys instead. Ids that a phone draws anew each time (four bytes, the first 08) "
        "are not sent.",
        {"b": "the start of the device", "n": "its number among the presses", "i": "the tag's id, in hex"},
    ),
    "sense": Line(
        "A piece was lifted from a space with a sensor, or came to rest on one. It is sent again each second until "
        "`seen` acknowledges it; these changes have numbers of their own.",
        {
            "b": "the start of the device",
            "n": "the number of the change since then, from 1",
            "p": "the position of the sensor in its chain",
            "s": "1 when a piece stands there now, 0 when it was lifted",
        },
    ),
    "sensed": Line(
        "What all sensors see: it follows `hello` where the settings name sensors, and comes in place of changes that "
        "found no room. To ask for it, send `hail`.",
        {
            "b": "the start of the device",
            "n": "the number of the last change in it",
            "d": "in hex, a bit for each position, eight a byte, the lowest first",
        },
    ),
    "crash": Line(
        "The program failed. The lights breathe red, the line lives on, and the next board or position is a new try.",
        {"e": "what happened, and where"},
    ),
    "fault": Line(
        "Follows `hello` where the device could not use a file at its start, as data: the host makes a sentence of it.",
        {
            "f": "the file",
            "k": "what is wrong with it: `number` for one out of its range, and so on",
            "n": "the setting, or the panel of a chain",
            "v": "what was found, cut to 20 characters; of the kinds `power` and `board` a sentence",
            "m": "the most that is possible",
        },
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
    "seen": {"b": _BOOT, "n": 2},
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
    "sense": {"b": _BOOT, "n": 2, "p": 17, "s": 0},
    "sensed": {"b": _BOOT, "n": 1, "d": "000000000202"},
    "crash": {"e": "MemoryError: File 'firmware/stage.py', line 71, in show"},
    "fault": {"f": "settings.json", "k": "number", "n": "brightness", "v": "300", "m": 255},
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
    "niagara": {"d": "everything, packed"},
    "pyramid": {
        "h": "the hunters' side, packed; on the panel `tomb`",
        "m": "the mummy's side, packed; on the panel `shrine`",
    },
}
"""The fields of a ``show`` line besides panel, revision and game."""

_NIAGARA_BYTES: Final = (
    (0, "the number of seats, times 16; the weather, -1 to 2, plus 1"),
    (1, "times 16: 0 rests, 1 cards are chosen, 2 a canoe is bought, 3 the cloud, 4 canoes paddle, 5 a disc takes an "
     "arm, 6 the game is over; the seat whose turn it is, 15 for none"),
    (2, "the paddle card, 1 to 6, times 16; which canoes of the seat must move, a mask; times 4, which may be "
     "launched"),
    (3, "all seats that are to act, a mask"),
    (4, "the seats that won, a mask"),
    (5, "how many steps the river can still flow in this round, as far as anyone knows"),
    (6, "the canoe moved last, 15 for none, times 16; its start"),
    (7, "its end, times 16; how many discs have entered an arm since"),
    (8, "only where discs have: a mask of those that went right, two bytes"),
    ("then", "hexadecimal digits, two a byte: how many gems of each colour lie at each site (five sites, five "
     "colours); where each canoe is, two a seat (0 the shore, 1 to 9 the discs, `a` lost); the gem that each carries "
     "(0 to 4, or `f`); where discs have entered an arm, where each canoe was before that; a 0"),
)  # fmt: skip
"""Where the packed positions of Niagara have what."""

_PYRAMID_BYTES: Final = (
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
        (f"`{name}`", what, _kind(kind, line, name, is_to_device), _need(kind, line, name, is_to_device))
        for name, what in line.parts.items()
    ]
    parts = table(("part", "meaning", "is a", "needed"), rows)
    return f"### `{kind}`\n\n{fill(line.when, 120)}\n\n{parts}\n```text\n{example(kind).decode()}```\n"


def _described(field: fields.Field) -> str:
    if field[0] == fields.TEXT:
        return f"text of up to {field[1]} characters"
    return "whole number" if field[1:] == (0, fields.COUNT_MOST) else f"whole number from {field[1]} to {field[2]}"


def _kind(kind: str, line: Line, name: str, is_to_device: bool) -> str:
    if name in line.kinds:
        return line.kinds[name]
    return _described(fields.LINES[kind][name]) if is_to_device else PARTS[kind][name].kind


def _need(kind: str, line: Line, name: str, is_to_device: bool) -> str:
    is_needed = name not in line.left_out if is_to_device else name in NEEDED[kind]
    return "yes" if is_needed else ""


def position(game: str) -> str:
    """Return the fields of a ``show`` line for ``game``, and an example for each panel."""
    rows = [(f"`{name}`", what) for name, what in POSITIONS[game].items()]
    examples = "".join(line.decode() for line in _examples_of(game))
    return f"{table(('part', 'meaning'), rows)}\n```text\n{examples}```\n"


def _examples_of(game: str) -> Iterator[bytes]:
    moment = opening(game)[-1]
    for panel, _ in positions(moment):
        yield _shown(moment, panel)


def niagara_bytes() -> str:
    """Return where the packed positions of Niagara have what."""
    return table(("byte", "meaning"), [(str(place), what) for place, what in _NIAGARA_BYTES])


def pyramid_bytes() -> str:
    """Return where the packed positions of Pyramid have what."""
    return table(("byte", "side", "meaning"), [(str(place), side, what) for place, side, what in _PYRAMID_BYTES])
