"""Replays of finished matches."""

from typing import Final

from gateway.api.matches import MatchPath
from gateway.api.players import READ
from gateway.openapi.operation import JSON, Answer, Reply, Section
from services.errors import Reason
from services.identity import Caller
from services.matches.matches import Matches

REPLAYS: Final = Section(
    "replays", "A finished match from its seeds to its result. Anyone can execute it again: nothing has to be believed."
)


@REPLAYS.operation(
    "GET",
    "/v1/matches/{match}/replay",
    id="getReplay",
    summary="Get the replay of a finished match",
    description="Seeds, actions, events with what each seat saw of them, outcome, and the SHA-256 of the last state.",
    access=READ,
    refusals=(Reason.MATCH_NOT_FINISHED,),
    answers=(
        Answer(
            "The replay.",
            {
                JSON: {
                    "type": "object",
                    "properties": {
                        "format": {"type": "string", "const": "playhall.replay/1"},
                        "match": {"type": ["string", "null"]},
                        "ruleset": {"type": "string"},
                        "version": {"type": "string"},
                        "options": {"type": "object"},
                        "seats": {"type": "array", "items": {"type": "object"}},
                        "server_seed": {"type": "string"},
                        "commitment": {"type": "string"},
                        "seed": {"type": "string"},
                        "steps": {"type": "array", "items": {"type": "object"}},
                        "outcome": {"type": "object"},
                        "final_state_sha256": {"type": "string"},
                    },
                    "required": ["format", "ruleset", "version", "options", "seats", "seed", "steps", "outcome"],
                }
            },
        ),
    ),
)
def get_replay(matches: Matches, caller: Caller, path: MatchPath) -> Reply:
    """The replay."""
    return Reply(matches.replay(caller, path.match))
