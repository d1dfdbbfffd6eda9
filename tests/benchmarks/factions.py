"""Whether the factions of Face Off are equally strong: how often each wins when all play the same bot.

    .venv/bin/python -m tests.benchmarks.factions [GAMES] [--seats 2 4 5] [--bot greedy] [--factions base4_robots]

Factions are rotated over the seats: in as many matches as there are factions, each of them sits in every seat once,
with the others in an order that changes from one such turn to the next. A shared win counts as its share. The interval
is Wilson's, 95 %.
"""

import argparse
import random
from collections.abc import Iterator

from services.engine.chance import SeededChance
from services.engine.options import complete
from services.rulesets.faceoff.play.options import OPTIONS
from services.rulesets.faceoff.ruleset import RULESET, FaceOff
from tests.benchmarks.greedy import interval, winners


def line_ups(factions: list[str], seats: int) -> Iterator[list[str]]:
    """The factions by seat, match by match."""
    dice = random.Random(0)
    while True:
        order = dice.sample(factions, len(factions))
        for start in range(len(order)):
            yield [order[(start + seat) % len(order)] for seat in range(seats)]


def play(ruleset: FaceOff, factions: list[str], game: int, bot: str, which: str) -> tuple[list[int], list[int]]:
    """Play a match with these factions by seat: who wins, and the scores without the points for a whole set."""
    player = ruleset.bots()[bot]
    options = complete({"factions": which}, OPTIONS)
    state, _ = ruleset.start(len(factions), options, SeededChance(game.to_bytes(32, "big")))
    chance = SeededChance((game + (1 << 128)).to_bytes(32, "big"))
    for seat, faction in enumerate(factions[:-1]):  # who is last takes what is left, or chooses, too
        ruleset.play(state, seat, ruleset.parse(f"faction {faction}"))
    if state.factions[-1] < 0:
        ruleset.play(state, len(factions) - 1, ruleset.parse(f"faction {factions[-1]}"))
    while pending := ruleset.pending(state):
        for seat in pending:
            legal = ruleset.legal(state, seat)
            ruleset.play(state, seat, player.choose(ruleset.observe(state, seat), legal, chance))
    outcome = ruleset.outcome(state)
    assert outcome is not None
    return winners(outcome), [result.score - dict(result.breakdown)["set"] for result in outcome.results]


def table(seats: int, games: int, bot: str, which: str) -> list[str]:
    """A line for each faction."""
    cards = RULESET.cards
    playable = [name for place, name in enumerate(cards.factions) if place != cards.heathen]
    names = playable if which != "base4" or seats > 4 else playable[:4]
    wins = dict.fromkeys(names, 0.0)
    scores: dict[str, list[int]] = {name: [] for name in names}
    rotation = line_ups(names, seats)
    for game in range(games):
        factions = next(rotation)
        first, points = play(RULESET, factions, game, bot, which)
        for seat, name in enumerate(factions):
            wins[name] += (seat in first) / len(first)
            scores[name].append(points[seat])
    lines = [f"{seats} players, {games} matches, all {bot}; even: {1 / seats:.1%}"]
    for name in names:
        number = len(scores[name])
        low, high = interval(wins[name], number)
        rate, mean = wins[name] / number, sum(scores[name]) / number
        lines.append(f"  {name}: wins {rate:.1%} of {number} (95 %: {low:.1%} to {high:.1%}), {mean:.1f} points")
    return lines


def main() -> None:
    """Print a table for each number of players."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("games", type=int, nargs="?", default=1500)
    arguments.add_argument("--seats", type=int, nargs="+", default=[2, 4, 5])
    arguments.add_argument("--bot", default="greedy")
    arguments.add_argument("--factions", default="base4_robots", choices=["base4", "base4_robots"])
    asked = arguments.parse_args()
    for seats in asked.seats:
        print("\n".join(table(seats, asked.games, asked.bot, asked.factions)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
