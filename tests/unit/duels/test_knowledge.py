"""What each viewer may know: nothing hidden shows, events are enough to follow, imagined states are even and exact."""

import itertools
import json
import random
from collections import Counter
from typing import Any

import pytest

from services.engine.chance import FastChance
from services.engine.conformance.frequencies import as_expected
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedPosition
from services.rulesets.duels.cards import IDS, NO_CARD, PLACES, is_power
from services.rulesets.duels.knowledge import imagine
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import State
from tests.unit.duels.games import decisions, start
from tests.unit.duels.scenario import PlayedTable, Scenario
from tests.unit.duels.test_worked_examples import FULL


def seen(state: State, viewer: int) -> str:
    return json.dumps(RULESET.view_json(RULESET.observe(state, viewer)))


def look_at_slot_2() -> PlayedTable:
    """A has looked at the Clan Elder in B's slot 2; B is to move."""
    table = Scenario().line_up("A", "P3").line_up("B", "P2", "P7").begin()
    return table.play("A", "act 1").play("A", "slot 2")


def known_slots(table: PlayedTable, viewer: str) -> dict[int, str]:
    """Which of B's face-down cards a viewer knows."""
    line_up = table.view(viewer)["players"][1]["line_up"]
    return {number: slot["card"] for number, slot in enumerate(line_up, 1) if "card" in slot and not slot["face_up"]}


def test_a_card_looked_at_is_known_wherever_it_is_moved() -> None:
    """FD-R29."""
    table = look_at_slot_2()
    assert known_slots(table, "A") == {2: "NJ01"}
    assert known_slots(table, "") == {}
    table.play("B", "swap 2 6")
    assert known_slots(table, "A") == {6: "NJ01"}
    table.play("A", "swap 2 3").play("B", "swap 1 6")
    assert known_slots(table, "A") == {1: "NJ01"}
    for number in range(50):
        assert imagine(RULESET.observe(table.state, 0), FastChance(number)).cards[1][0] == PLACES["NJ01"]


def test_a_card_looked_at_is_known_to_be_in_hand_when_it_is_switched_out() -> None:
    """FD-R29. After that it is in hand, or in a slot that was filled later, and nowhere else."""
    table = look_at_slot_2().play("B", "switch 2 E5")
    assert known_slots(table, "A") == {}
    assert table.view("A")["players"][1]["recalled"] == {"card": "NJ01", "since": 2}
    assert "recalled" not in table.view("")["players"][1]
    assert places_of("NJ01", table, 0) == {"hand"}
    table.play("A", "swap 2 3").play("B", "switch 4 E4")
    assert places_of("NJ01", table, 0) == {"hand", 4}
    table.play("A", "swap 2 3").play("B", "swap 4 7")
    assert places_of("NJ01", table, 0) == {"hand", 7}
    table.play("A", "swap 2 3").play("B", "switch 2 P7")
    assert places_of("NJ01", table, 0) == {"hand", 2, 7}
    assert places_of("NJ01", table, SPECTATOR) == {"hand", 1, 2, 3, 4, 5, 6, 7}
    table.play("A", "duel 2").play("B", "no_equipment").play("A", "no_equipment").play("B", "take_vc")
    assert "recalled" not in table.view("A")["players"][1]


def places_of(id: str, table: PlayedTable, viewer: int) -> set[object]:
    """Where B's card may be, over many imagined states."""
    view = RULESET.observe(table.state, viewer)
    found: set[object] = set()
    for number in range(200):
        state = imagine(view, FastChance(number))
        card = PLACES[id]
        found.add(state.cards[1].index(card) + 1 if card in state.cards[1] else "hand")
    return found


def test_nothing_is_known_of_where_a_card_is_in_the_next_round() -> None:
    state, _ = start(2)
    for seat, action in decisions(state, 2):
        if state.round == 2:
            break
        RULESET.play(state, seat, action)
    assert state.peeked == [-1, -1]
    assert state.recalled == [NO_CARD, NO_CARD]
    assert all(since == 0 for memory in state.memories for since in memory.since)


def test_a_power_card_just_taken_is_in_hand() -> None:
    """FD-R32. It is in hand, or in a slot that was filled later: not where a card has been lying all along."""
    table = Scenario().line_up("A", "E5").line_up("B", "P6").power_deck("Time Agent", "Ray Gun").begin()
    table.play("A", "duel 1").play("B", "take_power").play("B", "keep Time Agent")
    assert power_slots(table) == set()
    table.play("B", "switch 3 E5")
    assert power_slots(table) == {3}
    table.play("A", "swap 2 3").play("B", "swap 3 5")
    assert power_slots(table) == {5}


