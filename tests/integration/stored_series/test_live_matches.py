"""Series in which bots take part that live elsewhere: their matches are live matches, looked after once a second."""

import json
import threading
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from services.database.tables import rated_results
from services.engine.clocks import PerDecision, TakeOver
from services.engine.engine import Step
from services.engine.fairness import deal_seed
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import OptionValue
from services.errors import Reason, Refusal
from services.identity import PlayerKind, Scope
from services.matches.accounts import Accounts, Cursor
from services.matches.match import Assistance, DeclineReason, SeatStatus, Status
from services.matches.matches import Matches
from services.matches.outbox import OutboxKind
from services.matches.quotas import Quota, QuotaLimits, Quotas
from services.series.document import FixedStop, SprtStop, UnplayableSeries, check_playable
from services.stored_series import (
    LiveMatches,
    Series,
    SeriesJobs,
    SeriesRequest,
    SeriesStatus,
    live_rows,
    plan_document,
)
from tests.integration.matches.harness import World, at_once, caller_of, refused
from tests.rulesets import sealed
from tests.signing import SIGNING_KEYS

SEED = bytes(range(32))
ABOUT = sealed.RULESET.describe()


class CannotStart(InProcessEngine[Any, Any, Any]):
    """The engine of Sealed Rows, whose service stops answering when a match is to start."""

    def __init__(self) -> None:
        super().__init__(sealed.RULESET)

    def start(self, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> Step:
        raise Refusal(Reason.BUSY)


class LiveSeriesWorld:
    """A platform on call: what its workers would do is done when the test says so."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.jobs = SeriesJobs(world.database, SIGNING_KEYS, now_ms=world.clock)
        self.bot = caller_of(world.players.create("Bot", PlayerKind.BOT))
        self.owner = world.caller("Owner")
        self.live = self.with_matches(world)

    def with_matches(self, world: World) -> LiveMatches:
        versions = lambda: {(ABOUT.id, ABOUT.version)}  # noqa: E731 - what a worker has
        return LiveMatches(world.database, world.matches, world.players, versions=versions, now_ms=world.clock)

    def with_quotas(self, limits: QuotaLimits) -> Quotas:
        """Work with quotas from now on."""
        world = self.world
        quotas = Quotas(world.redis, limits, now_ms=world.clock)
        world.matches = Matches(
            world.store,
            world.engines,
            world.players,
            world.archive,
            now_ms=world.clock,
            quotas=quotas,
            **world.fairness,
        )
        self.live = self.with_matches(world)
        return quotas

    def told(self) -> list[str]:
        """What the bot's account was told, by type."""
        entries = Accounts(self.world.redis, now_ms=self.world.clock).entries(
            self.bot.player_id, Cursor(self.world.clock.now_ms - 60_000)
        )
        assert entries is not None
        return [json.loads(entry.event)["type"] for entry in entries]

    def begin(self, *others: str, matches: int = 3, concurrency: int = 2, **more: Any) -> Series:
        request = SeriesRequest(
            ABOUT.id,
            (f"player:{self.bot.player_id}", *(others or ("greedy",))),
            concurrency=concurrency,
            stop=more.pop("stop", FixedStop(rule="fixed", matches=matches)),
            **more,
        )
        document = plan_document(request, ABOUT, SEED, {self.bot.player_id: "unknown"})
        return self.jobs.create(self.owner, document, SEED, series_id="series_a")

    def look(self) -> list[str]:
        """Let a second pass and somebody look after the series; gives the matches that are under way then."""
        self.world.clock.advance(1)
        while self.live.advance():
            pass
        while self.jobs.settle():
            pass
        return [match.match_id for match in live_rows.under_way(self.world.database, "series_a")]

    def play(self, match_id: str) -> None:
        """Play a match to its end: the bot takes the first legal action, house bots play for themselves."""
        match = self.world.matches.get(self.bot, match_id)
        while match.status is Status.LIVE:
            for entry in self.world.tasks():
                if entry.kind is OutboxKind.TURN:
                    self.world.bot_turns.play_turns(entry.match_id, budget_seconds=60, max_decisions=1000)
            match = self.world.matches.get(self.bot, match_id)
            seat = match.seat_of(self.bot.player_id)
            if seat is not None and (number := match.decisions[seat]) is not None:
                legal = json.loads(self.world.matches.view(self.bot, match_id, seat).legal)
                self.world.matches.decide(self.bot, match_id, seat, number, legal[0]["notation"])
                match = self.world.matches.get(self.bot, match_id)
        self.world.scoring.score(match_id)

    def series(self) -> Series:
        return self.jobs.get(self.owner, "series_a")

    def results(self) -> list[dict[str, Any]]:
        lines = b"".join(self.jobs.results(self.owner, "series_a")).splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture
def hall(world: World) -> LiveSeriesWorld:
    return LiveSeriesWorld(world)


def test_live_matches_are_looked_after_where_that_was_last_done_by_a_clock_that_was_ahead(
    hall: LiveSeriesWorld,
) -> None:
    hall.begin(matches=3, concurrency=2)
    database, now_ms = hall.world.database, hall.world.clock.now_ms
    assert live_rows.take(database, now_ms + 3_600_000) is not None
    assert live_rows.take(database, now_ms) is not None
    assert live_rows.take(database, now_ms) is None
    assert live_rows.take(database, now_ms + live_rows.LOOK_MS) is not None


def test_a_bot_that_lives_elsewhere_plays_a_series_in_live_matches(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=3, concurrency=2)
    first = hall.look()
    assert len(first) == 2
    assert [hall.world.matches.get(hall.bot, id).status for id in first] == [Status.LIVE, Status.LIVE]
    assert (hall.series().status, hall.series().played) == (SeriesStatus.RUNNING, 0)
    for match_id in first:
        hall.play(match_id)
    (third,) = hall.look()
    assert (hall.series().played, hall.series().settled) == (2, 2)
    hall.play(third)
    assert hall.look() == []
    ended = hall.series()
    assert (ended.status, ended.played, ended.settled, ended.failed) == (SeriesStatus.FINISHED, 3, 3, 0)
    results = hall.results()
    assert [(each["number"], each["match"]) for each in results] == list(enumerate([*first, third]))
    for each in results:
        replay = json.loads(hall.world.matches.replay(hall.owner, each["match"]))
        assert each["final_state_sha256"] == replay["final_state_sha256"]
        assert each["decisions"] == len(replay["steps"])
        assert each["ranks"] == [seat["rank"] for seat in replay["outcome"]["results"]]
        assert [seat["player"] for seat in replay["commitment_document"]["seats"]] == [
            hall.bot.player_id if entrant == 0 else None for entrant in each["entrants"]
        ]


def test_a_live_series_is_practice_and_bars_its_owner_from_no_analysis(hall: LiveSeriesWorld) -> None:
    hall.bot = caller_of(hall.world.players.create_bot(hall.owner.player_id, "Own bot"))
    hall.begin(matches=1, time_control=PerDecision(seconds=30), on_time_out=TakeOver(bot="greedy"))
    (match_id,) = hall.look()
    match = hall.world.matches.get(hall.owner, match_id)
    assert (match.status, match.rated, match.assistance) == (Status.LIVE, False, Assistance.OPEN)
    hall.world.matches.check_help(hall.owner, ABOUT.id)
    hall.play(match_id)
    with hall.world.database.read() as connection:
        assert connection.execute(select(rated_results.c.exclusion)).scalars().all() == ["unrated"]


def test_the_server_seed_of_each_match_follows_from_the_seed_of_the_series(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=2)
    for match_id in hall.look():
        hall.play(match_id)
    hall.look()
    seeds = []
    for number, each in enumerate(hall.results()):
        replay = json.loads(hall.world.matches.replay(hall.owner, each["match"]))
        assert replay["server_seed"] == deal_seed(SEED, number).hex()
        seeds.append(replay["server_seed"])
    assert len(set(seeds)) == 2


def test_looking_twice_or_after_a_crash_makes_each_match_once(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=4, concurrency=2)
    # The process that looks dies when it has handed out the matches, and before it makes the first.
    found = live_rows.take(hall.world.database, hall.world.clock())
    assert found is not None
    dealt = live_rows.deal(hall.world.database, found, hall.world.clock())
    assert refused(lambda: hall.world.matches.get(hall.owner, dealt[0].match_id)).reason is Reason.NOT_FOUND
    assert hall.look() == [match.match_id for match in dealt]
    assert hall.look() == [match.match_id for match in dealt]
    assert [hall.world.matches.get(hall.bot, match.match_id).status for match in dealt] == [Status.LIVE] * 2
    # It dies when a result is stored, and before the next match is made.
    hall.play(dealt[0].match_id)
    hall.look()
    assert hall.series().played == 1
    live_rows.complete(hall.world.database, "series_a", dealt[0].number, b"{}\n", hall.world.clock())
    assert hall.series().played == 1


def test_one_second_belongs_to_one_process(hall: LiveSeriesWorld) -> None:
    hall.begin()
    other = hall.with_matches(hall.world)
    looks = at_once([hall.live.advance, other.advance])
    assert sorted(looks) == [False, True]
    assert not other.advance()


def test_a_paused_series_ends_its_matches_and_begins_no_others(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=4, concurrency=2)
    first = hall.look()
    hall.jobs.change(hall.owner, "series_a", status=SeriesStatus.PAUSED)
    hall.play(first[0])
    assert hall.look() == first[1:]
    assert hall.series().played == 1
    hall.jobs.change(hall.owner, "series_a", status=SeriesStatus.RUNNING)
    assert len(hall.look()) == 2


def test_a_cancelled_series_aborts_what_is_under_way(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=4, concurrency=2)
    first = hall.look()
    hall.play(first[0])
    hall.jobs.change(hall.owner, "series_a", status=SeriesStatus.CANCELLED)
    assert hall.look() == []
    assert hall.world.matches.get(hall.bot, first[1]).status is Status.ABORTED
    assert hall.series().status is SeriesStatus.CANCELLED
    assert not hall.jobs.is_work()


def test_the_verdict_of_a_sequential_test_aborts_what_is_under_way(hall: LiveSeriesWorld) -> None:
    stop = SprtStop(rule="sprt", entrants=(0, 1), elo0="-800", elo1="800", alpha="0.4", beta="0.4", max_matches=40)
    hall.begin(stop=stop, concurrency=2)
    for _ in range(40):
        under_way = hall.look()
        if hall.series().is_ended:
            break
        hall.play(under_way[0])
    assert hall.series().status is SeriesStatus.FINISHED
    assert hall.look() == []
    assert hall.series().played == hall.series().settled == len(hall.results())


def test_an_aborted_match_is_an_error_and_costs_the_series_nothing_else(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    (match_id,) = hall.look()
    hall.world.matches.abort(caller_of(hall.world.players.create("Eve"), Scope.ADMIN), match_id)
    hall.look()
    assert hall.results() == [
        {
            "deal": 0,
            "decisions": 0,
            "entrants": hall.results()[0]["entrants"],
            "error": "aborted",
            "match": match_id,
            "number": 0,
        }
    ]
    assert (hall.series().status, hall.series().failed) == (SeriesStatus.FINISHED, 1)


def test_nobody_is_invited_and_the_seats_show_the_versions_of_bots(hall: LiveSeriesWorld) -> None:
    hall.world.players.state_version(hall.bot.player_id, "2.1")
    hall.begin(matches=1)
    (match_id,) = hall.look()
    match = hall.world.matches.get(hall.bot, match_id)
    assert (match.status, match.creator_id) == (Status.LIVE, hall.owner.player_id)
    by_player = {seat.player_id: (seat.status, seat.version, seat.bot) for seat in match.seats}
    assert by_player == {
        hall.bot.player_id: (SeatStatus.TAKEN, "2.1", None),
        "bot_sealed_greedy": (SeatStatus.TAKEN, None, "greedy"),
    }
    assert hall.told()[:2] == ["seated", "match_began"]


def test_a_bot_cannot_decline_or_leave_before_its_match_starts(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=1)
    working = hall.world.matches
    hall.world.matches = Matches(
        hall.world.store,
        EngineDirectory({"sealed": CannotStart()}),
        hall.world.players,
        hall.world.archive,
        now_ms=hall.world.clock,
        **hall.world.fairness,
    )
    hall.live = hall.with_matches(hall.world)
    (match_id,) = hall.look()
    assert hall.world.matches.get(hall.bot, match_id).status is Status.OPEN
    for reason in DeclineReason:
        refusal = refused(partial(hall.world.matches.leave, hall.bot, match_id, reason=reason))
        assert refusal.reason is Reason.MATCH_NOT_OPEN
    hall.world.matches = working
    hall.live = hall.with_matches(hall.world)
    assert hall.look() == [match_id]
    hall.play(match_id)
    hall.look()
    assert (hall.series().status, hall.series().failed) == (SeriesStatus.FINISHED, 0)
    assert len(working.list(hall.owner, creator=hall.owner.player_id)[0]) == 1


def test_a_bot_that_declines_all_the_time_plays_every_match(hall: LiveSeriesWorld) -> None:
    hall.begin(matches=20, concurrency=20)
    found = live_rows.take(hall.world.database, hall.world.clock())
    assert found is not None
    dealt = [match.match_id for match in live_rows.deal(hall.world.database, found, hall.world.clock())]
    hall.world.clock.advance(1)
    made = threading.Event()

    def make() -> None:
        try:
            hall.live.advance()
        finally:
            made.set()

    def decline() -> set[Reason]:
        reasons = set[Reason]()
        while not made.is_set():
            reasons |= {refused(partial(hall.world.matches.leave, hall.bot, id)).reason for id in dealt}
        return reasons

    _, first, second = at_once([make, decline, decline])
    assert first | second <= {Reason.NOT_FOUND, Reason.MATCH_NOT_OPEN}
    assert [hall.world.matches.get(hall.bot, id).status for id in dealt] == [Status.LIVE] * 20


def test_a_series_waits_where_a_quota_is_used_up(hall: LiveSeriesWorld) -> None:
    quotas = hall.with_quotas(QuotaLimits(live_seats=1, creations_per_minute=100))
    hall.begin(matches=2, concurrency=2)
    first, second = hall.look()
    assert hall.world.matches.get(hall.owner, first).status is Status.LIVE
    for _ in range(3):
        assert hall.look() == [first, second]
    assert refused(lambda: hall.world.matches.get(hall.owner, second)).reason is Reason.NOT_FOUND
    used = {use.quota: use.used for use in quotas.use(hall.owner, hall.owner.player_id)}
    assert (used[Quota.CREATIONS_PER_MINUTE], used[Quota.UNFINISHED_MATCHES]) == (1, 1)
    hall.play(first)
    assert hall.look() == [second]
    assert hall.look() == [second]
    assert hall.world.matches.get(hall.owner, second).status is Status.LIVE


def test_a_bot_with_a_series_of_its_own_uses_one_seat_for_each_match(hall: LiveSeriesWorld) -> None:
    hall.with_quotas(QuotaLimits(live_seats=1))
    hall.owner = hall.bot
    hall.begin(matches=1)
    (match_id,) = hall.look()
    assert hall.world.matches.get(hall.bot, match_id).status is Status.LIVE


def test_a_series_waits_for_a_bot_that_is_switched_off(hall: LiveSeriesWorld) -> None:
    hall.world.players.change(hall.bot.player_id, online=False)
    hall.begin(matches=1)
    (match_id,) = hall.look()
    assert hall.look() == [match_id]
    assert refused(lambda: hall.world.matches.get(hall.owner, match_id)).reason is Reason.NOT_FOUND
    assert hall.series().status is SeriesStatus.RUNNING
    hall.world.players.change(hall.bot.player_id, online=True)
    hall.look()
    assert hall.world.matches.get(hall.bot, match_id).status is Status.LIVE


def test_a_bot_that_is_gone_ends_the_series_with_a_reason(hall: LiveSeriesWorld) -> None:
    document = hall.begin(matches=2).document
    live = [document.entrants[0].model_copy(update={"bot": "player:p_gone"}), document.entrants[1]]
    hall.jobs.create(hall.owner, document.model_copy(update={"entrants": tuple(live)}), SEED, series_id="series_b")
    hall.look()
    failed = hall.jobs.get(hall.owner, "series_b")
    assert failed.status is SeriesStatus.FAILED
    assert failed.status_reason == "match 0 cannot be begun: NOT_FOUND"


def test_workers_that_play_by_themselves_leave_live_series_alone(hall: LiveSeriesWorld) -> None:
    hall.begin()
    assert hall.jobs.is_work()
    assert hall.jobs.claim("worker") is None


def test_a_live_series_is_not_played_without_its_platform(hall: LiveSeriesWorld) -> None:
    with pytest.raises(UnplayableSeries, match="only their platform can play it"):
        check_playable(hall.begin().document, ABOUT)
