"""Where the messages of ``playhall.play.v1`` say something otherwise than the operations of REST.

What a message says follows from the operation of the same name; the few rest stands here, by the names of methods,
messages and their fields, each with its reason where the names do not tell it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.engine.fairness import canonical
from services.errors import Reason

OPERATIONS: Final[Mapping[str, str]] = {
    "ChangePlayer": "updatePlayer",
    "Decide": "answerDecision",
    "GetView": "getSpectatorView",  # without a seat; with one it is getSeatView, which refuses who has no key
    "StreamSeriesResults": "getSeriesResultsNdjson",  # REST has several forms of each stream
    "Watch": "streamMatchEventsNdjson",
    "WatchAccount": "streamAccountEventsNdjson",
    "WatchSeries": "streamSeriesEventsNdjson",
    "WatchTournament": "streamTournamentEventsNdjson",
}
"""The operations whose methods have another name."""

NAMES: Final[Mapping[str, str]] = {
    "AssignSeatRequest.occupant": "body.seat",  # REST has a seat in its path, too
    "BlockPlayerRequest.player": "other",
    "CompareSeriesRequest.other": "with",  # no name that Python could have
    "CreateTicketRequest.independent": "exclusive",  # what is left out is false in proto3, and true in REST
    "ListCrashReportsResponse.reports": "crash_reports",
    "ListOwnBotsResponse.bots": "players",
    "NamedTournament.id": "tournament",
    "OnTimeOut.rule": "kind",  # an enumeration, where REST has objects of several kinds
    "RetireBotRequest.bot": "player",
    "Seat.number": "seat",
    "SignUpResponse.secret": "key.secret",  # an ApiKey has none
    "Ticket.independent": "exclusive",
    "UnblockPlayerRequest.player": "other",
}
"""What REST calls a field; with a dot: a field of a part of a request, or of an object."""

VALUES: Final[Mapping[str, Mapping[Any, Any]]] = {
    "ChangeSeriesRequest.budget_seconds": {0: None},
    "ChangedTournamentEntryRules.check_in_seconds": {0: None},
    "CreateTicketRequest.independent": {True: False},
    "ListMatchesRequest.bots": {True: "with", False: "without"},
    "ListMatchesRequest.joinable": {True: "me"},
    "Ticket.independent": {True: False, False: True},
}
"""What REST says for a value."""

LEFT_OUT: Final[Mapping[str, Mapping[str, Any]]] = {
    "BlockPlayerRequest": {"player": "me"},  # in REST's path
    "CreateBotRequest": {"player": "me"},
    "GetQuotasRequest": {"player": "me"},
    "ListBlocksRequest": {"player": "me"},
    "OnTimeOut": {"kind": "default_action"},
    "ReportCrashRequest": {"player": "me"},
    "TimeControl": {"kind": "none"},  # none of the kinds that there is a message for
    "UnblockPlayerRequest": {"player": "me"},
}
"""What a message means where it does not say."""

SAID: Final = frozenset(
    {"ChooseActionRequest.wait", "ExplainDecisionRequest.wait", "RatingRange.per_second", "RatingRange.start"}
)
"""Fields whose 0 is not taken for one that is left out."""

UNTOLD: Final = frozenset(
    {
        "CrashReport.traceback",  # these are told of one thing, and not in lists
        "Delivery.answer",
        "Delivery.request",
        "PersonAtTable.seat",  # these are told of those who sit somewhere
        "Player.bot",
        "Player.kind",
        "Player.version",
    }
)
"""Fields that REST does not tell wherever the message is used."""

BYTES: Final[Mapping[str, Callable[[Any], bytes]]] = {
    "CommitmentLogHead.signature": bytes.fromhex,  # REST has these in hexadecimal digits
    "CommitmentSignature.value": bytes.fromhex,
    "Match.commitment_document": canonical,  # of which `commitment` is the digest, as here and below
    "Series.document": lambda document: document.to_bytes(),
    "SeriesExtension.document": lambda document: document.to_bytes(),
    "SigningKey.public_key": bytes.fromhex,
    "Tournament.commitment_document": canonical,
    "Tournament.settings": lambda settings: settings.to_bytes(),
}
"""How a value is written into a field of bytes that is neither bytes there nor REST's JSON."""

NOT_FOUND: Final = frozenset(
    {"match", "number", "position", "seat", "series", "ticket", "tournament", "with"},
)
"""Parts of paths and queries: what cannot be one of them is not found; REST says that the field is not valid."""

REASONS: Final[Mapping[str, Reason]] = {
    "createTicket/seats": Reason.SEATS_OUT_OF_RANGE,  # REST has bounds of its own, before a ruleset is asked
}
"""Why fields of a body are refused that are not valid, by operation, where that is not ``INVALID_FIELD``."""

NEVER_EMPTY: Final = frozenset({"digest", "entrant", "other"})
"""Parts of paths that are refused where they are empty; of every other no such address is found, as over REST."""
