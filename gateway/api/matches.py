"""Matches: create, list, join, leave, fill seats, start, resign, abort."""

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticCustomError

from gateway.account_operations import ME, player_id
from gateway.api.clocks import NewOnTimeOut, NewTimeControl
from gateway.api.match_details import MatchDetails, match_json
from gateway.api.players import SPECTATE
from gateway.openapi.etags import Precondition
from gateway.openapi.fields import DIGITS, WHOLE, Page, RequestModel, ResourceId, whole_numbers
from gateway.openapi.operation import Access, Link, Reply, Section, Tag, answer
from gateway.openapi.pagination import PageQuery, not_a_page_token
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
from services.matches.matches import Expected, Matches
from services.matches.model import Assistance, DeclineReason, StartRule, Status, Visibility
from services.unreadable import show_each

MATCHES: Final = Section(
    "matches",
    "A match is created open, becomes live when its seats are filled, and ends finished or aborted. A player has at "
    "most one seat in a match. Every change may be retried: what has been done is not done twice. A change with "
    "`If-Match` is made only if the match is still what its ETag says, as far as you may know it.",
)

CREATE: Final = Access(key=True, scope=Scope.MATCHES_CREATE.value)
PLAY: Final = Access(key=True, scope=Scope.MATCHES_PLAY.value)

NOT_SERVED: Final = (Reason.UNKNOWN_RULESET, Reason.UNSUPPORTED_VERSION)
"""What a match may meet whose ruleset, or the version of it, is no longer served."""

_SEAT: Final = "^(open|me|bot:.+|player:.+)$"
"""For the documentation; :func:`parse_seats` says it better to whoever gets it wrong."""

ClientSeed = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{64}$")]
_WHAT_A_CLIENT_SEED_IS: Final = "32 random bytes of the client's own, hexadecimal, that go into the match's seed."


def _comes_later(value: object) -> None:
    """Refuses a client seed that comes before the match has published its commitment."""
    if value is not None:
        raise PydanticCustomError("client_seed", CLIENT_SEED_COMES_LATER)


class MatchPath(RequestModel):
    """A match."""

    match: ResourceId = Field(description="The match's id.")


class SeatPath(MatchPath):
    """A seat of a match."""

    seat: Annotated[int, Field(ge=0, le=63), DIGITS] = Field(description="The seat's number, from 0.")


class MatchQuery(PageQuery):
    """Which matches to list."""

    status: Annotated[Status, Field(strict=False)] | None = Field(
        default=None, description="Only those with this status."
    )
    player: ResourceId | None = Field(
        default=None, description="Only those in which this player has a seat; `me` for the caller."
    )
    ruleset: ResourceId | None = Field(default=None, description="Only those of this ruleset.")
    pending: ResourceId | None = Field(
        default=None, description="Only those in which this player must decide now; `me`: in which it is your turn."
    )
    joinable: Literal["me"] | None = Field(
        default=None, description="`me`: only those that you could join now, also by an invitation."
    )
    creator: ResourceId | None = Field(
        default=None, description="Only those that this player has created; `me` for the caller."
    )
    seats: Annotated[int, Field(ge=1, le=64), DIGITS] | None = Field(
        default=None, description="Only those with so many seats."
    )
    free_seats: Annotated[int, Field(ge=1, le=64), DIGITS] | None = Field(
        default=None, description="Only open ones in which anybody may take one of at least so many seats."
    )
    time_control: Literal["none", "per_decision", "fischer", "bronstein", "correspondence"] | None = Field(
        default=None, description="Only those whose time control is of this kind."
    )
    bots: Literal["with", "without"] | None = Field(
        default=None,
        description="Only those in which a bot, of the house or another, has a seat or is kept one; or none.",
    )


