"""The expert bot. It sees a seat's view and nothing else.

It reckons for each slot what the other player may have there, and what each own card would do against that. Everything
is in points ahead of the other player. The figures were found by playing matches against the greedy bot.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Final

from services.bots.choosing import best
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.duels import knowledge
from services.rulesets.duels.cards import (
    AMOUNT,
    COST,
    EFFECT,
    HIDDEN,
    IS_EQUIPMENT,
    IS_PERSONALITY,
    NO_CARD,
    POWER,
    ROUNDS,
    SLOTS,
    Cost,
    Effect,
)
from services.rulesets.duels.evaluation import takings
from services.rulesets.duels.notation import (
    ACTION_DUEL,
    ACTION_LEAVE,
    ACTION_NO_EQUIPMENT,
    ACTION_PASS,
    ACTION_SLOT,
    ACTION_SWITCH,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC,
    card_of,
    pair_of,
    slot_of,
)
from services.rulesets.duels.table import (
    PHASE_CHOOSE,
    PHASE_EQUIP,
    PHASE_KEEP,
    PHASE_PLACE,
    PHASE_PRIZE,
    PHASE_TURN,
    SLOTS_OF,
    View,
)

PATIENCE: Final = 0.3
"""What a better line-up must be worth at least, for a turn to be spent on it instead of a duel."""
HASTE: Final = 0.05
"""What of a slot's worth it is worth to duel there at once."""
SMALL_STAKES: Final = 0.005
"""How much a duel is put off for each point of its prize: where equals are at stake, the small prizes come first."""
SPREAD: Final = 2.5
"""How far from the best slot a personality may be laid."""
OUT_OF_PLACE: Final = 100.0
"""What it costs to lay out equipment, or a personality weaker than those that are needed."""

POWER_CARD_EACH_ROUND: Final = 5.0
"""What a Power card is worth in each later round: it fights again, and what it wins fights, too."""
POWER_CARD_AT_ONCE: Final = 1.5
"""What it is worth in the round it comes in, at its beginning."""
KEPT_EQUIPMENT: Final = 1.1
"""What a point of power on equipment is worth to one on a personality, when a Power card is chosen."""

EQUIPMENT_KEPT: Final = 0.3
EQUIPMENT_POWER_KEPT: Final = 1.2
"""What an equipment is worth that stays in hand, and more for each point of power."""
DUELS_TO_COME: Final = 5.0
"""With fewer duels to come than that, what is kept in hand is worth less."""

NEARNESS: Final = 1.5
"""How far the other player's personalities lie from where the strongest are opposite the best VC cards."""
LAID_EQUIPMENT: Final = 0.03
"""How likely a face-down card is to be an equipment."""
WILLING: Final = 0.4
"""How likely the other player is to have an equipment in hand, and to play it, if it wins."""
STEEPNESS: Final = 0.42
FARTHEST_LEAD: Final = 14
DRAWN_DUEL: Final = -0.5
"""What part of the prize it is worth to be the first to decide about equipment between equals."""

EXPOSED: Final = 0.6
LOCKED: Final = 0.1
PERSONALITY_KEPT: Final = 0.6
"""What a card exposed or locked is worth, and what each point of power on a personality is for each later round."""


def _leads() -> list[float]:
    """How much likelier a duel between two personalities is to be won than lost, by how far ahead the own one is, from
    ``-FARTHEST_LEAD``: either player may have equipment that turns it round."""
    found = []
    for lead in range(-FARTHEST_LEAD, FARTHEST_LEAD + 1):
        sure = 1.15 * STEEPNESS * lead / (1.0 + STEEPNESS * abs(lead))
        found.append(max(-1.0, min(1.0, sure)))
    return found


_LEADS: Final = _leads()
_KEPT: Final = 512


