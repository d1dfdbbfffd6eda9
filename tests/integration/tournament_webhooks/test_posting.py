"""Hosts' own programs are told what happens in their tournaments, whatever these programs are."""

import socket
import threading
import time
from collections.abc import Callable

import pytest

from services.errors import Reason
from services.identity import ApiKeys, Caller, Scope
from services.identity.idempotent_creation import once
from services.stored_tournaments.hosted_tournament import HostRole, TournamentVisibility
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.store import is_due
from services.tournament_webhooks.tournament_webhook import TournamentDelivery, WebhookState
from services.tournaments.settings import SwissStage
from services.webhooks.kept_deliveries import KEPT
from services.webhooks.signing import secret_text
from services.webhooks.webhook import Outcome
from tests.bot_server import Asked
from tests.integration.matches.harness import at_once, caller_of, refused
from tests.integration.stored_tournaments.hall import ABOUT, ID, TournamentHall
from tests.integration.tournament_webhooks.conftest import CREATION, Posting, entries, well
from tests.integration.webhooks.test_calls import verified


def announced(hall: TournamentHall, bots: int = 4) -> None:
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(bots)


def test_each_entry_is_posted_once_in_the_order_of_the_log(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=2))
    webhook, is_new = posting.webhooks.put(hall.host, ID, server.url, creation=CREATION)
    assert (is_new, webhook.next_entry, webhook.due_ms) == (True, 1, None)
    hall.enter_bots(4)
    posting.work()
    assert entries(server) == [1, 2, 3, 4]
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    posting.work()
    revision = hall.hosted().revision
    assert entries(server) == list(range(1, revision + 1))
    first, last = server.asked[0], server.asked[-1]
    assert first.json == {
        "type": "tournament_entry",
        "tournament": ID,
        "name": "Cup",
        "status": "registration",
        "revision": 4,
        "entry": {
            "number": 1,
            "at": "2027-01-15T08:00:00.000Z",
            "by": hall.host.player_id,
            "reason": "",
            "what": {"kind": "entered", "entrant": "e1", "name": "greedy 1", "player": None, "bot": "greedy"}
            | {"is_bot": True, "rating": None}
            | {"bot_version": ABOUT.version, "owner": None},
        },
    }
    assert (last.json["entry"]["what"]["kind"], last.json["status"], last.json["revision"]) == (
        "finished",
        "finished",
        revision,
    )
    assert first.headers["webhook-id"] == f"{ID}-1"
    assert all(verified(secret_text(webhook.secrets[0]), asked) for asked in server.asked)
    assert not is_due(posting.world.database, posting.world.clock())
    assert posting.outcomes() == [(entry, "accepted") for entry in range(1, revision + 1)]


