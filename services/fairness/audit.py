"""The audit of a log of commitments, by somebody who believes nothing but what they have kept themselves. Pure: where
the log is read from is the caller's.

Two people who keep heads and compare them have been shown the same log, or find out that they have not: both heads are
signed, and no chain has both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.fairness.hash_chain import EMPTY, BrokenChain, ChainEntry, Head, SignedHead, checked
from services.fairness.signing import ALGORITHM, BadSignature, MalformedKeys, PublicKey, PublicKeys, Signature
from services.moments import moment, parse_moment

FORMAT: Final = "playhall.log-head/1"
"""Format of a file in which an auditor keeps a head."""
CLOCK_MS: Final = 600_000
"""By how much the time of the head may differ from the auditor's clock. An older one may be a log that was frozen."""

APPEND_MS: Final = 60_000
"""By how much an entry that a head does not have yet may be dated before that head: appending takes a moment, and the
clocks of those who append and who sign differ."""


class AuditFailed(Exception):
    """The log is not what it must be. The message says what is wrong, and where."""


class Source(Protocol):
    """Where the log is read from: the documents of the REST API, parsed by :func:`parse_keys` and so on."""

    def keys(self) -> PublicKeys: ...

    def head(self) -> SignedHead: ...

    def entries(self, start: int) -> Sequence[ChainEntry]: ...


@dataclass(frozen=True, slots=True)
class KeptHead:
    """A head as an auditor keeps it, with the keys that were published then. ``name``: for messages."""

    head: SignedHead
    keys: PublicKeys
    name: str = "saved"

    def to_json(self) -> str:
        """The content of a file with it."""
        head, signature = self.head.head, self.head.signature
        keys = [
            _Key(
                key_id=key.key_id,
                algorithm=ALGORITHM,
                public_key=key.value.hex(),
                retired_at=None if key.retired_ms is None else moment(key.retired_ms),
            )
            for key in self.keys.keys
        ]
        told = _Head(
            size=head.size,
            hash=head.hash.hex(),
            at=moment(head.time_ms),
            key_id=signature.key_id,
            signature=signature.value.hex(),
        )
        return _File(format=FORMAT, head=told, keys=keys).model_dump_json(indent=2) + "\n"

    @classmethod
    def from_json(cls, content: bytes, name: str = "saved") -> "KeptHead":
        """Read such a file.

        Raises:
            AuditFailed: it is none.
        """
        file = _read(_File, content, f"the {name} head")
        return cls(_signed_head(file.head), _public_keys(file.keys), name)


@dataclass(frozen=True, slots=True)
class Audit:
    """A log that holds. ``kept``: its head, to be kept for the next audit. ``places``: the entry of each commitment
    that was looked for."""

    kept: KeptHead
    places: dict[bytes, ChainEntry]


def audit(source: Source, *, now_ms: int, kept: Sequence[KeptHead] = (), commitments: Sequence[bytes] = ()) -> Audit:
    """Read the whole log and check it.

    Its head is signed with a published key that was not retired then, and is of now. Every entry follows the one
    before, and the last one is the head's. Each head that was kept, by the auditor or by somebody else, is of the same
    log at an earlier time, and the keys that were published then still are. Each of the commitments is in the log.

    Raises:
        AuditFailed: so it is not.
    """
    keys = source.keys()
    for other in kept:
        _check_keys(other, keys)
    signed = source.head()
    _check_head(signed, keys, now_ms)
    for other in kept:
        _check_kept(other, keys, signed.head)
    places: dict[bytes, ChainEntry] = {}
    wanted = frozenset(commitments)
    last: ChainEntry | None = None
    try:
        for last in checked(_entries(source, signed.head.size)):
            for other in kept:
                _check_same_log(last, other)
            if last.digest in wanted:
                places.setdefault(last.digest, last)
    except BrokenChain as error:
        raise AuditFailed(f"the log is no chain: {error}") from None
    if (EMPTY if last is None else last.hash) != signed.head.hash:
        raise AuditFailed(f"the log's {signed.head.size} entries are not those of its signed head")
    if last is not None and last.time_ms > signed.head.time_ms:
        raise AuditFailed("the last entry is dated after the head")
    for digest in commitments:
        if digest not in places:
            raise AuditFailed(f"the commitment {digest.hex()} is not in the log")
    return Audit(KeptHead(signed, keys), places)


def parse_keys(document: bytes) -> PublicKeys:
    """The answer of ``GET /v1/signing-keys``.

    Raises:
        AuditFailed: it is something else.
    """
    return _public_keys(_read(_Keys, document, "the list of keys").keys)


def parse_head(document: bytes) -> SignedHead:
    """The answer of ``GET /v1/commitments/head``.

    Raises:
        AuditFailed: it is something else.
    """
    return _signed_head(_read(_Head, document, "the head"))


