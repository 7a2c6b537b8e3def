"""Renderer: from light roles to the colours of a panel at a given time.

Many lights share the same role and detail, so a role frame is first *indexed* when it changes: each distinct pair of
role and detail gets a number, and each light the number of its pair. Rendering then computes the colours of the pairs,
about twenty, and copies them to the lights, adding the river's wave and glints per light.

All of it is viper code with integers below 2**30, and allocates nothing. Times are ticks in milliseconds.
"""

import sys

import micropython

from shared_rules import roles
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    ptr8 = Any

_MOST_PAIRS = const(64)
_NO_SPACE = const(255)

# How the colour of a pair is copied to its lights.
_PLAIN = const(0)
_WAVE = const(1)
_GLINT = const(2)
_SWIFT_WAVE = const(3)  # and above: faster with each

# Copies of shared_rules.roles: the compiler folds only constants of the same file, and look-ups are slow.
_DARK = const(0)
_HIDDEN = const(14)
_BREATHE = const(1)
_BLINKS = const(2)
_FLOW = const(3)
_SHIMMER = const(4)
_PULSE = const(5)
_STREAM = const(7)
_DIPS = const(8)
_GLOWS = const(9)
_SEAT = const(1)
_SEATS = const(2)
_GEMS = const(3)

# Colours of the firmware's own signals.
RED = b"\xff\x00\x00"
GREEN = b"\x00\xff\x46"
BLUE = b"\x00\x18\x50"
GOLD = b"\xff\xb4\x28"
VIOLET = b"\x78\x14\xff"

_SWELL_MS = const(700)


def _flat(rows: "Sequence[tuple[int, ...]]") -> bytes:
    numbers: "list[int]" = []
    for row in rows:
        numbers.extend(row)
    return bytes(numbers)


_TABLE = _flat(roles.TABLE)
if sys.implementation.name == "micropython":
    roles.TABLE = ()  # type: ignore[assignment]  # not used elsewhere on the Pico, and its rows would take 3 KB of heap
_LIGHTS = _flat(roles.SEAT_COLOURS)  # of pieces, to choose from; the first six are the seats' own
# A detail has three bits for the seat, there are six seats; the gems' colours start at index 8.
_SEATS_END = const(18)
_SEAT_COLOURS = _LIGHTS[:_SEATS_END] + b"\xff" * 6 + _flat(roles.GEM_COLOURS)
_FIRST_LETTER = const(97)  # of a light on the wire

WAVE = bytes([255 - ((step - 128) * (step - 128) * 255 >> 14) for step in range(256)])
"""One period of the wave: 0 at the ends, 255 in the middle."""


@micropython.viper
def _index(frame: ptr8, lights: ptr8, pairs: ptr8, index: ptr8, count: int) -> int:
    """Index the lights by the distinct pairs of a role frame; return their number.

    Pair 0 is dark.
    """
    pairs[0] = 0
    pairs[1] = 0
    known = 1
    for light in range(count):
        space = lights[light]
        if space == _NO_SPACE:
            index[light] = 0
            continue
        role = frame[2 * space]
        detail = frame[2 * space + 1]
        pair = 0
        while pair < known:
            if pairs[2 * pair] == role and pairs[2 * pair + 1] == detail:
                break
            pair += 1
        if pair == known:
            if known == _MOST_PAIRS:
                pair = 0
            else:
                pairs[2 * pair] = role
                pairs[2 * pair + 1] = detail
                known += 1
        index[light] = pair
    return known


@micropython.viper
def _paint(pairs: ptr8, colours: ptr8, table: ptr8, seats: ptr8, setting: int, ms: int) -> int:
    """Set each pair's full-level colour (RGB and gem number); return their number.

    A pair with several seats or gems shows them in turn. ``setting`` has the number of pairs in the low byte, then a
    bit for the peek key, then one for waiting for the host.
    """
    count = setting & 255
    peeks = setting & 256
    at = 0
    for pair in range(count):
        role = pairs[2 * pair]
        detail = pairs[2 * pair + 1]
        row = role * 5
        source = table[row + 3]
        if role == _HIDDEN and not peeks:
            source = 0  # dark: without the peek key, hidden and dark must be identical at all times
        red = table[row]
        green = table[row + 1]
        blue = table[row + 2]
        if source:
            seat = (detail >> 5) * 3
            standing = 1
            if source >= _SEATS:
                seat = 0
                standing = 0
                mask = detail & (63 if source == _SEATS else 31)
                while mask:
                    standing += mask & 1
                    mask >>= 1
                turn = 0
                if source == _GEMS:  # each for the duration of its dips
                    rest = ms % (standing * 3072) if standing else 0
                    while rest >= 3072:
                        rest -= 3072
                        turn += 1
                    seat = 24
                elif standing:  # 0.5 s each
                    turn = (ms >> 9) % standing
                gem = 1
                mask = detail
                while standing:
                    if mask & 1:
                        if turn == 0:
                            break
                        turn -= 1
                    mask >>= 1
                    seat += 3
                    gem += 1
                colours[at + 3] = gem
            if standing:
                red = seats[seat]
                green = seats[seat + 1]
                blue = seats[seat + 2]
        colours[at] = red
        colours[at + 1] = green
        colours[at + 2] = blue
        at += 4
    return count


