"""All targets: one module for each kind of parser."""

from __future__ import annotations

from tests.tools.fuzz import (
    arguments,
    boards,
    devices,
    game_texts,
    host_files,
    keys,
    lines,
    move_texts,
    options,
    page_messages,
    pico_files,
    private_files,
    questions,
    records,
    requests,
    wiring,
)
from tests.tools.fuzz.target import Target

__all__ = ["TARGETS"]

TARGETS: dict[str, Target] = {
    target.name: target
    for module in (
        *(lines, move_texts, keys, boards, game_texts, questions, arguments, pico_files, devices, page_messages),
        *(requests, private_files, records, host_files, options, wiring),
    )
    for target in module.TARGETS
}
"""Each target by its name."""
