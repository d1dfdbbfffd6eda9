"""The numbers in which PettingZoo's and OpenSpiel's adapters tell observations and actions, the same for every ruleset.

An action is its place in the seat's legal actions, from 0. An observation is hashed features of the View's JSON. This
file stands in ``services/training`` and in ``clients/python/playhall_client``, of which neither may import the other; a
test holds them equal, so that what was trained at home plays on a server.
"""

import json
import zlib
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Features: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.int8]

MAX_ACTIONS: Final = 512
"""So many legal actions a decision may have, unless the caller says otherwise."""
FEATURES: Final = 2048
"""The length of observations, unless the caller says otherwise."""

_MOST: Final = 255


class TooManyActions(Exception):
    """A decision has more legal actions than the action space."""

    def __init__(self, legal: int, max_actions: int) -> None:
        super().__init__(
            f"A decision has {legal} legal actions and the action space {max_actions}: give a greater max_actions."
        )


def view_features(view: dict[str, Any], size: int) -> Features:
    """A View's JSON as counts, from 0 to 255, of its hashed features ("the hashing trick").

    Every value is a feature ``<path>=<value>``, such as ``/players/1/hand/0="CB03"``; in a list it is a second one with
    ``*`` for each place, so that what matters may be the place or not. A feature is counted at its text's CRC-32 modulo
    ``size``; a text stands between quotes as it is, an empty list or object is a value of its own.
    """
    hashes: list[int] = []
    _hash(view, 0, 0, hashes)
    return np.minimum(np.bincount(np.array(hashes) % size, minlength=size), _MOST).astype(np.uint8)


def action_mask(legal: int, max_actions: int) -> Mask:
    """1 for the places of ``legal`` actions, 0 for the others.

    Raises:
        TooManyActions: there are more than ``max_actions``.
    """
    if legal > max_actions:
        raise TooManyActions(legal, max_actions)
    mask = np.zeros(max_actions, np.int8)
    mask[:legal] = 1
    return mask


def _hash(value: object, here: int, anywhere: int, hashes: list[int]) -> None:
    """The CRC-32 of each feature of a value, from those of its path's text with places and without: a CRC-32 goes on
    from that of what stands before."""
    if isinstance(value, dict) and value:
        for name, part in value.items():
            step = f"/{name}".encode()
            inner = zlib.crc32(step, here)
            _hash(part, inner, inner if here == anywhere else zlib.crc32(step, anywhere), hashes)
    elif isinstance(value, list) and value:
        wherever = zlib.crc32(b"/*", anywhere)
        for place, part in enumerate(value):
            _hash(part, zlib.crc32(b"/%d" % place, here), wherever, hashes)
    else:
        text = b"=" + _text(value).encode()
        hashes.append(zlib.crc32(text, here))
        if here != anywhere:
            hashes.append(zlib.crc32(text, anywhere))


def _text(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else json.dumps(value)
