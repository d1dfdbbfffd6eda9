"""Whether a match was fair: that its replay keeps what was promised before it, and that its seed follows from the seeds
of the platform and the players. docs/fairness.md explains each step. Nothing here asks the platform."""

import hashlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from playhall_client import ed25519

_HEX_32: Final = re.compile("[0-9a-f]{64}")


def new_seed() -> str:
    """32 random bytes, hexadecimal."""
    return secrets.token_hex(32)


def canonical(document: object) -> bytes:
    """JSON as it is hashed (RFC 8785): keys sorted, no spaces, UTF-8."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def same(one: object, other: object) -> bool:
    """Whether two documents say the same."""
    return canonical(one) == canonical(other)


def digest_of(document: object) -> str:
    """The SHA-256 of a document, hexadecimal."""
    return hashlib.sha256(canonical(document)).hexdigest()


def is_signed(format: str, digest: str, signature: Mapping[str, Any] | None, keys: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a digest was signed by one of the platform's keys, with its format before it."""
    if not isinstance(signature, Mapping):
        return False
    key = next((key for key in keys if key.get("key_id") == signature.get("key_id")), None)
    try:
        message = format.encode() + b"\0" + bytes.fromhex(digest)
        return key is not None and ed25519.holds(
            bytes.fromhex(key["public_key"]), message, bytes.fromhex(signature["value"])
        )
    except (KeyError, TypeError, ValueError):
        return False
