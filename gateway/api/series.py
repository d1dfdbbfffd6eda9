"""Series: many matches between bots as one job."""

from enum import Enum
from typing import Annotated, Any, Final, Literal

from flask import Response
from pydantic import BeforeValidator, Field, RootModel
from werkzeug.datastructures import Headers

from gateway.admission import ClientAddress, Recheck
from gateway.api.clocks import NewOnTimeOut, NewTimeControl
from gateway.api.events import RESUMED, resumed_after
from gateway.api.match_details import SignatureDetails
from gateway.api.matches import CREATE
from gateway.api.players import READ
from gateway.api.series_summaries import SeriesComparison, SeriesSummary
from gateway.formats.timestamps import timestamp
from gateway.openapi.etags import Precondition
from gateway.openapi.fields import (
    DIGITS,
    LARGEST_EXACT,
    WHOLE,
    Moment,
    Page,
    RequestModel,
    ResourceId,
    ResponseModel,
    rounded,
    whole_numbers,
)
from gateway.openapi.operation import (
    Link,
    Reply,
    Section,
    Tag,
    answer,
    json_lines,
    server_sent_events,
)
from gateway.openapi.pagination import PageQuery, not_a_page_token
from gateway.operations.accounts import player_id
from gateway.operations.series import SeriesOperations, is_series_id, name_of, stop_of
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS
from gateway.streams.progress import Follower, ProgressStreams
from gateway.streams.responses import stream_response
from services.engine.ruleset_documents import RULESET_SCHEMA
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.series.comparison import Incomparable
from services.series.document import MAX_CONCURRENCY, MAX_ENTRANTS, Decimal, Design, SeriesDocument
from services.series.promises import ExtensionDocument, PublishedPromise
from services.stored_series import Series, SeriesJobs, SeriesRequest, SeriesStatus

SERIES: Final = Section(
    "series",
    "Many matches between bots as one job, which workers play. A series shows which bot is stronger, by how much, and "
    "how certain that is. A player sees its own series, and admins see all; for others they do not exist. Results, "
    "summary and replays can be read while a series is being played. `docs/series.md` explains designs, stop rules "
    "and statistics.",
)

MOST_MATCHES: Final = 900_000_000
_DEFAULT_SPRT_MATCHES: Final = 100_000
_MOST_SECONDS: Final = 1_000_000_000

_Matches = Annotated[int, Field(ge=1, le=MOST_MATCHES), WHOLE]
_Priority = Annotated[int, Field(ge=0, le=9), WHOLE]
_Budget = Annotated[int, Field(ge=1, le=_MOST_SECONDS), WHOLE]
_Name = Annotated[str, Field(max_length=64)]


class SeriesPath(RequestModel):
    """A series."""

    series: ResourceId = Field(description="The series' id.")


class SeriesQuery(PageQuery):
    """Which series to list."""

    status: Annotated[SeriesStatus, Field(strict=False)] | None = Field(
        default=None, description="Only those with this status."
    )
    owner: ResourceId | None = Field(default=None, description="Only those of this player; `me` for the caller.")


class ComparisonQuery(RequestModel):
    """Which series to compare with."""

    other: ResourceId = Field(alias="with", description="The id of the second series.")


class FollowQuery(RequestModel):
    """From where."""

    since: Annotated[int, Field(ge=0, le=LARGEST_EXACT), DIGITS] | None = Field(
        default=None, description="The last revision that the client has. Without it, the series is sent at once."
    )


class NewFixedStop(RequestModel):
    """The series ends after a fixed number of matches."""

    rule: Literal["fixed"] = Field(description="What the stop rule is.")
    matches: _Matches = Field(description="Rounded up to whole deals.")


