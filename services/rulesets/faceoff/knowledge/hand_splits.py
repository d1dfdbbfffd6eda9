"""How a player's cards that are out of sight are split, as far as a viewer can know: between hand and deck, face down
in this Face Off, and with option ``placed_vc=face_down`` in front. Every way in which they may lie is equally likely.
"""

from math import factorial, perm
from typing import Final, NamedTuple

from services.engine.chance import Chance
from services.engine.ruleset import MalformedPosition
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.chance_streams import IMAGINE_STREAM
from services.rulesets.faceoff.table.state import HIDDEN, LateCard, Memory, View

_WORD_BITS: Final = 32
_WORD: Final = 1 << _WORD_BITS
"""The greatest number below which chance draws at once."""


class Split(NamedTuple):
    """Where each of a player's cards that are out of sight lies."""

    hand: list[int]
    deck: list[int]
    down: list[int]
    """Face down in this Face Off."""
    front: list[int]


def own_split(view: View, chance: Chance) -> Split:
    """The viewer's own cards: only the order of the deck is hidden, but for a card on top that was looked at."""
    seat = view.viewer
    known = {*view.hand, *view.down[seat], *view.front[seat], view.deck_top}
    deck = [card for card in view.hidden[seat] if card not in known]
    chance.shuffle(IMAGINE_STREAM, deck)
    if view.deck_top != NO_CARD:
        deck.append(view.deck_top)
    return Split(view.hand.copy(), deck, view.down[seat].copy(), view.front[seat].copy())


def imagine_split(view: View, seat: int, chance: Chance) -> Split:
    """Another player's cards. Every way in which they may lie in hand, deck, face down and in front counts alike; so
    does each of the places in hand for a card that came into the deck when others were in hand already."""
    known = hand_memory.audience(view, view.viewer, seat)
    held = list(known.known)
    rest = [card for card in view.hidden[seat] if card not in held and card not in known.firm]
    front = view.front[seat].copy()
    if HIDDEN in front:
        front = _front(view, seat, known, held, rest, chance)
        held = [card for card in held if card not in front]
        rest = [card for card in rest if card not in front]
    down = len(view.down[seat])
    unknown = view.hand_sizes[seat] + down - len(known.firm) - len(held)
    deck_size = view.deck_sizes[seat]
    if unknown < 0 or len(rest) != unknown + deck_size:
        raise MalformedPosition(f"players[{seat}].hand_size: does not fit what is known of the player's cards")
    in_hand, in_deck = _unknown_cards(known.late, rest, unknown, deck_size, chance)
    if not down:
        return Split(sorted(held + in_hand), in_deck, [], front)
    older = unknown - known.fresh
    may_lie = held + in_hand[:older]
    if older < 0 or len(may_lie) < down:
        raise MalformedPosition(f"players[{seat}].known: a face-down card was in hand when it was laid")
    chance.shuffle(IMAGINE_STREAM, may_lie)
    hand = sorted(may_lie[down:] + in_hand[older:] + list(known.firm))
    return Split(hand, in_deck, may_lie[:down], front)


def _unknown_cards(
    late: tuple[LateCard, ...], cards: list[int], unknown: int, deck_size: int, chance: Chance
) -> tuple[list[int], list[int]]:
    """Which of the cards that may be in hand or in the deck are where, both in random order."""
    if not late:
        others = shuffled(cards, chance)
        return others[:unknown], others[unknown:]
    in_hand, in_deck = _late_comers(late, unknown, deck_size, chance)
    came_late = [each.card for each in late]
    others = shuffled([card for card in cards if card not in came_late], chance)
    taken = unknown - len(in_hand)
    in_hand += others[:taken]
    in_deck += others[taken:]
    chance.shuffle(IMAGINE_STREAM, in_hand)
    chance.shuffle(IMAGINE_STREAM, in_deck)
    return in_hand, in_deck


