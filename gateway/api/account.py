"""The account of a player: the events of all its matches and tournaments, as one stream."""

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
from gateway.openapi.fields import RequestModel, other_than
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
from services.response_model import Moment, ResponseModel, growing
from services.stored_tournaments.player_events import Correction, HostCause, RoundPlace
from services.tournaments.tournament import TournamentStatus

ACCOUNT_EVENTS: Final = Section(
    "account",
    "Everything that happens in the caller's matches and tournaments, as one sequence of lines. Three operations "
    "return it. It begins with `open`, which lists everything that is open now, or continues after the `cursor` of "
    "the last line that the client has. Every program that follows the account receives every line.",
)

_ONE_STREAM: Final = (
    "A program needs only this stream, however many matches it plays: `your_turn` says when and what to decide."
)


class AccountStreamQuery(RequestModel):
    """Query parameters of an account's streams."""

    since: Annotated[str, Field(pattern=f"^{CURSOR_PATTERN}$")] | None = Field(
        default=None,
        description="The `cursor` of the last line that the client has. Without it, or if the cursor is more than "
        "five minutes old, the first line is `open`.",
    )
    include: Includes | None = Field(
        default=None,
        description="Optional parts of turns, separated by commas: `view`, what the seat knows; `legal`, its legal "
        "actions. Both are absent if the decision has been answered in the meantime.",
    )


class AccountQuery(AccountStreamQuery):
    """Query parameters of a page of an account's events."""

    wait: Wait = Field(default=0, description="Seconds to wait for the first line: a long poll.")


class AccountLine(ResponseModel):
    """The members of every line."""

    at: Moment = Field(description="When the event was committed or, for `open`, when the line was sent.")
    cursor: str = Field(description="Where to resume after this line: as `since`, or as `Last-Event-ID`.")


class AccountMatchLine(AccountLine):
    """The members of every line about a match."""

    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int = Field(description="The player's seat.")


class Turn(ResponseModel):
    """A decision that the player must make."""

    revision: int = Field(description="The seat's revision.")
    decision: int | None = Field(description="The number of the decision; null if none is pending.")
    deadline_at: Moment | None = Field(description="When the platform decides for the player.")
    view: RulesetView | None = Field(default=None, description="What the seat knows, with `include=view`.")
    legal: list[LegalAction] | None = Field(default=None, description="The seat's legal actions, with `include=legal`.")


class OpenMatch(Turn):
    """A match that has not ended, in which the player has a seat or an invitation."""

    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int = Field(description="The player's seat.")
    status: Status = Field(description="The match's status.")
    invited: bool = Field(description="The seat is kept for the player, who has not taken it yet.")


class OpenTournament(ResponseModel):
    """A tournament that is not over, and that the player has entered or is invited to."""

    tournament: str = Field(description="The tournament's id.")
    name: str = Field(description="Its name.")
    ruleset: str = Field(description="The id of the ruleset.")
    status: Annotated[TournamentStatus, growing(TournamentStatus)] = Field(
        description="The tournament's status. The list may grow."
    )
    round: int = Field(description="The last round that was paired; 0 before the first.")
    table: int | None = Field(description="The player's table; null if it has none.")
    match: str | None = Field(description="The match in progress at this table.")
    seat: int | None = Field(description="The player's seat in this match.")
    invited: bool = Field(description="A host has invited the player, who has not agreed yet.")


class OpenLine(AccountLine):
    """Everything that is open now. It replaces everything that the client knows."""

    type: Literal["open"] = Field(description="The type of the line.")
    matches: list[OpenMatch] = Field(description="In the order of their creation.")
    tournaments: list[OpenTournament] = Field(description="Those that the player has entered or is invited to.")


class Inviter(ResponseModel):
    """The player who created a match or declined a seat."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class InvitedLine(AccountMatchLine):
    """A seat of an open match is kept for the player."""

    type: Literal["invited"] = Field(description="The type of the line.")
    by: Inviter = Field(description="The creator of the match.")
    rematch_of: str | None = Field(description="The match of which this one is a rematch.")
    expires_at: Moment | None = Field(description="When the match is aborted if it has not been filled.")


class DeclinedLine(AccountLine):
    """A player has declined a seat that was kept for it. Only the match's creator receives this line."""

    type: Literal["declined"] = Field(description="The type of the line.")
    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int | None = Field(description="The creator's own seat; null if it has none.")
    declined_seat: int = Field(description="The seat that was kept for this player.")
    by: Inviter = Field(description="The player who declined.")
    reason: str = Field(description="The reason, as in the match's `declines`.")


