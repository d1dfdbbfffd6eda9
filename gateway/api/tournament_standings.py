"""How a tournament stands: standings with the sums behind them, cross table, bracket, an entrant's card."""

from typing import Annotated, Final, Literal

from pydantic import Field

from gateway.api.matches import CREATE
from gateway.api.players import SPECTATE
from gateway.api.tournament_entrants import EntrantPath, TournamentEntrant
from gateway.api.tournament_rounds import (
    FORFEITS,
    MOST_ROUNDS,
    PLACES,
    EntrantName,
    Forfeits,
    Places,
    TableOutcome,
)
from gateway.api.tournaments import NOT_HOSTED, TournamentPath
from gateway.openapi.fields import DIGITS, WHOLE, RequestModel, ResourceId, ResponseModel
from gateway.openapi.operation import Reply, Section, answer
from gateway.operations.tournament_documents import TournamentDocuments
from gateway.operations.tournaments import entrant_or_caller
from services.identity import Caller
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.bracket_document import NodeState
from services.tournaments.log import Happening, ResultSet, Undone, Withdrawn
from services.tournaments.records import ResultKind
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
def get_tournament_standings(tournament_documents: TournamentDocuments, caller: Caller, path: TournamentPath) -> Reply:
    """Get the standings of a tournament."""
    return Reply(tournament_documents.standings(caller, path.tournament))


class WishedResult(RequestModel):
    """The result of a table is set."""

    kind: Literal["result_set"] = Field(description="What changes.")
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS), WHOLE] = Field(description="The round's number.")
    table: Annotated[int, Field(ge=1, le=MAX_ENTRANTS), WHOLE] = Field(description="The table's number.")
    places: Places = Field(description=PLACES)
    forfeits: Forfeits = Field(default=[], description=FORFEITS)


class WishedUndo(RequestModel):
    """An entry of the log is taken back."""

    kind: Literal["undone"] = Field(description="What changes.")
    entry: Annotated[int, Field(ge=1, le=_LARGEST_ENTRY), WHOLE] = Field(description="The entry's number.")


class WishedWithdrawal(RequestModel):
    """An entrant takes part no more."""

    kind: Literal["withdrawn"] = Field(description="What changes.")
    entrant: ResourceId = Field(description="The entrant's id.")


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
    "For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(answer(TournamentStandings, "The standings as they would be."),),
)
def preview_tournament_standings(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, body: StandingsPreviewRequest
) -> Reply:
    """Preview standings after some changes."""
    return Reply(tournaments.rounds.preview_standings(caller, path.tournament, happenings_of(body)))


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
            )
        case WishedUndo():
            return Undone(entry=change.entry)
        case WishedWithdrawal():
            return Withdrawn(entrant=change.entrant)


# -- cross table -------------------------------------------------------------------------------------------------------


class CrossTableOpponent(ResponseModel):
    """Somebody who sat at the same table."""

    entrant: str = Field(description="The entrant's id.")
    line: int = Field(description="The line of the cross table on which it stands.")


class CrossTableCell(ResponseModel):
    """What an entrant has of a round."""

    round: int = Field(description="The round's number through all stages.")
    table: int | None = Field(description="The table's number; null without a table.")
    kind: ResultKind = Field(description="How it came by its points.")
    points: str = Field(description="As a decimal number.")
    opponents: list[CrossTableOpponent] = Field(description="In the order of seats; empty without a table.")
    seat: int | None = Field(description="Its seat, from 0; null without a table.")
    place: int | None = Field(description="1 for the winner; null without a table.")
    score: int | None = Field(description="The game's own score; null where there is none.")


class CrossTableLine(ResponseModel):
    """An entrant's line."""

    line: int = Field(description="From 1, each its own.")
    rank: int = Field(description="The entrant's rank, which others may share.")
    is_joint: bool = Field(description="Whether others have the same rank.")
    entrant: EntrantName = Field(description="Who it is.")
    points: str = Field(description="The sum, as a decimal number.")
    cells: list[CrossTableCell] = Field(
        description="One for each round that is decided for this entrant, in an arena for each of its tables."
    )


class CrossTable(ResponseModel):
    """The cross table of a stage."""

    stage: int = Field(description="From 0.")
    is_over: bool = Field(description="Whether all of its rounds were played.")
    rounds: list[int] = Field(description="The numbers of its rounds: the columns.")
    lines: list[CrossTableLine] = Field(description="In the order of the standings.")


@TOURNAMENT_STANDINGS.operation(
    "GET",
    "/v1/tournaments/{tournament}/cross-table",
    id="getTournamentCrossTable",
    summary="Get the cross table of a stage",
    access=SPECTATE,
    answers=(answer(CrossTable, "The cross table."),),
)
def get_tournament_cross_table(
    tournament_documents: TournamentDocuments, caller: Caller, path: TournamentPath, query: StageQuery
) -> Reply:
    """Get the cross table of a stage."""
    return Reply(tournament_documents.cross_table(caller, path.tournament, query.stage))


# -- bracket -----------------------------------------------------------------------------------------------------------


