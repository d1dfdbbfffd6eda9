"""Matches that have left Redis: what the archive tells of them, the same as they told themselves."""

from dataclasses import dataclass

from services.archive import Archive
from services.engine import replay
from services.engine.engine import Engines, Situation
from services.engine.replay import AnyReplay
from services.engine.ruleset import JsonObject
from services.identity import Caller
from services.matches import event_log
from services.matches.event_log import LogEntry
from services.matches.judge import check_mover, check_pending, check_same
from services.matches.model import EventLine, Match, match_from_json
from services.matches.replays import entries_of


@dataclass(frozen=True, slots=True)
class RestoredMatch:
    """An archived match. ``replay``: its replay's bytes; empty if it was aborted before it started and had been created
    without a commitment document."""

    match: Match
    replay: bytes
    engines: Engines

    def lines(self, viewer: int, since: int, limit: int) -> list[EventLine]:
        """What a viewer was shown after a revision; the last line if that is nothing."""
        revision = 0
        shown: list[EventLine] = []
        for entry in self._entries():
            if entry.shown[viewer + 1] != revision:
                revision = entry.shown[viewer + 1]
                shown.append(event_log.line(entry, viewer))
        return [line for line in shown if line.revision > since][:limit] or shown[-1:]

    def judge(self, caller: Caller, seat: int, decision: int, action: str | JsonObject) -> LogEntry:
        """The log entry that answered a decision the same way.

        Raises:
            Refusal: as the judge of live matches.
        """
        check_mover(self.match, caller, seat)
        for entry in self._entries():
            if (entry.seat, entry.decision) == (seat, decision):
                check_same(entry, action)
                return entry
        check_pending(self.match, seat, decision)
        raise AssertionError("an archived match has no pending decision")

    def situation(self, viewer: int) -> Situation | None:
        """What a viewer saw at the end: the match is played again to find out. None if it was never started.

        Raises:
            Refusal: ``UNSUPPORTED_VERSION`` if the ruleset's version is no longer served.
        """
        played = self._replay()
        if played is None or played.seed is None:
            return None
        engine = self.engines.engine(played.ruleset)
        step = engine.start(len(played.seats), played.options, bytes.fromhex(played.seed))
        for told in played.steps:
            _, step = engine.play(step.position, told.seat, told.action)
        return step.situation(viewer)

    def _entries(self) -> list[LogEntry]:
        return entries_of(self.match, self._replay())

    def _replay(self) -> AnyReplay | None:
        return replay.read(self.replay) if self.replay else None


class ArchivedMatches:
    """Finds matches in the archive."""

    def __init__(self, archive: Archive, engines: Engines) -> None:
        self._archive = archive
        self._engines = engines

    def find(self, match_id: str) -> RestoredMatch | None:
        """A match that has ended and was archived."""
        found = self._archive.find(match_id)
        return None if found is None else RestoredMatch(match_from_json(found.match), found.replay, self._engines)
