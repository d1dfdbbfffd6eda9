"""What is too much over REST is too much over gRPC, and what is just not, is not."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient

Over: TypeAlias = Callable[[Client], PlayClient]

NEW: dict[str, Any] = {"ruleset": "sealed", "seats": ["me", "open"]}


@pytest.mark.parametrize(
    ("pointer", "most", "too_much"),
    [
        ("/ruleset", {"ruleset": "r" * 80}, {"ruleset": "r" * 81}),
        ("/seats", {"seats": ["open"] * 64}, {"seats": ["open"] * 65}),
        ("/seats/1", {"seats": ["me", "bot:" + "b" * 156]}, {"seats": ["me", "bot:" + "b" * 157]}),
        ("/spectator_delay_seconds", {"spectator_delay_seconds": 3600}, {"spectator_delay_seconds": 3601}),
    ],
)
def test_a_new_match_has_bounds(
    over_grpc: Over, ada: Client, pointer: str, most: dict[str, Any], too_much: dict[str, Any]
) -> None:
    client = over_grpc(ada)
    refused = client.refused("CreateMatch", **{**NEW, **too_much})
    assert (refused.reason, [*refused.fields]) == ("INVALID_FIELD", [pointer])
    if "spectator_delay_seconds" in most:
        assert client.ask("CreateMatch", **{**NEW, **most}).match.spectator_delay_seconds == 3600
    else:
        assert client.refused("CreateMatch", **{**NEW, **most}).reason != "INVALID_FIELD"


def test_pages_have_the_same_sizes(over_grpc: Over, ada: Client) -> None:
    for _ in range(102):
        ada.make("/v1/matches", {**NEW, "options": {}})
    for size, entries in ((None, 50), (1, 1), (100, 100), (1_000, 100)):
        asked = {} if size is None else {"page_size": size}
        page = ada.read("/v1/matches", query_string=asked)["matches"]
        other = over_grpc(ada).ask("ListMatches", **asked).matches
        assert [match["id"] for match in page] == [match.id for match in other]
        assert len(page) == entries


def test_options_of_a_layout_have_the_same_length(over_grpc: Over, ada: Client) -> None:
    # Over REST this hall has no such ruleset, which is found out after what is too long.
    for length, status, code in ((2_000, 404, "UNKNOWN_OPTION"), (2_001, 422, "INVALID_FIELD")):
        options = json.dumps({"o": "x" * (length - 9)})
        assert len(options) == length
        response = ada.get("/v1/rulesets/factionwars/layout", query_string={"options": options})
        assert response.status_code == status
        assert over_grpc(ada).refused("GetRuleset", ruleset="factionwars", options=options.encode()).reason == code


def test_a_message_may_be_as_large_as_a_body(over_grpc: Over, hall: Hall, ada: Client) -> None:
    options = json.dumps({"o": "x" * hall.settings.gateway.max_body_bytes}).encode()
    assert over_grpc(ada).refused("CreateMatch", **NEW, options=options).reason == "BODY_TOO_LARGE"
