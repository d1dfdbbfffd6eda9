"""Where a bot may be: which URLs are taken, and which addresses are connected to.

Whoever sets a URL makes the platform connect to a place of their choice, from inside its network. So only addresses of
the public internet are connected to, and those that the operator allows.
"""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import urlsplit

from services.errors import FieldError, Reason, Refusal
from services.settings import WebhookSettings
from services.webhooks.public_addresses import is_public
from services.webhooks.webhook import MAX_URL

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Target:
    """A URL taken apart. ``path`` has the query."""

    scheme: str
    host: str
    port: int
    path: str


@dataclass(frozen=True, slots=True)
class AddressRules:
    """What the operator allows. ``networks``: besides the public internet. ``http``: without encryption, too."""

    networks: tuple[Network, ...] = ()
    ports: frozenset[int] = field(default_factory=lambda: frozenset({443}))
    http: bool = False

    def allows(self, text: str) -> bool:
        """Whether this IP address may be connected to."""
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            return False
        return _within(address, self.networks) or is_public(address)

    def target(self, url: str) -> Target:
        """Where a URL leads.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/url``: it is not taken.
        """
        if len(url) > MAX_URL or not url.isascii() or any(character <= " " for character in url):
            raise _refused(f"Must be at most {MAX_URL} visible ASCII characters.")
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise _refused("Must be a URL.") from None
        schemes = ("https", "http") if self.http else ("https",)
        if parts.scheme not in schemes or not host or len(host) > 253 or any(c in host for c in "\\%"):
            raise _refused(f"Must begin with {' or '.join(f'{scheme}://' for scheme in schemes)} and name a host.")
        if "@" in parts.netloc or parts.fragment or "\\" in url:
            raise _refused("Must have neither a user nor a fragment.")
        port = {"https": 443, "http": 80}[parts.scheme] if port is None else port
        if port not in self.ports and not (self.http and port == 80):
            raise _refused("The operator does not allow this port.")
        if _is_ip_address(host) and not self.allows(host):
            raise _refused("The operator does not allow this address.")
        return Target(parts.scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def rules_from(settings: WebhookSettings) -> AddressRules:
    """The rules that the settings give."""
    return AddressRules(
        networks=tuple(ipaddress.ip_network(part) for part in settings.webhook_networks.split(",") if part),
        ports=frozenset(map(int, settings.webhook_ports.split(","))),
        http=settings.webhook_http,
    )


def _within(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _refused(detail: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, detail, (FieldError("/url", detail),))
