"""Whether a state or view that was read can be one of this game."""

from collections.abc import Sequence
from itertools import compress
from typing import Final

from services.engine.ruleset import MalformedPosition
from services.rulesets.factionwars import collection
from services.rulesets.factionwars.cards import (
    CHOICE_STEPS,
    COLLECTING,
    IS_ACTION,
    IS_BYSTANDER,
    IS_CONSCRIPT,
    IS_RECRUIT,
    NO_CARD,
    NO_SEAT,
    PLAYER_STEPS,
    PROGRAM,
    WAR_IS_OVER,
    Step,
)
from services.rulesets.factionwars.phases import BONUS_ON_DISPLAY
from services.rulesets.factionwars.table import (
    NO_BID,
    PHASE_BID,
    PHASE_RESOLVE,
    WAR_ASIDE,
    WAR_DRAWN,
    WAR_IN_DECK,
    Table,
)

NOT_CHOSEN: Final = -1
"""Both ``NO_SEAT`` and ``NO_CARD``."""


def check(table: Table) -> None:
    """Check a table of the right shape.

    Raises:
        MalformedPosition: it cannot come about. The message says where.
    """
    _check_zones(table)
    _check_conservation(table)
    _check_bonus(table)
    _check_war(table)
    if table.phase == PHASE_BID:
        _check_bidding(table)
    elif table.phase == PHASE_RESOLVE:
        _check_resolving(table)
    else:
        _check_over(table)


# -- cards -----------------------------------------------------------------------------------------------------------


def _cards(is_one: Sequence[bool]) -> frozenset[int]:
    return frozenset(compress(range(len(is_one)), is_one))


_CONSCRIPTS: Final = _cards(IS_CONSCRIPT)
_COLLECTED: Final = _cards(IS_RECRUIT) | _cards(IS_BYSTANDER)
_NEVER_LINED_UP: Final = _CONSCRIPTS | {WAR_IS_OVER}
_WAR_AND_ACTIONS: Final = _cards(IS_ACTION) | {WAR_IS_OVER}


def _check_zones(table: Table) -> None:
    """Each zone holds only kinds of cards that can get there."""
    if len(table.line_up) != table.rules.positions:
        _fail("line_up", f"must have {table.rules.positions} positions")
    for zone, cards in (("line_up", table.line_up), ("recruit_discard", table.recruit_discard)):
        if not _NEVER_LINED_UP.isdisjoint(cards):
            _fail(zone, "has a card that cannot get there")
    if not _CONSCRIPTS.isdisjoint(table.recruit_deck):
        _fail("recruit_deck", "has a card that cannot get there")
    may_remove_actions = table.rules.options["action_card_to"] == "removed"
    if not set(table.removed) <= (_WAR_AND_ACTIONS if may_remove_actions else {WAR_IS_OVER}):
        _fail("removed", "has a card that cannot get there")
    for seat in range(table.rules.seats):
        _check_battle_cards(table, seat)


def _check_battle_cards(table: Table, seat: int) -> None:
    own = table.rules.conscripts[seat]
    cards = {*table.decks[seat], *table.discards[seat]}
    if not cards.difference(own) <= _COLLECTED:
        _fail(f"players[{seat}]", "has a card that cannot get there")
    if not cards.issuperset(own):
        _fail(f"players[{seat}]", "lacks a conscript of their own")


def _check_conservation(table: Table) -> None:
    """Each card of the game is in exactly one zone (War is Over in none while it is aside)."""
    cards = [card for card in table.line_up if card != NO_CARD]
    cards += table.recruit_deck + table.recruit_discard + table.removed + table.limbo
    for zone in (*table.decks, *table.discards):
        cards += zone
    expected = table.rules.deck + [card for own in table.rules.conscripts for card in own]
    if table.war == WAR_ASIDE:
        expected = [card for card in expected if card != WAR_IS_OVER]
    if sorted(cards) != sorted(expected):
        _fail("cards", "each card of the game must be in exactly one place")


def _check_bonus(table: Table) -> None:
    if len(table.display) != BONUS_ON_DISPLAY or sorted(table.display + table.rest) != sorted(table.rules.bonus_cards):
        _fail("bonus_display", f"must have {BONUS_ON_DISPLAY} of the five bonus cards, and bonus_rest the others")
    if table.display != sorted(table.display) or table.rest != sorted(table.rest):
        _fail("bonus_display", "must be in catalogue order")


