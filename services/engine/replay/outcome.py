"""Results of matches as JSON, resignations included."""

from collections.abc import Collection

from services.engine.ruleset import JsonObject, Outcome


def outcome_json(outcome: Outcome, resigned: Collection[int]) -> JsonObject:
    """A ruleset's outcome as JSON. Seats that resigned stand behind all others."""
    merits = {result.seat: (result.seat in resigned, result.rank) for result in outcome.results}
    return {
        "results": [
            {
                "seat": result.seat,
                "rank": 1 + sum(other < merits[result.seat] for other in merits.values()),
                "score": result.score,
                "breakdown": [{"item": item, "points": points} for item, points in result.breakdown],
            }
            for result in outcome.results
        ],
        "reason": outcome.reason,
    }


def resignation_outcome(seats: int, resigned: Collection[int]) -> JsonObject:
    """The result of a match that a resignation ended: the others share the first place."""
    last = 1 + seats - len(resigned)
    results = [
        {"seat": seat, "rank": last if seat in resigned else 1, "score": 0, "breakdown": []} for seat in range(seats)
    ]
    return {"results": results, "reason": "resignation"}
