r"""A game as a text that people can read, save and replay.

Tags, a blank line, then one move a line; ``#`` starts a comment::

    [Version "1"]
    [Game "canyon"]
    [Board "canyon"]
    [Seats "3"]
    [Names "Ada | Ben | Cleo"]
    [Seed "7"]
    [Generator "blake2b"]
    [Option.cards "app"]
    [Result "0 surplus"]
    [Digest "5d41402abc4b2a76"]

    table draw
    0 place a1

``Version`` is the version of this format, by default 1. An unknown tag is refused, except one whose name starts with
``X-``, which other programs may add. ``Result`` has the winners, ``0,2``, and the outcome, or ``*`` for a game in
progress. ``Digest`` is that of the last state. ``Bots`` has the indices in the names, from 0, of computer players:
``1,2``. ``Generator`` names the random generator, by default the first one. In a value ``\`` escapes a quotation mark,
a backslash and, within a name, ``|``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import NamedTuple

from riverlight.errors import IllegalMove, MoveTextError, OptionError, TranscriptError
from riverlight.games.contract import TABLE, Event, Result, Seat, State, type_name
from riverlight.games.generator import CURRENT, FIRST, SEED_DIGITS
from riverlight.games.registry import game_named
from riverlight.languages.text import text

__all__ = ["Transcript", "TranscriptMove", "digest", "read", "replay", "seat_text", "write"]

_TAG = re.compile(r'\[([A-Za-z_.-]+) "((?:[^"\\]|\\.)*)"\]')
_ESCAPED = re.compile(r"\\(.)")
_PARTED = re.compile(r"((?:[^\\|]|\\.)*)(?:\||$)")
_VERSION = "1"
_REQUIRED = ("Game", "Board", "Seats", "Names", "Seed")
_KNOWN = (*_REQUIRED, "Version", "Bots", "Levels", "Generator", "Result", "Digest")
_OPTION = "Option."
_FOREIGN = "X-"
_QUOTED = 40


class TranscriptMove(NamedTuple):
    """A seat's move as text; ``line`` is its line number, 0 if it was not read from a text."""

    seat: Seat
    text: str
    line: int = 0


class Transcript(NamedTuple):
    """A game as text: everything that its state follows from, and its claimed result.

    ``options`` has the given ones. ``result`` is None for a game in progress, ``digest`` "" if not given. ``bots`` are
    the indices in ``names`` of computer players, ``levels`` their levels; empty if all are easy.
    """

    game: str
    board: str
    seats: int
    names: tuple[str, ...]
    seed: int
    options: Mapping[str, str]
    moves: tuple[TranscriptMove, ...]
    result: Result | None = None
    digest: str = ""
    bots: tuple[int, ...] = ()
    generator: str = CURRENT
    levels: tuple[str, ...] = ()


def digest(state: State) -> str:
    """Return sixteen hex digits that identify ``state``: equal digests, equal states."""
    return hashlib.blake2b(state.key(), digest_size=8).hexdigest()


def seat_text(seat: Seat) -> str:
    """Return a seat's name in a transcript: its number, or ``table``."""
    return "table" if seat == TABLE else str(seat)


def write(transcript: Transcript) -> str:
    """Return ``transcript`` as text."""
    names = " | ".join(name.replace("\\", "\\\\").replace("|", "\\|") for name in transcript.names)
    tags = {
        "Version": _VERSION,
        "Game": transcript.game,
        "Board": transcript.board,
        "Seats": str(transcript.seats),
        "Names": names,
        **({"Bots": ",".join(map(str, transcript.bots))} if transcript.bots else {}),
        **({"Levels": ",".join(transcript.levels)} if transcript.levels else {}),
        "Seed": str(transcript.seed),
        **({} if transcript.generator == FIRST else {"Generator": transcript.generator}),
        **{f"{_OPTION}{name}": value for name, value in transcript.options.items()},
        "Result": _result_text(transcript.result),
    }
    if transcript.digest:
        tags["Digest"] = transcript.digest
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    lines.append("")
    lines.extend(f"{seat_text(move.seat)} {move.text}" for move in transcript.moves)
    return "\n".join(lines) + "\n"


