"""States and views as the JSON of their messages, and back.

What is written is canonical: the message's field order, default values written out. What is read may be written by
hand: a field that is left out has its default value, and everything is checked (``validation.py``).
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.chance import Chance, FastChance
from services.engine.documents import Fields, parse
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedPosition
from services.engine.schemas import fields_of
from services.rulesets.standoff import tiles
from services.rulesets.standoff.board import BIT, HEXES, NOWHERE, hexes, mask_of, name
from services.rulesets.standoff.cards import MAX_GROUP, NO_CARD, PARTS, ROW_SLOTS, Cards
from services.rulesets.standoff.effects import DECK_STREAMS
from services.rulesets.standoff.events import ENDING_NAMES, PART_NAMES, resolving_json
from services.rulesets.standoff.knowledge import IMAGINE_STREAM, imagine, observe
from services.rulesets.standoff.options import MAX_SEATS, MIN_SEATS, OPTIONS, ROUND_LIMIT_MAX, rules_for
from services.rulesets.standoff.phases import DRAFT_STREAM, SETUP_STREAM
from services.rulesets.standoff.scoring import red_tiles
from services.rulesets.standoff.table import (
    NO_PROGRAM,
    NO_SEAT,
    PHASE_ACTION,
    PHASE_DISCARD_DOWN,
    PHASE_GAME_OVER,
    PHASE_RESOLVE,
    TABLE_FIELDS,
    VIEW_FIELDS,
    Scheduled,
    State,
    Table,
    View,
    Zone,
)
from services.rulesets.standoff.validation import check_state, check_view

_PHASES: Final = {
    PHASE_ACTION: "PHASE_ACTION",
    PHASE_RESOLVE: "PHASE_RESOLVE",
    PHASE_DISCARD_DOWN: "PHASE_DISCARD_DOWN",
    PHASE_GAME_OVER: "PHASE_GAME_OVER",
}
_PHASE_NUMBERS: Final = {name: number for number, name in _PHASES.items()}
_PART_NUMBERS: Final = {name: number for number, name in enumerate(PART_NAMES)}
_ENDINGS: Final = {name: number for number, name in ENDING_NAMES.items()} | {"": 0}
_FIELDS: Final = fields_of("playhall.standoff.v1")
_STREAMS: Final = frozenset({SETUP_STREAM, DRAFT_STREAM, IMAGINE_STREAM, *DECK_STREAMS})
_MANY: Final = 9_999
"""Bound for what was written by hand."""
_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


# -- writing a state -------------------------------------------------------------------------------------------------
# Put together as text: a state is dumped at every step of a match, and most of it is lists of ids.


def dump(state: State) -> bytes:
    """A state as the canonical JSON of the State message. The same state always gives the same bytes."""
    cards = state.rules.cards
    ids = cards.quoted
    players = ",".join([_player(state, seat, ids) for seat in range(state.rules.seats)])
    piles = ",".join([f"{ids[card]}:{number}" for card, number in zip(cards.piles, state.piles, strict=True)])
    resolving = f'"resolving":{_ENCODE(_resolving(state))},' if state.program != NO_PROGRAM else ""
    used = state.chance.used()
    words = ",".join([f'"{stream}":{used[stream]}' for stream in sorted(used)])
    return (
        f'{{"options":{state.rules.options_json},"phase":"{_PHASES[state.phase]}","round":{state.round},'
        f'"first":{state.first},"active":{state.active},"budget":{state.budget},"actions":{state.actions},'
        f'"encampments":{state.encampments},"players":[{players}],"black":{_hexes_json(state.black)},'
        f'"tokens":{_tokens_json(tuple(state.tokens), cards)},"piles":{{{piles}}},"row":{_zone(state.row, ids)},'
        f'"draft":{_zone(state.draft, ids)},"trash":{_zone(state.trash, ids)},"in_play":{_zone(state.in_play, ids)},'
        f'"used":[{",".join(map(str, state.used))}],{resolving}"ending":"{ENDING_NAMES[state.ended]}",'
        f'"words_used":{{{words}}}}}'
    ).encode()


def _player(state: State, seat: int, ids: list[str]) -> str:
    scheduled = _ENCODE(_scheduled(state, seat)) if state.scheduled[seat] else "[]"
    return (
        f'{{"tiles":{_hexes_json(state.own[seat])},"deck":{_zone(state.decks[seat], ids)},'
        f'"hand":{_zone(state.hands[seat], ids)},"discard":{_zone(state.discards[seat], ids)},'
        f'"orbit":{_zone(state.orbits[seat], ids)},"scheduled":{scheduled}}}'
    )


def _zone(zone: Zone, ids: list[str]) -> str:
    return f"[{','.join(map(ids.__getitem__, zone))}]"


@lru_cache(maxsize=4096)
def _hexes_json(mask: int) -> str:
    """The hexes of a set as JSON. Kept: from one decision to the next most sets stay as they are."""
    return _ENCODE(_names(mask))


@lru_cache(maxsize=4096)
def _hex_names(mask: int) -> tuple[str, ...]:
    return tuple([name(hex) for hex in hexes(mask)])


@lru_cache(maxsize=1024)
def _tokens_json(tokens: tuple[int, ...], cards: Cards) -> str:
    return _ENCODE([{"hex": name(hex), "card": cards.ids[card]} for hex, card in _by_hex(tokens, cards)])


@lru_cache(maxsize=1024)
def _by_hex(tokens: tuple[int, ...], cards: Cards) -> list[tuple[int, int]]:
    """The hex and the card of each token, by hex. Not to be changed."""
    return sorted([(hex, cards.tokens[token]) for token, where in enumerate(tokens) for hex in hexes(where)])


def _names(mask: int) -> list[str]:
    """The names of the hexes of a set."""
    return list(_hex_names(mask))


def _resolving(table: Table) -> JsonObject:
    """What waits for a choice; the group last."""
    cards = table.rules.cards
    document = resolving_json(table.program, table.effect, table.source, table.target, table.left, cards)
    document["group"] = _names(table.group)
    return document


def _scheduled(table: Table, seat: int) -> list[JsonObject]:
    ids = table.rules.cards.ids
    return [
        {"card": ids[due.card], "effect": due.effect + 1, "times_left": due.times_left} for due in table.scheduled[seat]
    ]


# -- writing a view --------------------------------------------------------------------------------------------------


def view_json(view: View) -> JsonObject:
    """A view as the JSON of the View message."""
    cards = view.rules.cards
    document: JsonObject = {
        "viewer": view.viewer,
        "options": dict(view.rules.options),
        "phase": _PHASES[view.phase],
        "round": view.round,
        "first": view.first,
        "active": view.active,
        "budget": view.budget,
        "actions": view.actions,
        "encampments": view.encampments,
        "players": [_player_view(view, seat) for seat in range(view.rules.seats)],
        "black": _names(view.black),
        "tokens": _token_views(view),
        "piles": {cards.ids[card]: number for card, number in zip(cards.piles, view.piles, strict=True)},
        "row": _ids(view.row, cards),
        "draft_size": view.draft_size,
        "trash": _ids(view.trash, cards),
        "in_play": _ids(view.in_play, cards),
        "used": list(view.used),
    }
    if view.program != NO_PROGRAM:
        document["resolving"] = _resolving(view)
    document["shown"] = _ids(view.shown, cards)
    document["ending"] = ENDING_NAMES[view.ended]
    return document


def _player_view(view: View, seat: int) -> JsonObject:
    cards = view.rules.cards
    return {
        "tiles": _names(view.own[seat]),
        "red_tiles": red_tiles(view, seat),
        "hand": _ids(view.hand, cards) if seat == view.viewer else [],
        "hand_size": view.hand_sizes[seat],
        "deck_size": view.deck_sizes[seat],
        "unseen": _ids(view.unseen[seat], cards),
        "discard": _ids(view.discards[seat], cards),
        "orbit": _ids(view.orbits[seat], cards),
        "scheduled": _scheduled(view, seat),
    }


def _token_views(view: View) -> list[JsonObject]:
    cards = view.rules.cards
    controllers: dict[str, int] = {}
    for seat, own in enumerate(view.own):
        controllers |= dict.fromkeys(_hex_names(own & tiles.improved(view)), seat)
    found: list[JsonObject] = []
    for hex, card in _by_hex(tuple(view.tokens), cards):
        token: JsonObject = {"hex": name(hex), "card": cards.ids[card]}
        if token["hex"] in controllers:
            token["controller"] = controllers[token["hex"]]
        found.append(token)
    return found


def _ids(zone: Zone, cards: Cards) -> list[str]:
    return [cards.ids[card] if card != NO_CARD else "" for card in zone]


# -- reading ---------------------------------------------------------------------------------------------------------


def load(data: bytes, chance: Chance, cards: Cards) -> State:
    """A state from its bytes; ``chance`` goes on where the state says.

    Raises:
        MalformedPosition: the bytes are not a consistent state.
    """
    fields = Fields("state", parse(data), _FIELDS["State"])
    players = _players(fields, _FIELDS["PlayerState"])
    state = State()
    _read_table(state, fields, players, cards)
    movable = _movable(cards)
    state.decks = [tuple(player.known_list("deck", movable)) for player in players]
    state.hands = [tuple(player.known_list("hand", movable)) for player in players]
    state.draft = tuple(fields.known_list("draft", movable))
    words_used = fields.words_used("words_used", _STREAMS)
    check_state(state)
    chance.resume(words_used)
    state.chance = chance
    state.choices = []
    return state


def view_from_json(document: object, cards: Cards) -> View:
    """A view from its JSON.

    Raises:
        MalformedPosition: it is not a consistent view.
    """
    fields = Fields("view", document, _FIELDS["View"])
    players = _players(fields, _FIELDS["PlayerView"])
    view = View()
    view.viewer = fields.number("viewer", SPECTATOR, len(players) - 1)
    _read_table(view, fields, players, cards)
    movable = _movable(cards)
    hands = [tuple(player.known_list("hand", movable)) for player in players]
    if any(hand and seat != view.viewer for seat, hand in enumerate(hands)):
        fields.fail("players", "a hand is known to its player alone")
    view.hand = hands[view.viewer] if view.viewer != SPECTATOR else ()
    view.hand_sizes = [player.number("hand_size", 0, _MANY) for player in players]
    view.deck_sizes = [player.number("deck_size", 0, _MANY) for player in players]
    view.unseen = [tuple(sorted(player.known_list("unseen", movable))) for player in players]
    view.draft_size = fields.number("draft_size", 0, _MANY)
    view.shown = tuple(sorted(fields.known_list("shown", movable)))
    _check_derived(view, fields, players)
    check_view(view)
    state = imagine(view, FastChance(0))
    check_state(state)
    if not _look_alike(observe(state, view.viewer), view):
        raise MalformedPosition("view: no position looks like that")
    return view


def _look_alike(one: View, other: View) -> bool:
    """Whether two views are the same in all that they say."""
    return all(getattr(one, field) == getattr(other, field) for field in _ALL_VIEW_FIELDS)


def _check_derived(view: View, fields: Fields, players: list[Fields]) -> None:
    """What a view says of its own accord must fit the rest."""
    for seat, player in enumerate(players):
        if player.number("red_tiles", 0, HEXES) != red_tiles(view, seat):
            player.fail("red_tiles", "does not fit the tiles")
    for token in fields.objects("tokens", _FIELDS["TokenView"]):
        owner = tiles.owner(view, token.known("hex", _HEX_NUMBERS))
        if token.has("controller") != (owner >= 0) or token.number("controller", 0, MAX_SEATS) != max(0, owner):
            token.fail("controller", "does not fit the tiles")


def _players(fields: Fields, keys: frozenset[str]) -> list[Fields]:
    players = fields.objects("players", keys)
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        fields.fail("players", f"must be {MIN_SEATS} to {MAX_SEATS}")
    return players


def _read_table(table: Table, fields: Fields, players: list[Fields], cards: Cards) -> None:
    """Read what a state and a view have in common."""
    seats = len(players)
    movable = _movable(cards)
    table.rules = rules_for(seats, fields.options("options", OPTIONS), cards)
    table.phase = fields.word("phase", _PHASE_NUMBERS)
    table.round = fields.number("round", 1, ROUND_LIMIT_MAX)
    table.first = fields.number("first", 0, seats - 1)
    table.active = fields.number("active", 0, seats - 1)
    table.budget = fields.number("budget", -_MANY, _MANY)
    table.actions = fields.number("actions", 0, _MANY)
    table.encampments = fields.number("encampments", 0, _MANY)
    table.own = [_mask(player, "tiles") for player in players]
    table.black = _mask(fields, "black")
    table.tokens = _read_tokens(fields, cards, _FIELDS["TokenView"] if isinstance(table, View) else _FIELDS["Token"])
    piles = fields.object("piles", frozenset(cards.ids[card] for card in cards.piles))
    table.piles = [piles.number(cards.ids[card], 0, _MANY) for card in cards.piles]
    table.row = tuple(fields.known_list("row", _in_slots(cards))) or (NO_CARD,) * ROW_SLOTS
    if len(table.row) != ROW_SLOTS:
        fields.fail("row", f"must have {ROW_SLOTS} slots")
    table.trash = tuple(fields.known_list("trash", movable))
    table.discards = [tuple(player.known_list("discard", movable)) for player in players]
    table.in_play = tuple(fields.known_list("in_play", movable))
    table.orbits = [tuple(player.known_list("orbit", _satellites(cards))) for player in players]
    table.used = tuple(fields.numbers("used", 0, _MANY))
    table.scheduled = [tuple(_read_scheduled(player, movable)) for player in players]
    table.ended = fields.word("ending", _ENDINGS)
    _read_resolving(table, fields, cards)


def _read_resolving(table: Table, fields: Fields, cards: Cards) -> None:
    table.program = NO_PROGRAM
    table.effect = 0
    table.source = NOWHERE
    table.target = NO_SEAT
    table.group = 0
    table.left = 0
    if not fields.has("resolving"):
        return
    resolving = fields.object("resolving", _FIELDS["Resolving"])
    table.program = resolving.known("card", cards.numbers) * PARTS + resolving.word("part", _PART_NUMBERS)
    table.effect = resolving.number("effect", 1, _MANY) - 1
    table.left = resolving.number("left", 0, MAX_GROUP)
    if resolving.has("hex"):
        table.source = resolving.known("hex", _HEX_NUMBERS)
    if resolving.has("player"):
        table.target = resolving.number("player", 0, len(table.own) - 1)
    table.group = _mask(resolving, "group")


def _read_tokens(fields: Fields, cards: Cards, keys: frozenset[str]) -> list[int]:
    tokens = [0] * len(cards.tokens)
    numbers = {cards.ids[card]: token for token, card in enumerate(cards.tokens)}
    taken = 0
    for entry in fields.objects("tokens", keys):
        bit = BIT[entry.known("hex", _HEX_NUMBERS)]
        if taken & bit:
            entry.fail("hex", "has an improvement already")
        taken |= bit
        tokens[entry.known("card", numbers)] |= bit
    return tokens


def _read_scheduled(player: Fields, ids: Mapping[str, int]) -> list[Scheduled]:
    return [
        Scheduled(entry.known("card", ids), entry.number("effect", 1, _MANY) - 1, entry.number("times_left", 1, _MANY))
        for entry in player.objects("scheduled", _FIELDS["Scheduled"])
    ]


def _mask(fields: Fields, key: str) -> int:
    found = fields.known_list(key, _HEX_NUMBERS)
    if len(set(found)) < len(found):
        fields.fail(key, "names a hex twice")
    return mask_of(found)


@lru_cache(maxsize=64)
def _movable(cards: Cards) -> Mapping[str, int]:
    """The cards that may lie somewhere, by their ids."""
    return {id: card for id, card in cards.numbers.items() if cards.copies[card]}


@lru_cache(maxsize=64)
def _in_slots(cards: Cards) -> Mapping[str, int]:
    return {**_movable(cards), "": NO_CARD}


@lru_cache(maxsize=64)
def _satellites(cards: Cards) -> Mapping[str, int]:
    return {id: card for id, card in cards.numbers.items() if cards.kind[card] == "satellite"}


_ALL_VIEW_FIELDS: Final = TABLE_FIELDS + VIEW_FIELDS
_HEX_NUMBERS: Final = {name(hex): hex for hex in range(HEXES)}
