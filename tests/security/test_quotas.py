"""How much one player may use, asked for by players who want more."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import grpc
import pytest
from playhall.play.v1.play_pb2 import Pool
from redis import Redis

from gateway.grpc_api.server import PlayLimits
from services.database import Database
from services.errors import Reason, Refusal
from services.identity import Caller, Scope
from services.identity.idempotent_creation import once
from services.matches.creation_request import NewMatch, SeatKind, SeatRequest, parse_seats
from services.matches.match import Match, StartRule, Status, Visibility
from services.matches.matches import Matches
from services.matches.quotas import RESERVED_SECONDS, Quota, QuotaLimits, Quotas
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.grpc_api.clients import PlayClient, served, services_of
from tests.integration.matches.harness import World, at_once, refused

BOT = SeatRequest(SeatKind.BOT, "random")


class Limited:
    """A world with quotas."""

    def __init__(self, world: World) -> None:
        self.world = world

    def limit(self, **limits: int) -> None:
        """These quotas from now on, and no others."""
        world = self.world
        self.quotas = Quotas(world.redis, QuotaLimits(**limits), now_ms=world.clock)
        world.matches = Matches(
            world.store,
            world.engines,
            world.players,
            world.archive,
            now_ms=world.clock,
            quotas=self.quotas,
            **world.fairness,
        )

    def used(self, caller: Caller) -> dict[str, int]:
        """What a player uses."""
        return {use.quota.value: use.used for use in self.quotas.use(caller, caller.player_id)}

    def exceeds(self, call: Callable[[], object]) -> dict[str, str]:
        """What a request is told that exceeds a quota."""
        refusal = refused(call)
        assert refusal.reason is Reason.QUOTA_EXCEEDED
        return refusal.metadata


@pytest.fixture
def limited(redis_client: Redis, tmp_path: Path) -> Limited:
    path = tmp_path / "world.db"
    Database(f"sqlite:///{path}").upgrade()
    return Limited(World(redis_client, path))


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
def test_parallel_requests_do_not_exceed_a_quota(
    limited: Limited, limits: dict[str, int], seats: tuple[str, ...]
) -> None:
    limited.limit(**limits)
    greedy = limited.world.caller("Greedy")
    for _ in range(3):
        answers = at_once([partial(limited.world.create, greedy, *seats)] * 24)
        refusals = [answer for answer in answers if not isinstance(answer, Match)]
        assert set(refusals) == {Reason.QUOTA_EXCEEDED}
    for _ in range(5):  # who was refused early because of others asks again
        at_once([partial(limited.world.create, greedy, *seats)])
    (name, limit) = next(iter(limits.items()))
    assert limited.used(greedy)[name] == limit
    assert len(limited.world.matches.list(greedy)[0]) == 5


def test_parallel_bots_in_open_matches_do_not_exceed_the_quota(limited: Limited) -> None:
    limited.limit(bot_seats=7)
    greedy = limited.world.caller("Greedy")
    matches = [limited.world.create(greedy, "me", "open", "open", "open") for _ in range(5)]
    calls = [partial(limited.world.matches.assign, greedy, match.id, seat, BOT) for match in matches for seat in (1, 2)]
    for _ in range(3):
        at_once(calls)
    for call in calls:
        at_once([call])
    assert limited.used(greedy)["bot_seats"] == 7


def test_what_is_refused_names_quota_limit_and_use(limited: Limited) -> None:
    limited.limit(open_matches=2, bot_seats=4)
    ann = limited.world.caller("Ann")
    limited.world.create(ann, "me", "open", "bot:random", "bot:random")
    limited.world.create(ann, "me", "open")
    too_many = refused(lambda: limited.world.create(ann, "me", "open"))
    assert too_many.metadata == {"quota": "open_matches", "limit": "2", "used": "2"}
    assert too_many.detail == "You have 2 open matches; 2 are allowed."
    bots = limited.exceeds(lambda: limited.world.create(ann, "me", "bot:random", "bot:random", "bot:random"))
    assert bots == {"quota": "bot_seats", "limit": "4", "used": "2"}


def test_the_rate_of_creations_says_how_long_to_wait(limited: Limited) -> None:
    limited.limit(creations_per_minute=2)
    ann = limited.world.caller("Ann")
    limited.world.create(ann, "me", "open")
    limited.world.clock.advance(20)
    limited.world.create(ann, "me", "open")
    metadata = limited.exceeds(lambda: limited.world.create(ann, "me", "open"))
    assert metadata == {"quota": "creations_per_minute", "limit": "2", "used": "2", "retry_seconds": "40"}
    limited.world.clock.advance(40)
    limited.world.create(ann, "me", "open")
    assert limited.exceeds(lambda: limited.world.create(ann, "me", "open"))["retry_seconds"] == "20"


def test_a_player_sits_in_no_more_matches_than_it_may_whoever_created_them(limited: Limited) -> None:
    limited.limit(live_seats=3)
    world = limited.world
    greedy, hosts = world.caller("Greedy"), [world.caller(f"Host {number}") for number in range(6)]
    tables = [world.create(host, "me", "open", "open") for host in hosts]
    world.create(greedy, "me", "open")
    joins = [partial(world.matches.join, greedy, table.id) for table in tables]
    at_once(joins)
    for join in joins:
        at_once([join])
    assert limited.used(greedy)["live_seats"] == 3
    seats = {table.id: world.matches.get(greedy, table.id).seat_of(greedy.player_id) for table in tables}
    refused_at = next(table for table in tables if seats[table.id] is None)
    told = limited.exceeds(lambda: world.matches.join(greedy, refused_at.id))
    assert told == {"quota": "live_seats", "limit": "3", "used": "3"}
    mine = [table for table in tables if seats[table.id] is not None]
    assert world.matches.join(greedy, mine[0].id).seat_of(greedy.player_id) == 1  # again, where it sits
    world.matches.leave(greedy, mine[0].id)
    world.matches.join(greedy, refused_at.id)
    world.matches.join(world.caller("Third"), mine[1].id)
    world.matches.resign(greedy, mine[1].id)
    assert limited.used(greedy)["live_seats"] == 2


def test_leaving_ones_own_match_frees_nothing(limited: Limited) -> None:
    limited.limit(open_matches=1)
    greedy = limited.world.caller("Greedy")
    match = limited.world.create(greedy, "me", "open")
    limited.world.matches.leave(greedy, match.id)
    assert limited.exceeds(lambda: limited.world.create(greedy, "me", "open"))["used"] == "1"


def test_aborting_and_creating_anew_is_bounded_by_the_rate(limited: Limited) -> None:
    limited.limit(open_matches=1, creations_per_minute=10)
    greedy = limited.world.caller("Greedy")
    made = 0
    for _ in range(50):
        (answer,) = at_once([lambda: limited.world.create(greedy, "me", "open")])
        if isinstance(answer, Match):
            made += 1
            limited.world.matches.abort(greedy, answer.id)
    assert made == 10
    assert limited.used(greedy) == {
        "open_matches": 0, "unfinished_matches": 0, "bot_seats": 0, "live_seats": 0, "creations_per_minute": 10,
    }  # fmt: skip


def test_a_match_that_goes_live_still_counts_until_it_has_ended(limited: Limited) -> None:
    limited.limit(open_matches=1, unfinished_matches=2)
    greedy, friend = limited.world.caller("Greedy"), limited.world.caller("Friend")
    for _ in range(2):  # a friend fills what would be too many open ones
        match = limited.world.create(greedy, "me", "open")
        limited.world.matches.join(friend, match.id)
    assert limited.exceeds(lambda: limited.world.create(greedy, "me", "open"))["quota"] == "unfinished_matches"
    limited.world.finish(match.id, [greedy, friend])
    assert limited.world.create(greedy, "me", "open").status is Status.OPEN


def test_matches_without_an_own_seat_count_for_who_created_them(limited: Limited) -> None:
    limited.limit(unfinished_matches=3)
    greedy = limited.world.caller("Greedy")
    limited.world.create(greedy, "open", "open")
    limited.world.create(greedy, "bot:random", "bot:random")
    limited.world.create(greedy, "open", "open", visibility=Visibility.PRIVATE)
    assert limited.exceeds(lambda: limited.world.create(greedy, "me", "open"))["used"] == "3"


def test_who_is_invited_uses_nothing_and_who_joins_a_seat(limited: Limited) -> None:
    limited.limit(open_matches=1, unfinished_matches=1, bot_seats=1, creations_per_minute=1)
    victim = limited.world.caller("Victim")
    for _ in range(5):
        attacker = limited.world.caller("Attacker")
        invitation = f"player:{victim.player_id}"
        limited.world.create(attacker, "me", invitation, "bot:random", visibility=Visibility.PRIVATE)
    others = limited.world.create(limited.world.caller("Host"), "me", "open")
    limited.world.matches.join(victim, others.id)
    assert {name for name, used in limited.used(victim).items() if used} == {"live_seats"}
    assert limited.world.create(victim, "me", "open", "bot:random").status is Status.OPEN


def test_a_full_match_that_waits_for_its_creator_is_an_open_one(limited: Limited) -> None:
    limited.limit(open_matches=1)
    greedy = limited.world.caller("Greedy")
    match = limited.world.create(greedy, "bot:random", "bot:random", start_rule=StartRule.BY_CREATOR)
    assert limited.exceeds(lambda: limited.world.create(greedy, "me", "open"))["quota"] == "open_matches"
    limited.world.matches.start(greedy, match.id)
    limited.world.create(greedy, "me", "open")


def test_bots_that_are_given_seats_later_count_and_count_no_more_when_they_lose_them(limited: Limited) -> None:
    limited.limit(bot_seats=2)
    greedy = limited.world.caller("Greedy")
    match = limited.world.create(greedy, "me", "open", "open", "bot:random")
    assign = partial(limited.world.matches.assign, greedy, match.id)
    assign(1, BOT)
    assign(1, BOT)  # sent again
    assert limited.exceeds(lambda: assign(2, BOT)) == {"quota": "bot_seats", "limit": "2", "used": "2"}
    assign(1, SeatRequest(SeatKind.OPEN))
    assert limited.used(greedy)["bot_seats"] == 1
    assign(2, BOT)


def test_a_creation_that_is_sent_again_counts_once_and_passes_at_the_limit(limited: Limited) -> None:
    limited.limit(open_matches=1, creations_per_minute=1)
    ann = limited.world.caller("Ann")
    creation = once(limited.world.clock)
    create = partial(limited.world.matches.create, ann, NewMatch("sealed", parse_seats(["me", "open"]), {}))
    first = create(creation=creation)
    assert create(creation=creation).id == first.id
    assert limited.used(ann)["creations_per_minute"] == 1


def test_a_creation_that_is_refused_counts_for_nothing(limited: Limited) -> None:
    limited.limit(open_matches=1, creations_per_minute=2)
    ann = limited.world.caller("Ann")
    match = limited.world.create(ann, "me", "open")
    for _ in range(5):
        limited.exceeds(lambda: limited.world.create(ann, "me", "open"))
    assert refused(lambda: limited.world.create(ann, "me", "bot:nobody")).reason is Reason.UNKNOWN_BOT
    assert limited.used(ann)["creations_per_minute"] == 1
    limited.world.matches.abort(ann, match.id)
    limited.world.create(ann, "me", "open")


def test_what_a_process_reserved_that_died_is_free_again_after_a_minute(limited: Limited) -> None:
    limited.limit(open_matches=1)
    ann = limited.world.caller("Ann")
    match = limited.world.create(ann, "me", "open")
    limited.world.matches.abort(ann, match.id)
    with pytest.raises(Refusal), limited.quotas.creation(ann, match._replace(id=f"{match.id[:-2]}zz")):
        raise Refusal(Reason.BUSY)  # nobody knows whether it was committed
    assert limited.exceeds(lambda: limited.world.create(ann, "me", "open"))["used"] == "1"
    limited.world.clock.advance(RESERVED_SECONDS)
    limited.world.create(ann, "me", "open")


def test_admins_have_no_quota(limited: Limited) -> None:
    limited.limit(open_matches=1, unfinished_matches=1, bot_seats=1, creations_per_minute=1)
    root = limited.world.caller("Root", Scope.ADMIN)
    for _ in range(3):
        limited.world.create(root, "open", "open", "bot:random", "bot:random")
    assert {use.limit for use in limited.quotas.use(root, root.player_id)} == {None}


def test_under_a_spectator_delay_the_end_of_a_match_shows_in_no_count(limited: Limited) -> None:
    limited.limit(unfinished_matches=5)
    host, bob, eve = limited.world.caller("Host"), limited.world.caller("Bob"), limited.world.caller("Eve")
    match = limited.world.create(host, "open", "open", spectator_delay_seconds=600)
    for person in (bob, eve):
        limited.world.matches.join(person, match.id)
    limited.world.finish(match.id, [bob, eve])
    limited.world.clock.advance(599)
    assert limited.used(host)["unfinished_matches"] == 1
    limited.world.clock.advance(2)
    assert limited.world.scoring.score(match.id)
    assert limited.used(host)["unfinished_matches"] == 0


# -- over REST ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(redis_client: Redis, redis_url: str, tmp_path: Path) -> Iterator[Hall]:
    path = tmp_path / "playhall.db"
    Database(f"sqlite:///{path}").upgrade()
    made = open_hall(
        tmp_path,
        redis_client,
        redis_url,
        path,
        open_matches_per_player="2",
        bot_seats_per_player="3",
        live_seats_per_player="4",
        creations_per_minute_per_player="3",
    )
    yield made
    made.hub.close()


NEW: dict[str, object] = {"ruleset": "sealed", "seats": ["me", "open"]}


def quota_problem(client: Client, body: dict[str, object]) -> dict[str, object]:
    response = client.post("/v1/matches", body)
    document = json.loads(response.data)
    assert (response.status_code, document["code"]) == (429, "QUOTA_EXCEEDED")
    wanted = ("quota", "limit", "used", "retry_seconds", "errors")
    told = {name: value for name, value in document.items() if name in wanted}
    assert response.headers.get("Retry-After") == told.get("retry_seconds")
    return told


def test_a_problem_says_which_quota_and_how_much(hall: Hall) -> None:
    ann = hall.client("Ann")
    first = ann.make("/v1/matches", NEW)
    ann.make("/v1/matches", NEW)
    assert quota_problem(ann, NEW) == {
        "quota": "open_matches",
        "limit": "2",
        "used": "2",
        "errors": [{"pointer": "/body", "detail": "exceeds open_matches"}],
    }
    ann.make(f"/v1/matches/{first['id']}:abort")
    ann.make("/v1/matches", NEW)
    ann.make(f"/v1/matches/{ann.read('/v1/matches?status=open')['matches'][0]['id']}:abort")
    told = quota_problem(ann, NEW)
    assert (told["quota"], told["limit"], told["used"]) == ("creations_per_minute", "3", "3")
    assert 1 <= int(str(told["retry_seconds"])) <= 60


def test_a_request_that_is_sent_again_with_its_key_is_free(hall: Hall) -> None:
    ann = hall.client("Ann")
    ann.make("/v1/matches", NEW)
    again = [ann.make("/v1/matches", NEW, headers={"Idempotency-Key": "one"}) for _ in range(10)]
    assert len({match["id"] for match in again}) == 1
    quotas = {entry["quota"]: entry["used"] for entry in ann.read("/v1/players/me/quotas")["quotas"]}
    used = {"open_matches": 2, "unfinished_matches": 2, "bot_seats": 0, "live_seats": 2, "creations_per_minute": 2}
    used |= {"open_series": 0, "bots": 0, "waiting_tickets": 0, "open_tournaments": 0}
    assert quotas == used


def test_a_bot_too_many_is_pointed_at(hall: Hall) -> None:
    ann = hall.client("Ann")
    match = ann.make("/v1/matches", {"ruleset": "sealed", "seats": ["open", "bot:random", "bot:random", "bot:random"]})
    other = ann.make("/v1/matches", NEW)
    response = ann.ask("PUT", f"/v1/matches/{other['id']}/seats/1", json={"seat": "bot:random"})
    document = json.loads(response.data)
    assert (response.status_code, document["code"]) == (429, "QUOTA_EXCEEDED")
    assert document["errors"] == [{"pointer": "/body/seat", "detail": "exceeds bot_seats"}]
    assert ann.ask("PUT", f"/v1/matches/{match['id']}/seats/1", json={"seat": "bot:random"}).status_code == 200


def test_quotas_are_for_the_player_itself_and_admins(hall: Hall) -> None:
    ann, eve, root = hall.client("Ann"), hall.client("Eve"), hall.client("Root", (Scope.ADMIN,))
    ann.make("/v1/matches", NEW)
    ann.make("/v1/tickets", {"ruleset": "sealed", "seats": 2})
    assert eve.get(f"/v1/players/{ann.id}/quotas").status_code == 403
    found = root.read(f"/v1/players/{ann.id}/quotas")
    assert found == {
        "player_id": ann.id,
        "quotas": [
            {"quota": "open_matches", "limit": 2, "used": 1},
            {"quota": "unfinished_matches", "limit": None, "used": 1},
            {"quota": "bot_seats", "limit": 3, "used": 0},
            {"quota": "live_seats", "limit": 4, "used": 1},
            {"quota": "creations_per_minute", "limit": 3, "used": 1},
            {"quota": "open_series", "limit": None, "used": 0},
            {"quota": "bots", "limit": 10, "used": 0},
            {"quota": "waiting_tickets", "limit": 20, "used": 1},
            {"quota": "open_tournaments", "limit": None, "used": 0},
        ],
    }
    others = ["open_series", "bots", "waiting_tickets", "open_tournaments"]
    assert [entry["quota"] for entry in found["quotas"]] == [*(quota.value for quota in Quota), *others]


# -- over gRPC ---------------------------------------------------------------------------------------------------------


def test_over_grpc_the_same_is_refused_and_told(hall: Hall) -> None:
    ann = hall.client("Ann")
    with (
        served(services_of(hall), PlayLimits(threads=4, streams=1)) as (_, target),
        grpc.insecure_channel(target) as channel,
    ):
        client = PlayClient(channel, ann.key)
        seats = ["me", "open"]
        first = client.ask("CreateMatch", ruleset="sealed", seats=seats, request_id="one").match.id
        assert client.ask("CreateMatch", ruleset="sealed", seats=seats, request_id="one").match.id == first
        client.ask("CreateMatch", ruleset="sealed", seats=seats)
        refused = client.refused("CreateMatch", ruleset="sealed", seats=seats)
        assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "QUOTA_EXCEEDED")
        assert refused.metadata == {"quota": "open_matches", "limit": "2", "used": "2"}
        seat = client.refused("CreateMatch", ruleset="sealed", seats=["bot:random"] * 4)
        assert seat.metadata == {"quota": "bot_seats", "limit": "3", "used": "0"}
        client.ask("CreateTicket", pool=Pool(ruleset="sealed", seats=2))
        told = client.ask("GetQuotas").quotas
        assert [(use.quota, use.limit, use.HasField("limit"), use.used) for use in told] == [
            ("open_matches", 2, True, 2),
            ("unfinished_matches", 0, False, 2),
            ("bot_seats", 3, True, 0),
            ("live_seats", 4, True, 2),
            ("creations_per_minute", 3, True, 2),
            ("open_series", 0, False, 0),
            ("bots", 10, True, 0),
            ("waiting_tickets", 20, True, 1),
            ("open_tournaments", 0, False, 0),
        ]
