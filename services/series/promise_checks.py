"""Whether a match follows from the promises of its series: held against the series as its platform tells it. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from services.engine.fairness import canonical, deal_seed, sha256_hex
from services.engine.replay import Replay
from services.engine.unique_names import parse_once
from services.fairness.signing import BadSignature, PublicKeys, Signature
from services.series.designs import Schedule
from services.series.document import LIVE_BOT, SeriesDocument, UnplayableSeries
from services.series.folder import Folder
from services.series.promises import Extension, ExtensionDocument, PublishedPromise, check_extensions

_ANY_TIME: Final = 0
"""A promise says nothing of its time: its place in the log does."""


class SeriesContradicts(Exception):
    """A match does not follow from its series. The message says what differs."""


class BadSeries(Exception):
    """What a match is to be held against is no series, or cannot be checked yet. The message says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """A promise and the matches that are dealt from its seed. ``seed``: hexadecimal; None: it is not shown."""

    promise: SeriesDocument | ExtensionDocument
    published: PublishedPromise | None
    first: int
    seed_sha256: str
    seed: str | None


@dataclass(frozen=True, slots=True)
class ToldSeries:
    """A series as its platform tells it, or as it was fetched."""

    document: SeriesDocument
    parts: tuple[Part, ...]
    matches: int

    def part(self, number: int) -> Part:
        """Whose seed deals a match."""
        return next(part for part in reversed(self.parts) if number >= part.first)

    def to_keep(self) -> tuple[SeriesDocument, bytes, PublishedPromise | None, tuple[Extension, ...]]:
        """What a folder keeps of a series all of whose seeds are shown: its document and seed, where that was
        published, and its extensions."""
        first, *later = self.parts
        assert first.seed is not None
        return self.document, bytes.fromhex(first.seed), first.published, tuple(map(_extension, later))


def read_series(data: bytes) -> ToldSeries:
    """A series from the answer of ``GET /v1/series/{series}``.

    Raises:
        BadSeries: it is none, or its promises do not follow on each other.
    """
    try:
        told = parse_once(data)
        document = SeriesDocument.read(json.dumps(told["document"]))
        parts = [_first_part(document, _published(told), told["seed"])]
        for each in told.get("extensions", []):
            extension = ExtensionDocument.model_validate_json(json.dumps(each["document"]))
            if each["document_sha256"] != extension.digest().hex():
                raise BadSeries("the SHA-256 of an extension is not that of its document")
            seed = each["seed"]
            parts.append(Part(extension, _published(each), extension.first, extension.seed_sha256, seed))
        matches = told["matches"]
        if told["document_sha256"] != document.digest().hex():
            raise BadSeries("the SHA-256 of the series is not that of its document")
    except (KeyError, TypeError, AttributeError, RecursionError, ValueError) as error:
        what = "a member is missing" if isinstance(error, KeyError | TypeError | AttributeError) else _told(error)
        raise BadSeries(f"it is no series as a platform tells it: {what}") from None
    return _sound(ToldSeries(document, tuple(parts), matches))


def of_folder(folder: Folder) -> ToldSeries:
    """A series that was fetched, or played here.

    Raises:
        BadSeries: its promises do not follow on each other.
    """
    parts = [_first_part(folder.document, folder.published, folder.series_seed.hex())]
    parts += [
        Part(each.document, each.published, each.document.first, each.document.seed_sha256, each.seed)
        for each in folder.extensions
    ]
    return _sound(ToldSeries(folder.document, tuple(parts), folder.matches))


def check_match(replay: Replay, series: ToldSeries, keys: PublicKeys | None) -> tuple[list[str], list[str]]:
    """Whether a match of a series is dealt from the seed that was promised for it, in its place there. ``keys``: the
    platform's; None: signatures are not checked.

    Returns:
        What was found to hold, and what was not looked at, in sentences.

    Raises:
        SeriesContradicts: it is not.
        BadSeries: the seed is not shown yet.
    """
    promise = replay.commitment_document
    place = promise.series
    if place is None:
        raise SeriesContradicts("the match belongs to no series")
    document = series.document
    if place.sha256 != document.digest().hex():
        raise SeriesContradicts("the match belongs to another series")
    if place.match >= series.matches:
        raise SeriesContradicts(f"the series has no match {place.match}")
    _check_rules(replay, document)
    table = Schedule(document).table(place.match)
    if (place.deal, len(promise.seats)) != (table.deal, len(table.entrants)):
        raise SeriesContradicts(f"match {place.match} of the series is not of this deal and this table")
    for number, (entrant, seat) in enumerate(zip(table.entrants, promise.seats, strict=True)):
        sits = seat.bot if seat.player is None else LIVE_BOT + seat.player
        if sits != document.entrants[entrant].bot:
            raise SeriesContradicts(f"another entrant was to sit in seat {number}")
    part = series.part(place.match)
    if part.seed is None:
        raise BadSeries("its seed is not shown yet: get the series again when it has ended")
    if deal_seed(bytes.fromhex(part.seed), place.deal).hex() != replay.server_seed:
        raise SeriesContradicts("the server seed does not follow from the seed that the series committed to")
    checked = [
        f"it is match {place.match} of the series {place.sha256}, in its seats, and dealt from the seed to which that "
        "was committed"
    ]
    unchecked: list[str] = []
    _check_order(replay, part, checked, unchecked)
    check_signatures([part] if part.first == 0 else [series.parts[0], part], keys, checked, unchecked)
    return checked, unchecked


