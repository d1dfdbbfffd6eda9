"""The server itself: health, reflection, and how it stops."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from playhall.play.v1 import play_pb2 as pb
from playhall.play.v1 import series_pb2

from cli.health import grpc_serves
from gateway.grpc_api.server import PlayLimits, PlayServer
from services.grpc_serving.credentials import TlsFiles, channel_credentials
from tests.certificates import Authority, issued
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient, served, services_of
from tests.waiting import wait_until

FILES = {
    "playhall.play.v1.PlayService": pb.DESCRIPTOR.name,
    "playhall.play.v1.SeriesService": series_pb2.DESCRIPTOR.name,
}


def test_it_tells_of_its_health_and_of_its_methods(hall: Hall) -> None:
    with served(services_of(hall), PlayLimits()) as (_, target), grpc.insecure_channel(target) as channel:
        assert grpc_serves(target)
        reflected = ProtoReflectionDescriptorDatabase(channel)
        health: Any = health_pb2_grpc.HealthStub(channel)  # without types
        assert FILES.keys() < set(reflected.get_services())
        for service, file in FILES.items():
            assert reflected.FindFileContainingSymbol(service).name == file
            asked = health_pb2.HealthCheckRequest(service=service)
            assert health.Check(asked, timeout=20).status == health_pb2.HealthCheckResponse.SERVING


def test_a_stop_ends_the_watches_and_they_are_resumed_elsewhere_without_loss(
    hall: Hall, ada: Client, bob: Client, live: str
) -> None:
    limits, services = PlayLimits(threads=4, streams=4), services_of(hall)
    first = PlayServer(services, limits=limits)
    first.start()
    channel = grpc.insecure_channel(f"127.0.0.1:{first.port}")
    one = PlayClient(channel, ada.key)
    lines: list[pb.WatchResponse] = []

    def watch(client: PlayClient, **since: int) -> None:
        lines.extend(client.ask("Watch", match=live, seat=0, **since))

    watching = threading.Thread(target=watch, args=(one,), daemon=True)
    watching.start()
    one.answer_first(live, 0)
    wait_until(lambda: len(lines) == 2 or hall.hub.followers() == 1, "it watches")
    stopping = threading.Thread(target=lambda: first.stop(drain_seconds=2, grace_seconds=10))
    stopping.start()
    wait_until(lambda: not grpc_serves(f"127.0.0.1:{first.port}"), "it says that it goes")
    assert one.answer_first(live, 0)  # it still serves
    watching.join(20)
    stopping.join(20)
    assert not watching.is_alive()
    assert not stopping.is_alive()
    channel.close()
    assert lines[0].WhichOneof("line") == "snapshot"
    bob.make(f"/v1/matches/{live}:resign")
    with served(services, limits) as (_, target), grpc.insecure_channel(target) as other:
        watch(PlayClient(other, ada.key), since=lines[-1].revision)
    seen = [line.revision for line in lines if line.WhichOneof("line") != "end"]
    assert seen == list(range(seen[0], seen[0] + len(seen)))
    assert lines[-1].WhichOneof("line") == "end"


def test_a_call_at_work_is_finished_when_it_stops(hall: Hall, ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    listed = hall.matches.list

    def slowly(*arguments: object, **more: object) -> object:
        begun.set()
        go_on.wait(20)
        return listed(*arguments, **more)  # type: ignore[arg-type] # handed on

    monkeypatch.setattr(hall.matches, "list", slowly)
    with (
        served(services_of(hall), PlayLimits()) as (server, target),
        grpc.insecure_channel(target) as channel,
        ThreadPoolExecutor(2) as pool,
    ):
        call = pool.submit(PlayClient(channel, ada.key).ask, "ListMatches")
        assert begun.wait(20)
        stop = pool.submit(server.stop, drain_seconds=0, grace_seconds=20)
        wait_until(lambda: not grpc_serves(target), "it takes no new calls")
        go_on.set()
        assert list(call.result(20).matches) == []
        stop.result(20)


def test_a_taken_port_is_said(hall: Hall) -> None:
    services = services_of(hall)
    with served(services, PlayLimits()) as (server, _), pytest.raises(OSError, match=r"cannot listen on 127\.0\.0\.1"):
        PlayServer(services, port=server.port)


def test_it_has_no_reflection_if_told_so(hall: Hall) -> None:
    server = PlayServer(services_of(hall), services_shown=False)
    server.start()
    try:
        with (
            grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel,
            pytest.raises(grpc.RpcError, match="UNIMPLEMENTED"),
        ):
            ProtoReflectionDescriptorDatabase(channel).get_services()
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)


def test_with_a_certificate_it_speaks_tls_and_asks_clients_for_theirs(hall: Hall, ada: Client, tmp_path: Path) -> None:
    ours = Authority(tmp_path, "ours")
    server = PlayServer(services_of(hall), tls=issued(ours, "server", accepts=ours))
    server.start()
    target = f"127.0.0.1:{server.port}"
    try:
        with grpc.secure_channel(target, channel_credentials(issued(ours, "client", accepts=ours))) as channel:
            assert list(PlayClient(channel, ada.key).ask("ListMatches").matches) == []
        stranger = channel_credentials(TlsFiles(authorities=str(ours.certificate)))
        with grpc.secure_channel(target, stranger) as channel, pytest.raises(grpc.RpcError, match="UNAVAILABLE"):
            PlayClient(channel, ada.key).ask("ListMatches")
        assert not grpc_serves(target)  # it speaks nothing else
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)
