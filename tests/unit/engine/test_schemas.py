"""The JSON Schemas of rulesets' documents fit the documents."""

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # it has no types

from services.engine.in_process import InProcessEngine
from services.engine.schemas import fields_of, load
from tests.rulesets.playing import EVERY_RULESET, random_match

SCHEMAS = load("playhall.factionwars.v1")


def accepts(schema: dict[str, Any], document: Any) -> bool:
    return bool(Draft202012Validator(schema).is_valid(document))


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_a_ruleset_describes_its_documents_with_valid_schemas(id: str) -> None:
    schemas = EVERY_RULESET[id].describe().schemas
    assert sorted(schemas) == ["action", "card", "event", "options", "state", "view"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[pytest.mark.slow] if id == "faceoff" else []) for id in EVERY_RULESET]
)
def test_the_documents_of_a_match_fit_their_schemas(id: str) -> None:
    """All actions and events; every seventh state, with its views: checking a large one takes many milliseconds."""
    ruleset = EVERY_RULESET[id]
    schemas = {name: Draft202012Validator(schema) for name, schema in ruleset.describe().schemas.items()}
    seats = ruleset.describe().max_seats
    actions: set[str] = set()
    shares: set[bytes] = set()
    for number, (step, _, _) in enumerate(random_match(InProcessEngine(ruleset), seats, number=5)):
        for situation in step.situations:
            actions |= {json.dumps(action["action"]) for action in json.loads(situation.legal)}
        shares |= {share for event in step.events for viewer in range(-1, seats) if (share := event.seen_by(viewer))}
        if number % 7 == 0 or step.outcome:
            schemas["state"].validate(json.loads(step.position.state))
            for situation in step.situations:
                schemas["view"].validate(json.loads(situation.view))
    for name, documents in (("action", actions), ("event", shares)):
        assert documents
        for document in documents:
            schemas[name].validate(json.loads(document))


def test_exactly_one_alternative_of_an_action_is_set() -> None:
    assert accepts(SCHEMAS["action"], {"bid": {"position": 1}})
    assert not accepts(SCHEMAS["action"], {})
    assert not accepts(SCHEMAS["action"], {"bid": {"position": 1}, "choose_player": {"player": 0}})


@pytest.mark.parametrize(
    "action",
    [
        {"bid": {"position": -1}},
        {"bid": {"position": "1"}},
        {"bid": {"position": 1.5}},
        {"bid": {}},
        {"bid": {"position": 1, "really": True}},
        {"bet": {"position": 1}},
        {"choose_card": {"card": 3}},
    ],
)
def test_numbers_text_and_keys_are_checked(action: Any) -> None:
    assert not accepts(SCHEMAS["action"], action)


def test_an_enum_is_one_of_its_names_and_says_what_each_means() -> None:
    phase = SCHEMAS["view"]["$defs"]["Phase"]
    assert phase["enum"] == ["PHASE_UNSPECIFIED", "PHASE_BID", "PHASE_RESOLVE", "PHASE_GAME_OVER"]
    assert "PHASE_GAME_OVER: The match has ended." in phase["description"]


def test_comments_become_descriptions() -> None:
    bid = SCHEMAS["action"]["$defs"]["Bid"]
    assert bid["properties"]["position"]["description"] == "The position, 1 to 6."


def test_what_may_be_absent_is_not_required_and_all_else_is() -> None:
    view = SCHEMAS["view"]
    assert set(view["properties"]) - set(view["required"]) == {"collection"}
    player = view["$defs"]["PlayerView"]
    assert set(player["properties"]) - set(player["required"]) == {"bid"}


def test_what_people_write_may_leave_everything_out() -> None:
    assert accepts(SCHEMAS["options"], {})
    assert accepts(SCHEMAS["state"], {})
    assert not accepts(SCHEMAS["options"], {"fewer_battle": True})


def test_a_map_has_its_values_checked() -> None:
    state = copy.deepcopy(SCHEMAS["state"])
    assert accepts(state, {"words_used": {"setup": 3}})
    assert not accepts(state, {"words_used": {"setup": "3"}})


def test_a_package_without_schemas_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        load("playhall.engine.v1")


def test_the_fields_of_states_views_and_the_messages_in_them_are_known_by_message() -> None:
    fields = fields_of("playhall.factionwars.v1")
    assert fields["Collection"] == {"player", "cards", "chosen_player", "chosen_card"}
    assert fields["PlayerView"] - fields["PlayerState"] == {"has_bid"}
    assert fields["View"] - fields["State"] == {"viewer", "final_pass", "scores"}
    assert fields["State"] - fields["View"] == {"words_used"}
