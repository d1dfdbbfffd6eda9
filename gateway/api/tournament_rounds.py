"""Rounds of a tournament: who meets whom and why, and what hosts decide about it themselves."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.matches import CREATE
from gateway.api.players import SPECTATE
from gateway.api.tournaments import NOT_HOSTED, WHO_READS_REASONS, GivenReason, TournamentPath
from gateway.openapi.fields import DIGITS, WHOLE, Page, RequestModel, ResourceId
from gateway.openapi.operation import Section, answer
from gateway.openapi.pagination import PageQuery
from services.identity import Caller
from services.stored_tournaments.hosting import Tournaments
from services.tournaments.log import ResultSet, Then
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.round_document import TournamentRoundDetails, TournamentRoundSummary, TournamentTable
from services.tournaments.settings import MAX_ENTRANTS, SwissSystem

TOURNAMENT_ROUNDS: Final = Section(
    "tournament rounds",
    "The rounds of a tournament: who meets whom and why, the matches, and the results. Hosts and arbiters can pair "
    "rounds by hand, swap entrants and set results, each with a reason that the log shows. See `docs/tournaments.md`.",
)

MOST_ROUNDS: Final = 10**6
"""More than all seasons of all stages can have."""
MOST_SEATS: Final = 5
MOST_TABLES: Final = 10**9
MOST_LATEST: Final = 1_000

SYSTEM: Final = (
    "By which system a Swiss stage pairs this round. Null: by its own. `matching` makes the smallest exception where "
    "the Dutch system has no pairing."
)
Reasoned = Annotated[GivenReason, Field(min_length=1)]
_Entrants = Annotated[list[ResourceId], Field(max_length=MAX_ENTRANTS)]
_Table = Annotated[list[ResourceId], Field(min_length=2, max_length=MOST_SEATS)]
Places = Annotated[list[Annotated[int, Field(ge=1, le=MOST_SEATS), WHOLE]], Field(min_length=2, max_length=MOST_SEATS)]
Forfeits = Annotated[list[ResourceId], Field(max_length=MOST_SEATS)]

PLACES: Final = "Of the table's entrants, in the order of seats: 1 for the winner, equal for shared places, as 1, 1, 3."
THEN: Final = (
    "If others go on by this result than have gone on, to a later round of the bracket or to the next stage: what "
    "becomes of what was paired since. `replay`: it is set aside and paired anew; tables at which the same entrants "
    "meet stand, with their matches. `stand`: who has gone on stays. Null: refused in this case. Otherwise without "
    "meaning."
)
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


class TournamentRoundList(Page):
    """A page of rounds."""

    rounds: list[TournamentRoundSummary] = Field(description="The first round first.")


class PairingReason(RequestModel):
    """How and why a round is paired now, or again."""

    system: SwissSystem | None = Field(default=None, description=SYSTEM)
    reason: GivenReason = Field(default="", description=WHO_READS_REASONS)


class NewHandPairing(RequestModel):
    """A round as a host pairs it. Everybody who plays in the stage is named once; those who have withdrawn or asked not
    to be paired need not be."""

    tables: Annotated[list[_Table], Field(max_length=MAX_ENTRANTS)] = Field(
        description="The tables, each a list of ids of entrants in the order of seats. In an elimination at least one; "
        "elsewhere a round may have none."
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
    then: Then | None = Field(default=None, description=THEN)
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
    of = f"rounds {path.tournament}"
    after = query.number(of)
    rounds = [each for each in tournaments.view(caller, path.tournament).rounds() if each.number > after]
    page = rounds[: query.size]
    token = query.token(of, f"{page[-1].number}") if len(rounds) > len(page) else None
    return TournamentRoundList(rounds=page, next_page_token=token)


@TOURNAMENT_ROUNDS.operation(
    "GET",
    "/v1/tournaments/{tournament}/rounds/{round}",
    id="getTournamentRound",
    summary="Get a round of a tournament",
    access=SPECTATE,
    answers=(ROUND,),
)
def get_tournament_round(
    tournaments: Tournaments, caller: Caller, path: RoundPath, query: RoundQuery
) -> TournamentRoundDetails:
    """Get a round of a tournament."""
    shown = None if query.latest is None else slice(-query.latest, None)
    return tournaments.view(caller, path.tournament).round(path.round, shown=shown)


@TOURNAMENT_ROUNDS.operation(
    "POST",
    "/v1/tournaments/{tournament}/rounds:pair",
    id="pairTournamentRound",
    summary="Pair the next round",
    description="Pairs the next round at once, whatever the tournament's times say. If nothing of the current round "
    "was played, pairs that round again from the present state. Also while the tournament is paused. An arena pairs by "
    "itself. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(ROUND,),
)
def pair_tournament_round(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, body: PairingReason | None = None
) -> TournamentRoundDetails:
    """Pair the next round."""
    wanted = body or PairingReason()
    hosted = tournaments.rounds.pair_next(caller, path.tournament, system=wanted.system, reason=wanted.reason)
    return tournaments.view(caller, path.tournament).round(hosted.round)


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
def preview_tournament_round(tournaments: Tournaments, caller: Caller, path: TournamentPath) -> TournamentRoundDetails:
    """Preview the next round."""
    return tournaments.rounds.preview_next(caller, path.tournament)


@TOURNAMENT_ROUNDS.operation(
    "PUT",
    "/v1/tournaments/{tournament}/rounds/{round}",
    id="setTournamentRound",
    summary="Pair a round by hand",
    description="Sets the next round, or the current one if nothing of it was played: its matches are aborted and "
    "others created. Also while the tournament is paused, because a round cannot be paired, say. In an elimination the "
    "bracket says who meets; a host says who sits where, and which tables are played now. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(ROUND,),
)
def set_tournament_round(
    tournaments: Tournaments, caller: Caller, path: RoundPath, body: NewHandPairing
) -> TournamentRoundDetails:
    """Pair a round by hand."""
    tournaments.rounds.pair_by_hand(caller, path.tournament, pairing_of(path, body), reason=body.reason)
    return tournaments.view(caller, path.tournament).round(path.round)


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
    tournaments: Tournaments, caller: Caller, path: RoundPath, body: SwapRequest
) -> TournamentRoundDetails:
    """Swap two entrants."""
    tournaments.rounds.swap(caller, path.tournament, path.round, body.a, body.b, reason=body.reason)
    return tournaments.view(caller, path.tournament).round(path.round)


@TOURNAMENT_ROUNDS.operation(
    "PUT",
    "/v1/tournaments/{tournament}/rounds/{round}/tables/{table}/result",
    id="setTournamentResult",
    summary="Set or correct the result of a table",
    description="Sets the result, whatever was played, until the tournament is closed; a match of the table that is in "
    "progress is aborted. Standings are updated. If others advance by it than have advanced, `then` must say what "
    "becomes of later rounds, and `previewTournamentCorrections` shows that before. Once the tournament is over and "
    "its seed is shown, nothing is played again. For hosts and arbiters.",
    access=CREATE,
    refusals=NOT_HOSTED,
    answers=(answer(TournamentTable, "The table."),),
)
def set_tournament_result(
    tournaments: Tournaments, caller: Caller, path: TablePath, body: NewTableResult
) -> TournamentTable:
    """Set or correct the result of a table."""
    tournaments.rounds.set_result(caller, path.tournament, result_of(path, body), reason=body.reason)
    shown = slice(path.table - 1, path.table)
    (table,) = tournaments.view(caller, path.tournament).round(path.round, shown=shown).tables
    return table


def pairing_of(path: RoundPath, body: NewHandPairing) -> HandPairing:
    """The round that a host wants."""
    return HandPairing(path.round, tuple(map(tuple, body.tables)), tuple(body.byes), tuple(body.absent))


def result_of(path: TablePath, body: NewTableResult) -> ResultSet:
    """The result that a host sets."""
    return ResultSet(
        round=path.round,
        table=path.table,
        places=tuple(body.places),
        forfeits=tuple(body.forfeits),
        then=body.then,
    )
