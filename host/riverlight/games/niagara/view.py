"""Views of Niagara (NIA-25): everything except sealed cards, and used ones unless the house rule shows them."""

from __future__ import annotations

from typing import NotRequired, TypedDict, TypeVar

from riverlight.games.contract import Secret, View, Viewer
from riverlight.games.niagara.position import ACT, BUY, FLOW, OVER, NiagaraPosition
from riverlight.languages.text import text
from shared_rules import niagara as river
from shared_rules import niagara_flow as flow

_CARDS: tuple[str | int, ...] = ("cloud", 1, 2, 3, 4, 5, 6)
_GEMS = (*river.COLOURS, None, None, None)
_ARMS = ("left", "right")
_SITES = tuple(
    (colour, tuple((gem, site * 5 + other) for other, gem in enumerate(river.COLOURS)))
    for site, colour in enumerate(river.COLOURS)
)
"""For each site, the gems with their indices in ``sites``."""

T = TypeVar("T")

LastWay = list[int | list[str]]
"""The seat, its canoe, and the places that it passed."""


class LastFlow(TypedDict):
    """The arms that discs entered, and where the canoes were before."""

    arms: list[str]
    before: list[list[str]]


class NiagaraView(View):
    """The public view; ``used`` is there if the house rule keeps used cards visible.

    ``canoes`` and ``cargo`` have a pair for each seat, ``sites`` the count of each colour at each site, ``danger`` the
    most steps that the river can still flow this round by public information. ``last_way`` has the seat, canoe and
    places of the last entry.
    """

    life_ring: int
    owners: list[int]
    canoes: list[list[str]]
    cargo: list[list[str | None]]
    sites: dict[str, dict[str, int]]
    scored: list[dict[str, int]]
    weather: int
    revealed: list[str | int | None]
    sealed: list[bool]
    cards_left: list[int]
    card: str | int | None
    must_move: list[int]
    must_launch: bool
    may_launch: list[int]
    flow_left: int
    last_way: LastWay | None
    last_flow: LastFlow | None
    fork_preset: str
    danger: int
    met: list[int]
    used: NotRequired[list[list[str | int]]]


class NiagaraSeatView(NiagaraView):
    """A seat's view: the public view, the cards that it has left, and the one that it has chosen."""

    hand: list[str | int]
    chosen: str | int | None


def view_of(state: NiagaraPosition, viewer: Viewer) -> NiagaraView:
    """Return what ``viewer`` may see, built from nothing."""
    is_acting = state.phase in (BUY, ACT) and state.card >= 0
    sites = state.sites
    seen: NiagaraView = {
        "round": state.round or 1,
        "phase": state.phase,
        "to_act": list(state.to_act()),
        "life_ring": state.life_ring,
        "owners": list(state.owners),
        "canoes": _pairs([river.PLACE_NAMES[place] for place in state.canoes]),
        "cargo": _pairs([_GEMS[gem] for gem in state.cargo]),
        "sites": {colour: {gem: sites[at] for gem, at in gems if sites[at]} for colour, gems in _SITES},
        "scored": [
            {gem: state.scored[seat * 5 + colour] for colour, gem in enumerate(river.COLOURS)}
            for seat in range(state.seats)
        ],
        "weather": state.weather,
        "revealed": [_CARDS[card] if card >= 0 else None for card in state.revealed],
        "sealed": [state.chosen[seat] >= 0 and state.revealed[seat] < 0 for seat in range(state.seats)],
        "cards_left": [7 - bin(used).count("1") for used in state.used],
        "card": _CARDS[state.card] if is_acting else None,
        "must_move": [number for number in (0, 1) if is_acting and state.must_move >> number & 1],
        "must_launch": is_acting and state.must_launch,
        "may_launch": [number for number in (0, 1) if is_acting and state.may_launch >> number & 1],
        "flow_left": state.flow_left,
        "last_way": _last_way(state),
        "last_flow": _last_flow(state),
        "fork_preset": _ARMS[1 - state.last_arm],
        "danger": _danger(state),
        "met": list(state.met),
        "winners": list(state.ended.winners) if state.ended else [],
        "way": state.ended.way if state.ended else None,
    }
    if state.options["card_history"] == "shown":
        seen["used"] = [_cards(state.used[seat]) for seat in range(state.seats)]
    if type(viewer) is int and 0 <= viewer < state.seats:
        chosen = state.chosen[viewer]
        own: NiagaraSeatView = {
            **seen,
            "hand": _cards(~state.used[viewer] & 127),
            "chosen": _CARDS[chosen] if chosen >= 0 else None,
        }
        return own
    return seen


def secrets_of(state: NiagaraPosition) -> tuple[Secret, ...]:
    """Return the secrets of ``state``, and who may know them (NIA-25)."""
    if state.phase == OVER:
        return ()
    found = []
    if state.options["fork"] == "random":
        found.append(Secret(text("forks that the app will draw"), frozenset()))
    for seat in range(state.seats):
        known_to: frozenset[Viewer] = frozenset({seat})
        revealed = 1 << state.revealed[seat] if state.revealed[seat] >= 0 else 0
        if state.chosen[seat] >= 0 and not revealed:
            found.append(Secret(text("sealed paddle cards"), known_to))
        if state.used[seat] & ~revealed and state.options["card_history"] == "hidden":
            found.append(Secret(text("paddle cards used before"), known_to))
    return tuple(found)


def _danger(state: NiagaraPosition) -> int:
    if state.phase == OVER:
        return 0
    if state.phase == FLOW:
        return state.flow_left
    revealed = [card for card in state.revealed if card >= 0]
    weather = state.weather
    unrevealed = state.seats - len(revealed)
    if state.card == river.CLOUD:  # the seat must still move it
        weather += 1 if weather < 2 else -1
    return flow.most_flow(revealed, unrevealed, weather, int(state.options["min_flow"]))


def _last_way(state: NiagaraPosition) -> LastWay | None:
    if not state.last_way:
        return None
    canoe, start, end = state.last_way
    return [canoe >> 1, canoe & 1, [river.PLACE_NAMES[place] for place in river.way(start, end)]]


def _last_flow(state: NiagaraPosition) -> LastFlow | None:
    if not state.arms:
        return None
    return {
        "arms": [_ARMS[arm] for arm in state.arms],
        "before": _pairs([river.PLACE_NAMES[place] for place in state.before_flow]),
    }


def _pairs(items: list[T]) -> list[list[T]]:
    return [items[seat : seat + 2] for seat in range(0, len(items), 2)]


def _cards(mask: int) -> list[str | int]:
    return [card for number, card in enumerate(_CARDS) if mask >> number & 1]
