"""What each seat may hope for: its expected share of the win.

The recruit phase is played on quickly to its last placement; from there on the dice decide, and their odds are known.
"""

from functools import lru_cache
from typing import Final

from services.rulesets.commanders import scoring
from services.rulesets.commanders.armies import ADVANTAGE, pool_of, pool_with
from services.rulesets.commanders.bonuses import has_synergy, matching_dice_of, pool, sides_of
from services.rulesets.commanders.cards import COMMANDERS, PLAYERS_MAX, PLAYERS_MIN, card_set
from services.rulesets.commanders.dice_odds import Pool, duel, melee
from services.rulesets.commanders.phases import contenders
from services.rulesets.commanders.recruiting import play_on
from services.rulesets.commanders.skirmish import fighters
from services.rulesets.commanders.table import (
    ALL_STAND,
    NOT_SELECTED,
    PHASE_GAME_OVER,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SELECT,
    PHASE_SUIT,
    State,
    standing,
)

_PLACE: Final = 8
"""Victories are counted in a whole number, with a digit to this base for each seat."""
_TIED: Final = 0.5


def win_shares(state: State) -> list[float]:
    """Each seat's expected share of the win, by seat; they add up to 1. At the end of the match the share itself: equal
    winners have equal parts."""
    seats = state.rules.seats
    if state.phase == PHASE_GAME_OVER:
        return _split(scoring.winners(state), seats)
    if state.phase == PHASE_SUIT:  # one suit is as good as another
        return [1 / seats] * seats
    armies = play_on(state) if state.phase == PHASE_PLACE else [card_set(army) for army in state.armies]
    pools = [pool_of(state.rules, army, state.suits[place // COMMANDERS]) for place, army in enumerate(armies)]
    if sum(state.wins) == COMMANDERS:
        return _tie_break(state, pools)
    skirmishes = [_skirmish(state, pools, commander) for commander in range(sum(state.wins), COMMANDERS)]
    if seats == 2:
        return _war_of_two(state, pools, [win for win, _ in skirmishes])
    return _war(state, skirmishes)


def _skirmish(state: State, pools: list[Pool], commander: int) -> list[float]:
    """How likely each seat is to win the skirmish of these commanders; the numbers add up to 1."""
    if commander + 1 == state.skirmish:
        return _in_progress(state, pools)
    return list(melee(tuple(pools[commander::COMMANDERS])))


def _in_progress(state: State, pools: list[Pool]) -> list[float]:
    """The same for the skirmish that is going on: with the bonuses that are selected, or the dice that are rolled."""
    seats = fighters(state)
    odds = [0.0] * state.rules.seats
    if state.phase == PHASE_REROLL:
        wins = _rolled(state, seats)
    else:
        wins = list(melee(tuple([_fielded(state, pools, seat) for seat in seats])))
    for seat, win in zip(seats, wins, strict=True):
        odds[seat] = win
    return odds


def _fielded(state: State, pools: list[Pool], seat: int) -> Pool:
    place = COMMANDERS * seat + state.fielded[seat]
    if state.selected[seat] == NOT_SELECTED:
        return pools[place]
    return pool_with(state.rules, state.selected[seat], matching_dice_of(state.rules, card_set(state.armies[place])))


def _rolled(state: State, seats: list[int]) -> list[float]:
    """How likely each fighter is to win when all have rolled: the one on turn rerolls the die that helps it most."""
    seat = state.turn
    others = [other for other in seats if other != seat]
    # Twice the points, and one more for who has the True Synergetic Advantage, as whoever may reroll has.
    keys = {other: 2 * sum(state.rolls[other]) + int(has_synergy(state.selected[other])) for other in seats}
    highest = max([keys[other] for other in others])
    chance = _ahead(keys[seat], highest)
    for shown, code in zip(state.rolls[seat], pool(state, seat), strict=True):
        after = [_ahead(keys[seat] + 2 * (value - shown), highest) for value in range(1, sides_of(code) + 1)]
        chance = max(chance, sum(after) / len(after))
    leaders = [other for other in others if keys[other] == highest]
    return [chance if other == seat else (1.0 - chance) / len(leaders) if other in leaders else 0.0 for other in seats]


def _ahead(mine: int, highest: int) -> float:
    return _TIED if mine == highest else float(mine > highest)


# -- the war ---------------------------------------------------------------------------------------------------------


def _war_of_two(state: State, pools: list[Pool], wins: list[float]) -> list[float]:
    """The shares of two players. ``wins``: how likely seat 0 is to win each skirmish that is left."""
    share = 0.0
    first = COMMANDERS - len(wins)
    for won in range(1 << len(wins)):
        odds = 1.0
        for place, win in enumerate(wins):
            odds *= win if won >> place & 1 else 1.0 - win
        victories = state.wins[0] + won.bit_count()
        if 2 * victories == COMMANDERS:
            # In each skirmish that is left the one who wins it keeps the commander.
            lost = ALL_STAND >> first << first & ~(won << first)
            mine = _left(pools, 0, ALL_STAND & ~(state.fallen[0] | lost))
            theirs = _left(pools, 1, ALL_STAND & ~(state.fallen[1] | won << first))
            share += odds * _last_standing(mine, theirs)
        elif 2 * victories > COMMANDERS:
            share += odds
    return [share, 1.0 - share]


def _war(state: State, skirmishes: list[list[float]]) -> list[float]:
    """The shares of several players. Those who tie are taken for equal."""
    seats = state.rules.seats
    odds = {sum([wins * _PLACE**seat for seat, wins in enumerate(state.wins)]): 1.0}
    for wins in skirmishes:
        after: dict[int, float] = {}
        for key, part in odds.items():
            for seat, win in enumerate(wins):
                then = key + _PLACE**seat
                after[then] = after.get(then, 0.0) + part * win
        odds = after
    shares = [0.0] * seats
    for key, part in odds.items():
        leaders = _LEADERS[seats][key]
        for seat in leaders:
            shares[seat] += part / len(leaders)
    return shares


def _split(winners: list[int], seats: int) -> list[float]:
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def _leaders(seats: int) -> dict[int, list[int]]:
    """Who has the most victories, for each way in which the four skirmishes may end."""
    leaders = {}
    for ended in range(seats**COMMANDERS):
        wins = [0] * seats
        for number in range(COMMANDERS):
            wins[ended // seats**number % seats] += 1
        key = sum([count * _PLACE**seat for seat, count in enumerate(wins)])
        leaders[key] = [seat for seat in range(seats) if wins[seat] == max(wins)]
    return leaders


_LEADERS: Final = {seats: _leaders(seats) for seats in range(PLAYERS_MIN, PLAYERS_MAX + 1)}

# -- tie-break -------------------------------------------------------------------------------------------------------


def _tie_break(state: State, pools: list[Pool]) -> list[float]:
    """The shares of those who tie: of four in the one skirmish between them, of two until one has nobody left."""
    left = contenders(state)
    if len(left) == 1:
        return _split(left, state.rules.seats)
    champions = [_champion(state, pools, seat) for seat in left]
    if state.phase in (PHASE_SELECT, PHASE_REROLL):
        under_way = _in_progress(state, pools)
        odds = [under_way[seat] for seat in left]
    else:
        odds = list(melee(tuple(champions)))
    if len(left) == 2:
        win = _after(odds[0], champions, [_left(pools, seat, standing(state, seat)) for seat in left])
        odds = [win, 1.0 - win]
    shares = [0.0] * state.rules.seats
    for seat, win in zip(left, odds, strict=True):
        shares[seat] = win
    return shares


def _champion(state: State, pools: list[Pool], seat: int) -> Pool:
    """Who is put forward by a seat, or is going to be."""
    if state.fielded[seat] >= 0:
        return pools[COMMANDERS * seat + state.fielded[seat]]
    return _left(pools, seat, standing(state, seat))[0]


def _left(pools: list[Pool], seat: int, commanders: int) -> tuple[Pool, ...]:
    """What these commanders of a seat roll, the strongest first."""
    found = [pools[COMMANDERS * seat + c] for c in range(COMMANDERS) if commanders >> c & 1]
    return tuple(sorted(found, key=_strength, reverse=True))


def _strength(pool: Pool) -> int:
    return sum(pool.dice) + len(pool.dice) + 2 * ADVANTAGE * pool.synergy


def _after(win: float, champions: list[Pool], standing_of: list[tuple[Pool, ...]]) -> float:
    """How likely the first of two has the last commander standing, if so likely its champion wins the next
    skirmish."""
    mine, theirs = [_without(champion, left) for champion, left in zip(champions, standing_of, strict=True)]
    return win * _last_standing(standing_of[0], theirs) + (1.0 - win) * _last_standing(mine, standing_of[1])


def _without(champion: Pool, left: tuple[Pool, ...]) -> tuple[Pool, ...]:
    place = left.index(champion)
    return left[:place] + left[place + 1 :]


@lru_cache(maxsize=1 << 12)
def _last_standing(mine: tuple[Pool, ...], theirs: tuple[Pool, ...]) -> float:
    """How likely the first of two has the last commander standing, if both put the strongest forward each time."""
    if not mine or not theirs:
        return float(bool(mine))
    win = duel(mine[0], theirs[0])
    return win * _last_standing(mine, theirs[1:]) + (1.0 - win) * _last_standing(mine[1:], theirs)
