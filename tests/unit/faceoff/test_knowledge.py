"""What each viewer may know: worlds that differ in a hidden fact look the same byte for byte, events are enough to
follow, and what is imagined respects every peek, reveal and public move of a card."""

import json
from collections import Counter

import pytest

from services.engine.chance import FastChance
from services.engine.conformance.frequencies import as_expected
from services.engine.ruleset import SPECTATOR, IllegalAction
from services.rulesets.faceoff.ruleset import RULESET
from services.rulesets.faceoff.table.state import State
from tests.unit.faceoff.played_table import PlayedTable, seat_of
from tests.unit.faceoff.random_matches import start
from tests.unit.faceoff.scenario import Scenario


def seen(state: State, viewer: int) -> str:
    return json.dumps(RULESET.view_json(RULESET.observe(state, viewer)))


# -- two worlds ------------------------------------------------------------------------------------------------------


def shown(table: PlayedTable, viewer: str) -> str:
    """All that a viewer gets: what it was told last, its view, picture, choices with labels, and the refusal of an
    action that is not one of them."""
    state, seat = table.state, seat_of(viewer) if viewer else SPECTATOR
    view = RULESET.observe(state, seat)
    legal = RULESET.legal(state, seat)
    told = table.told[seat] if viewer else table.happened
    with pytest.raises(IllegalAction) as refusal:
        RULESET.play(RULESET.clone(state), max(seat, 0), -1)
    labels = [RULESET.label(view, action) for action in legal]
    texts = [told, RULESET.view_json(view), RULESET.picture(view), legal, labels, RULESET.pending(state)]
    return json.dumps([*texts, str(refusal.value)])


def assert_alike(worlds: list[PlayedTable], *viewers: str) -> None:
    for viewer in viewers:
        first, *others = [shown(table, viewer) for table in worlds]
        assert others == [first] * len(others)


def face_off(*hand: str) -> PlayedTable:
    """B has this hand, and A has chosen a victory card."""
    table = Scenario(3).hand("A", "bass_reeves", "tin_star").hand("B", *hand).hand("C", "manticore", "iron_claws")
    return table.clock("ninjas_vc3").begin().play("A", "clock ninjas_vc3")


def both(worlds: list[PlayedTable], player: str, *actions: str) -> None:
    """A player acts in both worlds, in each with its own action if there are two."""
    for table, action in zip(worlds, actions * (2 if len(actions) == 1 else 1), strict=True):
        table.play(player, action)


def test_a_face_down_discard_stays_hidden_until_clean_up() -> None:
    """FO-069, FO-078, FO-088, FO-R18, FO-R19. Any card may be discarded: what it is shows in Clean up."""
    worlds = [face_off("katana", "hattori_hanzo", "giant_kite") for _ in range(2)]
    both(worlds, "B", "discard katana", "discard hattori_hanzo")
    assert_alike(worlds, "", "A", "C")
    both(worlds, "A", "play bass_reeves")
    both(worlds, "C", "play manticore")
    assert_alike(worlds, "", "A", "C")
    assert worlds[0].view("A")["players"][1]["face_down"] == [""]
    assert worlds[0].view("B")["players"][1]["face_down"] == ["katana"]
    both(worlds, "B", "discard giant_kite", "discard katana")
    both(worlds, "A", "no_card")
    assert_alike(worlds, "", "A", "C")
    both(worlds, "C", "no_card")
    assert_alike(worlds, "", "A", "C")
    both(worlds, "C", "take clock")
    assert_alike(worlds, "", "A", "C")
    both(worlds, "A", "take vp")
    shown_up = [table.events("cleaned_up") for table in worlds]
    assert [{"player": 1, "cards": ["katana", "giant_kite"]} in each for each in shown_up] == [True, False]
    assert [{"player": 1, "cards": ["hattori_hanzo", "katana"]} in each for each in shown_up] == [False, True]


