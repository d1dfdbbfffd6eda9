"""Rounds of a tournament: who meets whom and why, and what hosts decide about it themselves."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.matches import CREATE
from gateway.api.players import SPECTATE
from gateway.api.tournaments import NOT_HOSTED, WHO_READS_REASONS, GivenReason, TournamentPath
from gateway.openapi.fields import DIGITS, WHOLE, Moment, Page, RequestModel, ResourceId, ResponseModel
from gateway.openapi.operation import Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.tournament_documents import TournamentDocuments
from services.identity import Caller
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.document_json import summary_fields
from services.tournaments.log import ResultSet
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.round_document import TableMatchState
from services.tournaments.settings import MAX_ENTRANTS, MAX_ROUNDS, MAX_STAGES
from services.tournaments.table_decision import DecidedBy
from services.unreadable import show_each

TOURNAMENT_ROUNDS: Final = Section(
    "tournament rounds",
    "The rounds of a tournament: who meets whom and why, the matches, and the results. Hosts and arbiters can pair "
    "rounds by hand, swap entrants and set results, each with a reason that the log shows. See `docs/tournaments.md`.",
)

MOST_ROUNDS: Final = MAX_ROUNDS * MAX_STAGES
MOST_SEATS: Final = 5
MOST_TABLES: Final = 10**9
MOST_LATEST: Final = 1_000

Reasoned = Annotated[GivenReason, Field(min_length=1)]
_Entrants = Annotated[list[ResourceId], Field(max_length=MAX_ENTRANTS)]
_Table = Annotated[list[ResourceId], Field(min_length=2, max_length=MOST_SEATS)]
Places = Annotated[list[Annotated[int, Field(ge=1, le=MOST_SEATS), WHOLE]], Field(min_length=2, max_length=MOST_SEATS)]
Forfeits = Annotated[list[ResourceId], Field(max_length=MOST_SEATS)]

PLACES: Final = "Of the table's entrants, in the order of seats: 1 for the winner, equal for shared places, as 1, 1, 3."
FORFEITS: Final = "Entrants who have lost by not being there. They have no points."


class RoundPath(TournamentPath):
    """A round of a tournament."""

    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS), DIGITS] = Field(
        description="Its number through all stages, from 1."
    )


class RoundQuery(RequestModel):
    """Which tables of a round to show."""

    latest: Annotated[int, Field(ge=1, le=MOST_LATEST), DIGITS] | None = Field(
        default=None,
        description="Returns only this number of tables, those with the highest numbers: an arena may have thousands.",
    )


class TablePath(RoundPath):
    """A table of a round."""

    table: Annotated[int, Field(ge=1, le=MOST_TABLES), DIGITS] = Field(description="Its number, from 1.")


class EntrantName(ResponseModel):
    """An entrant."""

    id: str = Field(description="Its id in the tournament.")
    name: str = Field(description="The name under which it plays.")
    is_bot: bool = Field(description="Whether it is a bot.")


class TournamentRoundSummary(ResponseModel):
    """A round without its tables."""

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
    tables: int = Field(description="How many tables it has.")
    decided: int = Field(description="How many of them have results.")
    byes: int = Field(description="How many entrants were not paired because the number does not fit.")


class TournamentRoundList(Page):
    """A page of rounds."""

    rounds: list[TournamentRoundSummary] = Field(description="The first round first.")


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
    entrants: list[str] = Field(description="Ids of entrants, in the order of the match's seats.")
    places: list[int] = Field(description="Of these entrants; empty until it has ended with a result.")
    scores: list[int] = Field(description="The game's own score of each; empty where there is none.")
    forfeits: list[str] = Field(description="Entrants that have lost because they were absent.")


class TableOutcome(ResponseModel):
    """How a table has ended. By entrant, in their order: `places`, `points`, `scores`."""

    places: list[int] = Field(description="1 for the winner, equal for shared places.")
    points: list[str] = Field(description="What each has of it, as decimal numbers.")
    scores: list[int | None] = Field(
        description="The game's own score, over all matches; empty if none counts, null for an absent entrant."
    )
    forfeits: list[str] = Field(description="Ids of entrants who have lost by not being there.")
    decided_by: DecidedBy = Field(
        description="`matches`; `seed`: all matches were drawn and one must go on; `host`: a host has set it; "
        "`platform`: a match could not be made, or took too long."
    )
    why: str = Field(description="Why, in words, where matches alone did not decide it; may be empty.")


class TournamentTable(ResponseModel):
    """A table of a round."""

    number: int = Field(description="From 1.")
    entry: int = Field(description="The number of the log's entry that has paired it.")
    entrants: list[EntrantName] = Field(description="In the order of seats.")
    reasons: list[str] = Field(description="Why they meet and sit so, in sentences.")
    node: str | None = Field(description="Its node in the bracket of an elimination.")
    games: int = Field(
        description="How many matches are played, if it takes all of them: at two seats the majority decides, at more "
        "seats and with duplicate deals the sum."
    )
    score: list[str] = Field(
        description="How many matches each entrant has won, a shared win half; empty where one match decides."
    )
    matches: list[TournamentMatch] = Field(
        description="In the order in which they were played; the one in progress is last."
    )
    result: TableOutcome | None = Field(description="How it has ended; null: it has not.")
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
    reasons: list[str] = Field(description="Why it is this one, in sentences.")


class TournamentRoundDetails(ResponseModel):
    """A round. Everybody who plays in the stage is at a table or in one of the three lists; in an elimination, those
    who wait or are out are in none. An arena is one round, to which tables are added: the lists are empty."""

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
    notes: list[str] = Field(description="Exceptions that were forced, or that a host has made, in sentences.")
    tables: list[TournamentTable] = Field(description="By number.")
    byes: list[TournamentBye] = Field(description="Entrants that are not paired because the number does not fit.")
    requested_byes: list[EntrantName] = Field(description="Who had asked not to be paired.")
    absent: list[EntrantName] = Field(description="Entrants that have withdrawn or were absent.")


class PairingReason(RequestModel):
    """Why a round is paired now, or again."""

    reason: GivenReason = Field(default="", description=WHO_READS_REASONS)


class NewHandPairing(RequestModel):
    """A round as a host pairs it. Everybody who plays in the stage is named once; those who have withdrawn or asked not
    to be paired need not be."""

    tables: Annotated[list[_Table], Field(min_length=1, max_length=MAX_ENTRANTS)] = Field(
        description="The tables, each a list of ids of entrants in the order of seats."
    )
    byes: _Entrants = Field(default=[], description="Entrants that get a bye, with its points.")
    absent: _Entrants = Field(default=[], description="Absent entrants, which get no points.")
    reason: Reasoned = Field(description=WHO_READS_REASONS)


class SwapRequest(RequestModel):
    """Two entrants of a round, at tables or with byes, who change places."""

    a: ResourceId = Field(description="One entrant's id.")
    b: ResourceId = Field(description="The other's.")
    reason: Reasoned = Field(description=WHO_READS_REASONS)


class NewTableResult(RequestModel):
    """How a table has ended, whatever was played."""

    places: Places = Field(description=PLACES)
    forfeits: Forfeits = Field(default=[], description=FORFEITS)
    reason: Reasoned = Field(description=WHO_READS_REASONS)


ROUND: Final = answer(TournamentRoundDetails, "The round.")


@TOURNAMENT_ROUNDS.operation(
    "GET",
    "/v1/tournaments/{tournament}/rounds",
    id="listTournamentRounds",
    summary="List the rounds of a tournament",
    description="Lists the paired rounds in order.",
    access=SPECTATE,
    answers=(answer(TournamentRoundList, "A page of rounds."),),
)
def list_tournament_rounds(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, query: PageQuery
) -> TournamentRoundList:
    """List the rounds of a tournament."""
    rounds = tournaments.view(caller, path.tournament).rounds()
    page, token = query.page(f"rounds {path.tournament}", rounds, lambda each: f"{each.number:04}")
    shown, unshown = show_each(
        "round", page, lambda each: TournamentRoundSummary(**summary_fields(each)), lambda each: each.number
    )
    return TournamentRoundList(rounds=shown, unshown=unshown, next_page_token=token)


@TOURNAMENT_ROUNDS.operation(
    "GET",
    "/v1/tournaments/{tournament}/rounds/{round}",
    id="getTournamentRound",
    summary="Get a round of a tournament",
    access=SPECTATE,
    answers=(ROUND,),
)
def get_tournament_round(
    tournament_documents: TournamentDocuments, caller: Caller, path: RoundPath, query: RoundQuery
) -> Reply:
    """Get a round of a tournament."""
    return Reply(tournament_documents.round(caller, path.tournament, path.round, latest=query.latest))


@TOURNAMENT_ROUNDS.operation(
    "POST",
    "/v1/tournaments/{tournament}/rounds:pair",
    id="pairTournamentRound",
    summary="Pair the next round",
    description="Pairs the next round at once, whatever the tournament's times say. If nothing of the current round "
    "was played, pairs that round again from the present state. An arena pairs by itself. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(ROUND,),
)
def pair_tournament_round(
    tournament_documents: TournamentDocuments, caller: Caller, path: TournamentPath, body: PairingReason | None = None
) -> Reply:
    """Pair the next round."""
    reason = "" if body is None else body.reason
    return Reply(tournament_documents.pair_next_round(caller, path.tournament, reason=reason))


@TOURNAMENT_ROUNDS.operation(
    "POST",
    "/v1/tournaments/{tournament}/rounds:preview",
    id="previewTournamentRound",
    summary="Preview the next round",
    description="Shows how it would be paired now; changes nothing. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(answer(TournamentRoundDetails, "The round as it would be."),),
)
def preview_tournament_round(tournament_documents: TournamentDocuments, caller: Caller, path: TournamentPath) -> Reply:
    """Preview the next round."""
    return Reply(tournament_documents.preview_next_round(caller, path.tournament))


@TOURNAMENT_ROUNDS.operation(
    "PUT",
    "/v1/tournaments/{tournament}/rounds/{round}",
    id="setTournamentRound",
    summary="Pair a round by hand",
    description="Sets the next round, or the current one if nothing of it was played: its matches are aborted and "
    "others created. In an elimination the bracket says who meets; a host says who sits where, and which tables are "
    "played now. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(ROUND,),
)
def set_tournament_round(
    tournament_documents: TournamentDocuments, caller: Caller, path: RoundPath, body: NewHandPairing
) -> Reply:
    """Pair a round by hand."""
    wanted = pairing_of(path, body)
    return Reply(tournament_documents.pair_by_hand(caller, path.tournament, wanted, reason=body.reason))


@TOURNAMENT_ROUNDS.operation(
    "POST",
    "/v1/tournaments/{tournament}/rounds/{round}:swap",
    id="swapInTournamentRound",
    summary="Swap two entrants",
    description="In a round of which nothing was played, they exchange seats, tables, or a table and a bye. In an "
    "elimination both must be at the same table. The same swap with the same reason is made once; to swap back, undo "
    "the entry or give another reason. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(ROUND,),
)
def swap_in_tournament_round(
    tournament_documents: TournamentDocuments, caller: Caller, path: RoundPath, body: SwapRequest
) -> Reply:
    """Swap two entrants."""
    swapped = tournament_documents.swap(caller, path.tournament, path.round, body.a, body.b, reason=body.reason)
    return Reply(swapped)


@TOURNAMENT_ROUNDS.operation(
    "PUT",
    "/v1/tournaments/{tournament}/rounds/{round}/tables/{table}/result",
    id="setTournamentResult",
    summary="Set or correct the result of a table",
    description="Sets the result, whatever was played; a match of the table that is in progress is aborted. Standings "
    "are updated. In an elimination, who advances cannot change once a later round was paired. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(answer(TournamentTable, "The table."),),
)
def set_tournament_result(
    tournament_documents: TournamentDocuments, caller: Caller, path: TablePath, body: NewTableResult
) -> Reply:
    """Set or correct the result of a table."""
    result = result_of(path, body)
    return Reply(tournament_documents.set_result(caller, path.tournament, result, reason=body.reason))


def pairing_of(path: RoundPath, body: NewHandPairing) -> HandPairing:
    """The round that a host wants."""
    return HandPairing(path.round, tuple(map(tuple, body.tables)), tuple(body.byes), tuple(body.absent))


def result_of(path: TablePath, body: NewTableResult) -> ResultSet:
    """The result that a host sets."""
    return ResultSet(round=path.round, table=path.table, places=tuple(body.places), forfeits=tuple(body.forfeits))
