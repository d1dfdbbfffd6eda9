"""The worked examples of the rules page, one test each. Cards and decks in the game's words; expectations by hand."""

import hashlib
import itertools

import pytest

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, OptionValue
from services.rulesets.factionwars import scoring
from services.rulesets.factionwars.cards import IS_ACTION, IS_BYSTANDER, IS_CONSCRIPT, IS_RECRUIT, WAR_IS_OVER
from services.rulesets.factionwars.events import EVENT_BID_PLACED
from services.rulesets.factionwars.positions import view_json
from services.rulesets.factionwars.ruleset import RULESET
from services.rulesets.factionwars.table import State
from tests.unit.factionwars.scenario import PlayedTable, Scenario

ACTIONS = (
    "Ambush",
    "Press Gang",
    "Open Recruitment",
    "Open Recruitment",
    "Veteran's Return",
    "Scapegoat",
    "Trade Deal",
    "Rout",
)
UNMET = ("Melting Pot", "True Colors", "Elite Guard")


def new_game(players: int, seed: int = 0, **options: OptionValue) -> State:
    chance = SeededChance(seed.to_bytes(32, "big"))
    state, _ = RULESET.start(players, complete(options, RULESET.describe().options), chance)
    return state


def bids(state: State, seat: int) -> list[str]:
    return [RULESET.notation(action) for action in RULESET.legal(state, seat)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_new_game_has_58_cards_and_war_is_over_aside(players: int) -> None:
    """FW-T01 (FW-001, FW-007, FW-R01)."""
    state = new_game(players)
    cards = state.recruit_deck + [card for card in state.line_up if card >= 0]
    assert len(cards) == 58
    assert WAR_IS_OVER not in cards
    assert view_json(RULESET.observe(state, SPECTATOR))["war_is_over"] == "WAR_IS_OVER_ASIDE"
    assert sum(IS_RECRUIT[card] for card in cards) == 44
    assert sum(IS_BYSTANDER[card] for card in cards) == 6
    assert sum(IS_ACTION[card] for card in cards) == 8


def test_three_players_get_three_positions_bids_and_conscripts() -> None:
    """FW-T02 (FW-006, FW-009, FW-010, FW-011, FW-012, FW-R04)."""
    state = new_game(3)
    assert len(state.line_up) == 3
    assert all(card >= 0 for card in state.line_up)
    for seat in range(3):
        assert bids(state, seat) == ["bid 1", "bid 2", "bid 3"]
        assert sorted(state.decks[seat]) == state.rules.conscripts[seat]
        assert len(state.decks[seat]) == 3
        assert all(IS_CONSCRIPT[card] for card in state.decks[seat])
    assert len(state.display) == 3
    assert len(state.rest) == 2
    assert len(state.recruit_deck) == 55


def test_fewer_battles_with_five_players_uses_six_positions() -> None:
    """FW-T03 (FW-061, FW-R03)."""
    state = new_game(5, fewer_battles=True)
    assert len(state.line_up) == 6
    for seat in range(5):
        assert bids(state, seat) == ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6"]
    assert len(state.recruit_deck) == 52


def test_sole_bidders_collect_without_revealing_a_card() -> None:
    """FW-T04 (FW-014, FW-016)."""
    table = Scenario(players=2).line_up("Deputy", "Raider").begin().bid(1, 2)
    assert table.discard("A") == ["Deputy"]
    assert table.discard("B") == ["Raider"]
    assert table.deck("A") == ["c1", "c2", "c3"]
    assert table.deck("B") == ["c1", "c2", "c3"]
    assert "battle_card_revealed" not in table.kinds()


def test_a_bid_shows_only_that_it_was_placed() -> None:
    """FW-T05 (FW-013, FW-014, FW-R50)."""
    table = Scenario(players=2).begin()
    events = RULESET.play(table.state, 0, RULESET.parse("bid 2"))
    assert [RULESET.share(event, 0) for event in events] == [{"bid_placed": {"player": 0, "position": 2}}]
    for viewer in (1, SPECTATOR):
        assert [RULESET.share(event, viewer) for event in events] == [{"bid_placed": {"player": 0}}]
        players = view_json(RULESET.observe(table.state, viewer))["players"]
        assert [player["has_bid"] for player in players] == [True, False]
        assert not any("bid" in player for player in players)
    assert view_json(RULESET.observe(table.state, 0))["players"][0]["bid"] == 2


def test_the_highest_card_claims_the_recruit() -> None:
    """FW-T06 (FW-017, FW-018, FW-019, FW-021)."""
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Monk")
        .battle_deck("A", "c1", "c2", "c3")
        .battle_deck("B", "c3", "c2", "c1")
        .begin()
        .bid(1, 1)
    )
    assert table.deck("A") == ["c2", "c3"]
    assert table.discard("A") == ["c1"]
    assert table.deck("B") == ["c2", "c1"]
    assert table.discard("B") == ["c3", "Deputy"]


