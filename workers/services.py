"""What the tasks call. The modules ``*bootstrap`` put it together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from services.matches.turn_queue import Turn


class Turns(Protocol):
    """See :class:`services.matches.bot_turns.BotTurns`."""

    def play_turns(
        self, match_id: str, *, budget_seconds: float, max_decisions: int, thinks: bool = True
    ) -> object: ...

    def play_overdue(self, match_id: str, *, thinks: bool = True) -> object: ...


class NextTurn(Protocol):
    """See :class:`services.matches.turn_queue.TurnQueue`."""

    def take(self, task_id: str) -> Turn | None: ...

    def done(self, task_id: str) -> None: ...


class Search(Protocol):
    """See :class:`services.analysis.searching.Searching`."""

    def work(self, id: str) -> object: ...


class Series(Protocol):
    """See :class:`workers.series_chunks.ChunkPlayer`."""

    def work(self, seconds: float) -> bool: ...


class TournamentSteps(Protocol):
    """See :class:`services.stored_tournaments.runner.TournamentRunner`."""

    def advance(self) -> bool: ...


class Rate(Protocol):
    """See :class:`services.stored_ratings.rater.Rater`."""

    def rate(self) -> bool: ...


class Upkeep(Protocol):
    """See :class:`services.stored_ratings.upkeep.RatingUpkeep`."""

    def work(self) -> object: ...


class Score(Protocol):
    """See :class:`services.matches.scoring.Scoring`."""

    def score(self, match_id: str) -> object: ...


class Calls(Protocol):
    """See :class:`services.webhooks.calls.WebhookCalls`."""

    def request(self, match_id: str) -> int: ...

    def work(self, seconds: float) -> bool: ...


class Posting(Protocol):
    """See :class:`services.tournament_webhooks.posting.WebhookPosting`."""

    def work(self, seconds: float) -> bool: ...


class Pairing(Protocol):
    """See :class:`services.quick_pairing.pairer.Pairer`."""

    def run(self) -> int: ...


class Commitments(Protocol):
    """See :class:`services.matches.commitment_appending.CommitmentAppending`."""

    def append_waiting(self) -> object: ...

    def reconcile(self, shards: Iterable[int]) -> object: ...


@dataclass(frozen=True)
class TurnServices:
    """What the tasks of the queues ``turns`` and ``thinking`` call in one process."""

    turn_queue: NextTurn
    thinking_queue: NextTurn
    search_queue: NextTurn
    searching: Search
    bot_turns: Turns


@dataclass(frozen=True)
class ScoringServices:
    """The same of the queue ``scoring``."""

    scoring_queue: NextTurn
    scoring: Score


@dataclass(frozen=True)
class CallServices:
    """The same of the queue ``webhooks``."""

    webhook_calls: Calls
    tournament_webhooks: Posting


@dataclass(frozen=True)
class WorkerServices(TurnServices, ScoringServices, CallServices):
    """The same of all queues. ``expire``: see :meth:`services.matches.idle_matches.IdleMatches.expire`. ``reconcile``
    looks at the matches of some shards and returns how many deadlines were missing; ``give_time_back`` gives gaps back
    to their clocks and returns to how many matches. ``remove_old_deliveries``: see
    :meth:`services.webhooks.deliveries.DeliveryLog.remove_old`; those of tournaments and crash reports that are as old,
    too."""

    series: Series
    tournaments: TournamentSteps
    ratings: Rate
    rating_upkeep: Upkeep
    expire: Callable[[str], object]
    reconcile: Callable[[Iterable[int]], int]
    give_time_back: Callable[[Iterable[int]], int]
    commitments: Commitments
    pairing: Pairing
    remove_old_deliveries: Callable[[], object]
