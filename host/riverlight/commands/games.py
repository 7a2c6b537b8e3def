"""``riverlight games``: the games kept, to look at, go on with, and carry elsewhere as text."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from riverlight.commands.arguments import Number
from riverlight.commands.play import serve_table
from riverlight.engines import transcript
from riverlight.engines.contract import SPECTATOR, visible_events
from riverlight.errors import RecordError, TranscriptError
from riverlight.folders import data_folder
from riverlight.table import snapshot
from riverlight.table.adaptor import adaptor_for
from riverlight.table.game_text import head_of, transcript_of
from riverlight.table.history import History
from riverlight.table.log import log
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.table.summary import Summary

__all__ = ["command"]

_LONGEST_NUMBER = 18
_LONGEST_TEXT = 1_000_000
_LIST_LINE = "{:>4}  {:8} {:26} {:16}  {}"


@click.group(epilog="Example: riverlight games export 3 -o canyon.txt")
def command() -> None:
    """List, show, resume, export, import and replay the games kept."""


@command.command("list", epilog="Example: riverlight games list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def list_games(as_json: bool) -> None:
    """List the games kept, the latest begun first."""
    with Store.reading(data_folder()) as store:
        games = store.games()
    if as_json:
        for game in games:
            click.echo(json.dumps(game._asdict(), ensure_ascii=False))
        return
    if not games:
        click.echo("No game is kept yet; begin one with: riverlight play")
        return
    click.echo(_LIST_LINE.format("no.", "game", "players", "last played", "state"))
    for game in games:
        players = _shortened(", ".join(game.names), 26)
        click.echo(_LIST_LINE.format(game.game_id, game.game, players, _when(game.last_ms), _state_of(game)))


@command.command(epilog="Example: riverlight games show 3")
@click.argument("game_id", type=int, metavar="NUMBER")
def show(game_id: int) -> None:
    """Show where a game stands, as a spectator sees it."""
    with Store.reading(data_folder()) as store:
        history = History.replayed(game_id, store.rows(game_id))
    head = history.head
    adaptor = adaptor_for(head.game.name)
    view = history.state.view(SPECTATOR)
    click.echo(f"Game {game_id}: {head.game.title}, {', '.join(head.names)}")
    options = transcript_of(history).options
    if options:
        click.echo(f"House rules: {', '.join(f'{name} = {value}' for name, value in options.items())}")
    if head.bots:
        click.echo(f"Riverlight plays: {', '.join(head.names[player] for player in head.bots)}")
    arrangement = adaptor.arrangement(view, head.seat_names)
    if arrangement:
        click.echo(f"Board: {arrangement}")
    for line in log(history, adaptor, "table"):
        click.echo(f"{line['n']:5}  {line['sentence']}")
    prompt = snapshot.prompt_for(history, adaptor, "table")
    click.echo(f"Now: {prompt.sentence}")


@command.command(epilog="Example: riverlight games resume 3")
@click.argument("game_id", type=int, metavar="[NUMBER]", required=False)
@click.option("--port", metavar="PORT", help="The serial port of a Pico; a simulated one where none is named.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="The port of the pages; 0 is any free one.")
@click.option("--lan", is_flag=True, help="Open the pages to the local network too, behind a table code.")
def resume(game_id: int | None, port: str | None, http_port: int | None, *, lan: bool, no_browser: bool) -> None:
    """Go on with a game where its record ends; without NUMBER the one last played that is not over."""
    with Store(data_folder()) as store:
        if game_id is None:
            under_way = [game for game in store.games() if game.is_under_way]
            if not under_way:
                message = "No game kept is under way; begin one with: riverlight play"
                raise RecordError(message)
            game_id = max(under_way, key=lambda game: game.last_ms).game_id
        table = Table.resume(store, game_id)
        arrange = table.snapshot("table")["arrange"]
        if arrange is not None:
            click.echo(arrange)
        serve_table(table, store, port, http_port, lan=lan, open_browser=not no_browser)


@command.command(epilog="Example: riverlight games export 3 -o canyon.txt")
@click.argument("game_id", type=int, metavar="NUMBER")
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-", help="The file to write.")
@click.option("--sound", is_flag=True, help="Of a damaged record, write all that stands before the damage.")
def export(game_id: int, output: IO[str], sound: bool) -> None:
    """Write a game as text: its tags, then one move a line.

    The text holds the seed: who has it can work out the cards that the app deals.
    """
    with Store.reading(data_folder()) as store:
        history = History.replayed(game_id, store.rows(game_id, sound=sound), sound=sound)
    output.write(transcript.write(transcript_of(history)))


@command.command("import", epilog="Example: riverlight games import canyon.txt")
@click.argument("file", type=click.File("r", encoding="utf-8", lazy=True))
@click.option("--board", metavar="ID|FILE", help="The board, when it is none of those that come with Riverlight.")
def import_game(file: IO[str], board: str | None) -> None:
    """Keep a game from its text, once each of its moves and its digest are found right."""
    text = _text_of(file)
    game = transcript.read(text)
    head = head_of(game, board)
    state, _events = transcript.replay(game, head.board)
    with Store(data_folder()) as store:
        table = Table.imported(store, head, [(move.seat, move.text) for move in game.moves])
    checked = "" if game.digest else " (the text has no digest to check against)"
    click.echo(f"Game {table.game_id} is kept: {len(game.moves)} moves, digest {transcript.digest(state)}{checked}.")


@command.command(epilog="Example: riverlight games replay 3 --delay 0.5")
@click.argument("game")
@click.option("--board", metavar="ID|FILE", help="The board of a text that names none of Riverlight's own.")
@click.option("--delay", "delay_s", default=0.0, type=Number(0, 60), help="Seconds to wait after a move.")
def replay(game: str, board: str | None, delay_s: float) -> None:
    """Tell a game move by move; GAME is its number, or the file of its text."""
    if game.isascii() and game.isdecimal() and len(game) <= _LONGEST_NUMBER:
        with Store.reading(data_folder()) as store:
            history = History.replayed(int(game), store.rows(int(game)))
    else:
        with _opened(game) as file:
            read = transcript.read(_text_of(file))
        head = head_of(read, board)
        transcript.replay(read, head.board)
        history, _rows = History.of_moves(head, [(move.seat, move.text) for move in read.moves])
    adaptor = adaptor_for(history.head.game.name)
    for n, entry in enumerate((history.opening, *history.entries)):
        for event in visible_events(history.head.game, entry.events, SPECTATOR):
            sentence = adaptor.tell(event, history.head.seat_names)
            if sentence is not None:
                click.echo(f"{n:5}  {sentence}")
        if delay_s:
            time.sleep(delay_s)
    click.echo(f"Now: {snapshot.prompt_for(history, adaptor, 'table').sentence}")


@contextmanager
def _opened(path: str) -> Iterator[IO[str]]:
    try:
        with Path(path).open(encoding="utf-8") as file:
            yield file
    except OSError as error:
        message = f"There is no game {path!r:.60}: give a game's number, or the file of its text ({error.strerror})."
        raise RecordError(message) from error


def _text_of(file: IO[str]) -> str:
    try:
        text = file.read(_LONGEST_TEXT + 1)
    except UnicodeDecodeError as error:
        message = "Expected text in UTF-8."
        raise TranscriptError(message, 1) from error
    if len(text) > _LONGEST_TEXT:
        message = f"A game's text has at most {_LONGEST_TEXT:,} characters."
        raise TranscriptError(message, 1)
    return text


def _state_of(game: Summary) -> str:
    if game.is_under_way:
        return "under way"
    return "damaged" if game.is_damaged else f"{_shortened(', '.join(game.winners), 14)} won"


def _when(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000))


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
