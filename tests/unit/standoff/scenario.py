"""Laying out a position in the game's words, and playing on from it: for tests, puzzles and bug reports.

    table = Scenario().tiles("A", "3,4").hand("A", "HEX2").budget(2).begin()
    table.play("A", "play HEX2").play("A", "place 2,4").play("A", "place 3,3")
    assert table.owner("2,4") == "A"

Players are A to D, seats 0 to 3; A has the turn in the action phase, with 4 actions, 1 encampment card and no credits.
Hexes are named as in the notation, cards by their ids. The board is that of a new match. What is not laid out lies in
the piles, in the market and in the draft pile, in catalogue order; hands, decks and discard piles are empty.
"""

import json
from collections.abc import Iterable
from typing import Final

from services.engine.chance import SEED_BYTES, SeededChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, IllegalAction, JsonObject, OptionValue
from services.rulesets.standoff import board, scoring, tiles
from services.rulesets.standoff.cards import CARDS, NO_CARD, ROW_SLOTS, Cards
from services.rulesets.standoff.options import OPTIONS, rules_for
from services.rulesets.standoff.ruleset import RULESET, Standoff
from services.rulesets.standoff.table import ACTIONS_A_TURN, ENCAMPMENTS_A_TURN, State

PLAYERS: Final = "ABCD"
_NONE: Final = "-"


