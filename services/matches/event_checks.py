"""The check of a tournament's match: that its chance follows from what the tournament was published with. Pure.

What somebody has kept of the tournament are the answers of ``GET /v1/tournaments/{tournament}``, from before it entered
and from later, and of ``.../export/json`` at the end, which has the seed, the entrants' own and the log.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from services.engine.fairness import EventReference, canonical, client_seed_sha256, event_server_seed, sha256_hex
from services.engine.replay import Replay
from services.engine.ruleset import JsonObject
from services.fairness.signing import BadSignature, PublicKeys, Signature
from services.moments import parse_moment
from services.tournaments.event_commitment import EVENT_FORMAT

_DEALT: Final = ("game_ended", "game_void", "game_called_off")
"""The kinds of entries that say that a match was dealt."""
_HASH: Final = re.compile("[0-9a-f]{64}")


class EventContradicts(Exception):
    """A match does not follow from its tournament, or what was kept of that does not fit together. The message says
    what differs."""


class NoEvent(Exception):
    """What was kept is not what a tournament says. The message says what is missing."""


@dataclass(frozen=True, slots=True)
class EventFound:
    """What was found to hold, and what was not looked at, in sentences."""

    checked: list[str]
    unchecked: list[str]


def check_event(told: Replay, kept: Sequence[JsonObject], keys: PublicKeys | None) -> EventFound:
    """Hold a tournament's match against its tournament. ``kept``: what was saved of that, at any moments.

    Raises:
        EventContradicts: it does not follow from it.
        NoEvent: the match belongs to no tournament with a commitment, or ``kept`` is not of one.
    """
    event = told.commitment_document.event
    if event is None:
        raise NoEvent("the match belongs to no tournament, or to one that is older than tournaments' commitments")
    found = EventFound([], [])
    for saved in kept:
        _check_commitment(told, event, saved, keys)
    found.checked.append("the tournament's commitment is the one that you saved; it binds its seed, rules and stages")
    if keys is None:
        found.unchecked.append("the signature of the tournament's commitment: give the platform's public keys (--keys)")
    else:
        found.checked.append("the platform has signed the tournament's commitment")
    _check_seed(told, event, kept, found)
    _check_entrants(told, event, kept, found)
    if any(saved["commitment_document"].get("seed_given_by_host") for saved in kept):
        found.checked.append(
            "the host has given the tournament's seed and knew every card: only bots of the house play"
        )
    promised = kept[0]["commitment_document"].get("ruleset_version")
    if promised != told.version:
        found.unchecked.append(
            f"that version {told.version} of the ruleset deals as {promised} did, with which it was published"
        )
    return found


def words_of(event: EventReference) -> str:
    """Which game of a tournament it is, in a sentence."""
    which = f"it is deal {event.deal} between these entrants of the tournament, and their game {event.game}"
    again = event.played_again
    if again is None:
        return which
    times = "" if again.times == 1 else f", the last of {again.times}"
    by = "the platform" if again.by is None else again.by
    reason = f": {again.reason!r}" if again.reason else ", without a reason"
    return (
        f"{which}, played again since match {again.match}{times} does not count: so decided {by}{reason} (entry "
        f"{again.entry} of the tournament's log)"
    )


def _check_commitment(told: Replay, event: EventReference, saved: JsonObject, keys: PublicKeys | None) -> None:
    document = saved.get("commitment_document")
    promised = told.commitment_document
    if not isinstance(document, dict) or document.get("format") != EVENT_FORMAT:
        raise NoEvent("what was saved of the tournament has no commitment")
    digest = sha256_hex(canonical(document))
    if digest != saved.get("commitment"):
        raise EventContradicts("the tournament's commitment is not the SHA-256 of its document")
    if digest != event.sha256:
        raise EventContradicts("the match was dealt by another commitment than that of the tournament that was saved")
    if keys is not None:
        _check_signature(document, saved, keys)
    if document.get("ruleset") != told.ruleset or canonical(document.get("options")) != canonical(told.options):
        raise EventContradicts("the match has another ruleset, or other options, than its tournament")
    for name, here in (("time_control", promised.time_control), ("on_time_out", promised.on_time_out)):
        if canonical(document.get(name)) != canonical(here.model_dump(mode="json")):
            raise EventContradicts(f"the match has another `{name}` than its tournament")
    is_same_version = document.get("ruleset_version") == told.version
    if is_same_version and document.get("catalogue_sha256") not in (None, promised.catalogue_sha256):
        raise EventContradicts("the match was played with other cards than its tournament was published with")
    place = saved.get("commitment_log")
    if told.commitment_log is not None and isinstance(place, dict):
        if not isinstance(place.get("index"), int):
            raise NoEvent("the place of the tournament's commitment in the public log is missing")
        if place["index"] >= told.commitment_log.index:
            raise EventContradicts("the match stands in the public log before its tournament")


def _check_signature(document: JsonObject, saved: JsonObject, keys: PublicKeys) -> None:
    try:
        signature = saved["commitment_signature"]
        made = Signature(signature["key_id"], bytes.fromhex(signature["value"]))
        at_ms = parse_moment(document["created_at"])
    except (KeyError, TypeError, ValueError):
        raise NoEvent("the signature of the tournament's commitment is missing") from None
    try:
        keys.verify(EVENT_FORMAT, canonical(document), made, at_ms=at_ms)
    except BadSignature as error:
        raise EventContradicts(f"the signature of the tournament's commitment does not hold: {error}") from None


def _check_seed(told: Replay, event: EventReference, kept: Sequence[JsonObject], found: EventFound) -> None:
    seeds = [saved["seed"] for saved in kept if saved.get("seed") is not None]
    if not seeds:
        found.unchecked.append(
            "that the server's seed follows from the tournament's: that is shown when the tournament is over"
        )
        return
    for seed in seeds:
        if not isinstance(seed, str) or _HASH.fullmatch(seed) is None:
            raise NoEvent("the tournament's seed is not 64 hexadecimal digits")
        if sha256_hex(bytes.fromhex(seed)) != kept[0]["commitment_document"].get("seed_sha256"):
            raise EventContradicts("the tournament's seed is not the one that it was published with")
        if event_server_seed(bytes.fromhex(seed), event, told.client_seeds).hex() != told.server_seed:
            raise EventContradicts("the server's seed does not follow from the seed of the tournament")
    found.checked.append(
        "the server's seed follows from the tournament's, from who meets whom, from their own seeds and from the "
        "number of the deal"
    )


def _check_entrants(told: Replay, event: EventReference, kept: Sequence[JsonObject], found: EventFound) -> None:
    exports = [
        saved for saved in kept if isinstance(saved.get("entrants"), list) and isinstance(saved.get("log"), list)
    ]
    if not exports:
        found.unchecked.append(
            "the number of the deal, and that each entrant's seed is the one that it gave: give the tournament's "
            "export (GET /v1/tournaments/{tournament}/export/json)"
        )
        return
    owns = []
    for export in exports:
        try:
            owns.append(_check_export(told, event, export))
        except (KeyError, TypeError, AttributeError, ValueError, IndexError):
            raise NoEvent("the export of the tournament cannot be read") from None
    kinds = {own["what"]["kind"] for own in owns if own is not None}
    if kinds:
        found.checked.append(
            "entrants, their own seeds, the order of their seats and the number of the deal follow from the "
            "tournament's log"
        )
    else:
        found.unchecked.append(
            "the number of the deal, the order of seats and the result: the tournament's log, as it was saved, does "
            "not tell of this match"
        )
    if "game_ended" in kinds and told.outcome is not None:
        found.checked.append("the result agrees with the tournament's log")


def _check_export(told: Replay, event: EventReference, export: JsonObject) -> JsonObject | None:
    """Hold a match against the log of its tournament. The entry that tells of it; None: there is none yet, or the
    tournament was cancelled. What was saved before may not know everybody yet, nor everybody's seed."""
    status = export["status"]
    known_as = _known_as(export["log"])
    ids = {name: entrant for entrant, name in known_as.items()}
    entrants = {each["id"]: each for each in export["entrants"]}
    given = {each["what"]["entrant"]: each["what"]["client_seed_sha256"] for each in _of_kind(export, "seed_given")}
    if set(event.entrants) <= set(ids):
        here = frozenset(ids[name] for name in event.entrants)
        before, own = _dealt(export["log"], here, told.match)
    else:
        before, own = [], None
    is_told = status == "finished" or (status != "cancelled" and export.get("seed") is not None)
    if own is None and is_told:
        if not set(event.entrants) <= set(ids):
            raise EventContradicts("somebody who plays has not entered the tournament")
        raise EventContradicts("the tournament's log does not tell of this match")
    is_early = own is None and status != "cancelled"
    for name, client_seed in zip(event.entrants, told.client_seeds, strict=True):
        if is_early and (name not in ids or ids[name] not in given):
            continue
        if name not in ids:
            raise EventContradicts(f"{name} has not entered the tournament")
        digest = None if client_seed is None else client_seed_sha256(client_seed)
        shown = entrants[ids[name]].get("client_seed")
        if given.get(ids[name]) != digest or (shown is not None and shown != client_seed):
            raise EventContradicts(f"the seed of {name} is not the one that it gave on entry")
    if is_early:
        return None
    if own is not None:
        check_seats(event, export["log"], own, known_as)
    duplicates = any(stage.get("deals") == "duplicate" for stage in export["commitment_document"]["stages"])
    void = [each for each in before if each["what"]["kind"] != "game_ended"]
    if not duplicates and event.deal != len(before) + 1:
        raise EventContradicts(f"it is deal {len(before) + 1} of these entrants by the tournament's log")
    if event.game != len(before) - len(void) + 1:
        raise EventContradicts(f"it is game {len(before) - len(void) + 1} of these entrants by the tournament's log")
    _check_played_again(event, before)
    if own is not None and own["what"]["kind"] == "game_ended" and told.outcome is not None:
        ranks = [each["rank"] for each in told.outcome["results"]]
        names = [known_as[entrant] for entrant in own["what"]["entrants"]]
        if dict(zip(names, own["what"]["places"], strict=True)) != dict(zip(event.entrants, ranks, strict=True)):
            raise EventContradicts("the tournament's log has another result of this match")
    return own


