"""Niagara: canoes that ride on discs, gems, paddle cards and a river that flows (NIA-1 to NIA-27).

``options`` declares the house rules, ``state`` is the state, ``acting``, ``choosing`` and ``flowing`` are its phases,
``view`` defines what viewers may see. Modules for people, boards, lights, bots and plots are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from riverlight.errors import OptionError
from riverlight.games.contract import quoted, read_options
from riverlight.games.game import Game, later
from riverlight.games.generator import CURRENT, seeded
from riverlight.games.niagara.board import BOARDS
from riverlight.games.niagara.options import EVENT_TYPES, OPTIONS, NiagaraEvent
from riverlight.games.start import Start
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.boards import Board
    from riverlight.games.bots import Adviser, Bot
    from riverlight.games.chance import ChancePlayer
    from riverlight.games.contract import Secret
    from riverlight.games.how_to_play import Section
    from riverlight.games.interface import Interface
    from riverlight.games.niagara.state import NiagaraState
    from riverlight.games.plots import Plot
    from riverlight.games.question import Question

__all__ = ["GAME"]

_PEOPLE = (2, 3, 4, 5)


def _new(
    options: Mapping[str, str],
    people: int,
    seed: int,
    board: object | None = None,  # noqa: ARG001  (the river is the same on every board)
    *,
    generator: str = CURRENT,
) -> NiagaraState:
    from riverlight.games.niagara.state import NiagaraState

    chosen = read_options(OPTIONS, options)
    if type(people) is not int or people not in _PEOPLE:
        message = text("Niagara is for 2 to 5 players, not {seats} (NIA-3).", seats=quoted(people))
        raise OptionError(message)
    if people == 2 and chosen["two_colours"] == "off":
        message = text(
            "Two players play Niagara with two colours each; with two_colours off it needs three players (NIA-27)."
        )
        raise OptionError(message)
    return NiagaraState(chosen, _owners(people), seeded(seed, generator))


def _owners(people: int) -> tuple[int, ...]:
    """Return the player of each seat: two people play two colours each, alternately (NIA-27)."""
    return tuple(seat % people for seat in range(4 if people == 2 else people))


def _secrets() -> Callable[[NiagaraState], tuple[Secret, ...]]:
    from riverlight.games.niagara.view import secrets_of

    return secrets_of


def _interface() -> Interface:
    from riverlight.games.interface import TypedInterface, for_its_game
    from riverlight.games.niagara import forecast, keys, lights, messages, placing, summary

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
            card_phases=("cards",),
            weights=summary.WEIGHTS,
            cues=summary.CUES,
            summed_up=summary.SUMMED_UP,
            summary=summary.summary,
        )
    )


def _bot() -> Callable[..., Bot]:
    from riverlight.games.niagara import bot

    return cast("Callable[..., Bot]", bot.Bot)  # it gets views of this game only


def _adviser() -> Callable[..., Adviser]:
    from riverlight.games.niagara import searcher

    return cast("Callable[..., Adviser]", searcher.Searcher)  # it gets views of this game only


def _chance_player() -> ChancePlayer:
    from riverlight.games.niagara.chance_player import choose

    return cast("ChancePlayer", choose)  # it gets states of this game only


def _plots() -> Callable[[Sequence[NiagaraEvent], Sequence[str], Board], list[Plot]]:
    from riverlight.games.niagara.statistics import plots

    return plots


def _scores() -> Callable[[NiagaraState], tuple[float, ...]]:
    from riverlight.games.niagara.statistics import scores

    return scores


def _how_to_play() -> Callable[[], tuple[Section, ...]]:
    from riverlight.games.niagara.how_to_play import sections

    return sections


def _answer() -> Callable[[Question], dict[str, object]]:
    from riverlight.games.niagara.questions import answer

    return answer


GAME = Game(
    name="niagara",
    title=text("Niagara"),
    seat_counts=_PEOPLE,
    options=OPTIONS,
    event_types=EVENT_TYPES,
    clause_prefix="NIA",
    new=_new,
    secrets=later(_secrets),
    owners=_owners,
    make_interface=_interface,
    boards=BOARDS,
    make_bot=later(_bot),
    make_adviser=later(_adviser),
    app_options={"cards": "app"},
    make_chance_player=_chance_player,
    scores=later(_scores),
    score_title="gems ashore",
    studied=("lost", "bought", "stole"),
    plots=later(_plots),
    answer=later(_answer),
    how_to_play=later(_how_to_play),
    start=Start(
        about=text("Fetch gems before the river takes you over the fall."),
        minutes=45,
        first_role=text("Has the life ring"),
        on_screen={"cards": "app", "fork": "alternate"},
        lessons={"niagara": text("Tutorial: {game}", game=text("Niagara"))},
    ),
)
