"""A game in memory, for programs: list moves, play, ask why a move is refused, read a view, save as text.

Moves are texts: ``pace 3``, ``play R7``, ``step n``. The app's own moves (deals, dice, forks) are played at once.
Nothing is stored; ``riverlight.table`` plays games that survive a crash.
"""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.boards import Board, load
from riverlight.errors import BoardError, IllegalMove, MoveTextError
from riverlight.games import transcript
from riverlight.games.contract import SPECTATOR, TABLE, Event, EventFacts, Result, Seat, State, View, Viewer, quoted
from riverlight.games.game import Game, visible_events
from riverlight.games.registry import game_named
from riverlight.games.seats import NAMES
from riverlight.games.transcript import Transcript, TranscriptMove
from riverlight.languages.text import text

__all__ = ["Match", "new", "replay"]

_USUAL_SEATS = 4


class Match:
    """A game in progress. Make one by :func:`new` or :func:`replay`.

    Examples:
        >>> match = new("canyon", seats=3, seed=7, cards="app")
        >>> match
        <Match canyon, 3 seats, moves: 1, to act: 2>
        >>> match.moves()[:2]
        ['place start1', 'place start2']
        >>> match.refusal("pace 3").clause
        'CAN-3'

    Attributes:
        game: the game.
        board: the board it is played on; None for a game without one.
        state: its state, to be read only; ``state.copy()`` may be played on.
    """

    def __init__(self, game: Game, state: State, board: Board | None, played: Transcript) -> None:
        self.game = game
        self.board = board
        self.state = state
        self._start = played
        self._moves = list(played.moves)
        self._play_automatic([])

    def __repr__(self) -> str:
        acting = "over" if self.result else f"to act: {', '.join(map(str, self.to_act))}"
        return f"<Match {self.game.name}, {self.state.seats} seats, moves: {len(self._moves)}, {acting}>"

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats to act, from 0; several where choices are sealed; ``(-1,)`` for the table; ``()`` at the end."""
        return self.state.to_act()

    @property
    def result(self) -> Result | None:
        """Winners and outcome, None while the game is in progress."""
        return self.state.result()

    def moves(self, seat: Seat | None = None) -> list[str]:
        """Return the legal moves of ``seat`` as texts, sorted; of the first seat to act when None."""
        seat = self._seat(seat)
        return [] if seat is None else [self.state.move_text(move) for move in self.state.legal(seat)]

    def play(self, move: str, seat: Seat | None = None) -> list[Event]:
        """Play ``move`` and what the app does after it; return everything that happened.

        Args:
            move: its text.
            seat: who moves; the first seat to act when None.

        Raises:
            IllegalMove: with clause and reason; the game has not changed.
            MoveTextError: for a text that is no move of this game.
        """
        refusal = self.refusal(move, seat)
        if refusal is not None:
            raise refusal
        seat = self._seat(seat)
        assert seat is not None  # noqa: S101  (a game that is over has refused the move)
        played = self.state.parse_move(move)
        events = list(self.state.apply(seat, played))
        self._moves.append(TranscriptMove(seat, self.state.move_text(played)))  # as it was given it may have two lines
        self._play_automatic(events)
        return events

    def refusal(self, move: str, seat: Seat | None = None) -> IllegalMove | MoveTextError | None:
        """Return why ``move`` cannot be played now, None when it can."""
        acting = self._seat(seat)
        try:
            self.state.verify(TABLE if acting is None else acting, self.state.parse_move(move))
        except (IllegalMove, MoveTextError) as error:
            return error
        return None

    def view(self, viewer: Viewer = SPECTATOR) -> View:
        """Return all that ``viewer`` may see: a seat's number, ``"spectator"``, or a panel of lights."""
        return self.state.view(viewer)

    def visible(self, events: Sequence[Event], viewer: Viewer = SPECTATOR) -> list[EventFacts]:
        """Return those of ``events`` that ``viewer`` may see, as dicts."""
        return visible_events(self.game, events, viewer)

    def text(self) -> str:
        """Return the game as text, which :func:`replay` and ``riverlight games import`` read."""
        played = self._start._replace(
            moves=tuple(self._moves), result=self.result, digest=transcript.digest(self.state)
        )
        return transcript.write(played)

    def _seat(self, seat: Seat | None) -> Seat | None:
        acting = self.to_act
        return seat if seat is not None else acting[0] if acting else None

    def _play_automatic(self, events: list[Event]) -> None:
        while (move := self.state.automatic()) is not None:
            self._moves.append(TranscriptMove(TABLE, self.state.move_text(move)))
            events.extend(self.state.apply(TABLE, move))


def new(game: str, *, seats: int | None = None, seed: int = 0, board: str | None = None, **options: str) -> Match:
    """Return a new game.

    Args:
        game: its name, one of ``riverlight.GAMES``.
        seats: how many people play; four where the game has that.
        seed: what decks, dice and forks follow from; the same seed gives the same game.
        board: the id of a board, or the path of its file; the shipped one when None.
        options: the house rules, as ``cards="app"``.

    Raises:
        OptionError: for an unknown game, option, value or number of seats.
        BoardError: for a board that it cannot be played on.
    """
    played = game_named(game)
    if seats is None:
        seats = _USUAL_SEATS if _USUAL_SEATS in played.seat_counts else max(played.seat_counts)
    chosen = _load(played, board)
    state = played.new(options, seats, seed, chosen)
    start = Transcript(game, chosen.id if chosen else game, seats, NAMES[:seats], seed, options, ())
    return Match(played, state, chosen, start)


def replay(text: str, board: str | None = None) -> Match:
    """Return the game that ``text`` holds, every move checked.

    Args:
        text: what :meth:`Match.text` or ``riverlight games export`` wrote.
        board: the id or path of the board, where it has another name here than in the text.

    Raises:
        TranscriptError: with the line that is wrong.
        OptionError, BoardError: for a game, an option or a board that is not available.
    """
    read = transcript.read(text)
    game = game_named(read.game)
    chosen = _load(game, read.board if board is None else board)
    state, _events = transcript.replay(read, chosen)
    return Match(game, state, chosen, read)


def _load(game: Game, board: str | None) -> Board | None:
    if board is not None and type(board) is not str:
        raise BoardError(text("Expected the id or the path of a board, got {board}.", board=quoted(board)))
    return load(game.name if board is None else board) if game.boards is not None else None
