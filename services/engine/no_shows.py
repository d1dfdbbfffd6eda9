"""Who was not there in a match."""

import json
from collections.abc import Callable

from services.engine.ruleset import JsonObject


def absent_seats(match: JsonObject, replay: Callable[[], bytes]) -> frozenset[int]:
    """The seats of an ended match whose players were not there, out of its document: those that were resigned or taken
    over before they had made a decision of their own; and in a match that keeps note of presence those that nobody came
    to, and those whose clock has made every decision. ``replay``: is called if somebody has left the match.

    Nobody takes a win from who has not come yet by ending the match at once, as by resigning: a seat whose time has
    never run out keeps its first place among others who have come.
    """
    left = {
        number
        for number, seat in enumerate(match.get("seats", ()))
        if seat.get("resigned") or seat.get("taken_over_by") is not None
    }
    absent = left & no_shows(replay()) if left else left
    noted = match.get("presence")
    if noted is None:
        return frozenset(absent)
    timed_out = {seat for seat, running in enumerate(noted["time_outs"]) if running}
    missing = never_came(match)
    if len(missing) < len(match["seats"]):
        results = (match["outcome"] or {}).get("results", ())
        missing -= {seat for seat, result in enumerate(results) if result["rank"] == 1} - timed_out
    return frozenset(absent | missing | timed_out - set(noted["acted"]))


def never_came(match: JsonObject) -> frozenset[int]:
    """The seats of a match to which no player ever came, out of its document; none in one that keeps no note of it."""
    noted = match.get("presence")
    if noted is None:
        return frozenset()
    players = (number for number, seat in enumerate(match["seats"]) if seat["bot"] is None)
    return frozenset(players).difference(noted["come"])


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
