"""Sealed Rows: a complete small ruleset, for tests of everything that plays rulesets.

Two to four seats play two rounds. In each round every seat lays three of its five cards (1 to 5) face down in three
columns, one card at a time; all seats do so at once, and nobody learns how far another is until the row is complete.
Then the rows are turned, and for each column a card is drawn from a shuffled deck (1 to 8): the seat with the highest
card in the column takes the drawn card's points, and nobody does on a tie. The seat that took the most points in the
round, if it is one seat alone, keeps its luck (one point) or gives it away (one point to each other seat, and a favour,
which decides ties at the end).

It has both kinds of decision (simultaneous and single), events that nobody else sees, a hidden deck, options that
change what is hidden, and bots. Its documents are plain JSON with the schemas given here.
"""

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeAlias

from services.engine.chance import Chance
from services.engine.ruleset import (
    SPECTATOR,
    Bot,
    BotInfo,
    Description,
    IllegalAction,
    JsonObject,
    MalformedAction,
    MalformedPosition,
    Option,
    OptionType,
    OptionValue,
    Outcome,
    Ruleset,
    SeatResult,
    Secret,
)
from tests.rulesets.sealed_documents import CARD_SCHEMA, LAYOUT, RULES

ROUNDS: Final = 2
COLUMNS: Final = 3
HAND: Final = (1, 2, 3, 4, 5)
POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
KEEP: Final = 6  # the actions 1 to 5 place that card
GIVE: Final = 7
NOBODY: Final = -1


class Phase(Enum):
    """What the seats are doing."""

    ARRANGE = "arrange"
    CHOOSE = "choose"
    OVER = "over"


class Takes(Enum):
    """Which card takes a column."""

    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(slots=True)
class Public:
    """What everybody knows at any time. ``rows`` is empty until they are turned; ``winner`` is ``NOBODY`` or the seat
    that must choose; the four score lists have one entry per seat."""

    seats: int
    takes: Takes
    open_draws: bool
    round: int = 0
    phase: Phase = Phase.ARRANGE
    ready: list[bool] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    winner: int = NOBODY
    columns: list[int] = field(default_factory=list)
    bonuses: list[int] = field(default_factory=list)
    gifts: list[int] = field(default_factory=list)
    favours: list[int] = field(default_factory=list)

    def copy(self) -> "Public":
        """An independent copy."""
        return Public(
            seats=self.seats,
            takes=self.takes,
            open_draws=self.open_draws,
            round=self.round,
            phase=self.phase,
            ready=self.ready.copy(),
            rows=[row.copy() for row in self.rows],
            draws=self.draws.copy(),
            winner=self.winner,
            columns=self.columns.copy(),
            bonuses=self.bonuses.copy(),
            gifts=self.gifts.copy(),
            favours=self.favours.copy(),
        )

    def score(self, seat: int) -> int:
        """The seat's points so far."""
        return self.columns[seat] + self.bonuses[seat] + self.gifts[seat]


@dataclass(slots=True)
class State:
    """A position. ``laid``: each seat's row of this round, face down or turned. ``deck``: top last; empty once the
    round's cards are drawn."""

    public: Public
    laid: list[list[int]]
    deck: list[int]
    chance: Chance


@dataclass(slots=True)
class View:
    """What a viewer may know. ``row``: its own row of this round; a spectator has none."""

    viewer: int
    public: Public
    row: list[int]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round began; ``draws`` are the columns' point cards if they lie open."""

    number: int
    draws: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat laid a card face down. Nobody else learns of it."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat's row is complete."""

    seat: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The rows were turned. ``takers``: for each column the seat that took its points, or ``NOBODY``."""

    rows: tuple[tuple[int, ...], ...]
    draws: tuple[int, ...]
    takers: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Chose:
    """The round's winner kept its luck or gave it away."""

    seat: int
    gave: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""

    scores: tuple[int, ...]


Event: TypeAlias = RoundStarted | Placed | Ready | Revealed | Chose | Ended


