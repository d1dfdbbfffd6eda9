"""A worker's part in searches: it makes them."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from services.analysis.searches import SearchAnswer, Searches, SearchRequest
from services.analysis.stumbles import position_at_fault
from services.engine.engine import Engines
from services.errors import Reason, Refusal

MILLISECONDS: Final = 10_000
"""For what a bot finds of a decision; with that many iterations or not."""


class Searching:
    """Makes searches. Safe to use from several threads and processes: one that two workers make is made once more."""

    def __init__(
        self,
        searches: Searches,
        engines: Engines,
        slot: Callable[[str], AbstractContextManager[None]] = lambda _: nullcontext(),
    ) -> None:
        """``slot``: held while a ruleset is searched, see :meth:`services.engine.bulkhead.ProcessBulkhead.slot`."""
        self._searches = searches
        self._engines = engines
        self._slot = slot

    def work(self, id: str) -> None:
        """Make a search, unless it is done.

        Raises:
            Refusal: ``BUSY``: an engine cannot be reached.
            redis.RedisError: Redis cannot be reached.
        """
        request = self._searches.request(id)
        if request is None:
            return
        try:
            with self._slot(request.version.ruleset):
                answer: SearchAnswer | Refusal = self._made(request)
        except Refusal as refusal:
            if refusal.reason is Reason.BUSY:
                raise
            answer = refusal
        self._searches.complete(id, answer)

    def _made(self, request: SearchRequest) -> SearchAnswer:
        engine = self._engines.pinned(request.version)
        asked = (request.bot, request.view, list(request.legal), request.seed)
        with position_at_fault(request.version.ruleset):
            if request.iterations is None:
                return SearchAnswer(choice=engine.choose(*asked))
            found = engine.explain(*asked, iterations=request.iterations, milliseconds=MILLISECONDS)
            return SearchAnswer(found=found)
