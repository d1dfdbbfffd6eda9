"""From what a client asks for to the document of a series."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from pydantic import ValidationError

from services.engine.clocks import PLAY_DEFAULT, NoClocks, OnTimeOut, PerDecision, TimeControl
from services.engine.documents import catalogue_sha256
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.engine.ruleset import Description
from services.errors import FieldError, Reason, Refusal, range_words
from services.series.designs import in_whole_deals
from services.series.document import (
    FORMAT,
    LIVE_BOT,
    Design,
    Entrant,
    FixedStop,
    LivePlay,
    SeriesDocument,
    Stop,
    UnplayableSeries,
)

MATCHES: Final = 1000
"""How many matches a series has that names no stop rule."""
DESIGN: Final[Design] = "duplicate"
LIVE_DESIGN: Final[Design] = "round_robin"
"""Of a series with bots that live elsewhere: these may remember a deal, so none is dealt twice."""
LIVE_TIME_CONTROL: Final = PerDecision(kind="per_decision", seconds=30)
LIVE_CONCURRENCY: Final = 8
NO_PLAYERS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SeriesRequest:
    """What a client asks for. ``entrants``: bots, as ``greedy`` or ``greedy@1.2.0``, or ``player:`` and the id of a bot
    that lives elsewhere. ``time_control``, ``on_time_out``, ``concurrency``: of a series with such bots. None: the
    version that is served, the smallest table, ``DESIGN`` or ``LIVE_DESIGN``, ``MATCHES`` matches, a random seed, no
    budget; ``LIVE_TIME_CONTROL``, the default action, ``LIVE_CONCURRENCY``."""

    ruleset: str
    entrants: tuple[str, ...]
    version: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seats: tuple[int, ...] | None = None
    design: Design | None = None
    stop: Stop | None = None
    series_seed: bytes | None = None
    name: str = ""
    priority: int = 5
    budget_seconds: int | None = None
    time_control: TimeControl | None = None
    on_time_out: OnTimeOut | None = None
    concurrency: int | None = None

    @property
    def players(self) -> dict[int, str]:
        """The ids of the bots that live elsewhere, by their place among the entrants."""
        named = enumerate(self.entrants)
        return {place: text.removeprefix(LIVE_BOT) for place, text in named if text.startswith(LIVE_BOT)}


def plan_document(
    request: SeriesRequest, about: Description, series_seed: bytes, players: Mapping[str, str] = NO_PLAYERS
) -> SeriesDocument:
    """The document of the series that is asked for: complete, and in whole deals. ``players``: the bots that live
    elsewhere by their ids, and the version of each.

    Raises:
        Refusal: what is wrong with it, with pointers into the request (``/entrants/0``): ``UNSUPPORTED_VERSION``,
            ``UNKNOWN_BOT``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``, ``SEATS_OUT_OF_RANGE`` or ``INVALID_FIELD``.
    """
    if request.version not in (None, about.version):
        raise _refused(
            Reason.UNSUPPORTED_VERSION, f"Version {about.version} is served.", "/version", f"is not {about.version}"
        )
    entrants = tuple(_entrant(place, text, about, players) for place, text in enumerate(request.entrants))
    live = _live(request)
    seats = (about.min_seats,) if request.seats is None else request.seats
    for place, size in enumerate(seats):
        if not about.min_seats <= size <= about.max_seats:
            wanted = f"must be {range_words(about.min_seats, about.max_seats)}"
            raise _refused(Reason.SEATS_OUT_OF_RANGE, "", f"/seats/{place}", wanted)
    options = complete(request.options, about.options)
    try:
        document = SeriesDocument(
            format=FORMAT,
            ruleset=about.id,
            ruleset_version=about.version,
            catalogue_sha256=catalogue_sha256(about.cards),
            options=options,
            entrants=entrants,
            seats=tuple(sorted(set(seats))),
            design=request.design or (DESIGN if live is None else LIVE_DESIGN),
            stop=request.stop or FixedStop(rule="fixed", matches=MATCHES),
            series_seed_sha256=sha256_hex(series_seed),
            live=live,
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


def _live(request: SeriesRequest) -> LivePlay | None:
    """How the live matches are played, of a series that has some."""
    if request.players:
        wrong = "is not given where bots take part that live elsewhere"
        for name, value in (("seed", request.series_seed), ("budget_seconds", request.budget_seconds)):
            if value is not None:
                raise _refused(Reason.INVALID_FIELD, "", f"/{name}", wrong)
        time_control = request.time_control or LIVE_TIME_CONTROL
        if isinstance(time_control, NoClocks):
            wrong = "is needed: a bot that is gone would never end its match"
            raise _refused(Reason.INVALID_FIELD, "", "/time_control", wrong)
        return LivePlay(
            time_control=time_control,
            on_time_out=request.on_time_out or PLAY_DEFAULT,
            concurrency=request.concurrency or LIVE_CONCURRENCY,
        )
    for name in ("time_control", "on_time_out", "concurrency"):
        if getattr(request, name) is not None:
            wrong = "is for series in which bots take part that live elsewhere"
            raise _refused(Reason.INVALID_FIELD, "", f"/{name}", wrong)
    return None


def _entrant(place: int, text: str, about: Description, players: Mapping[str, str]) -> Entrant:
    if text.startswith(LIVE_BOT):
        return Entrant(bot=text, version=players[text.removeprefix(LIVE_BOT)])
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
