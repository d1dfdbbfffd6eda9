"""Which address a request comes from.

A proxy hides its clients' addresses and tells them in a header that anybody can send. So the header is believed only as
far as it was written by proxies that the operator trusts.
"""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from services.settings import GatewaySettings

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

UNKNOWN: Final = "unknown"
"""Where no address can be told, as with a Unix socket. All of them share one limit."""

_WITH_PORT: Final = re.compile(r"\[([^\]]+)\](?::\d+)?|([\d.]+):\d+", re.ASCII)
"""``[2001:db8::1]``, ``[2001:db8::1]:443``, ``192.0.2.1:443``: some proxies write the port, too."""


def parse_networks(text: str) -> tuple[Network, ...]:
    """Networks from their texts, separated by commas: ``10.0.0.0/8,fd00::/8``. An address alone is a network of one.

    Raises:
        ValueError: one of them is not a network.
    """
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


@dataclass(frozen=True, slots=True)
class ClientAddresses:
    """Tells clients apart by their addresses: an IPv4 address is one client, also as IPv4-mapped IPv6; of IPv6 each
    network is.

    ``proxies``: those of ours, whose word on their clients is believed. ``ipv6_bits``: how long the prefix of a network
    is. Who has one IPv6 address has a /64 at least, and most providers give a home a /56 (RIPE-690).
    """

    proxies: tuple[Network, ...] = ()
    ipv6_bits: int = 56

    def client_of(self, peer: str, forwarded_for: str) -> str:
        """The client of a request, as a text by which it can be told from others.

        ``peer``: who opened the connection. ``forwarded_for``: the header ``X-Forwarded-For``, to which each proxy adds
        whom it had its request from. Read from its end, the first that is not a trusted proxy is the client: what
        stands before was written by the client itself or by somebody else whom nobody trusts. Where a proxy wrote no
        address, it stands for its clients itself.
        """
        address = _address(peer)
        for hop in reversed(forwarded_for.split(",")) if forwarded_for and self.proxies else ():
            if address is None or not _is_trusted(address, self.proxies):
                break
            told = _address(hop)
            if told is None:
                break
            address = told
        return _client(address, self.ipv6_bits)

    def is_proxy(self, peer: str) -> bool:
        """Whether who opened a connection is a trusted proxy. ``peer``: an address, with or without a port
        (``192.0.2.1``, ``192.0.2.1:443``, ``2001:db8::1``, ``[2001:db8::1]:443``)."""
        address = _address(peer) if self.proxies else None
        return address is not None and _is_trusted(address, self.proxies)


DIRECT: Final = ClientAddresses()
"""There are no proxies."""


def client_addresses(settings: GatewaySettings) -> ClientAddresses:
    """Clients as the settings tell them apart."""
    return ClientAddresses(parse_networks(settings.trusted_proxies), settings.ipv6_client_bits)


def _is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)


@lru_cache(maxsize=4096)
def _address(text: str) -> Address | None:
    text = text.strip()
    found = _WITH_PORT.fullmatch(text)
    try:
        address = ipaddress.ip_address((found[1] or found[2]) if found else text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


@lru_cache(maxsize=4096)
def _client(address: Address | None, ipv6_bits: int) -> str:
    if address is None:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.IPv6Network((int(address), ipv6_bits), strict=False))
