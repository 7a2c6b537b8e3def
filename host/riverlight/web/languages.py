"""Language of pages: from the browser, or a cookie set by the language switch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from riverlight.errors import MessageError
from riverlight.languages import LANGUAGES, language_of
from riverlight.languages.text import catalogue, language, listed, reading, text
from riverlight.web.forms import fields_of
from riverlight.web.markup import Markup, element

__all__ = ["Languages", "language_switch", "script_texts", "switch_language"]

_COOKIE: Final = "riverlight_language"
_COOKIE_S: Final = 400 * 24 * 3600


class Languages:
    """ASGI middleware that sets the current language for each request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a WebSocket in its language."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        with reading(_requested(HTTPConnection(scope))):
            await self._app(scope, receive, send)


def language_switch() -> Markup:
    """Return the switch: a button per language, labelled in that language."""
    buttons = [
        element(
            "button", name, name="language", value=tag, lang=tag, aria_pressed="true" if tag == language() else "false"
        )
        for tag, name in LANGUAGES.items()
    ]
    return element(
        "details",
        element("summary", _globe(), aria_label=text("Language")),
        element("form", *buttons, method="post", action="/language"),
        class_="languages",
    )


def _globe() -> Markup:
    lines = "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM2.6 9h18.8M2.6 15h18.8M12 2c-5.5 6-5.5 14 0 20c5.5-6 5.5-14 0-20"
    return element("svg", element("path", d=lines), viewBox="0 0 24 24", class_="globe", aria_hidden="true")


async def switch_language(request: Request) -> Response:
    """Handle the switch: redirect back to the page, and set the cookie.

    Raises:
        HTTPException: 400 for a malformed form.
        MessageError: for an unknown language.
    """
    tag = (await fields_of(request)).get("language", "")
    if tag not in LANGUAGES:
        ours = listed(list(LANGUAGES))
        message = text("Unknown language. Choose one of {languages}.", languages=ours)
        raise MessageError(message)
    answer = RedirectResponse(_back_to(request.headers.get("referer", "")), HTTPStatus.SEE_OTHER)
    answer.set_cookie(_COOKIE, tag, max_age=_COOKIE_S, httponly=True, samesite="lax")
    return answer


def _back_to(referrer: str) -> str:
    """Return the path of our page that a request came from, by default the set-up."""
    try:
        _scheme, _host, path, query, _fragment = urlsplit(referrer)
    except ValueError:
        return "/"
    return urlunsplit(("", "", path, query, "")) if path.startswith("/") and not path.startswith("//") else "/"


def script_texts(domain: str) -> str:
    """Return the scripts' texts in the current language, as JSON by template.

    One for a plain text; one per plural form for a text with a count.
    """
    told: dict[str, str | list[str]] = {}
    entries: Mapping[str | tuple[str, int], str] = getattr(catalogue(language(), domain), "_catalog", {})
    for key, translation in entries.items():
        if isinstance(key, str) and key:
            told[key] = translation
        elif isinstance(key, tuple):
            forms = told.setdefault(key[0], [])
            assert isinstance(forms, list)  # noqa: S101  (gettext gives one template either forms or a text)
            forms.append(translation)
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _requested(connection: HTTPConnection) -> str:
    kept = connection.cookies.get(_COOKIE)
    return kept if kept in LANGUAGES else language_of(connection.headers.get("accept-language", ""))
