"""Every figure that the processes count, in one place. Labels have few values: never a match, a player or a key.

With ``PROMETHEUS_MULTIPROC_DIR`` in the environment before this module is imported, each process counts in a file of
its own there, and :mod:`services.telemetry.operations_server` adds them up: the processes of one pod are one to
Prometheus.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from time import perf_counter
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

_REQUEST_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LAG_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
_COMMIT_BUCKETS: Final = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0)
_ENGINE_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_THINK_BUCKETS: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)
_TASK_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0)
_TICKET_BUCKETS: Final = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 3600.0)

NO_REASON: Final = "OK"

_REQUESTS: Final = Counter(
    "playhall_requests", "Requests answered, by operation and how they ended.", ("api", "operation", "reason")
)
_REQUEST_SECONDS: Final = Histogram(
    "playhall_request_seconds",
    "Time until the answer began, by operation. A stream counts until its first line.",
    ("api", "operation"),
    buckets=_REQUEST_BUCKETS,
)
_READY: Final = Gauge(
    "playhall_gateway_ready",
    "Processes of gateways that can serve, by the gateway's kind.",
    ("process",),
    multiprocess_mode="livesum",
)
_PART_DOWN: Final = Gauge(
    "playhall_gateway_part_down",
    "Processes of gateways that do not reach a part that they need, by the gateway's kind.",
    ("process", "part"),
    multiprocess_mode="livesum",
)
_STREAMS: Final = Gauge(
    "playhall_streams", "Event streams and waiting polls that are open.", ("api",), multiprocess_mode="livesum"
)
_STREAM_LAG: Final = Histogram(
    "playhall_stream_lag_seconds",
    "From the commit of what happened until a stream handed it to its client's connection; a spectators' delay "
    "counts as none.",
    ("api",),
    buckets=_LAG_BUCKETS,
)
_SILENT: Final = Counter("playhall_silent_calls", "gRPC calls that were given up since their message did not come.")
_ENGINE_STRANGERS: Final = Counter(
    "playhall_engine_callers_refused", "Calls to this engine service that did not show its token."
)
_DECISIONS: Final = Counter(
    "playhall_decisions", "Decisions that were committed, by ruleset and who made them.", ("ruleset", "by")
)
_COMMIT_SECONDS: Final = Histogram(
    "playhall_commit_seconds",
    "Commits to Redis, by ruleset: until Redis has answered, and its replicas if that is asked for.",
    ("ruleset",),
    buckets=_COMMIT_BUCKETS,
)
_CONFLICTS: Final = Counter(
    "playhall_commit_conflicts", "Commits that came second and were worked out anew.", ("ruleset",)
)
_ENGINE_SECONDS: Final = Histogram(
    "playhall_engine_call_seconds", "Calls to engine services.", ("ruleset", "call"), buckets=_ENGINE_BUCKETS
)
_ENGINE_FAILURES: Final = Counter(
    "playhall_engine_call_failures",
    "Calls to engine services that failed for the platform.",
    ("ruleset", "call", "reason"),
)
_THINK_SECONDS: Final = Histogram(
    "playhall_bot_think_seconds",
    "How long a house bot thought about a decision.",
    ("ruleset", "bot"),
    buckets=_THINK_BUCKETS,
)
_TASK_SECONDS: Final = Histogram(
    "playhall_task_seconds", "Tasks of the workers, by how they ended.", ("task", "outcome"), buckets=_TASK_BUCKETS
)
_WEBHOOK_SECONDS: Final = Histogram(
    "playhall_webhook_call_seconds",
    "How long calls of bots' webhooks take, by what becomes of them.",
    ("outcome",),
    buckets=_TASK_BUCKETS,
)
_WEBHOOK_CALLS: Final = Gauge(
    "playhall_webhook_calls", "Calls of bots' webhooks that are under way.", multiprocess_mode="livesum"
)
_TICKET_SECONDS: Final = Histogram(
    "playhall_ticket_wait_seconds",
    "How long tickets waited that were paired, by ruleset.",
    ("ruleset",),
    buckets=_TICKET_BUCKETS,
)
_SERIES_CHUNKS: Final = Counter(
    "playhall_series_chunks", "Chunks of series, by ruleset and what became of them.", ("ruleset", "outcome")
)
_RESULTS_RATED: Final = Counter("playhall_results_rated", "Results of matches that were taken into the ratings.")
_RATINGS_DIFFER: Final = Counter(
    "playhall_ratings_differ",
    "Replays that found other ratings than those that were stored, by ruleset. They were computed anew.",
    ("ruleset",),
)
_SERIES_MATCHES: Final = Counter(
    "playhall_series_matches", "Matches of series whose results were stored.", ("ruleset",)
)
_PUBLISHED: Final = Counter("playhall_outbox_published", "Outbox entries that became tasks.", ("kind",))
_DUE_MOVED: Final = Counter("playhall_deadlines_moved", "Deadlines and nudges that came due.")
_CLOCK_SKEW: Final = Gauge(
    "playhall_clock_skew_seconds",
    "By how much the host's clock is ahead of the platform's time, as it was measured last.",
    multiprocess_mode="livemostrecent",
)
_REDIS_CLOCK: Final = Gauge(
    "playhall_redis_clock_set_seconds",
    "By how much the platform's time is ahead of Redis' clock, since that was set, as it was measured last.",
    multiprocess_mode="livemostrecent",
)


# Finding a child of a metric by its labels costs more than counting: keep those that were found.
_requests = lru_cache(maxsize=4096)(_REQUESTS.labels)
_request_seconds = lru_cache(maxsize=1024)(_REQUEST_SECONDS.labels)
_decisions = lru_cache(maxsize=256)(_DECISIONS.labels)
_engine_seconds = lru_cache(maxsize=256)(_ENGINE_SECONDS.labels)
_streams = lru_cache(maxsize=8)(_STREAMS.labels)
_stream_lag = lru_cache(maxsize=8)(_STREAM_LAG.labels)
_commit_seconds = lru_cache(maxsize=256)(_COMMIT_SECONDS.labels)
_think_seconds = lru_cache(maxsize=256)(_THINK_SECONDS.labels)


def request_done(api: str, operation: str, reason: str, seconds: float) -> None:
    """A request was answered. ``api``: ``rest`` or ``grpc``; ``reason``: the error's code, or :data:`NO_REASON`."""
    _requests(api, operation, reason).inc()
    _request_seconds(api, operation).observe(seconds)


