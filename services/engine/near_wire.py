"""What a caller and an engine service on the same machine say to each other, over a Unix socket.

Both are of one installation and trust each other like two parts of one program, so nothing is checked and documents go
across as the bytes that they are: gRPC and its messages, which serve everybody, cost several times what the engine's
own work on a move costs. One request at a time goes over a connection.

A frame is its length (four bytes, big-endian) and its body. A body is the length of its head (the same), the head (a
JSON object) and the parts that the head's ``parts`` gives the lengths of.
"""

import socket
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import orjson

from services.engine.engine import EventShares, Position, Situation, Step
from services.engine.ruleset import Outcome, SeatResult
from services.errors import FieldError, Reason, Refusal

Head: TypeAlias = dict[str, Any]

LARGEST: Final = 16_777_216
_LENGTH: Final = 4
_AT_ONCE: Final = 262_144


class Broken(Exception):
    """The connection ended, or what came over it is no frame."""


def send(connection: socket.socket, head: Head, parts: Sequence[bytes] = ()) -> None:
    """Send a frame.

    Raises:
        OSError: the connection is broken, or its patience has ended.
    """
    head["parts"] = [len(part) for part in parts]
    written = orjson.dumps(head)
    body = b"".join((len(written).to_bytes(_LENGTH), written, *parts))
    connection.sendall(len(body).to_bytes(_LENGTH) + body)


def receive(connection: socket.socket) -> tuple[Head, list[bytes]]:
    """Receive a frame.

    Raises:
        Broken: nothing more comes, or nonsense.
        OSError: the connection is broken, or its patience has ended.
    """
    data = connection.recv(_AT_ONCE)
    while 0 < len(data) < _LENGTH:
        more = connection.recv(_AT_ONCE)
        data = data + more if more else b""
    whole = _LENGTH + int.from_bytes(data[:_LENGTH])
    if not data or whole > LARGEST:
        raise Broken
    if len(data) < whole:
        data = _rest(connection, data, whole)
    try:
        return _parse(data)
    except (ValueError, KeyError, TypeError):
        raise Broken from None


def _rest(connection: socket.socket, data: bytes, whole: int) -> bytes:
    pieces, have = [data], len(data)
    while have < whole:
        piece = connection.recv(whole - have)
        if not piece:
            raise Broken
        pieces.append(piece)
        have += len(piece)
    return b"".join(pieces)


def _parse(data: bytes) -> tuple[Head, list[bytes]]:
    at = 2 * _LENGTH + int.from_bytes(data[_LENGTH : 2 * _LENGTH])
    head: Head = orjson.loads(data[2 * _LENGTH : at])
    parts = []
    for length in head["parts"]:
        parts.append(data[at : at + length])
        at += length
    return head, parts


# -- steps -------------------------------------------------------------------------------------------------------------


def step_frame(step: Step) -> tuple[Head, list[bytes]]:
    """A step as head and parts: the state, then each event's shares, then each viewer's view and legal actions."""
    parts = [step.position.state]
    events = []
    for event in step.events:
        events.append([event.public is not None, list(event.private)])
        if event.public is not None:
            parts.append(event.public)
        parts += event.private.values()
    for situation in step.situations:
        parts += (situation.view, situation.legal)
    outcome = step.outcome
    head = {
        "version": step.position.version,
        "events": events,
        "viewers": [situation.viewer for situation in step.situations],
        "pending": step.pending,
        "outcome": None if outcome is None else [outcome.reason, [_result(result) for result in outcome.results]],
    }
    return head, parts


def step_from(head: Head, parts: Sequence[bytes], ruleset: str, seed: bytes) -> Step:
    """The inverse of :func:`step_frame`."""
    rest = iter(parts)
    state = next(rest)
    events = tuple(
        EventShares(next(rest) if is_public else None, {seat: next(rest) for seat in seats})
        for is_public, seats in head["events"]
    )
    outcome = head["outcome"]
    return Step(
        position=Position(ruleset, head["version"], seed, state),
        events=events,
        situations=tuple(Situation(viewer, next(rest), next(rest)) for viewer in head["viewers"]),
        pending=tuple(head["pending"]),
        outcome=None if outcome is None else Outcome(tuple(_result_from(*result) for result in outcome[1]), outcome[0]),
    )


def _result(result: SeatResult) -> list[object]:
    return [result.seat, result.rank, result.score, result.breakdown]


def _result_from(seat: int, rank: int, score: int, breakdown: Sequence[tuple[str, int]]) -> SeatResult:
    return SeatResult(seat, rank, score, tuple((item, points) for item, points in breakdown))


# -- refusals ----------------------------------------------------------------------------------------------------------


def refusal_head(refusal: Refusal) -> Head:
    """A refusal as a head."""
    errors = [[_sendable(error.pointer), _sendable(error.detail)] for error in refusal.errors]
    metadata = {_sendable(name): _sendable(str(value)) for name, value in refusal.metadata.items()}
    return {"refused": refusal.reason.name, "detail": _sendable(refusal.detail), "errors": errors, "metadata": metadata}


def refusal_from(head: Mapping[str, Any]) -> Refusal:
    """The inverse of :func:`refusal_head`."""
    errors = tuple(FieldError(pointer, detail) for pointer, detail in head["errors"])
    return Refusal(Reason[head["refused"]], head["detail"], errors, head["metadata"])


def _sendable(text: str) -> str:
    """A lone surrogate, which a caller may have sent in, cannot be written."""
    return text.encode("utf-8", "replace").decode()
