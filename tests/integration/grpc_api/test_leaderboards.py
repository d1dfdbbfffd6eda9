"""Leaderboards over gRPC: the same as over REST."""

from typing import Any

import grpc
from playhall.play.v1 import leaderboards_pb2 as pb

from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient

PEOPLE: dict[str, Any] = {"ruleset": "sealed", "seats": 2, "population": pb.POPULATION_HUMANS}


def play(hall: Hall, winner: PlayClient, loser: PlayClient, loser_id: str, **wish: Any) -> str:
    """A match that the loser resigns, archived and rated."""
    made = winner.ask("CreateMatch", ruleset="sealed", seats=["me", f"player:{loser_id}"], **wish)
    match: str = made.match.id
    loser.ask("JoinMatch", match=match)
    loser.ask("ResignMatch", match=match)
    assert hall.scoring.score(match) is True
    while hall.rater.rate():
        pass
    return match


def test_leaderboards_are_those_of_rest(hall: Hall, channel: grpc.Channel, ada: Client, bob: Client) -> None:
    first, second, nobody = PlayClient(channel, ada.key), PlayClient(channel, bob.key), PlayClient(channel, None)
    match = play(hall, first, second, bob.id)
    hidden = play(hall, first, second, bob.id, visibility=2)

    (summary,) = nobody.ask("ListLeaderboards").leaderboards
    assert (summary.leaderboard, summary.players, summary.matches) == (pb.LeaderboardKey(**PEOPLE), 2, 2)
    page = nobody.ask("GetLeaderboard", leaderboard=PEOPLE, page_size=1)
    rest = nobody.ask("GetLeaderboard", leaderboard=PEOPLE, page_size=1, page_token=page.next_page_token)
    over_rest = ada.read("/v1/leaderboards/sealed/2/humans")["entries"]
    assert [(each.player_id, each.mu, each.sigma, each.ordinal) for each in (*page.entries, *rest.entries)] == [
        (each["player_id"], each["mu"], each["sigma"], each["ordinal"]) for each in over_rest
    ]
    assert rest.next_page_token == ""
    (standing,) = first.ask("GetPlayerLeaderboards", player="me").leaderboards
    assert (standing.rating.games, standing.rating.provisional, standing.rating.place) == (2, True, 0)

    def told(client: PlayClient) -> list[tuple[int, str, int]]:
        entries = client.ask("GetRatingHistory", player=ada.id, leaderboard=PEOPLE).entries
        assert [each.verdict for each in entries] == ["counted", "counted"]
        return [(each.number, each.match_id, len(each.opponents)) for each in entries]

    assert told(nobody) == [(2, "", 0), (1, match, 1)]
    assert told(first) == [(2, hidden, 1), (1, match, 1)]


def test_what_cannot_be_asked_is_refused(channel: grpc.Channel, ada: Client) -> None:
    client = PlayClient(channel, ada.key)
    for wrong, field in (
        ({"seats": 6}, "/leaderboard/seats"),
        ({"population": 9}, "/leaderboard/population"),
        ({"ruleset": ""}, "/leaderboard/ruleset"),
    ):
        refused = client.refused("GetLeaderboard", leaderboard={**PEOPLE, **wrong})
        assert (refused.reason, [*refused.fields]) == ("INVALID_FIELD", [field])
    for token in ("x", "0.7ff0000000000000.p_1", "2.0000000000000000.p_1"):
        refused = client.refused("GetLeaderboard", leaderboard=PEOPLE, page_token=token)
        assert (refused.reason, [*refused.fields]) == ("INVALID_FIELD", ["/page_token"])
    assert client.refused("GetLeaderboard", leaderboard=PEOPLE).reason == "NOT_FOUND"


def test_a_match_for_practice_and_consent_are_wishes_over_grpc(
    hall: Hall, channel: grpc.Channel, ada: Client, bob: Client
) -> None:
    first, second = PlayClient(channel, ada.key), PlayClient(channel, bob.key)
    match = play(hall, first, second, bob.id, rated=False)
    assert first.ask("GetMatch", match=match).match.rated is False
    assert first.ask("ListLeaderboards").leaderboards == []
    assert first.ask("CreateMatch", ruleset="sealed", seats=["me", "open"]).match.rated is True
    assert first.ask("ChangePlayer", player="me", rated_with_bots=True).player.rated_with_bots is True
    assert ada.read("/v1/players/me")["rated_with_bots"] is True