class NewSprtStop(RequestModel):
    """The series ends as soon as a sequential probability ratio test can tell whether the first of two entrants is
    `elo0` or `elo1` Elo stronger than the second. Numbers are decimal digits in strings."""

    rule: Literal["sprt"] = Field(description="What the stop rule is.")
    entrants: Annotated[
        list[Annotated[int, Field(ge=0, lt=MAX_ENTRANTS), WHOLE]], Field(min_length=2, max_length=2)
    ] = Field(default_factory=lambda: [0, 1], description="Their places in the list of entrants, from 0.")
    elo0: Decimal = Field(description="The difference that the test is to refuse, in Elo.")
    elo1: Decimal = Field(description="The difference that it is to find, in Elo.")
    alpha: Decimal = Field(default="0.05", description="How often the test may find `elo1` wrongly.")
    beta: Decimal = Field(default="0.05", description="How often the test may find `elo0` wrongly.")
    max_matches: _Matches = Field(
        default=_DEFAULT_SPRT_MATCHES, description="It ends then at the latest; rounded up to whole deals."
    )


class NewSeriesBody(RequestModel):
    """A series to play."""

    ruleset: str = Field(max_length=64, description="The ruleset's id.")
    version: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None, description="The version of the ruleset that must play the series. Null: the installed version."
    )
    entrants: list[Annotated[str, Field(min_length=1, max_length=130)]] = Field(
        min_length=1,
        max_length=MAX_ENTRANTS,
        description="House bots of the ruleset: `greedy`, or with the version that it must have, `greedy@1.2.0`; and "
        "bots of your own that live elsewhere: `player:` with the id. With such bots, its matches are live matches.",
    )
    options: Annotated[dict[str, Any], BeforeValidator(whole_numbers)] = Field(
        default_factory=dict,
        max_length=64,
        description="The ruleset's options, as its schema `options` has them; those left out have their defaults.",
        json_schema_extra={RULESET_SCHEMA: "options"},
    )
    seats: Annotated[list[Annotated[int, Field(ge=1, le=64), WHOLE]], Field(min_length=1, max_length=64)] | None = (
        Field(default=None, description="Sizes of the tables. Null: the smallest that the ruleset is for.")
    )
    design: Design | None = Field(
        default=None,
        description="How the tables are made up. Null: `duplicate`, or `round_robin` where bots take part that live "
        "elsewhere: these may remember a deal, so none is dealt twice.",
    )
    stop: Annotated[NewFixedStop | NewSprtStop, Field(discriminator="rule")] | None = Field(
        default=None, description="When the series ends. Null: after 1,000 matches."
    )
    seed: Annotated[str, Field(pattern=r"^[0-9a-fA-F]{64}$")] | None = Field(
        default=None, description="32 bytes, hexadecimal, from which all follows. Null: random, and shown at the end."
    )
    name: _Name = Field(default="", description="Up to 64 characters, none a control character.")
    priority: _Priority = Field(default=5, description="Of your series, that with the highest is played first.")
    budget_seconds: _Budget | None = Field(
        default=None, description="How many seconds of workers it may take before it pauses. Null: as many as it needs."
    )
    time_control: NewTimeControl | None = Field(
        default=None,
        description="How long seats may think, where bots take part that live elsewhere. Null: 30 seconds for each "
        "decision.",
    )
    on_time_out: NewOnTimeOut | None = Field(
        default=None,
        description="What happens to a seat whose time is over, where bots take part that live elsewhere. Null: the "
        "ruleset's default action is played.",
    )
    concurrency: Annotated[int, Field(ge=1, le=MAX_CONCURRENCY), WHOLE] | None = Field(
        default=None,
        description="How many matches are played at a time, where bots take part that live elsewhere. Null: 8.",
    )


class StatusWish(Enum):
    """What the owner wants of a series."""

    RUNNING = "running"
    PAUSED = "paused"
    CANCELLED = "cancelled"


class SeriesChange(RequestModel):
    """What is to be changed of a series; what is left out, or null, stays."""

    status: Annotated[StatusWish, Field(strict=False)] | None = Field(
        default=None, description="`paused`: until it is `running` again; `cancelled`: for good, what was played stays."
    )
    priority: _Priority | None = Field(
        default=None, description="Of a player's series, that with the highest is played first."
    )
    matches: _Matches | None = Field(
        default=None,
        description="How many matches in all, more than up to now; rounded up to whole deals. For a series with a "
        "fixed number, also one that has finished; at most 100 times. What is added is dealt from a seed of its own: "
        "see `extensions`.",
    )
    budget_seconds: _Budget | None = Field(default=None, description="Null, if it is sent: no budget.")
    name: _Name | None = Field(default=None, description="The name that its owner gave it; may be empty.")


