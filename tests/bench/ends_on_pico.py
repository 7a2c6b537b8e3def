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
    """Return the nanoseconds of each step, and the ends."""
    finder = canyon.ends(board, distance, canoes, 0, 11)
    steps = []
    while True:
        began = time.time_ns()
        try:
            next(finder)
        except StopIteration as end:
            steps.append(time.time_ns() - began)
            return steps, end.value
        steps.append(time.time_ns() - began)


def main():
    """Answer each line of input: whole search, longest step, number of steps."""
    with open(BOARD, "rb") as file:  # noqa: PTH123 - MicroPython has no pathlib
        board = Board(file.read())
    distance = distances(board)
    rounds = []
    for _ in range(9):
        began = time.time_ns()
        for _ in range(20):
            thousand()
        rounds.append(time.time_ns() - began)
    print(json.dumps({"thousand": min(rounds) / 20}))  # noqa: T201
    for line in sys.stdin:
        canoes = json.loads(line)
        quickest = None
        for _ in range(7):
            gc.collect()
            steps, ends = search(board, distance, canoes)
            # Step by step: what disturbs one run does not disturb the same step of all others.
            quickest = steps if quickest is None else [min(pair) for pair in zip(steps, quickest)]  # noqa: B905 - no strict= there
        answer = {"ns": sum(quickest), "longest_ns": max(quickest), "steps": len(quickest), "ends": ends}
        print(json.dumps(answer))  # noqa: T201



main()
