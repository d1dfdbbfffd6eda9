"""What each card was seen to do in matches that are played at random, and what it could be seen to do.

What a card can be seen to do follows from the box alone: it is played, every instruction of its programs has its
effect, and what it does all the time changes a total, blocks an attack or raises a limit.
"""

import random
from collections.abc import Sequence
from typing import Final

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.faceoff.abilities.current_ability import LOCATION_OF_TRIGGER
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import (
    AS_EQUIPMENT,
    AS_PERSONALITY,
    KIND_ASSAULT,
    KIND_BONUS,
    KIND_HQ,
    KIND_HQ_REWARD,
    KIND_MARKET,
    KIND_POWER,
    KIND_SCRUB,
    KIND_STARTER,
    KIND_TIMING,
    KIND_VC,
    KIND_VC7,
    LOCATION_FACEOFF,
    LOCATION_HQ,
    LOCATIONS,
    Op,
)
from services.rulesets.faceoff.play.draw_phase import HAND_LIMIT
from services.rulesets.faceoff.play.options import OPTIONS
from services.rulesets.faceoff.power.conditions import holds
from services.rulesets.faceoff.power.pairing import pairs
from services.rulesets.faceoff.power.totals import sheltered, sieges
from services.rulesets.faceoff.ruleset import RULESET, FaceOff
from services.rulesets.faceoff.table import events as told
from services.rulesets.faceoff.table.actions import (
    ACTION_BUILD,
    ACTION_CHOOSE_CLOCK,
    ACTION_PLACE,
    ACTION_PLAY,
    ACTION_REFILL,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC7,
    ACTION_USE,
    ACTIONS_PER_KIND,
    entries_of,
)
from services.rulesets.faceoff.table.state import (
    NO_SEAT,
    TRIGGER_BUILD_UP,
    TRIGGER_EQUIPMENT,
    TRIGGER_PERSONALITY,
    State,
)

PLAYED: Final = "played"
EAGERNESS: Final = 0.7
"""How often players do something that shows something new, if they can."""
_BASIC: Final = {
    KIND_STARTER: PLAYED,
    KIND_POWER: PLAYED,
    KIND_MARKET: PLAYED,
    KIND_VC: "taken",
    KIND_VC7: "taken",
    KIND_BONUS: "taken",
    KIND_HQ_REWARD: "taken",
    KIND_HQ: "active",
    KIND_TIMING: "active",
    KIND_ASSAULT: "chosen",
    KIND_SCRUB: "gained",
}
"""What every card of a kind is seen to do first of all."""
_SEEN_BY: Final = {
    Op.DRAW: told.EVENT_DREW,
    Op.DISCARD: told.EVENT_DISCARDED,
    Op.DESTROY: told.EVENT_DESTROYED,
    Op.VP: told.EVENT_VP_CHANGED,
    Op.STEAL: told.EVENT_VP_CHANGED,
    Op.SCRUB: told.EVENT_SCRUB_GAINED,
    Op.MOD: told.EVENT_POWER_MODIFIED,
    Op.PEEK: told.EVENT_TOP_LOOKED_AT,
    Op.LOOK: told.EVENT_HAND_LOOKED_AT,
    Op.RECALL: told.EVENT_RECALLED,
    Op.MOVE_TO_HQ: told.EVENT_MOVED_TO_HQ,
    Op.KICK_HQ: told.EVENT_KICKED,
    Op.PLACE: told.EVENT_VICTORY_PLACED,
    Op.PAY_DISCARD: told.EVENT_DISCARDED,
    Op.PAY_VP: told.EVENT_VP_CHANGED,
    Op.DESTROY_THIS: told.EVENT_DESTROYED,
    Op.CHOOSE_OPPONENT: told.EVENT_TARGET_CHOSEN,
    Op.MAY: told.EVENT_ANSWERED,
    Op.OPTION: told.EVENT_OPTION_CHOSEN,
}
"""The event by which an instruction is seen to have its effect."""
_PLACES: Final = {LOCATION_FACEOFF: "in a Face Off", LOCATION_HQ: "in the HQ"}
_REVEALED: Final = (TRIGGER_PERSONALITY, TRIGGER_EQUIPMENT, TRIGGER_BUILD_UP)
_ENDS: Final = (
    told.EVENT_TOTALS,
    told.EVENT_ADDED_TO_HQ,
    told.EVENT_CLEANED_UP,
    told.EVENT_ASSAULT_COUNTED,
    told.EVENT_ASKED,
    told.EVENT_AWAITED,
)
"""What is told after an ability."""