class ExpertBot(Bot[View]):
    """Lays, moves, duels and equips by the odds; chance decides between equals.

    It takes Power cards early, keeps its equipment for duels that are worth it, and believes that the strongest
    personalities lie opposite the best VC cards: there it loses with its weakest, and wins where the others lie.
    """

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if len(legal) == 1:
            return legal[0]
        worth = _WORTH[view.phase](Reckoning(view), legal)
        if view.phase == PHASE_PLACE:
            worth = [points + SPREAD * chance.below("bot", 1000) / 1000 for points in worth]
        return best(legal, worth, chance, margin=1e-9)

    def preferences(self, view: View, legal: list[int]) -> list[float]:
        return _WORTH[view.phase](Reckoning(view), legal)


class SlotOdds(dict[int, float]):
    """By the power of an own personality, 0 for none, how much likelier the duel in a slot is to be won than lost:
    reckoned when it is first asked for."""

    __slots__ = ("_powers",)

    def __init__(self, powers: list[tuple[int, float]]) -> None:
        """``powers``: those that the other player's personality there may have, 0 for none, and how likely each is."""
        super().__init__()
        self._powers = powers

    def __missing__(self, power: int) -> float:
        ahead = 0.0
        for theirs, odds in self._powers:
            if power and theirs:
                lead = max(-FARTHEST_LEAD, min(FARTHEST_LEAD, power - theirs))
                ahead += odds * _LEADS[lead + FARTHEST_LEAD]
            elif power:
                ahead += odds
            elif theirs:
                ahead -= odds
        self[power] = ahead
        return ahead


@lru_cache(maxsize=_KEPT)
def _seen(power: int) -> SlotOdds:
    """A slot with a personality of known power, 0 for none."""
    return SlotOdds([(power, 1.0)])


class Unseen:
    """The personalities that the other player may have in hand or face down."""

    __slots__ = ("_people", "_slots", "_total")

    def __init__(self, cards: tuple[tuple[int, float], ...]) -> None:
        """``cards``: each that the other player may have, and how likely it is that it is theirs."""
        self._people: list[tuple[int, float, float]] = []
        """Their powers, the strongest first: how likely each is theirs, and its place in the order."""
        powers = [(POWER[card], odds) for card, odds in cards if IS_PERSONALITY[card]]
        powers.sort(reverse=True)
        place = 0.0
        for power, odds in powers:
            self._people.append((power, odds, place + odds / 2))
            place += odds
        self._total = sum([odds for _, odds in powers])
        self._slots: dict[tuple[int, int, int], SlotOdds] = {}

    def slot(self, rank: int, hidden: int, bonus: int) -> SlotOdds:
        """What may lie in one of so many hidden slots, by the place of its VC card among theirs, 0 for the best."""
        known = self._slots.get((rank, hidden, bonus))
        if known is None:
            place = (rank + 0.5) * max(1.0, self._total / hidden)
            known = self._slots[rank, hidden, bonus] = SlotOdds(self._powers_at(place, bonus))
        return known

    def _powers_at(self, place: float, bonus: int) -> list[tuple[int, float]]:
        """What may lie in the slot that is so far from the best: the nearer in order, the likelier."""
        weights = []
        for power, odds, own_place in self._people:
            away = (own_place - place) / NEARNESS
            weights.append((power + bonus, odds / (1.0 + away * away)))
        total = sum([weight for _, weight in weights])
        if not total:
            return [(0, 1.0)]
        weights.append((0, LAID_EQUIPMENT * total))
        total += LAID_EQUIPMENT * total
        return [(power, weight / total) for power, weight in weights]


@lru_cache(maxsize=_KEPT)
def _unseen(cards: tuple[tuple[int, float], ...]) -> Unseen:
    """Kept for the next decisions: on most turns nothing is revealed."""
    return Unseen(cards)


