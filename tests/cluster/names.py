"""A name whose addresses change: a DNS server for tests, as a cluster's is for services."""

import socket
import struct
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self

_HEADER: Final = struct.Struct("!6H")
_ANSWER: Final = struct.Struct("!HHHIH4s")
_TYPE_A: Final = 1
_CLASS_IN: Final = 1
_NAME_OF_QUESTION: Final = 0xC00C
"""A pointer to the name in the question, where every answer's is."""


class ChangingName:
    """Answers every question for addresses (IPv4) with ``addresses`` as they are then, and others with nothing. The
    answers may not be kept (TTL 0)."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = list(addresses)
        self.asked = 0
        """How often addresses were asked for."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def target(self, port: int) -> str:
        """The gRPC target of whatever listens on a port of these addresses."""
        return f"dns://127.0.0.1:{self._socket.getsockname()[1]}/engines.test:{port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as waker:
            waker.sendto(b"", self._socket.getsockname())
        self._thread.join(5)
        self._socket.close()

    def _serve(self) -> None:
        while True:
            question, client = self._socket.recvfrom(4096)
            if not question:
                return
            self._socket.sendto(self._answer(question), client)

    def _answer(self, message: bytes) -> bytes:
        number, _, _, _, _, _ = _HEADER.unpack_from(message)
        end = message.index(0, _HEADER.size) + 5  # the name's end, then type and class
        (kind,) = struct.unpack_from("!H", message, end - 4)
        found = list(self.addresses) if kind == _TYPE_A else []
        self.asked += kind == _TYPE_A
        records = (
            _ANSWER.pack(_NAME_OF_QUESTION, _TYPE_A, _CLASS_IN, 0, 4, socket.inet_aton(address)) for address in found
        )
        return _HEADER.pack(number, 0x8580, 1, len(found), 0, 0) + message[_HEADER.size : end] + b"".join(records)