class RandomBot(Bot[View]):
    """Plays any legal action."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        return legal[chance.below("bot", len(legal))]


class GreedyBot(Bot[View]):
    """Lays its best cards, the best of them where most points lie if it can see them; keeps its luck."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if KEEP in legal:
            return KEEP
        best_first = sorted(legal, reverse=view.public.takes is Takes.HIGHEST)
        to_come = view.public.draws[len(view.row) :]  # points of this column and of those after it, if they lie open
        return best_first[sum(points > to_come[0] for points in to_come)]


class Sealed(Ruleset[State, View, Event]):
    """The rules."""

    # -- what it is ------------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        return _DESCRIPTION

    def bots(self) -> Mapping[str, Bot[View]]:
        return _BOTS

    # -- play ------------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        zeros = [0] * seats
        public = Public(
            seats=seats,
            takes=Takes(options["takes"]),
            open_draws=options["open_draws"] is True,
            columns=zeros.copy(),
            bonuses=zeros.copy(),
            gifts=zeros.copy(),
            favours=zeros.copy(),
        )
        state = State(public, laid=[], deck=[], chance=chance)
        return state, [_start_round(state)]

    def seats(self, state: State) -> int:
        return state.public.seats

    def pending(self, state: State) -> list[int]:
        return _pending(state.public)

    def legal(self, state: State, seat: int) -> list[int]:
        if seat not in self.pending(state):
            return []
        if state.public.phase is Phase.CHOOSE:
            return [KEEP, GIVE]
        return [card for card in HAND if card not in state.laid[seat]]

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        if action not in self.legal(state, seat):
            raise IllegalAction
        if state.public.phase is Phase.CHOOSE:
            return [_choose(state, seat, gave=action == GIVE), *_end_round(state)]
        return _place(state, seat, action)

    def default(self, state: State, seat: int) -> int:
        return self.legal(state, seat)[0]

    def outcome(self, state: State) -> Outcome | None:
        public = state.public
        if public.phase is not Phase.OVER:
            return None
        merits = [(public.score(seat), public.favours[seat]) for seat in range(public.seats)]
        results = tuple(
            SeatResult(
                seat=seat,
                rank=1 + sum(other > merits[seat] for other in merits),
                score=public.score(seat),
                breakdown=(
                    ("columns", public.columns[seat]),
                    ("bonuses", public.bonuses[seat]),
                    ("gifts", public.gifts[seat]),
                ),
            )
            for seat in range(public.seats)
        )
        return Outcome(results, "all_rounds_played")

    def clone(self, state: State) -> State:
        return State(
            public=state.public.copy(),
            laid=[row.copy() for row in state.laid],
            deck=state.deck.copy(),
            chance=state.chance.clone(),
        )

    # -- what each may know ----------------------------------------------------------------------------------------

    def observe(self, state: State, viewer: int) -> View:
        row = [] if viewer == SPECTATOR else state.laid[viewer].copy()
        return View(viewer, state.public.copy(), row)

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        match event:
            case RoundStarted(number, draws):
                return {"round_started": {"number": number, "draws": list(draws)}}
            case Placed(seat, card):
                return {"placed": {"seat": seat, "card": card}} if viewer == seat else None
            case Ready(seat):
                return {"ready": {"seat": seat}}
            case Revealed(rows, draws, takers, winner):
                turned = [list(row) for row in rows]
                return {
                    "revealed": {"rows": turned, "draws": list(draws), "takers": list(takers), "winner": winner},
                }
            case Chose(seat, gave):
                return {"gave": {"seat": seat}} if gave else {"kept": {"seat": seat}}
            case Ended(scores):
                return {"ended": {"scores": list(scores)}}

    def follow(self, view: View, share: JsonObject) -> None:
        (kind, body), *_ = share.items()
        public = view.public
        match kind:
            case "round_started":
                _open_round(public, body["number"], body["draws"])
                view.row = []
            case "placed":
                view.row.append(body["card"])
            case "ready":
                public.ready[body["seat"]] = True
            case "revealed":
                _turn(public, body["rows"], body["draws"], body["takers"])
            case "kept" | "gave":
                _settle(public, body["seat"], gave=kind == "gave")
            case "ended":
                public.phase = Phase.OVER

    def imagine(self, view: View, chance: Chance) -> State:
        public = view.public.copy()
        laid = [row.copy() for row in public.rows]
        deck: list[int] = []
        if public.phase is Phase.ARRANGE:
            laid = [_imagine_row(view, seat, chance) for seat in range(public.seats)]
            if not public.open_draws:
                deck = list(POINTS)
                chance.shuffle("imagine:deck", deck)
        return State(public, laid, deck, chance)

    def secrets(self, state: State, viewer: int) -> list[Secret]:
        public = state.public
        if public.phase is not Phase.ARRANGE:
            return []
        secrets = [
            Secret(f"row:{seat}", _code(state.laid[seat]), tuple(map(_code, _possible_rows(ready=public.ready[seat]))))
            for seat in range(public.seats)
            if seat != viewer
        ]
        secrets += [Secret(f"deck:{place}", card, POINTS) for place, card in enumerate(state.deck)]
        return secrets

    # -- bytes and text --------------------------------------------------------------------------------------------

    def dump(self, state: State) -> bytes:
        document = _public_json(state.public)
        document["laid"] = state.laid
        document["deck"] = state.deck
        document["chance"] = dict(sorted(state.chance.used().items()))
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

    def load(self, data: bytes, chance: Chance) -> State:
        try:
            document = json.loads(data)
        except (ValueError, RecursionError) as error:  # RecursionError: brackets nested without end
            raise MalformedPosition("not JSON") from error
        reading = Reading(document)
        public = _read_public(reading)
        laid = reading.rows("laid", HAND)
        deck = reading.numbers("deck", POINTS)
        chance.resume(reading.counts("chance"))
        reading.finish()
        _check_secret_parts(public, laid, deck)
        return State(public, laid, deck, chance)

    def view_json(self, view: View) -> JsonObject:
        return {"viewer": view.viewer, **_public_json(view.public), "row": view.row}

    def view_from_json(self, document: JsonObject) -> View:
        reading = Reading(document)
        viewer = reading.number("viewer", SPECTATOR, 3)
        public = _read_public(reading)
        row = reading.numbers("row", HAND)
        reading.finish()
        _require(viewer < public.seats, "viewer is not a seat")
        if viewer == SPECTATOR:
            _require(row == [], "a spectator has no row")
        elif public.phase is Phase.ARRANGE:
            _require(_fits(row, ready=public.ready[viewer]), "row does not fit ready")
        else:
            _require(row == public.rows[viewer], "row does not fit rows")
        return View(viewer, public, row)

    def notation(self, action: int) -> str:
        return {KEEP: "keep", GIVE: "give"}.get(action, f"place {action}")

    def parse(self, text: str) -> int:
        try:
            return _BY_NOTATION[text]
        except KeyError:
            raise MalformedAction("an action is `place 1` to `place 5`, `keep` or `give`") from None

    def action_json(self, action: int) -> JsonObject:
        if action in HAND:
            return {"place": {"card": action}}
        return {self.notation(action): {}}

    def action_from_json(self, document: JsonObject) -> int:
        match document:
            case {"place": {"card": int(card), **more}, **rest} if card in HAND and card is not True:
                if not more and not rest:
                    return card
            case {"keep": {**more}, **rest} if not more and not rest:
                return KEEP
            case {"give": {**more}, **rest} if not more and not rest:
                return GIVE
        raise MalformedAction('an action is {"place": {"card": 1 to 5}}, {"keep": {}} or {"give": {}}')

    def label(self, view: View, action: int) -> str:
        if action == KEEP:
            return "Keep your luck: 1 point"
        if action == GIVE:
            return "Give your luck away: 1 point to each other seat, a favour for you"
        return f"Lay {action} in column {len(view.row) + 1}"

    def picture(self, view: View) -> str:
        public = view.public
        lines = [f"Round {public.round} of {ROUNDS}, the {public.takes.value} card takes the column"]
        lines.append("points  " + " ".join(map(str, public.draws)) if public.draws else "points  ? ? ?")
        for seat in range(public.seats):
            row = public.rows[seat] if public.rows else view.row if seat == view.viewer else []
            hidden = "x x x" if public.ready[seat] else "..."
            cards = " ".join(map(str, row)) or hidden
            lines.append(f"seat {seat}  {cards:<6} {public.score(seat)} points, {public.favours[seat]} favours")
        return "\n".join(lines)

    def telling(self, share: JsonObject, names: list[str]) -> str:
        (kind, body), *_ = share.items()
        match kind:
            case "round_started":
                return f"Round {body['number']} begins."
            case "placed":
                return f"{names[body['seat']]} lays {body['card']}."
            case "ready":
                return f"{names[body['seat']]} is ready."
            case "revealed":
                rows = ", ".join(f"{name} {row}" for name, row in zip(names, body["rows"], strict=True))
                return f"The rows are turned for {body['draws']} points: {rows}."
            case "kept":
                return f"{names[body['seat']]} keeps the luck."
            case "gave":
                return f"{names[body['seat']]} gives the luck away."
            case _:
                return "The match is over."


