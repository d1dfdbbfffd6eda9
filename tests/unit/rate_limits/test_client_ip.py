"""Which address a request comes from."""

import pytest

from services.rate_limits.client_ip import UNKNOWN, client_of, parse_networks

OURS = parse_networks("10.0.0.0/8, fd00::/8")


@pytest.mark.parametrize(
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
        ("10.1.2.3", "nonsense", UNKNOWN),
        ("10.1.2.3", "198.51.100.1, nonsense", UNKNOWN),
        ("", "198.51.100.1", UNKNOWN),
        ("fd00::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"),
    ],
)
def test_the_client_is_the_first_that_is_no_proxy_of_ours(peer: str, header: str, client: str) -> None:
    assert client_of(peer, header, OURS) == client


def test_without_trusted_proxies_the_header_says_nothing() -> None:
    assert client_of("10.1.2.3", "198.51.100.1", ()) == "10.1.2.3"


def test_neighbours_in_one_ipv6_network_are_one_client() -> None:
    one, other, stranger = (client_of(f"2001:db8:0:{net}::{host}", "", ()) for net, host in [(1, 1), (1, 2), (2, 1)])
    assert one == other != stranger


@pytest.mark.parametrize("text", ["10.0.0.0/33", "proxy.example", "10.0.0.1/8"])
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_networks(text)


def test_no_network_is_none() -> None:
    assert parse_networks("") == ()
