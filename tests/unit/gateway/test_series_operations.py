"""What both faces do with series."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gateway.operations.series import MOST_AT_ONCE, SeriesOperations, is_series_id, name_of, stop_of
from services.engine.registry import ruleset
from services.errors import Reason, Refusal
from services.identity import Caller, PlayerKind, Players, Scope
from services.matches.matches import Matches
from services.series.comparison import Incomparable
from services.series.designs import Schedule
from services.series.document import FixedStop, SprtStop
from services.series.playing import Player
from services.series.results import MatchResult
from services.stored_series import Series, SeriesJobs, SeriesRequest, plan_document
from services.stored_series.series_record import NO_PROMISES

CALLER = Caller("p_1", "Ann", PlayerKind.PERSON, "k", frozenset({Scope.MATCHES_READ}))
DOCUMENT = plan_document(
    SeriesRequest("factionwars", ("greedy", "random"), stop=FixedStop(rule="fixed", matches=2)),
    ruleset("factionwars").describe(),
    bytes(32),
)
PLAYED = Player(ruleset("factionwars"), DOCUMENT, bytes(32)).play(Schedule(DOCUMENT).table(0))


class SlowSeries:
    """A series whose results are read only when it is told to go on."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.goes_on = threading.Event()

    def get(self, caller: Caller, series_id: str) -> Series:
        return cast(Series, SimpleNamespace(document=DOCUMENT, series_seed=bytes(32), promises=NO_PROMISES))

    def result(self, caller: Caller, series_id: str, number: int) -> MatchResult:
        if number == 1:
            return MatchResult(number, 0, (1, 0), error="bot_failed")
        return replace(PLAYED, scores=(999, 0)) if series_id == "series_other" else PLAYED

    def results(self, caller: Caller, series_id: str, **slice: Any) -> Iterator[bytes]:
        self.begun.release()
        assert self.goes_on.wait(60)
        yield from ()


def operations_on(series: SlowSeries) -> SeriesOperations:
    """Operations that ask no match and no player."""
    return SeriesOperations(cast(SeriesJobs, series), cast(Matches, None), cast(Players, None))


def test_no_more_are_compared_and_replayed_at_a_time_than_there_are_slots() -> None:
    slow = SlowSeries()
    operations = operations_on(slow)
    with ThreadPoolExecutor(MOST_AT_ONCE) as pool:
        compared = [pool.submit(operations.comparison, CALLER, "series_1", "series_2") for _ in range(MOST_AT_ONCE)]
        for _ in compared:
            assert slow.begun.acquire(timeout=60)
        with pytest.raises(Refusal) as busy:
            operations.comparison(CALLER, "series_1", "series_2")
        assert busy.value.reason is Reason.BUSY
        with pytest.raises(Refusal) as busy:
            operations.replay(CALLER, "series_1", 0)
        assert busy.value.reason is Reason.BUSY
        slow.goes_on.set()
        for each in compared:  # nothing was played in both
            with pytest.raises(Incomparable):
                each.result()
    assert b"playhall.replay" in operations.replay(CALLER, "series_1", 0)


def test_a_match_that_comes_to_another_result_has_no_replay() -> None:
    with pytest.raises(Refusal) as refused:
        operations_on(SlowSeries()).replay(CALLER, "series_other", 0)
    assert refused.value.reason is Reason.UNSUPPORTED_VERSION
    assert "match 0 comes to another result here than when the series was played" in refused.value.detail


def test_a_match_that_failed_has_no_replay() -> None:
    with pytest.raises(Refusal) as refused:
        operations_on(SlowSeries()).replay(CALLER, "series_1", 1)
    assert refused.value.reason is Reason.NOT_FOUND
    assert refused.value.detail == "Match 1 failed (bot_failed): it has no replay."


def test_a_stop_rule_is_read_and_points_at_what_is_wrong() -> None:
    assert stop_of({"rule": "fixed", "matches": 3}) == FixedStop(rule="fixed", matches=3)
    test = {"rule": "sprt", "entrants": [1, 0], "elo0": "-1.5", "elo1": "5", "alpha": "0.05", "beta": "0.1"}
    assert stop_of({**test, "max_matches": 10}) == SprtStop(
        rule="sprt", entrants=(1, 0), elo0="-1.5", elo1="5", alpha="0.05", beta="0.1", max_matches=10
    )
    for wrong, pointer in (({"elo1": "1e3"}, "/stop/elo1"), ({"alpha": "0.7"}, "/stop"), ({"more": 1}, "/stop/more")):
        with pytest.raises(Refusal) as refused:
            stop_of({**test, "max_matches": 10, **wrong})
        assert [error.pointer for error in refused.value.errors] == [pointer]


def test_a_series_may_have_no_name_but_none_that_cannot_be_printed() -> None:
    assert [name_of(text) for text in ("", "  ", " mine ")] == ["", "", "mine"]
    with pytest.raises(Refusal):
        name_of("a\nb")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("series_01m86hxy2j69t905ewprfvn6py", True), ("m_01m86hxy2j69t905ewprfvn6py", False), ("series_1", False)],
)
def test_ids_of_series_are_known_by_their_form(text: str, is_one: bool) -> None:
    assert is_series_id(text) is is_one
