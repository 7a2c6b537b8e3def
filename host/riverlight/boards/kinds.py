"""Registry of board kinds: the game-specific part of boards.

This package depends on no game: ``riverlight.games.registry`` registers the kinds, and a board document names its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from riverlight.boards.problems import Problem
from riverlight.errors import BoardError
from riverlight.languages.text import Text, series, text

if TYPE_CHECKING:
    from riverlight.boards.files import Board
    from shared_rules.board import Board as CompiledBoard

__all__ = ["BoardKind", "BoardTools", "LightRules", "Scenery", "kind_for", "kind_names", "kinds", "register"]
__all__ += ["unregister"]

Document = Mapping[str, Any]
"""A board file's JSON."""

Space = dict[str, Any]
Size = tuple[float, float]


class Scenery(NamedTuple):
    """How the boards of a game are drawn.

    Attributes:
        night: colours by name for the dark theme.
        day: colours by the same names for the light theme.
        style: CSS rules for its shapes.
        draw_land: returns the SVG below the spaces.
        draw_space: returns the SVG of the space with an index, centred on the origin, in millimetres.
    """

    night: dict[str, str]
    day: dict[str, str]
    style: str
    draw_land: Callable[[Board], str]
    draw_space: Callable[[Board, int], str]


class LightRules(Protocol):
    """A module of ``shared_rules`` that maps positions to light roles."""

    def read(self, board: CompiledBoard, message: Any) -> Any:
        """Parse a ``show`` message; return None if a field is missing or out of range."""

    def pieces(self, board: CompiledBoard, position: Any, frame: bytearray) -> None:
        """Write the roles of all pieces into ``frame``, two bytes per space."""

    def choices(self, board: CompiledBoard, position: Any, frame: bytearray) -> Any:
        """Search the legal ends, then write their roles into ``frame``; a generator."""


class BoardTools(NamedTuple):
    """Tools for making, checking and drawing boards; not needed to play.

    Attributes:
        find_problems: returns the violations of the game's rules by a well-formed board.
        make_spaces: returns the spaces of a new, playable board of a given size.
        scenery: how its boards are drawn.
    """

    find_problems: Callable[[Document], list[Problem]]
    make_spaces: Callable[[Size], list[Space]]
    scenery: Scenery


class BoardKind(NamedTuple):
    """The game-specific properties of a board.

    Attributes:
        game: the name of the game, also the id of its shipped board.
        space_kinds: the kinds of spaces with their titles, in the order of their codes in
            ``shared_rules.board``.
        panels: the names of its light chains.
        size_mm: width and height of a new board.
        datum: returns the extra byte of a space's compiled form, given the space and the index of each id.
        load_tools: imports the board tools lazily, to keep start-up fast.
        load_light_rules: imports the light rules lazily; only devices need them.
        counts: required number of spaces by kind, or of treasures by colour; kinds not listed may occur any number of
            times.
        layout: how its spaces are placed: ``"free"``, anywhere, touching each other; ``"fixed"``, as on the shipped
            board; ``"grid"``, in rows and columns with exits.
        label: returns the short label of a space on the tracing page; "" for none.
        wiring: default wiring order of a new board: ``"short"`` or ``"rows"``.
        colours: the colours of gem sites or treasures, in the order of their codes.
        directions: the names of the directions in order, if spaces have one exit per direction; empty if spaces touch
            each other.
        sensed_kinds: the kinds of spaces where a sensor can detect a piece; empty if pieces cannot be sensed.
        is_two_sided: whether the board has a back face, printed as its mirror image.
    """

    game: str
    space_kinds: Mapping[str, Text]
    panels: tuple[str, ...]
    size_mm: Size
    datum: Callable[[Document, Mapping[str, int]], int]
    load_tools: Callable[[], BoardTools]
    load_light_rules: Callable[[], LightRules]
    counts: Mapping[str, int] = {}
    layout: Literal["free", "fixed", "grid"] = "free"
    label: Callable[[Document], str] = lambda _space: ""
    wiring: Literal["short", "rows"] = "short"
    colours: tuple[str, ...] = ()
    directions: tuple[str, ...] = ()
    sensed_kinds: tuple[str, ...] = ()
    is_two_sided: bool = False


_kinds: dict[str, BoardKind] = {}


def register(kind: BoardKind) -> None:
    """Register the board kind of a game."""
    _kinds[kind.game] = kind


def unregister(game: str) -> None:
    """Remove the board kind of a game."""
    _kinds.pop(game, None)


def kinds() -> tuple[BoardKind, ...]:
    """Return all board kinds, in the order of the games."""
    return tuple(_kinds.values())


def kind_names() -> tuple[str, ...]:
    """Return the names of the games that have boards."""
    return tuple(_kinds)


def kind_for(game: str) -> BoardKind:
    """Return the board kind of a game; raises BoardError if it has none."""
    if game not in _kinds:
        known = series(kind_names())
        message = text("There are no boards for {game}, only for {games}.", game=repr(game)[:40], games=known)
        raise BoardError(message)
    return _kinds[game]
