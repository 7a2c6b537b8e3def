"""``python -m tests.tools.mutants [MODULE …]``: try a sample of the mutants of each module, print one table."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.tools.mutants import explained, trial
from tests.tools.mutants.report import Tally, failings, table, tally
from tests.tools.mutants.targets import TARGETS

ROOT = Path(__file__).parents[3]
EXPLAINED = Path(__file__).with_name("explained.txt")


def chosen_modules(names: Sequence[str]) -> list[str]:
    """Return the modules whose path contains one of ``names``; all of them when there is no name.

    Raises:
        click.BadParameter: for a name that is in no path.
    """
    for name in names:
        if not any(name in module for module in TARGETS):
            message = f"No module that is tried has {name!r} in its path; there are: {', '.join(TARGETS)}."
            raise click.BadParameter(message)
    return [module for module in TARGETS if not names or any(name in module for name in names)]


@click.command(epilog="Example: python -m tests.tools.mutants shared_rules/canyon.py --sample 100 --seed 2")
@click.argument("names", nargs=-1, metavar="[MODULE]...")
@click.option("--sample", default=40, show_default=True, type=click.IntRange(1), help="Mutants of each module.")
@click.option("--seed", default=1, show_default=True, help="Which sample.")
@click.option("--minutes", default=30.0, show_default=True, help="No mutant is begun later than this.")
@click.option("--jobs", default=os.cpu_count() or 1, type=click.IntRange(1), help="Trials at once; one a core.")
def main(names: tuple[str, ...], sample: int, seed: int, minutes: float, jobs: int) -> None:
    """Change the rules a little, again and again, and see whether a test notices.

    MODULE is a part of a path, all modules if none. The exit code is 1 when a mutant survives that explained.txt does
    not tell of, or when that list tells of one that is not there, or is killed.
    """
    try:
        from tests.tools.mutants import operators
    except ImportError:
        raise click.ClickException("Cosmic Ray is needed: python -m pip install -e '.[test,mutants]'") from None
    modules = chosen_modules(names)
    until = time.monotonic() + 60 * minutes
    explanations = [each for each in explained.read(EXPLAINED) if each.module in modules or not names]
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    tallies: list[Tally] = []
    with trial.copies(ROOT, jobs) as trees, Progress(*columns, console=console) as progress:
        bar = progress.add_task("", total=sample * len(modules))
        for module in modules:
            progress.update(bar, description=module)
            mutants = operators.sample(module, (ROOT / module).read_text(encoding="utf-8"), sample, seed)
            progress.advance(bar, sample - len(mutants))
            try:
                outcomes = trial.tried(trees, mutants, TARGETS[module], until, lambda: progress.advance(bar))
            except trial.TrialError as error:
                raise click.ClickException(str(error)) from None
            tallies.append(tally(module, list(zip(mutants, outcomes, strict=True)), explanations))
    click.echo(table(tallies))
    wrong = failings(tallies, [(each, explained.count(each, ROOT, operators.on_line)) for each in explanations])
    if wrong:
        click.echo("\n" + "\n\n".join(wrong))
        raise SystemExit(1)


if __name__ == "__main__":
    main()