class BracketSeat(ResponseModel):
    """A seat of a node, and who comes to it: a seed, or who comes to a place of an earlier node."""

    seed: int | None = Field(description="The entrant with this number in the seeding.")
    node: str | None = Field(description="The node that it comes from.")
    place: int | None = Field(description="The place of that node: 1 the winner, 2 the loser.")
    entrant: EntrantName | None = Field(description="Who that is; null: it is not known yet, or nobody comes.")


class BracketNode(ResponseModel):
    """A node of a bracket."""

    id: str = Field(
        description="`W2-3` is the third of the second round of the winners, `L` the losers, `F` the final, `F2` the "
        "final again, `P3` the match for the third place."
    )
    part: Literal["winners", "losers", "third_place", "final", "reset"] = Field(
        description="Where it stands. `winners` of a single elimination: all rounds before the final."
    )
    round: int = Field(description="From 1, within the part.")
    seats: list[BracketSeat] = Field(description="In order.")
    state: NodeState = Field(
        description="`waiting`: somebody is not known yet; `ready`: it can be paired; `playing`; `decided`; "
        "`walkover`: nobody has to play; `not_needed`: the final is not played again."
    )
    winners: list[EntrantName] = Field(
        description="Entrants that advance or have won, the best first; empty if there are none yet."
    )
    played_in: int | None = Field(description="The tournament's round in which it was paired last.")
    table: int | None = Field(description="Its table in that round.")


class BracketPlacing(ResponseModel):
    """An entrant that plays no more, and the places that it shares: 5 to 8, or 1 to 1."""

    entrant: EntrantName = Field(description="Who it is.")
    first: int = Field(description="The best of these places.")
    last: int = Field(description="The last of these places.")


class TournamentBracket(ResponseModel):
    """The bracket of an elimination."""

    stage: int = Field(description="From 0.")
    is_over: bool = Field(description="Whether it was played to its end.")
    seeding: list[EntrantName] = Field(description="Its entrants by their numbers, from 1.")
    nodes: list[BracketNode] = Field(description="Each after those that its entrants come from.")
    places: list[BracketPlacing] = Field(description="Of those who play no more, the best first.")


@TOURNAMENT_STANDINGS.operation(
    "GET",
    "/v1/tournaments/{tournament}/bracket",
    id="getTournamentBracket",
    summary="Get the bracket of an elimination",
    access=SPECTATE,
    answers=(answer(TournamentBracket, "The bracket."),),
)
def get_tournament_bracket(
    tournament_documents: TournamentDocuments, caller: Caller, path: TournamentPath, query: EliminationQuery
) -> Reply:
    """Get the bracket of an elimination."""
    return Reply(tournament_documents.bracket(caller, path.tournament, query.stage))


# -- card --------------------------------------------------------------------------------------------------------------


class CardRank(ResponseModel):
    """An entrant's place in a stage."""

    stage: int = Field(description="From 0.")
    rank: int = Field(description="From 1.")
    is_joint: bool = Field(description="Whether others have the same rank.")
    points: str = Field(description="As a decimal number.")


class EntrantCardRound(ResponseModel):
    """What an entrant has of a round, in an arena of one of its tables. What belongs to a table is null without one;
    what belongs to a result is null until there is one."""

    round: int = Field(description="The round's number through all stages.")
    stage: int = Field(description="From 0.")
    kind: ResultKind | None = Field(description="How it came by its points; null: its table is being played.")
    table: int | None = Field(description="The table's number.")
    node: str | None = Field(description="The table's node in a bracket.")
    seat: int | None = Field(description="Its seat, from 0.")
    opponents: list[EntrantName] = Field(description="The others of its table, in the order of seats.")
    place: int | None = Field(description="1 for the winner.")
    score: int | None = Field(description="The game's own score.")
    points: str | None = Field(description="Of this round, as a decimal number.")
    total: str = Field(description="Of this round and all before it in the stage.")
    result: TableOutcome | None = Field(description="How the table has ended.")
    matches: list[str] = Field(description="Ids of the table's matches.")
    reasons: list[str] = Field(description="Why it was paired so, or has a bye, in sentences.")


class EntrantCard(ResponseModel):
    """An entrant with all of its rounds."""

    entrant: TournamentEntrant = Field(description="Who it is.")
    seed: int | None = Field(description="Its number in the seeding, 1 the best; null: it has none.")
    ranks: list[CardRank] = Field(description="Where it stands, in each stage in which it plays.")
    rounds: list[EntrantCardRound] = Field(description="Those of its stages that were paired, the first first.")


@TOURNAMENT_STANDINGS.operation(
    "GET",
    "/v1/tournaments/{tournament}/entrants/{entrant}/card",
    id="getTournamentCard",
    summary="Get an entrant's card",
    description="Each of its rounds: the opponents, the result, and the reasons for the pairing.",
    access=SPECTATE,
    answers=(answer(EntrantCard, "The card."),),
)
def get_tournament_card(tournament_documents: TournamentDocuments, caller: Caller, path: EntrantPath) -> Reply:
    """Get an entrant's card."""
    return Reply(tournament_documents.card(caller, path.tournament, entrant_or_caller(path.entrant)))
