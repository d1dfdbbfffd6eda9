"""The log of an ended match as the archive keeps it: in pages, of which each can be read without the others."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from services.archive import LogPage, PageEnd
from services.matches import event_log
from services.matches.event_log import MatchLogEntry

PAGE_ENTRIES: Final = 50
"""So many entries a page: somewhat fewer than a client is told at a time."""


def log_pages(entries: Sequence[MatchLogEntry]) -> Iterator[LogPage]:
    """The pages of a whole log."""
    answered: list[int] = []
    for start in range(0, len(entries), PAGE_ENTRIES):
        page = entries[start : start + PAGE_ENTRIES]
        answered = answered or [0] * len(page[0].next)
        for entry in page:
            if entry.seat is not None and entry.decision is not None:
                answered[entry.seat] = entry.decision
        data = b"\n".join(map(event_log.encode, page))  # JSON without newlines
        yield LogPage(PageEnd(page[-1].shown, tuple(answered)), data)


def read_page(data: bytes) -> tuple[MatchLogEntry, ...]:
    """The entries of a page."""
    return tuple(map(event_log.decode, data.split(b"\n")))


def first_page_after(ends: Sequence[PageEnd], viewer: int, revision: int) -> int:
    """The number of the first page on which a viewer was shown something after a revision; that of pages if on none."""
    return bisect_left(ends, revision + 1, key=lambda end: end.shown[viewer + 1])


def page_of_answer(ends: Sequence[PageEnd], seat: int, decision: int) -> int:
    """The number of the page on which a seat answered a decision; that of pages if on none."""
    return bisect_left(ends, decision, key=lambda end: end.answered[seat])


def shown_entries(entries: Sequence[MatchLogEntry], viewer: int, before: int) -> Iterator[MatchLogEntry]:
    """The entries of which a viewer was shown something. ``before``: the viewer's revision before the first of them."""
    revisions = [before, *(entry.shown[viewer + 1] for entry in entries)]
    for entry, (old, new) in zip(entries, pairwise(revisions), strict=True):
        if new != old:
            yield entry
