"""Parallelism of tests, and their folders."""

import os
import shutil
import sys
import tempfile

import pytest

_MEMORY = "/dev/shm"  # noqa: S108  (a folder of its own is made there)
_NEEDED_BYTES = 2 << 30


def pytest_configure() -> None:
    """Write to memory where there is room, and compile each module once.

    Syncing thousands of records to a disk takes minutes. So does compiling all modules for each program that a test
    starts, where the environment forbids to write what was compiled.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _NEEDED_BYTES:
        tempfile.tempdir = os.environ["TMPDIR"] = _MEMORY


@pytest.hookimpl(optionalhook=True)  # a run without workers knows of no such question
def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are processors: many tests wait for a device or a browser most of the time."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