class Scenario:
    """A position being laid out. Every method returns the scenario, so that they can be chained."""

    def __init__(self, seats: int = 2, cards: Cards = CARDS, **options: OptionValue) -> None:
        """``options``: those that differ from their default."""
        self._cards = cards
        self._options = complete(options, OPTIONS)
        self._left = rules_for(seats, self._options, cards).totals.copy()
        self._players: list[JsonObject] = [
            {"tiles": [], "deck": [], "hand": [], "discard": [], "orbit": [], "scheduled": []} for _ in range(seats)
        ]
        self._black = [board.name(hex) for hex in board.hexes(board.BLACK)]
        self._tokens = {board.name(hex): id for id, hex in board.TOKENS}
        self._row: dict[int, str] = {}
        self._draft: list[str] = []
        self._draft_is_empty = False
        self._trash: list[str] = []
        self._in_play: list[str] = []
        self._numbers = {
            "budget": 0,
            "actions": ACTIONS_A_TURN,
            "encampments": ENCAMPMENTS_A_TURN,
            "round": 1,
            "first": 0,
            "active": 0,
        }

    # -- the board ---------------------------------------------------------------------------------------------------

    def tiles(self, player: str, *hexes: str) -> "Scenario":
        """Tiles of a player; black ones there are gone."""
        self._players[_seat(player)]["tiles"] += hexes
        return self.cleared(*hexes)

    def cleared(self, *hexes: str) -> "Scenario":
        """Hexes without a black tile."""
        self._black = [hex for hex in self._black if hex not in hexes]
        return self

    def black(self, *hexes: str) -> "Scenario":
        """Black tiles besides those at the start."""
        self._black += hexes
        return self

    def walled(self) -> "Scenario":
        """A black tile on every hex; those that are cleared or get a player's tile later are not."""
        self._black = [board.name(hex) for hex in range(board.HEXES)]
        return self

    def token(self, card: str, hex: str) -> "Scenario":
        """The token of a card on a hex."""
        self._tokens[hex] = card
        return self

    def no_token(self, *hexes: str) -> "Scenario":
        """Hexes without an improvement."""
        for hex in hexes:
            del self._tokens[hex]
        return self

    # -- cards -------------------------------------------------------------------------------------------------------

    def hand(self, player: str, *cards: str) -> "Scenario":
        """A player's hand."""
        self._players[_seat(player)]["hand"] += self._take(cards)
        return self

    def deck(self, player: str, *cards: str) -> "Scenario":
        """A player's deck, top first."""
        self._players[_seat(player)]["deck"] = self._take(cards)[::-1]
        return self

    def discard(self, player: str, *cards: str) -> "Scenario":
        """A player's discard pile."""
        self._players[_seat(player)]["discard"] += self._take(cards)
        return self

    def orbit(self, player: str, *cards: str) -> "Scenario":
        """A player's satellites."""
        self._players[_seat(player)]["orbit"] += self._take(cards)
        return self

    def in_play(self, *cards: str) -> "Scenario":
        """Cards that the player on turn has played."""
        self._in_play += self._take(cards)
        return self

    def trash(self, *cards: str) -> "Scenario":
        """Cards that have left the match."""
        self._trash += self._take(cards)
        return self

    def slot(self, slot: int, card: str) -> "Scenario":
        """The card in a slot of the market, 1 to 8; ``-`` for none."""
        self._row[slot] = card if card == _NONE else self._take([card])[0]
        return self

    def draft(self, *cards: str) -> "Scenario":
        """The topmost cards of the draft pile, top first."""
        self._draft = self._take(cards)[::-1]
        return self

    def no_draft(self) -> "Scenario":
        """The draft pile is empty: what would be in it is in the trash."""
        self._draft_is_empty = True
        return self

    def pile(self, card: str, number: int) -> "Scenario":
        """How many cards a pile has left; the others are in the trash."""
        place = self._cards.numbers[card]
        return self.trash(*[card] * (self._left[place] - number))

    def scheduled(self, player: str, card: str, effect: int, times: int) -> "Scenario":
        """What will happen at a player's upkeeps: the effect of a card, from 1."""
        entry = {"card": card, "effect": effect, "times_left": times}
        self._players[_seat(player)]["scheduled"].append(entry)
        return self

    # -- the turn ----------------------------------------------------------------------------------------------------

    def turn(self, player: str) -> "Scenario":
        """Whose turn it is."""
        self._numbers["active"] = _seat(player)
        return self

    def first(self, player: str) -> "Scenario":
        """Who had the first turn, with ``first_player="random"``."""
        self._numbers["first"] = _seat(player)
        return self

    def round(self, number: int) -> "Scenario":
        """The round."""
        self._numbers["round"] = number
        return self

    def budget(self, credits: int) -> "Scenario":
        """Credits of the player on turn."""
        self._numbers["budget"] = credits
        return self

    def actions(self, number: int) -> "Scenario":
        """Actions left."""
        self._numbers["actions"] = number
        return self

    def encampments(self, number: int) -> "Scenario":
        """Encampment cards left."""
        self._numbers["encampments"] = number
        return self

    # -- ready -------------------------------------------------------------------------------------------------------

    def begin(self, seed: int = 0) -> "PlayedTable":
        """The position, ready to be played. ``seed``: of the chance from here on."""
        return PlayedTable(self.document(), seed, self._cards)

    def document(self) -> JsonObject:
        """The position as the JSON of the State message."""
        cards = self._cards
        row = [self._row.get(slot) or self._next_temporary() for slot in range(1, ROW_SLOTS + 1)]
        rest = [cards.ids[card] for card in cards.temporary for _ in range(self._left[card])]
        return {
            "options": self._options,
            "phase": "PHASE_ACTION",
            **self._numbers,
            "players": self._players,
            "black": self._black,
            "tokens": [{"hex": hex, "card": card} for hex, card in self._tokens.items()],
            "piles": {cards.ids[card]: self._left[card] for card in cards.piles},
            "row": ["" if card == _NONE else card for card in row],
            "draft": [] if self._draft_is_empty else rest + self._draft,
            "trash": self._trash + (rest if self._draft_is_empty else []),
            "in_play": self._in_play,
            "used": [0] * len(self._players[self._numbers["active"]]["orbit"]),
            "words_used": {},
        }

    def _next_temporary(self) -> str:
        for card in self._cards.temporary:
            if self._left[card]:
                return self._take([self._cards.ids[card]])[0]
        return _NONE

    def _take(self, ids: Iterable[str]) -> list[str]:
        taken = list(ids)
        for id in taken:
            card = self._cards.numbers[id]
            if not self._left[card]:
                raise ValueError(f"{id}: all copies are laid out already")
            self._left[card] -= 1
        return taken


