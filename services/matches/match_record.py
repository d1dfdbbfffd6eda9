"""A match as the platform knows it, secrets included, and how it is written down."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

import orjson

from services.engine.clocks import read_on_time_out, read_time_control
from services.engine.engine import Position, Situation
from services.engine.ruleset import SPECTATOR, JsonObject
from services.errors import Reason, Refusal
from services.matches.canonical_json import dump
from services.matches.match import (
    Match,
    Presence,
    Seat,
    StartRule,
    Status,
    abort_reason_fields,
    clocks_from,
    declines_from,
    inspection_to_json,
    inspections_from,
    invitation_fields,
    migrations_from,
    presence_fields,
    read_abort_reason,
    read_assistance,
    read_presence,
    read_visibility,
    seat_from_json,
    seat_to_json,
    signed_commitment_from,
    unknown_fields,
    visibility_fields,
)

SCHEMA: Final = 1
"""Number of the form in which matches are written. Fields that are added do not change it: a release keeps those that
it does not know. A form that the release before could not read gets the next number, one release after the one that
can read it (docs/versions.md)."""

PUBLIC_FIELDS: Final = ("version", "head", "seats", "progress")
"""Fields of a match's hash from which a :class:`Match` is made: read without the secrets."""

SECRET_FIELDS: Final = ("server_seed", "seed", "state")
"""Those that nobody but the platform may know, named as :class:`MatchRecord` names them."""

SITUATIONS_FIELD: Final = "situations"
"""Every viewer's view and legal actions. Together they are compressed to a seventh: they are much alike."""

_KEPT: Final = 1_024
"""Of so many matches the unchanging parts are kept parsed, one or two kilobytes each."""

_FAST: Final = 1
"""Level of compression. Higher ones save a tenth of the bytes and take twice as long."""


_HEAD_FIELDS: Final = frozenset(
    {
        "id",
        "ruleset",
        "ruleset_version",
        "visibility",
        "start_rule",
        "options",
        "creator_id",
        "creator_name",
        "commitment",
        "time_control",
        "on_time_out",
        "grace_ms",
        "created_ms",
        "spectator_delay_seconds",
        "signed_commitment",
        "catalogue_sha256",
        "by_link",
        "expires_ms",
        "rematch_of",
        "rated",
        "assistance",
        "counts_for",
    }
)
_PROGRESS_FIELDS: Final = frozenset(
    {
        "schema",
        "abort_reason",
        "declined",
        "declines",
        "inspections",
        "migrations",
        "status",
        "started_ms",
        "ended_ms",
        "rev",
        "notice",
        "asked",
        "revisions",
        "pending",
        "decisions",
        "clocks",
        "credited_ms",
        "absent",
        "absent_since_ms",
        "outcome",
        "last_ms",
        "presence",
    }
)
_NOTHING_UNKNOWN: Final[Mapping[str, JsonObject]] = MappingProxyType({})


class MatchRecord(NamedTuple):
    """A match with its secrets. It never leaves this package, and its repr tells none.

    ``version`` grows with each commit of any kind. ``rev`` counts the actions played; ``notice`` the log entries
    since the last of them. ``asked``: how many decisions each seat has been asked. ``seed`` and ``state`` are None
    before the start. ``last_ms``: when something was last told; times never run backwards, whatever the clocks of the
    processes. ``credited_ms``: until when gaps in which time did not count have been given back to the clocks.
    ``absent``: the seats whose turns the clock has ended since a player last ended one; ``absent_since_ms``: when the
    first of those turns began, 0 if there are none.
    ``unknown``: what a later release has written into ``head`` and ``progress``: kept as it is.
    """

    match: Match
    version: int
    rev: int
    notice: int
    asked: tuple[int, ...]
    server_seed: bytes
    seed: bytes | None
    state: bytes | None
    last_ms: int = 0
    credited_ms: int = 0
    absent: tuple[int, ...] = ()
    absent_since_ms: int = 0
    unknown: Mapping[str, JsonObject] = _NOTHING_UNKNOWN

    def __repr__(self) -> str:
        public = f"version={self.version}, rev={self.rev}, notice={self.notice}, asked={self.asked}"
        return f"MatchRecord({self.match!r}, {public})"

    @property
    def position(self) -> Position:
        """The position of a match that has started."""
        assert self.seed is not None
        assert self.state is not None
        return Position(self.match.ruleset, self.match.ruleset_version, self.seed, self.state)


