"""The walk: each game of a case is played once, and all checks look on.

A check is one of three sorts of function:

- a :data:`Follower` goes along with a game. It is called with the game before the first move and gives an iterator,
  which is advanced at every position, the first and the last included, and yields how many things it compared there;
- a :data:`Closely` is called at landmarks: positions of every kind of decision, early and late, which it may look at
  as long as it likes. It returns how many things it compared;
- a :data:`Apart` takes the case and plays what it needs itself.

All raise a :class:`Finding` where the invariant does not hold.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from services.engine.conformance.cases import Case, Effort
from services.engine.conformance.findings import Finding, found_by_crash
from services.engine.conformance.random_games import Game, scout

Follower: TypeAlias = Callable[[Game, Effort], Iterator[int]]
Closely: TypeAlias = Callable[[Game, Effort], int]
Apart: TypeAlias = Callable[[Case, Effort], int]


@dataclass(frozen=True, slots=True)
class Landmarks:
    """How many positions a check looks at closely, over how many games; ``at_end``: and at the end of each game."""

    games: Callable[[Effort], int]
    positions: Callable[[Effort], int]
    at_end: bool = False


@dataclass(slots=True)
class Watcher:
    """A check on the walk: what it compared so far, and what it found. Once it has found something it looks no more."""

    look: Follower | None = None
    closely: Closely | None = None
    landmarks: Landmarks | None = None
    compared: int = 0
    finding: Finding | None = None
    _places: set[tuple[int, int]] = field(default_factory=set)
    _following: Iterator[int] | None = None

    def prepare(self, case: Case, effort: Effort) -> None:
        """Choose the positions to look at."""
        if self.landmarks is not None:
            marks = self.landmarks
            self._places = scout(case, effort.games).landmarks(marks.games(effort), marks.positions(effort))

    def begin(self, game: Game, effort: Effort) -> None:
        """A game begins."""
        if self.look is not None:
            self._following = self.look(game, effort)

    def watch(self, game: Game, effort: Effort) -> None:
        """The game is at its next position."""
        if self.finding is not None:
            return
        try:
            self.compared += self._compare(game, effort)
        except Exception as error:  # a ruleset under examination may raise anything: that is a finding, too
            self.finding = found_by_crash(error, str(game.case))

    def _compare(self, game: Game, effort: Effort) -> int:
        if self._following is not None:
            return next(self._following, 0)
        assert self.closely is not None
        assert self.landmarks is not None
        marked = self.landmarks.at_end if game.over else (game.number, len(game.moves)) in self._places
        return self.closely(game, effort) if marked else 0


def walk_all(case: Case, effort: Effort, watchers: Sequence[Watcher]) -> None:
    """Play the games of a case, each once, before the eyes of all. What breaks the games themselves is a finding of
    everybody who has none yet."""
    try:
        scouted = scout(case, effort.games)
        for watcher in watchers:
            watcher.prepare(case, effort)
        for number, kinds in scouted.kinds.items():
            game = Game(case, number)
            game.length = len(kinds)
            for watcher in watchers:
                watcher.begin(game, effort)
            _walk(game, effort, watchers)
    except Exception as error:
        for watcher in watchers:
            watcher.finding = watcher.finding or found_by_crash(error, str(case))


def _walk(game: Game, effort: Effort, watchers: Sequence[Watcher]) -> None:
    while True:
        move = game.pick()
        game.over = move is None
        for watcher in watchers:
            watcher.watch(game, effort)
        if move is None:
            return
        game.play(*move)