class NewMatchBody(RequestModel):
    """A match to create."""

    ruleset: str = Field(max_length=LONGEST_RULESET, description="The ruleset's id.")
    seats: list[Annotated[str, Field(max_length=LONGEST_SEAT, json_schema_extra={"pattern": _SEAT})]] = Field(
        max_length=MOST_SEATS_ASKED,
        description="Who sits where, in seat order: `open` for whoever joins, `me`, `bot:<bot id>` for a house bot, "
        "`player:<player id>` to keep the seat for one player.",
    )
    options: Annotated[dict[str, Any], BeforeValidator(whole_numbers)] = Field(
        default_factory=dict,
        max_length=MOST_OPTIONS,
        description="The ruleset's options, as its schema `options` has them; those left out have their defaults.",
        json_schema_extra={RULESET_SCHEMA: "options"},
    )
    visibility: Annotated[Visibility, Field(strict=False)] = Field(
        default=Visibility.PUBLIC,
        description="`unlisted`: no list shows the match to others than its players, its creator and admins, and "
        "whoever knows its id may see and join it; `private`: only those may see it.",
    )
    start_rule: Annotated[StartRule, Field(strict=False)] = Field(
        default=StartRule.WHEN_FULL, description="Start with the last seat taken, or when the creator says so."
    )
    time_control: NewTimeControl = Field(
        default=NO_CLOCKS,
        description="How long people and their bots may think. A clock runs from the moment at which its seat must "
        "decide until it need not, or until all are shown that it has acted; private steps neither stop it nor start "
        "it anew.",
    )
    on_time_out: NewOnTimeOut = Field(
        default=PLAY_DEFAULT, description="What happens to a seat when the time of its turn is over."
    )
    spectator_delay_seconds: Annotated[int, Field(ge=0, le=MAX_SPECTATOR_DELAY_SECONDS), WHOLE] = Field(
        default=0,
        description="How much later than the seats spectators see what happens: in views, events, lists, the match "
        "itself, its replay and its statistics. Who has a seat sees its own at once.",
    )
    expires_in: Annotated[int, Field(ge=MIN_EXPIRES_IN, le=MAX_EXPIRES_IN), WHOLE] | None = Field(
        default=None,
        description="After how many seconds the match is aborted (`expired`) if it has not been filled by then, or "
        "started by its creator where it waits for that. Null: when the operator's rule says so, which holds in any "
        "case.",
    )
    rated: bool = Field(
        default=True,
        description="Whether the result goes into the ratings, as far as their rules admit it. False: a match for "
        "practice; a rematch of it is one, too.",
    )
    assistance: Annotated[Assistance, Field(strict=False)] | None = Field(
        default=None,
        description="Whether the platform searches positions of the ruleset for who sits in the match, or whose bot "
        "does: `none`, not while it is live, and the match imagines none afterwards either; `after_match`, not while "
        "it is live; `open`, at any time, in matches that are not rated. Null: `open` for a person alone against "
        "house bots in a match that is not rated, else `none`.",
    )
    # Refused like a field that there is not, but with a word on where it goes.
    client_seed: SkipJsonSchema[Annotated[None, BeforeValidator(_comes_later)]] = None


class JoinBody(RequestModel):
    """Which seat to take."""

    seat: Annotated[int, Field(ge=0, le=63), WHOLE] | None = Field(
        default=None, description="Null: the one kept for you, or the first open one."
    )
    client_seed: ClientSeed | None = Field(default=None, description=_WHAT_A_CLIENT_SEED_IS)


class LeaveBody(RequestModel):
    """Why the caller goes."""

    reason: Annotated[DeclineReason, Field(strict=False)] = Field(
        default=DeclineReason.GENERIC,
        description="Why a seat is declined that was kept for the caller: its creator is told. Says nothing of a seat "
        "that was taken.",
    )


class SeedBody(RequestModel):
    """The caller's part of the match's seed."""

    client_seed: ClientSeed = Field(description=_WHAT_A_CLIENT_SEED_IS)


class StartBody(RequestModel):
    """What the creator may add when it starts the match."""

    client_seed: ClientSeed | None = Field(default=None, description=_WHAT_A_CLIENT_SEED_IS)