class LogPlace(ResponseModel):
    """The place of a promise in the public log of commitments."""

    index: int = Field(description="The index of the entry.")
    hash: str = Field(description="The hash of the entry.")


class SeriesExtension(ResponseModel):
    """A series was made longer."""

    document: ExtensionDocument = Field(description="What was promised then. Never changes.")
    document_sha256: str = Field(description="Of the document in canonical JSON, hexadecimal.")
    commitment_signature: SignatureDetails = Field(
        description="The platform's signature over the document's `format`, a zero byte and the bytes of "
        "`document_sha256`."
    )
    commitment_log: LogPlace = Field(description="The place of `document_sha256` in the public log of commitments.")
    seed: str | None = Field(
        description="32 bytes, hexadecimal; null until all matches that are dealt from it are over."
    )


class SeriesDetails(ResponseModel):
    """A series."""

    id: str = Field(description="The series' id.")
    owner_id: str = Field(description="The player that has created it.")
    name: str = Field(description="The name that its owner gave it; may be empty.")
    status: SeriesStatus = Field(
        description="`queued`: no match was handed out yet; `paused`: by its owner, or its budget is spent; "
        "`finished`: all matches are played, or the sequential test has decided; `failed`: a match could not be played."
    )
    status_reason: str = Field(description="Why it is paused or has failed; may be empty.")
    document: SeriesDocument = Field(description="What decides everything, together with the seed. Never changes.")
    document_sha256: str = Field(description="Of the document in canonical JSON: what each match commits to.")
    commitment_signature: SignatureDetails | None = Field(
        description="The platform's signature over the document's `format`, a zero byte and the bytes of "
        "`document_sha256`. Null: the series was made before series were signed."
    )
    commitment_log: LogPlace | None = Field(
        description="The place of `document_sha256` in the public log of commitments. Null: as the signature."
    )
    seed: str | None = Field(
        description="32 bytes, hexadecimal; null until all matches that are dealt from it are over."
    )
    extensions: list[SeriesExtension] = Field(
        description="By which the series was made longer, oldest first. Each has a seed of its own."
    )
    priority: int = Field(description="Of a player's series, that with the highest is played first.")
    budget_seconds: int | None = Field(
        description="How many seconds workers may spend on it; null: as many as it takes."
    )
    matches: int = Field(description="How many are to be played.")
    played: int = Field(description="How many were.")
    settled: int = Field(
        description="How many of these, from the first on without a gap: what results and summary have."
    )
    failed: int = Field(description="How many ended in an error.")
    worker_seconds: Annotated[float, rounded(3)] = Field(description="What workers have spent on it.")
    seconds_left: Annotated[float | None, rounded(1)] = Field(
        description="Roughly, from `changed_at` on, at the speed since it was started or went on last; null: not known."
    )
    revision: int = Field(description="Grows with every change.")
    created_at: Moment = Field(description="When it was made.")
    changed_at: Moment = Field(description="When it was changed last, by its owner or its end.")
    started_at: Moment | None = Field(description="When the first match was begun; null: none was.")
    ended_at: Moment | None = Field(description="When it ended; null: it has not.")


class SeriesProgressLine(SeriesDetails):
    """A series that has changed."""

    type: Literal["progress"] = Field(description="What the line is.")


class SeriesEndLine(SeriesDetails):
    """A series that has ended: nothing will follow."""

    type: Literal["end"] = Field(description="What the line is.")


class SeriesEvent(RootModel[Annotated[SeriesProgressLine | SeriesEndLine, Field(discriminator="type")]]):
    """A line of a series' events."""


class SeriesList(Page):
    """A page of series, newest first."""

    series: list[SeriesDetails] = Field(description="Newest first.")


_THIS: Final = {"series": "$response.body#/id"}
NEXT: Final = (
    Link("getSeries", _THIS),
    Link("changeSeries", _THIS),
    Link("getSeriesSummary", _THIS),
    Link("getSeriesResultsNdjson", _THIS),
)
_SERIES: Final = answer(SeriesDetails, "The series.", links=NEXT)


