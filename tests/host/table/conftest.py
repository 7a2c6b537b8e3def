"""What the tests of the table share: the toy game, a record, a table."""

import pytest
from riverlight.games.registry import register, unregister
from riverlight.table.record import Store
from riverlight.table.session import Table

from tests.host import toy as toy_game


@pytest.fixture(autouse=True)
def toy():
    """The toy game, registered for one test."""
    register(toy_game.GAME)
    yield
    unregister(toy_game.GAME)


@pytest.fixture
def store(tmp_path):
    """A record opened to write."""
    with Store(tmp_path / "games") as opened:
        yield opened


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A record that the tests of a file share: each plays a game of its own."""
    with Store(tmp_path_factory.mktemp("kept")) as opened:
        opened._database.execute("PRAGMA synchronous = OFF")  # none of them pulls the plug
        yield opened


@pytest.fixture
def table(store):
    """A toy game of two seats whose die the app rolls."""
    return Table.new(store, "toy", {}, ["Ada", "Ben"], 5)