# -- the rounds ----------------------------------------------------------------------------------------------------


def _pending(public: Public) -> list[int]:
    if public.phase is Phase.ARRANGE:
        return [seat for seat in range(public.seats) if not public.ready[seat]]
    return [public.winner] if public.phase is Phase.CHOOSE else []


def _start_round(state: State) -> RoundStarted:
    public = state.public
    number = public.round + 1
    state.laid = [[] for _ in range(public.seats)]
    state.deck = list(POINTS)
    state.chance.shuffle(f"deck:{number}", state.deck)
    draws = _draw(state) if public.open_draws else []
    _open_round(public, number, draws)
    return RoundStarted(number, tuple(draws))


def _draw(state: State) -> list[int]:
    """Draw a card for each column and put the deck away: what is left of it never matters again."""
    draws = [state.deck.pop() for _ in range(COLUMNS)]
    state.deck = []
    return draws


def _place(state: State, seat: int, card: int) -> list[Event]:
    row = state.laid[seat]
    row.append(card)
    events: list[Event] = [Placed(seat, card)]
    if len(row) < COLUMNS:
        return events
    public = state.public
    public.ready[seat] = True
    events.append(Ready(seat))
    if not all(public.ready):
        return events
    draws = public.draws if public.open_draws else _draw(state)
    takers = [_taker(public.takes, [laid[column] for laid in state.laid]) for column in range(COLUMNS)]
    _turn(public, [laid.copy() for laid in state.laid], draws, takers)
    events.append(Revealed(tuple(map(tuple, state.laid)), tuple(draws), tuple(takers), public.winner))
    if public.winner == NOBODY:
        events += _end_round(state)
    return events


