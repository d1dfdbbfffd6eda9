"""Random games, the same game for the same number, and the positions in them that are worth a close look."""

import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyRuleset, AnyState, AnyView, Case
from services.engine.conformance.findings import Finding, Place
from services.engine.conformance.observations import from_bytes, shares, view_bytes

Move: TypeAlias = tuple[int, int]
"""A seat and its action."""

Kind: TypeAlias = tuple[int, tuple[str, ...]]
"""How many seats must decide, and the first words of their actions."""

_LONGEST: Final = 100_000
_SCOUTED: Final = 40
_DECISIONS: Final = 12_000
"""After so many decisions no more games are scouted: long games have all kinds of decision anyway."""
_KEPT: Final = 4
_SCOUTS: Final[dict[tuple[AnyRuleset, int, str, int], "Scouted"]] = {}
"""The last few results of :func:`scout`; it costs a few dozen games."""


def seed(number: int, purpose: str = "match") -> bytes:
    """32 bytes: the seed with this number."""
    return hashlib.sha256(f"conformance {purpose} {number}".encode()).digest()


class Game:
    """A game in progress between seats that play any legal action. The seat that acts is drawn among those pending.

    ``state`` is the position, ``events`` what the last step told, ``moves`` what was played. What several checks want
    to know of a position (:meth:`data`, :meth:`pending`, :meth:`legal`, :meth:`view`, :meth:`read`, :meth:`told`,
    :meth:`worlds`) is made once and kept until the next move: whoever asks leaves it as it is. A game that is walked
    through knows its ``length`` in moves, and at its last position that it is ``over``.
    """

    __slots__ = (
        "_dice", "_made", "_worlds", "case", "chance", "events", "length", "moves", "number", "over", "rules", "state",
    )  # fmt: skip

    def __init__(self, case: Case, number: int) -> None:
        self.case = case
        self.number = number
        self.rules: AnyRuleset = case.ruleset
        self.chance = SeededChance(seed(number))
        self.moves: list[Move] = []
        self.length = 0
        self.over = False
        self._dice = random.Random(number)
        self._made: dict[tuple[str, int], Any] = {}
        self._worlds: dict[int, list[AnyState]] = {}
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
        self._made.clear()
        self._worlds.clear()
        self.events = self.rules.play(self.state, seat, action)
        self.moves.append((seat, action))

    def dice(self, purpose: str) -> random.Random:
        """Dice for a check at this position: they do not change how the game goes on."""
        return random.Random(f"{self.number} {len(self.moves)} {purpose}")

    @property
    def viewers(self) -> range:
        """The spectator and every seat."""
        return range(-1, self.case.seats)

    @property
    def data(self) -> bytes:
        """The bytes of the state."""
        if (known := self._made.get(("data", 0))) is None:
            known = self._made["data", 0] = self.rules.dump(self.state)
        made: bytes = known
        return made

    @property
    def pending(self) -> list[int]:
        """The seats that must decide."""
        if (known := self._made.get(("pending", 0))) is None:
            known = self._made["pending", 0] = self.rules.pending(self.state)
        made: list[int] = known
        return made

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat."""
        if (known := self._made.get(("legal", seat))) is None:
            known = self._made["legal", seat] = self.rules.legal(self.state, seat)
        made: list[int] = known
        return made

    def view(self, viewer: int) -> bytes:
        """A viewer's view, as canonical JSON."""
        if (known := self._made.get(("view", viewer))) is None:
            known = self._made["view", viewer] = view_bytes(self.rules, self.state, viewer)
        made: bytes = known
        return made

    def read(self, viewer: int) -> AnyView:
        """A viewer's view, read from its bytes."""
        if (known := self._made.get(("read", viewer))) is None:
            known = self._made["read", viewer] = from_bytes(self.rules, self.view(viewer))
        return known

    def told(self, viewer: int) -> list[bytes]:
        """What a viewer was told of the last step."""
        if (known := self._made.get(("told", viewer))) is None:
            known = self._made["told", viewer] = shares(self.rules, self.events, viewer)
        made: list[bytes] = known
        return made

    def worlds(self, viewer: int, count: int) -> list[AnyState]:
        """States imagined from the viewer's view of this position, read from its bytes. Whoever plays on plays on a
        clone."""
        made = self._worlds.setdefault(viewer, [])
        while len(made) < count:
            chance = SeededChance(seed(self.number * 1_000 + len(made), f"world {len(self.moves)}"))
            made.append(self.rules.imagine(self.read(viewer), chance))
        return made[:count]

    def world_views(self, viewer: int, count: int) -> list[bytes]:
        """The viewer's view of each of :meth:`worlds`."""
        made: list[bytes] = self._made.setdefault(("world views", viewer), [])
        worlds = self.worlds(viewer, count)
        made += [view_bytes(self.rules, world, viewer) for world in worlds[len(made) :]]
        return made[:count]

    def twins(self, viewer: int, count: int) -> list[AnyState]:
        """Worlds that give the viewer the very view of this position; an imagined one that does not is a finding of
        check 14."""
        pairs = zip(self.worlds(viewer, count), self.world_views(viewer, count), strict=True)
        return [world for world, view in pairs if view == self.view(viewer)]

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


