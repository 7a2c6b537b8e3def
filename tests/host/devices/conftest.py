"""What the tests of devices share."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from riverlight.devices import displayed_positions


@pytest.fixture
def any_light_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expect of every position the digest that scripted devices answer."""
    monkeypatch.setattr(displayed_positions, "expected_digest", lambda _board, _position: "cafecafe")


@pytest.fixture
def no_thread_is_left() -> Iterator[None]:
    """See that all threads that a test starts have ended after it."""
    before = threading.active_count()
    yield
    assert threading.active_count() == before
