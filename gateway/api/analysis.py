"""Positions in requests: observe them, play on, let bots choose, and search."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, Literal

from flask import Response
from pydantic import BeforeValidator, Field

from gateway.admission import ClientAddress, Recheck
from gateway.api.events import LONGEST_WAIT, Follower
from gateway.api.match_details import MatchOutcome
from gateway.api.matches import NOT_SERVED, SeatPath
from gateway.api.players import READ
from gateway.api.positions import PositionDocument, ViewerSituation
from gateway.api.seats import Action, LegalAction
from gateway.formats.position_json import choice_json, explanation_json, played_json, situation_json
from gateway.openapi.fields import WHOLE, RequestModel, whole_numbers
from gateway.openapi.operation import JSON, Reply, Retry, Section, answer
from gateway.streams.responses import StreamResponse
from gateway.streams.searches import SearchPolls
from services.analysis.analysis import DEFAULT_ITERATIONS, MOST_ITERATIONS, Analysis, Question
from services.analysis.searches import SearchAnswer
from services.engine.documents import encode
from services.engine.engine import Position
from services.engine.ruleset_documents import RULESET_SCHEMA
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.response_model import ResponseModel

ANALYSIS: Final = Section(
    "analysis",
    "Play on from a position, alone or against bots, and search it. The platform stores nothing: each request "
    "contains its position. The position comes from an ended match, is imagined from the knowledge of one seat of a "
    "live match, or is written by hand. A player in a live match of the ruleset without `assistance` can only observe "
    "positions; other requests are refused with `NO_ASSISTANCE`. See `docs/analysis.md`.",
)

USUAL_WAIT: Final = 20

_Seat = Annotated[int, Field(ge=0, le=63), WHOLE]
_Seed = Annotated[str, Field(pattern=r"^[0-9a-fA-F]{64}$")]
_Wait = Annotated[int, Field(ge=0, le=LONGEST_WAIT), WHOLE]


class NewPosition(RequestModel):
    """A position."""

    format: Literal["playhall.position/1"] = Field(description="The format of the document.")
    ruleset: str = Field(max_length=64, description="The ruleset's id.")
    ruleset_version: str = Field(max_length=64, description="The version of the ruleset to which the state belongs.")
    seed: _Seed = Field(description="The seed of all chance: 32 bytes, hexadecimal.")
    state: Annotated[dict[str, Any], BeforeValidator(whole_numbers)] = Field(
        description="The state of the game, in the ruleset's schema `state`.",
        json_schema_extra={RULESET_SCHEMA: "state"},
    )


class ImagineBody(RequestModel):
    """The seed of an imagined position."""

    seed: _Seed | None = Field(
        default=None,
        description="32 bytes, hexadecimal. The same view and seed give the same position, which has this seed. Null: "
        "random.",
    )


class PositionBody(RequestModel):
    """A position."""

    position: NewPosition = Field(description="The position.")


class PlayBody(PositionBody):
    """A position and an action of a seat."""

    seat: _Seat = Field(description="The seat that acts.")
    action: Action = Field(description="One of the seat's `legal` actions: its `notation`, or its `action` object.")


class BotBody(PositionBody):
    """A position and a seat for which a bot decides."""

    seat: _Seat = Field(description="A seat that must decide. The bot knows what this seat knows, and nothing else.")
    seed: _Seed | None = Field(
        default=None,
        description="The bot's own randomness: 32 bytes, hexadecimal. Null: derived from what the seat knows.",
    )
    wait: _Wait = Field(
        default=USUAL_WAIT,
        description="Seconds to wait for a searching bot. If the answer is `waiting`, send the same request again.",
    )

    @property
    def seed_bytes(self) -> bytes | None:
        """The seed; None without one."""
        return _bytes(self.seed)


class ChooseBody(BotBody):
    """A position and the bot that chooses an action."""

    bot: str = Field(max_length=64, description="The id of one of the ruleset's bots.")


class ExplainBody(BotBody):
    """A position and the bot that searches it."""

    bot: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="The id of one of the ruleset's searching bots. Null: the first of them."
    )
    iterations: Annotated[int, Field(ge=1, le=MOST_ITERATIONS), WHOLE] = Field(
        default=DEFAULT_ITERATIONS, description="The number of playouts. The search stops after ten seconds."
    )


class PlayablePosition(ResponseModel):
    """A position, with the view of every viewer."""

    pending: list[int] = Field(description="The seats that must decide.")
    views: list[ViewerSituation] = Field(description="The spectators' view, then those of the seats in order.")
    position: PositionDocument = Field(description="The position itself, for further requests.")
    outcome: MatchOutcome | None = Field(description="The result, if the game is over.")


class PlayedPosition(PlayablePosition):
    """The position after an action, with what every viewer saw of it."""

    notation: str = Field(description="The action in notation.")


class BotAnswer(ResponseModel):
    """The answer of a bot."""

    state: Literal["done", "waiting"] = Field(
        description="`waiting`: the bot is still searching. Send the same request again to continue waiting. The "
        "answer is stored for ten minutes."
    )
    seat: int = Field(description="The seat.")
    bot: str = Field(description="The id of the bot.")


class BotChoice(BotAnswer):
    """The choice of a bot."""

    choice: LegalAction | None = Field(description="The action; null while the bot is searching.")


class ExpectedAction(ResponseModel):
    """An action in the expected continuation."""

    seat: int = Field(description="The seat that acts.")
    notation: str = Field(description="The action in notation.")


class ExplainedAction(LegalAction):
    """A legal action, rated by a search."""

    visits: int = Field(description="How often the search tried the action.")
    value: float | None = Field(
        description="The seat's expected share of the win after the action, 0 to 1; null if it was not tried."
    )
    error: float | None = Field(
        description="The standard error of `value`; null if the action was not tried often enough."
    )
    line: list[ExpectedAction] = Field(description="The expected continuation; may be empty.")


class BotExplanation(BotAnswer):
    """A decision, rated by a bot."""

    iterations: int | None = Field(description="The number of playouts; null while the bot is searching.")
    seconds: float | None = Field(description="The time of the search in seconds.")
    actions: list[ExplainedAction] = Field(
        description="Every legal action, the best first; empty while the bot is searching. The same seed and "
        "iterations give the same result, unless the search ran out of time."
    )


_POSITION: Final = (Reason.UNKNOWN_RULESET, Reason.UNSUPPORTED_VERSION)
_SEARCH: Final = (
    *_POSITION,
    Reason.ILLEGAL_ACTION,
    Reason.UNKNOWN_BOT,
    Reason.NO_ASSISTANCE,
    Reason.TOO_MANY_STREAMS,
)


@ANALYSIS.operation(
    "POST",
    "/v1/matches/{match}/seats/{seat}:imagine",
    id="imaginePosition",
    summary="Imagine a position from a seat's knowledge",
    description="Samples a position that is consistent with the seat's current view, and depends on nothing else of "
    "the match. For the seat's player, and for admins without a seat in the match, whose request is recorded in its "
    "`inspections`.",
    access=READ,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.MATCH_NOT_LIVE, Reason.NO_ASSISTANCE, *NOT_SERVED),
    retry=Retry.NATURAL,
    answers=(answer(PlayablePosition, "The position."),),
)
def imagine_position(analysis: Analysis, caller: Caller, path: SeatPath, body: ImagineBody | None) -> Reply:
    """Imagine a position from a seat's knowledge."""
    seed = None if body is None else body.seed
    return Reply(situation_json(analysis.imagine(caller, path.match, path.seat, _bytes(seed))))


