"""Where tiles may go: the worked tests of the rules page, its table of counts, and both interfaces on any position."""

from dataclasses import dataclass
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.rulesets.standoff import placement
from services.rulesets.standoff.board import (
    BIT,
    BLACK,
    BOARD,
    EDGE,
    GATES,
    HEXES,
    NEIGHBOURS,
    distance,
    flood,
    hex_named,
    hexes,
    index_of,
    mask_of,
    name,
)
from services.rulesets.standoff.placement import (
    COLLISION,
    FORCEFIELD,
    LEGAL,
    NO_PLACEMENT,
    NOT_ADJACENT,
    NOT_CONTIGUOUS,
    OUT_OF_BOARD,
)

START = BOARD & ~BLACK


def at(*names: str) -> int:
    """The set of some hexes."""
    return mask_of([hex_named(each) for each in names])


def names(of: int) -> set[str]:
    return {name(hex) for hex in hexes(of)}


def places(*names: str) -> list[tuple[int, int]]:
    pairs = [each.split(",") for each in names]
    return [(int(q), int(r)) for q, r in pairs]


@dataclass(slots=True)
class Position:
    """What matters to one player who places."""

    own: int
    others: int = 0
    black: int = BLACK
    forcefields: int = 0
    """Tokens on tiles of the others."""
    steps: int = 1

    @property
    def occupied(self) -> int:
        return self.own | self.others | self.black

    @property
    def forbidden(self) -> int:
        return placement.forbidden(self.forcefields, self.others, self.steps)

    @property
    def space(self) -> int:
        return placement.space(self.occupied, self.forbidden)

    def groups(self, n: int) -> list[int]:
        return placement.groups(self.space, self.own, n)

    def first_tiles(self, n: int) -> int:
        return placement.first_tiles(self.space, self.own, n)

    def refusal(self, *names: str, n: int = 0) -> str:
        return placement.refusal(places(*names), n or len(names), self.occupied, self.forbidden, self.own)

    def refusal_of_tile(self, name: str, group: int = 0, left: int = 1) -> str:
        [(q, r)] = places(name)
        return placement.refusal_of_tile(q, r, group, left, self.occupied, self.forbidden, self.own)


NO_TILES = Position(own=0)
ONE_TILE = Position(own=at("3,4"))
EIGHT_GATES = names(GATES)


# -- worked tests ----------------------------------------------------------------------------------------------------


def test_without_tiles_a_hex_goes_on_one_of_the_eight_gates() -> None:  # ST-T14
    assert names(NO_TILES.first_tiles(1)) == EIGHT_GATES
    assert names(placement.first_tiles(START, 0, 1)) == {"3,4", "4,3", "-7,3", "-7,4", "-3,-4", "-4,-3", "7,-3", "7,-4"}


@pytest.mark.parametrize(("n", "count"), [(1, 8), (2, 20), (3, 68), (4, 204), (5, 608)])
def test_so_many_groups_may_be_placed_at_the_start(n: int, count: int) -> None:  # ST-T15
    assert len(NO_TILES.groups(n)) == count


@pytest.mark.parametrize(("n", "count"), [(1, 9), (2, 24), (3, 78), (4, 232)])
def test_so_many_groups_may_be_placed_beside_one_tile(n: int, count: int) -> None:  # ST-T16
    assert len(ONE_TILE.groups(n)) == count


def test_beside_one_tile_there_are_seven_gates_and_two_neighbours() -> None:  # ST-T16
    assert names(ONE_TILE.first_tiles(1)) == EIGHT_GATES - {"3,4"} | {"3,3", "2,4"}


def test_only_one_tile_of_a_group_must_touch_an_earlier_one() -> None:  # ST-T17
    assert ONE_TILE.refusal("2,4", "1,4", "0,4", "0,3") == LEGAL
    assert at("2,4", "1,4", "0,4", "0,3") in ONE_TILE.groups(4)


def test_a_group_away_from_edge_and_own_tiles_is_refused() -> None:  # ST-T18
    assert ONE_TILE.refusal("1,4", "0,4", "0,3", "0,2") == NOT_ADJACENT
    assert at("1,4", "0,4", "0,3", "0,2") not in ONE_TILE.groups(4)


def test_a_group_in_two_pieces_is_refused() -> None:  # ST-T19
    assert ONE_TILE.refusal("2,4", "4,3") == NOT_CONTIGUOUS
    assert ONE_TILE.refusal("2,4", "3,3") == LEGAL
    assert at("2,4", "3,3") in ONE_TILE.groups(2)


def test_a_tile_on_a_black_tile_is_refused() -> None:  # ST-T20
    assert ONE_TILE.refusal("2,5") == COLLISION
    assert ONE_TILE.refusal_of_tile("2,5") == COLLISION


