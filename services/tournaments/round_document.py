"""A round as everybody sees it: who sits where and why, which matches are played, how they ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from services.tournaments.due_times import round_deadline_ms
from services.tournaments.log import GameEnded
from services.tournaments.named_entrants import NamedEntrant, all_named, named, read_out
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.stage_results import points_before, table_points
from services.tournaments.standings import points_text
from services.tournaments.table_decision import DecidedBy
from services.tournaments.table_state import TableState
from services.tournaments.tie_break_rules import POINT
from services.tournaments.tournament import Tournament


class TableMatchState(Enum):
    """How far a match of a table is."""

    DUE = "due"
    """Handed out, and perhaps not made yet."""
    LIVE = "live"
    ENDED = "ended"
    VOID = "void"
    """It ended without a result, and is played anew."""


class UnderWay(NamedTuple):
    """The match that a table plays now. ``is_made``: it is there; else it is about to be made."""

    match: str
    game: int
    is_made: bool


@dataclass(frozen=True, slots=True)
class MatchDocument:
    """A match of a table. ``game``: from 1; who plays best of several has more than one. ``entrants``: in the order of
    the match's seats. ``places``, ``scores``: of these, once it has ended; ``forfeits``: who has lost by not being
    there."""

    match: str
    game: int
    state: TableMatchState
    entrants: tuple[str, ...]
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    forfeits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultDocument:
    """How a table has ended. ``places``, ``points``, ``scores``: of its entrants, in their order; points are decimal
    numbers; no ``scores``: there are none that count, None: of somebody who was not there. ``forfeits``: who was not
    there. ``why``: in words, if matches alone did not decide it."""

    places: tuple[int, ...]
    points: tuple[str, ...]
    scores: tuple[int | None, ...]
    forfeits: tuple[str, ...]
    decided_by: DecidedBy
    why: str


@dataclass(frozen=True, slots=True)
class TableDocument:
    """A table. ``entrants``: in the order of seats. ``node``: its place in a bracket. ``games``: how many matches are
    played, if it takes all of them. ``score``: how many of them each has won, as decimal numbers, shared ones half;
    empty where one match decides. ``result`` is None while it is not decided; ``waits_for_host``: nothing more is
    played until the host sets a result; ``is_called_off``: the host has taken it back. ``entry``: the number of the
    log's entry that has paired it."""

    number: int
    entry: int
    entrants: tuple[NamedEntrant, ...]
    reasons: tuple[str, ...]
    node: str | None
    games: int
    score: tuple[str, ...]
    matches: tuple[MatchDocument, ...]
    result: ResultDocument | None
    waits_for_host: bool
    is_called_off: bool


