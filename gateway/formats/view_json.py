"""A viewer's situation as JSON: what ``GET …/view`` answers and what a stream begins with."""

from typing import Any

from gateway.formats.raw_json import Raw, compose
from services.engine.ruleset import SPECTATOR
from services.matches.event_log import clocks_json
from services.matches.match import ViewSnapshot
from services.moments import moment


def situation_json(snapshot: ViewSnapshot, *, view: bool, legal: bool) -> bytes:
    """What a step carries of the situation to which it has led, as canonical JSON: ``view``, and of a decision that the
    seat must make ``deadline_at`` and ``legal``. Each is as in :func:`view_json`."""
    fields: dict[str, Any] = {}
    if legal and snapshot.decision is not None:
        fields |= {"deadline_at": moment(snapshot.deadline_ms), "legal": Raw(snapshot.legal)}
    if view:
        fields["view"] = None if snapshot.view is None else Raw(snapshot.view)
    return compose(fields)


def view_json(snapshot: ViewSnapshot) -> bytes:
    """The situation as canonical JSON; the view and the legal actions are passed through."""
    return compose(
        {
            "match": snapshot.match_id,
            "seat": None if snapshot.viewer == SPECTATOR else snapshot.viewer,
            "revision": snapshot.revision,
            "status": snapshot.status.value,
            "pending": snapshot.pending,
            "decision": snapshot.decision,
            "deadline_at": moment(snapshot.deadline_ms),
            "legal": Raw(snapshot.legal),
            "view": None if snapshot.view is None else Raw(snapshot.view),
            "outcome": snapshot.outcome,
            "clocks": clocks_json(snapshot.clocks),
        }
    )
