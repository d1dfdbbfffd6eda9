"""The end of a match and its result (FO-125 to FO-136)."""

from services.engine.event_table import Event
from services.engine.ruleset import Outcome, SeatResult
from services.rulesets.faceoff.cards.cards import NO_CARD, NO_SET
from services.rulesets.faceoff.play import scoring
from services.rulesets.faceoff.table.events import (
    END_COMPLETE_SET,
    EVENT_DEALT_SHOWN,
    EVENT_GAME_ENDED,
    EVENT_SCORED,
    EVENT_SET_COMPLETED,
)
from services.rulesets.faceoff.table.state import NO_SEAT, PHASE_GAME_OVER, State


def owned(state: State, seat: int) -> list[int]:
    """Every card of a player, wherever it is."""
    in_play = [card for card in (state.personality[seat], state.equipment[seat]) if card != NO_CARD]
    in_stack = [entry // 3 for entry in state.stacks[seat] + state.builds[seat]]
    return (
        state.decks[seat]
        + state.hands[seat]
        + state.discards[seat]
        + state.down[seat]
        + state.front[seat]
        + state.dealt[seat]
        + state.perms[seat]
        + in_play
        + in_stack
    )


def sets_in_play(state: State) -> list[int]:
    """The factions whose victory cards are in the match, ascending."""
    return sorted([*state.factions, state.rules.cards.heathen])


def gain_victory(state: State, seat: int, card: int, events: list[Event]) -> bool:
    """A victory or bonus card goes to a player's discard pile (FO-031, FO-R36). True: that completes a set, and the
    match ends at once (FO-125, FO-R65)."""
    state.discards[seat].append(card)
    cards = state.rules.cards
    if cards.set_of[card] == NO_SET or not scoring.holds_set(cards, owned(state, seat), cards.set_of[card]):
        return False
    events.append((EVENT_SET_COMPLETED, seat, cards.set_of[card]))
    end_game(state, END_COMPLETE_SET, events)
    return True


def end_game(state: State, reason: int, events: list[Event]) -> None:
    """Count the scores (FO-128 to FO-135)."""
    state.phase = PHASE_GAME_OVER
    state.waiting = 0
    state.turn = 0
    state.places = []
    state.rewards = 0
    scores, ranks = _scores(state)
    events += [(EVENT_DEALT_SHOWN, seat, *cards) for seat, cards in enumerate(state.dealt)]
    sets = sets_in_play(state)
    for seat, (total, parts) in enumerate(scores):
        by_set = [number for pair in zip(sets, parts, strict=False) for number in pair]
        events.append((EVENT_SCORED, seat, total, len(sets), *by_set, *parts[len(sets) :]))
    events.append((EVENT_GAME_ENDED, reason, *[seat for seat, rank in enumerate(ranks) if rank == 1]))


def completed_by(state: State) -> int:
    """The player with all seven cards of a set, or ``NO_SEAT``."""
    cards = state.rules.cards
    for seat in range(state.rules.seats):
        own = owned(state, seat)
        if any(scoring.holds_set(cards, own, number) for number in sets_in_play(state)):
            return seat
    return NO_SEAT


def _scores(state: State) -> tuple[list[scoring.Score], list[int]]:
    """Each player's score, and each player's rank."""
    rules = state.rules
    piles = [owned(state, seat) for seat in range(rules.seats)]
    scores = scoring.score(rules.cards, sets_in_play(state), piles, state.vp, completed_by(state))
    return scores, scoring.ranks(rules.cards, [score.total for score in scores], piles, rules.final_tie, state.first)


def outcome(state: State) -> Outcome | None:
    """The result, or None before the end of the match."""
    if state.phase != PHASE_GAME_OVER:
        return None
    cards = state.rules.cards
    names = scoring.parts(cards, sets_in_play(state))
    scores, ranks = _scores(state)
    results = tuple(
        SeatResult(seat, ranks[seat], score.total, tuple(zip(names, score.parts, strict=True)))
        for seat, score in enumerate(scores)
    )
    return Outcome(results, _reason(state))


def _reason(state: State) -> str:
    if completed_by(state) != NO_SEAT:
        return "complete_set"
    if not state.hq_deck and len(state.assaults) >= state.rules.cards.value[state.timing]:
        return "all_hqs_cracked"
    return "clock_empty"
