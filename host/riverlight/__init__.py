"""Lights, rules and scores for tabletop copies of Canyon, Niagara and Pyramid.

Use it as a library to play whole games in memory (``riverlight.games.match``)::

    >>> import riverlight
    >>> match = riverlight.new("niagara", seats=3, seed=1)
    >>> match.moves()[:2]
    ['paddle cloud', 'paddle 1']
"""

from riverlight import pico_packages  # noqa: F401  (makes the next import possible)

# isort: split
from firmware import VERSION
from riverlight.errors import IllegalMove, MoveTextError, OptionError, RiverlightError, TranscriptError
from riverlight.games.contract import SPECTATOR, TABLE
from riverlight.games.match import Match, new, replay
from riverlight.games.registry import GAMES

__version__ = VERSION

__all__ = [
    "GAMES",
    "SPECTATOR",
    "TABLE",
    "IllegalMove",
    "Match",
    "MoveTextError",
    "OptionError",
    "RiverlightError",
    "TranscriptError",
    "__version__",
    "new",
    "replay",
]
