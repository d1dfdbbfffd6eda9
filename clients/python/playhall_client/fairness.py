"""Whether a match was fair: that its replay keeps what was promised before it, and that its seed follows from the seeds
of the platform and the players. docs/fairness.md explains each step. Nothing here asks the platform."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playhall_client import ed25519
from playhall_client.models import JsonObject


@dataclass(frozen=True)
class Check:
    """What was looked at; ``holds`` None: it could not be checked.

    ``name``: ``document``, ``promises``, ``server_seed``, ``kept_commitment``, ``client_seed``, ``own_seat``,
    ``match_seed``, ``commitment_signature`` and ``signature`` of every match; ``event``, ``event_rules``,
    ``event_seed``, ``event_signature`` and ``event_log`` of one that belongs to a tournament or a series; of a
    tournament's also ``event_deal``.
    """

    name: str
    holds: bool | None


def new_seed() -> str:
    """32 random bytes, hexadecimal."""
    return secrets.token_hex(32)


def canonical(document: object) -> bytes:
    """JSON as it is hashed (RFC 8785): keys sorted, no spaces, UTF-8."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def same(one: object, other: object) -> bool:
    """Whether two documents say the same."""
    return canonical(one) == canonical(other)


def digest_of(document: object) -> str:
    """The SHA-256 of a document, hexadecimal."""
    return hashlib.sha256(canonical(document)).hexdigest()


def is_signed(format: str, digest: str, signature: Mapping[str, Any] | None, keys: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a digest was signed by one of the platform's keys, with its format before it."""
    if not isinstance(signature, Mapping):
        return False
    key = next((key for key in keys if key.get("key_id") == signature.get("key_id")), None)
    try:
        message = format.encode() + b"\0" + bytes.fromhex(digest)
        return key is not None and ed25519.holds(
            bytes.fromhex(key["public_key"]), message, bytes.fromhex(signature["value"])
        )
    except (KeyError, TypeError, ValueError):
        return False


def check_replay(
    replay: JsonObject,
    *,
    keys: Sequence[Mapping[str, Any]] = (),
    commitment: str | None = None,
    seat: int | None = None,
    client_seed: str | None = None,
    player: str | None = None,
) -> list[Check]:
    """What can be told from a replay alone, and from what was kept. ``keys``: those that the platform publishes.
    ``commitment``: of the match, as it was before one's own client seed was given. ``seat``, ``client_seed``,
    ``player``: one's own; the player's id."""
    document, server = replay["commitment_document"], bytes.fromhex(replay["server_seed"])
    digest = digest_of(document)
    whole = digest_of({name: value for name, value in replay.items() if name != "signature"})
    is_promise = str(document["format"]).startswith("playhall.commitment/")
    seed, told = client_seed and client_seed.lower(), replay["client_seeds"]
    own = None if seat is None else replay["seats"][seat]["player"]
    return [
        Check("document", is_promise and digest == replay["commitment"]),
        Check("promises", _keeps_promises(replay, document)),
        Check("server_seed", hashlib.sha256(server).hexdigest() == document["server_seed_sha256"]),
        Check("kept_commitment", None if commitment is None else commitment == replay["commitment"]),
        Check("client_seed", None if seat is None or seed is None else told[seat] == seed),
        Check("own_seat", None if own is None or player is None else own == player),
        Check("match_seed", _match_seed(replay, document, server).hex() == replay["seed"]),
        Check(
            "commitment_signature",
            is_signed(document["format"], digest, replay["commitment_signature"], keys) if keys else None,
        ),
        Check("signature", is_signed(replay["format"], whole, replay["signature"], keys) if keys else None),
    ]


def event_deal(replay: JsonObject) -> JsonObject:
    """What the chance of a tournament's match depends on, beside the event's seed: who plays, with which seeds, which
    deal."""
    event = replay["commitment_document"]["event"]
    seats = zip(event["entrants"], replay["client_seeds"], strict=True)
    entrants = sorted(({"id": entrant, "client_seed": seed} for entrant, seed in seats), key=lambda each: each["id"])
    return {"entrants": entrants, "deal": event["deal"]}


def _keeps_promises(replay: JsonObject, document: JsonObject) -> bool:
    free = ("match", "created_at") if "tournament" in document or "series" in document else ()
    told = {name: replay[name] for name in ("match", "ruleset", "options", "created_at")}
    told["ruleset_version"] = replay["version"]
    return all(
        (name in free and document[name] is None) or same(value, document.get(name)) for name, value in told.items()
    )


def _match_seed(replay: JsonObject, document: JsonObject, server: bytes) -> bytes:
    """The seed of a match, from the platform's for it."""
    if document.get("event"):
        message = b"playhall.event-match-seed/1\0" + canonical(event_deal(replay))
    elif document.get("series"):
        shared = {name: document[name] for name in ("ruleset", "ruleset_version", "options")}
        series = document["series"]
        shared |= {"seats": len(document["seats"]), "series": series["sha256"], "deal": series["deal"]}
        message = b"playhall.series-match-seed/1\0" + hashlib.sha256(canonical(shared)).digest()
    else:
        message = b"playhall.match-seed/2\0" + bytes.fromhex(replay["commitment"])
        for seat, seed in enumerate(replay["client_seeds"]):
            given = bytes(33) if seed is None else b"\1" + bytes.fromhex(seed)
            message += seat.to_bytes(2, "big") + given
    return hmac.digest(server, message, "sha256")
