"""``riverlight demo``: a whole game through the simulated Pico, and its lights in the terminal."""

import io
import json
import re
from dataclasses import replace

import pytest
from rich.console import Console
from riverlight.boards import shipped
from riverlight.commands import night_view
from riverlight.commands.demo_screen import LiveScreen, NoScreen, PlainScreen, screen_for
from riverlight.commands.night_view import NightView
from riverlight.games.simulate import demo_players
from riverlight.games.transcript import digest, read
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules import roles

ANSI = re.compile(r"\x1b\[[^a-zA-Z]*[a-zA-Z]")


@pytest.mark.parametrize(
    ("seed", "options"),
    [(3, ()), (1, ("cards=app", "bid_mode=simultaneous", "skip_dark_rounds=on")), (2, ("entry=tricks",))],
)
def test_a_whole_game_is_typed_on_the_device_with_every_light_as_it_should_be(run, folder, tmp_path, seed, options):
    given = [word for option in options for word in ("--option", option)]
    code, out, err = run("demo", "canyon", "--seed", seed, "--seats", 3, *given, "--json", "--keep")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["result"]["winners"]
    assert report["sync_mismatches"] == report["refused_keys"] == report["bad_lines"] == 0
    assert len(report["keys"]) >= len([move for move in report["moves"] if move[:5] != "table"])
    assert "Python" in report["device"]["interpreter"]
    text = run("games", "export", report["kept_as"])[1]
    assert read(text).digest == report["digest"]
    (tmp_path / "game.txt").write_text(text)
    assert run("games", "import", tmp_path / "game.txt")[1].endswith(f"digest {report['digest']}.\n")
    with Store(folder) as store:
        assert digest(Table.resume(store, 2).history.state) == report["digest"]


@pytest.mark.usefixtures("folder")
def test_a_whole_game_is_lifted_and_placed_on_the_device_and_slips_are_led_back(run):
    code, out, err = run("demo", "--sensors", "--seed", 3, "--seats", 3, "--option", "entry=tricks", "--json")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["result"]["winners"]
    assert report["sync_mismatches"] == report["bad_lines"] == report["sensors"]["keyed"] == 0
    assert sum(report["sensors"]["slips"].values()) > 0
    assert report["sensors"]["guided"] > 0