def check_seats(
    event: EventReference, entries: Sequence[JsonObject], own: JsonObject, known_as: dict[str, str]
) -> None:
    """Whether everybody sits where the log has paired them: whoever exchanges seats exchanges hands. From one match of
    a table to the next everybody who is there moves on by one seat. ``own``: the entry that tells of the match.
    ``known_as``: what entrants are to the tournament's chance.

    Raises:
        EventContradicts: they sit otherwise.
    """
    what = own["what"]
    before = [entry for entry in entries if entry["number"] < own["number"]]
    told = [entry["what"] for entry in before if entry["what"]["kind"] == "undone"]
    undone = {number for each in told for number in (each["entry"], *each.get("also", ()))}
    earlier = [entry for entry in before if entry["number"] not in undone]
    pairings = [entry for entry in earlier if _pairs(entry["what"], what)]
    if not pairings:
        raise EventContradicts("the tournament's log has not paired the table of this match")
    paired = pairings[-1]["what"]
    table = paired if paired["kind"] == "table_paired" else paired["tables"][what["table"] - 1]
    place = (what["round"], what["table"])
    left = [
        entrant
        for entry in _since_paired("table_left", earlier, pairings[-1], table, place)
        for entrant in entry["what"]["entrants"]
    ]
    present = [entrant for entrant in table["entrants"] if entrant not in (*table.get("away", ()), *left)]
    games = list(_since_paired("game_ended", earlier, pairings[-1], table, place))
    if what["game"] != len(games) + 1:
        raise EventContradicts(f"it is game {len(games) + 1} of its table by the tournament's log")
    shift = len(games) % len(present) if present else 0
    seated = [*present[shift:], *present[:shift]]
    if list(what["entrants"]) != seated or [known_as[entrant] for entrant in seated] != list(event.entrants):
        raise EventContradicts("the seats are not those that follow from the tournament's log")


