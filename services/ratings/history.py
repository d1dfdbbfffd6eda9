"""What changed a player's rating: every match, with its reason."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from services.ratings.rating_records import Change, MatchChanges, RatingVerdict


class Opponent(NamedTuple):
    """Whom a player was compared with, the rank of that one in the match, and the rating as the match found it."""

    player: str
    rank: int
    mu: float
    sigma: float


class HistoryEntry(NamedTuple):
    """A match in a player's history. ``change`` is None if the match did not change the player's rating; ``verdict``
    says why, or the player forfeited and was left out."""

    match_id: str
    ended_ms: int
    verdict: RatingVerdict
    change: Change | None
    opponents: tuple[Opponent, ...]


def history_of(player: str, changes: Iterable[MatchChanges]) -> Iterator[HistoryEntry]:
    """The matches of a player, out of all that :func:`~services.ratings.book.replay` tells, in their order."""
    for match in changes:
        if player not in match.result.players:
            continue
        own = next((change for change in match.changes if change.player == player), None)
        opponents = tuple(
            Opponent(change.player, change.rank, change.before.mu, change.before.sigma)
            for change in match.changes
            if own is not None and change is not own
        )
        yield HistoryEntry(match.result.match_id, match.result.ended_ms, match.verdict, own, opponents)
