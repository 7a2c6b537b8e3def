"""Summaries for a list of games, read from the first and last rows of each game only, so that long lists are fast."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from riverlight.boards.wording import word
from riverlight.errors import RecordError
from riverlight.games.colours import seat_colours, stored_colours
from riverlight.games.game import Game
from riverlight.games.registry import GAMES, game_named
from riverlight.games.seats import LETTERS, SeatCard, seat_cards
from riverlight.table.rows import ResultBody, read_body

__all__ = ["LATEST_GAMES", "Summary", "summary_of", "usual_colours"]

LATEST_GAMES: Final = """
WITH RECURSIVE latest(game, place) AS (
    SELECT max(game), 1 FROM events WHERE game < ?1 AND typeof(game) = 'integer'
    UNION ALL
    SELECT (SELECT max(game) FROM events WHERE game < latest.game AND typeof(game) = 'integer'), place + 1
    FROM latest WHERE game IS NOT NULL AND place < ?2
)
SELECT latest.game, first.body, first.at_ms, last.n, last.at_ms,
    (SELECT body FROM events WHERE game = latest.game AND kind <> 'typed' ORDER BY n DESC LIMIT 1)
FROM latest
JOIN events AS last ON last.game = latest.game AND last.n = (SELECT max(n) FROM events WHERE game = latest.game)
LEFT JOIN events AS first ON first.game = latest.game AND first.n = 1
ORDER BY latest.game DESC
"""
"""The query for :func:`summary_of`: games before ``?1``, ``?2`` of them at most; it steps from game to game."""


class Summary(NamedTuple):
    """A game in the list: ``entries`` counts its rows, None if that is secret.

    ``result`` is ``{"winners", "way"}`` once it is over. ``colours`` are those chosen for its pieces. For a damaged
    game only its number and its rows are reliable; it does not keep the others from being listed.
    """

    game_id: int
    game: str
    names: tuple[str, ...]
    started_ms: int
    last_ms: int
    entries: int | None
    result: ResultBody | None
    is_damaged: bool = False
    colours: tuple[str, ...] = ()

    @property
    def is_under_way(self) -> bool:
        """Whether the game can be resumed."""
        return self.result is None and not self.is_damaged

    def as_listed(self) -> Summary:
        """Return what anyone may read of the game in a list.

        If a side takes steps that another may not know of, a game in progress has no count and no time of them.
        """
        hides_steps = self.is_under_way and self.game in GAMES and bool(game_named(self.game).sides.apart)
        return self._replace(entries=None, last_ms=self.started_ms) if hides_steps else self

    @property
    def people_cards(self) -> list[SeatCard]:
        """The people, each with the sign and the colour of their first seat."""
        if self.game not in GAMES:
            return seat_cards(self.names)
        game = game_named(self.game)
        return seat_cards(self.names, colours=seat_colours(game, self.colours or game.piece_colours)[: len(self.names)])

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners; empty before the game is over."""
        is_known = self.game in GAMES
        owners = game_named(self.game).owners(len(self.names)) if is_known else range(len(self.names))
        seats = (self.result or {"winners": []})["winners"]
        return tuple(dict.fromkeys(self.names[owners[seat]] for seat in seats))


def usual_colours(games: Iterable[Summary], game: Game, seats: int) -> tuple[str, ...]:
    """Return the colours of the pieces in the latest game of this kind, as many as a game of ``seats`` can use."""
    latest = next((each for each in games if each.game == game.name), None)
    return () if latest is None else latest.colours[: seats - game.first_piece]


def summary_of(game_id: int, first: str, started_ms: int, entries: int, last_ms: int, final: str) -> Summary:
    """Build the summary from columns of a game's first and last rows."""
    try:
        head, result = read_body(game_id, 1, first) or {}, (read_body(game_id, entries, final) or {}).get("result")
        game, names = word(str(head["game"])), tuple(word(str(name)) for name in head["names"])
        if result is not None:
            result = {"winners": [int(seat) for seat in result["winners"]], "way": str(result["way"])}
        for at_ms in (started_ms, last_ms):
            datetime.fromtimestamp(at_ms / 1000, tz=UTC)
        colours = _colours(game, len(names), head["colours"]) if "colours" in head else ()
        summary = Summary(game_id, game, names, started_ms, last_ms, int(entries), result, colours=colours)
        if 0 < len(names) <= len(LETTERS) and all(name in names for name in summary.winners):
            return summary
    except (RecordError, LookupError, TypeError, ValueError, OverflowError, OSError):
        pass
    return Summary(game_id, "", (), 0, 0, entries if isinstance(entries, int) else 0, None, is_damaged=True)


def _colours(game: str, people: int, stored: object) -> tuple[str, ...]:
    return stored_colours(GAMES[game], len(GAMES[game].owners(people)), stored) if game in GAMES else ()
