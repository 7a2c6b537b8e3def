"""The hunters' turns: cards, dice, moves, treasures (PYR-3, PYR-5 to PYR-11)."""

from __future__ import annotations

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Event, Result, Seat
from riverlight.games.generator import shuffled
from riverlight.games.phases import Phase, the_table
from riverlight.games.pyramid import legality
from riverlight.games.pyramid import moves as m
from riverlight.games.pyramid import options as e
from riverlight.games.pyramid import possible_spaces as aid
from riverlight.games.pyramid.options import COLOURS
from riverlight.games.pyramid.position import (
    CHOOSE,
    DEAL,
    INTERRUPT,
    MOVE,
    MUMMY_ROLL,
    MUMMY_SEAT,
    NO_DIE,
    OVER,
    ROLL,
    START,
    PyramidPosition,
)
from riverlight.languages.text import plural, text
from shared_rules import pyramid as maze
from shared_rules.board import NONE, TREASURE

__all__ = ["PHASES", "begin_turn", "end_game", "not_its_turn"]

_DICE = 5


def not_its_turn(_state: PyramidPosition, seat: Seat) -> IllegalMove:
    """Return the refusal for a seat that is not to act, which must not depend on what the others do."""
    if seat == MUMMY_SEAT:
        return IllegalMove("PYR-12", text("The mummy moves after the hunters."))
    return IllegalMove("PYR-4", text("It is another player's turn."))


def _in_turn(state: PyramidPosition) -> tuple[Seat, ...]:
    return (state.owners[state.marker],)


def _due(state: PyramidPosition) -> int | None:
    return state.due or None


def _refuse_deal(_state: PyramidPosition, _seat: Seat, move: int) -> IllegalMove | None:
    return None if move == m.DEAL else IllegalMove("PYR-3", text("Deal the cards first."))


def _play_deal(state: PyramidPosition, _seat: Seat, _move: int) -> tuple[Event, ...]:
    """Deal one card of each colour, two to a shared hand; the rest is removed unseen (PYR-3)."""
    events: list[Event] = []
    state.due = 0
    core = state.board.core
    hands: list[list[int]] = [[] for _ in state.held]
    for colour in range(len(COLOURS)):
        cards = [space for space in range(core.n) if core.kinds[space] == TREASURE and core.data[space] == colour]
        state.generator, cards = shuffled(state.generator, "treasure cards", cards)
        for holder, hand in enumerate(hands):
            hand.extend(cards[holder :: len(hands)][: state.held[holder][colour]])
    state.cards = [tuple(sorted(hand)) for hand in hands]
    for holder, dealt in enumerate(state.cards):
        names = tuple(state.board.space_ids[space] for space in dealt)
        events.append(Event(e.DEALT, state.owners[holder], (names,)))
    state.phase = START
    return tuple(events)


_STARTS = ((m.THROW,), *[(m.THROW, m.RESET)] * (_DICE - 1), (m.RESET, m.PASS))
"""The possible starts of a hunter's turn, by the number of dice set aside (PYR-5 to PYR-7)."""


def _refuse_start(state: PyramidPosition, _seat: Seat, move: int) -> IllegalMove | None:
    if move == m.THROW:
        if state.set_aside < _DICE:
            return None
        return IllegalMove("PYR-6", text("All dice are set aside: take them back, or pass."))
    if move == m.RESET:
        return None if state.set_aside else IllegalMove("PYR-5", text("No dice are set aside."))
    if move == m.PASS and state.set_aside == _DICE:
        return None
    return IllegalMove("PYR-5", text("Start your turn with a roll, or take back the dice that are set aside."))


def _play_start(state: PyramidPosition, _seat: Seat, move: int) -> tuple[Event, ...]:
    """Start a turn by a roll, by taking dice back, or pass if none is left (PYR-5 to PYR-7)."""
    if move == m.PASS:
        return _pass(state)
    if move == m.RESET:
        state.steps = state.steps_left = state.set_aside
        state.set_aside = 0
        state.phase = INTERRUPT
        state.walk = [state.mummy]
        state.last_caught = -1
        return (Event(e.RESET, state.owners[state.marker], (state.steps_left,)),)
    _throw(state, _DICE - state.set_aside)
    return ()


def _legal_roll(state: PyramidPosition, _seat: Seat) -> tuple[int, ...]:
    return (state.due,) if state.due else m.ROLLS[state.thrown]


