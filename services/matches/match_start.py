"""How a match starts."""

from services.engine.engine import Engines
from services.engine.fairness import CommitmentDocument, match_seed_v1, promised_match_seed
from services.matches.match import Match, Seat
from services.matches.match_lifecycle import started
from services.matches.match_record import LoadedMatch, MatchRecord
from services.matches.store import MatchStore


def start(
    store: MatchStore,
    engines: Engines,
    stored: MatchRecord,
    now_ms: int,
    *,
    by_platform: bool = False,
    with_seed: Seat | None = None,
) -> LoadedMatch | None:
    """Deal the first position of a match whose seats are all taken. ``by_platform``: a bot turn starts it and plays on.
    ``with_seed``: a seat whose client seed comes with the start.

    Returns:
        The match as it is now; None if it was changed by somebody else since it was read.

    Raises:
        Refusal: ``UNSUPPORTED_VERSION`` if the version of the ruleset that the match was committed to is not served.
    """
    match = stored.match
    seats = tuple(
        with_seed if with_seed is not None and seat.number == with_seed.number else seat for seat in match.seats
    )
    seed = seed_of(match._replace(seats=seats), stored.server_seed)
    # One that was created before commitments bound the version is played by the version that deals it.
    engine = engines.engine(match.ruleset) if match.signed_commitment is None else engines.pinned(match.pin)
    step = engine.start(len(match.seats), match.options, seed)
    change = started(stored, seed, step, now_ms, by_platform=by_platform, seats=seats)
    if not store.commit(change):
        return None
    return LoadedMatch(change.after, {situation.viewer: situation for situation in step.situations})


def seed_of(match: Match, server_seed: bytes) -> bytes:
    """The seed from which all chance of the match is drawn, with the client seeds that its seats have now; of one that
    shares its deal with others, without."""
    client_seeds = [seat.client_seed for seat in match.seats]
    if match.signed_commitment is None:
        return match_seed_v1(server_seed, match.id, client_seeds)
    document = CommitmentDocument.read(match.signed_commitment.document)
    return promised_match_seed(document, server_seed, client_seeds)
