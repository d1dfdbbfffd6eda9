"""Sockets that listen."""

import errno
import os
import socket

from services.settings import BadSetting


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one.

    Raises:
        BadSetting: the address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        # The error's own text repeats the address. That of a name that cannot be resolved has a number below 0.
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        hint = ". Choose another port with --port; 0 takes a free one" if error.errno == errno.EADDRINUSE else ""
        raise BadSetting(f"cannot listen on {host} port {port}: {why}{hint}") from None


def free_port(host: str) -> int:
    """A port on which nobody listens now."""
    with listen(host, 0) as probe:
        return int(probe.getsockname()[1])
