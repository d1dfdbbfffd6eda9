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
    export: JsonObject | None = None,
) -> list[Check]:
    """``origin``: the answer of ``GET /v1/tournaments/{tournament}`` or ``GET /v1/series/{series}``, from after its end
    if possible. ``kept``: the commitment of the same as it was kept before. ``export``: the answer of ``GET
    /v1/tournaments/{tournament}/export/json``. No checks of a match that belongs to none."""
    document = replay["commitment_document"]
    place = document.get("event") or document.get("series")
    if not place:
        has_promised = origin is not None and (origin.get("commitment") or origin.get("document_sha256"))
        return [Check("event", holds=False)] if kept or has_promised else []
    is_kept = kept is None or kept == place["sha256"]
    if origin is None:
        return [Check("event", None if is_kept else False)]
    is_event = "event" in document
    whole = _of_event(origin) if is_event else _of_series(origin)
    part = whole if is_event else _part(origin, place["match"])
    parts = [whole] if part in (None, whole) else [whole, part]
    holds = is_kept and whole.digest == place["sha256"] and part is not None
    rules = _keeps_rules if is_event else _keeps_series_rules
    checks = [
        Check("event", holds and all(each is not None and digest_of(each.document) == each.digest for each in parts)),
        Check("event_rules", rules(replay, whole.document)),
        Check("event_seed", False if part is None else _is_seed(replay, part, is_event=is_event)),
        Check("event_signature", _are_signed([each for each in parts if each is not None], keys)),
        Check("event_log", _is_logged(replay, [each for each in parts if each is not None])),
    ]
    return [*checks, Check("event_deal", _is_dealt(replay, export))] if is_event else checks


def _is_dealt(replay: JsonObject, export: JsonObject | None) -> bool | None:
    """Whether a match is the deal that its tournament's log says, between those, in those seats, with the seeds that
    they gave. None: there is no log, or it does not tell of the match yet."""
    if export is None or not isinstance(export.get("log"), list):
        return None
    event = replay["commitment_document"]["event"]
    try:
        return digest_of(export["commitment_document"]) == event["sha256"] and _follows_log(replay, event, export)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return False


def _follows_log(replay: JsonObject, event: JsonObject, export: JsonObject) -> bool | None:
    log: list[JsonObject] = export["log"]
    dealt = [each for each in log if _kind(each) in ("game_ended", "game_void", "game_called_off")]
    own = next((each for each in dealt if each["what"]["match"] == replay["match"]), None)
    if own is None:
        return False if export["status"] == "finished" else None
    ids, entrants = _ids(log), {each["id"]: each for each in export["entrants"]}
    given = {each["what"]["entrant"]: each["what"]["client_seed_sha256"] for each in log if _kind(each) == "seed_given"}
    for name, seed in zip(event["entrants"], replay["client_seeds"], strict=True):
        digest = None if seed is None else hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        if given.get(ids[name]) != digest or entrants[ids[name]]["client_seed"] not in (None, seed):
            return False
    seats = [ids[name] for name in event["entrants"]]
    told, what = log[: log.index(own)], own["what"]
    before = [each for each in dealt if each in told and set(each["what"]["entrants"]) == set(seats)]
    ended = [number for number, each in enumerate(before, 1) if _kind(each) == "game_ended"]
    spent = before[ended[-1] if ended else 0 :]
    again = None
    if spent:
        again = {"times": len(spent), "match": spent[-1]["what"]["match"], "entry": spent[-1]["number"]}
        again |= {"by": spent[-1]["by"], "reason": spent[-1]["reason"]}
    is_duplicate = any(each.get("deals") == "duplicate" for each in export["commitment_document"]["stages"])
    *_, here = [table for *place, table in _tables(told) if place == [what["round"], what["table"]]] or [[]]
    turn = (what["game"] - 1) % len(seats)
    return (
        (is_duplicate or event["deal"] == len(before) + 1)
        and event["game"] == len(ended) + 1
        and same(event["played_again"], again)
        and what["entrants"] in ([], seats)
        and seats == here[turn:] + here[:turn]
    )


def _kind(entry: JsonObject) -> str:
    return str(entry["what"]["kind"])


def _ids(log: Sequence[JsonObject]) -> dict[str, str]:
    """The entrants' ids in a tournament, by what its matches call them."""
    found: dict[str, str] = {}
    bots: dict[str, int] = {}
    for what in (each["what"] for each in log if _kind(each) in ("entered", "invited")):
        bot, player = what["bot"], what["player"]
        if player is None:
            bots[bot] = bots.get(bot, 0) + 1
        found[player or f"bot:{bot}:{bots[bot]}"] = what["entrant"]
    return found


def _tables(log: Sequence[JsonObject]) -> list[tuple[int, int, list[str]]]:
    """The tables that were paired and not taken back, the last paired last: round, number, and who sits there in the
    first game; again, where some have left. With each game of a table everybody moves on by one seat."""
    undone: set[int] = set()
    for each in reversed(log):
        if _kind(each) == "undone" and each["number"] not in undone:
            undone.update((each["what"]["entry"], *each["what"].get("also", ())))
    found = []
    for what in (each["what"] for each in log if each["number"] not in undone):
        tables = enumerate(what["tables"], 1) if what["kind"] == "round_paired" else ()
        for number, table in [(what["table"], what)] if what["kind"] == "table_paired" else tables:
            seats = [each for each in table["entrants"] if each not in table.get("away", ())]
            found.append((what["round"], number, seats))
        if what["kind"] == "table_left":
            here = [seats for *place, seats in found if place == [what["round"], what["table"]]]
            left = [each for each in here[-1] if each not in what["entrants"]] if here else []
            found.append((what["round"], what["table"], left))
    return found


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
        and all(same(promised.get(name), document.get(name)) for name in ("options", "time_control", "on_time_out"))
        and not _has_other_cards(promised, document)
        and not document.get("series")
        and not document.get("tournament")
        and len(ids) == len(seats) == len(set(ids))
        and all(_sits(entrant, seat) for entrant, seat in zip(ids, seats, strict=True))
    )


def _has_other_cards(promised: JsonObject, document: JsonObject) -> bool:
    """Whether a match of the same version of the rules was dealt from other cards than those that were promised, or
    does not say from which."""
    if promised.get("ruleset_version") != document["ruleset_version"]:
        return False
    return promised.get("catalogue_sha256") not in (None, document.get("catalogue_sha256"))


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
        and not _has_other_cards(promised, document)
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
