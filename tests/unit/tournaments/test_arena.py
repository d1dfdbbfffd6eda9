"""Arenas: who meets whom, and how long anybody waits."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from services.tournaments.arena import ArenaRules, FreePlayer, InvalidArena, pair
from services.tournaments.records import Pairing
from tests.marks import slow_unless

NOW = 1_000_000
TWO = ArenaRules()
FOUR = ArenaRules(seats=4, allowed=frozenset({3, 4}))


def player(
    name: str, rank: int, *, waited: float = 0, rating: int = 1500, met: Sequence[str] = (), first: int = 0
) -> FreePlayer:
    """A player that has waited for so many seconds. ``met``: a letter for each opponent, a word for each table."""
    recent = tuple(map(frozenset, met))
    return FreePlayer(name, rank, rating, NOW - round(waited * 1000), recent, (first,))


def tables(made: tuple[tuple[Pairing, ...], tuple[str, ...]]) -> list[str]:
    """Who sits at each table."""
    return ["".join(sorted(pairing.entrants)) for pairing in made[0]]


def test_those_close_in_rank_meet() -> None:
    made = pair([player("a", 1), player("b", 9), player("c", 2), player("d", 10)], NOW, TWO, playing=8)
    assert tables(made) == ["ac", "bd"]
    assert made[1] == ()
    assert made[0][0].reasons == ("Ranks 1 to 2; the longest wait was 0 seconds.",)


def test_nobody_meets_again_at_once_while_others_may_come() -> None:
    two = [player("a", 1, met=["b"]), player("b", 2, met=["a"])]
    assert pair(two, NOW, TWO, playing=2) == ((), ("a", "b"))


def test_two_who_are_alone_meet_again() -> None:
    made = pair([player("a", 1, met=["b"]), player("b", 2, met=["a"])], NOW, TWO)
    assert tables(made) == ["ab"]
    assert made[0][0].reasons == (
        "Ranks 1 to 2; the longest wait was 0 seconds.",
        "Everybody is free: there is nobody else to wait for.",
        "Pairs that met at their last table: 1.",
    )


def test_a_meeting_long_ago_costs_less_than_one_just_now() -> None:
    free = [
        player("a", 1, met=["bx", "cx"]),
        player("b", 2, met=["a"]),
        player("c", 3, met=["x", "a"]),
        player("d", 4, met=["x", "y"]),
    ]
    assert tables(pair(free, NOW, TWO, playing=4)) == ["ad", "bc"]


def test_a_reach_widens_with_waiting() -> None:
    def made(waited: float) -> list[str]:
        return tables(pair([player("a", 1, waited=waited), player("b", 31)], NOW, TWO, playing=4))

    assert made(0) == []
    assert made(3.9) == []
    assert made(4) == ["ab"]


def test_who_has_waited_too_long_meets_whoever_is_free() -> None:
    free = [player("a", 1, waited=20, met=["b"]), player("b", 400, met=["a"])]
    made = pair(free, NOW, TWO, playing=100)
    assert tables(made) == ["ab"]
    assert made[0][0].reasons[1] == "One has waited as long as anybody may: it meets whoever is free."
    early = [replace(free[0], free_since_ms=NOW - 19_999), free[1]]
    assert tables(pair(early, NOW, TWO, playing=100)) == []


def test_those_who_must_not_meet_never_do() -> None:
    rules = replace(TWO, forbidden=frozenset({frozenset("ab")}))
    two = [player("a", 1, waited=500), player("b", 2, waited=500)]
    assert pair(two, NOW, rules) == ((), ("a", "b"))
    assert tables(pair([*two, player("c", 3)], NOW, rules)) == ["bc"]


def test_those_that_a_rule_keeps_apart_meet_when_one_has_waited_too_long_and_nobody_else_is_free() -> None:
    rules = replace(TWO, apart=frozenset({frozenset("ab")}))
    two = [player("a", 1, waited=19), player("b", 2)]
    assert pair(two, NOW, rules, playing=2) == ((), ("a", "b"))
    made = pair([player("a", 1, waited=20), player("b", 2), player("c", 300)], NOW, rules, playing=2)
    assert (tables(made), made[1]) == (["ac"], ("b",))
    ((table,), _) = pair([player("a", 1, waited=20), player("b", 2)], NOW, rules, playing=2)
    assert table.reasons[-1] == "Pairs that belong to one owner, and meet since no others were free: 1."


def test_of_an_odd_number_the_one_who_came_last_is_left_out() -> None:
    free = [player("a", 1, waited=3), player("b", 2, waited=1), player("c", 3, waited=2)]
    assert pair(free, NOW, TWO)[1] == ("b",)


def test_seats_are_balanced() -> None:
    free = [player("a", 1, first=3), player("b", 2, first=1)]
    free[0] = replace(free[0], seats=(3, 1))
    free[1] = replace(free[1], seats=(1, 3))
    assert pair(free, NOW, TWO)[0][0].entrants == ("b", "a")


def test_four_seats_take_the_closest() -> None:
    free = [player(name, rank) for name, rank in zip("abcdefgh", (1, 11, 2, 12, 3, 13, 4, 14), strict=True)]
    assert tables(pair(free, NOW, FOUR, playing=8)) == ["aceg", "bdfh"]


def test_three_wait_for_a_fourth_until_they_have_waited_too_long() -> None:
    def made(waited: float, playing: int) -> list[str]:
        return tables(pair([player(name, 1, waited=waited) for name in "abc"], NOW, FOUR, playing=playing))

    assert made(1, 4) == []
    assert made(20, 4) == ["abc"]
    assert made(1, 0) == ["abc"]


def test_six_who_have_waited_too_long_make_two_tables_of_three() -> None:
    free = [player(name, rank, waited=30) for rank, name in enumerate("abcdef", start=1)]
    assert tables(pair(free, NOW, FOUR, playing=9)) == ["abc", "def"]


def test_one_who_has_waited_too_long_sits_with_those_who_would_not_meet_yet() -> None:
    free = [player("a", 1, waited=30), player("b", 100), player("c", 200), player("d", 300)]
    assert tables(pair(free, NOW, FOUR, playing=9)) == ["abcd"]


def test_a_table_of_four_without_a_forbidden_pair_is_found() -> None:
    rules = replace(FOUR, forbidden=frozenset({frozenset("bc"), frozenset("bd"), frozenset("be")}))
    free = [player(name, rank, waited=30) for rank, name in enumerate("abcde", start=1)]
    made = pair(free, NOW, rules, playing=9)
    assert tables(made) == ["acde"]
    assert made[1] == ("b",)


def test_an_empty_arena_and_a_single_player() -> None:
    assert pair([], NOW, TWO) == ((), ())
    assert pair([player("a", 1, waited=99)], NOW, TWO) == ((), ("a",))
    assert pair([player("a", 1, waited=99)], NOW, FOUR) == ((), ("a",))


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InvalidArena):
        pair([player("a", 1), player("a", 2)], NOW, TWO)
    for rules in (ArenaRules(seats=6), ArenaRules(seats=1), ArenaRules(seats=2, allowed=frozenset({3}))):
        with pytest.raises(InvalidArena):
            pair([player("a", 1)], NOW, rules)


# A simulated arena


class Simulation:
    """Players that come, play for a while, and are free again; some leave."""

    def __init__(self, number: int, players: int, rules: ArenaRules) -> None:
        self.number = number
        self.rules = rules
        self.free = {f"p{at}": 0 for at in range(players)}
        self.busy: dict[str, int] = {}
        self.recent: dict[str, tuple[frozenset[str], ...]] = dict.fromkeys(self.free, ())
        self.wins: Counter[str] = Counter()
        self.tables = 0

    def lot(self, *of: object) -> int:
        return int.from_bytes(hashlib.sha256(repr((self.number, of)).encode()).digest()[:4], "big")

    def tick(self, now: int) -> None:
        for name in [name for name, until in self.busy.items() if until <= now]:
            del self.busy[name]
            if self.lot(name, now, "leaves") % 60:
                self.free[name] = now
        order = sorted([*self.free, *self.busy], key=lambda name: (-self.wins[name], name))
        ranks = {name: rank for rank, name in enumerate(order, start=1)}
        free = [FreePlayer(name, ranks[name], 1500, since, self.recent[name][:3]) for name, since in self.free.items()]
        made, waiting = pair(free, now, self.rules, playing=len(self.busy))
        assert pair(free[::-1], now, self.rules, playing=len(self.busy)) == (made, waiting)
        seated = [each for pairing in made for each in pairing.entrants]
        assert sorted([*seated, *waiting]) == sorted(self.free)
        for pairing in made:
            assert len(pairing.entrants) in self.rules.sizes
            assert pairing.reasons
            self.begin(pairing.entrants, now)
        self.check_waits(waiting, now)

    def begin(self, table: Sequence[str], now: int) -> None:
        self.tables += 1
        self.wins[min(table, key=lambda name: self.lot(name, now))] += 1
        until = now + 3_000 + self.lot(table, now, "length") % 90_000
        for name in table:
            del self.free[name]
            self.busy[name] = until
            self.recent[name] = (frozenset(table) - {name}, *self.recent[name])

    def check_waits(self, waiting: Sequence[str], now: int) -> None:
        """Whoever has waited too long is left only if those free with it fill no table."""
        due = [name for name in waiting if now - self.free[name] >= self.rules.max_wait_ms]
        assert not due or len(waiting) < min(self.rules.sizes)


@pytest.mark.parametrize("number", slow_unless(lambda number: number % 4 == 0, range(12)))
def test_nobody_waits_beyond_the_bound_while_others_are_free(number: int) -> None:
    for rules in (
        TWO,
        FOUR,
        ArenaRules(seats=3, allowed=frozenset({3})),
        ArenaRules(seats=5, allowed=frozenset({3, 4, 5})),
    ):
        arena = Simulation(number, 2 + number * 4, rules)
        for now in range(0, 300_000, 3_000):
            arena.tick(now)
        assert arena.tables > 0 or number == 0


def test_nobody_is_left_out_twice_running() -> None:
    names = [f"p{at}" for at in range(5)]
    waited = dict.fromkeys(names, 0)
    before: str | None = None
    for _ in range(20):
        free = [FreePlayer(name, at + 1, 1500, NOW - 1_000 * waited[name]) for at, name in enumerate(names)]
        _, (out,) = pair(free, NOW, TWO)
        assert out != before
        before = out
        waited = {name: waited[name] + 1 if name == out else 0 for name in names}


def test_forbidden_pairs_do_not_meet_in_a_simulated_arena() -> None:
    forbidden = frozenset(frozenset(pair) for pair in combinations(("p0", "p1", "p2"), 2))
    for rules in (replace(TWO, forbidden=forbidden), replace(FOUR, forbidden=forbidden)):
        free = [FreePlayer(f"p{at}", at, 1500, 0) for at in range(12)]
        made, _ = pair(free, NOW, rules)
        for pairing in made:
            assert len({"p0", "p1", "p2"} & set(pairing.entrants)) <= 1


def test_five_hundred_free_players_are_all_paired() -> None:
    free = [FreePlayer(f"p{at}", at, 1500, 0) for at in range(500)]
    for rules, expected in ((TWO, 250), (FOUR, 125)):
        made, waiting = pair(free, NOW, rules, playing=100)
        assert (len(made), waiting) == (expected, ())