def gateway_looked(process: str, *, is_ready: bool, parts: Mapping[str, bool]) -> None:
    """Whether this process of a gateway is ready, and which parts it reaches. ``process``: ``gateway``,
    ``gateway-stream`` or ``gateway-grpc``."""
    _READY.labels(process).set(is_ready)
    for part, is_reached in parts.items():
        _PART_DOWN.labels(process, part).set(not is_reached)


def stream_opened(api: str) -> None:
    """Somebody follows a match. ``api``: ``rest`` or ``grpc``."""
    _streams(api).inc()


def stream_closed(api: str) -> None:
    """Somebody follows it no longer."""
    _streams(api).dec()


def event_told(api: str, seconds: float) -> None:
    """Somebody who follows a match was told what happened. ``seconds``: after it was committed."""
    _stream_lag(api).observe(seconds)


def silent_call_ended() -> None:
    """A gRPC call was given up: its message did not come."""
    _SILENT.inc()


def engine_caller_refused() -> None:
    """Somebody called this engine service without its token."""
    _ENGINE_STRANGERS.inc()


def decision_committed(ruleset: str, by: str) -> None:
    """A decision was committed. ``by``: ``player``, ``bot`` or ``clock``."""
    _decisions(ruleset, by).inc()


def commit_run(ruleset: str, seconds: float) -> None:
    """A commit was sent to Redis, which has answered it or has not for so long."""
    _commit_seconds(ruleset).observe(seconds)


def commit_conflict(ruleset: str) -> None:
    """A commit found that the match had moved on."""
    _CONFLICTS.labels(ruleset).inc()


def engine_called(ruleset: str, call: str, seconds: float) -> None:
    """A call to an engine service was answered."""
    _engine_seconds(ruleset, call).observe(seconds)


def engine_failed(ruleset: str, call: str, reason: str) -> None:
    """A call to an engine service failed for a reason that no player caused."""
    _ENGINE_FAILURES.labels(ruleset, call, reason).inc()


def bot_thought(ruleset: str, bot: str, seconds: float) -> None:
    """A house bot chose."""
    _think_seconds(ruleset, bot).observe(seconds)


@contextmanager
def task_run(task: str) -> Iterator[None]:
    """A task runs. One that raises counts by the type that it raises."""
    began = perf_counter()
    outcome = "done"
    try:
        yield
    except BaseException as error:
        outcome = type(error).__name__
        raise
    finally:
        _TASK_SECONDS.labels(task, outcome).observe(perf_counter() - began)


@contextmanager
def webhook_call() -> Iterator[None]:
    """A bot's webhook is called, until it has answered or failed to."""
    with _WEBHOOK_CALLS.track_inprogress():
        yield


def webhook_called(outcome: str, seconds: float) -> None:
    """A bot's webhook was called. ``outcome``: of those that :mod:`services.webhooks` tells apart."""
    _WEBHOOK_SECONDS.labels(outcome).observe(seconds)


def ticket_paired(ruleset: str, seconds: float) -> None:
    """A ticket was paired that had waited for so long."""
    _TICKET_SECONDS.labels(ruleset).observe(seconds)


def series_chunk_done(ruleset: str, outcome: str, matches: int) -> None:
    """A chunk of so many matches was ``stored``, ``dropped`` (it counted no more), or is ``unplayable``: its bots or
    options are not those of the version."""
    _SERIES_CHUNKS.labels(ruleset, outcome).inc()
    if outcome == "stored":
        _SERIES_MATCHES.labels(ruleset).inc(matches)


def results_rated(number: int) -> None:
    """So many results of matches were taken into the ratings."""
    _RESULTS_RATED.inc(number)


def ratings_differ(ruleset: str) -> None:
    """A replay of the log has found other ratings than those that are stored."""
    _RATINGS_DIFFER.labels(ruleset).inc()


def outbox_published(kind: str) -> None:
    """An outbox entry became a task."""
    _PUBLISHED.labels(kind).inc()


def clocks_measured(skew_seconds: float, set_seconds: float) -> None:
    """A process has compared its host's clock, and Redis', with the platform's time."""
    _CLOCK_SKEW.set(skew_seconds)
    _REDIS_CLOCK.set(set_seconds)


def deadlines_moved(number: int) -> None:
    """Deadlines and nudges came due."""
    _DUE_MOVED.inc(number)
