"""The build guide: from parts to first light to a lit board, for people who solder for the first time.

Each step says what to do, shows it, and ends in a check. The text depends on the plan, so that a guide for a board of
one's own mentions only that board's parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from riverlight.workshop.light_types import LIGHT_TYPES
from riverlight.workshop.wiring import pictures, pictures_wires
from riverlight.workshop.wiring.breadboard import breadboard, jumpers
from riverlight.workshop.wiring.guide_lights import about_white, hours, how_to_cut, how_to_lay
from riverlight.workshop.wiring.guide_sensors import sensor_check, sensor_text, sensors_before_print
from riverlight.workshop.wiring.model import Build
from riverlight.workshop.wiring.plans import Plan
from riverlight.workshop.wiring.tables import table, terminal_words, wrapped

__all__ = ["guide", "guide_pictures"]

_TEST = "riverlight device test"

_BOARDS = (
    ("Pico", "`RPI_PICO-`", "RPI-RP2"),
    ("Pico W", "`RPI_PICO_W-`", "RPI-RP2"),
    ("Pico 2", "`RPI_PICO2-`", "RP2350"),
    ("Pico 2 W", "`RPI_PICO2_W-`", "RP2350"),
)
"""The supported boards, and MicroPython's names for them."""


class _Step(NamedTuple):
    """A step: what to do, and how to check it."""

    title: str
    picture: str
    text: str
    check: str


def guide(plan: Plan, build: Build, folder: str) -> str:
    """Return the guide as Markdown; ``folder`` is the path from the guide to the build's pages."""
    steps = list(_steps(plan, build, folder))
    contents = "\n".join(f"{number}. [{step.title}](#{_anchor(number, step)})" for number, step in enumerate(steps, 1))
    body = "\n".join(_shown(number, step) for number, step in enumerate(steps, 1))
    return wrapped(f"{_opening(plan, build, folder)}\n{contents}\n\n{body}\n{_TROUBLES}")


def guide_pictures(build: Build) -> dict[str, str]:
    """Return the guide's pictures, by file name."""
    found = {
        "usb.svg": pictures.usb(),
        "joint.svg": pictures.joint(),
        "breadboard.svg": breadboard(build),
        "first-light.svg": pictures_wires.first_light(),
        "keypad.svg": pictures_wires.keypad(),
        "pages.svg": pictures.pages(),
        "strip.svg": pictures_wires.strip(),
        "stack.svg": pictures.stack(),
    }
    if build.of_kind("reader"):
        found["reader.svg"] = pictures_wires.reader()
    if not build.is_usb:
        found["power.svg"] = pictures_wires.power(build)
    return found


def _anchor(number: int, step: _Step) -> str:
    words = "".join(letter for letter in step.title.lower() if letter.isalnum() or letter in " -")
    return f"{number}-{words.replace(' ', '-')}"


def _shown(number: int, step: _Step) -> str:
    shown = f"![{step.title}](pictures/{step.picture}.svg)\n\n" if step.picture else ""
    text = step.text.strip("\n")
    return f"## {number} {step.title}\n\n{shown}{text}\n\n**Check.** {step.check}\n"


def _opening(plan: Plan, build: Build, folder: str) -> str:
    lights = sum(chain.lights for chain in build.chains)
    if build.is_usb:
        power = "Everything lives on the USB cable."
    elif build.is_one_supply:
        power = "One 5 V supply feeds the lights and, through a diode, the Pico."
    else:
        power = "The lights have a 5 V supply of their own; the Pico lives on its USB cable."
    sensors = " It says `bad sensors` until these are wired: their step comes late." if plan.sensors else ""
    return f"""# Building the lights

This guide goes from a heap of parts to a lit board, for someone who has never soldered. It builds *{plan.title}*:
{lights} lights. {power} What to buy, what it draws and every wire stand in [{plan.title}]({folder}README.md); keep
its [wiring diagram]({folder}wiring.svg) at hand.

Plan {hours(build)} hours of work, most of them for the lights themselves. You need the tools at the end of the
[shopping list]({folder}shopping.csv).

Safety: nothing here is above 5 V, so never open a supply that plugs into the wall, and buy one with a mark of safety
approval. Unplug everything before you change a wire. The iron stays hot for ten minutes after you put it down; solder
with a window open and wash your hands. Keep small parts, loose wires and the open board away from small children.
Never cover the supply, and unplug it when nobody is in the room: a home-made board must not run unattended. If anything
smells, gets too warm to touch, or a fuse blows, unplug and find the cause before you go on. Lights at full brightness
are unpleasant close to the eyes; patterns stay below three flashes a second.

Every step ends in a check. Do not go on before it passes: a fault is easy to find when only one thing is new.

On your computer, `{_TEST}` walks through the board: it lights every light in red, green, blue and white, asks what you
see, asks for every key by its mark, and writes a report, which you can attach when you ask for help. Each part can be
tested by itself: `--lights 1-10` the first ten lights, `--part keys` the keypad.{sensors}
"""


