"""Pages to test: served without a game, and with one."""

import pytest

from tests.host.web.serving import serving


@pytest.fixture
def served(tmp_path):
    """Pages without a game yet."""
    with serving(tmp_path) as pages:
        yield pages


@pytest.fixture
def device(served):
    """The device next to them, which only remembers."""
    return served.device


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Pages without a game, shared by tests that start none."""
    with serving(tmp_path_factory.mktemp("record")) as pages:
        yield pages


@pytest.fixture
def at_table(served):
    """Pages with a game of Canyon in progress: three seats, real cards."""
    served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
    return served
