"""An entrant's card: each of its rounds, whom it met, what came of it, and why it was paired so."""

from collections.abc import Iterator

from pydantic import Field

from services.response_model import ResponseModel
from services.tournaments.entrant_document import TournamentEntrant
from services.tournaments.named_entrants import EntrantName, all_named
from services.tournaments.records import ResultKind, RoundResult
from services.tournaments.round_document import TableOutcome, UnderWay, table_document
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.stage_results import points_before, stage_entrants
from services.tournaments.standings import points_text
from services.tournaments.stored_standings import CardRank, StoredStandings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament


class EntrantCardRound(ResponseModel):
    """What an entrant has of a round, in an arena of one of its tables. What belongs to a table is null without one;
    what belongs to a result is null until there is one."""

    round: int = Field(description="The round's number through all stages.")
    stage: int = Field(description="From 0.")
    kind: ResultKind | None = Field(description="How it came by its points; null: its table is being played.")
    table: int | None = Field(description="The table's number.")
    node: str | None = Field(description="The table's node in a bracket.")
    seat: int | None = Field(description="Its seat, from 0.")
    opponents: tuple[EntrantName, ...] = Field(description="The others of its table, in the order of seats.")
    place: int | None = Field(description="1 for the winner.")
    score: int | None = Field(description="The game's own score.")
    points: str | None = Field(description="Of this round, as a decimal number.")
    total: str = Field(description="Of this round and all before it in the stage.")
    result: TableOutcome | None = Field(description="How the table has ended.")
    matches: tuple[str, ...] = Field(description="Ids of the table's matches.")
    reasons: tuple[str, ...] = Field(description="Why it was paired so, or has a bye, in sentences.")


class EntrantCard(ResponseModel):
    """An entrant with all of its rounds."""

    entrant: TournamentEntrant = Field(description="Who it is.")
    seed: int | None = Field(description="Its number in the seeding, 1 the best; null: it has none.")
    ranks: tuple[CardRank, ...] = Field(description="Where it stands, in each stage in which it plays.")
    rounds: tuple[EntrantCardRound, ...] = Field(description="Those of its stages that were paired, the first first.")


def card_document(
    tournament: Tournament, entrant: TournamentEntrant, standings: StoredStandings, under_way: UnderWay | None = None
) -> EntrantCard:
    """The card of an entrant. ``under_way``: the match that its table of the open round plays now."""
    id = entrant.id
    return EntrantCard(
        entrant=entrant,
        seed=tournament.seeding.index(id) + 1 if id in tournament.seeding else None,
        ranks=standings.ranks(id),
        rounds=tuple(
            told
            for stage in tournament.stages
            if id in stage.seeding
            for told in _rounds(tournament, stage, id, under_way)
        ),
    )


def _rounds(
    tournament: Tournament, stage: StageState, entrant: str, under_way: UnderWay | None
) -> Iterator[EntrantCardRound]:
    own = next(each for each in stage_entrants(tournament, stage, with_open_round=True) if each.id == entrant)
    results = {result.round: result for result in own.results}
    total = 0
    for number, state in enumerate(stage.rounds, 1):
        is_open = state is tournament.open_round
        tables: list[TableState | None] = [*state.of(entrant)]
        for table in tables if state.arena is not None else tables or [None]:
            result = results.get(number if table is None or state.arena is None else table.number)
            total += 0 if result is None else result.points
            is_played = is_open and table is not None and table.needs_match
            yield _round(tournament, stage, state, entrant, table, result, total, under_way if is_played else None)


def _round(
    tournament: Tournament,
    stage: StageState,
    state: RoundState,
    entrant: str,
    table: TableState | None,
    result: RoundResult | None,
    total: int,
    under_way: UnderWay | None,
) -> EntrantCardRound:
    told = None
    if table is not None:
        had = points_before(tournament, stage, state)
        told = table_document(tournament, stage, state, table, had, under_way)
    others = () if table is None else tuple(each for each in table.entrants if each != entrant)
    return EntrantCardRound(
        round=state.number,
        stage=stage.number,
        kind=None if result is None else result.kind,
        table=None if table is None else table.number,
        node=None if table is None else table.node,
        seat=None if table is None else table.entrants.index(entrant),
        opponents=all_named(tournament, others),
        place=None if result is None else result.place,
        score=None if result is None else result.table_points,
        points=None if result is None else points_text(result.points),
        total=points_text(total),
        result=None if told is None else told.result,
        matches=() if told is None else tuple(match.match for match in told.matches),
        reasons=_reasons_of_bye(state, entrant) if told is None else told.reasons,
    )


def _reasons_of_bye(state: RoundState, entrant: str) -> tuple[str, ...]:
    return next((bye.reasons for bye in state.paired.byes if bye.entrant == entrant), ())
