"""``make release``: builds everything in ``dist/``, then checks what people would download.

ARGS=--no-install skips the fresh environments, which take minutes and a package index.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import click
from riverlight import __version__

from tests.tools.release.archives import firmware_archive, hardware_archive, zipped
from tests.tools.release.installs import check_installs
from tests.tools.release.notes import CHANGELOG, section, unreleased

ROOT: Final = Path(__file__).parents[3]
DIST: Final = ROOT / "dist"


def main() -> None:
    """Build and check."""
    shutil.rmtree(DIST, ignore_errors=True)
    changelog = CHANGELOG.read_text(encoding="utf-8")
    notes = section(__version__, changelog)
    if not notes:
        sys.exit(f"CHANGELOG.md has no section {__version__}, the version in firmware/__init__.py.")
    if unreleased(changelog):
        click.echo("Some changes in CHANGELOG.md have no version yet: set it there and in firmware/__init__.py.")
        notes = f"## Unreleased\n\n{unreleased(changelog)}"
    wheel = _build_packages()
    _write("firmware", firmware_archive())
    _write("hardware", hardware_archive())
    (DIST / "RELEASE_NOTES.txt").write_text(f"# Riverlight {__version__}\n\n{notes}\n", encoding="utf-8")
    _write_checksums()
    _run("-m", "twine", "check", "--strict", *map(str, sorted(DIST.glob("riverlight-*.whl"))), *_sdists())
    if "--no-install" not in sys.argv:
        for sentence in check_installs(wheel):
            click.echo(sentence)
    for path in sorted(DIST.iterdir()):
        click.echo(f"{path.stat().st_size:>10,}  {path.relative_to(ROOT)}")


def _build_packages() -> Path:
    """Build the wheel from the source archive, and see that the checkout makes the same one."""
    _run("-m", "build", "--outdir", str(DIST), str(ROOT))
    (wheel,) = DIST.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        _run("-m", "build", "--wheel", "--outdir", folder, str(ROOT))
        (direct,) = Path(folder).glob("*.whl")
        if _contents(direct) != _contents(wheel):
            sys.exit("The source archive makes another wheel than the checkout.")
    return wheel


def _contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _sdists() -> list[str]:
    return [str(path) for path in sorted(DIST.glob("*.tar.gz"))]


def _write(kind: str, files: dict[str, bytes]) -> None:
    name = f"riverlight-{kind}-{__version__}"
    (DIST / f"{name}.zip").write_bytes(zipped(files, name))


def _write_checksums() -> None:
    """Write ``SHA256SUMS`` as ``sha256sum --check`` reads it."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="ascii")


def _run(*words: str) -> None:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"python {' '.join(words)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
