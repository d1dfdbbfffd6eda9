"""How several matches decide a table."""

from services.tournaments.log import GameEnded
from services.tournaments.table_decision import DecidedBy, TableResult, TableRules, decide

TABLE = ("ann", "ben", "cy")
THREES = range(3, 4)


def game(*places: int, scores: tuple[int, ...] = (), forfeits: tuple[str, ...] = (), shift: int = 0) -> GameEnded:
    """A match of the table; places and scores in the table's order, its seats moved on."""
    order = [*range(shift, 3), *range(shift)]
    return GameEnded(
        round=1,
        table=1,
        game=1,
        match="m",
        entrants=tuple(TABLE[at] for at in order),
        places=tuple(places[at] for at in order),
        scores=tuple(scores[at] for at in order) if scores else (),
        forfeits=forfeits,
    )


def decided(*games: GameEnded, rules: TableRules, by_seed: tuple[str, ...] = ()) -> TableResult | None:
    return decide(TABLE, (), by_seed, games, rules)


def places(*games: GameEnded, rules: TableRules, by_seed: tuple[str, ...] = ()) -> tuple[int, ...] | None:
    result = decided(*games, rules=rules, by_seed=by_seed)
    return None if result is None else result.places


def test_the_sum_of_places_decides_whoever_sat_where() -> None:
    rules = TableRules(THREES, games=3)
    played = [game(1, 2, 3), game(3, 1, 2, shift=1)]
    assert places(*played, rules=rules) is None
    assert decided(*played, game(3, 1, 2, shift=2), rules=rules) == TableResult(
        (2, 1, 2), why="By the sum of places over 3 matches."
    )


def test_the_sum_of_scores_decides_where_the_host_says_so() -> None:
    rules = TableRules(THREES, games=2, sum_of="scores")
    result = decided(game(1, 2, 3, scores=(30, 29, 1)), game(3, 1, 2, scores=(5, 40, 39)), rules=rules)
    assert result is not None
    assert (result.places, result.scores) == ((3, 1, 2), (35, 69, 40))


def test_a_score_counts_no_more_than_that_of_anybody_placed_before() -> None:
    # Cy was ahead, resigned and was placed last: 90 count as 10.
    rules = TableRules(THREES, games=2, sum_of="scores")
    assert places(game(1, 2, 3, scores=(20, 10, 90)), game(3, 2, 1, scores=(1, 2, 3)), rules=rules) == (1, 3, 2)


def test_one_match_is_decided_by_its_places() -> None:
    rules = TableRules(THREES, sum_of="scores")
    result = decided(game(1, 1, 3, scores=(1, 2, 3)), rules=rules)
    assert result == TableResult((1, 1, 3), (), (1, 2, 3))


def test_a_duplicate_deal_is_played_in_every_rotation() -> None:
    rules = TableRules(THREES, is_duplicate=True)
    played = [game(1, 2, 3), game(1, 2, 3, shift=1)]
    assert places(*played, rules=rules) is None
    assert places(*played, game(2, 1, 3, shift=2), rules=rules) == (1, 2, 3)


def test_who_goes_on_must_be_clear() -> None:
    rules = TableRules(THREES, go_on=2)
    seeds = ("cy", "ann", "ben")
    assert places(game(1, 1, 3), rules=rules, by_seed=seeds) == (1, 1, 3)
    drawn = [game(1, 2, 2)] * 3
    assert places(*drawn, rules=rules, by_seed=seeds) is None
    assert decided(*drawn, game(1, 2, 2), rules=rules, by_seed=seeds) == TableResult(
        (1, 3, 2), decided_by=DecidedBy.SEED, why="Not clear after 4 matches: the better seeds go on."
    )


def test_a_drawn_duplicate_deal_is_decided_by_whole_deals() -> None:
    rules = TableRules(THREES, is_duplicate=True, go_on=1)
    even = [game(1, 1, 1)] * 3
    win = game(1, 2, 3)
    assert places(*even, win, win, rules=rules, by_seed=TABLE) is None
    assert places(*even, win, win, win, rules=rules, by_seed=TABLE) == (1, 2, 3)


def test_those_who_are_there_play_if_they_are_enough() -> None:
    rules = TableRules(range(2, 4))
    assert decide(TABLE, ("ben",), (), (), rules) is None
    two = GameEnded(round=1, table=1, game=1, match="m", entrants=("ann", "cy"), places=(2, 1), scores=(3, 4))
    assert decide(TABLE, ("ben",), (), (two,), rules) == TableResult((2, 3, 1), ("ben",), (3, None, 4))


def test_too_few_share_the_first_place_or_stand_by_seed() -> None:
    by, why = DecidedBy.PLATFORM, "Too few of them were there to play."
    rules = TableRules(THREES)
    assert decide(TABLE, ("ben",), (), (), rules) == TableResult((1, 3, 1), ("ben",), (), by, why, is_played=False)
    seeds = ("cy", "ann", "ben")
    assert decide(TABLE, ("ben",), seeds, (), rules) == TableResult((2, 3, 1), ("ben",), (), by, why, is_played=False)


def test_who_forfeits_every_match_has_forfeited_the_table() -> None:
    rules = TableRules(THREES, games=2)
    once = decided(game(1, 2, 3, forfeits=("cy",)), game(1, 2, 3), rules=rules)
    always = decided(game(1, 2, 3, forfeits=("cy",)), game(1, 2, 3, forfeits=("cy",)), rules=rules)
    assert once is not None
    assert always is not None
    assert (once.forfeits, always.forfeits) == ((), ("cy",))
