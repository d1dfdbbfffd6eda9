"""Traces: one from a request through the engines, the outbox and the queue to the bot's turn.

Off unless :func:`begin` was called; then what is here costs nothing but a look at a variable. The libraries' own
instrumentations do the work; what they cannot know is the way through the outbox. There a context is written down
where something is asked for (:func:`current`), and who does it goes on with it (:func:`following`). Commands to Redis
and statements of SQL are steps by their names (:func:`step`): their values are hands and keys.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final

_KEY: Final = "traceparent"
_propagator: Any = None
_tracer: Any = None
_NO_STEP: Final = nullcontext()


def begin(process: str) -> None:
    """Send traces from this process, to where the standard variables (``OTEL_EXPORTER_OTLP_ENDPOINT`` and so on) say.
    Before the modules are imported that serve requests, call engines or run tasks.

    Raises:
        ImportError: the extra ``otel`` is not installed.
    """
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.celery import CeleryInstrumentor
    from opentelemetry.instrumentation.flask import FlaskInstrumentor
    from opentelemetry.instrumentation.grpc import GrpcInstrumentorClient, GrpcInstrumentorServer
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    global _propagator, _tracer
    provider = TracerProvider(resource=Resource.create({"service.namespace": "playhall", "service.name": process}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    for instrumentor in (FlaskInstrumentor, GrpcInstrumentorClient, GrpcInstrumentorServer, CeleryInstrumentor):
        instrumentor().instrument()
    _propagator = TraceContextTextMapPropagator()
    _tracer = trace.get_tracer("playhall")


def is_on() -> bool:
    """Whether this process sends traces."""
    return _tracer is not None


def step(system: str, operation: object) -> AbstractContextManager[object]:
    """What runs in here is a step of the trace that runs: a command to a store. None where no trace runs: what polls
    would begin one each time. ``system``: which store, such as ``redis``. ``operation``: a command's name, with nothing
    that is sent along."""
    if _tracer is None:
        return _NO_STEP
    return _step(system, operation)


def begin_step(system: str, operation: object) -> Any:  # noqa: ANN401 - of a library that need not be there
    """The same, to be ended with ``end()`` by who is told separately that it has; None where no trace runs."""
    if _tracer is None:
        return None
    from opentelemetry import trace

    if not trace.get_current_span().is_recording():
        return None
    name = operation.decode() if isinstance(operation, bytes) else str(operation)
    attributes = {"db.system.name": system, "db.operation.name": name}
    return _tracer.start_span(f"{system} {name}", kind=trace.SpanKind.CLIENT, attributes=attributes)


@contextmanager
def _step(system: str, operation: object) -> Iterator[None]:
    span = begin_step(system, operation)
    try:
        yield
    finally:
        if span is not None:
            span.end()


def current() -> str:
    """The context of what runs now, to be written down (W3C ``traceparent``); empty without one."""
    if _propagator is None:
        return ""
    carrier: dict[str, str] = {}
    _propagator.inject(carrier)
    return carrier.get(_KEY, "")


@contextmanager
def following(context: str) -> Iterator[None]:
    """What runs in here belongs to the trace of a context that was written down."""
    if _propagator is None or not context:
        yield
        return
    from opentelemetry import context as contexts

    token = contexts.attach(_propagator.extract({_KEY: context}))
    try:
        yield
    finally:
        contexts.detach(token)
