"""All ratings as a function of the log of results.

A :class:`RatingBook` takes results one by one, as they come; :func:`replay` puts a log in order and gives it to a new
book. So both compute the same numbers, bit for bit. A rating is never changed in place: who corrects a result, or takes
one late, replays.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from typing import TypeAlias

from services.ratings.rating_records import (
    FIRST_RATING,
    Change,
    MatchChanges,
    Pool,
    RatedResult,
    Rating,
    Ratings,
    RatingVerdict,
)
from services.ratings.rules import Forfeits, RatingRules, RepeatedMeetings, at_time
from services.ratings.weng_lin import WengLin

Moment: TypeAlias = tuple[int, str]
"""When a match ended, and its id: the order of all results."""


class OutOfOrderError(Exception):
    """A result belongs before one that its pool has taken already. The log is to be replayed."""


class ConflictingResultsError(Exception):
    """A log has two different results of one match."""


def moment(result: RatedResult) -> Moment:
    """The place of a result in the order."""
    return result.ended_ms, result.match_id


def in_order(log: Iterable[RatedResult]) -> list[RatedResult]:
    """Results in their order, each once.

    Raises:
        ConflictingResultsError: one match has two different results.
    """
    by_match: dict[str, RatedResult] = {}
    for result in log:
        if by_match.setdefault(result.match_id, result) != result:
            raise ConflictingResultsError(f"two results of match {result.match_id}")
    return sorted(by_match.values(), key=moment)


def replay(
    log: Iterable[RatedResult],
    rules: RatingRules | None = None,
    on_changes: Callable[[MatchChanges], object] | None = None,
) -> "RatingBook":
    """The book after all results of a log, which may come in any order and tell a match more than once. ``on_changes``
    is called with what each result changed, in their order: the history.

    Raises:
        ConflictingResultsError: one match has two different results.
    """
    book = RatingBook(rules)
    for result in in_order(log):
        changes = book.apply(result)
        if on_changes is not None:
            on_changes(changes)
    return book


class RatingBook:
    """The ratings of all pools. Not for several threads at once."""

    def __init__(self, rules: RatingRules | None = None) -> None:
        self._rules = rules or RatingRules()
        self._model = WengLin()
        self._pools: dict[Pool, dict[str, Rating]] = {}
        self._last: dict[Pool, Moment] = {}
        self._applied: set[str] = set()
        repeated = self._rules.repeated_meetings
        self._meetings = _Meetings(repeated) if repeated else None

    @property
    def ratings(self) -> Ratings:
        """The ratings that matches left behind, by pool and player. :meth:`rating` says what time made of them."""
        return self._pools

    def rating(self, pool: Pool, player: str, now_ms: int) -> Rating:
        """A player's rating at a time, not before the player's last match: :data:`FIRST_RATING` for who has none."""
        rated = self._pools.get(pool, {}).get(player)
        return FIRST_RATING if rated is None else at_time(rated, now_ms, self._rules)

    def resume(
        self,
        pool: Pool,
        ratings: Mapping[str, Rating],
        last: Moment | None,
        meetings: Iterable[tuple[int, Sequence[str]]] = (),
    ) -> None:
        """Go on where another book has left a pool. ``ratings``: as that book had them; of others than those who are
        rated from now on they are not needed. ``last``: the last result that it took. ``meetings``: the earlier matches
        of these players that count for repeated meetings, in their order: when each ended, and who was compared."""
        self._pools[pool] = dict(ratings)
        if last is not None:
            self._last[pool] = last
        if self._meetings:
            for ended_ms, players in meetings:
                self._meetings.meet(pool, ended_ms, players)

    def apply(self, result: RatedResult) -> MatchChanges:
        """Take a result. A match that was told before changes nothing.

        Raises:
            OutOfOrderError: its pool has taken a later one. Nothing is changed.
        """
        pool = result.pool
        now = (result.ended_ms, result.match_id)
        if result.match_id in self._applied:
            return MatchChanges(result, RatingVerdict.COUNTED_BEFORE)
        if now < self._last.get(pool, now):
            raise OutOfOrderError(f"match {result.match_id} ended before {self._last[pool][1]}")
        self._last[pool] = now
        self._applied.add(result.match_id)
        verdict = self._verdict(result)
        if verdict is not RatingVerdict.COUNTED:
            return MatchChanges(result, verdict)
        return MatchChanges(result, verdict, self._rate(result))

    def _verdict(self, result: RatedResult) -> RatingVerdict:
        if result.aborted:
            return RatingVerdict.ABORTED
        if result.is_void:
            return RatingVerdict.VOID
        if len(set(result.players)) < len(result.players):
            return RatingVerdict.SEATED_TWICE
        if result.persons and len(set(result.persons)) == 1:
            return RatingVerdict.ONE_PERSON
        if result.forfeited:
            rule = self._rules.forfeits
            stayed = len(set(result.players).difference(result.forfeited))
            if rule is Forfeits.VOID or (rule is Forfeits.LEAVE_OUT and stayed < 2):
                return RatingVerdict.FORFEITED
        return RatingVerdict.COUNTED

    def _rate(self, result: RatedResult) -> tuple[Change, ...]:
        table = sorted(zip(result.ranks, result.players, strict=True))
        if result.forfeited and self._rules.forfeits is Forfeits.LEAVE_OUT:
            table = [seated for seated in table if seated[1] not in result.forfeited]
        rated = self._pools.setdefault(result.pool, {})
        ended_ms = result.ended_ms
        players = [player for _, player in table]
        before = [at_time(rated.get(player, FIRST_RATING), ended_ms, self._rules) for player in players]
        ranks = [rank for rank, _ in table]
        values = self._model.new_values(before, ranks)
        weights = self._weights(result, table, before)
        changes = []
        for place, (player, old, (mu, sigma)) in enumerate(zip(players, before, values, strict=True)):
            new = Rating(mu, sigma, old.games + 1, ended_ms)
            weight = weights[place]
            if weight != 1.0:
                new = _part_way(old, new, weight)
            rated[player] = new
            changes.append(Change(player, ranks.index(ranks[place]) + 1, old, new, weight))
        return tuple(changes)

    def _weights(self, result: RatedResult, table: Sequence[tuple[int, str]], before: Sequence[Rating]) -> list[float]:
        """What the match weighs for each player: the mean over the others of what these count. ``table``: ranks and
        players, the best first."""
        rules = self._rules
        reach, discount_uncertain = rules.reach, rules.discount_uncertain
        players = [player for _, player in table]
        persons = dict(zip(result.players, result.persons, strict=True)) if result.persons else None
        meetings = iter(self._meetings.weigh(result, players)) if self._meetings else repeat(1.0)
        totals = [0.0] * len(table)
        for behind, (last_rank, last) in enumerate(table):
            for ahead in range(behind):
                first_rank, first = table[ahead]
                counts = next(meetings)
                if persons is not None and persons[first] == persons[last]:
                    continue
                for_first = for_last = counts
                if discount_uncertain:
                    of_first, of_last = before[ahead].sigma ** 2, before[behind].sigma ** 2
                    if of_first < of_last:
                        for_first *= of_first / of_last
                    else:
                        for_last *= of_last / of_first
                if first_rank == last_rank or before[ahead].mu - before[behind].mu <= reach:
                    totals[ahead] += for_first
                totals[behind] += for_last
        return [total / (len(table) - 1) for total in totals]


def _part_way(old: Rating, new: Rating, weight: float) -> Rating:
    """The new rating, moved by so much of the way only."""
    return new._replace(mu=old.mu + weight * (new.mu - old.mu), sigma=old.sigma + weight * (new.sigma - old.sigma))


class _Meetings:
    """When the same two players met lately."""

    def __init__(self, rule: RepeatedMeetings) -> None:
        self._rule = rule
        # By pool and pair, the pair that met last at the end: those who met too long ago are found at the front.
        self._ended: dict[Pool, OrderedDict[tuple[str, str], list[int]]] = {}

    def meet(self, pool: Pool, ended_ms: int, players: Sequence[str]) -> None:
        """Players have met in a match, after all that are known."""
        pairs = self._ended.setdefault(pool, OrderedDict())
        for place, player in enumerate(players):
            for other in players[:place]:
                pair = (player, other) if player < other else (other, player)
                ended = pairs.pop(pair, [])
                ended.append(ended_ms)
                pairs[pair] = ended

    def weigh(self, result: RatedResult, players: Sequence[str]) -> list[float]:
        """What each pair of players counts: of each player with those before it, in their order. From now on they have
        met once more."""
        pairs = self._ended.setdefault(result.pool, OrderedDict())
        now_ms = result.ended_ms
        gone_ms = now_ms - self._rule.window_ms
        while pairs and next(iter(pairs.values()))[-1] <= gone_ms:
            pairs.popitem(last=False)
        weights = []
        for place, player in enumerate(players):
            for other in players[:place]:
                pair = (player, other) if player < other else (other, player)
                ended = pairs.pop(pair, [])
                del ended[: bisect_right(ended, gone_ms)]
                weights.append(self._rule.weight(len(ended)))
                ended.append(now_ms)
                pairs[pair] = ended
        return weights
