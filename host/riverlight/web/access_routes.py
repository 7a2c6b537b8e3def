"""Routes for access: the table code, and the links of the seats; for pages and the command line.

Everyone at a table page may show, renew or close any seat's link, but never unnoticed: a page that has the link open is
notified, and so is every table page. A new table code can be made on this machine only, so that nobody with the code
can lock out the others.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from riverlight.errors import ServerError
from riverlight.languages.text import spoken_all, text
from riverlight.web.access import TableAccess, code_page, grant_access, has_cookie, is_local
from riverlight.web.connections import address_group
from riverlight.web.forms import fields_of
from riverlight.web.network import NetworkCard, lobby_page
from riverlight.web.qr import qr_code
from riverlight.web.room import Room
from riverlight.web.seat_devices import device_name, name_device
from riverlight.web.sitting import Sitting

__all__ = ["AccessRoutes", "address_of"]


class AccessRoutes:
    """The routes; ``access`` is None if the pages are local only."""

    def __init__(self, room: Room, access: TableAccess | None) -> None:
        self._room = room
        self._access = access
        self.routes = [
            Route("/join", self._join, methods=["GET", "POST"]),
            Route("/access", self._report, methods=["GET"]),
            Route("/network", self._switch, methods=["POST"]),
            Route("/lobby", self._lobby, methods=["GET"]),
            Route("/lobby/{seat:int}", self._choose_seat, methods=["POST"]),
            Route("/table-code", self._renew_code, methods=["POST"]),
            Route("/seats/{seat:int}", self._link, methods=["POST"]),
            Route("/seats/{seat:int}/close", self._close_link, methods=["POST"]),
            Route("/seat/{token:str}/keep", self._replace_link, methods=["POST"]),
        ]

    def origins(self, request: Request) -> list[str]:
        """Return the URLs of the pages for phones, most likely first; empty if access is closed.

        The address of a request from another machine is first, because it is known to work.
        """
        if self._access is None or not self._access.is_open:
            return []
        here = f"http://{request.url.netloc}"
        return sorted(self._access.origins(request.url.port), key=lambda origin: origin != here)

    def network(self, request: Request) -> NetworkCard:
        """Return the local network's data for a table page."""
        access = self._access
        if access is None:
            return NetworkCard()
        is_here, is_open = is_local(request), access.is_open
        code = access.code if is_open else ""
        return NetworkCard(self.origins(request), code, is_here and access.switch is not None, is_here and is_open)

    async def _switch(self, request: Request) -> Response:
        """Open the pages to the local network, or close them; only from this machine."""
        access = self._access
        if access is None or access.switch is None or not is_local(request):
            raise HTTPException(403, text("Open or close the table to phones on the computer that runs Riverlight."))
        try:
            await access.switch((await fields_of(request)).get("open") == "1")
        except ServerError as error:
            return _json({"refusal": error.sentence})
        self._room.shut_out()
        return _json({})

    async def _join(self, request: Request) -> Response:
        if self._access is None:
            return RedirectResponse("/table", HTTPStatus.SEE_OTHER)
        scanned = request.query_params.get("code", "")  # from a QR code, which leads to the choice of seats
        given = scanned if request.method != "POST" else (await fields_of(request)).get("code", "")
        if request.method != "POST" and not scanned:
            return code_page(has_old_cookie=has_cookie(request))
        try:
            cookie = self._access.open(given.strip(), address_of(request))
        except ServerError as error:
            return code_page(error.sentence, 429)
        if cookie is None:
            return code_page(text("Wrong table code."), 403)
        return grant_access(cookie, "/lobby" if scanned else "/table")

    async def _lobby(self, _request: Request) -> Response:
        sitting = self._room.sitting
        if sitting is None:
            return RedirectResponse("/table", HTTPStatus.SEE_OTHER)
        return lobby_page(sitting.table.head, self._free_seats(sitting))

    def _free_seats(self, sitting: Sitting) -> list[int]:
        """Return the seats of people whose links no device has opened."""
        report = self._room.devices.report
        unopened = [seat for token, seat in list(sitting.seats.items()) if report(token) is None]
        return sorted(set(unopened) - sitting.table.head.bot_seats)

    async def _choose_seat(self, request: Request) -> Response:
        """Give the requesting device a seat that no device has opened yet."""
        sitting, seat = self._seat_at_table(request)
        free = self._free_seats(sitting)
        if seat not in free:
            name = sitting.table.head.seat_names[seat]
            return lobby_page(sitting.table.head, free, text("{name}'s seat is taken.", name=name))
        device = device_name(request)
        token = self._room.token_of(sitting, seat, moved=False)
        self._room.devices.opened(token, device)  # taken from now on, before its page is loaded
        return name_device(request, RedirectResponse(f"/seat/{token}", HTTPStatus.SEE_OTHER), device)

    async def _report(self, request: Request) -> Response:
        """Return addresses, table code, and the seats of the game on the table with their link reports."""
        sitting = self._room.sitting
        return _json(
            {
                "addresses": self.origins(request),
                "code": self._access.code if self._access is not None and self._access.is_open else None,
                "seats": [] if sitting is None else self._seats(sitting),
            }
        )

    def _seats(self, sitting: Sitting) -> list[dict[str, Any]]:
        head = sitting.table.head
        reports = {report["seat"]: report for report in self._room.link_reports(sitting)}
        nobody = {"devices": 0, "since": None, "shown": None}
        return [
            {"seat": seat, "letter": card["letter"], "name": card["name"], **reports.get(seat, nobody)}
            for seat, card in enumerate(head.seat_cards)
            if seat not in head.bot_seats
        ]

    async def _renew_code(self, request: Request) -> Response:
        if not is_local(request):
            raise HTTPException(403, text("Make a new table code on the computer that runs Riverlight."))
        access = self._access or TableAccess(self._room.store.folder, ())
        await asyncio.to_thread(access.renew)
        self._room.shut_out()
        return _json({"code": access.code})

    async def _link(self, request: Request) -> Response:
        sitting, seat = self._seat_at_table(request)
        is_renewed = (await fields_of(request)).get("move") == "1"
        if not is_renewed:
            self._room.link_shown(sitting, seat)
        token = await asyncio.to_thread(self._room.token_of, sitting, seat, moved=is_renewed)
        origins = self.origins(request)
        address = f"{origins[0] if origins else f'http://{request.url.netloc}'}/seat/{token}"
        name = sitting.table.head.seat_names[seat]
        reach = text("This link works on this computer only. For phones, start Riverlight with: riverlight play --lan")
        if self._access is not None and self._access.switch is not None:
            reach = text("This link works on this computer only. For phones, press Open to phones first.")
        return _json(
            {
                "address": address,
                "code": qr_code(address, text("The code of {name}'s seat", name=name)) if origins else "",
                "reach": None if origins else reach,
            }
        )

    async def _close_link(self, request: Request) -> Response:
        sitting, seat = self._seat_at_table(request)
        await asyncio.to_thread(self._room.token_of, sitting, seat, moved=True)
        return _json({})

    def _seat_at_table(self, request: Request) -> tuple[Sitting, int]:
        sitting, seat = self._room.sitting, request.path_params["seat"]
        if sitting is None or seat >= len(sitting.table.head.seat_names):
            raise HTTPException(404, text("The table has no such seat."))
        if seat in sitting.table.head.bot_seats:
            raise HTTPException(404, text("A computer player has this seat."))
        return sitting, seat

    async def _replace_link(self, request: Request) -> Response:
        """Replace the link of a seat; only the requesting device gets the new one."""
        sitting = self._room.sitting
        seat = None if sitting is None else sitting.viewer(request.path_params["token"])
        if sitting is None or not isinstance(seat, int):
            raise HTTPException(404, text("The table has no such seat."))
        token = await asyncio.to_thread(self._room.token_of, sitting, seat, moved=True)
        return _json({"path": f"/seat/{token}"})


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address for rate limits."""
    return address_group(connection.client.host if connection.client else "")


def _json(answer: dict[str, Any]) -> JSONResponse:
    return JSONResponse(spoken_all(answer), headers={"Cache-Control": "no-store"})