def _since_paired(
    kind: str, earlier: Sequence[JsonObject], pairing: JsonObject, table: JsonObject, place: tuple[int, int]
) -> Iterator[JsonObject]:
    """The entries of a kind about a table since it was paired: of one that stands after a correction, also those from
    before. ``earlier``: what counts of the log. ``place``: its round and number."""
    if table.get("stands") is not None:
        first = next(entry for entry in earlier if entry["number"] == table["stands"])
        for number, old in enumerate(first["what"]["tables"], 1):
            if set(old["entrants"]) == set(table["entrants"]):
                round_number = first["what"]["round"]
                others = [entry for entry in earlier if _pairs_round(entry["what"], round_number)]
                again = [entry["number"] for entry in (*others, pairing) if entry["number"] > first["number"]]
                until = [entry for entry in earlier if entry["number"] < min(again)]
                yield from _since_paired(kind, until, first, old, (round_number, number))
    for entry in earlier:
        what = entry["what"]
        is_later = entry["number"] > pairing["number"] and what["kind"] == kind
        if is_later and (what["round"], what["table"]) == place:
            yield entry


def _pairs(what: JsonObject, game: JsonObject) -> bool:
    """Whether an entry of the log pairs the table of a match."""
    if what["kind"] == "round_paired":
        return _pairs_round(what, game["round"]) and bool(what["tables"])
    return bool(what["kind"] == "table_paired" and _is_at(what, game))


