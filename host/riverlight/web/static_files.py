"""Static files, served from memory under a path with a fingerprint.

Comments of scripts and style sheets are served as empty lines.

``/static/<fingerprint>/table.js`` is cached by browsers as immutable. The fingerprint is a hash of all files together;
as a path prefix it leaves the relative imports between scripts unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

__all__ = ["has_static_file", "static_path", "static_route", "without_comments"]

_FOLDER: Final = Path(__file__).parent / "static"
_PREFIX: Final = "/static"
_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Not from ``mimetypes``, as the system's table may map scripts to plain text."""

_FOREVER: Final = "public, max-age=31536000, immutable"
_CHECKED: Final = "no-cache"


_COMMENT: Final = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*$", re.MULTILINE)
"""Comments on lines of their own."""


class _Files(NamedTuple):
    fingerprint: str
    contents: dict[str, bytes]


def without_comments(source: bytes) -> bytes:
    """Strip comments on lines of their own, preserving line numbers."""
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source)


def static_path(name: str) -> str:
    """Return the fingerprinted path of the file ``name`` of ``static/``."""
    return f"{_PREFIX}/{_files().fingerprint}/{name}"


def has_static_file(name: str) -> bool:
    """Return whether ``static/`` has a file ``name``."""
    return name in _files().contents


def static_route() -> Route:
    """Return the route of the files: immutable with the fingerprint, else revalidated."""
    _files()  # read now, not during the first request
    return Route(f"{_PREFIX}/{{path:path}}", _serve, methods=["GET"])


async def _serve(request: Request) -> Response:
    files = _files()
    path: str = request.path_params["path"]
    name = path.removeprefix(f"{files.fingerprint}/")
    content = files.contents.get(name)
    if content is None:
        raise HTTPException(404)
    caching = _CHECKED if name == path else _FOREVER
    return Response(content, media_type=_TYPES[Path(name).suffix], headers={"Cache-Control": caching})


@lru_cache(maxsize=1)
def _files() -> _Files:
    found = sorted(path for path in _FOLDER.rglob("*") if path.suffix in _TYPES)
    contents = {path.relative_to(_FOLDER).as_posix(): without_comments(path.read_bytes()) for path in found}
    digest = blake2b(digest_size=8)
    for name, content in contents.items():
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return _Files(digest.hexdigest(), contents)
