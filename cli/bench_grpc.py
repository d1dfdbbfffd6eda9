"""The clients of ``playhall bench`` over gRPC. Each table has a channel of its own, which its clients share."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import grpc
from playhall.play.v1 import play_pb2 as pb
from playhall.play.v1 import play_pb2_grpc

from cli.bench_moves import Table, View

_PATIENCE_SECONDS: Final = 60.0


class GrpcFace:
    """Over ``playhall.play.v1``."""

    def __init__(self, target: str, tables: int) -> None:
        # Channels to the same address share a connection unless they are told not to.
        apart = [("grpc.use_local_subchannel_pool", 1)]
        self._channels = [grpc.insecure_channel(target, options=apart) for _ in range(tables)]
        self._stubs = [play_pb2_grpc.PlayServiceStub(channel) for channel in self._channels]

    def look(self, tables: Sequence[Table]) -> tuple[list[View], list[float]]:
        def ask(stub: Any, table: Table) -> Any:  # noqa: ANN401 - a stub's calls have no common type
            return stub.GetView.future(pb.GetViewRequest(match=table.match, seat=table.seat), **_with(table))

        answers, seconds = self._all(tables, ask)
        return [_view(answer.view) for answer in answers], seconds

    def move(self, tables: Sequence[Table]) -> list[float]:
        def ask(stub: Any, table: Table) -> Any:  # noqa: ANN401 - a stub's calls have no common type
            request = pb.DecideRequest(match=table.match, decision=table.view.decision, notation=table.choice())
            return stub.Decide.future(request, **_with(table))

        return self._all(tables, ask)[1]

    def close(self) -> None:
        """Close the channels."""
        for channel in self._channels:
            channel.close()

    def _all(self, tables: Sequence[Table], ask: Callable[[Any, Table], Any]) -> tuple[list[Any], list[float]]:
        """The answers to each table's call, all of them made at once, and the seconds that each took."""
        ended = [0.0] * len(tables)
        begun: list[float] = []
        calls = []
        for place, (stub, table) in enumerate(zip(self._stubs, tables, strict=False)):
            begun.append(time.perf_counter())
            call = ask(stub, table)
            call.add_done_callback(_note(ended, place))
            calls.append(call)
        answers = [call.result() for call in calls]
        while not all(ended):  # a call's result may be there a moment before it is noted
            time.sleep(0.0002)
        return answers, [end - begin for begin, end in zip(begun, ended, strict=True)]


def _note(ended: list[float], place: int) -> Callable[[object], None]:
    def note(_call: object) -> None:
        ended[place] = time.perf_counter()

    return note


def _with(table: Table) -> dict[str, Any]:
    return {"metadata": (("authorization", f"Bearer {table.key}"),), "timeout": _PATIENCE_SECONDS}


def _view(view: pb.View) -> View:
    legal = [action.notation for action in view.legal]
    return View(view.status == pb.MATCH_STATUS_LIVE, view.pending, view.decision, legal)
