"""Whatever is secret in a game changes no byte of any page or socket that the people from whom it is secret can open.

The routes are those of the application itself: one that is not listed here fails. Two records differ only in secrets
(``tests.host.twin_records``); each route answers with the same bytes for both. Planted leaks have to be found.
"""

from __future__ import annotations

import itertools
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from riverlight.boards import shipped
from riverlight.games.bots import STRONG, Effort
from riverlight.table import hints, play, record, session, summary
from riverlight.table.statistics import plots_of
from riverlight.web import app as app_module
from riverlight.web import games_page
from riverlight.web.app import make_app
from riverlight.web.board import board_name
from riverlight.web.sitting import WATCHING
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from tests.host.twin_records import BLIND_SEAT, IDS, LONE_MUMMY, MUMMY, OVER, RUNNING, differ, histories, written
from tests.host.web.serving import Served, next_message, serving

Ask = tuple[str, str]  # path, body
Heard = dict[str, Any]
PYRAMID = shipped("pyramid")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

REQUESTS: list[dict[str, Any]] = [
    {"bots": "pause"},
    {"press": "B"},
    {"enter": "throw"},
    {"enter": "step n", "version": 1},
    {"enter": "pace 3", "version": 6},
    {"enter": "paddle 3", "version": 1},
    {"take_back": True},
    {"redo": True},
    {"ready": True},
    {"agree": True, "question": 1},
    {"go_to": 3},
    {"correct": 1},
    {"cancel": True},
    {"correct": 0},
    {"press": "1"},
    {"cancel": True},
    {"drop": True},
    {"lift": "d2"},
    {"put": "d2"},
]


def each(path: str, body: str = "") -> Callable[[Served], list[Ask]]:
    """Ask it of each game."""
    return lambda _served: [(path.format(game_id), body) for game_id in IDS]


def once(path: str, **fields: str) -> Callable[[Served], list[Ask]]:
    """Ask it once."""
    return lambda _served: [(path, urlencode(fields))]


def board(served: Served) -> list[Ask]:
    sitting = served.room.sitting
    head_board = None if sitting is None else sitting.table.head.board
    return [] if head_board is None else [(f"/boards/{board_name(head_board)}.svg", "")]


def board_of_own_page(served: Served) -> list[Ask]:
    return [(page + path.removeprefix("/boards"), "") for page, _ in own_page(served) for path, _ in board(served)]


def hunters_own(served: Served) -> bool:
    """Return whether the table is that of one side, which sees more than the others."""
    return served.room.sitting is not None and served.room.sitting.table.game_id == MUMMY


def own_page(served: Served) -> list[Ask]:
    return [(f"/seat/{token}", "") for token in blind_tokens(served)[:1]]


ROUTES: dict[tuple[str, str], Callable[[Served], list[Ask]]] = {
    ("GET", "/"): lambda _served: [("/", ""), ("/?game=pyramid", "")],
    ("POST", "/lessons/{name:str}"): once("/lessons/pyramid"),
    ("GET", "/games"): once("/games"),
    ("POST", "/games"): once("/games", game="canyon"),
    ("POST", "/games/again"): once("/games/again"),
    ("GET", "/games/all.zip"): once("/games/all.zip"),
    ("POST", "/games/text"): once("/games/text", text="[Game"),
    ("POST", "/games/{game_id:int}"): each("/games/{}"),
    ("POST", "/games/{game_id:int}/arrange"): each("/games/{}/arrange"),
    ("POST", "/games/{game_id:int}/replay"): each("/games/{}/replay"),
    ("GET", "/games/{game_id:int}/statistics"): each("/games/{}/statistics"),
    ("GET", "/games/{game_id:int}/review"): each("/games/{}/review"),
    ("GET", "/games/{game_id:int}/text"): each("/games/{}/text"),
    ("GET", "/table"): once("/table"),
    ("GET", "/boards/{name:str}.svg"): board,
    ("GET", "/clauses/{clause_id:str}"): once("/clauses/PYR-18"),
    ("GET", "/rules/{game:str}"): once("/rules/pyramid?option_mummy_aid=on"),
    ("GET", "/rules/{game:str}/{name:str}.svg"): lambda _served: [(f"/rules/pyramid/{board_name(PYRAMID)}.svg", "")],
    ("GET", "/reasons"): once("/reasons"),
    ("POST", "/seats/{seat:int}"): lambda _served: [(f"/seats/{seat}", "") for seat in range(4)],
    ("GET", "/watch"): once("/watch"),
    ("GET", "/entries"): lambda served: [] if hunters_own(served) else [("/entries", "")],
    ("GET", "/seat/{token:str}/entries"): lambda served: [(f"{path}/entries", "") for path, _ in own_page(served)],
    ("GET", "/seat/{token:str}"): own_page,
    ("GET", "/seat/{token:str}/{name:str}.svg"): board_of_own_page,
    ("POST", "/seat/{token:str}/hint"): lambda served: [(f"{path}/hint", "") for path, _ in own_page(served)],
    ("GET", "/seat/{token:str}/reasons"): lambda served: [(f"{path}/reasons", "") for path, _ in own_page(served)],
    ("POST", "/seats/{seat:int}/close"): once("/seats/1/close"),
    ("POST", "/seat/{token:str}/keep"): lambda served: [(f"{path}/keep", "") for path, _ in own_page(served)],
    ("GET", "/access"): once("/access"),
    ("POST", "/table-code"): once("/table-code"),
    ("POST", "/network"): once("/network", open="1"),
    ("GET", "/lobby"): once("/lobby"),
    ("POST", "/lobby/{seat:int}"): lambda _served: [(f"/lobby/{seat}", "") for seat in range(4)],
    ("GET", "/join"): once("/join"),
    ("POST", "/join"): once("/join", code="123"),
    ("POST", "/language"): once("/language", language="de"),
    ("GET", "/static/{path:path}"): once("/static/table.js"),
    ("POST", "/games/{game_id:int}/name"): lambda _served: [(f"/games/{each}/name", "name=Home") for each in IDS],
    ("POST", "/games/{game_id:int}/delete"): each("/games/{}/delete"),
    ("POST", "/games/{game_id:int}/restore"): each("/games/{}/restore"),
}
SOCKETS = ("/live", "/live/{token:str}")
CHANGES_THE_TABLE = ("/lessons", "/games")


