"""What a page may ask, and a sentence for everything else."""

import json

import pytest
from riverlight.errors import MessageError
from riverlight.web.messages import (
    LONGEST_MESSAGE,
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
    TakeBack,
    read,
)


@pytest.mark.parametrize(
    ("fields", "request_"),
    [
        ({"press": "7"}, Press("7")),
        ({"press": "*"}, Press("*")),
        ({"lift": "a1"}, Magnet("a1", is_put=False)),
        ({"put": "a1"}, Magnet("a1", is_put=True)),
        ({"enter": "pace 3"}, Enter("pace 3", None)),
        ({"enter": "pace 3", "version": 41}, Enter("pace 3", 41)),
        ({"take_back": True}, TakeBack(agreed=False)),
        ({"take_back": True, "agreed": True}, TakeBack(agreed=True)),
        ({"agree": True, "question": 3}, Agree(3, agrees=True)),
        ({"agree": False, "question": 0}, Agree(0, agrees=False)),
        ({"go_to": 12}, GoTo(12)),
        ({"redo": True}, Redo()),
        ({"ready": True}, Ready()),
        ({"correct": 12, "version": 41}, Correct(12, 41)),
        ({"cancel": True}, Correct(None)),
        ({"drop": True}, Drop()),
        ({"bots": "slow"}, Bots("slow")),
        ({"bots": "step"}, Bots("step")),
    ],
)
def test_each_request_is_read(fields, request_):
    name, found = read(json.dumps({"id": "k-1", **fields}))
    assert (name, type(found), found) == ("k-1", type(request_), request_)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[]", "another kind"),
        ('"press"', "another kind"),
        ("[" * 900, "JSON"),
        ("{}", "an id"),
        ('{"id":7,"press":"7"}', "an id"),
        ('{"id":"","press":"7"}', "an id"),
        ('{"id":"a b","press":"7"}', "an id"),
        ('{"id":"k"}', "0 fields"),
        ('{"id":"k","press":"7","redo":true}', "2 fields"),
        ('{"id":"k","press":"7","agreed":true}', "2 fields"),
        ('{"id":"k","press":"E"}', "one key of"),
        ('{"id":"k","press":"12"}', "one key of"),
        ('{"id":"k","press":""}', "one key of"),
        ('{"id":"k","press":7}', "one key of"),
        ('{"id":"k","enter":""}', "1 to 120"),
        ('{"id":"k","enter":"a\\u0000"}', "1 to 120"),
        ('{"id":"k","enter":"%s"}' % ("m" * 121), "1 to 120"),
        ('{"id":"k","enter":["pace 3"]}', "1 to 120"),
        ('{"id":"k","enter":"pace 3","version":-1}', "version"),
        ('{"id":"k","enter":"pace 3","version":true}', "version"),
        ('{"id":"k","enter":"pace 3","version":1e3}', "version"),
        ('{"id":"k","take_back":false}', "take_back takes true"),
        ('{"id":"k","go_to":-1}', "whole number"),
        ('{"id":"k","correct":"all"}', "whole number"),
        ('{"id":"k","drop":1}', "drop takes true"),
        ('{"id":"k","bots":"faster"}', "slow, usual"),
        ('{"id":"k","bots":["slow"]}', "slow, usual"),
        ('{"id":"k","go_to":true}', "whole number"),
        ('{"id":"k","agree":1,"question":3}', "agree takes true or false"),
        ('{"id":"k","agree":true}', "question the number"),
        ('{"id":"k","agree":true,"question":true}', "question the number"),
        ('{"id":"k","take_back":true,"agreed":1}', "agreed true or false"),
        ('{"id":"k","redo":1}', "redo takes true"),
        ('{"id":"k","ready":1}', "ready takes true"),
        ('{"id":"k","resign":true}', "something else"),
        ('{"id":"k","press":"7"}' + " " * LONGEST_MESSAGE, "at most"),
    ],
)
def test_a_message_that_cannot_be_read_is_told_why(text, about):
    with pytest.raises(MessageError, match=about):
        read(text)
