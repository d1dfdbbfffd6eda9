"""Tickets and their owners."""

import pytest

from services.engine.clocks import Forfeit
from services.errors import Reason, Refusal
from services.identity import PlayerKind, Scope
from services.identity.idempotent_creation import once
from services.matches.match import Visibility
from services.quick_pairing.store import KEPT_MS
from services.quick_pairing.ticket import RatingRange, TicketState
from services.quick_pairing.tickets import TicketRequest
from tests.integration.quick_pairing.harness import Desk
from tests.marks import each_row


def test_a_ticket_waits_while_its_owner_reads_it_and_expires_when_it_is_not_read(desk: Desk) -> None:
    ann = desk.player()
    ticket = desk.wait(ann)
    assert (ticket.state, ticket.expires_ms) == (TicketState.WAITING, ticket.created_ms + 60_000)
    for _ in range(3):
        desk.clock.advance(59)
        assert desk.state(ann, ticket) == "waiting"
    desk.clock.advance(60)
    desk.store.expire()
    assert desk.state(ann, ticket) == "expired not_read"
    assert desk.tickets.pools() == []
    assert desk.store.pools() == {}


def test_a_ticket_whose_time_is_over_is_not_revived_by_reading_it(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    late = desk.wait(ann)
    desk.clock.advance(60)
    desk.wait(ben)
    assert desk.state(ann, late) == "expired not_read"
    assert desk.pairer.run() == 0


def test_the_same_creation_makes_one_ticket(desk: Desk) -> None:
    ann, creation = desk.player(), once(desk.clock)
    wish = TicketRequest("sealed", 2)
    first = desk.tickets.create(ann, wish, creation)
    assert desk.tickets.create(ann, wish, creation) == first
    assert [each.id for each in desk.tickets.of_caller(ann)] == [first.id]
    desk.tickets.cancel(ann, first.id)
    assert desk.tickets.create(ann, wish, creation).state is TicketState.CANCELLED


def test_a_creation_that_comes_again_long_after_makes_nothing_that_waits(desk: Desk) -> None:
    ann, creation = desk.player(), once(desk.clock)
    wish = TicketRequest("sealed", 2)
    ticket = desk.tickets.create(ann, wish, creation)
    desk.tickets.cancel(ann, ticket.id)
    desk.world.redis.delete(f"{{tickets}}:ticket:{ticket.id}")  # its time is over
    desk.clock.advance(KEPT_MS / 1000)
    assert desk.tickets.create(ann, wish, creation).state is TicketState.EXPIRED


def test_nobody_else_has_a_ticket(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    ticket = desk.wait(ann)
    for ask in (desk.tickets.get, desk.tickets.cancel):
        with pytest.raises(Refusal) as caught:
            ask(ben, ticket.id)
        assert caught.value.reason is Reason.NOT_FOUND
    assert desk.tickets.of_caller(ben) == []
    assert desk.state(ann, ticket) == "waiting"


def test_a_player_has_so_many_waiting_tickets_and_no_more(desk: Desk) -> None:
    ann = desk.player()
    made = [desk.wait(ann, seats=2 + number % 3) for number in range(5)]
    with pytest.raises(Refusal) as caught:
        desk.wait(ann)
    assert caught.value.reason is Reason.QUOTA_EXCEEDED
    assert caught.value.metadata == {"quota": "waiting_tickets", "limit": "5", "used": "5"}
    desk.tickets.cancel(ann, made[0].id)
    desk.wait(ann)
    assert [each.state.value for each in desk.tickets.of_caller(ann)] == ["waiting"] * 5 + ["cancelled"]


def test_what_waits_is_counted_for_its_owner_and_admins_have_no_bound(desk: Desk) -> None:
    ann, root = desk.player(), desk.player("Root", PlayerKind.PERSON, Scope.ADMIN)
    first, *_ = [desk.wait(ann) for _ in range(5)]
    assert desk.tickets.use(ann, ann.player_id) == (5, 5)
    desk.tickets.cancel(ann, first.id)
    assert desk.tickets.use(ann, ann.player_id) == (5, 4)
    for _ in range(6):
        desk.wait(root)
    assert desk.tickets.use(root, root.player_id) == (None, 6)
    assert desk.tickets.use(root, ann.player_id) == (5, 4)


def test_cancelling_again_changes_nothing(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    ticket = desk.wait(ann)
    cancelled = desk.tickets.cancel(ann, ticket.id)
    assert (cancelled.state, cancelled.ended_ms) == (TicketState.CANCELLED, desk.clock.now_ms)
    desk.clock.advance(5)
    assert desk.tickets.cancel(ann, ticket.id) == cancelled
    desk.wait(ben)
    assert desk.pairer.run() == 0


@each_row(
    ("wish", "reason", "pointer"),
    [
        ({"seats": 1}, Reason.SEATS_OUT_OF_RANGE, "/seats"),
        ({"seats": 5}, Reason.SEATS_OUT_OF_RANGE, "/seats"),  # Sealed Rows seats four
        ({"seats": 6}, Reason.SEATS_OUT_OF_RANGE, "/seats"),
        ({"ruleset": "chess"}, Reason.UNKNOWN_RULESET, "/ruleset"),
        ({"options": {"nonsense": 1}}, Reason.UNKNOWN_OPTION, "/options/nonsense"),
        ({"on_time_out": Forfeit()}, Reason.INVALID_FIELD, "/on_time_out"),
        ({"rating_range": RatingRange(-1)}, Reason.INVALID_FIELD, "/rating_range/start"),
        ({"rating_range": RatingRange(10_001)}, Reason.INVALID_FIELD, "/rating_range/start"),
        ({"rating_range": RatingRange(0, 1_001)}, Reason.INVALID_FIELD, "/rating_range/per_second"),
        ({"rating_range": RatingRange(100, 1, 99)}, Reason.INVALID_FIELD, "/rating_range/limit"),
    ],
)
def test_what_cannot_be_played_is_refused(desk: Desk, wish: dict[str, object], reason: Reason, pointer: str) -> None:
    with pytest.raises(Refusal) as caught:
        desk.wait(desk.player(), **wish)
    assert (caught.value.reason, [error.pointer for error in caught.value.errors]) == (reason, [pointer])
    assert desk.store.pools() == {}


def test_pools_are_counted_but_those_of_private_matches(desk: Desk) -> None:
    for name in ("Ann", "Ben", "Cat"):
        desk.wait(desk.player(name), seats=4)
    desk.wait(desk.player("Dan"))
    desk.wait(desk.player("Eve"), visibility=Visibility.PRIVATE)
    assert [(pool.seats, count) for pool, count in desk.tickets.pools()] == [(4, 3), (2, 1)]


def test_options_that_are_left_out_are_those_that_are_set_to_their_defaults(desk: Desk) -> None:
    first = desk.wait(desk.player())
    second = desk.wait(desk.player("Ben"), options=dict(reversed(first.pool.options.items())))
    assert first.pool == second.pool
    assert first.pool.id == second.pool.id


def test_a_ticket_has_the_rating_that_its_player_had(desk: Desk) -> None:
    ann = desk.player()
    assert desk.wait(ann).rating == 1500
    desk.ratings.set(ann.player_id, "sealed", 1712.5)
    desk.ratings.set(ann.player_id, "factionwars", 900)
    assert desk.wait(ann).rating == 1712.5
