"""What one finished match adds to its players' statistics."""

import pytest

from services.archive import FinishedMatch, FinishedSeat, Statistics
from services.archive.statistics import statistics_of, version_statistics_of


def finished(*seats: FinishedSeat, status: str = "finished") -> FinishedMatch:
    match = {
        "id": "m_1",
        "ruleset": "factionwars",
        "status": status,
        "visibility": "public",
        "creator_id": "p_ann",
    }
    return FinishedMatch(match, b"", seats)


def seat(
    number: int, player: str | None, rank: int | None, score: int | None, *, resigned: bool = False
) -> FinishedSeat:
    return FinishedSeat(number, player, None if player is None else "person", rank, score, resigned)


def test_the_first_alone_wins_and_everybody_has_played() -> None:
    assert statistics_of(finished(seat(0, "p_bob", 2, 31), seat(1, "p_ann", 1, 40), seat(2, "p_cid", 3, -4))) == [
        Statistics("p_ann", "factionwars", 3, 1, 1, 0, 0, 1, 40, 40, 40),
        Statistics("p_bob", "factionwars", 3, 1, 0, 0, 0, 2, 31, 31, 31),
        Statistics("p_cid", "factionwars", 3, 1, 0, 0, 0, 3, -4, -4, -4),
    ]


def test_a_first_rank_held_by_two_is_a_shared_win_for_both() -> None:
    ann, bob, cid = statistics_of(finished(seat(0, "p_ann", 1, 9), seat(1, "p_bob", 1, 9), seat(2, "p_cid", 3, 2)))

    assert (ann.wins, ann.shared_wins) == (0, 1)
    assert (bob.wins, bob.shared_wins) == (0, 1)
    assert (cid.wins, cid.shared_wins) == (0, 0)


def test_a_resignation_counts_beside_the_result() -> None:
    ann, bob = statistics_of(finished(seat(0, "p_ann", 1, 9), seat(1, "p_bob", 2, 0, resigned=True)))

    assert (ann.played, ann.resignations) == (1, 0)
    assert (bob.played, bob.resignations) == (1, 1)


def test_a_bot_in_two_seats_plays_twice_and_shares_no_win_with_itself_when_one_seat_is_first() -> None:
    assert statistics_of(finished(seat(0, "bot", 1, 12), seat(1, "p_ann", 2, 7), seat(2, "bot", 3, 5))) == [
        Statistics("bot", "factionwars", 3, 2, 1, 0, 0, 4, 17, 12, 5),
        Statistics("p_ann", "factionwars", 3, 1, 0, 0, 0, 2, 7, 7, 7),
    ]


def test_seats_are_counted_for_the_versions_with_which_they_were_taken() -> None:
    def of_bot(number: int, rank: int, score: int, version: str) -> FinishedSeat:
        return FinishedSeat(number, "p_bot", "bot", rank, score, resigned=False, version=version)

    match = finished(of_bot(0, 1, 12, "1.0"), seat(1, "p_ann", 2, 7), of_bot(2, 3, 5, "1.1"), of_bot(3, 4, 1, ""))
    assert version_statistics_of(match) == [
        ("1.0", Statistics("p_bot", "factionwars", 4, 1, 1, 0, 0, 1, 12, 12, 12)),
        ("1.1", Statistics("p_bot", "factionwars", 4, 1, 0, 0, 0, 3, 5, 5, 5)),
    ]
    assert version_statistics_of(finished(seat(0, "p_ann", 1, 9), seat(1, "p_bob", 2, 0))) == []


def test_an_aborted_match_counts_for_nobody() -> None:
    assert statistics_of(finished(seat(0, "p_ann", None, None), seat(1, None, None, None), status="aborted")) == []


def test_a_finished_match_without_a_result_is_an_error() -> None:
    with pytest.raises(ValueError, match="has no rank or no score"):
        statistics_of(finished(seat(0, "p_ann", 1, 9), seat(1, "p_bob", 2, None)))