def _taker(takes: Takes, cards: list[int]) -> int:
    best = max(cards) if takes is Takes.HIGHEST else min(cards)
    return cards.index(best) if cards.count(best) == 1 else NOBODY


def _choose(state: State, seat: int, *, gave: bool) -> Chose:
    _settle(state.public, seat, gave=gave)
    return Chose(seat, gave)


def _end_round(state: State) -> list[Event]:
    public = state.public
    if public.round < ROUNDS:
        return [_start_round(state)]
    public.phase = Phase.OVER
    return [Ended(tuple(public.score(seat) for seat in range(public.seats)))]


# -- what an event changes for everybody; shared by play and follow ---------------------------------------------------


def _open_round(public: Public, number: int, draws: list[int]) -> None:
    public.round = number
    public.phase = Phase.ARRANGE
    public.ready = [False] * public.seats
    public.rows = []
    public.draws = list(draws)
    public.winner = NOBODY


def _turn(public: Public, rows: list[list[int]], draws: list[int], takers: list[int]) -> None:
    public.ready = [True] * public.seats
    public.rows = rows
    public.draws = list(draws)
    taken = [0] * public.seats
    for taker, points in zip(takers, draws, strict=True):
        if taker != NOBODY:
            taken[taker] += points
    public.columns = [before + now for before, now in zip(public.columns, taken, strict=True)]
    most = max(taken)
    public.winner = taken.index(most) if taken.count(most) == 1 else NOBODY
    public.phase = Phase.CHOOSE


