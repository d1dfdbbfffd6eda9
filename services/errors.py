"""The one list of reasons for which a request is refused, shared by REST, gRPC and the domain services.

A reason is raised where the fact is known, as a :class:`Refusal`, and translated once at the rim.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Reason(Enum):
    """Why a request was refused. Each has: HTTP status, gRPC status name, meaning, remedy."""

    # The request itself
    MALFORMED_REQUEST = (
        400,
        "INVALID_ARGUMENT",
        "The request is not valid HTTP.",
        "Check the request line, the headers and the encoding of path and body.",
    )
    REQUEST_TIMEOUT = (
        408,
        "DEADLINE_EXCEEDED",
        "The request was not complete in time.",
        "Send the whole request at once, on a new connection.",
    )
    EXPECTATION_FAILED = (
        417,
        "INVALID_ARGUMENT",
        "The Expect header asks for something that is not supported.",
        "Send no Expect header, or 100-continue.",
    )
    MALFORMED_BODY = (
        400,
        "INVALID_ARGUMENT",
        "The body is not JSON that says one thing.",
        "Send one JSON document, UTF-8, whose objects name each member once.",
    )
    UNSUPPORTED_MEDIA_TYPE = (
        415,
        "INVALID_ARGUMENT",
        "The body has a content type, or a content encoding, that is not accepted.",
        "Send Content-Type: application/json, and no Content-Encoding.",
    )
    BODY_TOO_LARGE = (413, "INVALID_ARGUMENT", "The body is larger than the limit.", "Send a smaller body.")
    INVALID_FIELD = (
        422,
        "INVALID_ARGUMENT",
        "A field is missing, unknown, or has a value that is not allowed.",
        "See `errors`: each entry points at the field and says what is allowed.",
    )
    URI_TOO_LONG = (414, "INVALID_ARGUMENT", "The address is longer than the limit.", "Send a shorter query.")
    HEADERS_TOO_LARGE = (431, "INVALID_ARGUMENT", "The headers are larger than the limit.", "Send fewer headers.")
    NOT_FOUND = (404, "NOT_FOUND", "There is no such resource, or you may not see it.", "Check the address.")
    METHOD_NOT_ALLOWED = (405, "UNIMPLEMENTED", "The resource has no such method.", "See the Allow header.")
    NOT_ACCEPTABLE = (
        406,
        "INVALID_ARGUMENT",
        "The platform cannot answer in this media type.",
        "Ask for another one: see the API reference.",
    )

    # Sent again, or too late
    PRECONDITION_FAILED = (
        412,
        "ABORTED",
        "The resource is not what If-Match says: it has changed.",
        "Get it again, look whether the request still makes sense, and send it with the new ETag.",
    )
    REQUEST_IN_PROGRESS = (
        409,
        "ABORTED",
        "A request with this Idempotency-Key is being worked on.",
        "Send the same request again in a moment: you get its answer.",
    )
    IDEMPOTENCY_KEY_REUSED = (
        422,
        "INVALID_ARGUMENT",
        "Another request was sent with this Idempotency-Key.",
        "Use a new key for a new request, and the same key only to send the same one again.",
    )

    # How much is asked
    RATE_LIMITED = (
        429,
        "RESOURCE_EXHAUSTED",
        "Too many requests in a short time.",
        "Wait as many seconds as Retry-After says. See the RateLimit headers of every answer.",
    )
    TOO_MANY_STREAMS = (
        429,
        "RESOURCE_EXHAUSTED",
        "The player, or the address, has as many streams and waiting polls open as it may.",
        "Close one, or wait as many seconds as Retry-After says.",
    )
    QUOTA_EXCEEDED = (
        429,
        "RESOURCE_EXHAUSTED",
        "The player uses as much as a player may: `quota` names of what, `limit` and `used` say how much.",
        "Finish or abort matches that you have created, or wait as many seconds as Retry-After says, if it is there.",
    )
    TOO_MANY_KEYS = (
        409,
        "RESOURCE_EXHAUSTED",
        "The player has as many valid keys as a player may have.",
        "Revoke a key that is no longer needed.",
    )

    # Who asks
    UNAUTHENTICATED = (
        401,
        "UNAUTHENTICATED",
        "There is no API key, or it is unknown, expired or revoked.",
        "Send Authorization: Bearer <key> with a valid key.",
    )
    MISSING_SCOPE = (403, "PERMISSION_DENIED", "The key lacks a scope.", "Use a key with the scope named in `scope`.")
    NOT_YOUR_SEAT = (403, "PERMISSION_DENIED", "The seat is not yours.", "Act for a seat that you have taken.")
    NOT_THE_CREATOR = (
        403,
        "PERMISSION_DENIED",
        "Only the match's creator or an admin may do this.",
        "Ask the creator.",
    )

    NOT_ADMITTED = (
        403,
        "PERMISSION_DENIED",
        "You cannot take a seat in this match or enter this tournament, or a player whom you invite takes no "
        "invitation.",
        "Choose another match or tournament, or another opponent.",
    )
    TOO_MANY_BLOCKS = (
        409,
        "RESOURCE_EXHAUSTED",
        "The player has blocked as many others as a player may.",
        "Take back a block that is no longer needed.",
    )

    # Bots
    NOT_A_BOT = (
        409,
        "FAILED_PRECONDITION",
        "Only a player of kind `bot` can do this, and no bot of the house.",
        "Create a player of kind `bot`.",
    )

    # Accounts
    SIGN_UP_CLOSED = (
        403,
        "PERMISSION_DENIED",
        "Nobody can sign up here: the operator makes players.",
        "Ask the operator for a key.",
    )
    NAME_TAKEN = (
        409,
        "ALREADY_EXISTS",
        "The name is another player's, or looks like it, or like one of the platform's own.",
        "Choose another name.",
    )
    NOT_A_PERSON = (409, "FAILED_PRECONDITION", "Only a person can own bots.", "Use a key of the person.")
    NOT_YOUR_BOT = (
        403,
        "PERMISSION_DENIED",
        "This is for the bot itself and its owner alone.",
        "Use a key of the bot, or of its owner.",
    )
    BOT_OFFLINE = (
        409,
        "FAILED_PRECONDITION",
        "The bot is switched off or retired: it takes no invitations.",
        "Invite another player, or wait until `online` of the player is true.",
    )
    BOT_RETIRED = (
        409,
        "FAILED_PRECONDITION",
        "The bot is out of use for good.",
        "Create another bot.",
    )

    # Rulesets
    UNKNOWN_RULESET = (422, "INVALID_ARGUMENT", "There is no such ruleset.", "See GET /v1/rulesets.")
    UNKNOWN_BOT = (422, "INVALID_ARGUMENT", "There is no such bot.", "See GET /v1/bots.")
    UNKNOWN_OPTION = (422, "INVALID_ARGUMENT", "The ruleset has no such option.", "See the ruleset's options.")
    INVALID_OPTION = (
        422,
        "INVALID_ARGUMENT",
        "An option has a value of the wrong type or out of range.",
        "See the ruleset's options.",
    )
    SEATS_OUT_OF_RANGE = (
        422,
        "INVALID_ARGUMENT",
        "The ruleset is not played by that many.",
        "See the ruleset's min_seats and max_seats.",
    )
    MALFORMED_ACTION = (
        422,
        "INVALID_ARGUMENT",
        "The action is not one of this ruleset's.",
        "Take an action from the decision's `legal` list.",
    )
    ILLEGAL_ACTION = (
        422,
        "FAILED_PRECONDITION",
        "The action is not legal in this decision.",
        "Take an action from the decision's `legal` list.",
    )
    MALFORMED_POSITION = (422, "INVALID_ARGUMENT", "The position is not one of this ruleset.", "See its State schema.")
    UNSUPPORTED_VERSION = (
        409,
        "FAILED_PRECONDITION",
        "The version of the ruleset, asked for or a match's own, is not served.",
        "Ask the operator to serve that version.",
    )

    # Decisions
    DECISION_NOT_ASKED = (
        409,
        "FAILED_PRECONDITION",
        "The seat has not been asked this decision yet.",
        "Read the seat's view for the number of its pending decision.",
    )
    TIME_RAN_OUT = (
        409,
        "ABORTED",
        "The answer came when the time of the seat's turn was over, the grace for the network included.",
        "Read the seat's view: the match goes on as its `on_time_out` says.",
    )
    DECISION_ALREADY_ANSWERED = (
        409,
        "ABORTED",
        "The decision was answered before, with another action.",
        "Read the seat's view; the first answer stands.",
    )

    # Matches
    MATCH_NOT_OPEN = (409, "FAILED_PRECONDITION", "The match is no longer open.", "Join another match.")
    MATCH_NOT_LIVE = (409, "FAILED_PRECONDITION", "The match is not being played.", "Check the match's status.")
    MATCH_NOT_FINISHED = (409, "FAILED_PRECONDITION", "The match has not finished yet.", "Wait until it has.")
    MATCH_ENDED = (409, "FAILED_PRECONDITION", "The match has ended.", "Check the match's status.")
    SEAT_TAKEN = (409, "ABORTED", "The seat is taken, or no seat is free.", "Choose another seat or match.")
    ALREADY_SEATED = (409, "ALREADY_EXISTS", "You have a seat in this match.", "Use the seat you have.")
    CLIENT_SEED_GIVEN = (
        409,
        "ALREADY_EXISTS",
        "You have given another client seed for this match.",
        "Nothing: the first one stands. Its SHA-256 is shown with your seat.",
    )
    NO_ASSISTANCE = (
        409,
        "FAILED_PRECONDITION",
        "You, or a bot or another account of yours, sit in a live match of this ruleset in which the platform helps "
        "nobody; or this very match is one.",
        "Wait until the match has ended: see its `assistance`.",
    )
    SEATS_NOT_FILLED = (409, "FAILED_PRECONDITION", "Not every seat is taken.", "Wait until all seats are taken.")

    # Quick pairing
    TICKET_PAIRED = (
        409,
        "FAILED_PRECONDITION",
        "The ticket is paired, or its match is being made.",
        "Get the ticket for its match.",
    )

    # Series
    SERIES_ENDED = (
        409,
        "FAILED_PRECONDITION",
        "The series has ended.",
        "Check the series' status; only one that has finished a fixed number of matches can be extended.",
    )

    # Tournaments
    NOT_A_HOST = (
        403,
        "PERMISSION_DENIED",
        "Only the tournament's owner, its hosts, some of it its arbiters, or an admin may do this.",
        "Ask the tournament's owner.",
    )
    NOT_POSSIBLE_NOW = (
        409,
        "FAILED_PRECONDITION",
        "As the tournament stands, this cannot be done; the detail says what is in the way.",
        "Get the tournament, and see whether it is still wanted.",
    )
    FORMAT_UNSUPPORTED = (
        409,
        "FAILED_PRECONDITION",
        "This cannot be written in the format: it has no room for it, or no word; the detail says why.",
        "Take another format: JSON and CSV have everything.",
    )

    # The service
    BUSY = (503, "UNAVAILABLE", "The service is busy or restarting.", "Send the same request again in a moment.")
    INTERNAL = (500, "INTERNAL", "The service failed. It is not your fault.", "Report the request id.")

    def __init__(self, http_status: int, grpc_status: str, meaning: str, remedy: str) -> None:
        self.http_status = http_status
        self.grpc_status = grpc_status
        self.meaning = meaning
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing wrong with a request: an RFC 6901 pointer such as ``/body/options/fewer_battles``, and what."""

    pointer: str
    detail: str


class Refusal(Exception):
    """A request that is refused: nothing was changed.

    ``detail`` is for a person and holds nothing that its reader may not know. ``metadata`` is for programs.
    """

    def __init__(
        self,
        reason: Reason,
        detail: str = "",
        errors: tuple[FieldError, ...] = (),
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(reason.name, detail)
        self.reason = reason
        self.detail = detail or reason.meaning
        self.errors = errors
        self.metadata: dict[str, str] = dict(metadata or {})


def range_words(least: int, most: int) -> str:
    """What numbers are allowed, to be put after "must be": ``2``, or ``from 2 to 5``."""
    return str(least) if least == most else f"from {least} to {most}"