class LoadedMatch(NamedTuple):
    """A match with the situations of some viewers, as they were read or have just been committed."""

    stored: MatchRecord
    situations: Mapping[int, Situation]

    @property
    def match(self) -> Match:
        """The match without its secrets."""
        return self.stored.match


class LivePresence(NamedTuple):
    """Who has been there in a live match, which began at ``started_ms``. ``asked``: how many decisions each seat has
    been asked."""

    started_ms: int
    presence: Presence
    asked: tuple[int, ...]


def fields_to_write(after: MatchRecord, before: MatchRecord | None) -> dict[str, bytes]:
    """The fields that make ``after`` of ``before``: for a new match all that it has, later those that differ."""
    progress = {**after.unknown.get("progress", {}), **_progress(after)}
    fields = {"version": b"%d" % after.version, "progress": dump(progress)}
    new, old = after.match, None if before is None else before.match
    if old is None or new.ruleset_version != old.ruleset_version:
        fields["head"] = _compressed(dump({**after.unknown.get("head", {}), **_head(new)}))
    if old is None:
        fields["owner"] = new.person.encode()
    if old is None or new.seats != old.seats:
        fields["seats"] = _compressed(dump([seat_to_json(seat) for seat in new.seats]))
    for name in SECRET_FIELDS:
        value: bytes | None = getattr(after, name)
        if value is not None and (before is None or value != getattr(before, name)):
            fields[name] = _compressed(value) if name == "state" else value
    return fields


def read_match(values: Sequence[bytes | None]) -> Match | None:
    """A match from its public fields; None if it is not there."""
    parsed = _parse(values)
    return None if parsed is None else _match(*parsed)


def read_live_presence(progress: bytes | None) -> LivePresence | None:
    """Who has been there in a match, from its field ``progress``; None: it is not live, or keeps no note of it."""
    read: JsonObject = {} if progress is None else orjson.loads(progress)
    presence = read_presence(read)
    if presence is None or read["status"] != Status.LIVE.value:
        return None
    return LivePresence(read["started_ms"], presence, tuple(read["asked"]))


def read_record(public: Sequence[bytes | None], secret: Sequence[bytes | None]) -> MatchRecord | None:
    """A match from its public and secret fields; None if it is not there."""
    parsed = _parse(public)
    server_seed, seed, state = secret
    if parsed is None or public[0] is None or server_seed is None:
        return None
    head, _, progress = parsed
    return MatchRecord(
        match=_match(*parsed),
        version=int(public[0]),
        rev=progress["rev"],
        notice=progress["notice"],
        asked=tuple(progress["asked"]),
        server_seed=server_seed,
        seed=seed,
        state=None if state is None else zlib.decompress(state),
        last_ms=progress.get("last_ms", 0),
        credited_ms=progress.get("credited_ms", 0),
        absent=tuple(progress.get("absent", ())),
        absent_since_ms=progress.get("absent_since_ms", 0),
        unknown=_unknown(head, progress),
    )


def _unknown(head: JsonObject, progress: JsonObject) -> Mapping[str, JsonObject]:
    if head.keys() <= _HEAD_FIELDS and progress.keys() <= _PROGRESS_FIELDS:
        return _NOTHING_UNKNOWN
    return {"head": unknown_fields(head, _HEAD_FIELDS), "progress": unknown_fields(progress, _PROGRESS_FIELDS)}


def _parse(values: Sequence[bytes | None]) -> tuple[JsonObject, tuple[Seat, ...], JsonObject] | None:
    """Head, seats and progress; None if the match is not there."""
    _, head, seats, progress = values
    if head is None or seats is None or progress is None:
        return None
    read: JsonObject = orjson.loads(progress)
    if read.get("schema", SCHEMA) > SCHEMA:
        raise Refusal(Reason.BUSY, "The match was written by a later release.")
    return _parse_head(head), _parse_seats(seats), read


# Neither changes from move to move, so what was made of the same bytes is used again. Nobody changes what is made here.


@lru_cache(maxsize=_KEPT)
def _parse_head(data: bytes) -> JsonObject:
    head: JsonObject = orjson.loads(zlib.decompress(data))
    head["time_control"] = read_time_control(head["time_control"])
    head["on_time_out"] = read_on_time_out(head["on_time_out"])
    return head


@lru_cache(maxsize=_KEPT)
def _parse_seats(data: bytes) -> tuple[Seat, ...]:
    return tuple(seat_from_json(seat) for seat in orjson.loads(zlib.decompress(data)))


