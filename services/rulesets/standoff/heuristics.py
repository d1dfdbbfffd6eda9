"""What the board is worth to a player, as greedy sees it: in tiles of the red zone, ahead of the others.

A player's *claim* is its tiles in the red zone, and a share of every empty hex there, the smaller the more tiles it
takes to get there. A placement, a shot or a token is worth as much as the board is better for its player afterwards.
"""

from collections.abc import Callable, Iterable
from typing import Final

from services.rulesets.standoff import placement, targets
from services.rulesets.standoff.board import BALL3, BIT, BOARD, NOWHERE, RED, flood, hexes, within, within_one
from services.rulesets.standoff.cards import PARTS, Cards, Op, Part
from services.rulesets.standoff.table import HAND_LIMIT, PHASE_RESOLVE, View

SHARE: Final = 0.45
"""Of an empty red hex that the next tile can go to."""
FURTHER: Final = 0.72
"""The share is so much smaller for each tile more that it takes to get there."""
LEADER: Final = 0.6
"""How much the opponent who has most counts; the rest is how much they count on average."""
WIN_WORTH: Final = 60.0
"""A match won, in tiles."""
DANGER: Final = 6.0
"""What it counts that another player surely can end the match on its next turn, and win."""
CALM: Final = 0.5
"""The same for the viewer, who may be kept from it, as a part of that."""
PATIENT: Final = 14
"""Rounds in which destroying tiles is worth it for its own sake."""
TIRED: Final = 26
"""The round from which on it is worth only ``WEARY`` of that: what both destroy again and again fills nothing."""
WEARY: Final = 0.15
DECISIVE: Final = 20.0
"""What decides the match is always worth what it is worth."""
KILLS: Final = 2
"""So many tiles at most are destroyed before a last group, in what is feared."""
PAYS: Final = 3.0
"""A cost that is paid in about every turn; of twice as much, half as often."""
SURE: Final = 0.8
"""What a match is worth that the viewer can win on this turn, as a part of a match won."""
TIES: Final = 0.004
"""Each tile on the board breaks ties against its owner (ST-010)."""

CREDIT_WORTH: Final = 0.12
ACTION_WORTH: Final = 0.2
DRAWN_CARD_WORTH: Final = 0.2
ENCAMPMENT_WORTH: Final = 0.45
"""What one more in a turn is worth."""
SHIELD_WORTH: Final = 0.03
BATTERY_WORTH: Final = 0.3
LANDING_WORTH: Final = 0.05
"""What a token is worth in each turn that it protects, that it destroys, or that it lets a tile land or move."""

APPROACH: Final = 1.3
"""Tiles that a player lays in a turn on the way to the red zone."""
FILLING: Final = 1.1
"""Hexes of the red zone by which a turn of one player brings the end nearer."""
FIGHT: Final = 5.0
"""Turns left at least, for tiles are destroyed again."""

WATCHED: Final = 14
"""So many hexes or groups at most are looked at closely for one decision."""
HALF_OF_RED_ZONE: Final[int] = RED.bit_count() // 2
FEARED_GROUP_SIZE: Final = 5
"""Groups of so many tiles at most are feared."""
NEVER: Final = 12
"""Tiles to the red zone for one who cannot get there."""


def claim(space: int, own: int) -> float:
    """A player's red tiles and shares of the empty red hexes. ``space``: where its tiles may go."""
    reached = placement.entry(space, own)
    left = space & RED
    share = SHARE
    worth = float((own & RED).bit_count())
    while left:
        worth += share * (left & reached).bit_count()
        left &= ~reached
        share *= FURTHER
        further = within_one(reached) & space
        if further == reached:
            break
        reached = further
    return worth


def gain(effect: tuple[int, ...]) -> float:
    """What a gain or a draw is worth."""
    op = effect[0]
    if op == Op.GAIN_CREDITS:
        return CREDIT_WORTH * (3 if effect[2] else effect[1])
    if op == Op.GAIN_ACTIONS:
        return ACTION_WORTH * effect[1]
    if op == Op.GAIN_ENCAMPMENTS:
        return ENCAMPMENT_WORTH * effect[1]
    return DRAWN_CARD_WORTH * effect[1] if op == Op.DRAW else 0.0


def gains(effects: Iterable[tuple[int, ...]]) -> float:
    """What gains and draws are worth together."""
    worth = 0.0
    for effect in effects:
        worth += gain(effect)
    return worth


