"""The board as the expert judges it: what a group, a shot, a pod or a token is worth, and where it is best aimed.

Everything is counted in tiles of the red zone, from the survey of the board and a few sets of hexes; no board is tried
out.
"""

from typing import Final

from services.rulesets.standoff import placement, targets
from services.rulesets.standoff.board import BIT, NOWHERE, RED, TOUCHING, flood, hex_of, hexes, within_one
from services.rulesets.standoff.cards import Op
from services.rulesets.standoff.expert_deck import worths_of
from services.rulesets.standoff.survey import NEVER, rings_to, survey
from services.rulesets.standoff.table import PHASE_ACTION, View

FILLED: Final = 1.0
NEARER: Final = 0.7
"""What a tile in the red zone is worth, and one on the way there."""
ELSEWHERE: Final = 0.1
"""The same where no way leads there."""
OPENING: Final = 0.3
"""A tile less on the way, because a black one is gone."""
ONE_OPPONENT: Final = 0.9
LEADER: Final = 0.8
OTHERS: Final = 0.3
"""What a red tile less counts for the only opponent, and for the leading one of several and the others."""
OUTSIDE: Final = 0.1
"""The same outside the red zone, as a part of that."""
TAKEN: Final = 0.9
"""A tile taken over, besides."""
WIN: Final = 60.0
SURE: Final = 0.8
"""The match won, and what it counts to be able to win it on this turn."""
ENDED_BY_OTHER: Final = 0.5
ENDED_BY_VIEWER: Final = 0.25
"""What it counts that a player can fill the red zone and win on its next turn."""
_LIKELY: Final = (0.0, 0.9, 0.7, 0.5, 0.3)
"""How likely a player has a group for so many empty hexes."""

FIGHT: Final = 5.0
"""Turns left at least, for tiles are destroyed again."""
APPROACH: Final = 1.3
"""Tiles that a player lays in a turn on the way to the red zone."""
FILLING: Final = 1.1
"""Hexes of the red zone by which a turn of one player brings the end nearer."""

CREDIT_DETOUR: Final = 2
ENCAMPMENT_DETOUR: Final = 3
"""So many tiles away a well is made for before the red zone."""
WELL_TURNS: Final = 8.0
"""Turns that must be left for that."""


