"""The platform's signing keys: Ed25519 (RFC 8032), rotated, the public halves published.

What is signed is ``<domain> 0x00 SHA-256(payload)``. The domain, such as ``playhall.commitment/1``, names the kind of
document, so that a signature of one kind never holds for another. A key is known by its id, the first 16 hexadecimal
digits of the SHA-256 of its public key.
"""

import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from services.settings import BadSetting

ALGORITHM: Final = "Ed25519"
FORMAT: Final = "playhall.signing-keys/1"
"""Format of the key file."""

_DOMAIN: Final = re.compile(r"playhall\.[a-z-]+/[0-9]+")
_KEY: Final = re.compile(r"[0-9a-f]{64}")


class BadSignature(Exception):
    """A signature does not hold. The message says why."""


class MalformedKeys(Exception):
    """A document of keys is not one. The message names the place; it holds no key."""


@dataclass(frozen=True, slots=True)
class Signature:
    """``key_id``: by which key; ``value``: 64 bytes."""

    key_id: str
    value: bytes


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A published key: 32 bytes. ``retired_ms``: from when on it signs nothing more; None while it is the current
    one."""

    value: bytes
    retired_ms: int | None = None

    @property
    def key_id(self) -> str:
        """Its id."""
        return key_id_of(self.value)


class PublicKeys:
    """The keys that a platform publishes: those that it signs with and has signed with."""

    def __init__(self, keys: Iterable[PublicKey]) -> None:
        """``keys``: the current one first."""
        self.keys: Final = tuple(keys)
        self._by_id: Final = {key.key_id: key for key in self.keys}
        if len(self._by_id) != len(self.keys):
            raise MalformedKeys("two keys have the same id")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicKeys) and self.keys == other.keys

    def __hash__(self) -> int:
        return hash(self.keys)

    def get(self, key_id: str) -> PublicKey | None:
        """The key with this id."""
        return self._by_id.get(key_id)

    def verify(self, domain: str, payload: bytes, signature: Signature, *, at_ms: int) -> None:
        """Check a signature over ``payload`` that was made at ``at_ms``, as the signed document tells it.

        Raises:
            BadSignature: the key is unknown, was retired before then, or did not sign this.
        """
        key = self.get(signature.key_id)
        if key is None:
            raise BadSignature(f"it is signed with the key {signature.key_id[:16]!r}, which is not published")
        if key.retired_ms is not None and at_ms > key.retired_ms:
            raise BadSignature(f"it is signed with the key {key.key_id} after that was retired")
        try:
            Ed25519PublicKey.from_public_bytes(key.value).verify(signature.value, signed_bytes(domain, payload))
        except (InvalidSignature, ValueError):
            raise BadSignature(f"its signature was not made with the key {key.key_id}") from None


class SigningKeys:
    """The key that the platform signs with, and the public keys that it publishes. Its repr tells no secret. Safe to
    share between threads and to hold across a fork."""

    def __init__(self, private_key: bytes, retired: Iterable[PublicKey] = ()) -> None:
        """``private_key``: 32 bytes. ``retired``: earlier keys, the latest first."""
        self._key: Final = Ed25519PrivateKey.from_private_bytes(private_key)
        current = PublicKey(self._key.public_key().public_bytes_raw())
        self.key_id: Final = current.key_id
        self.public: Final = PublicKeys((current, *retired))

    def __repr__(self) -> str:
        return f"SigningKeys({self.key_id!r}, {len(self.public.keys) - 1} retired)"

    @classmethod
    def generate(cls) -> "SigningKeys":
        """A new key, and none that is retired."""
        return cls(os.urandom(32))

    def sign(self, domain: str, payload: bytes) -> Signature:
        """Sign a payload with the current key. Deterministic: the same payload has the same signature."""
        return Signature(self.key_id, self._key.sign(signed_bytes(domain, payload)))

    def rotated(self, *, retired_ms: int) -> "SigningKeys":
        """With a new key. The one that was current stays published, and signs nothing more from ``retired_ms`` on."""
        current, *others = self.public.keys
        return SigningKeys(os.urandom(32), (PublicKey(current.value, retired_ms), *others))

    def to_json(self) -> bytes:
        """The content of a key file. A secret."""
        current, *retired = self.public.keys
        document = {
            "format": FORMAT,
            "current": {"key_id": current.key_id, "private_key": self._key.private_bytes_raw().hex()},
            "retired": [{"public_key": key.value.hex(), "retired_ms": key.retired_ms} for key in retired],
        }
        return json.dumps(document, indent=2).encode() + b"\n"


class NoSigningKeys(SigningKeys):
    """Those of a process that has nothing to sign and is given no key: what would be signed there fails."""

    def __init__(self) -> None:
        super().__init__(os.urandom(32))

    def sign(self, domain: str, payload: bytes) -> Signature:
        """Fail.

        Raises:
            RuntimeError: always.
        """
        raise RuntimeError("this process was given no signing keys")


def key_id_of(public_key: bytes) -> str:
    """The id of a public key: the first 16 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(public_key).hexdigest()[:16]


