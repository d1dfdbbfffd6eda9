"""What operators are told of what waits."""

from services.identity import Scope
from tests.integration.gateway.harness import Hall

QUEUES = ["turns", "thinking", "series", "webhooks", "scoring", "maintenance"]


def test_operators_are_told_of_matches_and_queues(hall: Hall) -> None:
    ada, root = hall.client("Ada"), hall.client("Root", [Scope.ADMIN])
    ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})
    ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "bot:greedy"]})
    hall.redis.lpush("scoring", '{"headers": {}}')
    told = root.read("/v1/backlog")
    assert (told["open_matches"], told["live_matches"], told["not_archived"]) == (1, 1, 0)
    assert [(queue["name"], queue["waiting"]) for queue in told["queues"]] == [
        (name, int(name == "scoring")) for name in QUEUES
    ]
    assert (told["running"], told["overdue_seconds"]) == (0, 0)


def test_nobody_else_is_told(hall: Hall) -> None:
    refused = hall.client("Ada").get("/v1/backlog")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "MISSING_SCOPE")
