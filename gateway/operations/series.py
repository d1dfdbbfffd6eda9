"""What both faces do with series beside asking the job service: planning them, playing matches again, comparing."""

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from services.engine import registry
from services.engine import replay as replays
from services.engine.registry import AnyRuleset
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, PlayerKind, Players
from services.identity.idempotent_creation import Creation
from services.identity.names import clean_name
from services.matches.matches import Matches
from services.series.comparison import compare
from services.series.designs import Schedule
from services.series.document import Stop, UnplayableSeries
from services.series.folder import read_result
from services.series.playing import MatchFailed, Player
from services.series.results import MatchResult
from services.series.statistics import Tally, deals_of
from services.stored_series import Series, SeriesJobs, SeriesRequest, plan_document

PREFIX: Final = "series_"
"""Of the ids of series."""

MOST_AT_ONCE: Final = 2
"""Replays and comparisons that a process makes at a time: they keep it busy."""


LIVE_VERSION: Final = "unknown"
"""Of a bot that lives elsewhere and says none."""

_SERIES_ID: Final = re.compile(r"series_[0-9a-hjkmnp-tv-z]{26}")
_STOP: Final[TypeAdapter[Stop]] = TypeAdapter(Stop)


def is_series_id(text: str) -> bool:
    """Whether a text could be the id of a series."""
    return _SERIES_ID.fullmatch(text) is not None


def stop_of(fields: Mapping[str, Any]) -> Stop:
    """A stop rule from its fields.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/stop`` or below.
    """
    try:
        return _STOP.validate_json(json.dumps(fields))
    except ValidationError as error:
        errors = [
            FieldError("/".join(["/stop", *map(str, fault["loc"][1:])]), fault["msg"])
            for fault in error.errors(include_url=False, include_input=False)
        ]
        raise Refusal(Reason.INVALID_FIELD, errors=tuple(errors)) from None


def name_of(text: str) -> str:
    """The name of a series without blanks around it; it may be empty.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/name``.
    """
    return clean_name(text) if text.strip() else ""


class SeriesOperations:
    """Series as REST and gRPC serve them. Safe to use from several threads."""

    def __init__(self, series: SeriesJobs, matches: Matches, players: Players) -> None:
        self._series = series
        self._matches = matches
        self._players = players
        self._slots = threading.BoundedSemaphore(MOST_AT_ONCE)

    def create(self, caller: Caller, request: SeriesRequest, creation: Creation) -> Series:
        """A new series. With the same ``creation`` again: the one that it made before, as it is by now.

        Raises:
            Refusal: whatever :func:`plan_document` and :meth:`SeriesJobs.create` refuse; ``UNKNOWN_RULESET``: it is not
                installed here; ``NOT_FOUND``: there is no such bot, or the caller may not enter it.
        """
        series_seed = request.series_seed or creation.secret("series seed")
        about = _rules(request.ruleset).describe()
        players = {id: self._entering(caller, place, id) for place, id in request.players.items()}
        document = plan_document(request, about, series_seed, players)
        return self._series.create(
            caller,
            document,
            series_seed,
            series_id=creation.id(PREFIX),
            name=name_of(request.name),
            priority=request.priority,
            budget_seconds=request.budget_seconds,
        )

    def summary(self, caller: Caller, series_id: str) -> bytes:
        """What the matches have shown that are there without a gap, as JSON.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        kept = self._series.summary(caller, series_id)
        return kept or Tally(self._series.get(caller, series_id).document).summary().to_json()

    def replay(self, caller: Caller, series_id: str, number: int) -> bytes:
        """The replay of a match that has been played. It is played again for it; that of a live match is kept.

        Raises:
            Refusal: ``NOT_FOUND``: there is no such match, it is still to be played, or it failed;
                ``UNSUPPORTED_VERSION``: the ruleset is of another version here, or has other cards; ``BUSY``: too many
                are made now.
        """
        series, result = self._series.get(caller, series_id), self._series.result(caller, series_id, number)
        if result.error:
            raise Refusal(Reason.NOT_FOUND, f"Match {number} failed ({result.error}): it has no replay.")
        if result.match:
            return self._matches.replay(caller, result.match)
        with self._slot():
            try:
                rules, extensions = _rules(series.document.ruleset), series.promises.extensions
                player = Player(rules, series.document, series.series_seed, extensions=extensions)
                return replays.write(player.replay(Schedule(series.document).table(number), result))
            except (UnplayableSeries, MatchFailed) as error:
                raise Refusal(Reason.UNSUPPORTED_VERSION, f"The match cannot be played again: {error}.") from error

    def comparison(self, caller: Caller, first: str, second: str) -> bytes:
        """By how much those who took part in two series did better in the second, as JSON.

        Raises:
            Refusal: ``NOT_FOUND``; ``BUSY``: too many are made now.
            Incomparable: they have nothing to compare.
        """
        documents = [self._series.get(caller, each).document for each in (first, second)]
        with self._slot():
            tallies = [Tally(document) for document in documents]
            for tally, series_id in zip(tallies, (first, second), strict=True):
                for deal in deals_of(self.results(caller, series_id)):
                    tally.add_deal(deal)
            return compare(*tallies).to_json()

    def results(
        self, caller: Caller, series_id: str, *, first: int = 0, limit: int | None = None
    ) -> Iterator[MatchResult]:
        """The results that are there without a gap, from match ``first`` on.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        for lines in self._series.results(caller, series_id, first=first, limit=limit):
            yield from map(read_result, lines.splitlines(keepends=True))

    def _entering(self, caller: Caller, place: int, player_id: str) -> str:
        """The version of a bot that lives elsewhere and is to take part. It costs its owner, so nobody else enters
        it."""
        try:
            player = self._players.get(player_id)
        except Refusal as refusal:
            if refusal.reason is not Reason.NOT_FOUND:
                raise
            player = None
        if player is None or not (caller.is_admin or caller.player_id in (player.id, player.owner_id)):
            raise Refusal(Reason.NOT_FOUND, errors=(FieldError(f"/entrants/{place}", "is no bot of yours"),))
        if player.kind is not PlayerKind.BOT or player.is_house:
            raise Refusal(
                Reason.NOT_A_BOT, errors=(FieldError(f"/entrants/{place}", "is no bot that lives elsewhere"),)
            )
        if player.retired_ms is not None:
            raise Refusal(Reason.BOT_RETIRED, errors=(FieldError(f"/entrants/{place}", "is retired"),))
        return player.version or LIVE_VERSION

    @contextmanager
    def _slot(self) -> Iterator[None]:
        if not self._slots.acquire(blocking=False):
            raise Refusal(Reason.BUSY, f"{MOST_AT_ONCE} replays or comparisons of series are being made.")
        try:
            yield
        finally:
            self._slots.release()


def _rules(ruleset: str) -> AnyRuleset:
    try:
        return registry.ruleset(ruleset)
    except Refusal as refusal:
        raise Refusal(refusal.reason, errors=(FieldError("/ruleset", "there is no such ruleset"),)) from None
