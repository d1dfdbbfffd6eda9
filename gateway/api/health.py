"""Health checks, for operators."""

from enum import Enum
from typing import Final

from pydantic import Field

from gateway.openapi.operation import PUBLIC, RateLimit, Reply, Section, Tag, answer
from services.readiness import ReadinessChecks
from services.response_model import ResponseModel

HEALTH: Final = Section(
    "health", "Health checks. They reveal no addresses and no causes of faults: these are in the log."
)


class State(Enum):
    """The state of a part."""

    OK = "ok"
    DOWN = "down"


class Liveness(ResponseModel):
    """The process answers."""

    status: State = Field(description="`ok`: the process works.")


class Readiness(ResponseModel):
    """Whether this process can serve requests, and the state of the parts on which all processes depend."""

    status: State = Field(
        description="`ok` once this process has reached Redis, the database and at least one engine, unless one of "
        "these is up and refuses this process, its password or its certificate. A part that goes down later is down "
        "for all processes and does not change `status`: requests that need it answer 503 `BUSY`, and all others "
        "continue to work."
    )
    parts: dict[str, State] = Field(
        description="The current state of Redis, the database and the engine of each ruleset. It does not change "
        "`status`."
    )


@HEALTH.operation(
    "GET",
    "/livez",
    id="getLiveness",
    summary="Check whether the process is alive",
    description="Depends on no other part.",
    access=PUBLIC,
    etag=Tag.NONE,
    rate_limit=RateLimit.EXEMPT,
    answers=(answer(Liveness, "The process is alive."),),
)
def get_liveness() -> Liveness:
    """Check whether the process is alive."""
    return Liveness(status=State.OK)


@HEALTH.operation(
    "GET",
    "/readyz",
    id="getReadiness",
    summary="Check whether the process can serve",
    description="For balancers. Answers within half a second, even if a part hangs.",
    access=PUBLIC,
    etag=Tag.NONE,
    rate_limit=RateLimit.EXEMPT,
    answers=(
        answer(Readiness, "The process is ready. Requests that need a part that is down answer 503."),
        answer(
            Readiness,
            "The process has just started and has not yet reached all parts, or a part refuses it.",
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
