"""A request that may be sent again, and its response, encrypted under the caller's API key."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """What a request is answered: its status, its headers and its body."""

    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """A request that may be sent again. ``idempotency_key``: what the client calls it. ``key_id``: the id of the API
    key that sends it, and ``api_key`` that key's text. ``content``: everything that makes it this request and no
    other."""

    idempotency_key: str
    key_id: str
    content: bytes
    api_key: str = field(repr=False)

    @property
    def redis_key(self) -> str:
        """Where its record is kept. It tells neither key."""
        return "idempotency:" + hashlib.sha256(f"{self.key_id}\0{self.idempotency_key}".encode()).hexdigest()

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of the content."""
        return hashlib.sha256(self.content).digest()

    def creation_seed(self, salt: bytes) -> bytes:
        """32 bytes from which what the request creates gets its id and secrets."""
        return self._derive(salt, "creation seed")

    def encrypt(self, salt: bytes, response: StoredResponse) -> bytes:
        """The response under AES-256-GCM: the nonce, then the ciphertext with its tag."""
        head = json.dumps([response.status, response.headers]).encode()
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher(salt).encrypt(nonce, head + b"\n" + response.body, self.fingerprint)

    def decrypt(self, salt: bytes, encrypted: bytes) -> StoredResponse:
        """The inverse of :meth:`encrypt`.

        Raises:
            cryptography.exceptions.InvalidTag: it was encrypted for another request or caller, or is damaged.
        """
        nonce, ciphertext = encrypted[:_NONCE_BYTES], encrypted[_NONCE_BYTES:]
        head, _, body = self._cipher(salt).decrypt(nonce, ciphertext, self.fingerprint).partition(b"\n")
        status, headers = json.loads(head)
        return StoredResponse(status, headers, body)

    def _cipher(self, salt: bytes) -> AESGCM:
        return AESGCM(self._derive(salt, "response key"))

    def _derive(self, salt: bytes, purpose: str) -> bytes:
        """HKDF-SHA256 of the API key's text, which the platform does not store."""
        info = f"playhall {purpose}\0{self.idempotency_key}".encode()
        return HKDF(hashes.SHA256(), _KEY_BYTES, salt, info).derive(self.api_key.encode())
