"""Traces: one from a request through the engines, the outbox and the queue to the bot's turn.

Off unless :func:`begin` was called; then what is here costs nothing but a look at a variable. The libraries' own
instrumentations do the work; what they cannot know is the way through the outbox. There a context is written down
where something is asked for (:func:`current`), and who does it goes on with it (:func:`following`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

_KEY: Final = "traceparent"
_propagator: Any = None


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

    global _propagator
    provider = TracerProvider(resource=Resource.create({"service.namespace": "playhall", "service.name": process}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    for instrumentor in (FlaskInstrumentor, GrpcInstrumentorClient, GrpcInstrumentorServer, CeleryInstrumentor):
        instrumentor().instrument()
    _propagator = TraceContextTextMapPropagator()


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