class Reckoning:
    """What a player concludes from a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = me = view.viewer
        self.other = other = 1 - me
        self._takings = takings(tuple(view.won[me]), tuple(view.won[other]), tuple(view.line), tuple(view.vc_deck))
        self.power_card = self._power_card()
        """What the better one of two Power cards is worth; nothing if none is left."""
        self.prizes = [self._prize(card) for card in view.line]
        """What winning the duel in each slot is worth, to either player on average."""

    # -- prizes ------------------------------------------------------------------------------------------------------

    def taking(self, card: int) -> float:
        """What it is worth to the player to take a VC card, which nobody has else."""
        return self._takings[card][0]

    def _prize(self, card: int) -> float:
        if card == NO_CARD:
            return 0.0
        own, other = self._takings[card]
        return (max(own, self.power_card) + max(-other, self.power_card)) / 2

    def _power_card(self) -> float:
        view = self.view
        if not view.power_deck_size:
            return 0.0
        duels = view.live.bit_count() - 1
        return POWER_CARD_EACH_ROUND * (ROUNDS - view.round) + POWER_CARD_AT_ONCE * duels / (SLOTS - 1)

    # -- the other player's cards ------------------------------------------------------------------------------------

    @cached_property
    def theirs(self) -> list[tuple[int, float]]:
        """Each card that the other player may have in hand or face down, and how likely it is that it is theirs. Of two
        Power cards the stronger one is kept."""
        view, other = self.view, self.other
        placed = [*view.cards[other], view.equipment[other]]
        found = [(card, 1.0) for card in knowledge.known_cards(view, other) if card not in placed]
        unseen = len(knowledge.audience(view, other).since)
        if unseen:
            pool = knowledge.unseen_power_cards(view)
            weights = sum([POWER[card] - 1 for card in pool])
            found += [(card, min(1.0, unseen * (POWER[card] - 1) / weights)) for card in pool]
        return found

    @cached_property
    def odds(self) -> list[SlotOdds]:
        """What may lie in each slot of the other player: the strongest opposite the best VC cards."""
        view, other = self.view, self.other
        cards, line, bonuses = view.cards[other], view.line, view.bonus[other]
        hidden = [slot for slot in range(SLOTS) if cards[slot] == HIDDEN]
        best_first = sorted(hidden, key=lambda slot: -self.taking(line[slot]) if line[slot] >= 0 else 0.0)
        unseen = _unseen(tuple(self.theirs))
        found = []
        for slot, card in enumerate(cards):
            if card == HIDDEN:
                found.append(unseen.slot(best_first.index(slot), len(hidden), bonuses[slot]))
            else:
                found.append(_seen(POWER[card] + bonuses[slot] if card != NO_CARD and IS_PERSONALITY[card] else 0))
        return found

    def beaten_by_equipment(self, lead: int) -> float:
        """How likely the other player is to have an equipment of more power than that, and to play it."""
        safe = 1.0
        for card, odds in self.theirs:
            if IS_EQUIPMENT[card] and POWER[card] > lead:
                safe *= 1.0 - odds * WILLING
        return 1.0 - safe

    # -- duels -------------------------------------------------------------------------------------------------------

    def power(self, slot: int, card: int) -> int:
        """The power of an own personality in a slot; 0 for any other card."""
        if card == NO_CARD or not IS_PERSONALITY[card]:
            return 0
        return POWER[card] + (self.view.bonus[self.me][slot] if card == self.view.cards[self.me][slot] else 0)

    def slot(self, slot: int, card: int) -> float:
        """What a slot is worth with a card of the player's own in it."""
        return self.odds[slot][self.power(slot, card)] * self.prizes[slot]

    def slots(self) -> list[float]:
        """What each slot is worth as it is; 0 where there is no VC card."""
        own = self.view.cards[self.me]
        return [self.slot(slot, own[slot]) if self.view.live >> slot & 1 else 0.0 for slot in range(SLOTS)]

    def best_from_hand(self, slot: int) -> float:
        """What a slot is worth once it is empty: it can be filled."""
        worth = [self.slot(slot, card) for card in self.view.hand if IS_PERSONALITY[card]]
        return max(worth, default=self.slot(slot, NO_CARD))

    def keeping(self, equipment: int) -> float:
        """What an equipment in hand is worth."""
        duels = SLOTS * (ROUNDS - self.view.round) + self.view.live.bit_count() - 1
        return (EQUIPMENT_KEPT + EQUIPMENT_POWER_KEPT * POWER[equipment]) * min(1.0, duels / DUELS_TO_COME)

    def hidden_slots(self) -> list[int]:
        """The other player's slots with a card that is not known and a VC card that is left."""
        view = self.view
        return [slot for slot in SLOTS_OF[view.down[self.other] & view.live] if view.cards[self.other][slot] == HIDDEN]


