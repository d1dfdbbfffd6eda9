"""Whether an Ed25519 signature holds (RFC 8032), in Python alone. What it computes with is public: it takes no care to
take the same time for every key."""

import hashlib
from typing import Final, TypeAlias

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)
_BYTES: Final = 32

_Point: TypeAlias = tuple[int, int, int, int]
"""x/z, y/z, and t with x·y = z·t."""


def holds(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether somebody with the private key has signed the message."""
    key, nonce = _point(public_key), _point(signature[:_BYTES])
    factor = int.from_bytes(signature[_BYTES:], "little")
    if key is None or nonce is None or len(signature) != 2 * _BYTES or factor >= _ORDER:
        return False
    digest = hashlib.sha512(signature[:_BYTES] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % _ORDER
    x, y, z, _ = _times(factor, _BASE)
    u, v, w, _ = _sum(nonce, _times(challenge, key))
    return (x * w - u * z) % _P == 0 and (y * w - v * z) % _P == 0


def _point(data: bytes) -> _Point | None:
    """The point that 32 bytes stand for."""
    if len(data) != _BYTES:
        return None
    told = int.from_bytes(data, "little")
    y, sign = told & (1 << 255) - 1, told >> 255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else _P - x
    return x, y, 1, x * y % _P


def _sum(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    made: _Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            made = _sum(made, point)
        point = _sum(point, point)
        factor >>= 1
    return made


_FOUR_FIFTHS: Final = 4 * pow(5, -1, _P) % _P
_found = _point(_FOUR_FIFTHS.to_bytes(_BYTES, "little"))
assert _found is not None
_BASE: Final = _found
