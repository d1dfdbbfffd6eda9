"""Logs of tournaments, written as a host would tell them."""

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.tournaments import corrections, steps
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import apply, fold
from services.tournaments.log import (
    Entered,
    GameEnded,
    Happening,
    LoggedHappening,
    PairedBye,
    PairedTable,
    ResultSet,
    RoundPaired,
    StageStarted,
    Started,
    Undone,
)
from services.tournaments.settings import EntryRules, PresenceRule, RoundTimes, Stage, SwissStage, TournamentSettings
from services.tournaments.tournament import Tournament

SEED = bytes(range(32))


def settings(
    *stages: Stage,
    entry: EntryRules | None = None,
    times: RoundTimes | None = None,
    presence: PresenceRule | None = None,
) -> TournamentSettings:
    """Of a tournament between bots of two-seat Sealed Rows; three rounds of Swiss unless said otherwise."""
    return TournamentSettings(
        ruleset="sealed",
        ruleset_version="1",
        options={},
        time_control=NO_CLOCKS,
        on_time_out=PLAY_DEFAULT,
        stages=stages or (SwissStage(rounds=3),),
        entry=entry or EntryRules(bots="only"),
        times=times or RoundTimes(),
        presence=presence,
        seed_sha256="00" * 32,
    )


class Told:
    """A tournament that is told entry by entry; each a second after the one before, unless time is skipped or it is
    said at which moment."""

    def __init__(self, of: TournamentSettings) -> None:
        self.settings = of
        self.entries: list[LoggedHappening] = []
        self.tournament = Tournament(of)
        self.skipped_ms = 0

    @property
    def now_ms(self) -> int:
        """When the next entry is told."""
        return self.skipped_ms + 1000 * (len(self.entries) + 1)

    def tell(self, *happened: Happening, by: str | None = None, reason: str = "", at_ms: int | None = None) -> "Told":
        for what in happened:
            entry = LoggedHappening(len(self.entries) + 1, self.now_ms if at_ms is None else at_ms, what, by, reason)
            apply(self.tournament, entry)
            self.entries.append(entry)
        return self

    def undo(self, number: int, *, by: str | None = None) -> "Told":
        """Take an entry back.

        Raises:
            NotPossible: something after it cannot stand without it.
        """
        entry = LoggedHappening(len(self.entries) + 1, self.now_ms, Undone(entry=number), by)
        self.tournament = fold(self.settings, [*self.entries, entry])
        self.entries.append(entry)
        return self

    def undo_with_all(self, number: int) -> "Told":
        """Take an entry back with all that cannot stand without it."""
        also = corrections.falls_with(self.settings, self.entries, number)
        entry = LoggedHappening(len(self.entries) + 1, self.now_ms, Undone(entry=number, also=also), "host")
        self.tournament = fold(self.settings, [*self.entries, entry])
        self.entries.append(entry)
        return self

    def correct(self, result: ResultSet) -> "Told":
        """Set a result as a host does, with what happens at once after it."""
        stages, rounds = len(self.tournament.stages), len(self.tournament.rounds)
        self.tournament.is_strict = True
        try:
            self.tell(result, by="host")
        finally:
            self.tournament.is_strict = False
        if result.then == "replay":
            for what in corrections.paired_anew(self.tournament, Lots(SEED), stages, rounds):
                self.tell(what, by="host")
        return self

    def goes_on(self) -> "Told":
        """What happens by itself until something is to be played."""
        while happening := steps.next_steps(self.tournament, Lots(SEED), self.now_ms):
            self.tell(*(what for what, _ in happening))
        return self

    def again(self) -> Tournament:
        """What the log makes, read from its beginning."""
        return fold(self.settings, self.entries)

    def entered(self, *names: str) -> "Told":
        return self.tell(*(Entered(entrant=name, name=name.title(), bot="greedy", is_bot=True) for name in names))

    def started(self, *names: str) -> "Told":
        """Entered, started, and in its first stage, in this order of seeds."""
        self.entered(*names)
        return self.tell(Started(seeding=names), StageStarted(stage=0, seeding=names))

    def paired(self, *tables: str, absent: tuple[str, ...] = (), again: bool = False) -> "Told":
        """The next round. Tables as ``ann bob``; a single name has a bye."""
        number = len(self.tournament.rounds) + (0 if again else 1)
        return self.tell(round_of(number, *tables, absent=absent))

    def played(self, table: int, *places: int, game: int | None = None, forfeits: tuple[str, ...] = ()) -> "Told":
        """The next match of a table of the last round; places in the order of the table's entrants."""
        state = self.tournament.rounds[-1]
        found = state.tables[table - 1]
        number = game or found.next_game
        seated = found.seated(number)
        by_entrant = dict(zip(found.entrants, places, strict=True))
        return self.tell(
            GameEnded(
                round=state.number,
                table=table,
                game=number,
                match=f"m{len(self.entries)}",
                entrants=seated,
                places=tuple(by_entrant[each] for each in seated),
                forfeits=forfeits,
            )
        )


def round_of(number: int, *tables: str, absent: tuple[str, ...] = ()) -> RoundPaired:
    """A round, told as :meth:`Told.paired` has it."""
    split = [tuple(table.split()) for table in tables]
    return RoundPaired(
        round=number,
        tables=tuple(PairedTable(entrants=each) for each in split if len(each) > 1),
        byes=tuple(PairedBye(entrant=each[0]) for each in split if len(each) == 1),
        absent=absent,
    )
