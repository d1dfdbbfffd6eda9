"""Results in few words."""

from services.ratings.rating_records import Pool, Population, RatedResult

HOUR_MS = 3_600_000


def pool(seats: int, population: Population = Population.HUMANS) -> Pool:
    return Pool("factionwars", seats, population)


def result(number: int, places: str, *, forfeited: str = "", aborted: bool = False) -> RatedResult:
    """The match of that number, one an hour: ``a=b c`` is a and b before c, jointly."""
    groups = [group.split("=") for group in places.split()]
    players = tuple(player for group in groups for player in group)
    ranks = tuple(1 + sum(len(before) for before in groups[:at]) for at, group in enumerate(groups) for _ in group)
    return RatedResult(
        match_id=f"m{number:03}",
        ended_ms=number * HOUR_MS,
        pool=pool(len(players)),
        players=players,
        ranks=ranks,
        aborted=aborted,
        forfeited=tuple(forfeited.split()),
    )
