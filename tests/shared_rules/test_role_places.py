"""Roles are lit only where ``shared_rules/roles.toml`` says, in a whole game of each kind."""

import pytest
from riverlight.boards.kinds import kind_for
from riverlight.devices.displayed_positions import role_frame
from riverlight.games.registry import GAMES
from riverlight.light_roles import load_light_roles

from tests.firmware.test_whole_games_on_the_pico import shown_in


@pytest.mark.parametrize("name", GAMES)
def test_each_role_is_lit_only_where_the_table_says(name: str) -> None:
    head, shown = shown_in(name)
    assert head.board is not None
    kinds = list(kind_for(name).space_kinds)
    core, roles = head.board.core, load_light_roles().roles
    lit = {
        (name if position["p"] == "main" else position["p"], role, kinds[kind])
        for position in shown
        for role, kind in zip(role_frame(core, position)[::2], core.kinds, strict=True)
    }
    assert len({role for _, role, _ in lit}) > 10
    assert [
        (panel, roles[role].name, kind)
        for panel, role, kind in sorted(lit)
        if role and (panel not in roles[role].meanings or (roles[role].on and kind not in roles[role].on))
    ] == []
