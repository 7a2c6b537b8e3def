"""One target tried by atheris, which looks for inputs that lead where no input has led yet: a process of its own.

``python -m tests.tools.fuzz.with_atheris TARGET FOLDER [libFuzzer's options]``, started by ``tests.tools.fuzz``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

_LIBFUZZERS_OWN_IN = 5
_FACTOR = 6  # of the calls of instrumented code


def main(name: str, folder: Path, options: Sequence[str]) -> None:
    """Try the target ``name`` from the corpus in ``folder``; libFuzzer ends the process."""
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["riverlight", "shared_rules", "firmware"], enable_loader_override=False):
        targets: Any = import_module("tests.tools.fuzz.targets")
    bounds: Any = import_module("tests.tools.fuzz.bounds")
    target = targets.TARGETS[name]
    seeds = list(target.seeds())
    for number, data in enumerate([*seeds, *target.traps()]):
        (folder / f"begun-{number}").write_bytes(data)
    with target.ready() as run:

        def once(data: bytes) -> None:
            bounds.in_calls(run, data, factor=_FACTOR, is_alarm_ours=False)

        words = ["fuzz", *options, str(folder)]
        atheris.Setup(words, once, custom_mutator=_mutator(target, seeds, atheris))
        atheris.Fuzz()


def _mutator(target: Any, seeds: Sequence[bytes], atheris: Any) -> Callable[[bytes, int, int], bytes]:
    def mutated(data: bytes, max_bytes: int, seed: int) -> bytes:
        chance = Random(seed)
        if chance.randrange(_LIBFUZZERS_OWN_IN) == 0:
            made: bytes = atheris.Mutate(data, max_bytes)  # another function once Fuzz has begun
            return made
        made = target.mutate(bytes(data), seeds, chance)
        return made[:max_bytes]

    return mutated


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
