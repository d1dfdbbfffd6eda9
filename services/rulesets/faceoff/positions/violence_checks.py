"""Whether a Face Off or an HQ Assault in progress can be one of this game."""

from typing import Final

from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.vocabulary import KIND_ASSAULT
from services.rulesets.faceoff.play import phases
from services.rulesets.faceoff.play.rewards import REWARDED_PLACES
from services.rulesets.faceoff.positions.basic_checks import (
    check_commits,
    check_first,
    check_no_actions,
    check_no_auction,
    check_no_builds,
    check_no_face_off,
    check_no_power_taker,
    check_no_rewards,
    check_rows,
    check_turn,
    fail,
)
from services.rulesets.faceoff.table.events import REWARD_CLOCK, REWARD_HQ, REWARD_POWER, REWARD_VC7, REWARD_VP
from services.rulesets.faceoff.table.state import NO_SEAT, PHASE_AVIATOR, ROW_SIZE, SEATS_OF, State, turn_order

_FACEOFF_REWARDS: Final = 1 << REWARD_CLOCK | 1 << REWARD_POWER | 1 << REWARD_VP
_HQ_REWARDS: Final = 1 << REWARD_VC7 | 1 << REWARD_HQ | 1 << REWARD_VP


# -- Face Off --------------------------------------------------------------------------------------------------------


def check_face_off(state: State, *, equipped: bool, chosen: bool = True) -> None:
    """What has been played so far. ``equipped``: the Equipment step is over; ``chosen``: nobody has the clock card
    yet."""
    cards = state.rules.cards
    if (state.chosen != NO_CARD) != chosen or (chosen and cards.kind[state.chosen] == KIND_ASSAULT):
        fail("chosen", "must be the card that is fought for")
    check_no_builds(state)
    check_no_auction(state)
    check_no_actions(state)
    played = 0
    for seat in range(state.rules.seats):
        where = f"players[{seat}]"
        personality, equipment = state.personality[seat] != NO_CARD, state.equipment[seat] != NO_CARD
        played |= personality << seat
        steps = 2 if equipped else 1
        if personality + equipment + len(state.down[seat]) > steps or (equipment and not equipped):
            fail(where, "has played more than a card in each step")
        if equipment and not personality and not state.rules.equipment_alone:
            fail(f"{where}.equipment", "needs a personality")
    if state.phase == PHASE_AVIATOR:
        played |= state.eligible & sum([1 << seat for seat in turn_order(state)[: state.turn]])
    if state.eligible != played:
        fail("players", "are ranked if they have played a personality")


def check_personality(state: State) -> None:
    """All commit a personality (FO-068)."""
    check_commits(state)
    if any(state.down) or any(state.mods):
        fail("players", "have played nothing yet")
    check_no_face_off(state)
    check_face_off(state, equipped=False)
    check_in_violence(state)


def check_equipment(state: State) -> None:
    """All commit an equipment (FO-077)."""
    check_commits(state)
    check_face_off(state, equipped=False)
    check_in_violence(state)


def check_in_violence(state: State) -> None:
    """Nothing is being given yet, and the clock card is away from its row."""
    check_no_rewards(state)
    check_no_power_taker(state)
    check_rows(state, clock=ROW_SIZE - 1)


def check_faceoff_reward(state: State) -> None:
    """A place of a Face Off chooses a reward (FO-085)."""
    check_face_off(state, equipped=True, chosen=state.rewards >> REWARD_CLOCK & 1 == 1)
    if sorted(state.places) != SEATS_OF[state.eligible]:
        fail("ranking", "must be the players who have played a personality")
    _check_places(state, _FACEOFF_REWARDS)
    if state.rewards >> REWARD_POWER & 1 and not state.power_row:
        fail("rewards", "there is no power card")
    if state.power_taker != NO_SEAT and (
        state.rewards >> REWARD_POWER & 1 or state.power_taker not in state.places[: state.turn]
    ):
        fail("power_taker", "must be somebody who had a reward")
    check_rows(state, clock=ROW_SIZE - 1, power_row=ROW_SIZE - (state.power_taker != NO_SEAT))


def _check_places(state: State, rewards: int) -> None:
    """Who has had a reward has taken one at most, and the next must choose."""
    if state.turn >= min(REWARDED_PLACES, len(state.places)) or state.waiting != 1 << state.places[state.turn]:
        fail("waiting", "must be the player whose place is to be rewarded")
    left = state.rewards
    if left & ~rewards or left.bit_count() < REWARDED_PLACES - 1 - state.turn:
        fail("rewards", "must be those that are left")
    if len(phases.legal(state, state.places[state.turn])) < 2:
        fail("rewards", "leave no choice")