def _steps(plan: Plan, build: Build, folder: str) -> Iterator[_Step]:
    yield _program(folder)
    yield _pins()
    yield _plug(build)
    if not build.is_usb:
        yield _power(build)
    yield _first_light(build)
    yield _keypad(build)
    if plan.has_reader or plan.has_peek_key or plan.has_buzzer:
        yield _extras(plan, build)
    yield _print(plan)
    yield _lay(plan, build)
    if plan.sensors:
        yield _Step("The sensors", "", sensor_text(build), sensor_check())
    yield _close(plan)


def _program(folder: str) -> _Step:
    return _Step(
        "Put the program on the Pico",
        "usb",
        f"""
Nothing is soldered yet. Get MicroPython 1.28 or newer from MicroPython's own site, the file for your board:

{table(("board", "its file begins with", "its drive"), _BOARDS)}
All four fit every page of this guide: same pins, same wires. The radio of a W is not used. Hold the button BOOTSEL
while you plug the board in, let go, and copy the file to the drive that appears. Then, on the computer, in the folder
of this guide:

    riverlight device install --settings {folder}settings.json
""",
        f"""`{_TEST}` says `ok firmware` and the versions. It asks about lights too: there are none yet, answer no, and
let the keys pass. When it finds no board, `riverlight doctor` tells why: most often the cable only charges.""",
    )


def _pins() -> _Step:
    return _Step(
        "Solder the pins",
        "joint",
        """
Skip this when your Pico came with pins. Push the long ends of the two rows of pins into the breadboard, one in row c,
one in row h, and lay the Pico on the short ends, its parts upward: the breadboard keeps them straight.

Solder one pin at each corner first, look that the Pico lies flat, then the other thirty-six. Heat pin and pad together,
count to two, feed the solder at the joint, take the solder away, then the iron. Wipe the tip on a wet sponge now and
then. A joint is good when it is a shiny cone; a ball or a grey crumb is heated again.
""",
        f"""With the meter on ohms, no two neighbouring pins are joined, nor pin 40 (VBUS) and pin 38 (GND). Then plug
in: `{_TEST}` still says `ok firmware`.""",
    )


def _plug(build: Build) -> _Step:
    rows = [(jumper.start, jumper.end, jumper.what, jumper.why) for jumper in jumpers(build)]
    carrier = (
        ""
        if build.is_usb
        else "Whoever would rather solder than plug orders the carrier board: the page in Riverlight's folder "
        "`hardware/kicad` then takes the place of this step and the next.\n\n"
    )
    return _Step(
        "Plug the breadboard",
        "breadboard",
        f"""
{carrier}Unplug the USB cable. Put the Pico with its USB socket at the left, its pins in rows c and h from column 1; the
74AHCT125 with its notch at the left, its legs in rows e and f from column 23. Bend its legs a little inward on the
table first. Then the wires:

{table(("from", "to", "what", "why"), rows)}
The 74AHCT125 lifts the Pico's 3.3 V to the 5 V that the lights expect. The resistors of 330 Ω calm the edges of the
data; those of 4.7 kΩ hold the inputs low while the Pico starts, so that no light flashes; C1 feeds the chip while it
switches.
""",
        f"""Before any power, with the meter on ohms: from + to − of the rails it must not beep, and read more than 1 kΩ
once it has settled; from − to pin 38 and to leg 7 of the chip it beeps; from leg 14 to + it beeps; from pin 40 of the
Pico to + {"it beeps" if build.is_usb else "it must not"}. Then plug in the USB cable{_without_supply(build)}: nothing
gets warm, and `{_TEST}` says `ok firmware`.""",
    )


def _without_supply(build: Build) -> str:
    return "" if build.is_usb else ", the supply not yet connected"