def read(written: str) -> Transcript:
    """Parse a transcript, without checking that its moves are legal; see :func:`replay`.

    Raises:
        TranscriptError: with the number of an invalid line.
    """
    if type(written) is not str:
        message = text("Expected a game as text, got a value of type {type}.", type=type_name(written))
        raise TranscriptError(message, 1)
    tags: dict[str, str] = {}
    moves: list[TranscriptMove] = []
    number = 0
    for number, line in enumerate(written.splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        if content.startswith("["):
            if moves:
                message = text("Tags must come before the first move.")
                raise TranscriptError(message, number)
            _read_tag(content, number, tags)
        else:
            moves.append(_read_move(content, number))
    missing = [name for name in _REQUIRED if name not in tags]
    if missing:
        message = text("The tag [{name} …] is missing.", name=missing[0])
        raise TranscriptError(message, max(number, 1))
    return Transcript(
        game=tags["Game"],
        board=tags["Board"],
        seats=_whole_number(tags, "Seats"),
        names=tuple(_names(tags["Names"])),
        seed=_whole_number(tags, "Seed"),
        options={name.removeprefix(_OPTION): value for name, value in tags.items() if name.startswith(_OPTION)},
        moves=tuple(moves),
        result=_read_result(tags.get("Result", "*")),
        digest=tags.get("Digest", ""),
        bots=_read_bots(tags.get("Bots")),
        generator=tags.get("Generator", FIRST),
        levels=tuple(tags["Levels"].split(",")) if "Levels" in tags else (),
    )


def replay(transcript: Transcript, board: object | None = None) -> tuple[State, list[Event]]:
    """Play the moves of ``transcript`` and return the last state and all events.

    Args:
        transcript: what to play.
        board: the board that it names; the game's own when None.

    Raises:
        TranscriptError: an invalid game, option, move, result or digest; with its line.
    """
    try:
        game = game_named(transcript.game)
        state = game.new(transcript.options, transcript.seats, transcript.seed, board, generator=transcript.generator)
    except OptionError as error:
        raise TranscriptError(error.sentence, 1) from None
    happened: list[Event] = []
    for move in transcript.moves:
        try:
            happened.extend(state.apply(move.seat, state.parse_move(move.text)))
        except (IllegalMove, MoveTextError) as error:
            raise TranscriptError(error.sentence, move.line) from None
    last = transcript.moves[-1].line if transcript.moves else 1
    if transcript.result is not None and state.result() != transcript.result:
        written = _result_text(transcript.result)[:_QUOTED]
        message = text(
            "The game ends {result}, but the text says {written}.",
            result=repr(_result_text(state.result())),
            written=repr(written),
        )
        raise TranscriptError(message, last)
    if transcript.digest and digest(state) != transcript.digest:
        message = text(
            "The last state has the digest {digest}, but the text says {written}.",
            digest=digest(state),
            written=repr(transcript.digest)[:_QUOTED],
        )
        raise TranscriptError(message, last)
    return state, happened


def _escaped(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def _read_tag(content: str, number: int, tags: dict[str, str]) -> None:
    found = _TAG.fullmatch(content)
    if found is None:
        message = text('Expected a tag like [Name "value"], got {came}.', came=repr(content)[:_QUOTED])
        raise TranscriptError(message, number)
    name, value = found.group(1), _ESCAPED.sub(r"\1", found.group(2))
    if name == "Version" and value != _VERSION:
        message = text(
            "This text has version {version} of the format; this Riverlight reads version {known}. Update Riverlight "
            "to import it.",
            version=repr(value)[:_QUOTED],
            known=_VERSION,
        )
        raise TranscriptError(message, number)
    if name not in _KNOWN and not name.startswith((_OPTION, _FOREIGN)):
        message = text(
            "Unknown tag {name}. Tags of other programs start with {prefix}.",
            name=name[:_QUOTED],
            prefix=_FOREIGN,
        )
        raise TranscriptError(message, number)
    if name in tags:
        message = text("The tag {name} appears twice.", name=name[:_QUOTED])
        raise TranscriptError(message, number)
    tags[name] = value


def _read_move(content: str, number: int) -> TranscriptMove:
    seat, _space, move = content.partition(" ")
    move = move.partition("#")[0].strip()
    if not move or not (seat == "table" or (seat.isascii() and seat.isdigit() and len(seat) == 1)):
        message = text(
            "Expected a seat and its move, like '0 pace 3' or 'table deal', got {came}.", came=repr(content)[:_QUOTED]
        )
        raise TranscriptError(message, number)
    return TranscriptMove(TABLE if seat == "table" else int(seat), move, number)


def _whole_number(tags: Mapping[str, str], name: str) -> int:
    digits = tags[name].removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= SEED_DIGITS):
        message = text("The tag {name} must be a whole number, not {came}.", name=name, came=repr(tags[name])[:_QUOTED])
        raise TranscriptError(message, 1)
    return int(tags[name])


def _names(value: str) -> list[str]:
    return [_ESCAPED.sub(r"\1", part).strip() for part in _PARTED.findall(value)[:-1]]


def _result_text(result: Result | None) -> str:
    return "*" if result is None else f"{','.join(map(str, result.winners))} {result.way}"


def _read_result(value: str) -> Result | None:
    if value == "*":
        return None
    winners, _space, way = value.partition(" ")
    if not way or not _are_places(winners):
        message = text(
            "The tag Result must have the winning seats and the outcome, like '0,2 shared', or '*', not {came}.",
            came=repr(value)[:_QUOTED],
        )
        raise TranscriptError(message, 1)
    return Result(tuple(int(seat) for seat in winners.split(",")), way)


def _are_places(value: str) -> bool:
    """Return whether ``value`` is digits with commas between them."""
    return all(place.isascii() and place.isdigit() and len(place) == 1 for place in value.split(","))


def _read_bots(value: str | None) -> tuple[int, ...]:
    if value is None:
        return ()
    if not _are_places(value):
        message = text(
            "The tag Bots must list the seats of computer players, like '1,2', not {came}.",
            came=repr(value)[:_QUOTED],
        )
        raise TranscriptError(message, 1)
    return tuple(int(place) for place in value.split(","))
