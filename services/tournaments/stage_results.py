"""What each entrant of a stage has of each of its rounds: the records that pairing, standings and exports work on."""

from typing import Final

from services.tournaments.pod_scoring import PlacePoints, place_points
from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.settings import EliminationStage, PodsStage, TwoSeatPoints
from services.tournaments.tournament import RoundState, StageState, TableResult, TableState, Tournament

_BRACKET: Final = TwoSeatPoints()


def stage_entrants(tournament: Tournament, stage: StageState, *, with_open_round: bool = False) -> list[Entrant]:
    """The entrants of a stage with their results of its rounds that have ended, in the order of their seeds. Rounds
    count from 1 within the stage. ``with_open_round``: and with what is decided of the round that is played."""
    results: dict[str, list[RoundResult]] = {entrant: [] for entrant in stage.seeding}
    for number, state in enumerate(stage.rounds, 1):
        if state.ended_ms is None and not with_open_round:
            break
        told = _round_results(tournament, stage, state, number)
        waiting = {entrant for table in state.tables if table.result is None for entrant in table.entrants}
        for entrant, own in results.items():
            if entrant not in waiting:
                own.append(told.get(entrant) or _not_there(tournament, entrant, state, number))
    return [Entrant(entrant, seed, tuple(results[entrant])) for seed, entrant in enumerate(stage.seeding, 1)]


def table_points(stage: StageState, table: TableState, result: TableResult) -> list[int]:
    """What a table's result is worth to each of its entrants, in hundredths; who has forfeited has none."""
    if isinstance(stage.settings, PodsStage):
        points = list(place_points(result.places, _by_size(stage.settings.place_points)))
    else:
        worth = _BRACKET if isinstance(stage.settings, EliminationStage) else stage.settings.points
        is_draw = result.places.count(1) > 1
        points = [(worth.draw if is_draw else worth.win) if place == 1 else worth.loss for place in result.places]
    return [0 if entrant in result.forfeits else own for entrant, own in zip(table.entrants, points, strict=True)]


def _round_results(tournament: Tournament, stage: StageState, state: RoundState, number: int) -> dict[str, RoundResult]:
    entry = tournament.settings.entry
    told: dict[str, RoundResult] = {}
    for table in state.tables:
        result = table.result
        if result is not None:
            told |= _table_results(stage, table, result, number)
    for bye in state.paired.byes:
        told[bye.entrant] = RoundResult(number, ResultKind.PAIRING_BYE, entry.pairing_bye_points)
    for entrant in state.paired.requested_byes:
        told[entrant] = RoundResult(number, ResultKind.REQUESTED_BYE, entry.bye_points)
    return told


def _not_there(tournament: Tournament, entrant: str, state: RoundState, number: int) -> RoundResult:
    """A round in which an entrant was not paired: before it entered, or while it had withdrawn."""
    is_late = state.number < tournament.members[entrant].first_round
    points = tournament.settings.entry.late_points if is_late else 0
    return RoundResult(number, ResultKind.ABSENT, points)


def _table_results(stage: StageState, table: TableState, result: TableResult, number: int) -> dict[str, RoundResult]:
    points = table_points(stage, table, result)
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
        )
    return told


def _kind(entrant: str, table: TableState, result: TableResult) -> ResultKind:
    """Where all others have forfeited, nothing was played."""
    if entrant in result.forfeits:
        return ResultKind.FORFEIT_LOSS
    if len(result.forfeits) == len(table.entrants) - 1:
        return ResultKind.FORFEIT_WIN
    return ResultKind.PLAYED


def _by_size(worth: tuple[int, ...]) -> PlacePoints:
    """A place is worth the same at tables of every size."""
    return PlacePoints({size: worth[:size] for size in range(3, len(worth) + 1)})
