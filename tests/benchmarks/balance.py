"""How fair a ruleset is among equals: matches in which every seat is played by the same bot.

    .venv/bin/python -m tests.benchmarks.balance RULESET [--games 1000] [--seats 2 3] [--bot greedy]
        [--option NAME=VALUE ...] [--event bought ...] [--first 0]

For each number of seats: each seat's share of the wins with Wilson's 95 % interval (a shared win counts as its share),
how long the matches are, why they end, and for each event that is asked for how often it names each card in a match,
and how often the player that it names wins. A turn is a run of decisions of one seat.
"""

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field

from services.engine import registry
from services.engine.chance import SeededChance
from services.engine.conformance.cases import AnyRuleset
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, OptionValue
from tests.benchmarks.greedy import interval, winners


@dataclass(slots=True)
class Match:
    """What a match came to."""

    winners: list[int]
    reason: str
    decisions: int = 0
    turns: int = 0
    cards: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Event, card and player, and how often."""


def play(
    rules: AnyRuleset, bot: str, seats: int, options: dict[str, OptionValue], game: int, events: list[str]
) -> Match:
    """A match between equals."""
    player = rules.bots()[bot]
    state, _ = rules.start(seats, complete(options, rules.describe().options), SeededChance(game.to_bytes(32, "big")))
    chance = SeededChance((game + (1 << 128)).to_bytes(32, "big"))
    match = Match([], "")
    last: list[int] = []
    while pending := rules.pending(state):
        match.turns += pending != last
        last = pending
        for seat in pending:
            action = player.choose(rules.observe(state, seat), rules.legal(state, seat), chance)
            match.decisions += 1
            happened = rules.play(state, seat, action)
            for event in happened if events else []:
                _count(rules.share(event, SPECTATOR), events, match)
    outcome = rules.outcome(state)
    assert outcome is not None
    match.winners, match.reason = winners(outcome), outcome.reason
    return match


def _count(share: dict[str, object] | None, events: list[str], match: Match) -> None:
    for kind, body in (share or {}).items():
        if kind in events and isinstance(body, dict) and "card" in body:
            match.cards[kind, body["card"], body.get("player", 0)] += 1


def seat_line(matches: list[Match], seat: int, seats: int) -> str:
    """How often a seat wins."""
    wins = sum((seat in match.winners) / len(match.winners) for match in matches)
    low, high = interval(wins, len(matches))
    return f"  seat {seat}: {wins / len(matches):.1%} (95 %: {low:.1%} to {high:.1%}; fair: {1 / seats:.1%})"


def length_line(matches: list[Match]) -> str:
    """How long the matches are."""
    parts = []
    for name, lengths in (
        ("turns", sorted(match.turns for match in matches)),
        ("decisions", sorted(match.decisions for match in matches)),
    ):
        middle = lengths[len(lengths) // 2]
        mean = sum(lengths) / len(lengths)
        parts.append(f"{mean:.1f} {name} (median {middle}, {lengths[0]} to {lengths[-1]})")
    return "  " + ", ".join(parts)


def card_lines(matches: list[Match], event: str, seats: int) -> list[str]:
    """How often each card is named by an event, and how often the players named with it win."""
    often: Counter[str] = Counter()
    players: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for match in matches:
        for (kind, card, player), number in match.cards.items():
            if kind == event:
                often[card] += number
                players[card] += 1
                wins[card] += player in match.winners
    return [
        f"  {event} {card:<12} {number / len(matches):6.2f} a match; "
        f"{wins[card] / players[card]:.1%} of {players[card]} players win (fair: {1 / seats:.1%})"
        for card, number in often.most_common()
    ]


def main() -> None:
    """Print a few lines for each number of seats."""
    parser = argparse.ArgumentParser(description="How fair a ruleset is among equals.")
    parser.add_argument("ruleset")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, nargs="*", default=[])
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE; the value as JSON, or plain text")
    parser.add_argument("--event", action="append", default=[])
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    asked = parser.parse_args()
    rules = registry.ruleset(asked.ruleset)
    about = rules.describe()
    options = dict(_option(text) for text in asked.option)
    for seats in asked.seats or range(about.min_seats, about.max_seats + 1):
        numbers = range(asked.first, asked.first + asked.games)
        matches = [play(rules, asked.bot, seats, options, number, asked.event) for number in numbers]
        reasons = Counter(match.reason for match in matches)
        ends = ", ".join(f"{reason} {number}" for reason, number in reasons.most_common())
        lines = [f"{seats} players, all {asked.bot}, {len(matches)} matches: {ends}"]
        lines += [seat_line(matches, seat, seats) for seat in range(seats)]
        lines.append(length_line(matches))
        for event in asked.event:
            lines += card_lines(matches, event, seats)
        print("\n".join(lines), flush=True)  # noqa: T201 - a command that is run by hand


def _option(text: str) -> tuple[str, OptionValue]:
    name, _, value = text.partition("=")
    try:
        read: OptionValue = json.loads(value)
    except ValueError:
        read = value
    return name, read


if __name__ == "__main__":
    main()
