"""What may be shown of a game beyond the views of its seats: the one policy for pages and commands.

It depends on what the game says is secret now (``Game.secrets``). While anything is, the record of the game is closed:
no export, replay or seed; lists of games and command output show no more than a spectator sees. If the only person
sits on a separate side, the table itself is closed. Once the game is over, everything is open.
"""

from __future__ import annotations

from riverlight.errors import SecretError
from riverlight.games.contract import SPECTATOR, Seat, State, Viewer
from riverlight.games.game import Game
from riverlight.games.sides import TABLE_PAGE, WATCH_PAGE, PageViewer
from riverlight.languages.text import series, text
from riverlight.table.head import Head
from riverlight.table.history import History

__all__ = ["check_is_open", "hides_the_table", "is_table_closed", "knows_more", "lone_seat_apart", "open_page"]


def check_is_open(game: Game, state: State) -> None:
    """Raise SecretError if anything in ``state``, the last state of a game, is still secret."""
    secrets = game.secrets(state)
    if secrets:
        names = series(list(dict.fromkeys(secret.what for secret in secrets)))
        message = text(
            "Parts of this game are still secret: {secrets}. Its text and its replay are available once nothing "
            "is secret, at the latest when the game is over.",
            secrets=names,
        )
        raise SecretError(message)


def open_page(history: History) -> PageViewer:
    """Return the page whose content anyone may see: the spectators' page while something is secret."""
    return WATCH_PAGE if history.head.game.secrets(history.state) else TABLE_PAGE


def hides_the_table(history: History, viewer: Viewer = SPECTATOR) -> bool:
    """Return whether the people at the table know something that ``viewer`` may not."""
    return knows_more(history, history.head.game.sides.table_viewer, viewer)


def knows_more(history: History, who: Viewer, viewer: Viewer) -> bool:
    """Return whether ``who`` knows something that ``viewer`` may not."""
    secrets = history.head.game.secrets(history.state)
    return any(who in secret.known_to and viewer not in secret.known_to for secret in secrets)


def is_table_closed(history: History) -> bool:
    """Return whether nobody may see the table because the only person sits on a separate side."""
    seat = lone_seat_apart(history.head)
    return seat is not None and hides_the_table(history, seat)


def lone_seat_apart(head: Head) -> Seat | None:
    """Return the seat of the only person if it is on a separate side; else None."""
    people = set(range(len(head.seat_names))) - head.bot_seats
    return min(people) if head.bot_seats and people.issubset(head.game.sides.apart) else None
