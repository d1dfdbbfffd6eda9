"""A position as a document: canonical JSON with the members ``format``, ``ruleset``, ``ruleset_version``, ``seed`` and
``state``. The same bytes are its form as text.

It holds every secret of its match. So the platform gives out positions of matches that have ended, and imagined ones,
of which no part is a secret.
"""

from typing import Final

from services.engine.documents import encode
from services.engine.engine import Position

FORMAT: Final = "playhall.position/1"


def write(position: Position) -> bytes:
    """A position as its document."""
    head = {
        "format": FORMAT,
        "ruleset": position.ruleset,
        "ruleset_version": position.version,
        "seed": position.seed.hex(),
    }
    return encode(head)[:-1] + b',"state":' + position.state + b"}"