def test_tied_players_reveal_their_next_cards() -> None:
    """FW-T07 (FW-020)."""
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Monk")
        .battle_deck("A", "c2", "c3", "c1")
        .battle_deck("B", "c2", "c1", "c3")
        .begin()
        .bid(1, 1)
    )
    assert table.deck("A") == ["c1"]
    assert table.discard("A") == ["c2", "c3", "Deputy"]
    assert table.deck("B") == ["c3"]
    assert table.discard("B") == ["c2", "c1"]


def test_only_the_tied_players_go_on() -> None:
    """FW-T08 (FW-020, FW-R20)."""
    table = (
        Scenario(players=3)
        .line_up("Deputy", "Monk", "Raider")
        .battle_deck("A", "Grandmaster", "c1")
        .battle_deck("B", "Huscarl", "c2")
        .battle_deck("C", "Deckhand", "c3")
        .begin()
        .bid(1, 1, 1)
    )
    revealed = [(event["player"], event["card"], event["step"]) for event in table.all_of("battle_card_revealed")]
    assert revealed == [(0, "NJ11", 1), (1, "VK09", 1), (2, "PR05", 1), (0, "CN01", 2), (1, "CN12", 2)]
    assert table.all_of("battle_tied") == [{"players": [0, 1]}]
    assert table.discard("A") == ["Grandmaster", "c1"]
    assert table.discard("B") == ["Huscarl", "c2", "Deputy"]
    assert table.discard("C") == ["Deckhand"]


def test_a_tie_that_nobody_can_go_on_with_sends_the_card_to_the_recruit_discard() -> None:
    """FW-T09 (FW-022, FW-023)."""
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Monk")
        .battle_deck("A", "c2", "c3", "c1")
        .battle_deck("B", "c2", "c3", "c1")
        .begin()
        .bid(1, 1)
    )
    assert len(table.all_of("battle_tied")) == 3
    assert table.all_of("battle_unresolved") == [{"position": 1, "card": "CB07"}]
    assert table.recruit_discard() == ["Deputy", "Monk"]
    for player in "AB":
        assert table.owned(player) == []
        assert sorted(table.deck(player)) == ["c1", "c2", "c3"]
        assert table.discard(player) == []


def test_who_cannot_reveal_drops_out_and_the_last_one_claims_without_revealing() -> None:
    """FW-T10 (FW-R21, FW-023)."""
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Monk")
        .battle_deck("A", "c2")
        .battle_discard("A", "c1", "c3")
        .battle_deck("B", "c2", "c1")
        .battle_discard("B", "c3")
        .begin()
        .bid(1, 1)
    )
    assert table.all_of("battle_dropped") == [{"player": 0}]
    assert len(table.all_of("battle_card_revealed")) == 2
    assert sorted(table.deck("A")) == ["c1", "c2", "c3"]
    assert table.discard("A") == []
    assert table.deck("B") == ["c1"]
    assert table.discard("B") == ["c3", "c2", "Deputy"]


def battle_of(*tops: tuple[str, ...]) -> PlayedTable:
    """Everybody bids on a Deputy, with these cards on top of their battle decks."""
    scenario = Scenario(players=len(tops))
    for player, top in zip("ABC", tops, strict=False):
        scenario.battle_deck(player, *top)
    return scenario.begin().bid(*[1] * len(tops))


