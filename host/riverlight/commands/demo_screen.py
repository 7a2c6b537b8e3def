"""The demo's screen: prompt, lights as sent to the strip, and the end of the log."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Final, Protocol, Self

from rich.cells import cell_len, set_cell_size
from rich.console import Console

from riverlight.commands.night_view import Colour, Depth, NightView
from riverlight.devices.displayed_positions import role_frame
from riverlight.table.session import Table

__all__ = ["LiveScreen", "NoScreen", "PlainScreen", "Screen", "screen_for"]

_COLUMNS: Final = 80
_LINES: Final = 24
_LOG_LINES: Final = 2
_DEPTHS: Final[dict[str, Depth]] = {"truecolor": "truecolor", "256": "256"}


class Screen(Protocol):
    """A context manager that displays a game in progress.

    Attributes:
        is_live: whether it redraws, so that blinking lights are worth sampling.
    """

    is_live: bool

    def __enter__(self) -> Self:
        """Start displaying."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Display the end."""

    def see(self, colours: Sequence[Colour]) -> None:
        """Sample the colours last sent to the strip, by light."""

    def draw_lights(self) -> None:
        """Display the current lights."""

    def draw(self) -> None:
        """Display the prompt and the log."""


def screen_for(console: Console, table: Table) -> Screen:
    """Return the screen for a terminal: redrawn in place, or plain lines."""
    can_redraw = console.is_terminal and not console.legacy_windows  # which does not interpret escape sequences
    return LiveScreen(console, table) if can_redraw else PlainScreen(console, table)


class NoScreen:
    """A screen that displays nothing."""

    is_live = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def see(self, colours: Sequence[Colour]) -> None:
        """Do nothing."""

    def draw_lights(self) -> None:
        """Draw nothing."""

    def draw(self) -> None:
        """Draw nothing."""


class _Picture:
    """The lights of the game's first panel, in colour or in letters."""

    def __init__(self, console: Console, table: Table) -> None:
        assert table.head.board is not None  # noqa: S101  (only games with a board have lights)
        self._table = table
        self._board = table.head.board
        self._panel = table.head.game.panels[0]
        # Prompt, log and a spare line need room, too.
        lines = min(console.height, _LINES) - _LOG_LINES - 2
        self._view = NightView(self._board, self._panel, min(console.width, _COLUMNS), lines)
        self._depth = None if console.no_color else _DEPTHS.get(console.color_system or "")
        self._brightest: list[Colour] = []

    def see(self, colours: Sequence[Colour]) -> None:
        """Keep the brightest sample of each light since the last draw, so blinks are seen."""
        if self._brightest:
            self._brightest = [max(pair, key=sum) for pair in zip(self._brightest, colours, strict=True)]
        else:
            self._brightest = list(colours)

    def lines(self) -> list[str]:
        """Return the picture and reset the brightest samples."""
        colours, self._brightest = self._brightest, []
        if self._depth is not None:
            return self._view.draw(colours, self._depth)
        return self._view.letters(role_frame(self._board.core, self._table.position(self._panel)), colours)


class LiveScreen:
    """A screen redrawn in place."""

    is_live = True

    def __init__(self, console: Console, table: Table) -> None:
        self._console = console
        self._table = table
        self._picture = _Picture(console, table)
        self._lights: list[str] = self._picture.lines()
        self._drawn: list[str] = []

    def __enter__(self) -> Self:
        self._console.show_cursor(False)
        return self

    def __exit__(self, *_: object) -> None:
        self._console.show_cursor(True)

    def see(self, colours: Sequence[Colour]) -> None:
        """Look at what the strip was last sent."""
        self._picture.see(colours)

    def draw_lights(self) -> None:
        """Redraw the lights at their brightest since the last draw."""
        self._lights = self._picture.lines()
        self.draw()

    def draw(self) -> None:
        """Redraw prompt and log around the lights."""
        shown = self._table.snapshot("table")
        told = [line["sentence"] for line in shown["log"]][-_LOG_LINES:]
        lines = [self._fitting(shown["prompt"]["sentence"]), *self._lights]
        lines += [self._fitting(sentence) for sentence in (*told, *[""] * (_LOG_LINES - len(told)))]
        if lines == self._drawn:
            return
        back = f"\x1b[{len(self._drawn)}A" if self._drawn else ""
        self._console.file.write(back + "".join(f"\r{line}\x1b[K\n" for line in lines))
        self._console.file.flush()
        self._drawn = lines

    def _fitting(self, sentence: str) -> str:
        width = min(self._console.width, _COLUMNS) - 1
        return sentence if cell_len(sentence) <= width else set_cell_size(sentence, width - 1) + "…"


class PlainScreen:
    """A screen for files and pipes: the log line by line, and the lights at the end."""

    is_live = False

    def __init__(self, console: Console, table: Table) -> None:
        self._console = console
        self._table = table
        self._picture = _Picture(console, table)
        self._told = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._console.file.write("".join(f"{line}\n" for line in ("", *self._picture.lines())))

    def see(self, colours: Sequence[Colour]) -> None:
        """Look at what the strip was last sent."""
        self._picture.see(colours)

    def draw_lights(self) -> None:
        """Do nothing: the lights are drawn at the end."""

    def draw(self) -> None:
        """Print new lines of the log."""
        lines = self._table.snapshot("table")["log"]
        for line in lines:
            if line["n"] > self._told:
                self._console.file.write(f"{line['sentence']}\n")
        self._told = lines[-1]["n"] if lines else self._told
