"""The clients of served moves over gRPC. Each match has a channel of its own, which its clients share."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import grpc
from playhall.play.v1 import play_pb2 as pb
from playhall.play.v1 import play_pb2_grpc

from tests.benchmarks.served_moves import Match, View

_TIMEOUT_SECONDS: Final = 60.0


class GrpcClients:
    """Over ``playhall.play.v1``."""

    def __init__(self, target: str, matches: int) -> None:
        # Channels to the same address share a connection unless they are told not to.
        apart = [("grpc.use_local_subchannel_pool", 1)]
        self._channels = [grpc.insecure_channel(target, options=apart) for _ in range(matches)]
        self._stubs = [play_pb2_grpc.PlayServiceStub(channel) for channel in self._channels]

    def get_view(self, matches: Sequence[Match]) -> tuple[list[View], list[float]]:
        def ask(stub: Any, match: Match) -> Any:
            return stub.GetView.future(pb.GetViewRequest(match=match.id, seat=match.seat), **_with(match))

        answers, seconds = self._all(matches, ask)
        return [_view(answer.view) for answer in answers], seconds

    def move(self, matches: Sequence[Match]) -> list[float]:
        def ask(stub: Any, match: Match) -> Any:
            request = pb.DecideRequest(match=match.id, decision=match.view.decision, notation=match.choice())
            return stub.Decide.future(request, **_with(match))

        return self._all(matches, ask)[1]

    def close(self) -> None:
        """Close the channels."""
        for channel in self._channels:
            channel.close()

    def _all(self, matches: Sequence[Match], ask: Callable[[Any, Match], Any]) -> tuple[list[Any], list[float]]:
        """The answers to each match's call, all of them made at once, and the seconds that each took."""
        ended = [0.0] * len(matches)
        begun: list[float] = []
        calls = []
        for index, (stub, match) in enumerate(zip(self._stubs, matches, strict=False)):
            begun.append(time.perf_counter())
            call = ask(stub, match)
            call.add_done_callback(_note(ended, index))
            calls.append(call)
        answers = [call.result() for call in calls]
        while not all(ended):  # a call's result may be there a moment before it is noted
            time.sleep(0.0002)
        return answers, [end - begin for begin, end in zip(begun, ended, strict=True)]


def _note(ended: list[float], index: int) -> Callable[[object], None]:
    def note(_call: object) -> None:
        ended[index] = time.perf_counter()

    return note


def _with(match: Match) -> dict[str, Any]:
    return {"metadata": (("authorization", f"Bearer {match.key}"),), "timeout": _TIMEOUT_SECONDS}


def _view(view: pb.View) -> View:
    legal = [action.notation for action in view.legal]
    return View(view.status == pb.MATCH_STATUS_LIVE, view.pending, view.decision, legal)
