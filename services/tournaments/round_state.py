"""Rounds and stages as they stand, with their tables."""

from dataclasses import dataclass, field, replace

from services.tournaments.arena_state import ArenaState
from services.tournaments.log import RoundPaired
from services.tournaments.records import RoundResult
from services.tournaments.settings import BracketStage, Stage
from services.tournaments.table_state import TableState


@dataclass(slots=True)
class RoundState:
    """A round. ``stage``: that it belongs to, from 0. ``number``: through all stages, from 1. ``entry``: the number of
    the log's entry that has paired it. ``tables``: by number; :meth:`put` changes them. ``open``: the numbers of those
    that have no result yet. ``tables_of``: the numbers of each entrant's, in order. ``arena``: who is free; None: the
    stage is no arena. ``results``: of an arena, what entrants have of their tables, as far as somebody has asked for it
    and none of these tables has changed since."""

    number: int
    stage: int
    paired: RoundPaired
    entry: int
    paired_ms: int
    tables: list[TableState] = field(default_factory=list)
    ended_ms: int | None = None
    arena: ArenaState | None = None
    open: set[int] = field(default_factory=set)
    tables_of: dict[str, tuple[int, ...]] = field(default_factory=dict)
    results: dict[str, tuple[RoundResult, ...]] = field(default_factory=dict, compare=False, repr=False)

    def copy(self) -> "RoundState":
        """The same, to go on from."""
        return replace(
            self,
            tables=list(self.tables),
            arena=None if self.arena is None else self.arena.copy(),
            open=set(self.open),
            tables_of=dict(self.tables_of),
            results=dict(self.results),
        )

    def put(self, table: TableState) -> None:
        """A table as it stands now: the next one, or one that is there."""
        if table.number > len(self.tables):
            self.tables.append(table)
            for entrant in () if table.is_called_off else table.entrants:
                self.tables_of[entrant] = (*self.tables_of.get(entrant, ()), table.number)
        else:
            self.tables[table.number - 1] = table
        for entrant in table.entrants:
            self.results.pop(entrant, None)
        if table.is_open:
            self.open.add(table.number)
        else:
            self.open.discard(table.number)

    @property
    def open_tables(self) -> list[TableState]:
        """Those that have no result yet, by number."""
        return [self.tables[number - 1] for number in sorted(self.open)]

    def of(self, entrant: str) -> list[TableState]:
        """The tables of an entrant, in order. In an arena it may have many, else one at most."""
        return [self.tables[number - 1] for number in self.tables_of.get(entrant, ())]

    def table_paired_in(self, entry: int, number: int) -> TableState | None:
        """A table, if it is the one that an entry of the log has paired; None: there is another by now, or none."""
        table = self.tables[number - 1] if number <= len(self.tables) else None
        return table if table is not None and table.entry == entry else None

    def is_played_by(self, entrant: str) -> bool:
        """Whether an entrant sits at a table that is played."""
        return any(table.needs_match for table in self.of(entrant)[-1:])

    @property
    def is_decided(self) -> bool:
        """All of its tables have results."""
        return not self.open

    @property
    def has_begun(self) -> bool:
        """Something of it was played, or set by the host."""
        return any(table.games or table.set_in is not None or table.left_in for table in self.tables)


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a ladder. ``number``: from 1. ``divisions``: the highest first. ``rounds_before``: how many rounds
    the stage had before it."""

    number: int
    divisions: tuple[tuple[str, ...], ...]
    rounds_before: int


@dataclass(slots=True)
class StageState:
    """A stage that has begun. ``seeding``: who plays in it, the best first. ``seasons``: of a ladder, that have begun.
    ``order``: who played in it, at its end, the best first."""

    number: int
    settings: Stage
    seeding: tuple[str, ...]
    rounds: list[RoundState] = field(default_factory=list)
    seasons: list[Season] = field(default_factory=list)
    order: tuple[str, ...] | None = None

    @property
    def is_elimination(self) -> bool:
        """Its tables need winners."""
        return isinstance(self.settings, BracketStage)