def check_aviator(state: State) -> None:
    """A player decides about an Aviator (FO-061)."""
    seat = check_turn(state, state.turn)
    check_face_off(state, equipped=True, chosen=False)
    check_no_rewards(state)
    cards = state.rules.cards
    for other in turn_order(state)[: state.turn]:
        if state.personality[other] != NO_CARD or state.equipment[other] != NO_CARD or state.down[other]:
            fail(f"players[{other}]", "has cleaned up")
        if state.mods[other]:
            fail(f"players[{other}].modifier", "must be 0 after cleaning up")
    personality, equipment = state.personality[seat], state.equipment[seat]
    if NO_CARD in (personality, equipment) or not cards.aviator[personality] or not cards.traveller[equipment]:
        fail(f"players[{seat}]", "has not played an Aviator with a Traveller")
    _check_taker(state)


def _check_taker(state: State) -> None:
    taken = state.power_taker != NO_SEAT
    check_rows(state, clock=ROW_SIZE - 1, power_row=ROW_SIZE - taken)
    if taken and len(state.power_row) >= ROW_SIZE:
        fail("power_taker", "has taken no card")


def check_refilling_clock(state: State) -> None:
    """The first player refills the Clock row (FO-091)."""
    check_first(state)
    _check_refilling(state)
    if len(state.clock_mid) < 2 or len(state.clock_row) >= ROW_SIZE:
        fail("clock_middle", "leaves no choice")
    _check_taker(state)


def _check_refilling(state: State) -> None:
    if state.chosen != NO_CARD:
        fail("chosen", "must be empty after the Violence Phase")
    check_no_face_off(state)
    check_no_builds(state)
    check_no_rewards(state)
    check_no_auction(state)
    check_no_actions(state)


def check_refilling_power(state: State) -> None:
    """Who took a power card refills the Power row (FO-092)."""
    _check_refilling(state)
    if state.turn or state.power_taker == NO_SEAT or state.waiting != 1 << state.power_taker:
        fail("power_taker", "must be the player who is waited for")
    if len(state.power_mid) < 2 or len(state.power_row) >= ROW_SIZE:
        fail("power_middle", "leaves no choice")
    check_rows(state, power_row=ROW_SIZE - 1)


# -- HQ Assault ------------------------------------------------------------------------------------------------------


def check_assault(state: State) -> None:
    """An assault card was chosen and does not count yet."""
    if state.chosen == NO_CARD or state.rules.cards.kind[state.chosen] != KIND_ASSAULT:
        fail("chosen", "must be an assault card")
    check_no_face_off(state)
    check_no_actions(state)
    check_in_violence(state)


def check_build_up(state: State) -> None:
    """All commit cards for their armies (FO-097)."""
    check_commits(state)
    check_no_builds(state)
    check_no_auction(state)
    check_assault(state)


def _check_market(state: State) -> None:
    check_assault(state)
    check_no_builds(state)
    if not state.rules.cards.is_market[state.chosen] or state.market == NO_CARD or state.turn:
        fail("market", "must be a card that is auctioned")
    if (state.bid > 0) != (state.bidder != NO_SEAT) or (state.bid and state.passed >> state.bidder & 1):
        fail("bidder", "must be who bid most, and has not passed")


def check_bidding(state: State) -> None:
    """A player bids (FO-104)."""
    _check_market(state)
    [seat] = SEATS_OF[state.waiting]
    if state.passed >> seat & 1 or seat == state.bidder or state.vp[seat] <= max(1, state.bid) - (state.bid > 0):
        fail("waiting", "must be a player who can raise")
    if not state.bid:
        skipped = turn_order(state)[: turn_order(state).index(seat)]
        if state.passed != sum([1 << other for other in skipped]) or any(state.vp[other] for other in skipped):
            fail("passed", "must be those before who have no tokens")
    elif state.bid > state.vp[state.bidder]:
        fail("bid", "is more than the bidder has")


def check_destination(state: State) -> None:
    """A player puts the bought card away (FO-108)."""
    _check_market(state)
    if state.bidder == NO_SEAT or state.waiting != 1 << state.bidder:
        fail("waiting", "must be the bidder")
    if state.passed != state.rules.everyone & ~(1 << state.bidder):
        fail("passed", "must be all others")


def check_hq_reward(state: State) -> None:
    """A place chooses a reward of the HQ (FO-115)."""
    cards = state.rules.cards
    if state.chosen != NO_CARD:
        fail("chosen", "must be counted among the assaults")
    check_no_face_off(state)
    check_no_builds(state)
    check_no_auction(state)
    check_no_actions(state)
    check_no_power_taker(state)
    ranked = [seat for seat in range(state.rules.seats) if state.stacks[seat] or not state.rules.army_needs_card]
    if sorted(state.places) != ranked:
        fail("ranking", "must be all who can be ranked")
    _check_places(state, _HQ_REWARDS)
    reward = cards.hq_reward[cards.faction[state.hq]]
    if (state.rewards >> REWARD_HQ & 1 == 1) != (reward in state.hq_rewards):
        fail("hq_rewards", "has the HQ's reward until it is taken")
    if state.rewards >> REWARD_VC7 & 1 and not state.vc7:
        fail("vc7", "has a card for each HQ")
    check_rows(state, clock=ROW_SIZE - 1)
