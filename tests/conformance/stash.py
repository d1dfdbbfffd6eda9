"""Stash: a small ruleset in which seats play one after the other, with hidden hands, hidden draws and cards laid face
down. With Sealed Rows (simultaneous choices) it shows the conformance suite every way of hiding something.

Twelve cards, worth 1 to 12. Each seat holds two. In its turn a seat plays a card from its hand face up, or buries it
face down, and draws the deck's top card, which only it sees. When all hands are empty the match is over: a buried card
counts double, unless another seat's buried card is higher by one or two.
"""

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

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

IDS: Final = tuple(f"C{worth:02}" for worth in range(1, 13))
CARDS: Final = tuple(range(len(IDS)))
BURY: Final = 100  # action 5 plays the card with index 5, action 105 buries it
Event: TypeAlias = tuple[str, int, int]  # what, seat, card


@dataclass(slots=True)
class State:
    """``deck``: top last. ``hands`` ascending. ``tables`` and ``buried`` in the order they were laid."""

    deck: list[int]
    hands: list[list[int]]
    tables: list[list[int]]
    buried: list[list[int]]
    turn: int
    chance: Chance


@dataclass
class View:
    """What a viewer may know; its own hand and buried cards, for the others only how many."""

    viewer: int
    deck: int
    tables: list[list[int]]
    hands: list[int]
    buried: list[int]
    turn: int
    own_hand: list[int] = field(default_factory=list)
    own_buried: list[int] = field(default_factory=list)
    all_buried: list[list[int]] = field(default_factory=list)


