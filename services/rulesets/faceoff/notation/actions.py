"""Actions and their notation: a word (``no_card``), a word with a card (``play billy_the_kid``), a faction (``faction
cowboys``) or a number (``bid 3``), and ``build banner`` or ``build trained_hawk/E banner``. Rewards are taken: ``take
clock``, ``take aristotle``. Whatever an ability asks is chosen: ``choose lasso``, ``choose player 1``, ``choose yes``.

A dual card says in a Build Up what it is played as, ``/P`` or ``/E``; all others can be added in one way only. Players
are numbered from 0, as seats are; options and places in the middle of a tree from 1.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from services.engine.ruleset import JsonObject, MalformedAction
from services.rulesets.faceoff.cards.cards import PLAYED_AS, Cards
from services.rulesets.faceoff.cards.vocabulary import (
    AS_EQUIPMENT,
    AS_OTHER,
    AS_PERSONALITY,
    KIND_ASSAULT,
    KIND_BONUS,
    KIND_MARKET,
    KIND_POWER,
    KIND_SCRUB,
    KIND_STARTER,
    KIND_VC,
    KIND_VC7,
    TYPE_EQUIPMENT,
    TYPE_PERSONALITY,
)
from services.rulesets.faceoff.table.actions import (
    ACTION_BID,
    ACTION_BUILD,
    ACTION_BUILD_TWO,
    ACTION_CHOOSE_CARD,
    ACTION_CHOOSE_CLOCK,
    ACTION_CHOOSE_NONE,
    ACTION_CHOOSE_OPTION,
    ACTION_CHOOSE_PLAYER,
    ACTION_DECLINE,
    ACTION_DONE,
    ACTION_FACE_DOWN,
    ACTION_FACTION,
    ACTION_FLIP,
    ACTION_FLY,
    ACTION_KEEP_HAND,
    ACTION_MULLIGAN,
    ACTION_NO,
    ACTION_NO_CARD,
    ACTION_PASS,
    ACTION_PLACE,
    ACTION_PLAY,
    ACTION_REFILL,
    ACTION_SHUFFLE_IN,
    ACTION_STAY,
    ACTION_TAKE_CLOCK,
    ACTION_TAKE_HQ_REWARD,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC7,
    ACTION_TAKE_VP,
    ACTION_TO_DISCARD,
    ACTION_USE,
    ACTION_YES,
    ACTIONS_PER_KIND,
    build_two,
    entries_of,
)
from services.rulesets.faceoff.table.enum_words import PLAYED_AS_WORDS
from services.rulesets.faceoff.table.rules import MAX_SEATS
from services.rulesets.faceoff.table.state import MIDDLE_SIZE

MAX_ABILITY_OPTIONS: Final = 9
"""The most options that an ability can have: as many as a card can name (``cards/vocabulary.py``)."""

_WORDS: Final = {
    ACTION_NO_CARD: "no_card",
    ACTION_KEEP_HAND: "keep",
    ACTION_MULLIGAN: "mulligan",
    ACTION_TAKE_CLOCK: "take_clock",
    ACTION_TAKE_VP: "take_vp",
    ACTION_TAKE_HQ_REWARD: "take_hq_reward",
    ACTION_DECLINE: "decline",
    ACTION_STAY: "stay",
    ACTION_FLY: "fly",
    ACTION_PASS: "pass",
    ACTION_TO_DISCARD: "to_discard",
    ACTION_SHUFFLE_IN: "shuffle_in",
    ACTION_DONE: "done",
    ACTION_NO: "no",
    ACTION_YES: "yes",
    ACTION_CHOOSE_NONE: "none",
}
"""The fields of the Action message for actions that name nothing, which are their notation, too, but for the next."""
_SAID: Final = {
    ACTION_TAKE_CLOCK: "take clock",
    ACTION_TAKE_VP: "take vp",
    ACTION_TAKE_HQ_REWARD: "take hq_reward",
    ACTION_NO: "choose no",
    ACTION_YES: "choose yes",
    ACTION_CHOOSE_NONE: "choose none",
}
_OWN: Final = (KIND_STARTER, KIND_POWER, KIND_MARKET, KIND_VC, KIND_VC7, KIND_BONUS, KIND_SCRUB)
"""The kinds of cards that players have in their decks."""


class _CardForm(NamedTuple):
    """How actions are written that name a card."""

    field: str
    """Of the message."""
    word: str
    """Of the notation."""
    kinds: tuple[int, ...]
    """The kinds of cards that may be named."""


class _NumberForm(NamedTuple):
    """How actions are written that name a number."""

    field: str
    """Of the message."""
    words: str
    """Of the notation."""
    last: int
    """The greatest number."""


_OF_CARD: Final = {
    ACTION_CHOOSE_CLOCK: _CardForm("clock", "clock", (KIND_VC, KIND_BONUS, KIND_ASSAULT)),
    ACTION_PLAY: _CardForm("play", "play", _OWN),
    ACTION_FACE_DOWN: _CardForm("discard", "discard", _OWN),
    ACTION_TAKE_POWER: _CardForm("take_power", "take", (KIND_POWER,)),
    ACTION_TAKE_VC7: _CardForm("take_vc7", "take", (KIND_VC7,)),
    ACTION_REFILL: _CardForm("refill", "refill", (KIND_VC, KIND_BONUS, KIND_ASSAULT, KIND_POWER)),
    ACTION_CHOOSE_CARD: _CardForm("card", "choose", _OWN),
    ACTION_PLACE: _CardForm("place", "place", (KIND_VC, KIND_VC7, KIND_BONUS)),
}
_OF_NUMBER: Final = {
    ACTION_FLIP: _NumberForm("flip", "flip", MIDDLE_SIZE),
    ACTION_BID: _NumberForm("bid", "bid", ACTIONS_PER_KIND - 1),
    ACTION_CHOOSE_OPTION: _NumberForm("option", "choose option", MAX_ABILITY_OPTIONS),
}
_USE: Final = "use"
_BUILD: Final = "build"
_SUFFIXES: Final = {AS_PERSONALITY: "/P", AS_EQUIPMENT: "/E"}
_MALFORMED: Final = (
    "an action is a word, such as `no_card`, or a word with the id of a card, a faction or a number, such as `play "
    "billy_the_kid`, `faction ninjas`, `bid 3`, `choose yes`, or `build` with one or two ids, a dual card's with `/P` "
    "or `/E`"
)


class Notations:
    """Every action that a box of cards allows, save a Build Up with two cards: its notation and its form."""

    __slots__ = ("actions", "by_form", "entries", "entry_of", "forms", "texts")

    def __init__(self, cards: Cards) -> None:
        self.texts: dict[int, str] = {**_WORDS, **_SAID}
        self.forms: dict[int, tuple[str, str, str | int]] = {
            action: (field, "", "") for action, field in _WORDS.items()
        }
        for faction, name in enumerate(cards.factions):
            if faction != cards.heathen:
                self._add(ACTION_FACTION + faction, "faction", "faction", "faction", name)
        for base, (field, word, kinds) in _OF_CARD.items():
            for card, id in enumerate(cards.ids):
                if cards.kind[card] in kinds and (base != ACTION_PLAY or cards.types[card]):
                    self._add(base + card, field, word, "card", id)
        for card, id in enumerate(cards.ids):
            if (cards.draw_action[card] or cards.on_end_turn[card]) and not cards.placeable[card]:
                self._add(ACTION_USE + card, _USE, _USE, "card", id)
        for base, (field, word, last) in _OF_NUMBER.items():
            for number in range(1, last + 1):
                # A bid is as many tokens as it says; options and places count from 0 inside.
                self._add(base + (number if base == ACTION_BID else number - 1), field, word, "number", number)
        for seat in range(MAX_SEATS):
            self._add(ACTION_CHOOSE_PLAYER + seat, "player", "choose player", "player", seat)
        self.by_form: dict[tuple[str, str | int], int] = {
            (field, value): action for action, (field, _, value) in self.forms.items()
        }
        self.entries: dict[int, str] = _entries(cards)
        for entry, text in self.entries.items():
            self.texts[ACTION_BUILD + entry] = f"{_BUILD} {text}"
        self.actions: dict[str, int] = {text: action for action, text in self.texts.items()}
        self.entry_of: dict[str, int] = {text: entry for entry, text in self.entries.items()}

    def _add(self, action: int, field: str, word: str, key: str, value: str | int) -> None:
        self.texts[action] = f"{word} {value}"
        self.forms[action] = (field, key, value)


def _entries(cards: Cards) -> dict[int, str]:
    """Every way in which a card may be added to a stack, and its text."""
    found: dict[int, str] = {}
    for card, id in enumerate(cards.ids):
        if cards.kind[card] not in _OWN:
            continue
        types = cards.types[card]
        if types == TYPE_PERSONALITY | TYPE_EQUIPMENT:
            for played_as, suffix in _SUFFIXES.items():
                found[PLAYED_AS * card + played_as] = id + suffix
        else:
            only = AS_PERSONALITY if types & TYPE_PERSONALITY else AS_EQUIPMENT if types & TYPE_EQUIPMENT else AS_OTHER
            found[PLAYED_AS * card + only] = id
    return found


@lru_cache(maxsize=8)
def notations(cards: Cards) -> Notations:
    """The actions of a box of cards."""
    return Notations(cards)


def notation(cards: Cards, action: int) -> str:
    """An action as text."""
    if action < ACTION_BUILD_TWO:
        return notations(cards).texts[action]
    texts = notations(cards).entries
    return " ".join([_BUILD, *[texts[entry] for entry in entries_of(action)]])


def parse(cards: Cards, text: str) -> int:
    """An action from its notation.

    Raises:
        MalformedAction: the text is none.
    """
    if isinstance(text, str):
        known = notations(cards)
        action = known.actions.get(text)
        if action is not None:
            return action
        word, *built = text.split(" ")
        if word == _BUILD and len(built) == 2 and built[0] in known.entry_of and built[1] in known.entry_of:
            return _two(known.entry_of[built[0]], known.entry_of[built[1]])
    raise MalformedAction(_MALFORMED)


def _two(first: int, second: int) -> int:
    if first // PLAYED_AS == second // PLAYED_AS:
        raise MalformedAction("`build` names a card twice")
    return build_two(first, second)


def action_json(cards: Cards, action: int) -> JsonObject:
    """An action as the JSON of the Action message."""
    built = entries_of(action) if action >= ACTION_BUILD_TWO or ACTION_BUILD <= action < ACTION_FLIP else []
    if built:
        return {_BUILD: {"cards": [entry_json(cards, entry) for entry in built]}}
    field, key, value = notations(cards).forms[action]
    return {field: {key: value} if key else {}}


def entry_json(cards: Cards, entry: int) -> JsonObject:
    """A stack entry as the JSON of the StackCard message."""
    return {"card": cards.ids[entry // PLAYED_AS], "played_as": PLAYED_AS_WORDS[entry % PLAYED_AS]}


def action_from_json(cards: Cards, document: JsonObject) -> int:
    """An action from its JSON.

    Raises:
        MalformedAction: it is none.
    """
    if not isinstance(document, dict) or len(document) != 1:
        raise MalformedAction("an action has exactly one field")
    kind, body = next(iter(document.items()))
    key = _KEYS.get(kind) if isinstance(kind, str) else None
    if key is None:
        raise MalformedAction("an action has one of the fields " + ", ".join(f"`{name}`" for name in _KEYS))
    if not isinstance(body, dict) or set(body) != ({key} if key else set()):
        wanted = f"`{key}`" if key else "no field"
        raise MalformedAction(f"`{kind}` must be an object with {wanted} alone")
    if kind == _BUILD:
        return _built(cards, body["cards"])
    value = body[key] if key else ""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    action = notations(cards).by_form.get((kind, value)) if is_number or isinstance(value, str) else None
    if action is None:
        raise MalformedAction(f"`{kind}.{key}` is not one that such an action may name")
    return action


_KEYS: Final[dict[str, str]] = {
    **dict.fromkeys(_WORDS.values(), ""),
    "faction": "faction",
    **{form.field: "card" for form in _OF_CARD.values()},
    _USE: "card",
    **{form.field: "number" for form in _OF_NUMBER.values()},
    "player": "player",
    _BUILD: "cards",
}
"""The one field that each kind of action has; an empty text: none."""


def _built(cards: Cards, value: object) -> int:
    if not isinstance(value, list) or not 1 <= len(value) <= 2:
        raise MalformedAction("`build.cards` must be a list of one or two cards")
    built = [_entry(cards, item) for item in value]
    return ACTION_BUILD + built[0] if len(built) == 1 else _two(built[0], built[1])


def _entry(cards: Cards, item: object) -> int:
    if not isinstance(item, dict) or set(item) != {"card", "played_as"}:
        raise MalformedAction("each of `build.cards` must be an object with `card` and `played_as` alone")
    for entry in notations(cards).entries:
        if entry_json(cards, entry) == item:
            return entry
    raise MalformedAction("`build.cards` names no card that can be added so")
