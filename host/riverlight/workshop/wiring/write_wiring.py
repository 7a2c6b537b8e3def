"""Writes a build as YAML for ``read_wiring``, as a starting point for a wiring of one's own."""

from __future__ import annotations

from collections.abc import Iterator

from riverlight.workshop.wiring.model import Build, Chain, Part

__all__ = ["wiring_text"]

_HEAD = """# The wiring of {title}. Change it to what you have built, then: riverlight hardware check {file}
"""


def wiring_text(build: Build, file: str = "wiring.yaml") -> str:
    """Return a build as YAML."""
    chains = {chain.ref: chain for chain in build.chains}
    lines = [_HEAD.format(title=build.title, file=file), "connectors:"]
    lines += [f"  {part.ref}: {{{', '.join(_facts(part, chains))}}}" for part in build.parts]
    lines += ["", "cables:  # length in metres"]
    lines += [
        f'  W{number}: {{gauge: "{wire.area_mm2:g} mm2", length: {wire.length_mm / 1000:g}}}'
        for number, wire in enumerate(build.wires, 1)
    ]
    lines += ["", "connections:"]
    for number, wire in enumerate(build.wires, 1):
        (one, here), (other, there) = wire.start, wire.end
        lines.append(f'  - [{one}: "{here}", W{number}: 1, {other}: "{there}"]')
    return "\n".join(lines) + "\n"


def _facts(part: Part, chains: dict[str, Chain]) -> Iterator[str]:
    yield f"type: {part.kind}"
    if part.kind == "strip":
        chain = chains[part.ref]
        yield f"panel: {chain.panel}, lights: {chain.lights}, feeds: {[feed + 1 for feed in chain.feeds]}"
        yield f"order: {chain.order}, budget_ma: {chain.budget_ma}, light_ma: {chain.light_ma}"
        yield f'hop_mm: {round(sum(chain.hops_mm) / max(1, len(chain.hops_mm))) or 1}, gauge: "{chain.area_mm2:g} mm2"'
        return
    if part.value:
        yield f"value: {_value(part)}"
    if part.label:
        yield f'label: "{part.label}"'


def _value(part: Part) -> str:
    if part.kind == "capacitor":
        return f"{part.value * 1e9:g}n" if part.value < 1e-6 else f"{part.value * 1e6:g}u"
    return f"{part.value:g}"
