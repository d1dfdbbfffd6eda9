"""The check of a replay by somebody who believes nothing but what they have kept themselves: the match as it was shown
before they gave a client seed, that seed, their event stream, and the platform's public keys. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from services.engine import replay
from services.engine.engine import Engine
from services.engine.fairness import COMMITMENT_FORMAT_V1, CommitmentDocument, canonical, client_seed_sha256
from services.engine.replay import AnyReplay, Replay, ReplaySignature
from services.engine.ruleset import SPECTATOR, JsonObject
from services.engine.unique_names import parse_once
from services.fairness.signing import BadSignature, PublicKeys, Signature
from services.matches import event_log
from services.matches.event_checks import EventContradicts, NoEvent, check_event, words_of
from services.matches.replays import told_entries
from services.moments import parse_moment

_INCLUDED: Final = ("view", "legal", "deadline_at")
"""What a step has because its client asked for it."""


class ReplayContradicts(Exception):
    """The replay is not what was promised, shown or signed. The message says what differs."""


class BadEvidence(Exception):
    """What the replay is to be held against cannot be read. The message says why."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was kept. ``commitment``: 64 hexadecimal digits. ``match``: the answer of ``GET /v1/matches/{match}`` at any
    moment. ``seat``: the own one. ``player``: the own id. ``client_seed``: the own one, 64 hexadecimal digits.
    ``stream``: lines of the event stream of ``seat``, or the spectators'. ``keys``: the platform's. ``event``: answers
    of ``GET /v1/tournaments/{tournament}`` and of its export at any moments. ``bots_choose_again``: whether the bots
    are the same as when the match was played."""

    commitment: str | None = None
    match: JsonObject | None = None
    seat: int | None = None
    player: str | None = None
    client_seed: str | None = None
    stream: Sequence[JsonObject] | None = None
    keys: PublicKeys | None = None
    event: Sequence[JsonObject] = ()
    bots_choose_again: bool = True


@dataclass(slots=True)
class Report:
    """What was found to hold, and what was not looked at, in sentences."""

    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def read_stream(data: bytes) -> list[JsonObject]:
    """A saved event stream: the lines of ``application/x-ndjson``.

    Raises:
        BadEvidence: a line is no JSON object.
    """
    lines: list[JsonObject] = []
    for number, text in enumerate(data.split(b"\n"), 1):
        if text.strip():
            lines.append(read_object(text, f"line {number} of the stream"))
    return lines


def read_object(data: bytes | str, what: str) -> JsonObject:
    """A JSON object that somebody has kept.

    Raises:
        BadEvidence: it is none.
    """
    try:
        document = parse_once(data)
        canonical(document)  # what is no Unicode, or too large a number, could not be compared
    except (ValueError, RecursionError) as error:
        raise BadEvidence(f"{what} is no JSON: {error}") from None
    if not isinstance(document, dict):
        raise BadEvidence(f"{what} is no JSON object")
    return document


def check(data: bytes, engine: Engine, evidence: Evidence) -> Report:
    """Hold a replay against the rules and everything that was kept.

    Raises:
        MalformedReplay, ReplayDiffers: see :mod:`services.engine.replay`.
        ReplayContradicts: it is not what was kept.
        BadEvidence: what was kept cannot be held against it.
        Refusal: as :func:`services.engine.replay.re_execute`.
    """
    told = replay.read(data)
    if evidence.seat is not None and not 0 <= evidence.seat < len(told.seats):
        raise BadEvidence("the match has no such seat: --seat is your own")
    report = Report()
    _check_signatures(told, data, evidence, report)
    _check_commitment(told, evidence, report)
    replay.check_seeds(told)
    _check_own_seat(told, evidence, report)
    _check_own_seed(told, evidence, report)
    _check_event(told, evidence, report)
    if evidence.match is not None:
        _check_match(told, evidence.match, report)
    _check_stream(told, evidence, report)
    done = replay.re_execute(told, engine, bots_choose_again=evidence.bots_choose_again)
    _report_execution(told, done, report)
    if isinstance(told, Replay) and told.commitment_log is not None:
        place = f"entry {told.commitment_log.index}"
        report.unchecked.append(f"that the public log has the commitment as {place}: `playhall audit-log --replay`")
    report.unchecked.append("when things happened: times are the platform's word, but never run backwards")
    return report


def _check_signatures(told: AnyReplay, data: bytes, evidence: Evidence, report: Report) -> None:
    if not isinstance(told, Replay):
        report.unchecked.append("signatures: format 1 has none")
        return
    if told.signature is None or told.commitment_signature is None:
        report.unchecked.append("signatures: a match that was played without a server has none")
        return
    if evidence.keys is None:
        report.unchecked.append("signatures: give the platform's public keys (--keys)")
        return
    assert told.created_at is not None
    assert told.ended_at is not None
    document = told.commitment_document.to_bytes()
    domain = told.commitment_document.format
    _verify(evidence.keys, domain, document, told.commitment_signature, told.created_at, "commitment")
    whole = replay.signed_part(json.loads(data))
    _verify(evidence.keys, replay.FORMAT, whole, told.signature, told.ended_at, "replay")
    report.checked.append("the platform has signed this commitment, and this replay as a whole")


def _verify(keys: PublicKeys, domain: str, payload: bytes, signature: ReplaySignature, at: str, what: str) -> None:
    try:
        made = Signature(signature.key_id, bytes.fromhex(signature.value))
        keys.verify(domain, payload, made, at_ms=parse_moment(at))
    except BadSignature as error:
        raise ReplayContradicts(f"the signature of the {what} does not hold: {error}") from None


def _check_commitment(told: AnyReplay, evidence: Evidence, report: Report) -> None:
    saved = evidence.commitment
    if saved is None and evidence.match is not None:
        saved = evidence.match.get("commitment")
    if saved is None:
        report.unchecked.append("the promise: give the commitment or the match as you saved it (--commitment, --match)")
        return
    if saved != told.commitment:
        raise ReplayContradicts("the commitment is not the one that was saved")
    if isinstance(told, Replay):
        report.checked.append("the commitment is the one that you saved; it binds " + _bound(told))
    else:
        report.checked.append("the commitment is the one that you saved; it binds the server's seed alone")


def _bound(told: Replay) -> str:
    return f"the server's seed, match, {told.ruleset} {told.version}, options, seat plan, start rule and clocks"


def _check_own_seat(told: AnyReplay, evidence: Evidence, report: Report) -> None:
    """Who sits in the own seat; and who sits where somebody else sat at the creation."""
    if evidence.player is not None:
        if evidence.seat is None:
            raise BadEvidence("in which seat did you sit? (--seat)")
        if not isinstance(told, Replay):
            raise BadEvidence("format 1 does not tell who sat where: --player cannot be checked")
        if told.seats[evidence.seat].player != evidence.player:
            raise ReplayContradicts("somebody else sits in your seat")
        report.checked.append("you had your seat to the end")
    if not isinstance(told, Replay):
        return
    for number, (seat, planned) in enumerate(zip(told.seats, told.commitment_document.seats, strict=True)):
        if planned.player is not None and planned.player != seat.player:
            report.unchecked.append(
                f"why seat {number}, which was {planned.player}'s at the creation, is {seat.player}'s: who leaves "
                "before the start makes room for others; whether you did is checked with --player or --match"
            )


def _check_own_seed(told: AnyReplay, evidence: Evidence, report: Report) -> None:
    if evidence.client_seed is None:
        report.unchecked.append("your part of the seed: give your seat and client seed (--seat, --seed)")
        return
    if evidence.seat is None:
        raise BadEvidence("for which seat was the client seed given? (--seat)")
    if told.client_seeds[evidence.seat] != evidence.client_seed.lower():
        raise ReplayContradicts("your client seed was not used for your seat")
    if evidence.match is not None and evidence.match.get("seat") == evidence.seat:
        _check_own_player(told, evidence.seat, evidence.match)
    report.checked.append("your client seed went into the match's seed, in your position")


def _check_event(told: AnyReplay, evidence: Evidence, report: Report) -> None:
    """Whether a match of a tournament follows from what that was published with."""
    event = told.commitment_document.event if isinstance(told, Replay) else None
    if event is not None:
        report.checked.append(words_of(event))
    if not evidence.event:
        if event is not None:
            report.unchecked.append(
                "that its chance follows from the tournament's commitment: give the tournament, as you saved it before "
                "you entered, and its export (--event, twice)"
            )
        return
    try:
        if not isinstance(told, Replay):
            raise NoEvent("the match is older than tournaments")
        found = check_event(told, evidence.event, evidence.keys)
    except EventContradicts as error:
        raise ReplayContradicts(str(error)) from None
    except NoEvent as error:
        raise BadEvidence(str(error)) from None
    report.checked += found.checked
    report.unchecked += found.unchecked


def _check_own_player(told: AnyReplay, seat: int, match: JsonObject) -> None:
    """Whoever had a seat and gave a client seed for it has it to the end."""
    try:
        mine = match["seats"][seat]["player"]["id"]
    except (KeyError, IndexError, TypeError):
        raise BadEvidence("the saved match does not say who sits in your seat") from None
    if isinstance(told, Replay) and told.seats[seat].player != mine:
        raise ReplayContradicts("somebody else sits in your seat than in the saved match")


def _check_match(told: AnyReplay, match: JsonObject, report: Report) -> None:
    """Compare a match as it was shown at some moment with its replay."""
    expected: dict[str, Any] = {
        "id": told.match,
        "ruleset": told.ruleset,
        "options": told.options,
        "created_at": told.created_at,
        "commitment": told.commitment,
    }
    if isinstance(told, Replay):
        signature = told.commitment_signature
        expected |= {
            "commitment_document": told.commitment_document.model_dump(mode="json"),
            "commitment_signature": None if signature is None else signature.model_dump(mode="json"),
            **_rules_of_time(told.commitment_document),
            "start_rule": told.commitment_document.start_rule,
            **_versions(told, match),
        }
    status = match.get("status")
    if status in ("finished", "aborted"):
        expected["ended_at"] = told.ended_at
        expected["status"] = told.status if isinstance(told, Replay) else "finished"
        expected["outcome"] = told.outcome
    if status in ("live", "finished") and told.start is not None:
        expected["started_at"] = told.start.at
    for name, value in expected.items():
        if name in match and canonical(match[name]) != canonical(value):
            raise ReplayContradicts(f"`{name}` is not that of the match that was saved")
    seats = match.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise BadEvidence("the saved match has no list of seats")
    if len(seats) != len(told.seats):
        raise ReplayContradicts("the saved match has another number of seats")
    for number, seat in enumerate(seats):
        _check_saved_seat(told, number, seat, has_started=status != "open")
    report.checked.append(f"the match as you saved it ({status}) is that of the replay")


def _rules_of_time(document: CommitmentDocument) -> dict[str, Any]:
    if document.format == COMMITMENT_FORMAT_V1:
        return {"decision_seconds": document.decision_seconds}
    return {"time_control": document.time_control.model_dump(), "on_time_out": document.on_time_out.model_dump()}


def _versions(told: Replay, match: JsonObject) -> dict[str, Any]:
    """The version of the ruleset, and the versions before, as a match told them at the moment when it was saved."""
    saved = match.get("migrations", [])
    until_then = told.migrations[: len(saved)] if isinstance(saved, list) else ()
    versions = [told.version, *(migration.version for migration in until_then)]
    moved = zip(versions, until_then, strict=False)
    return {
        "ruleset_version": versions[-1],
        "migrations": [{"from_version": old, "to_version": new.version, "at": new.at} for old, new in moved],
    }


def _check_saved_seat(told: AnyReplay, number: int, saved: JsonObject, *, has_started: bool) -> None:
    """Before the start others may still sit down; who has given a seed and stays has given it once."""
    found = saved.get("player")
    player: JsonObject = found if isinstance(found, dict) else {}
    then, now = player.get("id"), getattr(told.seats[number], "player", None)
    if isinstance(told, Replay):
        seat = told.seats[number]
        if has_started and then != now:
            raise ReplayContradicts(f"somebody else sits in seat {number} than in the saved match")
        shown = (player.get("kind"), player.get("bot"), player.get("name"))
        if player and then == now and shown != (seat.kind, seat.bot, seat.name):
            raise ReplayContradicts(f"who sits in seat {number} is another than in the saved match")
    promised = saved.get("client_seed_sha256")
    seed = told.client_seeds[number]
    digest = None if seed is None else client_seed_sha256(seed)
    if promised != digest and (has_started or (promised is not None and then == now)):
        raise ReplayContradicts(f"the client seed of seat {number} is not the one of the saved match")


def _check_stream(told: AnyReplay, evidence: Evidence, report: Report) -> None:
    if evidence.stream is None:
        report.unchecked.append("what you were shown: give the stream as you saved it (--stream)")
        return
    if told.ended_at is None:
        raise BadEvidence("the match has no events to compare a stream with")
    viewer = SPECTATOR if evidence.seat is None else evidence.seat
    lines: dict[int, JsonObject] = {}
    for entry in told_entries(told):
        line = event_log.line(entry, viewer)
        lines.setdefault(line.revision, _without_words(json.loads(line.line)))
    kinds = [
        _check_saved_line(f"line {number} of the stream", saved, told, evidence.seat, lines)
        for number, saved in enumerate(evidence.stream, 1)
    ]
    compared = kinds.count("step")
    if not compared:
        raise BadEvidence("the stream has no line of type `step`")
    whose = "the spectators'" if viewer == SPECTATOR else f"seat {viewer}'s"
    report.checked.append(f"{whose} stream as you saved it: {compared} of {len(lines)} lines, each as in the replay")
    if "snapshot" in kinds or any(name in line for line in evidence.stream for name in _INCLUDED):
        report.unchecked.append("the views in the stream: one that begins with `since=0` and includes nothing has none")


def _without_words(line: JsonObject) -> JsonObject:
    """A line without its texts. They are words for people, made of what else the line says, and no part of a replay."""

    def wordless(told: object) -> object:
        return {name: value for name, value in told.items() if name != "text"} if isinstance(told, dict) else told

    wanted = {"notice": wordless(line["notice"])} if "notice" in line else {}
    events = line.get("events")
    return line | wanted | ({"events": [*map(wordless, events)]} if isinstance(events, list) else {})


def _check_saved_line(
    place: str, saved: JsonObject, told: AnyReplay, seat: int | None, lines: Mapping[int, JsonObject]
) -> str:
    """Compare a line of a saved stream; of a snapshot and of the end, what the replay tells as well. Gives its type."""
    kind, revision = saved.get("type", "step"), saved.get("revision")
    if kind not in ("step", "snapshot", "end") or type(revision) is not int:
        raise BadEvidence(f"{place} is none: it has no revision, or an unknown type")
    if saved.get("match", told.match) != told.match or saved.get("seat", seat) != seat:
        raise BadEvidence(f"{place} is of another match, or of another seat than --seat")
    if revision not in lines and revision != 0:
        raise ReplayContradicts(f"{place}: the replay has no revision {revision}")
    if kind == "step":
        made, saved = lines.get(revision, {}), _without_words(saved)
        names = {*made, *saved} - {"type", *_INCLUDED}
    else:
        made = {"outcome": None, **lines.get(revision, {})}
        names = {"pending", "decision", "status", "outcome"} & made.keys() & saved.keys()
    for name in sorted(names):
        if name not in made or name not in saved or canonical(made[name]) != canonical(saved[name]):
            raise ReplayContradicts(f"{place} (revision {revision}): `{name}` differs")
    return str(kind)


def _report_execution(told: AnyReplay, done: replay.Execution, report: Report) -> None:
    if told.start is None:
        report.checked.append("the match was aborted before its start; its seeds are those that were committed to")
        return
    report.checked.append(
        f"all {done.decisions} decisions of {told.ruleset} {told.last_version} were played again by the rules"
    )
    if told.last_version != told.version:
        report.unchecked.append(
            f"that {told.version}, which was promised, plays the same: {told.last_version} plays all of it as told"
        )
    if isinstance(told, Replay):
        if done.bots:
            report.checked.append(f"{done.bots} of them by bots of the house, which chose the same again")
        elif any(seat.bot is not None for seat in told.seats):
            report.unchecked.append("the choices of the bots of the house")
        report.checked.append(
            f"{done.defaults} of them for seats that did not answer: the ruleset's default, as they must be"
        )
    else:
        report.unchecked.append("the choices of bots, clocks and resigned seats: format 1 does not bind them")
    if not isinstance(told, Replay) or told.status == "finished":
        report.checked.append("the outcome and the last state follow from them")
    else:
        report.checked.append("the match was aborted where the replay ends")
