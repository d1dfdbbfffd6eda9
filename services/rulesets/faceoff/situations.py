"""Whether what a match waits for can come about: who must decide, and what each step of a round has done so far."""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import MalformedPosition
from services.rulesets.faceoff import abilities, phases
from services.rulesets.faceoff.events import (
    CLOCK_REWARD,
    HQ_REWARD,
    POWER_REWARD,
    TOP_LOOKED_AT,
    VC7_REWARD,
    VP_REWARD,
    Event,
)
from services.rulesets.faceoff.face_off import turn_order
from services.rulesets.faceoff.programs import WIDTH
from services.rulesets.faceoff.registers import program_of
from services.rulesets.faceoff.rewards import PLACES
from services.rulesets.faceoff.table import (
    ABILITY,
    AFTER_ASSAULT,
    AT_END_OF_TURN,
    AT_ONCE,
    AVIATOR,
    BID,
    BUILD_UP,
    CHOOSE_CLOCK,
    CHOOSE_FACTION,
    DESTINATION,
    DRAW_ACTIONS,
    END_OF_TURN,
    EQUIPMENT,
    FACEOFF_REWARD,
    GAME_OVER,
    IN_DRAW_PHASE,
    MULLIGAN,
    NO_CARD,
    NO_COMMIT,
    NO_SEAT,
    NO_TRIGGER,
    ON_ASSAULT,
    ON_BUILD,
    ON_EQUIPMENT,
    ON_PERSONALITY,
    ON_WIN,
    PERSONALITY,
    REACTED_BITS,
    REFILL_CLOCK,
    REFILL_POWER,
    ROW,
    SEATS_OF,
    State,
)
from services.rulesets.faceoff.table import HQ_REWARD as HQ_REWARD_PHASE
from services.rulesets.faceoff.vocabulary import ASSAULT, Op, Who

_FACEOFF_REWARDS: Final = 1 << CLOCK_REWARD | 1 << POWER_REWARD | 1 << VP_REWARD
_HQ_REWARDS: Final = 1 << VC7_REWARD | 1 << HQ_REWARD | 1 << VP_REWARD


def check_situation(state: State) -> None:
    """Check what a state waits for. Its cards are checked already.

    Raises:
        MalformedPosition: it cannot come about. The message says where.
    """
    phase = state.phase
    if (state.round == 0) != (phase in (CHOOSE_FACTION, MULLIGAN)):
        _fail("round", "is 0 before the first round, and not later")
    if state.turn > state.rules.seats:
        _fail("turn", "is more than there are players")
    if phase != ABILITY and state.trigger != NO_TRIGGER:
        _fail("ability", "must be absent unless an ability asks")
    if phase not in AT_ONCE:
        if any(commit != NO_COMMIT for commit in state.commits):
            _fail("players", "commit something only where all decide at once")
        if phase != GAME_OVER and state.waiting.bit_count() != 1:
            _fail("waiting", "must be one player")
    _check_length(state)
    _CHECKED[phase](state)
    for seat in SEATS_OF[state.waiting]:
        if not phases.legal(state, seat):
            _fail("waiting", "has a player who can decide nothing")


def _check_length(state: State) -> None:
    """The match ends within its bound on rounds: there are enough assault cards to crack all HQs (FO-R16)."""
    if state.phase in (CHOOSE_FACTION, MULLIGAN, GAME_OVER):
        return
    rules = state.rules
    cards = rules.cards
    clock = state.clock_row + state.clock_mid + state.clock_deck
    going_on = state.chosen != NO_CARD and cards.kind[state.chosen] == ASSAULT
    missing = cards.value[state.timing] - len(state.assaults) - going_on
    needed = sum([cards.value[card] for card in state.timing_deck])
    if not going_on and state.phase != HQ_REWARD_PHASE:
        missing = max(1, missing)
    needed += max(0, missing)
    assaults = len([card for card in clock if cards.kind[card] == ASSAULT])
    done = state.round - (state.phase == CHOOSE_CLOCK)
    if done + len(clock) - max(0, assaults - needed) > rules.max_rounds:
        _fail("round", f"does not fit the clock: a match has {rules.max_rounds} rounds at most")


