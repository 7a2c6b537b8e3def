"""``riverlight study``: is a board, or a house rule, fair to every seat? Many games of bots tell."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from riverlight.boards import Board
from riverlight.boards.files import load
from riverlight.commands.arguments import SEED, read_given, seats_of, write_output
from riverlight.commands.contest import group_lines
from riverlight.commands.study_page import Bars, study_page
from riverlight.commands.workers import EFFORT, WORKERS, Workers
from riverlight.games.bots import EASY, LEVELS, Effort
from riverlight.games.contract import read_options
from riverlight.games.game import Game
from riverlight.games.registry import game_named
from riverlight.simulation.contests import contests, play_contest
from riverlight.simulation.findings import Group, by_level, by_place, lengths, outcomes, per_game, unfairness
from riverlight.simulation.intervals import Interval
from riverlight.simulation.runs import Outcome

__all__ = ["command"]

_UNLIKELY: Final = 0.01
"""Wins as uneven as come by chance in fewer runs than this speak against equal seats."""

_TAIL: Final = 20
"""One game in so many is shorter, and one longer, than the usual range told."""


class _Study(NamedTuple):
    """What the games of one set of options tell.

    Attributes:
        title: the options that differ from the usual ones, or the board's title.
        games: how many were played.
        seats: for each seat how often it wins.
        sides: where some sit apart, how often each side wins; else empty.
        chance: how likely wins as uneven as these are by chance.
        rounds: how many games took how many rounds.
        ends: how many ended in which way.
        events: how often in a game what happens of what ``Game.studied`` names.
    """

    title: str
    games: int
    seats: list[Group]
    sides: list[Group]
    chance: float
    rounds: dict[int, int]
    ends: dict[str, int]
    events: dict[str, Interval]

    @classmethod
    def of(cls, game: Game, title: str, played: Sequence[Outcome]) -> _Study:
        """Return what ``played`` tells."""
        places = [place for place in range(len(played[0]["levels"])) if place not in game.sides.apart]
        return cls(
            title,
            len(played),
            by_place(played),
            by_level(game, played) if game.sides.apart else [],
            unfairness(played, places),
            dict(sorted(lengths(played).items())),
            dict(sorted(outcomes(played).items())),
            {kind: found for kind, found in per_game(played).items() if kind in game.studied},
        )

    def sentences(self) -> list[str]:
        """Return what it comes to."""
        rounds = [number for number, count in self.rounds.items() for _ in range(count)]
        tail = len(rounds) // _TAIL
        verdict = "seats are not equal" if self.chance < _UNLIKELY else "nothing speaks against equal seats"
        return [
            f"{self.games} games, {sum(rounds) / len(rounds):.1f} rounds each, 9 in 10 of them {rounds[tail]} to "
            f"{rounds[-1 - tail]}.",
            f"Wins as uneven as these between equal seats come by chance in {100 * self.chance:.2g} % of runs: "
            f"{verdict}.",
        ]

    def plots(self) -> list[Bars]:
        """Return the plots of its page."""
        bars = [Bars(f"Wins by seat, {self.title}", "share", [(each.name, each.wins) for each in self.seats])]
        if self.sides:
            bars.append(Bars(f"Wins by side, {self.title}", "share", [(each.name, each.wins) for each in self.sides]))
        else:
            bars[0] = bars[0]._replace(level=1 / len(self.seats))
        rounds = [(str(number), _exact(self.rounds.get(number, 0))) for number in _range(self.rounds)]
        bars.append(Bars(f"Length, {self.title}", "games by rounds", rounds))
        bars.append(
            Bars(
                f"Ends, {self.title}",
                "games",
                [(way.replace("_", " "), _exact(count)) for way, count in self.ends.items()],
            )
        )
        if self.events:
            bars.append(Bars(f"Events, {self.title}", "in a game", list(self.events.items())))
        return bars

    def facts(self) -> dict[str, object]:
        """Return it ready for JSON."""
        return {
            **self._asdict(),
            "seats": [{"seat": each.name, "wins": list(each.wins), "score": list(each.score)} for each in self.seats],
            "sides": [{"side": each.name, "wins": list(each.wins)} for each in self.sides],
            "events": {kind: list(found) for kind, found in self.events.items()},
        }


def _exact(count: float) -> Interval:
    return Interval(count, count, count)


def _range(rounds: Mapping[int, int]) -> range:
    return range(min(rounds), max(rounds) + 1)


@click.command(epilog="Example: riverlight study canyon --option movement=nearest --page study.html")
@click.argument("board", metavar="BOARD")
@click.option("--games", default=400, show_default=True, type=click.IntRange(2), help="How many games of each kind.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--seats", type=int, help="How many seats; 4 where the game has that.")
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule to compare with the usual ones; may be given again.",
)
@click.option("--level", type=click.Choice(LEVELS), default=EASY, show_default=True, help="How well all seats play.")
@EFFORT
@WORKERS
@click.option("--page", type=click.Path(dir_okay=False, path_type=Path), help="Write an HTML page with plots.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    board: str,
    games: int,
    seed: int,
    seats: int | None,
    given: tuple[str, ...],
    level: str,
    effort: Effort,
    workers: Workers,
    page: Path | None,
    as_json: bool,
) -> None:
    """Play many games of bots on BOARD (an id or a file), and tell whether every seat wins as often.

    With --option the same seeds are also played by the usual rules, beside those.
    """
    chosen = load(board)
    game = game_named(chosen.game)
    seats = seats_of(game, seats)
    options = read_given(given)
    kinds: list[tuple[str, dict[str, str]]] = [(chosen.title, {})]
    if options:
        kinds.append((", ".join(f"{name}={value}" for name, value in options.items()), options))
    studies = _studies(game, chosen, kinds, [level] * seats, games, seed, effort, workers)
    heading = f"{chosen.title} ({game.title}), {seats} seats, level {level}"
    if as_json:
        facts = [study.facts() for study in studies]
        click.echo(json.dumps({"board": chosen.id, "seats": seats, "level": level, "studies": facts}))
    else:
        click.echo(heading)
        for study in studies:
            click.echo("\n".join(_lines(game, study)))
    if page is not None:
        sentences = [f"{study.title}: {sentence}" for study in studies for sentence in study.sentences()]
        plots = [plot for study in studies for plot in study.plots()]
        write_output({page: study_page(heading, sentences, plots).encode()})


def _studies(
    game: Game,
    board: Board,
    kinds: Sequence[tuple[str, Mapping[str, str]]],
    levels: Sequence[str],
    games: int,
    seed: int,
    effort: Effort,
    workers: Workers,
) -> list[_Study]:
    """Play ``games`` games of each kind in one run, and return what each kind tells."""
    tasks = []
    for kind, (_, options) in enumerate(kinds):
        chosen = read_options(game.options, {**game.app_options, **options})
        each = contests(game, board, chosen, levels, games, seed, effort)
        tasks += [task._replace(number=kind * games + task.number) for task in each]
    about = {"study": [task._replace(board=board.core.hash)._asdict() for task in tasks[::games]], "games": games}
    played = workers.run(tasks, play_contest, f"{len(tasks)} games", about)
    return [_Study.of(game, title, played[kind * games : (kind + 1) * games]) for kind, (title, _) in enumerate(kinds)]


def _lines(game: Game, study: _Study) -> list[str]:
    return [
        "",
        study.title,
        *study.sentences(),
        *group_lines(study.seats, "seat", game.score_title),
        *(group_lines(study.sides, "side", game.score_title) if study.sides else []),
        "  ends: " + ", ".join(f"{way} {count}" for way, count in study.ends.items()),
        "  in a game: " + ", ".join(f"{kind} {found.mean:.2f}" for kind, found in study.events.items()),
    ]
