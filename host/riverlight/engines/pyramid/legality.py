"""What is legal in Pyramid, and why another move is refused."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from riverlight.engines.contract import Seat
from riverlight.engines.pyramid import moves as m
from riverlight.errors import IllegalMove
from riverlight.languages.text import plural, text
from shared_rules import pyramid as maze
from shared_rules.board import TREASURE as TREASURE_KIND
from shared_rules.board import Board

if TYPE_CHECKING:
    from riverlight.engines.pyramid.state import PyramidState

DEAL = "deal"
START = "start"
ROLL = "roll"
CHOOSE = "choose"
MOVE = "move"
INTERRUPT = "interrupt"
MUMMY_ROLL = "mummy_roll"
MUMMY = "mummy"
OVER = "over"

MUMMY_SEAT: Seat = 0


@lru_cache(maxsize=65536)
def _walk_ends(board: Board, start: int, steps: int, mummy: int, may_reenter: bool) -> bytes:
    return maze.walk_ends(board, start, steps, mummy, may_reenter)


@lru_cache(maxsize=4096)
def _lines(board: Board, start: int, may_reenter: bool) -> tuple[bytes, ...]:
    return tuple(maze.line(board, start, direction, may_reenter) for direction in range(4))


@lru_cache(maxsize=1024)
def _mummy_moves(board: Board, mummy: int) -> tuple[int, ...]:
    return (m.STOP, *(m.STEP + direction for direction in maze.mummy_steps(board, mummy)))


def die_ends(state: PyramidState, face: int) -> bytes:
    """Return the legal ends of die ``face`` for the hunter in turn, ascending (PYR-8, PYR-9)."""
    core = state.board.core
    start = state.hunters[state.marker]
    others = bytes([space for number, space in enumerate(state.hunters) if number != state.marker])
    if face == maze.ARROW:
        ends = {maze.arrow_end(core, way, others, state.mummy) for way in _lines(core, start, state.may_reenter)}
        ends.discard(255)
        return bytes(sorted(ends))
    return maze.free_ends(core, _walk_ends(core, start, face, state.mummy, state.may_reenter), others)


def usable_faces(state: PyramidState) -> tuple[int, ...]:
    """Return the faces among the remaining dice that have a legal end, ascending (PYR-7)."""
    return tuple(face for face in sorted(set(state.faces)) if die_ends(state, face))


def legal_moves(state: PyramidState, seat: Seat) -> tuple[int, ...]:
    """Return the legal moves of ``seat``, sorted; ``()`` when it is not to act."""
    if seat not in state.to_act():
        return ()
    phase = state.phase
    if phase in {MUMMY, INTERRUPT}:
        return _mummy_moves(state.board.core, state.mummy)
    if phase == CHOOSE:
        return _choices(state)
    if phase == MOVE:
        return _moves(state)
    if phase == START:
        return _starts(state)
    if state.due:
        return (state.due,)
    return m.MUMMY_ROLLS if phase == MUMMY_ROLL else m.ROLLS[state.thrown]


def _starts(state: PyramidState) -> tuple[int, ...]:
    """Return how a hunter's turn can begin (PYR-5 to PYR-7)."""
    if not state.set_aside:
        return (m.THROW,)
    return (m.THROW, m.RESET) if state.set_aside < 5 else (m.RESET, m.PASS)


def _choices(state: PyramidState) -> tuple[int, ...]:
    if not state.faces:
        return (m.PASS,)
    usable = tuple(m.DIE + face for face in usable_faces(state))
    is_any = state.options["reroll"] == "select"
    again = m.rerolls(state.faces) if is_any else (m.with_faces(m.REROLL, state.faces),)
    return (*(usable or (m.PASS,)), *again)


def _moves(state: PyramidState) -> tuple[int, ...]:
    """Return each end, and each with its treasure played there; one decision, so that no pause tells of a treasure."""
    ends = die_ends(state, state.die)
    plain = tuple(m.MOVE + space for space in ends)
    if plays_by_itself(state):
        return plain
    return plain + tuple(m.MOVE_AND_PLAY + space for space in ends if may_play_at(state, space))


def plays_by_itself(state: PyramidState) -> bool:
    """Return whether a treasure that is reached is played without a word, since it has to be (PYR-10).

    With real cards nobody but the hunter knows whether it has to.
    """
    return state.options["treasure"] == "mandatory" and state.options["cards"] == "app"


