"""A viewer's situation as JSON: what ``GET …/view`` answers and what a stream begins with."""

from gateway.raw_json import Raw, compose
from gateway.timestamps import timestamp
from services.engine.ruleset import SPECTATOR
from services.matches.model import ViewSnapshot


def look_json(look: ViewSnapshot) -> bytes:
    """The situation as canonical JSON; the view and the legal actions are passed through."""
    return compose(
        {
            "match": look.match_id,
            "seat": None if look.viewer == SPECTATOR else look.viewer,
            "revision": look.revision,
            "status": look.status.value,
            "pending": look.pending,
            "decision": look.decision,
            "deadline_at": timestamp(look.deadline_ms),
            "legal": Raw(look.legal),
            "view": None if look.view is None else Raw(look.view),
            "outcome": look.outcome,
        }
    )
