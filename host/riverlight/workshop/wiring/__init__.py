"""The wiring of a build: one source of parts, pins and connections, from which all pages and pictures are generated.

``plans`` defines what to build, ``assemble`` turns it into parts and wires, ``checks`` finds electrical faults,
``power`` calculates currents, ``diagram`` and ``pages`` show it. Pins are defined in ``firmware.pins``.
"""

from riverlight.workshop.wiring.assemble import make_build
from riverlight.workshop.wiring.checks import faults
from riverlight.workshop.wiring.plans import WORKED, Plan, plan_for

__all__ = ["WORKED", "Plan", "faults", "make_build", "plan_for"]
