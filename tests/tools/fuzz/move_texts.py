"""Moves as people write them: what each engine's ``parse_move`` makes of a text, and what the rules say to it."""

from __future__ import annotations

from functools import partial

from riverlight.errors import IllegalMove, MoveTextError
from riverlight.games.contract import TABLE

from tests.tools.fuzz import games
from tests.tools.fuzz.mutate import in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Target, simple

__all__ = ["TARGETS"]


def _read(game: str, data: bytes) -> bool:
    """Read a move, write and read it again; have some moments of a game judge it, and play it where it is legal."""
    text = data.decode("utf-8", "surrogateescape")
    states = games.moments(game)
    try:
        move = states[0].parse_move(text)
    except MoveTextError as error:
        demand_sentence(error)
        return False
    written = states[0].move_text(move)
    assert states[0].parse_move(written) == move
    for state in states:
        before = state.key()
        for seat in (*range(state.seats), state.seats, TABLE):
            try:
                state.verify(seat, move)
            except IllegalMove as refusal:
                demand_sentence(refusal.reason)
            else:
                state.copy().apply(seat, move)
        assert state.key() == before
    return True


def _target(game: str) -> Target:
    texts = [text for _seat, text in games.move_texts(game)]
    return Target(
        f"moves-{game}",
        lambda: [text.encode() for text in texts],
        in_words(sorted({word for text in texts for word in text.split()})),
        simple(partial(_read, game)),
        lambda: [b"", b" ", b"\n", b"move " + b"a" * 100_000, b"roll " * 10_000, b"canoe 1 up to " + b"M1 " * 10_000],
    )


TARGETS = tuple(map(_target, games.GAMES))
