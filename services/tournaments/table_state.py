"""A table of a round as it stands: who sits there, its matches, and how it is decided."""

from dataclasses import dataclass, field, replace
from typing import Final

from services.tournaments.log import GameEnded, GameVoid, LoggedHappening, ResultSet, TableLeft
from services.tournaments.table_decision import DecidedBy, TableResult, TableRules, decide

MOST_VOID_GAMES: Final = 3
"""A table of which so many matches have ended without a result waits for its host."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """What was dealt to the same entrants so far. ``dealt``: how many deals; none is dealt again. ``ended``: how many
    games have ended with a result. ``spent``: how many matches of the game that is played next were dealt before and do
    not count; ``last``: the entry that says so of the last of them."""

    dealt: int = 0
    ended: int = 0
    spent: int = 0
    last: LoggedHappening | None = None


NO_MEETINGS: Final = Meetings()


@dataclass(frozen=True, slots=True)
class TableState:
    """A table of a round. ``number``: from 1. ``entry``: the number of the log's entry that has paired it, at
    ``paired_ms``. ``away``: those of its entrants who are not there. ``left_in``: the log's entries by which some of
    them have left it, or were found not to have come; the others were away when it was paired. ``by_seed``: the
    entrants of a table of an elimination, the better seed first; else empty. ``games``: its matches that have ended
    with a result; ``voids``: those that have ended without. ``taken_back``: how often what decided or replaced it was
    taken back, or a match of it was called off as somebody left. ``set_in``: the log's entry that says how it has
    ended, whatever was played. ``is_called_off``: the host has taken it back; it counts for nobody. ``went_on``: the
    places by which it was seen who goes on, where the host has let that stand beside another result; else empty.
    ``result`` follows from all that; None: it is not decided."""

    number: int
    entrants: tuple[str, ...]
    reasons: tuple[str, ...]
    node: str | None
    rules: TableRules
    entry: int
    paired_ms: int
    away: tuple[str, ...] = ()
    by_seed: tuple[str, ...] = ()
    games: tuple[GameEnded, ...] = ()
    voids: tuple[GameVoid, ...] = ()
    taken_back: int = 0
    set_in: LoggedHappening | None = None
    is_called_off: bool = False
    went_on: tuple[int, ...] = ()
    left_in: tuple[LoggedHappening, ...] = ()
    result: TableResult | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "result", self._decided())

    @property
    def void_games(self) -> int:
        """How many of its matches have ended without a result."""
        return len(self.voids)

    @property
    def set_by_host(self) -> ResultSet | None:
        """The result that was set; None: none was."""
        return self.set_in.what if self.set_in is not None and isinstance(self.set_in.what, ResultSet) else None

    @property
    def places_on(self) -> tuple[int, ...] | None:
        """The places that say who goes on; None: it is not decided."""
        return self.went_on or (None if self.result is None else self.result.places)

    @property
    def gone_on(self) -> tuple[str, ...]:
        """Who has gone on by the host's word beside another result, the best first; empty: the result says who."""
        placed = sorted(zip(self.went_on, self.entrants, strict=True)) if self.went_on else []
        return tuple(entrant for place, entrant in placed if place <= self.rules.go_on)

    @property
    def present(self) -> tuple[str, ...]:
        """Who plays, in order of seats."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.away) if self.away else self.entrants

    @property
    def left(self) -> tuple[str, ...]:
        """Those of its entrants who have left it, or were found not to have come."""
        told = (entry.what for entry in self.left_in)
        return tuple(entrant for what in told if isinstance(what, TableLeft) for entrant in what.entrants)

    @property
    def wanted_games(self) -> int:
        """How many matches it plays, if no more are needed to decide it."""
        return len(self.present) if self.rules.is_duplicate else self.rules.games

    @property
    def next_game(self) -> int:
        """The number of the match that is played now or next, from 1."""
        return len(self.games) + 1

    @property
    def lost_matches(self) -> int:
        """How many of its matches at most have ended without a result or were called off."""
        return self.void_games + self.taken_back

    @property
    def must_have_winner(self) -> bool:
        """Some go on from here, and some do not."""
        return bool(self.by_seed)

    @property
    def came(self) -> frozenset[str]:
        """Those of its entrants who have come to one of its matches, whatever they did then."""
        came = {entrant for game in self.games for entrant in game.entrants if entrant not in game.forfeits}
        came.update(entrant for left in self.left_in if isinstance(left.what, TableLeft) for entrant in left.what.came)
        return frozenset(came)

    @property
    def is_open(self) -> bool:
        """It is to have a result, and has none."""
        return self.result is None and not self.is_called_off

    @property
    def waits_for_host(self) -> bool:
        """Too many of its matches have ended without a result."""
        return self.void_games >= MOST_VOID_GAMES and self.is_open

    @property
    def needs_match(self) -> bool:
        """A match of it is to be played, or is being played."""
        return self.void_games < MOST_VOID_GAMES and self.is_open

    def seated(self, game: int) -> tuple[str, ...]:
        """Who sits where in a match of this table: everybody moves on by one seat with each match."""
        present = self.present
        shift = (game - 1) % len(present) if present else 0
        return present[shift:] + present[:shift]

    def deal(self, game: int) -> int | None:
        """Which of the table's deals a match plays, from 0; None: it has chance of its own."""
        return (game - 1) // len(self.present) if self.rules.is_duplicate else None

    def _decided(self) -> TableResult | None:
        if self.set_in is not None and (told := self.set_by_host) is not None:
            by = DecidedBy.PLATFORM if self.set_in.by is None else DecidedBy.HOST
            return TableResult(told.places, told.forfeits, decided_by=by, why=self.set_in.reason)
        result = decide(self.entrants, self.away, self.by_seed, self.games, self.rules)
        if result is None or result.is_played or not self.left_in:
            return result
        return replace(result, why=self.left_in[-1].reason)


class WrongResult(Exception):
    """A result is none of its table. ``pointer``: what of it, as a JSON pointer."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(problem)
        self.pointer = pointer
        self.problem = problem


def check_places(table: TableState, result: ResultSet) -> None:
    """Whether a result could be one of a table.

    Raises:
        WrongResult: it could not.
    """
    places = result.places
    if len(places) != len(table.entrants) or any(
        place != 1 + sum(other < place for other in places) for place in places
    ):
        raise WrongResult("/places", "each entrant has a place: one more than those before it")
    if not set(result.forfeits) <= set(table.entrants):
        raise WrongResult("/forfeits", "who forfeits sits at the table")
    if len(set(result.forfeits)) < len(result.forfeits):
        raise WrongResult("/forfeits", "names somebody twice")
    if table.must_have_winner and sum(place <= table.rules.go_on for place in places) != table.rules.go_on:
        raise WrongResult("/places", "one of them goes on" if table.rules.go_on == 1 else "two of them go on")