def test_calls_are_signed_for_24_hours_by_both_secrets_after_a_rotation(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    announced(hall)
    old = posting.webhooks.put(hall.host, ID, server.url, creation=CREATION)[0].secrets[0]
    rotation = once()
    rotated = posting.webhooks.rotate(hall.host, ID, creation=rotation)
    assert rotated.secrets[1] == old
    assert posting.webhooks.rotate(hall.host, ID, creation=rotation).secrets == rotated.secrets
    hall.enter_bots(1, "random")
    posting.work()
    assert verified(secret_text(old), server.asked[-1])
    assert verified(secret_text(rotated.secrets[0]), server.asked[-1])
    posting.world.clock.advance(24 * 3600)
    hall.enter_bots(2, "random")
    posting.work()
    assert not verified(secret_text(old), server.asked[-1])
    assert verified(secret_text(rotated.secrets[0]), server.asked[-1])


def hang(asked: Asked) -> None:
    time.sleep(2)


def fail(asked: Asked) -> None:
    asked.raw(500, b"no")


def redirect(asked: Asked) -> None:
    asked.raw(302, b"", Location="http://127.0.0.1:1/")


def disappear(asked: Asked) -> None:
    asked.handler.close_connection = True


def giant(asked: Asked) -> None:
    asked.raw(200, b" " * 100_000)


def nonsense(asked: Asked) -> None:
    asked.handler.wfile.write(b"SSH-2.0-OpenSSH_9.9\r\n")
    asked.handler.close_connection = True


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (hang, "timeout"),
        (fail, "status"),
        (redirect, "redirect"),
        (disappear, "connect"),
        (giant, "too_large"),
        (nonsense, "connect"),
    ],
)
def test_what_is_not_taken_is_tried_again_with_growing_pauses(
    posting: Posting, answer: Callable[[Asked], None], outcome: str
) -> None:
    server, hall = posting.receiver(answer), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(server)
    hall.enter_bots(2)
    posting.work()
    webhook = posting.webhooks.get(hall.host, ID)
    assert (webhook.state, webhook.next_entry, webhook.failures) == (WebhookState.FAILING, 1, 1)
    assert webhook.due_ms == posting.world.clock() + 1_000
    posting.work()
    assert entries(server) == [1]
    if answer is not hang:
        pauses = []
        for _ in range(3):
            posting.world.clock.advance(((webhook.due_ms or 0) - posting.world.clock()) / 1000)
            posting.work()
            webhook = posting.webhooks.get(hall.host, ID)
            pauses.append((webhook.due_ms or 0) - posting.world.clock())
        assert pauses == [2_000, 4_000, 8_000]
    assert {(entry, told) for entry, told in posting.outcomes()} == {(1, outcome)}
    server.answer = well
    posting.world.clock.advance(900)
    posting.work()
    assert entries(server)[-2:] == [1, 2]
    webhook = posting.webhooks.get(hall.host, ID)
    assert (webhook.state, webhook.failures, webhook.failing_since_ms) == (WebhookState.ACTIVE, 0, None)


def test_a_receiver_that_is_not_there_is_given_up_after_a_day_and_told_on_from_where_its_host_says(
    posting: Posting,
) -> None:
    server, hall = posting.receiver(fail), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(server)
    hall.enter_bots(3)
    began_ms = posting.world.clock()
    for _ in range(200):
        posting.work()
        webhook = posting.webhooks.get(hall.host, ID)
        if webhook.due_ms is None:
            break
        posting.world.clock.advance((webhook.due_ms - posting.world.clock()) / 1000)
    assert webhook.state is WebhookState.GIVEN_UP
    assert 23.5 * 3_600_000 < (webhook.given_up_ms or 0) - began_ms <= 24 * 3_600_000
    assert set(entries(server)) == {1}
    hall.enter_bots(4)
    posting.work()
    assert set(entries(server)) == {1}
    server.answer = well
    server.asked.clear()
    resent = posting.webhooks.resend(hall.host, ID, 2)
    assert (resent.state, resent.next_entry) == (WebhookState.ACTIVE, 2)
    posting.work()
    assert entries(server) == [2, 3, 4]
    posting.webhooks.resend(hall.host, ID, 1)
    posting.work()
    assert entries(server) == [2, 3, 4, 1, 2, 3, 4]
    error = refused(lambda: posting.webhooks.resend(hall.host, ID, 5))
    assert (error.reason, error.errors[0].pointer) == (Reason.INVALID_FIELD, "/entry")


def test_a_receiver_that_is_gone_is_given_up_at_once(posting: Posting) -> None:
    server, hall = posting.receiver(lambda asked: asked.raw(410, b"")), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(server)
    hall.enter_bots(2)
    posting.work()
    assert posting.webhooks.get(hall.host, ID).state is WebhookState.GIVEN_UP
    server.answer = well
    posting.set(server)
    posting.work()
    assert entries(server) == [1, 1, 2]


def test_another_url_goes_on_where_the_one_before_is(posting: Posting) -> None:
    first, second, hall = posting.receiver(fail), posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(first)
    secret = posting.webhooks.get(hall.host, ID).secrets
    hall.enter_bots(2)
    posting.work()
    posting.set(second)
    posting.work()
    assert (entries(first), entries(second)) == ([1], [1, 2])
    assert posting.webhooks.get(hall.host, ID).secrets == secret


