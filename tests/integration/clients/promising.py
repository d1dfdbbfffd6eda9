"""What a platform has promised: matches with their commitments, signed."""

import hashlib
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.engine.fairness import canonical

Json = dict[str, Any]
HONEST = "ab" * 32
CHOSEN = "cd" * 32
OPTIONS = {"open_draws": True}


class Promising:
    """A platform with a key of its own."""

    def __init__(self, private: bytes = bytes(range(32))) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self._public = self._private.public_key().public_bytes_raw()
        self._id = hashlib.sha256(self._public).hexdigest()[:16]

    @property
    def published(self) -> Json:
        """What ``GET /v1/signing-keys`` answers."""
        key = {"key_id": self._id, "algorithm": "Ed25519", "public_key": self._public.hex(), "retired_at": None}
        return {"keys": [key]}

    def match(self, id: str, server_seed: str = HONEST, **fields: Any) -> Json:
        """An open match in which nobody sits, as it is promised."""
        document = {
            "format": "playhall.commitment/2",
            "match": id,
            "ruleset": "sealed",
            "options": OPTIONS,
            "server_seed_sha256": hashlib.sha256(bytes.fromhex(server_seed)).hexdigest(),
            **fields,
        }
        return {
            "id": id,
            "ruleset": "sealed",
            "options": OPTIONS,
            "status": "open",
            "start_rule": "when_full",
            "seat": None,
            "seats": [{"seat": number, "status": "open", "player": None, "client_seed": None} for number in (0, 1)],
            "commitment_document": document,
            "rematch": None,
            **self.signed(document),
        }

    def signed(self, document: Json) -> Json:
        """A document's commitment and its signature."""
        digest = hashlib.sha256(canonical(document)).digest()
        value = self._private.sign(document["format"].encode() + b"\0" + digest).hex()
        return {"commitment": digest.hex(), "commitment_signature": {"key_id": self._id, "value": value}}


def seated(match: Json, client_seed: str | None) -> Json:
    """A match in which one has seat 1."""
    player = {"id": "p_1", "name": "Ada", "kind": "person"}
    mine = {"seat": 1, "status": "taken", "player": player, "client_seed": client_seed}
    return {**match, "seat": 1, "seats": [match["seats"][0], mine]}
