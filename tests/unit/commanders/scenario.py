"""Laying out a position in the game's words, and playing on from it: for tests, puzzles and bug reports.

    table = (
        Scenario(players=2)
        .suits("S", "H")
        .army("A", "Ace", "2S 3S 4S 5S 6S")
        .army("B", "Ace", "")
        .begin(dice=[14, 20, 9, 7, 12, 3, 16, 5])
    )
    assert table.legal("A")[:2] == ["keep", "reroll 1"]

Players are A to D, seats 0 to 3, and A goes first. Everybody has their fair share of the units: what is not laid out is
filled in under the commanders that were not named, the highest free units first.
"""

import json
from collections.abc import Sequence
from typing import Final

from services.engine.chance import SEED_BYTES, Chance, SeededChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, JsonObject, OptionValue
from services.rulesets.commanders import phases, positions
from services.rulesets.commanders.cards import COMMANDERS, IDS, PLACES, RANKS, SUITS, UNITS
from services.rulesets.commanders.options import OPTIONS, rules_for
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.skirmish import DICE_STREAM
from services.rulesets.commanders.table import State

PLAYERS: Final = "ABCD"


class LoadedDice(Chance):
    """Chance whose dice show what was laid out, in this order; everything else, and dice after those, come from a
    seed."""

    __slots__ = ("_rest", "_shown")

    def __init__(self, shown: Sequence[int], seed: int = 0) -> None:
        self._shown = list(shown)
        self._rest = SeededChance(seed.to_bytes(SEED_BYTES, "big"))

    @property
    def left(self) -> list[int]:
        """The dice that were laid out and not rolled yet."""
        return self._shown

    def below(self, stream: str, n: int) -> int:
        if stream != DICE_STREAM or not self._shown:
            return self._rest.below(stream, n)
        value = self._shown.pop(0)
        if not 1 <= value <= n:
            raise ValueError(f"a {n}-sided die cannot show {value}")
        return value - 1

    def shuffle(self, stream: str, items: list[int]) -> None:
        self._rest.shuffle(stream, items)

    def clone(self) -> "LoadedDice":
        copy = LoadedDice(self._shown)
        copy._rest = self._rest.clone()
        return copy

    def used(self) -> dict[str, int]:
        return self._rest.used()

    def resume(self, used: dict[str, int]) -> None:
        self._rest.resume(used)


class Scenario:
    """A position being laid out. Every method returns the scenario, so that they can be chained."""

    def __init__(self, players: int, **options: OptionValue) -> None:
        """``options``: those that differ from their default."""
        rules = rules_for(players, complete(options, OPTIONS))
        self._state: State = phases.empty_table(rules, SeededChance(bytes(SEED_BYTES)))
        self._state.suits = list(range(players))
        self._state.first = 0
        self._named: set[int] = set()
        self._survivors: list[int] = []
        self._skirmish = 1
        self._fallen: list[tuple[int, int]] = []

    # -- laying out --------------------------------------------------------------------------------------------------

    def suits(self, *suits: str) -> "Scenario":
        """The players' suits, A's first."""
        self._state.suits = [SUITS.index(suit) for suit in suits]
        return self

    def first(self, player: str) -> "Scenario":
        """Who goes first."""
        self._state.first = _seat(player)
        return self

    def army(self, player: str, commander: str, units: str) -> "Scenario":
        """The units under a commander, and no others: ids with spaces between."""
        place = COMMANDERS * _seat(player) + _rank(commander)
        self._state.armies[place] = [PLACES[id] for id in units.split()]
        self._named.add(place)
        return self

    def survived(self, *players: str) -> "Scenario":
        """Whose Ace, King, Queen and Jack survived their skirmishes, as far as they were fought."""
        self._survivors = [_seat(player) for player in players]
        self._skirmish = len(players) + 1
        return self

    def lost_in_tiebreak(self, player: str, commander: str) -> "Scenario":
        """A survivor who fell in the tie-break."""
        self._fallen.append((_seat(player), _rank(commander)))
        return self

    # -- beginning ---------------------------------------------------------------------------------------------------

    def begin(self, dice: Sequence[int] = (), seed: int = 0) -> "PlayedTable":
        """All cards are placed, and the next skirmish begins, or the tie-break if four were fought. ``dice``: what they
        show from here on; ``seed``: of the chance after that."""
        state = self._laid_out()
        chance = LoadedDice(dice, seed)
        state.chance = chance
        events: list[tuple[int, ...]] = []
        if self._skirmish > COMMANDERS and self._fallen:
            state.skirmish += len(self._fallen)
            phases.next_tiebreak(state, events)
        else:
            phases.next_skirmish(state, events)
        table = PlayedTable(state)
        table.tell(events)
        return table

    def document(self) -> JsonObject:
        """The position in which the next skirmish or the tie-break begins, as the JSON of the State message."""
        document: JsonObject = json.loads(RULESET.dump(self.begin().state))
        return document

    def _laid_out(self) -> State:
        state = self._state
        self._fill()
        for rank, survivor in enumerate(self._survivors):
            state.wins[survivor] += 1
            for seat in range(state.rules.seats):
                state.fallen[seat] |= (seat != survivor) << rank
        for seat, rank in self._fallen:
            state.fallen[seat] |= 1 << rank
        state.skirmish = self._skirmish - 1
        return state

    def _fill(self) -> None:
        """Give every player the units that are due and were not laid out."""
        state = self._state
        seats = state.rules.seats
        laid_out = [card for army in state.armies for card in army]
        if len(set(laid_out)) < len(laid_out):
            raise ValueError("a unit is laid out twice")
        free = [card for card in range(UNITS) if card not in laid_out]
        free.sort(key=lambda card: card % 9)
        for seat in range(seats):
            due = (UNITS - state.rules.undrawn) // seats
            own = range(COMMANDERS * seat, COMMANDERS * seat + COMMANDERS)
            missing = due - sum([len(state.armies[place]) for place in own])
            open_places = [place for place in own if place not in self._named]
            if missing < 0 or (missing and not open_places):
                raise ValueError(f"player {PLAYERS[seat]} must have {due} units, and a commander to put them under")
            for number in range(missing):
                state.armies[open_places[number % len(open_places)]].append(free.pop())
        state.deck = free


