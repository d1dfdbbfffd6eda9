"""The log of a match as Redis holds it: a list of pages.

Each commit appends a page of one entry. When :data:`PAGE_ENTRIES` of those have come together they become one page:
compressed together they take a quarter of what they took one by one, and a tenth of what they say. Two such pages
become one again, and two of those (:data:`LONGER_PAGES`): events are told in words, which repeat themselves.

A page begins with the number of its entries and each viewer's revision after the last of them, spectators first
(``1:12 12 14``), so that a script can tell which pages have something new for a viewer. Then, after a newline, come the
entries, compressed.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from services.matches import event_log
from services.matches.event_log import MatchLogEntry

PAGE_ENTRIES: Final = 32
LONGER_PAGES: Final = (64, 128)
"""How many entries pages of pages have."""

_FAST: Final = 1
_SMALL: Final = 6


def page_of(entry: MatchLogEntry) -> bytes:
    """A page of one entry."""
    return _head(1, b" ".join([b"%d" % revision for revision in entry.shown])) + zlib.compress(
        event_log.encode(entry), _FAST
    )


def entries_of_page(page: bytes) -> list[MatchLogEntry]:
    """The entries of a page, oldest first."""
    return [event_log.decode(entry) for entry in _entries(page).split(b"\n")]


def joined(pages: Sequence[bytes]) -> bytes:
    """One page of the entries of several that follow each other."""
    shown = pages[-1].partition(b"\n")[0].partition(b":")[2]
    entries = b"\n".join(map(_entries, pages))  # JSON without newlines
    return _head(sum(map(_count, pages)), shown) + zlib.compress(entries, _SMALL)


def loose_pages(pages: Sequence[bytes], entries: int = PAGE_ENTRIES) -> list[bytes]:
    """The pages at the end that are to become one of so many entries; none while they have fewer."""
    loose = list(takewhile(lambda page: _count(page) < entries, reversed(pages)))[::-1]
    return loose if sum(map(_count, loose)) >= entries else []


def shown_after(pages: Iterable[bytes], viewer: int, revision: int) -> Iterator[MatchLogEntry]:
    """The entries of which a viewer was shown something after a revision. ``pages``: from the first on that has one."""
    for page in pages:
        for entry in entries_of_page(page):
            if entry.shown[viewer + 1] > revision:
                revision = entry.shown[viewer + 1]
                yield entry


def _head(count: int, shown: bytes) -> bytes:
    return b"%d:%b\n" % (count, shown)


def _count(page: bytes) -> int:
    return int(page.partition(b":")[0])


def _entries(page: bytes) -> bytes:
    return zlib.decompress(page.partition(b"\n")[2])
