"""Clients of the gRPC face."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import grpc
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status
from playhall.play.v1 import (
    accounts_pb2,
    accounts_pb2_grpc,
    analysis_pb2,
    analysis_pb2_grpc,
    leaderboards_pb2,
    leaderboards_pb2_grpc,
    play_pb2_grpc,
    series_pb2,
    series_pb2_grpc,
    tournaments_pb2,
    tournaments_pb2_grpc,
)
from playhall.play.v1 import play_pb2 as pb

from gateway.bootstrap import Services
from gateway.grpc_api.server import PlayLimits, PlayServer
from services.analysis.searches import Searches
from services.archive import Archive
from services.database import Database
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.idempotency import IdempotencyStore
from services.matches.backlog_metrics import BacklogMeter
from services.moments import moment
from services.rate_limits import RateLimiter
from services.readiness import ReadinessChecks
from tests.integration.gateway.harness import Hall
from tests.rulesets.sealed import RULESET

SECONDS = 30


@dataclass(frozen=True)
class Refused:
    """Why a call was refused."""

    code: grpc.StatusCode
    reason: str
    message: str
    metadata: dict[str, str]
    fields: dict[str, str]


class PlayClient:
    """A client with a key, of all services."""

    def __init__(self, channel: grpc.Channel, key: str | None) -> None:
        self.stub = play_pb2_grpc.PlayServiceStub(channel)
        self.series = series_pb2_grpc.SeriesServiceStub(channel)
        self.accounts = accounts_pb2_grpc.AccountServiceStub(channel)
        self.analysis = analysis_pb2_grpc.AnalysisServiceStub(channel)
        self.leaderboards = leaderboards_pb2_grpc.LeaderboardServiceStub(channel)
        self.tournaments = tournaments_pb2_grpc.TournamentServiceStub(channel)
        self.metadata = () if key is None else (("authorization", f"Bearer {key}"),)

    def ask(self, method: str, **fields: Any) -> Any:
        """What a call answers; for a stream, the iterator."""
        services = (
            (self.series, series_pb2),
            (self.accounts, accounts_pb2),
            (self.leaderboards, leaderboards_pb2),
            (self.tournaments, tournaments_pb2),
            (self.analysis, analysis_pb2),
        )
        stub, messages = next((each for each in services if hasattr(each[0], method)), (self.stub, pb))
        request = getattr(messages, f"{method}Request")(**fields)
        return getattr(stub, method)(request, timeout=SECONDS, metadata=self.metadata)

    def refused(self, method: str, **fields: Any) -> Refused:
        """How a call is refused."""
        try:
            answer = self.ask(method, **fields)
            if not isinstance(answer, Message):
                next(answer)
        except grpc.RpcError as error:
            return refusal(error)
        raise AssertionError(f"{method} was answered")

    def answer_first(self, match: str, seat: int) -> "pb.DecideResponse | None":
        """Answer the seat's pending decision with its first legal action; None if there is none."""
        view = self.ask("GetView", match=match, seat=seat).view
        if not view.HasField("decision"):
            return None
        answer: pb.DecideResponse = self.ask(
            "Decide", match=match, decision=view.decision, notation=view.legal[0].notation
        )
        return answer


def refusal(error: grpc.RpcError) -> Refused:
    """What a failed call says."""
    call = cast(grpc.Call, error)
    status = rpc_status.from_call(call)
    info, wrong = ErrorInfo(), BadRequest()
    assert status is not None, call.details()
    for detail in status.details:
        assert detail.Unpack(info) or detail.Unpack(wrong)
    assert info.domain == "playhall"
    fields = {violation.field: violation.description for violation in wrong.field_violations}
    return Refused(call.code(), info.reason, call.details() or "", dict(info.metadata), fields)


def moment_text(told: Timestamp) -> str:
    """A moment as REST tells it, which is in milliseconds: gRPC has to tell it no finer."""
    assert told.nanos % 1_000_000 == 0
    return moment(told.ToMilliseconds())


def services_of(hall: Hall) -> Services:
    """The hall's services, with Faction Wars besides Sealed Rows."""
    return Services(
        matches=hall.matches,
        hub=hall.hub,
        accounts=hall.accounts,
        players=hall.players,
        blocks=hall.blocks,
        keys=hall.keys,
        stream_tokens=hall.stream_tokens,
        engines=EngineDirectory(
            {"sealed": InProcessEngine(RULESET), "factionwars": InProcessEngine(ruleset("factionwars"))}
        ),
        archive=Archive(Database(hall.settings.database.database_url)),
        limits=RateLimiter(hall.redis),
        attempts=IdempotencyStore(hall.redis),
        commitments=hall.commitment_log,
        signing_keys=hall.signing_keys,
        series=hall.series,
        webhooks=hall.webhooks,
        account_operations=hall.account_operations,
        ratings=hall.ratings,
        tickets=hall.tickets,
        tournaments=hall.tournaments,
        tournament_webhooks=hall.tournament_webhooks,
        tournament_guests=hall.tournament_guests,
        guest_invitations=hall.guest_invitations,
        entrant_links=hall.entrant_links,
        leaderboards=hall.leaderboards,
        backlog=BacklogMeter(hall.redis, None),
        searches=Searches(hall.redis),
        readiness=ReadinessChecks([]),
    )


@contextmanager
def served(services: Services, limits: PlayLimits) -> Iterator[tuple[PlayServer, str]]:
    """A server, and its target."""
    server = PlayServer(services, limits=limits)
    server.start()
    try:
        yield server, f"127.0.0.1:{server.port}"
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)
