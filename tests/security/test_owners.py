"""One person, one share: attackers who multiply themselves by bots, tournaments, guests and keys."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import update

from services.analysis.searches import Searches, SearchRequest
from services.database import Database
from services.database.tables import players, tournaments
from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT, PerDecision
from services.engine.engine import RulesetVersion
from services.errors import Reason
from services.identity import Caller, PlayerKind
from services.identity.idempotent_creation import once
from services.matches.match import Match, Visibility
from services.matches.matches import Matches
from services.matches.outbox import OutboxKind
from services.matches.quotas import QuotaLimits, Quotas
from services.matches.reconciler import reconcile
from services.matches.redis_keys import creator_key, seated_key
from services.matches.turn_queue import TurnQueue
from services.quick_pairing.store import TicketStore
from services.quick_pairing.ticket import NewTicket, Pool
from services.stored_tournaments import due
from services.stored_tournaments.runner import TournamentRunner
from services.tournaments.settings import EntryRules, RoundRobinStage, SwissStage
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.matches.harness import NUDGE_SECONDS, World, at_once, caller_of, refused
from tests.integration.stored_tournaments.hall import ID, TournamentHall

BOTS = ("bot:random",) * 4
POOL = Pool("sealed", {}, 2, NO_CLOCKS, PLAY_DEFAULT, Visibility.PUBLIC)


@pytest.fixture
def world(redis_client: Redis, tmp_path: Path) -> World:
    path = tmp_path / "world.db"
    Database(f"sqlite:///{path}").upgrade()
    return World(redis_client, path)


def with_bots(world: World, name: str, bots: int) -> list[Caller]:
    """A person and bots of its own."""
    owner = world.players.create(name)
    made = [world.players.create_bot(owner.id, f"{name} bot {number}") for number in range(bots)]
    return [caller_of(owner), *(caller_of(bot) for bot in made)]


def limited(world: World, **limits: int) -> Quotas:
    """The world has these quotas from now on."""
    quotas = Quotas(world.redis, QuotaLimits(**limits), now_ms=world.clock)
    world.matches = Matches(
        world.store, world.engines, world.players, world.archive, now_ms=world.clock, quotas=quotas, **world.fairness
    )
    return quotas


# -- a person with ten bots --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "seats"),
    [
        ({"open_matches": 5}, ("me", "open")),
        ({"unfinished_matches": 5}, ("bot:random", "bot:random")),
        ({"bot_seats": 10}, ("bot:random", "bot:random", "me")),
        ({"creations_per_minute": 5}, ("me", "open")),
        ({"live_seats": 5}, ("open", "me")),
    ],
)
def test_a_person_with_ten_bots_has_the_quotas_of_one(
    world: World, limits: dict[str, int], seats: tuple[str, ...]
) -> None:
    limited(world, **limits)
    greedy = with_bots(world, "Greedy", 10)
    for _ in range(2):
        for one in greedy:  # each in its turn, so that nobody is refused for what another has reserved
            at_once([partial(world.create, one, *seats)])
    assert len(world.matches.list(greedy[0], limit=100)[0]) == 5
    assert isinstance(at_once([partial(world.create, world.caller("Ann"), *seats)])[0], Match)


def test_ten_bots_sit_in_as_many_matches_as_their_owner_may(world: World) -> None:
    quotas = limited(world, live_seats=3)
    greedy, tables = with_bots(world, "Greedy", 10), [world.create(world.caller("Host"), "me", "open", "open")]
    tables += [world.create(world.caller("Host"), "me", "open", "open") for _ in range(9)]
    answers = [
        at_once([partial(world.matches.join, bot, table.id)])[0] for bot, table in zip(greedy[1:], tables, strict=True)
    ]
    assert [isinstance(answer, Match) for answer in answers] == [True] * 3 + [False] * 7
    assert quotas.without_seats_left(greedy) == {one.player_id for one in greedy}


def test_ten_bots_wait_with_as_many_tickets_as_their_owner_may(world: World) -> None:
    store = TicketStore(world.redis, patience_ms=60_000, most=4, now_ms=world.clock)
    greedy, new = with_bots(world, "Greedy", 10), NewTicket(POOL, exclusive=False)
    answers = [at_once([partial(store.add, bot, new, 1500.0, once(world.clock))])[0] for bot in greedy]
    assert answers[4:] == [Reason.QUOTA_EXCEEDED] * 7
    assert store.use(greedy[3], greedy[0].player_id).used == 4
    first = store.of_player(greedy[0].player_id)[0]
    store.cancel(greedy[0].player_id, first.id)
    store.add(greedy[9], new, 1500.0, once(world.clock))


def test_ten_bots_ask_for_two_searches_together(world: World) -> None:
    searches, greedy = Searches(world.redis, world.clock), with_bots(world, "Greedy", 10)

    def ask(caller: Caller, number: int) -> str:
        version = RulesetVersion("sealed", "1.0.0")
        return searches.ask(caller, SearchRequest(version, "greedy", b"%d" % number, (), bytes(32)))

    answers = [at_once([partial(ask, bot, number)])[0] for number, bot in enumerate(greedy)]
    assert answers[2:] == [Reason.RATE_LIMITED] * 9
    assert isinstance(at_once([partial(ask, world.caller("Ann"), 99)])[0], str)
    assert [entry.owner for entry in world.tasks()].count(greedy[0].player_id) == 2


def test_ten_bots_have_one_turn_of_the_platform_to_anothers_one(world: World) -> None:
    greedy, ann = with_bots(world, "Greedy", 10), world.caller("Ann")
    for bot in greedy:
        world.create(bot, *BOTS)
    hers = [world.create(ann, *BOTS).id for _ in range(3)]
    order = served(world)
    assert sorted(order.index(match) // 2 for match in hers) == [0, 1, 2]  # one of each two turns


def served(world: World) -> list[str]:
    """The matches whose turns wait, in the order in which they are played, owners in the order of their names."""
    queue = TurnQueue(world.redis)
    for entry in sorted(world.tasks(), key=lambda entry: (entry.owner, entry.match_id)):
        if entry.kind is OutboxKind.TURN:
            queue.add(entry)
    return [turn.match_id for number in range(queue.depth()) if (turn := queue.take(str(number))) is not None]


# -- a host of a thousand ----------------------------------------------------------------------------------------------


@pytest.fixture
def hall(world: World) -> TournamentHall:
    return TournamentHall(world)


def begun(hall: TournamentHall, host: Caller, name: str, bots: int, rounds: int = 3) -> str:
    """A tournament of house bots that has been started."""
    hall.host, id_ = host, f"tournament_{name}"
    hall.announce(SwissStage(rounds=rounds) if bots > 64 else RoundRobinStage(seats=2), id_=id_)
    for first in range(0, bots, 500):
        hall.enter_bots(min(500, bots - first), id_=id_)
    hall.tournaments.control.start(host, id_)
    return id_


def test_the_turns_of_a_small_event_come_as_often_as_those_of_a_hosts_large_one(hall: TournamentHall) -> None:
    large, small = hall.world.caller("A large host"), hall.world.caller("B small host")
    begun(hall, large, "large", 64)
    begun(hall, small, "small", 4)
    hall.look()
    hers = {match.id for match in hall.live() if match.person == small.person}
    order = served(hall.world)
    assert (len(order), len(hers)) == (34, 2)
    assert {order.index(match) // 2 for match in hers} == {0, 1}  # one of each two turns


def test_a_host_of_twenty_events_has_one_turn_of_the_runner_to_anothers_one(hall: TournamentHall) -> None:
    greedy, ann = hall.world.caller("Greedy"), hall.world.caller("Ann")
    of_greedy = {begun(hall, greedy, f"greedy_{number}", 4) for number in range(20)}
    hers = begun(hall, ann, "ann", 4)
    taken = []
    for _ in range(4):
        hall.world.clock.advance(1)
        now_ms = hall.world.clock.now_ms
        taken.append(due.take(hall.world.database, now_ms, 500))
    assert taken.count(hers) >= 1
    assert taken.index(hers) <= 1
    assert set(taken) - {hers} < of_greedy


def test_a_host_whose_events_were_looked_after_by_a_clock_that_was_ahead_is_not_last_until_then(
    hall: TournamentHall,
) -> None:
    late, ann = hall.world.caller("Late"), hall.world.caller("Ann")
    hers = begun(hall, ann, "ann", 4)
    of_late = begun(hall, late, "late", 4)
    with hall.world.database.begin() as connection:
        ahead_ms = hall.world.clock.now_ms + 3_600_000
        connection.execute(update(tournaments).where(tournaments.c.id == of_late).values(served_ms=ahead_ms))
    taken = []
    for _ in range(2):
        hall.world.clock.advance(1)
        taken.append(due.take(hall.world.database, hall.world.clock.now_ms, 0))
    assert set(taken) == {of_late, hers}


def test_an_events_matches_count_for_its_host_and_wait_for_its_quota(hall: TournamentHall) -> None:
    quotas = limited(hall.world, unfinished_matches=3)
    hall.runner = hall.another_runner()
    host, ann = hall.world.caller("Host"), hall.world.caller("Ann")
    begun(hall, host, "large", 16)
    hall.look()
    assert len(hall.live()) == 3
    used = {use.quota.value: use.used for use in quotas.use(host, host.person)}
    assert used["unfinished_matches"] == 3
    assert refused(lambda: hall.world.create(host, *BOTS)).metadata["quota"] == "unfinished_matches"
    hall.world.create(ann, *BOTS)
    for _ in range(80):  # and goes on as its matches end
        hall.play_bots()
        hall.look()
        assert quotas.use(host, host.person)[1].used <= 3
    assert hall.tournaments.get(host, "tournament_large").status.value == "finished"


# -- forty guests of an address ----------------------------------------------------------------------------------------


@pytest.fixture
def platform(redis_client: Redis, redis_url: str, tmp_path: Path) -> Iterator[Hall]:
    path = tmp_path / "playhall.db"
    Database(f"sqlite:///{path}").upgrade()
    made = open_hall(
        tmp_path,
        redis_client,
        redis_url,
        path,
        sign_up="1",
        address_sign_ups="40",
        address_sign_up_seconds="60",
        open_matches_per_player="5",
        player_requests_per_minute="6000",
    )
    yield made
    made.hub.close()


def guest(hall: Hall, number: int) -> Client:
    """Somebody who signs up from the address of all."""
    anybody = hall.stranger()
    body = anybody.make("/v1/sign-ups", {"name": f"Guest {number}"})
    return Client(hall.app, body["key"]["secret"], hall.players.get(body["player"]["id"]))


def test_who_signs_up_too_often_is_told_the_seconds(platform: Hall) -> None:
    for number in range(40):
        guest(platform, number)
    answer = platform.stranger().post("/v1/sign-ups", {"name": "One too many"})
    assert answer.status_code == 429
    seconds = int(answer.headers["Retry-After"])
    assert 1 <= seconds <= 60
    assert f"the next may in {seconds} second" in json.loads(answer.data)["detail"]


def test_nobody_is_shown_for_whom_a_guest_counts(platform: Hall) -> None:
    one, other = guest(platform, 1), guest(platform, 2)
    match = one.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})
    other.make(f"/v1/matches/{match['id']}:join")
    other.make(f"/v1/matches/{match['id']}:resign")
    shown = [f"/v1/matches/{match['id']}", f"/v1/matches/{match['id']}/events", f"/v1/players/{one.id}", "/v1/matches"]
    person = platform.players.get(one.id).person
    for path in shown:
        assert person not in other.get(path).get_data(as_text=True)


# -- guests of a host --------------------------------------------------------------------------------------------------

CUP = {"name": "Cup", "ruleset": "sealed", "stages": [{"format": "swiss", "rounds": 3}], "entry": {"bots": "only"}}


def test_guests_who_invite_guests_multiply_nobody(platform: Hall) -> None:
    first = guest(platform, 1)
    person = platform.players.get(first.id).person
    cup = f"/v1/tournaments/{first.make('/v1/tournaments', CUP)['id']}"
    invitation = first.make(f"{cup}/guest-invitations", {"places": 200})
    body = {"name": "Second", "invitation": invitation["text"]}
    second = platform.stranger().make("/v1/sign-ups", body)
    assert platform.players.get(second["player"]["id"]).person == person
    refused = first.post(f"{cup}/guest-invitations", {"places": 1})
    assert (refused.status_code, json.loads(refused.data)["quota"]) == (429, "invited_guests")


# -- work for nobody ---------------------------------------------------------------------------------------------------


def test_no_call_is_queued_for_bots_without_a_webhook(world: World) -> None:
    reconcile(world.redis, world.clock.now_ms, idle_seconds=NUDGE_SECONDS, webhooks=list)
    kinds: list[OutboxKind] = []
    for _ in range(80):
        bots = [caller_of(world.players.create("Bot", PlayerKind.BOT)) for _ in range(2)]
        match = world.create(bots[0], "me", "open")
        world.matches.join(bots[1], match.id)
        world.finish(match.id, bots)
        kinds += [entry.kind for entry in world.tasks()]
    assert kinds == [OutboxKind.SCORE] * 80


def test_a_call_is_queued_for_each_decision_of_a_bot_with_a_webhook_and_for_no_other(world: World) -> None:
    mine, other = (caller_of(world.players.create("Bot", PlayerKind.BOT)) for _ in range(2))
    reconcile(world.redis, world.clock.now_ms, idle_seconds=NUDGE_SECONDS, webhooks=lambda: [mine.player_id])
    match = world.create(mine, "me", "open")
    world.matches.join(other, match.id)
    asked = 1
    assert [entry.kind for entry in world.tasks()] == [OutboxKind.CALL]
    world.store.called.remove(mine.player_id)
    world.finish(match.id, [mine, other])
    assert [entry.kind for entry in world.tasks()] == [OutboxKind.SCORE] * asked


def test_where_nobody_knows_who_has_a_webhook_every_bot_is_called_for(world: World) -> None:
    bots = [caller_of(world.players.create("Bot", PlayerKind.BOT)) for _ in range(2)]
    world.store.called.add("p_another")  # set by a release that does not know all of them
    match = world.create(bots[0], "me", "open")
    world.matches.join(bots[1], match.id)
    assert [entry.kind for entry in world.tasks()] == [OutboxKind.CALL]


# -- what earlier releases have written --------------------------------------------------------------------------------


def test_nobody_is_refused_for_matches_that_an_earlier_release_has_ended(world: World) -> None:
    limited(world, unfinished_matches=2, live_seats=2)
    ann = world.caller("Ann")
    for number in range(2):  # it knew the lists of players alone, and left the match in those of people
        world.redis.zadd(creator_key(3, ann.person), {f"m_gone{number}": 0})
        world.redis.zadd(seated_key(3, ann.person), {f"m_gone{number}": 0})
    world.create(ann, "me", "open")
    world.create(ann, "me", "open")
    assert refused(lambda: world.create(ann, "me", "open")).metadata["used"] == "2"


def test_a_match_without_a_person_counts_for_its_creator(world: World) -> None:
    quotas = limited(world, open_matches=1)
    ann = world.caller("Ann")
    match = world.create(ann, "me", "open")
    assert match.counts_for is None
    assert match.person == ann.player_id
    assert quotas.use(ann, ann.person)[0].used == 1


def test_a_tournament_without_a_person_goes_on_and_counts_for_its_owner(hall: TournamentHall) -> None:
    quotas = limited(hall.world, unfinished_matches=3)
    hall.runner = hall.another_runner()
    owner, ann = hall.world.caller("Owner"), hall.world.caller("Ann")
    begun(hall, owner, "old", 8)
    written_by_an_earlier_release(hall)
    begun(hall, ann, "new", 4)
    assert due.is_due_for_others(hall.world.database, hall.world.clock(), ann.person)
    assert due.is_due_for_others(hall.world.database, hall.world.clock(), owner.person)
    most = 0
    for _ in range(60):
        hall.look()
        most = max(most, quotas.use(owner, owner.person)[1].used)
        hall.play_bots()
        ended = [hall.tournaments.get(owner, f"tournament_{name}").status.value for name in ("old", "new")]
        if ended == ["finished", "finished"]:
            break
    assert (ended, most) == (["finished", "finished"], 3)


def test_a_tournament_without_a_person_whose_owner_is_a_bot_counts_for_the_bot(hall: TournamentHall) -> None:
    owner, bot = with_bots(hall.world, "Owner", 1)
    begun(hall, bot, "old", 4)
    written_by_an_earlier_release(hall)
    hall.look()
    assert {match.person for match in hall.live()} == {bot.player_id}
    assert not due.is_due_for_others(hall.world.database, hall.world.clock() + 10**9, bot.player_id)
    assert due.is_due_for_others(hall.world.database, hall.world.clock() + 10**9, owner.player_id)


def written_by_an_earlier_release(hall: TournamentHall) -> None:
    """All tournaments are as a release wrote them that did not note for whom they count."""
    with hall.world.database.begin() as connection:
        connection.execute(tournaments.update().values(counts_for=None))


def guest_of(world: World, name: str, person: str) -> Caller:
    player = world.players.create(name)
    with world.database.begin() as connection:
        connection.execute(players.update().where(players.c.id == player.id).values(counts_for=person))
    return caller_of(world.players.get(player.id))


def test_a_guest_who_fills_the_seats_of_all_guests_costs_no_other_a_table(world: World) -> None:
    quotas = limited(world, live_seats=5)
    hall = TournamentHall(world)
    hall.announce(SwissStage(rounds=1), entry=EntryRules(), time_control=PerDecision(seconds=60))
    troll, pupil = guest_of(world, "Troll", "g_p_host"), guest_of(world, "Pupil", "g_p_host")
    for player in (pupil, hall.person("Carl")):
        hall.tournaments.entrants.enter(player, ID)
    for _ in range(5):
        world.create(troll, "me", "open")
    hall.tournaments.control.start(hall.host, ID)
    runner = TournamentRunner(world.database, world.matches, world.players, now_ms=world.clock)
    runner.advance()
    assert quotas.without_seats_left([pupil, troll]) == set()
    assert [match.seat_of(pupil.player_id) is not None for match in hall.live()] == [True]
