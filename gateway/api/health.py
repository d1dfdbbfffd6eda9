"""Health: for those who run the service."""

from enum import Enum
from typing import Final

from pydantic import Field

from gateway.openapi.fields import ResponseModel
from gateway.openapi.operation import PUBLIC, RateLimit, Reply, Section, Tag, answer
from gateway.readiness import ReadinessChecks

HEALTH: Final = Section("health", "Probes. They name no address and no fault: the log does.")


class State(Enum):
    """How a part is."""

    OK = "ok"
    DOWN = "down"


class Liveness(ResponseModel):
    """The process answers."""

    status: State = Field(description="`ok`: the process works.")


class Readiness(ResponseModel):
    """Whether requests can be served."""

    status: State = Field(
        description="`ok` if Redis and at least one engine are, and the database is or has been: without its engine a "
        "ruleset's matches answer 503, without the database what needs it, and all else goes on."
    )
    parts: dict[str, State] = Field(description="Redis, the database and the engine of each ruleset.")


@HEALTH.operation(
    "GET",
    "/livez",
    id="getLiveness",
    summary="Ask whether the process lives",
    description="Depends on nothing else.",
    access=PUBLIC,
    etag=Tag.NONE,
    rate_limit=RateLimit.EXEMPT,
    answers=(answer(Liveness, "It lives."),),
)
def get_liveness() -> Liveness:
    """Yes."""
    return Liveness(status=State.OK)


@HEALTH.operation(
    "GET",
    "/readyz",
    id="getReadiness",
    summary="Ask whether requests can be served",
    access=PUBLIC,
    etag=Tag.NONE,
    rate_limit=RateLimit.EXEMPT,
    answers=(
        answer(Readiness, "Requests can be served; an engine or the database may be down."),
        answer(
            Readiness,
            "Requests cannot be served.",
            status=503,
        ),
    ),
)
def get_readiness(readiness: ReadinessChecks) -> Reply:
    """The state of every dependency."""
    parts = readiness.parts()
    engines = {f"engine:{ruleset}": _state(is_ok) for ruleset, is_ok in readiness.engines().items()}
    # The matches of an engine that is down answer BUSY; everything else can be played.
    some_engine = not engines or State.OK in engines.values()
    ready = some_engine and readiness.suffices(parts)
    answered = Readiness(status=_state(ready), parts={name: _state(is_ok) for name, is_ok in parts.items()} | engines)
    return Reply(answered.model_dump_json().encode(), 200 if ready else 503)


def _state(is_ok: bool) -> State:
    return State.OK if is_ok else State.DOWN
