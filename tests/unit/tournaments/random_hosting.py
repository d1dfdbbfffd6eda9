"""Whole tournaments, of any format, in which everything happens that can: who plays leaves, returns, enters late, asks
for byes and does not come; hosts correct, keep apart and take back."""

from collections.abc import Sequence
from random import Random

from services.tournaments import steps
from services.tournaments.log import (
    Accepted,
    ByeRequested,
    Cancelled,
    Entered,
    GameEnded,
    GameVoid,
    Happening,
    Invited,
    KeptApart,
    LogEntry,
    ResultSet,
    Returned,
    Undone,
    Withdrawn,
)
from services.tournaments.settings import EntryRules, Stage
from services.tournaments.standings_document import standings_document
from services.tournaments.tournament import CAN_BE_UNDONE, NotPossible, TableState, Tournament, fold
from tests.unit.tournaments.logs import SEED, Told, settings

LATE_UNTIL = 4
_HOUR_MS = 3_600_000


class RandomHosting:
    """A tournament of some stages. ``lot``: what happens. ``is_calm``: matches are played, and nothing else happens."""

    def __init__(
        self, stages: Sequence[Stage], entrants: int, lot: Random, *, is_calm: bool = False, owners: int = 0
    ) -> None:
        late = LATE_UNTIL if stages[0].takes_late_entries else 0
        self.told = Told(
            settings(*stages, entry=EntryRules(bots="only", registration="invited", late_until_round=late))
        )
        self._lot, self._is_calm = lot, is_calm
        for number in range(entrants):
            owner = f"owner{number % owners}" if owners else None
            self.told.tell(Entered(entrant=f"e{number}", name=f"E {number}", is_bot=True, rating=number, owner=owner))
        self.told.tell(steps.start(self.told.tournament, SEED))

    @property
    def tournament(self) -> Tournament:
        return self.told.tournament

    def run(self, most: int = 3_000) -> Tournament:
        """Until it is over. What holds always is looked at after every round."""
        for _ in range(most):
            if self.tournament.status.is_over:
                self.check()
                return self.tournament
            try:
                step = steps.next_step(self.tournament, SEED, len(self.told.entries) * _HOUR_MS)
            except NotPossible:
                self._helped_out()
                continue
            if step is not None:
                self.told.tell(step[0])
                if step[0].kind == "round_ended":
                    self.check()
            elif self._is_calm or self._lot.random() < 0.75:
                self._play()
            else:
                self._happens()
        raise AssertionError("it does not end")

    def check(self) -> None:
        """The log makes what there is; standings name everybody once, and nobody sits at two tables."""
        again = self.told.again()
        assert again.rounds == self.tournament.rounds
        assert [stage.order for stage in again.stages] == [stage.order for stage in self.tournament.stages]
        assert standings_document(again) == standings_document(self.tournament)
        for stage in self.tournament.stages:
            for state in stage.rounds:
                named = [
                    *(entrant for table in state.tables for entrant in table.entrants),
                    *(bye.entrant for bye in state.paired.byes),
                    *state.paired.requested_byes,
                    *state.paired.absent,
                ]
                assert len(set(named)) == len(named)
                assert all(len(table.present) > 0 for table in state.tables)
            if stage.order is not None:
                assert sorted(stage.order) == sorted(stage.seeding)

    def _helped_out(self) -> None:
        """No round can be paired: the host keeps nobody apart any more, or gives up."""
        if not self.tournament.kept_apart:
            self.told.tell(Cancelled())
            return
        for number in self._can_be_undone():
            if isinstance(self.told.entries[number - 1].what, KeptApart):
                self._undo(number)

    def _play(self) -> None:
        state = self.tournament.open_round
        assert state is not None
        table = self._lot.choice([table for table in state.tables if table.result is None])
        if self._lot.random() < 0.05 and table.void_games < 2 and not self._is_calm:
            self.told.tell(GameVoid(round=state.number, table=table.number, game=table.next_game, match="void"))
            return
        if table.waits_for_host:
            self._set_result(state.number, table)
            return
        seated = table.seated(table.next_game)
        absent = tuple(each for each in seated if self._lot.random() < 0.04 and not self._is_calm)
        self.told.tell(
            GameEnded(
                round=state.number,
                table=table.number,
                game=table.next_game,
                match=f"m{len(self.told.entries)}",
                entrants=seated,
                places=self._places(len(seated)),
                scores=tuple(self._lot.randrange(50) for _ in seated),
                forfeits=absent if len(absent) < len(seated) else (),
            )
        )

    def _places(self, size: int) -> tuple[int, ...]:
        drawn = [self._lot.randrange(3 * size) for _ in range(size)]
        return tuple(1 + sum(other < each for other in drawn) for each in drawn)

    def _happens(self) -> None:
        lot, members = self._lot, self.tournament.members
        entrant = lot.choice(list(members))
        number = len(self.tournament.rounds) + lot.randrange(1, 3)
        match lot.randrange(10):
            case 0 | 1:
                what: Happening = Withdrawn(entrant=entrant)
            case 2 | 3:
                what = Returned(entrant=entrant)
            case 4:
                what = Entered(entrant=f"e{len(members)}", name="Late", is_bot=True)
            case 5:
                what = Invited(entrant=f"e{len(members)}", name="Invited", is_bot=True)
            case 6:
                what = Accepted(entrant=entrant)
            case 7:
                what = ByeRequested(entrant=entrant, round=number)
            case 8:
                what = KeptApart(entrants=tuple(lot.sample(list(members), 2)), until_round=number)
            case _:
                self._set_or_undo()
                return
        self._try(what)

    def _set_or_undo(self) -> None:
        rounds = [state for state in self.tournament.rounds if state.tables]
        if self._lot.random() < 0.5:
            self._undo(self._lot.choice(self._can_be_undone()))
        elif rounds:
            state = self._lot.choice(rounds[-2:])
            self._set_result(state.number, self._lot.choice(state.tables))

    def _can_be_undone(self) -> list[int]:
        undone = {entry.what.entry for entry in self.told.entries if isinstance(entry.what, Undone)}
        return [
            entry.number
            for entry in self.told.entries
            if isinstance(entry.what, CAN_BE_UNDONE) and entry.number not in undone
        ]

    def _set_result(self, number: int, table: TableState) -> None:
        places = list(range(1, len(table.entrants) + 1))
        self._lot.shuffle(places)
        self._try(ResultSet(round=number, table=table.number, places=tuple(places)))

    def _try(self, what: Happening) -> None:
        try:
            self.told.tell(what)
        except NotPossible:
            return

    def _undo(self, number: int) -> None:
        entry = LogEntry(len(self.told.entries) + 1, 1000 * (len(self.told.entries) + 1), Undone(entry=number))
        try:
            self.told.tournament = fold(self.told.settings, [*self.told.entries, entry])
        except NotPossible:
            return
        self.told.entries.append(entry)
