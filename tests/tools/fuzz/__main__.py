"""``python -m tests.tools.fuzz [TARGET …] [--seconds N]``: fuzz parsers for so long, with atheris where available."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from tests.tools.fuzz.bounds import in_calls, in_memory
from tests.tools.fuzz.target import Target
from tests.tools.fuzz.targets import TARGETS
from tests.tools.fuzz.trying import tried

__all__ = ["main"]

FOUND = Path(__file__).parents[3] / ".fuzz"
"""What atheris has come upon, target by target: it continues from there."""

_ROUND = 4  # times the examples of `make test` between two looks at the clock
_RSS_MB = 1500
_MOST_BYTES = 65_536
_MOST_SEED = 1 << 31
_GRACE_S = 90.0  # to load everything instrumented, and to end an input that hangs
_ROW = "{:18} {:>9} inputs  {}"


class Tried(NamedTuple):
    """What came of one target: how many inputs were tried, and "" or what was found."""

    inputs: int
    fault: str


@click.command(epilog="Example: python -m tests.tools.fuzz board-files --seconds 60")
@click.argument("names", nargs=-1, metavar="[TARGET]...")
@click.option("--seconds", type=click.IntRange(1, 3600), default=20, show_default=True, help="For each target.")
@click.option("--seed", type=click.IntRange(1, _MOST_SEED - 1), help="The same tries the same; drawn when left out.")
@click.option("--by", type=click.Choice(("atheris", "hypothesis")), help="Who looks; atheris where it can be had.")
@click.option(
    "--input", "path", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Try this input alone."
)
def main(names: tuple[str, ...], seconds: int, seed: int | None, by: str | None, path: Path | None) -> None:
    """Try each TARGET, all if none is named, and report what was found. Exit code 1: a fault."""
    unknown = set(names) - set(TARGETS)
    if unknown:
        message = f"There is no target {min(unknown)!r}; there are: {', '.join(TARGETS)}."
        raise click.BadParameter(message)
    chosen = [TARGETS[name] for name in names or TARGETS]
    if path is not None:
        for target in chosen:
            _try_one(target, path.read_bytes())
        return
    if by != "hypothesis" and find_spec("atheris") is None:
        if by == "atheris":
            message = "atheris is not installed: pip install -e '.[fuzz]' gets it where it has wheels."
            raise click.UsageError(message)
        click.echo("atheris cannot be had here: hypothesis tries many more examples instead than in make test.")
        by = "hypothesis"
    seed = secrets.randbelow(_MOST_SEED - 1) + 1 if seed is None else seed
    whom = "the one target" if len(chosen) == 1 else f"each of {len(chosen)} targets"
    click.echo(f"Seed {seed}, {seconds} s for {whom}.")
    with_whom = _by_hypothesis if by == "hypothesis" else _by_atheris
    faults = 0
    for target in chosen:
        found = with_whom(target, seconds, seed)
        faults += bool(found.fault)
        click.echo(_ROW.format(target.name, found.inputs, found.fault or "nothing found"))
    sys.exit(1 if faults else 0)


def _try_one(target: Target, data: bytes) -> None:
    with target.ready() as run:
        is_accepted = in_calls(run, data)
        in_memory(run, data)
    click.echo(f"{target.name} {'takes' if is_accepted else 'refuses'} it.")


def _by_hypothesis(target: Target, seconds: int, seed: int) -> Tried:
    """Go on in rounds of examples, each with a seed of its own, until the time is over."""
    ends_at = time.monotonic() + seconds
    inputs = 0
    while time.monotonic() < ends_at:
        try:
            inputs += sum(tried(target, _ROUND * target.examples, seed + inputs))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            notes = " ".join(getattr(error, "__notes__", ()))
            return Tried(inputs, f"{type(error).__name__}: {error} (seed {seed + inputs}) {notes}")
    return Tried(inputs, "")


def _by_atheris(target: Target, seconds: int, seed: int) -> Tried:
    """Let a process of its own look; it keeps what it comes upon, and the input of a fault."""
    corpus = FOUND / target.name
    corpus.mkdir(parents=True, exist_ok=True)
    options = (
        *(f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={_MOST_BYTES}", f"-rss_limit_mb={_RSS_MB}"),
        *("-timeout=60", "-print_final_stats=1", "-verbosity=0", f"-artifact_prefix={FOUND}/{target.name}-"),
    )
    command = [sys.executable, "-m", "tests.tools.fuzz.with_atheris", target.name, str(corpus), *options]
    with TemporaryDirectory() as scratch:  # libFuzzer ends its process as it stands: what it had opened is cleared here
        try:
            run = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds + _GRACE_S,
                env={**os.environ, "TMPDIR": scratch},
            )
        except subprocess.TimeoutExpired:
            return Tried(0, f"did not end within {_GRACE_S:.0f} s after its time")
    executed = re.search(r"stat::number_of_executed_units:\s*(\d+)", run.stderr)
    inputs = int(executed[1]) if executed else 0
    if run.returncode == 0:
        return Tried(inputs, "")
    kept = re.search(r"Test unit written to (\S+)", run.stderr)
    where = f"; try it with --input {kept[1]}" if kept else ""
    return Tried(inputs, f"{_told(run.stdout + run.stderr)}{where}")


def _told(printed: str) -> str:
    """Return the error that ended it, and where it was raised."""
    lines = [line for line in printed.splitlines() if line.strip()]
    raised = [line.strip() for line in lines if re.match(r"\s*File \".*(riverlight|shared_rules|firmware|fuzz)/", line)]
    error = next((line for line in reversed(lines) if re.match(r"[\w.]+(Error|Hung|Exception|Interrupt)\b", line)), "")
    return " ".join((error or (lines or ["it ended without a word"])[-1], *raised[-1:]))[:600]


if __name__ == "__main__":
    main()
