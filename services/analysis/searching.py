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
        barred: Callable[[str, str], object],
        slot: Callable[[str], AbstractContextManager[None]] = lambda _: nullcontext(),
    ) -> None:
        """``barred``: whether a person may have no help with a ruleset now, see :meth:`MatchStore.bars_help`. ``slot``:
        held while a ruleset is searched, see :meth:`services.engine.bulkhead.ProcessBulkhead.slot`."""
        self._searches = searches
        self._engines = engines
        self._barred = barred
        self._slot = slot

    def work(self, id: str) -> None:
        """Make a search, unless it is done. Who has sat down since it was asked for, in a match without help, is not
        told what comes of it.

        Raises:
            Refusal: ``BUSY``: an engine cannot be reached.
            redis.RedisError: Redis cannot be reached.
        """
        found = self._searches.request(id)
        if found is None:
            return
        request, person = found
        ruleset = request.version.ruleset
        if self._barred(person, ruleset):
            self._searches.forget(id)
            return
        try:
            with self._slot(ruleset):
                answer: SearchAnswer | Refusal = self._made(request)
        except Refusal as refusal:
            if refusal.reason is Reason.BUSY:
                raise
            answer = refusal
        if self._barred(person, ruleset):
            self._searches.forget(id)
        else:
            self._searches.complete(id, answer)

    def _made(self, request: SearchRequest) -> SearchAnswer:
        engine = self._engines.pinned(request.version)
        asked = (request.bot, request.view, list(request.legal), request.seed)
        with position_at_fault(request.version.ruleset):
            if request.iterations is None:
                return SearchAnswer(choice=engine.choose(*asked))
            found = engine.explain(*asked, iterations=request.iterations, milliseconds=MILLISECONDS)
            return SearchAnswer(found=found)
