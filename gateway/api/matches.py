"""Matches: create, list, join, leave, assign seats, start, resign, abort."""

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticCustomError

from gateway.api.clocks import NewOnTimeOut, NewTimeControl
from gateway.api.match_details import MatchDetails, match_json
from gateway.api.players import SPECTATE
from gateway.openapi.etags import Precondition
from gateway.openapi.fields import DIGITS, WHOLE, Page, RequestModel, ResourceId, whole_numbers
from gateway.openapi.operation import Access, Link, Reply, Section, Tag, answer
from gateway.openapi.pagination import PageQuery, not_a_page_token
from gateway.operations.accounts import ME, player_id
from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.engine.ruleset_documents import RULESET_SCHEMA
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Scope
from services.identity.idempotent_creation import Creation
from services.matches.creation_request import (
    CLIENT_SEED_COMES_LATER,
    LONGEST_RULESET,
    LONGEST_SEAT,
    MAX_EXPIRES_IN,
    MAX_SPECTATOR_DELAY_SECONDS,
    MIN_EXPIRES_IN,
    MOST_OPTIONS,
    MOST_SEATS_ASKED,
    NewMatch,
    parse_seat,
    parse_seats,
)
from services.matches.ids import is_match_id
from services.matches.match import Assistance, DeclineReason, StartRule, Status, Visibility
from services.matches.matches import Expected, Matches
from services.unreadable import show_each

MATCHES: Final = Section(
    "matches",
    "A match is created open, becomes live when its seats are filled, and ends finished or aborted. A player has at "
    "most one seat in a match. Every change can be retried. A change with `If-Match` is made only if the match, as "
    "far as you may know it, is still the one of its ETag.",
)

CREATE: Final = Access(key=True, scope=Scope.MATCHES_CREATE.value)
PLAY: Final = Access(key=True, scope=Scope.MATCHES_PLAY.value)

NOT_SERVED: Final = (Reason.UNKNOWN_RULESET, Reason.UNSUPPORTED_VERSION)
"""The refusals of a match whose ruleset, or the version of it, is no longer served."""

_SEAT: Final = "^(open|me|bot:.+|player:.+)$"
"""For the documentation; :func:`parse_seats` explains mistakes better to clients."""

ClientSeed = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{64}$")]
_WHAT_A_CLIENT_SEED_IS: Final = "The client's part of the match's seed: 32 random bytes, hexadecimal."


def _comes_later(value: object) -> None:
    """Refuses a client seed that arrives before the match has published its commitment."""
    if value is not None:
        raise PydanticCustomError("client_seed", CLIENT_SEED_COMES_LATER)


class MatchPath(RequestModel):
    """A match."""

    match: ResourceId = Field(description="The match's id.")


class SeatPath(MatchPath):
    """A seat of a match."""

    seat: Annotated[int, Field(ge=0, le=63), DIGITS] = Field(description="The seat's number, from 0.")


class MatchQuery(PageQuery):
    """Filters of a list of matches."""

    status: Annotated[Status, Field(strict=False)] | None = Field(
        default=None, description="Only matches with this status."
    )
    player: ResourceId | None = Field(
        default=None,
        description="Only matches in which this player has a seat or is invited to one; `me` for the caller.",
    )
    ruleset: ResourceId | None = Field(default=None, description="Only matches of this ruleset.")
    pending: ResourceId | None = Field(
        default=None, description="Only matches in which this player must decide now; `me` for the caller."
    )
    joinable: Literal["me"] | None = Field(
        default=None, description="`me`: only matches that you can join now, including by invitation."
    )
    creator: ResourceId | None = Field(
        default=None, description="Only matches that this player created; `me` for the caller."
    )
    seats: Annotated[int, Field(ge=1, le=64), DIGITS] | None = Field(
        default=None, description="Only matches with this number of seats."
    )
    free_seats: Annotated[int, Field(ge=1, le=64), DIGITS] | None = Field(
        default=None, description="Only open matches with at least this number of seats that anybody can take."
    )
    time_control: Literal["none", "per_decision", "fischer", "bronstein", "correspondence"] | None = Field(
        default=None, description="Only matches with this kind of time control."
    )
    bots: Literal["with", "without"] | None = Field(
        default=None,
        description="`with`: only matches in which a house bot or another bot has a seat or an invitation; `without`: "
        "only others.",
    )


