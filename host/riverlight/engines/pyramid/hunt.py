"""The hunters' turns: cards, dice, moves, treasures (PYR-3, PYR-5 to PYR-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverlight.engines import generator
from riverlight.engines.contract import TABLE, Event, Result
from riverlight.engines.pyramid import aid, legality
from riverlight.engines.pyramid import moves as m
from riverlight.engines.pyramid import options as e
from shared_rules import pyramid as maze
from shared_rules.board import NONE, TREASURE

if TYPE_CHECKING:
    from riverlight.engines.pyramid.state import PyramidState

DICE = 5
_NO_DIE = 0


def deal(state: PyramidState, events: list[Event]) -> None:
    """Deal one card of each colour, two to a shared hand; the rest leaves the game unseen (PYR-3)."""
    state.due = 0
    core = state.board.core
    hands: list[list[int]] = [[] for _ in state.held]
    for colour in range(len(e.COLOURS)):
        cards = [space for space in range(core.n) if core.kinds[space] == TREASURE and core.data[space] == colour]
        state.generator, cards = generator.shuffled(state.generator, cards)
        for holder, hand in enumerate(hands):
            hand.extend(cards[holder :: len(hands)][: state.held[holder][colour]])
    state.cards = [tuple(sorted(hand)) for hand in hands]
    for holder, dealt in enumerate(state.cards):
        names = tuple(state.board.space_ids[space] for space in dealt)
        events.append(Event(e.DEALT, state.owners[holder], (names,)))
    state.phase = legality.START


def start(state: PyramidState, move: int, events: list[Event]) -> None:
    """Begin a turn by a throw, by taking the dice back, or pass where none is left (PYR-5 to PYR-7)."""
    if move == m.PASS:
        _pass(state, events)
    elif move == m.RESET:
        state.steps = state.steps_left = state.set_aside
        state.set_aside = 0
        state.phase = legality.INTERRUPT
        state.walk = [state.mummy]
        state.last_caught = -1
        events.append(Event(e.RESET, state.owners[state.marker], (state.steps_left,)))
    else:
        _throw(state, DICE - state.set_aside)


def rolled(state: PyramidState, faces: tuple[int, ...], events: list[Event]) -> None:
    """Take a throw; its mummies are set aside at once (PYR-6)."""
    kind = e.ROLLED if state.due else e.ROLL_ENTERED
    state.due = 0
    events.append(Event(kind, TABLE, (tuple(m.face_name(face) for face in faces),)))
    mummies = faces.count(m.MUMMY)
    state.thrown = 0
    state.faces = tuple(sorted((*state.faces, *(face for face in faces if face != m.MUMMY))))
    if mummies:
        state.set_aside += mummies
        _forget_walk(state)
        events.append(Event(e.SET_ASIDE, TABLE, (state.set_aside,)))
    state.phase = legality.CHOOSE


def choose(state: PyramidState, move: int, events: list[Event]) -> None:
    """Announce a die, throw again, or pass (PYR-6, PYR-7)."""
    if move == m.PASS:
        _pass(state, events)
    elif move >= m.REROLL:
        again = m.faces_of(move)
        kept = list(state.faces)
        for face in again:
            kept.remove(face)
        state.faces = tuple(kept)
        _throw(state, len(again))
    else:
        state.die = move - m.DIE
        state.phase = legality.MOVE
        _forget_walk(state)
        name = "arrow" if state.die == maze.ARROW else str(state.die)
        events.append(Event(e.DIE, state.owners[state.marker], (state.marker, name)))


def move(state: PyramidState, chosen: int, events: list[Event]) -> None:
    """Move by the die announced, and play the treasure there if that was chosen or has to be (PYR-8 to PYR-10)."""
    end, is_played = m.end_of(chosen)
    began = state.hunters[state.marker]
    ids = state.board.space_ids
    state.hunters[state.marker] = end
    if state.options["mummy_aid"] == "on":
        guess = state.guesses[state.marker]
        guess = aid.after_die(state.board.core, guess, state.die, state.mummy, state.may_reenter)
        state.guesses[state.marker] = guess
    events.append(Event(e.MOVED, state.owners[state.marker], (state.marker, ids[began], ids[end])))
    if is_played or (legality.plays_by_itself(state) and legality.may_play_at(state, end)):
        _play(state, end, events)
    if state.ended is None:
        _end_turn(state)


def _play(state: PyramidState, space: int, events: list[Event]) -> None:
    """Lay the card of ``space`` open; the last one wins (PYR-10, PYR-16, PYR-17)."""
    seat = state.owners[state.marker]
    colour = state.board.core.data[space]
    holder = state.holder()
    counts = list(state.held[holder])
    counts[colour] -= 1
    state.held[holder] = tuple(counts)
    state.cards[holder] = tuple(card for card in state.cards[holder] if card != space)
    state.played.append((space, state.marker))
    state.guesses[state.marker] = aid.only(space)
    events.append(Event(e.TREASURE, seat, (state.marker, state.board.space_ids[space], e.COLOURS[colour])))
    if not any(counts) and (state.seats > 2 or not any(map(any, state.held))):
        end_game(state, Result((seat,), "treasures"), events)


def begin_turn(state: PyramidState, marker: int) -> None:
    """Begin the turn of the next hunter still in the game from ``marker`` on, or the mummy's (PYR-12)."""
    while marker < len(state.owners) and state.hunters[marker] == NONE:
        marker += 1
    if marker < len(state.owners):
        state.marker = marker
        state.phase = legality.START
        return
    state.phase = legality.MUMMY_ROLL
    if state.options["dice"] == "app":
        state.generator, face = generator.below(state.generator, 3)
        state.due = m.MUMMY_ROLLS[face]


def end_game(state: PyramidState, result: Result, events: list[Event]) -> None:
    """End the game."""
    state.phase = legality.OVER
    state.faces = ()
    state.die = _NO_DIE
    state.ended = result
    events.append(Event(e.OVER, TABLE, (result.winners, result.way)))


def _throw(state: PyramidState, dice: int) -> None:
    state.phase = legality.ROLL
    state.thrown = dice
    if state.options["dice"] == "app":
        faces = []
        for _ in range(dice):
            state.generator, face = generator.below(state.generator, 6)
            faces.append(face + 1)
        state.due = m.with_faces(m.ROLL, tuple(faces))


def _pass(state: PyramidState, events: list[Event]) -> None:
    _forget_walk(state)
    events.append(Event(e.PASSED, state.owners[state.marker], (state.marker,)))
    _end_turn(state)


def _end_turn(state: PyramidState) -> None:
    state.faces = ()
    state.die = _NO_DIE
    begin_turn(state, state.marker + 1)


def _forget_walk(state: PyramidState) -> None:
    """Something has happened since the mummy walked that everybody may know."""
    if state.walk:
        state.walk = []
        state.last_caught = -1
