"""The Draw Phase and the end of a round: the worked examples."""

from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.scenario import Scenario


def draw_phase(scenario: Scenario) -> PlayedTable:
    """A Face Off in which A plays nothing, up to the Draw Phase."""
    table = scenario.clock("cowboys_vc1").begin().play("A", "clock cowboys_vc1")
    table.all_play(*["no_card"] * table.seats).all_play(*["no_card"] * table.seats)
    return table.play("A", table.legal("A", "refill")[0])


def test_a_victory_card_in_hand_may_be_placed() -> None:
    """FO-T25 (FO-032, FO-119, FO-120, FO-121, FO-122)."""
    hand = ("ninjas_vc3", "red_ryder", "lasso")
    table = draw_phase(Scenario(2).hand("A", *hand))
    assert table.legal("A") == ["done", "place ninjas_vc3"]
    table.play("A", "place ninjas_vc3")
    assert table.front("A") == ["ninjas_vc3"]
    assert len(table.hand("A")) == 5
    assert [drew["number"] for drew in table.events("drew")] == [3]
    table = draw_phase(Scenario(2).hand("A", *hand)).play("A", "done")
    assert len(table.hand("A")) == 5
    assert "ninjas_vc3" in table.hand("A")
    assert table.front("A") == []


def test_a_hand_above_the_limit_is_kept() -> None:
    """FO-T25 (FO-121)."""
    six = ("billy_the_kid", "wild_bill_hickok", "doc_holliday", "bass_reeves", "red_ryder", "banner")
    table = draw_phase(Scenario(2).hand("A", *six))
    assert table.state.round == 2
    assert sorted(table.hand("A")) == sorted(six)


def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    """FO-T26 (FO-R37)."""
    pile = ("lasso", "tin_star", "banner", "peacemaker")
    scenario = Scenario(2).hand("A", "red_ryder", "doc_holliday").whole_deck("A", "bass_reeves").discards("A", *pile)
    table = draw_phase(scenario)
    assert "bass_reeves" in table.hand("A")
    assert len(table.hand("A")) == 5
    assert len(table.deck("A")) == 2
    assert table.discards("A") == []
    assert set(table.deck("A")) <= set(pile)
    nothing = draw_phase(Scenario(2).hand("A", "red_ryder", "doc_holliday").whole_deck("A"))
    assert len(nothing.hand("A")) == 2


def test_a_victory_card_that_was_just_drawn_waits_for_the_next_round() -> None:
    """FO-T27 (FO-123)."""
    table = draw_phase(Scenario(2).hand("A", "red_ryder", "lasso").deck("A", "ninjas_vc3"))
    assert table.legal("A") == ["done"]
    table.play("A", "done")
    assert "ninjas_vc3" in table.hand("A")
    assert table.state.round == 2
    assert table.front("A") == []


def test_the_first_player_marker_passes_left() -> None:
    """FO-T36 (FO-064, FO-124)."""
    table = Scenario(3).begin()
    holders = []
    for _ in range(4):
        holders.append(table.state.first)
        table.pass_by()
    assert holders == [0, 1, 2, 0]
