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

REPLAYS: Final = Section(
    "replays", "A match that has ended, from its seeds to its result. Anyone can execute it again."
)


class ReplayDocument(RootModel[Annotated[Replay | ReplayV1, Field(discriminator="format")]]):
    """A match that has ended: what was promised, what was drawn from, what was done, what everybody was shown, and what
    came of it."""


REPLAY: Final = answer(ReplayDocument, "The replay.")
"""A replay, as it is documented."""


@REPLAYS.operation(
    "GET",
    "/v1/matches/{match}/replay",
    id="getReplay",
    summary="Get the replay of a match that has ended",
    description="Commitment, seeds, actions, events with what each seat saw of them, outcome, and the SHA-256 of the "
    "last state, signed by the platform. That of an aborted match has no outcome and ends where it was aborted; before "
    "its start, it tells the commitment and the seeds. `docs/fairness.md` says how it is checked.",
    access=SPECTATE,
    refusals=(Reason.MATCH_NOT_FINISHED,),
    answers=(REPLAY,),
)
def get_replay(matches: Matches, caller: Caller, path: MatchPath) -> Reply:
    """The replay."""
    return Reply(matches.replay(caller, path.match))
