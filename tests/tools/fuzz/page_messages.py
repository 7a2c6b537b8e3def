"""Requests of pages over their WebSocket."""

from __future__ import annotations

import json
from typing import Any

from riverlight.errors import MessageError
from riverlight.web.messages import (
    Agree,
    Bots,
    Correct,
    Drop,
    Enter,
    GoTo,
    Magnet,
    Press,
    Ready,
    Redo,
    Request,
    TakeBack,
    read,
)

from tests.tools.fuzz.mutate import in_json
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Target, simple

__all__ = ["TARGETS"]

_MESSAGES: tuple[dict[str, Any], ...] = (
    {"id": "k3-17", "press": "7", "version": 40},
    {"id": "k3-18", "enter": "pace 3", "version": 41},
    {"id": "k3-19", "enter": "move d3"},
    {"id": "k3-20", "take_back": True, "agreed": False},
    {"id": "k3-21", "redo": True},
    {"id": "k3-21", "ready": True},
    {"id": "k3-22", "agree": True, "question": 3},
    {"id": "k3-23", "go_to": 12},
    {"id": "k3-24", "lift": "a1"},
    {"id": "k3-24", "put": "a1"},
    {"id": "k3-25", "correct": 12, "version": 41},
    {"id": "k3-26", "cancel": True},
    {"id": "k3-27", "drop": True},
    {"id": "k3-28", "bots": "slow"},
)
_NAMES = sorted({name for message in _MESSAGES for name in message})


def _read(data: bytes) -> bool:
    try:
        name, request = read(data.decode("utf-8", "surrogatepass" if data.isascii() else "replace"))
    except MessageError as error:
        demand_sentence(error)
        return False
    version = getattr(request, "version", None)
    seen_at = {} if version is None else {"version": version}
    assert read(json.dumps({"id": name, **_written(request), **seen_at})) == (name, request)
    return True


def _written(request: Request) -> dict[str, Any]:
    if isinstance(request, Press):
        return {"press": request.key}
    if isinstance(request, Enter):
        return {"enter": request.text}
    if isinstance(request, TakeBack):
        return {"take_back": True, "agreed": request.agreed}
    if isinstance(request, Agree):
        return {"agree": request.agrees, "question": request.number}
    if isinstance(request, GoTo):
        return {"go_to": request.entries}
    if isinstance(request, Magnet):
        return {"put" if request.is_put else "lift": request.space}
    if isinstance(request, Bots):
        return {"bots": request.pace}
    if isinstance(request, Correct):
        return {"cancel": True} if request.number is None else {"correct": request.number}
    assert isinstance(request, Redo | Ready | Drop)
    return {type(request).__name__.lower(): True}


TARGETS = (
    Target(
        "page-messages",
        lambda: [json.dumps(message).encode() for message in _MESSAGES],
        in_json(_NAMES),
        simple(_read),
        lambda: [b"[" * 1000, b'{"id":"k","agree":true,"question":' + b"9" * 900 + b"}", b"9" * 1000, b'"' * 100_000],
    ),
)
