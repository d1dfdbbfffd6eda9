"""What each viewer may know: nothing hidden shows, events are enough to follow, imagined states are even and exact."""

import itertools
import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.chance import FastChance
from services.engine.conformance.frequencies import ALARM, as_expected
from services.engine.ruleset import SPECTATOR
from services.rulesets.standoff.cards import CARDS
from services.rulesets.standoff.knowledge import imagine
from services.rulesets.standoff.ruleset import RULESET
from services.rulesets.standoff.table import State
from tests.unit.rulesets.random_matches import SEEDS
from tests.unit.standoff.games import SEATS, in_the_middle, start
from tests.unit.standoff.scenario import Scenario


def seen(state: State, viewer: int) -> str:
    return json.dumps(RULESET.view_json(RULESET.observe(state, viewer)))


@settings(max_examples=30, deadline=None)
@given(SEEDS, SEATS, st.integers(0, 300))
def test_hidden_cards_may_change_places_unseen(seed: int, seats: int, number: int) -> None:
    """ST-R61: the order of one's own deck and of the draft pile, and what of another's cards is in hand."""
    state = in_the_middle(seed, number, seats, {"round_limit": 20})
    chance = FastChance(seed)
    for viewer in range(seats):
        if RULESET.observe(state, viewer).shown:
            continue  # one hand is in the open
        other = RULESET.clone(state)
        for seat in range(seats):
            hand = [] if seat == viewer else list(state.hands[seat])
            cards = hand + list(state.decks[seat])
            chance.shuffle("", cards)
            other.decks[seat] = tuple(cards[len(hand) :])
            if seat != viewer:
                other.hands[seat] = tuple(cards[: len(hand)])
        draft = list(state.draft)
        chance.shuffle("", draft)
        other.draft = tuple(draft)
        assert seen(other, viewer) == seen(state, viewer)


def test_a_hand_and_a_draw_are_for_the_player_alone() -> None:
    """ST-R61."""
    table = Scenario().hand("A", "HEX2").deck("A", "CR2", "CR1").begin().play("A", "draw")
    assert table.event("drew", "A") == {"player": 0, "number": 1, "cards": ["CR2"]}
    assert table.event("drew", "B") == table.event("drew") == {"player": 0, "number": 1, "cards": []}
    own, other, nobody = (table.view(viewer)["players"][0] for viewer in ("A", "B", ""))
    assert (own["hand"], own["hand_size"], own["unseen"]) == (["HEX2", "CR2"], 2, ["CR1"])
    assert other == nobody
    assert (other["hand"], other["hand_size"], other["deck_size"]) == ([], 2, 1)
    assert other["unseen"] == ["HEX2", "CR1", "CR2"]


def test_every_arrangement_of_the_hidden_cards_is_imagined_as_often() -> None:
    """Two cards in hand and two in the deck, two of them equal: twelve arrangements."""
    table = Scenario().hand("B", "CR1", "CR2").deck("B", "HEX1", "CR1").begin()
    view = RULESET.observe(table.state, 0)
    found: Counter[tuple[str, ...]] = Counter()
    for number in range(3_000):
        state = imagine(view, FastChance(number))
        found[tuple(CARDS.ids[card] for card in state.hands[1] + state.decks[1])] += 1
    assert set(found) == set(itertools.permutations(("CR1", "CR2", "HEX1", "CR1")))
    assert as_expected(list(found.values()), [250.0] * 12) > ALARM


def test_a_hand_that_is_shown_is_known_and_the_deck_is_not() -> None:
    """ST-P07: while the player chooses from it."""
    table = Scenario().hand("A", "INFILTRATE").budget(2).hand("B", "CR1", "HORSE").deck("B", "CR3", "HEX4").begin()
    table.play("A", "play INFILTRATE")
    hands: set[tuple[int, ...]] = set()
    decks: set[tuple[int, ...]] = set()
    for number in range(40):
        state = imagine(RULESET.observe(table.state, 0), FastChance(number))
        hands.add(tuple(sorted(state.hands[1])))
        decks.add(state.decks[1])
    assert hands == {tuple(sorted(CARDS.numbers[id] for id in ("CR1", "HORSE")))}
    assert len(decks) == 2


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_the_places_of_every_card_are_secret(viewer: int) -> None:
    state, _ = start(4)
    facts = {secret.slot: secret for secret in RULESET.secrets(state, viewer)}
    zones = {slot.rpartition(":")[0] for slot in facts}
    assert zones == {"draft", *(f"{'deck' if seat == viewer else 'cards'}:{seat}" for seat in range(2))}
    assert all(secret.value in secret.candidates for secret in facts.values())