def test_committing_nothing_looks_like_committing_a_card() -> None:
    """FO-072, FO-R19. The hand seems as large as before."""
    worlds = [face_off("katana", "hattori_hanzo", "giant_kite") for _ in range(3)]
    for table, action in zip(worlds, ("no_card", "play hattori_hanzo", "discard katana"), strict=True):
        table.play("B", action)
        assert table.view("A")["players"][1]["hand_size"] == 3
    assert_alike(worlds, "", "A", "C")


def test_other_hands_of_the_same_cards_look_the_same() -> None:
    """Section 3.5 of the rules page: of hand and deck only the sizes and the cards of both together are known."""
    worlds = [
        Scenario(2).hand("B", *hand).begin() for hand in (("katana", "smoke_bomb"), ("tomo_sukesada", "naginata"))
    ]
    assert_alike(worlds, "", "A")


def test_the_top_of_a_deck_that_was_looked_at_shows_to_its_owner_alone() -> None:
    """FO-R37."""
    worlds = []
    for top in ("katana", "giant_kite"):
        scenario = Scenario(2).hand("A", "banner", "tin_star").hand("B", "hattori_hanzo", "smoke_bomb")
        played = scenario.deck("B", top).clock("ninjas_vc3").begin()
        played.play("A", "clock ninjas_vc3").play("A", "no_card").play("B", "play hattori_hanzo")
        assert played.view("B")["players"][1]["deck_top"] == top
        worlds.append(played)
    assert_alike(worlds, "", "A")
    for table in worlds:
        table.play("B", "choose no")
        assert table.view("B")["players"][1]["knows_deck_top"]
        for number in range(20):
            imagined = RULESET.imagine(RULESET.observe(table.state, 1), FastChance(number))
            assert imagined.decks[1][-1] == table.state.decks[1][-1]
    assert_alike(worlds, "", "A")


def test_dealt_victory_cards_show_to_their_owner_alone() -> None:
    """FO-046, FO-R10."""
    one, other = ("ninjas_vc3", "ninjas_vc4"), ("ninjas_vc5", "ninjas_vc6")
    worlds = []
    for dealt, in_deck in ((one, other), (other, one)):
        scenario = Scenario(2).dealt("A", "ninjas_vc1", "ninjas_vc2").dealt("B", *dealt).clock_deck(*in_deck)
        worlds.append(
            scenario.clock("cowboys_vc1", "cowboys_vc2", "cowboys_vc3").clock_middle("rout", "deserters").begin()
        )
    assert_alike(worlds, "", "A")
    assert worlds[0].view("B")["players"][1]["dealt"] == list(one)
    assert worlds[0].view("A")["players"][1]["dealt"] == ["", ""]


def test_a_victory_card_placed_face_down_shows_to_its_owner_alone() -> None:
    """FO-R62 with option placed_vc=face_down."""
    worlds = []
    for _ in range(2):
        scenario = Scenario(2, placed_vc="face_down").hand("A", "banner", "tin_star")
        scenario.hand("B", "ninjas_vc3", "ninjas_vc4", "katana", "naginata").clock("war_bonds")
        table = scenario.begin().play("A", "clock war_bonds").play("A", "build banner tin_star")
        worlds.append(table.play("B", "build katana naginata").play("A", table.legal("A", "refill")[0]))
    both(worlds, "B", "place ninjas_vc3", "place ninjas_vc4")
    assert_alike(worlds, "", "A")
    assert worlds[0].view("A")["players"][1]["front"] == [""]
    assert worlds[0].view("B")["players"][1]["front"] == ["ninjas_vc3"]
    both(worlds, "B", "done")
    assert_alike(worlds, "", "A")
    fronts = Counter(
        RULESET.imagine(RULESET.observe(worlds[0].state, 0), FastChance(number)).front[1][0] for number in range(200)
    )
    assert sorted(RULESET.cards.ids[card] for card in fronts) == ["ninjas_vc3", "ninjas_vc4"]


# -- what is remembered ----------------------------------------------------------------------------------------------


def possible_hands(table: PlayedTable, viewer: str, player: str, tries: int = 300) -> Counter[str]:
    """How often each card is in a player's hand, over many imagined states."""
    view = RULESET.observe(table.state, seat_of(viewer) if viewer else SPECTATOR)
    found: Counter[str] = Counter()
    for number in range(tries):
        state = RULESET.imagine(view, FastChance(number))
        found.update(RULESET.cards.ids[card] for card in state.hands[seat_of(player)])
    return found


