"""Health: for those who run the service."""

from enum import Enum
from typing import Final

from pydantic import Field

from gateway.openapi.operation import PUBLIC, RateLimit, Reply, Section, Tag, answer
from services.readiness import ReadinessChecks
from services.response_model import ResponseModel

HEALTH: Final = Section("health", "Health checks. They reveal no address and no fault: the log does.")


class State(Enum):
    """How a part is."""

    OK = "ok"
    DOWN = "down"


class Liveness(ResponseModel):
    """The process answers."""

    status: State = Field(description="`ok`: the process works.")


class Readiness(ResponseModel):
    """Whether this process can serve, and how what all processes depend on is."""

    status: State = Field(
        description="`ok` once this process has reached Redis, the database and at least one engine, unless one of "
        "them is there and refuses this process, its password or certificate. What is down later is down for all: "
        "requests that need it answer 503 `BUSY`, and all else goes on."
    )
    parts: dict[str, State] = Field(
        description="Redis, the database and the engine of each ruleset, as they are now. They do not change `status`."
    )


@HEALTH.operation(
    "GET",
    "/livez",
    id="getLiveness",
    summary="Check whether the process is alive",
    description="Depends on nothing else.",
    access=PUBLIC,
    etag=Tag.NONE,
    rate_limit=RateLimit.EXEMPT,
    answers=(answer(Liveness, "It lives."),),
)
def get_liveness() -> Liveness:
    """Check whether the process is alive."""
    return Liveness(status=State.OK)


@HEALTH.operation(
    "GET",
    "/readyz",
    id="getReadiness",
    summary="Check whether the process can serve",
    description="For balancers. Answers within half a second, whatever hangs.",
    access=PUBLIC,
    etag=Tag.NONE,
    rate_limit=RateLimit.EXEMPT,
    answers=(
        answer(Readiness, "It can, and answers requests: with 503 `BUSY` those that need a part that is down."),
        answer(
            Readiness,
            "It has just started and has not reached all that it needs, or a part refuses this process.",
            status=503,
        ),
    ),
)
def get_readiness(readiness: ReadinessChecks) -> Reply:
    """Check whether the process can serve."""
    found = readiness.look()
    parts = {name: _state(is_ok) for name, is_ok in found.parts.items()}
    answered = Readiness(status=_state(found.is_ready), parts=parts)
    return Reply(answered, 200 if found.is_ready else 503)


def _state(is_ok: bool) -> State:
    return State.OK if is_ok else State.DOWN
