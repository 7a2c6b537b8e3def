"""Pyramid: hunters in a maze, and a mummy that must not see them (PYR-1 to PYR-20).

``options`` declares the house rules, ``state`` is the state, ``hunt`` and ``prowl`` are its phases, ``legality`` has
legal ends, ``view`` defines what viewers may see. Modules for people, boards, lights, bots and plots are imported on
first use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from riverlight.errors import OptionError
from riverlight.games.contract import EVERYONE, ONLY_SEAT, Event, Viewer, quoted, read_options
from riverlight.games.game import Game, audience_only, later
from riverlight.games.generator import CURRENT, seeded
from riverlight.games.pyramid.board import BOARDS
from riverlight.games.pyramid.options import EVENT_TYPES, OPTIONS, PyramidEvent
from riverlight.games.sides import Sides
from riverlight.games.start import Start
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.boards import Board
    from riverlight.games.bots import Adviser, Bot
    from riverlight.games.chance import ChancePlayer
    from riverlight.games.contract import Secret
    from riverlight.games.how_to_play import Section
    from riverlight.games.interface import Interface
    from riverlight.games.plots import Plot
    from riverlight.games.pyramid.state import PyramidState
    from riverlight.games.question import Question

__all__ = ["GAME"]

_PEOPLE = (2, 3, 4, 5)
_MUMMY = 0


def _new(
    options: Mapping[str, str], seats: int, seed: int, board: Board | None = None, *, generator: str = CURRENT
) -> PyramidState:
    from riverlight.boards import shipped
    from riverlight.games.pyramid.state import PyramidState

    chosen = read_options(OPTIONS, options)
    if type(seats) is not int or seats not in _PEOPLE:
        message = text("Pyramid is for 2 to 5 players, including the mummy, not {seats} (PYR-16).", seats=quoted(seats))
        raise OptionError(message)
    return PyramidState(chosen, seats, seeded(seed, generator), shipped("pyramid") if board is None else board)


def _may_see(event: Event, viewer: Viewer) -> bool:
    """Return whether ``viewer`` may see ``event`` (PYR-18)."""
    if event.type.audience in (EVERYONE, ONLY_SEAT):
        return audience_only(event, viewer)
    from riverlight.games.pyramid.view import is_on_the_mummys_side

    return not is_on_the_mummys_side(viewer)


def _secrets() -> Callable[[PyramidState], tuple[Secret, ...]]:
    from riverlight.games.pyramid.view import secrets_of

    return secrets_of


def _interface() -> Interface:
    from riverlight.games.interface import TypedInterface, for_its_game
    from riverlight.games.pyramid import keys, lights, messages, placing, sensed

    return for_its_game(
        TypedInterface(
            codes=keys.codes,
            explain=keys.explain,
            private=keys.private,
            position=lights.position,
            prompt=messages.prompt,
            arrangement=messages.arrangement,
            tell=messages.tell,
            pieces=placing.pieces,
            card_phases=("choose", "move"),
            narrated_phases=("hunt", "interrupt", "mummy"),
            sensed=sensed.SENSED,
            weights=messages.WEIGHTS,
            cues=messages.CUES,
        )
    )


def _bot() -> Callable[..., Bot]:
    from riverlight.games.pyramid import bot

    return cast("Callable[..., Bot]", bot.Bot)  # it gets views of this game only


def _adviser() -> Callable[..., Adviser]:
    from riverlight.games.pyramid import searcher

    return cast("Callable[..., Adviser]", searcher.Searcher)  # it gets views of this game only


def _bot_needs(_game: Game, bots: Collection[int], players: int) -> tuple[str, ...]:
    """Return the options that must be ``app``: the mummy holds no cards, and sees its own die.

    Hunters' real dice are entered by people on their side; if none is a person, only the mummy could see them (PYR-18).
    """
    hunters = [player for player in bots if player != _MUMMY]
    return ("cards", "dice")[: bool(hunters) + (len(hunters) == players - 1)]


def _chance_player() -> ChancePlayer:
    from riverlight.games.pyramid.chance_player import choose

    return cast("ChancePlayer", choose)  # it gets states of this game only


def _plots() -> Callable[[Sequence[PyramidEvent], Sequence[str], Board], list[Plot]]:
    from riverlight.games.pyramid.statistics import plots

    return plots


def _scores() -> Callable[[PyramidState], tuple[float, ...]]:
    from riverlight.games.pyramid.statistics import scores

    return scores


def _how_to_play() -> Callable[[], tuple[Section, ...]]:
    from riverlight.games.pyramid.how_to_play import sections

    return sections


def _answer() -> Callable[[Question], dict[str, object]]:
    from riverlight.games.pyramid.questions import answer

    return answer


GAME = Game(
    name="pyramid",
    title=text("Pyramid"),
    seat_counts=_PEOPLE,
    options=OPTIONS,
    event_types=EVENT_TYPES,
    clause_prefix="PYR",
    panels=("tomb", "shrine"),
    sides=Sides("tomb", "tomb", (_MUMMY,), ("shrine",), "PYR-18"),
    new=_new,
    secrets=later(_secrets),
    may_see=_may_see,
    make_interface=_interface,
    boards=BOARDS,
    make_bot=later(_bot),
    make_adviser=later(_adviser),
    app_options={"cards": "app", "dice": "app"},
    bot_needs=_bot_needs,
    make_chance_player=_chance_player,
    scores=later(_scores),
    score_title="amulets or treasures",
    worth_title=text("treasures or amulets"),
    studied=("caught", "treasure", "reset", "passed"),
    plots=later(_plots),
    answer=later(_answer),
    how_to_play=later(_how_to_play),
    start=Start(
        about=text("Find five treasures before the mummy finds you."),
        minutes=45,
        first_role=text("Mummy"),
        on_screen={"cards": "app", "dice": "app"},
        lessons={"pyramid": text("Tutorial: hunters"), "pyramid-mummy": text("Tutorial: mummy")},
    ),
    piece_colours=("red", "blue", "green", "purple"),
    first_piece=_MUMMY + 1,
)