def _settle(public: Public, seat: int, *, gave: bool) -> None:
    if not gave:
        public.bonuses[seat] += 1
        return
    public.favours[seat] += 1
    public.gifts = [points + (other != seat) for other, points in enumerate(public.gifts)]


# -- what is hidden ------------------------------------------------------------------------------------------------


def _possible_rows(*, ready: bool) -> list[tuple[int, ...]]:
    """Every row that a seat may have laid: three cards when it is ready, otherwise up to two, in any order."""
    sizes = [COLUMNS] if ready else range(COLUMNS)
    return [row for size in sizes for row in itertools.permutations(HAND, size)]


def _imagine_row(view: View, seat: int, chance: Chance) -> list[int]:
    if seat == view.viewer:
        return view.row.copy()
    rows = _possible_rows(ready=view.public.ready[seat])
    return list(rows[chance.below("imagine:rows", len(rows))])


def _code(row: list[int] | tuple[int, ...]) -> int:
    """A row as one number: its cards are the digits, and 0 is the empty row."""
    return int("0" + "".join(map(str, row)))


# -- reading documents -----------------------------------------------------------------------------------------------


class Reading:
    """A JSON object read key by key; every surprise is a MalformedPosition."""

    def __init__(self, document: Any) -> None:
        _require(isinstance(document, dict), "not a JSON object")
        self._left: dict[str, Any] = dict(document)

    def take(self, key: str) -> Any:
        """The value of a key that must be there."""
        _require(key in self._left, f"{key} is missing")
        return self._left.pop(key)

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self.take(key)
        _require(type(value) is int and low <= value <= high, f"{key} is not a number from {low} to {high}")
        return int(value)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.take(key)
        _require(type(value) is bool, f"{key} is neither true nor false")
        return bool(value)

    def word(self, key: str, choices: list[str]) -> str:
        """One of a few words."""
        value = self.take(key)
        _require(type(value) is str and value in choices, f"{key} is not one of {', '.join(choices)}")
        return str(value)

    def entries(self, key: str) -> list[Any]:
        """A list."""
        value = self.take(key)
        _require(type(value) is list, f"{key} is not a list")
        return list(value)

    def numbers(self, key: str, allowed: tuple[int, ...]) -> list[int]:
        """Different numbers out of ``allowed``."""
        values = self.entries(key)
        _require(_distinct(values, allowed), f"{key} is not a list of different cards")
        return values

    def rows(self, key: str, allowed: tuple[int, ...]) -> list[list[int]]:
        """Lists of different numbers out of ``allowed``."""
        rows = self.entries(key)
        _require(all(_distinct(row, allowed) for row in rows), f"{key} is not a list of lists of different cards")
        return [list(row) for row in rows]

    def counts(self, key: str) -> dict[str, int]:
        """An object whose values are whole numbers from 0."""
        value = self.take(key)
        _require(
            type(value) is dict and all(type(n) is int and 0 <= n < 1 << 40 for n in value.values()),
            f"{key} is not an object of counts",
        )
        return dict(value)

    def finish(self) -> None:
        """Nothing may be left."""
        _require(not self._left, "unknown keys")


