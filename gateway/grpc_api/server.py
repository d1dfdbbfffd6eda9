"""The gRPC play API as a server: the services with health and reflection."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import grpc
from playhall.play.v1 import accounts_pb2, analysis_pb2, leaderboards_pb2, play_pb2, series_pb2, tournaments_pb2

from gateway.admission import PER_ADDRESS, PER_PLAYER
from gateway.bootstrap import Services, services_from
from gateway.grpc_api import reflection
from gateway.grpc_api.analysis_methods import AnalysisMethods
from gateway.grpc_api.bridge import Bridge
from gateway.grpc_api.calls import CallAdmission, Calls, Entrance
from gateway.grpc_api.play_methods import PlayMethods
from gateway.grpc_api.progress_methods import progress_methods
from gateway.grpc_api.progress_streams import ProgressStreams
from gateway.grpc_api.watch import Watches
from gateway.operations.analysis import AnalysisOperations
from gateway.operations.series import SeriesOperations
from gateway.operations.tournaments import TournamentOperations
from gateway.streams.searches import SearchPolls
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import RECHECK_SECONDS
from gateway.streams.tickets import TicketPolls
from services.analysis.analysis import Analysis
from services.grpc_serving import health
from services.grpc_serving.credentials import TlsFiles, listen_on
from services.grpc_serving.open_calls import OpenCalls
from services.grpc_serving.peers import metadata_values, peer_address
from services.grpc_serving.receiving import RECEIVE_SECONDS, Receiver
from services.grpc_serving.server_options import server_options
from services.grpc_serving.work_slots import WorkSlots
from services.rate_limits import Policy
from services.rate_limits.client_ip import DIRECT, ClientAddresses, client_addresses
from services.rate_limits.policy import per_minute
from services.readiness import Condition
from services.settings import Settings
from services.telemetry import metrics

SERVICES: Final = tuple(
    service
    for file in (play_pb2, series_pb2, analysis_pb2, accounts_pb2, leaderboards_pb2, tournaments_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
)
PROCESS: Final = "gateway-grpc"
DRAIN_SECONDS: Final = 1.0
GRACE_SECONDS: Final = 10.0
HARD_LIMIT_BYTES: Final = 1_048_576
"""gRPC itself ends a call whose message is larger, and cannot say why in our words. A message between our own limit and
this one is taken and refused with its reason."""

_REFUSING: Final = 64
"""Threads that refuse what is too much."""


@dataclass(frozen=True, slots=True)
class PlayLimits:
    """How much a server takes on.

    ``threads``: unary calls worked on at once; ``waiting``: those that wait, in turn between addresses, before the
    latest of the address with the most is refused. ``calls``: unary calls that are open at once, worked on,
    waiting, or without their message yet, more than those together; and so many of each address and with each key.
    ``silent``: calls without their message, in all and of each address, before the oldest is given up;
    ``receive_seconds``: after which it is in any case. ``streams``: streams at once, and of each player and each
    address (0: all); each has a thread of its own; so many more may be about to begin, of each address as many as
    it may have. ``connections``: in all; each may have ``calls_of_connection``. ``request_bytes``: the largest
    request. ``stream_seconds``: the longest life of a stream. ``recheck_seconds``: after how long a watcher's key
    is looked at again. ``connection_seconds``: after which clients are asked to connect anew, so that they find new
    replicas. ``per_key``, ``per_address``: how much each key, and each address without one, may ask; None:
    anything. ``addresses``: tell clients apart.
    """

    threads: int = 16
    waiting: int = 256
    calls: int = 768
    calls_of_address: int = 576
    calls_of_key: int = 256
    silent: int = 384
    silent_of_address: int = 192
    receive_seconds: float = RECEIVE_SECONDS
    streams: int = 512
    streams_of_player: int = 0
    streams_of_address: int = 0
    connections: int = 10_000
    calls_of_connection: int = 256
    request_bytes: int = 65_536
    stream_seconds: float = 600.0
    recheck_seconds: float = RECHECK_SECONDS
    connection_seconds: int = 900
    per_key: Policy | None = None
    per_address: Policy | None = None
    addresses: ClientAddresses = DIRECT


class PlayServer:
    """A gRPC server for players."""

    def __init__(
        self,
        services: Services,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        limits: PlayLimits | None = None,
        tls: TlsFiles | None = None,
        services_shown: bool = True,
        public_spectating: bool = True,
    ) -> None:
        """``port`` 0: any free one. ``services_shown``: whether there is reflection. ``public_spectating``: whether
        public matches may be watched without a key. Nothing is served before :meth:`start`.

        Raises:
            OSError: the address cannot be listened on.
            ValueError: as :func:`services.grpc_serving.credentials.server_credentials`.
        """
        limits = limits or PlayLimits()

        def address_of(context: grpc.ServicerContext) -> str:
            forwarded = ",".join(metadata_values(context, "x-forwarded-for")) if limits.addresses.proxies else ""
            return limits.addresses.client_of(peer_address(context), forwarded)

        slots = StreamSlots(limits.streams, of_player=limits.streams_of_player, of_address=limits.streams_of_address)
        streamed: Any = {
            "max_seconds": limits.stream_seconds,
            "slots": slots,
            "recheck_seconds": limits.recheck_seconds,
        }
        watches = Watches(services.matches, services.accounts, services.hub, **streamed)
        admission = CallAdmission(
            services.keys,
            services.limits,
            per_key=limits.per_key,
            per_address=limits.per_address,
            public_spectating=public_spectating,
        )
        series_streams = ProgressStreams(services.series.get, admission.caller_again, **streamed)
        tournament_streams = ProgressStreams(services.tournaments.get, admission.caller_again, **streamed)
        self._readiness = services.readiness
        self._is_stopping = False
        self._streams = (watches, series_streams, tournament_streams)
        series_operations = SeriesOperations(services.series, services.matches, services.players)
        analysis = Analysis(services.matches, services.engines, services.searches)
        analysis_operations = AnalysisOperations(services.matches, services.series, series_operations, services.engines)
        named = {
            **{name: getattr(services, name) for name in Services.__slots__},
            "accounts": services.account_operations,
            "analysis": analysis,
            "analysis_operations": analysis_operations,
            "search_polls": SearchPolls(services.searches, slots=slots),
            "series_operations": series_operations,
            "ticket_polls": TicketPolls(services.tickets, services.hub, slots=slots),
            "tournament_operations": TournamentOperations(services.tournaments, services.engines),
        }
        bridge = Bridge(named, services.attempts, admission, watches, tournament_streams)
        by_hand = {
            **PlayMethods(services, watches, admission).by_name(),
            **AnalysisMethods(analysis, analysis_operations).by_name(),
            **progress_methods(services.series, series_streams, tournament_streams),
        }
        receiver = Receiver(
            most=limits.silent, most_of_address=limits.silent_of_address, seconds=limits.receive_seconds
        )
        entrance = Entrance(
            address_of,
            OpenCalls(most=limits.calls, of_address=limits.calls_of_address, of_key=limits.calls_of_key),
            receiver,
            WorkSlots(limits.threads, most_waiting=limits.waiting),
        )
        # As many streams as there may be can begin at once, as after a restart: those that find no slot wait. The limit
        # of a player's is for its streams to keep, of which each has a place until it ends.
        of_address = limits.streams_of_address or limits.streams
        beginning = limits.streams + of_address
        stream_entrance = Entrance(
            address_of,
            OpenCalls(most=beginning, of_address=of_address),
            receiver,
            WorkSlots(limits.threads, most_waiting=beginning),
        )
        methods = {each.full_name: bridge.methods(each, by_hand) for each in SERVICES}
        self._health = health.Health(("", *methods), address_of)
        handlers: list[grpc.GenericRpcHandler] = [
            *(
                Calls(name, served, admission, entrance, stream_entrance, limits.request_bytes)
                for name, served in methods.items()
            ),
            self._health,
        ]
        if services_shown:
            handlers.append(reflection.Reflection((*methods, health.SERVICE), address_of))
        threads = limits.calls + beginning + limits.streams + health.THREADS + reflection.MOST_STREAMS + _REFUSING
        self._server = grpc.server(
            ThreadPoolExecutor(threads, "play"), options=_server_options(limits), maximum_concurrent_rpcs=threads
        )
        self._server.add_generic_rpc_handlers(tuple(handlers))
        self.port = listen_on(self._server, f"{f'[{host}]' if ':' in host else host}:{port}", tls)

    def start(self) -> None:
        """Serve from now on. Health says so once the process has reached what it needs; see
        :mod:`services.readiness`."""
        self._server.start()
        metrics.gateway_looked(PROCESS, is_ready=False, parts={})
        self._readiness.watch(self._tell)

    @property
    def is_serving(self) -> bool:
        """What health says."""
        return self._health.is_serving

    def _tell(self, found: Condition) -> None:
        metrics.gateway_looked(PROCESS, is_ready=found.is_ready, parts=found.parts)
        if not self._is_stopping and found.is_ready != self.is_serving:
            self._health.set_serving(serving=found.is_ready)
        if self._is_stopping:  # since it was looked at
            self._health.set_serving(serving=False)

    def stop(self, *, drain_seconds: float = DRAIN_SECONDS, grace_seconds: float = GRACE_SECONDS) -> None:
        """Tell clients to go elsewhere, serve for ``drain_seconds`` more while they notice, then end the streams, take
        no new calls and let those at work finish within ``grace_seconds``."""
        self._is_stopping = True
        self._health.set_serving(serving=False)
        time.sleep(drain_seconds)
        stopped = self._server.stop(grace_seconds)
        for streams in self._streams:
            streams.end_all()
        self._health.end()
        stopped.wait()


def serve_play(settings: Settings, host: str, port: int) -> PlayServer:
    """Start a server on real services; who asks for it stops it.

    Raises:
        OSError: the address cannot be listened on.
        ValueError: a certificate or its key cannot be used.
    """
    limits = PlayLimits(
        streams_of_player=settings.gateway.player_streams,
        streams_of_address=settings.gateway.address_streams,
        connections=settings.gateway.connections,
        request_bytes=settings.gateway.max_body_bytes,
        stream_seconds=settings.gateway.stream_max_seconds,
        per_key=per_minute(PER_PLAYER, settings.gateway.player_requests_per_minute),
        per_address=per_minute(PER_ADDRESS, settings.gateway.address_requests_per_minute),
        addresses=client_addresses(settings.gateway),
    )
    server = PlayServer(
        services_from(settings),
        host=host,
        port=port,
        limits=limits,
        tls=TlsFiles(
            settings.gateway.grpc_tls_cert, settings.gateway.grpc_tls_key, settings.gateway.grpc_tls_client_ca
        ),
        services_shown=settings.gateway.grpc_reflection,
        public_spectating=settings.gateway.public_spectating,
    )
    server.start()
    return server


def _server_options(limits: PlayLimits) -> list[tuple[str, int]]:
    return server_options(
        connections=limits.connections,
        calls_of_connection=limits.calls_of_connection,
        connection_seconds=limits.connection_seconds,
        longest_call_seconds=limits.stream_seconds,
        message_bytes=max(HARD_LIMIT_BYTES, limits.request_bytes),
    )