def signed_bytes(domain: str, payload: bytes) -> bytes:
    """What a signature is made over."""
    if not _DOMAIN.fullmatch(domain):
        raise ValueError(f"not a domain: {domain!r}")
    return domain.encode() + b"\0" + hashlib.sha256(payload).digest()


def read_key_file(path: Path) -> SigningKeys:
    """The keys in a file that :func:`write_key_file` has written.

    Raises:
        BadSetting: there is no such file, or it is no key file. The message tells nothing that is in it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadSetting(
            f"PLAYHALL_SIGNING_KEYS: {path} cannot be read ({error.strerror}); `playhall signing-key create` makes one"
        ) from None
    try:
        return _parse(json.loads(data))
    except (MalformedKeys, ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, MalformedKeys) else "it is not JSON"
        raise BadSetting(f"PLAYHALL_SIGNING_KEYS: {path} is not a file of signing keys: {why}") from None


def write_key_file(path: Path, keys: SigningKeys) -> None:
    """Write a key file, readable by its owner only: all of it or, when anything fails, nothing."""
    with _written(path, keys) as new:
        new.replace(path)


def create_key_file(path: Path) -> bool:
    """Make a key file with a new key, unless there is one. Of several who do so at once one makes it.

    Returns:
        Whether this call made it.
    """
    if path.exists():
        return False
    with _written(path, SigningKeys.generate()) as new:
        try:
            path.hardlink_to(new)
        except FileExistsError:
            return False
    return True


@contextmanager
def _written(path: Path, keys: SigningKeys) -> Iterator[Path]:
    """A new file beside a key file, on the disk; removed afterwards if it is still there."""
    fd, name = tempfile.mkstemp(prefix=f"{path.name}.new-", dir=path.parent)  # readable by its owner only
    new = Path(name)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(keys.to_json())
            file.flush()
            os.fsync(file.fileno())
        yield new
    finally:
        new.unlink(missing_ok=True)


def rotate_key_file(path: Path, *, overlap_seconds: int) -> SigningKeys:
    """Put a new key into a key file. Processes sign with it once they are started again; until ``overlap_seconds``
    from now they may still sign with the one before.

    Raises:
        BadSetting: as :func:`read_key_file`.
    """
    rotated = read_key_file(path).rotated(retired_ms=int((time.time() + overlap_seconds) * 1000))
    write_key_file(path, rotated)
    return rotated


def _parse(document: Any) -> SigningKeys:  # noqa: ANN401 - any JSON value
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise MalformedKeys(f"`format` is not {FORMAT}")
    current, retired = document.get("current"), document.get("retired", [])
    if not isinstance(current, dict):
        raise MalformedKeys("`current` is missing")
    if not isinstance(retired, list):
        raise MalformedKeys("`retired` is not a list")
    keys = SigningKeys(_hex(current, "private_key"), [_retired(key) for key in retired])
    if current.get("key_id", keys.key_id) != keys.key_id:
        raise MalformedKeys("`key_id` is not that of `private_key`")
    return keys


def _retired(key: object) -> PublicKey:
    if not isinstance(key, dict):
        raise MalformedKeys("`retired` holds something else than keys")
    retired_ms = key.get("retired_ms")
    if not isinstance(retired_ms, int) or isinstance(retired_ms, bool) or retired_ms < 0:
        raise MalformedKeys("`retired_ms` is not a time in milliseconds")
    return PublicKey(_hex(key, "public_key"), retired_ms)


def _hex(key: dict[str, Any], name: str) -> bytes:
    text = key.get(name)
    if not isinstance(text, str) or not _KEY.fullmatch(text):
        raise MalformedKeys(f"`{name}` is not 64 hexadecimal digits")
    return bytes.fromhex(text)
