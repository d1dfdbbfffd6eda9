"""Replays of matches that have ended."""

from typing import Final

from gateway.api.matches import MatchPath
from gateway.api.players import SPECTATE
from gateway.openapi.operation import JSON, Answer, Reply, Section
from services.errors import Reason
from services.identity import Caller
from services.matches.matches import Matches

REPLAYS: Final = Section(
    "replays", "A match that has ended, from its seeds to its result. Anyone can execute it again."
)

REPLAY: Final = Answer(
    "The replay.",
    {
        JSON: {
            "type": "object",
            "properties": {
                "format": {"type": "string", "enum": ["playhall.replay/2", "playhall.replay/1"]},
                "match": {"type": ["string", "null"]},
                "ruleset": {"type": "string"},
                "version": {"type": "string"},
                "options": {"type": "object"},
                "seats": {"type": "array", "items": {"type": "object"}},
                "server_seed": {"type": "string"},
                "commitment": {"type": "string"},
                "commitment_document": {"type": "object"},
                "commitment_signature": {"type": ["object", "null"]},
                "commitment_log": {"type": ["object", "null"]},
                "client_seeds": {"type": "array", "items": {"type": ["string", "null"]}},
                "seed": {"type": ["string", "null"]},
                "start": {"type": ["object", "null"]},
                "steps": {"type": "array", "items": {"type": "object"}},
                "outcome": {"type": ["object", "null"]},
                "final_state_sha256": {"type": ["string", "null"]},
                "signature": {"type": ["object", "null"]},
            },
            "required": ["format", "ruleset", "version", "options", "seats", "seed", "steps", "outcome"],
        }
    },
)
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