# -- placing ---------------------------------------------------------------------------------------------------------


def _placements(reckoning: Reckoning, legal: list[int]) -> list[float]:
    """The strongest personality for the best VC card, the next for the next, and so on: what is further from that is
    worth less. Equipment stays in hand."""
    view = reckoning.view
    slots = range(view.placed[reckoning.me], SLOTS)
    worth = [reckoning.taking(view.line[slot]) for slot in slots]
    better = sum([each > worth[0] for each in worth])
    people = sorted([POWER[card] for card in view.hand if IS_PERSONALITY[card]], reverse=True)
    if better >= len(people):  # too few for all
        return [float(action == ACTION_LEAVE) * OUT_OF_PLACE - POWER[action % ACTION_LEAVE] for action in legal]
    needed = people[: len(slots)]
    return [
        -float(abs(needed.index(POWER[action]) - better))
        if action != ACTION_LEAVE and IS_PERSONALITY[action] and POWER[action] in needed
        else -OUT_OF_PLACE
        for action in legal
    ]


# -- turns -----------------------------------------------------------------------------------------------------------


def _turns(reckoning: Reckoning, legal: list[int]) -> list[float]:
    """A duel where it is likeliest to win; everything else for what it betters."""
    now = reckoning.slots()
    return [_turn(reckoning, action, now) for action in legal]


def _turn(reckoning: Reckoning, action: int, now: list[float]) -> float:
    own = reckoning.view.cards[reckoning.me]
    if action == ACTION_PASS:
        return -PATIENCE
    slot = slot_of(action)
    if action < ACTION_DUEL:
        return _action(reckoning, slot, now)
    if action < ACTION_SLOT:
        return HASTE * now[slot] - SMALL_STAKES * reckoning.prizes[slot]
    if action < ACTION_SWITCH:
        one, two = pair_of(action)
        return reckoning.slot(one, own[two]) + reckoning.slot(two, own[one]) - now[one] - now[two] - PATIENCE
    card = card_of(action)
    worth = reckoning.slot(slot, card) - now[slot] - PATIENCE
    if IS_EQUIPMENT[card]:
        worth -= reckoning.keeping(card)
    if own[slot] != NO_CARD and IS_EQUIPMENT[own[slot]]:
        worth += reckoning.keeping(own[slot])
    return worth


def _action(reckoning: Reckoning, slot: int, now: list[float]) -> float:
    """What playing the action of the card in a slot is worth."""
    view = reckoning.view
    card = view.cards[reckoning.me][slot]
    effect = Effect(EFFECT[card])
    cost = 0.0
    if COST[card] == Cost.DESTROY_THIS:
        kept = PERSONALITY_KEPT * POWER[card] * (ROUNDS - view.round)
        cost = (kept if IS_PERSONALITY[card] else reckoning.keeping(card)) - reckoning.best_from_hand(slot) + now[slot]
    hidden = len(reckoning.hidden_slots()) / SLOTS
    worth = {Effect.DRAW_POWER: reckoning.power_card, Effect.EXPOSE_SLOT: EXPOSED * hidden, Effect.LOCK_SLOT: LOCKED}
    if effect == Effect.SWAP_VC:
        pairs = [(one, two) for one in SLOTS_OF[view.live] for two in SLOTS_OF[view.live] if one < two]
        return max(_exchanges(reckoning, pairs), default=0.0) - cost - PATIENCE
    if effect == Effect.SWAP_OWN:
        return -1.0
    return worth.get(effect, 0.0) - cost


