"""From what a client asks for to the document of a series."""

from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.engine.ruleset import Description
from services.errors import FieldError, Reason, Refusal
from services.series.designs import in_whole_deals
from services.series.document import FORMAT, Design, Entrant, FixedStop, SeriesDocument, Stop, UnplayableSeries

MATCHES: Final = 1000
"""How many matches a series has that names no stop rule."""


@dataclass(frozen=True, slots=True)
class SeriesRequest:
    """What a client asks for. ``entrants``: bots, as ``greedy`` or ``greedy@1.2.0``. None: the version that is served,
    the smallest table, ``MATCHES`` matches, a random seed, no budget."""

    ruleset: str
    entrants: tuple[str, ...]
    version: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seats: tuple[int, ...] | None = None
    design: Design = "duplicate"
    stop: Stop | None = None
    series_seed: bytes | None = None
    name: str = ""
    priority: int = 5
    budget_seconds: int | None = None


def plan_document(request: SeriesRequest, about: Description, series_seed: bytes) -> SeriesDocument:
    """The document of the series that is asked for: complete, and in whole deals.

    Raises:
        Refusal: what is wrong with it, with pointers into the request (``/entrants/0``): ``UNSUPPORTED_VERSION``,
            ``UNKNOWN_BOT``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``, ``SEATS_OUT_OF_RANGE`` or ``INVALID_FIELD``.
    """
    if request.version not in (None, about.version):
        raise _refused(
            Reason.UNSUPPORTED_VERSION, f"Version {about.version} is served.", "/version", f"is not {about.version}"
        )
    entrants = tuple(_entrant(place, text, about) for place, text in enumerate(request.entrants))
    seats = (about.min_seats,) if request.seats is None else request.seats
    for place, size in enumerate(seats):
        if not about.min_seats <= size <= about.max_seats:
            wanted = f"must be from {about.min_seats} to {about.max_seats}"
            raise _refused(Reason.SEATS_OUT_OF_RANGE, "", f"/seats/{place}", wanted)
    options = complete(request.options, about.options)
    try:
        document = SeriesDocument(
            format=FORMAT,
            ruleset=about.id,
            ruleset_version=about.version,
            options=options,
            entrants=entrants,
            seats=tuple(sorted(set(seats))),
            design=request.design,
            stop=request.stop or FixedStop(rule="fixed", matches=MATCHES),
            series_seed_sha256=sha256_hex(series_seed),
        )
        return in_whole_deals(document)
    except ValidationError as error:
        wrong = [
            FieldError("".join(f"/{part}" for part in fault["loc"]), fault["msg"].removeprefix("Value error, "))
            for fault in error.errors(include_url=False, include_input=False)
        ]
        raise Refusal(Reason.INVALID_FIELD, errors=tuple(wrong)) from None
    except UnplayableSeries as error:
        raise _refused(Reason.INVALID_FIELD, "", "/design", str(error)) from None


def _entrant(place: int, text: str, about: Description) -> Entrant:
    bot, _, version = text.partition("@")
    if bot not in {known.id for known in about.bots}:
        known_bots = ", ".join(sorted(known.id for known in about.bots))
        raise _refused(Reason.UNKNOWN_BOT, "", f"/entrants/{place}", f"must be one of {known_bots}")
    if version not in ("", about.version):
        detail = f"Version {about.version} is served."
        raise _refused(Reason.UNSUPPORTED_VERSION, detail, f"/entrants/{place}", f"is not of version {about.version}")
    return Entrant(bot=bot, version=about.version)


def _refused(reason: Reason, detail: str, pointer: str, wrong: str) -> Refusal:
    return Refusal(reason, detail, (FieldError(pointer, wrong),))
