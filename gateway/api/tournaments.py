"""Tournaments: announced, run and ended by their hosts."""

import hashlib
from typing import Annotated, Final

from pydantic import Field

from gateway.account_operations import player_id
from gateway.api.players import SPECTATE
from gateway.openapi.fields import Moment, Page, RequestModel, ResourceId, ResponseModel
from gateway.openapi.operation import Link, Reply, Section, answer
from gateway.openapi.pagination import PageQuery, not_a_page_token
from gateway.timestamps import timestamp
from gateway.tournament_operations import is_tournament_id
from services.identity import Caller
from services.tournament_hosting.hosting import Tournaments
from services.tournament_hosting.model import HostedTournament, TournamentVisibility
from services.tournaments.settings import TournamentSettings
from services.tournaments.tournament import Status

TOURNAMENTS: Final = Section(
    "tournaments",
    "Players and bots enter, rounds are paired, tables are played in matches, results are scored. Whatever happens is "
    "an entry in the tournament's log, with who did it and why; everything else follows from the log. "
    "`docs/tournaments.md` says what formats, settings and tie-breaks there are.",
)


class TournamentPath(RequestModel):
    """A tournament."""

    tournament: ResourceId = Field(description="The tournament's id.")


class TournamentQuery(PageQuery):
    """Which tournaments to list."""

    status: Annotated[Status, Field(strict=False)] | None = Field(
        default=None, description="Only those with this status."
    )
    ruleset: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="Only those of this ruleset."
    )
    owner: ResourceId | None = Field(default=None, description="Only those of this player; `me` for the caller.")


class TournamentDetails(ResponseModel):
    """A tournament."""

    id: str = Field(description="The tournament's id.")
    owner_id: str = Field(description="The player that has created it.")
    name: str = Field(description="Its name.")
    visibility: TournamentVisibility = Field(
        description="`public`: everybody sees it, and lists show it; `unlisted`: everybody who knows its id; "
        "`private`: its hosts and entrants."
    )
    status: Status = Field(description="`paused`: nothing is paired until its host lets it go on.")
    status_reason: str = Field(description="Why it is paused or was cancelled; may be empty.")
    settings: TournamentSettings = Field(description="What it is. They never change once it has started.")
    settings_sha256: str = Field(description="Of the settings in canonical JSON.")
    seed: str | None = Field(
        description="32 bytes, hexadecimal, from which draws and matches follow, and to which the settings commit; "
        "null until it is over."
    )
    entrants: int = Field(description="How many have entered and not withdrawn.")
    round: int = Field(description="The last round that was paired; 0: none was.")
    revision: int = Field(description="The number of the log's last entry; 0: nothing has happened.")
    created_at: Moment = Field(description="When it was made.")
    changed_at: Moment = Field(description="When something happened in it last.")
    starts_at: Moment | None = Field(description="When it is to start by itself; null: when its host says so.")
    check_in_opens_at: Moment | None = Field(description="From when on entrants can check in; null: nobody has to.")
    started_at: Moment | None = Field(description="When it started; null: it has not.")
    ended_at: Moment | None = Field(description="When it ended; null: it has not.")


class TournamentList(Page):
    """A page of tournaments, newest first."""

    tournaments: list[TournamentDetails] = Field(description="Newest first.")


_THIS: Final = {"tournament": "$response.body#/id"}
NEXT: Final = (Link("getTournament", _THIS),)
TOURNAMENT: Final = answer(TournamentDetails, "The tournament.", links=NEXT)


@TOURNAMENTS.operation(
    "GET",
    "/v1/tournaments",
    id="listTournaments",
    summary="List public tournaments",
    description="Newest first.",
    access=SPECTATE,
    answers=(answer(TournamentList, "A page of tournaments."),),
)
def list_tournaments(tournaments: Tournaments, caller: Caller, query: TournamentQuery) -> TournamentList:
    """A page of tournaments."""
    before = query.cursor("tournaments")
    if before is not None and not is_tournament_id(before):
        raise not_a_page_token()
    found = tournaments.list(
        limit=query.size + 1,
        before=before,
        status=query.status,
        ruleset=query.ruleset,
        owner_id=None if query.owner is None else player_id(caller, query.owner),
    )
    page = found[: query.size]
    return TournamentList(
        tournaments=[details_of(each) for each in page],
        next_page_token=query.token("tournaments", page[-1].id) if len(found) > query.size else None,
    )


@TOURNAMENTS.operation(
    "GET",
    "/v1/tournaments/{tournament}",
    id="getTournament",
    summary="Get a tournament",
    access=SPECTATE,
    answers=(TOURNAMENT,),
)
def get_tournament(tournaments: Tournaments, caller: Caller, path: TournamentPath) -> Reply:
    """One tournament."""
    return Reply(tournament_json(tournaments.get(caller, path.tournament)))


def tournament_json(tournament: HostedTournament) -> bytes:
    """A tournament as the API shows it."""
    return details_of(tournament).model_dump_json().encode()


def details_of(tournament: HostedTournament) -> TournamentDetails:
    """A tournament as the API shows it."""
    settings = tournament.settings
    starts_ms, check_in_seconds = settings.times.starts_ms, settings.entry.check_in_seconds
    return TournamentDetails(
        id=tournament.id,
        owner_id=tournament.owner_id,
        name=tournament.name,
        visibility=tournament.visibility,
        status=tournament.status,
        status_reason=tournament.status_reason,
        settings=settings,
        settings_sha256=hashlib.sha256(settings.to_bytes()).hexdigest(),
        seed=tournament.seed.hex() if tournament.status.is_over else None,
        entrants=tournament.entrants,
        round=tournament.round,
        revision=tournament.revision,
        created_at=timestamp(tournament.created_ms),
        changed_at=timestamp(tournament.changed_ms),
        starts_at=timestamp(starts_ms),
        check_in_opens_at=None
        if check_in_seconds is None
        else timestamp(tournament.created_ms if starts_ms is None else starts_ms - check_in_seconds * 1000),
        started_at=timestamp(tournament.started_ms),
        ended_at=timestamp(tournament.ended_ms),
    )
