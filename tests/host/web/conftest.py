"""Pages to test: served without a game, and with one."""

import pytest

from tests.host.web.serving import RememberingDevice, serving


@pytest.fixture
def device():
    """A device that only remembers."""
    return RememberingDevice()


@pytest.fixture
def served(tmp_path, device):
    """Pages without a game yet."""
    with serving(tmp_path, device) as pages:
        yield pages


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Pages without a game, shared by tests that begin none."""
    with serving(tmp_path_factory.mktemp("record"), RememberingDevice()) as pages:
        yield pages


@pytest.fixture
def at_table(served):
    """Pages with a game of Canyon under way: three seats, real cards."""
    served.room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
    return served
