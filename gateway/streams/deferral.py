"""How a stream passes from Flask to a server that sends streams by itself, without a thread for each.

Such a server puts a :class:`Deferral` into the request's environment. The operation checks the request and makes the
head of the response as always; what is to follow it leaves in the deferral.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gateway.streams.feed import Feed
from gateway.streams.lines import Form, Line

_KEY: Final = "playhall.deferral"


@dataclass(slots=True)
class Deferral:
    """What a server is to send after the head of a response.

    ``feed``: what to send, None: the response is complete. ``form``: how to
    write it down; None for a long poll, which ends with the first lines or after ``seconds``, and whose body is made by
    ``page``. ``seconds``: how long it may last. ``recheck_seconds``: after how long the key is looked at again.
    ``on_close``: to be called when it has ended.
    """

    feed: Feed | None = None
    form: Form | None = None
    page: Callable[[Sequence[Line]], bytes] | None = None
    seconds: float = 0.0
    recheck_seconds: float = 0.0
    on_close: Callable[[], None] = lambda: None

    def offer(self, environ: "dict[str, Any]") -> None:
        """Put it where an operation finds it."""
        environ[_KEY] = self


def deferral_of(environ: Mapping[str, object]) -> Deferral | None:
    """The deferral that the server of a request offers; None if it wants the whole response."""
    found = environ.get(_KEY)
    return found if isinstance(found, Deferral) else None
