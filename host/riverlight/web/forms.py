"""Parse submitted forms."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

from riverlight.languages.text import text

__all__ = ["fields_of"]

_MOST_FIELDS: Final = 60


async def fields_of(request: Request) -> dict[str, str]:
    """Return the form fields of ``request`` by name.

    Raises:
        HTTPException: 400 for a malformed form, or too many fields.
    """
    try:
        sent = (await request.body()).decode()
        return dict(parse_qsl(sent, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"))
    except ValueError:
        raise HTTPException(400, text("A form can have at most 60 fields, all of them UTF-8 text.")) from None
