"""The board: its counts, its geometry, and every kind of mistake in its file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from services.rulesets.standoff import board
from services.rulesets.standoff.board import (
    BALL1,
    BALL2,
    BALL3,
    BIT,
    BLACK,
    BOARD,
    EDGE,
    GATES,
    HEXES,
    NEIGHBOURS,
    NOWHERE,
    RED,
    TOKENS,
    Board,
    BoardError,
    distance,
    flood,
    hex_named,
    hex_of,
    hexes,
    index_of,
    mask_of,
    name,
    neighbours,
    read_board,
    within,
    within_one,
)
from tests.marks import each_row

TEXT = Path(board.__file__).with_name("board.json").read_text(encoding="utf-8")
EVERY = range(HEXES)


def named(*names: str) -> int:
    return mask_of([hex_named(each) for each in names])


def test_the_board_has_the_counts_of_the_rulebook() -> None:  # ST-T02
    assert HEXES == BOARD.bit_count() == 169
    assert EDGE.bit_count() == 42
    assert RED.bit_count() == 19
    assert BLACK.bit_count() == 52
    assert (BOARD & ~BLACK).bit_count() == 117
    tokens = [token for token, _ in TOKENS]
    assert tokens.count("WELL_CREDIT") == 6
    assert tokens.count("WELL_ENCAMP") == 2
    assert tokens.count("FORCEFIELD") == 2
    assert len(tokens) == 10


def test_the_gates_are_the_eight_free_edge_hexes() -> None:
    assert named("3,4", "4,3", "-7,3", "-7,4", "-3,-4", "-4,-3", "7,-3", "7,-4") == GATES
    assert EDGE & ~BLACK == GATES


def test_tokens_lie_where_the_rules_page_says() -> None:
    assert [(token, name(hex)) for token, hex in TOKENS] == [
        ("WELL_CREDIT", "0,-6"),
        ("WELL_ENCAMP", "3,-6"),
        ("WELL_CREDIT", "6,-6"),
        ("FORCEFIELD", "2,-4"),
        ("WELL_CREDIT", "-6,0"),
        ("WELL_CREDIT", "6,0"),
        ("FORCEFIELD", "-2,4"),
        ("WELL_CREDIT", "-6,6"),
        ("WELL_ENCAMP", "-3,6"),
        ("WELL_CREDIT", "0,6"),
    ]


def test_both_forcefields_start_on_black_tiles_and_all_wells_on_empty_hexes() -> None:
    on_black = [token for token, hex in TOKENS if BIT[hex] & BLACK]
    assert on_black == ["FORCEFIELD", "FORCEFIELD"]


def test_the_wall_opens_at_six_corners_alone() -> None:
    ring = [hex for hex in EVERY if distance(hex, 84) == 4]
    openings = [name(hex) for hex in ring if not BIT[hex] & BLACK]
    assert sorted(openings) == sorted(["4,0", "0,4", "-4,4", "-4,0", "0,-4", "4,-4"])


def test_the_red_zone_is_six_tiles_from_a_gate_and_its_centre_eight() -> None:
    empty = BOARD & ~BLACK
    for gate in hexes(GATES):
        chain = [BIT[gate]]
        while not chain[-1] & BIT[84]:
            chain.append(within_one(chain[-1]) & empty)
        assert next(tiles for tiles, reached in enumerate(chain, 1) if reached & RED) == 6
        assert len(chain) == 8


def test_hexes_are_numbered_row_by_row() -> None:
    assert [index_of(0, -7), index_of(7, -7), index_of(0, 0), index_of(0, 7)] == [0, 7, 84, 168]
    assert index_of(8, 0) == index_of(1, 7) == NOWHERE
    assert [index_of(board.Q[hex], board.R[hex]) for hex in EVERY] == list(EVERY)


def test_names_are_coordinates_and_read_back() -> None:
    assert name(0) == "0,-7"
    assert [hex_named(name(hex)) for hex in EVERY] == list(EVERY)
    assert hex_named("8,0") == hex_named("0, 0") == hex_named("") == hex_named("+1,0") == NOWHERE


def test_bits_ascend_with_the_hexes() -> None:
    assert sorted(BIT) == BIT
    assert hexes(BOARD) == list(EVERY)
    assert [hex_of(bit) for bit in BIT] == list(EVERY)
    assert BIT[84] == 1 << 7 * 16 + 7


def test_neighbours_are_the_hexes_at_distance_one() -> None:
    for hex in EVERY:
        assert NEIGHBOURS[hex] == [other for other in EVERY if distance(hex, other) == 1]
        assert hexes(neighbours(BIT[hex])) == NEIGHBOURS[hex]
    assert [name(hex) for hex in NEIGHBOURS[hex_named("7,-7")]] == ["6,-7", "6,-6", "7,-6"]


def test_balls_hold_the_hexes_so_many_steps_away() -> None:
    for hex in EVERY:
        for steps, ball in enumerate((BIT, BALL1, BALL2, BALL3)):
            assert hexes(ball[hex]) == [other for other in EVERY if distance(hex, other) <= steps]
            assert within(BIT[hex], steps) == ball[hex]


def test_steps_of_a_set_are_those_of_its_hexes() -> None:
    some = named("7,-7", "0,0", "1,0", "-7,7", "7,0")
    assert within_one(some) == BALL1[hex_named("7,-7")] | BALL1[84] | BALL1[85] | within_one(named("-7,7", "7,0"))
    assert neighbours(named("0,0", "1,0")) & named("0,0", "1,0") == named("0,0", "1,0")
    assert neighbours(named("0,0")) & named("0,0") == 0


def test_distance_is_counted_in_steps() -> None:
    assert distance(index_of(0, -7), index_of(0, 7)) == 14
    assert distance(index_of(3, -4), index_of(-2, 5)) == 9
    assert distance(84, 84) == 0


def test_a_flood_stays_in_its_space() -> None:
    inside = flood(BIT[84], BOARD & ~BLACK & within(BIT[84], 4))
    assert inside.bit_count() == 37 + 6  # all of rings 0 to 3, and the six openings
    assert flood(GATES, BOARD & ~BLACK) == BOARD & ~BLACK
    assert flood(BIT[0], BOARD & ~BLACK) == 0
    assert flood(BIT[0], BLACK) == EDGE & BLACK & flood(named("0,-7"), EDGE & BLACK)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    document = json.loads(TEXT)
    change(document)
    return json.dumps(document)


def test_the_file_reads_as_the_board() -> None:
    read = read_board(TEXT)
    assert read == Board(id="zirconia169", gates=GATES, red=RED, black=BLACK, tokens=TOKENS)


@each_row(
    ("change", "complaint"),
    [
        (lambda d: d.update(color="red"), "keys must be id, radius"),
        (lambda d: d.pop("checks"), "keys must be id, radius"),
        (lambda d: d.update(radius=8), "radius must be 7"),
        (lambda d: d["red"].append([8, 0]), "red: a hex is off the board"),
        (lambda d: d["red"].append([0, 0]), "red: a hex is named twice"),
        (lambda d: d["red"].pop(), "checks: the board has"),
        (lambda d: d["gates"].clear(), "gates: there must be one"),
        (lambda d: d["gates"].pop(), "gates: they are the rim hexes without a tile"),
        (lambda d: d["black"].append([4, 3]), "gates: they are the rim hexes without a tile"),
        (lambda d: d["black"].append([6, 0]), "checks: the board has"),
        (lambda d: d["tokens"][0].update(at=[3, -6]), "tokens: a hex is named twice"),
        (lambda d: d["tokens"][0].update(at=[9, 9]), "tokens: a hex is off the board"),
        (lambda d: d["tokens"][0].update(owner=1), "tokens: keys must be token, at"),
        (lambda d: d["tokens"][0].update(token="WELL_ENCAMP"), "checks: the board has"),
        (lambda d: d["checks"].update(red=18), "checks: the board has"),
        (
            lambda d: d["black"].extend([[4, 0], [0, 4], [-4, 4], [-4, 0], [0, -4], [4, -4]]),
            "black: a hex without a tile cannot be reached from a gate",
        ),
    ],
)
def test_a_mistake_in_the_file_is_named(change: Callable[[dict[str, Any]], object], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        read_board(changed(change))
