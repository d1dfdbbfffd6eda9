"""Calls over gRPC: messages made and bent, odd metadata, methods that do not exist, messages too few or too many."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import grpc
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from playhall.play.v1 import play_pb2, series_pb2, tournaments_pb2

from services.errors import Reason
from tests.security.fuzz import values
from tests.security.fuzz.world import World

SERVICES: Final = (
    play_pb2.DESCRIPTOR.services_by_name["PlayService"],
    series_pb2.DESCRIPTOR.services_by_name["SeriesService"],
    tournaments_pb2.DESCRIPTOR.services_by_name["TournamentService"],
)
METHODS: Final = [method for service in SERVICES for method in service.methods]
ANSWER_SECONDS: Final = 60.0
STREAM_SECONDS: Final = 0.3
FORBIDDEN: Final = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS}
BY_THE_LIBRARY: Final = {
    grpc.StatusCode.UNIMPLEMENTED,  # no such service; not one message where one is due
    grpc.StatusCode.RESOURCE_EXHAUSTED,  # a message or metadata beyond what gRPC takes at all
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
}
"""What may come without our words, where the client's own doing leaves the library no other."""
METADATA: Final = (
    ("x-request-id", "0" * 32), ("x-request-id", "a b"), ("x-request-id", "x" * 3_000), ("x-bin", b"\0\xff"),
    ("trace-bin", b""), ("traceparent", "00-" + "0" * 32 + "-" + "0" * 16 + "-01"), ("authorization", "Basic YTpi"),
    ("authorization", ""), ("x-forwarded-for", "127.0.0.1, ::1"), ("grpc-accept-encoding", "x"), ("x", "~" * 4_000),
    ("cookie", "a=b"),
)  # fmt: skip
OTHER_PATHS: Final = (
    *(f"/{service.full_name}/" for service in SERVICES),
    "/x/y",
    "/grpc.health.v1.Health/Check",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    "/playhall.engine.v1.EngineService/Play",
)
TAILS: Final = (
    b"\xfa\x3f\x03abc",
    b"\x0b" * 200,
    b"\x08" + b"\xff" * 11,
    b"\x0a\x01x" * 1_000,
    b"\x0a\xff\xff\xff\xff\x0f",
)
"""A field nobody knows, groups and a number that never end, one field a thousand times, more than there is."""

Metadata = tuple[tuple[str, str | bytes], ...]


@dataclass(frozen=True, slots=True)
class GrpcCall:
    """One call. ``messages``: the requests as bytes, one where all is well."""

    path: str
    messages: tuple[bytes, ...]
    metadata: Metadata
    seconds: float
    is_stream: bool

    @property
    def is_ours(self) -> bool:
        """Whether our service has to answer it, in our words."""
        is_of_ours = any(self.path.startswith(f"/{service.full_name}/") for service in SERVICES)
        return is_of_ours and len(self.messages) == 1

    def __str__(self) -> str:
        shown = [each if len(each) < 2_000 else each[:2_000] + b"..." for each in self.messages]
        return (
            f"{self.path} {shown!r} {[pair for pair in self.metadata if pair[0] != 'authorization']!r} {self.seconds} s"
        )


