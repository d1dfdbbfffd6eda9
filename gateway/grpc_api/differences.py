"""Where the messages of ``playhall.play.v1`` say something otherwise than the operations of REST.

What a message says follows from the operation of the same name; the few rest stands here, by the names of messages and
their fields, each with its reason.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

OPERATIONS: Final[Mapping[str, str]] = {
    "WatchTournament": "streamTournamentEventsNdjson",  # REST has two forms of it
}
"""The operations whose methods have another name."""

NAMES: Final[Mapping[str, str]] = {
    "OnTimeOut.rule": "kind",  # an enumeration, where REST has objects of several kinds
}
"""What REST calls a field."""

LEFT_OUT: Final[Mapping[str, Mapping[str, Any]]] = {
    "TimeControl": {"kind": "none"},  # proto3 has no way to say that one of several is meant and which
    "OnTimeOut": {"kind": "default_action"},
}
"""What a message says that has none of its fields."""

NULLS: Final = frozenset(
    {
        "ChangedTournamentEntryRules.check_in_seconds",  # 0 seconds are no time to check in
    }
)
"""Numbers whose 0, if it is sent, is REST's null."""

BYTES: Final[Mapping[str, Callable[[Any], bytes]]] = {
    "CommitmentSignature.value": bytes.fromhex,  # REST has it in hexadecimal digits
    "Tournament.settings": lambda settings: settings.to_bytes(),  # of which `settings_sha256` is the digest
}
"""How a value is written into a field of bytes that is neither bytes there nor REST's JSON."""

NOT_FOUND: Final = frozenset({"tournament"})
"""Parts of paths: what cannot be the id of one is not found; REST says that the field is not valid."""

NEVER_EMPTY: Final = frozenset({"entrant", "ruleset"})
"""Parts of paths that are refused where they are empty; of every other no such address is found, as over REST."""
