"""``python -m tests.tools.bench [NAME …] [--json]``: take the measurements, print one table."""

from __future__ import annotations

import importlib
import json

import click

from tests.tools.bench import machine
from tests.tools.bench.rows import Row, table

MODULES = ("lights", "wire", "engines", "ends", "record", "pages", "growth", "search")


@click.command(epilog="Example: python -m tests.tools.bench lights --json")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(names: tuple[str, ...], as_json: bool) -> None:
    """Measure Riverlight compared with others, in ratios.

    NAME is lights, wire, engines, ends, record, pages, growth or search; all if none is given.
    """
    unknown = set(names) - set(MODULES)
    if unknown:
        message = f"There is no measurement {min(unknown)!r}; there are: {', '.join(MODULES)}."
        raise click.BadParameter(message)
    rows: list[Row] = []
    for name in names or MODULES:
        click.echo(f"{name} …", err=True)
        rows.extend(importlib.import_module(f"tests.tools.bench.{name}").rows())
    head = machine.head_line()
    if as_json:
        click.echo(json.dumps({"machine": head, "rows": [row._asdict() for row in rows]}, indent=1))
    else:
        click.echo(f"{head}\n\n{table(rows)}")


if __name__ == "__main__":
    main()
