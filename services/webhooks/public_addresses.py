"""Which addresses are hosts of the public internet. The one table: the network policy of ``worker-webhooks`` and
``docs/webhooks.md`` say the same, and a test holds it against the registers of IANA.

IPv4 is public but for the blocks named here. IPv6 is public where it is allotted to a regional registry: what is not
(3ffe::/16, NAT64, mapped addresses, local ones, multicast) lies outside, whatever it will be used for one day.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

NOT_PUBLIC_IPV4: Final = {
    IPv4Network("0.0.0.0/8"): "this network",
    IPv4Network("10.0.0.0/8"): "private",
    IPv4Network("100.64.0.0/10"): "carriers' own networks; a cloud's metadata (100.100.100.200)",
    IPv4Network("127.0.0.0/8"): "loopback",
    IPv4Network("168.63.129.16/32"): "a cloud's metadata, though the address looks public",
    IPv4Network("169.254.0.0/16"): "link-local; clouds' metadata (169.254.169.254)",
    IPv4Network("172.16.0.0/12"): "private",
    IPv4Network("192.0.0.0/24"): "protocol assignments; a cloud's metadata (192.0.0.192)",
    IPv4Network("192.0.2.0/24"): "documentation",
    IPv4Network("192.31.196.0/24"): "AS112: answers nobody's questions",
    IPv4Network("192.52.193.0/24"): "relays of multicast",
    IPv4Network("192.88.99.0/24"): "relays to 6to4",
    IPv4Network("192.168.0.0/16"): "private",
    IPv4Network("192.175.48.0/24"): "AS112",
    IPv4Network("198.18.0.0/15"): "benchmarks",
    IPv4Network("198.51.100.0/24"): "documentation",
    IPv4Network("203.0.113.0/24"): "documentation",
    IPv4Network("224.0.0.0/4"): "multicast",
    IPv4Network("240.0.0.0/4"): "reserved; broadcast",
}
"""Blocks of IPv4 in which there is no host of the public internet, and what they are."""

PUBLIC_IPV6: Final = tuple(
    map(
        IPv6Network,
        (
            "2001:200::/23",
            "2001:400::/23",
            "2001:600::/23",
            "2001:800::/22",
            "2001:c00::/23",
            "2001:e00::/23",
            "2001:1200::/23",
            "2001:1400::/22",
            "2001:1800::/23",
            "2001:1a00::/23",
            "2001:1c00::/22",
            "2001:2000::/19",
            "2001:4000::/23",
            "2001:4200::/23",
            "2001:4400::/23",
            "2001:4600::/23",
            "2001:4800::/23",
            "2001:4a00::/23",
            "2001:4c00::/23",
            "2001:5000::/20",
            "2001:8000::/19",
            "2001:a000::/20",
            "2001:b000::/20",
            "2003::/18",
            "2400::/12",
            "2410::/12",
            "2600::/12",
            "2610::/23",
            "2620::/23",
            "2630::/12",
            "2800::/12",
            "2a00::/12",
            "2a10::/12",
            "2c00::/12",
        ),
    )
)
"""Blocks of IPv6 that are allotted to a regional registry."""

NOT_PUBLIC_IPV6: Final = {
    IPv6Network("2001:db8::/32"): "documentation",
    IPv6Network("2620:4f:8000::/48"): "AS112",
}
"""Blocks within these in which there is no host of the public internet."""


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address may be a host of the public internet."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in NOT_PUBLIC_IPV4)
    if address.scope_id is not None:  # it names an interface of this machine
        return False
    return any(address in network for network in PUBLIC_IPV6) and not any(
        address in network for network in NOT_PUBLIC_IPV6
    )