# -- what is empty where nothing is going on -------------------------------------------------------------------------


def _check_no_face_off(state: State) -> None:
    for seat in range(state.rules.seats):
        if state.personality[seat] != NO_CARD or state.equipment[seat] != NO_CARD or state.down[seat]:
            _fail(f"players[{seat}]", "has played nothing in a Face Off")
        if state.mods[seat]:
            _fail(f"players[{seat}].modifier", "must be 0 outside a Face Off")
    if state.eligible:
        _fail("players", "are ranked in a Face Off alone")


def _check_no_builds(state: State) -> None:
    if any(state.builds):
        _fail("players", "are building nothing up")


def _check_no_rewards(state: State) -> None:
    if state.places or state.rewards:
        _fail("ranking", "must be empty unless rewards are given")


def _check_no_power_taker(state: State) -> None:
    if state.power_taker != NO_SEAT:
        _fail("power_taker", "must be absent outside a Face Off")


def _check_no_auction(state: State) -> None:
    if state.bid or state.bidder != NO_SEAT or state.passed:
        _fail("bid", "must be 0 outside an auction")


def _check_no_actions(state: State) -> None:
    if state.used or state.late:
        _fail("used", "must be empty outside the Draw Phase")


def _check_quiet(state: State) -> None:
    """Neither a Face Off nor an HQ Assault is going on."""
    if state.chosen != NO_CARD:
        _fail("chosen", "must be empty after the Violence Phase")
    _check_no_face_off(state)
    _check_no_builds(state)
    _check_no_rewards(state)
    _check_no_power_taker(state)
    _check_no_auction(state)


def _check_rows(state: State, clock: int = ROW, power_row: int = ROW) -> None:
    """The rows are full, or there was nothing to fill them up with."""
    if len(state.clock_row) < clock and state.clock_mid:
        _fail("clock_row", "is filled up from the middle")
    if len(state.power_row) < power_row and state.power_mid:
        _fail("power_row", "is filled up from the middle")


def _check_turn(state: State, turn: int) -> int:
    """The player in turn, who is the one that must decide."""
    if turn >= state.rules.seats:
        _fail("turn", "is more than there are players")
    seat = turn_order(state)[turn]
    if state.waiting != 1 << seat:
        _fail("waiting", "must be the player in turn")
    return seat


def _check_first(state: State) -> None:
    if state.turn or state.waiting != 1 << state.first:
        _fail("waiting", "must be the first player")


# -- setup and clock -------------------------------------------------------------------------------------------------


def _check_choosing_faction(state: State) -> None:
    chosen = [faction >= 0 for faction in state.factions]
    if chosen != [seat < state.turn for seat in range(state.rules.seats)] or state.waiting != 1 << state.turn:
        _fail("waiting", "must be the first player without a faction")
    if not state.rules.choose_factions or state.first:
        _fail("phase", "factions are not chosen in this match")
    _check_quiet(state)
    _check_no_actions(state)


def _check_mulligan(state: State) -> None:
    _check_quiet(state)
    _check_no_actions(state)
    _check_commits(state)
    for seat in range(state.rules.seats):
        own = state.discards[seat] or state.stacks[seat] or state.front[seat] or state.perms[seat]
        if own or state.known_top[seat] or state.hq_mods[seat]:
            _fail(f"players[{seat}]", "has only a deck and a hand yet")
    if state.assaults or state.removed or state.destroyed or any(state.looks):
        _fail("removed", "must be empty before the first round")
    _check_rows(state)


def _check_commits(state: State) -> None:
    """Everybody who has cards commits something, and somebody has not yet."""
    if state.turn:
        _fail("turn", "must be 0 while all decide at once")
    if not state.waiting:
        _fail("waiting", "somebody must be waited for")
    for seat in range(state.rules.seats):
        waiting, commit = state.waiting >> seat & 1 == 1, state.commits[seat]
        has_cards = state.phase == MULLIGAN or state.hands[seat] != []
        if waiting and (commit != NO_COMMIT or not has_cards):
            _fail("waiting", "has a player who has committed something, or has no cards")
        if not waiting and has_cards and commit not in phases.commitable(state, seat):
            _fail(f"players[{seat}].commit", "must be something that the player may do")
        if not has_cards and commit != NO_COMMIT:
            _fail(f"players[{seat}].commit", "the player has no cards")