def test_where_nobody_may_be_called_nobody_is(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    announced(hall)
    for url in ("http://127.0.0.1:1/", "ftp://a.example/", "https://169.254.169.254/", "https://u:p@a.example/"):
        error = refused(lambda url=url: posting.webhooks.put(hall.host, ID, url, creation=once()))  # type: ignore[misc]
        assert (error.reason, error.errors[0].pointer) == (Reason.INVALID_FIELD, "/url")
    posting.set(server)
    posting.networks = ()  # the operator allows it no more
    posting.open()
    hall.enter_bots(5)
    posting.work()
    assert server.asked == []
    assert posting.outcomes() == [(5, "refused_address")]


def test_a_worker_that_dies_is_followed_by_one_that_posts_the_same_entry_again(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(server)
    hall.enter_bots(2)
    turn = posting.store.take(6_000)
    assert turn is not None
    posting.work()
    assert server.asked == []
    posting.world.clock.advance(6)
    posting.work()
    assert entries(server) == [1, 2]
    assert posting.store.posted(turn, 1, 6_000) is None  # it was not dead, but slow


def test_a_turn_that_was_taken_by_a_clock_that_was_ahead_stops_no_webhook(posting: Posting) -> None:
    """An adversary: a worker of an earlier release, whose host was an hour ahead, and which died."""
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(server)
    hall.enter_bots(2)
    posting.world.clock.advance(3600)
    turn = posting.store.take(6_000)
    posting.world.clock.advance(-3600)
    assert turn is not None
    assert is_due(posting.world.database, posting.world.clock())
    posting.work()
    assert entries(server) == [1, 2]
    assert posting.store.posted(turn, 1, 6_000) is None


def test_what_happens_while_a_turn_ends_is_not_forgotten(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(server)
    hall.enter_bots(1)
    turn = posting.store.take(6_000)
    assert turn is not None
    turn = posting.store.posted(turn, 1, 6_000)
    assert turn is not None
    hall.enter_bots(2)
    posting.store.end(turn)
    posting.work()
    assert entries(server) == [2]


def test_two_workers_post_each_entry_once(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1))
    posting.set(server)
    hall.enter_bots(30)
    at_once([lambda: posting.posting.work(5.0)] * 4)
    posting.work()
    assert entries(server) == list(range(1, 31))


def test_a_slow_receiver_holds_up_nobody_else(posting: Posting) -> None:
    """Of one owner only so many are waited for at a time."""
    released = threading.Event()
    slow = posting.receiver(lambda asked: released.wait(5))
    posting.limits = posting.limits._replace(seconds=5.0)
    server, hall = posting.receiver(), posting.hall
    others = TournamentHall(posting.world)
    for number in range(4):
        hall.announce(SwissStage(rounds=1), id_=f"tournament_slow{number}")
        posting.set(slow, id_=f"tournament_slow{number}")
        hall.enter_bots(1, id_=f"tournament_slow{number}")
    others.announce(SwissStage(rounds=1), id_="tournament_quick")
    posting.set(server, others.host, "tournament_quick")
    others.enter_bots(3, id_="tournament_quick")
    waiting = [threading.Thread(target=posting.posting.work, args=(0.0,)) for _ in range(2)]
    for thread in waiting:
        thread.start()
    until = time.monotonic() + 5
    while len(slow.asked) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    posting.posting.work(5.0)
    assert entries(server) == [1, 2, 3]
    assert len(slow.asked) == 2
    released.set()
    for thread in waiting:
        thread.join()


def test_a_receiver_that_nobody_answers_for_fails_to_connect(posting: Posting) -> None:
    hall = posting.hall
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    server = posting.receiver()
    hall.announce(SwissStage(rounds=1))
    server.url, server.port = f"http://127.0.0.1:{port}/", port
    posting.open()
    posting.set(server)
    hall.enter_bots(1)
    posting.work()
    assert posting.outcomes() == [(1, "connect")]


def test_deliveries_are_kept_for_a_while_and_so_many(posting: Posting) -> None:
    log = TournamentDeliveries(posting.world.database, days=1, now_ms=posting.world.clock)
    for number in range(KEPT + 100):
        posting.world.clock.advance(0.001)
        log.write(
            TournamentDelivery(log.new_id(), ID, number, 1, posting.world.clock(), 1, Outcome.STATUS, 500, b"x" * 5_000)
        )
    kept = log.list(ID, 5_000)
    assert KEPT <= len(kept) <= KEPT + 50
    assert kept[0].entry == KEPT + 99
    assert kept[0].answer == b"x" * 1_024
    posting.world.clock.advance(24 * 3600 + 10)
    assert log.remove_old() == len(kept)


# -- who may -----------------------------------------------------------------------------------------------------------


def test_webhooks_are_for_who_may_do_what_the_owner_may(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1), visibility=TournamentVisibility.PRIVATE)
    posting.set(server)
    host, arbiter, stranger = hall.person("Host 2"), hall.person("Arbiter"), hall.person("Stranger")
    hall.tournaments.hosts.name(hall.host, ID, host.player_id, HostRole.HOST)
    hall.tournaments.hosts.name(hall.host, ID, arbiter.player_id, HostRole.ARBITER)

    def all_of(caller: Caller) -> list[Reason | None]:
        return [
            refusal_of(lambda: posting.webhooks.get(caller, ID)),
            refusal_of(lambda: posting.webhooks.put(caller, ID, server.url, creation=once())),
            refusal_of(lambda: posting.webhooks.rotate(caller, ID, creation=once())),
            refusal_of(lambda: posting.webhooks.deliveries(caller, ID, 10)),
            refusal_of(lambda: posting.webhooks.delete(caller, ID)),
        ]

    assert all_of(stranger) == [Reason.NOT_FOUND] * 5
    assert all_of(arbiter) == [Reason.NOT_A_HOST] * 5
    assert all_of(host) == [None] * 5
    posting.set(server)
    reader = caller_of(posting.world.players.get(host.player_id), Scope.ACCOUNT_MANAGE)
    assert refusal_of(lambda: posting.webhooks.put(reader, ID, server.url, creation=once())) is Reason.MISSING_SCOPE


def refusal_of(call: Callable[[], object]) -> Reason | None:
    (found,) = at_once([call])
    return found if isinstance(found, Reason) else None


def test_who_hosts_no_more_is_told_no_more(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1))
    host = hall.person("Host 2")
    hall.tournaments.hosts.name(hall.host, ID, host.player_id, HostRole.HOST)
    posting.set(server, host)
    hall.enter_bots(1)
    posting.work()
    hall.tournaments.hosts.remove(hall.host, ID, host.player_id)
    hall.enter_bots(2)
    posting.work()
    assert entries(server) == [1]
    assert posting.webhooks.get(hall.host, ID).state is WebhookState.RESTING
    assert not is_due(posting.world.database, posting.world.clock())
    posting.set(server)
    posting.work()
    assert entries(server) == [1, 2]


def test_what_a_key_has_set_ends_with_the_key(posting: Posting) -> None:
    server, hall = posting.receiver(), posting.hall
    hall.announce(SwissStage(rounds=1))
    keys = ApiKeys(posting.world.database, "test", posting.world.clock)
    key, _ = keys.create(hall.host.player_id, (Scope.MATCHES_READ,), "stolen", creation=once())
    thief = Caller(hall.host.player_id, hall.host.name, hall.host.kind, key.id, frozenset({Scope.MATCHES_READ}))
    posting.set(server, thief)
    keys.revoke(key.id)
    hall.enter_bots(1)
    posting.work()
    assert server.asked == []
    assert posting.webhooks.get(hall.host, ID).state is WebhookState.RESTING
