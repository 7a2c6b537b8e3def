"""Pyramid's moves as integers, and as people write them.

::

    deal · throw · reset · reroll · reroll 1 A · roll 1 3 M A 2 · die 3 · die arrow · pass · move d4 · move d4 play
    step n · step e · step s · step w · stop
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from riverlight.errors import MoveTextError
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
"""The die face with the mummy; the others are 1 to 4 and ``ARROW``."""

_FACE_NAMES = ("", "1", "2", "3", "4", "A", "M")
_FIXED = {
    DEAL: "deal",
    THROW: "throw",
    RESET: "reset",
    PASS: "pass",
    STOP: "stop",
    **{STEP + way: f"step {name}" for way, name in enumerate(DIRECTIONS)},
    **{DIE + face: f"die {face}" for face in range(1, 5)},
    DIE + ARROW: "die arrow",
}
_FIXED_MOVES = {words: move for move, words in _FIXED.items()}
_QUOTED = 60
_QUOTED_WORD = 20


def with_faces(word: int, faces: tuple[int, ...]) -> int:
    """Return ``ROLL`` or ``REROLL`` with these faces; their order does not count."""
    code = 0
    for face in faces:
        code += 1 << 3 * (face - 1)
    return word | code


def faces_of(move: int) -> tuple[int, ...]:
    """Return the faces of a roll or a reroll, ascending."""
    faces: list[int] = []
    for face in range(1, 7):
        faces += [face] * (move >> 3 * (face - 1) & 7)
    return tuple(faces)


ROLLS = tuple(
    tuple(sorted(with_faces(ROLL, faces) for faces in combinations_with_replacement(range(1, 7), dice)))
    for dice in range(6)
)
"""For each number of dice every roll, sorted."""

MUMMY_ROLLS = tuple(with_faces(ROLL, (face,)) for face in (1, 2, 3))


def rerolls(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return every way to throw some of ``faces`` again, sorted."""
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


def text_of(move: int, space_ids: tuple[str, ...]) -> str:
    """Return a move as people write it."""
    if move in _FIXED:
        return _FIXED[move]
    if move >= ROLL:
        word = "roll" if move < REROLL else "reroll"
        return " ".join((word, *(_FACE_NAMES[face] for face in faces_of(move))))
    end, is_played = end_of(move)
    return f"move {space_ids[end]} play" if is_played else f"move {space_ids[end]}"


def move_of(written: str, index: dict[str, int]) -> int:
    """Return the move that ``written`` means; raises :class:`MoveTextError` with what was expected.

    ``index`` gives the index of each space.
    """
    words = written.split()
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
