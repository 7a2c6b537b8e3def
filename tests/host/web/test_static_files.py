"""Static files: cached for good under a path that changes with any of them, and nothing outside their folder."""

import re
from pathlib import Path

import pytest
from riverlight import web
from riverlight.web import static_files
from riverlight.web.static_files import static_path, without_comments

STATIC = Path(web.__file__).parent / "static"


def names():
    return sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


def test_every_static_file_is_served_without_its_comments_and_cached_for_good(bare):
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    for name in names():
        status, headers, text = bare.ask("GET", static_path(name))
        assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        assert headers["content-type"].partition(";")[0] == kinds[Path(name).suffix]
        assert text == without_comments((STATIC / name).read_bytes()).decode()
        assert not re.search(r"^ *//", text, re.MULTILINE), name


def test_comments_leave_out_no_code_and_no_line():
    source = b"// a\nlet a = 1; // b\n  /**\n   * @param {*} c\n   */\nf(`//`, 2 /* d */);\n/** e */\n/* f */ g();\n"
    lines = without_comments(source).decode().split("\n")
    assert lines == ["", "let a = 1; // b", "", "", "", "f(`//`, 2 /* d */);", "", "/* f */ g();", ""]


def test_a_page_names_its_static_files_by_their_fingerprint_alone(at_table):
    token = next(iter(at_table.room.sitting.seats))
    for path in ("/", "/table", f"/seat/{token}", "/watch", "/games", "/nowhere"):
        named = re.findall(r'"(/static/[^"]+)"', at_table.ask("GET", path)[2])
        assert named
        assert all(each == static_path(each.split("/", 3)[3]) for each in named)


def test_scripts_and_style_sheets_name_others_by_relative_paths_so_that_the_fingerprint_holds_for_them_too():
    for name in names():
        text = (STATIC / name).read_text(encoding="utf-8")
        assert not re.search(r"""["'`(]/static""", text), name


@pytest.mark.parametrize("path", ["/static/0123456789abcdef/table.js", "/static/", "/static/{fingerprint}/none.js"])
def test_files_of_another_version_and_files_that_are_none_are_not_found(bare, path):
    fingerprint = static_path("").split("/")[2]
    assert bare.ask("GET", path.format(fingerprint=fingerprint))[0] == 404


def test_a_file_asked_for_without_the_fingerprint_is_asked_for_again_each_time(bare):
    status, headers, _text = bare.ask("GET", "/static/table.js")
    assert (status, headers["cache-control"]) == (200, "no-cache")


def test_the_fingerprint_changes_with_the_name_and_the_content_of_any_file(tmp_path, monkeypatch):
    def fingerprint():
        static_files._files.cache_clear()
        return static_files._files().fingerprint

    monkeypatch.setattr(static_files, "_FOLDER", tmp_path)
    try:
        (tmp_path / "a.js").write_text("1")
        (tmp_path / "b.css").write_text("2")
        seen = [fingerprint()]
        assert fingerprint() == seen[0]
        (tmp_path / "b.css").write_text("3")
        seen.append(fingerprint())
        (tmp_path / "b.css").rename(tmp_path / "c.css")
        seen.append(fingerprint())
        (tmp_path / "trace").mkdir()
        (tmp_path / "trace" / "a.js").write_text("")
        seen.append(fingerprint())
        assert len(set(seen)) == 4
    finally:
        static_files._files.cache_clear()