class NewMatchBody(RequestModel):
    """A match to create."""

    ruleset: str = Field(max_length=LONGEST_RULESET, description="The ruleset's id.")
    seats: list[Annotated[str, Field(max_length=LONGEST_SEAT, json_schema_extra={"pattern": _SEAT})]] = Field(
        max_length=MOST_SEATS_ASKED,
        description="The seats in order: `open` for anybody who joins, `me`, `bot:<bot id>` for a house bot, "
        "`player:<player id>` to keep the seat for one player.",
    )
    options: Annotated[dict[str, Any], BeforeValidator(whole_numbers)] = Field(
        default_factory=dict,
        max_length=MOST_OPTIONS,
        description="The ruleset's options, as in its schema `options`. Options that are left out have their defaults.",
        json_schema_extra={RULESET_SCHEMA: "options"},
    )
    visibility: Annotated[Visibility, Field(strict=False)] = Field(
        default=Visibility.PUBLIC,
        description="`unlisted`: lists show the match only to its players, its creator and admins; everybody who "
        "knows its id can see and join it. `private`: only its players, its creator and admins can see it.",
    )
    start_rule: Annotated[StartRule, Field(strict=False)] = Field(
        default=StartRule.WHEN_FULL,
        description="Whether the match starts when its last seat is taken, or when the creator starts it.",
    )
    time_control: NewTimeControl = Field(
        default=NO_CLOCKS,
        description="The clocks of people and their bots. A clock runs while its seat must decide. A turn also ends "
        "when everybody can see that the seat has acted. Private steps neither stop nor restart the clock.",
    )
    on_time_out: NewOnTimeOut = Field(
        default=PLAY_DEFAULT, description="What happens when the time of a seat's turn is over."
    )
    spectator_delay_seconds: Annotated[int, Field(ge=0, le=MAX_SPECTATOR_DELAY_SECONDS), WHOLE] = Field(
        default=0,
        description="By how many seconds spectators see events later than the seats do: in views, events, lists, the "
        "match itself, its replay and its statistics. Players with a seat see their own part at once.",
    )
    expires_in: Annotated[int, Field(ge=MIN_EXPIRES_IN, le=MAX_EXPIRES_IN), WHOLE] | None = Field(
        default=None,
        description="The number of seconds after which the match is aborted (`expired`) if it has not been filled or, "
        "with the start rule `by_creator`, started. The operator's rule applies as well. Null: only the operator's "
        "rule applies.",
    )
    rated: bool = Field(
        default=True,
        description="Whether the result counts for the ratings, if their rules allow it. False: the match is for "
        "practice, and so are its rematches.",
    )
    assistance: Annotated[Assistance, Field(strict=False)] | None = Field(
        default=None,
        description="Whether the platform searches positions of the ruleset for the match's players and their owners. "
        "`none`: not while the match is live, and no position is imagined from it afterwards; `after_match`: not "
        "while it is live; `open`: at any time, in matches that are not rated. Null: `open` for one person against "
        "house bots only in a match that is not rated, otherwise `none`.",
    )
    # Refused like a field that there is not, but with a word on where it goes.
    client_seed: SkipJsonSchema[Annotated[None, BeforeValidator(_comes_later)]] = None


class JoinBody(RequestModel):
    """The seat to take."""

    seat: Annotated[int, Field(ge=0, le=63), WHOLE] | None = Field(
        default=None, description="The seat. Null: the seat that is kept for you, or the first open one."
    )
    client_seed: ClientSeed | None = Field(default=None, description=_WHAT_A_CLIENT_SEED_IS)


class LeaveBody(RequestModel):
    """The reason for leaving a seat or declining it."""

    reason: Annotated[DeclineReason, Field(strict=False)] = Field(
        default=DeclineReason.GENERIC,
        description="Why the caller declines a seat that was kept for it. The match's creator sees the reason. "
        "Ignored for a seat that the caller has taken.",
    )


class SeedBody(RequestModel):
    """The caller's part of the match's seed."""

    client_seed: ClientSeed = Field(description=_WHAT_A_CLIENT_SEED_IS)


