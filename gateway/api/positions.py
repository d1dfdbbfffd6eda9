"""The positions of ended matches."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from gateway.api.events import Notice
from gateway.api.match_details import MatchOutcome
from gateway.api.matches import MatchPath
from gateway.api.players import READ, SPECTATE
from gateway.api.seats import LegalAction
from gateway.api.series_results import SeriesMatchPath
from gateway.formats.position_json import reached_details_json
from gateway.formats.raw_json import Raw, array, compose
from gateway.openapi.fields import DIGITS, Page
from gateway.openapi.operation import Reply, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.openapi.routing import next_page_link
from gateway.operations.analysis import AnalysisOperations
from services.analysis.played_matches import PlayedMatch
from services.engine.ruleset import SPECTATOR
from services.engine.ruleset_documents import RulesetAction, RulesetEvent, RulesetState, RulesetView
from services.errors import Reason
from services.identity import Caller
from services.response_model import Moment, ResponseModel

POSITIONS: Final = Section(
    "positions",
    "The positions of an ended match. Number 0 is the start, and each action leads to the next position. The platform "
    "replays the match to compute them. After its end nothing about a match is secret: everybody may see what each "
    "seat saw. See `docs/analysis.md`.",
)

LARGEST_NUMBER: Final = 2**31 - 1
_Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER), DIGITS]


class PositionsQuery(PageQuery):
    """The range of positions and their contents."""

    first: _Number = Field(default=0, alias="from", description="The number of the first position.")
    seat: Annotated[int, Field(ge=0, le=63), DIGITS] | None = Field(
        default=None, description="The seat whose events and view are returned; without it, those of the spectators."
    )
    include: Literal["view"] | None = Field(default=None, description="`view`: each position with the viewer's view.")


class PositionPath(MatchPath):
    """A position of a match."""

    number: _Number = Field(description="The number of actions that led to the position; 0 is the start.")


class SeriesPositionPath(SeriesMatchPath):
    """A position of a match of a series."""

    position: _Number = Field(description="The number of actions that led to the position; 0 is the start.")


class PositionDocument(ResponseModel):
    """A position, to be stored, passed on and played on. Its text form is canonical JSON: compact, with the members in
    this order."""

    format: Literal["playhall.position/1"] = Field(description="The format of the document.")
    ruleset: str = Field(description="The ruleset's id.")
    ruleset_version: str = Field(description="The version of the ruleset to which the state belongs.")
    seed: str = Field(description="The seed of all chance: 32 bytes, hexadecimal.")
    state: RulesetState = Field(description="The state of the game.")


class PositionStep(ResponseModel):
    """A position of a match, and the action that led to it."""

    number: int = Field(description="The number of actions that led to the position; 0 is the start.")
    seat: int | None = Field(description="The seat that acted; null at the start.")
    decision: int | None = Field(description="The number of the seat's decision; null at the start.")
    notation: str | None = Field(description="The action's notation; null at the start.")
    action: RulesetAction | None = Field(description="The action in the ruleset's structured form.")
    label: str | None = Field(description="The action for people to read.")
    at: Moment | None = Field(description="When the seat acted; null without a clock, as in a series.")
    notices: list[Notice] = Field(
        description="What happened besides the action, up to the next action, including notices to a single seat."
    )
    pending: list[int] = Field(description="The seats that must decide in the position.")
    outcome: MatchOutcome | None = Field(
        description="The match's result, at its last position. After a resignation, the position itself may be "
        "playable."
    )


class ShownPosition(PositionStep):
    """A position of a match, as one viewer saw it."""

    events: list[RulesetEvent] = Field(
        description="The events that the viewer saw on the way to the position, each with its `text`."
    )
    view: RulesetView | None = Field(
        default=None, description="The viewer's view, with `include=view`; otherwise absent."
    )


class PositionList(Page):
    """A page of a match's positions."""

    positions: list[ShownPosition] = Field(
        description="In order; empty for a match that was aborted before its start. A page may have fewer positions "
        "than requested, because positions with their views can be large."
    )
    last: int | None = Field(description="The number of the match's last position; null if it has none.")


class DrawnWordsDetails(ResponseModel):
    """The random words that were drawn from a stream."""

    stream: str = Field(description="The stream's name, such as `dice` or `deck:2`.")
    first: int = Field(description="The number of the first word, from 0.")
    words: list[int] = Field(description="The words, each from 0 to 4,294,967,295: see `docs/fairness.md`.")


