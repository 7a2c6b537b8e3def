"""The short load test: a few browsers go through new games while strangers hold requests half open."""

import socket

import pytest

from tests.tools.soak.crowd import run


def test_every_page_of_a_crowd_comes_whole_through_new_games_and_loads_each_file_once():
    try:
        socket.create_server(("127.0.1.1", 0)).close()
    except OSError:
        pytest.skip("This system has one loopback address, and a crowd has many.")
    report = run(browsers=8, games=4, half_open=60)
    assert report.failures == []
    assert len(report.files) == 5
    came, niagara, pyramid, *known = report.files
    assert came > 8 * 10
    assert 0 < niagara < 8 * 4
    assert 0 < pyramid < 8 * 4
    assert known == [0, 0]
