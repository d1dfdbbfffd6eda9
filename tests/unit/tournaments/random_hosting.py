"""Whole tournaments, of any format, in which everything happens that can: who plays leaves, returns, enters late, asks
for byes and does not come; hosts correct, keep apart, pause and take back; matches are under way meanwhile."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

from services.tournaments import corrections, steps
from services.tournaments.bracket_document import bracket_document
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import CAN_BE_UNDONE, apply, take_back
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
    Paused,
    ResultSet,
    Resumed,
    Returned,
    TableLeft,
    Undone,
    Withdrawn,
)
from services.tournaments.round_document import round_document
from services.tournaments.round_state import RoundState
from services.tournaments.settings import ArenaStage, EntryRules, PresenceRule, Stage, SwissStage
from services.tournaments.standings_document import standings_document
from services.tournaments.table_state import TableState
from services.tournaments.tournament import NotPossible, Tournament, TournamentStatus
from tests.unit.tournaments.handed_out import HandedOut
from tests.unit.tournaments.logs import SEED, settings

LATE_UNTIL = 4
MOST_CORRECTIONS = 8


class RandomHosting:
    """A tournament of some stages. ``lot``: what happens. ``is_calm``: matches are played, and nothing else happens."""

    def __init__(
        self, stages: Sequence[Stage], entrants: int, lot: Random, *, is_calm: bool = False, owners: int = 0
    ) -> None:
        late = LATE_UNTIL if stages[0].takes_late_entries else 0
        entry = EntryRules(bots="only", registration="invited", late_until_round=late)
        self.told = HandedOut(settings(*stages, entry=entry, presence=PresenceRule(grace_seconds=30)))
        self._lot, self._is_calm = lot, is_calm
        self._corrections = 0
        self._known, self._read = self.told.tournament.copy(), 0
        for number in range(entrants):
            owner = f"owner{number % owners}" if owners else None
            self.told.tell(Entered(entrant=f"e{number}", name=f"E {number}", is_bot=True, rating=number, owner=owner))
        self.told.tell(steps.start(self.told.tournament, Lots(SEED)))

    @property
    def tournament(self) -> Tournament:
        return self.told.tournament

    def run(self, most: int = 3_000) -> Tournament:
        """Until it is over. What holds always is looked at after every round."""
        for _ in range(most):
            if self.tournament.status.is_over:
                self.check()
                if self._is_calm or self._corrections >= MOST_CORRECTIONS:
                    self.told.check()
                    return self.tournament
                self._set_or_undo()
                continue
            if self.tournament.status is TournamentStatus.REGISTRATION:
                start = steps.start(self.tournament, Lots(SEED))
                is_enough = len(start.seeding) >= self.tournament.settings.fewest_entrants
                self.told.tell(start if is_enough else Cancelled())
                continue
            now_ms = self.told.now_ms
            try:
                happening = [what for what, _ in steps.next_steps(self.tournament, Lots(SEED), now_ms)]
            except NotPossible:
                self._helped_out()
                continue
            if happening:
                self.told.tell(*happening, at_ms=now_ms)
                if happening[0].kind == "round_ended":
                    self.check()
                continue
            self._nobody_waits_too_long(now_ms)
            is_paused = self.tournament.status is TournamentStatus.PAUSED
            if is_paused and (self.tournament.open_round is None or self._lot.random() < 0.3):
                self.told.tell(Resumed())
            elif self._is_calm or self._lot.random() < 0.75:
                self._play()
            else:
                self._happens()
        raise AssertionError("it does not end")

    def check(self) -> None:
        """The log makes what there is, also for who has read it before; standings name everybody once, and nobody sits
        at two tables."""
        for again in (self.told.again(), self._gone_on()):
            assert again.rounds == self.tournament.rounds
            assert [stage.order for stage in again.stages] == [stage.order for stage in self.tournament.stages]
            assert standings_document(again) == standings_document(self.tournament)
        for stage in self.tournament.stages:
            for state in stage.rounds:
                round_document(self.tournament, state)
                if state.arena is not None:
                    self._check_arena(state)
                    continue
                named = [
                    *(entrant for table in state.tables for entrant in table.entrants),
                    *(bye.entrant for bye in state.paired.byes),
                    *state.paired.requested_byes,
                    *state.paired.absent,
                ]
                assert len(set(named)) == len(named)
                assert all(table.present or table.left_in for table in state.tables)
            if stage.order is not None:
                assert sorted(stage.order) == sorted(stage.seeding)
            bracket_document(self.tournament, stage)

    def _gone_on(self) -> Tournament:
        """The tournament as somebody has it who has read its log before, and reads what was added."""
        added = self.told.entries[self._read :]
        known = self._known.copy()
        if any(isinstance(entry.what, Undone) for entry in added):
            known = self.told.again()
        else:
            for entry in added:
                apply(known, entry)
        self._known, self._read = known, len(self.told.entries)
        return known

    def _check_arena(self, state: RoundState) -> None:
        """Nobody has a table before its last one is over, and who is kept apart does not meet."""
        entries = [entry for entry in self.told.entries if entry.number not in self.tournament.undone]
        over = self._over_since(state.number)
        for own in state.tables_of.values():
            for one, other in pairwise(own):
                assert over[one] < state.tables[other - 1].entry
        for entry in entries:
            if isinstance(entry.what, KeptApart) and (entry.what.until_round or state.number) >= state.number:
                met = [set(table.entrants) for table in state.tables if table.entry > entry.number]
                assert all(len(each & set(entry.what.entrants)) < 2 for each in met)

    def _over_since(self, number: int) -> dict[int, int]:
        """By which entry each table of a round was over."""
        told = Tournament(self.told.settings)
        over: dict[int, int] = {}
        for entry in self.told.entries:
            if entry.number in self.tournament.undone:
                take_back(told, entry)
                continue
            apply(told, entry)
            what = entry.what
            if not isinstance(what, GameEnded | GameVoid | ResultSet | TableLeft) or what.round != number:
                continue
            if not told.table(number, what.table).needs_match:
                over.setdefault(what.table, entry.number)
        return over

    def _nobody_waits_too_long(self, now_ms: int) -> None:
        """Nobody who is free in an arena has waited beyond the bound while enough are free whom it may meet."""
        arena, stage = self.tournament.open_arena, self.tournament.stage
        if (
            arena is None
            or stage is None
            or self.tournament.status is TournamentStatus.PAUSED
            or now_ms >= arena.ends_ms
        ):
            return
        assert isinstance(stage.settings, ArenaStage)
        bound_ms, size = 1000 * stage.settings.max_wait_seconds, stage.settings.sizes[0]
        number = len(self.tournament.rounds)
        apart = [set(each.entrants) for each in self.tournament.kept_apart if (each.until_round or number) >= number]
        for due in [entrant for entrant, since in arena.free.items() if now_ms - since >= bound_ms]:
            for others in combinations([each for each in arena.free if each != due], size - 1):
                assert any(len(each & {due, *others}) > 1 for each in apart)

    def _helped_out(self) -> None:
        """No round can be paired: the host keeps nobody apart any more, pairs by the other system, or gives up."""
        stage = self.tournament.stage
        if not self.tournament.kept_apart:
            is_dutch = stage is not None and isinstance(stage.settings, SwissStage) and stage.settings.system == "dutch"
            paired = steps.pair_now(self.tournament, Lots(SEED), system="matching") if is_dutch else Cancelled()
            self.told.tell(paired, by="host")
            return
        for number in self._can_be_undone():
            if isinstance(self.told.entries[number - 1].what, KeptApart):
                self._undo(number)

    def _play(self) -> None:
        state = self.tournament.open_round
        assert state is not None
        if not state.open:
            self.told.skipped_ms += 1000 * self._lot.randrange(1, 10)
            return
        table = self._lot.choice(state.open_tables)
        if self._lot.random() < 0.05 and table.void_games < 2 and not self._is_calm:
            self.told.tell(
                GameVoid(
                    round=state.number,
                    table=table.number,
                    game=table.next_game,
                    match=self.told.match(table),
                    entrants=table.seated(table.next_game),
                )
            )
            return
        if table.waits_for_host:
            self._set_result(state.number, table)
            return
        seated = table.seated(table.next_game)
        if self._lot.random() < 0.05 and not self._is_calm:
            gone = tuple(self._lot.sample(seated, self._lot.randrange(1, len(seated) + 1)))
            came = tuple(each for each in seated if each not in gone and self._lot.random() < 0.8)
            self.told.tell(TableLeft(round=state.number, table=table.number, entrants=gone, came=came))
            return
        absent = tuple(each for each in seated if self._lot.random() < 0.04 and not self._is_calm)
        self.told.tell(
            GameEnded(
                round=state.number,
                table=table.number,
                game=table.next_game,
                match=self.told.match(table),
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
        match lot.randrange(10 if self.tournament.open_arena is None else 11):
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
            case 10:
                what = Paused()
            case _:
                self._set_or_undo()
                return
        self._try(what)

    def _set_or_undo(self) -> None:
        """A host corrects any result, or takes back any entry, with all that follows from it."""
        rounds = [state for state in self.tournament.rounds if state.tables]
        self._corrections += 1
        if self._lot.random() < 0.5 and self._corrections <= MOST_CORRECTIONS:
            self._undo(self._lot.choice(self._can_be_undone()))
        elif rounds:
            state = self._lot.choice(rounds)
            self._set_result(state.number, self._lot.choice(state.tables))
        assert not corrections.failing(self.told.settings, self.told.entries)
        self.check()

    def _can_be_undone(self) -> list[int]:
        return [
            entry.number
            for entry in self.told.entries
            if isinstance(entry.what, CAN_BE_UNDONE) and entry.number not in self.tournament.undone
        ]

    def _set_result(self, number: int, table: TableState) -> None:
        places = list(range(1, len(table.entrants) + 1))
        self._lot.shuffle(places)
        result = ResultSet(round=number, table=table.number, places=tuple(places))
        if table.is_called_off:
            return
        if corrections.needs_then(self.tournament, result):
            choices = corrections.choices(self.tournament, is_seed_shown=False)
            result = result.model_copy(update={"then": self._lot.choice(choices)})
        self.told.correct(result)

    def _try(self, what: Happening) -> None:
        try:
            self.told.tell(what, by="host")
        except NotPossible:
            return

    def _undo(self, number: int) -> None:
        try:
            self.told.undo_with_all(number)
        except NotPossible:
            return
