"""Games so small that the best action is known: what searches are tried on. They have no bytes and no texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from services.engine.chance import Chance, FastChance
from services.engine.ruleset import (
    Bot,
    Description,
    IllegalAction,
    JsonObject,
    OptionValue,
    Outcome,
    Ruleset,
    SeatResult,
    Secret,
)


@dataclass(slots=True)
class Table:
    """What lies on the table: ``hidden`` is known to nobody, ``pile`` and ``chosen`` to everybody unless the game says
    so. A view is a table with a viewer, and with -1 for what is hidden."""

    seats: int
    pile: int = 0
    hidden: int = -1
    turn: int = 0
    chosen: list[int] = field(default_factory=list)
    viewer: int = -1


class AnyChoice(Bot[Table]):
    """Plays any legal action."""

    def choose(self, view: Table, legal: list[int], chance: Chance) -> int:
        return legal[chance.below("bot", len(legal))]


class Always(Bot[Table]):
    """Plays the same action whenever it may."""

    def __init__(self, action: int) -> None:
        self._action = action

    def choose(self, view: Table, legal: list[int], chance: Chance) -> int:
        return self._action if self._action in legal else legal[0]

    def preferences(self, view: Table, legal: list[int]) -> list[float]:
        return [float(action == self._action) for action in legal]


class TinyGame(Ruleset[Table, Table, int]):
    """What the small games share: an event is the action, and everybody sees it."""

    def describe(self) -> Description:
        return Description("tiny", "1.0.0", "Tiny", "", 2, 3, 100)

    def bots(self) -> Mapping[str, Bot[Table]]:
        return {"random": AnyChoice()}

    def seats(self, state: Table) -> int:
        return state.seats

    def default(self, state: Table, seat: int) -> int:
        return self.legal(state, seat)[0]

    def clone(self, state: Table) -> Table:
        return replace(state, chosen=state.chosen.copy())

    def observe(self, state: Table, viewer: int) -> Table:
        return replace(state, chosen=state.chosen.copy(), hidden=-1, viewer=viewer)

    def share(self, event: int, viewer: int) -> JsonObject | None:
        return {"action": event}

    def is_public(self, event: int) -> bool:
        return True

    def imagine(self, view: Table, chance: Chance) -> Table:
        return replace(view, chosen=view.chosen.copy(), viewer=-1)

    def check(self, state: Table, seat: int, action: int) -> None:
        if action not in self.legal(state, seat):
            raise IllegalAction("not legal")

    def follow(self, view: Table, share: JsonObject) -> None:
        raise NotImplementedError

    def secrets(self, state: Table, viewer: int) -> list[Secret]:
        raise NotImplementedError

    def dump(self, state: Table) -> bytes:
        raise NotImplementedError

    def load(self, data: bytes, chance: Chance) -> Table:
        raise NotImplementedError

    def view_json(self, view: Table) -> JsonObject:
        raise NotImplementedError

    def view_from_json(self, document: JsonObject) -> Table:
        raise NotImplementedError

    def notation(self, action: int) -> str:
        return f"take {action}"

    def parse(self, text: str) -> int:
        raise NotImplementedError

    def action_json(self, action: int) -> JsonObject:
        raise NotImplementedError

    def action_from_json(self, document: JsonObject) -> int:
        raise NotImplementedError

    def label(self, view: Table, action: int) -> str:
        raise NotImplementedError

    def picture(self, view: Table) -> str:
        raise NotImplementedError

    def telling(self, share: JsonObject, names: list[str]) -> str:
        raise NotImplementedError


class Nim(TinyGame):
    """Players take one to three in turn, and who takes the last one wins. Whoever leaves a multiple of four to the only
    opponent wins."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[Table, list[int]]:
        return Table(seats, pile=10), []

    def pending(self, state: Table) -> list[int]:
        return [state.turn] if state.pile else []

    def legal(self, state: Table, seat: int) -> list[int]:
        return [take for take in (1, 2, 3) if take <= state.pile] if seat in self.pending(state) else []

    def play(self, state: Table, seat: int, action: int) -> list[int]:
        self.check(state, seat, action)
        state.pile -= action
        state.chosen = [seat]
        state.turn = (seat + 1) % state.seats
        return [action]

    def outcome(self, state: Table) -> Outcome | None:
        return None if state.pile else won_by(state.seats, state.chosen)


class JudgedNim(Nim):
    """Nim with a judgement that is perfect with two players."""

    def evaluate(self, state: Table) -> list[float]:
        winner = state.turn if state.pile % 4 else 1 - state.turn
        return [float(seat == winner) for seat in range(state.seats)]


class HiddenDie(TinyGame):
    """The first player guesses what a die shows, and wins if it is right. Nobody can know."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[Table, list[int]]:
        return Table(seats, hidden=chance.below("die", 6)), []

    def imagine(self, view: Table, chance: Chance) -> Table:
        return replace(view, chosen=view.chosen.copy(), viewer=-1, hidden=chance.below("imagine", 6))

    def pending(self, state: Table) -> list[int]:
        return [] if state.chosen else [0]

    def legal(self, state: Table, seat: int) -> list[int]:
        return list(range(6)) if seat in self.pending(state) else []

    def play(self, state: Table, seat: int, action: int) -> list[int]:
        self.check(state, seat, action)
        state.chosen = [action]
        return [action]

    def outcome(self, state: Table) -> Outcome | None:
        if not state.chosen:
            return None
        return won_by(state.seats, [0 if state.chosen[0] == state.hidden else 1])


class RockPaperScissors(TinyGame):
    """Two choose at once and in secret: 0 beats 2, 1 beats 0, 2 beats 1; the same is shared."""

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[Table, list[int]]:
        return Table(seats, chosen=[-1, -1]), []

    def is_public(self, event: int) -> bool:
        return False

    def observe(self, state: Table, viewer: int) -> Table:
        seen = [-2 if choice >= 0 and seat != viewer else choice for seat, choice in enumerate(state.chosen)]
        return replace(state, chosen=seen, viewer=viewer)

    def imagine(self, view: Table, chance: Chance) -> Table:
        drawn = [chance.below("imagine", 3) if choice == -2 else choice for choice in view.chosen]
        return replace(view, chosen=drawn, viewer=-1)

    def reopen(self, state: Table, viewer: int) -> None:
        state.chosen = [choice if seat == viewer else -1 for seat, choice in enumerate(state.chosen)]

    def pending(self, state: Table) -> list[int]:
        return [seat for seat, choice in enumerate(state.chosen) if choice < 0]

    def legal(self, state: Table, seat: int) -> list[int]:
        return [0, 1, 2] if seat in self.pending(state) else []

    def play(self, state: Table, seat: int, action: int) -> list[int]:
        self.check(state, seat, action)
        state.chosen[seat] = action
        return [action]

    def outcome(self, state: Table) -> Outcome | None:
        if -1 in state.chosen:
            return None
        first, second = state.chosen
        lead = (first - second) % 3
        return won_by(2, [0, 1] if lead == 0 else [0] if lead == 1 else [1])


def won_by(seats: int, winners: list[int]) -> Outcome:
    """The outcome of a match that these seats won."""
    ranks = [1 if seat in winners else 1 + len(winners) for seat in range(seats)]
    return Outcome(tuple(SeatResult(seat, rank, 0) for seat, rank in enumerate(ranks)), "over")


def started(game: TinyGame, seats: int = 2, seed: int = 0) -> Any:
    """The first state of a match."""
    return game.start(seats, {}, FastChance(seed))[0]