def _distinct(values: Any, allowed: tuple[int, ...]) -> bool:
    if type(values) is not list or any(type(value) is not int or value not in allowed for value in values):
        return False
    return len(set(values)) == len(values)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise MalformedPosition(message)


def _public_json(public: Public) -> JsonObject:
    return {
        "seats": public.seats,
        "takes": public.takes.value,
        "open_draws": public.open_draws,
        "round": public.round,
        "phase": public.phase.value,
        "ready": public.ready,
        "rows": public.rows,
        "draws": public.draws,
        "winner": public.winner,
        "columns": public.columns,
        "bonuses": public.bonuses,
        "gifts": public.gifts,
        "favours": public.favours,
    }


def _read_public(reading: Reading) -> Public:
    seats = reading.number("seats", 2, 4)
    public = Public(
        seats=seats,
        takes=Takes(reading.word("takes", [takes.value for takes in Takes])),
        open_draws=reading.flag("open_draws"),
        round=reading.number("round", 1, ROUNDS),
        phase=Phase(reading.word("phase", [phase.value for phase in Phase])),
        ready=reading.entries("ready"),
        rows=reading.rows("rows", HAND),
        draws=reading.numbers("draws", POINTS),
        winner=reading.number("winner", NOBODY, seats - 1),
        columns=reading.entries("columns"),
        bonuses=reading.entries("bonuses"),
        gifts=reading.entries("gifts"),
        favours=reading.entries("favours"),
    )
    _check_public(public)
    return public


def _check_public(public: Public) -> None:
    """What the rounds keep true at every decision."""
    seats = public.seats
    _require(len(public.ready) == seats and all(type(flag) is bool for flag in public.ready), "ready is not per seat")
    most = ROUNDS * sum(POINTS)
    for scores in (public.columns, public.bonuses, public.gifts, public.favours):
        _require(
            len(scores) == seats and all(type(n) is int and 0 <= n <= most for n in scores),
            "the scores are not a number per seat",
        )
    if public.phase is Phase.ARRANGE:
        _require(not all(public.ready), "every row is complete, but they are not turned")
        _require(public.rows == [], "the rows are turned too early")
        _require(len(public.draws) == (COLUMNS if public.open_draws else 0), "draws does not fit open_draws")
        _require(public.winner == NOBODY, "there is a winner too early")
        return
    _require(all(public.ready), "the rows are turned, but not complete")
    _require(len(public.rows) == seats and all(len(row) == COLUMNS for row in public.rows), "rows is not per seat")
    _require(len(public.draws) == COLUMNS, "draws is not per column")
    _require(public.phase is Phase.OVER or public.winner != NOBODY, "nobody is there to choose")
    _require(public.phase is not Phase.OVER or public.round == ROUNDS, "it is over too early")


def _check_secret_parts(public: Public, laid: list[list[int]], deck: list[int]) -> None:
    if public.phase is not Phase.ARRANGE:
        _require(laid == public.rows, "laid does not fit rows")
        _require(deck == [], "the deck is not put away")
        return
    _require(len(laid) == public.seats, "laid is not per seat")
    _require(all(_fits(row, ready=flag) for row, flag in zip(laid, public.ready, strict=True)), "laid misfits ready")
    _require(len(deck) == (0 if public.open_draws else len(POINTS)), "the deck is not complete")


def _fits(row: list[int], *, ready: bool) -> bool:
    return len(row) == COLUMNS if ready else len(row) < COLUMNS


# -- the description -------------------------------------------------------------------------------------------------


def _numbers(low: int, high: int, order: str = "position") -> JsonObject:
    return _array(order, {"type": "integer", "minimum": low, "maximum": high})


def _array(order: str, items: JsonObject) -> JsonObject:
    return {"x-order": order, "type": "array", "items": items}


