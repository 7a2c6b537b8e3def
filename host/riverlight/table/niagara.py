"""Niagara at the table: its keys, its lights, its sentences.

Keys: a paddle card is its number, ``*`` the cloud. The weather goes up with ``2``, down with ``8``. A lost canoe is
bought with a gem: ``A`` violet, ``B`` clear, ``C`` yellow, ``D`` blue, ``*`` pink; ``0`` keeps them all. A disc went to
the left with ``4``, to the right with ``6``, ``5`` is the arm offered. Canoes: see ``niagara_codes``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from riverlight.engines.contract import TABLE, Panel, Seat, State
from riverlight.engines.niagara import legality
from riverlight.engines.niagara import moves as m
from riverlight.engines.niagara.options import GEM_NAMES
from riverlight.engines.niagara.state import NiagaraState
from riverlight.errors import IllegalMove
from riverlight.languages.text import listed, text
from riverlight.table.adaptor import Code, refusal_of
from riverlight.table.history import Head
from riverlight.table.niagara_codes import DONE_KEY, GEM_KEYS, UNLOAD_KEY, WAY_KEYS, canoe_codes, following
from riverlight.table.niagara_words import GEM_HELP, arrangement, prompt, tell
from shared_rules import niagara as river
from shared_rules import niagara_lights as lights

__all__ = ["arrangement", "codes", "explain", "position", "private", "prompt", "tell"]

_CLOUD_KEY: Final = "*"
_CARD_KEYS: Final = (_CLOUD_KEY, "1", "2", "3", "4", "5", "6")
_PRESET_KEY: Final = "5"
_UP_KEY, _DOWN_KEY = str(lights.UP_KEY), str(lights.DOWN_KEY)
_FORK_KEYS: Final = (str(lights.LEFT_KEY), str(lights.RIGHT_KEY))
_ARM_SPACES: Final = ("L6", "R6")
_ARM_NAMES: Final = (text("left"), text("right"))
_NOBODY: Final = 255
_ACTIVITIES: Final = {
    legality.CARDS: lights.CARDS,
    legality.REVEAL: lights.CARDS,
    legality.BUY: lights.BUY,
    legality.ACT: lights.PADDLE,
    legality.FLOW: lights.FORK,
    legality.OVER: lights.OVER,
}


def codes(state: State, seat: Seat) -> tuple[Code, ...]:
    """Return a code for each legal move of ``seat``.

    Where real cards are entered, all seven are offered: which of them are used the table is not told (NIA-25).
    """
    game = cast("NiagaraState", state)
    if game.phase == legality.REVEAL:
        return tuple(_card(game, card) for card in range(7))
    if game.phase == legality.CARDS:
        return tuple(_card(game, card) for card in game.legal(seat))
    if game.phase == legality.BUY:
        return tuple(_payment(game, move) for move in game.legal(seat))
    if game.phase == legality.FLOW:
        return _forks(game)
    if game.card == river.CLOUD:
        return tuple(_weather(game, move) for move in game.legal(seat))
    return canoe_codes(game, seat)


def explain(state: State, seat: Seat, keys: str) -> IllegalMove | None:
    """Return why no legal move of ``seat`` begins with ``keys``."""
    game = cast("NiagaraState", state)
    if game.phase == legality.CARDS and keys in _CARD_KEYS:
        return refusal_of(game, seat, m.PADDLE + _CARD_KEYS.index(keys))
    if game.phase in {legality.CARDS, legality.REVEAL}:
        return IllegalMove(
            "NIA-4", text("A paddle card is a number, 1 to 6, or * for the cloud; {keys} came.", keys=keys)
        )
    if game.phase == legality.BUY:
        if keys in GEM_KEYS:
            return refusal_of(game, seat, m.BUY + GEM_KEYS.index(keys))
        return IllegalMove(
            "NIA-22", text("A gem that pays is {gems}; 0 keeps them; {keys} came.", gems=GEM_HELP, keys=keys)
        )
    if game.phase == legality.FLOW:
        return IllegalMove(
            "NIA-20", text("The disc went left, 4, or right, 6; 5 is the arm offered; {keys} came.", keys=keys)
        )
    if game.card == river.CLOUD:
        if keys in (_UP_KEY, _DOWN_KEY):
            return refusal_of(game, seat, m.WEATHER_UP if keys == _UP_KEY else m.WEATHER_DOWN)
        return IllegalMove("NIA-6", text("The weather goes up with 2 and down with 8; {keys} came.", keys=keys))
    return _explain_canoe(game, seat, keys)


def private(state: State, seat: Seat) -> IllegalMove | None:
    """Return why the common keypad may not ask ``seat``: with cards from the app they are chosen in secret."""
    if seat == TABLE or cast("NiagaraState", state).phase != legality.CARDS:
        return None
    return IllegalMove(
        "NIA-26", text("Each paddle card is chosen on the page of its own seat, and sealed until its turn.")
    )


def position(view: Mapping[str, Any], head: Head, _panel: Panel) -> dict[str, Any]:
    """Return the position that the lights show.

    Danger is shown while something is known of the round: from its first card until the river has flowed.
    """
    phase, to_act = view["phase"], view["to_act"]
    seat = to_act[0] if len(to_act) == 1 and to_act[0] != TABLE else _NOBODY
    activity = lights.CLOUD if view["card"] == "cloud" and phase == legality.ACT else _ACTIVITIES[phase]
    if phase == legality.FLOW and head.options["fork"] != "observed":
        activity = lights.REST
    is_known = phase == legality.FLOW or any(card is not None for card in view["revealed"])
    shown: dict[str, Any] = {
        "g": "niagara",
        "c": _places(view["canoes"]),
        "k": "".join("-" if gem is None else str(river.COLOURS.index(gem)) for pair in view["cargo"] for gem in pair),
        "x": "".join(str(view["sites"][site].get(gem, 0)) for site in river.COLOURS for gem in river.COLOURS),
        "w": view["weather"],
        "d": view["danger"] if is_known else 0,
        "a": activity,
        "s": seat,
        "q": 0 if activity == lights.PADDLE else sum(1 << one for one in to_act if one != TABLE),
        "n": view["card"] if isinstance(view["card"], int) else 0,
        "m": sum(1 << number for number in view["must_move"]) | sum(4 << number for number in view["may_launch"]),
    }
    if view["last_way"] is not None:
        owner, number, way = view["last_way"]
        shown["v"] = [2 * owner + number, river.PLACE_NAMES.index(way[0]), river.PLACE_NAMES.index(way[-1])]
    if view["last_flow"] is not None:
        shown["f"] = "".join(arm[0] for arm in view["last_flow"]["arms"])
        shown["o"] = _places(view["last_flow"]["before"])
    if view["winners"]:
        shown["e"] = view["winners"]
    return shown


def _places(pairs: list[list[str]]) -> str:
    return "".join(f"{river.PLACE_NAMES.index(place):x}" for pair in pairs for place in pair)


def _card(game: NiagaraState, card: int) -> Code:
    return Code(_CARD_KEYS[card], game.move_text(m.PADDLE + card), text("cloud") if card == river.CLOUD else str(card))


def _payment(game: NiagaraState, move: int) -> Code:
    if move == m.KEEP:
        return Code(DONE_KEY, game.move_text(move), text("keep"))
    colour = move - m.BUY
    return Code(GEM_KEYS[colour], game.move_text(move), text("pay {colour}", colour=GEM_NAMES[colour]))


def _weather(game: NiagaraState, move: int) -> Code:
    is_up = move == m.WEATHER_UP
    return Code(_UP_KEY if is_up else _DOWN_KEY, game.move_text(move), text("up") if is_up else text("down"))


def _forks(game: NiagaraState) -> tuple[Code, ...]:
    preset = 1 - game.last_arm
    made = [
        Code(key, game.move_text(m.FORK + arm), _ARM_NAMES[arm], space)
        for arm, (key, space) in enumerate(zip(_FORK_KEYS, _ARM_SPACES, strict=True))
    ]
    return (*made, Code(_PRESET_KEY, made[preset].move, text("{arm} as offered", arm=made[preset].label)))


def _explain_canoe(game: NiagaraState, seat: Seat, keys: str) -> IllegalMove:
    """Say what could be keyed in place of the last of ``keys``; the clause is that of what it seems to mean."""
    typed, key = keys[:-1], keys[-1]
    choose = listed([text("{key} {word}", key=each, word=word) for each, word in following(game, seat, typed).items()])
    if key in GEM_KEYS:
        colour = GEM_NAMES[GEM_KEYS.index(key)]
        return IllegalMove(
            "NIA-12",
            text(
                "No {colour} gem can be loaded so with a {card}: choose {choose}.",
                colour=colour,
                card=game.card,
                choose=choose,
            ),
        )
    if key == UNLOAD_KEY:
        return IllegalMove(
            "NIA-13", text("Nothing can be unloaded so with a {card}: choose {choose}.", card=game.card, choose=choose)
        )
    if key == DONE_KEY:
        return IllegalMove("NIA-8", text("There is more to do first: choose {choose}.", choose=choose))
    clause = "NIA-10" if key in WAY_KEYS.values() else "NIA-8"
    return IllegalMove(clause, text("{key} means nothing here: choose {choose}.", key=key, choose=choose))