def routes_of(app: Any) -> Starlette:
    """Return the application inside what guards it."""
    while not isinstance(app, Starlette):
        app = app._app
    return app


def test_every_route_and_socket_is_listed_here(served: Served) -> None:
    found, sockets = set(), set()
    for route in routes_of(make_app(served.room, frozenset())).routes:
        if isinstance(route, Route):
            found |= {(method, route.path) for method in route.methods or () if method != "HEAD"}
        else:
            assert isinstance(route, WebSocketRoute)
            sockets.add(route.path)
    assert found == set(ROUTES)
    assert sockets == set(SOCKETS)


@pytest.mark.parametrize("game_id", RUNNING)
def test_the_twins_differ_but_look_the_same_to_those_who_may_not_know(game_id: int) -> None:
    one, other = (histories(number)[game_id - 1] for number in (0, 1))
    assert one.state.key() != other.state.key()
    assert not differ(game_id, BLIND_SEAT[game_id])
    assert not differ(game_id, "spectator")
    hidden_from = [secret for secret in one.head.game.secrets(one.state) if BLIND_SEAT[game_id] not in secret.known_to]
    assert hidden_from


def blind_tokens(served: Served) -> list[str]:
    """Return the tokens of the pages of the seat that may not know, and of who only watches."""
    sitting = served.room.sitting
    assert sitting is not None
    seat = BLIND_SEAT.get(sitting.table.game_id, 0)
    return [next(token for token, each in sitting.seats.items() if each == seat), WATCHING]


def lines_of(served: Served) -> list[str]:
    """Return the sockets that those can open who may not know; the table of game 2 is the hunters' own."""
    own = [f"/live/{token}" for token in blind_tokens(served)]
    return own if hunters_own(served) else ["/live", *own]


def heard_on(served: Served, path: str) -> list[Any]:
    """Return the first state of a socket, and the answers to each request."""
    with served.line(path) as line:
        heard = [next_message(line, lambda each: isinstance(each, dict) and "table" in each)]
        for number, request in enumerate(REQUESTS):
            line.send(json.dumps({"id": f"n{number}", **request}))
            heard.append(next_message(line, lambda each: isinstance(each, dict) and {"answer", "error"} & each.keys()))
    return heard


def heard(folder: Path, number: int, lying: int, routes: tuple[str, ...], patch: pytest.MonkeyPatch) -> Heard:
    """Return what record ``number`` answers on ``routes`` while game ``lying`` is on the table."""
    with written(folder, number):
        pass
    tokens = itertools.count()
    patch.setattr(secrets, "token_urlsafe", lambda _bytes=0: f"{next(tokens):022}")
    patch.setattr(secrets, "token_hex", lambda _bytes=0: f"{next(tokens):08}")
    patch.setattr(secrets, "randbelow", lambda most: 7 % most)
    patch.setattr(secrets, "randbits", lambda _bits: 7)  # the key of the game that "play again" starts
    patch.setattr(record.time, "time_ns", lambda: 1_790_000_000_000_000_000)
    answers: Heard = {}
    with serving(folder) as served:
        served.room._bot_delay_s = 3600.0
        served.room.devices._clock = lambda: 1_790_000_000.0
        served.room.resume(lying)
        for (method, route), asks in ROUTES.items():
            if routes and not any(route.endswith(name) for name in routes):
                continue
            for path, body in asks(served):
                status, headers, text = served.ask(method, path, body.encode() if method == "POST" else None, FORM)
                headers.pop("date", None)
                answers[f"{method} {path}"] = (
                    status,
                    json.dumps(headers).replace(served.origin, ""),
                    text.replace(str(served.port), "port"),
                )
                if route.startswith(CHANGES_THE_TABLE) and method == "POST":
                    served.room.resume(lying)
        for place, path in enumerate(lines_of(served)):
            if not routes or "live" in routes:
                answers[f"socket {place}"] = heard_on(served, path)
    return answers


