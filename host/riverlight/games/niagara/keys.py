"""Niagara's key codes: a code for each legal move, and why other keys are refused.

A seat is its number from 1. A paddle card is its number, ``*`` the cloud. The weather goes up with ``2``, down with
``8``. A lost canoe is bought with a gem: ``A`` violet, ``B`` clear, ``C`` yellow, ``D`` blue, ``*`` pink; ``0``
declines. A disc went to the left with ``4``, to the right with ``6``, ``5`` is the suggested arm. Canoes: see
``canoe_keys``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Seat, State
from riverlight.games.interface import Code, refusal_of
from riverlight.games.niagara import moves as m
from riverlight.games.niagara import position
from riverlight.games.niagara.canoe_keys import canoe_codes, following
from riverlight.games.niagara.legend import (
    ARM_NAMES,
    CARD_KEYS,
    DONE_KEY,
    FORK_KEYS,
    GEM_HELP,
    GEM_KEYS,
    PRESET_KEY,
    UNLOAD_KEY,
    WAY_KEYS,
    WEATHER_KEYS,
    WEATHER_NAMES,
)
from riverlight.games.niagara.options import GEM_NAMES
from riverlight.games.niagara.state import NiagaraState
from riverlight.games.seats import LETTERS
from riverlight.languages.text import listed, text
from shared_rules import niagara as river

__all__ = ["codes", "explain", "private"]

_ARM_SPACES: Final = ("L6", "R6")


def _choices(words: Mapping[str, str]) -> str:
    return listed([text("{key} ({word})", key=key, word=word) for key, word in words.items()])


_ARM_CHOICES: Final = _choices(dict(zip(FORK_KEYS, ARM_NAMES, strict=True)) | {PRESET_KEY: text("the suggested arm")})
_WEATHER_CHOICES: Final = _choices(
    dict(zip(WEATHER_KEYS.values(), (text("weather up"), text("weather down")), strict=True))
)


def codes(state: State, seat: Seat) -> tuple[Code, ...]:
    """Return a code for each legal move of ``seat``.

    If real cards are entered, all seven are offered: the table is not told which of them are used (NIA-25).
    """
    game = cast("NiagaraState", state)
    if game.phase == position.RING:
        legal = enumerate(game.legal(seat))
        return tuple(Code(str(each + 1), game.move_data(move), LETTERS[each]) for each, move in legal)
    if game.phase == position.REVEAL:
        return tuple(_card(game, card) for card in range(7))
    if game.phase == position.CARDS:
        return tuple(_card(game, card) for card in game.legal(seat))
    if game.phase == position.BUY:
        return tuple(_payment(game, move) for move in game.legal(seat))
    if game.phase == position.FLOW:
        return _forks(game)
    if game.card == river.CLOUD:
        return tuple(_weather(game, move) for move in game.legal(seat))
    return canoe_codes(game, seat)


def explain(state: State, seat: Seat, keys: str) -> IllegalMove | None:
    """Return why no legal move of ``seat`` starts with ``keys``."""
    game = cast("NiagaraState", state)
    if game.phase == position.RING:
        reason = text("Expected a seat from 1 to {last}, got {keys}.", last=game.seats, keys=keys)
        return IllegalMove("NIA-3", reason)
    if game.phase == position.CARDS and keys in CARD_KEYS:
        return refusal_of(game, seat, m.PADDLE + CARD_KEYS.index(keys))
    if game.phase in {position.CARDS, position.REVEAL}:
        return IllegalMove("NIA-4", text("Expected a paddle card (1 to 6, or * for the cloud), got {keys}.", keys=keys))
    if game.phase == position.BUY:
        if keys in GEM_KEYS:
            return refusal_of(game, seat, m.BUY + GEM_KEYS.index(keys))
        return IllegalMove(
            "NIA-22",
            text("Expected a gem to pay with ({gems}) or 0 to keep them, got {keys}.", gems=GEM_HELP, keys=keys),
        )
    if game.phase == position.FLOW:
        return IllegalMove("NIA-20", text("Expected {choices}, got {keys}.", choices=_ARM_CHOICES, keys=keys))
    if game.card == river.CLOUD:
        if keys in WEATHER_KEYS.values():
            return refusal_of(game, seat, m.WEATHER_UP if keys == WEATHER_KEYS["up"] else m.WEATHER_DOWN)
        return IllegalMove("NIA-6", text("Expected {choices}, got {keys}.", choices=_WEATHER_CHOICES, keys=keys))
    return _explain_canoe(game, seat, keys)


def private(state: State, seat: Seat) -> IllegalMove | None:
    """Return why ``seat`` cannot enter on the common keypad: cards from the app are chosen in secret."""
    if seat == TABLE or cast("NiagaraState", state).phase != position.CARDS:
        return None
    return IllegalMove("NIA-26", text("Choose your paddle card on your own page. It stays face down until your turn."))


def _card(game: NiagaraState, card: int) -> Code:
    return Code(CARD_KEYS[card], game.move_data(m.PADDLE + card), text("cloud") if card == river.CLOUD else str(card))


def _payment(game: NiagaraState, move: int) -> Code:
    if move == m.KEEP:
        return Code(DONE_KEY, game.move_data(move), text("keep"))
    colour = move - m.BUY
    return Code(GEM_KEYS[colour], game.move_data(move), text("pay {colour}", colour=GEM_NAMES[colour]))


def _weather(game: NiagaraState, move: int) -> Code:
    way = "up" if move == m.WEATHER_UP else "down"
    return Code(WEATHER_KEYS[way], game.move_data(move), WEATHER_NAMES[way])


def _forks(game: NiagaraState) -> tuple[Code, ...]:
    preset = 1 - game.last_arm
    made = [
        Code(key, game.move_data(m.FORK + arm), ARM_NAMES[arm], space)
        for arm, (key, space) in enumerate(zip(FORK_KEYS, _ARM_SPACES, strict=True))
    ]
    return (*made, Code(PRESET_KEY, made[preset].data, text("{arm} as suggested", arm=made[preset].label)))


def _explain_canoe(game: NiagaraState, seat: Seat, keys: str) -> IllegalMove:
    """Explain the last of ``keys`` by what is possible instead; with the clause of what it seems to mean."""
    typed, key = keys[:-1], keys[-1]
    choose = listed([text("{key} {word}", key=each, word=word) for each, word in following(game, seat, typed).items()])
    if key in GEM_KEYS:
        colour = GEM_NAMES[GEM_KEYS.index(key)]
        return IllegalMove(
            "NIA-12",
            text(
                "You cannot load a {colour} gem this way with a {card}: choose {choose}.",
                colour=colour,
                card=game.card,
                choose=choose,
            ),
        )
    if key == UNLOAD_KEY:
        return IllegalMove(
            "NIA-13", text("You cannot unload this way with a {card}: choose {choose}.", card=game.card, choose=choose)
        )
    if key == DONE_KEY:
        return IllegalMove("NIA-8", text("There is more to do first: choose {choose}.", choose=choose))
    clause = "NIA-10" if key in WAY_KEYS.values() else "NIA-8"
    return IllegalMove(clause, text("{key} is not possible here: choose {choose}.", key=key, choose=choose))
