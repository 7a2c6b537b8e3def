"""Games as text: read, played in memory, written and read again."""

from __future__ import annotations

from riverlight.errors import BoardError, OptionError, TranscriptError
from riverlight.games import transcript
from riverlight.games.transcript import digest
from riverlight.table.game_text import head_of, transcript_of
from riverlight.table.history import History

from tests.tools.fuzz.games import GAMES, SEEDS, move_texts
from tests.tools.fuzz.mutate import in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Target, simple

__all__ = ["TARGETS"]

_TAGS = (
    *('[Game "canyon"]', '[Game "niagara"]', '[Game "pyramid"]', '[Board "canyon"]', '[Board "pyramid"]'),
    *('[Seats "4"]', '[Names "Ada | Ben"]', '[Seed "7"]', '[Option.cards "app"]', '[Option.movement "exact"]'),
    *('[Generator "blake2b"]', '[Generator "x"]', '[Result "0 surplus"]'),
    *('[Digest "5d41402abc4b2a76"]', "#", "0", "5", "table", "|", "\\|", '\\"'),
)


def _read(data: bytes) -> bool:
    """Read a game; write and read it again; play it, and write and read what was played."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        game = transcript.read(text)
        again = transcript.read(transcript.write(game))
        assert _told(again) == _told(game)
        head = head_of(game)
        state, _events = transcript.replay(game, head.board)
    except (TranscriptError, OptionError, BoardError) as error:
        demand_sentence(error)
        return False
    history, rows = History.from_moves(head, [(move.seat, move.text) for move in game.moves])
    assert digest(history.state) == digest(state)
    kept = transcript.read(transcript.write(transcript_of(history)))
    assert transcript.replay(kept, head.board)[0].key() == state.key()
    return bool(rows)


def _told(game: transcript.Transcript) -> tuple[object, ...]:
    """Return everything in a transcript except line numbers, which change when it is written again."""
    return (*game[:6], [move[:2] for move in game.moves], *game[7:])


def _beginnings() -> list[bytes]:
    """Return the written games and lessons, most of them cut to their first moves, so that few mutations miss them."""
    # A game outside a tutorial needs somebody who sees the dice, if bots play all hunters.
    paths = [path for path in sorted(SEEDS.glob("*/*.txt")) if path.name != "pyramid-mummy.txt"]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    cut = []
    for text in texts:
        lines = [line for line in text.splitlines() if not line.startswith(("[Result", "[Digest", "#"))]
        cut.append("\n".join(lines[:24]) + "\n")
    return [text.encode() for text in (*cut, texts[0])]


TARGETS = (
    Target(
        "game-texts",
        _beginnings,
        in_words([*_TAGS, *(text for game in GAMES for _seat, text in move_texts(game)[:40])]),
        simple(_read),
        lambda: [b"", b"[" * 100_000, b'[Game "' + b"\\" * 99_999, b"0 pace 3\n" * 40_000, b'[Result "' + b"9" * 9999],
        100,
    ),
)
