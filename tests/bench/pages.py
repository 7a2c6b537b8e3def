"""How soon a page is there and how much goes over the network for it: sizes as sent, times from a cold start."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.bench.rows import Row
from tests.host.web.serving import next_message, page_bytes, serving

STARTS = 3
START_MS = 500
PAGE_KB = 150
STATE_KB = 4
MEMORY_MB = 60


def _start() -> tuple[float, float]:
    """Start a host that serves a game; return the seconds to its address, and the megabytes that it then has."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "riverlight", "play", "canyon", "--no-browser", "--http-port", "0"]
        settings = {**os.environ, "RIVERLIGHT_DATA": folder, "PYTHONUNBUFFERED": "1"}
        began = time.perf_counter()
        with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) as host:
            try:
                assert host.stdout is not None
                address = next(found[0] for line in host.stdout if (found := re.search(r"http://[\d.:]+", line)))
                urllib.request.urlopen(f"{address}/table", timeout=10).read()  # noqa: S310  (our own)
                seconds = time.perf_counter() - began
                return seconds, _resident_mb(host.pid)
            finally:
                host.terminate()


def _resident_mb(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def rows() -> Iterator[Row]:
    """Yield start to page and memory of a host, and for each game the bytes of its page and of a state."""
    starts = [_start() for _ in range(STARTS)]
    yield Row("start to page", f"{min(seconds for seconds, _ in starts) * 1e3:.0f} ms", remark=f"at most {START_MS} ms")
    yield Row(
        "memory of the host", f"{starts[-1][1]:.0f} MB", remark=f"at most {MEMORY_MB} MB, the simulated Pico apart"
    )
    for game in ("canyon", "niagara", "pyramid"):
        with tempfile.TemporaryDirectory() as name, serving(Path(name)) as served:
            served.room.begin(game, {}, ["Ada", "Ben", "Cleo"])
            _status, _headers, page = served.ask("GET", "/table")
            sent = page_bytes(served, page, game)
            with served.line() as line:
                state = next_message(line, lambda heard: isinstance(heard, dict) and "snapshot" in heard)
            size = len(json.dumps(state, separators=(",", ":"), ensure_ascii=False).encode())
        yield Row(
            f"page of {game}", f"{sent / 1000:.0f} kB", remark=f"all that it loads, as sent; at most {PAGE_KB} kB"
        )
        yield Row("  a state of it", f"{size / 1000:.1f} kB", remark=f"at most {STATE_KB} kB")
