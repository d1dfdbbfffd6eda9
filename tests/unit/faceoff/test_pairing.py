"""Who carries what in an army."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from services.rulesets.faceoff.power.pairing import best_pairs, in_order, pairs

A, B, C, X, Y, Z = range(6)


def table(bonuses: dict[tuple[int, int], int]) -> list[list[int]]:
    """The pair table of six cards with these combos."""
    return [[bonuses.get((one, other), 0) for other in range(6)] for one in range(6)]


def test_the_army_is_paired_for_the_greatest_total() -> None:
    """FO-T24 (FO-R54, FO-112): four cards of power 1; a has +5 with x and +4 with y, b has +4 with x. 4 + 8 = 12."""
    combos = table({(A, X): 5, (A, Y): 4, (B, X): 4})
    assert 4 + best_pairs(combos, [A, B], [X, Y]) == 12
    assert pairs(combos, [A, B], [X, Y]) == [(A, Y), (B, X)]


def test_a_personality_carries_one_equipment_and_an_equipment_serves_one() -> None:
    """FO-112."""
    assert best_pairs(table({(A, X): 2, (A, Y): 3}), [A], [X, Y]) == 3
    assert best_pairs(table({(A, X): 2, (B, X): 3}), [A, B], [X]) == 3
    assert best_pairs(table({(A, X): 2, (B, Y): 3}), [A, B], [X, Y]) == 5


def test_nobody_is_paired_with_nothing() -> None:
    combos = table({(A, X): 2})
    assert best_pairs(combos, [], [X]) == best_pairs(combos, [A], []) == best_pairs(combos, [B], [X]) == 0
    assert pairs(combos, [B], [X]) == []


def test_three_who_want_the_same_equipment() -> None:
    """FO-R54: what all three want goes to the one who has nothing else."""
    combos = table({(A, X): 5, (A, Y): 4, (B, X): 5, (B, Z): 1, (C, X): 3})
    assert best_pairs(combos, [A, B, C], [X, Y, Z]) == 9
    assert best_pairs(combos, [A, B, C], [X, Y]) == 9
    assert best_pairs(combos, [B, C], [X, Z]) == 5


def test_in_the_order_in_which_they_were_added() -> None:
    """The option hq_equip: the first with the first, and so on."""
    combos = table({(A, X): 5, (A, Y): 4, (B, X): 4})
    assert in_order(combos, [A, B], [X, Y]) == 5
    assert in_order(combos, [B, A], [X, Y]) == 8
    assert in_order(combos, [A, B], [X]) == 5


@settings(deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 3), min_size=5, max_size=5), min_size=5, max_size=5),
    st.integers(0, 5),
    st.integers(0, 5),
)
def test_no_pairing_is_better(bonuses: list[list[int]], personalities: int, equipment: int) -> None:
    """FO-R54, against every way to pair them."""
    some, others = list(range(personalities)), list(range(equipment))
    ways = permutations([*others, *[None] * personalities], personalities)
    most = max(
        sum(bonuses[one][other] for one, other in zip(some, way, strict=True) if other is not None) for way in ways
    )
    assert best_pairs(bonuses, some, others) == most
    shown = pairs(bonuses, some, others)
    assert sum(bonuses[one][other] for one, other in shown) == most
    assert len({one for one, _ in shown}) == len({other for _, other in shown}) == len(shown)
