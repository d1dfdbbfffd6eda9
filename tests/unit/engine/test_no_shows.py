"""Who was not there in a match, out of its document."""

import json

from services.engine.no_shows import absent_seats, never_came
from services.engine.ruleset import JsonObject
from tests.marks import each_row

COMES, ACTS = "comes", "acts"


def document(
    ranks: str, ann: str, bob: str, time_outs: tuple[int, ...] = (), resigned: int | None = None
) -> JsonObject:
    """A match of two. ``ann``, ``bob``: what they did: nothing, come, or come and act; or a bot of the house."""
    did = (ann, bob)
    return {
        "seats": [
            {"bot": "greedy" if each == "house" else None, "resigned": resigned == at} for at, each in enumerate(did)
        ],
        "outcome": {"results": [{"rank": int(rank)} for rank in ranks]},
        "presence": {
            "come": [at for at, each in enumerate(did) if each in (COMES, ACTS)],
            "acted": [at for at, each in enumerate(did) if each == ACTS],
            "time_outs": list(time_outs),
        },
    }


@each_row(
    ("match", "absent"),
    [
        (document("12", ACTS, ACTS, (0, 3)), set()),
        (document("21", ACTS, "", (0, 9)), {1}),
        (document("11", ACTS, "", (0, 9)), {1}),
        (document("11", "", "", (9, 9)), {0, 1}),
        (document("21", COMES, "", (9, 9)), {0, 1}),
        (document("21", ACTS, COMES, (0, 9)), {1}),
        (document("12", ACTS, COMES), set()),  # it was over before Bob was asked anything
        (document("21", "house", "", (0, 9)), {1}),
        (document("12", "house", ACTS), set()),
        # Nobody takes a win from who may still come by resigning at once.
        (document("21", ACTS, "", resigned=0), set()),
        (document("21", COMES, "", resigned=0), {0}),
        (document("21", "", "", resigned=0), {0, 1}),
        (document("12", ACTS, ""), {1}),
    ],
)
def test_who_was_not_there_in_a_match_that_keeps_note_of_it(match: JsonObject, absent: set[int]) -> None:
    acted = [{"seat": seat, "rev": 0} for seat in match["presence"]["acted"]]
    left = [{"seat": seat, "rev": 1} for seat, each in enumerate(match["seats"]) if each["resigned"]]
    replay = json.dumps({"resignations": left, "steps": acted}).encode()
    assert absent_seats(match, lambda: replay) == absent


def test_who_never_came_is_known_where_note_is_kept() -> None:
    assert never_came(document("21", ACTS, "", resigned=0)) == {1}
    assert never_came(document("12", "house", ACTS)) == set()
    assert never_came({"seats": [{"bot": None, "resigned": False}]}) == set()
