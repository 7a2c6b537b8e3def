"""The build guide: from parts to first light to a lit board, for a person who solders for the first time.

Each step tells what to do, shows it, and ends in a check; the text follows the plan, so that a guide for one's own
board speaks of that board's parts alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from riverlight.wiring import pictures, pictures_wires
from riverlight.wiring.breadboard import breadboard, jumpers
from riverlight.wiring.model import Build
from riverlight.wiring.plans import Plan
from riverlight.wiring.tables import table, terminal_words, wrapped

__all__ = ["guide", "guide_pictures"]

_TEST = "riverlight device test"


class _Step(NamedTuple):
    """What to do, and how to see that it is done."""

    title: str
    picture: str
    text: str
    check: str


def guide(plan: Plan, build: Build, folder: str) -> str:
    """Return the guide as Markdown; ``folder`` is where the build's own pages are, as seen from the guide."""
    steps = list(_steps(plan, build, folder))
    contents = "\n".join(f"{number}. [{step.title}](#{_anchor(number, step)})" for number, step in enumerate(steps, 1))
    body = "\n".join(_shown(number, step) for number, step in enumerate(steps, 1))
    return wrapped(f"{_opening(plan, build, folder)}\n{contents}\n\n{body}\n{_TROUBLES}")


def guide_pictures(build: Build) -> dict[str, str]:
    """Return the pictures that the guide shows, by their file names."""
    found = {
        "usb.svg": pictures.usb(),
        "joint.svg": pictures.joint(),
        "breadboard.svg": breadboard(build.is_usb),
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
    power = (
        "Everything lives on the USB cable."
        if build.is_usb
        else "The lights have a 5 V supply of their own; the Pico lives on its USB cable."
    )
    return f"""# Building the lights

This guide goes from a heap of parts to a lit board, for someone who has never soldered. It builds *{plan.title}*:
{lights} lights. {power} What to buy, what it draws and every wire stand in [{plan.title}]({folder}README.md); keep
its [wiring diagram]({folder}wiring.svg) at hand.

Take two or three evenings. You need a soldering iron with a fine tip, thin solder with flux inside, side cutters, a
wire stripper, a meter for volts and ohms, tape, a drill or a fretsaw, wood glue.

Three rules keep it safe: nothing here is above 5 V, so never open a supply that plugs into the wall; unplug all
before you change a wire; the iron is hot for ten minutes after you put it down, and its smoke is not for breathing.

Every step ends in a check. Do not go on before it passes: a fault is easy to find when only one thing is new.

On your computer, `{_TEST}` walks through the board: it lights every light in red, green, blue and white, asks what you
see, waits for every key, and writes a report, which you can attach when you ask for help.
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
    yield _close(plan)


def _program(folder: str) -> _Step:
    return _Step(
        "Put the program on the Pico",
        "usb",
        f"""
Nothing is soldered yet. Get MicroPython 1.28 or newer for the Raspberry Pi Pico (a file that ends in `.uf2`) from
MicroPython's own site. Hold the button BOOTSEL while you plug the Pico in, let go, and copy the file to the drive that
appears. Then, on the computer, in the folder of this guide:

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
    rows = [(jumper.start, jumper.end, jumper.what, jumper.why) for jumper in jumpers(build.is_usb)]
    also = ""
    if len(build.chains) > 1:
        also = f"""
This is the first chain of lights. The others go the same way through the next gates, in place of what ties these to
ground: {_gates(build)}.
"""
    return _Step(
        "Plug the breadboard",
        "breadboard",
        f"""
Unplug the USB cable. Put the Pico with its USB socket at the left, its pins in rows c and h from column 1; the
74AHCT125 with its notch at the left, its legs in rows e and f from column 23. Bend its legs a little inward on the
table first. Then the wires:

{table(("from", "to", "what", "why"), rows)}
The 74AHCT125 lifts the Pico's 3.3 V to the 5 V that the lights expect. R1 calms the edges of the data, C1 feeds the
chip while it switches.
{also}""",
        f"""With the meter on ohms, + and − of the rails are not joined. Plug in the USB cable{_without_supply(build)}:
nothing gets warm, and `{_TEST}` says `ok firmware`.""",
    )


def _without_supply(build: Build) -> str:
    return "" if build.is_usb else ", the supply not yet connected"


def _gates(build: Build) -> str:
    data = {wire.end: wire.start[1] for wire in build.wires if wire.start[0] == "U1" and wire.end[0] == "U2"}
    words = []
    for number, chain in enumerate(build.chains[1:], 2):
        gate = ("U2", f"{number}A")
        words.append(f"{data[gate]} to {gate[1]}, {number}Y through R{number} to DIN of {chain.panel}")
    return "; ".join(words)


def _power(build: Build) -> _Step:
    supply, fuse = build.of_kind("supply")[0], build.of_kind("fuse")[0]
    return _Step(
        "Bring the power",
        "power",
        f"""
All unplugged. The red wire of the supply ({supply.value:g} A) goes to the fuse ({fuse.value:g} A) and nowhere else,
the other side of the fuse to the block X1, the black wire to the block X2. A wire from X2 to the − rail joins the
grounds of supply and Pico: without it the lights flicker or stay dark. A wire from X1 goes to the + rail, which feeds
the 74AHCT125. VBUS of the Pico stays free.
""",
        f"""Plug in the supply alone and measure: 4.9 to 5.2 V from X1 to X2, the + side is +, and 0 V from X2 to pin 38
of the Pico. Then plug in the USB cable too: `{_TEST}` says `ok firmware`.""",
    )


def _first_light(build: Build) -> _Step:
    panel = build.chains[0].panel
    source = "the + rail and the − rail" if build.is_usb else "X1 and X2"
    return _Step(
        "First light",
        "first-light",
        f"""
Cut three lights off the strip, in one piece, and solder three wires to the end where the arrow starts: +5V, DIN, GND.
Tin the pads and the wires first, then press them together with the iron: two seconds are enough. Solder the capacitor
of 1000 µF across +5V and GND, its striped side to GND: the wrong way round it bursts.

All unplugged, take +5V and GND to {source}, and DIN to hole a30 of the breadboard. Then plug in.
""",
        f"""`{_TEST}`: three lights of {panel} turn red, green, blue and white, in this order. The rest of the chain is
not there yet, so look at the three alone. When red and green are changed over, say `RGB` for the `order` of {panel} in
the settings and install again. When all stay dark: the arrow, DIN and not DO, the notch of the chip, 1OE to ground.""",
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
        f"""`{_TEST}` asks for every key and says `ok keypad 1  all 16 keys came`. When a whole row or column is
missing, its wire is; when the keys come in another order, two wires are changed over.""",
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
    return _Step(
        "Print, glue, drill",
        "pages",
        f"""
    riverlight boards print {board} --out printed

writes three sets of pages: the drill template, the light shield, the map. Print them at 100 % (actual size) and measure
the line of 100 mm on every page: a printer that scales spoils everything. Cut each page at its left and top marks, lay
it on the dashed lines of the page before, and glue.

Tape the drill template to the base plate, prick every centre through the paper, drill 8 mm holes (or the size of your
lights: `--hole`). Cut the openings of the light shield out of foam board or plywood of 5 to 10 mm. With a laser cutter,
`--format dxf` writes both, with layers CUT and ENGRAVE.
""",
        f"""Lay base plate, shield and map on each other and hold them against a lamp: every hole lies in the middle of
its opening and under its space. Then hold the three lights of your first light under three holes: with `{_TEST}` each
space shines as one round spot, and the spaces beside it stay dark.""",
    )


def _lay(plan: Plan, build: Build) -> _Step:
    feeds = [chain for chain in build.chains if len(chain.feeds) > 1]
    power = ""
    for chain in feeds:
        others = ", ".join(str(feed) for feed in chain.feeds[1:])
        power += (
            f"\nThe chain {chain.panel} gets power at light {others} too: a red and a black wire from X1 and X2, so "
            "that its far end is as bright as its start.\n"
        )
    area = build.chains[0].area_mm2
    return _Step(
        "Lay the lights",
        "strip",
        f"""
Cut the strip into single lights, straight through the middle of the pads. Follow the template: light 0 is the first,
and the thin lines with arrows lead from each to the next. Glue every light face up under its hole, its arrow along the
line. Join DO of each to DIN of the next, +5V to +5V, GND to GND: {area:g} mm² for power, thinner for data.
{power}
Do ten lights, check, then the next ten.

![The layers of the board](pictures/stack.svg)
""",
        f"""`{_TEST}`: the lights laid so far show every colour, one by one, in the order of the numbers. The first dark
light tells where to look: its DIN joint, or DO of the light before. When all are laid it says `ok` for all lights of
{plan.chains[0].panel}, and what they draw in white.""",
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
| the fuse blows | a short circuit: unplug, measure X1 to X2 on ohms, look for a bridge of solder |
| keys doubled or missing | two wires of the keypad changed over or touching |
"""
