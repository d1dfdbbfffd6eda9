"""What things are worth to a player, in points ahead of the others, as far as the player's view tells."""

from dataclasses import dataclass
from typing import Final

from services.bots.exact_math import exp
from services.rulesets.faceoff.bots.worth import WORTH_DRAW, worth_of
from services.rulesets.faceoff.cards.cards import NO_CARD, NO_SET
from services.rulesets.faceoff.cards.vocabulary import (
    KIND_BONUS,
    KIND_POWER,
    KIND_SCRUB,
    KIND_VC,
    KIND_VC7,
    LOCATION_FACEOFF,
    LOCATION_HQ,
    PLACE_DISCARD_PILE,
    PLACE_HAND,
    Op,
)
from services.rulesets.faceoff.play.scoring import power_card_bonus
from services.rulesets.faceoff.table.hand_memory import may_lack
from services.rulesets.faceoff.table.state import HIDDEN, View

ASSAULT_SHARE: Final = 0.38
"""The share of rounds that are HQ Assaults."""
WORTH_POWER_HELD: Final = 0.14
"""What a point of power is worth that is kept in hand for later."""
ABILITY_HELD: Final = 0.3
"""How much of what a card gains when it is revealed is worth while it is in hand."""
DEAD: Final = 1.0
"""The strength of a card that cannot be played: it is thrown away to get another."""
WORTH_PLACEABLE: Final = 0.8
"""What it is worth to have a victory card in hand, ready to be placed."""
WORTH_PERMANENT: Final = {"faceoff_mod": 0.16, "hand_limit": 0.22, "peek": 0.08, "destroy": 0.2, "equipment": 0.35}
"""What a permanent HQ reward is worth each round, or for the last one each assault."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a bot weighs what is uncertain and what comes later."""

    cycle: float
    """Rounds until a card that was played comes to hand again."""
    average: float
    """The strength of an average card."""
    lead_now: float
    lead_later: float
    """How uncertain it is that the lead in a set will hold, in pieces: at the end, and more for each round before."""
    uncracked_share: float
    """How much of being ahead near the HQ an assault makes good that does not crack it."""
    power: float
    """What a point of power is worth each time the card is played."""
    ability: float
    """How much of what abilities gain is reckoned with."""
    clutter: float
    """What it costs to have a victory card in the deck, against a draw that is lost by it."""
    most_power_cards: float
    """How much of the bonus for the most power cards is reckoned with."""
    weight: float
    """What the points of all others together count against one's own."""