def claimer(table: PlayedTable) -> int:
    [won] = table.all_of("battle_won")
    return int(won["player"])


def test_kunoichi_defeats_another_card_of_value_2() -> None:
    """FW-T11 (FW-057, FW-045)."""
    table = battle_of(("Kunoichi",), ("Berserker",))
    assert claimer(table) == 0
    assert table.all_of("battle_tied") == []


def test_kunoichi_loses_to_a_3() -> None:
    """FW-T12 (FW-057, FW-R24)."""
    assert claimer(battle_of(("Kunoichi",), ("Deckhand",))) == 1


def test_kunoichi_against_kunoichi_is_a_tie() -> None:
    """FW-T13 (FW-058)."""
    table = battle_of(("Kunoichi", "c1"), ("Kunoichi", "c2"))
    assert table.all_of("battle_tied") == [{"players": [0, 1]}]
    assert claimer(table) == 1


def test_kunoichi_beats_every_2_of_a_battle_at_once() -> None:
    """FW-T14 (FW-057, FW-R24)."""
    table = battle_of(("Kunoichi",), ("Berserker",), ("c2",))
    assert claimer(table) == 0
    assert table.all_of("battle_tied") == []


def test_positions_are_resolved_in_order_and_leftovers_are_discarded_last() -> None:
    """FW-T15 (FW-015, FW-024, FW-R17)."""
    table = (
        Scenario(players=3)
        .line_up("Gambler", "Monk", "Raider")
        .recruit_deck("Skald")
        .battle_deck("B", "c3", "c1", "c2")
        .battle_deck("C", "c1", "c2", "c3")
        .begin()
        .bid(3, 1, 1)
    )
    collected = [(event["player"], event["card"], event["position"]) for event in table.all_of("collected")]
    assert collected == [(1, "CB02", 1), (1, "VK08", 1), (0, "VK10", 3)]
    kinds = table.kinds()
    assert kinds.index("battle_won") < kinds.index("collected")
    assert table.all_of("round_ended") == [{"round": 1, "cards": ["BY04"]}]
    assert kinds.index("round_ended") > max(place for place, kind in enumerate(kinds) if kind == "recruited")
    assert table.recruit_discard() == ["Monk"]


@pytest.mark.parametrize(("number", "points"), [(1, 1), (2, 4), (3, 9), (4, 16)])
def test_berserkers_score_the_square_of_their_number(number: int, points: int) -> None:
    """FW-T16 (FW-043, FW-044)."""
    table = Scenario(players=2).on_display(*UNMET).battle_discard("A", *["Berserker"] * number).begin()
    assert table.score("A") == points
    assert scoring.score(table.state, 0).berserkers == points


def test_fair_winds_and_four_more_pirates_score_five() -> None:
    """FW-T17 (FW-059, FW-060, FW-R05)."""
    table = (
        Scenario(players=2)
        .on_display(*UNMET)
        .battle_discard("A", "Fair Winds", "Deckhand", "Deckhand", "Gunner", "Captain")
        .game_over()
        .begin()
    )
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert dict(outcome.results[0].breakdown)["faction_cards"] == 5
    assert dict(outcome.results[0].breakdown)["recruits"] == 11
    assert outcome.results[0].score == 16


def test_bystanders_are_told_apart_from_recruits_in_the_score() -> None:
    """FW-034."""
    table = Scenario(players=2).on_display(*UNMET).battle_discard("A", "Monk", "Mayor", "Captain").game_over().begin()
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert dict(outcome.results[0].breakdown)["bystanders"] == -5
    assert outcome.results[0].score == dict(outcome.results[0].breakdown)["recruits"] - 5


@pytest.mark.parametrize(("pirates", "points"), [(3, 0), (4, 4), (5, 4)])
def test_a_bonus_is_met_with_exactly_its_number_of_recruits(pirates: int, points: int) -> None:
    """FW-035, FW-R06: True Colors wants four of one faction with five players."""
    cards = ["Deckhand", "Deckhand", "Gunner", "Captain", "Quartermaster"][:pirates]
    table = (
        Scenario(players=5).on_display("True Colors", "Elite Guard", "Underdogs").battle_discard("A", *cards).begin()
    )
    assert scoring.score(table.state, 0).bonuses[0] == points


