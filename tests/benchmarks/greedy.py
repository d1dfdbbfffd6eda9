"""How often greedy wins against random players, for any installed ruleset; and how long its matches are.

    .venv/bin/python -m tests.benchmarks.greedy RULESET [GAMES]

For each number of players: greedy takes each seat equally often, the others play at random. A shared win counts as its
share. The interval is Wilson's, 95 %. Then, for seats that all play alike: decisions in a match, on average and at
most, and how often each seat wins alone.
"""

import math
import sys

from services.engine import registry
from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyRuleset
from services.engine.options import complete
from services.engine.ruleset import Outcome


def play_match(rules: AnyRuleset, bots: list[str], game: int) -> tuple[Outcome, int]:
    """Play a match between bots, each of which sees its own view; also how many decisions it took."""
    players = rules.bots()
    options = complete({}, rules.describe().options)
    state, _ = rules.start(len(bots), options, SeededChance(game.to_bytes(32, "big")))
    chance = SeededChance((game + (1 << 128)).to_bytes(32, "big"))
    decisions = 0
    while pending := rules.pending(state):
        for seat in pending:
            view = rules.observe(state, seat)
            rules.play(state, seat, players[bots[seat]].choose(view, rules.legal(state, seat), chance))
            decisions += 1
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome, decisions


def winners(outcome: Outcome) -> list[int]:
    """The seats of the first place."""
    return [result.seat for result in outcome.results if result.rank == 1]


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate."""
    z = 1.96
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def against_random(rules: AnyRuleset, seats: int, wanted: int) -> str:
    """One line: how often greedy wins."""
    games = -(-wanted // seats) * seats
    wins = 0.0
    for game in range(games):
        seat = game % seats
        bots = ["random"] * seats
        bots[seat] = "greedy"
        first = winners(play_match(rules, bots, game)[0])
        wins += (seat in first) / len(first)
    low, high = interval(wins, games)
    rate = f"{wins / games:.1%} of {games} matches (95 %: {low:.1%} to {high:.1%}; even: {1 / seats:.0%})"
    return f"{seats} players: greedy wins {rate}"


def among_equals(rules: AnyRuleset, bot: str, seats: int, games: int) -> str:
    """One line: how long the matches of equal players are, and how often each seat wins alone."""
    lengths: list[int] = []
    alone = [0] * seats
    for game in range(games):
        outcome, decisions = play_match(rules, [bot] * seats, (1 << 64) + game)
        lengths.append(decisions)
        first = winners(outcome)
        if len(first) == 1:
            alone[first[0]] += 1
    shares = ", ".join(f"{wins / max(1, sum(alone)):.1%}" for wins in alone)
    length = f"{sum(lengths) / games:.1f} decisions on average, {max(lengths)} at most"
    return f"{seats} players, all {bot}, {games} matches: {length}; seats win alone {shares}"


def main() -> None:
    """Print a few lines for each number of players."""
    rules = registry.ruleset(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    about = rules.describe()
    for seats in range(about.min_seats, about.max_seats + 1):
        print(against_random(rules, seats, wanted), flush=True)  # noqa: T201 - a command that is run by hand
        for bot in ("random", "greedy"):
            print(among_equals(rules, bot, seats, wanted), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
