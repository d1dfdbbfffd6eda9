"""Matches that have left Redis: what the archive tells of them, the same as they told themselves.

The archive keeps what reading needs: every viewer's last view, and the log in pages. Matches that were archived before
it did are read once from their replays, which is expensive: a few such reads at a time, and the others are told to come
again.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from services.archive import Archive, PageEnd
from services.engine import replay
from services.engine.engine import Engines, Situation, Step
from services.engine.replay import AnyReplay
from services.engine.ruleset import JsonObject
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches import event_log
from services.matches.archived_log import first_page_after, log_pages, page_of_answer, read_page, shown_entries
from services.matches.event_log import MatchLogEntry
from services.matches.judge import check_mover, check_pending, check_same
from services.matches.match import EventLine, Match, match_from_json
from services.matches.replays import entries_of

MOST_EXPENSIVE: Final = 2
"""Reads at a time in one process that take a whole match apart or play it again."""

_MATCHES: Final = 256
_PAGES: Final = 64
_VIEWS: Final = 256
_REPLAYS: Final = 8
_NO_LEGAL: Final = b"[]"


class _NotHere(Exception):
    """The archive does not have it: raised where a cache must not remember that."""


class ArchivedMatches:
    """Reads matches in the archive. Safe to use from several threads. What was read last is kept."""

    def __init__(self, archive: Archive, engines: Engines) -> None:
        self._archive = archive
        self._engines = engines
        self._expensive = threading.BoundedSemaphore(MOST_EXPENSIVE)
        self._match = lru_cache(_MATCHES)(self._read_match)
        self._page_ends = lru_cache(_MATCHES)(self._read_page_ends)
        self._page = lru_cache(_PAGES)(self._read_page)
        self._lines = lru_cache(_PAGES)(self._read_lines)
        self._view = lru_cache(_VIEWS)(self._read_view)
        self._replay = lru_cache(_REPLAYS)(self._read_replay)

    def find(self, match_id: str) -> "RestoredMatch | None":
        """A match that has ended and was archived."""
        try:
            return RestoredMatch(self._match(match_id), self)
        except _NotHere:
            return None

    def replay(self, match_id: str) -> bytes | None:
        """The replay of a match, byte for byte; empty if it has none, None if the match is not archived."""
        try:
            return self._replay(match_id)
        except _NotHere:
            return None

    @contextmanager
    def expensive(self) -> Iterator[None]:
        """Do something expensive, together with few others.

        Raises:
            Refusal: ``BUSY``: others are at it.
        """
        if not self._expensive.acquire(blocking=False):
            raise Refusal(Reason.BUSY, "Too many long matches are being read. Try again in a moment.")
        try:
            yield
        finally:
            self._expensive.release()

    def page_ends(self, match: Match) -> tuple[PageEnd, ...]:
        """Where the pages of a match's log end.

        Raises:
            Refusal: ``BUSY``.
        """
        try:
            return self._page_ends(match.id)
        except _NotHere:
            with self.expensive():
                self._archive.add_log(match.id, list(log_pages(entries_of(match, self._parsed_replay(match.id)))))
            return self._page_ends(match.id)

    def page(self, match: Match, number: int) -> tuple[MatchLogEntry, ...]:
        """A page of a match's log; the first one's number is 0."""
        return self._page(match.id, number)

    def lines(self, match: Match, number: int, viewer: int) -> tuple[EventLine, ...]:
        """What a viewer was shown on a page of a match's log."""
        return self._lines(match.id, number, viewer)

    def view(self, match: Match, viewer: int) -> bytes:
        """What a viewer saw at the end of a match that was started.

        Raises:
            Refusal: ``BUSY``; ``UNSUPPORTED_VERSION``, where the match must be played again and the ruleset's version
                is no longer served.
        """
        try:
            return self._view(match.id, viewer)
        except _NotHere:
            with self.expensive():
                last = self._played_again(match.id)
                self._archive.add_views(match.id, {each.viewer: each.view for each in last.situations})
            return self._view(match.id, viewer)

    def _played_again(self, match_id: str) -> Step:
        played = self._parsed_replay(match_id)
        assert played is not None
        assert played.seed is not None
        engine = self._engines.pinned(played.pin)
        step = engine.start(len(played.seats), played.options, bytes.fromhex(played.seed))
        for told in played.steps:
            _, step = engine.play(step.position, told.seat, told.action)
        return step

    def _parsed_replay(self, match_id: str) -> AnyReplay | None:
        data = self.replay(match_id)
        return replay.read(data) if data else None

    def _read_replay(self, match_id: str) -> bytes:
        data = self._archive.replay(match_id)
        if data is None:
            raise _NotHere
        return data

    def _read_match(self, match_id: str) -> Match:
        document = self._archive.match(match_id)
        if document is None:
            raise _NotHere
        return match_from_json(document)

    def _read_page_ends(self, match_id: str) -> tuple[PageEnd, ...]:
        ends = self._archive.page_ends(match_id)
        if not ends:
            raise _NotHere
        return tuple(ends)

    def _read_page(self, match_id: str, number: int) -> tuple[MatchLogEntry, ...]:
        return read_page(self._archive.page(match_id, number))

    def _read_lines(self, match_id: str, number: int, viewer: int) -> tuple[EventLine, ...]:
        before = self._page_ends(match_id)[number - 1].shown[viewer + 1] if number else 0
        shown = shown_entries(self._page(match_id, number), viewer, before)
        return tuple(event_log.line(entry, viewer) for entry in shown)

    def _read_view(self, match_id: str, viewer: int) -> bytes:
        view = self._archive.view(match_id, viewer)
        if view is None:
            raise _NotHere
        return view


@dataclass(frozen=True, slots=True)
class RestoredMatch:
    """An archived match."""

    match: Match
    _archived: ArchivedMatches

    def lines(self, viewer: int, since: int, limit: int) -> list[EventLine]:
        """What a viewer was shown after a revision; the last line if that is nothing.

        Raises:
            Refusal: ``BUSY``.
        """
        ends = self._archived.page_ends(self.match)
        since = max(0, min(since, ends[-1].shown[viewer + 1] - 1))
        lines: list[EventLine] = []
        number = first_page_after(ends, viewer, since)
        while number < len(ends) and len(lines) < limit:
            lines += [line for line in self._archived.lines(self.match, number, viewer) if line.revision > since]
            number += 1
        return lines[:limit]

    def judge(self, caller: Caller, seat: int, decision: int, action: str | JsonObject) -> MatchLogEntry:
        """The log entry that answered a decision the same way.

        Raises:
            Refusal: as the judge of live matches.
        """
        check_mover(self.match, caller, seat)
        ends = self._archived.page_ends(self.match)
        number = page_of_answer(ends, seat, decision)
        for entry in self._archived.page(self.match, number) if number < len(ends) else ():
            if (entry.seat, entry.decision) == (seat, decision):
                check_same(entry, action)
                return entry
        check_pending(self.match, seat, decision)
        raise AssertionError("an archived match has no pending decision")

    def situation(self, viewer: int) -> Situation | None:
        """What a viewer saw at the end. None if the match was never started.

        Raises:
            Refusal: as :meth:`ArchivedMatches.view`.
        """
        if self.match.started_ms is None:
            return None
        return Situation(viewer, self._archived.view(self.match, viewer), _NO_LEGAL)
