"""What each viewer may know: nothing hidden shows, events are enough to follow, imagined states are even."""

import json
import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings

from services.engine.chance import FastChance
from services.engine.ruleset import SPECTATOR, IllegalAction, OptionValue
from services.rulesets.factionwars.ruleset import RULESET
from services.rulesets.factionwars.table import State
from tests.unit.factionwars.games import OPTION_SETS, SEATS, at_a_choice, in_the_middle, start
from tests.unit.factionwars.scenario import Scenario
from tests.unit.rulesets.random_matches import SEEDS


def seen(state: State, viewer: int) -> str:
    return json.dumps(RULESET.view_json(RULESET.observe(state, viewer)))


def shuffle_what_is_hidden(state: State, viewer: int, how: int) -> None:
    """Put every deck in another order, and every hidden bid on another position."""
    pick = random.Random(how)
    for deck in [state.recruit_deck, *state.decks]:
        pick.shuffle(deck)
    for seat, bid in enumerate(state.bids):
        if bid and seat != viewer and not state.limbo:
            state.bids[seat] = pick.choice(state.choices)


@settings(max_examples=40, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_hidden_facts_change_neither_view_nor_choices(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """FW-R50. The views are compared as text: order and length too."""
    state = in_the_middle(seats, seed, seed % 60, options)
    for viewer in range(SPECTATOR, seats):
        other = RULESET.clone(state)
        shuffle_what_is_hidden(other, viewer, seed)
        assert seen(other, viewer) == seen(state, viewer)
        assert RULESET.pending(other) == RULESET.pending(state)
        if viewer >= 0:
            assert RULESET.legal(other, viewer) == RULESET.legal(state, viewer)
            if viewer in RULESET.pending(state):
                assert RULESET.default(other, viewer) == RULESET.default(state, viewer)


def test_a_bid_shows_to_nobody_else_in_any_way() -> None:
    shown = set()
    for position in (1, 2, 3):
        table = Scenario(players=3).begin().play("B", f"bid {position}")
        shown.add((json.dumps(table.happened), seen(table.state, 0), seen(table.state, SPECTATOR)))
    assert len(shown) == 1


def test_refusals_do_not_tell_what_others_have_bid() -> None:
    told = set()
    for position in (1, 2, 3):
        table = Scenario(players=3).begin().play("B", f"bid {position}")
        for seat, action in ((0, "bid 4"), (0, "card CB01"), (1, "bid 1")):
            with pytest.raises(IllegalAction) as raised:
                RULESET.play(table.state, seat, RULESET.parse(action))
            told.add((seat, str(raised.value)))
    assert told == {
        (0, "That is not one of the player's choices now."),
        (1, "The player has nothing to decide now."),
    }


def test_the_secrets_are_every_order_and_every_hidden_bid() -> None:
    table = Scenario(players=2).has_bid("B", 2).begin()
    slots = [secret.slot for secret in RULESET.secrets(table.state, 0)]
    assert slots.count("bid:1") == 1
    assert sum(slot.startswith("recruit_deck:") for slot in slots) == len(table.state.recruit_deck)
    assert sum(slot.startswith("deck:1:") for slot in slots) == 3
    assert [secret for secret in RULESET.secrets(table.state, 1) if secret.slot.startswith("bid")] == []
    [bid] = [secret for secret in RULESET.secrets(table.state, SPECTATOR) if secret.slot == "bid:1"]
    assert (bid.value, bid.candidates) == (2, (1, 2))


@pytest.mark.parametrize("state", [Scenario(players=3).has_bid("C", 2).begin().state, at_a_choice(3, 3)])
def test_imagined_states_are_even(state: State) -> None:
    """Every place of every deck, and each hidden bid, over 600 imagined states: chi-square. The bound lies five
    standard deviations above the mean, and a little more, since it is not quite normal; the draws never change."""
    view = RULESET.observe(state, 0)
    chance = FastChance(99)
    counts: dict[str, Counter[int]] = {}
    for _ in range(600):
        for secret in RULESET.secrets(RULESET.imagine(view, chance), 0):
            counts.setdefault(secret.slot, Counter())[secret.value] += 1
    secrets = RULESET.secrets(state, 0)
    assert len(secrets) >= len(state.recruit_deck) + 3
    for secret in secrets:
        expected = 600 / len(secret.candidates)
        spread = sum((counts[secret.slot][value] - expected) ** 2 / expected for value in secret.candidates)
        freedom = len(secret.candidates) - 1
        assert spread < freedom + 5 * math.sqrt(2 * freedom) + 5, secret.slot


def test_a_document_belongs_to_who_asked_for_it() -> None:
    """Changing what one match gave out changes nothing for it or for others played by the same rules."""
    state = in_the_middle(3, 1, 10)
    before = (RULESET.dump(state), seen(state, 0))
    document = RULESET.view_json(RULESET.observe(state, 0))
    document["options"]["conscript_values"].append(4)
    document["options"]["fewer_battles"] = True
    document["line_up"].clear()
    assert (RULESET.dump(state), seen(state, 0)) == before
    assert start(3, 1)[0].rules.options["conscript_values"] == [1, 2, 3]
