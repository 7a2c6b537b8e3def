"""The pictures of the rules page: a part of the board, with the pieces of a real position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from math import dist
from typing import Final, NamedTuple

from riverlight.boards import Board
from riverlight.boards.places import Place, places_of, usual_gap
from riverlight.clauses import seeds_folder
from riverlight.games.contract import TABLE, State
from riverlight.games.game import Game
from riverlight.games.how_to_play import End, Figure, Mark, Picture
from riverlight.games.seats import LETTERS
from riverlight.games.transcript import read
from riverlight.languages.text import listed, text, together
from riverlight.table.game_text import head_of
from riverlight.table.head import Head
from riverlight.web.board import board_name
from riverlight.web.markup import Markup, element

__all__ = ["board_of_pictures", "draw_picture", "position_of"]

_MARGIN: Final = 1.7
"""Margin around the content, as a multiple of the distance between spaces."""

_BROAD: Final = 1200
_SMALLEST: Final = 6.0
_BROADEST: Final = 1.9
_NARROWEST: Final = 1.45


class _View(NamedTuple):
    """The visible part of a board in millimetres: left, top, width and height."""

    x: float
    y: float
    width: float
    height: float


@lru_cache(maxsize=32)
def position_of(game_text: str, moves: int) -> tuple[Head, State]:
    """Return a golden game after so many moves, for reading only."""
    written = (seeds_folder() / "games" / f"{game_text}.txt").read_text(encoding="utf-8")
    transcript = read(written)
    head = head_of(transcript)
    state = head.new_state()
    for move in transcript.moves[:moves]:
        state.apply(move.seat, state.parse_move(move.text))
    return head, state


def board_of_pictures(game: Game) -> Board | None:
    """Return the board of all pictures of ``game``; None if it has no pictures."""
    pictures = (section.picture for section in game.how_to_play() if section.picture)
    return next((position_of(picture.game_text, picture.moves)[0].board for picture in pictures), None)


def draw_picture(picture: Picture) -> Markup:
    """Return the picture with its caption, and a text alternative that describes the position."""
    head, state = position_of(picture.game_text, picture.moves)
    figure = picture.draw(state, head)
    in_turn = {f"seat-{LETTERS[seat]}" for seat in state.to_act() if figure.ends and seat != TABLE}
    return element(
        "figure",
        _drawing(head, figure, in_turn, _alternative(head, state, figure)) if head.board else None,
        element("figcaption", picture.caption),
    )


def _alternative(head: Head, state: State, figure: Figure) -> str:
    sentences = [head.game.interface.arrangement(state.view(head.game.panels[0]), head.seat_names)]
    if figure.ends:
        ends = listed([f"{end.key} {end.space}" for end in figure.ends])
        sentences.append(text("To choose from: {ends}.", ends=ends))
    sentences += [text("Arrow: {spaces}.", spaces=" → ".join(way)) for way in figure.ways]
    if figure.reach:
        sentences.append(text("Lit: {spaces}.", spaces=listed(figure.reach, "and")))
    return together([sentence for sentence in sentences if sentence])


def _drawing(head: Head, figure: Figure, in_turn: Set[str], alternative: str) -> Markup:
    assert head.board is not None  # noqa: S101  (games without a board have no pictures)
    board, places = head.board, places_of(head.board.document)
    gap = usual_gap(list(places.values()))
    view = _shown(board, figure, in_turn, places, gap)
    taken = {mark.space for mark in figure.marks}
    width, height = board.size_mm
    return element(
        "svg",
        element("image", href=f"/rules/{head.game.name}/{board_name(board)}.svg", width=width, height=height),
        *[_light(places[space], gap, "reach") for space in figure.reach],
        *[_light(places[end.space], gap, "choice") for end in figure.ends],
        *[_way([places[space] for space in way], gap, is_met=way[-1] in taken) for way in figure.ways],
        *_pieces(figure.marks, places, gap),
        *[_label(end, places[end.space], gap) for end in figure.ends],
        viewBox=" ".join(f"{length:g}" for length in view),
        width=_BROAD,  # as wide as any page allows
        height=round(_BROAD * view.height / view.width),
        class_="position",
        role="img",
        aria_label=alternative,
    )


def _shown(board: Board, figure: Figure, in_turn: Set[str], places: dict[str, Place], gap: float) -> _View:
    """Return the part of the board around the action, with a minimum size and a suitable aspect ratio."""
    spaces = [end.space for end in figure.ends] + [space for way in figure.ways for space in way] + [*figure.reach]
    spaces += [mark.space for mark in figure.marks if mark.sign in in_turn]
    points = [places[space] for space in spaces or [mark.space for mark in figure.marks]]
    points += [at for at in (places[mark.space] for mark in figure.marks) if _is_near(at, points, 2 * gap)]
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    width = max(right - left + 2 * _MARGIN * gap, _SMALLEST * gap)
    height = max(bottom - top + 2 * _MARGIN * gap, width / _BROADEST)
    width = max(width, height * _NARROWEST)
    size = min(width, board.size_mm[0]), min(height, board.size_mm[1])
    corner = [
        round(min(max(middle - length / 2, 0), whole - length), 1)
        for middle, length, whole in zip(((left + right) / 2, (top + bottom) / 2), size, board.size_mm, strict=True)
    ]
    return _View(*corner, *(round(length, 1) for length in size))


def _is_near(at: Place, points: Sequence[Place], reach: float) -> bool:
    return any(dist(at, point) <= reach for point in points)


def _light(at: Place, gap: float, kind: str) -> Markup:
    return element("circle", cx=at[0], cy=at[1], r=round(0.3 * gap, 1), class_=f"lit {kind}")


def _way(points: Sequence[Place], gap: float, *, is_met: bool) -> Markup:
    """Return an arrow through all points, which stops short of a piece at its end."""
    (x0, y0), (x1, y1) = points[-2:]
    length = dist((x0, y0), (x1, y1)) or 1.0
    part = 1 - 0.4 * gap / length if is_met else 1.0
    x1, y1 = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (*points[:-1], (x1, y1)))
    length *= part
    ahead, aside = 0.26 * gap * (x1 - x0) / length, 0.26 * gap * (y1 - y0) / length
    tip = (
        f"M{x1 - ahead - aside:.1f} {y1 - aside + ahead:.1f}L{x1:.1f} {y1:.1f}"
        f"L{x1 - ahead + aside:.1f} {y1 - aside - ahead:.1f}"
    )
    return element("path", d=line + tip, class_="way", stroke_width=round(0.1 * gap, 1))


def _pieces(marks: Sequence[Mark], places: dict[str, Place], gap: float) -> Iterator[Markup]:
    """Yield the signs of the pieces: side by side if they share a space, each with its cargo at its corner."""
    size = 0.62 * gap
    for space in dict.fromkeys(mark.space for mark in marks):
        here = [mark for mark in marks if mark.space == space]
        count, at = sum(not mark.is_cargo for mark in here), -1
        x, y = places[space]
        for mark in here:
            at += not mark.is_cargo
            middle = x + (at - (count - 1) / 2) * 0.8 * size
            side, left, top = (
                (0.55 * size, middle + 0.12 * size, y - 0.75 * size)
                if mark.is_cargo
                else (size, middle - size / 2, y - size / 2)
            )
            yield element(
                "use",
                href=f"#{mark.sign}",
                x=round(left, 1),
                y=round(top, 1),
                width=round(side, 1),
                height=round(side, 1),
                class_="piece",
            )


def _label(end: End, at: Place, gap: float) -> Markup:
    x, y = at
    side = 0.56 * gap
    return element(
        "g",
        element("rect", x=round(x - side / 2, 1), y=round(y - side / 2, 1), width=side, height=side, rx=0.16 * gap),
        element("text", end.key, x=x, y=y, font_size=round(0.46 * gap, 1)),
        class_="key",
    )
