"""Positions as JSON: views, events and legal actions are passed through."""

from typing import Any

from gateway.formats.raw_json import Raw, array, compose
from services.analysis import position_document
from services.analysis.analysis import Question
from services.analysis.chance import drawn
from services.analysis.played_matches import ReachedPosition
from services.analysis.searches import SearchAnswer
from services.engine.engine import Step
from services.engine.replay import outcome_json
from services.engine.ruleset import SPECTATOR, JsonObject


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


def situation_json(step: Step) -> bytes:
    """A position that a client has sent, or was given, with what everybody knows of it."""
    return compose({**_situation(step), "outcome": _outcome(step)})


def played_json(notation: str, step: Step) -> bytes:
    """The position after an action."""
    return compose({"notation": notation, **_situation(step), "outcome": _outcome(step)})


def choice_json(question: Question, answer: SearchAnswer | None) -> bytes:
    """What a bot has chosen; without an ``answer``: that it is still to be waited for."""
    chosen = None if answer is None else _action(question, answer.choice)
    return compose({**_asked(question, answer), "choice": chosen})


def explanation_json(question: Question, answer: SearchAnswer | None) -> bytes:
    """What a bot has found of each action; without an ``answer``: that it is still to be waited for."""
    found = None if answer is None else answer.found
    actions = () if found is None else found.actions
    return compose(
        {
            **_asked(question, answer),
            "iterations": None if found is None else found.iterations,
            "seconds": None if found is None else found.seconds,
            "actions": [
                {
                    **_action(question, each.notation),
                    "visits": each.visits,
                    "value": each.value,
                    "error": each.error,
                    "line": [{"seat": seat, "notation": notation} for seat, notation in each.line],
                }
                for each in actions
            ],
        }
    )


def _asked(question: Question, answer: SearchAnswer | None) -> dict[str, Any]:
    return {"state": "waiting" if answer is None else "done", "seat": question.seat, "bot": question.bot}


def _action(question: Question, notation: str) -> JsonObject:
    return next(action for action in question.legal if action["notation"] == notation)


def _outcome(step: Step) -> JsonObject | None:
    return None if step.outcome is None else outcome_json(step.outcome, ())


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
