"""The views, legal actions and decisions of a match."""

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from gateway.api.clocks import ClockDetails
from gateway.api.match_details import MatchOutcome
from gateway.api.matches import NOT_SERVED, PLAY, MatchPath, SeatPath
from gateway.api.players import READ, SPECTATE
from gateway.formats.raw_json import Raw, compose
from gateway.formats.view_json import view_json
from gateway.openapi.fields import DIGITS, RequestModel, whole_numbers
from gateway.openapi.operation import Link, Reply, Retry, Section, answer
from services.engine.documented_as import DocumentedAs
from services.engine.ruleset import SPECTATOR
from services.engine.ruleset_documents import RulesetAction, RulesetEvent, RulesetView
from services.errors import Reason
from services.identity import Caller
from services.matches.match import Status
from services.matches.matches import Matches
from services.response_model import Moment, ResponseModel

SEATS: Final = Section(
    "seats",
    "The views, legal actions and decisions of a seat. Decisions are counted for each seat from 1, so another seat's "
    "answer never makes yours stale. Views, actions and events have the shapes of their ruleset: see its schemas.",
)

LARGEST_DECISION: Final = 2**31 - 1


DECIDING: Final = (
    Reason.NOT_YOUR_SEAT,
    Reason.MALFORMED_ACTION,
    Reason.ILLEGAL_ACTION,
    Reason.DECISION_NOT_ASKED,
    Reason.TIME_RAN_OUT,
    Reason.DECISION_ALREADY_ANSWERED,
    Reason.MATCH_NOT_LIVE,
    Reason.MATCH_ENDED,
    *NOT_SERVED,
)
"""The refusals of an answer to a decision."""


def _action(value: Any) -> Any:  # noqa: ANN401 - checks a value straight out of a JSON document
    if not isinstance(value, str | dict):
        raise ValueError("Must be the action's notation, or the action as an object.")
    return whole_numbers(value)


Action = Annotated[
    Any,
    AfterValidator(_action),
    DocumentedAs(Annotated[str, Field(examples=["bid 3"])] | RulesetAction),
]


class DecisionPath(MatchPath):
    """A decision of the caller's seat."""

    decision: Annotated[int, Field(ge=1, le=LARGEST_DECISION), DIGITS] = Field(
        description="The number of the decision, from 1."
    )


class DecisionBody(RequestModel):
    """The answer to a decision."""

    action: Action = Field(description="One of the decision's `legal` actions: its `notation`, or its `action` object.")


class LegalAction(ResponseModel):
    """One legal action."""

    notation: str = Field(description="The action's notation: `bid 3`. Enough to answer with.")
    action: RulesetAction = Field(description="The same action in the ruleset's structured form.")
    label: str = Field(description="The same action for people to read.")


class ViewDetails(ResponseModel):
    """A viewer's whole knowledge of a match now, and its legal actions."""

    match: str = Field(description="The match's id.")
    seat: int | None = Field(description="The seat; null for spectators.")
    revision: int = Field(description="The viewer's revision: continue with events `since` it.")
    status: Status = Field(description="The match's status.")
    pending: list[int] = Field(description="The seats that must decide now, ascending.")
    decision: int | None = Field(description="The number of the decision that this seat must answer now.")
    deadline_at: Moment | None = Field(
        description="When the time of the seat's turn is over; null: it has no clock, or that stands."
    )
    legal: list[LegalAction] = Field(description="Every legal action of that decision; otherwise empty.")
    view: RulesetView | None = Field(description="The ruleset's View; null before the start.")
    outcome: MatchOutcome | None = Field(description="The result of a finished match.")
    clocks: list[ClockDetails] = Field(description="The clocks of all seats that have one. They are public.")


