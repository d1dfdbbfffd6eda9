"""Replays of matches that have ended."""

from typing import Annotated, Final

from pydantic import Field, RootModel

from gateway.api.matches import MatchPath
from gateway.api.players import SPECTATE
from gateway.openapi.operation import Reply, Section, answer
from services.engine.replay import Replay, ReplayV1
from services.errors import Reason
from services.identity import Caller
from services.matches.matches import Matches

REPLAYS: Final = Section("replays", "An ended match, from its seeds to its result. Anyone can execute it again.")


class ReplayDocument(RootModel[Annotated[Replay | ReplayV1, Field(discriminator="format")]]):
    """An ended match: its promises, seeds and actions, what every viewer saw, and the result."""


REPLAY: Final = answer(ReplayDocument, "The replay.")
"""A replay, as the API documents it."""


@REPLAYS.operation(
    "GET",
    "/v1/matches/{match}/replay",
    id="getReplay",
    summary="Get the replay of an ended match",
    description="Contains the commitment, the seeds, the actions, the events with each seat's view of them, the "
    "outcome, and the SHA-256 of the last state, signed by the platform. The replay of an aborted match has no "
    "outcome and ends where the match was aborted; if that was before its start, it has the commitment and the seeds. "
    "`docs/fairness.md` explains how to check a replay.",
    access=SPECTATE,
    refusals=(Reason.MATCH_NOT_FINISHED,),
    answers=(REPLAY,),
)
def get_replay(matches: Matches, caller: Caller, path: MatchPath) -> Reply:
    """Get the replay of an ended match."""
    return Reply(matches.replay(caller, path.match))
