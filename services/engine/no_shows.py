"""Who has left a match without ever having been there."""

import json

from services.engine.ruleset import JsonObject


def no_shows(replay: bytes) -> frozenset[int]:
    """The seats that were resigned or taken over before they had made a decision of their own, out of a match's replay;
    of one that has none (no bytes), none. What is played for a seat afterwards, and what its clock plays, is not its
    own."""
    told: JsonObject = json.loads(replay) if replay else {}
    left: dict[int, int] = {}
    for leaving in (*told.get("resignations", ()), *told.get("takeovers", ())):
        left[leaving["seat"]] = min(leaving["rev"], left.get(leaving["seat"], leaving["rev"]))
    present = {
        step["seat"]
        for step in told.get("steps", ())
        if step.get("time_ran_out") is None and step["rev"] <= left.get(step["seat"], -1)
    }
    return frozenset(left.keys() - present)
