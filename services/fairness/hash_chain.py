"""The hash chain of commitments: what its hashes and heads are made of. Pure; auditors use the same functions.

An entry binds everything before it: its hash is over its index, its time, the commitment's digest and the hash of the
entry before. So whoever knows the hash of one entry finds every change of it or of an earlier one.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from services.fairness.signing import PublicKeys, Signature, SigningKeys

ENTRY_DOMAIN: Final = b"playhall.commitment-log-entry/1\0"
HEAD_DOMAIN: Final = "playhall.commitment-log-head/1"

EMPTY: Final = bytes(32)
"""What stands in the first entry for the hash of the one before; the hash in the head of an empty log."""


class BrokenChain(Exception):
    """Entries do not form one chain. The message names the first that is wrong."""


@dataclass(frozen=True, slots=True)
class ChainEntry:
    """A commitment in the log. ``index``: its place, from 0. ``digest``: of the commitment; ``previous``: the hash of
    the entry before; ``hash``: its own; 32 bytes each. ``time_ms``: when it was appended."""

    index: int
    time_ms: int
    digest: bytes
    previous: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """What the log is at a moment: how many entries it has, and the hash of the last one."""

    size: int
    hash: bytes
    time_ms: int

    def payload(self) -> bytes:
        """What is signed: size, hash and time, the numbers as eight bytes, most significant first."""
        return self.size.to_bytes(8, "big") + self.hash + self.time_ms.to_bytes(8, "big")


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A head with the platform's signature: its word that this is the log at that time."""

    head: Head
    signature: Signature

    @classmethod
    def sign(cls, head: Head, keys: SigningKeys) -> "SignedHead":
        """Sign a head."""
        return cls(head, keys.sign(HEAD_DOMAIN, head.payload()))

    def verify(self, keys: PublicKeys) -> None:
        """Check the signature.

        Raises:
            BadSignature: see :meth:`services.fairness.signing.PublicKeys.verify`.
        """
        keys.verify(HEAD_DOMAIN, self.head.payload(), self.signature, at_ms=self.head.time_ms)


def next_entry(last: ChainEntry | None, digest: bytes, now_ms: int) -> ChainEntry:
    """The entry of a digest after ``last``; None: as the first. Its time is never before that of the last."""
    index = 0 if last is None else last.index + 1
    time_ms = now_ms if last is None else max(now_ms, last.time_ms)
    previous = EMPTY if last is None else last.hash
    return ChainEntry(index, time_ms, digest, previous, entry_hash(index, time_ms, digest, previous))


def entry_hash(index: int, time_ms: int, digest: bytes, previous: bytes) -> bytes:
    """SHA-256 over domain, index and time (eight bytes each, most significant first), digest and previous hash."""
    numbers = index.to_bytes(8, "big") + time_ms.to_bytes(8, "big")
    return hashlib.sha256(ENTRY_DOMAIN + numbers + digest + previous).digest()


def checked(entries: Iterable[ChainEntry], last: ChainEntry | None = None) -> Iterator[ChainEntry]:
    """The entries, each checked to follow the one before. ``last``: what the first is to follow; None: nothing.

    Raises:
        BrokenChain: one does not.
    """
    for entry in entries:
        index = 0 if last is None else last.index + 1
        if entry.index != index:
            raise BrokenChain(f"entry {entry.index} stands where entry {index} must be")
        if entry.previous != (EMPTY if last is None else last.hash):
            raise BrokenChain(f"entry {index} does not follow the one before: its previous hash is another")
        if entry.hash != entry_hash(index, entry.time_ms, entry.digest, entry.previous):
            raise BrokenChain(f"entry {index} has another hash than its content")
        if last is not None and entry.time_ms < last.time_ms:
            raise BrokenChain(f"entry {index} is dated before the one before")
        yield entry
        last = entry
