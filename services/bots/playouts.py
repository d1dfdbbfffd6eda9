"""Playouts: how a match may go on from an imagined state, and what it is worth to each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.bots.thinking import AnyRuleset, AnyState
from services.engine.chance import Chance, FastChance
from services.engine.ruleset import Bot, Outcome


@dataclass(frozen=True, slots=True)
class Policies:
    """Who plays in a playout: ``own`` in the seat that searches, and in each other seat one of ``others``, drawn anew
    for each imagined world."""

    own: Bot[Any]
    others: tuple[Bot[Any], ...]


class Playouts:
    """Plays imagined states on. Each seat's policy is shown what the seat may know in the imagined world."""

    def __init__(self, rules: AnyRuleset, policies: Policies, turns: int | None) -> None:
        """``turns``: after so many of them the ruleset's evaluation judges; None: at the end of the match. A turn is a
        run of decisions of one seat, and a playout is never cut in the middle of one: whoever had played less of its
        turn would be judged by another measure. Where the evaluation says nothing the playout goes on, to the end if
        need be."""
        self._rules = rules
        self._policies = policies
        self._turns = turns

    def table(self, seat: int, seats: int, chance: Chance) -> list[Bot[Any]]:
        """A policy for each seat of a world."""
        others = self._policies.others
        table = [others[chance.below("policies", len(others))] for _ in range(seats)]
        table[seat] = self._policies.own
        return table

    def play(self, state: AnyState, table: Sequence[Bot[Any]], chance: Chance, mover: int) -> list[float]:
        """Play a state on, in place, and judge it: each seat's share of the win. ``mover``: whose turn it was."""
        rules, turns = self._rules, self._turns
        begun = 0
        while pending := rules.pending(state):
            seat = pending[0]
            if seat != mover:
                mover = seat
                if turns is not None and begun >= turns and (values := rules.evaluate(state)) is not None:
                    return values
                begun += 1
            legal = rules.legal(state, seat)
            action = legal[0] if len(legal) == 1 else table[seat].choose(rules.observe(state, seat), legal, chance)
            rules.play(state, seat, action)
        outcome = rules.outcome(state)
        assert outcome is not None
        return shares(outcome)


def by_preference(policy: Bot[Any], view: AnyState, legal: list[int], fast: FastChance) -> list[int]:
    """What a policy may do, in the order in which to try it: its choice, then what it prefers, or the rest in random
    order."""
    first = policy.choose(view, legal.copy(), fast)
    rest = [action for action in legal if action != first]
    fast.shuffle("candidates", rest)
    preferences = policy.preferences(view, legal)
    if preferences is not None:
        worth = dict(zip(legal, preferences, strict=True))
        rest.sort(key=lambda action: -worth[action])
    return [first, *rest]


def shares(outcome: Outcome) -> list[float]:
    """Each seat's share of the win: 1 for the only winner, a part of it for each of several."""
    winners = sum(result.rank == 1 for result in outcome.results)
    return [1 / winners if result.rank == 1 else 0.0 for result in outcome.results]
