"""Arenas as stages: one round, to which tables are added as long as its time lasts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from services.tournaments.arena import RECENT, ArenaRules, FreePlayer, pair
from services.tournaments.arena_state import ArenaState
from services.tournaments.kept_apart import pairs_of_hosts, pairs_of_rule
from services.tournaments.log import Happening, RoundEnded, TablePaired, Withdrawn
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.settings import ArenaStage
from services.tournaments.stage_results import stage_entrants
from services.tournaments.table_sizes import MAX_SEATS
from services.tournaments.tie_break_rules import Format, TieBreakRules
from services.tournaments.tournament import Tournament, TournamentStatus

TIE_BREAKS: Final = ("wins", "average_opponents_points")
"""Where a stage names none."""

Step: TypeAlias = tuple[Happening, str]
"""What happens, and why if that needs a reason."""

_TWO_SEATS: Final = 2


def next_steps(
    tournament: Tournament, stage: StageState, state: RoundState, arena: ArenaState, now_ms: int
) -> Sequence[Step]:
    """What happens now by itself in an arena that is played."""
    if arena.missed:
        return [
            (Withdrawn(entrant=entrant), f"Has not come to table {table}. It may return.")
            for entrant, table in arena.missed.items()
        ]
    if tournament.status is TournamentStatus.PAUSED:
        return ()
    if now_ms >= arena.ends_ms:
        return ((RoundEnded(round=state.number), ""),) if state.is_decided else ()
    return [(table, "") for table in tables(tournament, stage, state, arena, now_ms)]


def tables(
    tournament: Tournament, stage: StageState, state: RoundState, arena: ArenaState, now_ms: int
) -> list[TablePaired]:
    """The tables that can begin now."""
    settings = stage.settings
    assert isinstance(settings, ArenaStage)
    if len(arena.free) < settings.sizes[0]:
        return []
    free = list(_free_players(tournament, stage, state, arena))
    rules = ArenaRules(
        seats=settings.seats,
        allowed=frozenset(settings.sizes),
        max_wait_ms=1000 * settings.max_wait_seconds,
        forbidden=pairs_of_hosts(tournament, state.number),
        apart=pairs_of_rule(tournament, list(arena.free), state.number),
    )
    playing = sum(len(table.entrants) for table in state.open_tables if table.needs_match)
    made, _ = pair(free, now_ms, rules, playing=playing)
    return [
        TablePaired(round=state.number, table=number, entrants=each.entrants, reasons=each.reasons)
        for number, each in enumerate(made, len(state.tables) + 1)
    ]


def _free_players(
    tournament: Tournament, stage: StageState, state: RoundState, arena: ArenaState
) -> Iterator[FreePlayer]:
    """Ranked by points alone, then by seed."""
    ranked = sorted(stage_entrants(tournament, stage, with_open_round=True), key=lambda each: (-each.points, each.seed))
    for rank, entrant in enumerate(ranked, 1):
        if entrant.id not in arena.free:
            continue
        own = state.of(entrant.id)
        taken = [table.entrants.index(entrant.id) for table in own]
        yield FreePlayer(
            id=entrant.id,
            rank=rank,
            rating=tournament.members[entrant.id].rating or 0,
            free_since_ms=arena.free[entrant.id],
            recent=tuple(frozenset(table.entrants) - {entrant.id} for table in own[: -RECENT - 1 : -1]),
            seats=tuple(taken.count(seat) for seat in range(MAX_SEATS)),
            last_seat=taken[-1] if taken else None,
        )


def tie_break_rules(settings: ArenaStage, rules: TieBreakRules) -> TieBreakRules:
    """What tables of an arena are worth, beside what ``rules`` say for the tournament."""
    is_of_two = settings.seats == _TWO_SEATS
    return replace(
        rules,
        format=Format.ARENA,
        seats=settings.seats,
        win=settings.points.win if is_of_two else settings.place_points[0],
        draw=settings.points.draw if is_of_two else settings.place_points[0] // 2,
        place_points=None if is_of_two else settings.place_points,
    )
