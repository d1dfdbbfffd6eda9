"""Laying out a position in the game's words, and playing on from it: for tests, puzzles and bug reports.

    table = (
        Scenario(players=2)
        .line_up("Deputy", "Monk")
        .battle_deck("A", "c1", "c2", "c3")
        .battle_deck("B", "c3", "c2", "c1")
        .begin()
    )
    table.bid(1, 1)
    assert table.discard("B") == ["c3", "Deputy"]

Players are A to E, seats 0 to 4. A card is its name (the first copy that is not laid out yet) or its id; a conscript is
``c1``, ``c2`` or ``c3`` of the player whose cards are named. Decks are named top first, piles bottom first. What is not
laid out is filled in: conscripts at the bottom of their battle deck, the line-up with plain recruits, and everything
else at the bottom of the recruit deck.
"""

import json
from collections.abc import Sequence
from typing import Final

from services.engine.chance import SEED_BYTES, SeededChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, JsonObject, OptionValue
from services.rulesets.factionwars import scoring
from services.rulesets.factionwars.cards import (
    BONUS_CARDS,
    BONUS_PLACES,
    IDS,
    IS_ACTION,
    IS_CONSCRIPT,
    IS_RECRUIT,
    NAMES,
    NO_CARD,
    PLACES,
    PROGRAM,
    WAR_IS_OVER,
)
from services.rulesets.factionwars.options import OPTIONS, rules_for
from services.rulesets.factionwars.positions import options_json
from services.rulesets.factionwars.ruleset import RULESET
from services.rulesets.factionwars.table import State

PLAYERS: Final = "ABCDE"