class StartBody(RequestModel):
    """The creator's client seed at the start of the match."""

    client_seed: ClientSeed | None = Field(default=None, description=_WHAT_A_CLIENT_SEED_IS)


class SeatBody(RequestModel):
    """The assignment of a seat."""

    seat: Annotated[str, Field(max_length=LONGEST_SEAT, json_schema_extra={"pattern": _SEAT})] = Field(
        description="The same as in the creation of a match: `open`, `me`, `bot:<bot id>` or `player:<player id>`."
    )


class MatchList(Page):
    """A page of matches, newest first."""

    matches: list[MatchDetails] = Field(description="Newest first.")


_THIS: Final = {"match": "$response.body#/id"}
_NEXT: Final = (
    Link("getMatch", _THIS),
    Link("joinMatch", _THIS),
    Link("seedMatch", _THIS),
    Link("leaveMatch", _THIS),
    Link("rematchMatch", _THIS),
    Link("assignSeat", {**_THIS, "seat": "$response.body#/seats/1/seat"}),
    Link("startMatch", _THIS),
    Link("resignMatch", _THIS),
    Link("abortMatch", _THIS),
    Link("getSpectatorView", _THIS),
    Link("getSeatView", {**_THIS, "seat": "$response.body#/seat"}),
    Link("checkDecision", {**_THIS, "decision": "$response.body#/decision"}),
    Link("answerDecision", {**_THIS, "decision": "$response.body#/decision"}),
)
_MATCH: Final = answer(MatchDetails, "The match.", links=_NEXT)


@MATCHES.operation(
    "POST",
    "/v1/matches",
    id="createMatch",
    summary="Create a match",
    access=CREATE,
    refusals=(
        Reason.UNKNOWN_RULESET,
        Reason.UNKNOWN_BOT,
        Reason.UNKNOWN_OPTION,
        Reason.INVALID_OPTION,
        Reason.SEATS_OUT_OF_RANGE,
        Reason.ALREADY_SEATED,
        Reason.BOT_OFFLINE,
        Reason.NOT_FOUND,
        Reason.NOT_ADMITTED,
        Reason.QUOTA_EXCEEDED,
    ),
    etag=Tag.ETAG,
    answers=(
        answer(MatchDetails, "The new match.", status=201, headers={"Location": "Path of the match."}, links=_NEXT),
    ),
)
def create_match(matches: Matches, caller: Caller, body: NewMatchBody, creation: Creation) -> Reply:
    """Create a match."""
    match = matches.create(
        caller,
        NewMatch(
            ruleset=body.ruleset,
            seats=parse_seats(body.seats),
            options=body.options,
            visibility=body.visibility,
            start_rule=body.start_rule,
            time_control=body.time_control,
            on_time_out=body.on_time_out,
            spectator_delay_seconds=body.spectator_delay_seconds,
            expires_in=body.expires_in,
            rated=body.rated,
            assistance=body.assistance,
        ),
        creation=creation,
    )
    return Reply(match_json(match, caller), 201, headers={"Location": f"/v1/matches/{match.id}"})


@MATCHES.operation(
    "GET",
    "/v1/matches",
    id="listMatches",
    summary="List matches",
    description="Lists the matches that the caller may see, newest first. Without a key, lists public matches, and "
    "`me` is refused. Leaves out open matches of players whom the caller has blocked, or who have blocked the caller. "
    "A page may be shorter than requested although another follows.",
    access=SPECTATE,
    answers=(answer(MatchList, "A page of matches."),),
)
def list_matches(matches: Matches, caller: Caller, query: MatchQuery) -> MatchList:
    """List matches."""
    before = query.cursor("matches")
    if before is not None and not is_match_id(before):
        raise not_a_page_token()
    if caller.is_anonymous:
        _check_no_me(query)
    found, cursor = matches.list(
        caller,
        status=query.status,
        player=None if query.player is None else player_id(caller, query.player),
        ruleset=query.ruleset,
        pending=None if query.pending is None else player_id(caller, query.pending),
        joinable=caller.player_id if query.joinable == ME else None,
        creator=None if query.creator is None else player_id(caller, query.creator),
        seats=query.seats,
        free_seats=query.free_seats,
        time_control=query.time_control,
        bots=None if query.bots is None else query.bots == "with",
        limit=query.size,
        before=before,
    )
    shown, unshown = show_each("match", found, lambda match: match_json(match, caller))
    return MatchList(matches=shown, unshown=unshown, next_page_token=query.token("matches", cursor))


