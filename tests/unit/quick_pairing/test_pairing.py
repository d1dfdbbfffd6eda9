"""Who meets whom."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.identity import PlayerKind
from services.quick_pairing.pairing import NEAREST, pair
from services.quick_pairing.ticket import Bots, RatingRange, WaitingTicket

NOW_MS = 1_000_000
PERSON, BOT = PlayerKind.PERSON, PlayerKind.BOT


def ticket(
    name: str,
    rating: float = 1500,
    *,
    waited: float = 0,
    range: RatingRange | None = None,
    kind: PlayerKind = PERSON,
    bots: Bots = Bots.ALLOWED,
    player: str = "",
) -> WaitingTicket:
    """A ticket that has waited for so many seconds."""
    return WaitingTicket(f"t_{name}", player or name, kind, rating, range, bots, NOW_MS - round(waited * 1000))


def names(
    *tickets: WaitingTicket, seats: int = 2, blocked: Sequence[tuple[str, str]] = (), busy: Sequence[str] = ()
) -> list[str]:
    """The players of each group."""
    groups = pair(tickets, seats, NOW_MS, blocked=blocked, busy=busy)
    return [" ".join(each.player_id for each in group) for group in groups]


def test_the_oldest_meets_the_closest_and_not_the_second_oldest() -> None:
    found = names(ticket("ann", 1500, waited=9), ticket("ben", 1800, waited=8), ticket("cat", 1510, waited=1))
    assert found == ["ann cat"]


def test_of_equally_close_ones_the_oldest_is_met() -> None:
    found = names(
        ticket("ann", 1500, waited=9),
        ticket("ben", 1510, waited=2),
        ticket("cat", 1490, waited=3),
        ticket("dan", 1490, waited=1),
    )
    assert found == ["ann cat", "ben dan"]


def test_a_range_widens_with_each_second_of_waiting() -> None:
    widening = RatingRange(start=100, per_second=10)
    assert [widening.after(ms) for ms in (-5, 0, 999, 1000, 30_000)] == [100, 100, 100, 110, 400]
    assert [RatingRange(100, 10, 150).after(ms) for ms in (4_000, 5_000, 60_000)] == [140, 150, 150]
    far = ticket("ben", 1700, waited=30)
    assert names(ticket("ann", 1500, waited=9, range=widening), far) == []
    assert names(ticket("ann", 1500, waited=10, range=widening), far) == ["ben ann"]


def test_both_ranges_count() -> None:
    assert names(ticket("ann", 1500), ticket("ben", 1600, range=RatingRange(99, 0))) == []
    assert names(ticket("ann", 1500), ticket("ben", 1600, range=RatingRange(100, 0))) == ["ann ben"]


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        (Bots.ALLOWED, Bots.ALLOWED, True),
        (Bots.NEVER, Bots.ALLOWED, False),
        (Bots.ONLY, Bots.NEVER, True),
        (Bots.ONLY, Bots.ONLY, False),
        (Bots.ALLOWED, Bots.ONLY, False),
    ],
)
def test_a_person_and_a_bot_meet_where_each_takes_the_others_kind(one: Bots, other: Bots, meet: bool) -> None:
    found = names(ticket("ann", bots=one), ticket("rob", kind=BOT, bots=other))
    assert found == (["ann rob"] if meet else [])


def test_a_player_does_not_meet_itself_and_is_in_one_group_only() -> None:
    assert names(ticket("1", player="ann"), ticket("2", player="ann")) == []
    mine = [ticket(str(number), player="ann", waited=9) for number in range(3)]
    assert names(*mine, ticket("ben", waited=2), ticket("cat", waited=1)) == ["ann ben"]


@pytest.mark.parametrize("pair_of_players", [("ann", "ben"), ("ben", "ann")])
def test_players_of_whom_one_has_blocked_the_other_do_not_meet(pair_of_players: tuple[str, str]) -> None:
    tickets = [ticket("ann", waited=3), ticket("ben", waited=2)]
    assert names(*tickets, blocked=[pair_of_players]) == []
    assert names(*tickets, ticket("cat", 3000), blocked=[pair_of_players]) == ["ann cat"]
    assert names(*tickets, ticket("cat"), seats=3, blocked=[pair_of_players]) == []


def test_who_is_busy_is_in_no_group() -> None:
    assert names(ticket("ann", waited=2), ticket("ben", waited=1), ticket("cat"), busy=["ann"]) == ["ben cat"]


def test_at_a_table_everybody_accepts_everybody() -> None:
    near = RatingRange(100, 0)
    tickets = [
        ticket("ann", 1500, waited=9, range=near),
        ticket("ben", 1420, range=near),
        ticket("cat", 1590, range=near),
        ticket("dan", 1595, range=near),
    ]
    assert names(*tickets, seats=3) == ["ann cat dan"]
    assert names(*tickets, seats=4) == []


def test_who_finds_nobody_keeps_nobody_waiting() -> None:
    narrow = RatingRange(0, 0)
    stuck = [ticket(f"s{number}", 1000 + number, waited=99, range=narrow) for number in range(50)]
    assert names(*stuck, ticket("ann", 5000, waited=1), ticket("ben", 5000)) == ["ann ben"]


RANGES = st.none() | st.builds(RatingRange, st.integers(0, 300), st.integers(0, 50), st.none() | st.integers(0, 600))
TICKETS = st.lists(
    st.builds(
        WaitingTicket,
        id=st.uuids().map(str),
        player_id=st.sampled_from([f"p{number}" for number in range(12)]),
        kind=st.sampled_from(PlayerKind),
        rating=st.integers(1000, 2000).map(float),
        rating_range=RANGES,
        bots=st.sampled_from(Bots),
        created_ms=st.integers(NOW_MS - 60_000, NOW_MS + 1_000),
    ),
    max_size=30,
    unique_by=lambda each: each.id,
)
PLAYERS = st.integers(0, 11).map(lambda number: f"p{number}")
BLOCKED = st.lists(st.tuples(PLAYERS, PLAYERS), max_size=8)


def accept(one: WaitingTicket, other: WaitingTicket, blocked: Sequence[tuple[str, str]]) -> bool:
    """Whether two tickets accept each other, by the letter of the documentation."""
    for mine, theirs in ((one, other), (other, one)):
        if mine.rating_range is not None:
            reach = mine.rating_range.after(NOW_MS - mine.created_ms)
            if abs(mine.rating - theirs.rating) > reach:
                return False
        if not mine.bots.accepts(theirs.kind) or (mine.player_id, theirs.player_id) in blocked:
            return False
    return one.player_id != other.player_id


@given(TICKETS, st.integers(2, 5), BLOCKED)
def test_groups_are_whole_and_all_in_them_accept_each_other(
    tickets: list[WaitingTicket], seats: int, blocked: list[tuple[str, str]]
) -> None:
    groups = pair(tickets, seats, NOW_MS, blocked=blocked)
    players = [each.player_id for group in groups for each in group]
    assert len(set(players)) == len(players)
    for group in groups:
        assert len(group) == seats
        assert min(group, key=lambda each: (each.created_ms, each.id)) == group[0] or seats > 2
        assert all(accept(one, other, blocked) for one, other in combinations(group, 2))


@given(TICKETS, BLOCKED)
def test_nobody_is_left_who_could_have_been_paired(
    tickets: list[WaitingTicket], blocked: list[tuple[str, str]]
) -> None:
    groups = pair(tickets, 2, NOW_MS, blocked=blocked)
    seated = {each.player_id for group in groups for each in group}
    left = [each for each in tickets if each.player_id not in seated]
    assert not any(accept(one, other, blocked) for one, other in combinations(left, 2))


@given(st.lists(st.sampled_from([f"p{number}" for number in range(NEAREST)]), unique=True), st.integers(2, 5))
def test_who_accepts_all_is_seated_until_too_few_are_left(players: list[str], seats: int) -> None:
    groups = pair([ticket(player) for player in players], seats, NOW_MS)
    assert len(groups) == len(players) // seats


@given(TICKETS, st.integers(2, 5), BLOCKED, st.randoms(use_true_random=False))
def test_the_same_tickets_are_grouped_the_same_in_whatever_order_they_come(
    tickets: list[WaitingTicket], seats: int, blocked: list[tuple[str, str]], random: object
) -> None:
    shuffled = list(tickets)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert pair(tickets, seats, NOW_MS, blocked=blocked) == pair(shuffled, seats, NOW_MS, blocked=blocked)
