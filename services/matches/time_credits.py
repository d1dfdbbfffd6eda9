"""Time in which the platform stood still costs nobody time.

Each match gets a gap (:mod:`services.matches.ticker_gaps`) back by a commit of its own, which all are told of. The
match remembers until when it has got gaps back, so none counts twice, however many work at it and whoever is killed.
Nobody judges by the clocks of a match before it has got back what it must; a walk through the live matches gives it
back to those at which nobody works.
"""

from collections.abc import Iterable
from typing import Final

from services.matches.match_lifecycle import time_credited
from services.matches.match_record import MatchRecord
from services.matches.store import MatchStore
from services.matches.ticker_gaps import Gap

_WALK_MS: Final = 3_600_000
"""How long after a gap a walk looks for matches that have not got it back."""


def give_back(store: MatchStore, stored: MatchRecord, now_ms: int) -> bool:
    """Give a match back what it must get. Whether it is another one now, to be read again: this call or somebody else
    has changed it.

    Raises:
        Refusal: ``BUSY``.
    """
    return stored.match.time_out_ms is not None and _give_back(store, stored, store.gaps(now_ms), now_ms)


def give_back_to_all(store: MatchStore, shards: Iterable[int], now_ms: int) -> int:
    """Give the live matches of some shards back what they must get; to how many it was given. Safe to be stopped at any
    moment, and to run twice at once.

    Raises:
        Refusal: ``BUSY``.
    """
    gaps = store.gaps(now_ms)
    if not gaps or gaps[-1][1] < now_ms - _WALK_MS:
        return 0
    given = 0
    for shard in shards:
        for match in store.live_matches(shard):
            if match.time_out_ms is not None:
                given += _give_back_all(store, match.id, gaps, now_ms)
    return given


def _give_back_all(store: MatchStore, match_id: str, gaps: Iterable[Gap], now_ms: int) -> bool:
    given = False
    while (loaded := store.load(match_id)) is not None and _give_back(store, loaded.stored, gaps, now_ms):
        given = True
    return given


def _give_back(store: MatchStore, stored: MatchRecord, gaps: Iterable[Gap], now_ms: int) -> bool:
    for since_ms, until_ms in gaps:
        if until_ms > stored.credited_ms:
            gap_ms = (max(since_ms, stored.credited_ms), until_ms)
            change = time_credited(stored, gap_ms, max(now_ms, until_ms))
            if change is not None:
                store.commit(change)
                return True
    return False
