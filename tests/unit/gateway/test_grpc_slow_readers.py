"""Calls over gRPC whose clients do not read what they are sent."""

from typing import Any, cast

import grpc

from gateway.grpc_api.progress_streams import SlowReaders


class Scene:
    """Calls to which messages are sent, at a time that the test sets, in seconds. ``ended``: the calls that were."""

    def __init__(self) -> None:
        self.now = 0.0
        self.ended: list[str] = []
        self.readers = SlowReaders(30.0, lambda: self.now)

    def sending(self, name: str) -> Any:
        return self.readers.sending(cast(grpc.ServicerContext, Context(name, self.ended)))


class Context:
    """A call that can be ended."""

    def __init__(self, name: str, ended: list[str]) -> None:
        self._name = name
        self._ended = ended

    def cancel(self) -> None:
        self._ended.append(self._name)


def test_who_does_not_read_a_message_in_its_time_is_cut_off_and_nobody_else() -> None:
    scene = Scene()
    with scene.sending("slow"):
        with scene.sending("quick"):
            pass
        scene.now = 29.9
        with scene.sending("later"):
            scene.readers.end_slow()
            assert scene.ended == []
            scene.now = 30.0
            scene.readers.end_slow()
            assert scene.ended == ["slow"]
    scene.now = 1_000.0
    scene.readers.end_slow()
    assert scene.ended == ["slow"]


def test_each_message_has_a_time_of_its_own() -> None:
    scene = Scene()
    for _ in range(4):
        with scene.sending("steady"):
            scene.now += 20.0
            scene.readers.end_slow()
    assert scene.ended == []
