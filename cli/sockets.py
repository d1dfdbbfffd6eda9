"""Sockets that listen."""

import errno
import ipaddress
import os
import socket
import stat
from pathlib import Path

from services.settings import BadSetting


def listen(host: str, port: int, *, option: str | None = "--port or PLAYHALL_PORT") -> socket.socket:
    """A listening socket; port 0 takes a free one.

    ``option``: what chooses another port, for the message; None: nothing does.

    Raises:
        BadSetting: the address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        is_taken = option is not None and error.errno == errno.EADDRINUSE
        hint = f". Choose another port with {option}; 0 takes a free one" if is_taken else ""
        raise cannot_listen(host, port, error, hint) from None


def cannot_listen(host: str, port: int, error: OSError, hint: str = "") -> BadSetting:
    """What to say of an address that cannot be listened on."""
    # The error's own text repeats the address. That of a name that cannot be resolved has a number below 0.
    why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    return BadSetting(f"cannot listen on {host} port {port}: {why}{hint}")


def free_port(host: str) -> int:
    """A port on which nobody listens now."""
    with listen(host, 0) as probe:
        return int(probe.getsockname()[1])


def make_private_folder(folder: Path) -> None:
    """Make the folder of a Unix domain socket, for its owner only, unless it is there. It may lie where everybody can
    make folders, and a stranger's could hold a stranger's server.

    Raises:
        BadSetting: it belongs to somebody else, or others may change what is in it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise BadSetting(f"{folder} belongs to somebody else: remove it, or choose another data folder")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not found.st_mode & stat.S_ISVTX:
        raise BadSetting(
            f"others may write to {folder}: take that away from them (chmod go-w), or choose another folder"
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens on a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
