"""The public log of commitments over gRPC: the same as over REST."""

from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from services.fairness import audit
from services.fairness.hash_chain import ChainEntry, Head, SignedHead
from services.fairness.signing import PublicKey, PublicKeys, Signature
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient


def milliseconds(at: Timestamp) -> int:
    return at.seconds * 1000 + at.nanos // 1_000_000


@pytest.fixture
def nobody(channel: grpc.Channel) -> PlayClient:
    return PlayClient(channel, None)


def test_grpc_shows_the_same_log_as_rest(hall: Hall, ada: Client, nobody: PlayClient) -> None:
    for _ in range(3):
        ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})
    hall.commitments.append_waiting()
    rest = hall.stranger()
    entries = [
        ChainEntry(
            entry.index,
            milliseconds(entry.at),
            bytes.fromhex(entry.digest),
            bytes.fromhex(entry.previous),
            bytes.fromhex(entry.hash),
        )
        for entry in nobody.ask("ListCommitments").entries
    ]
    assert entries == audit.parse_entries(rest.get("/v1/commitments").data)
    keys = PublicKeys(PublicKey(key.public_key) for key in nobody.ask("ListSigningKeys").keys)
    assert keys == audit.parse_keys(rest.get("/v1/signing-keys").data)
    told = nobody.ask("GetCommitmentLogHead").head
    head = Head(told.size, bytes.fromhex(told.hash), milliseconds(told.at))
    SignedHead(head, Signature(told.key_id, told.signature)).verify(keys)
    assert (head.size, head.hash) == (3, entries[-1].hash)
    assert nobody.ask("GetCommitment", digest=entries[1].digest.hex()).entry.index == 1


def test_a_part_of_the_log_is_read_from_an_index_on(hall: Hall, nobody: PlayClient) -> None:
    hall.commitments._log.append(number.to_bytes(32, "big") for number in range(600))

    def indices(**wanted: int) -> list[int]:
        return [entry.index for entry in nobody.ask("ListCommitments", **wanted).entries]

    assert indices(start=597) == [597, 598, 599]
    assert indices(start=5, page_size=2) == [5, 6]
    assert indices(start=2**53 - 1) == []
    assert (len(indices()), len(indices(page_size=4_000_000_000))) == (100, 500)


@pytest.mark.parametrize(
    ("method", "fields", "reason", "wrong"),
    [
        ("ListCommitments", {"start": 2**64 - 1}, "INVALID_FIELD", ["/start"]),
        ("GetCommitment", {}, "INVALID_FIELD", ["/digest"]),
        ("GetCommitment", {"digest": "AA" * 32}, "INVALID_FIELD", ["/digest"]),
        ("GetCommitment", {"digest": "00" * 32}, "NOT_FOUND", []),
    ],
)
def test_what_cannot_be_is_refused(
    nobody: PlayClient, method: str, fields: dict[str, Any], reason: str, wrong: list[str]
) -> None:
    refused = nobody.refused(method, **fields)
    assert (refused.reason, list(refused.fields)) == (reason, wrong)
