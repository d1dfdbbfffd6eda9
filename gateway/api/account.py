"""The account of a player: what happens in all of its matches and tournaments, as one stream."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Literal

from flask import Response, request
from pydantic import ConfigDict, Field, RootModel
from werkzeug.datastructures import Headers

from gateway.admission import ClientAddress, Recheck
from gateway.api.events import LAST_EVENT_ID, LAST_EVENT_ID_POINTER, Includes, Wait
from gateway.api.match_details import MatchOutcome
from gateway.api.players import READ
from gateway.api.seats import LegalAction
from gateway.formats.raw_json import Raw, array, compose
from gateway.openapi.fields import Moment, RequestModel, ResponseModel, growing, other_than
from gateway.openapi.open_union import OpenUnion
from gateway.openapi.operation import JSON, Reply, RequestHeader, Section, Tag, answer, json_lines, server_sent_events
from gateway.streams.accounts import AccountRequest, AccountStreams
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS, StreamEvent
from gateway.streams.responses import StreamResponse, stream_response
from services.engine.ruleset_documents import RulesetView
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.account_events import AccountEventType
from services.matches.accounts import CURSOR_PATTERN, Cursor, read_cursor
from services.matches.match import AbortReason, Status
from services.stored_tournaments.player_events import Correction, HostCause, RoundPlace
from services.tournaments.tournament import TournamentStatus

ACCOUNT_EVENTS: Final = Section(
    "account",
    "Everything that happens in the caller's matches and tournaments, as one sequence of lines, available through "
    "three operations. It begins with `open`, which lists everything that is open now, or continues after the "
    "`cursor` of a line that the client has. Every program that follows the account receives every line.",
)

_ONE_STREAM: Final = (
    "A program needs only this stream, however many matches it plays: `your_turn` says when and what to decide."
)


class AccountStreamQuery(RequestModel):
    """From where, and with what."""

    since: Annotated[str, Field(pattern=f"^{CURSOR_PATTERN}$")] | None = Field(
        default=None,
        description="The `cursor` of the last line that the client has. Without it, and with one of more than five "
        "minutes ago, the first line is `open`.",
    )
    include: Includes | None = Field(
        default=None,
        description="What turns are to carry, separated by commas: `view`, what the seat knows; `legal`, its legal "
        "actions. Both are absent if the decision has been answered meanwhile.",
    )


class AccountQuery(AccountStreamQuery):
    """From where, for how long, and with what."""

    wait: Wait = Field(default=0, description="How many seconds to wait for the first line: a long poll.")


class AccountLine(ResponseModel):
    """What every line has."""

    at: Moment = Field(description="When it was committed, or told.")
    cursor: str = Field(description="Where to resume after this line: `since`, or `Last-Event-ID`.")


class AccountMatchLine(AccountLine):
    """What every line about a match has."""

    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int = Field(description="The player's seat.")


class Turn(ResponseModel):
    """A decision that the player must make."""

    revision: int = Field(description="The seat's revision.")
    decision: int | None = Field(description="Its number; null: none is pending.")
    deadline_at: Moment | None = Field(description="When it is played for the player.")
    view: RulesetView | None = Field(default=None, description="What the seat knows, if it was asked for.")
    legal: list[LegalAction] | None = Field(default=None, description="What it may do, if it was asked for.")


class OpenMatch(Turn):
    """A match that has not ended, in which the player has a seat or is invited to one."""

    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int = Field(description="The player's seat.")
    status: Status = Field(description="How far the match has come.")
    invited: bool = Field(description="The seat is kept for the player, who has not taken it.")


class OpenTournament(ResponseModel):
    """A tournament that the player has entered, or is invited to, and that is not over."""

    tournament: str = Field(description="The tournament's id.")
    name: str = Field(description="Its name.")
    ruleset: str = Field(description="The id of the ruleset.")
    status: Annotated[TournamentStatus, growing(TournamentStatus)] = Field(
        description="How far it has come. The list may grow."
    )
    round: int = Field(description="The last round that was paired; 0: none was.")
    table: int | None = Field(description="The table at which the player sits; null: it sits at none.")
    match: str | None = Field(description="The match that is played there.")
    seat: int | None = Field(description="The player's seat in it.")
    invited: bool = Field(description="A host has invited the player, who has not agreed to take part.")


class OpenLine(AccountLine):
    """Everything that is open now, in place of all that the client knows."""

    type: Literal["open"] = Field(description="What the line says.")
    matches: list[OpenMatch] = Field(description="In the order of their creation.")
    tournaments: list[OpenTournament] = Field(description="Those that the player has entered, or is invited to.")


class Inviter(ResponseModel):
    """Who created a match, or has declined a seat."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class InvitedLine(AccountMatchLine):
    """A seat of an open match is kept for the player."""

    type: Literal["invited"] = Field(description="What the line says.")
    by: Inviter = Field(description="Who keeps it.")
    rematch_of: str | None = Field(description="The match after which this one is played again.")
    expires_at: Moment | None = Field(description="When the match is aborted unless it has been filled.")