def test_a_buccaneer_steals_from_the_battle_discard_too() -> None:
    """FW-T18 (FW-046, FW-048, FW-042, FW-R35)."""
    table = (
        Scenario(players=2)
        .line_up("Buccaneer", "Monk")
        .battle_deck("B", "c1")
        .battle_discard("B", "c2", "c3", "Jarl")
        .begin()
        .play("B", "bid 2")
        .play("A", "bid 1")
    )
    assert table.discard("A") == ["Jarl", "Buccaneer", "Monk"]
    assert sorted(table.deck("B")) == ["c1", "c2", "c3"]
    assert table.discard("B") == []


def test_a_buccaneer_takes_neither_conscripts_nor_bystanders() -> None:
    """FW-T19 (FW-051, FW-053, FW-R33)."""
    table = (
        Scenario(players=2)
        .line_up("Buccaneer", "Raider")
        .battle_deck("B", "c1", "c3")
        .battle_discard("B", "c2", "Monk")
        .begin()
        .bid(1, 2)
    )
    assert table.discard("A") == ["Buccaneer"]
    assert table.deck("B") == ["c1", "c3"]
    assert table.discard("B") == ["c2", "Monk", "Raider"]
    assert "deck_reshuffled" not in table.kinds()


def test_a_bystander_goes_to_the_player_chosen() -> None:
    """FW-T20 (FW-049, FW-050, FW-034, FW-R32, FW-R36)."""
    table = Scenario(players=3).on_display(*UNMET).line_up("Mayor", "Raider", "Jarl").begin().bid(1, 2, 3)
    assert table.pending() == ["A"]
    assert table.legal("A") == ["player 1", "player 2"]
    table.choose_player("C")
    assert table.discard("C") == ["Mayor", "Jarl"]
    assert table.score("C") == -3 + 2
    assert table.score("A") == 0


def test_with_two_players_nobody_is_asked_who_gets_the_bystander() -> None:
    """FW-T21 (FW-049, FW-R32)."""
    table = Scenario(players=2).line_up("Mayor", "Raider").begin().bid(1, 2)
    assert "choice_asked" not in table.kinds()
    assert table.discard("B") == ["Mayor", "Raider"]


def test_a_gambler_draws_the_top_card() -> None:
    """FW-T22 (FW-054, FW-056)."""
    table = Scenario(players=2).line_up("Gambler", "Raider").recruit_deck("Sheriff", "Skald", "Jarl").begin().bid(1, 2)
    assert table.discard("A") == ["Sheriff", "Gambler"]
    assert table.line_up() == ["Skald", "Jarl"]


def test_a_bystander_drawn_by_a_gambler_is_given_away() -> None:
    """FW-T23 (FW-055, FW-R38)."""
    table = Scenario(players=2).line_up("Gambler", "Raider").recruit_deck("Monk").begin().bid(1, 2)
    assert table.discard("A") == ["Gambler"]
    assert table.discard("B") == ["Monk", "Raider"]


def test_an_action_drawn_by_a_gambler_is_performed() -> None:
    """FW-T24 (FW-040, FW-055, FW-R31, FW-R38)."""
    table = (
        Scenario(players=3)
        .line_up("Gambler", "Raider", "Jarl")
        .recruit_deck("Rout")
        .battle_discard("B", "Skald")
        .battle_discard("C", "Ronin")
        .begin()
        .bid(1, 2, 3)
    )
    assert table.owned("A") == ["Gambler"]
    assert table.owned("B") == ["Raider"]
    assert table.owned("C") == ["Jarl"]
    assert table.recruit_discard() == ["Skald", "Ronin", "Rout"]
    assert table.all_of("deck_reshuffled") == [{"player": 1, "cards": 3}, {"player": 2, "cards": 3}]


def test_veterans_return_activates_the_ability_of_the_recruit() -> None:
    """FW-T25 (FW-039, FW-041, FW-047)."""
    table = (
        Scenario(players=2)
        .line_up("Veteran's Return", "Monk")
        .recruit_discard("Buccaneer", "Raider")
        .battle_discard("B", "Skald")
        .begin()
        .bid(1, 2)
    )
    assert table.legal("A") == ["card PR02", "card VK10"]
    table.choose_card("Buccaneer")
    assert table.owned("A") == ["Buccaneer", "Skald", "Monk"]
    assert table.owned("B") == []
    assert table.recruit_discard() == ["Raider", "Veteran's Return"]


