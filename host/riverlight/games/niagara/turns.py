"""Whole turns with a number card: every distinct outcome of a seat's canoe moves, once (NIA-8 to NIA-16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from riverlight.games.niagara import moves as m
from riverlight.games.niagara.paddling import carry_out
from riverlight.games.niagara.reach import reach, with_gems, with_thefts
from shared_rules import niagara as river


class Turn(NamedTuple):
    """One outcome: the moves that lead to it, then all canoes, cargo and sites, and the gems brought ashore."""

    moves: tuple[int, ...]
    canoes: tuple[int, ...]
    cargo: tuple[int, ...]
    sites: tuple[int, ...]
    scored: tuple[int, ...]


def outcomes(canoes: Sequence[int], cargo: Sequence[int], sites: Sequence[int], seat: int, card: int) -> list[Turn]:
    """Return every distinct outcome of ``seat``'s turn with number ``card``, sorted by its moves.

    Args:
        canoes: the place of each canoe, two a seat.
        cargo: the gem of each canoe or ``NO_GEM``.
        sites: 25 counts, of each colour at each site.
        seat: the seat to act.
        card: 1 to 6.
    """
    must_move, may_launch = river.movable(canoes, seat)
    found: dict[tuple[object, ...], Turn] = {}
    start = Turn((), tuple(canoes), tuple(cargo), tuple(sites), ())
    for turn in _rest_of_turn(start, seat, card, must_move, may_launch, must_move == 0):
        outcome = (turn.canoes, turn.cargo, turn.sites, tuple(sorted(turn.scored)))
        if outcome not in found or turn.moves < found[outcome].moves:
            found[outcome] = turn
    return sorted(found.values())


def _rest_of_turn(
    turn: Turn, seat: int, card: int, must_move: int, may_launch: int, must_launch: bool
) -> Iterator[Turn]:
    if not must_move and not (must_launch and may_launch):
        yield turn._replace(moves=(*turn.moves, m.DONE)) if may_launch else turn
    for number in (0, 1):
        bit = 1 << number
        if not (must_move | may_launch) & bit:
            continue
        after_launch = 0 if may_launch & bit else may_launch
        for move in _moves(turn, seat, number, card):
            yield from _rest_of_turn(
                _played(turn, seat, number, move), seat, card, must_move & ~bit, after_launch, must_launch=False
            )


def _moves(turn: Turn, seat: int, number: int, card: int) -> tuple[int, ...]:
    canoe = seat * 2 + number
    reached = reach(number, turn.canoes[canoe], turn.cargo[canoe], card)
    lying = 0
    for index, count in enumerate(turn.sites):
        lying |= (count > 0) << index
    return with_thefts(reached, with_gems(reached, reached.gems & lying), seat, turn.canoes, turn.cargo)


def _played(turn: Turn, seat: int, number: int, move: int) -> Turn:
    canoe = seat * 2 + number
    plan = m.plan_of(move)
    victim = river.steals_from(plan)
    canoes, cargo = list(turn.canoes), list(turn.cargo)
    stolen = river.NO_GEM if victim == river.NO_STEAL else cargo[victim]
    canoes[canoe], cargo[canoe], gems, scored = carry_out(plan, canoes[canoe], cargo[canoe], stolen)
    if victim != river.NO_STEAL:
        cargo[victim] = river.NO_GEM
    sites = turn.sites
    if gems:
        changed = list(sites)
        for index, more in gems:
            changed[index] += more
        sites = tuple(changed)
    ashore = turn.scored if scored == river.NO_GEM else (*turn.scored, scored)
    return Turn((*turn.moves, move), tuple(canoes), tuple(cargo), sites, ashore)
