"""A faction that is not in the box: 26 cards that use known verbs, added to the catalogue as text and nothing else."""

import json
from typing import Any

from services.rulesets.faceoff.cards import catalogue

TEXT = catalogue.CATALOGUE.read_text(encoding="utf-8")

_NAMES = {
    7: "Leif the Lucky",
    6: "Freya on the Wing",
    5: "Ragnar Hairy-Breeches",
    4: "Shield Maiden",
    3: "Berserker",
    2: "Skald",
}


def vikings() -> list[dict[str, Any]]:
    """Their cards. They use what no card of the box does: they move cards to and out of the HQ, on conditions."""
    reveal: dict[int, list[dict[str, Any]]] = {
        7: [{"do": {"op": "if", "cond": {"is_first": True}, "then": {"op": "vp", "n": 1}}}],
        5: [
            {
                "where": "hq",
                "attack": True,
                "do": {"op": "kick_hq", "who": "chosen_opponent", "filter": {"power_max": 2}},
            }
        ],
        4: [{"static": "shield"}],
        2: [{"optional": True, "do": {"op": "move_to_hq", "from": ["discard"], "filter": {"type": "equipment"}}}],
    }
    people = [
        starter(name, ["personality"], power, "ZYXWVU"[power - 2], reveal.get(power, []))
        for power, name in _NAMES.items()
    ]
    people[1]["keywords"] = ["Aviator"]
    things = [
        starter(name, ["equipment"], power, "ABCDE"[power - 1], [])
        for power, name in enumerate(["Drinking Horn", "Longship", "Throwing Axe", "Broadsword", "Dane Axe"], start=1)
    ]
    things[1]["keywords"] = ["Traveller"]
    things[2]["keywords"] = ["Axe"]
    people[4]["keywords"] = ["Fury"]
    fury = {"op": "if", "cond": {"own_fo_has_keyword": "Fury"}, "then": {"op": "mod", "n": 2, "who": "self"}}
    things[4] |= {"keywords": ["Axe"], "abilities": [{"where": "faceoff", "do": fury}]}
    raven = starter("Raven", ["personality", "equipment"], 3, "F", [])
    return [*people, *things, raven, *_others()]


def starter(name: str, types: list[str], power: int, letter: str, abilities: list[Any]) -> dict[str, Any]:
    return {**_entry(name, "starter"), "types": types, "power": power, "letter": letter, "abilities": abilities}


def _entry(name: str, kind: str) -> dict[str, Any]:
    return {"id": name.lower().replace(" ", "_").replace("-", "_"), "name": name, "kind": kind, "faction": "vikings"}


def _others() -> list[dict[str, Any]]:
    powers = [
        {**_entry(f"Thing {number}", "power"), "types": ["equipment"], "power": 3 + number, "letter": "G"}
        for number in range(4)
    ]
    market = {**_entry("World Serpent", "market"), "types": ["personality"], "power": 9, "letter": "H"}
    vcs = [
        {
            **_entry(f"Rune {value}", "vc7" if value == 7 else "vc"),
            "id": f"vikings_vc{value}",
            "value": value,
            "pieces": 1 + (value == 7),
        }
        for value in range(1, 8)
    ]
    hq = {
        **_entry("Mead Hall", "hq"),
        "abilities": [{"static": {"op": "hq_mod", "amount": 1, "filter": {"faction": "vikings"}}}],
    }
    reward = {
        **_entry("Valhalla", "hq_reward"),
        "abilities": [{"trigger": "win_faceoff", "do": {"op": "draw", "n": 1}}],
    }
    return [*powers, market, *vcs, hq, reward]


def with_vikings() -> str:
    """The catalogue with the faction added."""
    document = json.loads(TEXT)
    document["cards"] += vikings()
    return json.dumps(document)
