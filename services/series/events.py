"""Which cards, factions and the like go with winning: what events of the matches of a series name.

The matches are played again for it, so any question can be asked after the series.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from services.series.designs import Schedule
from services.series.intervals import DealMean, SeriesEstimate
from services.series.playing import Player
from services.series.results import MatchResult
from services.series.statistics import deals_of


@dataclass(frozen=True, slots=True)
class Named:
    """What an event names: how often in a match, and of the players with whom it is named their number, mean share of
    the win, fair share (what equals would have) and mean score."""

    name: str
    per_match: float
    players: int
    share: SeriesEstimate
    fair_share: float
    score: float


class _Tally:
    """The sums of one name."""

    def __init__(self) -> None:
        self.times = 0
        self.share = DealMean()
        self.fair = 0.0
        self.score = 0


def count_events(
    player: Player, schedule: Schedule, results: Iterable[MatchResult], event: str, member: str
) -> list[Named]:
    """What member ``member`` of the events ``event`` names, as a spectator sees them, the most frequent first. Matches
    that failed are left out.

    Raises:
        PlayedOtherwise: a match is not the one that was played.
    """
    tallies: dict[str, _Tally] = {}
    matches = 0
    for deal in deals_of(results):
        shares: dict[str, list[float]] = {}
        for result in deal:
            if result.error:
                continue
            matches += 1
            for (name, seat), times in _named(player, schedule, result, event, member).items():
                tally = tallies.setdefault(name, _Tally())
                tally.times += times
                tally.fair += 1 / len(result.entrants)
                tally.score += result.scores[seat]
                shares.setdefault(name, []).append(result.share(seat))
        for name, of_deal in shares.items():
            tallies[name].share.add(sum(of_deal), len(of_deal))
    found = [
        Named(
            name=name,
            per_match=tally.times / matches,
            players=tally.share.observations,
            share=tally.share.share_interval(),
            fair_share=tally.fair / tally.share.observations,
            score=tally.score / tally.share.observations,
        )
        for name, tally in tallies.items()
    ]
    return sorted(found, key=lambda named: (-named.per_match, named.name))


def _named(
    player: Player, schedule: Schedule, result: MatchResult, event: str, member: str
) -> Counter[tuple[str, int]]:
    """What is named, with which seat, and how often."""
    named: Counter[tuple[str, int]] = Counter()
    for share in player.told(schedule.table(result.number), result):
        body = share.get(event)
        if isinstance(body, dict) and isinstance(body.get("player"), int) and isinstance(body.get(member), str | int):
            named[str(body[member]), body["player"]] += 1
    return named