class DeclinedLine(AccountLine):
    """A player has declined a seat that was kept for it: told to the match's creator."""

    type: Literal["declined"] = Field(description="What the line says.")
    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int | None = Field(description="The creator's own seat; null: it has none.")
    declined_seat: int = Field(description="The seat that was kept.")
    by: Inviter = Field(description="Who declined.")
    reason: str = Field(description="Why: as in the match's `declines`.")


class SeatedLine(AccountMatchLine):
    """The player has taken a seat of an open match."""

    type: Literal["seated"] = Field(description="What the line says.")


class PairedLine(AccountMatchLine):
    """The player's ticket was paired: it sits in a new match, which begins."""

    type: Literal["paired"] = Field(description="What the line says.")
    ticket: str = Field(description="The ticket's id.")


class LeftLine(AccountMatchLine):
    """The player no longer has its seat in an open match, for example because the creator gave it to another."""

    type: Literal["left"] = Field(description="What the line says.")


class MatchBeganLine(AccountMatchLine):
    """The match has started."""

    type: Literal["match_began"] = Field(description="What the line says.")


class YourTurnLine(AccountMatchLine, Turn):
    """The player must decide."""

    type: Literal["your_turn"] = Field(description="What the line says.")


class MatchEndedLine(AccountMatchLine):
    """The match has ended or was aborted."""

    type: Literal["match_ended"] = Field(description="What the line says.")
    status: Status = Field(description="How far the match has come.")
    outcome: MatchOutcome | None = Field(description="The result; null if the match was aborted.")
    abort_reason: Annotated[AbortReason, growing(AbortReason)] | None = Field(
        description="Why it was aborted, as in the match; null: it was not, or its creator or an admin called it off. "
        "The list may grow."
    )


class TournamentLine(AccountLine):
    """What every line about a tournament has."""

    tournament: str = Field(description="The tournament's id.")
    name: str = Field(description="Its name.")


class TournamentStanding(ResponseModel):
    """Where an entrant stands."""

    rank: int = Field(description="From 1.")
    is_joint: bool = Field(description="Others have the same rank.")
    points: str = Field(description="A decimal number.")


class TablePerson(ResponseModel):
    """A player at a table of a tournament."""

    entrant: str = Field(description="The entrant's id in the tournament.")
    name: str = Field(description="Its name there.")
    player: str | None = Field(description="The player's id; null: a bot of the house.")
    is_bot: bool = Field(description="It is a bot.")


class Opponent(TablePerson):
    """Who else sits at a player's table."""

    seat: int = Field(description="The seat in the match.")


class PlacedEntrant(TablePerson):
    """How somebody has ended at a table."""

    place: int = Field(description="From 1; equal for shared places.")
    points: str = Field(description="What it is worth, a decimal number.")
    forfeit: bool = Field(description="It was not there, or has not answered in time.")


class TournamentInvitedLine(TournamentLine):
    """A host has invited the player, or a bot of its own, to a tournament: `enterTournament` agrees,
    `withdrawTournamentEntrant` declines."""

    type: Literal["tournament_invited"] = Field(description="What the line says.")
    ruleset: str = Field(description="The id of the ruleset.")
    entrant: TablePerson = Field(description="The invited entrant: the player, or a bot of its own.")
    host: str = Field(description="The player's id who invites.")
    starts_at: Moment | None = Field(description="When it starts; null: when its host says so.")


class TournamentStartedLine(TournamentLine):
    """A tournament that the player has entered has started."""

    type: Literal["tournament_started"] = Field(description="What the line says.")
    takes_part: bool = Field(description="False: there was no place left, or the player has not checked in.")
    seed: int | None = Field(description="The player's place in the seeding, 1 for the best; null: it takes no part.")
    entrants: int = Field(description="How many take part.")


