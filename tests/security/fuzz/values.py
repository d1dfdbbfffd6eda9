"""Odd values, and how requests are bent out of shape. Everything is drawn from the random generator that is given."""

import json
from random import Random
from typing import Any, Final

MANY_BYTES: Final = 70_000
"""Beyond the limit of a request."""

TEXTS: Final = (
    "", " ", "\0", "\t", "a\nb", "me", "open", "bot:greedy", "bot:", "player:", "player:me", "system", "admin",
    "null", "0", "-1", "1.0", "1e9", "NaN", "01", "٣", "²", "\uff19", "true", "../../etc/passwd", "..", "%2e%2e", "%00",
    "*", "{}", "[]", "' OR 1=1 --", "$where", "{{7*7}}", "<script>", "é", "e\u0301", "\u202e", "\ufeff", "\ufffd",
    "\U0001f3b2", "\u2028", "İ", "ß", "a" * 300, "\U0001f3b2" * 200, "m_", "p_", "k_", "m_" + "0" * 26,
    "p_" + "z" * 26, "matches:read", "bid 1", "place 1", "00" * 32, "Z" * 64, "/", "//", ":", "#", "?", "&", "=", ";",
    "\\", '"', "`",
)  # fmt: skip
NUMBERS: Final = (
    0, 1, -1, 2, 5, 63, 64, 65, 100, 101, 255, 256, 3600, 3601, 2**31 - 1, 2**31, 2**32, 2**53, 2**53 + 1, 2**63 - 1,
    2**63, 2**64, -(2**63) - 1, 10**30, 10**400, 0.5, -0.0, 1e308, 1e-320, 1.0,
)  # fmt: skip


def text(random: Random) -> str:
    """A string, most often a short one."""
    how = random.random()
    if how < 0.75:
        return random.choice(TEXTS)
    if how < 0.95:
        return "".join(chr(random.choice((random.randrange(1, 128), random.randrange(0x20, 0xD7FF)))) for _ in range(8))
    return random.choice(("x", "é", "\U0001f3b2", "9")) * random.choice((1_000, 20_000))


def value(random: Random, depth: int = 3) -> object:
    """Any JSON value."""
    how = random.random()
    if how < 0.35:
        return text(random)
    if how < 0.6:
        return random.choice(NUMBERS)
    if how < 0.75 or depth == 0:
        return random.choice((None, True, False, [], {}))
    if how < 0.88:
        return [value(random, depth - 1) for _ in range(random.choice((0, 1, 2, 5, 70)))]
    return {text(random): value(random, depth - 1) for _ in range(random.choice((1, 2, 5)))}


def bent(random: Random, document: Any) -> Any:
    """A document with one place changed."""
    if isinstance(document, dict) and document and random.random() < 0.85:
        names = list(document)
        name = random.choice(names)
        how = random.random()
        if how < 0.15:
            return {each: document[each] for each in names if each != name}
        if how < 0.3:
            return {**document, text(random): value(random)}
        return {**document, name: bent(random, document[name])}
    if isinstance(document, list) and document and random.random() < 0.7:
        index = random.randrange(len(document))
        changed = bent(random, document[index])
        return random.choice(
            ([*document[:index], changed, *document[index + 1 :]], document[:index], document * 2, document * 40)
        )
    return value(random)


def body(random: Random, document: object) -> bytes:
    """A document as bytes, sometimes such that no parser should take them."""
    how = random.random()
    if how < 0.25:
        return _written(document)
    if how < 0.8:
        return _written(bent(random, document))
    return _broken(random, _written(document))


def _written(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _broken(random: Random, whole: bytes) -> bytes:
    how = random.randrange(11)
    depth = random.choice((50, 500, 5_000, 30_000))
    return (
        whole[: random.randrange(len(whole) + 1)],
        flipped(random, whole),
        whole + whole,
        b"\xef\xbb\xbf" + whole,
        whole.replace(b'"', b"'"),
        b"[" * depth,
        b'{"a":' * depth + b"1" + b"}" * depth,
        b'{"seats":NaN,"seats":[],"action":Infinity}',
        b'"\\ud800"' if random.random() < 0.5 else b'{"name":"\\ud800","action":"\\udfff"}',
        b"{" + b'"action":"bid 1",' * random.choice((2, 200)) + b'"action":1}',
        random.randbytes(random.choice((0, 1, 30, 3_000, MANY_BYTES))),
    )[how]


def flipped(random: Random, data: bytes) -> bytes:
    """The bytes with some changed, left out, or doubled."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        at = random.randrange(len(changed) + 1)
        how = random.randrange(4)
        if how == 0:
            changed[at:at] = random.randbytes(random.choice((1, 2, 9)))
        elif how == 1:
            del changed[at : at + random.choice((1, 3, 20))]
        elif how == 2:
            changed[at:at] = changed[at : at + 10]
        elif at < len(changed):
            changed[at] ^= 1 << random.randrange(8)
    return bytes(changed)
