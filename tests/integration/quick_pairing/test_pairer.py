"""Pairing: what is claimed together is seated together, once, whoever dies when."""

import json
import multiprocessing
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import Description
from services.errors import Reason, Refusal
from services.identity import PLATFORM, Caller, PlayerKind
from services.identity.idempotent_creation import Creation, once
from services.matches.accounts import Accounts, Cursor
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import Status, Visibility
from services.quick_pairing.pairer import GIVE_UP_MS, LEASE_MS, Pairer
from services.quick_pairing.ticket import Bots, NewTicket, Pool, RatingRange, TicketState
from services.quick_pairing.tickets import new_match
from services.redis_clients import live_state
from services.settings import read_settings
from tests.integration.quick_pairing.harness import Desk
from tests.rulesets import sealed


class Unreachable(InProcessEngine[Any, Any, Any]):
    """The engine of Sealed Rows, whose service does not answer."""

    def __init__(self) -> None:
        super().__init__(sealed.RULESET)

    def describe(self) -> Description:
        raise Refusal(Reason.BUSY)


def match_of(desk: Desk, player: Caller, ticket_id: str) -> str:
    """The id of the match of a ticket that is paired."""
    ticket = desk.tickets.get(player, ticket_id)
    assert ticket.state is TicketState.PAIRED
    assert ticket.match_id is not None
    return ticket.match_id


def told(desk: Desk, player: Caller) -> list[str]:
    """What a player's account was told, by type."""
    cursor = Cursor(desk.clock.now_ms)
    entries = Accounts(desk.world.redis, now_ms=desk.clock).entries(player.player_id, cursor)
    assert entries is not None
    return [json.loads(entry.event)["type"] for entry in entries]


