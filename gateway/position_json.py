"""Positions as JSON: views, events and legal actions are passed through."""

from typing import Any

from gateway.raw_json import Raw, array, compose
from services.analysis import position_document
from services.analysis.chance import drawn
from services.analysis.played_matches import ReachedPosition
from services.engine.engine import Step
from services.engine.ruleset import SPECTATOR


def reached_json(reached: ReachedPosition, viewer: int, *, view: bool) -> bytes:
    """A position of a match as one viewer saw it."""
    step = reached.step
    fields = {
        **_how(reached),
        "pending": step.pending,
        "outcome": reached.outcome,
        "events": Raw(_events(step, viewer)),
    }
    if view:
        fields["view"] = Raw(step.situation(viewer).view)
    return compose(fields)


def reached_details_json(reached: ReachedPosition, last: int) -> bytes:
    """A position of a match with all that there is to know of it. ``last``: the number of the match's last one."""
    step = reached.step
    words = [
        {"stream": each.stream, "first": each.first, "words": each.words}
        for each in drawn(reached.before, step.position)
    ]
    return compose(
        {
            **_how(reached),
            "last": last,
            "chance": words,
            **_situation(step),
            "outcome": reached.outcome,
        }
    )


def _how(reached: ReachedPosition) -> dict[str, Any]:
    move = reached.move
    return {
        "number": reached.number,
        "seat": move.seat,
        "decision": move.decision,
        "notation": move.notation or None,
        "action": Raw(move.action),
        "label": move.label or None,
        "at": move.at,
        "notices": [notice.to_json() for notice in move.notices],
    }


def _situation(step: Step) -> dict[str, Any]:
    return {
        "pending": step.pending,
        "views": Raw(array([_view(step, situation.viewer) for situation in step.situations])),
        "position": Raw(position_document.write(step.position)),
    }


def _view(step: Step, viewer: int) -> bytes:
    situation = step.situation(viewer)
    return compose(
        {
            "seat": None if viewer == SPECTATOR else viewer,
            "events": Raw(_events(step, viewer)),
            "view": Raw(situation.view),
            "legal": Raw(situation.legal),
        }
    )


def _events(step: Step, viewer: int) -> bytes:
    told = (event.told_to(viewer) for event in step.events)
    return array([share for share in told if share is not None])
