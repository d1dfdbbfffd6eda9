"""Quick pairing over gRPC."""

from collections.abc import Callable

import pytest
from playhall.play.v1 import play_pb2 as pb

from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient

Over = Callable[[Client], PlayClient]


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
