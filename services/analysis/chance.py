"""What chance has decided between two positions of a match whose seed is known."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.engine.chance import SeededChance
from services.engine.engine import Position

MOST_WORDS: Final = 4_096
"""Of one step. A ruleset's service that says of more is not believed."""
_USED: Final = "words_used"


@dataclass(frozen=True, slots=True)
class DrawnWords:
    """The words of a stream that were drawn, each 0 to 2**32 - 1; ``first``: the number of the first one, from 0."""

    stream: str
    first: int
    words: tuple[int, ...]


def drawn(before: Position | None, after: Position) -> tuple[DrawnWords, ...]:
    """What was drawn on the way from one position to another, by stream; ``before``: None for the start of a match.
    Empty if nothing was, or if the ruleset's state does not tell: those that do have a member ``words_used``."""
    used = _used(after)
    used_before = {} if before is None else _used(before)
    counts = {stream: used[stream] - used_before.get(stream, 0) for stream in sorted(used)}
    if not 0 < sum(counts.values()) <= MOST_WORDS or min(counts.values()) < 0:
        return ()
    chance = SeededChance(after.seed)
    chance.resume(dict(used_before))
    return tuple(
        DrawnWords(stream, used_before.get(stream, 0), tuple(chance.word(stream) for _ in range(count)))
        for stream, count in counts.items()
        if count
    )


def _used(position: Position) -> Mapping[str, int]:
    state = json.loads(position.state)
    used = state.get(_USED) if isinstance(state, dict) else None
    if not isinstance(used, dict) or not all(type(count) is int and count >= 0 for count in used.values()):
        return {}
    return used
