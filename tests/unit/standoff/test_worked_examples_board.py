"""The worked examples of the rules page that are about the board and placements, one test each; played with both values
of ``placement_api``. The same on plain sets of hexes: ``test_board.py`` and ``test_placement.py``."""

from collections import Counter

import pytest

from services.rulesets.standoff import board
from tests.unit.standoff.scenario import PlayedTable, Scenario

GATES = ["-3,-4", "7,-4", "-4,-3", "7,-3", "-7,3", "4,3", "-7,4", "3,4"]


def first_tiles(scenario: Scenario, card: str, player: str = "A") -> list[str]:
    """Where the first tile of a card may go."""
    table = scenario.hand(player, card).budget(8).begin()
    return [action.removeprefix("place ") for action in table.play(player, f"play {card}").legal(player, "place")]


def groups(card: str, *tiles: str) -> list[str]:
    """The groups that player A may place with a card, in one decision each."""
    scenario = Scenario(placement_api="macro").tiles("A", *tiles).hand("A", card).budget(8)
    return [action.removeprefix(f"place {card} ") for action in scenario.begin().legal("A", "place")]


def beside_a_gate(card: str, api: str = "macro") -> PlayedTable:
    """Player A has a tile on the gate 3,4 and a card to place a group with."""
    return Scenario(placement_api=api).tiles("A", "3,4").hand("A", card).budget(8).begin()


def test_the_board_has_its_hexes_walls_wells_and_forcefields() -> None:
    """ST-T02 (ST-002, ST-008, ST-R01)."""
    counts = [hexes.bit_count() for hexes in (board.BOARD, board.EDGE, board.RED, board.BLACK)]
    assert counts == [169, 42, 19, 52]
    assert (board.BOARD & ~board.BLACK).bit_count() == 117
    assert Counter(token for token, _ in board.TOKENS) == {"WELL_CREDIT": 6, "WELL_ENCAMP": 2, "FORCEFIELD": 2}
    table = Scenario().begin()
    black = [hex for hex in range(board.HEXES) if table.owner(board.name(hex)) == "#"]
    assert len(black) == 52
    assert table.token("6,0") == "WELL_CREDIT"
    assert table.token("-3,6") == "WELL_ENCAMP"
    assert table.token("-2,4") == "FORCEFIELD"


def test_a_player_without_tiles_may_use_every_gate() -> None:
    """ST-T14 (ST-067, ST-R08)."""
    assert first_tiles(Scenario(), "HEX1") == GATES


@pytest.mark.parametrize(("card", "number"), [("HEX2", 20), ("HEX3", 68), ("HEX4", 204), ("COLUMN", 608)])
def test_so_many_groups_may_be_placed_on_the_empty_board(card: str, number: int) -> None:
    """ST-T15 (ST-R01, ST-R10, ST-R13)."""
    found = groups(card)
    assert len(found) == number
    assert len({frozenset(group.split()) for group in found}) == number


@pytest.mark.parametrize(("card", "number"), [("HEX1", 9), ("HEX2", 24), ("HEX3", 78), ("HEX4", 232)])
def test_so_many_groups_may_be_placed_beside_a_tile(card: str, number: int) -> None:
    """ST-T16 (ST-043)."""
    assert len(groups(card, "3,4")) == number
    entries = first_tiles(Scenario().tiles("A", "3,4"), "HEX1")
    assert sorted(entries) == sorted([*(gate for gate in GATES if gate != "3,4"), "3,3", "2,4"])


def test_a_group_grows_from_its_own_tiles() -> None:
    """ST-T17 (ST-R10, ST-R11, ST-043)."""
    beside_a_gate("HEX4").play("A", "place HEX4 2,4 1,4 0,4 0,3")
    table = beside_a_gate("HEX4", "stepwise").play("A", "play HEX4", "place 2,4", "place 1,4", "place 0,4")
    assert [table.owner(hex) for hex in ("2,4", "1,4", "0,4")] == ["", "", ""]  # a group is placed all at once
    table.play("A", "place 0,3")
    assert [table.owner(hex) for hex in ("2,4", "1,4", "0,4", "0,3")] == ["A", "A", "A", "A"]


def test_a_group_that_touches_neither_edge_nor_own_tiles_is_refused() -> None:
    """ST-T18 (ST-043, ST-R12)."""
    assert beside_a_gate("HEX4").refused("A", "place HEX4 1,4 0,4 0,3 0,2") == "NOT_ADJACENT"
    table = beside_a_gate("HEX4", "stepwise").play("A", "play HEX4")
    assert table.refused("A", "place 1,4") == "NOT_ADJACENT"