def finished(case: Case, number: int) -> Game:
    """A game at its end."""
    game = Game(case, number)
    while move := game.pick():
        game.play(*move)
    return game


@dataclass(frozen=True, slots=True)
class Scouted:
    """What some dozens of random games of a case are like: each at its end, and the kind of each decision of those that
    are worth a walk. These are the first ``games``, and after them the ones that bring a kind of decision which no
    earlier one had: in a short game the rare kinds would hardly be looked at otherwise."""

    games: int
    ends: list[Game]
    kinds: dict[int, list[Kind]]

    @property
    def some_decide_at_once(self) -> bool:
        """Whether there is a decision that several seats make at once."""
        return any(several > 1 for kinds in self.kinds.values() for several, _ in kinds)

    def landmarks(self, games: int, positions: int) -> set[tuple[int, int]]:
        """Positions for a close look, each as the number of its game and the number of moves before it: all kinds of
        decision, the rare ones first, and each kind early and late in the game. Of games beyond the first ``games``,
        the kinds that no earlier one had."""
        quota = -(-positions // games)
        known: set[Kind] = set()
        chosen: set[tuple[int, int]] = set()
        for number, kinds in self.kinds.items():
            chosen |= {(number, step) for step in _spread(kinds, quota, known if number >= games else set())}
            known |= set(kinds)
        return chosen


def scout(case: Case, games: int) -> Scouted:
    """Play some dozens of random games of a case and note what is in them."""
    key = (case.ruleset, case.seats, json.dumps(dict(case.options), sort_keys=True), games)
    if key not in _SCOUTS:
        while len(_SCOUTS) >= _KEPT:
            del _SCOUTS[next(iter(_SCOUTS))]
        _SCOUTS[key] = _scout(case, games)
    return _SCOUTS[key]


def _scout(case: Case, games: int) -> Scouted:
    scouted = Scouted(games, [], {})
    known: set[Kind] = set()
    decisions = 0
    for number in range(_SCOUTED):
        if number >= games and decisions > _DECISIONS:
            break
        try:
            end, kinds = _kinds(case, number)
        except Exception:
            if number < games:
                raise
            continue  # whatever breaks a game is for the checks to find, not for this search
        scouted.ends.append(end)
        decisions += len(kinds)
        if number < games or not known.issuperset(kinds):
            scouted.kinds[number] = kinds
            known |= set(kinds)
    return scouted


def _kinds(case: Case, number: int) -> tuple[Game, list[Kind]]:
    game = Game(case, number)
    kinds: list[Kind] = []
    while move := game.pick():
        kinds.append(kind(game))
        game.play(*move)
    return game, kinds


def kind(game: Game) -> Kind:
    """What kind of decision is pending: how many seats must decide, and the first words of their actions."""
    words: set[str] = set()
    for seat in game.pending:
        legal = game.legal(seat)
        words.update(game.rules.notation(action).partition(" ")[0] for action in (legal[0], legal[-1]))
    return len(game.pending), tuple(sorted(words))


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
