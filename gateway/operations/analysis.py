"""What both faces do with positions beside asking the services: who may see which, and pages of them."""

from collections.abc import Sequence
from typing import Final

from gateway.formats.position_json import reached_json
from gateway.operations.series import SeriesOperations
from services.analysis.played_matches import PlayedMatch, ReachedPosition
from services.analysis.positions import PlayedMatches
from services.engine import registry
from services.engine.engine import Engines
from services.engine.in_process import InProcessEngine
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.matches import Matches
from services.stored_series import SeriesJobs

PAGE_BYTES: Final = 262_144
"""A page of positions ends with the one that makes it as large."""


class AnalysisOperations:
    """Positions as REST and gRPC serve them. Safe to use from several threads."""

    def __init__(
        self, matches: Matches, series: SeriesJobs, series_operations: SeriesOperations, engines: Engines
    ) -> None:
        self._matches = matches
        self._series = series
        self._series_operations = series_operations
        self._engines = engines
        self._played = PlayedMatches()

    def of_match(self, caller: Caller, match_id: str) -> PlayedMatch:
        """A match that has ended, for whom its replay is.

        Raises:
            Refusal: as :meth:`Matches.replay`; ``UNSUPPORTED_VERSION``; ``BUSY``: too many are played again now.
        """
        self._matches.check_replay(caller, match_id)
        return self._played.get(match_id, lambda: self._matches.replay(caller, match_id), self._engines.pinned)

    def of_series(self, caller: Caller, series_id: str, number: int) -> PlayedMatch:
        """A match of a series. It is played again by the version of the ruleset that is installed here, as its replay.

        Raises:
            Refusal: as :meth:`SeriesOperations.replay`; ``UNSUPPORTED_VERSION``; ``BUSY``: too many are played again
                now.
        """
        result = self._series.result(caller, series_id, number)
        if result.match:
            return self.of_match(caller, result.match)
        return self._played.get(
            f"{series_id}/{number}",
            lambda: self._series_operations.replay(caller, series_id, number),
            lambda version: InProcessEngine(registry.ruleset(version.ruleset)),
        )

    def page(
        self, played: PlayedMatch, *, first: int, size: int, viewer: int, has_views: bool
    ) -> tuple[Sequence[bytes], int | None]:
        """At most ``size`` positions from number ``first`` on, each as a viewer saw it, and the number of the next one;
        None after the last.

        Raises:
            Refusal: ``NOT_FOUND``: the match has no such seat; ``UNSUPPORTED_VERSION``, ``BUSY``.
        """
        if viewer >= played.seats:
            raise Refusal(Reason.NOT_FOUND, "The match has no such seat.")
        entries: list[bytes] = []
        room = PAGE_BYTES
        for reached in played.positions(first):
            if len(entries) == size or room <= 0:
                return entries, reached.number
            entries.append(reached_json(reached, viewer, view=has_views))
            room -= len(entries[-1])
        return entries, None

    def position(self, played: PlayedMatch, number: int) -> ReachedPosition:
        """One position.

        Raises:
            Refusal: ``NOT_FOUND``: the match has no such position; ``UNSUPPORTED_VERSION``, ``BUSY``.
        """
        for reached in played.positions(number):
            return reached
        raise Refusal(Reason.NOT_FOUND, f"The match has no position {number}.")
