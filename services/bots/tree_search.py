"""Information-set Monte Carlo tree search with one observer (SO-ISMCTS) for any number of seats.

Each iteration imagines a world that the view allows, walks down a tree of what may be told apart by the seat that
searches, adds a node, plays the world on, and gives what came of it to each seat on the way. An action is weighed
against the iterations in which it was available, not against all visits of its node, since other worlds have other
actions: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012). Where a decision has many
actions, they are admitted one by one as visits grow (progressive widening), in the order in which the policy prefers
them.

An action that not everybody sees is a branch of its own only for the seat that searches: for all others it counts for
their own choice, while the walk goes on where the searching seat cannot tell it from the others. So secret and
simultaneous decisions are chosen by each seat from its own figures (decoupled), and nothing that follows knows them.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

from services.bots import exact_math
from services.bots.search import SearchBot, SearchSettings
from services.bots.thinking import AnyState, SeatView, Spending, standard_error
from services.engine.chance import FastChance
from services.engine.ruleset import ActionReport, Bot

_UNSEEN: Final = -1
"""The branch of all actions that the searching seat cannot tell apart."""


@dataclass(frozen=True, slots=True)
class TreeSettings(SearchSettings):
    """How a tree search is set. The turns of a playout count from where it leaves the tree.

    ``exploration``: the constant of UCB1; rewards are shares of the win.
    ``widening``: a node that was visited n times admits ``widening`` × √n of its actions, but never less than two.
    """

    exploration: float = 0.7
    widening: float = 2.0


class _Edge:
    """An action of a seat at a node."""

    __slots__ = ("action", "available", "squared", "value", "visits")

    def __init__(self, action: int) -> None:
        self.action = action
        self.visits = 0
        self.available = 0
        self.value = 0.0
        self.squared = 0.0


class _Node:
    """What the searching seat knows to have happened since the root."""

    __slots__ = ("children", "edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[tuple[int, int], _Edge] = {}
        """By seat and action."""
        self.children: dict[tuple[int, int], _Node] = {}
        """By seat and action, or ``_UNSEEN`` for an action that the searching seat does not see."""


class TreeSearchBot(SearchBot[TreeSettings]):
    """Searches a tree of information sets."""

    def _search(
        self, view: SeatView, legal: list[int], fast: FastChance, spending: Spending
    ) -> tuple[ActionReport, ...]:
        root = _Node()
        seat = view.viewer
        while spending.is_left() or not spending.iterations:
            self._iterate(root, self._world(view, fast), seat, fast)
            spending.spend()
        edges = [root.edges.get((seat, action), _Edge(action)) for action in legal]
        best_first = sorted(edges, key=lambda edge: (-edge.visits, -edge.value, edge.action))
        return tuple([_report(edge, self._line(root, seat, edge)) for edge in best_first])

    def _iterate(self, root: _Node, world: AnyState, searcher: int, fast: FastChance) -> None:
        """One walk down the tree and a playout from where it leaves it."""
        rules = self._rules
        table = self._playouts.table(searcher, rules.seats(world), fast)
        node, path = root, [root]
        walked: list[tuple[_Edge, int]] = []
        while pending := rules.pending(world):
            mover = searcher if node is root and searcher in pending else pending[0]
            edge, is_new = self._select(node, world, mover, table[mover], fast)
            walked.append((edge, mover))
            events = rules.play(world, mover, edge.action)
            seen = mover == searcher or all(rules.is_public(event) for event in events)
            branch = (mover, edge.action if seen else _UNSEEN)
            child = node.children.get(branch)
            if child is None:
                child = node.children[branch] = _Node()
            node = child
            path.append(node)
            if is_new:
                break
        values = self._playouts.play(world, table, fast, walked[-1][1] if walked else searcher)
        for visited in path:
            visited.visits += 1
        for edge, mover in walked:
            edge.visits += 1
            edge.value += values[mover]
            edge.squared += values[mover] * values[mover]

    def _select(
        self,
        node: _Node,
        world: AnyState,
        mover: int,
        policy: Bot[Any],
        fast: FastChance,
    ) -> tuple[_Edge, bool]:
        """The seat's action at a node, and whether the node has never tried it."""
        legal = self._rules.legal(world, mover)
        tried = [edge for action in legal if (edge := node.edges.get((mover, action))) is not None]
        for edge in tried:
            edge.available += 1
        admitted = max(2.0, self._settings.widening * math.sqrt(node.visits + 1))
        if len(tried) < len(legal) and len(tried) < admitted:
            edge = _Edge(self._next_action(node, world, mover, legal, policy, fast))
            edge.available = 1
            node.edges[mover, edge.action] = edge
            return edge, True
        return max(tried, key=lambda edge: (self._bound(edge), -edge.action)), False

    def _next_action(
        self,
        node: _Node,
        world: AnyState,
        mover: int,
        legal: list[int],
        policy: Bot[Any],
        fast: FastChance,
    ) -> int:
        """The action that is admitted next: the policy's choice, then what the policy prefers, else any."""
        untried = [action for action in legal if (mover, action) not in node.edges]
        if len(untried) == 1:
            return untried[0]
        view = self._rules.observe(world, mover)
        choice = policy.choose(view, legal.copy(), fast)
        if choice in untried:
            return choice
        preferences = policy.preferences(view, legal)
        if preferences is None:
            return untried[fast.below("tree", len(untried))]
        worth = dict(zip(legal, preferences, strict=True))
        return max(untried, key=lambda action: (worth[action], -action))

    def _bound(self, edge: _Edge) -> float:
        """UCB1 with the iterations in which the action was available."""
        if not edge.visits:
            return math.inf
        confidence = math.sqrt(exact_math.log(edge.available) / edge.visits)
        return edge.value / edge.visits + self._settings.exploration * confidence

    def _line(self, root: _Node, seat: int, edge: _Edge) -> tuple[tuple[int, int], ...]:
        """The walk that was taken most often after an action, as far as the searching seat sees it."""
        line = [(seat, edge.action)]
        node = root.children.get(line[0])
        while node is not None and node.edges:
            (mover, action), _ = max(node.edges.items(), key=lambda item: (item[1].visits, -item[0][1]))
            if (mover, action) not in node.children:
                break
            line.append((mover, action))
            node = node.children[mover, action]
        return tuple(line)


def _report(edge: _Edge, line: tuple[tuple[int, int], ...]) -> ActionReport:
    if not edge.visits:
        return ActionReport(edge.action, 0, None, None)
    error = standard_error(edge.value, edge.squared, edge.visits) if edge.visits > 1 else None
    return ActionReport(edge.action, edge.visits, edge.value / edge.visits, error, line)
