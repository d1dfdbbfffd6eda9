"""What an entry of a tournament's log means to the players who have entered, and to its hosts. Pure.

Everybody is told what everybody may know who sees the tournament: the log has it, too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

from services.engine.ruleset import JsonObject
from services.matches.account_events import AccountEventType
from services.matches.event_log import iso_time
from services.stored_tournaments.hosted_tournament import HostedTournament, MatchPlace
from services.tournaments.due_times import round_deadline_ms, table_deadline_ms
from services.tournaments.log import (
    Accepted,
    Cancelled,
    Entered,
    Finished,
    GameEnded,
    GameVoid,
    Happening,
    Invited,
    LoggedHappening,
    Paused,
    ResultSet,
    Returned,
    RoundPaired,
    Started,
    TableLeft,
    TablePaired,
    Undone,
    Withdrawn,
)
from services.tournaments.round_state import RoundState
from services.tournaments.stage_results import points_before, table_points
from services.tournaments.standings import points_text
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Member, Tournament

Standing: TypeAlias = "Callable[[int, str], JsonObject | None]"
"""Where an entrant stands in a stage: rank, whether it is shared, points; None: nowhere."""

NOWHERE: Final[JsonObject] = {"table": None, "match": None, "seat": None, "invited": False}
"""An entrant's place that sits at no table."""
INVITED: Final[JsonObject] = NOWHERE | {"invited": True}
"""That of an entrant that has not agreed to take part."""

_Fields: TypeAlias = tuple[AccountEventType, JsonObject]


class RoundPlace(Enum):
    """Where an entrant is in a round."""

    TABLE = "table"
    BYE = "bye"
    REQUESTED_BYE = "requested_bye"
    FREE = "free"
    """In an arena: it is paired as soon as somebody is free whom it may meet."""
    NONE = "none"


class Correction(Enum):
    """What a host has corrected, or the platform by its rules."""

    RESULT_SET = "result_set"
    RESULT_TAKEN_BACK = "result_taken_back"
    PAIRING_TAKEN_BACK = "pairing_taken_back"
    START_TAKEN_BACK = "start_taken_back"
    END_TAKEN_BACK = "end_taken_back"
    WITHDRAWN = "withdrawn"


class HostCause(Enum):
    """What a host is needed for."""

    ROUND_NOT_PAIRED = "round_not_paired"
    TABLE_WITHOUT_RESULT = "table_without_result"


@dataclass(slots=True)
class News:
    """What an entry means. ``events``: of entrants, in the order in which each is told its own. ``places``: where
    entrants sit now, for those where that has changed; None: they are in the tournament no more. ``owners``: of bots
    among the entrants, who are told the same. ``for_hosts``: what its hosts are told."""

    events: dict[str, list[_Fields]] = field(default_factory=dict)
    places: dict[str, JsonObject | None] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    for_hosts: list[_Fields] = field(default_factory=list)

    def tell(self, entrant: str, type: AccountEventType, fields: JsonObject) -> None:
        """An entrant is told something."""
        self.events.setdefault(entrant, []).append((type, fields))


@dataclass(frozen=True, slots=True)
class Before:
    """What stood before an entry. ``rounds``: how many were paired. ``withdrawn``: who had withdrawn before the
    start. ``paired``: before a correction, the tables of later rounds, each with its round. ``is_over``: nothing more
    was played."""

    rounds: int
    withdrawn: frozenset[str] = frozenset()
    paired: tuple[tuple[int, TableState], ...] = ()
    is_over: bool = False

    @classmethod
    def of(cls, tournament: Tournament, what: Happening) -> "Before":
        """What stands now, as far as it matters to what happens next."""
        if isinstance(what, ResultSet) and what.then == "replay":
            later = [state for state in tournament.rounds[what.round :] if state.arena is None]
            paired = tuple((state.number, table) for state in later for table in state.tables)
            return cls(len(tournament.rounds), paired=paired, is_over=tournament.status.is_over)
        if not isinstance(what, Started):
            return cls(len(tournament.rounds), is_over=tournament.status.is_over)
        gone = frozenset(member.id for member in tournament.members.values() if member.is_withdrawn)
        return cls(len(tournament.rounds), gone)


