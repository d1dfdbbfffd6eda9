"""What the greedy bot thinks things are worth, from one seat's view. Everything is in points ahead of the other player.

A slot is worth its VC card times the odds of winning the duel there, less the odds of losing it. The other player's
face-down cards are taken to be any of those that they can be, each equally likely.
"""

from typing import Final

from services.rulesets.duels import knowledge
from services.rulesets.duels.cards import (
    HIDDEN,
    IS_EQUIPMENT,
    IS_PERSONALITY,
    NO_CARD,
    PIECES,
    POWER,
    ROUNDS,
    SET,
    SLOTS,
    VALUE,
    Effect,
)
from services.rulesets.duels.scoring import pieces
from services.rulesets.duels.table import SLOTS_OF, View

LEADS: Final = (0.04, 0.06, 0.1, 0.16, 0.25, 0.38, 0.5, 0.62, 0.75, 0.84, 0.9, 0.94, 0.96)
"""The odds of winning a duel between two personalities by how far ahead the own one is, from -6 to 6: either player may
have equipment that turns it round."""
FACE_VALUE: Final = 0.7
PIECE_WORTH: Final = 0.8
"""What a VC card is worth for its value and for each puzzle piece, while its set is open."""
WILLING: Final = 0.6
"""How likely a player is to play an equipment that wins."""
POWER_CARD_WORTH: Final = (0.0, 5.0, 3.4, 1.0)
"""What a Power card is worth, by round: it goes on fighting."""
SPENT_POWER_WORTH: Final = (0.0, 0.35, 0.28, 0.1)
"""What each point of a destroyed equipment's power is worth, by round."""
EFFECT_WORTH: Final = {
    Effect.PEEK_SLOT: 0.3,
    Effect.SWAP_VC: 0.2,
    Effect.LOCK_SLOT: 0.1,
    Effect.EXPOSE_SLOT: 0.3,
    Effect.DRAW_POWER: 3.0,
    Effect.MOD_SLOT: 0.5,
    Effect.SWAP_OWN: 0.0,
}