def check_signatures(parts: Sequence[Part], keys: PublicKeys | None, checked: list[str], unchecked: list[str]) -> None:
    """Whether the platform has signed promises.

    Raises:
        SeriesContradicts: a signature does not hold.
    """
    if any(part.published is None for part in parts):
        unchecked.append("the signature of the series: it was made before series were signed, or not by a platform")
        return
    if keys is None:
        unchecked.append("the signature of the series: give the platform's public keys (--keys)")
        return
    for part in parts:
        assert part.published is not None
        signature = Signature(part.published.key_id, bytes.fromhex(part.published.signature))
        try:
            keys.verify(part.promise.format, part.promise.to_bytes(), signature, at_ms=_ANY_TIME)
        except BadSignature as error:
            raise SeriesContradicts(f"the signature of the series' promise does not hold: {error}") from None
    checked.append("the platform has signed what the series was committed to")


def _check_rules(replay: Replay, document: SeriesDocument) -> None:
    promise = replay.commitment_document
    same: list[tuple[str, Any, Any]] = [
        ("ruleset", promise.ruleset, document.ruleset),
        ("ruleset_version", promise.ruleset_version, document.ruleset_version),
        ("options", promise.options, document.options),
    ]
    if document.catalogue_sha256 is not None:
        same.append(("catalogue_sha256", promise.catalogue_sha256, document.catalogue_sha256))
    if document.live is not None:
        live = document.live.model_dump(mode="json")
        told = promise.model_dump(mode="json")
        same += [(name, told.get(name), live[name]) for name in ("time_control", "on_time_out")]
    for name, promised, wanted in same:
        if canonical(promised) != canonical(wanted):
            raise SeriesContradicts(f"`{name}` is not that of the series")


def _check_order(replay: Replay, part: Part, checked: list[str], unchecked: list[str]) -> None:
    """What a match is dealt from stands in the log before the match does."""
    if part.published is None or replay.commitment_log is None:
        return
    if part.published.log_index >= replay.commitment_log.index:
        raise SeriesContradicts("the series was committed to its seed after the match was created")
    checked.append(f"the series was committed to its seed before: entry {part.published.log_index} of the public log")
    unchecked.append("that the log has it there: `playhall audit-log --series`")


def _extension(part: Part) -> Extension:
    assert isinstance(part.promise, ExtensionDocument)
    assert part.seed is not None
    assert part.published is not None
    return Extension(document=part.promise, seed=part.seed, published=part.published)


def _first_part(document: SeriesDocument, published: PublishedPromise | None, seed: str | None) -> Part:
    return Part(document, published, 0, document.series_seed_sha256, seed)


def _published(told: dict[str, Any]) -> PublishedPromise | None:
    signature, place = told.get("commitment_signature"), told.get("commitment_log")
    if signature is None or place is None:
        return None
    return PublishedPromise(
        key_id=signature["key_id"],
        signature=signature["value"],
        log_index=place["index"],
        log_hash=place["hash"],
    )


def _sound(series: ToldSeries) -> ToldSeries:
    extensions = [part.promise for part in series.parts if isinstance(part.promise, ExtensionDocument)]
    try:
        check_extensions(series.document, extensions)
        shown = [part for part in series.parts if part.seed is not None]
        if any(sha256_hex(bytes.fromhex(part.seed or "")) != part.seed_sha256 for part in shown):
            raise BadSeries("a seed is not the one that the series committed to")
    except (UnplayableSeries, ValueError, TypeError) as error:
        raise BadSeries(str(error)) from None
    return series


def _told(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'/'.join(map(str, first['loc']))}: {first['msg']}"
    return str(error)
