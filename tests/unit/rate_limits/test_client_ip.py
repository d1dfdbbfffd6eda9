"""Which address a request comes from."""

import pytest

from services.rate_limits.client_ip import DIRECT, UNKNOWN, ClientAddresses, client_addresses, parse_networks
from services.settings import BadSetting, read_settings
from tests.marks import each_row

OURS = ClientAddresses(parse_networks("10.0.0.0/8, fd00::/8"))


@each_row(
    ("peer", "header", "client"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        # A stranger may write whatever it likes.
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"),
        # What stands before the first stranger was written by that stranger.
        ("10.1.2.3", "192.0.2.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"),
        ("10.1.2.3", "10.4.4.4, 10.9.9.9", "10.4.4.4"),
        ("10.1.2.3", "", "10.1.2.3"),
        # Where a proxy tells no address, all whom it hides are one client.
        ("10.1.2.3", "nonsense", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.1, nonsense", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.1, unknown, 10.9.9.9", "10.9.9.9"),
        ("10.1.2.3", "198.51.100.1,", "10.1.2.3"),
        ("10.1.2.3", "999.1.1.1", "10.1.2.3"),
        # Some proxies write the port, too.
        ("10.1.2.3", "198.51.100.1:4711", "198.51.100.1"),
        ("10.1.2.3", "[2001:db8:1:2::5]:4711", "2001:db8:1::/56"),
        ("10.1.2.3", '"[2001:db8:1:2::5]"', "10.1.2.3"),
        ("10.1.2.3", "::ffff:198.51.100.1, ::ffff:10.9.9.9", "198.51.100.1"),
        ("", "198.51.100.1", UNKNOWN),
        ("fd00::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"),
    ],
)
def test_the_client_is_the_first_that_is_no_proxy_of_ours(peer: str, header: str, client: str) -> None:
    assert OURS.client_of(peer, header) == client


def test_without_trusted_proxies_the_header_says_nothing() -> None:
    assert DIRECT.client_of("10.1.2.3", "198.51.100.1") == "10.1.2.3"


@pytest.mark.parametrize(
    ("bits", "clients"),
    [
        ("48", ["2001:db8:1::/48"] * 4),
        ("56", ["2001:db8:1:200::/56"] * 3 + ["2001:db8:1:300::/56"]),
        ("60", ["2001:db8:1:200::/60"] * 2 + ["2001:db8:1:2f0::/60", "2001:db8:1:300::/60"]),
        ("64", ["2001:db8:1:200::/64"] * 2 + ["2001:db8:1:2ff::/64", "2001:db8:1:300::/64"]),
    ],
)
def test_neighbours_in_one_ipv6_network_are_one_client(bits: str, clients: list[str]) -> None:
    addresses = client_addresses(read_settings({"PLAYHALL_IPV6_CLIENT_BITS": bits}).gateway)
    hosts = ["2001:db8:1:200::1", "2001:db8:1:200:ffff::2", "2001:db8:1:2ff::1", "2001:db8:1:300::1"]
    assert [addresses.client_of(host, "") for host in hosts] == clients


def test_a_customer_with_a_56_is_one_client_unless_settings_say_otherwise() -> None:
    addresses = client_addresses(read_settings({}).gateway)
    assert {addresses.client_of(f"2001:db8:1:2{net:02x}::1", "") for net in range(256)} == {"2001:db8:1:200::/56"}


@pytest.mark.parametrize("text", ["10.0.0.0/33", "proxy.example", "10.0.0.1/8"])
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_networks(text)


def test_no_network_is_none() -> None:
    assert parse_networks("") == ()


@pytest.mark.parametrize(
    ("text", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:443", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("[::ffff:192.0.2.1]:443", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1::/56"),
        ("fe80::1%eth0", "fe80::/56"),
        ("", UNKNOWN),
        ("unix:", UNKNOWN),
        ("192.0.2.1:443:1", UNKNOWN),
    ],
)
def test_an_address_is_one_client_however_it_is_written(text: str, client: str) -> None:
    assert DIRECT.client_of(text, "") == client


def test_a_proxy_is_known_by_its_address() -> None:
    assert [OURS.is_proxy(peer) for peer in ("10.1.2.3", "::ffff:10.1.2.3", "203.0.113.9", "")] == [
        True,
        True,
        False,
        False,
    ]
    assert not DIRECT.is_proxy("10.1.2.3")


@pytest.mark.parametrize("networks", ["0.0.0.0/0", "10.0.0.0/24,128.0.0.0/7", "::/0", "2000::/3"])
def test_who_trusts_half_the_internet_is_refused(networks: str) -> None:
    with pytest.raises(BadSetting, match="PLAYHALL_TRUSTED_PROXIES must have no network wider than /8"):
        read_settings({"PLAYHALL_TRUSTED_PROXIES": networks})


def test_proxies_are_named_by_network_or_address() -> None:
    given = {"PLAYHALL_TRUSTED_PROXIES": "10.0.0.0/8, 192.0.2.7,2001:db8::/32"}
    assert read_settings(given).gateway.trusted_proxies == "10.0.0.0/8,192.0.2.7/32,2001:db8::/32"
    with pytest.raises(BadSetting, match="PLAYHALL_TRUSTED_PROXIES must be networks such as"):
        read_settings({"PLAYHALL_TRUSTED_PROXIES": "the proxy"})
