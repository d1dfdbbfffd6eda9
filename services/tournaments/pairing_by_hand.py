"""Rounds that a host pairs: who sits where as the host says, everything else as the tournament has it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from services.tournaments.formats import bracket_state, tie_break_rules, with_what_stands
from services.tournaments.log import PairedBye, PairedTable, RoundPaired
from services.tournaments.records import ResultKind
from services.tournaments.round_state import StageState
from services.tournaments.settings import ArenaStage, BracketStage
from services.tournaments.stage_results import stage_entrants
from services.tournaments.tournament import PAIRS_BY_ITSELF, NotPossible, Tournament

_REASON: Final = "The host has paired this table."
_BYE_REASON: Final = "The host has said so."


@dataclass(frozen=True, slots=True)
class HandPairing:
    """A round as a host wants it. ``tables``: entrants in the order of seats. ``byes``: who has a pairing bye.
    ``absent``: who is not there, and has nothing of this round. Nobody has to name those who have withdrawn or asked
    not to be paired."""

    round: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


class WrongPairing(Exception):
    """A pairing by hand names somebody who cannot be there. ``pointer``: where, as a JSON pointer."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(problem)
        self.pointer = pointer
        self.problem = problem


def paired_by_hand(tournament: Tournament, wanted: HandPairing) -> RoundPaired:
    """What the log is to say of a round that a host pairs. Whether it can stand is said by the tournament.

    Raises:
        WrongPairing: somebody is named who does not play in the stage, or twice; somebody is left out; in an
            elimination, a table that the bracket does not have.
        NotPossible: no stage is played, or an arena is.
    """
    stage = _stage_by_hand(tournament)
    _check_named(stage, wanted)
    named = {entrant for table in wanted.tables for entrant in table} | {*wanted.byes, *wanted.absent}
    left = [entrant for entrant in stage.seeding if entrant not in named]
    if stage.is_elimination:
        _check_is_empty(wanted)
        if not wanted.tables:
            raise WrongPairing("/tables", "must name a table: the bracket says which can be played")
        made = _bracket_tables(tournament, stage, wanted)
        tables = with_what_stands(tournament, stage, wanted.round, made)
        return RoundPaired(round=wanted.round, tables=tables, by_hand=True)
    gone = [entrant for entrant in left if tournament.members[entrant].is_withdrawn]
    resting = [entrant for entrant in left if entrant not in gone and wanted.round in tournament.members[entrant].byes]
    forgotten = [entrant for entrant in left if entrant not in gone and entrant not in resting]
    if forgotten:
        name = tournament.members[forgotten[0]].name
        raise WrongPairing("/tables", f"{name} ({forgotten[0]}) stands neither at a table nor under byes or absent")
    return RoundPaired(
        round=wanted.round,
        tables=tuple(PairedTable(entrants=table, reasons=(_REASON,)) for table in wanted.tables),
        byes=tuple(PairedBye(entrant=entrant, reasons=(_BYE_REASON,)) for entrant in wanted.byes),
        requested_byes=tuple(resting),
        absent=(*wanted.absent, *gone),
        notes=tuple(_notes(tournament, stage, wanted.tables, wanted.byes)),
        by_hand=True,
    )


