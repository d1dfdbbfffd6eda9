"""Who is free in an arena that is played, and how long it is played yet."""

from dataclasses import dataclass, field, replace


@dataclass(slots=True)
class ArenaState:
    """``ends_ms``: until when tables are paired. ``free``: who waits for a table, since when. ``missed``: who has not
    come to a table, by its number, and takes part no more as soon as the platform says so. Moments are milliseconds
    since 1970."""

    ends_ms: int
    free: dict[str, int] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)

    def copy(self) -> "ArenaState":
        """The same, to go on from."""
        return replace(self, free=dict(self.free), missed=dict(self.missed))

    def leaves(self, entrant: str) -> None:
        """An entrant takes part no more."""
        self.free.pop(entrant, None)
        self.missed.pop(entrant, None)

    def goes_on(self, paused_ms: int, now_ms: int) -> None:
        """It was paused: meanwhile its time stood still, and nobody has waited."""
        self.ends_ms += now_ms - paused_ms
        self.free = {each: min(now_ms, since + now_ms - paused_ms) for each, since in self.free.items()}
