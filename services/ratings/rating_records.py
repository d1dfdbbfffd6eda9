"""Records of ratings: what is rated, in which pool, and what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5


class Population(Enum):
    """Who meets whom in a pool."""

    HUMANS = "humans"
    BOTS = "bots"
    MIXED = "mixed"
    """People who have agreed to be rated against bots, and those bots."""

    # Identity, as for any object: the default hashes the name each time, which tells when a million results are rated.
    __hash__ = object.__hash__


class Pool(NamedTuple):
    """Matches that are rated together. A player has a rating in each of its pools, independent of the others."""

    ruleset: str
    seats: int
    population: Population


class Participant(NamedTuple):
    """Who sits at a table. ``rated_with_bots``: a person's consent to have matches with bots rated; of no matter for a
    bot."""

    player: str
    is_bot: bool
    rated_with_bots: bool = False


def pool_of(ruleset: str, participants: Sequence[Participant]) -> Pool | None:
    """The pool of a match; None if people and bots sit together and not all the people have agreed to it: such a match
    is not rated."""
    bots = sum(each.is_bot for each in participants)
    if bots == 0:
        return Pool(ruleset, len(participants), Population.HUMANS)
    if bots == len(participants):
        return Pool(ruleset, len(participants), Population.BOTS)
    if all(each.is_bot or each.rated_with_bots for each in participants):
        return Pool(ruleset, len(participants), Population.MIXED)
    return None


class Rating(NamedTuple):
    """What is believed of a player's strength: normal with mean ``mu`` and standard deviation ``sigma``. ``games``: how
    many matches it comes from. ``updated_ms``: when the last of them ended, 0 before the first."""

    mu: float
    sigma: float
    games: int = 0
    updated_ms: int = 0

    @property
    def ordinal(self) -> float:
        """Three standard deviations below the mean: what the player is worth almost surely. Leaderboards go by it."""
        return self.mu - 3 * self.sigma


FIRST_RATING: Final = Rating(mu=25.0, sigma=25.0 / 3)
"""Of who has not been rated yet."""


@dataclass(frozen=True, slots=True)
class RatedResult:
    """How a match ended. ``players`` and ``ranks`` are by seat; a lower rank is better, and joint ranks are equal
    numbers. An aborted match needs no ranks.

    Raises:
        ValueError: the number of players is not that of the pool, or not from 2 to 5; not each has a rank.
    """

    match_id: str
    ended_ms: int
    pool: Pool
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    aborted: bool = False
    forfeited: tuple[str, ...] = ()
    """Those who left, did not come, or ran out of time, by the platform's rules; they have ranks like the others."""
    persons: tuple[str, ...] = ()
    """Who stands behind each player, by seat: a bot's owner, else the player. Empty: not known."""
    is_void: bool = False
    """It was corrected, and does not count any more."""
    revision: int = 0
    """How often it was corrected."""

    def __post_init__(self) -> None:
        seats = len(self.players)
        if seats != self.pool.seats or not MIN_SEATS <= seats <= MAX_SEATS:
            raise ValueError(f"match {self.match_id} has {seats} players in a pool for {self.pool.seats}")
        if len(self.ranks) != seats and not self.aborted:
            raise ValueError(f"match {self.match_id} has {len(self.ranks)} ranks for {seats} players")


class RatingVerdict(Enum):
    """Whether a result counted."""

    COUNTED = "counted"
    ABORTED = "aborted"
    FORFEITED = "forfeited"
    """Somebody forfeited, and by the operator's rule too few are left to be compared."""
    SEATED_TWICE = "seated_twice"
    """Somebody sat in two seats, and would be compared with themselves."""
    ONE_PERSON = "one_person"
    """One person stands behind all players."""
    VOID = "void"
    """A host has decided otherwise, and the match does not count any more."""
    COUNTED_BEFORE = "counted_before"
    """The match had been told before. It counts once."""


class Change(NamedTuple):
    """What a match changed of a player's rating, and why: ``rank`` among those who were compared, the best being 1 and
    joint ranks equal, and ``weight``, 1 unless the rules let the match count less. ``before`` is the rating as the
    match found it: less certain than the last one left it, for the time and the seasons since."""

    player: str
    rank: int
    before: Rating
    after: Rating
    weight: float

    @property
    def mu(self) -> float:
        """By how much the mean has risen."""
        return self.after.mu - self.before.mu

    @property
    def sigma(self) -> float:
        """By how much the standard deviation has risen; mostly negative."""
        return self.after.sigma - self.before.sigma


class MatchChanges(NamedTuple):
    """What a result changed: one change for each player compared, the best first, of equal ranks by id; none if it did
    not count."""

    result: RatedResult
    verdict: RatingVerdict
    changes: tuple[Change, ...] = ()


Ratings = Mapping[Pool, Mapping[str, Rating]]
"""Ratings by pool and player."""