class GrpcClient:
    """Makes calls, sends them, and judges the answers. Not to be shared by threads."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._channel = grpc.insecure_channel(world.grpc, [("grpc.use_local_subchannel_pool", 1)])
        self.outcomes: dict[str, int] = {}

    # -- making ---------------------------------------------------------------------------------------------------

    def request(self, random: Random) -> GrpcCall:
        """A call; the same one for the same state of ``random`` and of the pool."""
        method: MethodDescriptor = random.choice(METHODS)
        path, seconds = f"/{method.containing_service.full_name}/{method.name}", ANSWER_SECONDS
        messages: tuple[bytes, ...] = (self._message(random, method.input_type),)
        how = random.random()
        if how < 0.02:
            path = random.choice((path + "x", path.lower(), *OTHER_PATHS))
        elif how < 0.04:
            messages = random.choice(((), messages * 2))
        elif how < 0.06:
            seconds = random.choice((0.001, 0.01))
        return GrpcCall(path, messages, self._metadata(random), seconds, bool(method.server_streaming))

    def _message(self, random: Random, kind: Descriptor) -> bytes:
        how = random.random()
        if how < 0.03:
            return random.randbytes(random.choice((0, 1, 20, 300, values.MANY_BYTES, 1_200_000)))
        whole = self._filled(random, kind, 3).SerializeToString()
        if how < 0.75:
            return whole
        if how < 0.95:
            return values.flipped(random, whole)
        return whole + random.choice(TAILS)

    def _filled(self, random: Random, kind: Descriptor, depth: int) -> Message:
        message = GetMessageClass(kind)()
        for field in kind.fields:
            if random.random() < 0.25 or (field.message_type and not depth):
                continue
            if field.message_type and field.message_type.GetOptions().map_entry:
                continue
            if field.is_repeated:
                made = [self._value(random, field, depth) for _ in range(random.choice((1, 2, 2, 2, 3, 64, 65)))]
                getattr(message, field.name).extend(made)
            elif field.message_type:
                getattr(message, field.name).CopyFrom(self._value(random, field, depth))
            else:
                setattr(message, field.name, self._value(random, field, depth))
        return message

    def _value(self, random: Random, field: FieldDescriptor, depth: int) -> Any:
        if field.message_type:
            return self._filled(random, field.message_type, depth - 1)
        if field.type == FieldDescriptor.TYPE_STRING:
            return self._text(random, field.name).encode("utf-8", "replace").decode()
        if field.type == FieldDescriptor.TYPE_BYTES:
            return values.body(random, {"action": self._world.pool.draw(random, "action")})
        if field.type == FieldDescriptor.TYPE_BOOL:
            return random.random() < 0.5
        if field.type == FieldDescriptor.TYPE_ENUM:
            return random.choice((0, 1, 2, 3, 4, 99, -1))
        most = 2**32 - 1 if field.type == FieldDescriptor.TYPE_UINT32 else 2**31 - 1
        return random.choice((0, 1, 1, 2, 3, 7, 3_600, most))

    def _text(self, random: Random, name: str) -> str:
        if random.random() < 0.12:
            return values.text(random)
        if name == "seats":
            return random.choice(("me", "open", "open", "bot:random", "player:me"))
        if name == "seat":
            return random.choice(("open", "bot:random"))
        if name == "entrants":
            return random.choice(("random", "random", "greedy", "nobody"))
        if name in ("client_seed", "seed"):
            return random.choice(("", "00" * 32))
        found = self._world.pool.draw(random, {"notation": "action", "other": "series"}.get(name, name))
        return values.text(random) if found is None else found

    def _metadata(self, random: Random) -> Metadata:
        given: list[tuple[str, str | bytes]] = []
        if random.random() < 0.95:
            key = self._world.key(random)
            if random.random() < 0.04:
                key = random.choice((key[:-1], key + "x", key.upper(), "x" * 3_000, ""))
            given.append(("authorization", ("" if random.random() < 0.02 else "Bearer ") + key))
        if random.random() < 0.15:
            given += random.choices(METADATA, k=random.choice((1, 2, 10)))
        return tuple(given)

    # -- sending and judging --------------------------------------------------------------------------------------

    def fault(self, call: GrpcCall) -> str | None:
        """Send it; what is wrong with the answer, or None."""
        begin: Any = self._channel.stream_stream(call.path)
        seconds = min(call.seconds, STREAM_SECONDS) if call.is_stream else call.seconds
        answers: Iterator[bytes] = begin(iter(call.messages), metadata=call.metadata, timeout=seconds)
        try:
            for _ in answers:
                pass
        except grpc.RpcError as error:
            return self._judged(call, error)
        self._count("OK")
        return None

    def close(self) -> None:
        """Close the connection."""
        self._channel.close()

    def _judged(self, call: GrpcCall, error: Any) -> str | None:
        code: grpc.StatusCode = error.code()
        said = rpc_status.from_call(error)
        info = error_details_pb2.ErrorInfo()
        told = said is not None and any(detail.Unpack(info) for detail in said.details)
        self._count(f"{code.name} {info.reason}".strip())
        if code in FORBIDDEN:
            return f"{code.name}: {error.details()}"
        if code is grpc.StatusCode.UNAVAILABLE and info.reason != Reason.BUSY.name:
            return f"UNAVAILABLE: {error.details()}"
        if told:
            if info.domain != "playhall" or info.reason not in Reason.__members__:
                return f"{code.name} with a reason that is not in the list: {info}"
        elif call.is_ours and code not in BY_THE_LIBRARY:
            return f"{code.name} without a reason: {error.details()}"
        elif code is grpc.StatusCode.DEADLINE_EXCEEDED and call.seconds == ANSWER_SECONDS and not call.is_stream:
            return f"no answer in {call.seconds} s"
        return None

    def _count(self, outcome: str) -> None:
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