class Reporter:
    """Says what entries of one tournament mean. ``match_id``: of the match at a place that was handed out at a moment.
    ``standing``: as the standings are now."""

    def __init__(
        self, hosted: HostedTournament, match_id: Callable[[MatchPlace, int], str], standing: Standing
    ) -> None:
        self._hosted = hosted
        self._match_id = match_id
        self._standing = standing
        self._about: JsonObject = {"tournament": hosted.id, "name": hosted.name}

    def news(
        self,
        before: Before,
        entry: LoggedHappening,
        after: Tournament,
        entries: Sequence[LoggedHappening],
    ) -> News:
        """What an entry means. ``after``: the tournament with it. ``entries``: the whole log, also what came later."""
        news = News()
        what = entry.what
        match what:
            case Entered() | Accepted():
                news.places[what.entrant] = NOWHERE
            case Invited():
                self._invited(news, entry, what, after)
            case Withdrawn():
                if not after.members[what.entrant].is_own(entry.by):
                    told = self._corrected(entry, Correction.WITHDRAWN, None, None)
                    news.tell(what.entrant, AccountEventType.TOURNAMENT_CORRECTED, told)
                self._left(news, after, what.entrant)
            case Returned():
                self._came_back(news, after, what.entrant)
            case Started():
                self._started(news, before, after)
            case RoundPaired():
                self._paired(news, entry, after, after.rounds[-1], is_again=before.rounds >= what.round)
            case TablePaired():
                self._seated(news, entry, after, after.rounds[what.round - 1], after.table(what.round, what.table))
            case GameEnded() | GameVoid():
                self._game_over(news, entry, what, after, entries)
            case ResultSet():
                self._set(news, entry, what, after)
                self._set_aside(news, before, entry, after, entries)
            case TableLeft():
                self._table_left(news, entry, what, after)
            case Paused() if entry.by is None:
                self._need_host(news, HostCause.ROUND_NOT_PAIRED, entry.reason, after)
            case Finished() | Cancelled():
                self._ended(news, entry, after)
            case Undone():
                undone = [entries[number - 1].what for number in (what.entry, *what.also)]
                if before.is_over and after.status.is_under_way:
                    self._goes_on(news, entry, after)
                self._undone(news, entry, undone, after)
            case _:
                pass
        return news

    # -- entrants ------------------------------------------------------------------------------------------------------

    def _invited(self, news: News, entry: LoggedHappening, what: Invited, after: Tournament) -> None:
        """A bot's owner may agree in its place, and is told, too."""
        starts_ms = after.settings.times.starts_ms
        told = self._about | {
            "ruleset": self._hosted.settings.ruleset,
            "entrant": self._entrant(after, what.entrant),
            "host": entry.by,
            "starts_at": None if starts_ms is None else iso_time(starts_ms),
        }
        news.tell(what.entrant, AccountEventType.TOURNAMENT_INVITED, told)
        news.places[what.entrant] = INVITED
        if what.owner is not None:
            news.owners[what.entrant] = what.owner

    def _left(self, news: News, after: Tournament, entrant: str) -> None:
        """Who has withdrawn plays on at its table, if it sits at one."""
        if not _sits(after, entrant):
            news.places[entrant] = None

    def _came_back(self, news: News, after: Tournament, entrant: str) -> None:
        if not _sits(after, entrant):
            news.places[entrant] = _away_from_tables(after.members[entrant])

    def _started(self, news: News, before: Before, after: Tournament) -> None:
        seeds = {entrant: seed for seed, entrant in enumerate(after.seeding, 1)}
        assert after.started_ms is not None
        may_come = after.takes_late_entries(after.started_ms)
        for member in after.members.values():
            if member.id in before.withdrawn:
                continue
            seed = seeds.get(member.id)
            if member.is_invited:
                news.places[member.id] = INVITED if may_come else None
                continue
            told = {"takes_part": seed is not None, "seed": seed, "entrants": len(seeds)}
            news.tell(member.id, AccountEventType.TOURNAMENT_STARTED, self._about | told)
            news.places[member.id] = None if seed is None else NOWHERE

    def _ended(self, news: News, entry: LoggedHappening, after: Tournament) -> None:
        last_stage = {entrant: stage.number for stage in after.stages for entrant in stage.seeding}
        for member in after.members.values():
            stage = last_stage.get(member.id)
            news.places[member.id] = None
            if stage is None and not member.takes_part:
                continue
            standing = None if stage is None else self._standing(stage, member.id)
            told = {"status": after.status.value, "reason": entry.reason, "standing": standing}
            news.tell(member.id, AccountEventType.TOURNAMENT_ENDED, self._about | told)

    # -- rounds --------------------------------------------------------------------------------------------------------

    def _paired(
        self, news: News, entry: LoggedHappening, after: Tournament, state: RoundState, *, is_again: bool
    ) -> None:
        """Also who is out of the tournament is told of its rounds, but for who has left it."""
        paired = state.paired
        byes = {bye.entrant: bye.reasons for bye in paired.byes}
        seated = {entrant: table for table in state.tables for entrant in table.entrants}
        about = self._about | {"round": state.number, "deadline_at": _deadline_at(after, state)}
        about |= {"again": is_again, "by_hand": paired.by_hand, "reason": entry.reason}
        named = {*seated, *byes, *paired.requested_byes, *paired.absent}
        played_on = {each for table in state.tables if table.entry != state.entry for each in table.entrants}
        for member in after.members.values():
            if not member.takes_part and member.id not in named:
                continue
            if member.id in seated:
                place = RoundPlace.TABLE
            elif member.id in byes:
                place = RoundPlace.BYE
            elif member.id in paired.requested_byes:
                place = RoundPlace.REQUESTED_BYE
            elif state.arena is not None and member.id in state.arena.free:
                place = RoundPlace.FREE
            else:
                place = RoundPlace.NONE
            reasons = list(byes.get(member.id, ()))
            news.tell(member.id, AccountEventType.ROUND_PAIRED, about | {"place": place.value, "reasons": reasons})
            if not member.is_withdrawn and member.id not in played_on:
                news.places[member.id] = NOWHERE
        for table in state.tables:
            if table.entry == state.entry:
                self._seated(news, entry, after, state, table)

    def _seated(
        self, news: News, entry: LoggedHappening, after: Tournament, state: RoundState, table: TableState
    ) -> None:
        """A match of a table is handed out."""
        if not table.needs_match:
            return
        place = MatchPlace.of(table)
        match_id = self._match_id(place, entry.at_ms)
        seated = table.seated(place.game)
        people = [self._entrant(after, entrant) | {"seat": seat} for seat, entrant in enumerate(seated)]
        about = self._about | {
            "ruleset": self._hosted.settings.ruleset,
            "round": state.number,
            "table": table.number,
            "game": place.game,
            "match": match_id,
        }
        more = {"deadline_at": _table_deadline_at(after, table), "reasons": list(table.reasons)}
        for seat, entrant in enumerate(seated):
            opponents = [each for each in people if each["seat"] != seat]
            told = about | {"seat": seat, "opponents": opponents} | more
            news.tell(entrant, AccountEventType.YOUR_TABLE, told)
            news.places[entrant] = NOWHERE | {"table": table.number, "match": match_id, "seat": seat}

    # -- tables --------------------------------------------------------------------------------------------------------

    def _game_over(
        self,
        news: News,
        entry: LoggedHappening,
        what: GameEnded | GameVoid,
        after: Tournament,
        entries: Sequence[LoggedHappening],
    ) -> None:
        state, table = after.rounds[what.round - 1], after.table(what.round, what.table)
        if table.result is not None:
            if table.set_by_host is None:
                self._table_over(news, AccountEventType.TABLE_RESULT, after, state, table, {})
        elif table.waits_for_host:
            self._stand_up(news, after, table.entrants)
            reason = f"{table.void_games} matches of this table have ended without a result"
            self._need_host(news, HostCause.TABLE_WITHOUT_RESULT, reason, after, table.number)
        elif not _is_set_at_once(entry, what, entries):
            self._seated(news, entry, after, state, table)

    def _set(self, news: News, entry: LoggedHappening, what: ResultSet, after: Tournament) -> None:
        state, table = after.rounds[what.round - 1], after.table(what.round, what.table)
        if entry.by is None:
            why = {"why": entry.reason}
            self._table_over(news, AccountEventType.TABLE_RESULT, after, state, table, why)
        else:
            more = {"change": Correction.RESULT_SET.value, "reason": entry.reason}
            self._table_over(news, AccountEventType.TOURNAMENT_CORRECTED, after, state, table, more)

    def _table_left(self, news: News, entry: LoggedHappening, what: TableLeft, after: Tournament) -> None:
        """Who is not there has lost the table, and the others have won it, or sit down anew."""
        state, table = after.rounds[what.round - 1], after.table(what.round, what.table)
        if table.result is not None:
            self._table_over(news, AccountEventType.TABLE_RESULT, after, state, table, {})
            return
        self._stand_up(news, after, what.entrants)
        self._seated(news, entry, after, state, table)

    def _table_over(
        self,
        news: News,
        type: AccountEventType,
        after: Tournament,
        state: RoundState,
        table: TableState,
        more: JsonObject,
    ) -> None:
        """A table has a result."""
        results = self._results(after, state, table)
        about = self._about | {"round": state.number, "table": table.number, "results": results}
        if type is AccountEventType.TABLE_RESULT:
            assert table.result is not None
            about |= {"last_match": table.games[-1].match if table.games else None, "why": table.result.why}
        for entrant in table.entrants:
            if after.members[entrant].player_id is not None:  # nobody tells the bots of the house where they stand
                told = about | {"standing": self._standing(state.stage, entrant)} | more
                news.tell(entrant, type, told)
        if state.ended_ms is None:
            self._stand_up(news, after, table.entrants)

    def _results(self, after: Tournament, state: RoundState, table: TableState) -> list[JsonObject] | None:
        """How each entrant of a table has ended; None: it has no result."""
        result = table.result
        if result is None:
            return None
        stage = after.stages[state.stage]
        points = table_points(after, stage, state, table, result, points_before(after, stage, state))
        return [
            self._entrant(after, entrant)
            | {"place": place, "points": points_text(worth), "forfeit": entrant in result.forfeits}
            for entrant, place, worth in zip(table.entrants, result.places, points, strict=True)
        ]

    def _stand_up(self, news: News, after: Tournament, entrants: Iterable[str]) -> None:
        """Who sits at a table no more; in an arena it may sit at another by now."""
        for entrant in entrants:
            if not _sits(after, entrant):
                news.places[entrant] = _away_from_tables(after.members[entrant])

    def _entrant(self, after: Tournament, entrant: str) -> JsonObject:
        member = after.members[entrant]
        return {"entrant": member.id, "name": member.name, "player": member.player_id, "is_bot": member.is_bot}

    # -- what is taken back --------------------------------------------------------------------------------------------

    def _undone(self, news: News, entry: LoggedHappening, undone: Sequence[Happening], after: Tournament) -> None:
        """What is taken back, and what falls with it: with the start all rounds, with a pairing its results."""
        if any(isinstance(what, Started) for what in undone):
            self._start_undone(news, entry, after)
            return
        fallen = {what.round for what in undone if isinstance(what, RoundPaired)}
        for what in undone:
            match what:
                case Withdrawn():
                    self._came_back(news, after, what.entrant)
                case Returned():
                    self._left(news, after, what.entrant)
                case RoundPaired():
                    self._pairing_undone(news, entry, what, after)
                case TablePaired() if what.round not in fallen:
                    told = self._corrected(entry, Correction.PAIRING_TAKEN_BACK, what.round, what.table)
                    for entrant in what.entrants:
                        news.tell(entrant, AccountEventType.TOURNAMENT_CORRECTED, told)
                    self._stand_up(news, after, what.entrants)
                case ResultSet() | TableLeft() if what.round not in fallen:
                    self._result_undone(news, entry, what, after)
                case _:
                    pass

    def _goes_on(self, news: News, entry: LoggedHappening, after: Tournament) -> None:
        """The end is taken back: everybody who takes part has a place again."""
        for member in after.members.values():
            if member.is_withdrawn:
                continue
            told = self._corrected(entry, Correction.END_TAKEN_BACK, None, None)
            news.tell(member.id, AccountEventType.TOURNAMENT_CORRECTED, told)
            news.places[member.id] = _away_from_tables(member)
        state = after.open_round
        for table in () if state is None else state.open_tables:
            self._seated(news, entry, after, after.rounds[-1], table)

    def _set_aside(
        self,
        news: News,
        before: Before,
        entry: LoggedHappening,
        after: Tournament,
        entries: Sequence[LoggedHappening],
    ) -> None:
        """Tables that a corrected result has set aside, but for those that stand in the pairing that follows at once:
        their matches are played on."""
        if before.is_over and after.status.is_under_way:
            self._goes_on(news, entry, after)
        standing = _standing_at_once(entry, entries)
        for number, table in before.paired:
            if table.is_called_off or (table.entry, frozenset(table.entrants)) in standing:
                continue
            told = self._corrected(entry, Correction.PAIRING_TAKEN_BACK, number, table.number)
            for entrant in table.entrants:
                news.tell(entrant, AccountEventType.TOURNAMENT_CORRECTED, told)
            self._stand_up(news, after, table.entrants)

    def _start_undone(self, news: News, entry: LoggedHappening, after: Tournament) -> None:
        for member in after.members.values():
            if member.takes_part:
                told = self._corrected(entry, Correction.START_TAKEN_BACK, None, None)
                news.tell(member.id, AccountEventType.TOURNAMENT_CORRECTED, told)
            if not member.is_withdrawn:
                news.places[member.id] = _away_from_tables(member)

    def _pairing_undone(self, news: News, entry: LoggedHappening, undone: RoundPaired, after: Tournament) -> None:
        """What was paired before stands again, if anything was."""
        seated = {entrant: number for number, table in enumerate(undone.tables, 1) for entrant in table.entrants}
        left_out = [*(bye.entrant for bye in undone.byes), *undone.requested_byes, *undone.absent]
        for entrant in (*seated, *left_out):
            told = self._corrected(entry, Correction.PAIRING_TAKEN_BACK, undone.round, seated.get(entrant))
            news.tell(entrant, AccountEventType.TOURNAMENT_CORRECTED, told)
        self._stand_up(news, after, (*seated, *left_out))
        state = after.open_round
        if state is not None and state.number == undone.round:
            self._paired(news, entry, after, state, is_again=True)

    def _result_undone(
        self, news: News, entry: LoggedHappening, undone: ResultSet | TableLeft, after: Tournament
    ) -> None:
        """What was played counts again, or is played now."""
        if undone.round > len(after.rounds):
            return
        state, table = after.rounds[undone.round - 1], after.table(undone.round, undone.table)
        more = {"change": Correction.RESULT_TAKEN_BACK.value, "reason": entry.reason}
        self._table_over(news, AccountEventType.TOURNAMENT_CORRECTED, after, state, table, more)
        if after.open_round is state:
            self._seated(news, entry, after, state, table)

    def _corrected(
        self, entry: LoggedHappening, change: Correction, round_number: int | None, table: int | None
    ) -> JsonObject:
        about = self._about | {"round": round_number, "table": table, "results": None, "standing": None}
        return about | {"change": change.value, "reason": entry.reason}

    # -- hosts ---------------------------------------------------------------------------------------------------------

    def _need_host(
        self, news: News, cause: HostCause, reason: str, after: Tournament, table: int | None = None
    ) -> None:
        told = {"cause": cause.value, "round": len(after.rounds) or None, "table": table, "reason": reason}
        news.for_hosts.append((AccountEventType.HOST_NEEDED, self._about | told))