def _by_effect(op: int, place: str) -> str:
    return f"{Op(op).name} {place}".strip()


class Coverage:
    """What the cards of a box were seen to do."""

    def __init__(self, ruleset: FaceOff = RULESET) -> None:
        self.ruleset = ruleset
        self.cards = ruleset.cards
        self.wanted = [self._wanted(card) for card in range(self.cards.n)]
        self.seen: list[set[str]] = [set() for _ in range(self.cards.n)]
        self.matches = 0
        self._acting: tuple[int, str] | None = None
        self._assault = NO_CARD
        self._flying = NO_SEAT

    # -- what could be seen ------------------------------------------------------------------------------------------

    def _wanted(self, card: int) -> set[str]:
        cards = self.cards
        wanted = {_BASIC[cards.kind[card]], *self._effects(card), *self._permanent(card)}
        if cards.aviator[card]:
            wanted.add("flies to the HQ")
        if cards.traveller[card]:
            wanted.add("carries an Aviator")
        if cards.entries[card].get("combos"):
            wanted.add("combo")
        if cards.is_market[card]:
            wanted.add("market")
        if cards.vp[card] < 0 or cards.placeable[card]:
            wanted.add("scored")
        return wanted

    def _effects(self, card: int) -> set[str]:
        cards = self.cards
        programs = [(cards.on_reveal[place][card], _PLACES[place]) for place in LOCATIONS]
        elsewhere = (cards.on_draw_phase, cards.on_end_turn, cards.on_assault, cards.after_assault, cards.on_win)
        programs += [(by_card[card], "") for by_card in elsewhere]
        return {
            _by_effect(op, place)
            for program, place in programs
            for op in program[::INSTRUCTION_WIDTH]
            if Op(op) in _SEEN_BY
        }

    def _permanent(self, card: int) -> set[str]:
        cards = self.cards
        found = {f"shield {_PLACES[place]}" for place in LOCATIONS if cards.shield[place][card]}
        for name, has in (
            ("shelter", cards.shelter[card]),
            ("siege", cards.siege[card]),
            ("power at the HQ", cards.hq_all[card] or cards.hq_own[card]),
            ("power in a Face Off", cards.faceoff_mod[card]),
            ("hand limit", cards.hand_limit[card]),
            ("two cards", cards.build_cards[card] > 1),
            ("every faction", "wild_faction" in str(cards.entries[card].get("abilities", ""))),
        ):
            if has:
                found.add(name)
        return found

    def missing(self) -> dict[str, list[str]]:
        """What was not seen, by card."""
        both = zip(self.cards.ids, self.wanted, self.seen, strict=True)
        return {id: sorted(wanted - seen) for id, wanted, seen in both if wanted - seen}

    # -- what is seen ------------------------------------------------------------------------------------------------

    def play(self, seats: int, number: int, **options: OptionValue) -> None:
        """Watch a match of players who play anything, though rather what concerns a card that has not shown
        everything."""
        ruleset = self.ruleset
        wanted = self._wanted_now()
        chance = SeededChance(number.to_bytes(32, "big"))
        state, events = ruleset.start(seats, complete(options, OPTIONS), chance)
        self._watch(state, events)
        dice = random.Random(number)
        while pending := ruleset.pending(state):
            seat = dice.choice(pending)
            legal = ruleset.legal(state, seat)
            eager = [action for action in legal if self._concerned(action) & wanted]
            action = dice.choice(eager if eager and dice.random() < EAGERNESS else legal)
            self._watch(state, ruleset.play(state, seat, action))
        self.matches += 1

    def _wanted_now(self) -> set[int]:
        """The cards that have not shown everything, and those that they need to show it: attacks on a Shield or a
        Traveller with an Aviator."""
        cards = self.cards
        found = set()
        for card in range(cards.n):
            missing = self.wanted[card] - self.seen[card]
            if missing:
                found.add(card)
            if any(thing.startswith("shield") for thing in missing):
                found |= {other for other in range(cards.n) if "attack" in str(cards.entries[other].get("abilities"))}
            if "flies to the HQ" in missing:
                found |= {other for other in range(cards.n) if cards.traveller[other]}
            if "carries an Aviator" in missing:
                found |= {other for other in range(cards.n) if cards.aviator[other]}
        return found

    def _concerned(self, action: int) -> set[int]:
        """The cards that an action plays or takes."""
        if action >= ACTION_BUILD:
            return {entry // PLAYED_AS for entry in entries_of(action)}
        return (
            {action % ACTIONS_PER_KIND}
            if action // ACTIONS_PER_KIND * ACTIONS_PER_KIND
            in (
                ACTION_CHOOSE_CLOCK,
                ACTION_PLAY,
                ACTION_TAKE_POWER,
                ACTION_TAKE_VC7,
                ACTION_REFILL,
                ACTION_PLACE,
                ACTION_USE,
            )
            else set()
        )

    def _see(self, card: int, what: str) -> None:
        self.seen[card].add(what)

    def _watch(self, state: State, events: Sequence[Event]) -> None:
        for event in events:
            self._watch_cards(state, event)
            self._watch_ability(state, event)
            if event[0] == told.EVENT_TOTALS and event[1] == LOCATION_FACEOFF and state.places:
                self._watch_face_off(state)
            elif event[0] == told.EVENT_TOTALS and event[1] == LOCATION_HQ:
                self._watch_armies(state)
            elif event[0] == told.EVENT_SHIELDED:
                self._watch_shields(state, event[1])
            elif event[0] == told.EVENT_ROUND_ENDED:
                self._watch_hands(state)

    def _watch_cards(self, state: State, event: Event) -> None:
        kind, rest = event[0], event[1:]
        if kind == told.EVENT_REVEALED and rest[1] == told.REVEAL_PLAYED:
            self._see(rest[2], PLAYED)
        elif kind == told.EVENT_BUILD_REVEALED:
            for entry in rest[1:]:
                self._see(entry // 3, PLAYED)
            if len(rest) > 2:
                self._see(state.hq, "two cards")
        elif kind == told.EVENT_TABLE_SET:
            self._see(rest[1], "active")
            self._see(rest[2], "active")
        elif kind == told.EVENT_HQ_REVEALED:
            self._see(rest[0], "active")
            self._see(rest[1], "active")
        elif kind == told.EVENT_REWARD_TAKEN and rest[2] != NO_CARD:
            self._see(rest[2], "taken")
        elif kind == told.EVENT_CLOCK_CHOSEN:
            self._see(rest[1], "chosen")
            self._assault = rest[1]
        elif kind in (told.EVENT_BID_MADE, told.EVENT_MARKET_UNSOLD):
            self._see(self._assault, "market")
        elif kind == told.EVENT_SCRUB_GAINED:
            self._see(rest[1], "gained")
        elif kind == told.EVENT_AVIATOR_MOVED:
            self._see(rest[1], "flies to the HQ")
            self._flying = rest[0]
        elif kind == told.EVENT_VICTORY_PLACED:
            self._see(rest[1], _by_effect(Op.PLACE, ""))
        elif kind == told.EVENT_CLEANED_UP and rest[0] == self._flying:
            for card in rest[1:]:
                if self.cards.traveller[card]:
                    self._see(card, "carries an Aviator")
            self._flying = NO_SEAT

    def _watch_ability(self, state: State, event: Event) -> None:
        """What is told between the beginning of an ability and the next step is what it does."""
        kind = event[0]
        if kind == told.EVENT_ABILITY_BEGAN:
            self._acting = event[2], _PLACES[LOCATION_OF_TRIGGER[event[3]]] if event[3] in _REVEALED else ""
        elif kind == told.EVENT_GAME_ENDED:
            for own in state.hands + state.decks + state.discards + state.front + state.dealt:
                for card in own:
                    self._see(card, "scored")
        elif kind in _ENDS:
            self._acting = None
        elif self._acting is not None:
            card, place = self._acting
            for op, seen_by in _SEEN_BY.items():
                if kind == seen_by:
                    self._see(card, _by_effect(op, place))

    def _watch_face_off(self, state: State) -> None:
        for seat in range(state.rules.seats):
            personality, equipment = state.personality[seat], state.equipment[seat]
            if personality == NO_CARD:
                continue
            for reward in state.perms[seat]:
                if self.cards.faceoff_mod[reward]:
                    self._see(reward, "power in a Face Off")
            if equipment != NO_CARD:
                self._watch_pair(personality, equipment)

    def _watch_pair(self, personality: int, equipment: int) -> None:
        for card, other in ((personality, equipment), (equipment, personality)):
            for combo in self.cards.entries[card].get("combos", []):
                if combo["bonus"] <= self.cards.pair[personality][equipment]:
                    self._see(card, "combo")
                    if "faction" in combo["when"]:
                        self._see(other, "every faction")

    def _watch_armies(self, state: State) -> None:
        cards = self.cards
        for seat, stack in enumerate(state.stacks):
            people = [entry // 3 for entry in stack if entry % 3 == AS_PERSONALITY]
            things = [entry // 3 for entry in stack if entry % 3 == AS_EQUIPMENT]
            for one, other in pairs(cards.pair, people, things):
                self._watch_pair(one, other)
            for card in [state.hq, *state.perms[seat]]:
                amounts = cards.hq_all[card] or cards.hq_own[card]
                if amounts and any(amounts[entry] for entry in stack):
                    self._see(card, "power at the HQ")
            if not any(any(siege[entry] for entry in stack) for siege in sieges(state, seat)):
                continue
            if sheltered(state, seat):
                self._watch_shelter(state, seat)
            else:
                self._watch_sieges(state, seat)

    def _watch_shelter(self, state: State, seat: int) -> None:
        for entry in state.stacks[seat]:
            card = entry // 3
            if self.cards.shelter[card] and holds(state, seat, *self.cards.shelter_cond[card]):
                self._see(card, "shelter")

    def _watch_sieges(self, state: State, seat: int) -> None:
        for other, stack in enumerate(state.stacks):
            for entry in stack if other != seat else []:
                siege = self.cards.siege[entry // 3]
                if siege and any(siege[each] for each in state.stacks[seat]):
                    self._see(entry // 3, "siege")

    def _watch_shields(self, state: State, seat: int) -> None:
        """Whichever card of the player in play has a Shield here."""
        for card in (state.personality[seat], state.equipment[seat]):
            if card != NO_CARD and self.cards.shield[LOCATION_FACEOFF][card]:
                self._see(card, "shield in a Face Off")
        for entry in state.stacks[seat] + state.builds[seat]:
            if self.cards.shield[LOCATION_HQ][entry // 3]:
                self._see(entry // 3, "shield in the HQ")

    def _watch_hands(self, state: State) -> None:
        for seat, hand in enumerate(state.hands):
            for reward in state.perms[seat]:
                if self.cards.hand_limit[reward] and len(hand) > HAND_LIMIT:
                    self._see(reward, "hand limit")


def fuzz(most: int, ruleset: FaceOff = RULESET) -> Coverage:
    """Random matches of all sizes, until everything was seen or so many were played."""
    coverage = Coverage(ruleset)
    while coverage.matches < most and coverage.missing():
        seats = 2 + coverage.matches % 4
        timing = "longer" if coverage.matches % 8 >= 4 else "chart"
        coverage.play(seats, coverage.matches, factions="base4_robots", timing=timing)
    return coverage