def _late_comers(
    late: tuple[LateCard, ...], unknown: int, deck_size: int, chance: Chance
) -> tuple[list[int], list[int]]:
    """Which of the cards are in hand, and which in the deck, that came into it when others were in hand already. The
    last to come has the fewest places, and all of its places are open to those before it."""
    in_hand: list[int] = []
    in_deck: list[int] = []
    for card, slots in reversed(late):
        free = max(0, min(slots, unknown) - len(in_hand))
        if free + deck_size - len(in_deck) < 1:
            raise MalformedPosition("players: a card that was shuffled into a deck can be nowhere")
        if chance.below(IMAGINE_STREAM, free + deck_size - len(in_deck)) < free:
            in_hand.append(card)
        else:
            in_deck.append(card)
    return in_hand, in_deck


def _front(view: View, seat: int, known: Memory, held: list[int], rest: list[int], chance: Chance) -> list[int]:
    """What lies face down in front of another player (option ``placed_vc=face_down``): each is a card that was in hand
    then. A choice is as likely as there are ways for the others to lie in hand and deck."""
    ways = _ways_to_place(view, seat, known, held, rest)
    front: list[int] = []
    out_of_held = 0
    for place, may_be in enumerate(known.placed):
        among_held = [card for card in may_be if card in held and card not in front]
        among_rest = [card for card in may_be if card in rest and card not in front]
        weights = [
            len(among_held) * ways[place + 1][out_of_held + 1],
            len(among_rest) * ways[place + 1][out_of_held],
        ]
        if not sum(weights):
            raise MalformedPosition(f"players[{seat}].front: can be no cards of the player's")
        from_held = _below(chance, sum(weights)) < weights[0]
        among = among_held if from_held else among_rest
        front.append(among[chance.below(IMAGINE_STREAM, len(among))])
        out_of_held += from_held
    return front


def _below(chance: Chance, n: int) -> int:
    """A whole number from 0 to ``n - 1``, each equally likely, however great ``n`` is."""
    if n <= _WORD:
        return chance.below(IMAGINE_STREAM, n)
    bits = n.bit_length()
    while True:  # each time with a chance of more than one half
        number = 0
        for _ in range(-(-bits // _WORD_BITS)):
            number = number << _WORD_BITS | chance.below(IMAGINE_STREAM, _WORD)
        number >>= -bits % _WORD_BITS
        if number < n:
            return number


def _ways_to_place(view: View, seat: int, known: Memory, held: list[int], rest: list[int]) -> list[list[int]]:
    """In how many ways the cards in front from a place on, and all others, may lie, by place and by how many of those
    before it are among the cards that are known not to be in the deck. What may lie at a place may also lie at those
    after it, so that only the number counts."""
    number = len(known.placed)
    ways = [[0] * (number + 2) for _ in range(number + 1)]
    for out_of_held in range(number + 1):
        ways[number][out_of_held] = _ways_of_the_others(
            view, seat, known, len(held) - out_of_held, len(rest) - number + out_of_held
        )
    for place in range(number - 1, -1, -1):
        among_held = sum([card in held for card in known.placed[place]])
        among_rest = sum([card in rest for card in known.placed[place]])
        for used in range(place + 1):
            ways[place][used] = max(0, among_held - used) * ways[place + 1][used + 1]
            ways[place][used] += max(0, among_rest - place + used) * ways[place + 1][used]
    return ways


def _ways_of_the_others(view: View, seat: int, known: Memory, held: int, rest: int) -> int:
    """In how many ways the cards that are not in front may lie in hand, in the deck and face down: ``held`` of them are
    known not to be in the deck, ``rest`` may be anywhere. Bought cards are never placed, so all of them are among the
    rest: there is no way in which fewer are left than that."""
    places = view.hand_sizes[seat] + len(view.down[seat]) - len(known.firm)
    unknown, deck_size = places - held, view.deck_sizes[seat]
    if held < 0 or unknown < 0 or rest < len(known.late) or rest != unknown + deck_size:
        return 0
    ways = perm(places, held)
    for number, each in enumerate(reversed(known.late)):
        ways *= max(0, min(each.slots, unknown) + deck_size - number)
    return ways * factorial(rest - len(known.late))


def shuffled(cards: list[int], chance: Chance) -> list[int]:
    """A copy in random order."""
    cards = cards.copy()
    chance.shuffle(IMAGINE_STREAM, cards)
    return cards