def _check_war(table: Table) -> None:
    """War is Over comes in with the final pass (FW-029) and leaves when it is drawn (FW-R12, FW-R13)."""
    if (table.war == WAR_ASIDE) == (table.pass_number == table.rules.final_pass):
        _fail("war_is_over", "must be aside before the final pass, and not in it")
    if table.war == WAR_IN_DECK and WAR_IS_OVER not in table.recruit_deck:
        _fail("war_is_over", "must be in the recruit deck")
    if table.war == WAR_DRAWN and WAR_IS_OVER not in table.removed:
        _fail("war_is_over", "must be removed")


# -- phases ----------------------------------------------------------------------------------------------------------


def _check_bidding(table: Table) -> None:
    filled = _filled(table.line_up)
    if filled == 0:
        _fail("line_up", "must hold a card")
    if all(bid != NO_BID for bid in table.bids):
        _fail("players", "all have bid, so the bids are revealed")
    if any(bid > filled for bid in table.bids):
        _fail("players", "a bid is on a position without a card")
    if table.position:
        _fail("position", "must be 0 while players bid")
    if table.collector != NO_SEAT:
        _fail("collection", "must be absent while players bid")
    if not all(table.decks):
        _fail("players", "a battle deck is empty")  # FW-R27


def _check_resolving(table: Table) -> None:
    if any(bid == NO_BID for bid in table.bids):
        _fail("players", "must all have bid")
    if not table.position:
        _fail("position", "must be the one being resolved")
    _check_line_up(table)
    bidders = [seat for seat, bid in enumerate(table.bids) if bid == table.position]
    fought = bidders if len(bidders) > 1 else []
    if any(not deck and seat not in fought for seat, deck in enumerate(table.decks)):
        _fail("players", "a battle deck is empty")  # FW-R23, FW-R27
    if table.collector not in bidders:
        _fail("collection", "must be that of a player who bid on the position")
    _check_limbo(table)


def _check_line_up(table: Table) -> None:
    """Positions that were resolved are empty if somebody bid on them; the others are as they were filled."""
    resolved = {bid for bid in table.bids if bid <= table.position}
    if any(table.line_up[bid - 1] != NO_CARD for bid in resolved):
        _fail("line_up", "has a card that was resolved")
    filled = [NO_CARD + 1 if place + 1 in resolved else card for place, card in enumerate(table.line_up)]
    if max(table.bids) > _filled(filled):
        _fail("players", "a bid is on a position without a card")


def _check_limbo(table: Table) -> None:
    """The cards being collected: each but the last brings another, and the last waits for a choice."""
    if not table.limbo:
        _fail("collection", "must have a card")
    for place, card in enumerate(table.limbo):
        if IS_CONSCRIPT[card] or card == WAR_IS_OVER:
            _fail("collection", "has a card that is not collected")
        if place and _brings_recruits(table.limbo[place - 1]) and not IS_RECRUIT[card]:
            _fail("collection", "has a card that the one before it does not bring")
        if card != table.limbo[-1] and (not PROGRAM[card] or Step(PROGRAM[card][-1]) not in COLLECTING):
            _fail("collection", "has a card that brings no other")
    _check_open_choice(table)


def _brings_recruits(card: int) -> bool:
    return not PROGRAM[card] or PROGRAM[card][-1] != Step.DRAW_TOP


def _check_open_choice(table: Table) -> None:
    """The last card has asked for what was chosen and for the open choice, in that order, with a choice each time."""
    for made, step in enumerate(PROGRAM[table.limbo[-1]]):
        if step >= CHOICE_STEPS:
            break
        eligible = collection.candidates(table, step)
        choice = table.chosen_player if step < PLAYER_STEPS else table.chosen_card
        if choice == NOT_CHOSEN:
            if made != collection.choices_made(table) or len(eligible) < 2:
                break
            return
        if choice not in eligible:
            _fail("collection", "names a choice that is not eligible")
    _fail("collection", "waits for no choice")


def _check_over(table: Table) -> None:
    if any(card != NO_CARD for card in table.line_up):
        _fail("line_up", "must be empty when the match has ended")
    if any(bid != NO_BID for bid in table.bids) or table.position or table.collector != NO_SEAT:
        _fail("phase", "nothing is bid or resolved when the match has ended")
    if not all(table.decks):
        _fail("players", "a battle deck is empty")
    if table.war != WAR_DRAWN and (table.recruit_deck or table.recruit_discard):
        _fail("phase", "the match goes on while there are cards and War is Over was not drawn")


def _filled(line_up: list[int]) -> int:
    """How many positions are filled: from the first on, without a gap (FW-R14)."""
    filled = len(line_up) - line_up.count(NO_CARD)
    if NO_CARD in line_up[:filled]:
        _fail("line_up", "must be filled from position 1 on without a gap")
    return filled


def _fail(where: str, what: str) -> None:
    raise MalformedPosition(f"{where}: {what}")