@SERIES.operation(
    "POST",
    "/v1/series",
    id="createSeries",
    summary="Create a series",
    description="The series is played with the version of the ruleset that is installed with the platform.",
    access=CREATE,
    refusals=(
        Reason.UNKNOWN_RULESET,
        Reason.UNSUPPORTED_VERSION,
        Reason.UNKNOWN_BOT,
        Reason.NOT_A_BOT,
        Reason.BOT_RETIRED,
        Reason.NOT_FOUND,
        Reason.UNKNOWN_OPTION,
        Reason.INVALID_OPTION,
        Reason.SEATS_OUT_OF_RANGE,
        Reason.QUOTA_EXCEEDED,
    ),
    etag=Tag.ETAG,
    answers=(
        answer(SeriesDetails, "The new series.", status=201, headers={"Location": "Path of the series."}, links=NEXT),
    ),
)
def create_series(
    series_operations: SeriesOperations, caller: Caller, body: NewSeriesBody, creation: Creation
) -> Reply:
    """Create a series."""
    wanted = SeriesRequest(
        ruleset=body.ruleset,
        entrants=tuple(body.entrants),
        version=body.version,
        options=body.options,
        seats=None if body.seats is None else tuple(body.seats),
        design=body.design,
        stop=None if body.stop is None else stop_of(body.stop.model_dump()),
        series_seed=None if body.seed is None else bytes.fromhex(body.seed),
        name=body.name,
        priority=body.priority,
        budget_seconds=body.budget_seconds,
        time_control=body.time_control,
        on_time_out=body.on_time_out,
        concurrency=body.concurrency,
    )
    made = series_operations.create(caller, wanted, creation)
    return Reply(details_of(made), 201, headers={"Location": f"/v1/series/{made.id}"})


