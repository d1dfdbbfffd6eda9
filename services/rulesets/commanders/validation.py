"""Whether a state or view that was read can be one of this game."""

from typing import Final

from services.engine.ruleset import MalformedPosition
from services.rulesets.commanders import skirmish
from services.rulesets.commanders.bonuses import pool, selections, sides_of
from services.rulesets.commanders.cards import COMMANDERS, NO_COMMANDER, NO_SEAT, NO_SUIT, SUITS, UNITS
from services.rulesets.commanders.phases import CARDS_A_TURN, CHAMPION_ACTIONS, contenders
from services.rulesets.commanders.table import (
    FACE_DOWN,
    HIDDEN_CHAMPION,
    NOT_SELECTED,
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_GAME_OVER,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SELECT,
    PHASE_SUIT,
    Table,
    standing,
    tied_for_most_wins,
)

LAST_SKIRMISH: Final = COMMANDERS + 3
"""A tie of two players with two commanders each takes three more skirmishes at most (FC-R27)."""


def check(table: Table, deck: int, unseen: list[int]) -> None:
    """Check a table of the right shape. ``deck``: how many cards it has; ``unseen``: the cards that do not lie face up,
    in the deck or elsewhere.

    Raises:
        MalformedPosition: it cannot come about. The message says where.
    """
    _check_conservation(table, deck, unseen)
    _check_suits(table)
    _check_turn(table)
    _check_draws(table, deck)
    _check_victories(table)
    _check_fielded(table)
    _check_bonuses(table)
    _check_dice(table)


# -- cards -----------------------------------------------------------------------------------------------------------


def _check_conservation(table: Table, deck: int, unseen: list[int]) -> None:
    """Each unit is in exactly one place."""
    placed = table.drawn + [card for army in table.armies for card in army]
    known = [card for card in placed if card != FACE_DOWN]
    if sorted(known + unseen) != list(range(UNITS)) or len(placed) + deck != UNITS:
        _fail("cards", "each unit must be in exactly one place")


def _check_suits(table: Table) -> None:
    """Suits are distinct, and chosen in seat order (FC-009, FC-R03)."""
    taken = [suit for suit in table.suits if suit != NO_SUIT]
    if len(set(taken)) != len(taken):
        _fail("players", "two have the same suit")
    if table.phase != PHASE_SUIT and len(taken) < len(table.suits):
        _fail("players", "must all have a suit")
    if not table.rules.own_suits and table.suits != list(range(table.rules.seats)):
        _fail("players", "must have their suits by seat")
    if table.phase == PHASE_SUIT and (table.suits[: len(taken)] != taken or table.turn != len(taken)):
        _fail("turn", "must be that of the first player without a suit")
    if table.phase == PHASE_SUIT and len(SUITS) - len(taken) < 2:
        _fail("phase", "the last suit is nobody's choice")


def _check_turn(table: Table) -> None:
    if (table.first == NO_SEAT) != (table.phase == PHASE_SUIT):
        _fail("first", "must be absent while suits are chosen, and there afterwards")
    if table.first > 0 and not table.rules.roll_first:
        _fail("first", "must be 0")
    nobody = table.phase == PHASE_GAME_OVER or (table.phase == PHASE_CHAMPION and table.rules.secret_champions)
    if (table.turn == NO_SEAT) != nobody:
        _fail("turn", "must be absent when it is nobody's, and there otherwise")
    if table.phase == PHASE_AGREE and table.turn not in tied_for_most_wins(table):
        _fail("turn", "must be that of a tied player")


