"""The public log of commitments, and the platform's signing keys. Readable by anybody."""

import re
from typing import Annotated, Final

from pydantic import Field

from gateway.openapi.fields import DIGITS, LARGEST_EXACT, Page, RequestModel
from gateway.openapi.operation import PUBLIC, Link, Section, answer
from gateway.openapi.pagination import PageQuery, not_a_page_token
from services.errors import Reason, Refusal
from services.fairness import signing
from services.fairness.commitment_log import CommitmentLog
from services.fairness.hash_chain import ChainEntry, SignedHead
from services.fairness.signing import SigningKeys
from services.response_model import Moment, ResponseModel
from services.unreadable import show_each

LARGEST_LOG_PAGE: Final = 500
LOG_PAGE: Final = 100
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)

COMMITMENTS: Final = Section(
    "commitments",
    "The public, append-only log of all commitments of the platform, and the platform's signing keys. `playhall "
    "audit-log` audits the log without a key.",
)


class DigestPath(RequestModel):
    """A commitment."""

    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] = Field(
        description="The match's `commitment`, 64 hexadecimal digits."
    )


class LogQuery(PageQuery):
    """A part of the log."""

    page_size: Annotated[int, Field(ge=1, le=LARGEST_EXACT), DIGITS] = Field(
        default=LOG_PAGE,
        description=f"The maximum number of entries. Values above {LARGEST_LOG_PAGE} count as {LARGEST_LOG_PAGE}.",
    )
    start: Annotated[int, Field(ge=0, le=LARGEST_EXACT), DIGITS] = Field(
        default=0, description="The index of the first entry."
    )

    @property
    def size(self) -> int:
        """The number of entries to return."""
        return min(self.page_size, LARGEST_LOG_PAGE)

    @property
    def first(self) -> int:
        """The index of the first entry to return.

        Raises:
            Refusal: ``INVALID_FIELD``: the token does not belong to this list.
        """
        cursor = self.cursor("commitments")
        if cursor is None:
            return self.start
        if not _INDEX.fullmatch(cursor):
            raise not_a_page_token()
        return int(cursor)


class PublishedKey(ResponseModel):
    """A current or retired signing key of the platform."""

    key_id: str = Field(description="First 16 hexadecimal digits of the SHA-256 of the public key.")
    algorithm: str = Field(description="Always `Ed25519` (RFC 8032).")
    public_key: str = Field(description="32 bytes, hexadecimal.")
    retired_at: Moment | None = Field(
        description="When the key was retired and stopped signing; null for the current key."
    )


class PublishedKeys(ResponseModel):
    """The keys, the current one first."""

    keys: list[PublishedKey] = Field(description="Every key that signs or has signed, the current one first.")


class Commitment(ResponseModel):
    """An entry of the log."""

    index: int = Field(description="The entry's position, from 0.")
    at: Moment = Field(description="When the entry was appended, never earlier than the entry before it.")
    digest: str = Field(description="The match's `commitment`.")
    previous: str = Field(description="The `hash` of the entry before; 64 zeros for the first entry.")
    hash: str = Field(
        description="SHA-256, hexadecimal, of `playhall.commitment-log-entry/1`, a zero byte, index and time in "
        "milliseconds since 1970 (eight bytes each, most significant first), digest and previous hash (32 bytes each)."
    )


class CommitmentPage(Page):
    """A page of the log, in its order. Entries never change."""

    entries: list[Commitment] = Field(description="In the order of the log.")


class LogHead(ResponseModel):
    """The signed head of the log. Compare two heads to find out whether both clients see the same log."""

    size: int = Field(description="The number of entries.")
    hash: str = Field(description="The `hash` of the last entry; 64 zeros for an empty log.")
    at: Moment = Field(description="When the log had this head.")
    key_id: str = Field(description="The key that signed it.")
    signature: str = Field(
        description="Ed25519, 64 bytes, hexadecimal, over `playhall.commitment-log-head/1`, a zero byte and the "
        "SHA-256 of size (eight bytes, most significant first), hash (32 bytes) and time in milliseconds (eight bytes)."
    )


@COMMITMENTS.operation(
    "GET",
    "/v1/signing-keys",
    id="listSigningKeys",
    summary="List the platform's signing keys",
    description="Includes retired keys: what they signed until their retirement is still valid.",
    access=PUBLIC,
    answers=(answer(PublishedKeys, "The public keys."),),
)
def list_signing_keys(signing_keys: SigningKeys) -> PublishedKeys:
    """List the platform's signing keys."""
    return PublishedKeys(
        keys=[
            PublishedKey(
                key_id=key.key_id,
                algorithm=signing.ALGORITHM,
                public_key=key.value.hex(),
                retired_at=key.retired_ms,
            )
            for key in signing_keys.public.keys
        ]
    )


@COMMITMENTS.operation(
    "GET",
    "/v1/commitments",
    id="listCommitments",
    summary="Read the log of commitments",
    access=PUBLIC,
    answers=(
        answer(
            CommitmentPage,
            "A page of the log; empty beyond its end.",
            links=(Link("getCommitment", {"digest": "$response.body#/entries/0/digest"}),),
        ),
    ),
)
def list_commitments(commitments: CommitmentLog, query: LogQuery) -> CommitmentPage:
    """Read the log of commitments."""
    found = commitments.entries(query.first, query.size + 1)
    page, more = found[: query.size], len(found) > query.size
    shown, unshown = show_each("commitment", page, _entry, lambda entry: entry.index)
    return CommitmentPage(
        entries=shown,
        unshown=unshown,
        next_page_token=query.token("commitments", f"{page[-1].index + 1}" if more else None),
    )


@COMMITMENTS.operation(
    "GET",
    "/v1/commitments/head",
    id="getCommitmentLogHead",
    summary="Get the signed head of the log",
    access=PUBLIC,
    answers=(answer(LogHead, "The head."),),
)
def get_commitment_log_head(commitments: CommitmentLog, signing_keys: SigningKeys) -> LogHead:
    """Get the signed head of the log."""
    return _head(commitments.signed_head(signing_keys))


@COMMITMENTS.operation(
    "GET",
    "/v1/commitments/{digest}",
    id="getCommitment",
    summary="Find a commitment in the log",
    description="A new match's commitment is in the log within seconds.",
    access=PUBLIC,
    answers=(answer(Commitment, "Its entry."),),
)
def get_commitment(commitments: CommitmentLog, path: DigestPath) -> Commitment:
    """Find a commitment in the log."""
    return _entry(entry_of(commitments, path.digest))


def entry_of(commitments: CommitmentLog, digest: str) -> ChainEntry:
    """The entry of a digest, 64 hexadecimal digits.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    entry = commitments.find(bytes.fromhex(digest))
    if entry is None:
        raise Refusal(Reason.NOT_FOUND, "The log has no such commitment (yet).")
    return entry


def _entry(entry: ChainEntry) -> Commitment:
    return Commitment(
        index=entry.index,
        at=entry.time_ms,
        digest=entry.digest.hex(),
        previous=entry.previous.hex(),
        hash=entry.hash.hex(),
    )


def _head(signed: SignedHead) -> LogHead:
    return LogHead(
        size=signed.head.size,
        hash=signed.head.hash.hex(),
        at=signed.head.time_ms,
        key_id=signed.signature.key_id,
        signature=signed.signature.value.hex(),
    )
