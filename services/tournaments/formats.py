"""The formats of stages: what the next round is, whether a stage is over, and how its entrants have ended."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Final, NamedTuple

from services.tournaments import (
    arena_stages,
    bracket_progress,
    dutch,
    elimination,
    kept_apart,
    planned_stages,
    pods,
    swiss,
)
from services.tournaments.bracket_progress import NodeResult, Progress
from services.tournaments.elimination import Bracket, BracketImpossible, Placed
from services.tournaments.event_commitment import Lots
from services.tournaments.kept_apart import Pairs
from services.tournaments.log import PairedBye, PairedTable, RoundPaired, SeasonStarted
from services.tournaments.records import Bye, Entrant, Round
from services.tournaments.round_state import StageState
from services.tournaments.settings import (
    ArenaStage,
    BracketStage,
    EliminationStage,
    LadderStage,
    PlannedStage,
    PodsStage,
    RoundRobinStage,
    Stage,
    SwissStage,
    SwissSystem,
    TableEliminationStage,
)
from services.tournaments.stage_results import stage_entrants
from services.tournaments.standings import Row, points_text, standings
from services.tournaments.swiss_matching import PairingImpossible
from services.tournaments.table_sizes import NoDivision
from services.tournaments.table_state import TableState
from services.tournaments.tie_break_rules import TieBreakRules, UnplayedRules
from services.tournaments.tournament import NotPossible, Tournament

SWISS_TIE_BREAKS: Final = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
PODS_TIE_BREAKS: Final = ("opponents_win_share", "average_opponents_points", "wins", "place_points")
WAGER_TIE_BREAKS: Final = ("place_points", "average_opponents_points", "direct_encounter")
"""Where a stage names none."""


STANDS: Final = "What was played at this table before an earlier result was corrected stands."


class BracketState(NamedTuple):
    """How far the bracket of a stage is. ``results``: by node, with those of nodes that somebody has left without
    playing."""

    bracket: Bracket
    results: Mapping[str, NodeResult]
    progress: Progress


def pair(
    tournament: Tournament, stage: StageState, number: int, lots: Lots, *, system: SwissSystem | None = None
) -> RoundPaired | None:
    """The round ``number`` of the tournament; None: too few are left to pair anybody. ``lots``: the
    tournament's. ``system``: by which a Swiss stage pairs this round; None: its own.

    Raises:
        NotPossible: there is no pairing, with the reason.
    """
    paired = _pair(tournament, stage, number, lots, system)
    if paired is None or not tournament.set_aside:
        return paired
    return paired.model_copy(update={"tables": with_what_stands(tournament, stage, number, paired.tables)})


def with_what_stands(
    tournament: Tournament, stage: StageState, number: int, tables: Sequence[PairedTable]
) -> tuple[PairedTable, ...]:
    """The tables of a round, of which those stand that a correction has set aside: of a bracket the same node with the
    same entrants, of other stages the same table in the same round."""
    local = 1 + sum(state.number < number for state in stage.rounds)
    known = {
        (aside.table.node or str(aside.round), frozenset(aside.table.entrants)): aside.table
        for _, aside in sorted(tournament.set_aside.items(), key=lambda item: item[0][0])
        if aside.stage == stage.number
    }
    return tuple(_standing(table, known.get((table.node or str(local), frozenset(table.entrants)))) for table in tables)


def _standing(new: PairedTable, old: TableState | None) -> PairedTable:
    """A table as it is paired again. What is played there keeps its seats and who is away."""
    if old is None or (new.node is None and old.entrants != new.entrants):
        return new
    changed: dict[str, Any] = {"entrants": old.entrants, "stands": old.entry}
    if old.result is not None:
        changed |= {"away": old.away, "reasons": (*new.reasons, STANDS)}
    else:
        changed["away"] = (*new.away, *(entrant for entrant in old.left if entrant not in new.away))
    if old.result is None and old.games:
        changed["reasons"] = (*new.reasons, STANDS)
    return new.model_copy(update=changed)


def _pair(
    tournament: Tournament, stage: StageState, number: int, lots: Lots, system: SwissSystem | None
) -> RoundPaired | None:
    settings = stage.settings
    if system is not None:
        if not isinstance(settings, SwissStage):
            raise NotPossible("only a Swiss stage has another system to pair by")
        settings = settings.model_copy(update={"system": system})
    if isinstance(settings, BracketStage):
        return _bracket_round(tournament, stage, settings, number)
    if isinstance(settings, PlannedStage):
        return planned_stages.pair(tournament, stage, settings, number)
    if isinstance(settings, ArenaStage):
        return RoundPaired(round=number, tables=())
    entrants = stage_entrants(tournament, stage)
    there: list[Entrant] = []
    others: list[Entrant] = []
    for entrant in entrants:
        (others if _is_out(tournament, entrant.id, number) else there).append(entrant)
    remaining = sum(not tournament.members[entrant.id].is_withdrawn for entrant in entrants)
    if remaining < settings.sizes[0]:
        return None
    local = 1 + sum(state.number < number for state in stage.rounds)

    by_lot, search = None, lots.seed
    if not lots.is_old and isinstance(settings, PodsStage):
        by_lot = {each.id: lots.pods(tournament, number, each.id) for each in there}
        search = lots.pods_search(number)

    def make(forbidden: Pairs) -> Round:
        if isinstance(settings, PodsStage):
            bye_points = tournament.settings.entry.pairing_bye_points
            return _pods(settings, there, local, (by_lot, search), forbidden, bye_points)
        return _swiss(settings, there, local, others, forbidden)

    if len(there) < settings.sizes[0]:
        made = _without_tables(there, number)
    else:
        made = kept_apart.paired_apart(tournament, [each.id for each in there], number, make)
    return RoundPaired(
        round=number,
        tables=tuple(PairedTable(entrants=each.entrants, reasons=each.reasons) for each in made.pairings),
        byes=tuple(PairedBye(entrant=each.entrant, reasons=each.reasons) for each in made.byes),
        requested_byes=tuple(each.id for each in others if not tournament.members[each.id].is_withdrawn),
        absent=tuple(each.id for each in others if tournament.members[each.id].is_withdrawn),
        notes=made.notes,
    )


def next_season(tournament: Tournament, stage: StageState) -> SeasonStarted | None:
    """The season of a ladder that begins before another round is paired; None: no other has to."""
    return planned_stages.next_season(tournament, stage, _tie_break_rules(tournament))


def is_over(tournament: Tournament, stage: StageState) -> bool:
    """Whether all rounds of a stage have been played."""
    settings = stage.settings
    if isinstance(settings, BracketStage):
        return bracket_state(tournament, stage, settings).progress.is_complete
    if isinstance(settings, PlannedStage):
        return planned_stages.is_over(stage, settings)
    if isinstance(settings, ArenaStage):
        return bool(stage.rounds)
    return len(stage.rounds) >= settings.rounds


def order(tournament: Tournament, stage: StageState) -> tuple[str, ...]:
    """The entrants of a stage by its standings, the best first; who is equal in everything, by seed."""
    return tuple(row.entrant.id for row in stage_standings(tournament, stage))


def stage_standings(tournament: Tournament, stage: StageState) -> list[Row]:
    """The standings of a stage, with what is decided of its open round."""
    settings = stage.settings
    rules = _tie_break_rules(tournament)
    if isinstance(settings, PlannedStage):
        return planned_stages.stage_standings(tournament, stage, settings, rules)
    entrants = stage_entrants(tournament, stage, with_open_round=True)
    if isinstance(settings, BracketStage):
        return _bracket_standings(entrants, bracket_state(tournament, stage, settings).progress)
    return standings(
        entrants, settings.tie_breaks or _default_tie_breaks(settings), tie_break_rules(tournament, settings)
    )


def tie_break_rules(tournament: Tournament, settings: Stage) -> TieBreakRules:
    """What tables of a stage are worth, and how its tie-breaks are computed."""
    rules = _tie_break_rules(tournament)
    match settings:
        case EliminationStage() | TableEliminationStage():
            return TieBreakRules()
        case PodsStage():
            worth = settings.place_points
            rules = replace(rules, rounds=settings.rounds, seats=settings.seats, place_points=worth)
            return replace(rules, win=worth[0], draw=worth[0] // 2)
        case SwissStage():
            return replace(rules, rounds=settings.rounds, win=settings.points.win, draw=settings.points.draw)
        case RoundRobinStage() | LadderStage():
            return planned_stages.tie_break_rules(settings, rules)
        case ArenaStage():
            return arena_stages.tie_break_rules(settings, rules)


def _without_tables(there: Sequence[Entrant], number: int) -> Round:
    """A round in which so many have asked not to be paired that no table is filled."""
    why = ("Too few are left for a table: the others have asked not to be paired.",)
    return Round(number, (), tuple(Bye(each.id, why) for each in there))


# -- by the standings --------------------------------------------------------------------------------------------------


def _swiss(
    settings: SwissStage, there: Sequence[Entrant], number: int, others: Sequence[Entrant], forbidden: Pairs
) -> Round:
    rules = swiss.SwissRules(settings.rounds, forbidden, settings.points.win, settings.points.loss)
    try:
        if settings.system == "dutch":
            return dutch.pair_round(there, number, rules, others)
        return swiss.pair_round(there, number, rules, others)
    except (PairingImpossible, dutch.NoDutchPairing) as error:
        raise NotPossible(str(error)) from None


def _pods(
    settings: PodsStage,
    there: Sequence[Entrant],
    number: int,
    drawn: tuple[Mapping[str, bytes] | None, bytes],
    forbidden: Pairs,
    bye_points: int,
) -> Round:
    """``drawn``: everybody's lot, and what the search tries. ``bye_points``: what a pairing bye is worth: as much is a
    full bye in a wager, where no win has a fixed worth."""
    rules = pods.PodRules(
        seats=settings.seats,
        remainder=pods.Remainder(settings.remainder),
        remainder_for=pods.End(settings.remainder_for),
        system=pods.System(settings.system),
        lots=drawn[0],
        seed=drawn[1],
        forbidden=forbidden,
        win_points=settings.place_points[0] if settings.wager is None else bye_points,
    )
    try:
        return pods.pair_round(there, number, rules)
    except (NoDivision, pods.PodsImpossible) as error:
        raise NotPossible(str(error)) from None


def _is_out(tournament: Tournament, entrant: str, number: int) -> bool:
    member = tournament.members[entrant]
    return member.is_withdrawn or number in member.byes


def _default_tie_breaks(settings: SwissStage | PodsStage | ArenaStage) -> tuple[str, ...]:
    if isinstance(settings, SwissStage):
        return SWISS_TIE_BREAKS
    if isinstance(settings, ArenaStage):
        return arena_stages.TIE_BREAKS
    return PODS_TIE_BREAKS if settings.wager is None else WAGER_TIE_BREAKS


def _tie_break_rules(tournament: Tournament) -> TieBreakRules:
    return TieBreakRules(
        unplayed=UnplayedRules.FIDE_2024 if tournament.settings.unplayed_rules == 2024 else UnplayedRules.FIDE_2026,
        ratings={each.id: each.rating for each in tournament.members.values() if each.rating is not None},
    )


# -- elimination -------------------------------------------------------------------------------------------------------


def _bracket_round(
    tournament: Tournament, stage: StageState, settings: BracketStage, number: int
) -> RoundPaired | None:
    """All tables of the bracket that can be played now. A round that is paired again is paired as if it were not
    there."""
    ready = bracket_state(tournament, stage, settings).progress.ready
    gone = _gone(tournament, stage)
    tables = sorted(ready.items(), key=lambda item: item[1].table)
    if not tables:
        return None
    return RoundPaired(
        round=number,
        tables=tuple(
            PairedTable(
                entrants=each.entrants,
                reasons=each.reasons,
                node=node,
                away=tuple(entrant for entrant in each.entrants if entrant in gone),
            )
            for node, each in tables
        ),
    )


def _bracket(stage: StageState, settings: BracketStage) -> Bracket:
    try:
        if isinstance(settings, TableEliminationStage):
            return elimination.tables(stage.seeding, settings.sizes, advance=settings.winners, preferred=settings.seats)
        if settings.format == "double_elimination":
            return elimination.double(stage.seeding)
        return elimination.single(stage.seeding, third_place=settings.third_place)
    except BracketImpossible as error:
        raise NotPossible(str(error)) from None


def _gone(tournament: Tournament, stage: StageState) -> set[str]:
    return {entrant for entrant in stage.seeding if tournament.members[entrant].is_withdrawn}


def bracket_state(tournament: Tournament, stage: StageState, settings: BracketStage) -> BracketState:
    """How far a bracket is. Who has withdrawn loses the table that comes next; where no more are there than go on from
    it, nobody plays it."""
    bracket = _bracket(stage, settings)
    gone = _gone(tournament, stage)
    seeds = {entrant: seed for seed, entrant in enumerate(stage.seeding)}
    went_on = _last_nodes(bracket, stage)
    places = {node.id: place for place, node in enumerate(bracket.nodes)}

    def have_left(entrants: Iterable[str], node: str) -> set[str]:
        """Who has left after a node, and before a later one: who has sat at a later table has left there."""
        return {each for each in entrants if each in gone and went_on.get(each, -1) <= places[node]}

    results: dict[str, NodeResult] = {}
    for state in stage.rounds:
        for table in state.tables:
            if table.places_on is not None and table.node is not None:
                placed = zip(table.places_on, map(seeds.__getitem__, table.entrants), table.entrants, strict=True)
                ordered = [entrant for *_, entrant in sorted(placed)]
                # Of two, the loser may play on, and so leave. At larger tables nobody does. Where nobody comes, nobody
                # goes on, unless a larger table would then have too few seats.
                out = have_left(ordered[1:], table.node) if isinstance(settings, EliminationStage) else set()
                forfeits = () if table.result is None or table.went_on else table.result.forfeits
                if set(forfeits) >= {*ordered} and (
                    isinstance(settings, EliminationStage) or table.node == elimination.FINAL
                ):
                    out = have_left(ordered, table.node)
                results[table.node] = NodeResult(
                    table.entrants, tuple(each for each in ordered if each not in out), tuple(out)
                )
    winners = {node.id: node.advance for node in bracket.nodes}
    emptied: set[str] = set()
    while True:
        progress = bracket_progress.advance(bracket, results)
        short = [node for node, each in progress.ready.items() if len(each.entrants) < settings.sizes[0]]
        if refilled := {fed for node in short for fed in _left_before(bracket, progress, node, emptied)}:
            # A table cannot have so few seats: those who left before it are away there.
            for node in refilled:
                known = results[node]
                results[node] = NodeResult(known.entrants, (*known.order, *known.withdrawn))
            emptied -= refilled
            continue
        left: dict[str, tuple[str, ...]] = {}
        for node, each in progress.ready.items():
            out = have_left(each.entrants, node)
            there = tuple(entrant for entrant in each.entrants if entrant not in out)
            if out and len(there) <= winners[node]:
                left[node] = there
        if not left:
            return BracketState(bracket, results, progress)
        for node, there in left.items():
            entrants = progress.ready[node].entrants
            results[node] = NodeResult(entrants, there, tuple(entrant for entrant in entrants if entrant not in there))
        emptied |= left.keys()


def _left_before(bracket: Bracket, progress: Progress, node: str, emptied: Set[str]) -> set[str]:
    """The last tables before one that nobody had to play since entrants had left. ``emptied``: all such tables."""
    sources = next(each.sources for each in bracket.nodes if each.id == node)
    before = {source.node for source in sources if isinstance(source, Placed)}
    further = (_left_before(bracket, progress, each, emptied) for each in before & progress.walkovers.keys())
    return (before & emptied).union(*further)


def _last_nodes(bracket: Bracket, stage: StageState) -> dict[str, int]:
    """The last node, by its place in the bracket, at which each entrant has had a table."""
    places = {node.id: place for place, node in enumerate(bracket.nodes)}
    last: dict[str, int] = {}
    for state in stage.rounds:
        for table in state.tables:
            place = places.get(table.node or "", -1)
            last |= {entrant: max(place, last.get(entrant, -1)) for entrant in table.entrants}
    return last


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
