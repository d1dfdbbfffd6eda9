"""Brackets: who meets whom, who goes where, who is placed."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pytest

from services.tournaments.bracket_progress import BracketPlace, NodeResult, Progress, UnknownNode, advance
from services.tournaments.elimination import (
    Bracket,
    BracketImpossible,
    GrandFinal,
    Placed,
    Seed,
    Source,
    Stage,
    double,
    seed_order,
    single,
    tables,
)
from services.tournaments.settings import TableEliminationStage
from tests.marks import slow_unless

Winner = Callable[[str, Sequence[str]], Sequence[str]]
"""Who of a table comes to which place."""

FEW = slow_unless(lambda entrants: entrants <= 17 or entrants >= 63, range(2, 65))


def named(entrants: int) -> tuple[str, ...]:
    """Entrants that are called as they are seeded."""
    return tuple(str(seed) for seed in range(1, entrants + 1))


def table(bracket: Bracket) -> list[str]:
    """A bracket as it is printed."""
    return [f"{node.id}: {' '.join(map(written, node.sources))}" for node in bracket.nodes]


def written(source: Source) -> str:
    """A seed by its number, else > for a winner and < for a loser of a node."""
    if isinstance(source, Seed):
        return str(source.number)
    return f"{'>' if source.place == 1 else '<'}{source.node}"


def better_seed(node: str, entrants: Sequence[str]) -> Sequence[str]:
    """Everybody plays as it is seeded."""
    return sorted(entrants, key=int)


def worse_seed(node: str, entrants: Sequence[str]) -> Sequence[str]:
    """The other way round."""
    return sorted(entrants, key=int, reverse=True)


def by_lot(seed: int) -> Winner:
    """Places that follow from a seed."""
    return lambda node, entrants: sorted(
        entrants, key=lambda each: hashlib.sha256(f"{seed} {node} {each}".encode()).digest()
    )


def play(
    bracket: Bracket, order: Winner, withdraws: Callable[[str, str], bool] = lambda node, entrant: False
) -> tuple[dict[str, NodeResult], Progress]:
    """All results of a bracket, in the order in which they came, and where it ends."""
    results: dict[str, NodeResult] = {}
    while ready := (progress := advance(bracket, results)).ready:
        for node, pairing in ready.items():
            gone = tuple(each for each in pairing.entrants if withdraws(node, each))
            came = tuple(each for each in order(node, pairing.entrants) if each not in gone)
            results[node] = NodeResult(pairing.entrants, came, gone)
    return results, progress


def places(progress: Progress) -> list[str]:
    """The places as they are printed: ``5-8 ann``."""
    return [
        f"{place.first} {place.entrant}" if place.first == place.last else f"{place.first}-{place.last} {place.entrant}"
        for place in progress.places
    ]


# Published tables


def test_seeds_stand_in_the_standard_order() -> None:
    assert seed_order(1) == (1,)
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


def test_a_single_elimination_of_eight() -> None:
    assert table(single(named(8), third_place=True)) == [
        "W1-1: 1 8",
        "W1-2: 4 5",
        "W1-3: 2 7",
        "W1-4: 3 6",
        "W2-1: >W1-1 >W1-2",
        "W2-2: >W1-3 >W1-4",
        "P3: <W2-1 <W2-2",
        "F: >W2-1 >W2-2",
    ]


def test_a_single_elimination_of_sixteen() -> None:
    assert table(single(named(16))) == [
        "W1-1: 1 16",
        "W1-2: 8 9",
        "W1-3: 4 13",
        "W1-4: 5 12",
        "W1-5: 2 15",
        "W1-6: 7 10",
        "W1-7: 3 14",
        "W1-8: 6 11",
        "W2-1: >W1-1 >W1-2",
        "W2-2: >W1-3 >W1-4",
        "W2-3: >W1-5 >W1-6",
        "W2-4: >W1-7 >W1-8",
        "W3-1: >W2-1 >W2-2",
        "W3-2: >W2-3 >W2-4",
        "F: >W3-1 >W3-2",
    ]


def test_a_double_elimination_of_eight() -> None:
    assert table(double(named(8)))[7:] == [
        "L1-1: <W1-1 <W1-2",
        "L1-2: <W1-3 <W1-4",
        "L2-1: <W2-2 >L1-1",
        "L2-2: <W2-1 >L1-2",
        "L3-1: >L2-1 >L2-2",
        "L4-1: <W3-1 >L3-1",
        "F: >W3-1 >L4-1",
        "F2: >F <F",
    ]


def test_a_double_elimination_of_sixteen() -> None:
    assert table(double(named(16), GrandFinal.SINGLE))[15:] == [
        "L1-1: <W1-1 <W1-2",
        "L1-2: <W1-3 <W1-4",
        "L1-3: <W1-5 <W1-6",
        "L1-4: <W1-7 <W1-8",
        "L2-1: <W2-4 >L1-1",
        "L2-2: <W2-3 >L1-2",
        "L2-3: <W2-2 >L1-3",
        "L2-4: <W2-1 >L1-4",
        "L3-1: >L2-1 >L2-2",
        "L3-2: >L2-3 >L2-4",
        "L4-1: <W3-2 >L3-1",
        "L4-2: <W3-1 >L3-2",
        "L5-1: >L4-1 >L4-2",
        "L6-1: <W4-1 >L5-1",
        "F: >W4-1 >L6-1",
    ]


def test_the_best_have_the_byes() -> None:
    bracket = single(named(5))
    assert table(bracket) == ["W1-2: 4 5", "W2-1: 1 >W1-2", "W2-2: 2 3", "F: >W2-1 >W2-2"]
    assert bracket.byes == ("1", "2", "3")
    assert single(named(8)).byes == ()


def test_a_double_elimination_of_five() -> None:
    assert table(double(named(5))) == [
        "W1-2: 4 5",
        "W2-1: 1 >W1-2",
        "W2-2: 2 3",
        "W3-1: >W2-1 >W2-2",
        "L2-1: <W2-2 <W1-2",
        "L3-1: >L2-1 <W2-1",
        "L4-1: <W3-1 >L3-1",
        "F: >W3-1 >L4-1",
        "F2: >F <F",
    ]


def test_two_and_three_entrants() -> None:
    assert table(single(named(2), third_place=True)) == ["F: 1 2"]
    assert table(double(named(2))) == ["W1-1: 1 2", "F: >W1-1 <W1-1", "F2: >F <F"]
    assert table(double(named(3), GrandFinal.SINGLE)) == [
        "W1-2: 2 3",
        "W2-1: 1 >W1-2",
        "L2-1: <W2-1 <W1-2",
        "F: >W2-1 >L2-1",
    ]


def test_a_semifinal_of_sixteen_in_tables_of_four() -> None:
    assert table(tables(named(16), {4})) == [
        "W1-1: 1 8 9 16",
        "W1-2: 2 7 10 15",
        "W1-3: 3 6 11 14",
        "W1-4: 4 5 12 13",
        "F: >W1-1 >W1-2 >W1-3 >W1-4",
    ]


def test_of_ten_the_best_two_wait_for_the_final_of_four() -> None:
    bracket = tables(named(10), {4})
    assert table(bracket) == ["W1-1: 3 6 7 10", "W1-2: 4 5 8 9", "F: 1 2 >W1-1 >W1-2"]
    assert bracket.byes == ("1", "2")


def test_two_that_go_on_from_a_table_do_not_meet_in_the_next() -> None:
    bracket = tables(named(16), {4}, advance=2)
    assert [node.id for node in bracket.nodes] == ["W1-1", "W1-2", "W1-3", "W1-4", "W2-1", "W2-2", "F"]
    for node in bracket.nodes[4:6]:
        assert sorted(source.node for source in node.sources if isinstance(source, Placed)) == [
            "W1-1",
            "W1-2",
            "W1-3",
            "W1-4",
        ]


def test_the_best_sit_at_the_smaller_tables() -> None:
    assert table(tables(named(14), {3, 4}))[:4] == ["W1-1: 1 8 9", "W1-2: 2 7 10", "W1-3: 3 6 11 14", "W1-4: 4 5 12 13"]


# What cannot be


@pytest.mark.parametrize("entrants", [(), ("ann",), ("ann", "ben", "ann")])
def test_a_bracket_needs_two_entrants_and_none_twice(entrants: tuple[str, ...]) -> None:
    for make in (single, double):
        with pytest.raises(BracketImpossible):
            make(entrants)


@pytest.mark.parametrize(
    ("entrants", "sizes", "advance"),
    [
        (0, {4}, 1),
        (1, {4}, 1),
        (2, {3}, 1),
        (4, {3}, 3),
        (4, {4}, 0),
        (8, {4}, 1),
        (8, {2}, 1),
        (8, {6}, 1),
        (8, set(), 1),
    ],
)
def test_tables_that_lead_nowhere_are_refused(entrants: int, sizes: set[int], advance: int) -> None:
    with pytest.raises(BracketImpossible):
        tables(named(entrants), sizes, advance=advance)


def test_tables_refuse_an_entrant_twice() -> None:
    with pytest.raises(BracketImpossible):
        tables(("ann", "ben", "ann"), {3})


def test_a_result_of_an_unknown_node_is_refused() -> None:
    with pytest.raises(UnknownNode, match="W9-9"):
        advance(single(named(4)), {"W9-9": NodeResult(("1", "4"), ("1",))})


# Progress


def test_a_seat_does_not_depend_on_who_finished_first() -> None:
    bracket = single(named(4))
    early = advance(bracket, {"W1-2": NodeResult(("2", "3"), ("3",)), "W1-1": NodeResult(("1", "4"), ("4",))})
    late = advance(bracket, {"W1-1": NodeResult(("1", "4"), ("4",)), "W1-2": NodeResult(("2", "3"), ("3",))})
    assert early == late
    assert early.ready["F"].entrants == ("4", "3")
    assert early.ready["F"].reasons == ("The final.", "Seats in order: the winner of W1-1, the winner of W1-2.")


def test_a_host_is_told_why() -> None:
    ready = advance(double(named(3)), {}).ready
    assert ready["W1-2"].reasons == (
        "Round 1 of the winners.",
        "Seats in order: seed 2, seed 3.",
        "Seeds are set so that the best meet as late as can be.",
    )
    ready = advance(double(named(3)), {"W1-2": NodeResult(("2", "3"), ("2",))}).ready
    assert ready["W2-1"].reasons == (
        "Round 2 of the winners.",
        "Seats in order: seed 1, the winner of W1-2.",
        "Seed 1 had a bye.",
    )


def test_places_of_a_single_elimination_are_shared() -> None:
    _, progress = play(single(named(8)), better_seed)
    assert places(progress) == ["1 1", "2 2", "3-4 3", "3-4 4", "5-8 5", "5-8 6", "5-8 7", "5-8 8"]
    assert progress.is_complete


def test_the_third_place_can_be_played_for() -> None:
    _, progress = play(single(named(8), third_place=True), better_seed)
    assert places(progress)[:4] == ["1 1", "2 2", "3 3", "4 4"]


def test_places_are_known_while_others_play() -> None:
    bracket = single(named(8))
    assert places(advance(bracket, {"W1-2": NodeResult(("4", "5"), ("4",))})) == ["5-8 5"]
    assert not advance(bracket, {}).is_complete


def test_places_of_a_double_elimination() -> None:
    _, progress = play(double(named(16)), better_seed)
    assert places(progress) == [
        *("1 1", "2 2", "3 3", "4 4", "5-6 5", "5-6 6", "7-8 7", "7-8 8"),
        *(f"9-12 {seed}" for seed in range(9, 13)),
        *(f"13-16 {seed}" for seed in range(13, 17)),
    ]


def test_the_winners_champion_may_lose_once() -> None:
    bracket = double(named(2))
    first = {"W1-1": NodeResult(("1", "2"), ("1",)), "F": NodeResult(("1", "2"), ("2",))}
    again = advance(bracket, first)
    assert again.ready["F2"].entrants == ("2", "1")
    assert again.ready["F2"].reasons[0] == (
        "The final again, with seats exchanged: the one who lost it had not lost before."
    )
    assert again.places == ()
    assert places(advance(bracket, {**first, "F2": NodeResult(("2", "1"), ("1",))})) == ["1 1", "2 2"]
    assert places(advance(bracket, {**first, "F2": NodeResult(("2", "1"), ("2",))})) == ["1 2", "2 1"]


def test_the_final_is_not_played_again_if_the_winners_champion_wins_it() -> None:
    bracket = double(named(2))
    won = {"W1-1": NodeResult(("1", "2"), ("1",)), "F": NodeResult(("1", "2"), ("1",))}
    assert places(advance(bracket, won)) == ["1 1", "2 2"]
    assert advance(bracket, {**won, "F2": NodeResult(("2", "1"), ("2",))}).unfit == ("F2",)
    assert places(advance(double(named(2), GrandFinal.SINGLE), {**won, "F": NodeResult(("1", "2"), ("2",))})) == [
        "1 2",
        "2 1",
    ]


def test_places_of_tables() -> None:
    results, progress = play(tables(named(16), {4}), better_seed)
    assert results["F"].entrants == ("1", "2", "3", "4")
    assert places(progress)[:5] == ["1 1", "2 2", "3 3", "4 4", "5-16 5"]


def test_those_of_a_table_who_are_not_named_share_the_last_place() -> None:
    bracket = tables(named(4), {4})
    everybody = ("1", "4", "2", "3")
    assert advance(bracket, {}).ready["F"].entrants == ("1", "2", "3", "4")
    assert places(advance(bracket, {"F": NodeResult(everybody, ("3",))})) == ["1 3", "2-4 1", "2-4 2", "2-4 4"]


def test_a_result_must_say_who_goes_on() -> None:
    bracket = tables(named(16), {4}, advance=2)
    table_1 = ("1", "8", "9", "16")
    for order in ((), ("8",), ("8", "8"), ("8", "2")):
        progress = advance(bracket, {"W1-1": NodeResult(table_1, order)})
        assert progress.unfit == ("W1-1",)
        assert "W1-1" in progress.ready
    assert advance(bracket, {"W1-1": NodeResult(table_1, ("8", "16"))}).unfit == ()


def test_a_corrected_result_sets_aside_what_was_built_on_it() -> None:
    bracket = single(named(4))
    results = {
        "W1-1": NodeResult(("1", "4"), ("1",)),
        "W1-2": NodeResult(("2", "3"), ("2",)),
        "F": NodeResult(("1", "2"), ("2",)),
    }
    assert advance(bracket, results).is_complete
    corrected = advance(bracket, {**results, "W1-1": NodeResult(("1", "4"), ("4",))})
    assert corrected.unfit == ("F",)
    assert corrected.ready["F"].entrants == ("4", "2")


def test_who_withdraws_leaves_a_walkover() -> None:
    bracket = double(named(4))
    progress = advance(bracket, {"W1-1": NodeResult(("1", "4"), ("1",), ("4",))})
    assert places(progress) == ["4 4"]
    progress = advance(
        bracket, {"W1-1": NodeResult(("1", "4"), ("1",), ("4",)), "W1-2": NodeResult(("2", "3"), ("2",))}
    )
    assert progress.walkovers == {"L1-1": ("3",)}


def test_if_nobody_comes_the_next_has_a_walkover() -> None:
    bracket = single(named(4))
    nobody = {"W1-1": NodeResult(("1", "4"), (), ("1", "4"))}
    assert advance(bracket, nobody).walkovers == {}
    progress = advance(bracket, {**nobody, "W1-2": NodeResult(("2", "3"), ("3",))})
    assert progress.walkovers == {"F": ("3",)}
    assert places(progress) == ["1 3", "2-4 1", "2-4 2", "2-4 4"]
    assert progress.is_complete


def test_everybody_may_withdraw() -> None:
    for bracket in (single(named(7), third_place=True), double(named(7)), tables(named(7), {3, 4})):
        _, progress = play(bracket, better_seed, lambda node, entrant: True)
        assert progress.is_complete
        assert len(progress.places) == 7


# Properties


def every_bracket(entrants: int) -> list[Bracket]:
    """The brackets that so many entrants can have."""
    names = named(entrants)
    made = [single(names), single(names, third_place=True), double(names), double(names, GrandFinal.SINGLE)]
    if entrants >= 3:
        made += [tables(names, {3, 4, 5}), tables(names, {3, 4}, advance=2)]
    if entrants >= 4:
        made.append(tables(names, {4, 5}, advance=3))
    if entrants % 3 == 1:  # each table of four takes three away
        made.append(tables(names, {4}))
    return made


@pytest.mark.parametrize("entrants", FEW)
def test_every_bracket_places_everybody_whoever_wins(entrants: int) -> None:
    for bracket in every_bracket(entrants):
        for order in (better_seed, worse_seed, by_lot(1), by_lot(2)):
            _, progress = play(bracket, order)
            assert progress.is_complete
            assert sorted(place.entrant for place in progress.places) == sorted(bracket.entrants)
            assert_shares_add_up(progress.places)


def assert_shares_add_up(found: Sequence[BracketPlace]) -> None:
    """Places 1 to the last are there once each."""
    at = 1
    while at <= len(found):
        sharing = [place for place in found if place.first == at]
        assert {place.last for place in sharing} == {at + len(sharing) - 1}
        at += len(sharing)


@pytest.mark.parametrize("entrants", FEW)
def test_in_a_double_elimination_who_is_out_has_lost_twice(entrants: int) -> None:
    for seed in range(3):
        results, progress = play(double(named(entrants)), by_lot(seed))
        lost = [each for result in results.values() for each in result.order[1:]]
        champion = progress.places[0].entrant
        assert {each: lost.count(each) for each in progress_names(progress) if each != champion} == {
            each: 2 for each in progress_names(progress) if each != champion
        }
        assert lost.count(champion) <= 1
        assert len(results) in (2 * entrants - 2, 2 * entrants - 1)


def progress_names(progress: Progress) -> list[str]:
    """Who has a place."""
    return [place.entrant for place in progress.places]


@pytest.mark.parametrize("entrants", FEW)
def test_withdrawals_stop_nothing(entrants: int) -> None:
    def withdraws(node: str, entrant: str) -> bool:
        return hashlib.sha256(f"{entrants} {node} {entrant}".encode()).digest()[0] < 60

    for bracket in every_bracket(entrants):
        results, progress = play(bracket, by_lot(entrants), withdraws)
        assert progress.is_complete
        assert sorted(progress_names(progress)) == sorted(bracket.entrants)
        assert_shares_add_up(progress.places)
        for one, other in combinations(sorted(results), 2):
            gone = set(results[one].withdrawn)
            assert not gone & set(results[other].withdrawn)


@pytest.mark.parametrize("entrants", [7, 16, 23])
def test_progress_depends_on_the_set_of_results_alone(entrants: int) -> None:
    for bracket in every_bracket(entrants):
        results, _ = play(bracket, by_lot(5))
        some = dict(list(results.items())[: len(results) // 2])
        assert advance(bracket, some) == advance(bracket, dict(reversed(some.items())))


@pytest.mark.parametrize("entrants", FEW)
def test_where_everybody_plays_as_seeded_the_seeds_are_the_places(entrants: int) -> None:
    for bracket in (single(named(entrants), third_place=True), double(named(entrants))):
        _, progress = play(bracket, better_seed)
        assert progress_names(progress) == list(named(entrants))


@pytest.mark.parametrize(
    ("entrants", "first"),
    [
        (8, 3),
        (16, 4),
        (32, 5),
        pytest.param(64, 7, marks=pytest.mark.slow),
        pytest.param(128, 8, marks=pytest.mark.slow),
    ],
)
def test_those_who_have_met_meet_again_late(entrants: int, first: int) -> None:
    bracket = double(named(entrants), GrandFinal.SINGLE)
    rounds = {node.id: node.round for node in bracket.nodes if node.stage is Stage.LOSERS}
    again = [
        again
        for seed in range(40 if entrants < 128 else 15)
        for again in rematches(play(bracket, by_lot(seed))[0], rounds)
    ]
    assert min(again) == first


def rematches(results: Mapping[str, NodeResult], rounds: Mapping[str, int]) -> list[int]:
    """The rounds of the losers in which two meet who have met."""
    before = {frozenset(result.entrants) for node, result in results.items() if node not in rounds}
    return [rounds[node] for node, result in results.items() if node in rounds and frozenset(result.entrants) in before]


def test_a_double_elimination_of_1024() -> None:
    bracket = double(named(1024))
    assert len(bracket.nodes) == 2047
    results, progress = play(bracket, by_lot(7))
    assert progress.is_complete
    assert_shares_add_up(progress.places)
    assert len(results) in (2046, 2047)
    assert [sum(node.stage is stage for node in bracket.nodes) for stage in Stage] == [1023, 1022, 0, 1, 1]


@pytest.mark.parametrize(("seats", "winners"), [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2)])
def test_a_stage_of_tables_has_a_bracket_for_every_number_of_entrants(seats: int, winners: int) -> None:
    settings = TableEliminationStage(seats=seats, winners=winners)
    for entrants in range(settings.sizes[0], 130):
        bracket = tables(named(entrants), settings.sizes, advance=winners, preferred=seats)
        assert {len(node.sources) for node in bracket.nodes} <= set(settings.sizes)
        assert [node.id for node in bracket.nodes].count("F") == 1


def test_the_preferred_size_is_that_of_most_tables() -> None:
    assert table(tables(named(9), {3, 4}, preferred=3)) == [
        "W1-1: 1 6 7",
        "W1-2: 2 5 8",
        "W1-3: 3 4 9",
        "F: >W1-1 >W1-2 >W1-3",
    ]