class RoundPairedLine(TournamentLine):
    """A round was paired, or paired again."""

    type: Literal["round_paired"] = Field(description="What the line says.")
    round: int = Field(description="Its number, through all stages.")
    deadline_at: Moment | None = Field(
        description="When its time is over, of an arena when no more tables are paired; null: never."
    )
    again: bool = Field(description="The round was paired again; this replaces the earlier pairing.")
    by_hand: bool = Field(description="The host has paired it.")
    reason: str = Field(description="The host's; may be empty.")
    place: Annotated[RoundPlace, growing(RoundPlace)] = Field(
        description="`table`: the player has a table; `bye`: none, as the number does not fit; `requested_bye`: none, "
        "as it asked; `free`: in an arena, it is paired as soon as it can be, again and again; `none`: it does not "
        "play in this round. The list may grow."
    )
    reasons: list[str] = Field(description="Why it has a bye.")


class YourTableLine(TournamentLine):
    """The player has a table: a match of it is about to begin."""

    type: Literal["your_table"] = Field(description="What the line says.")
    ruleset: str = Field(description="The id of the ruleset.")
    round: int = Field(description="The round's number.")
    table: int = Field(description="The table's number, from 1.")
    game: int = Field(description="Which match of the table it is, from 1.")
    match: str = Field(description="The match's id. The match exists when `match_began` announces it.")
    seat: int = Field(description="The player's seat.")
    opponents: list[Opponent] = Field(description="Who else sits there, in the order of seats.")
    deadline_at: Moment | None = Field(description="When the time of the round, or the table, is over; null: never.")
    reasons: list[str] = Field(description="Why this table was paired.")


class TableResultLine(TournamentLine):
    """The player's table has a result."""

    type: Literal["table_result"] = Field(description="What the line says.")
    round: int = Field(description="The round's number.")
    table: int = Field(description="The table's number.")
    last_match: str | None = Field(description="The id of the last match that was played there; null: none was.")
    results: list[PlacedEntrant] = Field(description="How everybody there has ended, the player included.")
    why: str = Field(description="What decided it, if it was not a match alone; may be empty.")
    standing: TournamentStanding | None = Field(description="Where the player stands by now.")


class TournamentCorrectedLine(TournamentLine):
    """A host has set, corrected or taken back something that concerns the player."""

    type: Literal["tournament_corrected"] = Field(description="What the line says.")
    change: Annotated[Correction, growing(Correction)] = Field(
        description="`result_set`: the host has set the table's result; `result_taken_back`: it counts no more, and "
        "what was played does, or is played now; `pairing_taken_back`: the round's pairing counts no more; "
        "`start_taken_back`: registration is open again. The list may grow."
    )
    round: int | None = Field(description="The round's number.")
    table: int | None = Field(description="The player's table in it; null: it had none.")
    results: list[PlacedEntrant] | None = Field(description="The table's result by now; null: it has none.")
    standing: TournamentStanding | None = Field(description="Where the player stands by now.")
    reason: str = Field(description="The host's.")


class TournamentEndedLine(TournamentLine):
    """A tournament is over."""

    type: Literal["tournament_ended"] = Field(description="What the line says.")
    status: Annotated[TournamentStatus, growing(TournamentStatus)] = Field(description="`finished` or `cancelled`.")
    reason: str = Field(description="Why it was cancelled; may be empty.")
    standing: TournamentStanding | None = Field(
        description="The player's place in the last stage in which it has played; null if it has played in none."
    )


class HostNeededLine(TournamentLine):
    """For hosts: a tournament cannot continue by itself."""

    type: Literal["host_needed"] = Field(description="What the line says.")
    cause: Annotated[HostCause, growing(HostCause)] = Field(
        description="`round_not_paired`: it is paused, since the next round cannot be paired; "
        "`table_without_result`: matches of a table have ended without a result. The list may grow."
    )
    round: int | None = Field(description="The last round that was paired.")
    table: int | None = Field(description="The table, if it is about one.")
    reason: str = Field(description="Why it cannot continue.")


