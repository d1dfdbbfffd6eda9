"""Who runs tournaments: collects results, lets happen what happens by itself, makes the matches of tables, and tells
players.

Somebody looks after a tournament that is due, about once a second while it is under way. Everything it does may be done
again by whoever comes next: results are entries of the log that can be added once, and matches are handed out in the
transaction that pairs their tables, with ids that follow from the tournament's seed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import structlog
from sqlalchemy import Connection

from services.database import Database
from services.engine.clocks import NoClocks, bot_of
from services.engine.fairness import TournamentReference, sha256_hex
from services.engine.no_shows import absent_seats
from services.engine.ruleset import JsonObject
from services.errors import Reason, Refusal
from services.identity import PLATFORM, Caller, Players, Scope
from services.matches.creation_request import NewMatch, SeatKind, SeatRequest
from services.matches.match import Assistance, Visibility
from services.matches.match_creation import EventDeal, SharedDeal
from services.matches.match_record import LivePresence
from services.matches.matches import Matches
from services.matches.quotas import Quota
from services.platform_time import platform_ms
from services.stored_tournaments import due, log_commit, rows
from services.stored_tournaments.hosted_tournament import (
    MatchPlace,
    MatchState,
    TableMatch,
)
from services.stored_tournaments.known_logs import KnownLogs, Read
from services.stored_tournaments.log_commit import Wish
from services.stored_tournaments.telling import Telling
from services.tournaments import due_times, steps
from services.tournaments.log import Cancelled, GameCalledOff, GameEnded, GameVoid, Paused, TableLeft
from services.tournaments.presence import Attendance, counted_ms, who_leaves, who_resigns
from services.tournaments.round_state import RoundState
from services.tournaments.settings import ArenaStage
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Member, NotPossible, Tournament, TournamentStatus

log = structlog.get_logger("tournaments")

LOOK_MS: Final = 1_000
"""How long after a look at a tournament that is under way the next one is due."""
LEASE_MS: Final = 15_000
"""For so long nobody else looks after a tournament while somebody does; nor if who does is killed."""
MAKING_MS: Final = 1_000
"""For so long matches are made in one look; the next one goes on at once, after it has collected results. Who looks
scores matches as well, of everybody: they wait no longer for it."""
MADE_AT_ONCE: Final = 10
"""After so many matches a look ends if somebody else's tournament waits for one."""
MOST_STEPS: Final = 10_000

MOST_RESULTS: Final = 100
"""So many results are collected in one look."""
ABANDONED: Final = "nothing has happened for 90 days"
GIVE_UP_MS: Final = 300_000
"""After so long a table is lost by those who have no seat left for its match."""

_SCOPES: Final = frozenset({Scope.MATCHES_READ, Scope.MATCHES_PLAY})
_NOT_MADE: Final = (Reason.QUOTA_EXCEEDED, Reason.BOT_OFFLINE)
"""Where nothing was made, and nobody has seen anything."""
_OF_HOST: Final = frozenset(
    quota.value for quota in (Quota.UNFINISHED_MATCHES, Quota.BOT_SEATS, Quota.CREATIONS_PER_MINUTE)
)
"""Quotas that no match fits into once one did not."""
_FOR_NOW: Final = (Reason.QUOTA_EXCEEDED, Reason.BUSY, Reason.BOT_OFFLINE)
"""Why a match is not made yet: it is tried again at the next look."""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """How a match has ended. ``places``, ``scores``: of each seat; empty: without a result. ``absent``: the seats whose
    players have never been there. ``time_outs``: in how many turns running the time of each seat was over; empty:
    in none."""

    match: TableMatch
    places: tuple[int, ...]
    scores: tuple[int, ...]
    absent: frozenset[int]
    time_outs: tuple[int, ...] = ()


class _Making(Enum):
    """How far the matches are that were handed out: all are there; some cannot be made now; the look has ended, and the
    next one goes on."""

    DONE = "done"
    WAITS = "waits"
    GOES_ON = "goes on"


