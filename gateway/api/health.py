"""Health: for those who run the service."""

from collections.abc import Callable
from enum import Enum
from typing import Final

import structlog
from pydantic import Field

from gateway.dependencies import Parts
from gateway.openapi.fields import ResponseModel
from gateway.openapi.operation import PUBLIC, Limit, Reply, Section, Tag, answer

HEALTH: Final = Section("health", "Probes. They name no address and no fault: the log does.")

log = structlog.get_logger("gateway")


class State(Enum):
    """How a part is."""

    OK = "ok"
    DOWN = "down"


class Liveness(ResponseModel):
    """The process answers."""

    status: State


class Readiness(ResponseModel):
    """Whether requests can be served."""

    status: State = Field(
        description="`ok` if Redis, the database and at least one engine are: without its engine a ruleset's matches "
        "answer 503, and all others go on."
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
    limit=Limit.FREE,
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
    limit=Limit.FREE,
    answers=(
        answer(Readiness, "Requests can be served; an engine may be down."),
        answer(
            Readiness,
            "A part that everything needs cannot be reached.",
            status=503,
        ),
    ),
)
def get_readiness(parts: Parts) -> Reply:
    """The state of every part."""
    needed = {name: _state(name, check) for name, check in parts.checks.items()}
    engines = {f"engine:{ruleset}": State.OK if ok else State.DOWN for ruleset, ok in parts.probes.reached().items()}
    # The matches of an engine that is down answer BUSY; everything else can be played.
    some_engine = not engines or State.OK in engines.values()
    ready = some_engine and all(state is State.OK for state in needed.values())
    readiness = Readiness(status=State.OK if ready else State.DOWN, parts=needed | engines)
    return Reply(readiness.model_dump_json().encode(), 200 if ready else 503)


def _state(name: str, check: Callable[[], object]) -> State:
    try:
        check()
    except Exception as error:  # Whatever a part raises, it is not ready; the answer must not say more.
        log.warning("not_ready", part=name, error=type(error).__qualname__)
        return State.DOWN
    return State.OK
