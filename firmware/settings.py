"""What differs from one built board to the next, kept as JSON on the Pico's flash.

The file is written to a new name, synced and renamed, so a power loss leaves the old one or the new one whole. A file
that is torn or not ours is set aside: the defaults hold and ``fault`` says what was found.
"""

import json
import os

from firmware import pins, power
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = const(1)

PATH = "settings.json"
_NEW_PATH = "settings.new"

MOST_BYTES = const(8192)
"""The most bytes of the file; the longest settings have 5,000."""

_MOST_LIGHTS = const(300)
_ID_DIGITS = (8, 14, 20)  # ids have 4, 7 or 10 bytes
_MOST_TAGS = const(100)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"  # of a panel's name, as boards have it
_QUOTED = const(20)

LEGEND = "123A456B789C*0#D"
"""The sixteen keys of a keypad as it is sold, row by row."""

MOST_KEYS = const(4)
"""The most keys that laying one tag down presses."""


class Settings:
    """The settings in force.

    Attributes:
        chains: list of dicts, the first for the pin CHAINS[0] and so on: ``panel`` its name, ``lights`` how many,
            ``order`` of the colours on the wire (as GRB or RGBW), ``budget_ma`` its own current, 0 for its share of
            what the supply gives.
        brightness: 0 to 255, for all chains.
        supply_ma: what the supply gives to the Pico and all chains together.
        channel_ma: what one light takes at full red, green, blue, white, in mA.
        idle_ma: what one dark light takes, in mA.
        legend: the sixteen keys as they are wired, row by row.
        second_keypad: whether there is one.
        peek_key, card_reader, buzzer: whether there is one.
        peek_ms: how long at most the peek key shows what is hidden, 0 for as long as it is held.
        tags: what each tag means: its id in hex, and the keys that laying it down presses.
        fault: "" or one sentence on why the file on flash was set aside.
    """

    def __init__(self) -> None:
        self.chains: "list[dict[str, Any]]" = [{"panel": "main", "lights": 150, "order": "GRB", "budget_ma": 0}]
        self.brightness = 160
        self.supply_ma = power.SUPPLY_MA
        self.channel_ma = power.CHANNEL_MA
        self.idle_ma = power.IDLE_MA
        self.legend = LEGEND
        self.second_keypad = False
        self.peek_key = False
        self.peek_ms = 0
        self.card_reader = False
        self.buzzer = False
        self.tags: "dict[str, str]" = {}
        self.fault = ""

    def document(self) -> "dict[str, Any]":
        """Return the settings as they stand in the file."""
        return {
            "riverlight_settings": VERSION,
            "chains": self.chains,
            "brightness": self.brightness,
            "supply_ma": self.supply_ma,
            "channel_ma": list(self.channel_ma),
            "idle_ma": self.idle_ma,
            "legend": self.legend,
            "second_keypad": self.second_keypad,
            "peek_key": self.peek_key,
            "peek_ms": self.peek_ms,
            "card_reader": self.card_reader,
            "buzzer": self.buzzer,
            "tags": self.tags,
        }

    def for_chains(self) -> "dict[str, Any]":
        """Return what :func:`firmware.leds.make_chains` wants to know."""
        chains = {}
        for number, chain in enumerate(self.chains):
            wanted = {
                "pin": pins.CHAINS[number],
                "lights": chain["lights"],
                "order": chain["order"],
                "channel_ma": self.channel_ma,
                "idle_ma": self.idle_ma,
            }
            if chain["budget_ma"]:
                wanted["budget_ma"] = chain["budget_ma"]
            chains[chain["panel"]] = wanted
        return {"chains": chains, "brightness": self.brightness, "supply_ma": self.supply_ma}


def parse(document: object) -> Settings:
    """Return the settings of a document; what it leaves out keeps its default.

    Raises:
        ValueError: with one sentence on the first thing that cannot be used.
    """
    if not isinstance(document, dict) or document.get("riverlight_settings") != VERSION:
        raise ValueError("settings need riverlight_settings: %d." % VERSION)
    settings = Settings()
    known = settings.document()
    for name in document:
        if name not in known:
            raise ValueError("settings have no %s." % repr(name)[:_QUOTED])
    if "chains" in document:
        settings.chains = _chains(document["chains"])
    settings.brightness = _number(document, "brightness", settings.brightness, 255)
    settings.supply_ma = _number(document, "supply_ma", settings.supply_ma, 20000)
    settings.idle_ma = _number(document, "idle_ma", settings.idle_ma, 50)
    settings.peek_ms = _number(document, "peek_ms", settings.peek_ms, 60000)
    channels = document.get("channel_ma", settings.channel_ma)
    if not isinstance(channels, (list, tuple)) or len(channels) != 4:
        raise ValueError("channel_ma needs four numbers: red, green, blue, white.")
    for milliamperes in channels:
        if not _is_number(milliamperes, 0, 100):
            raise ValueError("channel_ma needs whole numbers from 0 to 100.")
    settings.channel_ma = tuple(channels)
    legend = document.get("legend", settings.legend)
    if not isinstance(legend, str) or sorted(legend) != sorted(LEGEND):
        raise ValueError("legend needs the sixteen keys %s in some order." % LEGEND)
    settings.legend = legend
    for name in ("second_keypad", "peek_key", "card_reader", "buzzer"):
        value = document.get(name, False)
        if not isinstance(value, bool):
            raise ValueError("%s is true or false." % name)
        setattr(settings, name, value)
    if settings.buzzer and len(settings.chains) == len(pins.CHAINS):
        raise ValueError("the buzzer takes the pin of the fourth chain: have three chains or no buzzer.")
    settings.tags = _tags(document.get("tags", {}), settings.legend)
    return settings


