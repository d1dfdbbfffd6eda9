"""Series in which bots take part that live elsewhere: their matches are live matches of the platform.

Each match is created with all of its bots seated, so that none can decline or leave, and played like any other: by
webhook, by stream, under clocks, with the limits of its players. Somebody looks after a series once a second: results
are stored, the next matches begun.
"""

from collections.abc import Callable, Collection
from typing import Final

import structlog

from services.database import Database
from services.engine import registry
from services.engine import replay as replays
from services.errors import Reason, Refusal
from services.identity import Caller, Player, PlayerKind, Players, Scope
from services.matches.creation_request import NewMatch, SeatKind, SeatRequest
from services.matches.match import Assistance, Match, Visibility
from services.matches.matches import Matches
from services.platform_time import platform_ms
from services.series.designs import Schedule, Table
from services.series.document import Entrant
from services.series.folder import result_line
from services.series.results import MatchResult
from services.stored_series import live_rows
from services.stored_series.live_rows import LiveMatch, LiveSeries

log = structlog.get_logger("series")

ABORTED: Final = "aborted"
"""``error`` of a live match that an admin or a rule of the platform has aborted."""

_PLATFORM: Final = Caller("", "playhall", PlayerKind.PERSON, "series", frozenset({Scope.ADMIN}))
_SCOPES: Final = frozenset({Scope.MATCHES_READ, Scope.MATCHES_CREATE, Scope.MATCHES_PLAY})
_FOR_NOW: Final = (Reason.QUOTA_EXCEEDED, Reason.BUSY, Reason.BOT_OFFLINE, Reason.UNSUPPORTED_VERSION)
"""Why a match is not begun yet: it is tried again at the next look."""

_MAKING_MS: Final = 60_000
"""For how long after it was handed out somebody may make a match who does not know that its series has ended."""


class LiveMatches:
    """Looks after the live matches of series. Safe to use from several threads and processes: a match is created and
    counted once, however many look after it."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        players: Players,
        *,
        versions: Callable[[], Collection[tuple[str, str]]] = registry.installed_versions,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        """``versions``: the rulesets that are here, and their versions: of series of others no match is begun."""
        self._versions = versions
        self._database = database
        self._matches = matches
        self._players = players
        self._now_ms = now_ms

    def advance(self) -> bool:
        """Look after the series that has waited longest: store the results of its matches that have ended, begin the
        next ones; abort those of a series that has ended itself.

        Returns:
            Whether there was one to look after.

        Raises:
            Refusal: ``BUSY``: the database does not answer.
        """
        found = live_rows.take(self._database, self._now_ms())
        if found is None:
            return False
        schedule = Schedule(found.document)
        for match in live_rows.under_way(self._database, found.id):
            if found.is_ended:
                self._call_off(found, match)
            elif match.number < found.matches:
                self._look_at(found, match, schedule.table(match.number))
        if found.is_ended:
            live_rows.rest(self._database, found.id)
        elif (found.document.ruleset, found.document.ruleset_version) in self._versions():
            for match in live_rows.deal(self._database, found, self._now_ms()):
                self._begin(found, match, schedule.table(match.number))
        return True

    def _look_at(self, found: LiveSeries, match: LiveMatch, table: Table) -> None:
        """Store the result of a match if it has ended; one whose making was interrupted is made now."""
        try:
            there = self._matches.get(_PLATFORM, match.match_id)
        except Refusal as refusal:
            if refusal.reason is not Reason.NOT_FOUND:
                raise
            self._begin(found, match, table)
            return
        if there.status.ended:
            line = result_line(self._result(found, there, table))
            live_rows.complete(self._database, found.id, match.number, line, self._now_ms())
        elif there.started_ms is None:
            self._begin(found, match, table)

    def _begin(self, found: LiveSeries, match: LiveMatch, table: Table) -> None:
        """Create a match in which all of its bots sit, and start it."""
        entrants = [found.document.entrants[entrant] for entrant in table.entrants]
        live = found.document.live
        assert live is not None
        new = NewMatch(
            ruleset=found.document.ruleset,
            seats=tuple(map(_seat, entrants)),
            options=found.document.options,
            visibility=Visibility.PRIVATE,
            time_control=live.time_control,
            on_time_out=live.on_time_out,
            # Its owner measures bots, most often all their own: that is practice.
            rated=False,
            assistance=Assistance.OPEN,
        )
        creation = live_rows.creation_of(found, match.number, match.begun_ms)
        try:
            seated = [self._seated(entrant) for entrant in entrants]
            owner, deal = _as(self._players.get(found.owner_id)), live_rows.deal_of(found, match.number)
            self._matches.create_seated(owner, new, seated, creation=creation, deal=deal)
        except Refusal as refusal:
            if refusal.reason not in _FOR_NOW:
                log.error("match_not_begun", series=found.id, number=match.number, reason=refusal.reason.name)
                why = f"match {match.number} cannot be begun: {refusal.reason.name}"
                live_rows.fail(self._database, found.id, why, self._now_ms())
                return
            log.info("match_waits", series=found.id, number=match.number, reason=refusal.reason.name)

    def _call_off(self, found: LiveSeries, match: LiveMatch) -> None:
        """Abort a match of a series that has ended: nothing of it counts."""
        try:
            self._matches.abort(_PLATFORM, match.match_id)
        except Refusal as refusal:
            if refusal.reason not in (Reason.NOT_FOUND, Reason.MATCH_ENDED):
                raise
            if refusal.reason is Reason.NOT_FOUND and self._now_ms() - match.begun_ms < _MAKING_MS:
                return  # somebody may be making it: until it is over, its seed is not shown
        live_rows.complete(self._database, found.id, match.number, None, self._now_ms())

    def _result(self, found: LiveSeries, match: Match, table: Table) -> MatchResult:
        number, deal, entrants = table.number, table.deal, table.entrants
        if match.outcome is None:
            return MatchResult(number=number, deal=deal, entrants=entrants, error=ABORTED, match=match.id)
        replay = replays.read(self._matches.replay(_PLATFORM, match.id))
        results = match.outcome["results"]
        return MatchResult(
            number=number,
            deal=deal,
            entrants=entrants,
            ranks=tuple([each["rank"] for each in results]),
            scores=tuple([each["score"] for each in results]),
            breakdowns=tuple(
                [tuple([(part["item"], part["points"]) for part in each["breakdown"]]) for each in results]
            ),
            reason=match.outcome["reason"],
            decisions=len(replay.steps),
            final_state_sha256=replay.final_state_sha256 or "",
            match=match.id,
        )

    def _seated(self, entrant: Entrant) -> Caller | None:
        """Who takes the seat of an entrant; None for a bot of the house.

        Raises:
            Refusal: ``BOT_OFFLINE``; ``NOT_FOUND``: there is no such player.
        """
        if entrant.player_id is None:
            return None
        player = self._players.get(entrant.player_id)
        if not player.is_online:
            raise Refusal(Reason.BOT_OFFLINE)
        return _as(player)


def _as(player: Player) -> Caller:
    return Caller(player.id, player.name, player.kind, "series", _SCOPES, player.version, player.person)


def _seat(entrant: Entrant) -> SeatRequest:
    if entrant.player_id is None:
        return SeatRequest(SeatKind.BOT, entrant.bot)
    return SeatRequest(SeatKind.PLAYER, entrant.player_id)
