"""Builds as KiCad would export them."""

from __future__ import annotations

from riverlight.workshop.wiring.model import Build, fixed_terminals

__all__ = ["netlist_of"]


def netlist_of(build: Build) -> str:
    """Return a build as KiCad exports it: components with fields, nets by pin number."""
    comps, nets = "", ""
    for part in build.parts:
        fields = {"Label": part.label} if part.label and part.kind != "strip" else {}
        value = {"pico": "Raspberry Pi Pico", "shifter": "74AHCT125"}.get(part.kind, f"{part.value:g}")
        if part.kind == "capacitor":
            value = f"{part.value * 1e9:.0f}n"
        if part.kind == "strip":
            chain = next(chain for chain in build.chains if chain.ref == part.ref)
            feeds = " ".join(str(feed + 1) for feed in chain.feeds)
            fields = {
                "Panel": chain.panel,
                "Lights": str(chain.lights),
                "Feeds": feeds,
                "Budget_mA": str(chain.budget_ma),
            }
        shown = "".join(f'(field (name "{name}") "{word}")' for name, word in fields.items())
        comps += f'(comp (ref "{part.ref}") (value "{value}") (fields {shown}))\n'
    listed = {build.net(end) for wire in build.wires for end in (wire.start, wire.end)}
    for number, net in enumerate(sorted(listed, key=sorted), 1):
        nodes = ""
        for ref, name in sorted(net):
            fixed = fixed_terminals(build.by_ref[ref].kind)
            nodes += f'(node (ref "{ref}") (pin "{fixed.index(name) + 1 if name in fixed else name}"))'
        nets += f'(net (code "{number}") (name "N{number}") {nodes})\n'
    return f'(export (version "E")\n(components {comps})\n(nets {nets}))\n'