def _check_choosing_clock(state: State) -> None:
    _check_first(state)
    _check_quiet(state)
    _check_no_actions(state)
    _check_rows(state)
    if len(state.clock_row) < 2:
        _fail("clock_row", "leaves no choice")


# -- Face Off --------------------------------------------------------------------------------------------------------


def _check_face_off(state: State, *, equipped: bool, chosen: bool = True) -> None:
    """What has been played so far. ``equipped``: the Equipment step is over; ``chosen``: nobody has the clock card
    yet."""
    cards = state.rules.cards
    if (state.chosen != NO_CARD) != chosen or (chosen and cards.kind[state.chosen] == ASSAULT):
        _fail("chosen", "must be the card that is fought for")
    _check_no_builds(state)
    _check_no_auction(state)
    _check_no_actions(state)
    played = 0
    for seat in range(state.rules.seats):
        where = f"players[{seat}]"
        personality, equipment = state.personality[seat] != NO_CARD, state.equipment[seat] != NO_CARD
        played |= personality << seat
        steps = 2 if equipped else 1
        if personality + equipment + len(state.down[seat]) > steps or (equipment and not equipped):
            _fail(where, "has played more than a card in each step")
        if equipment and not personality and not state.rules.equipment_alone:
            _fail(f"{where}.equipment", "needs a personality")
    if state.phase == AVIATOR:
        played |= state.eligible & sum([1 << seat for seat in turn_order(state)[: state.turn]])
    if state.eligible != played:
        _fail("players", "are ranked if they have played a personality")


def _check_personality(state: State) -> None:
    _check_commits(state)
    if any(state.down) or any(state.mods):
        _fail("players", "have played nothing yet")
    _check_no_face_off(state)
    _check_face_off(state, equipped=False)
    _check_in_violence(state)


def _check_equipment(state: State) -> None:
    _check_commits(state)
    _check_face_off(state, equipped=False)
    _check_in_violence(state)


def _check_in_violence(state: State) -> None:
    """Nothing is being given yet, and the clock card is away from its row."""
    _check_no_rewards(state)
    _check_no_power_taker(state)
    _check_rows(state, clock=ROW - 1)


def _check_faceoff_reward(state: State) -> None:
    _check_face_off(state, equipped=True, chosen=state.rewards >> CLOCK_REWARD & 1 == 1)
    if sorted(state.places) != SEATS_OF[state.eligible]:
        _fail("ranking", "must be the players who have played a personality")
    _check_places(state, _FACEOFF_REWARDS)
    if state.rewards >> POWER_REWARD & 1 and not state.power_row:
        _fail("rewards", "there is no power card")
    if state.power_taker != NO_SEAT and (
        state.rewards >> POWER_REWARD & 1 or state.power_taker not in state.places[: state.turn]
    ):
        _fail("power_taker", "must be somebody who had a reward")
    _check_rows(state, clock=ROW - 1, power_row=ROW - (state.power_taker != NO_SEAT))


def _check_places(state: State, rewards: int) -> None:
    """Who has had a reward has taken one at most, and the next must choose."""
    if state.turn >= min(PLACES, len(state.places)) or state.waiting != 1 << state.places[state.turn]:
        _fail("waiting", "must be the player whose place is to be rewarded")
    left = state.rewards
    if left & ~rewards or left.bit_count() < PLACES - 1 - state.turn:
        _fail("rewards", "must be those that are left")
    if len(phases.legal(state, state.places[state.turn])) < 2:
        _fail("rewards", "leave no choice")


