"""A round as everybody sees it: who sits where and why, which matches are played, how they ended."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from pydantic import Field

from services.response_model import Moment, ResponseModel
from services.tournaments.due_times import round_deadline_ms
from services.tournaments.named_entrants import EntrantName, all_named, named, read_out
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.stage_results import bye_points, points_before, table_points
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


class TournamentMatch(ResponseModel):
    """A match of a table."""

    match: str = Field(
        description="Its id. The match has a visibility of its own; matches of a private tournament are private."
    )
    game: int = Field(description="Which of the table's matches it is, from 1; those played anew have the same number.")
    state: TableMatchState = Field(
        description="`due`: about to be made; `live`; `ended`: with a result; `void`: it ended without one, and is "
        "played anew."
    )
    entrants: tuple[str, ...] = Field(description="Ids of entrants, in the order of the match's seats.")
    places: tuple[int, ...] = Field(description="Of these entrants; empty until it has ended with a result.")
    scores: tuple[int, ...] = Field(description="The game's own score of each; empty where there is none.")
    forfeits: tuple[str, ...] = Field(description="Entrants that have lost because they were absent.")
    left: tuple[str, ...] = Field(description="Entrants that had played, and left before the end.")


class TableOutcome(ResponseModel):
    """How a table has ended. By entrant, in their order: `places`, `points`, `scores`."""

    places: tuple[int, ...] = Field(description="1 for the winner, equal for shared places.")
    points: tuple[str, ...] = Field(description="What each has of it, as decimal numbers.")
    scores: tuple[int | None, ...] = Field(
        description="The game's own score, over all matches; empty if none counts, null for an absent entrant."
    )
    forfeits: tuple[str, ...] = Field(description="Ids of entrants who have lost by not being there.")
    decided_by: DecidedBy = Field(
        description="`matches`; `seed`: all matches were drawn and one must go on; `host`: a host has set it; "
        "`platform`: a match could not be made, or took too long."
    )
    why: str = Field(description="Why, in words, where matches alone did not decide it; may be empty.")


class TournamentTable(ResponseModel):
    """A table of a round."""

    number: int = Field(description="From 1.")
    entry: int = Field(description="The number of the log's entry that has paired it.")
    entrants: tuple[EntrantName, ...] = Field(description="In the order of seats.")
    reasons: tuple[str, ...] = Field(description="Why they meet and sit so, in sentences.")
    node: str | None = Field(description="Its node in the bracket of an elimination.")
    games: int = Field(
        description="How many matches are played, if it takes all of them: at two seats the majority decides, at more "
        "seats and with duplicate deals the sum."
    )
    score: tuple[str, ...] = Field(
        description="How many matches each entrant has won, a shared win half; empty where one match decides."
    )
    matches: tuple[TournamentMatch, ...] = Field(
        description="In the order in which they were played; the one in progress is last."
    )
    result: TableOutcome | None = Field(description="How it has ended; null: it has not.")
    went_on: tuple[EntrantName, ...] = Field(
        description="Who has gone on from it by the host's word, beside a result that was corrected later: the best "
        "first. Empty: the result says who goes on."
    )
    waits_for_host: bool = Field(
        description="Too many of its matches have ended without a result: a host must set one."
    )
    is_called_off: bool = Field(
        description="A host has taken back the entry that paired it, in an arena: it counts for nobody."
    )


class TournamentBye(ResponseModel):
    """An entrant that is not paired because the number does not fit."""

    entrant: EntrantName = Field(description="Who it is.")
    points: str = Field(description="What that is worth, as a decimal number.")
    reasons: tuple[str, ...] = Field(description="Why it is this one, in sentences.")


class _Round(ResponseModel):
    """Which round it is, and how far."""

    number: int = Field(description="Through all stages, from 1.")
    stage: int = Field(description="The stage that it belongs to, from 0.")
    entry: int = Field(description="The number of the log's entry that has paired it.")
    paired_at: Moment = Field(description="When it was paired; in a preview, now.")
    ended_at: Moment | None = Field(description="When its last table had a result; null: one has none.")
    deadline_at: Moment | None = Field(
        description="When its time is over, of an arena when no more tables are paired; null: it takes as long as its "
        "matches."
    )
    by_hand: bool = Field(description="Whether a host has paired it.")


class TournamentRoundSummary(_Round):
    """A round without its tables."""

    tables: int = Field(description="How many tables it has.")
    decided: int = Field(description="How many of them have results.")
    byes: int = Field(description="How many entrants were not paired because the number does not fit.")


class TournamentRoundDetails(_Round):
    """A round. Everybody who plays in the stage is at a table or in one of the three lists; in an elimination, those
    who wait or are out are in none. An arena is one round, to which tables are added: the lists are empty."""

    notes: tuple[str, ...] = Field(description="Exceptions that were forced, or that a host has made, in sentences.")
    tables: tuple[TournamentTable, ...] = Field(description="By number.")
    byes: tuple[TournamentBye, ...] = Field(description="Entrants that are not paired because the number does not fit.")
    requested_byes: tuple[EntrantName, ...] = Field(description="Who had asked not to be paired.")
    absent: tuple[EntrantName, ...] = Field(description="Entrants that have withdrawn or were absent.")


_NOTHING: Final[Mapping[int, UnderWay]] = {}


def round_summary(tournament: Tournament, state: RoundState) -> TournamentRoundSummary:
    """A round without its tables."""
    return TournamentRoundSummary(
        **_round(tournament, state),
        tables=len(state.tables),
        decided=len(state.tables) - len(state.open),
        byes=len(state.paired.byes),
    )


def _round(tournament: Tournament, state: RoundState) -> dict[str, Any]:
    return {
        "number": state.number,
        "stage": state.stage,
        "entry": state.entry,
        "paired_at": state.paired_ms,
        "ended_at": state.ended_ms,
        "deadline_at": round_deadline_ms(tournament, state),
        "by_hand": state.paired.by_hand,
    }


def round_document(
    tournament: Tournament,
    state: RoundState,
    under_way: Mapping[int, UnderWay] = _NOTHING,
    *,
    shown: slice | None = None,
) -> TournamentRoundDetails:
    """A round. ``under_way``: the matches of its tables that have not ended, by the numbers of the tables. ``shown``:
    which of its tables; None: all."""
    stage, paired = tournament.stages[state.stage], state.paired
    had = points_before(tournament, stage, state)
    return TournamentRoundDetails(
        **_round(tournament, state),
        notes=read_out(tournament, paired.notes),
        tables=tuple(
            table_document(tournament, stage, state, table, had, under_way.get(table.number))
            for table in (state.tables if shown is None else state.tables[shown])
        ),
        byes=tuple(
            TournamentBye(
                entrant=named(tournament, bye.entrant),
                points=points_text(bye_points(tournament, stage, state, bye.entrant)),
                reasons=bye.reasons,
            )
            for bye in paired.byes
        ),
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
) -> TournamentTable:
    """A table of a round of a stage. ``had``: what its entrants had before it, as
    :func:`~services.tournaments.stage_results.points_before` has it. ``under_way``: its match that has not ended."""
    return TournamentTable(
        number=table.number,
        entry=table.entry,
        entrants=all_named(tournament, table.entrants),
        reasons=table.reasons,
        node=table.node,
        games=table.wanted_games,
        score=_score(table),
        matches=_matches(table, under_way),
        result=_result(tournament, stage, state, table, had),
        went_on=all_named(tournament, table.gone_on),
        waits_for_host=table.waits_for_host,
        is_called_off=table.is_called_off,
    )


def _result(
    tournament: Tournament, stage: StageState, state: RoundState, table: TableState, had: Mapping[str, int]
) -> TableOutcome | None:
    result = table.result
    if result is None:
        return None
    worth = table_points(tournament, stage, state, table, result, had)
    return TableOutcome(
        places=result.places,
        points=tuple(map(points_text, worth)),
        scores=result.scores,
        forfeits=result.forfeits,
        decided_by=result.decided_by,
        why=result.why,
    )


def _matches(table: TableState, under_way: UnderWay | None) -> tuple[TournamentMatch, ...]:
    """Those that have ended, with a result or without, in the order in which they were played; then the one that is
    under way."""
    told = [
        _match(void.match, void.game, TableMatchState.VOID, void.entrants or table.seated(void.game))
        for void in table.voids
    ]
    told += [
        TournamentMatch(
            match=game.match,
            game=game.game,
            state=TableMatchState.ENDED,
            entrants=game.entrants,
            places=game.places,
            scores=game.scores,
            forfeits=game.forfeits,
            left=game.left,
        )
        for game in table.games
    ]
    told.sort(key=lambda match: match.game)  # stable: what is void stands before what was played instead
    if under_way is not None:
        state = TableMatchState.LIVE if under_way.is_made else TableMatchState.DUE
        told.append(_match(under_way.match, under_way.game, state, table.seated(under_way.game)))
    return tuple(told)


def _match(match: str, game: int, state: TableMatchState, entrants: tuple[str, ...]) -> TournamentMatch:
    """A match without a result."""
    return TournamentMatch(
        match=match, game=game, state=state, entrants=entrants, places=(), scores=(), forfeits=(), left=()
    )


def _score(table: TableState) -> tuple[str, ...]:
    """How many matches each has won, a shared win half."""
    if table.wanted_games == 1 and len(table.games) < 2:
        return ()
    won = dict.fromkeys(table.entrants, 0)
    for game in table.games:
        best = [entrant for entrant, place in zip(game.entrants, game.counted, strict=True) if place == 1]
        for entrant in best:
            won[entrant] += POINT // len(best)
    return tuple(points_text(won[entrant]) for entrant in table.entrants)