def _match(head: JsonObject, seats: tuple[Seat, ...], progress: JsonObject) -> Match:
    return Match(
        id=head["id"],
        ruleset=head["ruleset"],
        ruleset_version=head["ruleset_version"],
        status=Status(progress["status"]),
        visibility=read_visibility(head),
        start_rule=StartRule(head["start_rule"]),
        options=head["options"],
        seats=seats,
        creator_id=head["creator_id"],
        creator_name=head["creator_name"],
        commitment=head["commitment"],
        time_control=head["time_control"],
        on_time_out=head["on_time_out"],
        grace_ms=head["grace_ms"],
        created_ms=head["created_ms"],
        started_ms=progress["started_ms"],
        ended_ms=progress["ended_ms"],
        revisions=tuple(progress["revisions"]),
        pending=tuple(progress["pending"]),
        decisions=tuple(progress["decisions"]),
        clocks=clocks_from(progress["clocks"]),
        outcome=progress["outcome"],
        spectator_delay_seconds=head.get("spectator_delay_seconds", 0),
        abort_reason=read_abort_reason(progress),
        inspections=inspections_from(progress),
        signed_commitment=signed_commitment_from(head),
        catalogue_sha256=head.get("catalogue_sha256", ""),
        migrations=migrations_from(progress),
        expires_ms=head.get("expires_ms"),
        rematch_of=head.get("rematch_of"),
        declines=declines_from(progress),
        rated=head.get("rated", True),
        assistance=read_assistance(head),
        counts_for=head.get("counts_for"),
        presence=None if "presence" not in progress else read_presence(progress),
    )


def _head(match: Match) -> JsonObject:
    """What does not change, except that the start may find the ruleset updated, or that another version plays on."""
    return {
        "id": match.id,
        "ruleset": match.ruleset,
        "ruleset_version": match.ruleset_version,
        **visibility_fields(match.visibility),
        "start_rule": match.start_rule.value,
        "options": match.options,
        "creator_id": match.creator_id,
        "creator_name": match.creator_name,
        "commitment": match.commitment,
        "time_control": match.time_control.model_dump(),
        "on_time_out": match.on_time_out.model_dump(),
        "grace_ms": match.grace_ms,
        "created_ms": match.created_ms,
        "spectator_delay_seconds": match.spectator_delay_seconds,
        "signed_commitment": match.signed_commitment and match.signed_commitment._asdict(),
        "catalogue_sha256": match.catalogue_sha256,
        **({} if match.counts_for is None else {"counts_for": match.counts_for}),
        **invitation_fields(match),
    }


def _progress(stored: MatchRecord) -> JsonObject:
    match = stored.match
    inspections = [inspection_to_json(look) for look in match.inspections]
    return {
        "schema": SCHEMA,
        **abort_reason_fields(match.abort_reason),
        **({"declines": [asdict(each) for each in match.declines]} if match.declines else {}),
        **({"inspections": inspections} if inspections else {}),  # hardly a match has any
        **({"migrations": [asdict(each) for each in match.migrations]} if match.migrations else {}),
        "status": match.status.value,
        "started_ms": match.started_ms,
        "ended_ms": match.ended_ms,
        "rev": stored.rev,
        "notice": stored.notice,
        "asked": stored.asked,
        "revisions": match.revisions,
        "pending": match.pending,
        "decisions": match.decisions,
        "clocks": match.clocks,
        **({"credited_ms": stored.credited_ms} if stored.credited_ms else {}),
        **({"absent": stored.absent, "absent_since_ms": stored.absent_since_ms} if stored.absent else {}),
        "outcome": match.outcome,
        "last_ms": stored.last_ms,
        **({} if match.presence is None else presence_fields(match.presence)),
    }


def write_situations(situations: Sequence[Situation]) -> bytes:
    """Every viewer's situation, the spectator's first."""
    # JSON without newlines.
    return _compressed(b"\n".join([part for each in situations for part in (each.view, each.legal)]))


def read_situations(data: bytes | None) -> dict[int, Situation]:
    """The inverse, by viewer; empty before the start."""
    if data is None:
        return {}
    parts = zlib.decompress(data).split(b"\n")
    views = zip(parts[::2], parts[1::2], strict=True)
    return {viewer: Situation(viewer, view, legal) for viewer, (view, legal) in enumerate(views, SPECTATOR)}


def _compressed(data: bytes) -> bytes:
    return zlib.compress(data, _FAST)
