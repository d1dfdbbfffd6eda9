"""The result of one match of a series."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match came to. Everything in it follows from the series' document and the number of the match: a match
    that is played twice has the same result. A live match, in which bots take part that live elsewhere, is played once.

    ``entrants``, ``ranks``, ``scores`` and ``breakdowns`` are by seat; ``entrants`` are places in the series' list of
    entrants. Rank 1 is best and is shared on ties. A match that failed has a kind of ``error`` and no ranks.
    """

    number: int
    """Place in the series, from 0."""
    deal: int
    """Matches of one deal have the same match seed: the same cards, with other entrants in the seats."""
    entrants: tuple[int, ...]
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    breakdowns: tuple[tuple[tuple[str, int], ...], ...] = ()
    reason: str = ""
    decisions: int = 0
    final_state_sha256: str = ""
    error: str = ""
    match: str = ""
    """Id of a live match on its platform; empty for one that was played in a bare loop."""

    def share(self, seat: int) -> float:
        """The seat's share of the win: 1 for the only winner, a part of it for each of several, 0 for the others."""
        return 1 / self.ranks.count(1) if self.ranks and self.ranks[seat] == 1 else 0.0
