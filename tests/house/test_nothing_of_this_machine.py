"""Committed files name no machine and no package index."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_home_folder_or_a_package_index() -> None:
    pattern = re.compile(rb"/(?:home|root|Users)/\w|https?://[^\s\"']*(?:/simple\b|registry\.|pypi\.org)")
    for path in tracked():
        found = pattern.search(path.read_bytes())
        assert found is None, f"{path.relative_to(ROOT)}: {found and found.group()!r}"


def test_no_lock_file_records_download_addresses() -> None:
    locks = {"uv.lock", "poetry.lock", "package-lock.json", "Pipfile.lock", "pdm.lock"}
    assert not [path for path in tracked() if path.name in locks]
