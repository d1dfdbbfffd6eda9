"""How long matches stay in Redis: for ever until they are archived, then for a while."""

from services.matches.match import Match
from services.matches.store import MatchStore


def release(store: MatchStore, match: Match, *, now_ms: int, ttl_seconds: int) -> bool:
    """Let a match leave whose archive row is committed: its keys get a time to live, and lists show the archive's row
    instead. Again changes nothing, not even the time.

    Returns:
        Whether this call released it.

    Raises:
        ValueError: the match has not ended.
    """
    if not match.status.ended:
        raise ValueError("a match that has not ended stays")
    return store.release(match, now_ms=now_ms, expire_at_ms=now_ms + ttl_seconds * 1000)