class SeatedLine(AccountMatchLine):
    """The player has taken a seat of an open match."""

    type: Literal["seated"] = Field(description="The type of the line.")


class PairedLine(AccountMatchLine):
    """The player's ticket was paired: it has a seat in a new match, which begins."""

    type: Literal["paired"] = Field(description="The type of the line.")
    ticket: str = Field(description="The ticket's id.")


class LeftLine(AccountMatchLine):
    """The player has lost its seat in an open match, for example because the creator gave it to another player."""

    type: Literal["left"] = Field(description="The type of the line.")


class MatchBeganLine(AccountMatchLine):
    """The match has started."""

    type: Literal["match_began"] = Field(description="The type of the line.")


class YourTurnLine(AccountMatchLine, Turn):
    """The player must decide."""

    type: Literal["your_turn"] = Field(description="The type of the line.")


class MatchEndedLine(AccountMatchLine):
    """The match has ended or was aborted."""

    type: Literal["match_ended"] = Field(description="The type of the line.")
    status: Status = Field(description="The match's status.")
    outcome: MatchOutcome | None = Field(description="The result; null if the match was aborted.")
    abort_reason: Annotated[AbortReason, growing(AbortReason)] | None = Field(
        description="Why the match was aborted, as in the match. Null if it was not aborted, or if its creator or an "
        "admin called it off. The list may grow."
    )


class TournamentLine(AccountLine):
    """The members of every line about a tournament."""

    tournament: str = Field(description="The tournament's id.")
    name: str = Field(description="Its name.")


class TournamentStanding(ResponseModel):
    """The standing of an entrant."""

    rank: int = Field(description="From 1.")
    is_joint: bool = Field(description="Other entrants have the same rank.")
    points: str = Field(description="A decimal number.")


class TablePerson(ResponseModel):
    """A player at a table of a tournament."""

    entrant: str = Field(description="The entrant's id in the tournament.")
    name: str = Field(description="Its name there.")
    player: str | None = Field(description="The player's id; null for a house bot.")
    is_bot: bool = Field(description="Whether the player is a bot.")


class Opponent(TablePerson):
    """Another player at the player's table."""

    seat: int = Field(description="The seat in the match.")


class PlacedEntrant(TablePerson):
    """The result of a player at a table."""

    place: int = Field(description="From 1; shared places are equal.")
    points: str = Field(description="The points for this place, a decimal number.")
    forfeit: bool = Field(description="The player was absent, or did not answer in time.")


class TournamentInvitedLine(TournamentLine):
    """A host has invited the player, or a bot of its own, to a tournament: `enterTournament` agrees,
    `withdrawTournamentEntrant` declines."""

    type: Literal["tournament_invited"] = Field(description="The type of the line.")
    ruleset: str = Field(description="The id of the ruleset.")
    entrant: TablePerson = Field(description="The invited entrant: the player, or a bot of its own.")
    host: str = Field(description="The id of the inviting player.")
    starts_at: Moment | None = Field(description="When the tournament starts; null if its host starts it.")


class TournamentStartedLine(TournamentLine):
    """A tournament that the player has entered has started."""

    type: Literal["tournament_started"] = Field(description="The type of the line.")
    takes_part: bool = Field(description="False if no place was left, or if the player has not checked in.")
    seed: int | None = Field(
        description="The player's place in the seeding, 1 for the best; null if it does not take part."
    )
    entrants: int = Field(description="The number of entrants that take part.")


class RoundPairedLine(TournamentLine):
    """A round was paired, or paired again."""

    type: Literal["round_paired"] = Field(description="The type of the line.")
    round: int = Field(description="The round's number, counted through all stages.")
    deadline_at: Moment | None = Field(
        description="When the time of the round is over; for an arena, when pairing ends. Null: no limit."
    )
    again: bool = Field(description="The round was paired again; this replaces the earlier pairing.")
    by_hand: bool = Field(description="The host has paired the round by hand.")
    reason: str = Field(description="The host's reason; may be empty.")
    place: Annotated[RoundPlace, growing(RoundPlace)] = Field(
        description="`table`: the player has a table. `bye`: it has none, because the number of entrants does not "
        "fit. `requested_bye`: it has none, because it requested a bye. `free`: in an arena, it is paired as soon as "
        "possible, repeatedly. `none`: it does not play in this round. The list may grow."
    )
    reasons: list[str] = Field(description="Why the player has a bye.")