class SeatBody(RequestModel):
    """Who is to sit in a seat."""

    seat: Annotated[str, Field(max_length=LONGEST_SEAT, json_schema_extra={"pattern": _SEAT})] = Field(
        description="As when the match was created: `open`, `me`, `bot:<bot id>` or `player:<player id>`."
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
    """A new match."""
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
    description="Those that the caller may see, newest first. Without a key: the public ones, and no `me`. Open ones "
    "of a player whom the caller has blocked, or who has blocked the caller, are left out. A page may have fewer "
    "entries than it could although another follows.",
    access=SPECTATE,
    answers=(answer(MatchList, "A page of matches."),),
)
def list_matches(matches: Matches, caller: Caller, query: MatchQuery) -> MatchList:
    """A page of matches."""
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
    """One match."""
    return match_json(matches.get(caller, path.match), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:join",
    id="joinMatch",
    summary="Take a seat",
    description="Two players never get the same seat. Joining again in the seat that the caller has changes nothing, "
    "but for a client seed that was not given before. Keep the match's `commitment` first: others are shown the "
    "SHA-256 of your client seed now, and the seed when the match has started.",
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
    """Sit down."""
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
    description="For whoever has a seat in an open match, the creator included. Once: the same again changes nothing, "
    "another is refused. Others are shown its SHA-256 now, and the seed when the match has started.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.MATCH_NOT_OPEN, Reason.CLIENT_SEED_GIVEN),
    answers=(_MATCH,),
)
def seed_match(
    matches: Matches, caller: Caller, path: MatchPath, body: SeedBody, precondition: Precondition
) -> MatchDetails:
    """Add to the match's seed."""
    expected = _expected(caller, precondition)
    return match_json(matches.give_seed(caller, path.match, body.client_seed, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:leave",
    id="leaveMatch",
    summary="Leave a seat before the start",
    description="Or decline the seat that is kept for the caller, with a reason. It is open to others then; if nobody "
    "is left beside the creator and house bots, and no seat was open to begin with, the match ends (`declined`). "
    "Leaving again changes nothing. In a live match, resign.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.MATCH_NOT_OPEN,),
    answers=(_MATCH,),
)
def leave_match(
    matches: Matches, caller: Caller, path: MatchPath, body: LeaveBody | None, precondition: Precondition
) -> MatchDetails:
    """Stand up."""
    reason, expected = (body or LeaveBody()).reason, _expected(caller, precondition)
    return match_json(matches.leave(caller, path.match, reason=reason, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:rematch",
    id="rematchMatch",
    summary="Play a match again",
    description="For whoever had a seat in a match that was played. With the ruleset as it is today, everything else "
    "as it was, and everybody one seat further. Whoever asks first creates the match and sits; the others are invited, "
    "and take their seats by asking, too. All are given the same match, for 30 days; one that was called off before it "
    "started is replaced by the next who asks. Under a spectator delay it waits until spectators know of the end.",
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
    """Once more."""
    return match_json(matches.rematch(caller, path.match, creation=creation), caller)


@MATCHES.operation(
    "PUT",
    "/v1/matches/{match}/seats/{seat}",
    id="assignSeat",
    summary="Say who is to sit in a seat",
    description="For the creator, before the start, where no person sits: give an open seat to a bot, keep it for a "
    "player, or open one that was kept. With its last seat taken the match starts as usual.",
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
    """Fill a seat."""
    request, expected = parse_seat(body.seat, "/seat"), _expected(caller, precondition)
    return match_json(matches.assign(caller, path.match, path.seat, request, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:start",
    id="startMatch",
    summary="Start a match",
    description="For its creator, once every seat is taken. A creator who has a seat may add its client seed. If the "
    "ruleset was updated since the match was created, it cannot start: it was committed to the other version.",
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
    """Begin."""
    seed, expected = None if body is None else body.client_seed, _expected(caller, precondition)
    return match_json(matches.start(caller, path.match, client_seed=seed, expected=expected), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:resign",
    id="resignMatch",
    summary="Resign",
    description="The seat is played on with the ruleset's default actions, or the match ends: see the ruleset's "
    "`resignation_ends_at`.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.MATCH_NOT_LIVE, Reason.MATCH_ENDED, *NOT_SERVED),
    answers=(_MATCH,),
)
def resign_match(matches: Matches, caller: Caller, path: MatchPath, precondition: Precondition) -> MatchDetails:
    """Give up."""
    return match_json(matches.resign(caller, path.match, expected=_expected(caller, precondition)), caller)


@MATCHES.operation(
    "POST",
    "/v1/matches/{match}:abort",
    id="abortMatch",
    summary="Abort a match",
    description="For its creator while it is open, for an admin until it ends. It counts for nobody.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_THE_CREATOR, Reason.MATCH_NOT_OPEN, Reason.MATCH_ENDED),
    answers=(_MATCH,),
)
def abort_match(matches: Matches, caller: Caller, path: MatchPath, precondition: Precondition) -> MatchDetails:
    """Call it off."""
    return match_json(matches.abort(caller, path.match, expected=_expected(caller, precondition)), caller)


def _check_no_me(query: MatchQuery) -> None:
    """Refuse filters by who calls, for who has no key.

    Raises:
        Refusal: ``UNAUTHENTICATED``.
    """
    asked = [name for name in ("player", "pending", "joinable", "creator") if getattr(query, name) == ME]
    if asked:
        errors = tuple(FieldError(f"/query/{name}", "`me` is the player of a key.") for name in asked)
        raise Refusal(Reason.UNAUTHENTICATED, "`me` is the player of a key, and no key was sent.", errors)


def _expected(caller: Caller, precondition: Precondition) -> Expected:
    """What If-Match says, asked of the match in the moment in which it is changed."""
    return lambda match: precondition.require(lambda: match_json(match, caller))
