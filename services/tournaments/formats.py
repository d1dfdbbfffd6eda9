"""The formats of stages: what the next round is, whether a stage is over, and how its entrants have ended."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from services.tournaments import bracket_progress, dutch, elimination, pods, swiss
from services.tournaments.bracket_progress import NodeResult, Progress
from services.tournaments.elimination import Bracket
from services.tournaments.log import PairedBye, PairedTable, RoundPaired
from services.tournaments.records import Entrant, Round
from services.tournaments.settings import EliminationStage, PodsStage, Stage, SwissStage
from services.tournaments.stage_results import stage_entrants
from services.tournaments.standings import Row, points_text, standings
from services.tournaments.swiss_matching import PairingImpossible
from services.tournaments.table_sizes import NoDivision
from services.tournaments.tie_break_rules import TieBreakRules, UnplayedRules
from services.tournaments.tournament import NotPossible, StageState, Tournament

SWISS_TIE_BREAKS: Final = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
PODS_TIE_BREAKS: Final = ("opponents_win_share", "average_opponents_points", "wins", "place_points")
"""Where a stage names none."""


class BracketState(NamedTuple):
    """How far the bracket of a stage is. ``results``: by node, with those of nodes that somebody has left without
    playing."""

    bracket: Bracket
    results: Mapping[str, NodeResult]
    progress: Progress


def pair(tournament: Tournament, stage: StageState, number: int, seed: bytes) -> RoundPaired | None:
    """The round ``number`` of the tournament; None: too few are left to pair anybody. ``seed``: the tournament's, for
    lots.

    Raises:
        NotPossible: there is no pairing, with the reason.
    """
    if isinstance(stage.settings, EliminationStage):
        return _bracket_round(tournament, stage, number)
    entrants = stage_entrants(tournament, stage)
    there: list[Entrant] = []
    others: list[Entrant] = []
    for entrant in entrants:
        (others if _is_out(tournament, entrant.id, number) else there).append(entrant)
    if len(there) < (2 if isinstance(stage.settings, SwissStage) else 3):
        return None
    local = 1 + sum(state.number < number for state in stage.rounds)
    if isinstance(stage.settings, PodsStage):
        made = _pods(stage.settings, there, local, seed)
    else:
        made = _swiss(stage.settings, there, local, others)
    return RoundPaired(
        round=number,
        tables=tuple(PairedTable(entrants=each.entrants, reasons=each.reasons) for each in made.pairings),
        byes=tuple(PairedBye(entrant=each.entrant, reasons=each.reasons) for each in made.byes),
        requested_byes=tuple(each.id for each in others if not tournament.members[each.id].is_withdrawn),
        absent=tuple(each.id for each in others if tournament.members[each.id].is_withdrawn),
        notes=made.notes,
    )


def is_over(tournament: Tournament, stage: StageState) -> bool:
    """Whether all rounds of a stage have been played."""
    if isinstance(stage.settings, EliminationStage):
        return bracket_state(tournament, stage, stage.settings).progress.is_complete
    return len(stage.rounds) >= stage.settings.rounds


def order(tournament: Tournament, stage: StageState) -> tuple[str, ...]:
    """The entrants of a stage by its standings, the best first; who is equal in everything, by seed."""
    return tuple(row.entrant.id for row in stage_standings(tournament, stage))


def stage_standings(tournament: Tournament, stage: StageState) -> list[Row]:
    """The standings of a stage, with what is decided of its open round."""
    entrants = stage_entrants(tournament, stage, with_open_round=True)
    if isinstance(stage.settings, EliminationStage):
        return _bracket_standings(entrants, bracket_state(tournament, stage, stage.settings).progress)
    default = PODS_TIE_BREAKS if isinstance(stage.settings, PodsStage) else SWISS_TIE_BREAKS
    return standings(entrants, stage.settings.tie_breaks or default, tie_break_rules(tournament, stage.settings))


def tie_break_rules(tournament: Tournament, settings: Stage) -> TieBreakRules:
    """What tables of a stage are worth, and how its tie-breaks are computed."""
    if isinstance(settings, EliminationStage):
        return TieBreakRules()
    rules = TieBreakRules(
        unplayed=UnplayedRules.FIDE_2024 if tournament.settings.unplayed_rules == 2024 else UnplayedRules.FIDE_2026,
        rounds=settings.rounds,
        ratings={each.id: each.rating for each in tournament.members.values() if each.rating is not None},
    )
    if isinstance(settings, PodsStage):
        worth = settings.place_points
        return replace(rules, seats=settings.seats, win=worth[0], draw=worth[0] // 2, place_points=worth)
    return replace(rules, win=settings.points.win, draw=settings.points.draw)


# -- by the standings --------------------------------------------------------------------------------------------------


def _swiss(settings: SwissStage, there: Sequence[Entrant], number: int, others: Sequence[Entrant]) -> Round:
    rules = swiss.SwissRules(settings.rounds, win_points=settings.points.win)
    try:
        if settings.system == "dutch":
            return dutch.pair_round(there, number, rules, others)
        return swiss.pair_round(there, number, rules, others)
    except (PairingImpossible, dutch.NoDutchPairing, dutch.NotForDutch, dutch.DutchNotInstalled) as error:
        raise NotPossible(str(error)) from None


def _pods(settings: PodsStage, there: Sequence[Entrant], number: int, seed: bytes) -> Round:
    rules = pods.PodRules(
        seats=settings.seats,
        remainder=pods.Remainder(settings.remainder),
        remainder_for=pods.End(settings.remainder_for),
        system=pods.System(settings.system),
        seed=seed,
        win_points=settings.place_points[0],
    )
    try:
        return pods.pair_round(there, number, rules)
    except (NoDivision, pods.PodsImpossible) as error:
        raise NotPossible(str(error)) from None


def _is_out(tournament: Tournament, entrant: str, number: int) -> bool:
    member = tournament.members[entrant]
    return member.is_withdrawn or number in member.byes


# -- elimination -------------------------------------------------------------------------------------------------------


def _bracket_round(tournament: Tournament, stage: StageState, number: int) -> RoundPaired | None:
    """All tables of the bracket that can be played now. A round that is paired again is paired as if it were not
    there."""
    assert isinstance(stage.settings, EliminationStage)
    ready = bracket_state(tournament, stage, stage.settings).progress.ready
    tables = sorted(ready.items(), key=lambda item: item[1].table)
    if not tables:
        return None
    return RoundPaired(
        round=number,
        tables=tuple(PairedTable(entrants=each.entrants, reasons=each.reasons, node=node) for node, each in tables),
    )


def bracket_state(tournament: Tournament, stage: StageState, settings: EliminationStage) -> BracketState:
    """How far a bracket is. Who has withdrawn loses the tables that come next without playing."""
    is_double = settings.format == "double_elimination"
    bracket = (
        elimination.double(stage.seeding)
        if is_double
        else elimination.single(stage.seeding, third_place=settings.third_place)
    )
    gone = {entrant for entrant in stage.seeding if tournament.members[entrant].is_withdrawn}
    results: dict[str, NodeResult] = {}
    for state in stage.rounds:
        for table in state.tables:
            if table.result is not None and table.node is not None:
                placed = sorted(zip(table.result.places, table.entrants, strict=True))
                winner, loser = (entrant for _, entrant in placed)
                out = (loser,) if loser in gone else ()
                results[table.node] = NodeResult(table.entrants, (winner,) if out else (winner, loser), out)
    while True:
        progress = bracket_progress.advance(bracket, results)
        left = {node: each.entrants for node, each in progress.ready.items() if gone & set(each.entrants)}
        if not left:
            return BracketState(bracket, results, progress)
        for node, entrants in left.items():
            order_ = tuple(entrant for entrant in entrants if entrant not in gone)
            results[node] = NodeResult(entrants, order_, tuple(entrant for entrant in entrants if entrant in gone))


def _bracket_standings(entrants: Sequence[Entrant], progress: Progress) -> list[Row]:
    """Who is out has its place; all who are still in share the first."""
    places = {place.entrant: place for place in progress.places}
    still_in = [entrant for entrant in entrants if entrant.id not in places]
    rows = [Row(1, len(still_in) > 1, entrant, points_text(entrant.points), ()) for entrant in still_in]
    by_id = {entrant.id: entrant for entrant in entrants}
    for place in progress.places:
        entrant = by_id[place.entrant]
        rows.append(Row(place.first, place.last > place.first, entrant, points_text(entrant.points), ()))
    return rows
