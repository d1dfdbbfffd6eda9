"""What a platform promises of a series' chance: the series' document, which commits to its seed, and for each time that
it was made longer a document that commits to another one.

A seed is shown when every match that it deals is over, so what is added later must not follow from it. Each of these
documents is signed and stands in the public log of commitments before any of its matches is dealt.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import Field

from services.engine.fairness import Hash, Strict, canonical, sha256_hex
from services.series.document import MAX_MATCHES, SeriesDocument, UnplayableSeries, check_seed

EXTENSION_FORMAT: Final = "playhall.series-extension/1"
"""Format of the document; also the domain of its signature."""
MAX_EXTENSIONS: Final = 100
"""How often a series is extended at most."""


class ExtensionDocument(Strict):
    """What was promised when a series was made longer."""

    format: Literal["playhall.series-extension/1"] = Field(description="The format of the document.")
    series: Hash = Field(description="The SHA-256 of the series' document, hexadecimal.")
    previous: Hash = Field(
        description="SHA-256 of the extension's document before this one; of the series' document in the first."
    )
    first: int = Field(ge=1, le=MAX_MATCHES, description="The number of the first match that it deals.")
    matches: int = Field(ge=2, le=MAX_MATCHES, description="How many matches the series has with it.")
    seed_sha256: Hash = Field(description="SHA-256 of its seed, hexadecimal: what it is committed to.")

    def to_bytes(self) -> bytes:
        """The document in canonical JSON: what is hashed and signed."""
        return canonical(self.model_dump(mode="json"))

    def digest(self) -> bytes:
        """SHA-256 of :meth:`to_bytes`."""
        return hashlib.sha256(self.to_bytes()).digest()


class PublishedPromise(Strict):
    """That a promise was published: the platform's signature over its document, and its place in the public log."""

    key_id: str = Field(pattern=r"^[0-9a-f]{16}$")
    signature: str = Field(pattern=r"^[0-9a-f]{128}$")
    log_index: int = Field(ge=0, lt=1 << 63)
    log_hash: Hash


class Extension(Strict):
    """A series was made longer. ``seed``: hexadecimal, not to be shown before every match that it deals is over."""

    document: ExtensionDocument
    seed: Hash = Field(repr=False)
    published: PublishedPromise


@dataclass(frozen=True, slots=True)
class SeriesSeeds:
    """From what all matches of a series are dealt.

    ``parts``: the number of the first match of each seed, and the seed, ascending; the first begins with match 0.
    ``matches``: how many there are in all.
    """

    parts: tuple[tuple[int, bytes], ...]
    matches: int

    @classmethod
    def of(cls, document: SeriesDocument, series_seed: bytes, extensions: Sequence[Extension] = ()) -> "SeriesSeeds":
        """The seeds of a series, 32 bytes each.

        Raises:
            UnplayableSeries: one is not what was committed to, or an extension does not follow on what is before it.
        """
        check_seed(document, series_seed)
        check_extensions(document, [extension.document for extension in extensions])
        parts = [(0, series_seed)]
        for extension in extensions:
            seed = bytes.fromhex(extension.seed)
            if sha256_hex(seed) != extension.document.seed_sha256:
                raise UnplayableSeries(
                    f"the seed from match {extension.document.first} on is not the one that the series committed to"
                )
            parts.append((extension.document.first, seed))
        return cls(tuple(parts), extensions[-1].document.matches if extensions else document.max_matches)

    def of_match(self, number: int) -> bytes:
        """The seed that deals a match."""
        for first, seed in reversed(self.parts):
            if number >= first:
                return seed
        raise ValueError("matches are counted from 0")

    def __repr__(self) -> str:
        return f"SeriesSeeds({[first for first, _ in self.parts]}, {self.matches})"


def check_extensions(document: SeriesDocument, extensions: Sequence[ExtensionDocument]) -> None:
    """Whether each extension goes on where what is before it ends. What was added to a series before each extension had
    a seed of its own belongs to the first seed.

    Raises:
        UnplayableSeries: one does not.
    """
    digest = previous = document.digest().hex()
    end = document.max_matches
    for place, each in enumerate(extensions):
        goes_on = each.first == end or (place == 0 and each.first > end)
        if (each.series, each.previous) != (digest, previous) or not goes_on or each.matches <= each.first:
            raise UnplayableSeries(f"extension {place + 1} does not go on where the series ends before it")
        previous, end = each.digest().hex(), each.matches


def extended(
    document: SeriesDocument, extensions: Sequence[Extension], *, first: int, matches: int, seed: bytes
) -> ExtensionDocument:
    """What is promised when a series is made longer. ``seed``: of its own, 32 bytes that nobody has seen."""
    digest = document.digest().hex()
    return ExtensionDocument(
        format=EXTENSION_FORMAT,
        series=digest,
        previous=extensions[-1].document.digest().hex() if extensions else digest,
        first=first,
        matches=matches,
        seed_sha256=sha256_hex(seed),
    )