class Judgement:
    """The board of a view, weighed for its viewer."""

    __slots__ = ("_largest", "cards", "empty", "rivals", "seat", "steps", "survey", "turns", "view", "worths")

    view: View
    seat: int
    steps: int
    """Tiles until the viewer has one more in the red zone."""
    empty: int
    """Empty hexes of the red zone."""
    turns: float
    """About how many turns the viewer has left."""
    rivals: list[float]
    """What a red tile of each player less is worth to the viewer."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = seat = view.viewer
        self.cards = view.rules.cards
        self.worths = worths_of(self.cards, view.rules.seats)
        self.survey = found = survey(view)
        self.empty = found.empty.bit_count()
        self.steps = found.steps[seat]
        seats = view.rules.seats
        turns = (min(found.steps) - 1) / APPROACH + self.empty / (FILLING * seats)
        self.turns = min(max(FIGHT, turns), float(view.rules.round_limit - view.round))
        self.rivals = [OTHERS] * seats
        standing = [(found.red[other] - 0.3 * found.steps[other], other) for other in range(seats) if other != seat]
        self.rivals[max(standing)[1]] = LEADER if seats > 2 else ONE_OPPONENT
        self._largest = -1

    # -- the end ---------------------------------------------------------------------------------------------------

    def _wins(self, red: list[int], laid: int) -> bool:
        """Whether the viewer would win with these red tiles, after it has laid so many on the board (ST-R44)."""
        view, seat = self.view, self.seat
        seats = view.rules.seats
        mine = (red[seat], -view.own[seat].bit_count() - laid, (seat - view.first) % seats)
        return all(
            mine > (red[other], -view.own[other].bit_count(), (other - view.first) % seats)
            for other in range(seats)
            if other != seat
        )

    def _threat(self, empty: int, red: list[int]) -> float:
        """What it counts that somebody may fill the red zone on its next turn and win."""
        if not 0 < empty < len(_LIKELY):
            return 0.0
        worth = 0.0
        for seat, number in enumerate(red):
            if number + empty > max([other for place, other in enumerate(red) if place != seat]):
                worth += _LIKELY[empty] * (ENDED_BY_VIEWER if seat == self.seat else -ENDED_BY_OTHER)
        return worth

    def changed(self, gained: int, loser: int = -1) -> float:
        """What it changes about the end if the viewer has so many red tiles more, and another player one less."""
        empty = self.empty - gained + (loser >= 0)
        if empty >= len(_LIKELY) and self.empty >= len(_LIKELY):
            return 0.0
        red = self.survey.red.copy()
        before = self._threat(self.empty, red)
        red[self.seat] += gained
        if loser >= 0:
            red[loser] -= 1
        if empty <= 0:
            return WIN if self._wins(red, gained) else -WIN
        return self._threat(empty, red) - before

    def _wins_filling(self, loser: int) -> bool:
        """Whether the viewer wins if it destroys a red tile and then fills all that is empty."""
        red = self.survey.red.copy()
        red[loser] -= 1
        red[self.seat] += self.empty + 1
        return self._wins(red, self.empty + 1)

    def _fits(self, destroyed: int) -> bool:
        """Whether one group fills all that is empty, and the hex of a tile that is destroyed before."""
        found, seat = self.survey, self.seat
        left = found.empty | destroyed
        entry = found.entries[seat] | (destroyed & within_one(self.view.own[seat]))
        return not found.empty & ~found.spaces[seat] and left & entry != 0 and flood(left & -left, left) == left

    # -- groups ----------------------------------------------------------------------------------------------------

    def group_gain(self, n: int) -> float:
        """What a group of n tiles is worth."""
        if self.steps >= NEVER:
            return ELSEWHERE * n
        near = min(n, self.steps - 1)
        pockets = self.survey.pockets[self.seat]
        filled = min(n - near, pockets[0].bit_count() if pockets else self.empty)
        if filled == self.empty and not self._fits(0):
            filled -= 1
        return NEARER * near + FILLED * filled + (self.changed(filled) if filled else 0.0)

    def largest_group(self) -> int:
        """The tiles of the largest group that the viewer can place this turn after another action."""
        if self._largest < 0:
            self._largest = self._largest_group()
        return self._largest

    def _largest_group(self) -> int:
        view, cards = self.view, self.cards
        needed = 2 if view.phase == PHASE_ACTION else 1
        if view.encampments < 1 or view.actions < needed:
            return 0
        credits = view.budget + sum([self.worths.credits[card] for card in view.hand]) + view.actions - needed
        return max([0, *(cards.group[card] for card in view.hand if cards.cost[card] <= credits)])

    def best_tile(self, among: int, more: int) -> int:
        """The hex for the next tile, with so many of the group to follow: on the way, or in a pocket with room."""
        found, seat, group = self.survey, self.seat, self.view.group
        pockets = found.pockets[seat]
        if len(pockets) > 1 and not group:
            room = min(more + 1, pockets[0].bit_count())
            among = among & sum([pocket for pocket in pockets if pocket.bit_count() >= room]) or among
        for ring in self._rings():
            if among & ring:
                among &= ring
                break
        if not among & (among - 1):
            return hex_of(among)
        free = found.spaces[seat] & RED & ~group
        contested = self._contested()
        near = within_one(contested)
        tokens = sum(self.view.tokens)
        best, most = NOWHERE, 0.0
        for hex in hexes(among):
            bit = BIT[hex]
            worth = 0.15 * min(more + 1, (TOUCHING[bit.bit_length()] & free).bit_count())
            if bit & near:
                worth += 0.5 if bit & contested else 0.2
            if bit & tokens:
                worth += 0.6
            if best == NOWHERE or worth > most + 1e-9:
                best, most = hex, worth
        return best

    def best_group(self, groups: list[int]) -> int:
        """The best of whole groups; the first of equals."""
        rings, contested, tokens = self._rings(), self._contested(), sum(self.view.tokens)
        best, most = 0, 0.0
        for group in groups:
            red = (group & self.survey.empty).bit_count()
            worth = red + 0.5 * (group & contested).bit_count() + 0.6 * (group & tokens).bit_count()
            for ring in rings:
                if group & ring:
                    break
                worth -= 1
            if red == self.empty:
                worth += self.changed(red)
            if not best or worth > most + 1e-9:
                best, most = group, worth
        return best

    def _contested(self) -> int:
        """Where the next tile of another player may go."""
        contested = 0
        for seat, entry in enumerate(self.survey.entries):
            if seat != self.seat:
                contested |= entry
        return contested

    def _rings(self) -> list[int]:
        """The hexes to make for, those next to them, and so on: those of a well near by, or of the red zone."""
        view, seat, found = self.view, self.seat, self.survey
        if self.turns < WELL_TURNS or self.steps == 1:
            return found.rings[seat]
        space = found.spaces[seat] & ~view.group
        entry = placement.next_tiles(space, view.group) if view.group else found.entries[seat]
        credits, encampments = self._wells()
        reached = entry
        for step in range(1, ENCAMPMENT_DETOUR + 1):
            goal = reached & (encampments | credits if step <= CREDIT_DETOUR else encampments)
            if goal:
                return rings_to(goal, space, entry)
            reached = within_one(reached) & space
        return found.rings[seat]

    def _wells(self) -> tuple[int, int]:
        """The wells that pay credits, and those that pay encampments."""
        credits = encampments = 0
        for token, well in enumerate(self.cards.wells):
            if well:
                for effect in self.cards.upkeep[self.cards.tokens[token]]:
                    if effect[0] == Op.GAIN_ENCAMPMENTS:
                        encampments |= self.view.tokens[token]
                    else:
                        credits |= self.view.tokens[token]
        return credits, encampments

    # -- effects aimed at a hex ------------------------------------------------------------------------------------

    def best_target(self, effect: tuple[int, ...], source: int) -> tuple[int, float]:
        """The hex that an effect is best aimed at, and what it is worth there; ``NOWHERE`` without one."""
        allowed = targets.hexes(self.view, self.seat, source, effect)
        if not allowed:
            return NOWHERE, 0.0
        op = effect[0]
        if op == Op.DESTROY_TILE:
            return self._destroy(allowed)
        if op == Op.CONVERT_TILE:
            return self._take_over(allowed)
        if op == Op.PLACE_TILE:
            return self._lay_black(allowed) if effect[1] else self._land(allowed)
        if op == Op.PLACE_IMPROVEMENT:
            return self._improve(effect[1], allowed)
        return self._move(allowed, source) if op == Op.MOVE_TILE else self._destroy_improvement(allowed)

    def _destroy(self, allowed: int) -> tuple[int, float]:
        """A red tile of an opponent, best where the viewer can follow; or a tile that is in the way."""
        view = self.view
        best, most = NOWHERE, 0.0
        for other, own in enumerate(view.own):
            if other == self.seat or not allowed & own:
                continue
            if allowed & own & RED:
                hex, worth = self._destroy_red(allowed & own & RED, other)
            else:
                hex, worth = _nearest(allowed & own), OUTSIDE * self.rivals[other]
            if best == NOWHERE or worth > most:
                best, most = hex, worth
        if self.steps > 1 and allowed & view.black:
            hex, worth = self._open(allowed & view.black)
            if worth > most:
                return hex, worth
        if best == NOWHERE:
            return _nearest(allowed & ~view.own[self.seat] or allowed), -OUTSIDE
        return best, most

    def _destroy_red(self, red: int, loser: int) -> tuple[int, float]:
        own = self.view.own[self.seat]
        around = within_one(own)
        wins = self.largest_group() > self.empty and self._wins_filling(loser)
        best, most = NOWHERE, 0.0
        for hex in hexes(red):
            touching = TOUCHING[BIT[hex].bit_length()]
            worth = 0.05 * (touching & own).bit_count()
            if BIT[hex] & around:
                worth += 0.1 + 0.05 * (touching & self.survey.empty).bit_count()
            if wins and self._fits(BIT[hex]):
                worth += SURE * WIN
            if best == NOWHERE or worth > most:
                best, most = hex, worth
        return best, most + self.rivals[loser] + self.changed(0, loser)

    def _open(self, black: int) -> tuple[int, float]:
        """The black tile without which the way to the red zone is shortest."""
        found, seat = self.survey, self.seat
        touched = within_one(self.view.own[seat])
        best, most = NOWHERE, 0
        for hex in hexes(black & within_one(touched)) if found.spaces[seat] & RED else []:
            bit = BIT[hex]
            entry = found.entries[seat] | bit & touched
            rings = rings_to(RED, found.spaces[seat] | bit, entry)
            if rings[-1] & entry and self.steps - len(rings) > most:
                best, most = hex, self.steps - len(rings)
        return best, OPENING * most

    def _take_over(self, allowed: int) -> tuple[int, float]:
        best, most = NOWHERE, 0.0
        for other, own in enumerate(self.view.own):
            if other == self.seat or not allowed & own:
                continue
            worth = self.rivals[other] * (1 if allowed & own & RED else OUTSIDE) + TAKEN * bool(allowed & own & RED)
            if best == NOWHERE or worth > most:
                best, most = _nearest(allowed & own), worth
        return best, most

    def _land(self, allowed: int) -> tuple[int, float]:
        """A tile that needs no way: in the middle of what is empty if it is the first there."""
        red = allowed & RED
        if not red:
            return _nearest(allowed), 0.0
        if self.empty == 1:
            return hex_of(red), self.changed(1)
        hex = self.best_tile(red, 1) if self.steps == 1 else _roomiest(red, red)
        return hex, FILLED + self.changed(1) + NEARER * min(5, self.steps - 1)

    def _lay_black(self, allowed: int) -> tuple[int, float]:
        """A black tile where another player would go next."""
        red, found = allowed & RED, self.survey
        if not red:
            return _nearest(allowed), 0.0
        ahead = self._wins(found.red, 0)
        if self.empty == 1:
            return hex_of(red), WIN if ahead else -WIN
        contested = red & self._contested()
        where = contested & ~found.entries[self.seat] or contested or red
        return hex_of(where & -where), 0.3 if ahead else 0.1

    def _improve(self, card: int, allowed: int) -> tuple[int, float]:
        """A token, where most of the red zone around it is empty."""
        worth = self.worths.token[self.cards.token_numbers[card]] * self.turns
        red = allowed & RED
        return _roomiest(red, self.survey.empty) if red else _nearest(allowed), worth

    def _move(self, allowed: int, source: int) -> tuple[int, float]:
        """A tile of the viewer's into the red zone, unless it is there or would be the last."""
        red = allowed & RED
        if red and self.empty > 1 and BIT[source] & self.view.own[self.seat] & ~RED:
            return _nearest(red), FILLED
        return _nearest(allowed), 0.0

    def _destroy_improvement(self, allowed: int) -> tuple[int, float]:
        """The token of another player that is worth most."""
        mine = self.view.own[self.seat]
        best, most = NOWHERE, 0.0
        for token, where in enumerate(self.view.tokens):
            for other, own in enumerate(self.view.own):
                found = where & allowed & own
                worth = self.worths.token[token] * self.turns * self.rivals[other] / 2
                if found and other != self.seat and (best == NOWHERE or worth > most):
                    best, most = _nearest(found), worth
        return (best, most) if best != NOWHERE else (_nearest(allowed & ~mine or allowed), -OUTSIDE)


def _nearest(allowed: int) -> int:
    """The hex nearest to the red zone; the first of equals."""
    reached = RED
    while not reached & allowed:
        reached = within_one(reached)
    found = reached & allowed
    return hex_of(found & -found)


def _roomiest(among: int, room: int) -> int:
    """The hex with most of the room within two steps."""
    best, most = NOWHERE, -1
    for hex in hexes(among):
        number = (within_one(TOUCHING[BIT[hex].bit_length()]) & room).bit_count()
        if number > most:
            best, most = hex, number
    return best