def _check_aviator(state: State) -> None:
    seat = _check_turn(state, state.turn)
    _check_face_off(state, equipped=True, chosen=False)
    _check_no_rewards(state)
    cards = state.rules.cards
    for other in turn_order(state)[: state.turn]:
        if state.personality[other] != NO_CARD or state.equipment[other] != NO_CARD or state.down[other]:
            _fail(f"players[{other}]", "has cleaned up")
        if state.mods[other]:
            _fail(f"players[{other}].modifier", "must be 0 after cleaning up")
    personality, equipment = state.personality[seat], state.equipment[seat]
    if NO_CARD in (personality, equipment) or not cards.aviator[personality] or not cards.traveller[equipment]:
        _fail(f"players[{seat}]", "has not played an Aviator with a Traveller")
    _check_taker(state)


def _check_taker(state: State) -> None:
    taken = state.power_taker != NO_SEAT
    _check_rows(state, clock=ROW - 1, power_row=ROW - taken)
    if taken and len(state.power_row) >= ROW:
        _fail("power_taker", "has taken no card")


def _check_refilling_clock(state: State) -> None:
    _check_first(state)
    _check_refilling(state)
    if len(state.clock_mid) < 2 or len(state.clock_row) >= ROW:
        _fail("clock_middle", "leaves no choice")
    _check_taker(state)


def _check_refilling(state: State) -> None:
    if state.chosen != NO_CARD:
        _fail("chosen", "must be empty after the Violence Phase")
    _check_no_face_off(state)
    _check_no_builds(state)
    _check_no_rewards(state)
    _check_no_auction(state)
    _check_no_actions(state)


def _check_refilling_power(state: State) -> None:
    _check_refilling(state)
    if state.turn or state.power_taker == NO_SEAT or state.waiting != 1 << state.power_taker:
        _fail("power_taker", "must be the player who is waited for")
    if len(state.power_mid) < 2 or len(state.power_row) >= ROW:
        _fail("power_middle", "leaves no choice")
    _check_rows(state, power_row=ROW - 1)


# -- HQ Assault ------------------------------------------------------------------------------------------------------


def _check_assault(state: State) -> None:
    """An assault card was chosen and does not count yet."""
    if state.chosen == NO_CARD or state.rules.cards.kind[state.chosen] != ASSAULT:
        _fail("chosen", "must be an assault card")
    _check_no_face_off(state)
    _check_no_actions(state)
    _check_in_violence(state)


def _check_build_up(state: State) -> None:
    _check_commits(state)
    _check_no_builds(state)
    _check_no_auction(state)
    _check_assault(state)


def _check_market(state: State) -> None:
    _check_assault(state)
    _check_no_builds(state)
    if not state.rules.cards.is_market[state.chosen] or state.market == NO_CARD or state.turn:
        _fail("market", "must be a card that is auctioned")
    if (state.bid > 0) != (state.bidder != NO_SEAT) or (state.bid and state.passed >> state.bidder & 1):
        _fail("bidder", "must be who bid most, and has not passed")


def _check_bidding(state: State) -> None:
    _check_market(state)
    [seat] = SEATS_OF[state.waiting]
    if state.passed >> seat & 1 or seat == state.bidder or state.vp[seat] <= max(1, state.bid) - (state.bid > 0):
        _fail("waiting", "must be a player who can raise")
    if not state.bid:
        skipped = turn_order(state)[: turn_order(state).index(seat)]
        if state.passed != sum([1 << other for other in skipped]) or any(state.vp[other] for other in skipped):
            _fail("passed", "must be those before who have no tokens")
    elif state.bid > state.vp[state.bidder]:
        _fail("bid", "is more than the bidder has")


def _check_destination(state: State) -> None:
    _check_market(state)
    if state.bidder == NO_SEAT or state.waiting != 1 << state.bidder:
        _fail("waiting", "must be the bidder")
    if state.passed != state.rules.everyone & ~(1 << state.bidder):
        _fail("passed", "must be all others")


