"""Chance: all the randomness of a match, drawn from named streams.

A match has one seed. Each use of chance has a stream of its own (``setup``, ``deck:2``, ``dice``), so that what one
seat does never changes what another draws, and nobody can tell from what they have seen what comes next.

The streams are fixed by their definition, so that a match can be checked by a program that shares nothing with this
one: block *i* of stream *name* is ``SHAKE-256(seed || 0x00 || name || 0x00 || uint64be(i))``, 64 bytes, read as sixteen
big-endian 32-bit words.
"""

import hashlib
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

SEED_BYTES: Final = 32
_WORDS_PER_BLOCK: Final = 16
_BLOCK_BYTES: Final = 64
_WORD_RANGE: Final = 1 << 32
_WORDS: Final = struct.Struct(">16I")
_FEW: Final = 128
# The words below which each number is equally likely, for small n: a shuffle draws below every number to its length.
_LIMITS: Final = [0, *(_WORD_RANGE - _WORD_RANGE % n for n in range(1, _FEW))]
_NO_SEED: Final = bytes(SEED_BYTES)
_LCG_MULTIPLIER: Final = 6364136223846793005
_LCG_INCREMENT: Final = 1442695040888963407
_LCG_MASK: Final = (1 << 64) - 1


class Chance(ABC):
    """A source of randomness with named streams."""

    __slots__ = ()

    @abstractmethod
    def below(self, stream: str, n: int) -> int:
        """A whole number from 0 to ``n - 1``, each equally likely.

        Raises:
            ValueError: ``n`` is not between 1 and 2**32.
        """

    @abstractmethod
    def shuffle(self, stream: str, items: list[int]) -> None:
        """Put ``items`` in a random order, in place: Fisher-Yates from the last index down."""

    @abstractmethod
    def clone(self) -> "Chance":
        """An independent copy that will draw the same numbers."""

    @abstractmethod
    def used(self) -> dict[str, int]:
        """How many words of each stream were used. Streams never used are left out."""

    @abstractmethod
    def resume(self, used: dict[str, int]) -> None:
        """Go on where a source with the same seed had used this many words of each stream."""


class SeededChance(Chance):
    """The streams of a match, derived from its seed with SHAKE-256."""

    __slots__ = ("_blocks", "_seed", "_used")

    def __init__(self, seed: bytes) -> None:
        """``seed``: 32 bytes.

        Raises:
            ValueError: the seed is not 32 bytes long.
        """
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self._seed = seed
        self._used: dict[str, int] = {}
        # The current block of each stream, as words. Derived data: never cloned by value, never dumped.
        self._blocks: dict[str, tuple[int, ...]] = {}

    def word(self, stream: str) -> int:
        """The next 32-bit word of a stream, 0 to 2**32 - 1."""
        used = self._used.get(stream, 0)
        place = used & (_WORDS_PER_BLOCK - 1)
        block = self._blocks.get(stream)
        if place == 0 or block is None:
            block = self._block(stream, used // _WORDS_PER_BLOCK)
            self._blocks[stream] = block
        self._used[stream] = used + 1
        return block[place]

    def below(self, stream: str, n: int) -> int:
        if not 1 <= n <= _WORD_RANGE:
            raise ValueError("n must be between 1 and 2**32")
        if n == 1:
            return self._skip(stream)
        limit = _WORD_RANGE - _WORD_RANGE % n
        word = self.word(stream)
        while word >= limit:  # rejected, so that every number is equally likely
            word = self.word(stream)
        return word % n

    def shuffle(self, stream: str, items: list[int]) -> None:
        left = len(items)
        if left >= _FEW:
            self._shuffle_many(stream, items)
            return
        if left < 2:
            return
        # The same as drawing `below` each number in turn, with the words taken from their block directly.
        index, place = divmod(self._used.get(stream, 0), _WORDS_PER_BLOCK)
        block = self._blocks.get(stream)
        if place == 0 or block is None:
            block = self._block(stream, index)
        while left > 1:
            if place == _WORDS_PER_BLOCK:
                index += 1
                place = 0
                block = self._block(stream, index)
            word = block[place]
            place += 1
            if word < _LIMITS[left]:
                other = word % left
                left -= 1
                items[left], items[other] = items[other], items[left]
        self._used[stream] = index * _WORDS_PER_BLOCK + place
        self._blocks[stream] = block

    def _shuffle_many(self, stream: str, items: list[int]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(stream, last + 1)
            items[last], items[other] = items[other], items[last]

    def clone(self) -> "SeededChance":
        copy = SeededChance(self._seed)
        copy._used = self._used.copy()
        copy._blocks = self._blocks.copy()
        return copy

    def used(self) -> dict[str, int]:
        return self._used.copy()

    def resume(self, used: dict[str, int]) -> None:
        self._used = used.copy()
        self._blocks = {}

    def _skip(self, stream: str) -> int:
        """Use a word that decides nothing, without computing it: bots often choose among one. Gives 0."""
        used = self._used.get(stream, 0)
        if used & (_WORDS_PER_BLOCK - 1) == 0:
            self._blocks.pop(stream, None)  # it would be the first word of another block
        self._used[stream] = used + 1
        return 0

    def _block(self, stream: str, index: int) -> tuple[int, ...]:
        message = self._seed + b"\0" + stream.encode() + b"\0" + index.to_bytes(8, "big")
        return _WORDS.unpack(hashlib.shake_256(message).digest(_BLOCK_BYTES))


class DeferredChance(SeededChance):
    """The streams of a seed that is computed when the first word is drawn: many decisions of bots draw none."""

    __slots__ = ("_derive",)

    def __init__(self, derive: Callable[[], bytes]) -> None:
        """``derive``: gives the seed, 32 bytes."""
        super().__init__(_NO_SEED)
        self._derive: Callable[[], bytes] | None = derive

    def clone(self) -> SeededChance:
        self._seeded()
        return super().clone()

    def _block(self, stream: str, index: int) -> tuple[int, ...]:
        self._seeded()
        return super()._block(stream, index)

    def _seeded(self) -> None:
        if self._derive is not None:
            self._seed = self._derive()
            self._derive = None


class FastChance(Chance):
    """A fast generator behind the same interface, for search, playouts and benchmarks. Not for matches: it is
    predictable, and all its streams are one (Knuth's 64-bit linear congruential generator, high half)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """``seed``: any whole number; the low 64 bits count."""
        self._state = (seed * _LCG_MULTIPLIER + _LCG_INCREMENT) & _LCG_MASK

    def below(self, stream: str, n: int) -> int:
        if not 1 <= n <= _WORD_RANGE:
            raise ValueError("n must be between 1 and 2**32")
        self._state = state = (self._state * _LCG_MULTIPLIER + _LCG_INCREMENT) & _LCG_MASK
        return ((state >> 32) * n) >> 32

    def shuffle(self, stream: str, items: list[int]) -> None:
        state = self._state
        for last in range(len(items) - 1, 0, -1):
            state = (state * _LCG_MULTIPLIER + _LCG_INCREMENT) & _LCG_MASK
            other = ((state >> 32) * (last + 1)) >> 32
            items[last], items[other] = items[other], items[last]
        self._state = state

    def clone(self) -> "FastChance":
        copy = FastChance(0)
        copy._state = self._state
        return copy

    def used(self) -> dict[str, int]:
        return {}

    def resume(self, used: dict[str, int]) -> None:
        """Nothing to do: a fast generator has no streams to continue."""