class ViewerSituation(ResponseModel):
    """A viewer's view of a position, and its legal actions."""

    seat: int | None = Field(description="The seat; null for the spectators.")
    events: list[RulesetEvent] = Field(
        description="The events that the viewer saw on the way to the position, each with its `text`."
    )
    view: RulesetView = Field(description="The ruleset's View.")
    legal: list[LegalAction] = Field(description="Every legal action, if the seat must decide; otherwise empty.")


class PositionDetails(PositionStep):
    """A position of a match, with the views of all viewers."""

    last: int = Field(description="The number of the match's last position.")
    chance: list[DrawnWordsDetails] = Field(
        description="The random draws on the way to the position, by stream. Also empty if the ruleset's state does "
        "not show them."
    )
    views: list[ViewerSituation] = Field(description="The spectators' view, then those of the seats in order.")
    position: PositionDocument = Field(description="The position itself, which can be forked, stored and analysed.")


_REFUSALS: Final = (Reason.MATCH_NOT_FINISHED, Reason.UNSUPPORTED_VERSION)
_BY_TWO: Final = (
    "The first request replays the match. One process replays two matches at a time; a third request is refused with "
    "`BUSY`."
)
_PAGE: Final = answer(PositionList, "A page of positions.")
_POSITION: Final = answer(PositionDetails, "The position.")


@POSITIONS.operation(
    "GET",
    "/v1/matches/{match}/positions",
    id="listPositions",
    summary="List the positions of a match that has ended",
    description=f"Returns each position with the action that led to it. {_BY_TWO}",
    access=SPECTATE,
    refusals=_REFUSALS,
    answers=(_PAGE,),
)
def list_positions(
    analysis_operations: AnalysisOperations, caller: Caller, path: MatchPath, query: PositionsQuery
) -> Reply:
    """List the positions of a match that has ended."""
    return _page(analysis_operations, analysis_operations.of_match(caller, path.match), query, path.match)


@POSITIONS.operation(
    "GET",
    "/v1/matches/{match}/positions/{number}",
    id="getPosition",
    summary="Get a position of a match that has ended",
    description=f"Includes what every viewer knew, the random draws, and the position itself. {_BY_TWO}",
    access=SPECTATE,
    refusals=_REFUSALS,
    answers=(_POSITION,),
)
def get_position(analysis_operations: AnalysisOperations, caller: Caller, path: PositionPath) -> Reply:
    """Get a position of a match that has ended."""
    return _details(analysis_operations, analysis_operations.of_match(caller, path.match), path.number)


@POSITIONS.operation(
    "GET",
    "/v1/series/{series}/matches/{number}/positions",
    id="listSeriesPositions",
    summary="List the positions of a match of a series",
    description=f"Returns each position with the action that led to it. {_BY_TWO}",
    access=READ,
    refusals=_REFUSALS,
    answers=(_PAGE,),
)
def list_series_positions(
    analysis_operations: AnalysisOperations, caller: Caller, path: SeriesMatchPath, query: PositionsQuery
) -> Reply:
    """List the positions of a match of a series."""
    played = analysis_operations.of_series(caller, path.series, path.number)
    return _page(analysis_operations, played, query, f"{path.series}/{path.number}")


@POSITIONS.operation(
    "GET",
    "/v1/series/{series}/matches/{number}/positions/{position}",
    id="getSeriesPosition",
    summary="Get a position of a match of a series",
    description=f"Includes what every viewer knew, the random draws, and the position itself. {_BY_TWO}",
    access=READ,
    refusals=_REFUSALS,
    answers=(_POSITION,),
)
def get_series_position(analysis_operations: AnalysisOperations, caller: Caller, path: SeriesPositionPath) -> Reply:
    """Get a position of a match of a series."""
    played = analysis_operations.of_series(caller, path.series, path.number)
    return _details(analysis_operations, played, path.position)


def _page(operations: AnalysisOperations, played: PlayedMatch, query: PositionsQuery, match: str) -> Reply:
    of = f"positions {match}"
    entries, following = operations.page(
        played,
        first=query.number(of) or query.first,
        size=query.size,
        viewer=SPECTATOR if query.seat is None else query.seat,
        has_views=query.include is not None,
    )
    token = query.token(of, None if following is None else f"{following}")
    fields: dict[str, Any] = {
        "positions": Raw(array(list(entries))),
        "last": len(played.moves) - 1 if played.moves else None,
        "next_page_token": token,
    }
    return Reply(compose(fields), headers={} if token is None else {"Link": next_page_link(token)})


def _details(operations: AnalysisOperations, played: PlayedMatch, number: int) -> Reply:
    return Reply(reached_details_json(operations.position(played, number), len(played.moves) - 1))
