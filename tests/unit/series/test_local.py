"""A series played by processes: the same bytes, whatever befalls them."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from services.engine.registry import AnyRuleset
from services.series.designs import Schedule
from services.series.document import SeriesDocument, SprtStop
from services.series.folder import BadFolder, Folder, result_line
from services.series.local import LocalPool, SeriesStopped, play_series
from services.series.playing import Player
from services.series.results import MatchResult
from services.series.sprt import Sprt, SprtVerdict
from tests.rulesets.sealed import RULESET
from tests.unit.series import broken_bots
from tests.unit.series.documents import SEED, playable
from tests.waiting import is_alive, offspring, wait_until


def pool(
    document: SeriesDocument,
    workers: int = 2,
    find: Callable[[str], AnyRuleset] = broken_bots.sealed,
    match_seconds: float = 60.0,
) -> LocalPool:
    return LocalPool(document, SEED, workers=workers, match_seconds=match_seconds, find_ruleset=find)


def expected(document: SeriesDocument, matches: int, rules: AnyRuleset = RULESET) -> list[MatchResult]:
    player, schedule = Player(rules, document, SEED), Schedule(document)
    return [player.play(schedule.table(number)) for number in range(matches)]


def test_the_results_are_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    document = playable(RULESET, "greedy", "random", "greedy", seats=(2, 3), matches=300)
    made = []
    for workers in (1, 3):
        folder = Folder.create(tmp_path / str(workers), document, SEED)
        with pool(document, workers) as playing:
            results = [result for some in play_series(playing, folder) for result in some]
        assert results == list(folder.results())
        made.append((tmp_path / str(workers) / "results.ndjson").read_bytes())
    assert made[0] == made[1]
    assert results == expected(document, 300)


def test_a_killed_process_changes_nothing(tmp_path: Path) -> None:
    document = playable(RULESET, "greedy", "random", matches=2000)
    folder = Folder.create(tmp_path, document, SEED)
    killed: list[int] = []
    with pool(document) as playing:
        for results in play_series(playing, folder):
            if results and len(killed) < 4 and not set(killed) & set(playing.pids):
                killed += playing.pids
                for pid in playing.pids:  # one has just given its results; the other is in the middle
                    os.kill(pid, signal.SIGKILL)
    assert len(set(killed)) == 4
    lines = (tmp_path / "results.ndjson").read_bytes().splitlines(keepends=True)[1:]
    assert lines == list(map(result_line, expected(document, 2000)))


def test_a_series_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    document = playable(RULESET, "greedy", "random", matches=400)
    folder = Folder.create(tmp_path, document, SEED)
    with pool(document, 1) as playing:
        series = play_series(playing, folder)
        assert next(series) == []
        first = next(series)
        series.close()
    assert 0 < len(first) < 400
    with pool(document, 1) as playing:
        again = list(play_series(playing, Folder.open(tmp_path)))
    assert again[0] == first
    assert [result for some in again for result in some] == expected(document, 400) == list(folder.results())


def test_results_that_the_bots_would_not_reach_are_not_continued(tmp_path: Path) -> None:
    document = playable(RULESET, "greedy", "random", matches=40)
    folder = Folder.create(tmp_path, document, SEED)
    _, file = folder.resume()
    file.append(map(result_line, expected(document, 10)))
    file.close()
    with pool(document, find=broken_bots.failing) as playing, pytest.raises(BadFolder, match="match 9 is another now"):
        list(play_series(playing, folder))


def test_bots_that_fail_are_counted_and_the_series_goes_on(tmp_path: Path) -> None:
    document = playable(RULESET, "greedy", "random", matches=40)
    with pool(document, find=broken_bots.failing) as playing:
        results = [r for some in play_series(playing, Folder.create(tmp_path, document, SEED)) for r in some]
    assert results == expected(document, 40, broken_bots.failing(""))
    failed = [result for result in results if result.error]
    assert {result.error for result in failed} == {"bot_failed"}
    assert 0 < len(failed) < 40


@pytest.mark.slow
def test_a_match_that_kills_every_process_stops_the_series_and_is_named(tmp_path: Path) -> None:
    document = playable(RULESET, "greedy", "random", matches=400)
    folder = Folder.create(tmp_path, document, SEED)
    with (
        pool(document, 1, broken_bots.deadly) as playing,
        pytest.raises(SeriesStopped, match=r"match(es)? .* ended 3 processes, the last with code 3"),
    ):
        list(play_series(playing, folder))


def test_a_match_that_does_not_end_stops_the_series_and_is_named(tmp_path: Path) -> None:
    document = playable(RULESET, "greedy", "random", matches=12)
    folder = Folder.create(tmp_path, document, SEED)
    with (
        pool(document, 1, broken_bots.endless, match_seconds=1.0) as playing,
        pytest.raises(SeriesStopped, match=r"match(es)? .* did not end in \d+ s"),
    ):
        list(play_series(playing, folder))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_sequential_test_ends_after_the_same_match_whoever_plays(workers: int, tmp_path: Path) -> None:
    stop = SprtStop(rule="sprt", entrants=(0, 1), elo0="0", elo1="5", alpha="0.05", beta="0.05", max_matches=10_000)
    document = playable(RULESET, "greedy", "random", stop=stop)
    folder = Folder.create(tmp_path, document, SEED)
    with pool(document, workers) as playing:
        results = [result for some in play_series(playing, folder) for result in some]
    assert results == expected(document, len(results)) == list(folder.results())
    test = Sprt(stop, document.design)
    verdicts = [test.add_deal(results[place : place + 2]) for place in range(0, len(results), 2)]
    assert verdicts == [SprtVerdict.NONE] * (len(verdicts) - 1) + [SprtVerdict.H1]
    with pool(document, workers) as playing:
        assert list(play_series(playing, folder)) == [results]


_ENDLESS = """
import time
from pathlib import Path
from services.engine.ruleset import Bot


class Endless(Bot):
    def choose(self, view, legal, chance):
        Path({sign!r}).touch()
        time.sleep(600)


BOTS = {{"endless": Endless()}}
"""


@pytest.mark.slow
def test_processes_end_with_the_one_that_began_the_series(tmp_path: Path) -> None:
    sign, bots = tmp_path / "plays", tmp_path / "endless.py"
    bots.write_text(_ENDLESS.format(sign=str(sign)))
    words = ("series", "commanders", "endless", "random", "--bots", str(bots), "--workers", "1")
    with subprocess.Popen((sys.executable, "-P", "-m", "cli", *words), stderr=subprocess.DEVNULL) as series:
        wait_until(sign.exists, "the bot is asked")
        playing = offspring(series.pid)
        assert playing
        series.kill()
    wait_until(lambda: not any(map(is_alive, playing)), "they end")
