"""Series that are watched over gRPC, and how their streams end."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from playhall.play.v1 import series_pb2 as pb

from gateway.grpc_api.server import PlayLimits
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient, refusal, served, services_of
from tests.integration.grpc_api.test_series import change, create
from tests.waiting import wait_until

Over = Callable[[Client], PlayClient]


@pytest.fixture
def client(over_grpc: Over, ada: Client) -> PlayClient:
    return over_grpc(ada)


def test_a_series_is_told_at_once_then_when_it_changes_and_at_its_end(client: PlayClient, hall: Hall) -> None:
    made = create(client)
    watch = client.ask("WatchSeries", series=made.id)
    assert next(watch) == pb.WatchSeriesResponse(progress=made)
    assert next_name(watch, change(client, made.id, name="Other")) == "Other"
    hall.play_series()
    ended = client.ask("GetSeries", series=made.id).series
    *changes, last = watch
    assert all(line.WhichOneof("line") == "progress" for line in changes)
    assert last == pb.WatchSeriesResponse(end=ended)
    assert ended.status == pb.SERIES_STATUS_FINISHED


def next_name(watch: grpc.Call, changed: pb.Series) -> str:
    """The name that the next line tells, which is about a changed series."""
    line = next(watch)  # type: ignore[call-overload] # it is an iterator, too
    assert line == pb.WatchSeriesResponse(progress=changed)
    return str(line.progress.name)


def test_who_has_the_last_revision_is_told_of_the_next(client: PlayClient) -> None:
    made = create(client)
    changed = change(client, made.id, name="Other")
    behind = client.ask("WatchSeries", series=made.id, since=made.revision)
    assert next_name(behind, changed) == "Other"
    behind.cancel()
    current = client.ask("WatchSeries", series=made.id, since=changed.revision)
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(next_name, current, change(client, made.id, name="Third"))
        assert told.result(20) == "Third"
    current.cancel()


def test_who_comes_back_after_the_end_is_told_the_end(client: PlayClient, hall: Hall) -> None:
    series = create(client).id
    hall.play_series()
    ended = client.ask("GetSeries", series=series).series
    assert list(client.ask("WatchSeries", series=series, since=ended.revision)) == [pb.WatchSeriesResponse(end=ended)]


def test_a_watch_ends_when_its_key_is_revoked(client: PlayClient, hall: Hall, ada: Client) -> None:
    watch = client.ask("WatchSeries", series=create(client).id)
    assert next(watch).HasField("progress")
    assert ada.key is not None
    hall.keys.revoke(ada.key.split("_")[2])
    hall.play_series()
    with pytest.raises(grpc.RpcError) as caught:
        list(watch)
    assert refusal(caught.value).reason == "UNAUTHENTICATED"


def test_streams_of_series_and_of_matches_share_their_places(client: PlayClient, hall: Hall, live: str) -> None:
    """The server has four."""
    series, played = create(client).id, create(client).id
    hall.play_series()
    waiting = create(client).id
    held = [client.ask("WatchSeries", series=waiting) for _ in range(3)]
    held.append(client.ask("Watch", match=live))
    for watch in held:
        next(watch)
    for method, id in (("WatchSeries", series), ("StreamSeriesResults", played)):
        assert client.refused(method, series=id).reason == "BUSY"
    held.pop(0).cancel()

    def is_told() -> bool:
        try:
            return len(list(client.ask("StreamSeriesResults", series=played))) > 0
        except grpc.RpcError:
            return False

    wait_until(is_told, "the place of a watch that was cancelled is free")
    for watch in held:
        watch.cancel()


def test_a_stop_ends_the_watches_of_series_and_they_are_taken_up_elsewhere(hall: Hall, ada: Client) -> None:
    services = services_of(hall)
    with (
        served(services, PlayLimits(threads=2, streams=2)) as (server, target),
        grpc.insecure_channel(target) as channel,
    ):
        client = PlayClient(channel, ada.key)
        made = create(client)
        watch = client.ask("WatchSeries", series=made.id)
        assert next(watch).progress == made
        server.stop(drain_seconds=0, grace_seconds=20)
        assert list(watch) == []  # it has ended well, and not with `end`
    hall.play_series()
    with served(services, PlayLimits(threads=2, streams=2)) as (_, target), grpc.insecure_channel(target) as channel:
        resumed = PlayClient(channel, ada.key).ask("WatchSeries", series=made.id, since=made.revision)
        assert [line.WhichOneof("line") for line in resumed] == ["end"]


def test_a_watch_ends_after_its_time(hall: Hall, ada: Client) -> None:
    limits = PlayLimits(threads=2, streams=2, stream_seconds=0.0)
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        made = create(client)
        assert list(client.ask("WatchSeries", series=made.id)) == [pb.WatchSeriesResponse(progress=made)]


def test_results_that_could_not_be_sent_to_their_end_are_not_taken_for_all(hall: Hall, ada: Client) -> None:
    limits = PlayLimits(threads=2, streams=2, stream_seconds=0.0)
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        series = create(client).id
        assert list(client.ask("StreamSeriesResults", series=series)) == []  # there are none
        hall.play_series()
        assert client.refused("StreamSeriesResults", series=series).reason == "BUSY"
