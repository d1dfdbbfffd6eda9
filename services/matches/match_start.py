"""How a match starts."""

from services.engine.engine import Engines
from services.engine.replay import match_seed
from services.matches.match_lifecycle import started
from services.matches.match_record import LoadedMatch, MatchRecord
from services.matches.store import MatchStore


def start(
    store: MatchStore, engines: Engines, stored: MatchRecord, now_ms: int, *, by_platform: bool = False
) -> LoadedMatch | None:
    """Deal the first position of a match whose seats are all taken. ``by_platform``: a bot turn starts it and plays on.

    Returns:
        The match as it is now; None if it was changed by somebody else since it was read.
    """
    match = stored.match
    seed = match_seed(stored.server_seed, match.id, [seat.client_seed for seat in match.seats])
    step = engines.engine(match.ruleset).start(len(match.seats), match.options, seed)
    change = started(stored, seed, step, now_ms, by_platform=by_platform)
    if not store.commit(change):
        return None
    return LoadedMatch(change.after, {situation.viewer: situation for situation in step.situations})