class PlayedTable:
    """A position that is being played. Seats are letters, commanders are their names."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.happened: list[JsonObject] = []
        """What a spectator saw since the last call that played, as Event JSON."""

    @classmethod
    def new_game(cls, players: int, dice: Sequence[int] = (), seed: int = 0, **options: OptionValue) -> "PlayedTable":
        """A match from its beginning."""
        state, events = RULESET.start(players, complete(options, OPTIONS), LoadedDice(dice, seed))
        table = cls(state)
        table.tell(events)
        return table

    @classmethod
    def of(cls, document: JsonObject, dice: Sequence[int] = ()) -> "PlayedTable":
        """A position from the JSON of the State message."""
        return cls(positions.load(json.dumps(document).encode(), LoadedDice(dice)))

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, player: str, notation: str) -> "PlayedTable":
        """A player acts."""
        self.tell(RULESET.play(self.state, _seat(player), RULESET.parse(notation)))
        return self

    def place(self, *commanders: str) -> "PlayedTable":
        """The players on turn place drawn cards under these commanders, one after the other."""
        for commander in commanders:
            self.play(self.pending()[0], f"place {RANKS[_rank(commander)]}")
        return self

    def recruit(self, commander: str = "Jack") -> "PlayedTable":
        """All cards that are left are placed under one commander of each player."""
        happened: list[JsonObject] = []
        while any("place" in notation for player in self.pending() for notation in self.legal(player)):
            self.place(commander)
            happened += self.happened
        self.happened = happened
        return self

    def tell(self, events: list[tuple[int, ...]]) -> None:
        """Note what happened."""
        shares = (RULESET.share(event, SPECTATOR) for event in events)
        self.happened = [share for share in shares if share]

    def only_skirmish(self, number: int) -> "PlayedTable":
        """Forget what happened outside one skirmish."""
        kept: list[JsonObject] = []
        inside = False
        for share in self.happened:
            inside = inside or share.get("skirmish_started", {}).get("skirmish") == number
            if inside:
                kept.append(share)
            inside = inside and "skirmish_won" not in share
        self.happened = kept
        return self

    # -- looking -----------------------------------------------------------------------------------------------------

    def pending(self) -> list[str]:
        """Who must decide."""
        return [PLAYERS[seat] for seat in RULESET.pending(self.state)]

    def legal(self, player: str) -> list[str]:
        """What a player may do, in notation."""
        return [RULESET.notation(action) for action in RULESET.legal(self.state, _seat(player))]

    def hand(self) -> list[str]:
        """The drawn cards that are still to be placed."""
        return [IDS[card] for card in self.state.drawn]

    def army(self, player: str, commander: str) -> list[str]:
        """The units under a commander."""
        return [IDS[card] for card in self.state.armies[COMMANDERS * _seat(player) + _rank(commander)]]

    def units(self, player: str) -> int:
        """How many units a player has placed."""
        seat = _seat(player)
        return sum(map(len, self.state.armies[COMMANDERS * seat : COMMANDERS * seat + COMMANDERS]))

    def bonuses(self, player: str) -> list[str]:
        """The bonuses that a player added in the latest skirmish, or adds now."""
        added = [event["bonuses"] for event in self.all_of("bonuses_selected") if event["player"] == _seat(player)]
        return list(added[-1])

    def dice(self, player: str) -> list[str]:
        """The dice that a player rolled last, such as ``d20 base``."""
        rolls = [event["dice"] for event in self.all_of("rolled") if event["player"] == _seat(player)]
        return [f"d{die['sides']} {die['source']}" for die in rolls[-1]]

    def rolled(self, player: str) -> list[list[int]]:
        """What a player's dice showed, roll by roll."""
        rolls = [event["dice"] for event in self.all_of("rolled") if event["player"] == _seat(player)]
        return [[die["value"] for die in roll] for roll in rolls]

    def standing(self, player: str) -> str:
        """The ranks of a player's commanders that are in the war still."""
        fallen = self.state.fallen[_seat(player)]
        return "".join(rank for number, rank in enumerate(RANKS) if not fallen >> number & 1)

    def wins(self) -> list[int]:
        """Skirmish victories."""
        return self.state.wins

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


def _seat(player: str) -> int:
    return PLAYERS.index(player)


def _rank(commander: str) -> int:
    """The place of a commander, given by name or letter."""
    return RANKS.index(commander[0])