class Heuristics:
    """The board of a view, weighed for its viewer."""

    __slots__ = (
        "_blocking",
        "_fills",
        "_gains",
        "_kills",
        "_longest",
        "_targets",
        "_token_worth",
        "cards",
        "empty",
        "now",
        "patience",
        "seat",
        "shares",
        "steps",
        "turns_left",
        "view",
    )

    view: View
    cards: Cards
    seat: int
    steps: int
    """Tiles until the viewer has one more in the red zone."""
    shares: float
    """The viewer's shares of empty red hexes."""
    empty: int
    """Empty hexes of the red zone."""
    turns_left: float
    """About how many turns the viewer has after this one."""
    now: float
    """How far the viewer is ahead."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.viewer
        self.cards = view.rules.cards
        self._gains: dict[int, float] = {}
        self._targets: dict[tuple[tuple[int, ...], int], tuple[int, float]] = {}
        more = view.rules.forcefield_steps
        self._blocking = [(token, steps + more) for token, steps in self.cards.blocking_tokens]
        steps = [self._steps_to_red(seat) for seat in range(view.rules.seats)]
        self.steps = steps[self.seat]
        self.empty = (RED & ~(view.black | sum(view.own))).bit_count()
        turns = max(FIGHT, (min(steps) - 1) / APPROACH + self.empty / (FILLING * view.rules.seats))
        self.turns_left = min(turns, float(view.rules.round_limit - view.round))
        self._fills: list[list[float]] = []
        self._kills: list[list[float]] = []
        self._longest = self._longest_group()
        self.patience = min(1.0, max(WEARY, (TIRED - view.round) / (TIRED - PATIENT)))
        self._token_worth = [self.token_worth(token) for token in range(len(view.tokens))]
        own = view.own[self.seat]
        self.shares = claim(self._space(self.seat, view.own, view.black, view.tokens), own) - (own & RED).bit_count()
        self.now = self.standing(view.own, view.black, view.tokens)

    # -- the board -------------------------------------------------------------------------------------------------

    def _space(self, seat: int, own: list[int], black: int, tokens: list[int]) -> int:
        """Where a player's tiles may go."""
        others = sum(own) - own[seat]
        closed = black | own[seat] | others
        for token, steps in self._blocking:
            if tokens[token] & others:
                closed |= placement.forbidden(tokens[token], others, steps)
        return BOARD & ~closed

    def standing(self, own: list[int], black: int, tokens: list[int]) -> float:
        """How far the viewer is ahead."""
        empty = RED & ~(black | sum(own))
        if not empty or (
            self.view.rules.early_majority and max([(tiles & RED).bit_count() for tiles in own]) > HALF_OF_RED_ZONE
        ):
            return WIN_WORTH if self._first(own) == self.seat else -WIN_WORTH
        worth: list[float] = []
        for seat, tiles in enumerate(own):
            claimed = claim(self._space(seat, own, black, tokens), tiles) - TIES * tiles.bit_count()
            for token, where in enumerate(tokens):
                if where & tiles:
                    claimed += self._token_worth[token] * (where & tiles).bit_count()
            worth.append(claimed)
        mine = worth.pop(self.seat) + self._danger(own, empty)
        return mine - LEADER * max(worth) - (1 - LEADER) * sum(worth) / len(worth)

    def _first(self, own: list[int]) -> int:
        """The seat that wins with the board as it is (ST-009 to ST-011)."""
        seats, first = self.view.rules.seats, self.view.first
        order = [
            (-(tiles & RED).bit_count(), tiles.bit_count(), -((seat - first) % seats), seat)
            for seat, tiles in enumerate(own)
        ]
        return min(order)[3]

    def _danger(self, own: list[int], empty: int) -> float:
        """What it counts that the others, and the viewer, may fill the red zone on their next turn and win.

        They do it with a group for all that is empty and for the tiles that they destroy for it.
        """
        left = empty.bit_count()
        if left >= FEARED_GROUP_SIZE:
            return 0.0
        if not self._fills:
            self._weigh_hands()
        red = [(tiles & RED).bit_count() for tiles in own]
        worth = 0.0
        for seat, number in enumerate(red):
            behind = max([other for place, other in enumerate(red) if place != seat]) - number
            chance = 0.0
            for kills in range(min(KILLS + 1, FEARED_GROUP_SIZE - left)):
                ahead = left + 2 * kills - behind
                if ahead >= 0:
                    likely = self._fills[seat][left + kills] * self._kills[seat][kills]
                    chance = max(chance, likely if ahead else likely / 2)
            worth += CALM * DANGER * chance if seat == self.seat else -DANGER * chance
        return worth

    def _weigh_hands(self) -> None:
        """How likely each player has a group of at least n, and so many cards that destroy tiles, on its next turn."""
        view, cards = self.view, self.cards
        for seat, unseen in enumerate(view.unseen):
            zone = unseen if seat != self.seat else unseen + view.hand + view.discards[seat]
            often = min(1.0, HAND_LIMIT / max(1, len(zone)))
            none = [1.0] * (FEARED_GROUP_SIZE + 1)
            without = 1.0
            for card in zone:
                size = min(cards.group[card], FEARED_GROUP_SIZE)
                for n in range(1, size + 1):
                    none[n] *= 1 - often * min(1.0, PAYS / max(PAYS, cards.cost[card]))
                if cards.programs[card * PARTS] and cards.programs[card * PARTS][0][0] in _KILLING:
                    without *= 1 - often
            self._fills.append([1 - each for each in none])
            self._kills.append([1.0, 1 - without, (1 - without) ** 2])

    def _longest_group(self) -> int:
        """The tiles of the largest group that the viewer can still place this turn after another action."""
        view, cards = self.view, self.cards
        if view.active != self.seat or view.encampments < 1:
            return 0
        credits = view.budget + view.actions - 2
        for card in view.hand:
            if cards.kind[card] == "resource":
                credits += sum([effect[1] for effect in cards.programs[card * PARTS] if effect[0] == Op.GAIN_CREDITS])
        waiting = int(view.phase == PHASE_RESOLVE)
        if view.actions + waiting < 2:
            return 0
        return max([0, *(cards.group[card] for card in view.hand if cards.cost[card] <= credits + waiting)])

    def _finishes(self, own: list[int], black: int, tokens: list[int]) -> bool:
        """Whether the viewer has a group for the rest of the red zone, and wins with it."""
        empty = RED & ~(black | sum(own))
        if empty.bit_count() > self._longest:
            return False
        space = self._space(self.seat, own, black, tokens)
        if empty & ~space or not placement.entry(empty, own[self.seat]) or flood(empty & -empty, empty) != empty:
            return False
        filled = own.copy()
        filled[self.seat] |= empty
        return self._first(filled) == self.seat

    def _steps_to_red(self, seat: int) -> int:
        view = self.view
        space = self._space(seat, view.own, view.black, view.tokens)
        reached = placement.entry(space, view.own[seat])
        for steps in range(1, NEVER):
            if reached & RED:
                return steps
            reached = within_one(reached) & space
        return NEVER

    def tempered(self, effect: tuple[int, ...], gain: float) -> float:
        """What an aimed effect is worth with the patience that the viewer has left for destroying tiles."""
        if effect[0] != Op.DESTROY_TILE or gain >= DECISIVE:
            return gain
        return gain * self.patience

    def leader(self, seats: list[int]) -> int:
        """Which of some players claims most."""
        view = self.view
        claims = [claim(self._space(seat, view.own, view.black, view.tokens), view.own[seat]) for seat in seats]
        return seats[claims.index(max(claims))]

    # -- tokens ----------------------------------------------------------------------------------------------------

    def token_worth(self, token: int) -> float:
        """What it is worth to control a token for the turns that are left; what it keeps others from is not counted."""
        card = self.cards.tokens[token]
        worth = gains(self.cards.upkeep[card])
        if token in self.cards.protecting_tokens:
            worth += SHIELD_WORTH
        for effect in self.cards.programs[card * PARTS + Part.RAINBOW]:
            worth += BATTERY_WORTH if effect[0] in (Op.DESTROY_TILE, Op.CONVERT_TILE) else LANDING_WORTH
        return worth * self.turns_left

    # -- groups ----------------------------------------------------------------------------------------------------

    def group_gain(self, n: int) -> float:
        """About what a group of n tiles is worth: it comes nearer, then fills; exactly if it may fill the red zone."""
        if n >= self.empty:
            return self._best_gain(n)
        near = min(n, self.steps - 1)
        return self.shares * (FURTHER**-near - 1) + (n - near) * (1 - SHARE / 2)

    def _best_gain(self, n: int) -> float:
        known = self._gains.get(n)
        if known is None:
            view = self.view
            space = self._space(self.seat, view.own, view.black, view.tokens)
            own = view.own.copy()
            own[self.seat] |= self.best_group(placement.groups(space, own[self.seat], n))
            known = self._gains[n] = self.standing(own, view.black, view.tokens) - self.now
        return known

    def best_group(self, groups: list[int]) -> int:
        """The group worth most; the first of equals."""
        view = self.view
        likely = self._likely(groups) if len(groups) > WATCHED else groups
        best, most = 0, 0.0
        for group in likely:
            own = view.own.copy()
            own[self.seat] |= group
            worth = self.standing(own, view.black, view.tokens)
            if not best or worth > most + 1e-9:
                best, most = group, worth
        return best

    def _likely(self, groups: list[int]) -> list[int]:
        """The groups that fill most, get nearest, and stand most in the others' way."""
        view = self.view
        space = self._space(self.seat, view.own, view.black, view.tokens)
        rings = [space & RED]
        while rings[-1] != (further := within_one(rings[-1]) & space):
            rings.append(further)
        contested = 0
        for seat, tiles in enumerate(view.own):
            if seat != self.seat:
                entries = placement.entry(self._space(seat, view.own, view.black, view.tokens), tiles)
                contested |= within_one(entries) & within(RED, 2)
        tokens = sum(view.tokens)
        scored: list[tuple[float, int]] = []
        for group in groups:
            worth = 1.5 * (group & RED).bit_count() + 0.3 * (group & contested).bit_count()
            worth += 0.3 * (group & tokens).bit_count()
            for ring in rings:
                if group & ring:
                    break
                worth -= 1
            scored.append((-worth, group))
        scored.sort()
        return [group for _, group in scored[:WATCHED]]

    # -- effects aimed at a hex ------------------------------------------------------------------------------------

    def best_target(self, effect: tuple[int, ...], source: int) -> tuple[int, float]:
        """The hex that an effect is best aimed at, and how much better the board is then; ``NOWHERE`` without one."""
        known = self._targets.get((effect, source))
        if known is None:
            known = self._targets[effect, source] = self._look_for_target(effect, source)
        return known

    def _look_for_target(self, effect: tuple[int, ...], source: int) -> tuple[int, float]:
        allowed = targets.hexes(self.view, self.seat, source, effect)
        if effect[0] in (Op.DESTROY_TILE, Op.DESTROY_IMPROVEMENT):
            allowed &= ~self.view.own[self.seat]
        best, most = NOWHERE, 0.0
        for hex in _nearest(allowed):
            better = self.after(effect, hex, source) - self.now
            if best == NOWHERE or better > most + 1e-9:
                best, most = hex, better
        return best, most

    def after(self, effect: tuple[int, ...], hex: int, source: int) -> float:
        """How far the viewer is ahead after an effect aimed at a hex."""
        own, tokens = self.view.own.copy(), self.view.tokens.copy()
        black = _HEX_EFFECTS[effect[0]](self, effect, BIT[hex], source, own, tokens)
        worth = self.standing(own, black, tokens)
        if self._longest and self._finishes(own, black, tokens):
            worth = max(worth, SURE * WIN_WORTH)
        if effect[0] == Op.PLACE_IMPROVEMENT:
            worth += 0.01 * (BALL3[hex] & RED).bit_count()
        return worth

    def _lay(self, effect: tuple[int, ...], bit: int, source: int, own: list[int], tokens: list[int]) -> int:
        if effect[1]:
            return self.view.black | bit
        own[self.seat] |= bit
        return self.view.black

    def _lift(self, effect: tuple[int, ...], bit: int, source: int, own: list[int], tokens: list[int]) -> int:
        for seat in range(len(own)):
            own[seat] &= ~bit
        if effect[-1]:
            self._lift_token(effect, bit, source, own, tokens)
        return self.view.black & ~bit

    def _lift_token(self, effect: tuple[int, ...], bit: int, source: int, own: list[int], tokens: list[int]) -> int:
        for token in range(len(tokens)):
            tokens[token] &= ~bit
        return self.view.black

    def _take(self, effect: tuple[int, ...], bit: int, source: int, own: list[int], tokens: list[int]) -> int:
        for seat in range(len(own)):
            own[seat] &= ~bit
        own[self.seat] |= bit
        return self.view.black & ~bit

    def _carry(self, effect: tuple[int, ...], bit: int, source: int, own: list[int], tokens: list[int]) -> int:
        start = BIT[source]
        for token in range(len(tokens)):
            if tokens[token] & start:
                tokens[token] ^= start | bit
        for seat in range(len(own)):
            if own[seat] & start:
                own[seat] ^= start | bit
        return self.view.black ^ (start | bit) if self.view.black & start else self.view.black

    def _put_token(self, effect: tuple[int, ...], bit: int, source: int, own: list[int], tokens: list[int]) -> int:
        tokens[self.cards.token_numbers[effect[1]]] |= bit
        return self.view.black


_HEX_EFFECTS: Final[dict[int, Callable[[Heuristics, tuple[int, ...], int, int, list[int], list[int]], int]]] = {
    Op.PLACE_TILE: Heuristics._lay,
    Op.DESTROY_TILE: Heuristics._lift,
    Op.DESTROY_IMPROVEMENT: Heuristics._lift_token,
    Op.CONVERT_TILE: Heuristics._take,
    Op.MOVE_TILE: Heuristics._carry,
    Op.PLACE_IMPROVEMENT: Heuristics._put_token,
}
"""What an effect does to the tiles and tokens of the board; each returns the black tiles."""


_KILLING: Final = frozenset({Op.DESTROY_TILE, Op.CONVERT_TILE})
HEX_OPS: Final = frozenset(_HEX_EFFECTS)
"""Effects that are aimed at a hex."""


def _nearest(allowed: int) -> list[int]:
    """The hexes nearest to the red zone, about so many as are watched."""
    steps = 0
    near = allowed & RED
    while near != allowed and near.bit_count() < WATCHED // 2:
        steps += 1
        near = allowed & within(RED, steps)
    return hexes(near)
