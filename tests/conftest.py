"""How many tests run at once."""

import os

import pytest


@pytest.hookimpl(optionalhook=True)  # a run without workers knows of no such question
def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are processors: many tests wait for a device or a browser most of the time."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
