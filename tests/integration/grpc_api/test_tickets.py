"""Quick pairing over gRPC."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from playhall.play.v1 import play_pb2 as pb

from gateway.grpc_api.server import PlayLimits
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient, served, services_of
from tests.waiting import wait_until

Over = Callable[[Client], PlayClient]
POOL = pb.Pool(ruleset="sealed", seats=2)


def waits(client: PlayClient) -> str:
    """The id of a new ticket."""
    made: str = client.ask("CreateTicket", pool=POOL).ticket.id
    return made


def waiting(client: PlayClient, ticket: str, seconds: int = 30) -> "grpc.Future[pb.GetTicketResponse]":
    """A call that waits for a ticket."""
    request = pb.GetTicketRequest(ticket=ticket, wait=seconds)
    return client.stub.GetTicket.future(request, timeout=60, metadata=client.metadata)


def test_a_ticket_from_its_creation_to_its_match(hall: Hall, ada: Client, bob: Client, over_grpc: Over) -> None:
    mine, theirs = over_grpc(ada), over_grpc(bob)
    pool = pb.Pool(ruleset="sealed", seats=2)
    near = pb.RatingRange(start=50, per_second=5)
    made = mine.ask("CreateTicket", pool=pool, rating_range=near, bots=pb.TICKET_BOTS_NEVER, request_id="once").ticket
    assert (made.state, made.match, made.rating, made.rating_range) == (pb.TICKET_STATE_WAITING, "", 1500.0, near)
    again = mine.ask("CreateTicket", pool=pool, rating_range=near, bots=pb.TICKET_BOTS_NEVER, request_id="once").ticket
    assert again == made
    spare = mine.ask("CreateTicket", pool=pb.Pool(ruleset="sealed", seats=3)).ticket
    assert mine.ask("CancelTicket", ticket=spare.id).ticket.reason == "by_player"
    theirs.ask("CreateTicket", pool=pool)
    assert hall.pairer.run() == 1
    paired = mine.ask("GetTicket", ticket=made.id).ticket
    assert (paired.state, paired.HasField("expires_at")) == (pb.TICKET_STATE_PAIRED, False)
    assert mine.ask("GetMatch", match=paired.match).match.status == pb.MATCH_STATUS_LIVE
    assert [each.state for each in mine.ask("ListTickets").tickets] == [
        pb.TICKET_STATE_CANCELLED,
        pb.TICKET_STATE_PAIRED,
    ]


@pytest.mark.parametrize(
    ("request_", "reason", "pointer"),
    [
        (pb.CreateTicketRequest(pool=pb.Pool(ruleset="sealed", seats=6)), "SEATS_OUT_OF_RANGE", "/pool/seats"),
        (pb.CreateTicketRequest(pool=pb.Pool(ruleset="chess", seats=2)), "UNKNOWN_RULESET", "/pool/ruleset"),
        (
            pb.CreateTicketRequest(pool=pb.Pool(ruleset="sealed", seats=2), rating_range=pb.RatingRange(start=20_000)),
            "INVALID_FIELD",
            "/rating_range/start",
        ),
    ],
)
def test_what_cannot_be_waited_for_is_refused(
    ada: Client, over_grpc: Over, request_: pb.CreateTicketRequest, reason: str, pointer: str
) -> None:
    given = {field.name: value for field, value in request_.ListFields()}
    refused = over_grpc(ada).refused("CreateTicket", **given)
    assert (refused.reason, list(refused.fields)) == (reason, [pointer])


# -- waiting for a ticket ----------------------------------------------------------------------------------------------


def test_a_wait_ends_when_the_ticket_is_paired(hall: Hall, ada: Client, bob: Client, over_grpc: Over) -> None:
    mine = over_grpc(ada)
    ticket = waits(mine)
    call = waiting(mine, ticket)
    wait_until(hall.hub.followers, "the wait")
    waits(over_grpc(bob))
    assert hall.pairer.run() == 1
    told = call.result().ticket
    assert (told.state, told.id) == (pb.TICKET_STATE_PAIRED, ticket)
    assert told.match == ada.read(f"/v1/tickets/{ticket}")["match"]
    wait_until(lambda: not hall.hub.followers(), "the end of the wait")


def test_a_wait_ends_when_its_time_is_over_and_keeps_the_ticket_waiting(ada: Client, over_grpc: Over) -> None:
    mine = over_grpc(ada)
    ticket = mine.ask("CreateTicket", pool=POOL).ticket
    began = time.monotonic()
    told = waiting(mine, ticket.id, 1).result().ticket
    assert time.monotonic() - began >= 1.0
    assert told.state == pb.TICKET_STATE_WAITING
    assert told.expires_at.ToMilliseconds() >= ticket.expires_at.ToMilliseconds() + 1_000


def test_a_ticket_that_has_ended_is_not_waited_for(ada: Client, over_grpc: Over) -> None:
    mine = over_grpc(ada)
    ticket = waits(mine)
    mine.ask("CancelTicket", ticket=ticket)
    began = time.monotonic()
    assert mine.ask("GetTicket", ticket=ticket, wait=30).ticket.reason == "by_player"
    assert time.monotonic() - began < 20


def test_waits_have_the_same_bound_as_over_rest(ada: Client, over_grpc: Over) -> None:
    mine = over_grpc(ada)
    ticket = waits(mine)
    mine.ask("CancelTicket", ticket=ticket)
    assert ada.get(f"/v1/tickets/{ticket}?wait=30").status_code == 200
    assert mine.ask("GetTicket", ticket=ticket, wait=30).ticket.id == ticket
    assert ada.get(f"/v1/tickets/{ticket}?wait=31").status_code == 422
    refused = mine.refused("GetTicket", ticket=ticket, wait=31)
    assert (refused.reason, [*refused.fields]) == ("INVALID_FIELD", ["/wait"])


def test_a_key_that_is_revoked_ends_the_wait(hall: Hall, ada: Client, over_grpc: Over) -> None:
    ticket = waits(over_grpc(ada))
    other = hall.client_of(hall.players.get(ada.id))
    assert other.key is not None
    call = waiting(over_grpc(other), ticket)
    wait_until(hall.hub.followers, "the wait")
    hall.keys.revoke(other.key.split("_")[2])
    assert call.result(20).ticket.state == pb.TICKET_STATE_WAITING


def test_waits_take_the_places_of_watches_and_none_of_those_who_are_worked_for(hall: Hall, ada: Client) -> None:
    limits = PlayLimits(threads=1, streams=8, streams_of_player=2)
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        mine = PlayClient(channel, ada.key)
        ticket = waits(mine)
        calls = [waiting(mine, ticket) for _ in range(2)]
        wait_until(lambda: hall.hub.followers() == 2, "both waits")
        assert mine.refused("GetTicket", ticket=ticket, wait=30).reason == "TOO_MANY_STREAMS"
        assert mine.ask("GetTicket", ticket=ticket).ticket.state == pb.TICKET_STATE_WAITING
        calls[0].cancel()
        wait_until(lambda: hall.hub.followers() == 1, "the end of the wait that was given up")
        assert mine.ask("GetTicket", ticket=ticket, wait=1).ticket.state == pb.TICKET_STATE_WAITING
        mine.ask("CancelTicket", ticket=ticket)
        assert calls[1].result(20).ticket.state == pb.TICKET_STATE_CANCELLED


def test_a_server_that_stops_answers_those_who_wait(hall: Hall, ada: Client) -> None:
    with (
        served(services_of(hall), PlayLimits(streams=1)) as (server, target),
        grpc.insecure_channel(target) as channel,
        ThreadPoolExecutor(1) as stopping,
    ):
        mine = PlayClient(channel, ada.key)
        call = waiting(mine, waits(mine))
        wait_until(hall.hub.followers, "the wait")
        stopping.submit(server.stop, drain_seconds=0, grace_seconds=20).result(15)
        assert call.result(1).ticket.state == pb.TICKET_STATE_WAITING


# -- pools -------------------------------------------------------------------------------------------------------------


def test_pools_are_those_that_rest_shows(hall: Hall, ada: Client, bob: Client, over_grpc: Over) -> None:
    waits(over_grpc(ada))
    waits(over_grpc(bob))
    blitz = pb.TimeControl(fischer=pb.Fischer(bank_seconds=300, increment_seconds=5))
    over_grpc(bob).ask("CreateTicket", pool=pb.Pool(ruleset="sealed", seats=3, time_control=blitz))
    hidden = pb.Pool(ruleset="sealed", seats=4, visibility=pb.VISIBILITY_PRIVATE)
    over_grpc(bob).ask("CreateTicket", pool=hidden)
    first, second = over_grpc(hall.client("Eve")).ask("ListPools").pools
    whole = b'{"open_draws":false,"takes":"highest"}'
    assert first == pb.WaitingPool(
        pool=pb.Pool(
            ruleset="sealed",
            seats=2,
            options=whole,
            time_control=pb.TimeControl(),
            on_time_out=pb.OnTimeOut(rule=pb.TIME_OUT_RULE_DEFAULT_ACTION),
            visibility=pb.VISIBILITY_PUBLIC,
        ),
        waiting=2,
    )
    assert (second.pool.seats, second.pool.time_control, second.waiting) == (3, blitz, 1)
    assert [pool["waiting"] for pool in ada.read("/v1/pools")["pools"]] == [2, 1]