class PlayedTable:
    """A position that is being played."""

    def __init__(self, document: JsonObject, seed: int = 0, cards: Cards = CARDS) -> None:
        """``document``: the JSON of the State message."""
        self._cards = cards
        self.rules = RULESET if cards is CARDS else Standoff(cards)
        chance = SeededChance(seed.to_bytes(SEED_BYTES, "big"))
        self.state: State = self.rules.load(json.dumps(document).encode(), chance)
        self._seats = range(self.state.rules.seats)
        self.happened: list[JsonObject] = []
        """What a spectator saw of the last action, as Event JSON."""
        self.told: list[list[JsonObject]] = [[] for _ in self._seats]
        """What each player saw of it."""

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, player: str, *notations: str) -> "PlayedTable":
        """A player acts, several times if several actions are given."""
        for notation in notations:
            events = self.rules.play(self.state, _seat(player), self.rules.parse(notation))
            shares = [[self.rules.share(event, viewer) for event in events] for viewer in (SPECTATOR, *self._seats)]
            self.happened, *self.told = [[share for share in told if share is not None] for told in shares]
        return self

    def refused(self, player: str, notation: str) -> str:
        """The reason code with which an action is refused; an empty text if it is not. Nothing is played."""
        action = self.rules.parse(notation)
        try:
            self.rules.play(self.rules.clone(self.state), _seat(player), action)
        except IllegalAction as refusal:
            return str(refusal).partition(":")[0]
        return ""

    # -- looking -----------------------------------------------------------------------------------------------------

    def pending(self) -> str:
        """Who must decide."""
        return "".join(PLAYERS[seat] for seat in self.rules.pending(self.state))

    def legal(self, player: str, word: str = "") -> list[str]:
        """What a player may do, in notation; only what begins with the word, if one is given."""
        found = [self.rules.notation(action) for action in self.rules.legal(self.state, _seat(player))]
        return [notation for notation in found if not word or notation.split(" ")[0] == word]

    def view(self, viewer: str) -> JsonObject:
        """What a player sees, or a spectator (an empty text)."""
        return self.rules.view_json(self.rules.observe(self.state, _seat(viewer) if viewer else SPECTATOR))

    def owner(self, hex: str) -> str:
        """Whose tile is on a hex: a player, ``#`` for black, an empty text for none."""
        place = board.hex_named(hex)
        if board.BIT[place] & self.state.black:
            return "#"
        seat = tiles.owner(self.state, place)
        return PLAYERS[seat] if seat >= 0 else ""

    def token(self, hex: str) -> str:
        """The card of the token on a hex; an empty text for none."""
        token = tiles.token_on(self.state, board.hex_named(hex))
        return self._cards.ids[self._cards.tokens[token]] if token >= 0 else ""

    def hand(self, player: str) -> list[str]:
        """A player's hand."""
        return self._ids(self.state.hands[_seat(player)])

    def deck(self, player: str) -> list[str]:
        """A player's deck, top first."""
        return self._ids(self.state.decks[_seat(player)][::-1])

    def discard(self, player: str) -> list[str]:
        """A player's discard pile."""
        return self._ids(self.state.discards[_seat(player)])

    def orbit(self, player: str) -> list[str]:
        """A player's satellites."""
        return self._ids(self.state.orbits[_seat(player)])

    def in_play(self) -> list[str]:
        """The cards in play."""
        return self._ids(self.state.in_play)

    def trash(self) -> list[str]:
        """The cards that have left the match."""
        return self._ids(self.state.trash)

    def slot(self, slot: int) -> str:
        """The card in a slot of the market; an empty text for none."""
        card = self.state.row[slot - 1]
        return self._cards.ids[card] if card != NO_CARD else ""

    def pile(self, card: str) -> int:
        """How many cards a pile has."""
        return self.state.piles[self._cards.places_in_pile[self._cards.numbers[card]]]

    def budget(self) -> int:
        """Credits of the player on turn."""
        return self.state.budget

    def actions(self) -> int:
        """Actions left."""
        return self.state.actions

    def encampments(self) -> int:
        """Encampment cards left."""
        return self.state.encampments

    def red(self, player: str) -> int:
        """A player's tiles in the red zone."""
        return scoring.red_tiles(self.state, _seat(player))

    def ranking(self) -> str:
        """The players from first to last once the match has ended, otherwise an empty text."""
        if self.rules.outcome(self.state) is None:
            return ""
        return "".join(PLAYERS[seat] for seat in scoring.ranking(self.state))

    def kinds(self) -> list[str]:
        """What kinds of events a spectator saw."""
        return [kind for share in self.happened for kind in share]

    def event(self, kind: str, viewer: str = "") -> JsonObject:
        """The one event of a kind that happened, as a player saw it, or a spectator."""
        told = self.told[_seat(viewer)] if viewer else self.happened
        [body] = [share[kind] for share in told if kind in share]
        found: JsonObject = body
        return found

    def _ids(self, zone: tuple[int, ...]) -> list[str]:
        return [self._cards.ids[card] for card in zone]


def _seat(player: str) -> int:
    return PLAYERS.index(player)