def bought(cards_in_hand: int) -> PlayedTable:
    """B, with so many cards in hand and the rest in the deck, has bought A Haunting Presence and shuffled it in."""
    hand = ("katana", "naginata", "giant_kite", "smoke_bomb", "tomo_sukesada")[:cards_in_hand]
    scenario = Scenario(2).hq("cowboys", timing=4).first("B").vp("A", 0).hand("A", "tin_star", "banner")
    table = scenario.hand("B", *hand, "trained_hawk").clock("bazaar_1").begin()
    table.play("B", "clock bazaar_1").play("A", "build tin_star").play("B", "build trained_hawk/E")
    return table.play("B", "bid 1").play("B", "shuffle_in")


def test_a_card_shuffled_into_the_deck_is_not_among_those_held_before() -> None:
    """FO-108, FO-R53, FO-P05. Afterwards it is as likely to be drawn as any other card of the deck."""
    table = bought(cards_in_hand=3)
    assert "a_haunting_presence" not in possible_hands(table, "A", "B")
    table.play("B", table.legal("B", "refill")[0])
    memory = table.view("A")["players"][1]["memory"]
    assert memory["late"] == [{"card": "a_haunting_presence", "slots": 2}]
    places, tries = 2 + len(table.deck("B")), 3_000
    drawn = possible_hands(table, "A", "B", tries)["a_haunting_presence"]
    expected = tries * 2 / places
    assert as_expected([drawn, tries - drawn], [expected, tries - expected]) > 1e-6


def test_a_bought_card_is_in_hand_when_the_deck_is_empty_and_cards_lie_face_down_in_front() -> None:
    """FO-R53, FO-R62, FO-P05: a bought card is never placed, so one of the unknown cards in hand is it."""
    scenario = Scenario(2, placed_vc="face_down").whole_deck("B").hand("B", "katana", "a_haunting_presence")
    document = scenario.front("B", "ninjas_vc3", "ninjas_vc4", "lucky_coin").document()
    first_two = ["ninjas_vc3", "ninjas_vc4"]
    document["players"][1]["memory"] = {
        "known": [{"card": card} for card in first_two],
        "late": [{"card": "a_haunting_presence", "slots": 1}],
        "placed": [
            {"candidates": [{"card": card} for card in candidates]}
            for candidates in (first_two, first_two, [*first_two, "lucky_coin"])
        ],
    }
    table = PlayedTable(document)
    assert possible_hands(table, "A", "B") == {"katana": 300, "a_haunting_presence": 300}
    view = RULESET.observe(table.state, 0)
    fronts = {tuple(RULESET.imagine(view, FastChance(number)).front[1]) for number in range(100)}
    assert {tuple(RULESET.cards.ids[card] for card in front) for front in fronts} == {
        ("ninjas_vc3", "ninjas_vc4", "lucky_coin"),
        ("ninjas_vc4", "ninjas_vc3", "lucky_coin"),
    }


@pytest.mark.parametrize("seed", [0, 4, 5, 16])
def test_whole_matches_with_cards_placed_face_down_can_be_imagined(seed: int) -> None:
    """FO-R62, FO-P05: greedy players place many cards, thin their decks and buy at the market, so that bought cards are
    known to be drawn while cards lie face down in front."""
    state, _ = start(4, seed, {"placed_vc": "face_down"})
    greedy, chance = RULESET.bots()["greedy"], FastChance(seed)
    while pending := RULESET.pending(state):
        seat = pending[0]
        for viewer in (SPECTATOR, seat):
            view = RULESET.observe(state, viewer)
            imagined = RULESET.imagine(view, FastChance(seed))
            assert RULESET.legal(imagined, viewer) == RULESET.legal(state, viewer)
        RULESET.play(state, seat, greedy.choose(view, RULESET.legal(state, seat), chance))
    assert RULESET.outcome(state) is not None


