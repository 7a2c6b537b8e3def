"""``riverlight analyse``: costly decisions of a finished game, with better moves."""

from __future__ import annotations

import json

import click

from riverlight.commands.workers import EFFORT, WORKERS, Workers
from riverlight.folders import data_folder
from riverlight.games.bots import Effort
from riverlight.simulation.reviews import SeatReview, review_seat
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.review import review_facts, review_lines, review_tasks

__all__ = ["command"]


@click.command(epilog="Example: riverlight analyse 3")
@click.argument("game_id", type=int, metavar="NUMBER")
@EFFORT
@WORKERS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game_id: int, effort: Effort, workers: Workers, as_json: bool) -> None:
    """Review game NUMBER once nothing in it is secret: each seat's most costly decisions, and what was better.

    A strong bot appraises each decision from what its seat knew at the time.
    """
    with Store.reading(data_folder()) as store:
        history = History.from_rows(game_id, store.rows(game_id))
    tasks = review_tasks(history, effort)
    about = {"review": game_id, "game": history.head.game.name, "moves": len(tasks[0].moves) if tasks else 0}
    reviews = [SeatReview.from_outcome(each) for each in workers.run(tasks, review_seat, f"{len(tasks)} seats", about)]
    if as_json:
        click.echo(json.dumps({"game": game_id, "seats": review_facts(history.head, reviews)}))
    else:
        click.echo("\n".join(review_lines(history.head, reviews)))