class CheckedAction(ResponseModel):
    """An action that would be accepted as the answer to a decision. It reveals nothing about the outcome."""

    match: str = Field(description="The match's id.")
    seat: int = Field(description="The seat that would answer.")
    decision: int = Field(description="The number of the decision.")
    action: RulesetAction = Field(description="The action in the ruleset's structured form.")
    notation: str = Field(description="The action's notation.")


class DecisionAnswer(ResponseModel):
    """The reply to a decision. It is the same whenever the answer is sent again."""

    match: str = Field(description="The match's id.")
    seat: int = Field(description="The seat that answered.")
    decision: int = Field(description="The number of the decision.")
    action: RulesetAction = Field(description="The action in the ruleset's structured form.")
    notation: str = Field(description="The action's notation.")
    revision: int = Field(description="The seat's revision after the step.")
    events: list[RulesetEvent] = Field(description="The seat's view of the step.")
    next_decision: int | None = Field(
        description="The number of the seat's next decision, if it must decide again now."
    )


@SEATS.operation(
    "GET",
    "/v1/matches/{match}/view",
    id="getSpectatorView",
    summary="Get the spectator's view",
    access=SPECTATE,
    refusals=NOT_SERVED,
    answers=(answer(ViewDetails, "The spectator's view."),),
)
def get_spectator_view(matches: Matches, caller: Caller, path: MatchPath) -> Reply:
    """Get the spectator's view."""
    return Reply(view_json(matches.view(caller, path.match, SPECTATOR)))


@SEATS.operation(
    "GET",
    "/v1/matches/{match}/seats/{seat}/view",
    id="getSeatView",
    summary="Get a seat's view",
    description="Includes the seat's pending decision and its legal actions. For the seat's player, and for admins "
    "without a seat in the match, whose request is recorded in the match's `inspections` before the answer is sent.",
    access=READ,
    refusals=(Reason.NOT_YOUR_SEAT, *NOT_SERVED),
    answers=(
        answer(
            ViewDetails,
            "The seat's view, decision and legal actions.",
            links=(
                Link("answerDecision", {"match": "$response.body#/match", "decision": "$response.body#/decision"}),
                Link("listSeatEvents", {"match": "$response.body#/match", "seat": "$response.body#/seat"}),
            ),
        ),
    ),
)
def get_seat_view(matches: Matches, caller: Caller, path: SeatPath) -> Reply:
    """Get a seat's view."""
    return Reply(view_json(matches.view(caller, path.match, path.seat)))


@SEATS.operation(
    "POST",
    "/v1/matches/{match}/decisions/{decision}",
    id="answerDecision",
    summary="Answer a decision",
    description="Plays an action for the caller's seat. The same answer again returns the same reply, byte for byte; "
    "a different answer to an answered decision is refused.",
    access=PLAY,
    refusals=DECIDING,
    retry=Retry.NATURAL,
    answers=(answer(DecisionAnswer, "The reply."),),
)
def answer_decision(matches: Matches, caller: Caller, path: DecisionPath, body: DecisionBody) -> Reply:
    """Answer a decision."""
    return Reply(matches.decide(caller, path.match, None, path.decision, body.action))


@SEATS.operation(
    "POST",
    "/v1/matches/{match}/decisions/{decision}:check",
    id="checkDecision",
    summary="Check an answer without playing it",
    description="Checks whether `answerDecision` would accept the action, and refuses it for the same reasons. It "
    "changes nothing, and reveals nothing about the outcome: neither events nor chance.",
    access=PLAY,
    refusals=DECIDING,
    retry=Retry.NATURAL,
    answers=(answer(CheckedAction, "The action would be accepted."),),
)
def check_decision(matches: Matches, caller: Caller, path: DecisionPath, body: DecisionBody) -> Reply:
    """Check an answer without playing it."""
    checked = matches.check(caller, path.match, path.decision, body.action)
    return Reply(
        compose(
            {
                "match": path.match,
                "seat": checked.seat,
                "decision": checked.decision,
                "action": Raw(checked.action),
                "notation": checked.notation,
            }
        )
    )
