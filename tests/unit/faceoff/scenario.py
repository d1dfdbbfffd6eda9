"""Laying out a position in the game's words, and playing on from it: for tests, puzzles and bug reports.

    table = Scenario(2).hand("A", "billy_the_kid", "banner").hand("B", "tomo_sukesada", "goemons_chain_whip").begin()
    table.play("A", "clock ninjas_vc3")
    table.play("A", "play billy_the_kid").play("B", "play tomo_sukesada")

Players are A to E, seats 0 to 4, and play the factions in the order of the catalogue unless others are named: Cowboys,
Ninjas and so on. Cards are named by their ids. Decks are named top first, piles and stacks bottom first. What is not
laid out is filled in from the cards of the match in catalogue order: a player's starter cards in the deck, two victory
cards dealt to each, everything else in the trees and decks where it begins.
"""

from collections.abc import Sequence

from services.engine.options import complete
from services.engine.ruleset import JsonObject, OptionValue
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS
from services.rulesets.faceoff.notation.actions import notations
from services.rulesets.faceoff.play.options import OPTIONS, rules_for
from services.rulesets.faceoff.ruleset import RULESET, FaceOff
from services.rulesets.faceoff.table.enum_words import PLAYED_AS_WORDS
from services.rulesets.faceoff.table.rules import STARTING_VP, VICTORY_CARDS_DEALT
from services.rulesets.faceoff.table.state import MIDDLE_SIZE, ROW_SIZE
from tests.unit.faceoff.played_table import PlayedTable, seat_of


