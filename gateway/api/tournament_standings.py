"""How a tournament stands: standings with the sums behind them, cross table, bracket, an entrant's card."""

from typing import Annotated, Final, Literal

from pydantic import Field

from gateway.api.matches import CREATE
from gateway.api.players import SPECTATE
from gateway.api.tournament_entrants import EntrantPath
from gateway.api.tournament_rounds import (
    FORFEITS,
    MOST_ROUNDS,
    PLACES,
    THEN,
    Forfeits,
    Places,
)
from gateway.api.tournaments import NOT_HOSTED, TournamentPath
from gateway.openapi.fields import DIGITS, WHOLE, RequestModel, ResourceId
from gateway.openapi.operation import Reply, Section, answer
from gateway.operations.tournaments import entrant_or_caller
from services.identity import Caller
from services.response_model import ResponseModel
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.bracket_document import TournamentBracket
from services.tournaments.card_document import EntrantCard
from services.tournaments.corrections import TableFate
from services.tournaments.cross_table_document import CrossTable
from services.tournaments.log import Happening, ResultSet, Then, Undone, Withdrawn
from services.tournaments.settings import MAX_ENTRANTS, MAX_STAGES

TOURNAMENT_STANDINGS: Final = Section(
    "tournament standings",
    "The standings with the calculation behind each tie-break, cross tables, brackets, and each entrant's card. They "
    "are computed when something happens, not when they are requested.",
)

MOST_CHANGES: Final = 20
"""Of a preview: each undo reads the log anew."""
_LARGEST_ENTRY: Final = 2**31 - 1


class StageQuery(RequestModel):
    """Which stage."""

    stage: Annotated[int, Field(ge=0, lt=MAX_STAGES), DIGITS] | None = Field(
        default=None, description="The stage, from 0. Without it: the last that has begun."
    )


class EliminationQuery(RequestModel):
    """Which stage."""

    stage: Annotated[int, Field(ge=0, lt=MAX_STAGES), DIGITS] | None = Field(
        default=None, description="The stage, from 0. Without it: the last elimination that has begun."
    )


# -- standings ---------------------------------------------------------------------------------------------------------


class TieBreakTerm(ResponseModel):
    """A part of the sum behind a tie-break."""

    round: int = Field(description="The round of the stage, from 1, in an arena the table; 0: none.")
    opponent: str = Field(description="The entrant that it comes from; empty: none.")
    adds: str = Field(description="What it adds, as a decimal number.")
    is_cut: bool = Field(description="Whether it is left out of the sum.")
    note: str = Field(description="Why it is not what one would expect; empty where it is.")


class StandingsTieBreak(ResponseModel):
    """A tie-break of an entrant."""

    id: str = Field(description="Which one.")
    value: str = Field(
        description="As a decimal number; empty: direct encounter of somebody who was tied with nobody when its turn "
        "came."
    )
    note: str = Field(description="How its terms make the value, where it is not their sum without those that are cut.")
    terms: list[TieBreakTerm] = Field(description="What it is made of.")


class StandingsRow(ResponseModel):
    """A line of the standings."""

    rank: int = Field(description="From 1; shared by those who are equal in everything.")
    is_joint: bool = Field(description="Whether others have the same rank.")
    entrant: str = Field(description="The entrant's id in the tournament.")
    name: str = Field(description="The name under which it plays.")
    is_bot: bool = Field(description="Whether it is a bot.")
    is_withdrawn: bool = Field(description="Whether it takes part no more.")
    points: str = Field(description="As a decimal number.")
    tie_breaks: list[StandingsTieBreak] = Field(description="In the order in which they count.")


class StageStandings(ResponseModel):
    """The standings of a stage."""

    stage: int = Field(description="From 0.")
    is_over: bool = Field(description="Whether all of its rounds were played.")
    rows: list[StandingsRow] = Field(description="The best first.")


class TournamentStandings(ResponseModel):
    """The standings of the stages that have begun, with what is decided of the round that is played."""

    revision: int = Field(description="The number of the log's entry after which they were computed; 0: none were.")
    stages: list[StageStandings] = Field(description="The first first.")


@TOURNAMENT_STANDINGS.operation(
    "GET",
    "/v1/tournaments/{tournament}/standings",
    id="getTournamentStandings",
    summary="Get the standings of a tournament",
    description="Includes the calculation behind each tie-break. The standings are stored with each result and served "
    "as they are stored.",
    access=SPECTATE,
    answers=(answer(TournamentStandings, "The standings."),),
)
def get_tournament_standings(tournaments: Tournaments, caller: Caller, path: TournamentPath) -> Reply:
    """Get the standings of a tournament."""
    return Reply(tournaments.standings(caller, path.tournament))


class WishedResult(RequestModel):
    """The result of a table is set."""

    kind: Literal["result_set"] = Field(description="What changes.")
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS), WHOLE] = Field(description="The round's number.")
    table: Annotated[int, Field(ge=1, le=MAX_ENTRANTS), WHOLE] = Field(description="The table's number.")
    places: Places = Field(description=PLACES)
    forfeits: Forfeits = Field(default=[], description=FORFEITS)
    then: Then | None = Field(default=None, description=f"{THEN} In a preview null stands for what is possible first.")


class WishedUndo(RequestModel):
    """An entry of the log is taken back, with all that cannot stand without it."""

    kind: Literal["undone"] = Field(description="What changes.")
    entry: Annotated[int, Field(ge=1, le=_LARGEST_ENTRY), WHOLE] = Field(description="The entry's number.")


