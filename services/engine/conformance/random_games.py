"""Random games, the same game for the same number, and the positions in them that are worth a close look."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyRuleset, Case
from services.engine.conformance.findings import Finding, Place

Move: TypeAlias = tuple[int, int]
"""A seat and its action."""

Kind: TypeAlias = tuple[int, tuple[str, ...]]
"""How many seats must decide, and the first words of their actions."""

_LONGEST: Final = 100_000
_SCOUTED: Final = 40
_VARIED: Final[dict[tuple[AnyRuleset, int, str, int], list[int]]] = {}
"""What :func:`varied` has found; it costs a few dozen games."""


def seed(number: int, purpose: str = "match") -> bytes:
    """32 bytes: the seed with this number."""
    return hashlib.sha256(f"conformance {purpose} {number}".encode()).digest()


class Game:
    """A game in progress between seats that play any legal action. The seat that acts is drawn among those pending.

    ``state`` is the position, ``events`` what the last step told, ``moves`` what was played.
    """

    __slots__ = ("_dice", "case", "chance", "events", "moves", "number", "rules", "state")

    def __init__(self, case: Case, number: int) -> None:
        self.case = case
        self.number = number
        self.rules: AnyRuleset = case.ruleset
        self.chance = SeededChance(seed(number))
        self.moves: list[Move] = []
        self._dice = random.Random(number)
        self.state: Any
        self.events: list[Any]
        self.state, self.events = case.start(self.chance)

    def pick(self) -> Move | None:
        """A seat that must decide and one of its legal actions; None when there is none, or when the game has gone on
        for longer than its ruleset says it can."""
        limit = min(self.rules.describe().max_decisions, _LONGEST)
        pending = self.rules.pending(self.state) if len(self.moves) < limit else []
        if not pending:
            return None
        seat = self._dice.choice(pending)
        legal = self.rules.legal(self.state, seat)
        return (seat, self._dice.choice(legal)) if legal else None

    def play(self, seat: int, action: int) -> None:
        """Play an action."""
        self.events = self.rules.play(self.state, seat, action)
        self.moves.append((seat, action))

    def dice(self, purpose: str) -> random.Random:
        """Dice for a check at this position: they do not change how the game goes on."""
        return random.Random(f"{self.number} {len(self.moves)} {purpose}")

    @property
    def viewers(self) -> range:
        """The spectator and every seat."""
        return range(-1, self.case.seats)

    def finding(self, what: str) -> Finding:
        """That something is wrong here."""
        moves = tuple(f"{seat}: {self.rules.notation(action)}" for seat, action in self.moves)
        return Finding(what, Place(str(self.case), self.number, moves))


def walk(case: Case, number: int) -> Iterator[Game]:
    """A game at each of its decisions. Whoever looks at it must leave ``state`` as it is."""
    game = Game(case, number)
    while move := game.pick():
        yield game
        game.play(*move)


def steps(case: Case, number: int) -> Iterator[Game]:
    """A game after its setup and after each of its decisions, the last one included. Whoever looks at it must leave
    ``state`` as it is."""
    game = Game(case, number)
    yield game
    while move := game.pick():
        game.play(*move)
        yield game


def finished(case: Case, number: int) -> Game:
    """A game at its end."""
    game = Game(case, number)
    while move := game.pick():
        game.play(*move)
    return game


def varied(case: Case, games: int) -> list[int]:
    """The numbers of the first random games, and after them of those that bring a kind of decision which no earlier one
    had: in a short game the rare kinds would hardly be looked at otherwise."""
    key = (case.ruleset, case.seats, case.options_text, games)
    if key not in _VARIED:
        known: set[Kind] = set()
        for number in range(games):
            known |= {kind(game) for game in walk(case, number)}
        _VARIED[key] = [*range(games), *_that_bring_more(case, range(games, _SCOUTED), known)]
    return _VARIED[key]


def _that_bring_more(case: Case, numbers: range, known: set[Kind]) -> Iterator[int]:
    for number in numbers:
        try:
            kinds = {kind(game) for game in walk(case, number)}
        except Exception:  # noqa: S112 - whatever breaks a game is for the checks to find, not for this search
            continue
        if not kinds <= known:
            known |= kinds
            yield number


def some_decide_at_once(case: Case, games: int) -> bool:
    """Whether there is a game among the varied ones in which several seats decide at once."""
    return any(kind(game)[0] > 1 for number in varied(case, games) for game in walk(case, number))


def landmarks(case: Case, games: int, positions: int) -> Iterator[Game]:
    """Positions of some random games for a close look: all kinds of decision, the rare ones first, and each kind early
    and late in the game. Of games beyond the first ``games``, the kinds that no earlier one had."""
    quota = -(-positions // games)
    known: set[Kind] = set()
    for number in varied(case, games):
        kinds = [kind(game) for game in walk(case, number)]
        chosen = _spread(kinds, quota, known if number >= games else set())
        known |= set(kinds)
        for game in walk(case, number):
            if len(game.moves) in chosen:
                yield game


def kind(game: Game) -> Kind:
    """What kind of decision is pending: how many seats must decide, and the first words of their actions."""
    rules, state = game.rules, game.state
    pending = rules.pending(state)
    words: set[str] = set()
    for seat in pending:
        legal = rules.legal(state, seat)
        words.update(rules.notation(action).partition(" ")[0] for action in (legal[0], legal[-1]))
    return len(pending), tuple(sorted(words))


def _spread(kinds: list[Kind], quota: int, known: set[Kind]) -> set[int]:
    """Up to ``quota`` places in the list: one of each kind that is not known, then a second of each, far from the
    first, and so on."""
    places: dict[Kind, list[int]] = defaultdict(list)
    for place, what in enumerate(kinds):
        if what not in known:
            places[what].append(place)
    queues = [_far_apart(found) for found in sorted(places.values(), key=len)]
    chosen: set[int] = set()
    while queues and len(chosen) < quota:
        for queue in queues:
            if len(chosen) < quota:
                chosen.add(queue.pop(0))
        queues = [queue for queue in queues if queue]
    return chosen


def _far_apart(places: list[int]) -> list[int]:
    """The first, the last, the middle, the quarters, and so on, each once."""
    last = len(places) - 1
    order = [0, last]
    parts = 2
    while parts < 2 * last:
        order += [last * odd // parts for odd in range(1, parts, 2)]
        parts *= 2
    return [places[i] for i in dict.fromkeys([*order, *range(len(places))])]