def test_a_card_without_room_for_all_its_tiles_cannot_be_played() -> None:  # ST-T21
    nearly_full = Position(own=at("0,1"), black=BOARD & ~at("0,0", "1,0", "0,1"))
    assert nearly_full.groups(1) == [at("0,0"), at("1,0")]
    assert nearly_full.groups(2) == [at("0,0", "1,0")]
    assert nearly_full.groups(3) == []
    can = [placement.can_place(nearly_full.space, nearly_full.own, n) for n in (1, 2, 3)]
    assert can == [True, True, False]
    assert nearly_full.first_tiles(3) == 0
    assert nearly_full.refusal_of_tile("0,0", left=3) == NO_PLACEMENT


def test_a_destroyed_rim_tile_leaves_an_edge_hex() -> None:  # ST-T35
    opened = BLACK & ~at("2,5")
    player_0 = Position(own=at("3,4"), black=opened)
    player_1 = Position(own=0, others=at("3,4"), black=opened)
    assert names(player_1.first_tiles(1)) == EIGHT_GATES - {"3,4"} | {"2,5"}
    assert player_0.first_tiles(1).bit_count() == 10


@pytest.mark.parametrize(("steps", "second"), [(1, LEGAL), (2, FORCEFIELD)])
def test_a_forcefield_keeps_other_players_tiles_away(steps: int, second: str) -> None:  # ST-T39
    position = Position(own=at("2,-2"), others=at("0,0"), forcefields=at("0,0"), steps=steps)
    assert position.refusal("2,-1", "2,0", "1,0") == FORCEFIELD
    assert position.refusal("2,-1", "2,0", "2,1") == second
    assert at("2,-1", "2,0", "1,0") not in position.groups(3)
    assert (at("2,-1", "2,0", "2,1") in position.groups(3)) == (second == LEGAL)


def test_a_forcefield_and_adjacency_do_not_bind_black_tiles() -> None:  # ST-T40
    position = Position(own=at("2,-2"), others=at("0,0"), forcefields=at("0,0"))
    assert BIT[index_of(1, 0)] & placement.space(position.occupied, forbidden=0)
    assert not BIT[index_of(1, 0)] & position.space


def test_who_takes_a_starting_forcefield_blocks_exactly_three_empty_hexes() -> None:  # ST-T41
    opened = BLACK & ~at("-2,4")
    before = Position(own=at("-2,5"), black=opened)
    assert before.refusal("-2,4") == LEGAL
    tiles = at("-2,5", "-2,4")
    blocked = placement.forbidden(at("-2,4"), tiles, 1) & ~(opened | tiles)
    assert names(blocked) == {"-3,5", "-2,3", "-1,3"}
    assert placement.forbidden(at("-2,4"), others=0, steps=1) == 0


# -- reasons ---------------------------------------------------------------------------------------------------------


def test_a_hex_off_the_board_is_refused_first() -> None:
    assert ONE_TILE.refusal("2,4", "8,0") == OUT_OF_BOARD
    assert ONE_TILE.refusal_of_tile("0,8") == OUT_OF_BOARD


def test_a_group_of_the_wrong_size_is_refused() -> None:
    assert ONE_TILE.refusal("2,4", n=2) == NO_PLACEMENT
    assert ONE_TILE.refusal("2,4", "2,4") == NO_PLACEMENT
    assert ONE_TILE.refusal("2,4", "3,3", n=1) == NO_PLACEMENT


def test_the_first_reason_in_the_order_of_the_rulebook_is_given() -> None:
    position = Position(own=at("2,-2"), others=at("0,0"), forcefields=at("0,0"))
    assert position.refusal("0,0", "5,1") == COLLISION
    assert position.refusal("1,0", "-1,0") == NOT_CONTIGUOUS
    assert position.refusal("0,1", "-1,1") == NOT_ADJACENT
    assert position.refusal("1,-1") == FORCEFIELD


def test_the_next_tile_must_touch_the_group_and_not_lie_on_it() -> None:
    group = at("2,4")
    assert ONE_TILE.refusal_of_tile("1,4", group, left=2) == LEGAL
    assert ONE_TILE.refusal_of_tile("2,4", group, left=2) == COLLISION
    assert ONE_TILE.refusal_of_tile("4,3", group, left=2) == NOT_CONTIGUOUS
    assert ONE_TILE.refusal_of_tile("1,4") == NOT_ADJACENT
    position = Position(own=at("2,-2"), others=at("0,0"), forcefields=at("0,0"))
    assert position.refusal_of_tile("1,0", at("2,-1"), left=2) == FORCEFIELD


def test_touching_the_rim_from_inside_is_not_enough() -> None:  # ST-R12
    assert NO_TILES.refusal("6,0") == NOT_ADJACENT


# -- counts of the rules page ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "count"), [(1, 117), (2, 266), (3, 713), (4, 2018), (5, 6044)])
def test_so_many_groups_have_room_between_the_walls(n: int, count: int) -> None:
    assert len(placement.groups(START, BOARD, n)) == count


@pytest.mark.parametrize(("n", "count"), [(1, 169), (4, 5708), (5, 22260)])
def test_so_many_groups_have_room_on_a_bare_board(n: int, count: int) -> None:
    assert len(placement.groups(BOARD, BOARD, n)) == count


# -- any position ----------------------------------------------------------------------------------------------------