@micropython.viper
def _animate(pairs: ptr8, colours: ptr8, table: ptr8, wave: ptr8, setting: int, ms: int) -> int:
    """Apply each pair's level at ``ms``; replace its gem number by its spreading mode."""
    count = setting & 255
    peeks = setting & 256
    waits = setting & 512
    at = 0 - 4
    for pair in range(count):
        at += 4
        role = pairs[2 * pair]
        pattern = table[role * 5 + 4]
        if not pattern and not waits:
            colours[at + 3] = _PLAIN
            continue
        detail = pairs[2 * pair + 1]
        dips = detail & 31
        level = 256
        spreading = _PLAIN
        if dips and table[role * 5 + 3] == _GEMS:  # brighter with more gems
            level = 60 + (detail >> 5) * 28
            dips = colours[at + 3]
        if waits and (role == _DARK or (role == _HIDDEN and not peeks) or pattern == _FLOW or pattern == _STREAM):
            level = 70 + (wave[(ms >> 4) & 255] * 186 >> 8)
            colours[at] = 0
            colours[at + 1] = 12
            colours[at + 2] = 48
        elif pattern == _BREATHE:  # a breath in 2 s
            level = 50 + (wave[(ms >> 3) & 255] * 206 >> 8)
        elif pattern == _BLINKS:  # blinks of 0.2 s every 0.4 s, then 0.8 s of pause
            lit = dips * 400
            after = ms % (lit + 800)
            level = 26
            if after < lit and after % 400 < 200:
                level = 256
        elif pattern == _FLOW:
            spreading = _WAVE
        elif pattern == _SHIMMER:
            spreading = _GLINT
        elif pattern == _PULSE:  # two short dips every second
            after = ms & 1023
            if after < 128 or (after >= 320 and after < 448):
                level = 60
        elif pattern == _STREAM:
            spreading = _SWIFT_WAVE + (detail & 3)
        elif pattern == _DIPS:  # dips of 0.2 s every 0.4 s
            after = ms % 3072
            if after < dips * 400 and after % 400 < 200:
                level >>= 2
        elif pattern == _GLOWS:  # blinks of 0.6 s every 0.8 s, then 0.8 s of pause
            lit = dips * 800
            after = ms % (lit + 800)
            if after >= lit or after % 800 >= 600:
                level = 26
        if level != 256:
            colours[at] = colours[at] * level >> 8
            colours[at + 1] = colours[at + 1] * level >> 8
            colours[at + 2] = colours[at + 2] * level >> 8
        colours[at + 3] = spreading
    return count


@micropython.viper
def _spread(index: ptr8, colours: ptr8, places: ptr8, wave: ptr8, values: ptr8, count: int, ms: int) -> int:
    """Set each light to its pair's colour, plus wave and glints; return bytes written."""
    wave_at = ms >> 4
    glint_at = ms >> 3
    to = 0
    for light in range(count):
        at = index[light] << 2
        red = colours[at]
        green = colours[at + 1]
        blue = colours[at + 2]
        spreading = colours[at + 3]
        if spreading == _WAVE or spreading >= _SWIFT_WAVE:  # crests move to smaller places: downstream
            if spreading == _WAVE:
                level = 150 + (int(wave[(wave_at + places[light] * 24) & 255]) * 106 >> 8)
            else:  # a wave in 16, 5, 2 or 1 s
                speed = spreading - _SWIFT_WAVE
                speed = 1 + speed + speed * speed
                level = 80 + (int(wave[(((ms & 0xFFFFF) * speed >> 6) + places[light] * 40) & 255]) * 176 >> 8)
            red = red * level >> 8
            green = green * level >> 8
            blue = blue * level >> 8
        elif spreading == _GLINT:  # each light at its own phase, every 2 s for 0.25 s
            glint = 256 - ((glint_at + light * 83) & 255) * 8
            if glint > 0:
                red += (255 - red) * glint >> 9
                green += (255 - green) * glint >> 9
                blue += (255 - blue) * glint >> 9
        values[to] = red
        values[to + 1] = green
        values[to + 2] = blue
        to += 3
    return to


