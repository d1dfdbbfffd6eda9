"""What goes with winning: events of matches that are played again."""

import pytest

from services.engine.registry import ruleset
from services.series.designs import Schedule
from services.series.events import count_events
from services.series.playing import Player
from services.series.results import MatchResult
from tests.unit.series.documents import SEED, playable

RULESET = ruleset("commanders")
DOCUMENT = playable(RULESET, "random", seats=(3,), matches=6)
PLAYER, SCHEDULE = Player(RULESET, DOCUMENT, SEED), Schedule(DOCUMENT)
RESULTS = [PLAYER.play(SCHEDULE.table(number)) for number in range(6)]


def test_what_an_event_names_is_counted_with_those_whom_it_names() -> None:
    placed = [
        (result.number, share["placed"])
        for result in RESULTS
        for share in PLAYER.told(SCHEDULE.table(result.number), result)
        if "placed" in share
    ]
    named = count_events(PLAYER, SCHEDULE, RESULTS, "placed", "commander")
    assert sum(entry.per_match for entry in named) == pytest.approx(len(placed) / 6)
    first = named[0]
    players = {(number, event["player"]) for number, event in placed if str(event["commander"]) == first.name}
    assert first.per_match * 6 == pytest.approx(sum(str(event["commander"]) == first.name for _, event in placed))
    assert first.players == len(players)
    assert first.fair_share == pytest.approx(1 / 3)
    assert first.share.value == pytest.approx(sum(RESULTS[n].share(seat) for n, seat in players) / len(players))
    assert first.score == pytest.approx(sum(RESULTS[n].scores[seat] for n, seat in players) / len(players))


def test_matches_that_failed_and_events_that_there_are_not_count_nothing() -> None:
    failed = [MatchResult(number=0, deal=0, entrants=(0, 0, 0), error="bot_failed")]
    assert count_events(PLAYER, SCHEDULE, failed, "placed", "commander") == []
    assert count_events(PLAYER, SCHEDULE, RESULTS, "nothing", "commander") == []