class OtherAccountLine(AccountLine):
    """A line of a type that a later version of the API has: to be passed over."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Annotated[
        str,
        other_than(*(type.value for type in AccountEventType)),
    ] = Field(description="What the line says.")


class AccountEvent(
    RootModel[
        Annotated[
            OpenLine
            | InvitedLine
            | DeclinedLine
            | SeatedLine
            | PairedLine
            | LeftLine
            | MatchBeganLine
            | YourTurnLine
            | MatchEndedLine
            | TournamentInvitedLine
            | TournamentStartedLine
            | RoundPairedLine
            | YourTableLine
            | TableResultLine
            | TournamentCorrectedLine
            | TournamentEndedLine
            | HostNeededLine
            | OtherAccountLine,
            OpenUnion("type"),
        ]
    ]
):
    """A line of an account's events. `type` says which one; the list of types may grow."""


class AccountPage(ResponseModel):
    """A page of an account's events."""

    events: list[AccountEvent] = Field(description="The lines, oldest first; may be empty.")
    next_since: str | None = Field(description="`since` of the next page.")


@ACCOUNT_EVENTS.operation(
    "GET",
    "/v1/events",
    id="listAccountEvents",
    summary="Get the events of all your matches",
    description="Returns the lines after `since`. With `wait`, answers as soon as there is one.",
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(answer(AccountPage, "The lines that there are, or the first that come."),),
)
def list_account_events(
    account_streams: AccountStreams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    query: AccountQuery,
) -> Reply | Response:
    """Get the events of all your matches."""
    wanted = _wanted(caller, query, _cursor("/query/since", query.since), recheck(), client_address())

    def page(events: Sequence[StreamEvent]) -> bytes:
        return compose(
            {
                "events": Raw(array([event.json for event in events])),
                "next_since": events[-1].cursor if events else query.since,
            }
        )

    events = account_streams.read(wanted)
    if events or not query.wait or request.method == "HEAD":
        return Reply(page(events))
    return StreamResponse(account_streams.wait_for_events(wanted, page, query.wait), JSON, {})


@ACCOUNT_EVENTS.operation(
    "GET",
    "/v1/events/sse",
    id="streamAccountEventsSse",
    summary="Follow all your matches with server-sent events",
    description=_ONE_STREAM,
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    headers={
        LAST_EVENT_ID: RequestHeader(
            "The cursor of the last line that the client has; goes before `since`. Empty: none.",
            f"^({CURSOR_PATTERN})?$",
        )
    },
    etag=Tag.NONE,
    answers=(server_sent_events(AccountEvent, "The lines: `id` is the line's cursor."),),
)
def stream_account_events_sse(
    account_streams: AccountStreams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    query: AccountStreamQuery,
    headers: Headers,
) -> Reply | Response:
    """Follow all your matches with server-sent events."""
    # A browser that reconnects repeats the first request's query, so the header, which is newer, goes before it.
    since = _cursor(LAST_EVENT_ID_POINTER, headers.get(LAST_EVENT_ID)) or _cursor("/query/since", query.since)
    wanted = _wanted(caller, query, since, recheck(), client_address())
    return stream_response(account_streams.open(wanted, SERVER_SENT_EVENTS), SERVER_SENT_EVENTS)


@ACCOUNT_EVENTS.operation(
    "GET",
    "/v1/events/ndjson",
    id="streamAccountEventsNdjson",
    summary="Follow all your matches with JSON lines",
    description=_ONE_STREAM,
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(json_lines(AccountEvent, "The lines; an empty one is a sign of life."),),
)
def stream_account_events_ndjson(
    account_streams: AccountStreams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    query: AccountStreamQuery,
) -> Reply | Response:
    """Follow all your matches with JSON lines."""
    wanted = _wanted(caller, query, _cursor("/query/since", query.since), recheck(), client_address())
    return stream_response(account_streams.open(wanted, NDJSON), NDJSON)


def _wanted(
    caller: Caller, query: AccountStreamQuery, since: Cursor | None, recheck: Callable[[], Caller], address: str
) -> AccountRequest:
    return AccountRequest(
        caller=caller, since=since, include=query.include or frozenset(), recheck=recheck, address=address
    )


def _cursor(pointer: str, text: str | None) -> Cursor | None:
    """Where the client goes on; None if it does not say so.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    if not text:
        return None
    cursor = read_cursor(text)
    if cursor is None:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, "Must be the cursor of a line."),))
    return cursor
