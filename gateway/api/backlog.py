"""The backlog: waiting work, for operators."""

from typing import Annotated, Final

from pydantic import Field

from gateway.api.players import ADMIN
from gateway.openapi.operation import Section, Tag, answer
from services.matches.backlog_metrics import BacklogMeter
from services.matches.work_queues import WorkQueue
from services.redis_clients import busy_if_unavailable
from services.response_model import ResponseModel, growing

BACKLOG: Final = Section("backlog", "Waiting work, as `playhall status` shows it.")


class QueueDetails(ResponseModel):
    """A queue of the workers."""

    name: Annotated[str, growing(WorkQueue)] = Field(description="The queue's name. The list may grow.")
    waiting: int = Field(description="The number of waiting tasks.")
    oldest_seconds: float = Field(description="How long the next task has waited; 0 without one.")


class BacklogDetails(ResponseModel):
    """The amount of waiting work."""

    open_matches: int = Field(description="Matches that wait for players or for their start.")
    live_matches: int = Field(description="Matches that are being played.")
    not_archived: int = Field(description="Matches that have ended and are not in the archive yet.")
    outbox_entries: int = Field(description="Follow-up work of matches that the relay has not yet handed to workers.")
    outbox_oldest_seconds: float = Field(description="How long the oldest entry has waited; 0 without one.")
    overdue_seconds: float = Field(description="By how much the most overdue deadline has passed; 0 without one.")
    queues: list[QueueDetails] = Field(description="The queues of the workers.")
    running: int = Field(description="Tasks that a worker has taken and not finished.")
    commitments: int = Field(description="Commitments that are not in the public log yet.")


@BACKLOG.operation(
    "GET",
    "/v1/backlog",
    id="getBacklog",
    summary="Get the work that waits",
    description="Measures matches, queues and deadlines for each request.",
    access=ADMIN,
    etag=Tag.NONE,
    answers=(answer(BacklogDetails, "The waiting work."),),
)
def get_backlog(backlog: BacklogMeter) -> BacklogDetails:
    """Get the work that waits."""
    with busy_if_unavailable():
        found = backlog.measure()
    return BacklogDetails(
        open_matches=found.matches["open"],
        live_matches=found.matches["live"],
        not_archived=found.ended["not_archived"],
        outbox_entries=found.outbox_entries,
        outbox_oldest_seconds=found.outbox_oldest_seconds,
        overdue_seconds=found.overdue_seconds,
        queues=[
            QueueDetails(name=queue.name, waiting=queue.waiting, oldest_seconds=queue.oldest_seconds)
            for queue in found.queues
        ],
        running=found.running,
        commitments=found.commitments,
    )
