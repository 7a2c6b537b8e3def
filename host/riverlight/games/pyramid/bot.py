"""Easy bots for Pyramid: a mummy that follows public facts, and hunters that keep away from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from riverlight.boards import Board
from riverlight.games.bots import Choice
from riverlight.games.contract import Seat
from riverlight.games.pyramid import possible_spaces as aid
from riverlight.games.pyramid.moves import PyramidMove
from riverlight.games.pyramid.public_facts import Moved, PublicFacts, StandsOn
from riverlight.games.pyramid.view import HunterView
from riverlight.languages.text import text
from shared_rules import pyramid as maze
from shared_rules.board import ENTRANCE, TREASURE
from shared_rules.board import Board as CompiledBoard

_FAR = 99
_SCALE = 100_000
_PATIENCE = 12
"""Number of rounds without a treasure or catch after which a hunter no longer fears the mummy."""


def distances(core: CompiledBoard, start: int) -> list[int]:
    """Return the steps from ``start`` to every space, not through safe ones; ``_FAR`` if there is no path."""
    found = [_FAR] * core.n
    found[start] = 0
    queue = [start]
    for space in queue:
        for other in core.around[space]:
            if found[other] == _FAR and core.kinds[other] < ENTRANCE:
                found[other] = found[space] + 1
                queue.append(other)
    return found


def wanted_treasures(board: Board, view: HunterView) -> list[int]:
    """Return the spaces of the cards in hand, or with real cards all treasures of a colour still held."""
    marker = view["marker"] or 0
    hands = view.get("cards", ())
    hand = hands[marker if len(hands) > 1 else 0] if hands else ()
    if hand:
        return [board.index[space] for space, _ in hand]
    holder = marker if len(view["held"]) > 1 else 0
    held = list(view["held"][holder].values())
    played = {board.index[str(space)] for space, _, _ in view["played"]}
    core = board.core
    return [at for at in range(core.n) if core.kinds[at] == TREASURE and held[core.data[at]] and at not in played]


class Bot:
    """See :class:`riverlight.games.bots.Bot`: the mummy on seat 0, a hunter on every other."""

    def __init__(self, seat: Seat, seats: int, board: Board | None, options: Mapping[str, str]) -> None:
        assert board is not None  # noqa: S101  (Pyramid always has a board)
        self._seat = seat
        self._board = board
        self._may_reenter = options["reenter_safe"] == "on"
        entrance = maze.entrance(board.core)
        respawn = maze.sarcophagus(board.core) if options["respawn"] == "dungeon" else entrance
        self._away: dict[int, list[int]] = {}
        markers = 2 if seats == 2 else seats - 1
        self._guesses = [aid.only(entrance)] * markers
        self._facts = PublicFacts(board, markers, respawn)
        self._progress = (0, 0)
        self._progress_round = 1

    @property
    def possible_spaces(self) -> tuple[int, ...]:
        """The possible spaces of each hunter as far as the mummy knows, a mask for each."""
        return tuple(self._guesses)

    def watch(self, view: HunterView) -> None:
        """As the mummy, track the hunters' possible spaces (PYR-19); as a hunter, the last round with an event."""
        if self._seat:
            progress = (len(view["played"]), view["taken"])
            if progress != self._progress:
                self._progress, self._progress_round = progress, view["round"]
            return
        core = self._board.core
        for fact in self._facts.new_in(view):
            if isinstance(fact, Moved):
                guess = self._guesses[fact.marker]
                self._guesses[fact.marker] = aid.after_die(core, guess, fact.face, fact.mummy, self._may_reenter)
            elif isinstance(fact, StandsOn):
                self._guesses[fact.marker] = aid.only(fact.space)
            else:
                self._guesses = [guess & ~fact.spaces for guess in self._guesses]

    def choose(self, view: HunterView, moves: Sequence[PyramidMove]) -> Choice:
        """Return the move for the current phase."""
        if self._seat == 0:
            return self._prowl(view, moves)
        verbs = [move.verb for move in moves]
        if "throw" in verbs or "reset" in verbs:
            return self._begin(view, verbs)
        if "move" in verbs:
            return self._move(view, moves)
        dice = [move for move in moves if move.die is not None]
        if dice:
            return self._die(view, dice)
        return Choice(moves[-1 if verbs[-1] == "reroll" else 0].text, text("No die allows a move."))

    def _distances(self, start: int) -> list[int]:
        if start not in self._away:
            self._away[start] = distances(self._board.core, start)
        return self._away[start]

    # The mummy

    def _prowl(self, view: HunterView, moves: Sequence[PyramidMove]) -> Choice:
        core = self._board.core
        mummy = self._board.index[view["mummy"]]
        steps = view["steps_left"]
        weights = [0] * core.n
        for guess in self._guesses:
            spaces = aid.spaces(core, guess)
            for space in spaces:
                weights[space] += _SCALE // len(spaces)
        for space in range(core.n):
            if core.kinds[space] >= ENTRANCE:
                for outside in core.around[space]:
                    weights[outside] += weights[space] // (2 * len(core.around[space]))
        best, chosen = -1, moves[0]
        for move in moves:
            if move.direction is None:
                continue
            space = core.neighbours[mummy * 4 + maze.DIRECTIONS.index(move.direction)]
            worth = self._trail(space, steps - 1, weights)
            if worth > best:
                best, chosen = worth, move
        return Choice(chosen.text, text("Given the dice announced, hunters may be in that direction."))

    def _trail(self, start: int, steps: int, weights: list[int]) -> int:
        """Return the value of stepping on ``start`` with ``steps`` left: near prey counts most."""
        away = self._distances(start)
        near = sum(weight // (1 + away[at]) for at, weight in enumerate(weights) if away[at] <= steps + 6)
        return weights[start] * 2 + near

    # The hunters

    def _begin(self, view: HunterView, verbs: Sequence[str]) -> Choice:
        space = self._board.index[str(view["hunters"][view["marker"] or 0])]
        away = self._distances(self._board.index[view["mummy"]])[space]
        is_safe = self._board.core.kinds[space] >= ENTRANCE
        if "reset" in verbs and view["set_aside"] >= 2 and (is_safe or away > view["set_aside"]):
            return Choice("reset", text("The mummy is too far away to use the dice set aside."))
        if "throw" in verbs:
            return Choice("throw", text("There are enough dice."))
        return Choice(verbs[0], text("Without dice, nothing else is possible."))

    def _worth(self, view: HunterView, end: str) -> int:
        """Return the value of standing on ``end`` for the hunter: near a treasure, away from the mummy.

        The longer nothing has happened, the less it fears the mummy. Without a treasure to fetch it avoids blocking
        those who have one.
        """
        space = self._board.index[end]
        away = self._distances(self._board.index[view["mummy"]])[space]
        to_go = self._distances(space)
        nearest = min((to_go[target] for target in wanted_treasures(self._board, view)), default=_FAR)
        reach = 3 + view["set_aside"]
        danger = 12 * (reach + 1 - away) if away <= reach else 0
        waited: int = min(view["round"] - self._progress_round, _PATIENCE)
        danger = danger * (_PATIENCE - waited) // _PATIENCE
        if nearest == _FAR:
            return -danger - 60 * (self._board.core.kinds[space] == TREASURE)
        return (60 if nearest == 0 else -3 * nearest) - danger

    def _best_end(self, view: HunterView, ends: Sequence[str]) -> tuple[int, str]:
        return max((self._worth(view, end), end) for end in ends)

    def _die(self, view: HunterView, dice: Sequence[PyramidMove]) -> Choice:
        ends = view["ends"]
        move = max(dice, key=lambda move: self._best_end(view, ends["A" if move.die == "arrow" else str(move.die)])[0])
        return Choice(move.text, text("This die gets nearest to a treasure, at a safe distance from the mummy."))

    def _move(self, view: HunterView, moves: Sequence[PyramidMove]) -> Choice:
        playing = [move for move in moves if move.plays]
        if playing:
            return Choice(playing[0].text, text("A treasure played is a treasure won."))
        by_end = {str(move.space): move for move in moves}
        _, end = self._best_end(view, tuple(by_end))
        return Choice(by_end[end].text, text("That space is nearest to a treasure, at a safe distance from the mummy."))
