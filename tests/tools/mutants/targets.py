"""Which modules are changed, and which quick tests must notice it: those that state the facts of the module."""

from __future__ import annotations

_CANYON_RULES = (
    "tests/shared_rules/test_canyon_ends.py",
    "tests/shared_rules/test_canyon_drift.py",
    "tests/shared_rules/test_ways.py",
    "tests/shared_rules/test_canyon_against_oracle.py",
)
_RIVER = "tests/shared_rules/test_niagara.py"
_RIVER_BY_SEED = f"{_RIVER}::test_whole_turns_agree_with_the_literal_reading"
_NIAGARA_RULES = (
    "tests/host/games/test_niagara_told.py",
    "tests/host/games/test_niagara_canoes.py",
    "tests/host/games/test_niagara.py",
    _RIVER,
    *(f"--deselect={_RIVER_BY_SEED}[{digit}" for digit in "123"),  # these are 33 of its 40 seeds
)
_PYRAMID_RULES = ("tests/shared_rules/test_pyramid.py", "tests/host/games/test_pyramid.py")
_GOLDEN_GAMES = "tests/host/games/test_golden_games.py"
_GOLDEN = (_GOLDEN_GAMES, f"--deselect={_GOLDEN_GAMES}::test_it_replays_in_fifty_milliseconds")
_CANYON_ENGINE = (
    "tests/host/games/test_canyon_movement.py",
    "tests/host/games/test_canyon_tricks.py",
    "tests/host/games/test_canyon_rounds.py",
    "tests/host/games/test_canyon_opening.py",
    "tests/host/games/test_canyon_end.py",
    "tests/host/games/test_canyon_real_cards.py",
    *_GOLDEN,
    "tests/oracle/test_canyon_against_its_clauses.py",
)
_NIAGARA_ENGINE = (*_NIAGARA_RULES, *_GOLDEN)
_PYRAMID_ENGINE = (
    "tests/host/games/test_pyramid_told.py",
    "tests/host/games/test_pyramid.py",
    *_GOLDEN,
)

TARGETS: dict[str, tuple[str, ...]] = {
    "shared_rules/block_search.py": ("tests/shared_rules/test_block_search.py", *_CANYON_RULES[2:]),
    "shared_rules/board.py": (
        "tests/shared_rules/test_compiled_board.py",
        "tests/host/boards/test_board_files.py",
        *_CANYON_RULES[:2],
        "tests/shared_rules/test_pyramid.py",
        "tests/shared_rules/test_niagara_lights.py",
        "tests/host/boards/test_niagara_board.py",
    ),
    "shared_rules/canyon.py": _CANYON_RULES,
    "shared_rules/canyon_lights.py": ("tests/shared_rules/test_canyon_lights.py",),
    "shared_rules/digest.py": ("tests/shared_rules/test_compiled_board.py",),
    "shared_rules/line.py": ("tests/shared_rules/test_line_codec.py",),
    "shared_rules/niagara.py": ("tests/shared_rules/test_niagara_lights.py", *_NIAGARA_RULES),
    "shared_rules/niagara_flow.py": (*_NIAGARA_RULES, f"--deselect={_RIVER_BY_SEED}"),
    "shared_rules/niagara_lights.py": ("tests/shared_rules/test_niagara_lights.py",),
    "shared_rules/pyramid.py": _PYRAMID_RULES,
    "shared_rules/pyramid_lights.py": ("tests/shared_rules/test_pyramid_lights.py",),
    "shared_rules/pyramid_position.py": ("tests/shared_rules/test_pyramid_lights.py", *_PYRAMID_RULES),
    "shared_rules/ways.py": _CANYON_RULES,
    "host/riverlight/games/canyon/cards.py": _CANYON_ENGINE,
    "host/riverlight/games/canyon/movement.py": _CANYON_ENGINE,
    "host/riverlight/games/canyon/opening.py": _CANYON_ENGINE,
    "host/riverlight/games/canyon/rounds.py": _CANYON_ENGINE,
    "host/riverlight/games/canyon/tricks.py": _CANYON_ENGINE,
    "host/riverlight/games/niagara/acting.py": _NIAGARA_ENGINE,
    "host/riverlight/games/niagara/choosing.py": _NIAGARA_ENGINE,
    "host/riverlight/games/niagara/course.py": _NIAGARA_ENGINE,
    "host/riverlight/games/niagara/flowing.py": _NIAGARA_ENGINE,
    "host/riverlight/games/niagara/goals.py": _NIAGARA_ENGINE,
    "host/riverlight/games/niagara/paddling.py": _NIAGARA_ENGINE,
    "host/riverlight/games/niagara/reach.py": _NIAGARA_ENGINE,
    "host/riverlight/games/niagara/turns.py": _NIAGARA_ENGINE,
    "host/riverlight/games/pyramid/possible_spaces.py": _PYRAMID_ENGINE,
    "host/riverlight/games/pyramid/hunt.py": _PYRAMID_ENGINE,
    "host/riverlight/games/pyramid/legality.py": _PYRAMID_ENGINE,
    "host/riverlight/games/pyramid/prowl.py": _PYRAMID_ENGINE,
}
"""The arguments of pytest for each module, the quickest first.

``shared_rules/roles.py`` is not among them: it is a table of colours, and a shade more or less is nobody's fault.
"""