@micropython.viper
def _tint(values: ptr8, colour: ptr8, count: int, weight: int) -> int:
    """Blend every light with a colour by ``weight`` 256ths; return the bytes written."""
    keep = 256 - weight
    red = colour[0] * weight
    green = colour[1] * weight
    blue = colour[2] * weight
    to = 0
    for _ in range(count):
        values[to] = values[to] * keep + red >> 8
        values[to + 1] = values[to + 1] * keep + green >> 8
        values[to + 2] = values[to + 2] * keep + blue >> 8
        to += 3
    return to


@micropython.viper
def _sweep(values: ptr8, colour: ptr8, count: int, head: int, step: int) -> int:
    """Draw a colour band with its front at ``head`` (256ths); return bytes written.

    ``step`` is the distance between lights in 65536ths of the chain.
    """
    to = 0
    for light in range(count):
        behind = head - (light * step >> 8)
        if behind >= 0 and behind < 64:
            weight = 256 - behind * 4
            keep = 256 - weight
            for part in range(3):
                values[to + part] = values[to + part] * keep + colour[part] * weight >> 8
        to += 3
    return to


class Renderer:
    """Draws one panel into the values of its chain: three bytes per light, RGB.

    Args:
        values: the values of the chain, written by every draw.
        lights: the space of each light, NONE for none; may be shorter or longer than the chain.
        places: distance upstream of each space in steps: the phase of the river's wave.
    """

    def __init__(self, values: bytearray, lights: "bytes | memoryview", places: bytearray) -> None:
        self._values = values
        self._count = len(values) // 3
        known = min(self._count, len(lights))
        self._lights = bytearray(b"\xff" * self._count)
        self._places = bytearray(self._count)
        for light in range(known):
            space = lights[light]
            self._lights[light] = space
            if space != _NO_SPACE:
                self._places[light] = places[space]
        self._index = bytearray(self._count)
        self._pairs = bytearray(2 * _MOST_PAIRS)
        self._colours = bytearray(4 * _MOST_PAIRS)
        self._known = 1
        self._seats = bytearray(_SEAT_COLOURS)

    def use_lights(self, letters: str) -> None:
        """Light each seat in the colour with its letter, ``a`` the table's first; without one, in its own."""
        self._seats[:_SEATS_END] = _SEAT_COLOURS[:_SEATS_END]
        for seat in range(len(letters)):
            light = 3 * (ord(letters[seat]) - _FIRST_LETTER)
            self._seats[3 * seat : 3 * seat + 3] = _LIGHTS[light : light + 3]

    def take(self, frame: bytearray) -> None:
        """Show the current roles of ``frame`` from the next draw on."""
        self._known = _index(frame, self._lights, self._pairs, self._index, self._count)

    def draw(self, ms: int, is_peeking: bool, is_waiting: bool) -> None:
        """Draw at time ``ms``; while waiting for the host, plain water breathes dim blue."""
        setting = self._known
        if is_peeking:
            setting += 256
        if is_waiting:
            setting += 512
        _paint(self._pairs, self._colours, _TABLE, self._seats, setting, ms)
        _animate(self._pairs, self._colours, _TABLE, WAVE, setting, ms)
        _spread(self._index, self._colours, self._places, WAVE, self._values, self._count, ms)


def breathe(values: bytearray, colour: bytes, ms: int) -> None:
    """Write one colour to all lights, breathing every 4 s: the firmware's own signal."""
    count = len(values) // 3
    _tint(values, colour, count, 256)
    _tint(values, b"\x00\x00\x00", count, 180 - (WAVE[(ms >> 4) & 255] * 160 >> 8))


def refuse(values: bytearray, since_ms: int) -> bool:
    """Draw the *refused* cue, two red flashes; return False once it is over."""
    if since_ms >= 800:
        return False
    if since_ms % 400 < 200:
        _tint(values, RED, len(values) // 3, 230)
    return True


def accept(values: bytearray, since_ms: int) -> bool:
    """Draw the *accepted* cue, a running green band; return False once it is over."""
    if since_ms >= 400:
        return False
    count = len(values) // 3
    _sweep(values, GREEN, count, since_ms * 320 // 400, 65536 // count)
    return True


def gain(values: bytearray, since_ms: int) -> bool:
    """Draw the cue of a trick won, a gem ashore and the like, one golden swell; return False once it is over."""
    return _swell(values, GOLD, since_ms, _SWELL_MS)


def loss(values: bytearray, since_ms: int) -> bool:
    """Draw the cue of a fall, a theft or a catch, two violet swells; return False once it is over."""
    return _swell(values, VIOLET, since_ms, 2 * _SWELL_MS)


def _swell(values: bytearray, colour: bytes, since_ms: int, length_ms: int) -> bool:
    if since_ms >= length_ms:
        return False
    _tint(values, colour, len(values) // 3, WAVE[since_ms % _SWELL_MS * 255 // _SWELL_MS] * 150 >> 8)
    return True
