"""Who carries what in an army near the HQ (FO-112, FO-R54, FO-R55): each personality one equipment at most, each
equipment one personality at most.

What a pair is worth stands in a table, ``pair[personality][equipment]``, and is never negative.
"""


def best_pairs(pair: list[list[int]], personalities: list[int], equipment: list[int]) -> int:
    """The greatest sum of combo bonuses that the cards can be paired for."""
    if not personalities or not equipment:
        return 0
    wishes: list[list[tuple[int, int]]] = []
    total = taken = 0
    for personality in personalities:
        row = pair[personality]
        best = bits = 0
        wish: list[tuple[int, int]] = []
        bit = 1
        for card in equipment:
            bonus = row[card]
            if bonus:
                wish.append((bit, bonus))
                if bonus > best:
                    best = bonus
                    bits = bit
            bit <<= 1
        if best:
            wishes.append(wish)
            total += best
            taken = -1 if taken & bits else taken | bits
    # Mostly no two want the same equipment most; then each has the best that it can.
    return total if taken >= 0 else max(_by_taken(wishes).values())


def _by_taken(wishes: list[list[tuple[int, int]]]) -> dict[int, int]:
    """The best sum for each set of equipment, as a bit mask, that the personalities may have taken together."""
    best = {0: 0}
    for wish in wishes:
        longer = best.copy()
        for taken, total in best.items():
            for bit, bonus in wish:
                if not taken & bit and longer.get(taken | bit, -1) < total + bonus:
                    longer[taken | bit] = total + bonus
        best = longer
    return best


def in_order(pair: list[list[int]], personalities: list[int], equipment: list[int]) -> int:
    """The sum of combo bonuses if the first personality carries the first equipment, the second the second, and so
    on (option ``hq_equip``)."""
    return sum([pair[one][other] for one, other in zip(personalities, equipment, strict=False)])


def pairs(pair: list[list[int]], personalities: list[int], equipment: list[int]) -> list[tuple[int, int]]:
    """The pairs with a bonus of one best pairing, to be shown: earlier cards are served first."""
    found: list[tuple[int, int]] = []
    free = equipment.copy()
    for place, personality in enumerate(personalities):
        rest = personalities[place + 1 :]
        reachable = best_pairs(pair, personalities[place:], free)
        for card in free:
            others = [other for other in free if other != card]
            bonus = pair[personality][card]
            if bonus and bonus + best_pairs(pair, rest, others) == reachable:
                found.append((personality, card))
                free = others
                break
    return found