def test_two_who_want_the_same_are_seated_and_their_match_is_live(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben", PlayerKind.BOT)
    tickets = desk.wait(ann), desk.wait(ben)
    assert desk.pairer.run() == 1
    match_id = match_of(desk, ann, tickets[0].id)
    assert match_of(desk, ben, tickets[1].id) == match_id
    match = desk.matches.get(ann, match_id)
    assert match.status is Status.LIVE
    assert {(seat.player_name, seat.player_kind) for seat in match.seats} == {("Ann", "person"), ("Ben", "bot")}
    assert match.creator_name == "operator"
    assert desk.tickets.get(ann, tickets[0].id).expires_ms is None
    assert desk.pairer.run() == 0
    assert told(desk, ann) == ["paired", "match_began", "your_turn"]


def test_who_wants_something_else_is_not_met(desk: Desk) -> None:
    desk.wait(desk.player())
    desk.wait(desk.player("Ben"), seats=3)
    desk.wait(desk.player("Cat"), options={"takes": "lowest"})
    dan = desk.player("Dan")
    desk.ratings.set(dan.player_id, "sealed", 1501)
    desk.wait(dan, rating_range=RatingRange(0, 0))
    desk.wait(desk.player("Eve"), visibility=Visibility.PRIVATE)
    assert desk.pairer.run() == 0


def test_the_order_of_seats_is_drawn(desk: Desk) -> None:
    """Not by age: with a draw that reverses, the youngest sits first."""
    pairer = Pairer(desk.store, desk.matches, desk.keys, desk.blocks, shuffle=lambda tickets: tickets.reverse())
    players = [desk.player(name) for name in ("Ann", "Ben", "Cat")]
    tickets = [desk.wait(player, seats=3) for player in players]
    assert pairer.run() == 1
    match = desk.matches.get(players[0], match_of(desk, players[0], tickets[0].id))
    assert [seat.player_name for seat in match.seats] == ["Cat", "Ben", "Ann"]


def test_another_ticket_is_cancelled_with_the_pairing_unless_it_is_not_exclusive(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    paired, other = desk.wait(ann), desk.wait(ann, seats=3)
    kept = desk.wait(ann, seats=4, exclusive=False)
    desk.wait(ben)
    assert desk.pairer.run() == 1
    states = [desk.state(ann, ticket) for ticket in (paired, other, kept)]
    assert states == ["paired", "cancelled other_ticket_paired", "waiting"]


def test_a_ticket_of_a_player_who_is_being_seated_elsewhere_is_not_claimed(desk: Desk) -> None:
    ann, ben, cat = desk.player(), desk.player("Ben"), desk.player("Cat")
    one, two = desk.wait(ann), desk.wait(ann, seats=3)
    desk.wait(ben)
    assert desk.pairer.claim_groups() == 1
    for player in (ben, cat):
        desk.wait(player, seats=3, exclusive=False)
    assert desk.pairer.claim_groups() == 0
    assert desk.pairer.make_matches() == 1
    assert (desk.state(ann, one), desk.state(ann, two)) == ("paired", "cancelled other_ticket_paired")


def test_a_cancellation_at_the_moment_of_the_claim_comes_before_it_or_too_late(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    assert desk.pairer.claim_groups() == 1
    assert desk.state(ann, mine) == "waiting"
    with pytest.raises(Refusal) as caught:
        desk.tickets.cancel(ann, mine.id)
    assert caught.value.reason is Reason.TICKET_PAIRED
    assert desk.pairer.make_matches() == 1
    assert match_of(desk, ann, mine.id) == match_of(desk, ben, theirs.id)


def test_a_cancellation_that_came_too_late_holds_if_there_is_no_match(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    desk.pairer.claim_groups()
    with pytest.raises(Refusal):
        desk.tickets.cancel(ann, mine.id)
    desk.keys.revoke(ben.key_id)
    assert desk.pairer.make_matches() == 0
    assert desk.state(ann, mine) == "cancelled by_player"
    assert desk.state(ben, theirs) == "cancelled key_not_valid"


def test_a_heartbeat_that_ends_with_the_claim_loses_to_it_and_one_that_ended_before_wins(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    desk.clock.now_ms = mine.created_ms + 59_999
    assert desk.pairer.claim_groups() == 1
    desk.clock.advance(30)
    desk.store.expire()
    assert desk.pairer.make_matches() == 1
    assert desk.state(ann, mine) == "paired"
    late = desk.wait(ann)
    desk.clock.now_ms = late.created_ms + 60_000
    desk.wait(ben)
    assert desk.pairer.claim_groups() == 0  # nobody has ended it yet
    assert desk.state(ann, late) == "expired not_read"
    assert theirs.id


def test_a_revoked_key_has_no_match_made(desk: Desk) -> None:
    ann, ben, cat = desk.player(), desk.player("Ben"), desk.player("Cat")
    mine = desk.wait(ann)
    desk.wait(ben)
    desk.wait(cat)
    desk.keys.revoke(ann.key_id)
    assert desk.pairer.run() == 1
    assert desk.state(ann, mine) == "cancelled key_not_valid"
    assert len(desk.matches.list(ben, player=cat.player_id)[0]) == 1


def test_players_with_a_block_between_them_wait_alone_together(desk: Desk) -> None:
    ann, ben, cat = desk.player(), desk.player("Ben"), desk.player("Cat")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    desk.blocks.pairs.add((ben.player_id, ann.player_id))
    assert desk.pairer.run() == 0
    desk.wait(cat)
    assert desk.pairer.run() == 1
    assert (desk.state(ann, mine), desk.state(ben, theirs)) == ("paired", "waiting")


def test_who_sits_in_as_many_matches_as_allowed_waits_and_keeps_nobody(desk: Desk) -> None:
    ann, ben, cat = desk.player(), desk.player("Ben"), desk.player("Cat")
    for _ in range(3):
        desk.matches.create(ann, NewMatch("sealed", parse_seats(["me", "open"]), {}))
    mine, others = desk.wait(ann), [desk.wait(ben), desk.wait(cat)]
    assert desk.pairer.run() == 1
    assert desk.state(ann, mine) == "waiting"
    assert match_of(desk, ben, others[0].id) == match_of(desk, cat, others[1].id)


def test_a_seat_that_is_lost_between_claim_and_match_gives_the_tickets_back(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    assert desk.pairer.claim_groups() == 1
    made = [desk.matches.create(ann, NewMatch("sealed", parse_seats(["me", "open"]), {})) for _ in range(3)]
    assert desk.pairer.make_matches() == 0
    assert (desk.state(ann, mine), desk.state(ben, theirs)) == ("waiting", "waiting")
    desk.matches.leave(ann, made[0].id)
    assert desk.pairer.run() == 1
    assert match_of(desk, ann, mine.id)


def test_people_who_want_no_bots_meet_none(desk: Desk) -> None:
    ann, rob = desk.player(), desk.player("Rob", PlayerKind.BOT)
    mine = desk.wait(ann, bots=Bots.NEVER)
    desk.wait(rob)
    assert desk.pairer.run() == 0
    desk.wait(desk.player("Ben"))
    assert desk.pairer.run() == 1
    assert desk.state(ann, mine) == "paired"


# -- somebody dies -----------------------------------------------------------------------------------------------------


def _claim_and_die(desk: Desk) -> None:
    desk.pairer.claim_groups()


def _take_and_die(desk: Desk) -> None:
    desk.pairer.claim_groups()
    desk.store.take_claims(10, LEASE_MS)


def _create_and_die(desk: Desk) -> None:
    desk.pairer.claim_groups()
    (claim,) = desk.store.take_claims(10, LEASE_MS)
    holders = desk.keys.holders(key for _, key in claim.tickets)
    desk.matches.create_seated(
        PLATFORM,
        new_match(claim.tickets[0][0].pool),
        [holders[key] for _, key in claim.tickets],
        [ticket.id for ticket, _ in claim.tickets],
        creation=claim.creation,
    )


def _child(redis_url: str, database: Path, now_ms: int, way: str) -> None:
    desk = Desk(live_state(read_settings({"PLAYHALL_REDIS_URL": redis_url}).redis), database)
    desk.clock.now_ms = now_ms
    {"claim": _claim_and_die, "take": _take_and_die, "create": _create_and_die}[way](desk)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("way", ["claim", "take", "create"])
def test_a_pairer_that_is_killed_leaves_its_work_to_the_next(
    desk: Desk, redis_url: str, own_database: Path, way: str
) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    child = multiprocessing.get_context("spawn").Process(
        target=_child, args=(redis_url, own_database, desk.clock.now_ms, way)
    )
    child.start()
    child.join(60)
    assert child.exitcode == -signal.SIGKILL
    assert desk.state(ann, mine) == "waiting"
    if way != "claim":
        assert desk.pairer.run() == 0  # it might still be at work
        desk.clock.advance(LEASE_MS / 1000)
    assert desk.pairer.run() == 1
    assert match_of(desk, ann, mine.id) == match_of(desk, ben, theirs.id)
    assert len(desk.matches.list(ann, player=ann.player_id)[0]) == 1
    assert told(desk, ann) == ["paired", "match_began", "your_turn"]


def test_tickets_of_a_match_that_cannot_be_made_for_long_wait_again(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    desk.pairer.claim_groups()
    without = Desk(desk.world.redis, desk.world.database_path, engines=EngineDirectory({"sealed": Unreachable()}))
    without.clock.now_ms = desk.clock.now_ms
    assert without.pairer.make_matches() == 0
    assert without.store.take_claims(10, LEASE_MS) == []  # it is tried again when the lease is over
    without.clock.advance(GIVE_UP_MS / 1000)
    assert without.pairer.make_matches() == 0
    assert (desk.state(ann, mine), desk.state(ben, theirs)) == ("waiting", "waiting")
    assert desk.pairer.run() == 1
    assert match_of(desk, ann, mine.id)


def test_tickets_for_what_is_no_longer_served_are_cancelled(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    without = Desk(desk.world.redis, desk.world.database_path, engines=EngineDirectory({}))
    without.clock.now_ms = desk.clock.now_ms
    assert without.pairer.run() == 0
    assert (desk.state(ann, mine), desk.state(ben, theirs)) == ("cancelled not_served", "cancelled not_served")


def test_a_match_that_was_given_up_is_never_made_by_who_began_with_it(desk: Desk) -> None:
    ann, ben = desk.player(), desk.player("Ben")
    mine, theirs = desk.wait(ann), desk.wait(ben)
    desk.pairer.claim_groups()
    (slow,) = desk.store.take_claims(1, LEASE_MS)  # by somebody who is stopped for a long time
    desk.clock.advance(LEASE_MS / 1000)
    desk.keys.revoke(ben.key_id)
    assert desk.pairer.make_matches() == 0
    assert (desk.state(ann, mine), desk.state(ben, theirs)) == ("waiting", "cancelled key_not_valid")
    with pytest.raises(Refusal) as caught:
        desk.matches.create_seated(
            PLATFORM, new_match(mine.pool), [ann, ben], [mine.id, theirs.id], creation=slow.creation
        )
    assert caught.value.reason is Reason.BUSY
    assert desk.matches.list(ann, player=ann.player_id)[0] == []
    assert not desk.store.paired(slow.match_id)


def test_a_match_that_is_there_cannot_be_made_impossible(desk: Desk) -> None:
    ann = desk.player()
    match = desk.matches.create(ann, NewMatch("sealed", parse_seats(["me", "open"]), {}))
    assert not desk.matches.void(match.id)
    assert desk.matches.get(ann, match.id).status is Status.OPEN


def test_pairers_that_run_at_once_seat_nobody_twice(redis_client: Redis, own_database: Path) -> None:
    desk = Desk(redis_client, own_database, live_seats=0)
    players = [desk.player(f"Player {number}") for number in range(24)]
    tickets = [desk.wait(player, exclusive=False) for player in players]
    more = [desk.wait(player, seats=3) for player in players]
    start, made = threading.Barrier(4), list[int]()

    def work() -> None:
        start.wait()
        for _ in range(5):
            desk.pairer.claim_groups()
            made.append(desk.pairer.make_matches())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk.pairer.run()
    seated = dict[str, list[str]]()
    for player, ticket in [*zip(players, tickets, strict=True), *zip(players, more, strict=True)]:
        now = desk.tickets.get(player, ticket.id)
        if now.state is TicketState.PAIRED:
            seated.setdefault(now.match_id or "", []).append(player.player_id)
    for match_id, found in seated.items():
        match = desk.matches.get(players[0], match_id)
        assert sorted(found) == sorted(seat.player_id or "" for seat in match.seats)
    listed = {match.id for player in players for match in desk.matches.list(player, player=player.player_id)[0]}
    assert listed == seated.keys()
    assert len(seated) >= 12


def test_thousands_of_tickets_are_grouped_and_claimed_once_each(redis_client: Redis, own_database: Path) -> None:
    """One player holds them all here in all but name: what is tried is the claim."""
    desk = Desk(redis_client, own_database, most=0)
    holder = desk.player()
    for number in range(2_000):
        name = Caller(f"p_{number:026}", "x", PlayerKind.PERSON, holder.key_id, holder.scopes)
        desk.store.add(name, _new(desk), 1500.0 + number % 700, _creation(desk))
    assert desk.pairer.claim_groups() == 1_000
    assert desk.store.pools() == {}
    claims = desk.store.take_claims(2_000, LEASE_MS)
    assert len({ticket.id for claim in claims for ticket, _ in claim.tickets}) == 2_000


def _new(desk: Desk) -> NewTicket:
    return NewTicket(Pool("sealed", {}, 2, NO_CLOCKS, PLAY_DEFAULT, Visibility.PUBLIC))


def _creation(desk: Desk) -> Creation:
    desk.clock.now_ms += 1
    return once(desk.clock)
