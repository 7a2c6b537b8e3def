"""``riverlight boards calibrate``: assign lights to spaces."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from riverlight.atomic_files import write_atomically
from riverlight.boards import load
from riverlight.boards.files import save
from riverlight.boards.saved import saved_ids
from riverlight.commands.boards_trace import serve_trace
from riverlight.errors import BoardError, DeviceError
from riverlight.folders import data_folder, make_private
from riverlight.workshop.calibrate import Question, apply_answers, doubts, question
from riverlight.workshop.lights import chain_of
from riverlight.workshop.single_light import SingleLight

__all__ = ["calibrate", "read_answers"]

_COLOUR: Final = 0xFFFFFF
_AGAIN_SECONDS: Final = 1.5  # the device turns a light off unless the request is repeated
_WALK_SECONDS: Final = 0.35
_RETRACED: Final = 3  # step back this many lights at Ctrl-C, for the person's reaction time
_HELP: Final = (
    "Answer with the id of the space where the light shines. Enter: yes, where it is expected. -: under no space. "
    "<: back. go: the lights go on by themselves, Ctrl-C stops them. end: the chain ends before this light. "
    "q: stop for now."
)


@click.command(epilog="Example: riverlight boards calibrate my_canyon --port /dev/ttyACM0")
@click.argument("board")
@click.option("--port", metavar="PORT", help="Serial port of a Pico. Default: a simulated strip for practice.")
@click.option("--terminal", is_flag=True, help="Ask in the terminal instead of on a page.")
@click.option("--panel", help="Chain of lights, for --terminal. Default: the board's first.")
@click.option("--id", "name", metavar="ID", help="Save the board under this id, for --terminal.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="TCP port of the page; 0 for any free port.")
def calibrate(
    board: str,
    port: str | None,
    terminal: bool,
    panel: str | None,
    name: str | None,
    no_browser: bool,
    http_port: int | None,
) -> None:
    """Light one light after another and assign each to its space.

    After a few answers the layout of the strip is known and the rest follows by itself. Answers are saved: the next
    call continues where this one stopped.
    """
    if not terminal:
        serve_trace(board, "calibrate", port, http_port, open_browser=not no_browser)
        return
    loaded = load(board)
    document = {**loaded.document, "id": name or loaded.id}
    if document["id"] != board and document["id"] in saved_ids():
        message = f"You already have a board {document['id']}; choose another id with --id."
        raise BoardError(message)
    save(document, replaces=True)  # fail before the work rather than after it
    panels = [found for found, _ in loaded.core.panels]
    chosen = panel or (panels[0] if panels else "main")
    with SingleLight(port) as single_light:
        found = _Interview(single_light, document, chosen).run()
    if found is None:
        click.echo(f"Saved. Continue with: riverlight boards calibrate {document['id']} --terminal")
    else:
        click.echo(f"{save(found, replaces=True)}: every light has its space.")


class _Interview:
    """Calibration of one chain in the terminal.

    Answers are saved after each light, and deleted once they are in the board.
    """

    def __init__(self, single_light: SingleLight, document: Mapping[str, Any], panel: str) -> None:
        self._single_light = single_light
        self._document = document
        self._panel = panel
        self._ids = {space["id"] for space in document["spaces"]}
        self._file = data_folder() / "calibrations" / f"{document['id']}-{panel}.json"
        self._answers = read_answers(self._file, self._ids)
        most = single_light.select_panel(document, panel)
        self._lights = min(most, len(chain_of(document, panel)) or len(self._ids))

    def run(self) -> dict[str, Any] | None:
        """Ask about all lights and return the calibrated board; None if interrupted."""
        click.echo(_HELP)
        while (now := question(self._document, self._panel, self._lights, self._answers)) is not None:
            with _shining(self._single_light, self._panel, now.light):
                answer = click.prompt(self._words(now), default="", show_default=False).strip()
            if answer == "q":
                return None
            self._take(now, answer)
            self._keep()
        for space, lights in doubts(self._answers):
            click.echo(f"{space} has lights {', '.join(str(light + 1) for light in lights)}, which lie apart.")
        self._file.unlink(missing_ok=True)
        return apply_answers(self._document, self._panel, self._lights, self._answers)

    def _words(self, now: Question) -> str:
        seen = ", ".join(shine.space for shine in self._single_light.shining(self._panel, now.light))
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
            click.echo("The layout of the strip is not clear yet: answer a few more.")
        elif answer == "end" and now.light > 0:
            self._lights = now.light
        elif answer == "" and now.expected is not None:
            self._answers[now.light] = now.expected
        elif answer in self._ids:
            self._answers[now.light] = answer
        else:
            click.echo(f"There is no space {answer!r} on this board." if answer else _HELP)

    def _walk(self) -> None:
        """Light one after another, accepting each expected space, until unsure or Ctrl-C."""
        try:
            while (now := question(self._document, self._panel, self._lights, self._answers)) is not None:
                if not now.is_sure:
                    return
                self._single_light.light(self._panel, now.light, _COLOUR)
                click.echo(f"Light {now.light + 1}: {now.expected}")
                _look()
                self._answers[now.light] = now.expected
        except KeyboardInterrupt:
            self._forget(_RETRACED, self._lights)
            click.echo("")

    def _forget(self, count: int, before: int) -> None:
        for light in sorted((light for light in self._answers if light < before), reverse=True)[:count]:
            del self._answers[light]

    def _keep(self) -> None:
        _written(self._file, json.dumps(self._answers))


def read_answers(path: Path, ids: Set[str]) -> dict[int, str | None]:
    """Return the answers that were saved, of lights to the ``ids`` of spaces; none where the file is not ours."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return {int(light): space for light, space in found.items() if space is None or space in ids}
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return {}


def _look() -> None:
    """Wait until a person has seen where a light shines."""
    time.sleep(_WALK_SECONDS)


def _written(path: Path, text: str) -> None:
    try:
        if path.is_relative_to(data_folder()):
            make_private(data_folder())
        write_atomically({path: text.encode()}, makes_folders=True)
    except OSError as error:
        message = f"The answers cannot be saved in {path.parent}: {error.strerror or error}."
        raise BoardError(message) from error


@contextmanager
def _shining(single_light: SingleLight, panel: str, light: int) -> Iterator[None]:
    """Keep a light on inside the ``with`` block."""
    single_light.light(panel, light, _COLOUR)
    is_over = threading.Event()
    thread = threading.Thread(
        target=_again, args=[is_over, lambda: single_light.light(panel, light, _COLOUR)], daemon=True
    )
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
            return  # the request for the next light reports the error