class Scenario:
    """A position being laid out. Every method returns the scenario, so that they can be chained."""

    def __init__(self, players: int, **options: OptionValue) -> None:
        """``options``: those that differ from their default."""
        self._rules = rules_for(players, complete(options, OPTIONS))
        self._bonus = [BONUS_CARDS[number].id for number in sorted(self._rules.bonus_cards)]
        self._free = list(self._rules.deck)
        self._line_up: list[int] = []
        self._filled = self._rules.positions
        self._recruit_deck: list[int] = []
        self._recruit_discard: list[int] = []
        self._removed: list[int] = []
        self._decks: list[list[int]] = [[] for _ in range(players)]
        self._discards: list[list[int]] = [[] for _ in range(players)]
        self._bids = [0] * players
        self._display = self._bonus[:3]
        self._pass = 1
        self._war = "WAR_IS_OVER_ASIDE"
        self._round = 1
        self._phase = "PHASE_BID"
        self._rest_owner = -1
        self._free.remove(WAR_IS_OVER)

    # -- laying out --------------------------------------------------------------------------------------------------

    def line_up(self, *cards: str) -> "Scenario":
        """The line-up, position 1 first; the rest of it is empty."""
        self._line_up = self._take(cards)
        self._filled = len(cards)
        return self

    def recruit_deck(self, *cards: str) -> "Scenario":
        """The recruit deck's topmost cards, top first."""
        self._recruit_deck = self._take(cards)
        return self

    def recruit_discard(self, *cards: str) -> "Scenario":
        """The recruit deck's discard pile."""
        self._recruit_discard = self._take(cards)
        return self

    def removed(self, *cards: str) -> "Scenario":
        """Cards out of the game."""
        self._removed += self._take(cards)
        return self

    def battle_deck(self, player: str, *cards: str) -> "Scenario":
        """A player's battle deck, top first."""
        self._decks[_seat(player)] = self._take(cards, player)
        return self

    def battle_discard(self, player: str, *cards: str) -> "Scenario":
        """A player's battle discard pile."""
        self._discards[_seat(player)] += self._take(cards, player)
        return self

    def rest_belongs_to(self, player: str) -> "Scenario":
        """What is not laid out goes to a player's battle discard pile as far as it can be there, and the recruit deck
        has no cards but those named."""
        self._rest_owner = _seat(player)
        return self

    def on_display(self, *bonus: str) -> "Scenario":
        """The three bonus cards on display."""
        ids = [_bonus_id(name) for name in bonus]
        self._display = sorted(ids, key=lambda id: BONUS_PLACES[id])
        return self

    def in_pass(self, number: int) -> "Scenario":
        """The pass through the recruit deck; in the final one War is Over is in the deck, unless it was drawn."""
        self._pass = number
        if number == self._rules.final_pass and self._war == "WAR_IS_OVER_ASIDE":
            self._war = "WAR_IS_OVER_IN_DECK"
            self._free.append(WAR_IS_OVER)
        return self

    def war_is_over_drawn(self) -> "Scenario":
        """War is Over was drawn: this is the last round."""
        self.in_pass(self._rules.final_pass)
        self._war = "WAR_IS_OVER_DRAWN"
        return self.removed("War is Over")

    def has_bid(self, player: str, position: int) -> "Scenario":
        """A player has bid already."""
        self._bids[_seat(player)] = position
        return self

    def game_over(self) -> "Scenario":
        """The match has ended: the scores count."""
        self._phase = "PHASE_GAME_OVER"
        self._filled = 0
        return self.war_is_over_drawn()

    def begin(self, seed: int = 0) -> "PlayedTable":
        """The position, ready to be played. ``seed``: of the chance from here on."""
        return PlayedTable(self.document(), seed)

    def document(self) -> JsonObject:
        """The position as the JSON of the State message."""
        for seat, deck in enumerate(self._decks):
            laid_out = deck + self._discards[seat]
            deck += [card for card in self._rules.conscripts[seat] if card not in laid_out]
        self._fill_line_up()
        self._put_rest()
        return {
            "options": options_json(self._rules),
            "phase": self._phase,
            "round": self._round,
            "pass": self._pass,
            "war_is_over": self._war,
            "line_up": [IDS[card] if card != NO_CARD else "" for card in self._line_up],
            "recruit_deck": [IDS[card] for card in reversed(self._recruit_deck)],
            "recruit_discard": [IDS[card] for card in self._recruit_discard],
            "removed": [IDS[card] for card in self._removed],
            "bonus_display": self._display,
            "bonus_rest": [id for id in self._bonus if id not in self._display],
            "players": [
                {
                    "deck": [IDS[card] for card in reversed(deck)],
                    "discard": [IDS[card] for card in pile],
                    "bid": bid,
                }
                for deck, pile, bid in zip(self._decks, self._discards, self._bids, strict=True)
            ],
            "position": 0,
            "words_used": {},
        }

    def _fill_line_up(self) -> None:
        plain = [card for card in self._free if IS_RECRUIT[card] and not PROGRAM[card]]
        for card in plain[: self._filled - len(self._line_up)]:
            self._free.remove(card)
            self._line_up.append(card)
        self._line_up += [NO_CARD] * (self._rules.positions - len(self._line_up))

    def _put_rest(self) -> None:
        rest, self._free = self._free, []
        if self._rest_owner < 0:
            self._recruit_deck += rest
            return
        for card in rest:
            if card == WAR_IS_OVER or IS_ACTION[card]:
                raise ValueError(f"{NAMES[card]} must be laid out: it cannot belong to a player")
            self._discards[self._rest_owner].append(card)

    def _take(self, names: Sequence[str], player: str = "") -> list[int]:
        return [self._take_one(name, player) for name in names]

    def _take_one(self, name: str, player: str) -> int:
        if player and len(name) == 2 and name[0] == "c" and name[1].isdigit():
            return self._rules.conscripts[_seat(player)][int(name[1]) - 1]
        for card in self._free:
            if name in (NAMES[card], IDS[card]):
                self._free.remove(card)
                return card
        raise ValueError(f"{name}: there is no such card, or it is laid out already")


