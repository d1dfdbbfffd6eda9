"""What each viewer may know: nothing hidden shows, events are enough to follow, imagined states are even."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings

from services.engine.chance import FastChance
from services.engine.ruleset import SPECTATOR, IllegalAction, OptionValue
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import (
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SELECT,
    PHASE_SUIT,
    State,
)
from tests.unit.commanders.games import DECISIONS, OPTION_SETS, SEATS, at_phase, decisions, in_the_middle, start
from tests.unit.commanders.scenario import PlayedTable, Scenario
from tests.unit.rulesets.random_matches import SEEDS


def seen(state: State, viewer: int) -> str:
    return json.dumps(RULESET.view_json(RULESET.observe(state, viewer)))


def shuffle_what_is_hidden(state: State, viewer: int, how: int) -> State:
    """Another state that differs in what the viewer may not know: the deck, face-down units, secret champions."""
    pick = random.Random(how)
    other = RULESET.clone(state)
    pick.shuffle(other.deck)
    if not state.rules.open_units:
        own = [4 * viewer + commander for commander in range(4)]
        hidden = [army for place, army in enumerate(other.armies) if place not in own and place % 4 >= state.skirmish]
        zones = [*hidden, other.deck] + ([other.drawn] if state.turn != viewer else [])
        cards = [card for zone in zones for card in zone]
        pick.shuffle(cards)
        for zone in zones:
            zone[:] = [cards.pop() for _ in zone]
    if state.phase == PHASE_CHAMPION and state.rules.secret_champions:
        for seat, commander in enumerate(state.fielded):
            if commander >= 0 and seat != viewer:
                other.fielded[seat] = pick.choice([c for c in range(4) if not state.fallen[seat] >> c & 1])
    return other


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_hidden_facts_change_neither_view_nor_choices(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """The views are compared as text: order and length too."""
    state = in_the_middle(seats, seed, seed % DECISIONS, options)
    for viewer in range(SPECTATOR, seats):
        other = shuffle_what_is_hidden(state, viewer, seed)
        assert seen(other, viewer) == seen(state, viewer)
        assert RULESET.pending(other) == RULESET.pending(state)
        if viewer >= 0:
            assert RULESET.legal(other, viewer) == RULESET.legal(state, viewer)
            if viewer in RULESET.pending(state):
                assert RULESET.default(other, viewer) == RULESET.default(state, viewer)


def tied(**options: OptionValue) -> PlayedTable:
    return Scenario(2, **options).survived("A", "A", "B", "B").begin()


def test_a_secret_champion_shows_to_nobody_else_in_any_way() -> None:
    """FC-R27."""
    shown = set()
    for champion in "QJ":
        table = tied().play("B", f"champion {champion}")
        shown.add((json.dumps(table.happened), seen(table.state, 0), seen(table.state, SPECTATOR)))
    assert len(shown) == 1
    [(told, _, view)] = shown
    assert json.loads(told) == [{"champion_committed": {"player": 1}}]
    assert [player["has_committed"] for player in json.loads(view)["players"]] == [False, True]


def test_its_owner_sees_a_secret_champion() -> None:
    table = tied().play("B", "champion Q")
    assert json.loads(seen(table.state, 1))["players"][1]["fielded"] == "Q"
    assert "fielded" not in json.loads(seen(table.state, 0))["players"][1]


def test_refusals_do_not_tell_whom_others_have_put_forward() -> None:
    told = set()
    for champion in "QJ":
        table = tied().play("B", f"champion {champion}")
        for seat, action in ((0, "champion J"), (0, "keep"), (1, "champion Q")):
            with pytest.raises(IllegalAction) as raised:
                RULESET.play(table.state, seat, RULESET.parse(action))
            told.add((seat, str(raised.value)))
    assert told == {
        (0, "That is not one of the player's choices now."),
        (1, "The player has nothing to decide now."),
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_without_options_all_but_the_deck_is_public(seats: int) -> None:
    """FC-R08: everybody sees the same all through the recruit phase and the skirmishes."""
    state, _ = start(seats, 5)
    for seat, action in decisions(state, 5):
        if state.phase != PHASE_CHAMPION:
            views = [RULESET.view_json(RULESET.observe(state, viewer)) for viewer in range(SPECTATOR, seats)]
            assert all({**view, "viewer": 0} == {**views[0], "viewer": 0} for view in views)
        RULESET.play(state, seat, action)


def test_face_down_units_are_their_owners_alone_until_they_fight() -> None:
    """FC-R08, FC-P02."""
    table = PlayedTable.new_game(2, units="face_down", suits="by_seat", first_player="seat_0")
    hand = table.hand()
    assert table.all_of("drew")[0] == {"player": 0, "number": 4, "cards": []}
    table.place("Ace")
    assert table.happened == [{"placed": {"player": 0, "commander": "A"}}]
    own, other = (json.loads(seen(table.state, viewer)) for viewer in (0, 1))
    assert own["players"][0]["armies"]["ace"] == hand[:1]
    assert own["drawn"] == hand[1:]
    assert other["players"][0]["armies"]["ace"] == [""]
    assert other["drawn"] == ["", "", ""]
    assert len(other["unseen"]) == 36
    assert set(hand) <= set(other["unseen"])
    assert not set(hand) & set(own["unseen"])
    table.place("King", "Queen", "Jack").recruit()
    revealed = [event for event in table.all_of("army_revealed") if event["player"] == 0]
    assert [event["commander"] for event in revealed] == ["A", "K", "Q", "J"]
    assert revealed[0]["cards"] == hand[:1]


def test_the_secrets_are_the_deck_and_secret_champions() -> None:
    state = in_the_middle(2, 1, 10)
    slots = [secret.slot for secret in RULESET.secrets(state, 0)]
    assert slots == [f"deck:{place}" for place in range(len(state.deck))]
    table = tied().play("B", "champion Q")
    assert RULESET.secrets(table.state, 1) == []
    [champion] = RULESET.secrets(table.state, 0)
    assert (champion.slot, champion.value, champion.candidates) == ("champion:1", 2, (2, 3))


# 0.1 % of even samples lie above these figures, by degrees of freedom.
CRITICAL = {1: 10.83, 3: 16.27, 7: 24.32, 11: 31.26}


@pytest.mark.parametrize(
    ("state", "viewer"),
    [
        (tied().play("B", "champion Q").state, SPECTATOR),
        (in_the_middle(2, 3, 30), 0),
        (in_the_middle(2, 4, 2 + 24, {"first_player": "seat_0"}), 1),
    ],
)
def test_imagined_states_are_even(state: State, viewer: int) -> None:
    """Each hidden fact over 800 imagined states: chi-square."""
    view = RULESET.observe(state, viewer)
    chance = FastChance(99)
    counts: dict[str, Counter[int]] = {}
    candidates = {secret.slot: secret.candidates for secret in RULESET.secrets(state, viewer)}
    assert candidates
    for _ in range(800):
        for secret in RULESET.secrets(RULESET.imagine(view, chance), viewer):
            counts.setdefault(secret.slot, Counter())[secret.value] += 1
    for slot, values in candidates.items():
        expected = 800 / len(values)
        spread = sum((counts[slot][value] - expected) ** 2 / expected for value in values)
        assert spread < CRITICAL[len(values) - 1] * 1.5, slot


@pytest.mark.parametrize("phase", [PHASE_SUIT, PHASE_PLACE, PHASE_SELECT, PHASE_REROLL, PHASE_AGREE, PHASE_CHAMPION])
def test_every_phase_can_be_imagined_and_played_on(phase: int) -> None:
    options: dict[str, OptionValue] = {"final_tiebreak": "optional"} if phase == PHASE_AGREE else {}
    state = at_phase(phase, 2, 1, options)
    for viewer in (SPECTATOR, 0, 1):
        imagined = RULESET.imagine(RULESET.observe(state, viewer), FastChance(3))
        assert imagined.phase == phase
        for seat, action in decisions(imagined, 3):
            RULESET.play(imagined, seat, action)
        assert RULESET.outcome(imagined) is not None