class YourTableLine(TournamentLine):
    """The player has a table, and a match is about to begin there."""

    type: Literal["your_table"] = Field(description="The type of the line.")
    ruleset: str = Field(description="The id of the ruleset.")
    round: int = Field(description="The round's number.")
    table: int = Field(description="The table's number, from 1.")
    game: int = Field(description="The number of the match at this table, from 1.")
    match: str = Field(description="The match's id. The match exists when `match_began` announces it.")
    seat: int = Field(description="The player's seat.")
    opponents: list[Opponent] = Field(description="The other players at the table, in the order of seats.")
    deadline_at: Moment | None = Field(description="When the time of the round or the table is over; null: no limit.")
    reasons: list[str] = Field(description="Why this table was paired.")


class TableResultLine(TournamentLine):
    """The player's table has a result."""

    type: Literal["table_result"] = Field(description="The type of the line.")
    round: int = Field(description="The round's number.")
    table: int = Field(description="The table's number.")
    last_match: str | None = Field(description="The id of the last match at this table; null if none was played.")
    results: list[PlacedEntrant] = Field(description="The results of all players at the table, including this player.")
    why: str = Field(description="What decided the result, if not a match alone; may be empty.")
    standing: TournamentStanding | None = Field(description="The player's standing now.")


class TournamentCorrectedLine(TournamentLine):
    """A host, or the platform by the host's rules, has decided something that concerns the player."""

    type: Literal["tournament_corrected"] = Field(description="The type of the line.")
    change: Annotated[Correction, growing(Correction)] = Field(
        description="`result_set`: the host has set the table's result. `result_taken_back`: the set result no longer "
        "counts; the played result counts instead, or the match is played now. `pairing_taken_back`: the round's "
        "pairing no longer counts. `start_taken_back`: registration is open again. `end_taken_back`: the tournament "
        "goes on. `withdrawn`: a host has withdrawn the player, or the platform has, as it missed tables. The list may "
        "grow."
    )
    round: int | None = Field(description="The round's number.")
    table: int | None = Field(description="The player's table in the round; null if it had none.")
    results: list[PlacedEntrant] | None = Field(description="The table's result now; null if it has none.")
    standing: TournamentStanding | None = Field(description="The player's standing now.")
    reason: str = Field(description="The reason of the host or the platform.")


class TournamentEndedLine(TournamentLine):
    """A tournament is over."""

    type: Literal["tournament_ended"] = Field(description="The type of the line.")
    status: Annotated[TournamentStatus, growing(TournamentStatus)] = Field(description="`finished` or `cancelled`.")
    reason: str = Field(description="Why the tournament was cancelled; may be empty.")
    standing: TournamentStanding | None = Field(
        description="The player's place in the last stage in which it has played; null if it has not played."
    )


class HostNeededLine(TournamentLine):
    """A tournament cannot continue without its host. Only hosts receive this line."""

    type: Literal["host_needed"] = Field(description="The type of the line.")
    cause: Annotated[HostCause, growing(HostCause)] = Field(
        description="`round_not_paired`: the tournament is paused, because the next round cannot be paired. "
        "`table_without_result`: matches of a table have ended without a result. The list may grow."
    )
    round: int | None = Field(description="The last round that was paired.")
    table: int | None = Field(description="The table, if the line concerns one.")
    reason: str = Field(description="Why the tournament cannot continue.")


class OtherAccountLine(AccountLine):
    """A line of a type from a later version of the API. Ignore it."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Annotated[
        str,
        other_than(*(type.value for type in AccountEventType)),
    ] = Field(description="The type of the line.")


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
    """A line of an account's events, distinguished by `type`. The list of types may grow."""


class AccountPage(ResponseModel):
    """A page of an account's events."""

    events: list[AccountEvent] = Field(description="The lines, oldest first; may be empty.")
    next_since: str | None = Field(description="`since` of the next page.")


@ACCOUNT_EVENTS.operation(
    "GET",
    "/v1/events",
    id="listAccountEvents",
    summary="Get the events of all your matches",
    description="Returns the lines after `since`. With `wait`, answers as soon as there is a line.",
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(answer(AccountPage, "The available lines, or the first new ones."),),
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
            "The cursor of the last line that the client has; takes precedence over `since`. Empty: none.",
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
    answers=(json_lines(AccountEvent, "The lines. An empty line shows that the connection is alive."),),
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
    """The cursor after which the client continues; None without one.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    if not text:
        return None
    cursor = read_cursor(text)
    if cursor is None:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, "Must be the cursor of a line."),))
    return cursor