def _exchanges(reckoning: Reckoning, pairs: list[tuple[int, int]]) -> list[float]:
    """What it is worth that two VC cards change places."""
    view, prizes = reckoning.view, reckoning.prizes
    own = view.cards[reckoning.me]
    odds = [reckoning.odds[slot][reckoning.power(slot, own[slot])] for slot in range(SLOTS)]
    return [(odds[one] - odds[two]) * (prizes[two] - prizes[one]) for one, two in pairs]


def _choices(reckoning: Reckoning, legal: list[int]) -> list[float]:
    """What an action is aimed at."""
    view, prizes = reckoning.view, reckoning.prizes
    own = view.cards[reckoning.me]
    effect = EFFECT[view.acting]
    if not view.paid:
        return [-float(POWER[card_of(action)]) for action in legal]
    if effect == Effect.SWAP_OWN:
        pairs = [pair_of(action) for action in legal]
        return [reckoning.slot(one, own[two]) + reckoning.slot(two, own[one]) for one, two in pairs]
    if effect == Effect.SWAP_VC:
        return _exchanges(reckoning, [pair_of(action) for action in legal])
    slots = [slot_of(action) for action in legal]
    if effect == Effect.MOD_SLOT:
        powers = [reckoning.power(slot, own[slot]) for slot in slots]
        more = AMOUNT[view.acting]
        return [
            (reckoning.odds[slot][power + more] - reckoning.odds[slot][power]) * prizes[slot] if power else 0.0
            for slot, power in zip(slots, powers, strict=True)
        ]
    hidden = reckoning.hidden_slots()
    return [prizes[slot] * (slot in hidden) for slot in slots]


# -- duels -----------------------------------------------------------------------------------------------------------


def _equipment(reckoning: Reckoning, legal: list[int]) -> list[float]:
    return [_equip(reckoning, NO_CARD if action == ACTION_NO_EQUIPMENT else card_of(action)) for action in legal]


def _equip(reckoning: Reckoning, card: int) -> float:
    """What playing an equipment, or ``NO_CARD`` for none, is worth in this duel."""
    view, slot, other = reckoning.view, reckoning.view.duel_slot, reckoning.other
    lead = reckoning.power(slot, view.cards[reckoning.me][slot])
    lead -= POWER[view.cards[other][slot]] + view.bonus[other][slot]
    if view.equipment[other] != NO_CARD:
        lead -= POWER[view.equipment[other]]
    spent = 0.0
    if card != NO_CARD:
        lead += POWER[card]
        spent = reckoning.keeping(card)
    prize = reckoning.prizes[slot]
    if view.answers:  # the other player has decided
        return prize * ((lead > 0) - (lead < 0)) - spent
    if lead > 0:
        return prize * (1.0 - 2.0 * reckoning.beaten_by_equipment(lead)) - spent
    return prize * (DRAWN_DUEL if lead == 0 else -1.0) - spent


def _prizes(reckoning: Reckoning, legal: list[int]) -> list[float]:
    card = reckoning.view.line[reckoning.view.duel_slot]
    worth = {ACTION_TAKE_VC: reckoning.taking(card), ACTION_TAKE_POWER: reckoning.power_card}
    return [worth.get(action, 0.0) for action in legal]


def _kept(_reckoning: Reckoning, legal: list[int]) -> list[float]:
    cards = [card_of(action) for action in legal]
    return [POWER[card] * (1.0 if IS_PERSONALITY[card] else KEPT_EQUIPMENT) for card in cards]


_WORTH: Final[dict[int, Callable[[Reckoning, list[int]], list[float]]]] = {
    PHASE_PLACE: _placements,
    PHASE_TURN: _turns,
    PHASE_CHOOSE: _choices,
    PHASE_EQUIP: _equipment,
    PHASE_PRIZE: _prizes,
    PHASE_KEEP: _kept,
}
