"""``riverlight demo niagara``: whole games by key presses, every light as it should be, saved, exported, imported."""

import json

import pytest
from riverlight.games.transcript import digest, read
from riverlight.table.record import Store
from riverlight.table.session import Table


@pytest.mark.parametrize(
    ("seed", "seats", "options"),
    [
        (17, 4, ()),
        (14, 3, ("cards=app", "fork=random", "card_history=shown")),
        (5, 2, ("fork=alternate", "buy_back=card_phase", "min_flow=1")),
    ],
)
def test_a_whole_game_is_typed_on_the_device_with_every_light_as_it_should_be(
    run, folder, tmp_path, seed, seats, options
):
    given = [word for option in options for word in ("--option", option)]
    code, out, err = run("demo", "niagara", "--seed", seed, "--seats", seats, *given, "--json", "--keep")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["result"]["winners"]
    assert report["sync_mismatches"] == report["refused_keys"] == report["bad_lines"] == 0
    text = run("games", "export", report["kept_as"])[1]
    assert read(text).digest == report["digest"]
    (tmp_path / "game.txt").write_text(text)
    assert run("games", "import", tmp_path / "game.txt")[1].endswith(f"digest {report['digest']}.\n")
    with Store(folder) as store:
        assert digest(Table.resume(store, 2).history.state) == report["digest"]
    listed = run("games", "list")[1]
    assert "won" in listed


def test_the_lights_are_drawn_line_by_line(run, folder):
    """In a terminal without colour: canoes by their letters, gems, the weather, the fall."""
    code, out, _ = run("demo", "niagara", "--seed", 17)
    assert code == 0
    assert {"A", "*", "#", "^"} <= set(out)
    assert max(map(len, out.splitlines()[:-1])) <= 80
    assert not folder.exists()