def _power(build: Build) -> _Step:
    supply = build.of_kind("supply")[0]
    trunk = build.wires[0].area_mm2
    fuses = table(
        ("fuse", "ampere", "leads to"),
        (
            (part.ref, f"{part.value:g}", terminal_words(build, wire.end))
            for part in build.of_kind("fuse")
            for wire in build.wires
            if wire.start == (part.ref, "2")
        ),
    )
    pico = (
        "The diode D1 leads from the + rail to VSYS of the Pico (pin 39), its ring at the Pico: the USB cable may be "
        "plugged in at the same time, and neither feeds the other."
        if build.is_one_supply
        else "VBUS, VSYS and 3V3 of the Pico stay free: the supply would feed back into the computer."
    )
    return _Step(
        "Bring the power",
        "power",
        f"""
All unplugged. The red wire of the supply ({supply.value:g} A, its jack or its bare wires) goes to the block X1, the
black wire to the block X2, both {trunk:g} mm². Put a ferrule on every stranded end. From X1 each fuse leads on, and
nothing else does:

{fuses}
A wire from X2 to the − rail joins the grounds of supply and Pico: without it the lights flicker or stay dark. F1 feeds
the + rail, which feeds the 74AHCT125. {pico}
""",
        f"""Before any power, with the meter on ohms: from X1 to X2 it must not beep; from X2 to pin 38 of the Pico it
beeps; with F1 taken out, the + rail has no way to X1. Then plug in the supply alone: 4.9 to 5.2 V from X1 to X2 and at
every fuse's far end, the + side is +. Unplug, plug in the USB cable too: `{_TEST}` says `ok firmware`.""",
    )


def _first_light(build: Build) -> _Step:
    panel = build.chains[0].panel
    source = "the + rail and the − rail" if build.is_usb else "the fuse F2 and X2"
    capacitor = (
        "Solder the capacitor of 4.7 µF across +5V and GND: a larger one is more than USB allows."
        if build.is_usb
        else "Solder the capacitor of 1000 µF across +5V and GND, its striped side to GND: turned round it bursts."
    )
    return _Step(
        "First light",
        "first-light",
        f"""
{how_to_cut(build)} {capacitor}

All unplugged, take +5V and GND to {source}, and DIN to hole a30 of the breadboard. Then plug in.
""",
        f"""`{_TEST}`: three lights of {panel} turn red, green, blue and white, in this order. The rest of the chain is
not there yet, so look at the three alone. When red and green are changed over, say `RGB` for the `order` of {panel} in
the settings and install again.{about_white(build)} When all stay dark: the arrow, DIN and not DO, the notch of the
chip, 1OE to ground.""",
    )


def _keypad(build: Build) -> _Step:
    more = ""
    if len(build.of_kind("keypad")) > 1:
        pairs = _pairs(build, "K2")
        more = f"\nThe second keypad goes to the pins of its own:\n\n{table(('keypad', 'Pico'), pairs)}"
    count = "keypads" if more else "keypad"
    return _Step(
        f"The {count}",
        "keypad",
        f"""
Eight wires, no other parts: plug them into the breadboard beside the Pico's pins, as the picture shows. The rows are
driven by the Pico, the columns are pulled up inside it.
{more}""",
        f"""`{_TEST}` asks for every key by its mark and says `ok keypad 1  all 16 keys came`. When a whole
row or column is missing, its wire is; when keys come as others, swap the wires, or let it write the legend with
`--settings`.""",
    )


def _extras(plan: Plan, build: Build) -> _Step:
    names, text, check = [], "", []
    if plan.has_reader:
        names.append("card reader")
        text += f"""
The reader lives on 3.3 V: on 5 V it dies. Keep its wires under 20 cm.

{table(("reader", "Pico"), _pairs(build, "RD1"))}"""
        check.append(f"`{_TEST}` says `ok card reader` when you lay a tag on it.")
        check.append("Later `riverlight device teach` learns what each of your cards means.")
    if plan.has_peek_key:
        names.append("peek key")
        (_, pin), (_, ground) = _pairs(build, "S1")
        text += f"\nThe peek key goes between {pin} and {ground}, either way round.\n"
        check.append("The meter shows 0 Ω from pin to ground while the peek key is held.")
    if plan.has_buzzer:
        names.append("buzzer")
        resistor = f"R{len(build.chains) + 1}"
        [(_, pin)], [(_, ground)] = _pairs(build, resistor), _pairs(build, "BZ1")
        text += f"\nThe buzzer goes from {pin} through {resistor} (220 Ω) to its +, and its − to {ground}.\n"
        check.append("A key that you press clicks in the buzzer.")
    if not plan.has_reader:
        check.insert(0, f"`{_TEST}` still says `ok` to all that it did before.")
    title = f"The {names[0]}" if len(names) == 1 else f"The {', '.join(names[:-1])} and {names[-1]}"
    return _Step(title, "reader" if plan.has_reader else "", text, " ".join(check))


