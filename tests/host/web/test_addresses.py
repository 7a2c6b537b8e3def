"""The addresses of this machine that phones reach: which count, which is likely, what is said where none will do."""

import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import ifaddr
import pytest
from riverlight.errors import ServerError
from riverlight.web import addresses
from riverlight.web.addresses import choose_addresses

WIFI = ("wlan0", "192.168.1.20", 24)
WIRED = ("enp0s31f6", "10.0.0.5", 16)
TUNNEL = ("tun0", "10.8.0.2", 24)
CONTAINERS = ("docker0", "172.17.0.1", 16)


@pytest.fixture
def machine(monkeypatch):
    """Return what gives this machine other adapters: (name, address, prefix) each, and a default route's address."""

    def has(*adapters, default=None):
        loopback = ("lo", "127.0.0.1", 8), ("lo", ("::1", 0, 0), 128)
        found = [
            SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=address, network_prefix=prefix)])
            for name, address, prefix in (*loopback, *adapters)
        ]
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)

        class Asking:
            def __init__(self, *_):
                pass

            def __enter__(self):
                return self

            def __exit__(self, *_):
                pass

            def connect(self, _address):
                if default is None:
                    raise OSError

            def getsockname(self):
                return (default, 50000)

        monkeypatch.setattr(addresses.socket, "socket", Asking)

    return has


def chosen(asked=""):
    return [each.address for each in choose_addresses(asked)]


def test_all_private_addresses_are_chosen_wifi_before_a_vpn_that_holds_the_default_route(machine):
    machine(TUNNEL, CONTAINERS, WIFI, default="10.8.0.2")
    assert chosen() == ["192.168.1.20", "10.8.0.2", "172.17.0.1"]


def test_of_two_adapters_in_local_networks_the_one_with_the_default_route_comes_first(machine):
    machine(WIRED, WIFI, default="192.168.1.20")
    assert chosen() == ["192.168.1.20", "10.0.0.5"]
    machine(WIFI, WIRED, default="10.0.0.5")
    assert chosen() == ["10.0.0.5", "192.168.1.20"]


@pytest.mark.parametrize(
    "tunnel",
    [
        ("wg0", "192.168.9.2", 24),
        ("utun4", "192.168.9.2", 24),
        ("Ethernet 3", "192.168.9.2", 32),
        ("TAP-Windows Adapter V9", "192.168.9.2", 24),
        ("WireGuard Tunnel", "192.168.9.2", 24),
        ("Hyper-V Virtual Ethernet Adapter", "192.168.9.2", 20),
        ("VirtualBox Host-Only Ethernet Adapter", "192.168.9.2", 24),
    ],
)
def test_a_tunnel_or_a_network_inside_this_machine_comes_after_wifi(machine, tunnel):
    machine(tunnel, ("Intel(R) Wi-Fi 6 AX201 160MHz", "10.20.0.7", 16), default="192.168.9.2")
    assert chosen() == ["10.20.0.7", "192.168.9.2"]


@pytest.mark.parametrize(
    "hotspot", [("ap0", "10.42.0.1", 24), ("Microsoft Wi-Fi Direct Virtual Adapter", "192.168.137.1", 24)]
)
def test_a_hotspot_without_a_default_route_is_a_local_network(machine, hotspot):
    machine(hotspot)
    assert chosen() == [hotspot[1]]


def test_an_address_that_nobody_assigned_comes_last(machine):
    machine(("eth0", "169.254.7.7", 16), TUNNEL)
    assert chosen() == ["10.8.0.2", "169.254.7.7"]


def test_an_address_of_this_machine_may_be_chosen_also_one_that_is_not_private(machine):
    machine(WIFI, TUNNEL, ("eth0", "203.0.113.9", 24), ("eth0", ("fd00::2", 0, 0), 64))
    assert chosen("10.8.0.2") == ["10.8.0.2"]
    assert chosen("203.0.113.9") == ["203.0.113.9"]
    assert chosen("fd00::2") == ["fd00::2"]