def test_the_tiles_of_a_card_are_connected() -> None:
    """ST-T19 (ST-041, ST-064, ST-068)."""
    table = beside_a_gate("HEX2")
    assert table.refused("A", "place HEX2 4,3 2,4") == "NOT_CONTIGUOUS"
    assert table.refused("A", "place HEX2 3,3 2,4") == ""
    table = beside_a_gate("HEX2", "stepwise").play("A", "play HEX2", "place 2,4")
    assert table.refused("A", "place 4,3") == "NOT_CONTIGUOUS"
    assert table.refused("A", "place 3,3") == ""


def test_a_tile_does_not_go_on_a_tile() -> None:
    """ST-T20 (ST-042, ST-065)."""
    assert beside_a_gate("HEX1").refused("A", "place HEX1 2,5") == "COLLISION"
    assert beside_a_gate("HEX1", "stepwise").play("A", "play HEX1").refused("A", "place 2,5") == "COLLISION"


@pytest.mark.parametrize("api", ["stepwise", "macro"])
def test_a_card_is_played_with_all_its_tiles_or_not_at_all(api: str) -> None:
    """ST-T21 (ST-040, ST-R14)."""
    scenario = Scenario(placement_api=api).walled().tiles("A", "0,1").cleared("0,0", "1,0")
    table = scenario.hand("A", "HEX1", "HEX2", "HEX3").budget(8).begin()
    if api == "macro":
        assert table.legal("A", "place") == ["place HEX1 0,0", "place HEX1 1,0", "place HEX2 0,0 1,0"]
        assert table.legal("A", "play") == []
        return
    assert table.legal("A", "play") == ["play HEX1", "play HEX2"]
    assert table.refused("A", "play HEX3") == "NO_PLACEMENT"
    assert table.play("A", "play HEX1").legal("A", "place") == ["place 0,0", "place 1,0"]


def test_a_destroyed_tile_of_the_rim_opens_another_gate() -> None:
    """ST-T35 (ST-R12, ST-R54)."""
    scenario = Scenario().tiles("A", "3,4").hand("A", "TACOFF", "HEX1").hand("B", "HEX1").budget(1)
    table = scenario.begin().play("A", "play TACOFF", "target 2,5")
    assert table.owner("2,5") == ""
    own = table.play("A", "play HEX1").legal("A", "place")
    assert len(own) == 10
    assert "place 2,5" in own
    others = Scenario().tiles("A", "3,4").cleared("2,5").turn("B")
    found = first_tiles(others, "HEX1", "B")
    assert sorted(found) == sorted([*(gate for gate in GATES if gate != "3,4"), "2,5"])


@pytest.mark.parametrize(("radius", "second"), [(1, ""), (2, "FORCEFIELD")])
def test_tiles_stay_away_from_another_players_forcefield(radius: int, second: str) -> None:
    """ST-T39 (ST-R50)."""
    scenario = Scenario(placement_api="macro", forcefield_radius=radius)
    scenario.tiles("A", "2,-2").tiles("B", "0,0").token("FORCEFIELD", "0,0").hand("A", "HEX3").budget(8)
    table = scenario.begin()
    assert table.refused("A", "place HEX3 2,-1 1,0 2,0") == "FORCEFIELD"
    assert table.refused("A", "place HEX3 2,-1 2,0 2,1") == second


def test_a_black_tile_goes_where_a_forcefield_keeps_players_out() -> None:
    """ST-T40 (ST-069, ST-R16)."""
    scenario = Scenario().tiles("A", "2,-2").tiles("B", "0,0").token("FORCEFIELD", "0,0").hand("A", "BARRICADE")
    table = scenario.budget(3).begin().play("A", "play BARRICADE", "target 1,0")
    assert table.owner("1,0") == "#"


def test_a_starting_forcefield_serves_who_takes_its_hex() -> None:
    """ST-T41 (ST-074, ST-R50, ST-R51)."""
    scenario = Scenario().tiles("A", "-2,5").hand("A", "TACOFF", "HEX1").hand("B", "DROPPOD").budget(1)
    table = scenario.begin().play("A", "play TACOFF", "target -2,4", "play HEX1", "place -2,4", "end_turn")
    assert table.owner("-2,4") == "A"
    assert table.token("-2,4") == "FORCEFIELD"
    table.play("B", "credit", "play DROPPOD")
    allowed = [action.removeprefix("target ") for action in table.legal("B", "target")]
    empty = [board.name(hex) for hex in range(board.HEXES) if not table.owner(board.name(hex))]
    assert sorted(set(empty) - set(allowed)) == ["-1,3", "-2,3", "-3,5"]