class PlayedTable:
    """A position that is being played. Seats are letters, cards are names; a conscript is ``c1`` to ``c3``."""

    def __init__(self, document: JsonObject, seed: int = 0) -> None:
        """``document``: the JSON of the State message."""
        chance = SeededChance(seed.to_bytes(SEED_BYTES, "big"))
        self.state: State = RULESET.load(json.dumps(document).encode(), chance)
        self.happened: list[JsonObject] = []
        """What a spectator saw of the last call that played, as Event JSON."""

    # -- playing -----------------------------------------------------------------------------------------------------

    def bid(self, *positions: int) -> "PlayedTable":
        """The players who have not bid do so, in seat order."""
        seats = RULESET.pending(self.state)
        happened: list[JsonObject] = []
        for seat, position in zip(seats, positions, strict=True):
            self.play(PLAYERS[seat], f"bid {position}")
            happened += self.happened
        self.happened = happened
        return self

    def choose_player(self, player: str) -> "PlayedTable":
        """The collector chooses a player."""
        return self.play(self._collector(), f"player {_seat(player)}")

    def choose_card(self, card: str) -> "PlayedTable":
        """The collector chooses a card."""
        return self.play(self._collector(), f"card {self._choosable(card)}")

    def play(self, player: str, notation: str) -> "PlayedTable":
        """A player acts."""
        events = RULESET.play(self.state, _seat(player), RULESET.parse(notation))
        self.happened = [share for share in (RULESET.share(event, SPECTATOR) for event in events) if share]
        return self

    # -- looking -----------------------------------------------------------------------------------------------------

    def pending(self) -> list[str]:
        """Who must decide."""
        return [PLAYERS[seat] for seat in RULESET.pending(self.state)]

    def legal(self, player: str) -> list[str]:
        """What a player may do, in notation."""
        return [RULESET.notation(action) for action in RULESET.legal(self.state, _seat(player))]

    def deck(self, player: str) -> list[str]:
        """A player's battle deck, top first."""
        return _names(_top_first(self.state.decks[_seat(player)]))

    def discard(self, player: str) -> list[str]:
        """A player's battle discard pile, bottom first."""
        return _names(self.state.discards[_seat(player)])

    def owned(self, player: str) -> list[str]:
        """A player's battle cards but the conscripts, in catalogue order."""
        seat = _seat(player)
        cards = sorted(self.state.decks[seat] + self.state.discards[seat])
        return _names([card for card in cards if not IS_CONSCRIPT[card]])

    def line_up(self) -> list[str]:
        """The line-up, position 1 first; an empty text for an empty position."""
        return _names(self.state.line_up)

    def recruit_deck(self) -> list[str]:
        """The recruit deck, top first."""
        return _names(_top_first(self.state.recruit_deck))

    def recruit_discard(self) -> list[str]:
        """The recruit discard pile, bottom first."""
        return _names(self.state.recruit_discard)

    def removed(self) -> list[str]:
        """Cards out of the game."""
        return _names(self.state.removed)

    def score(self, player: str) -> int:
        """What a player would score if the match ended now."""
        return scoring.score(self.state, _seat(player)).total

    def winners(self) -> list[str]:
        """Who won, once the match has ended."""
        outcome = RULESET.outcome(self.state)
        return [] if outcome is None else [PLAYERS[result.seat] for result in outcome.results if result.rank == 1]

    def kinds(self) -> list[str]:
        """What kinds of events happened."""
        return [kind for share in self.happened for kind in share]

    def all_of(self, kind: str) -> list[JsonObject]:
        """The events of one kind that happened."""
        return [share[kind] for share in self.happened if kind in share]

    def _collector(self) -> str:
        return PLAYERS[self.state.collector]

    def _choosable(self, name: str) -> str:
        for notation in self.legal(self._collector()):
            id = notation.removeprefix("card ")
            if id == name or (id in PLACES and NAMES[PLACES[id]] == name):
                return id
        raise ValueError(f"{name} may not be chosen")


def _top_first(cards: list[int]) -> list[int]:
    return cards[::-1]


def _names(cards: list[int]) -> list[str]:
    return ["" if c == NO_CARD else f"c{IDS[c][3]}" if IS_CONSCRIPT[c] else NAMES[c] for c in cards]


def _seat(player: str) -> int:
    return PLAYERS.index(player)


def _bonus_id(name: str) -> str:
    for card in BONUS_CARDS:
        if name in (card.name, card.id):
            return card.id
    raise ValueError(f"{name}: there is no such bonus card")
