"""What pairing looks at of an entrant's past."""

from services.tournaments.two_seat_history import Float, histories
from tests.unit.tournaments.swiss_events import entrants, floats

TABLE = """
    a w1c b1b H   w1d
    b b=d w0a B   w1c
    c b0a F   w=d b0b
    d w=b Z   b=c b0a
    e +f  !g  -   -
    f !e  -   -   -
    g -   +e  -   -
"""


def test_floats_are_told_by_the_points_before_each_round() -> None:
    up, down, none = Float.UP, Float.DOWN, Float.NONE
    assert floats(entrants(TABLE), 5) == {
        "a": (none, down, down, down),
        "b": (none, up, down, none),
        "c": (none, down, down, none),
        "d": (none, none, up, up),
        "e": (down, none, none, none),
        "f": (none, none, none, none),
        "g": (none, down, none, none),
    }


def test_points_without_a_game_are_compared_with_those_of_a_loss() -> None:
    (without,) = histories(entrants("a H"), (), 2, 100, loss_points=50)
    assert without.floats == (Float.NONE,)


def test_an_opponent_that_is_not_given_counts_as_equal() -> None:
    (alone,) = histories(entrants(TABLE)[:1], (), 5, 100)
    assert alone.floats == (Float.NONE, Float.NONE, Float.DOWN, Float.NONE)


def test_the_standing_is_by_points_then_seed() -> None:
    assert [(each.id, each.points) for each in histories(entrants(TABLE), (), 5, 100)] == [
        ("a", 350),
        ("b", 250),
        ("c", 150),
        ("d", 100),
        ("e", 100),
        ("g", 100),
        ("f", 0),
    ]


def test_meetings_seats_byes_and_unplayed_rounds() -> None:
    found = {each.id: each for each in histories(entrants(TABLE), (), 5, 100)}
    assert dict(found["a"].met) == {"c": 1, "b": 1, "d": 1}
    assert found["a"].seats == (0, 1, 0)
    assert found["a"].balance == 1
    assert {name: each.full_byes for name, each in found.items()} == {
        "a": 0,
        "b": 1,
        "c": 1,
        "d": 0,
        "e": 1,
        "f": 0,
        "g": 1,
    }
    assert {name: each.unplayed for name, each in found.items()} == {
        "a": 1,
        "b": 1,
        "c": 1,
        "d": 1,
        "e": 4,
        "f": 4,
        "g": 4,
    }
    assert dict(found["e"].met) == {}


def test_a_requested_bye_is_full_if_it_grants_a_win() -> None:
    (half_is_a_win,) = histories(entrants("a H"), (), 2, 50)
    assert half_is_a_win.full_byes == 1
