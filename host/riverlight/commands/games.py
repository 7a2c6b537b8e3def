"""``riverlight games``: manage saved games."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from riverlight.commands.arguments import LAN, Number, WithLan, write_output
from riverlight.commands.opened_record import opened_record, record_to_serve
from riverlight.commands.play import serve_table
from riverlight.errors import RecordError, SecretError, TranscriptError
from riverlight.folders import data_folder
from riverlight.games import transcript
from riverlight.games.game import visible_events
from riverlight.games.sides import TABLE_PAGE
from riverlight.table.correcting import misfit_card
from riverlight.table.game_text import head_of, transcript_of
from riverlight.table.history import History
from riverlight.table.log import log, undone
from riverlight.table.observers import Outcome
from riverlight.table.prompts import prompt_for
from riverlight.table.record import Store
from riverlight.table.recovery import recover
from riverlight.table.secrecy import check_is_open, open_page
from riverlight.table.session import Table
from riverlight.table.summary import Summary
from riverlight.web.game_labels import GameLabels

__all__ = ["command"]

_LONGEST_NUMBER = 18
_LONGEST_TEXT = 1_000_000
_LIST_LINE = "{:>4}  {:8} {:26} {:16}  {}"
_SECRETS = click.option("--with-secrets", is_flag=True, help="Also while facts of the game are secret.")


@click.group(epilog="Example: riverlight games export 3 -o canyon.txt")
def command() -> None:
    """List, show, resume, correct, export, import, replay and recover saved games."""


@command.command("list", epilog="Example: riverlight games list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@click.option("--deleted", is_flag=True, help="List the deleted games, which the saved-games page can restore.")
def list_games(*, as_json: bool, deleted: bool) -> None:
    """List saved games, the latest first."""
    label_of = GameLabels(data_folder()).read()
    with Store.reading(data_folder()) as store:
        named = [(game.as_listed(), *label_of(game)) for game in store.games()]
        games = [(game, name) for game, name, is_deleted in named if is_deleted == deleted]
        losses = store.losses()
    for loss in losses:
        click.echo(loss.sentence, err=True)
    if as_json:
        for game, name in games:
            click.echo(json.dumps({**game._asdict(), "name": name}, ensure_ascii=False))
        return
    if not games:
        click.echo("No saved games. Start one with: riverlight play")
        return
    click.echo(_LIST_LINE.format("no.", "game", "players", "last played", "state"))
    for game, name in games:
        people = ", ".join(game.names)
        players = _shortened(f"{name}: {people}" if name else people, 26)
        click.echo(_LIST_LINE.format(game.game_id, game.game, players, _when(game.last_ms), _state_of(game)))


@command.command(epilog="Example: riverlight games show 3")
@click.argument("game_id", type=int, metavar="NUMBER")
def show(game_id: int) -> None:
    """Show the state of a game as a spectator sees it; a finished game in full."""
    with Store.reading(data_folder()) as store:
        history = History.from_rows(game_id, store.rows(game_id))
    head, page = history.head, open_page(history)
    adaptor = head.game.interface
    view = history.state.view(head.game.sides.engine_viewer(page))
    click.echo(f"Game {game_id}: {head.game.title}, {', '.join(head.names)}")
    options = transcript_of(history).options
    if options:
        click.echo(f"House rules: {', '.join(f'{name} = {value}' for name, value in options.items())}")
    if head.bots:
        click.echo(f"Bots: {', '.join(head.names[player] for player in head.bots)}")
    arrangement = adaptor.arrangement(view, head.seat_names)
    if arrangement:
        click.echo(f"Board: {arrangement}")
    for line in log(history, page):
        click.echo(f"{line['n']:5}  {line['sentence']}")
    prompt = prompt_for(history, page)
    click.echo(f"Now: {prompt.sentence}")


@command.command(cls=WithLan, epilog="Example: riverlight games resume 3")
@click.argument("game_id", type=int, metavar="[NUMBER]", required=False)
@click.option("--port", metavar="PORT", help="Serial port of a Pico. Default: a simulated Pico.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="TCP port of the pages; 0 for any free port.")
@LAN
def resume(game_id: int | None, port: str | None, http_port: int | None, *, lan: str | None, no_browser: bool) -> None:
    """Resume a game; without NUMBER, the last unfinished one."""
    with record_to_serve() as store:
        if game_id is None:
            under_way = [game for game in store.games() if game.result is None]
            if not under_way:
                message = "No saved game is in progress. Start one with: riverlight play"
                raise RecordError(message)
            game_id = max(under_way, key=lambda game: game.last_ms).game_id
        table = Table.resume(store, game_id)
        arrange = table.snapshot(open_page(table.history))["arrange"]
        if arrange is not None:
            click.echo(arrange)
        serve_table(lambda: table, store, port, http_port, lan=lan, open_browser=not no_browser)


@command.command(epilog="Example: riverlight games export 3 -o canyon.txt")
@click.argument("game_id", type=int, metavar="NUMBER")
@click.option("-o", "--output", type=click.Path(allow_dash=True, path_type=Path), help="The file to write.")
@click.option("--sound", is_flag=True, help="Of a damaged record, write everything before the damage.")
@_SECRETS
def export(game_id: int, output: Path | None, *, sound: bool, with_secrets: bool) -> None:
    """Write a game as text: its tags, then one move a line.

    The text contains all secrets of the game and its seed, so it is written only when nothing is secret any more.
    """
    with Store.reading(data_folder()) as store:
        history = History.from_rows(game_id, store.rows(game_id, sound=sound), sound=sound)
    _check_is_open(history, with_secrets=with_secrets)
    written = transcript.write(transcript_of(history))
    if output is None or str(output) == "-":
        click.echo(written, nl=False)
    else:
        write_output({output: written.encode()}, RecordError)


@command.command("recover", epilog="Example: riverlight games recover 3")
@click.argument("game_id", type=int, metavar="NUMBER")
def recover_game(game_id: int) -> None:
    """Let a damaged game continue from what is left of it.

    The damaged files are copied first; what cannot be read is then deleted from the game.
    """
    recovered = recover(data_folder(), game_id)
    if recovered is None:
        click.echo(f"Game {game_id} is whole: there is nothing to recover.")
        return
    click.echo(f"Game {game_id} has {recovered.left} rows now; {recovered.lost} are lost.")
    click.echo(f"The damaged files are copied to {recovered.copy}")


@command.command(epilog='Example: riverlight games correct 3 12 "play R7"')
@click.argument("game_id", type=int, metavar="NUMBER")
@click.argument("entry", type=int, metavar="[ENTRY]", required=False)
@click.argument("move", metavar="[MOVE]", required=False)
@click.option("--drop", is_flag=True, help="Drop the entries that no longer fit.")
@click.option("--agreed", is_flag=True, help="Everyone agrees to undo what was revealed since.")
@_SECRETS
def correct(game_id: int, entry: int | None, move: str | None, *, drop: bool, agreed: bool, with_secrets: bool) -> None:
    """Replace an earlier entry of a game in progress; the later ones are replayed as far as they are legal.

    MOVE is the text of the move, or its keys. Without ENTRY the entries that can be corrected here are listed, without
    MOVE the moves that can stand in the place of that entry. What is hidden is corrected on its own page alone.
    """
    with opened_record() as store:
        table = Table.resume(store, game_id)
        if table.sides.is_apart(open_page(table.history)):  # a spectator does not see what the table enters
            _check_is_open(table.history, with_secrets=with_secrets)
        if drop:
            _say_outcome(table, table.drop())
        elif entry is None:
            for line in table.entries(TABLE_PAGE):
                click.echo(f"{line['n']:5}  {line['sentence']}")
            _say_misfit(table)
        else:
            _correct(table, entry, move, agreed=agreed)


def _correct(table: Table, entry: int, move: str | None, *, agreed: bool) -> None:
    chosen = table.choose(entry)
    if chosen.kind == "refused":
        raise RecordError(chosen.sentence)
    choices = table.snapshot(TABLE_PAGE)["choices"]
    table.choose(None)
    if move is None:
        for choice in choices:
            click.echo(f"{choice['keys']:>6}  {choice['move']}")
        return
    written = next((choice["move"] for choice in choices if choice["keys"] == move), move)
    outcome = table.correct(entry, written, agreed=agreed)
    if outcome.kind == "asks":
        message = f"{outcome.sentence} If everyone agrees, repeat the command with --agreed."
        raise RecordError(message)
    _say_outcome(table, outcome)


def _say_outcome(table: Table, outcome: Outcome) -> None:
    if outcome.kind == "refused":
        raise RecordError(f"{outcome.sentence} ({outcome.clause})" if outcome.clause else outcome.sentence)
    if outcome.kind == "typed":
        click.echo("Nothing has changed: that is the move that stands there.")
        return
    for line in undone(table.history, TABLE_PAGE):
        click.echo(line["sentence"])
    arrange = table.snapshot(TABLE_PAGE)["arrange"]
    if arrange is not None:
        click.echo(arrange)
    _say_misfit(table)


def _say_misfit(table: Table) -> None:
    misfit = misfit_card(table.history, TABLE_PAGE)
    if misfit is not None:
        click.echo(f"Entry {misfit['n']} no longer fits: {misfit['sentence']} {misfit['why']}".rstrip())
        click.echo(
            f"It waits with all {misfit['left']} later entries: resume the game and enter what was played, "
            f"or go on without them: riverlight games correct {table.game_id} --drop"
        )


@command.command("import", epilog="Example: riverlight games import canyon.txt")
@click.argument("file", type=click.File("r", encoding="utf-8", lazy=True))
@click.option("--board", metavar="ID|FILE", help="The board, if it is not built in.")
def import_game(file: IO[str], board: str | None) -> None:
    """Save a game from its text, after checking its moves and digest."""
    text = _text_of(file)
    game = transcript.read(text)
    head = head_of(game, board)
    state, _events = transcript.replay(game, head.board)
    with opened_record() as store:
        table = Table.from_moves(store, head, [(move.seat, move.text) for move in game.moves])
    checked = "" if game.digest else " (the text has no digest to check against)"
    click.echo(f"Game {table.game_id} is saved: {len(game.moves)} moves, digest {transcript.digest(state)}{checked}.")


@command.command(epilog="Example: riverlight games replay 3 --delay 0.5")
@click.argument("game")
@click.option("--board", metavar="ID|FILE", help="The board, if the text names none that is built in.")
@click.option("--delay", "delay_s", default=0.0, type=Number(0, 60), help="Seconds between moves.")
@_SECRETS
def replay(game: str, board: str | None, delay_s: float, *, with_secrets: bool) -> None:
    """Print a game move by move; GAME is its number or a text file.

    A saved game is printed only when nothing in it is secret any more.
    """
    if game.isascii() and game.isdecimal() and len(game) <= _LONGEST_NUMBER:
        with Store.reading(data_folder()) as store:
            history = History.from_rows(int(game), store.rows(int(game)))
        _check_is_open(history, with_secrets=with_secrets)
    else:
        with _opened(game) as file:
            read = transcript.read(_text_of(file))
        head = head_of(read, board)
        transcript.replay(read, head.board)
        history, _rows = History.from_moves(head, [(move.seat, move.text) for move in read.moves])
    adaptor, viewer = history.head.game.interface, history.head.game.sides.table_viewer
    for n, entry in enumerate((history.opening, *history.entries)):
        for event in visible_events(history.head.game, entry.events, viewer):
            sentence = adaptor.tell(event, history.head.seat_names)
            if sentence is not None:
                click.echo(f"{n:5}  {sentence}")
        if delay_s:
            time.sleep(delay_s)
    click.echo(f"Now: {prompt_for(history, 'table').sentence}")


def _check_is_open(history: History, *, with_secrets: bool) -> None:
    try:
        check_is_open(history.head.game, history.state)
    except SecretError as error:
        if not with_secrets:
            message = f"{error} To see them anyway, add --with-secrets."
            raise SecretError(message) from error


@contextmanager
def _opened(path: str) -> Iterator[IO[str]]:
    try:
        with Path(path).open(encoding="utf-8") as file:
            yield file
    except OSError as error:
        message = f"There is no game {path!r:.60}: expected the number of a game or a text file ({error.strerror})."
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