def _check_draws(table: Table, deck: int) -> None:
    """The players have drawn in turn (FC-012, FC-013, FC-R05), and placed all but what the last of them holds."""
    rules = table.rules
    if table.phase == PHASE_SUIT:
        if deck != UNITS:
            _fail("deck", "must be whole while suits are chosen")
        return
    held = [sum(map(len, table.armies[COMMANDERS * s : COMMANDERS * s + COMMANDERS])) for s in range(rules.seats)]
    left, seat, number = UNITS, NO_SEAT, 0
    drawn = [0] * rules.seats
    while left > max(deck, rules.undrawn):
        seat = rules.order[table.first][0] if seat == NO_SEAT else (seat + 1) % rules.seats
        number = 1 if left <= rules.single_draws else CARDS_A_TURN
        drawn[seat] += number
        left -= number
    if left != deck:
        _fail("deck", "cannot have so many cards")
    if table.phase == PHASE_PLACE:
        if seat != table.turn or not 1 <= len(table.drawn) <= number:
            _fail("drawn", "must be cards of the player who drew last")
        held[seat] += len(table.drawn)
    elif table.drawn or deck != rules.undrawn:
        _fail("deck", "must be drawn and placed before the skirmishes")
    if held != drawn:
        _fail("players", "must have placed as many units as they have drawn")


# -- the war ---------------------------------------------------------------------------------------------------------


def _check_victories(table: Table) -> None:
    """Victories and fallen commanders follow from the skirmishes that were fought."""
    if table.phase in (PHASE_SUIT, PHASE_PLACE) and table.skirmish:
        _fail("skirmish", "must be 0 before the first")
    if table.phase in (PHASE_SELECT, PHASE_REROLL) and not table.skirmish:
        _fail("skirmish", "must be the one that is fought")
    if table.phase == PHASE_AGREE and (
        table.skirmish != COMMANDERS or table.rules.options["final_tiebreak"] != "optional"
    ):
        _fail("phase", "nobody is asked whether to fight now")
    if table.phase == PHASE_CHAMPION and table.skirmish <= COMMANDERS:
        _fail("skirmish", "must be one that breaks the tie")
    if table.phase == PHASE_GAME_OVER and table.skirmish < COMMANDERS:
        _fail("skirmish", "must be the last that was fought")
    _check_rerolled(table)
    fought = table.skirmish - (table.phase in (PHASE_SELECT, PHASE_REROLL, PHASE_CHAMPION))
    if table.skirmish <= COMMANDERS:
        _check_war(table, max(fought, 0))
    else:
        _check_tiebreak(table, fought - COMMANDERS)


def _check_rerolled(table: Table) -> None:
    if table.rerolled and not table.rules.reroll_once:
        _fail("players", "have no single reroll to use with this reroll_scope")
    if table.rerolled and (not table.skirmish or (table.skirmish == 1 and table.phase == PHASE_SELECT)):
        _fail("players", "cannot have used a reroll before the first roll")


def _check_war(table: Table, fought: int) -> None:
    """Each skirmish fought has one survivor (FC-R24)."""
    for rank in range(COMMANDERS):
        survivors = [seat for seat, fallen in enumerate(table.fallen) if not fallen >> rank & 1]
        if len(survivors) != (1 if rank < fought else table.rules.seats):
            _fail("players", f"one {_NAMES[rank]} stands after their skirmish, and all do before it")
    _check_wins(table, [(standing(table, seat) & (1 << fought) - 1).bit_count() for seat in range(table.rules.seats)])
    tied = len(tied_for_most_wins(table)) > 1
    if table.phase == PHASE_AGREE and not tied:
        _fail("phase", "nobody is tied")
    if table.phase == PHASE_GAME_OVER and tied and table.rules.options["final_tiebreak"] != "optional":
        _fail("phase", "the tie is fought out")


def _check_wins(table: Table, expected: list[int]) -> None:
    if table.wins != expected:
        _fail("players", "must have a victory for each commander that stands after its skirmish")


def _check_tiebreak(table: Table, fought: int) -> None:
    """Each skirmish of the tie-break fells all but one of the commanders put forward (FC-R27)."""
    leaders = tied_for_most_wins(table)
    if sum(table.wins) != COMMANDERS or len(leaders) < 2:
        _fail("players", "must be tied in victories")
    left = [standing(table, seat) for seat in range(table.rules.seats)]
    for rank in range(COMMANDERS):
        if sum([mask >> rank & 1 for mask in left]) > 1:
            _fail("players", f"only one {_NAMES[rank]} can stand after their skirmish")
    lost = [table.wins[seat] - left[seat].bit_count() for seat in range(table.rules.seats)]
    if min(lost) < 0 or sum(lost) != fought * (len(leaders) - 1):
        _fail("players", "must have lost a commander in each skirmish of the tie-break but the winner")
    if (len(contenders(table)) == 1) != (table.phase == PHASE_GAME_OVER):
        _fail("phase", "the match ends when one tied player has a commander standing")