def test_the_deck_is_reshuffled_when_a_card_is_needed() -> None:
    """FW-T26 (FW-025, FW-026, FW-027, FW-029, FW-R10)."""
    sizes = set()
    for seed in range(30):
        table = (
            Scenario(players=3)
            .line_up("Deputy", "Raider", "Jarl")
            .recruit_deck("Sheriff", "Skald")
            .recruit_discard(*ACTIONS, "Monk", "Mayor")
            .rest_belongs_to("C")
            .begin(seed)
            .bid(1, 2, 3)
        )
        assert table.all_of("recruits_reshuffled") == [{"pass": 2, "cards": 11, "with_war_is_over": True}]
        assert table.line_up()[:2] == ["Sheriff", "Skald"]
        assert table.line_up()[2] in (*ACTIONS, "Monk", "Mayor")
        replaced = len(table.all_of("war_is_over_drawn"))
        assert len(table.recruit_deck()) == 10 - replaced
        assert ("War is Over" in table.removed()) == bool(replaced)
        sizes.add(len(table.recruit_deck()))
    assert sizes == {9, 10}


@pytest.mark.parametrize(("number", "war"), [(1, False), (2, True)])
def test_with_four_players_war_is_over_comes_with_the_second_reshuffle(number: int, *, war: bool) -> None:
    """FW-T27 (FW-028, FW-029, FW-R11)."""
    table = (
        Scenario(players=4)
        .in_pass(number)
        .line_up("Deputy", "Raider", "Jarl", "Ronin")
        .recruit_deck("Sheriff", "Skald")
        .recruit_discard(*ACTIONS)
        .rest_belongs_to("D")
        .begin()
        .bid(1, 2, 3, 4)
    )
    assert table.all_of("recruits_reshuffled") == [{"pass": number + 1, "cards": 8 + int(war), "with_war_is_over": war}]


def test_war_is_over_in_the_refill_is_replaced_and_the_round_is_played() -> None:
    """FW-T28 (FW-030, FW-031, FW-032, FW-R12)."""
    table = (
        Scenario(players=3)
        .in_pass(2)
        .line_up("Deputy", "Raider", "Jarl")
        .recruit_deck("Sheriff", "War is Over", "Skald", "Ronin", "Genin")
        .begin()
        .bid(1, 2, 3)
    )
    assert table.line_up() == ["Sheriff", "Skald", "Ronin"]
    assert table.removed() == ["War is Over"]
    assert table.pending() == ["A", "B", "C"]
    table.bid(1, 2, 3)
    assert table.pending() == []
    assert table.owned("A") == ["Deputy", "Sheriff"]
    assert "line_up_filled" not in table.kinds()
    assert table.all_of("game_ended")[0]["reason"] == "END_REASON_WAR_IS_OVER"


def test_war_is_over_drawn_by_a_gambler_is_not_replaced() -> None:
    """FW-T29 (FW-030, FW-032, FW-R13)."""
    table = (
        Scenario(players=3)
        .in_pass(2)
        .line_up("Gambler", "Raider", "Jarl")
        .recruit_deck("War is Over", "Sheriff")
        .begin()
        .bid(1, 2, 3)
    )
    assert table.owned("A") == ["Gambler"]
    assert table.owned("B") == ["Raider"]
    assert table.owned("C") == ["Jarl"]
    assert table.all_of("war_is_over_drawn") == [{"place": "WAR_IS_OVER_PLACE_ABILITY"}]
    assert table.pending() == []
    assert table.recruit_deck()[0] == "Sheriff"


BAND = ("Sheriff", "Gambler", "Berserker", "Berserker", "Odin's Favor")


def test_a_score_is_the_sum_of_its_parts() -> None:
    """FW-T30 (FW-033, FW-034, FW-R41)."""
    table = Scenario(players=2).on_display(*UNMET).battle_discard("A", *BAND, "Monk").begin()
    assert table.score("A") == 10


