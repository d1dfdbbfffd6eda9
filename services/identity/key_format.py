"""The text of an API key: ``playhall_<environment>_<key id>_<secret>``.

The prefix lets scanners find keys in places where they do not belong. The secret is 32 random bytes in base 62; only
its SHA-256 is stored, which is enough for a secret that nobody can guess (and costs a microsecond, unlike a password
hash).
"""

import hashlib
import re
from typing import Final, NamedTuple

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SECRET_LENGTH: Final = 43  # 62 ** 43 > 2 ** 256
_SHAPE: Final = re.compile(rf"playhall_([A-Za-z0-9]+)_(k[0-9a-hjkmnp-tv-z]{{26}})_([0-9A-Za-z]{{{_SECRET_LENGTH}}})")


class KeyText(str):
    """A key's whole text, for the one moment when it is shown. Its repr hides the secret, so that a log line or a
    traceback that repeats a value does not repeat the key."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<key {self.rpartition('_')[0]}>"


class ParsedKey(NamedTuple):
    """The parts of a key's text that matter: which key it claims to be, and the proof."""

    key_id: str
    digest: bytes


def make(environment: str, key_id: str, secret_bytes: bytes) -> tuple[KeyText, bytes]:
    """A key's text with 32 random bytes as its secret, and the digest to store."""
    secret = base62(secret_bytes)
    return KeyText(f"playhall_{environment}_{key_id}_{secret}"), _digest(secret)


def parse(environment: str, text: str) -> ParsedKey | None:
    """What the text claims; None if it cannot be a key of this environment."""
    match = _SHAPE.fullmatch(text)
    if match is None or match[1] != environment:
        return None
    return ParsedKey(match[2], _digest(match[3]))


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("ascii")).digest()


def base62(data: bytes) -> str:
    """32 bytes as 43 letters and digits."""
    number = int.from_bytes(data)
    digits = []
    for _ in range(_SECRET_LENGTH):
        number, digit = divmod(number, 62)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))
