"""Lists that survive an entry which cannot be read, or cannot be shown.

Whatever is taken should be such that it can be shown. Where that fails, one entry must not take the list from
everybody: the others are shown, the answer says which is missing, and the log says so once in each process, with the id
and the kind of error and never with what stands in it. That a store cannot be asked now is no fault of an entry.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

import structlog
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSilent

from services.errors import Reason, Refusal

T = TypeVar("T")
R = TypeVar("R")

_MOST_TOLD: Final = 1_024

log = structlog.get_logger("unreadable")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An entry that is kept and cannot be read: only its id is known, or by what else its list goes on after it."""

    id: str


class Found(list[T]):
    """Entries that can be read. ``all``: the same with those that cannot be, each in its place."""

    def __init__(self, all: Iterable[T | Unreadable] = ()) -> None:
        self.all = list(all)
        super().__init__(entry for entry in self.all if not isinstance(entry, Unreadable))

    @property
    def unshown(self) -> list[str]:
        """The ids of those that cannot be read."""
        return [entry.id for entry in self.all if isinstance(entry, Unreadable)]


def all_of(entries: Iterable[T]) -> list[T | Unreadable]:
    """Some entries; of :class:`Found` also those that cannot be read."""
    return entries.all if isinstance(entries, Found) else [*entries]


def read_each(kind: str, rows: Iterable[R], read: Callable[[R], T], id_of: Callable[[R], str]) -> Found[T]:
    """What stands in some rows. ``kind``: what they are, for the log. ``id_of``: what a row is called that cannot be
    read."""
    found: list[T | Unreadable] = []
    for row in rows:
        try:
            found.append(read(row))
        except Exception as error:  # whatever is wrong with it is wrong with it alone
            found.append(_missing(kind, id_of(row), error))
    return Found(found)


def show_each(
    kind: str,
    found: Iterable[T],
    show: Callable[[T], R],
    id_of: Callable[[T], Any] = lambda entry: entry.id,  # type: ignore[attr-defined] # most have one
) -> tuple[list[R], list[str]]:
    """Entries as they are shown, and the ids of those that cannot be."""
    shown: list[R] = []
    unshown: list[str] = []
    for entry in all_of(found):
        if isinstance(entry, Unreadable):
            unshown.append(entry.id)
            continue
        try:
            shown.append(show(entry))
        except Exception as error:  # as above
            unshown.append(_missing(kind, f"{id_of(entry)}", error).id)
    return shown, unshown


def _missing(kind: str, id: str, error: Exception) -> Unreadable:
    # Not above: what lies in Redis is read in processes that have no SQL.
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.exc import TimeoutError as NoConnection

    away = (DBAPIError, NoConnection, RedisAway, RedisSilent, OSError)
    if isinstance(error, away) or (isinstance(error, Refusal) and error.reason is Reason.BUSY):
        raise error
    _tell(kind, id, f"{type(error).__module__}.{type(error).__qualname__}")
    return Unreadable(id)


@lru_cache(maxsize=_MOST_TOLD)
def _tell(kind: str, id: str, error: str) -> None:
    log.error("entry_cannot_be_shown", kind=kind, id=id, error=error)
