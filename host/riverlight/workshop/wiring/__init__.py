"""The wiring of a built board: one source of parts, pins and connections, from which all pages and pictures are made.

``plans`` says what is to be built, ``assemble`` makes parts and wires of it, ``checks`` names what is electrically
wrong, ``power`` tells what it draws, ``diagram`` and ``pages`` show it. Pins come from ``firmware.pins`` alone.
"""

from riverlight.workshop.wiring.assemble import assembled
from riverlight.workshop.wiring.checks import faults
from riverlight.workshop.wiring.plans import WORKED, Plan, plan_for

__all__ = ["WORKED", "Plan", "assembled", "faults", "plan_for"]
