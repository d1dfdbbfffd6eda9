"""What a service says of a decision is checked before it is believed."""

from collections.abc import Callable

import pytest
from playhall.engine.v1 import engine_pb2 as pb

from services.engine.engine import ExplainedAction, ExplainedDecision
from services.engine.proto_codec import explanation_message
from services.engine.response_validation import ContractViolation, read_explanation

FOUND = ExplainedDecision(
    (
        ExplainedAction("bid 2", 7, 0.625, 0.125, ((1, "bid 1"), (0, "card BN3"))),
        ExplainedAction("bid 1", 0, None, None),
    ),
    iterations=7,
    seconds=0.25,
)
LEGAL = ["bid 1", "bid 2"]


def test_an_explanation_is_read_as_it_was_written() -> None:
    assert read_explanation(explanation_message(FOUND), LEGAL) == FOUND


def twice(answer: pb.ExplainResponse) -> None:
    answer.actions.append(answer.actions[0])


def fewer(answer: pb.ExplainResponse) -> None:
    del answer.actions[1]


def another(answer: pb.ExplainResponse) -> None:
    answer.actions[0].notation = "bid 3"


def endless_line(answer: pb.ExplainResponse) -> None:
    answer.actions[0].line.extend([pb.ExpectedAction(seat=0, notation="bid 1")] * 64)


def two_lines(answer: pb.ExplainResponse) -> None:
    answer.actions[0].line[0].notation = "bid\n1"


def no_number(answer: pb.ExplainResponse) -> None:
    answer.actions[0].value = float("nan")


def infinite(answer: pb.ExplainResponse) -> None:
    answer.actions[0].error = float("inf")


def before_it_began(answer: pb.ExplainResponse) -> None:
    answer.seconds = -1.0


@pytest.mark.parametrize("lie", [twice, fewer, another, endless_line, two_lines, no_number, infinite, before_it_began])
def test_a_lying_explanation_is_found_out(lie: Callable[[pb.ExplainResponse], None]) -> None:
    answer = explanation_message(FOUND)
    lie(answer)
    with pytest.raises(ContractViolation):
        read_explanation(answer, LEGAL)