def place_of(tournament: Tournament, member: Member, matches: Mapping[MatchPlace, str]) -> JsonObject | None:
    """Where an entrant sits, from the matches that are handed out; None: it is in the tournament no more."""
    state = tournament.open_round
    for table in () if state is None else state.of(member.id)[-1:]:
        place = MatchPlace.of(table)
        match_id = matches.get(place) if table.needs_match else None
        if match_id is not None and member.id in table.present:
            seat = table.seated(place.game).index(member.id)
            return NOWHERE | {"table": table.number, "match": match_id, "seat": seat}
    return _away_from_tables(member)


def about(hosted: HostedTournament) -> JsonObject:
    """What everybody who has entered is told of a tournament with ``open``."""
    return {
        "tournament": hosted.id,
        "name": hosted.name,
        "ruleset": hosted.settings.ruleset,
        "status": hosted.status.value,
        "round": hosted.round,
    }


def _away_from_tables(member: Member) -> JsonObject | None:
    """The place of an entrant that sits at no table."""
    if member.is_withdrawn:
        return None
    return INVITED if member.is_invited else NOWHERE


def _standing_at_once(
    entry: LoggedHappening, entries: Sequence[LoggedHappening]
) -> frozenset[tuple[int, frozenset[str]]]:
    """The tables that stand in the pairing that follows an entry in the same moment: by the entry that paired them, and
    who sits there."""
    for later in entries[entry.number :]:
        if later.at_ms != entry.at_ms or isinstance(later.what, RoundPaired):
            paired = later.what if later.at_ms == entry.at_ms else None
            tables = paired.tables if isinstance(paired, RoundPaired) else ()
            return frozenset((each.stands, frozenset(each.entrants)) for each in tables if each.stands is not None)
    return frozenset()


def _sits(tournament: Tournament, entrant: str) -> bool:
    """An entrant sits at a table that is played, and has not left it."""
    state = tournament.open_round
    return state is not None and state.is_played_by(entrant) and entrant in state.of(entrant)[-1].present


def _deadline_at(tournament: Tournament, state: RoundState) -> str | None:
    """When the time of a round is over."""
    ends_ms = round_deadline_ms(tournament, state)
    return None if ends_ms is None else iso_time(ends_ms)


def _table_deadline_at(tournament: Tournament, table: TableState) -> str | None:
    """When the time of a table is over."""
    ends_ms = table_deadline_ms(tournament, table)
    return None if ends_ms is None else iso_time(ends_ms)


def _is_set_at_once(entry: LoggedHappening, what: GameEnded | GameVoid, entries: Sequence[LoggedHappening]) -> bool:
    """The table is decided otherwise in the same moment: no other match of it is handed out."""
    for later in entries[entry.number :]:
        if later.at_ms != entry.at_ms:
            return False
        if isinstance(later.what, ResultSet | TableLeft) and (later.what.round, later.what.table) == (
            what.round,
            what.table,
        ):
            return True
    return False