def _refuse_roll(state: PyramidPosition, _seat: Seat, move: int) -> IllegalMove | None:
    if move == state.due or (not state.due and m.is_roll(move, state.thrown)):
        return None
    return IllegalMove(
        "PYR-6",
        plural(
            "Enter a roll of {n} die: 1 to 4, arrow or mummy.",
            "Enter a roll of {n} dice, each 1 to 4, arrow or mummy.",
            state.thrown,
        ),
    )


def _play_roll(state: PyramidPosition, _seat: Seat, move: int) -> tuple[Event, ...]:
    """Handle a roll; its mummy faces are set aside at once (PYR-6)."""
    faces = m.faces_of(move)
    kind = e.ROLLED if state.due else e.ROLL_ENTERED
    state.due = 0
    thrown = Event(kind, TABLE, (m.face_names(faces),))
    mummies = faces.count(m.MUMMY)
    state.thrown = 0
    state.faces = tuple(sorted((*state.faces, *faces[: len(faces) - mummies])))
    state.phase = CHOOSE
    if not mummies:
        return (thrown,)
    state.set_aside += mummies
    _forget_walk(state)
    return (thrown, Event(e.SET_ASIDE, TABLE, (state.set_aside,)))


def _legal_choice(state: PyramidPosition, _seat: Seat) -> tuple[int, ...]:
    if not state.faces:
        return (m.PASS,)
    usable = tuple(m.DIE + face for face in legality.usable_faces(state))
    return (*(usable or (m.PASS,)), *_rerolls(state))


def _rerolls(state: PyramidPosition) -> tuple[int, ...]:
    return m.rerolls(state.faces) if state.options["reroll"] == "select" else m.reroll_of_all(state.faces)


def _refuse_choice(state: PyramidPosition, _seat: Seat, move: int) -> IllegalMove | None:
    if not state.faces:
        return None if move == m.PASS else IllegalMove("PYR-7", text("No dice left: pass."))
    if move == m.PASS:
        if not legality.usable_faces(state):
            return None
        return IllegalMove("PYR-7", text("You can move with one of the dice: choose one, or roll again."))
    if m.DIE < move <= m.DIE + maze.ARROW:
        face = move - m.DIE
        if face not in state.faces:
            return IllegalMove("PYR-7", text("No die shows {face}.", face=m.face_name(face)))
        if legality.die_ends(state, face):
            return None
        return IllegalMove("PYR-7", text("You cannot move with die {face}.", face=m.face_name(face)))
    if move < m.REROLL:
        return IllegalMove("PYR-7", text("Choose one of the dice, or roll again."))
    return None if move in _rerolls(state) else IllegalMove("PYR-6", text("Those dice cannot be rerolled now."))


def _play_choice(state: PyramidPosition, _seat: Seat, move: int) -> tuple[Event, ...]:
    """Announce a die, roll again, or pass (PYR-6, PYR-7)."""
    if move == m.PASS:
        return _pass(state)
    if move >= m.REROLL:
        again = m.faces_of(move)
        kept = list(state.faces)
        for face in again:
            kept.remove(face)
        state.faces = tuple(kept)
        _throw(state, len(again))
        return ()
    state.die = move - m.DIE
    state.phase = MOVE
    _forget_walk(state)
    name = "arrow" if state.die == maze.ARROW else str(state.die)
    return (Event(e.DIE, state.owners[state.marker], (state.marker, name)),)


def _legal_move(state: PyramidPosition, _seat: Seat) -> tuple[int, ...]:
    """Return each end, and each with its treasure played; one decision, so that no pause reveals a treasure."""
    ends = legality.die_ends(state, state.die)
    plain = tuple([m.MOVE + space for space in ends])
    if legality.plays_by_itself(state):
        return plain
    return plain + tuple([m.MOVE_AND_PLAY + space for space in legality.playable(state, ends)])


def _refuse_move(state: PyramidPosition, _seat: Seat, move: int) -> IllegalMove | None:
    is_end = False
    if m.MOVE <= move < m.ROLL:
        end, is_played = m.end_of(move)
        is_end = end in tuple(legality.die_ends(state, state.die))
        if is_played and legality.plays_by_itself(state):
            return IllegalMove(
                "PYR-10", text("A treasure that you reach is played automatically: enter only the destination.")
            )
        if is_end and (not is_played or legality.may_play_at(state, end)):
            return None
    if is_end:
        is_secret = state.options["cards"] == "app"
        sentence = text("This hunter cannot play the treasure there.")
        return IllegalMove("PYR-10", sentence, only_seat=is_secret)
    if state.die == maze.ARROW:
        return IllegalMove("PYR-9", text("The arrow goes straight ahead, as far as possible."))
    return IllegalMove("PYR-8", text("You cannot get there with die {face}.", face=m.face_name(state.die)))