def test_unmet_bonuses_score_nothing() -> None:
    """FW-T31 (FW-035, FW-R06, FW-R43)."""
    display = ("Clean Hands", "True Colors", "Elite Guard")
    with_monk = Scenario(players=4).on_display(*display).battle_discard("A", *BAND, "Monk").begin()
    without = Scenario(players=4).on_display(*display).battle_discard("A", *BAND).begin()
    assert with_monk.score("A") == 10
    assert without.score("A") == 12 + 3


def test_equal_scores_share_the_win() -> None:
    """FW-T32 (FW-036, FW-R40)."""
    table = (
        Scenario(players=3)
        .on_display(*UNMET)
        .battle_discard("A", "Captain", "Sheriff", "Grandmaster", "Quartermaster", "Ranch Hand", "Deckhand")
        .battle_discard("B", "Skald", "Ranch Hand", "Deckhand", "Ronin", "First Mate", "Kunoichi", "Deputy")
        .battle_discard("C", "Kunoichi", "Kunoichi", "Gunner", "Gunner", "Genin", "Genin", "Deputy", "Huscarl")
        .game_over()
        .begin()
    )
    assert [table.score(player) for player in "ABC"] == [21, 21, 18]
    assert table.winners() == ["A", "B"]
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert [result.rank for result in outcome.results] == [1, 1, 3]


def test_conscripts_score_nothing_anywhere() -> None:
    """FW-T33 (FW-052, FW-053)."""
    table = Scenario(players=2).on_display(*UNMET).line_up("Deputy", "Raider").begin()
    assert table.score("A") == 0
    table.bid(1, 2)
    assert table.score("A") == 2
    moved = Scenario(players=2).on_display(*UNMET).battle_deck("A", "c3").battle_discard("A", "c1", "c2").begin()
    assert moved.score("A") == 0


def test_the_order_in_which_bids_arrive_changes_nothing() -> None:
    """FW-T34 (FW-013, FW-014, FW-R39)."""
    logs, hashes = set(), set()
    for order in itertools.permutations(range(4)):
        state = new_game(4, seed=5)
        log: list[Event] = []
        for _ in range(6):
            for seat in order:
                log += RULESET.play(state, seat, RULESET.legal(state, seat)[seat % 3])
            while len(pending := RULESET.pending(state)) == 1:
                log += RULESET.play(state, pending[0], RULESET.legal(state, pending[0])[-1])
        logs.add(tuple(event for event in log if event[0] != EVENT_BID_PLACED))
        hashes.add(hashlib.sha256(RULESET.dump(state)).hexdigest())
    assert len(logs) == 1
    assert len(hashes) == 1


def test_what_is_hidden_does_not_show_in_the_view() -> None:
    """FW-T35 (FW-R50)."""
    one = Scenario(players=2).recruit_deck("Jarl", "Skald").battle_deck("B", "c1", "c2", "c3").has_bid("B", 1).begin()
    two = Scenario(players=2).recruit_deck("Skald", "Jarl").battle_deck("B", "c3", "c1", "c2").has_bid("B", 2).begin()
    assert one.recruit_deck() != two.recruit_deck()
    assert view_json(RULESET.observe(one.state, 0)) == view_json(RULESET.observe(two.state, 0))
    assert RULESET.legal(one.state, 0) == RULESET.legal(two.state, 0)


def test_a_line_up_of_one_card_takes_all_bids() -> None:
    """FW-T36 (FW-R07, FW-R11, FW-R14)."""
    table = (
        Scenario(players=2)
        .in_pass(2)
        .line_up("Deputy", "Raider")
        .recruit_deck("War is Over", "Skald")
        .recruit_discard(*ACTIONS)
        .rest_belongs_to("B")
        .begin()
        .bid(1, 2)
    )
    assert table.line_up() == ["Skald", ""]
    assert table.legal("A") == ["bid 1"]
    assert table.legal("B") == ["bid 1"]
    table.bid(1, 1)
    assert "battle_started" in table.kinds()
    assert table.pending() == []
    assert "game_ended" in table.kinds()