class RandomBot(Bot[View]):
    """Plays any legal action."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        return legal[chance.below("bot", len(legal))]


class Stash(Ruleset[State, View, Event]):
    """The rules."""

    # -- what it is ------------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        return _DESCRIPTION

    def bots(self) -> Mapping[str, Bot[View]]:
        return {"random": RandomBot()}

    # -- play ------------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        deck = list(CARDS)
        chance.shuffle("deck", deck)
        size = 3 if options["large_hands"] else 2
        hands = [sorted(deck.pop() for _ in range(size)) for _ in range(seats)]
        state = State(deck, hands, [[] for _ in hands], [[] for _ in hands], chance.below("turn", seats), chance)
        return state, [("began", state.turn, 0)]

    def seats(self, state: State) -> int:
        return len(state.hands)

    def pending(self, state: State) -> list[int]:
        return [state.turn] if any(state.hands) else []

    def legal(self, state: State, seat: int) -> list[int]:
        if seat not in self.pending(state):
            return []
        hand = state.hands[seat]
        return hand + [BURY + card for card in hand]

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        if action not in self.legal(state, seat):
            raise IllegalAction("not a card of yours, or not your turn")
        card = action % BURY
        state.hands[seat].remove(card)
        place, told = (state.buried, "buried") if action >= BURY else (state.tables, "played")
        place[seat].append(card)
        events: list[Event] = [(told, seat, card)]
        if state.deck:
            drawn = state.deck.pop()
            state.hands[seat] = sorted([*state.hands[seat], drawn])
            events.append(("drew", seat, drawn))
        if any(state.hands):
            state.turn = _next_turn(state.turn, [len(hand) for hand in state.hands])
        else:
            events += [("dug_up", owner, card) for owner, cards in enumerate(state.buried) for card in cards]
        return events

    def default(self, state: State, seat: int) -> int:
        return self.legal(state, seat)[0]

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands):
            return None
        parts = [_score(state, seat) for seat in range(len(state.hands))]
        totals = [sum(points for _, points in part) for part in parts]
        return Outcome(
            tuple(
                SeatResult(seat, 1 + sum(other > totals[seat] for other in totals), totals[seat], part)
                for seat, part in enumerate(parts)
            ),
            "hands_empty",
        )

    def clone(self, state: State) -> State:
        hands, tables, buried = ([cards.copy() for cards in part] for part in (state.hands, state.tables, state.buried))
        return State(state.deck.copy(), hands, tables, buried, state.turn, state.chance.clone())

    # -- what each may know ----------------------------------------------------------------------------------------

    def observe(self, state: State, viewer: int) -> View:
        over = not any(state.hands)
        return View(
            viewer=viewer,
            deck=len(state.deck),
            tables=[cards.copy() for cards in state.tables],
            hands=[len(cards) for cards in state.hands],
            buried=[len(cards) for cards in state.buried],
            turn=state.turn,
            own_hand=[] if viewer == SPECTATOR else state.hands[viewer].copy(),
            own_buried=[] if viewer == SPECTATOR else state.buried[viewer].copy(),
            all_buried=[cards.copy() for cards in state.buried] if over else [],
        )

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        what, seat, card = event
        hidden = what == "began" or (what in {"buried", "drew"} and viewer != seat)
        return {what: {"seat": seat}} if hidden else {what: {"seat": seat, "card": IDS[card]}}

    def follow(self, view: View, share: JsonObject) -> None:
        ((what, body),) = share.items()
        seat = body["seat"]
        card = IDS.index(body["card"]) if "card" in body else None
        if what in {"played", "buried"}:
            view.hands[seat] -= 1
            if seat == view.viewer and card is not None:
                view.own_hand.remove(card)
            if what == "played" and card is not None:
                view.tables[seat].append(card)
            if what == "buried":
                view.buried[seat] += 1
                view.own_buried += [card] if card is not None else []
            view.turn = _next_turn(seat, view.hands)
        elif what == "drew":
            view.deck -= 1
            view.hands[seat] += 1
            view.own_hand = sorted(view.own_hand + ([card] if card is not None else []))
            view.turn = _next_turn(seat, view.hands)
        if not any(view.hands):
            view.turn = seat if what in {"played", "buried"} else view.turn
            view.all_buried = view.all_buried or [[] for _ in view.hands]
            if what == "dug_up" and card is not None:
                view.all_buried[seat].append(card)

    def imagine(self, view: View, chance: Chance) -> State:
        unseen = _unseen(view)
        chance.shuffle("imagine", unseen)
        others = range(len(view.hands))
        hands = [view.own_hand.copy() if s == view.viewer else _take(unseen, view.hands[s]) for s in others]
        if view.all_buried:
            buried = [cards.copy() for cards in view.all_buried]
        else:
            buried = [view.own_buried.copy() if s == view.viewer else _take(unseen, view.buried[s]) for s in others]
        return State(
            deck=unseen,
            hands=[sorted(hand) for hand in hands],
            tables=[cards.copy() for cards in view.tables],
            buried=buried,
            turn=view.turn,
            chance=chance,
        )

    def secrets(self, state: State, viewer: int) -> list[Secret]:
        view = self.observe(state, viewer)
        unseen = tuple(_unseen(view))
        found = [Secret(f"deck:{place}", card, unseen) for place, card in enumerate(state.deck)]
        for seat, hand in enumerate(state.hands):
            if seat != viewer and hand:
                hands = tuple(_mask(cards) for cards in itertools.combinations(unseen, len(hand)))
                found.append(Secret(f"hand:{seat}", _mask(hand), hands))
        if not view.all_buried:
            for seat, cards in enumerate(state.buried):
                if seat != viewer:
                    found += [Secret(f"buried:{seat}:{place}", card, unseen) for place, card in enumerate(cards)]
        return found

    # -- bytes and text --------------------------------------------------------------------------------------------

    def dump(self, state: State) -> bytes:
        document = {
            "deck": _ids(state.deck),
            "hands": [_ids(cards) for cards in state.hands],
            "tables": [_ids(cards) for cards in state.tables],
            "buried": [_ids(cards) for cards in state.buried],
            "turn": state.turn,
            "chance": dict(sorted(state.chance.used().items())),
        }
        return json.dumps(document, separators=(",", ":")).encode()

    def load(self, data: bytes, chance: Chance) -> State:
        try:
            document = json.loads(data)
            if set(document) != {"deck", "hands", "tables", "buried", "turn", "chance"}:
                raise MalformedPosition("not the keys of a state")
            hands, tables, buried = ([_cards(ids) for ids in document[key]] for key in ("hands", "tables", "buried"))
            deck, turn, used = _cards(document["deck"]), document["turn"], document["chance"]
            used_well = all(type(words) is int and words >= 0 for words in used.values())
            complete = self.is_complete([*deck, *itertools.chain(*hands, *tables, *buried)])
            if not complete or turn not in range(len(hands)) or not used_well:
                raise MalformedPosition("not a position of the twelve cards")
            if not len(hands) == len(tables) == len(buried):
                raise MalformedPosition("not as many seats everywhere")
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise MalformedPosition("not a state") from error
        chance.resume(used)
        return State(deck, hands, tables, buried, turn, chance)

    def is_complete(self, cards: list[int]) -> bool:
        """Whether these are all the cards there are."""
        return sorted(cards) == list(CARDS)

    def view_json(self, view: View) -> JsonObject:
        return {
            "viewer": view.viewer,
            "deck": view.deck,
            "tables": [_ids(cards) for cards in view.tables],
            "hands": view.hands,
            "buried": view.buried,
            "turn": view.turn,
            "own_hand": _ids(view.own_hand),
            "own_buried": _ids(view.own_buried),
            "all_buried": [_ids(cards) for cards in view.all_buried],
        }

    def view_from_json(self, document: JsonObject) -> View:
        try:
            view = View(
                viewer=document["viewer"],
                deck=document["deck"],
                tables=[_cards(cards) for cards in document["tables"]],
                hands=list(document["hands"]),
                buried=list(document["buried"]),
                turn=document["turn"],
                own_hand=_cards(document["own_hand"]),
                own_buried=_cards(document["own_buried"]),
                all_buried=[_cards(cards) for cards in document["all_buried"]],
            )
        except (ValueError, TypeError, KeyError) as error:
            raise MalformedPosition("not a view") from error
        return view

    def notation(self, action: int) -> str:
        return f"bury {IDS[action - BURY]}" if action >= BURY else f"play {IDS[action]}"

    def parse(self, text: str) -> int:
        verb, _, card = text.partition(" ")
        if card not in IDS or verb not in {"play", "bury"}:
            raise MalformedAction("an action is `play CARD` or `bury CARD`")
        return IDS.index(card) + (BURY if verb == "bury" else 0)

    def action_json(self, action: int) -> JsonObject:
        verb, _, card = self.notation(action).partition(" ")
        return {verb: {"card": card}}

    def action_from_json(self, document: JsonObject) -> int:
        match document:
            case {"play": {"card": str(card)}}:
                return self.parse(f"play {card}")
            case {"bury": {"card": str(card)}}:
                return self.parse(f"bury {card}")
        raise MalformedAction('an action is {"play": {"card": ID}} or {"bury": {"card": ID}}')

    def label(self, view: View, action: int) -> str:
        return f"{'Bury' if action >= BURY else 'Play'} {IDS[action % BURY]}"

    def picture(self, view: View) -> str:
        lines = [f"deck {view.deck}, seat {view.turn} to play"]
        lines += [
            f"seat {seat}  hand {size}, buried {view.buried[seat]}, table {' '.join(_ids(view.tables[seat])) or '-'}"
            for seat, size in enumerate(view.hands)
        ]
        return "\n".join(lines)

    def telling(self, share: JsonObject, names: list[str]) -> str:
        ((what, body),) = share.items()
        return " ".join(filter(None, (names[body["seat"]], what.replace("_", " "), body.get("card")))) + "."


def _next_turn(seat: int, hands: list[int]) -> int:
    """The next seat that holds a card; the same seat if none does."""
    order = [(seat + step) % len(hands) for step in range(1, len(hands) + 1)]
    return next((other for other in order if hands[other]), seat)


def _score(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    rivals = [card for other, cards in enumerate(state.buried) if other != seat for card in cards]
    safe = [card for card in state.buried[seat] if card + 1 not in rivals and card + 2 not in rivals]
    return ("table", sum(card + 1 for card in state.tables[seat])), ("buried", sum(2 * (card + 1) for card in safe))


def _unseen(view: View) -> list[int]:
    seen = {card for cards in (*view.tables, *view.all_buried, view.own_hand, view.own_buried) for card in cards}
    return [card for card in CARDS if card not in seen]


def _take(cards: list[int], number: int) -> list[int]:
    return [cards.pop() for _ in range(number)]


def _mask(cards: list[int] | tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def _ids(cards: list[int]) -> list[str]:
    return [IDS[card] for card in cards]


def _cards(ids: list[str]) -> list[int]:
    return [IDS.index(id_) for id_ in ids]


_DESCRIPTION: Final = Description(
    id="stash",
    version="1.0.0",
    title="Stash",
    summary="Play cards for what they are worth, or bury them for double.",
    min_seats=2,
    max_seats=3,
    max_decisions=len(IDS),
    options=(Option("large_hands", OptionType.BOOL, default=False, summary="Three cards in hand, not two."),),
    bots=(BotInfo("random", "Plays any legal action."),),
    cards=tuple({"id": id_, "name": f"Card {id_[1:]}", "kind": "card"} for id_ in IDS),
)

RULESET: Final = Stash()