def _pairs_round(what: JsonObject, number: int) -> bool:
    """Whether an entry of the log pairs a round, with all of its tables."""
    return bool(what["kind"] == "round_paired" and what["round"] == number)


def _is_at(what: JsonObject, game: JsonObject) -> bool:
    """Whether an entry of the log is about the table of a match."""
    return bool((what["round"], what["table"]) == (game["round"], game["table"]))


def _check_played_again(event: EventReference, before: Sequence[JsonObject]) -> None:
    """Whether the matches of this game that were dealt before, and do not count, are told."""
    spent = 0
    for entry in before:
        spent = 0 if entry["what"]["kind"] == "game_ended" else spent + 1
    expected = None
    if spent:
        last = before[-1]
        expected = {
            "times": spent,
            "match": last["what"]["match"],
            "entry": last["number"],
            "by": last["by"],
            "reason": last["reason"],
        }
    told = None if event.played_again is None else event.played_again.model_dump()
    if told != expected:
        raise EventContradicts("by the tournament's log it was dealt before otherwise than the match says")


def _dealt(
    entries: Sequence[JsonObject], here: frozenset[str], match: str | None
) -> tuple[list[JsonObject], JsonObject | None]:
    """The entries that tell of deals to the same entrants before that of a match; and that of the match itself."""
    before: list[JsonObject] = []
    for entry in entries:
        what = entry["what"]
        if what["kind"] in _DEALT and frozenset(what["entrants"]) == here:
            if what["match"] == match:
                return before, entry
            before.append(entry)
    return before, None


def _known_as(entries: Sequence[JsonObject]) -> dict[str, str]:
    """What entrants are to the tournament's chance, by entrant."""
    found: dict[str, str] = {}
    of_the_house: dict[str, int] = {}
    for entry in entries:
        what = entry["what"]
        if what["kind"] not in ("entered", "invited"):
            continue
        if what["player"] is None:
            of_the_house[what["bot"]] = of_the_house.get(what["bot"], 0) + 1
            found[what["entrant"]] = f"bot:{what['bot']}:{of_the_house[what['bot']]}"
        else:
            found[what["entrant"]] = what["player"]
    return found


def _of_kind(export: JsonObject, kind: str) -> list[Any]:
    return [entry for entry in export["log"] if entry["what"]["kind"] == kind]