@dataclass(frozen=True, slots=True)
class ByeDocument:
    """An entrant that is not paired because the number does not fit, and why it is that one. ``points``: what that is
    worth, a decimal number."""

    entrant: NamedEntrant
    points: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A round without its tables. ``number``: through all stages, from 1; ``stage``: from 0. ``entry``: the number of
    the log's entry that has paired it. ``tables``: how many there are; ``decided``: how many of them have results.
    Moments are milliseconds since 1970; ``deadline_ms``: when its time is over, if it has an end; of an arena, when no
    more tables are paired."""

    number: int
    stage: int
    entry: int
    paired_ms: int
    ended_ms: int | None
    deadline_ms: int | None
    by_hand: bool
    tables: int
    decided: int
    byes: int


@dataclass(frozen=True, slots=True)
class RoundDocument:
    """A round. ``notes``: exceptions that were forced. ``byes``: who is not paired because the number does not fit;
    ``requested_byes``: who had asked not to be paired; ``absent``: who has withdrawn or was not there."""

    summary: RoundSummary
    notes: tuple[str, ...]
    tables: tuple[TableDocument, ...]
    byes: tuple[ByeDocument, ...]
    requested_byes: tuple[NamedEntrant, ...]
    absent: tuple[NamedEntrant, ...]


_NOTHING: Final[Mapping[int, UnderWay]] = {}


def round_summary(tournament: Tournament, state: RoundState) -> RoundSummary:
    """A round without its tables."""
    return RoundSummary(
        number=state.number,
        stage=state.stage,
        entry=state.entry,
        paired_ms=state.paired_ms,
        ended_ms=state.ended_ms,
        deadline_ms=round_deadline_ms(tournament, state),
        by_hand=state.paired.by_hand,
        tables=len(state.tables),
        decided=len(state.tables) - len(state.open),
        byes=len(state.paired.byes),
    )


def round_document(
    tournament: Tournament,
    state: RoundState,
    under_way: Mapping[int, UnderWay] = _NOTHING,
    *,
    shown: slice | None = None,
) -> RoundDocument:
    """A round. ``under_way``: the matches of its tables that have not ended, by the numbers of the tables. ``shown``:
    which of its tables; None: all."""
    stage, paired = tournament.stages[state.stage], state.paired
    had = points_before(tournament, stage, state)
    worth = points_text(tournament.settings.entry.pairing_bye_points)
    return RoundDocument(
        summary=round_summary(tournament, state),
        notes=read_out(tournament, paired.notes),
        tables=tuple(
            table_document(tournament, stage, state, table, had, under_way.get(table.number))
            for table in (state.tables if shown is None else state.tables[shown])
        ),
        byes=tuple(ByeDocument(named(tournament, bye.entrant), worth, bye.reasons) for bye in paired.byes),
        requested_byes=all_named(tournament, paired.requested_byes),
        absent=all_named(tournament, paired.absent),
    )


def table_document(
    tournament: Tournament,
    stage: StageState,
    state: RoundState,
    table: TableState,
    had: Mapping[str, int],
    under_way: UnderWay | None = None,
) -> TableDocument:
    """A table of a round of a stage. ``had``: what its entrants had before it, as
    :func:`~services.tournaments.stage_results.points_before` has it. ``under_way``: its match that has not ended."""
    return TableDocument(
        number=table.number,
        entry=table.entry,
        entrants=all_named(tournament, table.entrants),
        reasons=table.reasons,
        node=table.node,
        games=table.wanted_games,
        score=_score(table),
        matches=_matches(table, under_way),
        result=_result(stage, state, table, had),
        waits_for_host=table.waits_for_host,
        is_called_off=table.is_called_off,
    )


def _result(stage: StageState, state: RoundState, table: TableState, had: Mapping[str, int]) -> ResultDocument | None:
    result = table.result
    if result is None:
        return None
    return ResultDocument(
        places=result.places,
        points=tuple(points_text(points) for points in table_points(stage, state, table, result, had)),
        scores=result.scores,
        forfeits=result.forfeits,
        decided_by=result.decided_by,
        why=result.why,
    )


def _matches(table: TableState, under_way: UnderWay | None) -> tuple[MatchDocument, ...]:
    """Those that have ended, with a result or without, in the order in which they were played; then the one that is
    under way."""
    told = [
        MatchDocument(void.match, void.game, TableMatchState.VOID, table.seated(void.game)) for void in table.voids
    ] + [_ended(game) for game in table.games]
    told.sort(key=lambda match: match.game)  # stable: what is void stands before what was played instead
    if under_way is not None:
        state = TableMatchState.LIVE if under_way.is_made else TableMatchState.DUE
        told.append(MatchDocument(under_way.match, under_way.game, state, table.seated(under_way.game)))
    return tuple(told)


def _ended(game: GameEnded) -> MatchDocument:
    return MatchDocument(
        game.match, game.game, TableMatchState.ENDED, game.entrants, game.places, game.scores, game.forfeits
    )


def _score(table: TableState) -> tuple[str, ...]:
    """How many matches each has won, a shared win half."""
    if table.wanted_games == 1 and len(table.games) < 2:
        return ()
    won = dict.fromkeys(table.entrants, 0)
    for game in table.games:
        best = [entrant for entrant, place in zip(game.entrants, game.places, strict=True) if place == 1]
        for entrant in best:
            won[entrant] += POINT // len(best)
    return tuple(points_text(won[entrant]) for entrant in table.entrants)
