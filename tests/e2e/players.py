"""A person at the table, through the REST API."""

import time
from collections.abc import Callable
from typing import Any

from cli.rest_client import Rest
from services.engine.ruleset import JsonObject
from tests.waiting import wait_until


def first(legal: list[JsonObject]) -> str:
    """The first legal action."""
    return str(legal[0]["notation"])


def play_on(
    rest: Rest,
    match_id: str,
    seat: int = 0,
    *,
    decisions: int = 1000,
    choose: Callable[[list[JsonObject]], str] = first,
) -> int:
    """Answer a seat's decisions until the match has ended or so many were answered; how many were."""
    answered = 0
    deadline = time.monotonic() + 60
    while answered < decisions:
        view: dict[str, Any] = rest.get(f"/v1/matches/{match_id}/seats/{seat}/view")
        if view["status"] not in ("open", "live"):
            break
        if view["decision"] is None:
            assert time.monotonic() < deadline, f"{match_id}: nobody plays"
            time.sleep(0.02)
            continue
        rest.post(f"/v1/matches/{match_id}/decisions/{view['decision']}", {"action": choose(view["legal"])})
        answered += 1
        deadline = time.monotonic() + 60
    return answered


def play_series(rest: Rest) -> None:
    """Have a platform play a small series to its end."""
    made = rest.post(
        "/v1/series",
        {"ruleset": "commanders", "entrants": ["greedy", "random"], "stop": {"rule": "fixed", "matches": 2}},
    )
    wait_until(lambda: rest.get(f"/v1/series/{made['id']}")["status"] == "finished", "the series is played", 60)