def _message(**properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _one_of(**messages: JsonObject) -> JsonObject:
    return {"oneOf": [_message(**{name: body}) for name, body in messages.items()]}


_SEAT: Final[JsonObject] = {"type": "integer", "minimum": 0, "maximum": 3}
_SEAT_OR_NOBODY: Final[JsonObject] = {"type": "integer", "minimum": NOBODY, "maximum": 3}
_PUBLIC: Final[dict[str, JsonObject]] = {
    "seats": {"type": "integer", "minimum": 2, "maximum": 4},
    "takes": {"enum": [takes.value for takes in Takes]},
    "open_draws": {"type": "boolean"},
    "round": {"type": "integer", "minimum": 1, "maximum": ROUNDS},
    "phase": {"enum": [phase.value for phase in Phase]},
    "ready": _array("seat", {"type": "boolean"}),
    "rows": _array("seat", _numbers(1, 5)),
    "draws": _numbers(1, 8),
    "winner": _SEAT_OR_NOBODY,
    "columns": _numbers(0, ROUNDS * sum(POINTS), "seat"),
    "bonuses": _numbers(0, ROUNDS, "seat"),
    "gifts": _numbers(0, ROUNDS, "seat"),
    "favours": _numbers(0, ROUNDS, "seat"),
}
_SCHEMAS: Final[dict[str, JsonObject]] = {
    "options": {
        "type": "object",
        "properties": {"takes": {"enum": ["highest", "lowest"]}, "open_draws": {"type": "boolean"}},
        "additionalProperties": False,
    },
    "card": CARD_SCHEMA,
    "action": _one_of(
        place=_message(card={"type": "integer", "minimum": 1, "maximum": 5}), keep=_message(), give=_message()
    ),
    "view": _message(viewer=_SEAT_OR_NOBODY, **_PUBLIC, row=_numbers(1, 5)),
    "event": _one_of(
        round_started=_message(number={"type": "integer"}, draws=_numbers(1, 8)),
        placed=_message(seat=_SEAT, card={"type": "integer", "minimum": 1, "maximum": 5}),
        ready=_message(seat=_SEAT),
        revealed=_message(
            rows={"type": "array", "items": _numbers(1, 5)},
            draws=_numbers(1, 8),
            takers=_numbers(NOBODY, 3),
            winner=_SEAT_OR_NOBODY,
        ),
        kept=_message(seat=_SEAT),
        gave=_message(seat=_SEAT),
        ended=_message(scores=_numbers(0, 100)),
    ),
    "state": _message(
        **_PUBLIC,
        laid={"type": "array", "items": _numbers(1, 5)},
        deck=_numbers(1, 8),
        chance={"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
    ),
}
_BY_NOTATION: Final = {**{f"place {card}": card for card in HAND}, "keep": KEEP, "give": GIVE}
_BOTS: Final[Mapping[str, Bot[View]]] = {"greedy": GreedyBot(), "random": RandomBot()}
_DESCRIPTION: Final = Description(
    id="sealed",
    version="1.0.0",
    title="Sealed Rows",
    summary="Lay three cards face down and hope that yours are the best where the points fall.",
    min_seats=2,
    max_seats=4,
    max_decisions=ROUNDS * (COLUMNS * 4 + 1),
    options=(
        Option(
            "takes",
            OptionType.CHOICE,
            "highest",
            "Which card takes a column.",
            choices=("highest", "lowest"),
            title="Winning card",
        ),
        Option(
            "open_draws",
            OptionType.BOOL,
            default=False,
            summary="The point cards lie open before the rows do.",
            title="Open points",
        ),
    ),
    bots=(
        BotInfo("greedy", "Lays its best cards where the points are."),
        BotInfo("random", "Plays any legal action."),
    ),
    cards=(
        *({"id": f"N{card}", "name": f"Number {card}", "kind": "number", "value": card} for card in HAND),
        *({"id": f"P{points}", "name": f"{points} points", "kind": "points", "points": points} for points in POINTS),
    ),
    schemas=_SCHEMAS,
    layout=LAYOUT.document(),
    rules=RULES,
    resignation_ends_at=(2,),
)

RULESET: Final = Sealed()
