"""Finds legal ends under MicroPython: ``ends_on_pico.py ROOT BOARD``, positions as JSON lines in, nanoseconds out."""

import gc
import json
import sys
import time

ROOT, BOARD = sys.argv[1:]
sys.path.insert(0, ROOT)

from shared_rules import canyon  # noqa: E402
from shared_rules.board import Board, distances  # noqa: E402


def thousand():
    """Do nothing a thousand times: what everything is measured by."""
    for _ in range(1000):
        pass


def search(board, distance, canoes):
    """Return the ends."""
    return canyon.finish(canyon.ends(board, distance, canoes, 0, 11))


def step_by_step(board, distance, canoes):
    """Return the nanoseconds of each step."""
    finder = canyon.ends(board, distance, canoes, 0, 11)
    steps = []
    while True:
        began = time.time_ns()
        try:
            next(finder)
        except StopIteration:
            steps.append(time.time_ns() - began)
            return steps
        steps.append(time.time_ns() - began)


def shortest_ns(function, times):
    """Return the nanoseconds of one call, from the quickest of nine rounds of ``times`` calls."""
    rounds = []
    for _ in range(9):
        gc.collect()
        began = time.time_ns()
        for _ in range(times):
            function()
        rounds.append((time.time_ns() - began) / times)
    return min(rounds)


def main():
    """Answer each line of input: nanoseconds of the whole search and of its longest step, number of steps."""
    with open(BOARD, "rb") as file:  # noqa: PTH123 - MicroPython has no pathlib
        board = Board(file.read())
    distance = distances(board)
    print(json.dumps({"thousand": shortest_ns(thousand, 20)}))  # noqa: T201
    for line in sys.stdin:
        canoes = json.loads(line)
        took_ns = shortest_ns(lambda canoes=canoes: search(board, distance, canoes), 5)
        runs = [step_by_step(board, distance, canoes) for _ in range(9)]
        # The clock counts microseconds and the machine is disturbed: the median of each step is what it takes.
        steps = [sorted(run[step] for run in runs)[4] for step in range(len(runs[0]))]
        print(json.dumps({"ns": took_ns, "longest_ns": max(steps), "steps": len(steps)}))  # noqa: T201


main()
