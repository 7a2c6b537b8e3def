"""``riverlight boards calibrate``: find out which light shines under which space, on the page or in the terminal."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from riverlight.boards import load
from riverlight.boards.calibrate import Question, calibrated, doubts, question
from riverlight.boards.files import save
from riverlight.boards.kept import kept_ids
from riverlight.boards.lights import chain_of
from riverlight.commands.boards_trace import serve_trace
from riverlight.devices.lamp import Lamp
from riverlight.errors import BoardError, DeviceError
from riverlight.folders import data_folder

__all__ = ["calibrate"]

_COLOUR: Final = 0xFFFFFF
_AGAIN_SECONDS: Final = 1.5  # a light goes out by itself unless it is asked for again
_WALK_SECONDS: Final = 0.35
_RETRACED: Final = 3  # so many lights have gone by before a hand stops them
_HELP: Final = (
    "Answer with the id of the space where the light shines. Enter: yes, where it is expected. -: under no space. "
    "<: back. go: the lights go on by themselves, Ctrl-C stops them. end: the chain ends before this light. "
    "q: stop for now."
)


@click.command(epilog="Example: riverlight boards calibrate my_canyon --port /dev/ttyACM0")
@click.argument("board")
@click.option("--port", metavar="PORT", help="The serial port of a Pico; a simulated strip to practise on otherwise.")
@click.option("--terminal", is_flag=True, help="Ask here, by keys, not on a page.")
@click.option("--panel", help="The chain of lights, for --terminal; the board's first where none is named.")
@click.option("--id", "name", metavar="ID", help="Keep the board under this id, for --terminal.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="The port of the page; 0 is any free one.")
def calibrate(
    board: str,
    port: str | None,
    terminal: bool,
    panel: str | None,
    name: str | None,
    no_browser: bool,
    http_port: int | None,
) -> None:
    """Light one light after another, and be told under which space each shines.

    After a few answers the way the strip lies is plain, and the lights go on by themselves. What was answered is kept:
    called again, it goes on where it stopped.
    """
    if not terminal:
        serve_trace(board, "calibrate", port, http_port, open_browser=not no_browser)
        return
    loaded = load(board)
    document = {**loaded.document, "id": name or loaded.id}
    if document["id"] != board and document["id"] in kept_ids():
        message = f"There is a board {document['id']} of yours already; choose another id with --id."
        raise BoardError(message)
    save(document, replaces=True)  # whatever will not do is told before the work, not after it
    panels = [found for found, _ in loaded.core.panels]
    chosen = panel or (panels[0] if panels else "main")
    with Lamp(port) as lamp:
        found = _Interview(lamp, document, chosen).run()
    if found is None:
        click.echo(f"Kept. Go on with: riverlight boards calibrate {document['id']} --terminal")
    else:
        click.echo(f"{save(found, replaces=True)}: every light has its space.")


class _Interview:
    """One chain, asked light by light; answers are kept after each, and forgotten when the board has them."""

    def __init__(self, lamp: Lamp, document: Mapping[str, Any], panel: str) -> None:
        self._lamp = lamp
        self._document = document
        self._panel = panel
        self._ids = {space["id"] for space in document["spaces"]}
        self._file = data_folder() / "calibrations" / f"{document['id']}-{panel}.json"
        self._answers = self._kept()
        most = lamp.look_at(document, panel)
        self._lights = min(most, len(chain_of(document, panel)) or len(self._ids))

    def run(self) -> dict[str, Any] | None:
        """Ask until all is told and return the board with its lights; None where it was stopped."""
        click.echo(_HELP)
        while (now := question(self._document, self._panel, self._lights, self._answers)) is not None:
            with _shining(self._lamp, self._panel, now.light):
                answer = click.prompt(self._words(now), default="", show_default=False).strip()
            if answer == "q":
                return None
            self._take(now, answer)
            self._keep()
        for space, lights in doubts(self._answers):
            click.echo(f"{space} has lights {', '.join(str(light + 1) for light in lights)}, which lie apart.")
        self._file.unlink(missing_ok=True)
        return calibrated(self._document, self._panel, self._lights, self._answers)

    def _words(self, now: Question) -> str:
        seen = ", ".join(shine.space for shine in self._lamp.shining(self._panel, now.light))
        where = f" (the simulated strip shines at {seen})" if seen else ""
        pattern = f"The strip seems to be laid {now.pattern}.\n" if now.is_sure else ""
        ask = f"at {now.expected}?" if now.expected else "where?"
        return f"{pattern}Light {now.light + 1} of {self._lights}{where}: {ask}"

    def _take(self, now: Question, answer: str) -> None:
        if answer == "<":
            self._forget(1, now.light)
        elif answer == "-":
            self._answers[now.light] = None
        elif answer == "go" and now.is_sure:
            self._walk()
        elif answer == "go":
            click.echo("It is not plain yet how the strip lies: answer a few more.")
        elif answer == "end" and now.light > 0:
            self._lights = now.light
        elif answer == "" and now.expected is not None:
            self._answers[now.light] = now.expected
        elif answer in self._ids:
            self._answers[now.light] = answer
        else:
            click.echo(f"There is no space {answer!r} on this board." if answer else _HELP)

    def _walk(self) -> None:
        """Light one after another, each taken to be where it is expected, until that is not plain or Ctrl-C comes."""
        try:
            while (now := question(self._document, self._panel, self._lights, self._answers)) is not None:
                if not now.is_sure:
                    return
                self._lamp.light(self._panel, now.light, _COLOUR)
                click.echo(f"Light {now.light + 1}: {now.expected}")
                _look()
                self._answers[now.light] = now.expected
        except KeyboardInterrupt:
            self._forget(_RETRACED, self._lights)
            click.echo("")

    def _forget(self, count: int, before: int) -> None:
        for light in sorted((light for light in self._answers if light < before), reverse=True)[:count]:
            del self._answers[light]

    def _kept(self) -> dict[int, str | None]:
        try:
            found = json.loads(self._file.read_text("utf-8"))
            return {int(light): space for light, space in found.items() if space is None or space in self._ids}
        except (OSError, ValueError, AttributeError, TypeError, RecursionError):
            return {}  # it was written by somebody else: the lights are asked anew

    def _keep(self) -> None:
        _written(self._file, json.dumps(self._answers))


def _look() -> None:
    """Give a person the time to see where a light shines."""
    time.sleep(_WALK_SECONDS)


def _written(path: Path, text: str) -> None:
    fresh = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    except OSError as error:
        message = f"The answers cannot be kept in {path.parent}: {error.strerror or error}."
        raise BoardError(message) from error


@contextmanager
def _shining(lamp: Lamp, panel: str, light: int) -> Iterator[None]:
    """Let a light shine as long as one thinks."""
    lamp.light(panel, light, _COLOUR)
    is_over = threading.Event()
    thread = threading.Thread(target=_again, args=[is_over, lambda: lamp.light(panel, light, _COLOUR)], daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _again(is_over: threading.Event, light: Callable[[], None]) -> None:
    while not is_over.wait(_AGAIN_SECONDS):
        try:
            light()
        except DeviceError:
            return  # the next light says what is wrong