def _pairs(build: Build, ref: str) -> list[tuple[str, str]]:
    """Return the terminals of a part that are wired to the Pico, each with the Pico's pin."""
    return [
        (terminal_words(build, wire.end), terminal_words(build, wire.start))
        for wire in build.wires
        if wire.end[0] == ref and wire.start[0] == "U1"
    ]


def _print(plan: Plan) -> _Step:
    board = plan.board_id
    kind = LIGHT_TYPES[plan.light_type]
    option = "" if plan.light_type == "pixels" else f" --lights {plan.light_type}"
    faces = ""
    if len(plan.chains) > 1:
        faces = (
            " The board has two faces: build a plate for each, every face drawn as its own side sees it, and join them "
            "back to back with the wires between."
        )
    return _Step(
        "Print, glue, drill",
        "pages",
        f"""{sensors_before_print(board) if plan.sensors else ""}
    riverlight boards print {board} --out printed{option}

writes four sets of pages: the drill template, the wiring side, the light shield, the map. Print them at 100 % (actual
size) and measure the line of 100 mm on every page: a printer that scales spoils everything. Cut each page at its left
and top marks, lay it on the dashed lines of the page before, and glue.

Tape the drill template to the base plate, prick every centre through the paper, drill holes of {kind.hole_mm:g} mm.
Glue the wiring side to the back of the plate: it is mirrored, so that it lies right when you look from below, where
the lights go in.{faces} Cut the openings of the light shield out of foam board or plywood of 5 to 10 mm. With a laser
cutter, `riverlight hardware parts {plan.board_id or "my_canyon"} --laser --out cut` writes plates and shield in tiles.
""",
        f"""Lay base plate, shield and map on each other and hold them against a lamp: every hole lies in the middle of
its opening and under its space. Then hold the three lights of your first light under three holes: with `{_TEST}` each
space shines as one round spot, and the spaces beside it stay dark.""",
    )


def _lay(plan: Plan, build: Build) -> _Step:
    feeds = [chain for chain in build.chains if len(chain.feeds) > 1]
    power = ""
    for chain in feeds:
        others = ", ".join(str(feed + 1) for feed in chain.feeds[1:])
        power += (
            f"\nThe chain {chain.panel} gets power at light {others} too: a red wire from a fuse of its own, a black "
            "one from X2, so that its far end is as bright as its start.\n"
        )
    how = how_to_lay(build)
    return _Step(
        "Lay the lights",
        "strip",
        f"""
{how}
{power}
Do ten lights, check, then the next ten.

![The layers of the board](pictures/stack.svg)
""",
        f"""`{_TEST}` with `--lights 1-10`: the lights laid so far show every colour, one by one, in the order of the
numbers. The first dark light shows where to look: its DIN joint, or DO of the light before. When all are laid it says
`ok` for all lights of {plan.chains[0].panel}, and what they draw in white. With a meter in the + wire, measure that
too: with `--settings` the figure is stored.""",
    )


def _close(plan: Plan) -> _Step:
    return _Step(
        "Close it and play",
        "",
        f"""
Set the feet, the shield, the acrylic and the map on top. Lead the USB cable{"" if plan.is_usb else " and the supply"}
out at the side and fix them, so that nobody pulls at a solder joint. If you laid the lights in another order than the
template's, let the program find out which light lies where. `riverlight device list` tells what PORT is:

    riverlight boards calibrate {plan.board_id} --port PORT
""",
        f"""`{_TEST}` once more, all `ok`; keep its report. Then `riverlight play --port PORT`: begin a game, and the
board lights up.""",
    )


_TROUBLES = """## When something is wrong

| what you see | what it most often is |
| --- | --- |
| no board is found | a cable that only charges; `riverlight doctor` |
| all lights dark | DIN and DO changed over, 1OE not at ground, no common ground, the chip turned round |
| the first light odd, the rest right | no level shifter between Pico and lights, or 3.3 V on its VCC |
| dark from one light on | its DIN joint, or DO of the light before |
| white turns pink or yellow far out | power is fed in too few places; thin wire |
| flicker when many are lit | no capacitor, no common ground, a supply that is too small |
| red and green changed over | `order` in the settings: GRB or RGB |
| a fuse blows | a short circuit behind it: unplug, measure + to − there on ohms, look for a bridge of solder |
| keys doubled or missing | two wires of the keypad changed over or touching |
"""
