"""How many tests run at once."""

import os


def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are processors: many tests wait for a device or a browser most of the time."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1