class Holding:
    """What a player owns: every card is known but victory cards that were dealt to others, since all others came in
    the open. The lists have one entry for each set."""

    __slots__ = ("counts", "pieces", "power_cards", "values")

    pieces: list[int]
    values: list[int]
    counts: list[int]
    power_cards: int

    def __init__(self, view: View, seat: int) -> None:
        cards = view.rules.cards
        played = [card for card in (view.personality[seat], view.equipment[seat]) if card != NO_CARD]
        placed = [card for card in view.front[seat] + view.dealt[seat] if card != HIDDEN]
        own = view.hidden[seat] + view.discards[seat] + placed + played + [entry // 3 for entry in view.stacks[seat]]
        sets = len(cards.factions)
        self.pieces, self.values, self.counts = [0] * sets, [0] * sets, [0] * sets
        set_of, kind = cards.set_of, cards.kind
        self.power_cards = sum([kind[card] == KIND_POWER for card in own])
        for card in [card for card in own if set_of[card] != NO_SET]:
            of = set_of[card]
            self.pieces[of] += cards.pieces[card]
            self.values[of] += cards.value[card]
            self.counts[of] += 1


class Judgement:
    """Worth, as one seat sees it."""

    def __init__(self, view: View, temper: Temper) -> None:
        self.view = view
        self.temper = temper
        self.cards = view.rules.cards
        self.seat = view.viewer
        self.seats = view.rules.seats
        self.worth = worth_of(self.cards, self.seats, temper.ability)
        self.others = [seat for seat in range(self.seats) if seat != self.seat]
        self.weight = temper.weight / (self.seats - 1)
        """What another player's point counts against one's own."""
        self.assaults_left = self._assaults_left()
        self.rounds_left = self._rounds_left()
        self.uses_left = max(0.0, (self.rounds_left - 2.0) / temper.cycle)
        """About how often a card that comes to the discard pile now will be played."""
        self._lead_doubt = temper.lead_now + temper.lead_later * self.rounds_left
        self._ahead = 1.8 / self.seats - 0.2
        """Pieces that it is like to be ahead in a set that nobody leads."""
        self._holdings: list[Holding] = []
        self._power_cards: dict[int, float] = {}
        self._sets: dict[tuple[int, int], float] = {}

    @property
    def holdings(self) -> "list[Holding]":
        """What each player owns."""
        if not self._holdings:
            self._holdings = [Holding(self.view, seat) for seat in range(self.seats)]
        return self._holdings

    # -- the course of the match -------------------------------------------------------------------------------------

    def _assaults_left(self) -> int:
        """HQ Assaults until the last HQ cracks, the present one included."""
        view, value = self.view, self.cards.value
        timing = view.rules.timing
        return sum([value[card] for card in timing if card not in view.removed]) - len(view.assaults)

    def _rounds_left(self) -> float:
        """About how many rounds are still to be played."""
        clock = len(self.view.clock_row) + len(self.view.clock_mid) + self.view.clock_deck_size
        return min(self.assaults_left / ASSAULT_SHARE, float(clock))

    def until_crack(self) -> int:
        """Assaults until the active HQ cracks, the present one not included."""
        return self.cards.value[self.view.timing] - len(self.view.assaults) - 1

    # -- sets --------------------------------------------------------------------------------------------------------

    def _set_points(self, of: int, seat: int, gainer: int, card: int) -> float:
        """What a player's cards of a set will score, about, if ``gainer`` had one card more."""
        cards, holdings = self.cards, self.holdings
        holding = holdings[seat]
        count = holding.counts[of] + (seat == gainer)
        if not count:
            return 0.0
        pieces = [each.pieces[of] for each in holdings]
        if gainer >= 0:
            pieces[gainer] += cards.pieces[card]
        own = pieces.pop(seat)
        most = max(pieces)
        value = holding.values[of] + (cards.value[card] if seat == gainer else 0)
        leads = 1.0 / (1.0 + exp(-(own - most + self._ahead) / self._lead_doubt))
        return leads * value + (1.0 - leads) * count

    def _set_points_now(self, of: int, seat: int) -> float:
        """What they will score with what is there."""
        points = self._sets.get((of, seat))
        if points is None:
            self._sets[of, seat] = points = self._set_points(of, seat, -1, NO_CARD)
        return points

    def victory(self, seat: int, card: int) -> float:
        """What a victory card is worth to a player: to the own sets, and against the others'."""
        of = self.cards.set_of[card]
        worth = 0.0
        for other in range(self.seats):
            change = self._set_points(of, other, seat, card) - self._set_points_now(of, other)
            worth += change if other == seat else -self.weight * change
        if self.holdings[seat].counts[of] == 6:
            worth += 100.0
        return worth

    # -- cards -------------------------------------------------------------------------------------------------------

    def reward(self, seat: int, card: int) -> float:
        """What a card is worth to a player who gets it."""
        kind = self.cards.kind[card]
        clutter = self.temper.clutter * min(0.6, 0.1 * self.rounds_left)
        if kind in (KIND_VC, KIND_VC7):
            return self.victory(seat, card) - clutter
        if kind == KIND_BONUS:
            return self.cards.value[card] - clutter
        if kind == KIND_POWER:
            return self.fighter(card) + self._most_power_cards(seat)
        return self.fighter(card)

    def fighter(self, card: int) -> float:
        """What it is worth to have a card to play in the deck."""
        worth = self.worth
        ability = 0.6 * worth.ability[LOCATION_FACEOFF][card] + 0.4 * worth.ability[LOCATION_HQ][card]
        shift = 0.6 * worth.shift[LOCATION_FACEOFF][card]
        each = self.temper.power * (worth.strength[card] + shift - self.temper.average) + 0.7 * ability
        return each * self.uses_left + self.cards.vp[card]

    def _most_power_cards(self, seat: int) -> float:
        """What one more power card does to the bonus for most of them."""
        worth = self._power_cards.get(seat)
        if worth is None:
            self._power_cards[seat] = worth = self._one_power_card_more(seat)
        return worth

    def _one_power_card_more(self, seat: int) -> float:
        counts = [holding.power_cards for holding in self.holdings]
        more = [count + (other == seat) for other, count in enumerate(counts)]
        change = [
            after - before for after, before in zip(power_card_bonus(more), power_card_bonus(counts), strict=True)
        ]
        now = sum([each if other == seat else -self.weight * each for other, each in enumerate(change)])
        share = min(1.0, self.rounds_left / 20.0)
        return self.temper.most_power_cards * ((1.0 - share) * now + share * 0.8)

    def permanent(self, card: int) -> float:
        """What an HQ reward is worth."""
        cards = self.cards
        if self.view.rules.tokens_for_hq_reward:
            return float(self.view.rules.tokens_for_hq_reward)
        rounds = max(0.0, self.rounds_left - 1.0)
        each = (
            WORTH_PERMANENT["faceoff_mod"] * cards.faceoff_mod[card]
            + WORTH_PERMANENT["hand_limit"] * cards.hand_limit[card]
        )
        each += (1.0 - ASSAULT_SHARE) * 1.2 / self.seats * sum(cards.on_win[card][2::4])
        if Op.PEEK in cards.on_end_turn[card][::4]:
            each += WORTH_PERMANENT["peek"]
        if Op.DESTROY in cards.on_draw_phase[card][::4]:
            each += WORTH_PERMANENT["destroy"]
        if cards.hq_own[card]:
            each += WORTH_PERMANENT["equipment"] * ASSAULT_SHARE
        return each * rounds + cards.vp[card]

    # -- what to keep ------------------------------------------------------------------------------------------------

    def holding(self, card: int) -> float:
        """What it is worth to have a card in hand rather than in the discard pile."""
        cards = self.cards
        if cards.placeable[card]:
            return WORTH_PLACEABLE if self.rounds_left > 2.0 else 0.0
        if cards.kind[card] == KIND_SCRUB:
            return 0.6 if cards.draw_action[card] else WORTH_POWER_HELD * (DEAD - self.temper.average)
        return (
            WORTH_POWER_HELD * (self.worth.strength[card] - self.temper.average)
            + ABILITY_HELD * self.worth.ability[LOCATION_FACEOFF][card]
        )

    def destroying(self, card: int) -> float:
        """What it is worth to have a card of the own destroyed."""
        cards = self.cards
        if cards.kind[card] == KIND_SCRUB:
            return self.temper.power * (self.temper.average - DEAD) * self.uses_left - cards.vp[card]
        return (
            -self.fighter(card) - 0.1 - (self._most_power_cards(self.seat) if cards.kind[card] == KIND_POWER else 0.0)
        )

    def best_destroyed(self, places: int) -> float:
        """What it is worth to destroy one of the own cards in these places; nothing where the player may say that there
        is none (FO-P03)."""
        view, seat, worth, destroyable = self.view, self.seat, self.destroying, self.cards.destroyable
        hand = [worth(card) for card in view.hand if places & PLACE_HAND and destroyable[card]]
        discards = view.discards[seat] if places & PLACE_DISCARD_PILE else []
        in_the_open = [worth(card) for card in discards if destroyable[card]]
        if in_the_open or (hand and not may_lack(view, seat, view.hidden[seat], destroyable.__getitem__)):
            return max(hand + in_the_open)
        return max([*hand, 0.0])

    def looking(self, card: int, drawn: bool) -> float:
        """What it is worth to discard the top card of the own deck, if another is drawn then or not."""
        return (WORTH_DRAW if drawn else 0.0) - self.holding(card)
