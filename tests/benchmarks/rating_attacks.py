"""What attacks on ratings gain, and that honest players lose nothing by what stands against them.

    .venv/bin/python -m tests.benchmarks.rating_attacks

Honest pools are simulated whose strengths are known: players meet those who are about as strong. Printed is how well
the order of the ratings agrees with that of the strengths (Spearman's correlation), where every match counts whole and
by the default rules. Then cheats play in a pool of 200, who know all ratings: for each attack how many matches it
takes, and what ordinal and place the cheat has by both rules. Nobody here has a clock or real chance: the figures are
the same every time.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from statistics import mean
from typing import Final, NamedTuple

from services.ratings.book import RatingBook, in_order
from services.ratings.rating_records import FIRST_RATING, Pool, Population, RatedResult, Rating
from services.ratings.rules import DAY_MS, NO_DISCOUNTS, RatingRules, at_time
from services.ratings.weng_lin import BETA

DAYS: Final = 90
CHEAT: Final = "cheat"
_POOL: Final = Pool("factionwars", 2, Population.HUMANS)
_TABLE: Final = Pool("factionwars", 4, Population.HUMANS)


class HonestPool(NamedTuple):
    """The strengths of players, and the log of their matches."""

    strength: dict[str, float]
    log: list[RatedResult]


def honest_pool(players: int, a_day: float, seed: int = 1, days: int = DAYS) -> HonestPool:
    """Players of normal strengths, as the first rating has them. ``a_day``: how many matches each plays a day."""
    pick = random.Random(seed)
    strength = {f"p{number:03}": pick.gauss(FIRST_RATING.mu, FIRST_RATING.sigma) for number in range(players)}
    log: list[RatedResult] = []
    for day in range(days):
        here = [player for player in strength if pick.random() < a_day]
        here.sort(key=lambda player: strength[player] + pick.gauss(0, 5))
        for first, second in zip(here[::2], here[1::2], strict=False):
            shown = [strength[player] + pick.gauss(0, BETA) for player in (first, second)]
            ranks = (1, 2) if shown[0] > shown[1] else (2, 1)
            at_ms = day * DAY_MS + pick.randrange(DAY_MS)
            log.append(RatedResult(f"h{len(log):06}", at_ms, _POOL, (first, second), ranks))
    return HonestPool(strength, in_order(log))


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """How well two orders agree: 1 if they are the same."""
    orders = [sorted(range(len(values)), key=values.__getitem__) for values in (one, other)]
    places = [{number: place for place, number in enumerate(order)} for order in orders]
    squares = sum((places[0][number] - places[1][number]) ** 2 for number in range(len(one)))
    return 1 - 6 * squares / (len(one) * (len(one) ** 2 - 1))


def agreement(pool: HonestPool, rules: RatingRules) -> float:
    """How well the ratings agree with the strengths."""
    ratings = rated(pool.log, rules)
    names = [player for player in pool.strength if player in ratings]
    return spearman([pool.strength[name] for name in names], [ratings[name].mu for name in names])


def rated(log: Sequence[RatedResult], rules: RatingRules) -> dict[str, Rating]:
    """The ratings of tables of two after a log in its order."""
    book = RatingBook(rules)
    for result in log:
        book.apply(result)
    return dict(book.ratings[_POOL])


class Cheats:
    """The cheat's matches and those of its accomplices, spread over all days."""

    def __init__(self, rules: RatingRules, matches: int) -> None:
        self.book = RatingBook(rules)
        self.played = 0
        self._rules = rules
        self._matches = matches

    def mu(self, player: str, pool: Pool = _POOL) -> float:
        """What a player's mean is now."""
        return self.book.ratings.get(pool, {}).get(player, FIRST_RATING).mu

    def win(self, *players: str, forfeited: tuple[str, ...] = (), persons: tuple[str, ...] = ()) -> None:
        """A match that its players finish in this order."""
        at_ms = int((self.played + 0.5) * DAYS * DAY_MS / self._matches)
        self.played += 1
        pool = _POOL if len(players) == 2 else _TABLE
        ranks = tuple(range(1, len(players) + 1))
        self.book.apply(
            RatedResult(f"c{self.played:06}", at_ms, pool, players, ranks, forfeited=forfeited, persons=persons)
        )

    def patient(self, accomplice: str) -> None:
        """The cheat wins as long as that counts, and loses otherwise: so its rating becomes certain."""
        is_beyond = self.mu(CHEAT) - self.mu(accomplice) > self._rules.reach
        self.win(*((accomplice, CHEAT) if is_beyond else (CHEAT, accomplice)))

    def ladder(self, accounts: int, each: int) -> list[str]:
        """Accomplices play among themselves, the one with the higher number winning; the strongest half of them."""
        pick = random.Random(1)
        for _ in range(accounts * each // 2):
            low, high = sorted(pick.sample(range(accounts), 2))
            self.win(f"a{high}", f"a{low}")
        return sorted((f"a{number}" for number in range(accounts)), key=self.mu)[accounts // 2 :]


def one_accomplice(cheats: Cheats) -> None:
    for _ in range(300):
        cheats.win(CHEAT, "a")


def fresh_accounts(cheats: Cheats) -> None:
    for number in range(300):
        cheats.win(CHEAT, f"a{number % 100}")


def ten_accomplices(cheats: Cheats) -> None:
    for number in range(300):
        cheats.win(CHEAT, f"a{number % 10}")


def patient_accounts(cheats: Cheats) -> None:
    for number in range(300):
        cheats.patient(f"a{number % 100}")


def patient_thousand(cheats: Cheats) -> None:
    for number in range(1000):
        cheats.patient(f"a{number}")


def small_ladder(cheats: Cheats) -> None:
    strongest = cheats.ladder(40, 20)
    for number in range(600):
        cheats.patient(strongest[number % len(strongest)])


def large_ladder(cheats: Cheats) -> None:
    strongest = cheats.ladder(100, 20)
    for number in range(1000):
        cheats.patient(strongest[number % len(strongest)])


def three_at_a_table(cheats: Cheats) -> None:
    for number in range(300):
        cheats.win(CHEAT, f"a{number % 30}", f"a{(number + 1) % 30}", f"a{(number + 2) % 30}")


def resigning_at_once(cheats: Cheats) -> None:
    for number in range(300):
        cheats.win(CHEAT, f"a{number % 100}", forfeited=(f"a{number % 100}",))


def own_bots(cheats: Cheats) -> None:
    for number in range(300):
        cheats.win(CHEAT, f"a{number % 100}", persons=("owner", "owner"))


class Attack(NamedTuple):
    """``matches``: how many it takes."""

    name: str
    matches: int
    play: Callable[[Cheats], None]


ATTACKS: Final = (
    Attack("300 wins over one accomplice", 300, one_accomplice),
    Attack("300 wins over ten accomplices", 300, ten_accomplices),
    Attack("300 wins over a hundred fresh accounts", 300, fresh_accounts),
    Attack("the same, losing where wins do not count", 300, patient_accounts),
    Attack("the same with a thousand accounts", 1000, patient_thousand),
    Attack("40 accounts with a ladder of their own", 1000, small_ladder),
    Attack("100 accounts with a ladder of their own", 2000, large_ladder),
    Attack("300 tables of four with three accomplices", 300, three_at_a_table),
    Attack("300 accomplices' resignations at once", 300, resigning_at_once),
    Attack("300 wins over bots of one's own", 300, own_bots),
)


def gain(attack: Attack, rules: RatingRules) -> Rating:
    """The cheat's rating at the end."""
    cheats = Cheats(rules, attack.matches)
    attack.play(cheats)
    pool = _TABLE if attack.play is three_at_a_table else _POOL
    return cheats.book.rating(pool, CHEAT, DAYS * DAY_MS)


def listed(ratings: dict[str, Rating], rules: RatingRules) -> list[float]:
    """The ordinals of those who have a place, the highest first."""
    now = [at_time(rating, DAYS * DAY_MS, rules) for rating in ratings.values()]
    return sorted((rating.ordinal for rating in now if not rules.is_provisional(rating)), reverse=True)


def lines() -> Iterator[str]:
    """The tables."""
    rules = RatingRules()
    yield f"{'honest pool, Spearman':<44}{'all count':>12}{'default':>12}"
    sizes = (("60 players, 0.4 matches a day", 60, 0.4), ("200 players", 200, 0.4), ("500 players", 500, 0.4))
    for name, players, a_day in (*sizes, ("200 players, one match in ten days", 200, 0.1), ("club of six", 6, 0.8)):
        pools = [honest_pool(players, a_day, seed) for seed in range(1, 31 if players == 6 else 3)]
        found = [mean(agreement(pool, each) for pool in pools) for each in (NO_DISCOUNTS, rules)]
        yield f"{name:<44}{found[0]:12.3f}{found[1]:12.3f}"
    pool = honest_pool(200, 0.4)
    boards = [listed(rated(pool.log, each), each) for each in (NO_DISCOUNTS, rules)]
    yield ""
    yield f"{'attack':<44}{'matches':>8}{'all count':>18}{'default':>18}"
    yield f"{'the honest leader':<44}{'':>8}" + "".join(f"{f'{board[0]:.1f} (1)':>18}" for board in boards)
    for attack in ATTACKS:
        cells = [
            _cell(gain(attack, each), each, board) for each, board in zip((NO_DISCOUNTS, rules), boards, strict=True)
        ]
        yield f"{attack.name:<44}{attack.matches:>8}" + "".join(f"{cell:>18}" for cell in cells)
    best = Rating(40.0, 2.0, 500, 0)
    yield ""
    for days in (0, 100, 200, 365):
        faded = at_time(best, days * DAY_MS, rules)
        yield f"mu 40, sigma 2, {days} days after the last match: sigma {faded.sigma:.2f}, ordinal {faded.ordinal:.1f}"


def _cell(rating: Rating, rules: RatingRules, board: Sequence[float]) -> str:
    if rules.is_provisional(rating):
        return f"{rating.ordinal:.1f} (none)"
    return f"{rating.ordinal:.1f} ({1 + sum(each > rating.ordinal for each in board)})"


def main() -> None:
    """Print the tables."""
    for line in lines():
        print(line, flush=True)  # noqa: T201 - a command that is run by hand


if __name__ == "__main__":
    main()