def _check_hq_reward(state: State) -> None:
    cards = state.rules.cards
    if state.chosen != NO_CARD or len(state.assaults) < cards.value[state.timing]:
        _fail("assaults", "must be as many as the timing card says")
    _check_no_face_off(state)
    _check_no_builds(state)
    _check_no_auction(state)
    _check_no_actions(state)
    _check_no_power_taker(state)
    ranked = [seat for seat in range(state.rules.seats) if state.stacks[seat] or not state.rules.army_needs_card]
    if sorted(state.places) != ranked:
        _fail("ranking", "must be all who can be ranked")
    _check_places(state, _HQ_REWARDS)
    reward = cards.hq_reward[cards.faction[state.hq]]
    if (state.rewards >> HQ_REWARD & 1 == 1) != (reward in state.hq_rewards):
        _fail("hq_rewards", "has the HQ's reward until it is taken")
    if state.rewards >> VC7_REWARD & 1 and not state.vc7:
        _fail("vc7", "has a card for each HQ")
    _check_rows(state, clock=ROW - 1)


# -- Draw Phase ------------------------------------------------------------------------------------------------------


def _check_draw_phase(state: State, turn: int, does: list[list[int]]) -> int:
    """The player in turn. ``does``: what each card does in this step."""
    seat = _check_turn(state, turn)
    _check_quiet(state)
    _check_rows(state)
    own = {*state.perms[seat], *state.hands[seat], *state.discards[seat], *state.destroyed}
    if len(set(state.used)) < len(state.used) or any(card not in own or not does[card] for card in state.used):
        _fail("used", "must be cards of the player whose actions were used")
    if len(set(state.late)) < len(state.late):
        _fail("drawn", "names a card twice")
    return seat


def _check_drawing(state: State) -> None:
    cards = state.rules.cards
    seat = _check_draw_phase(state, state.turn, cards.on_draw_phase)
    may = [card for card in state.perms[seat] if card not in state.used]
    may += state.hands[seat] + state.decks[seat] if state.hands[seat] else []
    if not any(cards.draw_action[card] for card in may):
        _fail("waiting", "must be a player who may have something to do")


def _check_end_of_turn(state: State) -> None:
    seat = _check_draw_phase(state, state.turn, state.rules.cards.on_end_turn)
    if state.late or len(phases.legal(state, seat)) < 2:
        _fail("waiting", "must be a player who has something to do")


def _check_over(state: State) -> None:
    if state.waiting or state.turn or state.rewards or state.places:
        _fail("waiting", "nobody is waited for after the end")
    _check_no_actions(state)
    _check_no_auction(state)
    _check_no_builds(state)


# -- abilities -------------------------------------------------------------------------------------------------------


def _check_ability(state: State) -> None:
    """An ability's program stands at an instruction that asks just this."""
    acting, actor = _expected(state)
    if state.acting != acting or state.actor != actor:
        _fail("ability.card", "must be the card whose turn it is")
    program = program_of(state, state.trigger, state.acting)
    if state.pc % WIDTH or state.pc >= len(program):
        _fail("ability.place", "is no place in the card's program")
    if state.target == NO_SEAT and _needs_target(program, state.pc):
        _fail("ability.target", "must be an opponent who was chosen")
    if state.target != NO_SEAT and state.target == actor:
        _fail("ability.target", "must be an opponent")
    asked = state.reacted & ((1 << REACTED_BITS) - 1)
    if (state.reacted and not state.rules.react) or state.reacted >> REACTED_BITS & ~asked:
        _fail("ability.shielded", "must be players who were asked")
    _check_asks_again(state)


def _expected(state: State) -> tuple[int, int]:
    """The card that acts and its owner, as they follow from the step; the step is checked, too."""
    trigger = state.trigger
    order = turn_order(state)
    if trigger in (ON_ASSAULT, AFTER_ASSAULT):
        _check_assault(state)
        _check_no_builds(state)
        _check_no_auction(state)
        return (state.chosen if trigger == ON_ASSAULT else state.hq), NO_SEAT
    if trigger == ON_WIN:
        _check_face_off(state, equipped=True)
        if sorted(state.places) != SEATS_OF[state.eligible] or not state.places or state.rewards:
            _fail("ranking", "must be the players who have played a personality")
        _check_no_power_taker(state)
        perms = state.perms[state.places[0]]
        return (perms[state.turn] if state.turn < len(perms) else NO_CARD), state.places[0]
    if state.turn >= state.rules.seats:
        _fail("turn", "is more than there are players")
    seat = order[state.turn]
    if trigger == ON_BUILD:
        _check_assault(state)
        _check_no_auction(state)
        _check_building(state, order)
        return state.builds[seat][0] // 3, seat
    if trigger in (ON_PERSONALITY, ON_EQUIPMENT):
        _check_face_off(state, equipped=trigger == ON_EQUIPMENT)
        _check_in_violence(state)
        return (state.personality if trigger == ON_PERSONALITY else state.equipment)[seat], seat
    if trigger not in (IN_DRAW_PHASE, AT_END_OF_TURN):
        _fail("ability.trigger", "must say what made it work")
    return _expected_action(state, seat), seat