@ANALYSIS.operation(
    "POST",
    "/v1/positions:observe",
    id="observePosition",
    summary="Observe a position",
    description="Returns what each viewer knows, and the legal actions of the seats that must decide.",
    access=READ,
    refusals=_POSITION,
    retry=Retry.NATURAL,
    answers=(answer(PlayablePosition, "The position."),),
)
def observe_position(analysis: Analysis, body: PositionBody) -> Reply:
    """Observe a position."""
    return Reply(situation_json(analysis.observe(position_of(body.position))))


@ANALYSIS.operation(
    "POST",
    "/v1/positions:play",
    id="playPosition",
    summary="Play on from a position",
    access=READ,
    refusals=(*_POSITION, Reason.MALFORMED_ACTION, Reason.ILLEGAL_ACTION, Reason.NO_ASSISTANCE),
    retry=Retry.NATURAL,
    answers=(answer(PlayedPosition, "The position after the action."),),
)
def play_position(analysis: Analysis, caller: Caller, body: PlayBody) -> Reply:
    """Play on from a position."""
    return Reply(played_json(*analysis.play(caller, position_of(body.position), body.seat, body.action)))


@ANALYSIS.operation(
    "POST",
    "/v1/positions:choose",
    id="chooseAction",
    summary="Let a bot choose an action in a position",
    description="The bot uses the knowledge of its seat and nothing else. Nothing is played.",
    access=READ,
    refusals=_SEARCH,
    retry=Retry.NATURAL,
    answers=(answer(BotChoice, "The bot's choice, or `waiting`."),),
)
def choose_action(
    analysis: Analysis,
    search_polls: SearchPolls,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    body: ChooseBody,
) -> Reply | Response:
    """Let a bot choose an action in a position."""
    question = analysis.choose(caller, position_of(body.position), body.seat, body.bot, body.seed_bytes)
    answer, follower = analysis.answer(question), Follower(caller, recheck(), client_address())
    return _answered(search_polls, follower, question, answer, choice_json, body.wait)