def parse_entries(document: bytes) -> list[ChainEntry]:
    """The answer of ``GET /v1/commitments``.

    Raises:
        AuditFailed: it is something else.
    """
    return [
        ChainEntry(
            index=entry.index,
            time_ms=_milliseconds(entry.at),
            digest=bytes.fromhex(entry.digest),
            previous=bytes.fromhex(entry.previous),
            hash=bytes.fromhex(entry.hash),
        )
        for entry in _read(_Entries, document, "the log").entries
    ]


def _check_keys(kept: KeptHead, keys: PublicKeys) -> None:
    for key in kept.keys.keys:
        now = keys.get(key.key_id)
        if now is None or now.value != key.value:
            raise AuditFailed(f"the key {key.key_id}, published with the {kept.name} head, is not published any more")
        if key.retired_ms not in (None, now.retired_ms):
            raise AuditFailed(f"the key {key.key_id} is said to have been retired at another time than before")


def _check_head(signed: SignedHead, keys: PublicKeys, now_ms: int) -> None:
    try:
        signed.verify(keys)
    except BadSignature as error:
        raise AuditFailed(f"the head of the log does not hold: {error}") from None
    if abs(signed.head.time_ms - now_ms) > CLOCK_MS:
        raise AuditFailed(
            f"the head of the log is of {moment(signed.head.time_ms)}, by the clock here it is {moment(now_ms)}"
        )


def _check_kept(kept: KeptHead, keys: PublicKeys, head: Head) -> None:
    before = kept.head.head
    try:
        kept.head.verify(keys)
    except BadSignature as error:
        raise AuditFailed(f"the {kept.name} head does not hold: {error}") from None
    if before.size > head.size:
        raise AuditFailed(
            f"the log has lost entries: the {kept.name} head has {before.size} at {moment(before.time_ms)}, this one "
            f"{head.size} at {moment(head.time_ms)}. Both are signed: together they prove it"
        )


def _check_same_log(entry: ChainEntry, kept: KeptHead) -> None:
    before = kept.head.head
    if entry.index + 1 == before.size and entry.hash != before.hash:
        raise AuditFailed(
            f"this is another log than that of the {kept.name} head: their first {before.size} entries differ. Both "
            "heads are signed: together they prove it"
        )
    if entry.index == before.size and entry.time_ms < before.time_ms - APPEND_MS:
        raise AuditFailed(
            f"entry {entry.index} is dated {moment(entry.time_ms)}, but was not there by the {kept.name} head of "
            f"{moment(before.time_ms)}"
        )


def _entries(source: Source, size: int) -> Iterator[ChainEntry]:
    index = 0
    while index < size:
        page = source.entries(index)[: size - index]
        if not page:
            raise AuditFailed(f"the log ends before entry {index}, its head says that it has {size}")
        yield from page
        index += len(page)


class _Answer(BaseModel):
    model_config = ConfigDict(strict=True)


A = TypeVar("A", bound=_Answer)

_Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_Count = Annotated[int, Field(ge=0, lt=1 << 63)]


class _Key(_Answer):
    key_id: str
    algorithm: Literal["Ed25519"]
    public_key: _Hash
    retired_at: str | None


class _Keys(_Answer):
    keys: list[_Key]


class _Head(_Answer):
    size: _Count
    hash: _Hash
    at: str
    key_id: str
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]


class _Entry(_Answer):
    index: _Count
    at: str
    digest: _Hash
    previous: _Hash
    hash: _Hash


class _Entries(_Answer):
    entries: list[_Entry]


class _File(_Answer):
    format: Literal["playhall.log-head/1"]
    head: _Head
    keys: list[_Key]


def _read(model: type[A], content: bytes, what: str) -> A:
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)[0]
        place = "/".join(str(part) for part in wrong["loc"])
        raise AuditFailed(f"{what} is not one: {place and f'/{place}: '}{wrong['msg']}") from None


def _public_keys(keys: Sequence[_Key]) -> PublicKeys:
    found = [
        PublicKey(bytes.fromhex(key.public_key), None if key.retired_at is None else _milliseconds(key.retired_at))
        for key in keys
    ]
    for told, key in zip(keys, found, strict=True):
        if told.key_id != key.key_id:
            raise AuditFailed("a key has an id that is not its own")
    try:
        return PublicKeys(found)
    except MalformedKeys as error:
        raise AuditFailed(f"the list of keys is not one: {error}") from None


def _signed_head(head: _Head) -> SignedHead:
    return SignedHead(
        Head(head.size, bytes.fromhex(head.hash), _milliseconds(head.at)),
        Signature(head.key_id, bytes.fromhex(head.signature)),
    )


def _milliseconds(text: str) -> int:
    try:
        return parse_moment(text)
    except ValueError:
        raise AuditFailed(f"not a time in UTC with milliseconds: {text[:40]!r}") from None