def _check_building(state: State, order: list[int]) -> None:
    most = state.rules.cards.build_cards[state.hq]
    for place, other in enumerate(order):
        number = len(state.builds[other])
        if number > most or (place < state.turn and number) or (place == state.turn and not number):
            _fail(f"players[{other}].building", "does not fit whose turn it is")


def _expected_action(state: State, seat: int) -> int:
    """A card whose action the player uses in the Draw Phase: the last that was used."""
    cards = state.rules.cards
    waiting, state.waiting = state.waiting, 1 << seat
    does = cards.on_draw_phase if state.trigger == IN_DRAW_PHASE else cards.on_end_turn
    _check_draw_phase(state, state.turn, does)
    state.waiting = waiting
    return state.used[-1] if state.used else NO_CARD


def _needs_target(program: list[int], start: int) -> bool:
    """Whether an instruction from a place on may need a chosen opponent before it chooses one."""
    waiting, seen = [start], set[int]()
    while waiting:
        pc = waiting.pop()
        if pc in seen or pc >= len(program) or not program[pc]:
            continue
        seen.add(pc)
        op, who, n, arg = program[pc : pc + WIDTH]
        if op == Op.CHOOSE_OPPONENT:
            continue
        if op in _REACHING and Who.CHOSEN_OPPONENT in (who & 15, arg if op == Op.STEAL else Who.SELF):
            return True
        if op == Op.OPTION:
            waiting += [pc + WIDTH * (1 + option) for option in range(n)]
            continue
        if op != Op.JUMP:
            waiting.append(pc + WIDTH)
        if op in (Op.JUMP, Op.IF, Op.MAY, Op.PEEK):
            waiting.append(arg)
    return False


_REACHING: Final = (Op.DRAW, Op.DISCARD, Op.VP, Op.STEAL, Op.SCRUB, Op.MOD, Op.LOOK, Op.KICK_HQ)


def _check_asks_again(state: State) -> None:
    """Taken up again where it stands, the program asks the same and does nothing else."""
    copy = state.clone()
    events: list[Event] = []
    ended = abilities.resume(copy, events)
    if ended or any(event[0] != TOP_LOOKED_AT for event in events[:-1]) or _registers(copy) != _registers(state):
        _fail("ability", "does not ask this player")


def _registers(state: State) -> tuple[int, ...]:
    step = (state.phase, state.waiting, state.turn, *state.known_top)
    return (*step, state.trigger, state.acting, state.actor, state.pc, state.target, state.todo, state.reacted)


_CHECKED: Final[dict[int, Callable[[State], None]]] = {
    CHOOSE_FACTION: _check_choosing_faction,
    MULLIGAN: _check_mulligan,
    CHOOSE_CLOCK: _check_choosing_clock,
    PERSONALITY: _check_personality,
    EQUIPMENT: _check_equipment,
    ABILITY: _check_ability,
    FACEOFF_REWARD: _check_faceoff_reward,
    AVIATOR: _check_aviator,
    REFILL_CLOCK: _check_refilling_clock,
    REFILL_POWER: _check_refilling_power,
    BUILD_UP: _check_build_up,
    BID: _check_bidding,
    DESTINATION: _check_destination,
    HQ_REWARD_PHASE: _check_hq_reward,
    DRAW_ACTIONS: _check_drawing,
    END_OF_TURN: _check_end_of_turn,
    GAME_OVER: _check_over,
}


def _fail(where: str, what: str) -> None:
    raise MalformedPosition(f"{where}: {what}")
