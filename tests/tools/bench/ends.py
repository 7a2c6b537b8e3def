"""Legal ends on the shipped Canyon map with eleven points, in the worst of thousands of random blockades (CAN-15)."""

from __future__ import annotations

import importlib.util
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from riverlight import boards

from shared_rules import canyon
from shared_rules.board import CAVE, CURRENT, LANDING, START, WATER, distances
from tests.tools.bench.rows import Row, shortest_s, skipped

ROOT = Path(__file__).parents[3]
POINTS = 11
BLOCKADES = 2000
HARDEST = 80  # are measured again, and on MicroPython
LOOP_US = 3100
ESTIMATE = "estimate: loops × 3.1 ms, nothing timed on a Pico"
MOST_PATHS = 200_000


def blockades(board: Any) -> Iterator[list[int]]:
    """Yield random places of canoes, the mover first: half of them anywhere, half in a crowd round the mover."""
    chance = random.Random(15)
    core = board.core
    places = [space for space, kind in enumerate(core.kinds) if kind in (WATER, CURRENT, LANDING, CAVE)]
    movers = [space for space, kind in enumerate(core.kinds) if kind in (WATER, CURRENT, START)]
    while True:
        others = chance.choice((2, 3, 4, 5, 5, 5))
        mover = chance.choice(movers)
        crowd = set(core.around[mover]) & set(places)
        for _ in range(chance.randrange(3)):
            crowd |= {far for space in crowd for far in core.around[space] if far in places}
        crowd.discard(mover)
        if chance.random() < 0.5 or len(crowd) < others:
            crowd = set(places) - {mover}
        yield [mover, *chance.sample(sorted(crowd), others)]


def _search(board: Any, distance: bytearray, canoes: list[int]) -> tuple[int, ...]:
    ends: tuple[int, ...] = canyon.finish(canyon.ends(board.core, distance, canoes, 0, POINTS))
    return ends


def _on_micropython(board: Any, hardest: list[list[int]]) -> list[dict[str, Any]]:
    with tempfile.NamedTemporaryFile(suffix=".board") as file:
        file.write(board.blob)
        file.flush()
        script = str(Path(__file__).parent / "ends_on_pico.py")
        run = subprocess.run(
            [sys.executable, "-m", "micropython_unix", "-X", "heapsize=224K", script, str(ROOT), file.name],
            input="".join(json.dumps(canoes) + "\n" for canoes in hardest),
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
    return [json.loads(line) for line in run.stdout.splitlines()]


def _networkx(board: Any, canoes: list[int]) -> Row:
    """Walk the simple paths of the worst case, as one would without an idea, for as long as patience lasts."""
    what = "  the worst, by networkx"
    if importlib.util.find_spec("networkx") is None:
        return skipped(what, "not installed: the extra `bench` brings it")
    import networkx

    core = board.core
    free = {s for s, kind in enumerate(core.kinds) if kind in (WATER, CURRENT, LANDING, CAVE)} - set(canoes[1:])
    graph = networkx.Graph()
    graph.add_edges_from((s, t) for s in free for t in core.around[s] if t in free)
    began = time.perf_counter()
    paths = networkx.all_simple_paths(graph, canoes[0], free - {canoes[0]}, cutoff=POINTS)
    walked = sum(1 for _ in islice(paths, MOST_PATHS))
    seconds = time.perf_counter() - began
    more = "more than " if walked == MOST_PATHS else ""
    return Row(what, "", f"{more}{seconds * 1e3:,.0f} ms", "", f"all simple paths of {POINTS} steps: {more}{walked:,}")


def _breadth_first(board: Any) -> Row:
    """Measure the steps from every space to the nearest landing, ours compared with networkx's (CAN-15)."""
    if importlib.util.find_spec("networkx") is None:
        return skipped("steps to a landing", "networkx is not installed: the extra `bench` brings it")
    import networkx

    core = board.core
    graph = networkx.Graph((s, t) for s in range(core.n) for t in core.around[s])
    landings = {s for s, kind in enumerate(core.kinds) if kind == LANDING}
    ours_s = shortest_s(lambda: distances(type(core)(board.blob)))  # a board remembers them: a fresh one each time
    beside_s = shortest_s(lambda: networkx.multi_source_dijkstra_path_length(graph, landings, weight=lambda *_: 1))
    layers_s = shortest_s(lambda: list(networkx.bfs_layers(graph, landings)))
    best_s = min(beside_s, layers_s)
    ratio = f"1/{best_s / ours_s:.1f}" if best_s > ours_s else f"{ours_s / best_s:.1f}×"
    return Row(
        "steps to a landing", f"{ours_s * 1e6:.0f} µs", f"{best_s * 1e6:.0f} µs", ratio, "networkx, breadth first"
    )


def rows() -> Iterator[Row]:
    """Yield median and worst on this machine, and the worst as estimated for the Pico."""
    board = boards.shipped("canyon")
    distance = distances(board.core)
    seconds = []
    for canoes in islice(blockades(board), BLOCKADES):
        began = time.perf_counter()
        _search(board, distance, canoes)
        seconds.append((time.perf_counter() - began, canoes))
    median_ms = statistics.median(took for took, _ in seconds) * 1e3
    hardest = [canoes for _, canoes in sorted(seconds, reverse=True)[:HARDEST]]
    again = [(shortest_s(lambda c=canoes: _search(board, distance, c), times=3), canoes) for canoes in hardest]
    worst_s, worst = max(again)
    names = " ".join(board.space_ids[space] for space in worst)
    what = f"ends, {POINTS} points"
    yield Row(f"{what}: median of {BLOCKADES:,}", f"{median_ms:.2f} ms", remark="random blockades, each once")
    yield Row(f"{what}: worst", f"{worst_s * 1e3:.2f} ms", remark=f"at most 2 ms; canoes at {names}")
    yield _networkx(board, worst)
    yield _breadth_first(board)
    if importlib.util.find_spec("micropython_unix") is None:
        yield skipped("  estimate for the Pico", "micropython_unix is not installed")
        return
    loop, *seen = _on_micropython(board, hardest)
    to_ms = LOOP_US / loop["thousand"] / 1e3
    slowest = max(seen, key=lambda answer: answer["ns"])
    longest = max(answer["longest_ns"] for answer in seen) * to_ms
    pico_ms = slowest["ns"] * to_ms
    remark = f"{ESTIMATE}; at most 150 ms, {slowest['steps']} steps"
    yield Row("  worst, estimate for the Pico", f"{pico_ms:.0f} ms", remark=remark)
    yield Row("  longest step there", f"{longest:.1f} ms", remark=f"{ESTIMATE}; at most 2 ms")
