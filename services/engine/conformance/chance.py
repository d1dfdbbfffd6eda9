"""Chance and fairness between the seats: invariants 19 and 21."""

import json
from collections import Counter, defaultdict
from itertools import pairwise

from services.engine.conformance.cases import Case, Effort
from services.engine.conformance.frequencies import ALARM, as_expected, balanced
from services.engine.conformance.random_games import Game, finished
from services.engine.ruleset import SPECTATOR, Secret

_FIRST_DEAL = 10_000
_FIRST_CONTEST = 20_000


def deals_are_even(case: Case, effort: Effort) -> int:
    """19. Over many seeds, what is hidden after the setup is dealt as the ruleset declares: each hidden fact has each
    of its candidates equally often, and facts with the same candidates are independent of their order."""
    deals = [_hidden(Game(case, _FIRST_DEAL + i)) for i in range(effort.deals)]
    ranks: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    values: dict[str, set[int]] = defaultdict(set)
    for deal in deals:
        for secret in deal:
            ranks[secret.slot, len(secret.candidates)][sorted(secret.candidates).index(secret.value)] += 1
            values[secret.slot].add(secret.value)
    chosen = {slot for slot, seen in values.items() if len(seen) == 1 and len(deals) > 1}
    _check_chosen(case, chosen)
    for (slot, number), counts in ranks.items():
        if slot not in chosen:
            _check_even(case, slot, number, counts)
    _check_order(case, deals)
    return sum(counts.total() for (slot, _), counts in ranks.items() if slot not in chosen)


def _hidden(game: Game) -> list[Secret]:
    return [secret for secret in game.rules.secrets(game.state, SPECTATOR) if len(secret.candidates) > 1]


def _check_chosen(case: Case, slots: set[str]) -> None:
    """A hidden fact that is the same in every deal must be one that the seats choose: an action changes it."""
    changed: set[str] = set()
    for number in range(4):
        game = Game(case, number)
        before = {secret.slot: secret.value for secret in _hidden(game)}
        while slots - changed and (move := game.pick()):
            game.play(*move)
            after = {secret.slot: secret.value for secret in game.rules.secrets(game.state, SPECTATOR)}
            changed |= {slot for slot in slots & before.keys() & after.keys() if after[slot] != before[slot]}
    if dead := slots - changed:
        raise Game(case, _FIRST_DEAL).finding(f"never decided by chance, nor by any seat: {', '.join(sorted(dead))}")


def _check_even(case: Case, slot: str, number: int, counts: Counter[int]) -> None:
    total = counts.total()
    bins = min(number, total // 5)
    if bins < 2:
        return
    found, sizes = [0] * bins, [0] * bins
    for rank in range(number):
        found[rank % bins] += counts[rank]
        sizes[rank % bins] += 1
    if as_expected(found, [total * size / number for size in sizes]) < ALARM:
        text = f"dealt {total} times, {slot} is not even: how often each of its candidates {sorted(counts.items())}"
        raise Game(case, _FIRST_DEAL).finding(text)


def _check_order(case: Case, deals: list[list[Secret]]) -> None:
    unequal: Counter[tuple[str, str]] = Counter()
    rising: Counter[tuple[str, str]] = Counter()
    for deal in deals:
        for one, other in pairwise(deal):
            if one.value != other.value and sorted(one.candidates) == sorted(other.candidates):
                unequal[one.slot, other.slot] += 1
                rising[one.slot, other.slot] += one.value < other.value
    for pair, trials in unequal.items():
        if balanced(rising[pair], trials) < ALARM:
            raise Game(case, _FIRST_DEAL).finding(
                f"dealt {trials} times, {pair[0]} is below {pair[1]} {rising[pair]} times: not independent of the order"
            )


def seats_are_equal(case: Case, effort: Effort) -> int:
    """21. Among seats that play at random, each wins alone as often as any other, or as often as the ruleset declares
    in ``seats.json`` (``{"2": [0.55, 0.45]}``)."""
    if not effort.contests:
        return 0
    wins = [0] * case.seats
    for number in range(effort.contests):
        outcome = case.ruleset.outcome(finished(case, _FIRST_CONTEST + number).state)
        winners = [result.seat for result in outcome.results if result.rank == 1] if outcome else []
        if len(winners) == 1:
            wins[winners[0]] += 1
    decided = sum(wins)
    declared = _declared_shares(case)
    if decided and as_expected(wins, [decided * share for share in declared]) < ALARM:
        raise Game(case, _FIRST_CONTEST).finding(
            f"in {decided} random games the seats won {wins}, declared: {declared}"
        )
    return decided


def _declared_shares(case: Case) -> list[float]:
    file = case.records / "seats.json"
    equal = [1 / case.seats] * case.seats
    if not file.exists():
        return equal
    shares: list[float] = json.loads(file.read_text()).get(str(case.seats), equal)
    return [share / sum(shares) for share in shares]