def _play_move(state: PyramidPosition, _seat: Seat, chosen: int) -> tuple[Event, ...]:
    """Move by the announced die, and play the treasure there if chosen or mandatory (PYR-8 to PYR-10)."""
    end, is_played = m.end_of(chosen)
    began = state.hunters[state.marker]
    ids = state.board.space_ids
    state.hunters[state.marker] = end
    if state.options["mummy_aid"] == "on":
        guess = state.guesses[state.marker]
        guess = aid.after_die(state.board.core, guess, state.die, state.mummy, state.may_reenter)
        state.guesses[state.marker] = guess
    events = [Event(e.MOVED, state.owners[state.marker], (state.marker, ids[began], ids[end]))]
    if is_played or (legality.plays_by_itself(state) and legality.may_play_at(state, end)):
        _play(state, end, events)
    if state.ended is None:
        _end_turn(state)
    return tuple(events)


def _play(state: PyramidPosition, space: int, events: list[Event]) -> None:
    """Reveal the card of ``space``; the last one wins (PYR-10, PYR-16, PYR-17)."""
    seat = state.owners[state.marker]
    colour = state.board.core.data[space]
    holder = state.holder()
    counts = list(state.held[holder])
    counts[colour] -= 1
    state.held[holder] = tuple(counts)
    state.cards[holder] = tuple(card for card in state.cards[holder] if card != space)
    state.played.append((space, state.marker))
    state.guesses[state.marker] = aid.only(space)
    events.append(Event(e.TREASURE, seat, (state.marker, state.board.space_ids[space], COLOURS[colour])))
    if not any(counts) and (state.seats > 2 or not any(map(any, state.held))):
        end_game(state, Result((seat,), "treasures"), events)


def begin_turn(state: PyramidPosition, marker: int) -> None:
    """Start the turn of the next hunter still in the game from ``marker`` on, or the mummy's (PYR-12)."""
    while marker < len(state.owners) and state.hunters[marker] == NONE:
        marker += 1
    if marker < len(state.owners):
        state.marker = marker
        state.phase = START
        return
    state.phase = MUMMY_ROLL
    if state.options["dice"] == "app":
        state.generator, (face,) = state.generator.draw("mummy's die", (3,))
        state.due = m.MUMMY_ROLLS[face]


def end_game(state: PyramidPosition, result: Result, events: list[Event]) -> None:
    """End the game."""
    state.phase = OVER
    state.faces = ()
    state.die = NO_DIE
    state.ended = result
    events.append(Event(e.OVER, TABLE, (result.winners, result.way)))


def _throw(state: PyramidPosition, dice: int) -> None:
    state.phase = ROLL
    state.thrown = dice
    if state.options["dice"] == "app":
        state.generator, faces = state.generator.draw("hunters' dice", (6,) * dice)
        state.due = m.with_faces(m.ROLL, tuple(face + 1 for face in faces))


def _pass(state: PyramidPosition) -> tuple[Event, ...]:
    _forget_walk(state)
    happened = (Event(e.PASSED, state.owners[state.marker], (state.marker,)),)
    _end_turn(state)
    return happened


def _end_turn(state: PyramidPosition) -> None:
    state.faces = ()
    state.die = NO_DIE
    begin_turn(state, state.marker + 1)


def _forget_walk(state: PyramidPosition) -> None:
    """Clear the mummy's last walk after the next public event."""
    if state.walk:
        state.walk = []
        state.last_caught = -1


PHASES: tuple[Phase[PyramidPosition], ...] = (
    Phase(DEAL, "PYR-3", the_table, lambda _state, _seat: (m.DEAL,), _refuse_deal, _play_deal, not_its_turn, _due),
    Phase(
        START,
        "PYR-5",
        _in_turn,
        lambda state, _seat: _STARTS[state.set_aside],
        _refuse_start,
        _play_start,
        not_its_turn,
    ),
    Phase(ROLL, "PYR-6", the_table, _legal_roll, _refuse_roll, _play_roll, not_its_turn, _due),
    Phase(CHOOSE, "PYR-7", _in_turn, _legal_choice, _refuse_choice, _play_choice, not_its_turn),
    Phase(MOVE, "PYR-8", _in_turn, _legal_move, _refuse_move, _play_move, not_its_turn),
)
