"""Whether a client is still there.

A server notices that a client has left when it writes to it. A stream that has nothing to say for a while would hold
its thread for as long; so it looks.
"""

import select
import socket
from collections.abc import Callable, Mapping


def departure(environ: Mapping[str, object]) -> Callable[[], bool]:
    """A function that says whether the client of a WSGI request has closed its connection; False where the server does
    not let us see."""
    connection = environ.get("gunicorn.socket")
    if not isinstance(connection, socket.socket):
        return lambda: False
    watch = select.poll()
    watch.register(connection, select.POLLIN)

    def has_left() -> bool:
        try:
            # What can be read is the client's next request, or the end. Looking takes nothing away.
            return bool(watch.poll(0)) and connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    return has_left