_NAMES: Final = ("Ace", "King", "Queen", "Jack")


# -- the skirmish ----------------------------------------------------------------------------------------------------


def _check_fielded(table: Table) -> None:
    """Who fights, or has been put forward."""
    seats = range(table.rules.seats)
    if table.phase == PHASE_CHAMPION:
        _check_champions(table)
    elif table.phase not in (PHASE_SELECT, PHASE_REROLL):
        if table.fielded != [NO_COMMANDER] * len(seats):
            _fail("players", "field nobody now")
    elif table.skirmish <= COMMANDERS:
        if table.fielded != [table.skirmish - 1] * len(seats):
            _fail("players", "must field the commanders whose skirmish it is")
    else:
        tied = contenders(table)
        for seat in seats:
            commander = table.fielded[seat]
            if (commander != NO_COMMANDER) != (seat in tied) or not _may_field(table, seat, commander):
                _fail("players", "must each field a standing commander, if they are tied")


def _may_field(table: Table, seat: int, commander: int) -> bool:
    return commander in (NO_COMMANDER, HIDDEN_CHAMPION) or standing(table, seat) >> commander & 1 == 1


def _check_champions(table: Table) -> None:
    choosers = [seat for seat in contenders(table) if len(CHAMPION_ACTIONS[standing(table, seat)]) > 1]
    for seat, commander in enumerate(table.fielded):
        if commander != NO_COMMANDER and (seat not in choosers or not _may_field(table, seat, commander)):
            _fail("players", "can put forward a standing commander, if they have a choice")
    waiting = [seat for seat in choosers if table.fielded[seat] == NO_COMMANDER]
    if not waiting:
        _fail("phase", "all have put a commander forward")
    if not table.rules.secret_champions and (table.turn != waiting[0] or choosers[-len(waiting) :] != waiting):
        _fail("turn", "must be that of the next who puts a commander forward")


def _check_bonuses(table: Table) -> None:
    """Bonuses are selected in turn order (FC-R18)."""
    seats = skirmish.fighters(table) if table.phase in (PHASE_SELECT, PHASE_REROLL) else []
    if table.phase in (PHASE_SELECT, PHASE_REROLL) and table.turn not in seats:
        _fail("turn", "must be that of a player who fights")
    selected = seats[: seats.index(table.turn)] if table.phase == PHASE_SELECT else seats
    for seat in range(table.rules.seats):
        if (table.selected[seat] != NOT_SELECTED) != (seat in selected):
            _fail(f"players[{seat}].selection", "bonuses are selected in turn order, at the beginning of a skirmish")
    for seat in selected:
        if table.selected[seat] not in table.rules.offered(table, seat, selections(table, seat)):
            _fail(f"players[{seat}].selection", "these bonuses cannot be selected")
    if table.phase == PHASE_SELECT and len(table.rules.offered(table, table.turn, selections(table, table.turn))) < 2:
        _fail("turn", "the player has no bonuses to choose from")


def _check_dice(table: Table) -> None:
    for seat in range(table.rules.seats):
        shown = table.rolls[seat]
        dice = pool(table, seat) if table.phase == PHASE_REROLL and table.selected[seat] != NOT_SELECTED else []
        if len(shown) != len(dice) or any(value > sides_of(code) for value, code in zip(shown, dice, strict=True)):
            _fail(f"players[{seat}].dice", "do not fit the bonuses")
    if table.phase == PHASE_REROLL and not skirmish.may_reroll(table, table.turn):
        _fail("turn", "the player may not reroll")


def _fail(where: str, what: str) -> None:
    raise MalformedPosition(f"{where}: {what}")
