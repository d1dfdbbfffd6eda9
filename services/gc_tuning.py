"""Python's garbage collector in processes that serve requests."""

import gc
from typing import Final

_YOUNG_OBJECTS: Final = 10_000
"""Containers made and not freed before the young ones are collected. A request makes some hundreds, nearly all of which
are freed by reference counts when it ends."""


def collect_less_often() -> None:
    """Let more objects be made between collections. To be called when a process starts: what it makes while it imports
    stays, and collections would walk it again and again."""
    gc.set_threshold(_YOUNG_OBJECTS, 20, 20)


def freeze_startup_objects() -> None:
    """Exempt what exists from collection, and collect less often. To be called once a process has made what it serves
    with (modules, routes, schemas, cards), which stays until the process ends."""
    gc.collect()
    gc.freeze()
    collect_less_often()