@SERIES.operation(
    "GET",
    "/v1/series",
    id="listSeries",
    summary="List series",
    description="Lists your own series, newest first; for admins, those of all players.",
    access=READ,
    answers=(answer(SeriesList, "A page of series."),),
)
def list_series(series: SeriesJobs, caller: Caller, query: SeriesQuery) -> SeriesList:
    """List series."""
    before = query.cursor("series")
    if before is not None and not is_series_id(before):
        raise not_a_page_token()
    found = series.list(
        caller,
        owner_id=None if query.owner is None else player_id(caller, query.owner),
        status=query.status,
        before=before,
        limit=query.size + 1,
    )
    page = query.shown("series", "series", found, details_of)
    return SeriesList(series=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@SERIES.operation(
    "GET",
    "/v1/series/{series}",
    id="getSeries",
    summary="Get a series",
    access=READ,
    answers=(_SERIES,),
)
def get_series(series: SeriesJobs, caller: Caller, path: SeriesPath) -> SeriesDetails:
    """Get a series."""
    return details_of(series.get(caller, path.series))


@SERIES.operation(
    "PATCH",
    "/v1/series/{series}",
    id="changeSeries",
    summary="Pause, resume, cancel, extend or rename a series",
    description="The same change again is not an error. A series that is being played changes all the time, so use "
    "`If-Match` only for one that is not.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=(Reason.SERIES_ENDED,),
    answers=(_SERIES,),
)
def change_series(
    series: SeriesJobs, caller: Caller, path: SeriesPath, body: SeriesChange, precondition: Precondition
) -> SeriesDetails:
    """Pause, resume, cancel, extend or rename a series."""
    changed = series.change(
        caller,
        path.series,
        is_expected=lambda found: precondition.is_met(lambda: details_of(found)),
        status=None if body.status is None else SeriesStatus(body.status.value),
        priority=body.priority,
        matches=body.matches,
        name=None if body.name is None else name_of(body.name),
        **({"budget_seconds": body.budget_seconds} if "budget_seconds" in body.model_fields_set else {}),
    )
    return details_of(changed)


@SERIES.operation(
    "GET",
    "/v1/series/{series}/summary",
    id="getSeriesSummary",
    summary="Get the summary of a series",
    description="Standings with confidence intervals, strengths, pairs, seats, scores, length, errors, and the state "
    "of the sequential test: the `summary.json` of `playhall series`, for the `settled` matches.",
    access=READ,
    answers=(answer(SeriesSummary, "The summary."),),
)
def get_series_summary(series_operations: SeriesOperations, caller: Caller, path: SeriesPath) -> Reply:
    """Get the summary of a series."""
    return Reply(series_operations.summary(caller, path.series))


@SERIES.operation(
    "GET",
    "/v1/series/{series}/comparison",
    id="compareSeries",
    summary="Compare two series",
    description="How much better the bots that played in both did in the second, with confidence intervals. Both must "
    "use the same ruleset. One process makes two comparisons or replays of series at a time.",
    access=READ,
    answers=(answer(SeriesComparison, "The comparison."),),
)
def compare_series(
    series_operations: SeriesOperations, caller: Caller, path: SeriesPath, query: ComparisonQuery
) -> Reply:
    """Compare two series."""
    try:
        return Reply(series_operations.comparison(caller, path.series, query.other))
    except Incomparable as error:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/query/with", f"{error}"),)) from None


_FOLLOWED: Final = (
    "Sends the series at once, and again each time it has changed, about once a second, up to its `end`. Resume it "
    "with the last revision that you have."
)


@SERIES.operation(
    "GET",
    "/v1/series/{series}/events/sse",
    id="streamSeriesEventsSse",
    summary="Follow a series with server-sent events",
    description=_FOLLOWED,
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    headers=RESUMED,
    etag=Tag.NONE,
    answers=(server_sent_events(SeriesEvent, "The lines: `id` is the series' revision."),),
)
def stream_series_events_sse(
    series_streams: ProgressStreams[Series],
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: SeriesPath,
    query: FollowQuery,
    headers: Headers,
) -> Reply | Response:
    """Follow a series with server-sent events."""
    since = resumed_after(headers, query.since)
    follower = Follower(path.series, since, recheck(), client_address(), series_json)
    return stream_response(series_streams.follow(follower, caller, SERVER_SENT_EVENTS), SERVER_SENT_EVENTS)


@SERIES.operation(
    "GET",
    "/v1/series/{series}/events/ndjson",
    id="streamSeriesEventsNdjson",
    summary="Follow a series with JSON lines",
    description=_FOLLOWED,
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(json_lines(SeriesEvent, "The lines; an empty one is a sign of life."),),
)
def stream_series_events_ndjson(
    series_streams: ProgressStreams[Series],
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: SeriesPath,
    query: FollowQuery,
) -> Reply | Response:
    """Follow a series with JSON lines."""
    follower = Follower(path.series, query.since, recheck(), client_address(), series_json)
    return stream_response(series_streams.follow(follower, caller, NDJSON), NDJSON)


def series_json(series: Series) -> bytes:
    """A series as the API shows it."""
    return details_of(series).model_dump_json().encode()


def details_of(series: Series) -> SeriesDetails:
    """A series as the API shows it."""
    published = series.promises.published
    return SeriesDetails(
        id=series.id,
        owner_id=series.owner_id,
        name=series.name,
        status=series.status,
        status_reason=series.status_reason,
        document=series.document,
        document_sha256=series.document.digest().hex(),
        commitment_signature=None if published is None else _signature(published),
        commitment_log=None if published is None else _log_place(published),
        seed=series.shown_seed,
        extensions=[
            SeriesExtension(
                document=each.document,
                document_sha256=each.document.digest().hex(),
                commitment_signature=_signature(each.published),
                commitment_log=_log_place(each.published),
                seed=seed,
            )
            for each, seed in zip(series.promises.extensions, series.shown_extension_seeds, strict=True)
        ],
        priority=series.priority,
        budget_seconds=series.budget_seconds,
        matches=series.matches,
        played=series.played,
        settled=series.settled,
        failed=series.failed,
        worker_seconds=series.worker_seconds,
        seconds_left=series.seconds_left(series.changed_ms),  # not now: the answer changes with the series alone,
        revision=series.revision,
        created_at=timestamp(series.created_ms),
        changed_at=timestamp(series.changed_ms),
        started_at=timestamp(series.started_ms),
        ended_at=timestamp(series.ended_ms),
    )


def _signature(published: PublishedPromise) -> SignatureDetails:
    return SignatureDetails(key_id=published.key_id, value=published.signature)


def _log_place(published: PublishedPromise) -> LogPlace:
    return LogPlace(index=published.log_index, hash=published.log_hash)
