"""Pyramid's moves as integers, and as people write them.

::

    deal · throw · reset · reroll · reroll 1 A · roll 1 3 M A 2 · die 3 · die arrow · pass · move d4 · move d4 play
    step n · step e · step s · step w · stop
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from riverlight.boards import Board
from riverlight.errors import MoveTextError
from riverlight.games.contract import move_words
from riverlight.languages.text import series, text
from shared_rules.pyramid import ARROW, DIRECTIONS

DEAL = 1
THROW = 2
RESET = 3
PASS = 4
STOP = 7
STEP = 8
DIE = 16
MOVE = 64
MOVE_AND_PLAY = 512
"""A move to a space whose treasure is played there (PYR-10)."""

ROLL = 1 << 20
REROLL = 1 << 21

MUMMY = 6
"""The die's mummy face; the others are 1 to 4 and ``ARROW``."""

_FACE_NAMES = ("", "1", "2", "3", "4", "A", "M")


class PyramidMove(NamedTuple):
    """A move as data; fields that its verb does not use are None. ``direction`` is ``n``, ``e``, ``s`` or ``w``."""

    text: str
    verb: str
    die: str | None = None
    faces: tuple[str, ...] | None = None
    space: str | None = None
    plays: bool | None = None
    direction: str | None = None


_FIXED = {
    **{
        move: PyramidMove(verb, verb)
        for move, verb in ((DEAL, "deal"), (THROW, "throw"), (RESET, "reset"), (PASS, "pass"), (STOP, "stop"))
    },
    **{STEP + way: PyramidMove(f"step {name}", "step", direction=name) for way, name in enumerate(DIRECTIONS)},
    **{DIE + face: PyramidMove(f"die {face}", "die", die=str(face)) for face in range(1, 5)},
    DIE + ARROW: PyramidMove("die arrow", "die", die="arrow"),
}
_FIXED_MOVES = {data.text: move for move, data in _FIXED.items()}
_QUOTED = 60
_QUOTED_WORD = 20


def with_faces(word: int, faces: tuple[int, ...]) -> int:
    """Return ``ROLL`` or ``REROLL`` with these faces, in any order."""
    code = 0
    for face in faces:
        code += 1 << 3 * (face - 1)
    return word | code


_FACES_OF = {
    with_faces(0, faces): faces for dice in range(1, 6) for faces in combinations_with_replacement(range(1, 7), dice)
}
"""The faces of one to five dice, ascending, by the code of their move."""

_CODE = ROLL - 1

ROLLS = tuple(
    tuple(sorted(ROLL | code for code, faces in _FACES_OF.items() if len(faces) == dice)) for dice in range(6)
)
"""For each number of dice every roll, sorted."""

MUMMY_ROLLS = tuple(with_faces(ROLL, (face,)) for face in (1, 2, 3))


def faces_of(move: int) -> tuple[int, ...]:
    """Return the faces of a roll or a reroll, ascending."""
    return _FACES_OF[move & _CODE]


@cache
def face_names(faces: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of several faces."""
    return tuple(_FACE_NAMES[face] for face in faces)


def is_roll(move: int, dice: int) -> bool:
    """Return whether ``move`` is a roll of so many dice."""
    return ROLL < move < REROLL and len(_FACES_OF.get(move & _CODE, ())) == dice


@cache
def reroll_of_all(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the move that rolls all of ``faces`` again."""
    return (with_faces(REROLL, faces),)


@cache
def rerolls(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the moves that roll some of ``faces`` again, sorted."""
    counts = [range(faces.count(face) + 1) for face in range(1, 6)]
    chosen = {
        with_faces(REROLL, tuple(face for face, count in enumerate(some, 1) for _ in range(count)))
        for some in product(*counts)
        if any(some)
    }
    return tuple(sorted(chosen))


def end_of(move: int) -> tuple[int, bool]:
    """Return the end of a hunter's move, and whether the treasure there is played."""
    return (move - MOVE_AND_PLAY, True) if move >= MOVE_AND_PLAY else (move - MOVE, False)


def face_name(face: int) -> str:
    """Return ``"1"`` to ``"4"``, ``"A"`` or ``"M"``."""
    return _FACE_NAMES[face]


class PyramidCodec:
    """See :class:`riverlight.games.contract.Codec`; spaces are those of ``board``."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def is_move(self, move: object) -> bool:
        """Return whether ``move``, any value, is a move of Pyramid on this board, legal or not."""
        if type(move) is not int:
            return False
        if move >= ROLL:
            faces = _FACES_OF.get(move & _CODE, ())
            return bool(faces) and (move < REROLL or (move < REROLL + ROLL and MUMMY not in faces))
        spaces = len(self._board.space_ids)
        is_end = MOVE <= move < MOVE + spaces or MOVE_AND_PLAY <= move < MOVE_AND_PLAY + spaces
        return is_end or move in _FIXED

    def data(self, move: int) -> PyramidMove:
        """Return ``move`` as data."""
        if move in _FIXED:
            return _FIXED[move]
        if move >= ROLL:
            verb = "roll" if move < REROLL else "reroll"
            faces = face_names(faces_of(move))
            return PyramidMove(" ".join((verb, *faces)), verb, faces=faces)
        end, is_played = end_of(move)
        space = self._board.space_ids[end]
        return PyramidMove(f"move {space} play" if is_played else f"move {space}", "move", space=space, plays=is_played)

    def text(self, move: int) -> str:
        """Return ``move`` as text."""
        return self.data(move).text

    def parse(self, written: object) -> int:
        """Parse a move; raises :class:`MoveTextError` with what was expected."""
        index = self._board.index
        words = move_words(written)
        fixed = _FIXED_MOVES.get(" ".join(words).lower())
        if fixed is not None:
            return fixed
        word = words[0].lower() if words else ""
        if word == "move" and (len(words) == 2 or (len(words) == 3 and words[2].lower() == "play")):
            if words[1] not in index:
                message = text("Expected a space of this board, got {came}.", came=repr(words[1])[:_QUOTED_WORD])
                raise MoveTextError(message)
            return (MOVE if len(words) == 2 else MOVE_AND_PLAY) + index[words[1]]
        if word in {"roll", "reroll"} and 2 <= len(words) <= 6:
            names = [name.upper() for name in words[1:]]
            known = _FACE_NAMES[1:] if word == "roll" else _FACE_NAMES[1:6]
            for name in names:
                if name not in known:
                    message = text(
                        "Expected die faces ({faces}), got {came}.", faces=series(known), came=repr(name)[:_QUOTED_WORD]
                    )
                    raise MoveTextError(message)
            faces = tuple(_FACE_NAMES.index(name) for name in names)
            return with_faces(ROLL if word == "roll" else REROLL, faces)
        message = text(
            "Expected 'throw', 'reset', 'reroll', 'roll FACES', 'die 1' to 'die 4', 'die arrow', 'pass', 'move SPACE', "
            "'move SPACE play', 'step n', 'stop' or 'deal'; got {came}.",
            came=repr(written)[:_QUOTED],
        )
        raise MoveTextError(message)
