"""Loading pages: bytes over the network, and times from a cold start."""

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

from tests.host.web.serving import next_message, page_bytes, serving
from tests.tools.bench.rows import Row, shortest_s

STARTS = 5
START_RATIO = 2.0
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


def _import() -> None:
    """Import the web server in a process of its own."""
    words = (
        "import starlette.applications, starlette.routing, uvicorn, uvicorn.protocols.http.h11_impl, "
        "uvicorn.protocols.websockets.websockets_sansio_impl"  # which serving imports
    )
    subprocess.run([sys.executable, "-c", words], check=True)


def _resident_mb(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def rows() -> Iterator[Row]:
    """Yield start to page and memory of a host, and for each game the bytes of its page and of a state."""
    starts, imports = [], []
    for _ in range(STARTS):  # in turn: what disturbs one disturbs the other
        starts.append(_start())
        imports.append(shortest_s(_import, times=1))
    start, beside = min(seconds for seconds, _ in starts), min(imports)
    yield Row(
        "start to page",
        f"{start * 1e3:.0f} ms",
        f"{beside * 1e3:.0f} ms",
        f"{start / beside:.1f}",
        f"a process that imports Starlette and uvicorn with its protocols; at most {START_RATIO:.0f}",
    )
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