@MATCHES.operation(
    "GET",
    "/v1/matches/{match}",
    id="getMatch",
    summary="Get a match",
    access=SPECTATE,
    answers=(_MATCH,),
)
def get_match(matches: Matches, caller: Caller, path: MatchPath) -> MatchDetails:
    """Get a match."""
    return match_json(matches.get(caller, path.match), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:join",
    id="joinMatch",
    summary="Take a seat",
    description="Two players never get the same seat. Joining again in your own seat changes nothing, except that it "
    "can add your client seed if you have not sent one. Save the match's `commitment` first. Others see the SHA-256 "
    "of your client seed now, and the seed itself when the match has started.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(
        Reason.MATCH_NOT_OPEN,
        Reason.SEAT_TAKEN,
        Reason.ALREADY_SEATED,
        Reason.NOT_YOUR_SEAT,
        Reason.NOT_ADMITTED,
        Reason.CLIENT_SEED_GIVEN,
        Reason.QUOTA_EXCEEDED,
    ),
    answers=(_MATCH,),
)
def join_match(
    matches: Matches, caller: Caller, path: MatchPath, body: JoinBody | None, precondition: Precondition
) -> MatchDetails:
    """Take a seat."""
    wish = body or JoinBody()
    joined = matches.join(
        caller,
        path.match,
        seat=wish.seat,
        client_seed=wish.client_seed,
        expected=_expected(caller, precondition),
    )
    return match_json(joined, caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:seed",
    id="seedMatch",
    summary="Add a client seed",
    description="For every player with a seat in an open match, including the creator. You can send one seed: the "
    "same seed again changes nothing, a different one is refused. Others see its SHA-256 now, and the seed itself "
    "when the match has started.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.MATCH_NOT_OPEN, Reason.CLIENT_SEED_GIVEN),
    answers=(_MATCH,),
)
def seed_match(
    matches: Matches, caller: Caller, path: MatchPath, body: SeedBody, precondition: Precondition
) -> MatchDetails:
    """Add a client seed."""
    expected = _expected(caller, precondition)
    return match_json(matches.give_seed(caller, path.match, body.client_seed, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:leave",
    id="leaveMatch",
    summary="Leave a seat before the start",
    description="Also declines, with a reason, a seat that is kept for the caller. The seat becomes open to others. "
    "If only the creator and house bots remain, and no seat was open from the beginning, the match ends (`declined`). "
    "Leaving again changes nothing. To leave a live match, resign.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.MATCH_NOT_OPEN,),
    answers=(_MATCH,),
)
def leave_match(
    matches: Matches, caller: Caller, path: MatchPath, body: LeaveBody | None, precondition: Precondition
) -> MatchDetails:
    """Leave a seat before the start."""
    reason, expected = (body or LeaveBody()).reason, _expected(caller, precondition)
    return match_json(matches.leave(caller, path.match, reason=reason, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:rematch",
    id="rematchMatch",
    summary="Ask for a rematch",
    description="For every player who had a seat in a match that was played. The new match uses the current version "
    "of the ruleset and is otherwise the same; everybody moves by one seat. The first player who asks creates the "
    "match and takes a seat. The others are invited, and take their seats by joining or by asking. For 30 days all "
    "get the same match. If it was called off before its start, the next player who asks creates another. Under a "
    "spectator delay, a rematch is refused until spectators know of the end.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=(
        Reason.NOT_YOUR_SEAT,
        Reason.MATCH_NOT_FINISHED,
        Reason.MATCH_NOT_OPEN,
        Reason.SEAT_TAKEN,
        Reason.NOT_ADMITTED,
        Reason.QUOTA_EXCEEDED,
        Reason.UNKNOWN_BOT,
        Reason.UNKNOWN_OPTION,
        Reason.INVALID_OPTION,
        Reason.SEATS_OUT_OF_RANGE,
        *NOT_SERVED,
    ),
    answers=(_MATCH,),
)
def rematch_match(matches: Matches, caller: Caller, path: MatchPath, creation: Creation) -> MatchDetails:
    """Ask for a rematch."""
    return match_json(matches.rematch(caller, path.match, creation=creation), caller)


@MATCHES.operation(
    "PUT",
    "/v1/matches/{match}/seats/{seat}",
    id="assignSeat",
    summary="Assign a seat",
    description="For the creator, before the start, for seats without a person: give an open seat to a bot, keep it "
    "for a player, or open a kept seat. A match that starts when it is full starts when its last seat is assigned.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(
        Reason.NOT_THE_CREATOR,
        Reason.MATCH_NOT_OPEN,
        Reason.SEAT_TAKEN,
        Reason.ALREADY_SEATED,
        Reason.NOT_YOUR_SEAT,
        Reason.BOT_OFFLINE,
        Reason.UNKNOWN_BOT,
        Reason.UNKNOWN_RULESET,
        Reason.NOT_ADMITTED,
        Reason.QUOTA_EXCEEDED,
    ),
    answers=(_MATCH,),
)
def assign_seat(
    matches: Matches, caller: Caller, path: SeatPath, body: SeatBody, precondition: Precondition
) -> MatchDetails:
    """Assign a seat."""
    request, expected = parse_seat(body.seat, "/seat"), _expected(caller, precondition)
    return match_json(matches.assign(caller, path.match, path.seat, request, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:start",
    id="startMatch",
    summary="Start a match",
    description="For its creator, once every seat is taken. A creator with a seat may add its client seed. If the "
    "ruleset was updated after the match was created, the match cannot start, because it is committed to the earlier "
    "version.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(
        Reason.NOT_THE_CREATOR,
        Reason.SEATS_NOT_FILLED,
        Reason.MATCH_ENDED,
        Reason.NOT_YOUR_SEAT,
        Reason.MATCH_NOT_OPEN,
        Reason.CLIENT_SEED_GIVEN,
        *NOT_SERVED,
    ),
    answers=(_MATCH,),
)
def start_match(
    matches: Matches, caller: Caller, path: MatchPath, body: StartBody | None, precondition: Precondition
) -> MatchDetails:
    """Start a match."""
    seed, expected = None if body is None else body.client_seed, _expected(caller, precondition)
    return match_json(matches.start(caller, path.match, client_seed=seed, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:resign",
    id="resignMatch",
    summary="Resign",
    description="Either the ruleset's default actions are played for the seat, or the match ends: see the ruleset's "
    "`resignation_ends_at`.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.MATCH_NOT_LIVE, Reason.MATCH_ENDED, *NOT_SERVED),
    answers=(_MATCH,),
)
def resign_match(matches: Matches, caller: Caller, path: MatchPath, precondition: Precondition) -> MatchDetails:
    """Resign."""
    return match_json(matches.resign(caller, path.match, expected=_expected(caller, precondition)), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:abort",
    id="abortMatch",
    summary="Abort a match",
    description="For its creator while the match is open, and for an admin until it ends. An aborted match counts for "
    "nobody.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_THE_CREATOR, Reason.MATCH_NOT_OPEN, Reason.MATCH_ENDED),
    answers=(_MATCH,),
)
def abort_match(matches: Matches, caller: Caller, path: MatchPath, precondition: Precondition) -> MatchDetails:
    """Abort a match."""
    return match_json(matches.abort(caller, path.match, expected=_expected(caller, precondition)), caller)


def _check_no_me(query: MatchQuery) -> None:
    """Refuse filters by `me` without a key.

    Raises:
        Refusal: ``UNAUTHENTICATED``.
    """
    asked = [name for name in ("player", "pending", "joinable", "creator") if getattr(query, name) == ME]
    if asked:
        errors = tuple(FieldError(f"/query/{name}", "`me` is the player of a key.") for name in asked)
        raise Refusal(Reason.UNAUTHENTICATED, "`me` is the player of a key, and no key was sent.", errors)


def _expected(caller: Caller, precondition: Precondition) -> Expected:
    """The precondition of If-Match, checked against the match at the time of the change."""
    return lambda match: precondition.require(lambda: match_json(match, caller))
