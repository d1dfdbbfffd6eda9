"""What each entrant of a stage has of each of its rounds: the records that pairing, standings and exports work on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final

from services.tournaments.pod_scoring import PlacePoints, Wager, place_points, wager_points
from services.tournaments.presence import is_earned
from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import (
    ArenaStage,
    PlannedStage,
    PodsStage,
    SwissStage,
    TableEliminationStage,
    TwoSeatPoints,
    WagerPoints,
)
from services.tournaments.table_decision import TableResult
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament

_BRACKET: Final = TwoSeatPoints()
_TWO_SEATS: Final = 2


def stage_entrants(
    tournament: Tournament,
    stage: StageState,
    *,
    with_open_round: bool = False,
    rounds: Sequence[RoundState] | None = None,
) -> list[Entrant]:
    """The entrants of a stage with their results of its rounds that have ended, in the order of their seeds. Rounds
    count from 1 within the stage. ``with_open_round``: and with what is decided of the round that is played.
    ``rounds``: only of these rounds, counted from the first of them; None: of all. In an arena, of its tables."""
    if isinstance(stage.settings, ArenaStage):
        return _arena_entrants(stage, with_open_round=with_open_round)
    results: dict[str, list[RoundResult]] = {entrant: [] for entrant in stage.seeding}
    wager = _wager(stage)
    start = 0 if wager is None else wager.start
    had = dict.fromkeys(stage.seeding, start)
    for number, state in enumerate(stage.rounds if rounds is None else rounds, 1):
        if state.ended_ms is None and not with_open_round:
            break
        told = _round_results(tournament, stage, state, number, had)
        waiting = {entrant for table in state.tables if table.result is None for entrant in table.entrants}
        for entrant, own in results.items():
            if entrant not in waiting:
                own.append(told.get(entrant) or _not_there(tournament, entrant, state, number))
                had[entrant] += own[-1].points
    return [Entrant(entrant, seed, tuple(results[entrant]), start) for seed, entrant in enumerate(stage.seeding, 1)]


def _arena_entrants(stage: StageState, *, with_open_round: bool) -> list[Entrant]:
    """By its tables, as they are counted in the arena."""
    counted = [state for state in stage.rounds if with_open_round or state.ended_ms is not None]
    return [
        Entrant(entrant, seed, tuple(chain.from_iterable(_of_tables(stage, state, entrant) for state in counted)))
        for seed, entrant in enumerate(stage.seeding, 1)
    ]


def _of_tables(stage: StageState, state: RoundState, entrant: str) -> tuple[RoundResult, ...]:
    """What an entrant has of its tables of an arena that have results."""
    known = state.results.get(entrant)
    if known is None:
        known = state.results[entrant] = tuple(
            _table_results(stage, state, table, table.result, table.number, {})[entrant]
            for table in state.of(entrant)
            if table.result is not None
        )
    return known


def points_before(tournament: Tournament, stage: StageState, state: RoundState) -> Mapping[str, int]:
    """What each entrant of a stage had before a round, in hundredths; empty where no wager asks for it."""
    if _wager(stage) is None:
        return {}
    before = stage.rounds[: stage.rounds.index(state)]
    return {entrant.id: entrant.points for entrant in stage_entrants(tournament, stage, rounds=before)}


def _wager(stage: StageState) -> WagerPoints | None:
    return stage.settings.wager if isinstance(stage.settings, PodsStage) else None


def _round_results(
    tournament: Tournament, stage: StageState, state: RoundState, number: int, had: Mapping[str, int]
) -> dict[str, RoundResult]:
    """``had``: the points of each entrant before this round."""
    entry = tournament.settings.entry
    told: dict[str, RoundResult] = {}
    for table in state.tables:
        result = table.result
        if result is not None:
            told |= _table_results(stage, state, table, result, number, had)
            for entrant in _unearned(tournament, stage, state, table, result):
                told[entrant] = replace(told[entrant], points=0)
    for bye in state.paired.byes:
        told[bye.entrant] = RoundResult(
            number, ResultKind.PAIRING_BYE, bye_points(tournament, stage, state, bye.entrant)
        )
    for entrant in state.paired.requested_byes:
        told[entrant] = RoundResult(number, ResultKind.REQUESTED_BYE, entry.bye_points)
    return told


def bye_points(tournament: Tournament, stage: StageState, state: RoundState, entrant: str) -> int:
    """What it is worth to an entrant, in hundredths, that it is not paired in a round because the number does not fit.
    In a plan all sit out in turn, which is worth nothing."""
    is_worth = not isinstance(stage.settings, PlannedStage) and is_earned(tournament, entrant, state.number)
    return tournament.settings.entry.pairing_bye_points if is_worth else 0


def _unearned(
    tournament: Tournament, stage: StageState, state: RoundState, table: TableState, result: TableResult
) -> list[str]:
    """To whom of a table that nobody has played it is worth nothing: see
    :func:`services.tournaments.presence.is_earned`. In a wager, what others have lost is shared out anyway."""
    if result.is_played or _wager(stage) is not None:
        return []
    return [each for each in table.present if not is_earned(tournament, each, state.number)]


def _not_there(tournament: Tournament, entrant: str, state: RoundState, number: int) -> RoundResult:
    """A round in which an entrant was not paired: before it entered, or while it had withdrawn."""
    is_late = state.number < tournament.members[entrant].first_round
    points = tournament.settings.entry.late_points if is_late else 0
    return RoundResult(number, ResultKind.ABSENT, points)


def _table_results(
    stage: StageState, state: RoundState, table: TableState, result: TableResult, number: int, had: Mapping[str, int]
) -> dict[str, RoundResult]:
    points = _points(stage, state, table, result, had)
    bonuses = _bonuses(stage, state, table, result)
    told = {}
    for seat, entrant in enumerate(table.entrants):
        told[entrant] = RoundResult(
            number,
            _kind(entrant, table, result),
            points[seat],
            tuple(other for other in table.entrants if other != entrant),
            seat,
            result.places[seat],
            result.scores[seat] if result.scores else None,
            bonuses[seat] if bonuses else 0,
        )
    return told


def _kind(entrant: str, table: TableState, result: TableResult) -> ResultKind:
    """Where all others have forfeited, or too few were there, nothing was played."""
    if entrant in result.forfeits:
        return ResultKind.FORFEIT_LOSS
    if not result.is_played or len(result.forfeits) == len(table.entrants) - 1:
        return ResultKind.FORFEIT_WIN
    return ResultKind.PLAYED


def table_points(
    tournament: Tournament,
    stage: StageState,
    state: RoundState,
    table: TableState,
    result: TableResult,
    had: Mapping[str, int],
) -> list[int]:
    """What the result of a table of a round is worth to each of its entrants, in hundredths; who has forfeited has
    none, and in a wager has lost its stake. ``had``: as :func:`points_before` has it."""
    unearned = _unearned(tournament, stage, state, table, result)
    points = zip(table.entrants, _points(stage, state, table, result, had), strict=True)
    return [0 if entrant in unearned else own for entrant, own in points]


def _points(
    stage: StageState, state: RoundState, table: TableState, result: TableResult, had: Mapping[str, int]
) -> list[int]:
    if (wager := _wager(stage)) is not None:
        return _wagered(table, result, wager, had)
    points = _plain_points(stage, table, result)
    bonuses = _bonuses(stage, state, table, result)
    return [own + more for own, more in zip(points, bonuses, strict=True)] if bonuses else points


def _plain_points(stage: StageState, table: TableState, result: TableResult) -> list[int]:
    settings = stage.settings
    if isinstance(settings, TableEliminationStage):
        points = [_BRACKET.win if place <= table.rules.go_on else _BRACKET.loss for place in result.places]
    elif len(table.entrants) > _TWO_SEATS and isinstance(settings, PodsStage | PlannedStage | ArenaStage):
        points = list(place_points(result.places, _by_size(settings.place_points)))
    else:
        of_two = settings.points if isinstance(settings, SwissStage | PlannedStage | ArenaStage) else _BRACKET
        is_draw = result.places.count(1) > 1
        points = [(of_two.draw if is_draw else of_two.win) if place == 1 else of_two.loss for place in result.places]
    return [0 if entrant in result.forfeits else own for entrant, own in zip(table.entrants, points, strict=True)]


# -- streaks -----------------------------------------------------------------------------------------------------------


def _bonuses(stage: StageState, state: RoundState, table: TableState, result: TableResult) -> list[int]:
    """How much streaks add to the points of a table's entrants; empty: there are none in this stage."""
    streaks = stage.settings.streaks if isinstance(stage.settings, ArenaStage) else None
    if streaks is None:
        return []
    return [
        (streaks.factor - 1) * own if _has_won_before(state, table, entrant, streaks.after) else 0
        for entrant, own in zip(table.entrants, _plain_points(stage, table, result), strict=True)
    ]