class _HostHasNoRoom(Exception):
    """No further match of a tournament can be made now."""


class TournamentRunner:
    """Runs tournaments. Safe to use from several threads and processes."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        players: Players,
        *,
        telling: Telling | None = None,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        """``telling``: tells players what happens; None: nobody is told."""
        self._database = database
        self._telling = telling
        self._matches = matches
        self._players = players
        self._now_ms = now_ms
        self._known = KnownLogs()

    def advance(self) -> bool:
        """Look after the tournament that has waited longest.

        Returns:
            Whether there was one to look after.

        Raises:
            Refusal: ``BUSY``: the database does not answer.
        """
        tournament_id = due.take(self._database, self._now_ms(), LEASE_MS)
        if tournament_id is None:
            return False
        results = self._results(tournament_id)
        seen = self._who_is_there(tournament_id)
        now_ms = self._now_ms()

        def happens(connection: Connection, found: Read) -> Iterator[Wish]:
            return self._happens(connection, found, results, seen, now_ms)

        found = log_commit.commit(self._database, self._known, tournament_id, happens, now_ms)
        making = self._make_matches(found)
        is_all = self._call_off(tournament_id) and making is _Making.DONE
        is_all, told = self._tell(found, is_all=is_all)
        goes_on = making is _Making.GOES_ON or len(results) == MOST_RESULTS
        self._rest(found, told, is_all=is_all, goes_on=goes_on)
        return True

    # -- what happens --------------------------------------------------------------------------------------------------

    def _results(self, tournament_id: str) -> list[MatchEnd]:
        """How matches have ended that are in the archive. They are read before anything waits for it."""
        with self._database.read() as connection:
            found = rows.ended(connection, tournament_id, MOST_RESULTS)
        return [self._result(match, document) for match, document in found]

    def _result(self, match: TableMatch, document: JsonObject) -> MatchEnd:
        if document["outcome"] is None:
            return MatchEnd(match, (), (), frozenset())
        results = document["outcome"]["results"]
        absent = absent_seats(document, lambda: self._matches.replay(PLATFORM, match.match_id))
        places = tuple(each["rank"] for each in results)
        time_outs = tuple((document.get("presence") or {}).get("time_outs", ()))
        return MatchEnd(match, places, tuple(each["score"] for each in results), absent, time_outs)

    def _who_is_there(self, tournament_id: str) -> Mapping[str, Attendance]:
        """Who has been there in the matches that are played now, by their ids, as far as that matters. Who has played
        in one and has left it resigns there."""
        with self._database.read() as connection:
            hosted = rows.find(connection, tournament_id)
            rule = None if hosted is None else hosted.settings.presence_rule
            if hosted is None or rule is None or hosted.status is not TournamentStatus.RUNNING:
                return {}
            tournament = self._known.read(connection, hosted).tournament
            if not tournament.players:  # bots of the house are always there
                return {}
            made = rows.under_way(connection, tournament_id, MatchState.MADE)
        state = tournament.open_round
        if state is None:
            return {}
        tables: dict[str, TableState] = {}
        for match in made:
            table = state.table_paired_in(match.place.pairing, match.place.table)
            if table is not None and any(tournament.members[each].bot is None for each in table.present):
                tables[match.match_id] = table
        there = self._matches.presences(list(tables)) if tables else {}
        if not there:
            return {}
        still, now_ms = (*tournament.pauses, *self._matches.gaps()), self._now_ms()
        seen: dict[str, Attendance] = {}
        for match_id, live in there.items():
            noted = live.presence
            table = tables[match_id]
            seated = table.seated(table.next_game)
            seen[match_id] = Attendance(
                waited_ms=counted_ms(live.started_ms, now_ms, still),
                come=frozenset(seated[seat] for seat in noted.come),
                acted=frozenset(seated[seat] for seat in noted.acted),
                time_outs={seated[seat]: running for seat, running in enumerate(noted.time_outs)},
                excused=_excused(tournament, seated, live),
            )
            for entrant in who_resigns(tournament, rule, table, seen[match_id]):
                self._resign(tournament.members[entrant], match_id)
        return seen

    def _resign(self, member: Member, match_id: str) -> None:
        """Whoever has left a match in which it had played loses it, in the ratings as well."""
        caller = self._sitting(member)
        assert caller is not None
        try:
            self._matches.resign(caller, match_id)
        except Refusal as refusal:  # the match has ended, or it is tried again at the next look
            log.info("not_resigned", match=match_id, reason=refusal.reason.name)

    def _happens(
        self,
        connection: Connection,
        found: Read,
        results: Sequence[MatchEnd],
        seen: Mapping[str, Attendance],
        now_ms: int,
    ) -> Iterator[Wish]:
        """Results of matches, then what follows by itself, one thing after the other."""
        waiting = rows.under_way(connection, found.hosted.id, MatchState.DUE, MatchState.MADE)
        known = {match.match_id for match in waiting}
        for end in results:
            if end.match.match_id in known:  # it may have been called off, or told by somebody else
                yield from _told(found.tournament, end)
        if results:
            rows.forget(connection, [end.match.match_id for end in results])
        state = found.tournament.open_round
        if state is not None:
            yield from _lost_by_absence(found.tournament, state, waiting, seen)
            yield from self._lost_by_time(found.tournament, state, waiting, seen, now_ms)
        for _ in range(MOST_STEPS):
            try:
                happening = steps.next_steps(found.tournament, found.hosted.lots, now_ms)
            except NotPossible as error:
                yield Wish(Paused(), None, f"The next round cannot be paired: {error}.")
                return
            if not happening:
                break
            for what, why in happening:
                yield Wish(what, None, why)
        abandoned_ms = due_times.abandoned_ms(found.tournament, found.last_ms, now_ms)
        if not waiting and abandoned_ms is not None and now_ms >= abandoned_ms:
            yield Wish(Cancelled(), None, ABANDONED)

    def _lost_by_time(
        self,
        tournament: Tournament,
        state: RoundState,
        waiting: Sequence[TableMatch],
        seen: Mapping[str, Attendance],
        now_ms: int,
    ) -> Iterator[Wish]:
        """Tables that have taken too long; and those whose match cannot be made because somebody has no seat left."""
        matches = {match.place: match for match in waiting}
        for table in state.open_tables:
            match = matches.get(MatchPlace.of(table))
            if match is None:
                continue
            is_over = steps.overdue(tournament, table, now_ms)
            if match.state is MatchState.DUE and (is_over or now_ms >= match.begun_ms + _give_up_ms(tournament)):
                late = self._without_seats_left(tournament, table.present)
                if late or is_over:
                    yield Wish(
                        steps.lost_by(state, table.number, late),
                        None,
                        "The match could not be made in time.",
                    )
            elif is_over:
                late = self._late(match, table.seated(match.place.game))
                if (there := seen.get(match.match_id)) is not None:
                    late = tuple(
                        each for each in table.present if each in late or each not in there.come | there.excused
                    )
                yield Wish(steps.lost_by(state, table.number, late), None, "The time of the round is over.")

    def _late(self, match: TableMatch, seated: tuple[str, ...]) -> tuple[str, ...]:
        """Who has to decide in a match now."""
        try:
            there = self._matches.get(PLATFORM, match.match_id)
        except Refusal as refusal:
            if refusal.reason is not Reason.NOT_FOUND:
                raise
            return ()
        return tuple(seated[seat] for seat in there.pending)

    def _without_seats_left(self, tournament: Tournament, entrants: Sequence[str]) -> tuple[str, ...]:
        """Who of some entrants sits in as many matches as it may."""
        there = {entrant: self._sitting(tournament.members[entrant]) for entrant in entrants}
        full = self._matches.without_seats_left([caller for caller in there.values() if caller is not None])
        return tuple(entrant for entrant, caller in there.items() if caller is not None and caller.player_id in full)

    # -- matches -------------------------------------------------------------------------------------------------------

    def _make_matches(self, found: Read) -> _Making:
        """Make the matches that were handed out. They count for the host: what exceeds its quotas waits until others of
        its matches have ended."""
        with self._database.read() as connection:
            waiting = rows.under_way(connection, found.hosted.id, MatchState.DUE)
        if not waiting:
            return _Making.DONE
        person, until_ms, is_all = found.hosted.person, self._now_ms() + MAKING_MS, True
        for first in range(0, len(waiting), MADE_AT_ONCE):
            if first and self._must_end(until_ms, person):
                return _Making.GOES_ON
            batch = waiting[first : first + MADE_AT_ONCE]
            number, has_room = self._make_batch(found, batch, person)
            is_all &= number == len(batch)
            if not has_room:
                return _Making.WAITS
        return _Making.DONE if is_all else _Making.WAITS

    def _must_end(self, until_ms: int, person: str) -> bool:
        """Whether a look ends before all matches are made: after a while, and sooner if somebody else waits for one."""
        now_ms = self._now_ms()
        return now_ms > until_ms or due.is_due_for_others(self._database, now_ms, person)

    def _make_batch(self, found: Read, batch: Sequence[TableMatch], person: str) -> tuple[int, bool]:
        """Make some matches: how many are there, and whether the host may have more."""
        with self._database.begin() as connection:  # before anybody can have seen anything of them
            may_be_made, marked = rows.begin_dealing(connection, [match.match_id for match in batch])
            seeds = rows.client_seeds(connection, found.hosted.id, _seated_at(found.tournament, batch))
        made: list[TableMatch] = []
        refused: list[TableMatch] = []
        has_room = True
        for match in batch:
            if match.match_id not in may_be_made:
                continue
            if not has_room:
                refused.append(match)
                continue
            try:
                is_made = self._make(found, match, seeds, person)
            except _HostHasNoRoom:
                has_room = is_made = False
            if is_made is not None:
                (made if is_made else refused).append(match)
        # One of which nobody knows whether it was made may have been, and so may one that somebody has tried before.
        untouched = [match.match_id for match in refused if match.match_id in marked]
        with self._database.begin() as connection:
            if made:
                rows.note(connection, [match.match_id for match in made], MatchState.MADE)
            if untouched:
                rows.not_dealt(connection, untouched)
        return len(made), has_room

    def _make(self, found: Read, match: TableMatch, seeds: Mapping[str, str], person: str) -> bool | None:
        """Make a match, exactly that one whoever tries and however often; whether it is there; None: nobody knows.

        Raises:
            _HostHasNoRoom: the host has as many matches as it may.
        """
        hosted, tournament, place = found.hosted, found.tournament, match.place
        state = tournament.open_round
        table = None if state is None else state.table_paired_in(place.pairing, place.table)
        if table is None or MatchPlace.of(table) != place:
            # Something has happened meanwhile. What was handed out before is called off; what comes after that is made
            # by who knows it: this one would deal what was dealt before.
            return False
        seated = [tournament.members[entrant] for entrant in table.seated(place.game)]
        try:
            self._matches.create_seated(
                PLATFORM,
                _new_match(found, seated, place),
                [self._sitting(member) for member in seated],
                creation=rows.creation_of(hosted, place, match.begun_ms),
                deal=_deal_of(found, table, place, seeds),
                person=person,
            )
        except Refusal as refusal:
            if refusal.reason not in _FOR_NOW:
                log.error("table_not_made", tournament=hosted.id, match=match.match_id, reason=refusal.reason.name)
            else:
                log.info("table_waits", tournament=hosted.id, match=match.match_id, reason=refusal.reason.name)
            if refusal.metadata.get("quota") in _OF_HOST:
                raise _HostHasNoRoom from refusal
            return False if refusal.reason in _NOT_MADE else None
        return True

    def _sitting(self, member: Member) -> Caller | None:
        """The player that sits down; None for a bot of the house."""
        if member.player_id is None:
            return None
        player = self._players.get(member.player_id)
        return Caller(player.id, player.name, player.kind, "tournament", _SCOPES, player.version, player.person)

    def _call_off(self, tournament_id: str) -> bool:
        """Abort the matches that count no more; whether that is done."""
        with self._database.read() as connection:
            off = rows.under_way(connection, tournament_id, MatchState.CALLED_OFF)
        done = []
        for match in off:
            try:
                if not self._matches.void(match.match_id):
                    self._matches.abort(PLATFORM, match.match_id)
            except Refusal as refusal:
                if refusal.reason not in (Reason.NOT_FOUND, Reason.MATCH_ENDED):
                    log.info("match_not_called_off", match=match.match_id, reason=refusal.reason.name)
                    continue
            done.append(match.match_id)
        if done:
            with self._database.begin() as connection:
                rows.forget(connection, done)
        return len(done) == len(off)

    def _tell(self, found: Read, *, is_all: bool) -> tuple[bool, int | None]:
        """Tell players what has happened; whether all is done now, and up to which entry they were told. What cannot be
        told now is told at the next look: nothing else waits for it."""
        if self._telling is None:
            return is_all, None
        try:
            told = self._telling.tell(found)
        except Refusal as refusal:
            log.info("players_not_told", tournament=found.hosted.id, reason=refusal.reason.name)
            return False, None
        return is_all and told >= found.hosted.revision, told

    # -- whose turn it is ----------------------------------------------------------------------------------------------

    def _rest(self, found: Read, told: int | None, *, is_all: bool, goes_on: bool) -> None:
        """When it is looked after next: at once if its look has ended for others' sake, in a second while matches are
        under way, else when its clock says or when it is abandoned."""
        now_ms = self._now_ms()
        with self._database.begin() as connection:
            if goes_on:
                due_ms: int | None = now_ms
            elif not is_all or rows.under_way(connection, found.hosted.id):
                due_ms = now_ms + LOOK_MS
            else:
                due_ms = due_times.due_ms(found.tournament, found.last_ms, now_ms)
            rows.rest(connection, found.hosted, due_ms, told)


def _give_up_ms(tournament: Tournament) -> int:
    """After how long a table is lost by those who have no seat left. In an arena nobody waits longer for others."""
    stage = tournament.stage
    if stage is not None and isinstance(stage.settings, ArenaStage):
        return 1000 * stage.settings.max_wait_seconds
    return GIVE_UP_MS


def _seated_at(tournament: Tournament, waiting: Sequence[TableMatch]) -> list[str]:
    """Who sits at the tables of some matches."""
    state = tournament.open_round
    if state is None:
        return []
    tables = [state.table_paired_in(match.place.pairing, match.place.table) for match in waiting]
    return [entrant for table in tables if table is not None for entrant in table.present]


def _deal_of(
    found: Read, table: TableState, place: MatchPlace, seeds: Mapping[str, str]
) -> SharedDeal | EventDeal | None:
    """What a match deals; None: what follows from its own creation, as it did before tournaments had commitments."""
    hosted = found.hosted
    if hosted.event is not None:
        return rows.event_deal_of(hosted, hosted.event, found.tournament, table, seeds)
    deal = table.deal(place.game)
    return None if deal is None else rows.deal_of(hosted, place, deal)


def _new_match(found: Read, seated: Sequence[Member], place: MatchPlace) -> NewMatch:
    """A match of a table. Who sees the tournament sees it. Where the host may know the cards, or the platform helps at
    any time, nothing is rated; nor where a bot of the house decides when time is over, as earlier releases let it, nor
    where somebody sits for whom a host speaks: it could play that seat itself."""
    hosted = found.hosted
    settings, event = hosted.settings, hosted.event
    has_help = settings.assistance == Assistance.OPEN.value or bot_of(settings.on_time_out) is not None
    old_place = TournamentReference(sha256=sha256_hex(settings.to_bytes()), **place._asdict())
    return NewMatch(
        ruleset=settings.ruleset,
        seats=tuple(
            SeatRequest(SeatKind.OPEN) if member.bot is None else SeatRequest(SeatKind.BOT, member.bot)
            for member in seated
        ),
        options=settings.options,
        visibility=Visibility(hosted.visibility.value),
        time_control=settings.time_control,
        on_time_out=settings.on_time_out,
        assistance=Assistance(settings.assistance),
        tournament=old_place if event is None else None,
        rated=not (has_help or found.tournament.host_may_know_cards or any(member.is_named for member in seated)),
        notes_presence=settings.presence_rule is not None and any(member.bot is None for member in seated),
    )


def _excused(tournament: Tournament, seated: Sequence[str], live: LivePresence) -> frozenset[str]:
    """The bots in a match that have not missed a turn yet."""
    missed = live.asked if isinstance(tournament.settings.time_control, NoClocks) else live.presence.time_outs
    return frozenset(
        entrant
        for seat, entrant in enumerate(seated)
        if tournament.members[entrant].is_bot and not (missed and missed[seat])
    )


def _lost_by_absence(
    tournament: Tournament, state: RoundState, waiting: Sequence[TableMatch], seen: Mapping[str, Attendance]
) -> Iterator[Wish]:
    """Tables to which somebody has not come, or which somebody has left."""
    rule = tournament.settings.presence_rule
    if rule is None or tournament.status is not TournamentStatus.RUNNING:
        return
    matches = {match.place: match for match in waiting}
    for table in state.open_tables:
        match = matches.get(MatchPlace.of(table))
        there = None if match is None else seen.get(match.match_id)
        if match is None or (there is None and match.state is not MatchState.DUE):
            continue
        left = who_leaves(tournament, rule, state.number, table, there)
        if left is not None:
            yield Wish(left[0], None, left[1])


def _told(tournament: Tournament, end: MatchEnd) -> Iterator[Wish]:
    """The entries of the log that a match makes. By the rule of presence who was not there is behind all who were, as
    is who has left if it is not played for; if nobody is left, they all have lost the table, and the match does not
    count."""
    match, place = end.match, end.match.place
    seated = tournament.table(match.round, place.table).seated(place.game)
    if not end.places:
        yield Wish(
            GameVoid(round=match.round, table=place.table, game=place.game, match=match.match_id, entrants=seated)
        )
        return
    rule = tournament.settings.presence_rule
    absent = tuple(seated[seat] for seat in sorted(end.absent))
    left: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    if rule is not None:
        gone = (seat for seat, running in enumerate(end.time_outs) if running >= rule.time_outs)
        left = tuple(seated[seat] for seat in sorted(gone) if seat not in end.absent)
        behind = absent if rule.leaving == "played_for" else (*absent, *left)
        if len(behind) == len(seated):
            off = GameCalledOff(
                round=match.round, table=place.table, game=place.game, match=match.match_id, entrants=seated
            )
            left_by_all = TableLeft(round=match.round, table=place.table, entrants=seated, came=())
            for what in (off, left_by_all):
                yield Wish(what, None, "None of them was there when the match ended.")
            return
    ended = GameEnded(
        round=match.round,
        table=place.table,
        game=place.game,
        match=match.match_id,
        entrants=seated,
        places=end.places,
        scores=end.scores,
        forfeits=absent,
        left=left,
        behind=behind,
    )
    yield Wish(ended)
