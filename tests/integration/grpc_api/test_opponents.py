"""Challenges, rematches, blocks and the lobby over gRPC."""

from collections.abc import Callable

from playhall.play.v1 import play_pb2 as pb

from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_opponents import ended
from tests.integration.grpc_api.clients import PlayClient
from tests.integration.grpc_api.test_account import kinds, taken

Over = Callable[[Client], PlayClient]


def test_a_challenge_is_told_and_declined(over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    made = one.ask("CreateMatch", ruleset="sealed", seats=["me", f"player:{bob.id}"], expires_in=60).match
    assert made.expires_at.ToMilliseconds() == made.created_at.ToMilliseconds() + 60_000
    watch = one.ask("WatchAccount")
    assert next(watch).WhichOneof("line") == "open"
    assert two.refused("LeaveMatch", match=made.id, reason="nonsense").fields.keys() == {"/reason"}
    assert two.ask("LeaveMatch", match=made.id, reason="later").match.abort_reason == "declined"
    declined, over = taken(watch, 2)
    assert kinds([declined, over]) == ["declined", "match_ended"]
    told = declined.declined
    assert (told.match, told.seat, told.declined_seat, told.by.name, told.reason) == (made.id, 0, 1, "Bob", "later")
    (decline,) = one.ask("GetMatch", match=made.id).match.declines
    assert (decline.seat, decline.player.id, decline.reason) == (1, bob.id, "later")


def test_a_rematch_is_the_same_over_both_faces(over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    old = ended(ada, bob)
    watch = two.ask("WatchAccount")
    next(watch)
    new = one.ask("RematchMatch", match=old).match
    assert (new.rematch_of, new.seats[0].player.id) == (old, bob.id)
    (invited,) = taken(watch, 1)
    assert (invited.invited.rematch_of, invited.invited.seat.match) == (old, new.id)
    assert bob.make(f"/v1/matches/{old}:rematch")["id"] == new.id
    assert one.ask("GetMatch", match=old).match.rematch == new.id


def test_blocks_are_those_of_rest(over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    assert one.ask("BlockPlayer", player=bob.id).block.player.name == "Bob"
    assert [entry["player"]["id"] for entry in ada.read("/v1/players/me/blocks")["blocks"]] == [bob.id]
    assert [block.player.id for block in one.ask("ListBlocks").blocks] == [bob.id]
    assert two.refused("CreateMatch", ruleset="sealed", seats=["me", f"player:{ada.id}"]).reason == "NOT_ADMITTED"
    assert one.refused("BlockPlayer", player=ada.id).fields.keys() == {"/player"}
    assert one.refused("BlockPlayer", player="").fields.keys() == {"/player"}
    one.ask("UnblockPlayer", player=bob.id)
    assert list(one.ask("ListBlocks").blocks) == []


def test_a_lobby_is_filtered_as_over_rest(over_grpc: Over, hall: Hall, ada: Client, bob: Client, live: str) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    plain = one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"]).match.id
    with_bot = one.ask("CreateMatch", ruleset="sealed", seats=["me", "bot:random", "open"]).match.id
    linked = one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"], visibility=pb.VISIBILITY_UNLISTED).match

    def found(**wanted: object) -> list[str]:
        return sorted(match.id for match in two.ask("ListMatches", **wanted).matches)

    assert found(joinable=True) == sorted([plain, with_bot])
    assert found(joinable=True, bots=False) == found(joinable=True, seats=2) == [plain]
    assert found(bots=True) == [with_bot]
    assert found(free_seats=1, time_control="none", creator=ada.id) == sorted([plain, with_bot])
    assert found(pending="me") == [live]
    assert two.ask("JoinMatch", match=linked.id).match.visibility == pb.VISIBILITY_UNLISTED
    assert two.refused("ListMatches", time_control="sand").fields.keys() == {"/time_control"}
    stranger = over_grpc(hall.stranger())
    for asked in ({"joinable": True}, {"creator": "me"}, {"pending": "me"}):
        assert stranger.refused("ListMatches", **asked).reason == "UNAUTHENTICATED"
