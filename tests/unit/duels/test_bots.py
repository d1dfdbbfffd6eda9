"""The bots: legal, deterministic, and greedy as it should be."""

from hypothesis import given, settings

from services.engine.chance import FastChance
from services.engine.ruleset import Bot, OptionValue
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import View
from tests.unit.duels.games import OPTION_SETS, decisions, start
from tests.unit.duels.scenario import PlayedTable, Scenario
from tests.unit.rulesets.random_matches import SEEDS

EXPERT = RULESET.bots()["expert"]
GREEDY = RULESET.bots()["greedy"]
RANDOM = RULESET.bots()["random"]


def choice(table: PlayedTable, player: str = "A", seed: int = 1, bot: Bot[View] = GREEDY) -> str:
    """What a bot does, greedy unless another is named."""
    seat = "AB".index(player)
    view = RULESET.observe(table.state, seat)
    return RULESET.notation(bot.choose(view, RULESET.legal(table.state, seat), FastChance(seed)))


def test_the_bots_that_are_described_are_there() -> None:
    assert [bot.id for bot in RULESET.describe().bots] == list(RULESET.bots())


@settings(max_examples=10, deadline=None)
@given(SEEDS, OPTION_SETS)
def test_bots_choose_a_legal_action_and_the_same_again(seed: int, options: dict[str, OptionValue]) -> None:
    state, _ = start(seed, options)
    for seat, action in decisions(state, seed):
        legal = RULESET.legal(state, seat)
        for bot in (EXPERT, GREEDY, RANDOM):
            chosen = bot.choose(RULESET.observe(state, seat), legal.copy(), FastChance(seed))
            assert chosen in legal
            assert bot.choose(RULESET.observe(state, seat), legal.copy(), FastChance(seed)) == chosen
        RULESET.play(state, seat, action)


def test_greedy_keeps_its_equipment_in_hand() -> None:
    table = Scenario().placing().begin()
    for seed in range(7):
        table.play("A", choice(table, seed=seed))
    assert table.hand("A") == ["Long Rifle", "Six-Shooter", "Lasso", "Spurs", "Lucky Horseshoe", "Saddlebag"]


def test_greedy_leaves_the_slots_of_least_worth_empty() -> None:
    scenario = Scenario().hand("A", "P7", "P6").vc("Tea Bowl", "Deed to the Town", "Scroll of the Clan", "Loose Bolt")
    table = scenario.placing().begin()
    for seed in range(7):
        table.play("A", choice(table, seed=seed))
    cards = [table.card("A", slot) for slot in range(1, 8)]
    assert cards.count("") == 5
    assert cards[1] != cards[2]
    assert "" not in cards[1:3]


def test_greedy_duels_where_it_sees_that_it_wins() -> None:
    scenario = Scenario(stall_limit=0).line_up("A", "P2", "P3", "P7", "E5", "E4", "E3", "E3")
    scenario.line_up("B", "P7", "P6", "P2").face_up("B", 3)
    assert choice(scenario.begin()) == "duel 3"


def test_greedy_betters_its_line_up_before_it_duels() -> None:
    scenario = Scenario().line_up("A", "P7", "P2").line_up("B", "P2", "P4").face_up("B", 1, 2)
    assert choice(scenario.vc("Tea Bowl", "Scroll of the Clan").begin()).startswith("swap 2 ")


def test_greedy_plays_the_least_equipment_that_wins() -> None:
    table = Scenario().line_up("A", "P5").line_up("B", "P6").vc("Scroll of the Clan").begin().play("A", "duel 1")
    table.play("B", "no_equipment")
    assert choice(table) == "equip CB12"  # Lucky Horseshoe: 7 against 6
    table = Scenario().line_up("A", "P2").line_up("B", "P7").vc("Tea Bowl").begin().play("A", "duel 1")
    table.play("B", "equip E5")
    assert choice(table) == "no_equipment"


def test_greedy_takes_power_early_and_points_late() -> None:
    for number, prize in ((1, "take_power"), (3, "take_vc")):
        table = Scenario().line_up("A", "P7").line_up("B", "E1").vc("Jade Mask").round(number).begin()
        assert choice(table.play("A", "duel 1")) == prize


def test_greedy_keeps_the_stronger_power_card() -> None:
    table = Scenario().line_up("A", "P7").line_up("B", "E1").power_deck("Wire Cutter", "Future Self").begin()
    assert choice(table.play("A", "duel 1").play("A", "take_power")) == "keep PW01"


def test_greedy_fills_an_empty_spot_with_a_personality() -> None:
    scenario = Scenario().line_up("A", "-", "P7").in_hand_too("A", "Future Self").vc("Scroll of the Clan")
    assert choice(scenario.begin()) == "fill 1 PW01"


# -- expert ----------------------------------------------------------------------------------------------------------


def test_expert_keeps_its_equipment_in_hand() -> None:
    table = Scenario().placing().begin()
    for seed in range(7):
        table.play("A", choice(table, seed=seed, bot=EXPERT))
    assert table.hand("A") == ["Long Rifle", "Six-Shooter", "Lasso", "Spurs", "Lucky Horseshoe", "Saddlebag"]


def test_expert_saves_a_strong_equipment_from_a_small_prize_and_plays_it_for_a_great_one() -> None:
    for vc, chosen in (("Tea Bowl", "no_equipment"), ("Scroll of the Clan", "equip CB08")):
        scenario = Scenario().line_up("A", "P2").line_up("B", "P6").vc(vc).power_cards_left(0)
        table = scenario.begin().play("A", "duel 1").play("B", "no_equipment")
        assert choice(table, bot=EXPERT) == chosen  # Long Rifle: 7 against 6


def test_expert_takes_power_while_it_fights_on_and_points_at_the_end() -> None:
    for number, prize in ((1, "take_power"), (2, "take_power"), (3, "take_vc")):
        table = Scenario().line_up("A", "P7").line_up("B", "E1").vc("Jade Mask").round(number).begin()
        assert choice(table.play("A", "duel 1"), bot=EXPERT) == prize


def test_expert_duels_where_it_sees_that_it_wins() -> None:
    scenario = Scenario(stall_limit=0).line_up("A", "P4", "P3", "P7", "E5", "E4", "E3", "E3")
    scenario.line_up("B", "P7", "P6", "P2").face_up("B", 3)
    assert choice(scenario.begin(), bot=EXPERT) == "duel 3"


def test_expert_meets_a_card_it_sees_with_one_that_beats_it() -> None:
    scenario = Scenario().line_up("A", "P7", "P2").line_up("B", "P2", "P6").face_up("B", 1, 2, 3, 4, 5, 6, 7)
    scenario.face_up("A", 3, 4, 5, 6, 7).vc("Tea Bowl", "Scroll of the Clan", "-", "-", "-", "-", "-")
    scenario.power_cards_left(0)
    assert choice(scenario.begin(), bot=EXPERT) == "swap 1 2"


def test_expert_beats_greedy() -> None:
    won = 0.0
    for seed in range(20):
        state, _ = start(seed // 2)
        bots = [EXPERT, GREEDY] if seed % 2 == 0 else [GREEDY, EXPERT]
        chance = FastChance(seed)
        while pending := RULESET.pending(state):
            for seat in pending:
                legal = RULESET.legal(state, seat)
                RULESET.play(state, seat, bots[seat].choose(RULESET.observe(state, seat), legal, chance))
        won += RULESET.evaluate(state)[seed % 2]
    assert won >= 14
