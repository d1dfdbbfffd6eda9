"""Stages whose tables follow from the seeding: round robins, and ladders, of which a season is one round robin within
each division.

Who has left keeps its place in the plan and loses its tables: nobody meets somebody else instead, so that what was
planned evenly stays even for those who are there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Final

from services.tournaments import ladder
from services.tournaments.log import PairedBye, PairedTable, RoundPaired, SeasonStarted
from services.tournaments.records import Bye, Pairing, Round
from services.tournaments.round_robin import RoundRobinImpossible, berger, table_rounds
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import LadderStage, PlannedStage
from services.tournaments.stage_results import stage_entrants
from services.tournaments.standings import Row, standings
from services.tournaments.table_sizes import NoDivision
from services.tournaments.tie_break_rules import Format, TieBreakRules
from services.tournaments.tournament import NotPossible, Tournament

TWO_SEAT_TIE_BREAKS: Final = ("direct_encounter", "sonneborn_berger", "wins", "koya")
TABLE_TIE_BREAKS: Final = ("direct_encounter", "wins", "place_points", "sonneborn_berger")
"""Where a stage names none."""

_TWO_SEATS: Final = 2


def is_over(stage: StageState, settings: PlannedStage) -> bool:
    """Whether all rounds of a stage have been played."""
    is_last = not isinstance(settings, LadderStage) or len(stage.seasons) == settings.seasons
    return is_last and _is_played(stage, settings)


def next_season(tournament: Tournament, stage: StageState, tie_breaks: TieBreakRules) -> SeasonStarted | None:
    """The season that begins before another round can be paired: the first, or the one after a season that is over.
    Who has left is in no division; who is new, or has returned, enters the lowest."""
    settings = stage.settings
    if not isinstance(settings, LadderStage) or len(stage.seasons) == settings.seasons:
        return None
    if stage.seasons and not _is_played(stage, settings):
        return None
    there = [entrant for entrant in stage.seeding if not tournament.members[entrant].is_withdrawn]
    rules = _ladder_rules(settings)
    if not stage.seasons:
        made = ladder.new_season((), (), rules, entering=there)
    else:
        divisions = stage.seasons[-1].divisions
        inside = set(chain.from_iterable(divisions))
        rows = _rows_of_groups(tournament, stage, settings, tie_breaks)[: len(divisions)]
        made = ladder.new_season(
            divisions,
            [[row.entrant.id for row in group] for group in rows],
            rules,
            entering=[entrant for entrant in there if entrant not in inside],
            leaving=[entrant for entrant in inside if tournament.members[entrant].is_withdrawn],
        )
    moves = (
        f"{move.entrant} moves from division {move.from_division} to {move.to_division}. {move.reason}"
        for move in made.moves
    )
    return SeasonStarted(
        stage=stage.number,
        season=len(stage.seasons) + 1,
        divisions=made.divisions,
        notes=(*moves, *made.notes),
    )


def pair(tournament: Tournament, stage: StageState, settings: PlannedStage, number: int) -> RoundPaired | None:
    """The round ``number`` of the tournament; None: too few are left to play anything.

    Raises:
        NotPossible: a season is to begin first; there is no plan.
    """
    gone = {entrant for entrant in stage.seeding if tournament.members[entrant].is_withdrawn}
    if len(stage.seeding) - len(gone) < settings.sizes[0]:
        return None
    if isinstance(settings, LadderStage) and not stage.seasons:
        raise NotPossible("no season has begun")
    local = 1 + sum(state.number < number for state in stage.rounds) - _rounds_before(stage)
    plans = [(members, _numbered(len(members), _plan_rules(settings))) for members in _groups(stage)]
    if local > max((len(rounds) for _, rounds in plans), default=0):
        return None
    tables: list[PairedTable] = []
    byes: list[PairedBye] = []
    absent = set(stage.seeding)
    for division, (members, rounds) in enumerate(plans, 1):
        told = (f"Division {division}.",) if stage.seasons else ()
        planned = _round(rounds, local, members)
        for pairing in planned.pairings:
            if not gone.issuperset(pairing.entrants):
                tables.append(_table(pairing, gone, told))
                absent.difference_update(pairing.entrants)
        for bye in planned.byes:
            if bye.entrant not in gone:
                byes.append(PairedBye(entrant=bye.entrant, reasons=(*told, *bye.reasons)))
                absent.discard(bye.entrant)
    return RoundPaired(
        round=number,
        tables=tuple(tables),
        byes=tuple(byes),
        absent=tuple(entrant for entrant in stage.seeding if entrant in absent),
    )


def stage_standings(
    tournament: Tournament, stage: StageState, settings: PlannedStage, rules: TieBreakRules
) -> list[Row]:
    """The standings of a round robin; of a ladder those of the season that is played or was played last, one division
    after the other, then those who are in none."""
    found: list[Row] = []
    for rows in _rows_of_groups(tournament, stage, settings, rules):
        found += [row._replace(rank=row.rank + len(found)) for row in rows]
    return found


def tie_break_rules(settings: PlannedStage, rules: TieBreakRules) -> TieBreakRules:
    """What tables of a stage are worth, beside what ``rules`` say for the tournament."""
    return replace(
        rules,
        format=Format.ROUND_ROBIN,
        seats=settings.seats,
        win=settings.points.win if settings.seats == _TWO_SEATS else settings.place_points[0],
        draw=settings.points.draw if settings.seats == _TWO_SEATS else settings.place_points[0] // 2,
        place_points=None if settings.seats == _TWO_SEATS else settings.place_points,
    )


def divisions_of(stage: StageState) -> dict[str, int]:
    """The division of each entrant, from 1, in the season that is played or was played last."""
    if not stage.seasons:
        return {}
    return {each: number for number, members in enumerate(stage.seasons[-1].divisions, 1) for each in members}


# -- plans -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlanRules:
    """``seats``: of a table. ``sizes``: that tables may have. ``cycles``: how often the plan is played."""

    seats: int
    sizes: frozenset[int]
    cycles: int = 1


def plan(entrants: Sequence[str], rules: PlanRules) -> tuple[Round, ...]:
    """All rounds of a round robin; none if there are too few for a table. Everybody sits out equally often.

    Raises:
        NotPossible: there is no plan for so many.
    """
    return tuple(_named(planned, entrants) for planned in _numbered(len(entrants), rules))


@lru_cache(maxsize=256)
def _numbered(entrants: int, rules: PlanRules) -> tuple[Round, ...]:
    """The plan for so many, who are called by their numbers from 0. Some are searched for, up to two seconds long."""
    if entrants < min(rules.sizes):
        return ()
    numbers = tuple(map(str, range(entrants)))
    if rules.seats == _TWO_SEATS:
        return berger(numbers, rules.cycles)
    try:
        once = table_rounds(numbers, rules.sizes, rules.seats).rounds
    except (RoundRobinImpossible, NoDivision) as error:
        raise NotPossible(str(error)) from None
    return tuple(_cycles(once, rules.cycles))


def _named(planned: Round, entrants: Sequence[str]) -> Round:
    return replace(
        planned,
        pairings=tuple(
            replace(pairing, entrants=tuple(entrants[int(each)] for each in pairing.entrants))
            for pairing in planned.pairings
        ),
        byes=tuple(replace(bye, entrant=entrants[int(bye.entrant)]) for bye in planned.byes),
    )


def _cycles(rounds: Sequence[Round], cycles: int) -> Iterator[Round]:
    for cycle in range(cycles):
        for number, planned in enumerate(rounds, 1 + cycle * len(rounds)):
            yield replace(
                planned, number=number, pairings=tuple(_moved_on(pairing, cycle) for pairing in planned.pairings)
            )


def _moved_on(pairing: Pairing, seats: int) -> Pairing:
    """Everybody of a table so many seats further."""
    shift = seats % len(pairing.entrants)
    return replace(pairing, entrants=pairing.entrants[shift:] + pairing.entrants[:shift])


def _round(rounds: Sequence[Round], local: int, members: Sequence[str]) -> Round:
    """The round ``local`` of a plan of numbers; a round in which all sit out if the plan has fewer."""
    if local <= len(rounds):
        return _named(rounds[local - 1], members)
    return Round(
        local, (), tuple(Bye(entrant, ("The season of another division has more rounds.",)) for entrant in members)
    )


def _table(pairing: Pairing, gone: set[str], told: tuple[str, ...]) -> PairedTable:
    away = tuple(entrant for entrant in pairing.entrants if entrant in gone)
    why = ("Who has left keeps its place in the plan, and has lost this table.",) if away else ()
    return PairedTable(entrants=pairing.entrants, reasons=(*told, *pairing.reasons, *why), away=away)


def _plan_rules(settings: PlannedStage) -> PlanRules:
    return PlanRules(settings.seats, frozenset(settings.sizes), settings.cycles)


def _ladder_rules(settings: LadderStage) -> ladder.LadderRules:
    return ladder.LadderRules(
        moving=settings.moving,
        split_above=settings.largest_division,
        merge_below=settings.smallest_division,
        seats=settings.seats,
        sizes=frozenset(settings.sizes),
        cycles=settings.cycles,
    )


# -- what is played ----------------------------------------------------------------------------------------------------


def _groups(stage: StageState) -> tuple[tuple[str, ...], ...]:
    """Who plays a round robin among themselves."""
    return stage.seasons[-1].divisions if stage.seasons else (stage.seeding,)


def _rounds_before(stage: StageState) -> int:
    return stage.seasons[-1].rounds_before if stage.seasons else 0


def _is_played(stage: StageState, settings: PlannedStage) -> bool:
    """Whether the plan that is played, of a ladder that of the season, has no more rounds."""
    rules = _plan_rules(settings)
    longest = max((len(_numbered(len(members), rules)) for members in _groups(stage)), default=0)
    return len(stage.rounds) - _rounds_before(stage) >= longest


def _rows_of_groups(
    tournament: Tournament, stage: StageState, settings: PlannedStage, rules: TieBreakRules
) -> list[list[Row]]:
    """The standings of each division, then of those who are in none."""
    rounds: list[RoundState] = stage.rounds[_rounds_before(stage) :]
    entrants = stage_entrants(tournament, stage, with_open_round=True, rounds=rounds)
    groups = _groups(stage)
    known = set(chain.from_iterable(groups))
    of_plan = tie_break_rules(settings, rules)
    default = TWO_SEAT_TIE_BREAKS if settings.seats == _TWO_SEATS else TABLE_TIE_BREAKS
    tie_breaks = settings.tie_breaks or default
    found = [
        standings([each for each in entrants if each.id in members], tie_breaks, of_plan)
        for members in map(frozenset, groups)
    ]
    others = [replace(each, results=()) for each in entrants if each.id not in known]
    return [*found, standings(others, (), of_plan)] if others else found
