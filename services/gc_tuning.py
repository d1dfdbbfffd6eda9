"""Python's garbage collector in processes that serve requests."""

import gc
from typing import Final

_YOUNG_OBJECTS: Final = 10_000
"""Containers made and not freed before the young ones are collected. A request makes some hundreds, nearly all of which
are freed by reference counts when it ends."""


def freeze_startup_objects() -> None:
    """Exempt what exists from collection, and collect less often. To be called once a process has made what it serves
    with (modules, routes, schemas, cards): that stays until the process ends, and collections would walk it again and
    again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS, 20, 20)