def _tags(value: object, legend: str) -> "dict[str, str]":
    if not isinstance(value, dict) or len(value) > _MOST_TAGS:
        raise ValueError("tags gives up to %d ids their keys." % _MOST_TAGS)
    for name, keys in value.items():
        if not isinstance(name, str) or len(name) not in _ID_DIGITS or name.strip("0123456789abcdef"):
            raise ValueError("the id of a tag has 8, 14 or 20 hex digits, not %s." % repr(name)[:_QUOTED])
        if not isinstance(keys, str) or not 1 <= len(keys) <= MOST_KEYS or keys.strip(legend):
            raise ValueError("tag %s needs 1 to %d keys of the keypad." % (name, MOST_KEYS))
    return value


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _number(document: "dict[str, Any]", name: str, default: int, most: int) -> int:
    value = document.get(name, default)
    if not isinstance(value, int) or not _is_number(value, 0, most):
        raise ValueError("%s needs a whole number from 0 to %d." % (name, most))
    return value


def _chains(value: object) -> "list[dict[str, Any]]":
    if not isinstance(value, list) or not 1 <= len(value) <= len(pins.CHAINS):
        raise ValueError("chains needs a list of 1 to %d chains." % len(pins.CHAINS))
    chains = []
    names: "list[str]" = []
    for entry in value:
        if not isinstance(entry, dict):
            raise ValueError("a chain has panel, lights, order and budget_ma.")
        chain: "dict[str, Any]" = {"panel": "", "lights": 0, "order": "GRB", "budget_ma": 0}
        for name in entry:
            if name not in chain:
                raise ValueError("a chain has no %s." % repr(name)[:_QUOTED])
            chain[name] = entry[name]
        panel = chain["panel"]
        if not isinstance(panel, str) or not 1 <= len(panel) <= 12 or panel.strip(_LETTERS) or panel in names:
            raise ValueError("each chain needs a panel with a name of its own, 1 to 12 small letters.")
        names.append(panel)
        if not _is_number(chain["lights"], 1, _MOST_LIGHTS):
            raise ValueError("chain %s needs 1 to %d lights." % (panel, _MOST_LIGHTS))
        if not isinstance(chain["order"], str) or sorted(chain["order"]) not in (list("BGR"), list("BGRW")):
            raise ValueError("chain %s needs an order of RGB or RGBW, in any order." % panel)
        if not _is_number(chain["budget_ma"], 0, 20000):
            raise ValueError("chain %s needs a budget_ma from 0 to 20000." % panel)
        chains.append(chain)
    return chains


def load() -> Settings:
    """Return what the file says, the defaults where there is none or where it cannot be used."""
    try:
        size = os.stat(PATH)[6]
        if size > MOST_BYTES:  # to read it could take all the heap
            raise ValueError("settings have at most %d bytes, not %d." % (MOST_BYTES, size))
        with open(PATH, "rb") as file:
            return parse(_json(file.read()))
    except OSError:
        return Settings()
    except ValueError as error:
        settings = Settings()
        settings.fault = "%s is set aside: %s" % (PATH, error)
        return settings


def _json(content: bytes) -> object:
    try:
        return json.loads(content)
    except ValueError:
        raise ValueError("it is no JSON.")  # noqa: B904 - MicroPython keeps no cause
    except (MemoryError, RuntimeError):
        raise ValueError("it has brackets without end.")  # noqa: B904


def save(document: "dict[str, Any]") -> Settings:
    """Check the document, keep it on flash, return its settings, in force from the next start.

    Raises:
        ValueError: when it cannot be used; then the file on flash stays.
    """
    settings = parse(document)
    with open(_NEW_PATH, "w") as file:
        file.write(json.dumps(settings.document()))
    os.sync()
    os.rename(_NEW_PATH, PATH)
    return settings