@pytest.mark.parametrize("asked", ["192.168.1.21", "127.0.0.1", "0.0.0.0", "fe80::1", "table.test", "1.2.3.4.5"])  # noqa: S104
def test_what_is_no_address_of_this_machine_is_refused_with_those_that_are(machine, asked):
    machine(WIFI, TUNNEL, ("wlan0", ("fe80::1", 0, 3), 64))
    with pytest.raises(ServerError) as refused:
        choose_addresses(asked)
    assert str(refused.value) == (
        f"--lan takes an address of this machine (192.168.1.20 (wlan0), 10.8.0.2 (tun0)), not {asked!r}."
    )


def test_a_machine_without_private_addresses_names_those_that_can_be_chosen(machine):
    machine(("eth0", "203.0.113.9", 24))
    with pytest.raises(ServerError, match=r"no private address.*--lan ADDRESS: 203\.0\.113\.9 \(eth0\)\."):
        choose_addresses("")


def test_a_machine_in_no_network_says_so(machine):
    machine()
    with pytest.raises(ServerError, match="no local network"):
        choose_addresses("")


def test_where_adapters_may_not_be_listed_the_default_routes_address_is_used(machine, monkeypatch):
    def forbidden():
        raise PermissionError

    machine(default="192.168.1.20")
    monkeypatch.setattr(ifaddr, "get_adapters", forbidden)
    assert chosen() == ["192.168.1.20"]


IN_A_NETWORK_OF_ITS_OWN = """
ip link set lo up
ip link add wlan0 type veth peer name far0 && ip link add tun0 type veth peer name far1 || exit 77
ip addr add 192.168.1.20/24 dev wlan0 && ip addr add 10.8.0.2/24 dev tun0
for name in wlan0 far0 tun0 far1; do ip link set $name up; done
ip route add default dev tun0 src 10.8.0.2
exec "$@"
"""

SERVED = """
import http.client, re, subprocess, sys
words = [sys.executable, "-m", "riverlight", "play", "canyon", "--no-browser", *sys.argv[1:]]
with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
    lines = iter(program.stdout.readline, "")
    printed = next(lines)
    while "plain HTTP" not in printed:
        printed += next(lines)
    print(printed)
    port = int(re.search(r"127\\.0\\.0\\.1:(\\d+)", printed)[1])
    for address in ("127.0.0.1", "192.168.1.20", "10.8.0.2"):
        try:
            connection = http.client.HTTPConnection(address, port, timeout=30)
            connection.request("GET", "/table")
            print(address, connection.getresponse().status)
        except ConnectionRefusedError:
            print(address, "refused")
    program.terminate()
"""


def served_in_a_network(tmp_path, *words):
    """Serve in a network of its own, with Wi-Fi and a VPN that holds the default route; return what is printed."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("This system has no unshare and ip to make a network with.")
    made = ["unshare", "--user", "--map-root-user", "--net", "sh", "-c", IN_A_NETWORK_OF_ITS_OWN, "sh"]
    environment = {**os.environ, "RIVERLIGHT_DATA": str(tmp_path)}
    run = subprocess.run(
        [*made, sys.executable, "-c", SERVED, *words], env=environment, capture_output=True, text=True, timeout=120
    )
    if run.returncode == 77 or "unshare" in run.stderr:
        pytest.skip(f"A network of its own may not be made here: {run.stderr.strip()}")
    return run.stdout.splitlines()


def test_in_a_real_network_every_private_address_answers_and_wifi_is_named_first(tmp_path):
    printed = "\n".join(served_in_a_network(tmp_path, "--lan"))
    assert "In the local network: http://192.168.1.20:8275 with the table code " in printed
    assert "Also at http://10.8.0.2:8275" in printed
    assert printed.endswith("127.0.0.1 200\n192.168.1.20 303\n10.8.0.2 303")


def test_in_a_real_network_only_the_chosen_address_answers_beside_loopback(tmp_path):
    printed = "\n".join(served_in_a_network(tmp_path, "--lan", "10.8.0.2"))
    assert "In the local network: http://10.8.0.2:8275 with the table code " in printed
    assert "Also at" not in printed
    assert printed.endswith("127.0.0.1 200\n192.168.1.20 refused\n10.8.0.2 303")


def test_an_address_of_ipv6_stands_in_brackets():
    assert addresses.host_of("fd00::2") == "[fd00::2]"
    assert addresses.host_of("10.0.0.1") == "10.0.0.1"