def may_hold_treasure_at(state: PyramidState, space: int) -> bool:
    """Return whether the hunter in turn may hold the card of ``space`` by what all hunters see (PYR-10)."""
    core = state.board.core
    if core.kinds[space] != TREASURE_KIND or state.is_played(space):
        return False
    return state.held[state.holder()][core.data[space]] > 0


def may_play_at(state: PyramidState, space: int) -> bool:
    """Return whether the hunter in turn could play the treasure of ``space`` there (PYR-10, PYR-20)."""
    if state.options["cards"] == "app":
        return space in state.cards[state.holder()]
    return may_hold_treasure_at(state, space)


def refusal(state: PyramidState, seat: Seat, move: object) -> IllegalMove:
    """Return why ``move`` is refused. The mummy is never told what a hunter did or could do."""
    phase = state.phase
    if phase == OVER:
        return IllegalMove("PYR-16", text("The game is over."))
    if seat not in state.to_act():
        if seat == MUMMY_SEAT:
            return IllegalMove("PYR-12", text("The mummy moves after the hunters."))
        return IllegalMove("PYR-4", text("It is another's turn."))
    if phase in {MUMMY, INTERRUPT}:
        if isinstance(move, int) and m.STEP <= move < m.STEP + 4:
            return IllegalMove("PYR-12", text("The mummy cannot step there: a wall, or a space that it never enters."))
        return IllegalMove("PYR-12", text("The mummy steps north, east, south or west, or stops."))
    if phase == CHOOSE:
        return _choice_refusal(state, move)
    if phase == MOVE:
        return _move_refusal(state, move)
    sentences = {
        DEAL: ("PYR-3", text("The cards are dealt first.")),
        START: ("PYR-5", text("A turn begins with a throw, or with taking back the dice that are set aside.")),
        ROLL: (
            "PYR-6",
            plural(
                "A throw of {n} die is entered: 1 to 4, arrow or mummy.",
                "A throw of {n} dice is entered, each 1 to 4, arrow or mummy.",
                state.thrown,
            ),
        ),
        MUMMY_ROLL: ("PYR-2", text("The mummy's die shows 1, 2 or 3.")),
    }
    clause, sentence = sentences[phase]
    if phase == START and move == m.THROW:
        return IllegalMove("PYR-6", text("All dice are set aside: take them back, or pass."))
    if phase == START and move == m.RESET:
        return IllegalMove("PYR-5", text("No dice are set aside."))
    return IllegalMove(clause, sentence)


def _move_refusal(state: PyramidState, move: object) -> IllegalMove:
    if isinstance(move, int) and m.MOVE_AND_PLAY <= move < m.ROLL:
        end, _ = m.end_of(move)
        if plays_by_itself(state):
            return IllegalMove("PYR-10", text("A treasure that is reached is played by itself: choose the end alone."))
        if end in tuple(die_ends(state, state.die)):
            is_secret = state.options["cards"] == "app"
            sentence = text("The treasure there cannot be played by this hunter.")
            return IllegalMove("PYR-10", sentence, only_seat=is_secret)
    if state.die == maze.ARROW:
        return IllegalMove("PYR-9", text("The arrow goes straight, as far as it can."))
    return IllegalMove("PYR-8", text("Die {face} cannot end there.", face=m.face_name(state.die)))


def _choice_refusal(state: PyramidState, move: object) -> IllegalMove:
    if not state.faces:
        return IllegalMove("PYR-7", text("No die is left: pass."))
    if move == m.PASS:
        return IllegalMove("PYR-7", text("A die has a legal end: choose one, or throw again."))
    if isinstance(move, int) and m.DIE < move <= m.DIE + maze.ARROW:
        if move - m.DIE in state.faces:
            return IllegalMove("PYR-7", text("Die {face} has no legal end.", face=m.face_name(move - m.DIE)))
        return IllegalMove("PYR-7", text("No die shows {face}.", face=m.face_name(move - m.DIE)))
    if isinstance(move, int) and move >= m.REROLL:
        return IllegalMove("PYR-6", text("Those dice cannot be thrown again now."))
    return IllegalMove("PYR-7", text("Choose one of the dice, or throw again."))
