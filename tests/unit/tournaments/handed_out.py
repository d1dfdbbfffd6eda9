"""The matches of a tournament that is told entry by entry, handed out and called off as its runner does, and held
against its log by those who check matches: one of them shares no code with us."""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from services.engine.fairness import EventReference
from services.matches.event_checks import check_seats
from services.stored_tournaments.hosted_tournament import MatchPlace
from services.tournaments.folding import fold
from services.tournaments.log import (
    GameCalledOff,
    GameEnded,
    GameVoid,
    Happening,
    LoggedHappening,
    ResultSet,
)
from services.tournaments.settings import TournamentSettings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament
from tests.unit.tournaments.logs import Told

_CHECKER: Final = Path(__file__).parents[3] / "docs" / "check_match.py"


@dataclass(frozen=True)
class Dealt:
    """A match that was made. ``event``: what its commitment says of its tournament."""

    id: str
    round: int
    seats: tuple[str, ...]
    event: dict[str, Any]
    is_duplicate: bool


class HandedOut(Told):
    """As ``Told``; whenever something has happened, matches are made for all tables that need one, and those that no
    table needs are called off in the log. No match is made twice, and nothing is dealt twice."""

    def __init__(self, of: TournamentSettings) -> None:
        super().__init__(of)
        self._under_way: dict[MatchPlace, Dealt] = {}
        self._made: dict[str, Dealt] = {}
        self._places: set[MatchPlace] = set()
        self._deals: set[tuple[frozenset[str], int]] = set()
        self._is_telling = False

    def tell(self, *happened: Happening, by: str | None = None, reason: str = "", at_ms: int | None = None) -> Told:
        return self._and_hand_out(lambda: super(HandedOut, self).tell(*happened, by=by, reason=reason, at_ms=at_ms))

    def correct(self, result: ResultSet) -> Told:
        return self._and_hand_out(lambda: super(HandedOut, self).correct(result))

    def undo_with_all(self, number: int) -> Told:
        return self._and_hand_out(lambda: super(HandedOut, self).undo_with_all(number))

    def match(self, table: TableState) -> str:
        """The match that a table plays."""
        return self._under_way[MatchPlace.of(table)].id

    def check(self) -> None:
        """Every match agrees with the log."""
        checker = _checker()
        log = [
            {"number": each.number, "by": each.by, "reason": each.reason, "what": each.what.model_dump(mode="json")}
            for each in self.entries
        ]
        known_as = {each: each for each in self.tournament.members}
        for each in self.entries:
            if isinstance(each.what, GameEnded | GameVoid | GameCalledOff):
                match = self._made[each.what.match]
                replay = {"match": match.id, "outcome": None}
                checker.check_deal(replay, match.event, list(match.seats), log, match.is_duplicate)
                event = EventReference.model_validate({**match.event, "entrants": match.seats, "sha256": "0" * 64})
                check_seats(event, log, log[each.number - 1], known_as)

    def _and_hand_out(self, happens: Callable[[], Told]) -> Told:
        if self._is_telling:
            return happens()
        before, was = len(self.entries), self.tournament.copy()
        self._is_telling = True
        try:
            happens()
        finally:
            self._is_telling = False
        added = self.entries[before:]
        told = {each.what.match for each in added if isinstance(each.what, GameEnded | GameVoid | GameCalledOff)}
        self._under_way = {place: each for place, each in self._under_way.items() if each.id not in told}
        self._call_off(added, was)
        for place, (number, table) in _wanted(self.tournament).items():
            if place not in self._under_way:
                self._make(place, number, table)
            assert self._under_way[place].seats == table.seated(place.game)
        return self

    def _call_off(self, added: list[LoggedHappening], was: Tournament) -> None:
        """Before what has called them off."""
        off = [place for place in self._under_way if place not in _wanted(self.tournament)]
        if not off:
            return
        before = len(self.entries) - len(added)
        for number, place in enumerate(off, before + 1):
            match = self._under_way.pop(place)
            assert was.table(match.round, place.table).seated(place.game) == match.seats
            what = GameCalledOff(
                round=match.round,
                table=place.table,
                game=place.game,
                match=match.id,
                entrants=match.seats,
                is_duplicate=match.is_duplicate,
            )
            self.entries.insert(number - 1, LoggedHappening(number, added[0].at_ms, what, added[0].by))
        moved = [replace(each, number=each.number + len(off)) for each in added]
        self.entries[before + len(off) :] = moved
        self.tournament = fold(self.settings, self.entries)

    def _make(self, place: MatchPlace, number: int, table: TableState) -> None:
        assert place not in self._places
        self._places.add(place)
        met, deal = self.tournament.meetings_of(table), self.tournament.next_deal(table)
        seats = table.seated(place.game)
        if not table.rules.is_duplicate:
            assert (frozenset(seats), deal) not in self._deals
            self._deals.add((frozenset(seats), deal))
        again = None
        if met.last is not None:
            assert isinstance(met.last.what, GameVoid | GameCalledOff)
            again = {"times": met.spent, "match": met.last.what.match, "entry": met.last.number}
            again |= {"by": met.last.by, "reason": met.last.reason}
        event = {"entrants": list(seats), "game": met.ended + 1, "deal": deal, "played_again": again}
        made = Dealt(f"m{len(self._made)}", number, seats, event, table.rules.is_duplicate)
        self._made[made.id] = self._under_way[place] = made


def _wanted(tournament: Tournament) -> dict[MatchPlace, tuple[int, TableState]]:
    state = tournament.open_round
    if state is None or tournament.status.is_over:
        return {}
    return {MatchPlace.of(table): (state.number, table) for table in state.open_tables if table.needs_match}


def _checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_match", _CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
