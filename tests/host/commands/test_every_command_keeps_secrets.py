"""A game's secrets change no byte of any command's output, unless they are requested.

The commands are those of the program itself: one that is not listed here fails. ``tests.host.twin_records`` makes two
records that differ only in secrets; each command prints the same for both. Planted leaks have to be found.
"""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from riverlight.commands import doctor, games, play, riverlight
from riverlight.devices.ports import FoundPort
from riverlight.errors import SecretError
from riverlight.games.sides import TABLE_PAGE
from riverlight.games.transcript import digest
from riverlight.table import record
from riverlight.table.summary import Summary

from tests.host.twin_records import IDS, OVER, RUNNING, written

Run = Callable[..., tuple[int, str, str]]

RECORD: dict[str, list[str]] = {
    "play": ["--no-browser", "canyon --seats 3 --no-browser"],
    "games list": ["", "--json"],
    "games show": [str(game_id) for game_id in IDS],
    "games resume": ["--no-browser", *(f"{game_id} --no-browser" for game_id in IDS)],
    "games export": [*map(str, IDS), *(f"{game_id} --sound" for game_id in IDS)],
    "analyse": [f"{game_id} --samples 1 --jobs 1" for game_id in IDS],
    "games recover": [str(game_id) for game_id in IDS],
    "games import": ["{folder}/nothing.txt"],
    "games replay": [str(game_id) for game_id in IDS],
    "access show": [""],
    "access new-code": [""],
    "access new-link": ["A", "B", "Nobody"],
    "access close-link": ["A", "Ben"],
    "doctor": [""],
    "games correct": [
        *[f"{number} --agreed" for number in IDS],
        *[f"{number} 4 --agreed" for number in IDS],
        "3 4 2 --agreed",
    ],
}
"""What each command that opens the record is called with."""

NO_RECORD = (
    *(
        "demo",
        "moves",
        "selfplay",
        "study",
        "hardware board",
        "hardware check",
        "hardware parts",
        "hardware pages",
        "hardware plan",
        "device install",
    ),
    *("device list", "device teach"),
    *("device test", "device update", "device watch", "boards calibrate", "boards check", "boards draw", "boards list"),
    *("boards new", "boards print", "boards sensors", "boards trace"),
)
"""Those that never open it."""

MAY_OPEN = {"riverlight.table.record", "riverlight.commands.opened_record", "riverlight.table.history"}
IN_MEMORY = {"demo"}  # it plays a game of its own in a folder of its own


def commands_of(group: click.Group, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield each command below ``group`` with its whole name."""
    context = click.Context(group)
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands_of(command, f"{name}{each} ")
        else:
            yield name + each, command


def test_every_command_is_listed_here() -> None:
    assert sorted(name for name, _ in commands_of(riverlight)) == sorted([*RECORD, *NO_RECORD])


def test_a_command_that_opens_no_record_imports_none() -> None:
    for name, command in commands_of(riverlight):
        if name in NO_RECORD and name not in IN_MEMORY:
            assert command.callback is not None
            module = importlib.import_module(command.callback.__module__)
            used = {getattr(value, "__module__", "") for value in vars(module).values()}
            assert used & MAY_OPEN == set(), name


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server, device or port is needed for what a command prints of games."""
    ports: list[FoundPort] = []
    for module in (games, play):
        monkeypatch.setattr(module, "serve_table", lambda *_words, **_options: None)
    monkeypatch.setattr(doctor, "_simulated", doctor._DUMB_SIMULATED.found)
    monkeypatch.setattr(doctor, "found_ports", lambda: ports)


def printed(run: Run, folder: Path, number: int, monkeypatch: pytest.MonkeyPatch, wanted: str) -> dict[str, Any]:
    """Return what the commands named ``wanted`` print next to record ``number``."""
    data = folder / str(number)
    with written(data, number):
        pass
    monkeypatch.setenv("RIVERLIGHT_DATA", str(data))
    monkeypatch.setattr(record.time, "time_ns", lambda: 1_790_000_000_000_000_000)
    monkeypatch.setattr(secrets, "randbelow", lambda most: 7 % most)
    found = {}
    for name, calls in RECORD.items():
        for words in calls if name.startswith(wanted) else ():
            given = words.format(folder=folder).split()
            code, out, err = run(*name.split(), *given)
            found[f"{name} {words}"] = code, *(text.replace(str(data), "…") for text in (out, err))
    return found


def look_for_a_difference(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, wanted: str = "") -> dict[str, Any]:
    """Assert that the commands print the same next to both records; return what they print."""
    one, other = (printed(run, folder, number, monkeypatch, wanted) for number in (0, 1))
    assert [name for name in one if one[name] != other[name]] == []
    return one


@pytest.mark.usefixtures("quiet")
def test_no_command_prints_what_is_secret(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CAN-24, NIA-25, PYR-18."""
    said = look_for_a_difference(run, tmp_path, monkeypatch)
    for game_id in RUNNING:
        assert "still secret" in said[f"analyse {game_id} --samples 1 --jobs 1"][2]
        for name in ("export", "replay"):
            code, out, err = said[f"games {name} {game_id}"]
            assert (code, out) == (2, "")
            assert "still secret" in err
            assert "--with-secrets" in err
        assert said[f"games show {game_id}"][0] == 0
    for name in ("show", "export", "replay"):
        assert said[f"games {name} {OVER}"][0] == 0


@pytest.mark.usefixtures("quiet")
def test_who_asks_for_the_secrets_gets_them(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with written(tmp_path / "0", 0):
        pass
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "0"))
    code, out, _ = run("games", "export", 3, "--with-secrets")
    assert code == 0
    assert "0 pace 3" in out
    assert run("games", "replay", 1, "--with-secrets")[0] == 0


def _leak_an_export(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(games, "check_is_open", lambda *_: None)


def _leak_the_table(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(games, "open_page", lambda _history: TABLE_PAGE)


def _leak_the_count_of_entries(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Summary, "as_listed", lambda self: self)


def _leak_a_fact_in_an_error(patch: pytest.MonkeyPatch) -> None:
    def leaky(_game: Any, state: Any) -> None:
        sentence = f"Something is secret: {digest(state)}."
        raise SecretError(sentence)

    patch.setattr(games, "check_is_open", leaky)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(
    ("leak", "wanted"),
    [
        (_leak_an_export, "games export"),
        (_leak_an_export, "games replay"),
        (_leak_the_table, "games show"),
        (_leak_the_table, "games resume"),
        (_leak_the_count_of_entries, "games list"),
        (_leak_a_fact_in_an_error, "games export"),
    ],
)
def test_a_leak_in_a_command_is_found(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None], wanted: str
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        look_for_a_difference(run, tmp_path, monkeypatch, wanted)


def test_a_command_that_nobody_listed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.command.commands, "digest", click.Command("digest"))
    with pytest.raises(AssertionError):
        test_every_command_is_listed_here()
