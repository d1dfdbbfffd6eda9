"""Matches as a process left them."""

from collections.abc import Callable

from services.matches.match_record import LoadedMatch
from services.matches.model import Status
from services.matches.recent import MOST_KEPT, TRUSTED_AFTER, RecentMatches
from tests.unit.matches.builders import match_of, person, stored_of


def held(version: int, match_id: str = "m_1", status: Status = Status.LIVE) -> LoadedMatch:
    stored = stored_of(match_of(person(0), person(1), id=match_id)._replace(status=status))
    return LoadedMatch(stored._replace(version=version), {})


def test_a_match_is_trusted_after_several_readings_that_found_it_as_it_was_left() -> None:
    recent = RecentMatches()
    assert recent.find("m_1") is None
    for version in range(10, 10 + TRUSTED_AFTER):
        recent.committed(held(version))
        assert recent.find("m_1") is None
        recent.was_read(held(version))
    last = held(30)
    recent.committed(last)
    assert recent.find("m_1") is last


def test_a_match_that_somebody_else_wrote_to_is_read_again_and_again() -> None:
    recent = RecentMatches()
    for version in range(10, 100, 10):
        recent.committed(held(version))
        recent.was_read(held(version + 5))
        assert recent.find("m_1") is None


def test_one_reading_that_found_it_otherwise_begins_the_count_anew() -> None:
    recent = RecentMatches()
    recent.committed(held(10))
    for version in [*[10] * (TRUSTED_AFTER - 1), 11, *[10] * (TRUSTED_AFTER - 1)]:
        recent.was_read(held(version))
        assert recent.find("m_1") is None
    recent.was_read(held(10))
    assert recent.find("m_1") is not None


def test_what_was_forgotten_or_has_ended_is_not_found() -> None:
    recent = RecentMatches()
    ways: list[Callable[[], None]] = [
        lambda: recent.forget("m_1"),
        lambda: recent.committed(held(11, status=Status.FINISHED)),
    ]
    for gone in ways:
        recent.committed(held(10))
        for _ in range(TRUSTED_AFTER):
            recent.was_read(held(10))
        assert recent.find("m_1") is not None
        gone()
        assert recent.find("m_1") is None


def test_the_least_recent_make_room() -> None:
    recent = RecentMatches()
    for number in range(MOST_KEPT + 1):
        recent.committed(held(10, f"m_{number}"))
        for _ in range(TRUSTED_AFTER):
            recent.was_read(held(10, f"m_{number}"))
    assert recent.find("m_0") is None
    assert recent.find("m_1") is not None
    assert recent.find(f"m_{MOST_KEPT}") is not None