class Heuristics:
    """What a player thinks of a view."""

    __slots__ = ("_against_hidden", "_theirs", "_vcs", "other", "seat", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.viewer
        self.other = 1 - view.viewer
        self._theirs = self._possible_cards()
        self._vcs: dict[int, float] = {}
        self._against_hidden: dict[tuple[int, int], float] = {}

    # -- the other player's cards ------------------------------------------------------------------------------------

    def _possible_cards(self) -> list[tuple[int, float]]:
        """Each card that the other player may have in hand or face down, and how likely it is that it is theirs."""
        view, other = self.view, self.other
        placed = [*view.cards[other], view.equipment[other]]
        found = [(card, 1.0) for card in knowledge.known_cards(view, other) if card not in placed]
        unseen = len(knowledge.audience(view, other).since)
        if unseen:
            pool = knowledge.unseen_power_cards(view)
            found += [(card, unseen / len(pool)) for card in pool]
        return found

    def beaten_by_equipment(self, lead: int) -> float:
        """How likely the other player is to have an equipment of more power than that in hand, and to play it."""
        cards = self.view.hand_sizes[self.other]
        total = cards + self.view.cards[self.other].count(HIDDEN)
        safe = 1.0
        for card, odds in self._theirs:
            if IS_EQUIPMENT[card] and POWER[card] > lead:
                safe *= 1.0 - odds * cards / total * WILLING
        return 1.0 - safe

    # -- prizes ------------------------------------------------------------------------------------------------------

    def vc(self, card: int) -> float:
        """A VC card: its value and pieces, less where its set is lost or won already."""
        known = self._vcs.get(card)
        if known is None:
            known = self._vcs[card] = self._vc(card)
        return known

    def _vc(self, card: int) -> float:
        of = SET[card]
        ahead = pieces(self.view.won[self.seat], of) - pieces(self.view.won[self.other], of)
        open_pieces = sum([PIECES[c] for c in [*self.view.line, *self.view.vc_deck] if c != NO_CARD and SET[c] == of])
        decided = abs(ahead) > open_pieces
        if decided:
            return float(VALUE[card]) if ahead > 0 else 1.0
        return FACE_VALUE * VALUE[card] + PIECE_WORTH * PIECES[card]

    def prize(self, slot: int) -> float:
        """What winning the duel in a slot is worth."""
        card = self.view.line[slot]
        worth = self.vc(card) if card != NO_CARD else 0.0
        return max(worth, self.power_card()) if self.view.power_deck_size else worth

    def power_card(self) -> float:
        """The better one of two Power cards, when there is still something to fight for."""
        view = self.view
        if view.round == ROUNDS:
            return POWER_CARD_WORTH[ROUNDS] * view.live.bit_count() / SLOTS
        return POWER_CARD_WORTH[view.round]

    def keeping(self, card: int) -> float:
        """One of the Power cards looked at."""
        return POWER[card] * (1.0 if IS_PERSONALITY[card] else 0.9)

    # -- duels -------------------------------------------------------------------------------------------------------

    def slot(self, slot: int, card: int) -> float:
        """What a slot is worth with a card of the player's own in it."""
        theirs = self.view.cards[self.other][slot]
        bonus = self.view.bonus[self.other][slot]
        power = self._power(slot, card)
        if theirs != HIDDEN:
            return _duel(power, theirs, bonus) * self.prize(slot)
        ahead = self._against_hidden.get((power, bonus))
        if ahead is None:
            ahead = self._against_hidden[power, bonus] = self._duel_with_hidden(power, bonus)
        return ahead * self.prize(slot)

    def _power(self, slot: int, card: int) -> int:
        """The power of an own personality in a slot; 0 for any other card."""
        if card == NO_CARD or not IS_PERSONALITY[card]:
            return 0
        return POWER[card] + (self.view.bonus[self.seat][slot] if card == self.view.cards[self.seat][slot] else 0)

    def _duel_with_hidden(self, power: int, bonus: int) -> float:
        """How much likelier a duel with a face-down card is to be won than lost."""
        total = ahead = 0.0
        for possible, odds in self._theirs:
            total += odds
            ahead += odds * _duel(power, possible, bonus)
        return ahead / total if total else 0.0

    def slots(self) -> list[float]:
        """What each slot is worth as it is; 0 where there is no VC card."""
        own = self.view.cards[self.seat]
        return [self.slot(s, own[s]) if self.view.live >> s & 1 else 0.0 for s in range(SLOTS)]

    def equipment(self, card: int) -> float:
        """What playing an equipment, or ``NO_CARD`` for none, is worth in this duel."""
        view, slot = self.view, self.view.duel_slot
        own = view.cards[self.seat][slot]
        theirs = view.cards[self.other][slot]
        lead = POWER[own] + view.bonus[self.seat][slot] - POWER[theirs] - view.bonus[self.other][slot]
        if view.equipment[self.other] != NO_CARD:
            lead -= POWER[view.equipment[self.other]]
        spent = 0.0
        if card != NO_CARD:
            lead += POWER[card]
            spent = SPENT_POWER_WORTH[view.round] * POWER[card]
        prize = self.prize(slot)
        if view.answers:  # the other player has decided
            return prize * ((lead > 0) - (lead < 0)) - spent
        lost = self.beaten_by_equipment(lead)
        return prize * (1.0 - 2.0 * lost if lead > 0 else -0.5) - spent

    # -- acting ------------------------------------------------------------------------------------------------------

    def action(self, slot: int, effect: int, destroyed: int) -> float:
        """What playing the action of the card in a slot is worth."""
        worth = EFFECT_WORTH[Effect(effect)]
        if destroyed:
            worth += self.slot(slot, NO_CARD) - self.slot(slot, self.view.cards[self.seat][slot])
            worth += 0.5 * max(0.0, self._best_in_hand(slot) - self.slot(slot, NO_CARD))  # the spot can be filled
        return worth

    def _best_in_hand(self, slot: int) -> float:
        return max([self.slot(slot, card) for card in self.view.hand if IS_PERSONALITY[card]], default=-99.0)

    def hidden_slots(self) -> list[int]:
        """The other player's slots with a card that is not known."""
        return [slot for slot in SLOTS_OF[self.view.down[self.other]] if self.view.cards[self.other][slot] == HIDDEN]


def _duel(power: int, theirs: int, bonus: int) -> float:
    """How much likelier a duel with a personality of that power, 0 for none, is to be won than lost against a card with
    so much more power, -1 to 1."""
    if theirs == NO_CARD or not IS_PERSONALITY[theirs]:
        return 1.0 if power else 0.0
    if not power:
        return -1.0
    lead = max(-6, min(6, power - POWER[theirs] - bonus))
    return 2 * LEADS[lead + 6] - 1
