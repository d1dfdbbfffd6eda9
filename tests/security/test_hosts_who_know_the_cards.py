"""A host who has given the tournament's seed, and so knows every card, and wants others to play on them.

The same holds for duplicate deals, whose cards are known to who has played them. It worked once: the seed was refused
where anybody could enter when the tournament was made, and registration was opened, or somebody was invited, later.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.integration.gateway.conftest import ada, admin, bob
from tests.integration.gateway.example_session import Clock
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_tournaments import BOTS, clock, code, hall

__all__ = ["ada", "admin", "bob", "clock", "hall"]

SEED = "5e" * 32
GIVEN: dict[str, Any] = {**BOTS, "seed": SEED}
DUPLICATE: dict[str, Any] = {**BOTS, "stages": [{"format": "swiss", "rounds": 2, "deals": "duplicate"}]}
BOTH = pytest.mark.parametrize("new", [GIVEN, DUPLICATE], ids=["a given seed", "duplicate deals"])


@BOTH
@pytest.mark.parametrize("entry", [{"registration": "open"}, {"registration": "listed"}])
def test_registration_is_not_opened_to_others(ada: Client, new: dict[str, Any], entry: dict[str, Any]) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', new)['id']}"
    answer = ada.ask("PATCH", path, json={"entry": entry})
    assert answer.status_code in (409, 422)
    assert ada.read(path)["settings"]["entry"]["registration"] == "invited"
    assert ada.ask("PATCH", path, json={"entry": {"capacity": 16}}).status_code == 200


@BOTH
def test_nobody_but_bots_of_the_house_enters_by_any_door(
    hall: Hall, ada: Client, bob: Client, admin: Client, new: dict[str, Any]
) -> None:
    """Its host itself, the host's bot, another's bot by invitation, alone and by import, and what an admin enters."""
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', new)['id']}/entrants"
    own, others = (each.make("/v1/players/me/bots", {"name": f"Bot {each.id[-8:]}"})["id"] for each in (ada, bob))
    attempts: dict[str, Callable[[], Any]] = {
        "the host itself": lambda: ada.post(path),
        "its own bot": lambda: ada.post(path, {"player": own}),
        "an invitation": lambda: ada.post(path, {"player": bob.id}),
        "an invitation of a bot": lambda: ada.post(path, {"player": others}),
        "an import": lambda: ada.post(f"{path}:import", {"entrants": [{"player": others}]}),
        "an admin": lambda: admin.post(path, {"player": others}),
        "who is not invited": lambda: bob.post(path),
        "who agrees to nothing": lambda: bob.post(path, {"player": others}),
    }
    assert {name: code(attempt())[1] for name, attempt in attempts.items()} == dict.fromkeys(attempts, "NOT_ADMITTED")
    assert ada.read(path)["entrants"] == []
    assert ada.make(path, {"bot": "greedy", "name": "Greta"})["bot"] == "greedy"


def test_a_tournament_says_that_its_host_knows_the_cards_and_nothing_in_it_is_rated(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/tournaments", GIVEN)
    path = f"/v1/tournaments/{made['id']}"
    assert made["seed_given_by_host"] is True
    assert made["commitment_document"]["seed_given_by_host"] is True
    log = ada.read(f"{path}/log")["entries"]
    assert [(entry["number"], entry["by"], entry["what"]) for entry in log] == [
        (1, ada.id, {"kind": "seed_given_by_host"})
    ]
    page = ada.get(made["page"]).get_data(as_text=True)
    assert "The host has given this tournament's seed, and knows every card." in page
    other = ada.make("/v1/tournaments", BOTS)
    assert (other["seed_given_by_host"], other["revision"]) == (False, 0)
    assert "knows every card" not in ada.get(other["page"]).get_data(as_text=True)


def test_a_given_seed_is_rated_nowhere(hall: Hall, clock: Clock, ada: Client) -> None:
    rated = {}
    for name, new in (("given", GIVEN), ("random", BOTS)):
        path = f"/v1/tournaments/{ada.make('/v1/tournaments', new)['id']}"
        for number in range(2):
            ada.make(f"{path}/entrants", {"bot": "greedy", "name": f"Greta {number}"})
        ada.make(f"{path}:start")
        hall.play_tournaments(lambda: setattr(clock, "now_ms", clock.now_ms + 1000))
        export = json.loads(ada.get(f"{path}/export/json").data)
        played = [entry["what"]["match"] for entry in export["log"] if entry["what"]["kind"] == "game_ended"]
        rated[name] = {ada.read(f"/v1/matches/{match}")["rated"] for match in played}
    assert rated == {"given": {False}, "random": {True}}
