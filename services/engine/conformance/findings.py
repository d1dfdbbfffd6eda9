"""What a check says when a ruleset breaks an invariant."""

import traceback
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which game: enough to get there again.

    ``game`` is the number of the random game (the same number gives the same game), ``moves`` what was played in it,
    in notation.
    """

    case: str
    game: int | None = None
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.game is None:
            return self.case
        text = f"{self.case}; game {self.game}, after {len(self.moves)} moves"
        if not self.moves:
            return text
        last = ", ".join(self.moves[-4:])
        return f"{text} (the last: {last})"


@dataclass(frozen=True, slots=True)
class Noted:
    """How many things a check compared, and a remark for the report."""

    compared: int
    note: str


class Finding(Exception):
    """An invariant does not hold: what differs from what must be, and where."""

    def __init__(self, what: str, place: Place | None = None) -> None:
        super().__init__(what, place)
        self.what = what
        self.place = place

    def __str__(self) -> str:
        return self.what if self.place is None else f"{self.what}\n  in {self.place}"


def found_by_crash(crash: Exception, where: str) -> Finding:
    """What was raised as a finding: with the last few calls that led there, unless it is one already."""
    if isinstance(crash, Finding):
        return crash
    frames = traceback.extract_tb(crash.__traceback__)[-5:]
    calls = "".join(f"\n  {Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames)
    return Finding(f"it crashed with {type(crash).__name__}: {crash}{calls}", Place(where))


def first_difference(left: bytes | str, right: bytes | str, names: tuple[str, str] = ("one", "other")) -> str:
    """Where two texts part, with a little of what is around it."""
    one = left.decode(errors="replace") if isinstance(left, bytes) else left
    other = right.decode(errors="replace") if isinstance(right, bytes) else right
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 40)
    return (
        f"at character {at} of {len(one)} and {len(other)}: "
        f"{names[0]} …{one[start : at + 40]}… {names[1]} …{other[start : at + 40]}…"
    )
