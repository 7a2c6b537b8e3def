"""``riverlight boards print`` as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from riverlight.commands import boards, boards_print
from riverlight.errors import BoardError
from riverlight.workshop.printing.paper import PAPERS


def run(*words: str | Path) -> str:
    result = CliRunner().invoke(boards.command, ["print", *map(str, words)], catch_exceptions=True)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_it_writes_pdf_files_of_everything_unless_told_otherwise(tmp_path: Path) -> None:
    output = run("canyon", "--out", tmp_path / "printed")
    names = {path.name for path in (tmp_path / "printed").iterdir()}
    assert names == {
        "canyon-drill-main-a4.pdf", "canyon-wiring-main-a4.pdf", "canyon-shield-main-a4.pdf", "canyon-overlay-a4.pdf",
    }  # fmt: skip
    assert "(8 pages)" in output
    assert "100 %" in output


def test_it_writes_each_page_as_svg_and_whole_sheets_for_the_laser(tmp_path: Path) -> None:
    run("niagara", "--out", tmp_path, "--what", "drill", "--what", "overlay", "--format", "svg", "--format", "dxf",
        "--paper", "letter")  # fmt: skip
    names = {path.name for path in tmp_path.iterdir()}
    assert {"niagara-drill-main.svg", "niagara-drill-main-letter-A1.svg", "niagara-overlay-letter-B2.svg"} <= names
    assert {name for name in names if name.endswith(".dxf")} == {"niagara-drill-main.dxf", "niagara-top.dxf"}
    assert not [name for name in names if "shield" in name or name.endswith(".pdf")]


def test_every_size_of_paper_can_be_chosen_and_a_print_shops_takes_the_whole_board(tmp_path: Path) -> None:
    assert set(PAPERS) == set(boards_print._PAPERS)
    assert "(1 page)" in run("canyon", "--out", tmp_path, "--what", "drill", "--paper", "a1")


def test_a_board_without_its_size_gets_a_sentence_and_no_file(tmp_path: Path) -> None:
    board = {
        "riverlight_board": 1,
        "game": "canyon",
        "spaces": [{"id": "a", "kind": "start", "touches": [], "leds": {"main": [0]}}],
    }
    (tmp_path / "own.json").write_text(json.dumps(board))
    with pytest.raises(BoardError, match="lacks size_mm"):
        run(tmp_path / "own.json", "--out", tmp_path / "printed")
    assert not (tmp_path / "printed").exists()


def test_a_folder_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(BoardError, match="cannot be written"):
        run("canyon", "--out", tmp_path / "taken" / "deeper", "--what", "drill")