def power_slots(table: PlayedTable) -> set[int]:
    """The slots in which A holds it possible that B has a Power card."""
    view = RULESET.observe(table.state, 0)
    states = [imagine(view, FastChance(number)) for number in range(200)]
    return {slot + 1 for state in states for slot, card in enumerate(state.cards[1]) if is_power(card)}


def test_a_power_card_that_was_shown_is_known_to_be_the_players_from_then_on() -> None:
    table = Scenario().line_up("A", "E5").line_up("B", "Time Agent").begin().play("A", "duel 1").play("B", "take_vc")
    assert table.view("")["players"][1]["known"] == [{"card": "PW04", "to_all": True}]
    for number in range(30):
        state = imagine(RULESET.observe(table.state, 0), FastChance(number))
        assert PLACES["PW04"] in state.cards[1] + state.hands[1]


def test_a_power_card_that_the_opponent_looked_at_is_known_to_the_players_alone() -> None:
    table = (
        Scenario().line_up("A", "P3").line_up("B", "P2", "Time Agent").begin().play("A", "act 1").play("A", "slot 2")
    )
    for viewer in "AB":
        assert table.view(viewer)["players"][1]["known"] == [{"card": "PW04", "to_all": False}]
        assert table.view(viewer)["players"][1]["unseen_since"] == [0]
        assert table.view(viewer)["players"][1]["unseen_by_opponent_since"] == []
    assert table.view("")["players"][1]["known"] == []


def test_nobody_is_shown_what_is_placed_or_how_far_a_player_is() -> None:
    """FD-R08."""
    shown = set()
    for cards in (("P7",), ("P2", "E5"), FULL[:6]):
        table = Scenario().placing().begin()
        before = (seen(table.state, 1), seen(table.state, SPECTATOR))
        for card in cards:
            table.play("A", f"place {card}")
            assert table.happened == table.told[1] == []
            assert len(table.told[0]) == 1
        assert before == (seen(table.state, 1), seen(table.state, SPECTATOR))
        shown.add((*before, str(table.pending())))
    assert len(shown) == 1


def test_the_last_card_placed_shows_that_the_player_is_ready_and_no_more() -> None:
    table = Scenario().placing().begin().line_up("A", *FULL)
    assert table.happened == table.told[1] == [{"player_ready": {"player": 0}}]
    assert table.pending() == "B"


def test_looked_at_power_cards_show_to_their_player_alone() -> None:
    """FD-R05."""
    shown = set()
    for top in (("Time Agent", "Ray Gun"), ("Wire Cutter", "Whetstone")):
        scenario = Scenario().line_up("A", "P6").line_up("B", "E5").power_deck(*top)
        table = scenario.begin().play("A", "duel 1").play("A", "take_power")
        shown.add((json.dumps(table.happened), json.dumps(table.told[1]), seen(table.state, 1)))
    assert len(shown) == 1


# -- evenness, against every state that there is ---------------------------------------------------------------------


def small_position(**player: Any) -> JsonObject:
    """B has three face-down cards, filled first, second and third, and two in hand; few Power cards are left."""
    scenario = Scenario().line_up("A", *FULL[:3], *["-"] * 4).line_up("B", "P7", "Ray Gun", "P6", *["-"] * 4)
    scenario.hand("A").hand("B", "P5", "Jet Pack").power_cards_left(2)
    document = scenario.vc("Jade Mask", "Tea Bowl", "Dust Devil", *["-"] * 4).document()
    document["players"][1] |= {"filled": [1, 2, 3, 0, 0, 0, 0], "fills": 3, **player}
    return document


def every_state(document: JsonObject, viewer: int) -> set[str]:
    """Every state that looks the same to A: each way to lay out B's cards and what is left of the Power deck, as far as
    it can be loaded."""
    view = json.dumps(RULESET.view_json(RULESET.observe(load(document), viewer)))
    player = document["players"][1]
    own = [card for card in [*player["line_up"], *player["hand"]] if card.startswith("NJ")]
    pool = document["power_deck"] + [c for c in [*player["line_up"], *player["hand"]] if c.startswith("PW")]
    found = set()
    for power in itertools.permutations(pool):
        for cards in itertools.permutations(own + list(power[2:])):
            other = json.loads(json.dumps(document))
            other["power_deck"] = list(power[:2])
            other["players"][1]["line_up"] = [*cards[:3], "", "", "", ""]
            other["players"][1]["hand"] = sorted(cards[3:], key=PLACES.__getitem__)
            try:
                state = load(other)
            except MalformedPosition:
                continue
            if json.dumps(RULESET.view_json(RULESET.observe(state, viewer))) == view:
                found.add(layout(state))
    return found


def load(document: JsonObject) -> State:
    return RULESET.load(json.dumps(document).encode(), FastChance(0))


def layout(state: State) -> str:
    return " ".join(IDS[card] if card >= 0 else "-" for card in [*state.power_deck, *state.cards[1], *state.hands[1]])


