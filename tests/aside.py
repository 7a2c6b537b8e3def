"""Run a coroutine from a test, whatever else its process does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_aside(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what ``coroutine`` returns, run by a loop in a thread of its own.

    A browser's synchronous driver leaves a loop running in the main thread, in which no other can be started.
    """
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