@ANALYSIS.operation(
    "POST",
    "/v1/positions:explain",
    id="explainDecision",
    summary="Search a position and rate each action",
    description="Returns how often the search tried each action, the expected share of the win, and the expected "
    "continuation. A player can have two searches in progress; a third is refused with `RATE_LIMITED`.",
    access=READ,
    refusals=_SEARCH,
    retry=Retry.NATURAL,
    answers=(answer(BotExplanation, "The result of the search, or `waiting`."),),
)
def explain_decision(
    analysis: Analysis,
    search_polls: SearchPolls,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    body: ExplainBody,
) -> Reply | Response:
    """Search a position and rate each action."""
    position = position_of(body.position)
    question = analysis.explain(caller, position, body.seat, body.bot, body.iterations, body.seed_bytes)
    answer, follower = analysis.answer(question), Follower(caller, recheck(), client_address())
    return _answered(search_polls, follower, question, answer, explanation_json, body.wait)


def position_of(given: NewPosition) -> Position:
    """The position in a request.

    Raises:
        Refusal: ``INVALID_FIELD``: its state cannot be encoded as JSON.
    """
    try:
        state = encode(given.state)
    except (ValueError, RecursionError):
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/position/state", "is no JSON"),)) from None
    return Position(given.ruleset, given.ruleset_version, bytes.fromhex(given.seed), state)


def _answered(
    polls: SearchPolls,
    follower: Follower,
    question: Question,
    answer: SearchAnswer | None,
    told: Callable[[Question, SearchAnswer | None], bytes],
    wait: int,
) -> Reply | Response:
    """The answer of a bot, at once if it is known."""
    if answer is not None or question.search is None or not wait:
        return Reply(told(question, answer))
    poll = polls.open(
        follower.caller, question.search, partial(told, question), wait, follower.recheck, follower.address
    )
    return StreamResponse(poll, JSON, {})


def _bytes(seed: str | None) -> bytes | None:
    return None if seed is None else bytes.fromhex(seed)
