"""Games as text: export a history, import a text as a new game."""

from __future__ import annotations

from riverlight.boards import Board, load, shipped_ids
from riverlight.boards.files import load_playable
from riverlight.boards.saved import saved_ids
from riverlight.errors import TranscriptError
from riverlight.games import transcript
from riverlight.games.registry import game_named
from riverlight.games.transcript import Transcript, TranscriptMove
from riverlight.languages.text import text
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.session import Table

__all__ = ["head_of", "import_game", "transcript_of"]

_QUOTED = 40


def transcript_of(history: History) -> Transcript:
    """Return the game of ``history`` as a transcript."""
    head, state = history.head, history.state
    defaults = {option.name: option.values[0] for option in head.game.options}
    return Transcript(
        game=head.game.name,
        board=head.game.name if head.board is None else head.board.id,
        seats=len(head.names),
        names=head.names,
        seed=head.seed,
        options={name: value for name, value in head.options.items() if value != defaults[name]},
        moves=tuple(TranscriptMove(seat, text) for seat, text in history.moves),
        result=state.result(),
        digest=transcript.digest(state),
        bots=head.bots,
        generator=head.generator,
        levels=head.levels,
    )


def head_of(game: Transcript, board: str | None = None) -> Head:
    """Return the head of a game from its text; ``board`` names a board that is not shipped with Riverlight.

    Raises:
        TranscriptError: with its line, for a wrong number of names or a missing board.
        OptionError, BoardError: for an invalid game, option, name, bot or board.
    """
    if len(game.names) != game.seats:
        message = text(
            "The tag Names needs a name for each of the {seats} seats; it has {count}.",
            seats=game.seats,
            count=len(game.names),
        )
        raise TranscriptError(message, 1)
    chosen = _board_of(game, board)
    head = Head.create(game.game, game.options, game.names, game.seed, chosen, game.bots, game.generator, game.levels)
    if head.board is not None and head.board.id != game.board:
        message = text(
            "The game was played on the board {board}, not on {id}.",
            board=repr(game.board)[:_QUOTED],
            id=repr(head.board.id),
        )
        raise TranscriptError(message, 1)
    return head


def import_game(store: Store, text: str) -> Table:
    """Verify each move and the digest of a game's text, and store it as a new game.

    Raises:
        TranscriptError: with its line, if the text is not a valid game.
        OptionError, BoardError, RecordError: if it cannot be stored.
    """
    game = transcript.read(text)
    head = head_of(game)
    transcript.replay(game, head.board)
    return Table.from_moves(store, head, [(move.seat, move.text) for move in game.moves])


def _board_of(game: Transcript, board: str | None) -> Board | None:
    if board is not None:
        return load(board)
    if game_named(game.game).boards is None:
        return None
    if game.board in (*shipped_ids(), *saved_ids()):  # never a path: a text from a page must not open arbitrary files
        return load_playable(game.board, game_named(game.game).name)
    message = text(
        "There is no board {board} here. Save its file to your boards, or import the game with "
        "riverlight games import --board.",
        board=repr(game.board)[:_QUOTED],
    )
    raise TranscriptError(message, 1)
