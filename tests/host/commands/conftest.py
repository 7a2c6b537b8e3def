"""What the tests of the commands share: a data folder of their own, and the command line as people call it."""

import pytest
from riverlight.commands import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def run(monkeypatch, capsys):
    """Run ``riverlight …`` and return exit code, output and errors."""

    def call(*words):
        monkeypatch.setattr("sys.argv", ["riverlight", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return ended.value.code, printed.out, printed.err

    return call
