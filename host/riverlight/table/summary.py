"""What a list of games tells of each: read from its first and its last rows alone, however many games there are."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from riverlight.boards.wording import word
from riverlight.engines.games import GAME_NAMES, game_named
from riverlight.errors import RecordError
from riverlight.languages.text import text
from riverlight.table.seats import LETTERS

__all__ = ["LATEST_GAMES", "Summary", "damage", "read_body", "summary_of"]

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
"""What :func:`summary_of` needs of the games before ``?1``, ``?2`` of them at most; it steps from game to game."""


class Summary(NamedTuple):
    """A game in the list: ``entries`` counts its rows, ``result`` is ``{"winners", "way"}`` once it is over.

    Of a damaged one only its number and its rows are sure; it hides none of the others.
    """

    game_id: int
    game: str
    names: tuple[str, ...]
    started_ms: int
    last_ms: int
    entries: int
    result: dict[str, Any] | None
    is_damaged: bool = False

    @property
    def is_under_way(self) -> bool:
        """Whether it can be gone on with."""
        return self.result is None and not self.is_damaged

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won; none before it is over."""
        is_known = self.game in GAME_NAMES
        owners = game_named(self.game).owners(len(self.names)) if is_known else range(len(self.names))
        seats = (self.result or {"winners": []})["winners"]
        return tuple(dict.fromkeys(self.names[owners[seat]] for seat in seats))


def read_body(game_id: int, n: int, written: str | None) -> dict[str, Any] | None:
    """Return the details of row ``n`` from their JSON; raise RecordError for what was never written so."""
    if written is None:
        return None
    try:
        body = json.loads(written)
    except (ValueError, TypeError, RecursionError) as error:
        raise RecordError(damage(game_id, n, text("its details cannot be read"))) from error
    if not isinstance(body, dict):
        raise RecordError(damage(game_id, n, text("its details cannot be read")))
    return body


def summary_of(game_id: int, first: str, started_ms: int, entries: int, last_ms: int, final: str) -> Summary:
    """Return what a game's first and last rows say of it, as they came from the file."""
    try:
        head, result = read_body(game_id, 1, first) or {}, (read_body(game_id, entries, final) or {}).get("result")
        game, names = word(str(head["game"])), tuple(word(str(name)) for name in head["names"])
        if result is not None:
            result = {"winners": [int(seat) for seat in result["winners"]], "way": str(result["way"])}
        for at_ms in (started_ms, last_ms):
            datetime.fromtimestamp(at_ms / 1000, tz=UTC)
        summary = Summary(game_id, game, names, started_ms, last_ms, int(entries), result)
        if 0 < len(names) <= len(LETTERS) and all(name in names for name in summary.winners):
            return summary
    except (RecordError, LookupError, TypeError, ValueError, OverflowError, OSError):
        pass
    return Summary(game_id, "", (), 0, 0, entries if isinstance(entries, int) else 0, None, is_damaged=True)


def damage(game_id: int, n: int, fault: str) -> str:
    """Return the sentence that tells of damage at row ``n``."""
    command = f"riverlight games export {game_id} --sound"
    return text(
        "The record of game {number} is damaged at row {row}: {fault}. Nothing was changed; `{command}` writes all "
        "that stands before it.",
        number=game_id,
        row=n,
        fault=fault,
        command=command,
    )
