"""Tournaments that were played to their ends, and one that is being played, to look at."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.engine.fairness import sha256_hex
from services.identity import PLATFORM, Caller
from services.matches.match import Status
from services.stored_tournaments.hosted_tournament import (
    HostedTournament,
    NewEntrant,
    NewTournament,
    TournamentVisibility,
)
from services.tournaments.log import ResultSet
from services.tournaments.settings import (
    ArenaStage,
    ArenaStreaks,
    EliminationStage,
    EntryRules,
    PodsStage,
    RoundTimes,
    Stage,
    SwissStage,
    TournamentSettings,
)
from tests.integration.gateway.harness import Hall
from tests.integration.matches.harness import Clock, caller_of
from tests.rulesets import sealed

SEED = bytes(range(32))
ABOUT = sealed.RULESET.describe()
OPTIONS = {option.name: option.default for option in ABOUT.options}
BOTS_ONLY = EntryRules(bots="only", registration="invited")
HOUR = 3600
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}\N{HEBREW LETTER VAV}\N{HEBREW LETTER FINAL MEM} & co",
    "\N{CJK UNIFIED IDEOGRAPH-9F98}" * 64,
    "{{ 7 * 7 }}",
)
"""Names of entrants that want to be more than names."""


@dataclass(frozen=True, slots=True)
class Played:
    """The ids of tournaments: a Swiss of seven with byes, a correction and a withdrawal; pods of four and three that
    lead to an elimination; a double elimination of six; an arena that is being played; one that is being played, with a
    clock; one of which registration is open."""

    swiss: str
    pods: str
    double: str
    arena: str
    running: str
    open: str

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return (self.swiss, self.pods, self.double, self.arena, self.running, self.open)


class TournamentTable:
    """A host, and shortcuts to what it does."""

    def __init__(self, hall: Hall, clock: Clock) -> None:
        self.hall, self.clock = hall, clock
        self.host = caller_of(hall.players.create("Holly Host"))
        self._made = 0

    def announce(
        self,
        name: str,
        *stages: Stage,
        entry: EntryRules = BOTS_ONLY,
        times: RoundTimes | None = None,
        visibility: TournamentVisibility = TournamentVisibility.PUBLIC,
    ) -> str:
        """A tournament of Sealed Rows; its id."""
        settings = TournamentSettings(
            ruleset=ABOUT.id,
            ruleset_version=ABOUT.version,
            options=OPTIONS,
            time_control=NO_CLOCKS,
            on_time_out=PLAY_DEFAULT,
            stages=stages,
            entry=entry,
            times=times or RoundTimes(),
            seed_sha256=sha256_hex(SEED),
        )
        self._made += 1
        id_ = f"tournament_{self._made:026}"
        self.hall.tournaments.create(self.host, NewTournament(name, visibility, settings), SEED, tournament_id=id_)
        return id_

    def enter_bots(self, id_: str, names: Sequence[str]) -> None:
        """Bots of the house, of two kinds in turn, enter under these names."""
        bots = [
            NewEntrant(f"/entrants/{number}", None, ("greedy", "random")[number % 2], ABOUT.version, name)
            for number, name in enumerate(names)
        ]
        self.hall.tournaments.entrants.enter_all(self.host, id_, bots)

    def people(self, id_: str, names: Sequence[str]) -> list[Caller]:
        """People enter."""
        found = [caller_of(self.hall.players.create(name)) for name in names]
        for person in found:
            self.hall.tournaments.entrants.enter(person, id_)
        return found

    def look(self) -> None:
        """A second passes, and what is due happens."""
        self.clock.advance(1)
        while self.hall.runner.advance():
            pass

    def play(self) -> None:
        """Bots play the matches that are live to their ends."""
        found, _ = self.hall.matches.list(PLATFORM, status=Status.LIVE, limit=100)
        for match in found:
            self.hall.play_house(match.id)
            self.hall.scoring.score(match.id)

    def start(self, id_: str) -> None:
        """Start, and make the first matches."""
        self.hall.tournaments.control.start(self.host, id_)
        self.look()

    def play_to_the_end(self, id_: str) -> HostedTournament:
        """Play until it is over."""
        for _ in range(100):
            self.play()
            self.look()
            hosted = self.hall.tournaments.get(self.host, id_)
            if hosted.status.is_over:
                return hosted
        raise AssertionError("it does not end")


def play_tournaments(hall: Hall, clock: Clock) -> Played:
    """Tournaments of all kinds."""
    table, tournaments = TournamentTable(hall, clock), hall.tournaments
    swiss = table.announce("Sealed <b>Swiss</b> & more", SwissStage(rounds=3))
    table.enter_bots(swiss, [*HOSTILE, "Ann", "Bea"])
    tournaments.entrants.request_bye(table.host, swiss, 2, "e6")
    table.start(swiss)
    table.play()
    tournaments.entrants.withdraw(table.host, swiss, "e7", reason="Bea has a <train> to catch")
    table.play_to_the_end(swiss)
    correction = ResultSet(round=1, table=1, places=(1, 1))
    tournaments.rounds.set_result(table.host, swiss, correction, reason="Both agreed to share <it>")
    tournaments.rounds.set_result(table.host, swiss, ResultSet(round=1, table=2, places=(2, 1)), reason="A slip")
    tournaments.control.undo(table.host, swiss, tournaments.get(table.host, swiss).revision, reason="That was a slip")

    pods = table.announce(
        "Pods and a final",
        PodsStage(rounds=2, seats=4, place_points=(400, 300, 200, 100), advance=4),
        EliminationStage(format="single_elimination", third_place=True),
    )
    table.enter_bots(pods, [f"Pod {number}" for number in range(1, 8)])
    table.start(pods)
    table.play_to_the_end(pods)

    double = table.announce("Double", EliminationStage(format="double_elimination"))
    table.enter_bots(double, [f"Lion {number}" for number in range(1, 7)])
    table.start(double)
    table.play_to_the_end(double)

    arena = table.announce("Lunch arena", ArenaStage(duration_seconds=2 * HOUR, streaks=ArenaStreaks()))
    table.enter_bots(arena, [f"Wolf {number}" for number in range(1, 6)])
    table.start(arena)
    for _ in range(3):
        table.play()
        table.look()
    last_table = tournaments.get(table.host, arena).revision
    tournaments.control.undo(table.host, arena, last_table, reason="A fire alarm")
    tournaments.control.pause(table.host, arena, reason="A fire alarm")
    table.play()
    table.look()

    running = table.announce(
        "Evening cup",
        SwissStage(rounds=2),
        entry=EntryRules(bots="allowed", registration="open"),
        times=RoundTimes(round_seconds=HOUR),
    )
    table.people(running, ["Cy", "Dora", "Eve"])
    table.enter_bots(running, ["Robot"])
    table.start(running)

    registration = table.announce(
        "Next week",
        SwissStage(rounds=5),
        entry=EntryRules(bots="none", capacity=2, check_in_seconds=HOUR),
        times=RoundTimes(starts_ms=clock() + 7 * 24 * HOUR * 1000, round_seconds=HOUR),
    )
    table.people(registration, ["Fay", "Gus", "Hal"])
    return Played(swiss, pods, double, arena, running, registration)
