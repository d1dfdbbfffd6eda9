"""What follows from a correction: which entries fall with one that is taken back, what is paired anew after a corrected
result, and what becomes of the tables that were paired before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from services.tournaments import consistency, formats, steps
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import CAN_BE_UNDONE, apply, take_back, undone_in
from services.tournaments.log import (
    Accepted,
    Entered,
    GameEnded,
    Happening,
    Invited,
    LoggedHappening,
    ResultSet,
    SeedGiven,
    StageEnded,
    StageStarted,
    Then,
)
from services.tournaments.round_state import RoundState
from services.tournaments.settings import ArenaStage, TournamentSettings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import NotPossible, Tournament, TournamentStatus

_STAY: Final = (Entered, Invited, Accepted, SeedGiven)
"""Nobody's entry falls with something else."""


class TableFate(Enum):
    """What becomes of a table that was paired."""

    STANDS = "stands"
    """It stays, with what was played."""
    SET_ASIDE = "set_aside"
    """Its round is to be paired again. If the same entrants meet there, it stands."""
    LOST = "lost"
    """It counts no more."""


@dataclass(frozen=True, slots=True)
class TableFollows:
    """What becomes of a table. ``entrants``: in order of seats."""

    round: int
    table: int
    entrants: tuple[str, ...]
    fate: TableFate


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows from changes. ``entries``: the numbers of those that count no more with one that is taken back.
    ``tables``: of rounds whose pairing counts no more. ``stages``: those that are played on. ``then``: a corrected
    result changes who has gone on, and what can become of that; empty: none does."""

    entries: tuple[int, ...] = ()
    tables: tuple[TableFollows, ...] = ()
    stages: tuple[int, ...] = ()
    then: tuple[Then, ...] = ()


def falls_with(
    settings: TournamentSettings, entries: Sequence[LoggedHappening], number: int, *, is_old: bool = False
) -> tuple[int, ...]:
    """The numbers of the entries that cannot stand without one, in order.

    Raises:
        NotPossible: with it somebody's entry would fall.
    """
    known = frozenset(failing(settings, entries, is_old=is_old))
    found = failing(settings, entries, frozenset({number}), is_old=is_old, spared=known)
    fallen = tuple(each for each in found if each > number)
    if any(isinstance(entries[each - 1].what, _STAY) for each in fallen):
        raise NotPossible("somebody has entered by what it has made possible")
    return fallen


def failing(
    settings: TournamentSettings,
    entries: Sequence[LoggedHappening],
    without: frozenset[int] = frozenset(),
    *,
    is_old: bool = False,
    spared: frozenset[int] = frozenset(),
) -> list[int]:
    """The numbers of the entries that cannot stand ``without`` some, by the rules by which they are written.
    ``spared``: what earlier releases have let stand otherwise."""
    tournament = Tournament(settings)
    tournament.undone = undone_in(entries) | without
    tournament.is_read_back = is_old
    found = []
    for entry in entries:
        if entry.number in tournament.undone:
            take_back(tournament, entry)
            continue
        tournament.is_strict = entry.number not in spared
        try:
            apply(tournament, entry)
        except NotPossible:
            found.append(entry.number)
            take_back(tournament, entry)
    return found


def needs_then(tournament: Tournament, result: ResultSet) -> bool:
    """Whether others go on by a result than have gone on, so that its host must say what becomes of that.

    Raises:
        NotPossible: there is no such table.
    """
    table = tournament.table(result.round, result.table)
    entry = LoggedHappening(tournament.revision + 1, 0, result)
    return consistency.is_lost(tournament, result.round, replace(table, set_in=entry, went_on=()))


def choices(tournament: Tournament, *, is_seed_shown: bool) -> tuple[Then, ...]:
    """What can become of later rounds that stand on a result which is corrected. Nothing more is played where everybody
    may know the cards."""
    if tournament.status is TournamentStatus.CANCELLED or (is_seed_shown and not tournament.is_for_the_house):
        return ("stand",)
    return ("replay", "stand")


def paired_anew(tournament: Tournament, lots: Lots, stages: int, rounds: int) -> Iterator[Happening]:
    """What happens at once after a correction has set tables aside: the stage ends and the next begins, if they had
    before, and the next round is paired again, also while the tournament is paused. Each has happened before the next
    is asked for. ``stages``, ``rounds``: how many there were."""
    while tournament.status.is_under_way and tournament.open_round is None:
        stage = tournament.stage
        if stage is None:
            if len(tournament.stages) >= stages or tournament.is_played_out:
                return
            yield StageStarted(stage=len(tournament.stages), seeding=tournament.next_seeding())
        elif formats.is_over(tournament, stage):
            if stage.number + 1 >= stages:
                return
            yield StageEnded(stage=stage.number, order=formats.order(tournament, stage))
        elif len(tournament.rounds) >= rounds or isinstance(stage.settings, ArenaStage):
            return
        else:
            try:
                happening = formats.next_season(tournament, stage) or steps.pair_now(tournament, lots)
            except NotPossible:
                return  # as for any round that cannot be paired, the tournament says so when it looks at it next
            yield happening


def fates(before: Tournament, after: Tournament) -> Follows:
    """What becomes of the tables of rounds whose pairing counts no more, and which stages are played on."""
    there = {state.number: state for state in after.rounds}
    told: list[TableFollows] = []
    for state in before.rounds:
        now = there.get(state.number)
        if now is not None and now.entry == state.entry:
            continue
        told += (_fate(after, state, table, now) for table in state.tables if not table.is_called_off)
    played_on = [
        stage.number
        for stage in before.stages
        if stage.order is not None and (len(after.stages) <= stage.number or after.stages[stage.number].order is None)
    ]
    return Follows(tables=tuple(told), stages=tuple(played_on))


def _fate(after: Tournament, state: RoundState, table: TableState, now: RoundState | None) -> TableFollows:
    fate = TableFate.LOST
    if now is not None:
        again = zip(now.paired.tables, now.tables, strict=False)
        if any(each.stands == table.entry and set(each.entrants) == set(table.entrants) for each, _ in again):
            fate = TableFate.STANDS
    elif (table.entry, frozenset(table.entrants)) in after.set_aside:
        fate = TableFate.SET_ASIDE
    return TableFollows(state.number, table.number, table.entrants, fate)


def check_can_be_undone(entries: Sequence[LoggedHappening], number: int) -> None:
    """Insist on an entry that can be taken back.

    Raises:
        NotPossible: there is none of this number, or of another kind.
    """
    if not 1 <= number <= len(entries):
        raise NotPossible("the log has no such entry")
    what = entries[number - 1].what
    if isinstance(what, GameEnded):
        raise NotPossible("what was played stays: set the result of its table instead")
    if not isinstance(what, CAN_BE_UNDONE):
        raise NotPossible("an entry of this kind cannot be taken back")
