"""The archives of a release: the firmware for use without the host program, and the hardware files."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Final

from riverlight import __version__
from riverlight.devices.install.release import Interpreter, compile_release, sources
from riverlight.devices.interpreter import MINIMUM

__all__ = ["BOARDS", "firmware_archive", "hardware_archive", "zipped"]

ROOT: Final = Path(__file__).parents[3]

BOARDS: Final = {"pico": "armv6m", "pico2": "armv7emsp"}
"""The architecture of each kind of board, as mpy-cross names it."""

_MPY: Final = {"armv6m": 0x0306 | 4 << 10, "armv7emsp": 0x0306 | 7 << 10}
"""What ``sys.implementation._mpy`` is there under MicroPython 1.28 and 1.29."""

_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the same content makes the same archive

_MANIFEST: Final = """\
# Freezes Riverlight into a MicroPython image: make BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/manifest.py
metadata(version="{version}", description="Riverlight: light under tabletop games")
package("firmware", base_path=".")
package("shared_rules", base_path=".")
module("main.py", base_path=".")
"""


def firmware_archive() -> dict[str, bytes]:
    """Return the files of the firmware archive by their path: sources, compiled files, ``manifest.py``, packages."""
    modules, root = sources()
    files = {f"{name}.py": path.read_bytes() for name, path in modules.items()}
    files["main.py"] = root.read_bytes()
    files["manifest.py"] = _MANIFEST.format(version=__version__).encode()
    for board, architecture in BOARDS.items():
        release = compile_release(Interpreter((*MINIMUM, 0), _MPY[architecture]))
        compiled = {f"{board}/{name}": content for name, content in release.files.items()}
        files |= compiled | {f"{board}/main.py": release.root}
        urls = [["main.py", "main.py"], *([name, name] for name in release.files)]
        package = {"version": __version__, "urls": urls, "deps": []}
        files[f"{board}/package.json"] = json.dumps(package, indent=1).encode()
    files["README.md"] = (ROOT / "docs" / "flashing.md").read_bytes()
    files["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    return files


def hardware_archive() -> dict[str, bytes]:
    """Return the files of ``hardware/`` by their path."""
    folder = ROOT / "hardware"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def zipped(files: dict[str, bytes], top: str) -> bytes:
    """Return a ZIP archive with ``files`` in a folder ``top``; equal files make equal archives."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            information = zipfile.ZipInfo(f"{top}/{name}", _DATE)
            information.compress_type = zipfile.ZIP_DEFLATED
            information.external_attr = 0o644 << 16
            archive.writestr(information, data)
    return content.getvalue()
