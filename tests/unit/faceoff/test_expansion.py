"""A faction that was added to the catalogue as 26 entries, and to nothing else, plays."""

import random

from services.engine.chance import SeededChance
from services.engine.options import complete
from services.rulesets.faceoff.cards.catalogue import read_cards
from services.rulesets.faceoff.play.ending import owned
from services.rulesets.faceoff.play.options import OPTIONS
from services.rulesets.faceoff.ruleset import FaceOff
from services.rulesets.faceoff.table.actions import ACTION_FACTION
from services.rulesets.faceoff.table.events import EVENT_KICKED, EVENT_MOVED_TO_HQ, EVENT_POWER_MODIFIED, EVENT_REVEALED
from tests.unit.faceoff.expansion import with_vikings
from tests.unit.faceoff.scenario import Scenario

RULESET = FaceOff(read_cards(with_vikings()))
VIKINGS = RULESET.cards.factions.index("vikings")
ALL = {"factions": "base4_robots"}


def test_a_new_faction_is_offered_and_its_cards_are_dealt() -> None:
    """FO-039, FO-R02."""
    table = Scenario(2, "vikings", "cowboys", ruleset=RULESET, factions="base4_robots").begin()
    assert table.view("")["players"][0]["faction"] == "vikings"
    assert "leif_the_lucky" in table.hand("A")
    assert "vikings_vc7" in table.view("")["vc7"]
    assert [entry for entry in RULESET.describe().cards if entry["id"] == "mead_hall"] != []


def test_cards_of_a_new_faction_do_what_they_say() -> None:
    """The Dane Axe gets +2 beside the Berserker's Fury: 3 + 5 + 2. Ragnar throws a weak card out of the HQ."""
    scenario = Scenario(2, "vikings", "cowboys", ruleset=RULESET, factions="base4_robots").clock("vikings_vc1")
    scenario.hand("A", "berserker", "dane_axe").hand("B", "wild_bill_hickok")
    table = scenario.begin().play("A", "clock vikings_vc1", "play berserker").play("B", "play wild_bill_hickok")
    assert table.play("A", "play dane_axe").event("totals")["players"][0]["total"] == 10
    scenario = Scenario(2, "vikings", "cowboys", ruleset=RULESET, factions="base4_robots").hq("cowboys", timing=4)
    scenario.hand("A", "ragnar_hairy_breeches").hand("B", "wild_bill_hickok").stack("B", "calamity_jane")
    table = scenario.clock("war_bonds").begin().play("A", "clock war_bonds", "build ragnar_hairy_breeches")
    assert table.play("B", "build wild_bill_hickok").discards("B") == ["calamity_jane"]


def test_matches_with_a_new_faction_are_played_to_their_end() -> None:
    """FO-125, FO-126; and every card of it is seen to be played, and what only it does, done."""
    played: set[int] = set()
    happened: set[int] = set()
    for game in range(24):
        seats = 2 + game % 4
        state, events = RULESET.start(seats, complete(ALL, OPTIONS), SeededChance(game.to_bytes(32, "big")))
        dice = random.Random(game)
        while pending := RULESET.pending(state):
            seat = dice.choice(pending)
            legal = RULESET.legal(state, seat)
            action = ACTION_FACTION + VIKINGS if ACTION_FACTION + VIKINGS in legal else dice.choice(legal)
            events = RULESET.play(state, seat, action)
            played |= {event[3] for event in events if event[0] == EVENT_REVEALED}
            played |= {entry // 3 for stack in state.stacks for entry in stack}
            happened |= {event[0] for event in events}
        outcome = RULESET.outcome(state)
        assert outcome is not None
        assert len({card for seat in range(seats) for card in owned(state, seat)}) > 12 * seats
    assert played >= set(RULESET.cards.starters[VIKINGS])
    assert happened >= {EVENT_KICKED, EVENT_MOVED_TO_HQ, EVENT_POWER_MODIFIED}
