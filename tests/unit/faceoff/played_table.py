"""A position that is being played, and what can be seen of it. ``scenario.py`` lays one out."""

import json
from collections.abc import Sequence
from typing import Final

from services.engine.chance import SEED_BYTES, SeededChance
from services.engine.ruleset import SPECTATOR, JsonObject
from services.rulesets.faceoff.cards.vocabulary import LOCATION_FACEOFF, LOCATION_HQ
from services.rulesets.faceoff.notation.actions import notations
from services.rulesets.faceoff.power import totals
from services.rulesets.faceoff.ruleset import RULESET, FaceOff
from services.rulesets.faceoff.table.state import State

PLAYERS: Final = "ABCDE"


def seat_of(player: str) -> int:
    """A player's seat."""
    return PLAYERS.index(player)


class PlayedTable:
    """A position that is being played. Players are A to E."""

    def __init__(self, document: JsonObject, seed: int = 0, ruleset: FaceOff = RULESET) -> None:
        """``document``: the JSON of the State message."""
        self.ruleset = ruleset
        chance = SeededChance(seed.to_bytes(SEED_BYTES, "big"))
        self.state: State = ruleset.load(json.dumps(document).encode(), chance)
        self.seats = ruleset.seats(self.state)
        self.happened: list[JsonObject] = []
        """What a spectator saw of the last action, as Event JSON."""
        self.told: list[list[JsonObject]] = [[] for _ in range(self.seats)]
        """What each player saw of it."""

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, player: str, *notations: str) -> "PlayedTable":
        """A player acts, once or several times in a row."""
        for text in notations:
            events = self.ruleset.play(self.state, seat_of(player), self.ruleset.parse(text))
            viewers = (SPECTATOR, *range(self.seats))
            shares = [[self.ruleset.share(event, viewer) for event in events] for viewer in viewers]
            self.happened, *self.told = [[share for share in told if share is not None] for told in shares]
        return self

    def all_play(self, *notations: str) -> "PlayedTable":
        """All commit something, A first."""
        for player, text in zip(PLAYERS, notations, strict=False):
            self.play(player, text)
        return self

    def pass_by(self) -> "PlayedTable":
        """All who are pending do what is played for those who do not answer, until the round is over."""
        round = self.state.round
        while self.state.round == round and (pending := self.ruleset.pending(self.state)):
            default = self.ruleset.default(self.state, pending[0])
            self.play(PLAYERS[pending[0]], self.ruleset.notation(default))
        return self

    # -- looking -----------------------------------------------------------------------------------------------------

    def pending(self) -> str:
        """Who must decide."""
        return "".join(PLAYERS[seat] for seat in self.ruleset.pending(self.state))

    def legal(self, player: str, word: str = "") -> list[str]:
        """What a player may do, in notation; only what begins with the word, if one is given."""
        found = [self.ruleset.notation(action) for action in self.ruleset.legal(self.state, seat_of(player))]
        return [notation for notation in found if not word or notation.split(" ")[0] == word]

    def view(self, viewer: str) -> JsonObject:
        """What a player sees, or a spectator (an empty text)."""
        seat = seat_of(viewer) if viewer else SPECTATOR
        return self.ruleset.view_json(self.ruleset.observe(self.state, seat))

    def hand(self, player: str) -> list[str]:
        """A player's hand."""
        return self._ids(self.state.hands[seat_of(player)])

    def deck(self, player: str) -> list[str]:
        """A player's deck, top first."""
        return self._ids(self.state.decks[seat_of(player)][::-1])

    def discards(self, player: str) -> list[str]:
        """A player's discard pile, the last card last."""
        return self._ids(self.state.discards[seat_of(player)])

    def stack(self, player: str) -> list[str]:
        """A player's army near the HQ, as in a scenario."""
        texts = notations(self.ruleset.cards).entries
        return [texts[entry] for entry in self.state.stacks[seat_of(player)]]

    def front(self, player: str) -> list[str]:
        """A player's placed victory and bonus cards."""
        return self._ids(self.state.front[seat_of(player)])

    def vp(self, player: str) -> int:
        """A player's VP tokens."""
        return self.state.vp[seat_of(player)]

    def removed(self) -> list[str]:
        """The cards out of the match."""
        return self._ids(self.state.removed)

    def destroyed(self) -> list[str]:
        """The destroyed cards."""
        return self._ids(self.state.destroyed)

    def clock_row(self) -> list[str]:
        """The Available Clock Cards."""
        return self._ids(self.state.clock_row)

    def power_row(self) -> list[str]:
        """The Available Power Row."""
        return self._ids(self.state.power_row)

    def power(self, player: str) -> int:
        """A player's total in the Face Off."""
        return sum(totals.faceoff_parts(self.state, seat_of(player)))

    def army(self, player: str) -> int:
        """A player's total near the HQ."""
        return sum(totals.army_parts(self.state, seat_of(player)))

    def high_man(self) -> str:
        """Who has the most power near the HQ."""
        return PLAYERS[totals.high_man(self.state, LOCATION_HQ)]

    def ranking(self) -> str:
        """The players who revealed a personality, by their power in the Face Off."""
        ranked = [seat for seat in range(self.seats) if self.state.eligible >> seat & 1]
        return "".join(PLAYERS[seat] for seat in totals.ranking(self.state, LOCATION_FACEOFF, ranked))

    def winners(self) -> str:
        """Who has won, once the match has ended."""
        outcome = self.ruleset.outcome(self.state)
        return "" if outcome is None else "".join(PLAYERS[r.seat] for r in outcome.results if r.rank == 1)

    def score(self, player: str) -> int:
        """A player's score, once the match has ended."""
        outcome = self.ruleset.outcome(self.state)
        assert outcome is not None, "the match goes on"
        return outcome.results[seat_of(player)].score

    def kinds(self) -> list[str]:
        """What kinds of events a spectator saw."""
        return [kind for share in self.happened for kind in share]

    def event(self, kind: str, viewer: str = "") -> JsonObject:
        """The one event of a kind that happened, as a player saw it, or a spectator."""
        [body] = self.events(kind, viewer)
        return body

    def events(self, kind: str, viewer: str = "") -> list[JsonObject]:
        """All events of a kind that happened, as a player saw them, or a spectator."""
        told = self.told[seat_of(viewer)] if viewer else self.happened
        return [share[kind] for share in told if kind in share]

    def _ids(self, cards: Sequence[int]) -> list[str]:
        return [self.ruleset.cards.ids[card] for card in cards]
