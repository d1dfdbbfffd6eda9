"""Python's garbage collector in processes that serve."""

import gc
from typing import Final

_NEW_OBJECTS: Final = 10_000
"""How many more containers are made than freed before the young ones are looked at. A request makes some hundreds,
almost all of which are freed by themselves when it ends."""


def leave_alone_what_exists() -> None:
    """To be called once a process has made what it serves with: modules, routes, schemas, cards. That stays, so the
    collector need not look at it again and again, and looks less often at what requests make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 20)