TILES = st.lists(st.tuples(st.integers(0, HEXES - 1), st.sampled_from(["own", "other", "black", "none"])), max_size=70)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """The board at the start, with some hexes changed and some tokens laid."""
    position = Position(own=0, steps=draw(st.integers(1, 2)))
    for hex, owner in draw(TILES):
        tile = BIT[hex]
        position.own &= ~tile
        position.others &= ~tile
        position.black &= ~tile
        if owner == "own":
            position.own |= tile
        elif owner == "other":
            position.others |= tile
        elif owner == "black":
            position.black |= tile
    position.forcefields = mask_of(draw(st.lists(st.integers(0, HEXES - 1), max_size=4)))
    return position


def tile_by_tile(position: Position, n: int) -> set[int]:
    """Every group that the stepwise interface can build. It never stops before the last tile."""
    built = {BIT[hex] for hex in hexes(position.first_tiles(n))}
    for _ in range(n - 1):
        larger: set[int] = set()
        for group in built:
            further = hexes(placement.next_tiles(position.space, group))
            assert further, "a dead end"
            larger |= {group | BIT[hex] for hex in further}
        built = larger
    return built


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(1, 4))
def test_both_interfaces_reach_the_same_boards(position: Position, n: int) -> None:
    groups = position.groups(n)
    assert groups == sorted(tile_by_tile(position, n))
    assert len(groups) == len(set(groups))
    assert placement.can_place(position.space, position.own, n) == bool(groups)


@settings(max_examples=8, deadline=None)
@given(positions())
def test_both_interfaces_reach_the_same_boards_with_a_grand_column(position: Position) -> None:
    assert position.groups(5) == sorted(tile_by_tile(position, 5))


def connected(group: tuple[int, ...]) -> bool:
    reached, waiting = {group[0]}, [group[0]]
    while waiting:
        for hex in NEIGHBOURS[waiting.pop()]:
            if hex in group and hex not in reached:
                reached.add(hex)
                waiting.append(hex)
    return len(reached) == len(group)


def allowed(position: Position, group: tuple[int, ...]) -> bool:
    """The rules in their own words, hex by hex: ST-042, ST-041, ST-043, ST-R50."""
    shields = hexes(position.forcefields & position.others)
    rim = [hex for hex in group if any(abs(x) == 7 for x in (*places(name(hex))[0], sum(places(name(hex))[0])))]
    near = [hex for hex in group if any(BIT[other] & position.own for other in NEIGHBOURS[hex])]
    return (
        not any(BIT[hex] & position.occupied for hex in group)
        and connected(group)
        and bool(rim or near)
        and not any(distance(hex, shield) <= position.steps for hex in group for shield in shields)
    )


@settings(max_examples=40, deadline=None)
@given(positions(), st.integers(1, 3), st.integers(0, HEXES - 1))
def test_groups_are_those_that_the_rules_allow(position: Position, n: int, centre: int) -> None:
    """In one corner of the board, where every choice of n hexes can be tried."""
    corner = [hex for hex in range(HEXES) if distance(hex, centre) <= 2]
    wanted = [mask_of(list(group)) for group in combinations(corner, n) if allowed(position, group)]
    inside = mask_of(corner)
    assert [group for group in position.groups(n) if group & ~inside == 0] == sorted(wanted)


@settings(max_examples=60, deadline=None)
@given(positions(), st.lists(st.tuples(st.integers(-8, 8), st.integers(-8, 8)), min_size=1, max_size=3))
def test_a_group_is_refused_exactly_if_it_is_not_listed(position: Position, group: list[tuple[int, int]]) -> None:
    n = len(group)
    found = [index_of(q, r) for q, r in group]
    listed = -1 not in found and len(set(found)) == n and mask_of(found) in position.groups(n)
    reason = placement.refusal(group, n, position.occupied, position.forbidden, position.own)
    assert (reason == LEGAL) == listed


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(1, 5), st.data())
def test_a_tile_is_refused_exactly_if_it_is_not_offered(position: Position, n: int, data: st.DataObject) -> None:
    group = 0
    for left in range(n, 0, -1):
        offered = placement.next_tiles(position.space, group) if group else position.first_tiles(n)
        for hex in range(HEXES):
            reason = position.refusal_of_tile(name(hex), group, left)
            assert (reason == LEGAL) == bool(BIT[hex] & offered)
        if not offered:
            return
        group |= BIT[data.draw(st.sampled_from(hexes(offered)))]


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(1, 6))
def test_first_tiles_are_entries_with_room_around_them(position: Position, n: int) -> None:
    entries = placement.entry(position.space, position.own)
    roomy = [hex for hex in hexes(entries) if flood(BIT[hex], position.space).bit_count() >= n]
    assert hexes(position.first_tiles(n)) == roomy


def test_entries_are_the_edge_and_what_touches_own_tiles() -> None:
    assert placement.entry(START & ~at("0,0"), at("0,0")) == GATES | mask_of(NEIGHBOURS[84])
    assert placement.entry(BOARD, 0) == EDGE