@pytest.mark.parametrize(
    ("since", "states"),
    [
        ([0, 0], 720),  # 12 orders of four Power cards, and 6 ways with none in a slot, 3 x 12 with one, 3 x 6 with two
        ([0, 2], 648),  # not both in slots 1 and 2
        ([1, 2], 432),  # none in slot 1
        ([0, 3], 504),  # not both in slots
        ([3, 3], 72),  # none in a slot
    ],
)
@pytest.mark.slow
def test_every_state_that_a_view_allows_is_imagined_as_often(since: list[int], states: int) -> None:
    """Of two unseen Power cards, some came to hand after some slots were filled."""
    line_up = {0: ["NJ01", "PW15", "NJ02"], 1: ["NJ01", "NJ02", "NJ03"]}[int(since[0] > 0 or since[1] > 2)]
    hand = [card for card in ("NJ01", "NJ02", "NJ03", "PW15", "PW18") if card not in line_up]
    empty = ["", "", "", ""]
    document = small_position(line_up=line_up + empty, hand=hand, unseen_since=since, unseen_by_opponent_since=since)
    assert_even(document, 0, states)


def assert_even(document: JsonObject, viewer: int, states: int) -> None:
    possible = every_state(document, viewer)
    view = RULESET.observe(load(document), viewer)
    chance = FastChance(7)
    counts = Counter(layout(imagine(view, chance)) for _ in range(12 * len(possible)))
    assert counts.keys() <= possible
    assert as_expected([counts[each] for each in sorted(possible)], [12.0] * len(possible)) > 1e-4
    assert len(possible) == states


def test_a_card_switched_out_is_imagined_evenly_among_the_rest() -> None:
    """A has looked at B's Clan Elder, which went to hand before slots 2 and 3 were filled."""
    document = small_position(
        line_up=["NJ03", "PW15", "NJ02", "", "", "", ""],
        hand=["NJ01", "PW18"],
        filled=[1, 3, 4, 0, 0, 0, 0],
        fills=4,
        recalled={"card": "NJ01", "since": 2},
        unseen_since=[0, 3],
        unseen_by_opponent_since=[0, 3],
    )
    document["players"][0]["line_up"][2] = "CB06"
    document["players"][0]["destroyed"] = [c for c in document["players"][0]["destroyed"] if c != "CB06"] + ["CB03"]
    document["players"][0]["face_up"] = [3]
    assert_even(document, 0, 504)  # 12 orders, and 20 ways with it in hand, 12 in slot 2, 10 in slot 3


def test_what_is_placed_is_imagined_evenly() -> None:
    """B has two cards and has placed some of seven slots, or is ready: how often each number of cards was placed."""
    document = Scenario().hand("A").hand("B", "P7", "P6").placing().document()
    view = RULESET.observe(load(document), 0)
    counts: Counter[str] = Counter()
    for number in range(6_000):
        state = imagine(view, FastChance(number))
        counts[f"{state.placed[1]} {state.cards[1]}"] += 1
    # With k slots placed: none, one of two cards, or both in either order; at most five slots stay empty.
    ways = sum((k <= 5) + 2 * k + k * (k - 1) for k in range(7))
    assert len(counts) == ways
    assert as_expected(list(counts.values()), [6_000 / ways] * ways) > 1e-4


def test_secrets_are_what_is_hidden_and_even() -> None:
    table = Scenario().line_up("A", *FULL).line_up("B", *FULL).in_hand_too("B", "Ray Gun").begin()
    secrets = {secret.slot: secret for secret in RULESET.secrets(table.state, 0)}
    assert sum(slot.startswith("vc_deck:") for slot in secrets) == 14
    assert sum(slot.startswith("power_deck:") for slot in secrets) == 23
    assert sum(slot.startswith("slot:1:") for slot in secrets) == 7
    assert secrets["taken:1:0"].value == PLACES["PW15"]
    assert len(secrets["taken:1:0"].candidates) == 24
    assert len(secrets["slot:1:0"].candidates) == 14
    assert not any(slot.startswith(("slot:1", "taken:1")) for slot in (s.slot for s in RULESET.secrets(table.state, 1)))


def test_random_matches_come_to_every_kind_of_memory() -> None:
    """So that the properties above are not checked on matches without any."""
    pick = random.Random(5)
    peeked = recalled = late = private = 0
    for _ in range(40):
        state, _ = start(pick.randrange(1000))
        for seat, action in decisions(state, pick.randrange(1000)):
            RULESET.play(state, seat, action)
            peeked += state.peeked != [-1, -1]
            recalled += state.recalled != [-1, -1]
            late += any(since for memory in state.memories for since in memory.since)
            private += any(state.memories[s].shown != state.memories[2 + s].shown for s in range(2))
    assert min(peeked, recalled, late, private) > 0
