"""Local network addresses of this machine, the most likely one for phones first.

Routes are not reliable: a VPN may have the default route, and a hotspot has none. So all private IPv4 addresses are
used, sorted by the kind of their network. No packets are sent.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final, NamedTuple

from riverlight.errors import ServerError

__all__ = ["LocalAddress", "choose_addresses", "find_addresses", "host_of"]

_PRIVATE: Final = tuple(map(ipaddress.IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "169.254.0.0/16")))
"""RFC 1918 and RFC 3927, most common in home networks first."""

_VIRTUAL: Final = re.compile(
    r"^(tun|tap|utun|wg|ppp|ipsec|zt|docker|br-|virbr|veth|vboxnet|vmnet|lxc|lxd|cni|podman|bridge\d)"
    r"|vpn|tap-|tailscale|zerotier|wireguard|wintun|nordlynx|mullvad|anyconnect|fortinet|globalprotect"
    r"|docker|hyper-v|vethernet|virtualbox|vmware|\bwsl\b",
    re.IGNORECASE,
)
"""Name prefixes of tunnels and virtual networks, which phones cannot reach.

On macOS, ``bridge100`` may also be internet sharing; it then has the only address, or is chosen with ``--lan ADDRESS``.
"""

_PHYSICAL: Final = re.compile(r"^(wl|en|eth|em\d|ap\d)|wi-?fi|wireless|802\.11|ethernet|gbe", re.IGNORECASE)
_POINT_TO_POINT: Final = 31
_NOWHERE: Final = ("192.0.2.1", 9)  # RFC 5737: a documentation address


class LocalAddress(NamedTuple):
    """An address of this machine, its prefix length, and the name of its adapter."""

    address: str
    prefix: int
    adapter: str

    @property
    def is_private(self) -> bool:
        """Whether it is a private address."""
        return self._range is not None

    @property
    def _range(self) -> int | None:
        found = ipaddress.ip_address(self.address)
        return next((at for at, network in enumerate(_PRIVATE) if found in network), None)

    def rank(self, default: str | None) -> tuple[int, bool, int]:
        """Return a sort key: kind of adapter, not the default route's, common range."""
        is_virtual = self.prefix >= _POINT_TO_POINT or _VIRTUAL.search(self.adapter)
        kind = 2 if is_virtual else 0 if _PHYSICAL.search(self.adapter) else 1
        at = len(_PRIVATE) if self._range is None else self._range
        is_unassigned = at == len(_PRIVATE) - 1
        return (3 if is_unassigned else kind, self.address != default, at)


def choose_addresses(asked: str) -> tuple[LocalAddress, ...]:
    """Return the addresses to listen on: all private ones, or the one ``asked`` for.

    Args:
        asked: an address of this machine; empty for all private ones, most likely first.

    Raises:
        ServerError: if this machine does not have it, or has no local network; lists the available addresses.
    """
    here = find_addresses()
    chosen = tuple(each for each in here if (each.address == asked if asked else each.is_private))
    if chosen:
        return chosen
    listed = ", ".join(f"{each.address} ({each.adapter})" for each in here)
    if asked:
        message = f"--lan takes an address of this machine ({listed or 'it has none'}), not {asked!r:.60}."
    elif here:
        message = f"This machine has no private address; choose one of its addresses with --lan ADDRESS: {listed}."
    else:
        message = "This machine is in no local network now: join one, or play without --lan."
    raise ServerError(message)


def find_addresses() -> list[LocalAddress]:
    """Return this machine's reachable addresses, most likely first, IPv6 last."""
    import ifaddr  # noqa: PLC0415  (needed only with local network access)

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # a sandbox may forbid this: fall back to the default route's address
        adapters = []
    found = [
        LocalAddress(_plain(each.ip), each.network_prefix, adapter.nice_name)
        for adapter in adapters
        for each in adapter.ips
    ]
    default = _default_route_address()
    if default is not None and default not in {each.address for each in found}:
        found.append(LocalAddress(default, 24, "default route"))
    usable = {each.address: each for each in found if _is_usable(each.address)}
    return sorted(usable.values(), key=lambda each: (":" in each.address, *each.rank(default)))


def host_of(address: str) -> str:
    """Return an address as the host of a URL: IPv6 in brackets."""
    return f"[{address}]" if ":" in address else address


def _plain(address: str | tuple[str, int, int]) -> str:
    return address if isinstance(address, str) else address[0]


def _is_usable(address: str) -> bool:
    """Return whether others can reach it; browsers reject link-local IPv6 addresses."""
    found = ipaddress.ip_address(address)
    is_out = found.is_loopback or found.is_unspecified or found.is_multicast
    return not is_out and not (found.version == 6 and found.is_link_local)


def _default_route_address() -> str | None:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect(_NOWHERE)  # sends nothing: selects the source address of the route
            address: str = asking.getsockname()[0]
    except OSError:
        return None
    return address
