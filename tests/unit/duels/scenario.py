"""Laying out a position in the game's words, and playing on from it: for tests, puzzles and bug reports.

    table = Scenario().line_up("A", "P6", "E4").line_up("B", "P5", "P2").begin()
    table.play("A", "duel 1").play("A", "equip E1").play("B", "equip E3")
    assert table.won("B") == ...

Players are A and B, seats 0 and 1. A card is its id, its name, or for a player's own cards a kind and a power: ``P6``
is the first personality of power 6 that is not laid out yet, ``E3`` the first equipment of power 3; ``-`` is none. What
is not laid out is filled in: a player's cards in hand, VC cards and the Power deck in catalogue order.
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from services.engine.chance import SEED_BYTES, SeededChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, JsonObject, OptionValue
from services.rulesets.duels import scoring
from services.rulesets.duels.cards import (
    IDS,
    IS_PERSONALITY,
    NAMES,
    NO_CARD,
    PLACES,
    POWER,
    POWER_DECK,
    ROUNDS,
    SEATS,
    SLOTS,
    STARTING,
    VICTORY_DECK,
    is_power,
)
from services.rulesets.duels.options import OPTIONS, rules_for
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import State

PLAYERS: Final = "AB"
_KIND_AND_POWER: Final = re.compile(r"([PE])(\d)")


class Scenario:
    """A position being laid out. Every method returns the scenario, so that they can be chained."""

    def __init__(self, **options: OptionValue) -> None:
        """``options``: those that differ from their default."""
        self._options = complete(options, OPTIONS)
        self._rules = rules_for(self._options)
        self._own = [cards.copy() for cards in STARTING]
        self._power = POWER_DECK.copy()
        self._vc = VICTORY_DECK.copy()
        self._line_up: list[list[int]] = [[], []]
        self._face_up: list[list[int]] = [[], []]
        self._hands: list[list[int]] = [[], []]
        self._destroyed: list[list[int]] = [[], []]
        self._discarded: list[list[int]] = [[], []]
        self._known: list[list[int]] = [[], []]
        self._whole_hand = [False, False]
        self._line: list[int] = []
        self._won: list[list[int]] = [[], []]
        self._power_deck: list[int] = []
        self._power_left = -1
        self._placing = False
        self._over = False
        self._turn = 0
        self._quiet = 0
        self._round = 1

    # -- laying out --------------------------------------------------------------------------------------------------

    def line_up(self, player: str, *cards: str) -> "Scenario":
        """A player's cards in the line-up, slot 1 first, face down; the other slots get the player's first cards."""
        self._line_up[_seat(player)] = self._take(player, cards)
        return self

    def face_up(self, player: str, *slots: int) -> "Scenario":
        """The slots of a player whose card is face up."""
        self._face_up[_seat(player)] = list(slots)
        return self

    def hand(self, player: str, *cards: str) -> "Scenario":
        """A player's whole hand; what is then left of the player's own cards is destroyed."""
        self._hands[_seat(player)] += self._take(player, cards)
        self._whole_hand[_seat(player)] = True
        return self

    def in_hand_too(self, player: str, *cards: str) -> "Scenario":
        """Power cards in a player's hand, which nobody has seen."""
        self._hands[_seat(player)] += self._take(player, cards)
        return self

    def destroyed(self, player: str, *cards: str) -> "Scenario":
        """A player's destroyed cards."""
        self._destroyed[_seat(player)] += self._take(player, cards)
        return self

    def known(self, player: str, *cards: str) -> "Scenario":
        """Power cards of a player, laid out already, that everybody has seen."""
        self._known[_seat(player)] += [PLACES[_id(card)] for card in cards]
        return self

    def vc(self, *cards: str) -> "Scenario":
        """The VC cards, slot 1 first; ``-`` for one that was claimed or removed."""
        self._line = self._take_vc(cards)
        return self

    def won(self, player: str, *cards: str) -> "Scenario":
        """A player's VC cards."""
        self._won[_seat(player)] += self._take_vc(cards)
        return self

    def power_deck(self, *cards: str) -> "Scenario":
        """The topmost Power cards, top first."""
        self._power_deck = self._take("", cards)
        return self

    def power_cards_left(self, number: int) -> "Scenario":
        """How many cards the Power deck has; A has discarded the others."""
        self._power_left = number
        return self

    def turn(self, player: str) -> "Scenario":
        """Whose turn it is, or who begins the round."""
        self._turn = _seat(player)
        return self

    def quiet(self, turns: int) -> "Scenario":
        """Quiet turns in a row."""
        self._quiet = turns
        return self

    def round(self, number: int) -> "Scenario":
        """The round. VC cards of the rounds before that nobody has won are removed."""
        self._round = number
        return self

    def placing(self) -> "Scenario":
        """The cards are yet to be placed."""
        self._placing = True
        return self

    def game_over(self) -> "Scenario":
        """The match has ended: the scores count."""
        self._over = True
        return self.round(ROUNDS)

    def begin(self, seed: int = 0) -> "PlayedTable":
        """The position, ready to be played. ``seed``: of the chance from here on."""
        return PlayedTable(self.document(), seed)

    def document(self) -> JsonObject:
        """The position as the JSON of the State message."""
        line = self._fill_line()
        deck = [self._vc.pop() for _ in range(SLOTS * (ROUNDS - self._round))]
        players = [self._player(seat) for seat in range(SEATS)]
        top = [self._power.pop(0) for _ in range(self._left_out())]
        self._discarded[0] += top
        players[0]["discarded"] = [IDS[card] for card in self._discarded[0]]
        aside = [self._power.pop(0) for _ in range(len(POWER_DECK) - self._rules.power_deck)]
        return {
            "options": self._options,
            "phase": "PHASE_PLACE" if self._placing else "PHASE_GAME_OVER" if self._over else "PHASE_TURN",
            "round": self._round,
            "first": 0,
            "active": self._turn,
            "asked": self._turn,
            "quiet": self._quiet,
            "vc_line": [IDS[card] if card != NO_CARD else "" for card in line],
            "vc_deck": [IDS[card] for card in deck],
            "vc_removed": [IDS[card] for card in self._vc],
            "power_deck": [IDS[card] for card in self._power + self._power_deck[::-1]],
            "power_aside": [IDS[card] for card in aside],
            "players": players,
            "words_used": {},
        }

    def _left_out(self) -> int:
        deck = self._rules.power_deck - len(POWER_DECK) + len(self._power) + len(self._power_deck)
        return 0 if self._power_left < 0 else deck - self._power_left

    def _fill_line(self) -> list[int]:
        if self._over:
            return [NO_CARD] * SLOTS
        missing = SLOTS - len(self._line)
        line = self._line + self._vc[:missing]
        del self._vc[:missing]
        return line

    def _player(self, seat: int) -> JsonObject:
        own, cards = self._own[seat], self._line_up[seat]
        cleared = self._placing or self._over
        if not cleared:
            while len(cards) < SLOTS:
                cards.append(own.pop(0) if own else NO_CARD)
        else:
            cards = [NO_CARD] * SLOTS
        if self._whole_hand[seat]:
            self._destroyed[seat] += own
        else:
            self._hands[seat] += own
        filled = [int(card != NO_CARD) for card in cards]
        held = [card for card in self._hands[seat] + cards if card != NO_CARD and is_power(card)]
        known = self._known[seat] + [cards[slot - 1] for slot in self._face_up[seat] if is_power(cards[slot - 1])]
        since = [0] * len([card for card in held if card not in known])
        return {
            "placed": 0 if cleared else SLOTS,
            "line_up": [IDS[card] if card != NO_CARD else "" for card in cards],
            "face_up": self._face_up[seat],
            "filled": filled,
            "fills": 0 if cleared else 1,
            "hand": [IDS[card] for card in self._hands[seat]],
            "won": [IDS[card] for card in self._won[seat]],
            "destroyed": [IDS[card] for card in self._destroyed[seat]],
            "known": [{"card": IDS[card], "to_all": True} for card in sorted(set(known))],
            "unseen_since": since,
            "unseen_by_opponent_since": since,
        }

    def _take(self, player: str, names: Sequence[str]) -> list[int]:
        return [self._take_one(player, name) for name in names]

    def _take_one(self, player: str, name: str) -> int:
        if name == "-":
            return NO_CARD
        own = self._own[_seat(player)] if player else []
        for cards in (own, self._power):
            for card in cards:
                if name in (NAMES[card], IDS[card]) or (cards is own and is_kind_and_power(card, name)):
                    cards.remove(card)
                    return card
        raise ValueError(f"{name}: there is no such card, or it is laid out already")

    def _take_vc(self, names: Sequence[str]) -> list[int]:
        cards = [PLACES[_id(name)] if name != "-" else NO_CARD for name in names]
        for card in cards:
            if card != NO_CARD:
                self._vc.remove(card)
        return cards


