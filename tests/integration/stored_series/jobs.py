"""Series for these tests: their results are drawn, not played."""

from services.database import Database
from services.identity import Caller, PlayerKind, Scope
from services.series.designs import Schedule
from services.series.document import SeriesDocument, Stop
from services.series.folder import result_line
from services.stored_series import NO_LIMITS, ChunkClaim, Series, SeriesJobs, SeriesLimits
from tests.signing import SIGNING_KEYS
from tests.unit.series.documents import SEED, document
from tests.unit.series.played import drawn

OWNER = Caller("p_1", "Ada", PlayerKind.PERSON, "k_1", frozenset({Scope.MATCHES_CREATE, Scope.MATCHES_READ}))
STRANGER = Caller("p_2", "Bob", PlayerKind.PERSON, "k_2", frozenset({Scope.MATCHES_CREATE, Scope.MATCHES_READ}))
ADMIN = Caller("p_3", "Cay", PlayerKind.PERSON, "k_3", frozenset({Scope.ADMIN}))


class Clock:
    """Milliseconds that pass when somebody says so."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


class Jobs(SeriesJobs):
    """Series on a clock of their own."""

    def __init__(self, database: Database, clock: Clock | None = None, limits: SeriesLimits = NO_LIMITS) -> None:
        self.clock = clock or Clock()
        super().__init__(database, SIGNING_KEYS, limits=limits, now_ms=self.clock)

    def begin(
        self,
        id: str = "series_a",
        *,
        matches: int = 8,
        caller: Caller = OWNER,
        priority: int = 5,
        stop: Stop | None = None,
        budget_seconds: int | None = None,
    ) -> Series:
        """Create a series of two bots."""
        made = document("greedy", "random", matches=matches)
        if stop is not None:
            made = made.model_copy(update={"stop": stop})
        return self.create(caller, made, SEED, series_id=id, priority=priority, budget_seconds=budget_seconds)

    def take(self, worker: str = "worker") -> ChunkClaim:
        """A claim that there is."""
        found = self.claim(worker)
        assert found is not None
        return found

    def play(self, claim: ChunkClaim, seconds: float = 1.0) -> bool:
        """Store what a claim comes to."""
        return self.complete(claim, lines_of(claim), seconds)

    def play_all(self, seconds: float = 1.0) -> None:
        """Play and settle until there is no more to do."""
        while True:
            if (found := self.claim("worker")) is not None:
                self.play(found, seconds)
            elif not self.settle():
                return


def lines_of(claim: ChunkClaim) -> bytes:
    """The results of a claim."""
    return all_lines(claim.document, claim.matches.start, claim.matches.stop)


def all_lines(made: SeriesDocument, first: int, stop: int) -> bytes:
    """The results of some matches of a series: the first bot is much better."""
    return b"".join(map(result_line, drawn(made, stop, advantage=6)[first:stop]))


def of_clusters(made: SeriesDocument, claim: ChunkClaim) -> bool:
    """Whether a claim holds whole deals."""
    schedule = Schedule(made)
    first, last = claim.matches[0], claim.matches[-1]
    return schedule.cluster(first).start == first and schedule.cluster(last).stop == claim.matches.stop