class Scenario:
    """A position at the beginning of a round, or at the mulligans, being laid out. Every method returns the scenario,
    so that they can be chained."""

    def __init__(self, players: int, *factions: str, ruleset: FaceOff = RULESET, **options: OptionValue) -> None:
        """``factions``: each player's, if not those of the catalogue in order. ``options``: those that differ from
        their default."""
        self.ruleset = ruleset
        self._cards = cards = ruleset.cards
        self._options = complete(options, OPTIONS)
        rules = rules_for(cards, players, self._options)
        chosen = [cards.factions.index(name) for name in factions] or rules.factions[:players]
        self._seats = players
        self._factions = chosen
        self._starters = [cards.starters[faction].copy() for faction in chosen]
        playing = sorted([*chosen, cards.heathen])
        self._clock = [card for faction in playing for card in cards.vcs[faction]] + cards.assaults[: rules.assaults]
        self._power = [card for faction in sorted(chosen) for card in cards.power_of[faction]]
        self._market = [card for faction in sorted(chosen) for card in cards.market_of[faction]]
        self._specials = cards.special_power.copy()
        # Heathen House cards that may be in the match, and how many of them must.
        self._optional = [
            (self._clock, cards.bonus.copy(), rules.bonus),
            (self._power, cards.heathen_power.copy(), rules.heathen_power),
            (self._market, cards.heathen_market.copy(), rules.heathen_market),
        ]
        self._drafted = [0, 0, 0]
        self._scrubs = cards.scrubs.copy()
        self._vc7 = [cards.vc7[faction] for faction in playing]
        self._hqs = [cards.hq[faction] for faction in sorted(chosen)]
        self._hq = cards.hq[cards.heathen]
        self._rewards = [cards.hq_reward[faction] for faction in playing]
        self._timings = rules.timing.copy()
        self._timing = NO_CARD
        self._done = 0
        self._top_market = cards.special_market
        self._removed: list[int] = []
        self._destroyed: list[int] = []
        self._assaults: list[int] = []
        self._row: list[int] = []
        self._middle: list[int] = []
        self._clock_top: list[int] = []
        self._power_row: list[int] = []
        self._power_middle: list[int] = []
        self._market_top: list[int] = []
        self._clock_left = self._power_left = -1
        self._vp = [STARTING_VP] * players
        piles: list[list[list[int]]] = [[[] for _ in range(players)] for _ in range(7)]
        self._hands, self._decks, self._discards, self._stacks, self._front, self._dealt, self._perms = piles
        self._whole_deck = [False] * players
        self._hand_named = [False] * players
        self._first = 0
        self._round = 1
        self._mulligans = False

    # -- players -----------------------------------------------------------------------------------------------------

    def hand(self, player: str, *cards: str) -> "Scenario":
        """A player's hand. Without this it is the first five starter cards."""
        self._hands[seat_of(player)] += self._take_all(cards)
        self._hand_named[seat_of(player)] = True
        return self

    def deck(self, player: str, *cards: str) -> "Scenario":
        """The topmost cards of a player's deck, top first; starter cards that are not laid out lie below."""
        self._decks[seat_of(player)] = self._take_all(cards)[::-1]
        return self

    def whole_deck(self, player: str, *cards: str) -> "Scenario":
        """All cards of a player's deck, top first; starter cards that are not laid out are destroyed."""
        self._whole_deck[seat_of(player)] = True
        return self.deck(player, *cards)

    def discards(self, player: str, *cards: str) -> "Scenario":
        """A player's discard pile."""
        self._discards[seat_of(player)] += self._take_all(cards)
        return self

    def stack(self, player: str, *entries: str) -> "Scenario":
        """A player's army near the HQ; a dual card says what it is played as, ``loyal_mustang/E``."""
        known = notations(self._cards).entry_of
        self._take_all([entry.partition("/")[0] for entry in entries])
        self._stacks[seat_of(player)] += [known[entry] for entry in entries]
        return self

    def front(self, player: str, *cards: str) -> "Scenario":
        """A player's placed victory and bonus cards."""
        self._front[seat_of(player)] += self._take_all(cards)
        return self

    def dealt(self, player: str, *cards: str) -> "Scenario":
        """The two victory cards that a player was dealt."""
        self._dealt[seat_of(player)] = self._take_all(cards)
        return self

    def rewards(self, player: str, *cards: str) -> "Scenario":
        """A player's HQ rewards."""
        self._perms[seat_of(player)] += self._take_all(cards)
        return self

    def vp(self, player: str, tokens: int) -> "Scenario":
        """A player's VP tokens."""
        self._vp[seat_of(player)] = tokens
        return self

    def first(self, player: str) -> "Scenario":
        """The first player."""
        self._first = seat_of(player)
        return self

    # -- the middle of the table ---------------------------------------------------------------------------------------

    def mulligans(self) -> "Scenario":
        """The starting hands have just been drawn."""
        self._mulligans = True
        return self.round(0)

    def round(self, number: int) -> "Scenario":
        """The round."""
        self._round = number
        return self

    def clock(self, *cards: str) -> "Scenario":
        """The Available Clock Row; the rest of it is filled up."""
        self._row = self._take_all(cards)
        return self

    def clock_middle(self, *cards: str) -> "Scenario":
        """The middle of the Clock tree."""
        self._middle = self._take_all(cards)
        return self

    def clock_deck(self, *cards: str) -> "Scenario":
        """The topmost cards of the Clock deck, top first."""
        self._clock_top = self._take_all(cards)
        return self

    def clock_cards_left(self, number: int) -> "Scenario":
        """How many cards row, middle and deck of the Clock tree have together; the others are out of the match."""
        self._clock_left = number
        return self

    def power(self, *cards: str) -> "Scenario":
        """The Available Power Row; the rest of it is filled up."""
        self._power_row = self._take_all(cards)
        return self

    def power_middle(self, *cards: str) -> "Scenario":
        """The middle of the Power tree."""
        self._power_middle = self._take_all(cards)
        return self

    def power_cards_left(self, number: int) -> "Scenario":
        """How many cards row, middle and deck of the Power tree have together; the others are out of the match."""
        self._power_left = number
        return self

    def market(self, *cards: str) -> "Scenario":
        """The Market card that lies face up, and those below it."""
        self._top_market, *self._market_top = self._take_all(cards)
        return self

    def hq(self, faction: str, timing: int, done: int = 1) -> "Scenario":
        """The active HQ with its timing card, after ``done`` others, Heathen House's first.

        Raises:
            ValueError: no player of the match has this faction, the timing card is not in the match, or not so many HQs
                can have been before.
        """
        cards = self._cards
        playing = {cards.factions[number]: cards.hq[number] for number in self._factions}
        if faction not in playing:
            raise ValueError(f"hq: {faction!r}: must be one of {', '.join(playing)}, which are played")
        if not 1 <= done <= self._seats:
            raise ValueError(f"hq: done: must be 1 to {self._seats}: Heathen House's is the first")
        others = [hq for name, hq in sorted(playing.items(), key=lambda named: named[1]) if name != faction]
        self._hq = playing[faction]
        self._hqs = [cards.hq[cards.heathen], *others]
        self._done = done
        return self.timing(timing)

    def last_hq(self, faction: str, timing: int) -> "Scenario":
        """The active HQ is the last."""
        return self.hq(faction, timing, done=self._seats)

    def timing(self, value: int) -> "Scenario":
        """The timing card of the active HQ.

        Raises:
            ValueError: the match has no timing card of this value, or not one more.
        """
        if self._timing != NO_CARD:
            self._timings.append(self._timing)
            self._timings.sort()
        fitting = [card for card in self._timings if self._cards.value[card] == value]
        if not fitting:
            values = ", ".join([str(self._cards.value[card]) for card in self._timings])
            raise ValueError(f"timing: {value}: must be one of {values}, which are in the match")
        self._timing = fitting[0]
        self._timings.remove(self._timing)
        return self

    def assaults(self, *cards: str) -> "Scenario":
        """The assault cards that count for the active HQ."""
        self._assaults = self._take_all(cards)
        return self

    def removed(self, *cards: str) -> "Scenario":
        """Cards out of the match."""
        self._removed += self._take_all(cards)
        return self

    # -- the position --------------------------------------------------------------------------------------------------

    def begin(self, seed: int = 0) -> "PlayedTable":
        """The position, ready to be played. ``seed``: of the chance from here on."""
        return PlayedTable(self.document(), seed, self.ruleset)

    def document(self) -> JsonObject:
        """The position as the JSON of the State message."""
        aside = self._draft_the_rest()
        timing = self._timing if self._timing != NO_CARD else self._timings.pop(0)
        self._put_away_done(timing)
        if self._top_market == NO_CARD:  # A Haunting Presence is laid out elsewhere
            self._top_market = self._market_top.pop(0) if self._market_top else self._market.pop(0)
        players = [self._player(seat) for seat in range(self._seats)]
        self._power = self._specials + self._power
        self._leave_out(self._clock, self._clock_left, self._row + self._middle + self._clock_top)
        self._leave_out(self._power, self._power_left, self._power_row + self._power_middle)
        return {
            "options": self._options,
            "phase": "PHASE_MULLIGAN" if self._mulligans else "PHASE_CHOOSE_CLOCK",
            "round": self._round,
            "first": self._first,
            "waiting": list(range(self._seats)) if self._mulligans else [self._first],
            "clock_row": self._ids(_filled(self._row, ROW_SIZE, self._clock)),
            "clock_middle": self._ids(_filled(self._middle, MIDDLE_SIZE, self._clock)),
            "clock_deck": self._ids(self._clock[::-1] + self._clock_top[::-1]),
            "power_row": self._ids(_filled(self._power_row, ROW_SIZE, self._power)),
            "power_middle": self._ids(_filled(self._power_middle, MIDDLE_SIZE, self._power)),
            "power_deck": self._ids(self._power[::-1]),
            "market": self._ids([self._top_market]),
            "market_deck": self._ids(self._market[::-1] + self._market_top[::-1]),
            "scrub_deck": self._ids(self._scrubs[::-1]),
            "hq": self._ids([self._hq]),
            "hq_deck": self._ids(self._hqs),
            "timing": self._ids([timing]),
            "timing_deck": self._ids(self._timings),
            "assaults": self._ids(self._assaults),
            "vc7": self._ids(self._vc7),
            "hq_rewards": self._ids(self._rewards),
            "removed": self._ids(self._removed),
            "destroyed": self._ids(self._destroyed),
            "aside": self._ids(aside),
            "players": players,
        }

    def _draft_the_rest(self) -> list[int]:
        """Bring in as many Heathen House cards as the chart says; the others, which stay aside."""
        aside: list[int] = []
        for place, (pile, left, wanted) in enumerate(self._optional):
            missing = wanted - self._drafted[place]
            if missing < 0:
                raise ValueError(f"{-missing} bonus, power or market cards of Heathen House more than the chart has")
            pile.extend(left[:missing])
            aside += left[missing:]
        return aside

    def _put_away_done(self, timing: int) -> None:
        """HQs that are done are out of the match, with their rewards and timing cards."""
        cards = self._cards
        for _ in range(self._done):
            hq = self._hqs.pop(0)
            reward = cards.hq_reward[cards.faction[hq]]
            self._removed.append(hq)
            self._removed.append(self._timings.pop(0))
            if reward in self._rewards:
                self._rewards.remove(reward)
                self._removed.append(reward)

    def _leave_out(self, pile: list[int], left: int, named: list[int]) -> None:
        while 0 <= left < len(pile) + len(named):
            self._removed.append(pile.pop())

    def _player(self, seat: int) -> JsonObject:
        starters = self._starters[seat]
        if not self._hand_named[seat]:
            self._hands[seat] = starters[:5]
            del starters[:5]
        if self._whole_deck[seat]:
            self._destroyed += starters
        else:
            self._decks[seat] = starters[::-1] + self._decks[seat]
        victory = [card for card in self._clock if self._cards.pieces[card]]
        while len(self._dealt[seat]) < VICTORY_CARDS_DEALT:
            self._dealt[seat].append(victory.pop(0))
            self._clock.remove(self._dealt[seat][-1])
        return {
            "faction": self._cards.factions[self._factions[seat]],
            "vp": self._vp[seat],
            "hand": self._ids(sorted(self._hands[seat])),
            "deck": self._ids(self._decks[seat]),
            "discards": self._ids(self._discards[seat]),
            "stack": self._ids([entry // PLAYED_AS for entry in self._stacks[seat]]),
            "stack_as": [PLAYED_AS_WORDS[entry % PLAYED_AS] for entry in self._stacks[seat]],
            "front": self._ids(self._front[seat]),
            "rewards": self._ids(self._perms[seat]),
            "dealt": self._ids(self._dealt[seat]),
        }

    def _ids(self, cards: Sequence[int]) -> list[str]:
        return [self._cards.ids[card] for card in cards]

    def _take_all(self, ids: Sequence[str]) -> list[int]:
        return [self._take(self._cards.index[id]) for id in ids]

    def _take(self, card: int) -> int:
        """Take a card from where it is before it is laid out."""
        for place, (_, left, _) in enumerate(self._optional):
            if card in left:
                left.remove(card)
                self._drafted[place] += 1
                return card
        if card == self._cards.special_market == self._top_market:
            self._top_market = NO_CARD
            return card
        piles = (*self._starters, self._clock, self._power, self._market, self._specials, self._scrubs)
        for pile in (*piles, self._vc7, self._rewards):
            if card in pile:
                pile.remove(card)
                return card
        raise ValueError(f"{self._cards.ids[card]}: is not in this match, or is laid out already")


def _filled(named: list[int], size: int, pile: list[int]) -> list[int]:
    missing = max(0, size - len(named))
    filled = named + pile[:missing]
    del pile[:missing]
    return filled