class PlayedTable:
    """A position that is being played. Players are A and B; in notations a card may be named as in a scenario."""

    def __init__(self, document: JsonObject, seed: int = 0) -> None:
        """``document``: the JSON of the State message."""
        chance = SeededChance(seed.to_bytes(SEED_BYTES, "big"))
        self.state: State = RULESET.load(json.dumps(document).encode(), chance)
        self.happened: list[JsonObject] = []
        """What a spectator saw of the last action, as Event JSON."""
        self.told: list[list[JsonObject]] = [[], []]
        """What each player saw of it."""

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, player: str, notation: str) -> "PlayedTable":
        """A player acts."""
        seat = _seat(player)
        events = RULESET.play(self.state, seat, self._action(seat, notation))
        shares = [[RULESET.share(event, viewer) for event in events] for viewer in (SPECTATOR, *range(SEATS))]
        self.happened, *self.told = [[share for share in told if share is not None] for told in shares]
        return self

    def line_up(self, player: str, *cards: str) -> "PlayedTable":
        """A player places all cards of a round."""
        for card in cards:
            self.play(player, f"place {card}" if card != "-" else "leave")
        return self

    def _action(self, seat: int, notation: str) -> int:
        *start, last = notation.split(" ", 2 if notation.startswith(("switch", "fill")) else 1)
        if last.isdigit() or last in PLACES or not start or start[0] in ("swap", "slots"):
            return RULESET.parse(notation)
        for action in RULESET.legal(self.state, seat):
            *words, id = RULESET.notation(action).split(" ")
            if words == " ".join(start).split(" ") and id in PLACES:
                card = PLACES[id]
                if NAMES[card] == last or is_kind_and_power(card, last):
                    return action
        raise ValueError(f"{notation}: is not legal")

    # -- looking -----------------------------------------------------------------------------------------------------

    def pending(self) -> str:
        """Who must decide."""
        return "".join(PLAYERS[seat] for seat in RULESET.pending(self.state))

    def legal(self, player: str, word: str = "") -> list[str]:
        """What a player may do, in notation; only what begins with the word, if one is given."""
        found = [RULESET.notation(action) for action in RULESET.legal(self.state, _seat(player))]
        return [notation for notation in found if not word or notation.split(" ")[0] == word]

    def view(self, viewer: str) -> JsonObject:
        """What a player sees, or a spectator (an empty text)."""
        seat = _seat(viewer) if viewer else SPECTATOR
        return RULESET.view_json(RULESET.observe(self.state, seat))

    def card(self, player: str, slot: int) -> str:
        """The name of the card in a slot; an empty text for none."""
        return name(self.state.cards[_seat(player)][slot - 1])

    def is_face_up(self, player: str, slot: int) -> bool:
        """Whether the card in a slot is face up."""
        return self.state.up[_seat(player)] >> (slot - 1) & 1 == 1

    def hand(self, player: str) -> list[str]:
        """A player's hand."""
        return [name(card) for card in self.state.hands[_seat(player)]]

    def destroyed(self, player: str) -> list[str]:
        """A player's destroyed cards."""
        return [name(card) for card in self.state.destroyed[_seat(player)]]

    def won(self, player: str) -> list[str]:
        """A player's VC cards."""
        return [name(card) for card in self.state.won[_seat(player)]]

    def vc(self, slot: int) -> str:
        """The VC card of a slot; an empty text for none."""
        return name(self.state.line[slot - 1])

    def removed(self) -> list[str]:
        """The VC cards beside the Power deck."""
        return [name(card) for card in self.state.removed]

    def score(self, player: str) -> int:
        """What a player would score if the match ended now."""
        return scoring.score(self.state, _seat(player)).total

    def winners(self) -> str:
        """Who has won, once the match has ended."""
        outcome = RULESET.outcome(self.state)
        return "" if outcome is None else "".join(PLAYERS[r.seat] for r in outcome.results if r.rank == 1)

    def kinds(self) -> list[str]:
        """What kinds of events a spectator saw."""
        return [kind for share in self.happened for kind in share]

    def event(self, kind: str, viewer: str = "") -> JsonObject:
        """The one event of a kind that happened, as a player saw it, or a spectator."""
        told = self.told[_seat(viewer)] if viewer else self.happened
        [body] = [share[kind] for share in told if kind in share]
        found: JsonObject = body
        return found


def name(card: int) -> str:
    """The name of a card; an empty text for none."""
    return NAMES[card] if card != NO_CARD else ""


def is_kind_and_power(card: int, text: str) -> bool:
    """Whether a card is a personality or an equipment of a power, such as ``P6`` or ``E3``."""
    found = _KIND_AND_POWER.fullmatch(text)
    return found is not None and IS_PERSONALITY[card] == (found[1] == "P") and POWER[card] == int(found[2])


def _seat(player: str) -> int:
    return PLAYERS.index(player)


def _id(card: str) -> str:
    return card if card in PLACES else IDS[NAMES.index(card)]
