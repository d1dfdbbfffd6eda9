"""Whether a match of a tournament or a series follows from what that had promised before: its document with the SHA-256
of its seed, signed, and in the public log. docs/fairness.md explains each step. Nothing here asks the platform."""

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from playhall_client.fairness import Check, canonical, digest_of, event_deal, is_signed, same
from playhall_client.models import JsonObject

EVENT_FORMAT: Final = "playhall.event/1"
_EXTENSION_FORMAT: Final = "playhall.series-extension/1"
_OLD_SERIES_FORMAT: Final = "playhall.series/1"
_NUMBER: Final = re.compile("[1-9][0-9]*")


@dataclass(frozen=True)
class _Promised:
    """A document that promises a seed, with what stands beside it where it is published."""

    document: JsonObject
    digest: str
    signature: Mapping[str, Any] | None
    index: int | None
    seed: str | None


def check_origin(
    replay: JsonObject,
    origin: JsonObject | None = None,
    *,
    kept: str | None = None,
    keys: Sequence[Mapping[str, Any]] = (),
) -> list[Check]:
    """``origin``: the answer of ``GET /v1/tournaments/{tournament}`` or ``GET /v1/series/{series}``, from after its end
    if possible. ``kept``: the commitment of the same as it was kept before. No checks of a match that belongs to
    none."""
    document = replay["commitment_document"]
    place = document.get("event") or document.get("series")
    if not place:
        return [Check("event", holds=False)] if origin or kept else []
    is_kept = kept is None or kept == place["sha256"]
    if origin is None:
        return [Check("event", None if is_kept else False)]
    is_event = "event" in document
    whole = _of_event(origin) if is_event else _of_series(origin)
    part = whole if is_event else _part(origin, place["match"])
    parts = [whole] if part in (None, whole) else [whole, part]
    holds = is_kept and whole.digest == place["sha256"] and part is not None
    rules = _keeps_rules if is_event else _keeps_series_rules
    return [
        Check("event", holds and all(each is not None and digest_of(each.document) == each.digest for each in parts)),
        Check("event_rules", rules(replay, whole.document)),
        Check("event_seed", False if part is None else _is_seed(replay, part, is_event=is_event)),
        Check("event_signature", _are_signed([each for each in parts if each is not None], keys)),
        Check("event_log", _is_logged(replay, [each for each in parts if each is not None])),
    ]


def _of_event(told: JsonObject) -> _Promised:
    index = (told.get("commitment_log") or {}).get("index")
    document, signature = told.get("commitment_document") or {}, told.get("commitment_signature")
    return _Promised(document, str(told.get("commitment")), signature, index, told.get("seed"))


def _of_series(told: JsonObject) -> _Promised:
    index = (told.get("commitment_log") or {}).get("index")
    return _Promised(told["document"], told["document_sha256"], told.get("commitment_signature"), index, told["seed"])


def _part(series: JsonObject, match: int) -> _Promised | None:
    """The part of a series that deals a match: one of its extensions, or the series as it began. None: there is
    none."""
    whole = _of_series(series)
    stop = (whole.document.get("stop") or {}).get("matches") or 0
    part, previous, matches = whole, whole.digest, 0
    for told in series.get("extensions") or ():
        extension = _of_series(told)
        document = extension.document
        follows = (
            (document["format"], document["series"], document["previous"])
            == (_EXTENSION_FORMAT, whole.digest, previous)
            and (document["first"] == matches if matches else document["first"] >= stop)
            and document["matches"] > document["first"]
            and digest_of(document) == extension.digest
        )
        if not follows:
            return None
        part = extension if match >= document["first"] else part
        previous, matches = extension.digest, document["matches"]
    return None if matches and match >= matches else part


def _keeps_rules(replay: JsonObject, promised: JsonObject) -> bool:
    """Whether an event has promised such a match, between whom it was played."""
    document = replay["commitment_document"]
    ids, seats = document["event"]["entrants"], replay["seats"]
    return (
        promised.get("format") == EVENT_FORMAT
        and promised.get("ruleset") == document["ruleset"]
        and same(promised.get("options"), document["options"])
        and not document.get("series")
        and not document.get("tournament")
        and len(ids) == len(seats) == len(set(ids))
        and all(_sits(entrant, seat) for entrant, seat in zip(ids, seats, strict=True))
    )


def _sits(entrant: str, seat: JsonObject) -> bool:
    if seat["bot"] is None:
        return bool(entrant == seat["player"])
    begin, _, number = entrant.rpartition(":")
    return begin == f"bot:{seat['bot']}" and _NUMBER.fullmatch(number) is not None


def _keeps_series_rules(replay: JsonObject, promised: JsonObject) -> bool:
    document, seats = replay["commitment_document"], replay["seats"]
    entrants, live = {each["bot"] for each in promised["entrants"]}, promised.get("live")
    return (
        all(same(promised.get(name), document[name]) for name in ("ruleset", "ruleset_version", "options"))
        and len(seats) in promised["seats"]
        and (live is None or all(same(live[name], document.get(name)) for name in ("time_control", "on_time_out")))
        and (live is None or document["series"]["deal"] == document["series"]["match"])
        and all((seat["bot"] or f"player:{seat['player']}") in entrants for seat in seats)
    )


def _is_seed(replay: JsonObject, part: _Promised, *, is_event: bool) -> bool | None:
    """Whether the platform's seed of the match follows from the promised one; None: that is not shown yet."""
    if part.seed is None:
        return None
    seed = bytes.fromhex(part.seed)
    promised = part.document.get("series_seed_sha256") or part.document.get("seed_sha256")
    if hashlib.sha256(seed).hexdigest() != promised:
        return False
    if is_event:
        message = b"playhall.event-deal/1\0" + canonical(event_deal(replay))
    else:
        deal: int = replay["commitment_document"]["series"]["deal"]
        message = b"playhall.series-deal/1\0" + deal.to_bytes(8, "big")
    return bool(hmac.digest(seed, message, "sha256").hex() == replay["server_seed"])


def _are_signed(parts: Sequence[_Promised], keys: Sequence[Mapping[str, Any]]) -> bool | None:
    """Whether all are signed; None: they are older than such signatures."""
    signed = [
        None
        if each.signature is None and each.document.get("format") == _OLD_SERIES_FORMAT
        else is_signed(str(each.document.get("format")), each.digest, each.signature, keys)
        for each in parts
    ]
    return False if False in signed else None if None in signed else True


def _is_logged(replay: JsonObject, parts: Sequence[_Promised]) -> bool | None:
    """Whether all stand in the public log before the match; None: that is not told."""
    own = (replay.get("commitment_log") or {}).get("index")
    indices = [each.index for each in parts]
    if own is None or None in indices:
        return None
    return all(index is not None and index < own for index in indices)