def test_a_demo_leaves_nothing_behind_and_tells_how_it_went(run, folder):
    code, out, _ = run("demo", "--seed", 3, "--seats", 3, "--option", "entry=tricks")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].endswith(" deals.")
    assert re.fullmatch(r"\d+ moves by \d+ keys in [\d.]+ s on .*; 0 keys refused, 0 lights out of step\.", lines[-1])
    assert "~  ~" in out
    assert max(map(len, lines[-24:-1])) <= 80
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("canyon", "--seats", 9), "Canyon seats 3, 4, 5, 6 players, not 9."),
        (("canyon", "--option", "cards"), "Expected an option as name=value, got 'cards'."),
        (("canyon", "--option", "cards=paper"), "Option cards must be one of physical, app, not 'paper'."),
        (("chess",), "'chess' is not"),
        (("niagara", "--sensors"), "The pieces of Niagara cannot be sensed: play it without --sensors."),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_no_demo_can_do_is_told_in_a_sentence(run, words, sentence):
    code, out, err = run("demo", *words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_help_is_short_and_has_an_example(run):
    code, out, _ = run("demo", "--help")
    assert code == 0
    assert "Example: riverlight demo" in out


# The picture.

DARK = [(0, 0, 0)] * 103


@pytest.fixture
def view():
    """Canyon's lights in eighty columns and twenty lines."""
    return NightView(shipped("canyon"), "main", 80, 20)


def test_the_picture_fits_and_every_light_has_a_place_of_its_own(view):
    lines = view.draw(DARK, "truecolor")
    assert len(lines) <= 20
    assert max(len(ANSI.sub("", line)) for line in lines) <= 80
    assert len(set(view._pixels)) == len(shipped("canyon").space_ids)


def test_a_light_shines_in_the_colour_that_the_strip_was_sent(view):
    lit = [(255, 0, 0), *DARK[1:]]
    assert "38;2;255;52;62" in "".join(view.draw(lit, "truecolor")).replace("48;2", "38;2")
    changed = [line for line, dark in zip(view.draw(lit, "256"), view.draw(DARK, "256"), strict=True) if line != dark]
    assert 1 <= len(changed) <= 2
    assert "[38;5;" in changed[0]


def test_letters_tell_what_lights_mean_and_the_dark_ones_nothing(view):
    frame = bytearray(2 * len(shipped("canyon").space_ids))
    wanted = [
        (roles.CANOE, 0b100, "C"),
        (roles.CANOE_TO_ACT, 1 << 5, "B"),
        (roles.END, 3 << 5 | 7, "7"),
        (roles.END, 12, "+"),
        (roles.STAY, 1, "1"),
        (roles.FALLING, 5 << 5, "F"),
        (roles.CURRENT, 0, "~"),
        (roles.DARK, 0, " "),
    ]
    for light, (role, detail, _) in enumerate(wanted):
        space = shipped("canyon").core.panels[0][1][light]
        frame[2 * space], frame[2 * space + 1] = role, detail
    colours = [(9, 9, 9)] * len(wanted) + DARK[len(wanted) :]
    drawn = "".join("".join(view.letters(frame, colours)).split())
    assert sorted(drawn) == sorted("CB7+1F~")
    assert "".join(view.letters(frame, DARK)).split() == []


def test_every_meaning_has_a_letter_of_its_own_in_pyramid_too():
    board = shipped("pyramid")
    view = NightView(board, "shrine", 80, 24)
    wanted = {
        "B": [(roles.HUNTERS, 0b10), (roles.HUNTER_TO_ACT, 1 << 5), (roles.HOME, 1 << 5)],
        "D": [(roles.HUNTERS, 0b11000), (roles.HUNTER_TO_ACT, 3 << 5)],
        "M": [(roles.MUMMY, 0), (roles.MUMMY_TO_ACT, 0), (roles.HIDDEN, 7 << 5)],
        "4": [(roles.DIE_END, 1 << 5 | 4), (roles.END, 1 << 5 | 4), (roles.DICE_ASIDE, 4), (roles.AMULETS_TAKEN, 4)],
        ">": [(roles.DIE_END, 1 << 5 | 5)],
        "r": [(roles.RED_TREASURE, 1)],
        "b": [(roles.BLUE_TREASURE, 2)],
        "w": [(roles.WHITE_TREASURE, 3)],
        "y": [(roles.YELLOW_TREASURE, 4)],
        "g": [(roles.GREEN_TREASURE, 5)],
        "*": [(roles.PLAYED, 0)],
        ".": [(roles.CHAMBER, 0)],
        "o": [(roles.GATE, 0)],
        ":": [(roles.TRAIL, 0)],
        "~": [(roles.REACH, 0)],
        "?": [(roles.POSSIBLE, 0)],
        "!": [(roles.POSSIBLE_IN_REACH, 0)],
        "X": [(roles.CATCH, 0), (roles.CAUGHT, 0)],
        "^": [(roles.ESCAPED, 0)],
    }
    for letter, meanings in wanted.items():
        for role, detail in meanings:
            frame = bytearray(2 * len(board.space_ids))
            frame[0], frame[1] = role, detail
            lit = [(9, 9, 9), *[(0, 0, 0)] * (len(board.space_ids) - 1)]
            assert "".join(view.letters(frame, lit)).split() == [letter], role
    unknown = [role for role in range(len(roles.TABLE)) if night_view._letter(role, 1) == "?"]
    assert unknown == [roles.POSSIBLE]


# The screens.


@pytest.fixture
def table(tmp_path):
    """A game of Canyon."""
    with Store(tmp_path / "games") as store:
        yield Table.new(store, "canyon", {}, ["Ada", "Ben", "Cleo"], 1)


def terminal(**features):
    return Console(file=io.StringIO(), width=60, height=24, **features)


@pytest.mark.parametrize("features", [{"color_system": "truecolor"}, {"color_system": "256"}, {"no_color": True}])
def test_a_terminal_is_redrawn_in_place_and_never_overfilled(table, features):
    console = terminal(force_terminal=True, **features)
    with screen_for(console, table) as screen:
        assert isinstance(screen, LiveScreen)
        screen.see([(9, 9, 9)] * 103)
        screen.draw_lights()
        table.press("1")
        screen.draw()
        screen.draw()
    first, *pictures = re.split(r"\x1b\[\d+A", console.file.getvalue())
    assert len(pictures) == 1
    assert first.count("\n") == pictures[0].count("\n") <= 23
    assert "Ben, choose a start" in pictures[0]
    plain = [ANSI.sub("", line) for line in first.split("\n")]
    assert max(len(line.strip("\r")) for line in plain) <= 60
    assert ("▀" in first) is ("no_color" not in features)


def test_a_terminal_of_few_colours_gets_letters(table):
    console = terminal(force_terminal=True, color_system="standard")
    with screen_for(console, table) as screen:
        screen.see([(9, 9, 9)] * 103)
        screen.draw_lights()
    assert "▀" not in console.file.getvalue()
    assert "~" in console.file.getvalue()


def test_an_old_windows_console_gets_no_escape_sequences(table):
    assert isinstance(screen_for(terminal(force_terminal=True, legacy_windows=True), table), PlainScreen)


def test_a_pipe_gets_each_line_of_the_log_once_and_the_lights_at_the_end(table):
    console = terminal()
    with screen_for(console, table) as screen:
        assert isinstance(screen, PlainScreen)
        screen.draw()
        table.press("1")
        screen.draw()
        screen.draw_lights()
        screen.draw()
        screen.see([(9, 9, 9)] * 103)
    lines = console.file.getvalue().splitlines()
    assert lines[0] == "Ada deals."
    assert lines.count("Ada deals.") == 1
    assert any("~" in line for line in lines)


def test_no_screen_shows_nothing():
    with NoScreen() as screen:
        screen.see(DARK)
        screen.draw_lights()
        screen.draw()


def test_other_games_are_played_by_chance(table):
    players = demo_players(replace(table.head.game, make_demo_players=None), 1)
    assert players.choose(table.history.state, -1, table.codes(-1)) in table.codes(-1)
