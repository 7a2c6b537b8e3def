"""Settings of a built board, stored as JSON on the Pico's flash.

The file is written atomically (new name, sync, rename). An invalid file is not used: the defaults apply, and ``fault``
has the reason.

Errors are data, the arguments of a ValueError: kind, setting, actual value, limit. The host formats them as a sentence
in the reader's language (``riverlight.devices.faults``).
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
"""Maximum size of the file in bytes; the longest settings have 5,000."""

_MOST_LIGHTS = const(300)
_ID_DIGITS = (8, 14, 20)  # ids have 4, 7 or 10 bytes
_MOST_TAGS = const(100)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"  # of panel names, as in board files
_QUOTED = const(20)
_NO_FILE = const(2)  # ENOENT
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # editors on Windows write one

LEGEND = "123A456B789C*0#D"
"""The sixteen keys of a common keypad, row by row."""

MOST_KEYS = const(4)
"""Maximum number of keys assigned to a tag."""


class Settings:
    """The current settings.

    Attributes:
        chains: list of dicts, the first for the pin CHAINS[0] and so on: name of the ``panel``, number of ``lights``,
            colour ``order`` on the wire (such as GRB or RGBW), ``budget_ma``, the chain's own budget, 0 for its share
            of the supply.
        brightness: 0 to 255, for all chains.
        supply_ma: the supply of the Pico and all chains together, in mA.
        channel_ma: current of one light at full red, green, blue, white, in mA; white may be 0 if no chain has it.
        idle_ma: current of one dark light, in mA.
        legend: the sixteen keys as wired, row by row.
        second_keypad: whether there is one.
        peek_key, card_reader, buzzer: whether there is one.
        peek_ms: time limit of the peek key in ms, 0 for none.
        sensors: number of positions of the sensor chain, 0 for none; it replaces the card reader.
        tags: the keys assigned to each tag, by its id in hex.
        fault: () or why the file on flash is not used: file, kind, setting, actual value, limit.
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
        self.sensors = 0
        self.tags: "dict[str, str]" = {}
        self.fault: "tuple[Any, ...]" = ()

    def document(self) -> "dict[str, Any]":
        """Return the settings as the JSON document of the file."""
        document = {
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
        if self.sensors:  # unknown to older firmware
            document["sensors"] = self.sensors
        return document

    def for_chains(self) -> "dict[str, Any]":
        """Return the argument of :func:`firmware.leds.make_chains`."""
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


def _unusable(kind: str, name: str, value: object = None, limit: int = 0) -> ValueError:
    """Return the error for an invalid value; quoted values are shortened."""
    if value is not None:
        value = repr(value)[:_QUOTED] if isinstance(value, (int, str)) else type(value).__name__
    return ValueError(kind, name, value or "", limit)


def parse(document: object) -> Settings:
    """Parse a document; missing settings get their defaults.

    Raises:
        ValueError: for the first invalid value, see :func:`_unusable`.
    """
    if not isinstance(document, dict) or not _is_number(document.get("riverlight_settings"), VERSION, VERSION):
        raise _unusable("version", "riverlight_settings", None, VERSION)
    settings = Settings()
    known = settings.document()
    for name in document:
        if name not in known and name != "sensors":
            raise _unusable("unknown", "", name)
    if "chains" in document:
        settings.chains = _chains(document["chains"])
    settings.brightness = _number(document, "brightness", settings.brightness, 255)
    settings.supply_ma = _number(document, "supply_ma", settings.supply_ma, 20000)
    settings.idle_ma = _number(document, "idle_ma", settings.idle_ma, 50)
    settings.peek_ms = _number(document, "peek_ms", settings.peek_ms, 60000)
    channels = document.get("channel_ma", settings.channel_ma)
    if not isinstance(channels, (list, tuple)) or len(channels) != 4:
        raise _unusable("colours", "channel_ma", channels)
    has_white = "W" in "".join([chain["order"] for chain in settings.chains])
    for colour, milliamperes in enumerate(channels):
        least = 0 if colour == 3 and not has_white else power.LEAST_CHANNEL_MA
        if not _is_number(milliamperes, least, 100):
            raise _unusable("channel_ma", "RGBW"[colour], milliamperes, 100)
    settings.channel_ma = tuple(channels)
    legend = document.get("legend", settings.legend)
    if not isinstance(legend, str) or sorted(legend) != sorted(LEGEND):
        raise _unusable("legend", "legend", legend)
    settings.legend = legend
    for name in ("second_keypad", "peek_key", "card_reader", "buzzer"):
        value = document.get(name, False)
        if not isinstance(value, bool):
            raise _unusable("boolean", name, value)
        setattr(settings, name, value)
    if settings.buzzer and len(settings.chains) == len(pins.CHAINS):
        raise _unusable("buzzer", "buzzer", True)
    settings.sensors = _number(document, "sensors", 0, 256)
    if settings.sensors and settings.card_reader:
        raise _unusable("sensors", "sensors", settings.sensors)
    settings.tags = _tags(document.get("tags", {}), settings.legend)
    return settings


def _tags(value: object, legend: str) -> "dict[str, str]":
    if not isinstance(value, dict) or len(value) > _MOST_TAGS:
        raise _unusable("tags", "tags", value, _MOST_TAGS)
    for name, keys in value.items():
        if not isinstance(name, str) or len(name) not in _ID_DIGITS or name.strip("0123456789abcdef"):
            raise _unusable("tag id", "tags", name)
        if not isinstance(keys, str) or not 1 <= len(keys) <= MOST_KEYS or keys.strip(legend):
            raise _unusable("tag keys", name, keys, MOST_KEYS)
    return value


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _number(document: "dict[str, Any]", name: str, default: int, most: int) -> int:
    value = document.get(name, default)
    if not isinstance(value, int) or not _is_number(value, 0, most):
        raise _unusable("number", name, value, most)
    return value


def _chains(value: object) -> "list[dict[str, Any]]":
    if not isinstance(value, list) or not 1 <= len(value) <= len(pins.CHAINS):
        raise _unusable("chains", "chains", value, len(pins.CHAINS))
    chains = []
    names: "list[str]" = []
    for entry in value:
        if not isinstance(entry, dict):
            raise _unusable("chain", "chains", entry)
        chain: "dict[str, Any]" = {"panel": "", "lights": 0, "order": "GRB", "budget_ma": 0}
        for name in entry:
            if name not in chain:
                raise _unusable("unknown in chain", "chains", name)
            chain[name] = entry[name]
        panel = chain["panel"]
        if not isinstance(panel, str) or not 1 <= len(panel) <= 12 or panel.strip(_LETTERS) or panel in names:
            raise _unusable("panel", "chains", panel, 12)
        names.append(panel)
        if not _is_number(chain["lights"], 1, _MOST_LIGHTS):
            raise _unusable("lights", panel, chain["lights"], _MOST_LIGHTS)
        if not isinstance(chain["order"], str) or sorted(chain["order"]) not in (list("BGR"), list("BGRW")):
            raise _unusable("order", panel, chain["order"])
        if not _is_number(chain["budget_ma"], 0, 20000):
            raise _unusable("budget", panel, chain["budget_ma"], 20000)
        chains.append(chain)
    return chains


def load() -> Settings:
    """Load the settings file; return the defaults if it is missing or invalid."""
    try:
        size = os.stat(PATH)[6]
        if size > MOST_BYTES:  # reading it could exhaust the heap
            raise _unusable("bytes", "", size, MOST_BYTES)
        with open(PATH, "rb") as file:
            return parse(_json(file.read()))
    except OSError as error:
        settings = Settings()
        if error.args[0] != _NO_FILE:
            settings.fault = (PATH, "unreadable", "", "", error.args[0])
        return settings
    except ValueError as error:
        settings = Settings()
        settings.fault = (PATH,) + error.args
        return settings


def _json(content: bytes) -> object:
    if content.startswith(_BYTE_ORDER_MARK):
        content = content[len(_BYTE_ORDER_MARK) :]
    try:
        return json.loads(content)
    except ValueError:
        raise _unusable("json", "")  # noqa: B904 - MicroPython has no exception causes
    except (MemoryError, RuntimeError):
        raise _unusable("nested", "")  # noqa: B904


def save(document: "dict[str, Any]") -> Settings:
    """Validate and save a document; return its settings, which apply after a restart.

    Raises:
        ValueError: if it is invalid; the file on flash is unchanged.
    """
    settings = parse(document)
    with open(_NEW_PATH, "w") as file:
        file.write(json.dumps(settings.document()))
    os.sync()  # type: ignore[attr-defined, unused-ignore]
    os.rename(_NEW_PATH, PATH)
    return settings