class WishedWithdrawal(RequestModel):
    """An entrant takes part no more."""

    kind: Literal["withdrawn"] = Field(description="What changes.")
    entrant: ResourceId = Field(description="The entrant's id.")


class TableThatFollows(ResponseModel):
    """A table of a round whose pairing would count no more."""

    round: int = Field(description="The round's number.")
    table: int = Field(description="The table's number.")
    entrants: list[str] = Field(description="Ids of its entrants, in the order of seats.")
    fate: TableFate = Field(
        description="`stands`: it stays, with what was played; `set_aside`: its round would be paired again later, and "
        "it stands if the same entrants meet; `lost`: it counts no more."
    )


class CorrectionPreview(ResponseModel):
    """What would follow from some changes."""

    then: list[Then] = Field(
        description="A result among them changes who has gone on: the values of `then` that are possible; empty: none "
        "does."
    )
    entries: list[int] = Field(description="The numbers of entries that would be undone with those that are named.")
    tables: list[TableThatFollows] = Field(description="Tables of rounds whose pairing would count no more.")
    stages: list[int] = Field(description="Stages that are over and would be played on, from 0.")
    standings: TournamentStandings = Field(description="The standings as they would be.")


class StandingsPreviewRequest(RequestModel):
    """What is to be imagined, one after the other."""

    changes: Annotated[
        list[Annotated[WishedResult | WishedUndo | WishedWithdrawal, Field(discriminator="kind")]],
        Field(min_length=1, max_length=MOST_CHANGES),
    ] = Field(description="The changes.")


@TOURNAMENT_STANDINGS.operation(
    "POST",
    "/v1/tournaments/{tournament}/standings:preview",
    id="previewTournamentStandings",
    summary="Preview standings after some changes",
    description="Shows the standings as set results, undone entries or withdrawals would make them; changes nothing. "
    "For hosts and arbiters. `previewTournamentCorrections` also says what else would follow.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(answer(TournamentStandings, "The standings as they would be."),),
)
def preview_tournament_standings(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, body: StandingsPreviewRequest
) -> Reply:
    """Preview standings after some changes."""
    return Reply(tournaments.rounds.preview(caller, path.tournament, happenings_of(body)).standings)


@TOURNAMENT_STANDINGS.operation(
    "POST",
    "/v1/tournaments/{tournament}/log:preview",
    id="previewTournamentCorrections",
    summary="Preview what follows from some changes",
    description="Shows what would follow from set results, undone entries or withdrawals: which entries would be "
    "undone with them, which tables played again, which stages played on, and the standings. Changes nothing. For "
    "hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(answer(CorrectionPreview, "What would follow."),),
)
def preview_tournament_corrections(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, body: StandingsPreviewRequest
) -> CorrectionPreview:
    """Preview what follows from some changes."""
    preview = tournaments.rounds.preview(caller, path.tournament, happenings_of(body))
    follows = preview.follows
    return CorrectionPreview(
        then=list(follows.then),
        entries=list(follows.entries),
        tables=[
            TableThatFollows(round=each.round, table=each.table, entrants=list(each.entrants), fate=each.fate)
            for each in follows.tables
        ],
        stages=list(follows.stages),
        standings=TournamentStandings.model_validate_json(preview.standings),
    )


def happenings_of(body: StandingsPreviewRequest) -> list[Happening]:
    """What is imagined, as entries of a log."""
    return [_happening(change) for change in body.changes]


def _happening(change: WishedResult | WishedUndo | WishedWithdrawal) -> Happening:
    match change:
        case WishedResult():
            return ResultSet(
                round=change.round,
                table=change.table,
                places=tuple(change.places),
                forfeits=tuple(change.forfeits),
                then=change.then,
            )
        case WishedUndo():
            return Undone(entry=change.entry)
        case WishedWithdrawal():
            return Withdrawn(entrant=change.entrant)


# -- cross table -------------------------------------------------------------------------------------------------------


@TOURNAMENT_STANDINGS.operation(
    "GET",
    "/v1/tournaments/{tournament}/cross-table",
    id="getTournamentCrossTable",
    summary="Get the cross table of a stage",
    access=SPECTATE,
    answers=(answer(CrossTable, "The cross table."),),
)
def get_tournament_cross_table(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, query: StageQuery
) -> CrossTable:
    """Get the cross table of a stage."""
    return tournaments.view(caller, path.tournament).cross_table(query.stage)


# -- bracket -----------------------------------------------------------------------------------------------------------


@TOURNAMENT_STANDINGS.operation(
    "GET",
    "/v1/tournaments/{tournament}/bracket",
    id="getTournamentBracket",
    summary="Get the bracket of an elimination",
    access=SPECTATE,
    answers=(answer(TournamentBracket, "The bracket."),),
)
def get_tournament_bracket(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, query: EliminationQuery
) -> TournamentBracket:
    """Get the bracket of an elimination."""
    return tournaments.view(caller, path.tournament).bracket(query.stage)


# -- card --------------------------------------------------------------------------------------------------------------


@TOURNAMENT_STANDINGS.operation(
    "GET",
    "/v1/tournaments/{tournament}/entrants/{entrant}/card",
    id="getTournamentCard",
    summary="Get an entrant's card",
    description="Each of its rounds: the opponents, the result, and the reasons for the pairing.",
    access=SPECTATE,
    answers=(answer(EntrantCard, "The card."),),
)
def get_tournament_card(tournaments: Tournaments, caller: Caller, path: EntrantPath) -> EntrantCard:
    """Get an entrant's card."""
    entrant = tournaments.entrants.get(caller, path.tournament, entrant_or_caller(path.entrant))
    return tournaments.view(caller, path.tournament).card(entrant)