def test_when_the_deck_runs_out_all_know_what_is_in_hand() -> None:
    """FO-R37, FO-P05. All cards that are out of sight are in hand then; what is drawn afterwards is not known."""
    scenario = Scenario(2).hand("A", "tin_star").whole_deck("A").hand("B", "katana", "naginata", "giant_kite")
    scenario.whole_deck("B", "smoke_bomb").discards("B", "tomo_sukesada", "hattori_hanzo", "ishikawa_goemon")
    table = scenario.hq("cowboys", timing=4).clock("war_bonds").begin().play("A", "clock war_bonds")
    table.play("A", "build tin_star").play("B", "build katana").play("A", table.legal("A", "refill")[0])
    assert len(table.hand("B")) == 5
    known = [card["card"] for card in table.view("A")["players"][1]["memory"]["known"]]
    assert sorted(known) == ["giant_kite", "naginata", "smoke_bomb"]
    hands = possible_hands(table, "A", "B")
    assert {hands[card] for card in known} == {300}
    others = {"tomo_sukesada", "hattori_hanzo", "ishikawa_goemon"}
    assert {card for card in hands if hands[card] < 300} == others


def test_a_hand_that_was_looked_at_is_known_to_who_looked() -> None:
    """Truth Gun. The others know nothing of it; what is drawn later is not known."""
    scenario = Scenario(3).hand("A", "bass_reeves", "truth_gun").hand("B", "katana", "hattori_hanzo", "giant_kite")
    table = scenario.hand("C", "manticore", "iron_claws").clock("ninjas_vc3").begin().play("A", "clock ninjas_vc3")
    table.play("A", "play bass_reeves").play("B", "no_card").play("C", "no_card")
    table.play("A", "play truth_gun").play("B", "no_card").play("C", "no_card").play("A", "choose player 1")
    assert table.event("hand_looked_at", "A")["cards"] == ["hattori_hanzo", "katana", "giant_kite"]
    assert table.event("hand_looked_at", "B")["cards"] == ["hattori_hanzo", "katana", "giant_kite"]
    assert table.event("hand_looked_at", "C")["cards"] == []
    hands = possible_hands(table, "A", "B")
    assert all(hands[card] >= 300 for card in ("katana", "hattori_hanzo", "giant_kite"))
    assert len(possible_hands(table, "C", "B")) > 5
    assert table.view("C")["looks"] == []
    assert [look["player"] for look in table.view("B")["looks"]] == [0]


def test_a_card_taken_back_from_the_discard_pile_is_known_to_be_in_hand() -> None:
    """Spare Parts."""
    scenario = Scenario(2, "robots", "ninjas", factions="base4_robots").hand("A", "talos", "spare_parts")
    scenario.discards("A", "mainspring", "oil_can").hand("B", "katana").clock("ninjas_vc3")
    table = scenario.begin().play("A", "clock ninjas_vc3").play("A", "play talos").play("B", "no_card")
    table.play("A", "play spare_parts").play("B", "no_card")
    table.play("A", "choose yes").play("A", "choose mainspring")
    assert table.hand("A") == ["mainspring"]
    assert possible_hands(table, "B", "A") == {"mainspring": 300}
    assert possible_hands(table, "", "A") == {"mainspring": 300}


def test_no_deal_is_imagined_that_would_have_ended_the_match() -> None:
    """FO-125, FO-R65."""
    scenario = Scenario(2).discards("B", "ninjas_vc1", "ninjas_vc2", "ninjas_vc3", "ninjas_vc4", "ninjas_vc7")
    table = scenario.dealt("A", "cowboys_vc1", "cowboys_vc2").dealt("B", "cowboys_vc3", "ninjas_vc5").begin()
    pair = {RULESET.cards.index["ninjas_vc5"], RULESET.cards.index["ninjas_vc6"]}
    deals = set()
    for number in range(2_000):
        deals.add(tuple(sorted(RULESET.imagine(RULESET.observe(table.state, 0), FastChance(number)).dealt[1])))
    assert tuple(sorted(pair)) not in deals
    assert any(pair & set(deal) for deal in deals)
