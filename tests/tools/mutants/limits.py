"""A pytest plug-in for the run against one mutant: stops endless loops, and does not shrink examples."""

from __future__ import annotations

import os
import resource

from hypothesis import Phase, settings

SECONDS = "RIVERLIGHT_MUTANT_SECONDS"
"""The variable with the seconds of processor time that the run may take: other work on the machine does not count."""

_MEMORY_BYTES = 4 << 30


def pytest_configure() -> None:
    """Set the limits of this process."""
    _at_most(resource.RLIMIT_CPU, int(os.environ[SECONDS]))
    _at_most(resource.RLIMIT_AS, _MEMORY_BYTES)
    settings.register_profile("mutants", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutants")


def _at_most(what: int, limit: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