def swapped(tournament: Tournament, paired: RoundPaired, one: str, other: str) -> RoundPaired:
    """A round of the stage that is played, in which two entrants have changed places: seats, tables, a bye. Tables that
    stay as they were keep their reasons.

    Raises:
        WrongPairing: one of them has neither a table nor a bye in the round; both are the same; in an elimination, they
            do not sit at one table.
        NotPossible: no stage is played, or an arena is.
    """
    stage = _stage_by_hand(tournament)
    if one == other:
        raise WrongPairing("/b", "must be another entrant than `a`")
    there = {entrant for table in paired.tables for entrant in table.entrants} | {bye.entrant for bye in paired.byes}
    for pointer, entrant in (("/a", one), ("/b", other)):
        if entrant not in there:
            raise WrongPairing(pointer, "has neither a table nor a bye in this round")
    change = {one: other, other: one}

    def table(old: PairedTable) -> PairedTable:
        entrants = tuple(change.get(entrant, entrant) for entrant in old.entrants)
        return old if entrants == old.entrants else PairedTable(entrants=entrants, reasons=(_REASON,), node=old.node)

    def bye(old: PairedBye) -> PairedBye:
        entrant = change.get(old.entrant, old.entrant)
        return old if entrant == old.entrant else PairedBye(entrant=entrant, reasons=(_BYE_REASON,))

    tables, byes = tuple(map(table, paired.tables)), tuple(map(bye, paired.byes))
    if stage.is_elimination:
        is_of_one_table = any({one, other} <= set(table.entrants) for table in paired.tables)
        if not is_of_one_table:
            raise WrongPairing("/b", "in an elimination the bracket says who meets: two of one table can change seats")
        return paired.model_copy(update={"tables": tables, "by_hand": True})
    notes = _notes(tournament, stage, [table.entrants for table in tables], [bye.entrant for bye in byes])
    return paired.model_copy(update={"tables": tables, "byes": byes, "notes": tuple(notes), "by_hand": True})


def _stage_by_hand(tournament: Tournament) -> StageState:
    """The stage that is played, if hosts can pair its rounds."""
    stage = tournament.stage
    if stage is None:
        raise NotPossible("no stage is played")
    if isinstance(stage.settings, ArenaStage):
        raise NotPossible(PAIRS_BY_ITSELF)
    return stage


def _notes(
    tournament: Tournament, stage: StageState, tables: Iterable[tuple[str, ...]], byes: Iterable[str]
) -> Iterator[str]:
    """The exceptions that a host makes. They name entrants by their ids."""
    before = {entrant.id: entrant.results for entrant in stage_entrants(tournament, stage)}
    win = tie_break_rules(tournament, stage.settings).win
    for entrant in byes:
        if any(result.is_full_bye(win) for result in before[entrant]):
            yield f"{entrant} has another full bye: the host has said so."
    met = {
        frozenset((entrant, other))
        for entrant, results in before.items()
        for result in results
        if result.kind is ResultKind.PLAYED
        for other in result.opponents
    }
    for table in tables:
        for one, other in combinations(table, 2):
            if frozenset((one, other)) in met:
                yield f"{one} and {other} meet again: the host has paired them."


def _check_named(stage: StageState, wanted: HandPairing) -> None:
    """Everybody who is named plays in the stage, and is named once."""
    playing, seen = set(stage.seeding), set()
    places = [
        (f"/tables/{at}/{seat}", entrant)
        for at, table in enumerate(wanted.tables)
        for seat, entrant in enumerate(table)
    ]
    places += [(f"/byes/{at}", entrant) for at, entrant in enumerate(wanted.byes)]
    places += [(f"/absent/{at}", entrant) for at, entrant in enumerate(wanted.absent)]
    for pointer, entrant in places:
        if entrant not in playing:
            raise WrongPairing(pointer, "no such entrant plays in this stage")
        if entrant in seen:
            raise WrongPairing(pointer, "stands in this round already")
        seen.add(entrant)


def _check_is_empty(wanted: HandPairing) -> None:
    for pointer, named in (("/byes", wanted.byes), ("/absent", wanted.absent)):
        if named:
            raise WrongPairing(pointer, "must be empty: in an elimination the bracket says who has a bye")


def _bracket_tables(tournament: Tournament, stage: StageState, wanted: HandPairing) -> tuple[PairedTable, ...]:
    """In an elimination the bracket says who meets; the host, who sits where and which tables are played now."""
    assert isinstance(stage.settings, BracketStage)
    ready = bracket_state(tournament, stage, stage.settings).progress.ready
    nodes = {frozenset(pairing.entrants): node for node, pairing in ready.items()}
    tables = []
    for at, entrants in enumerate(wanted.tables):
        node = nodes.get(frozenset(entrants))
        if node is None:
            raise WrongPairing(f"/tables/{at}", "in an elimination the bracket says who meets: these do not")
        away = tuple(each for each in entrants if tournament.members[each].is_withdrawn)
        tables.append(PairedTable(entrants=entrants, reasons=(_REASON,), node=node, away=away))
    return tuple(tables)