def _has_won_before(state: RoundState, table: TableState, entrant: str, running: int) -> bool:
    """Whether an entrant has won so many tables running before one, alone in the first place."""
    decided = (each for each in reversed(state.of(entrant)) if each.number < table.number and each.result is not None)
    last = list(islice(decided, running))
    return len(last) == running and all(_has_won(each, entrant) for each in last)


def _has_won(table: TableState, entrant: str) -> bool:
    result = table.result
    if result is None or result.places.count(1) > 1 or entrant in result.forfeits:
        return False
    return result.places[table.entrants.index(entrant)] == 1


def _wagered(table: TableState, result: TableResult, wager: WagerPoints, had: Mapping[str, int]) -> list[int]:
    """Who has forfeited is behind all others; where all have, nobody wins anything."""
    there = [entrant for entrant in table.entrants if entrant not in result.forfeits]
    if not there:
        return [0] * len(table.entrants)
    best = min(place for entrant, place in zip(table.entrants, result.places, strict=True) if entrant in there)
    winners = [entrant in there and place == best for entrant, place in zip(table.entrants, result.places, strict=True)]
    places = [1 if wins else 1 + sum(winners) for wins in winners]
    return list(wager_points(places, [had[entrant] for entrant in table.entrants], Wager(wager.stake)))


def _by_size(worth: tuple[int, ...]) -> PlacePoints:
    """A place is worth the same at tables of every size."""
    return PlacePoints({size: worth[:size] for size in range(3, len(worth) + 1)})
