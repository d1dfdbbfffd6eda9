"""What a failing task tells, and what it does not."""

import pytest
import redis
from celery.exceptions import SoftTimeLimitExceeded
from structlog.testing import capture_logs

from services.errors import Reason, Refusal
from workers.task_errors import TaskFailed, Unreachable, guarded

HAND = "the hand of seat 2: X7, X9"


def fail(failure: Exception) -> None:
    raise failure


@pytest.mark.parametrize(
    "failure",
    [ValueError(HAND), KeyError(HAND), Refusal(Reason.ILLEGAL_ACTION, HAND), RecursionError(HAND)],
    ids=lambda failure: type(failure).__name__,
)
def test_a_failure_is_logged_by_ids_type_and_place_and_never_by_its_text(failure: Exception) -> None:
    with capture_logs() as logs, pytest.raises(TaskFailed) as raised, guarded("turns.play", match="m_1", rev=7):
        fail(failure)
    assert len(logs) == 1
    assert logs[0]["match"] == "m_1"
    assert logs[0]["rev"] == 7
    assert "test_task_errors.py" in logs[0]["place"]
    assert HAND not in repr(logs)
    assert HAND not in repr(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__


@pytest.mark.parametrize(
    "failure",
    [
        redis.ConnectionError("x"),
        redis.TimeoutError("x"),
        ConnectionResetError("x"),
        Refusal(Reason.BUSY),
        Refusal(Reason.UNSUPPORTED_VERSION),  # another worker may play that version
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_what_cannot_be_reached_is_tried_again(failure: Exception) -> None:
    with pytest.raises(Unreachable), guarded("turns.play", match="m_1", rev=7):
        fail(failure)


def test_a_task_that_is_done_says_what_it_was_about() -> None:
    with capture_logs() as logs, guarded("turns.play", match="m_1", rev=7):
        pass
    (line,) = logs
    assert line.pop("ms") >= 0
    assert line == {"event": "done", "log_level": "info", "task": "turns.play", "match": "m_1", "rev": 7}


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.MATCH_NOT_LIVE, Reason.MATCH_ENDED])
def test_a_task_that_comes_too_late_is_no_failure(reason: Reason) -> None:
    with capture_logs() as logs, guarded("turns.play", match="m_1", rev=7):
        fail(Refusal(reason))
    assert [log["log_level"] for log in logs] == ["info"]


def test_a_task_out_of_time_fails_for_good() -> None:
    with pytest.raises(TaskFailed), guarded("turns.play", match="m_1", rev=7):
        fail(SoftTimeLimitExceeded())
