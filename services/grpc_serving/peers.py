"""Who calls: the peer's address, and what it has in its metadata."""

from urllib.parse import unquote

import grpc


def peer_address(context: grpc.ServicerContext) -> str:
    """The address, without its port, that a call came from; ``""`` for a Unix domain socket. (gRPC's own name for it
    is such as ``ipv4:127.0.0.1:50012`` or ``ipv6:%5B::1%5D:50012``.)"""
    family, _, rest = context.peer().partition(":")
    return unquote(rest).rpartition(":")[0] if family in ("ipv4", "ipv6") else ""


def bearer_token(context: grpc.ServicerContext) -> str:
    """What the call shows as ``authorization: Bearer …``; ``""`` if it shows nothing, or two things."""
    shown = metadata_values(context, "authorization")
    scheme, _, token = (shown[0] if len(shown) == 1 else "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def metadata_value(context: grpc.ServicerContext, name: str) -> str:
    """The first value of a name in the call's metadata; ``""`` if there is none."""
    return next(iter(metadata_values(context, name)), "")


def metadata_values(context: grpc.ServicerContext, name: str) -> list[str]:
    """All values of a name in the call's metadata."""
    return [str(value) for found, value in context.invocation_metadata() or () if found == name]
