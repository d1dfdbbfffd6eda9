"""What series have shown, over gRPC."""

import json
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from playhall.play.v1 import series_pb2 as pb

from gateway.grpc_api.bridge import PIECE_BYTES
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.matches import replay_checks
from services.matches.replay_checks import Evidence
from services.series.folder import read_result
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_series import played_locally
from tests.integration.grpc_api.clients import PlayClient
from tests.integration.grpc_api.test_series import create

Over = Callable[[Client], PlayClient]


def stop_after(matches: int) -> pb.SeriesStop:
    return pb.SeriesStop(fixed=pb.FixedSeriesStop(matches=matches))


@pytest.fixture
def client(over_grpc: Over, ada: Client) -> PlayClient:
    return over_grpc(ada)


@pytest.fixture
def finished(client: PlayClient, hall: Hall) -> pb.Series:
    """A series of twelve matches at tables of two and three that has been played."""
    made = create(client, seats=[2, 3], stop=stop_after(12))
    hall.play_series()
    found: pb.Series = client.ask("GetSeries", series=made.id).series
    return found


def lines_of(series: pb.Series) -> list[bytes]:
    """What `playhall series` writes into ``results.ndjson``."""
    return played_locally({"document": json.loads(series.document), "matches": series.matches, "extensions": []})


def told(client: PlayClient, series: str, **fields: int) -> bytes:
    return b"".join(piece.lines for piece in client.ask("StreamSeriesResults", series=series, **fields))


# -- results -----------------------------------------------------------------------------------------------------------


def test_results_are_the_lines_of_results_ndjson_in_order(client: PlayClient, finished: pb.Series) -> None:
    lines = lines_of(finished)
    assert len(lines) == finished.matches
    assert told(client, finished.id) == b"".join(lines)


@pytest.mark.parametrize(
    ("first", "limit", "expected"),
    [(0, 3, slice(0, 3)), (5, 4, slice(5, 9)), (10, 0, slice(10, None)), (11, 4_000_000_000, slice(11, None))],
)
def test_a_part_of_the_results_can_be_had(
    client: PlayClient, finished: pb.Series, first: int, limit: int, expected: slice
) -> None:
    assert told(client, finished.id, first=first, limit=limit) == b"".join(lines_of(finished)[expected])


def test_beyond_the_last_match_and_before_the_first_one_there_are_no_results(
    client: PlayClient, finished: pb.Series
) -> None:
    assert told(client, finished.id, first=4_000_000_000) == b""
    assert told(client, create(client).id) == b""


def test_results_come_in_pieces_of_whole_lines_from_each_of_which_a_client_can_go_on(
    client: PlayClient, hall: Hall
) -> None:
    series = create(client, stop=stop_after(400), entrants=["random", "random"]).id
    hall.play_series()
    pieces = list(client.ask("StreamSeriesResults", series=series))
    whole = b"".join(piece.lines for piece in pieces)
    assert [read_result(line).number for line in whole.splitlines(keepends=True)] == list(range(400))
    assert len(pieces) > 1
    longest = max(map(len, whole.splitlines(keepends=True)))
    assert all(len(piece.lines) < PIECE_BYTES + longest for piece in pieces)
    assert all(piece.lines.endswith(b"\n") for piece in pieces)
    sent = b""
    for piece in pieces:
        sent += piece.lines
        assert sent + told(client, series, first=piece.next) == whole


def test_the_result_of_a_match_is_its_line_and_that_of_rest(
    client: PlayClient, ada: Client, finished: pb.Series
) -> None:
    for number in (0, 5, 11):
        result = client.ask("GetSeriesMatch", series=finished.id, number=number).result
        assert result + b"\n" == lines_of(finished)[number]
        assert result == ada.get(f"/v1/series/{finished.id}/matches/{number}").data


# -- summary, replays, comparisons -------------------------------------------------------------------------------------


def test_the_summary_is_that_of_rest(client: PlayClient, ada: Client, finished: pb.Series) -> None:
    waiting = create(client)
    for series, matches in ((waiting, 0), (finished, finished.matches)):
        summary = client.ask("GetSeriesSummary", series=series.id).summary
        assert summary == ada.get(f"/v1/series/{series.id}/summary").data
        assert json.loads(summary)["matches"] == matches


def test_a_replay_holds_and_is_that_of_its_match(client: PlayClient, ada: Client, finished: pb.Series) -> None:
    replay = client.ask("GetSeriesReplay", series=finished.id, number=5).replay
    replay_checks.check(replay, InProcessEngine(ruleset("factionwars")), Evidence())
    result = read_result(lines_of(finished)[5])
    told = json.loads(replay)
    assert told["final_state_sha256"] == result.final_state_sha256
    promised = {"sha256": finished.document_sha256, "match": 5, "deal": result.deal}
    assert told["commitment_document"]["series"] == promised
    assert replay == ada.get(f"/v1/series/{finished.id}/matches/5/replay").data


@pytest.mark.parametrize("method", ["GetSeriesMatch", "GetSeriesReplay"])
def test_a_match_that_has_not_been_played_has_no_result_and_no_replay(
    client: PlayClient, finished: pb.Series, method: str
) -> None:
    for fields in (
        {"series": create(client).id, "number": 0},
        {"series": finished.id, "number": finished.matches},
        {"series": finished.id, "number": 4_294_967_295},
    ):
        refused = client.refused(method, **fields)
        assert (refused.code, refused.reason) == (grpc.StatusCode.NOT_FOUND, "NOT_FOUND")


def test_two_series_are_compared_by_the_bots_of_both(client: PlayClient, hall: Hall, ada: Client) -> None:
    first, second = create(client), create(client, seed="6e" * 32, stop=stop_after(6))
    hall.play_series()
    compared = client.ask("CompareSeries", series=first.id, other=second.id).comparison
    assert compared == ada.get(f"/v1/series/{first.id}/comparison?with={second.id}").data
    shown: dict[str, Any] = json.loads(compared)
    assert shown["series_sha256"] == [first.document_sha256, second.document_sha256]
    assert [entrant["bot"] for entrant in shown["entrants"]] == ["greedy", "random"]


def test_series_of_two_rulesets_are_not_compared(client: PlayClient) -> None:
    first, second = create(client), create(client, ruleset="commanders")
    refused = client.refused("CompareSeries", series=first.id, other=second.id)
    assert (refused.reason, list(refused.fields)) == ("INVALID_FIELD", ["/other"])