def look_for_a_difference(folder: Path, lying: int, *routes: str) -> Heard:
    """Assert that both records answer the same; return what they answer."""
    found = []
    for number in (0, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hints, "_EFFORT", Effort(STRONG, None, 2))  # by the clock it may choose otherwise
            found.append(heard(folder / f"{lying}-{number}", number, lying, routes, patch))
    one, other = found
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name]] == []
    return one


@pytest.mark.parametrize("lying", RUNNING)
def test_no_route_and_no_socket_tells_what_is_secret(tmp_path: Path, lying: int) -> None:
    """CAN-24, NIA-25, PYR-18."""
    answers = look_for_a_difference(tmp_path, lying)
    for game_id in RUNNING:
        for name in (f"GET /games/{game_id}/text", f"POST /games/{game_id}/replay"):
            assert answers[name][0] == 409, name
            assert "still secret" in answers[name][2]
    assert answers[f"GET /games/{OVER}/text"][0] == 200
    assert answers[f"POST /games/{OVER}/replay"][0] == 303
    assert answers[f"POST /games/{LONE_MUMMY}/arrange"][0] == 409
    assert answers[f"POST /games/{MUMMY}/arrange"][0] == 303


def test_the_only_person_on_a_separate_side_is_led_to_its_own_page(tmp_path: Path) -> None:
    """PYR-18: the table's page and socket are closed to everybody until the game is over."""
    answers = look_for_a_difference(tmp_path, LONE_MUMMY, "/table", "live")
    assert answers["GET /table"][0] == 303
    assert "/seat/" in answers["GET /table"][1]
    first, *others = answers["socket 0"]
    assert first == {"table": None}
    assert {answer["sentence"] for answer in others} == {
        "The table page is hidden: only one player is a person, and it would show the computer players' secrets."
    }


Leak = Callable[[pytest.MonkeyPatch], None]


def _leak_the_text(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(app_module, "check_is_open", lambda *_: None)


def _open_the_table(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(play, "is_table_closed", lambda _history: False)


def _leak_the_count_of_entries(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(summary.Summary, "as_listed", lambda self: self)


def _leak_in_statistics(patch: pytest.MonkeyPatch) -> None:
    def leaky(history: Any) -> Any:
        return [plots_of(history)[0]._replace(title=str(len(history.entries)))]

    patch.setattr(games_page, "plots_of", leaky)


def _leak_on_the_seats_page(patch: pytest.MonkeyPatch) -> None:
    honest = session.Table.snapshot

    def leaky(self: Any, viewer: Any) -> dict[str, Any]:
        return {**honest(self, viewer), "steps": len(self.history.steps)}

    patch.setattr(session.Table, "snapshot", leaky)


def _leak_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    honest = play.Play._refused

    def leaky(self: Any, refusal: Any) -> Any:
        return honest(self, refusal)._replace(clause=str(len(self.history.entries)))

    patch.setattr(play.Play, "_refused", leaky)


@pytest.mark.parametrize(
    ("leak", "lying", "routes"),
    [
        (_leak_the_text, MUMMY, ["/text"]),
        (_open_the_table, LONE_MUMMY, ["live"]),
        (_leak_the_count_of_entries, LONE_MUMMY, ["/games"]),
        (_leak_the_count_of_entries, LONE_MUMMY, ["/"]),
        (_leak_in_statistics, MUMMY, ["/statistics"]),
        (_leak_on_the_seats_page, LONE_MUMMY, ["live"]),
        (_leak_in_a_refusal, LONE_MUMMY, ["live"]),
    ],
)
def test_a_leak_on_a_route_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak, lying: int, routes: list[str]
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        look_for_a_difference(tmp_path, lying, *routes)


def test_a_route_that_nobody_listed_is_found(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Starlette.__init__

    def with_another(self: Any, *, routes: list[Any], **others: Any) -> None:
        honest(self, routes=[*routes, Route("/games/{game_id:int}/digest", lambda _request: None)], **others)

    monkeypatch.setattr(Starlette, "__init__", with_another)
    with pytest.raises(AssertionError):
        test_every_route_and_socket_is_listed_here(served)
