"""Canyon: tricks earn points, points move canoes down the river, the current takes the careless.

The rules are the clauses CAN-1 to CAN-24 of ``seeds/canyon.md``. ``options`` declares the house rules, ``state`` is the
state, ``opening``, ``rounds``, ``tricks`` and ``movement`` are its phases, ``view`` defines what viewers may see.
Modules for people, boards, lights, bots and plots are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from riverlight.games.canyon.board import BOARDS
from riverlight.games.canyon.events import EVENT_TYPES, CanyonEvent
from riverlight.games.canyon.options import OPTIONS, SEAT_COUNTS
from riverlight.games.game import Game, later
from riverlight.games.generator import CURRENT
from riverlight.games.start import Start
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.boards import Board
    from riverlight.games.bots import Adviser, Bot
    from riverlight.games.canyon.demo_players import DemoPlayers
    from riverlight.games.canyon.state import CanyonState
    from riverlight.games.contract import Secret
    from riverlight.games.how_to_play import Section
    from riverlight.games.interface import Interface
    from riverlight.games.plots import Plot
    from riverlight.games.question import Question

__all__ = ["GAME"]


def _new(
    options: Mapping[str, str], seats: int, seed: int, board: object | None = None, *, generator: str = CURRENT
) -> CanyonState:
    from riverlight.boards import Board, shipped
    from riverlight.errors import BoardError
    from riverlight.games.canyon.options import Setup
    from riverlight.games.canyon.state import CanyonState

    if board is None:
        board = shipped("canyon")
    if not isinstance(board, Board):
        message = text("Expected a Riverlight board, got {board}.", board=repr(board))
        raise BoardError(message)
    return CanyonState(Setup.read(options, seats, seed, board, generator))


def _secrets() -> Callable[[CanyonState], tuple[Secret, ...]]:
    from riverlight.games.canyon.view import secrets_of

    return secrets_of


def _interface() -> Interface:
    from riverlight.games.canyon import forecast, keys, lights, messages, placing, sensed, summary
    from riverlight.games.interface import TypedInterface, for_its_game

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
            forecast=forecast.forecast,
            card_phases=("pace", "tricks"),
            sensed=sensed.SENSED,
            weights=summary.WEIGHTS,
            cues=summary.CUES,
            summed_up=summary.SUMMED_UP,
            summary=summary.summary,
        )
    )


def _bot() -> Callable[..., Bot]:
    from riverlight.games.canyon import bot

    return cast("Callable[..., Bot]", bot.Bot)  # it gets views of this game only


def _adviser() -> Callable[..., Adviser]:
    from riverlight.games.canyon import searcher

    return cast("Callable[..., Adviser]", searcher.Searcher)  # it gets views of this game only


def _demo_players() -> type[DemoPlayers]:
    from riverlight.games.canyon.demo_players import DemoPlayers

    return DemoPlayers


def _plots() -> Callable[[Sequence[CanyonEvent], Sequence[str], Board], list[Plot]]:
    from riverlight.games.canyon.statistics import plots

    return plots


def _scores() -> Callable[[CanyonState], tuple[float, ...]]:
    from riverlight.games.canyon.statistics import scores

    return scores


def _luck() -> Callable[[Sequence[CanyonState], int], tuple[float, float] | None]:
    from riverlight.games.canyon.statistics import tricks_dealt

    return tricks_dealt


def _how_to_play() -> Callable[[], tuple[Section, ...]]:
    from riverlight.games.canyon.how_to_play import sections

    return sections


def _answer() -> Callable[[Question], dict[str, object]]:
    from riverlight.games.canyon.questions import answer

    return answer


GAME = Game(
    name="canyon",
    title=text("Canyon"),
    seat_counts=SEAT_COUNTS,
    options=OPTIONS,
    event_types=EVENT_TYPES,
    clause_prefix="CAN",
    new=_new,
    secrets=later(_secrets),
    make_interface=_interface,
    boards=BOARDS,
    make_bot=later(_bot),
    make_adviser=later(_adviser),
    app_options={"cards": "app"},
    make_demo_players=later(_demo_players),
    scores=later(_scores),
    score_title="steps to a landing, few are good",
    luck=later(_luck),
    luck_title=text("tricks"),
    studied=("fell", "pushed", "stayed"),
    plots=later(_plots),
    answer=later(_answer),
    how_to_play=later(_how_to_play),
    start=Start(
        about=text("Bid your tricks exactly and race your canoe down the river."),
        minutes=60,
        on_screen={"cards": "app"},
        lessons={"canyon": text("Tutorial: {game}", game=text("Canyon"))},
    ),
)
