"""States and views as the JSON of their messages, and back.

What is written is canonical: the message's field order, default values written out. What is read may be written by
hand: a field that is left out has its default value, and everything is checked (``validation.py``).
"""

from collections.abc import Mapping
from typing import Final

from services.engine.chance import Chance, FastChance
from services.engine.documents import Fields, encode, parse
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedPosition
from services.engine.schemas import fields_of
from services.rulesets.duels import scoring
from services.rulesets.duels.cards import (
    FIRST_POWER,
    FIRST_VICTORY,
    HIDDEN,
    IDS,
    IS_EQUIPMENT,
    NO_CARD,
    PLACES,
    ROUNDS,
    SEATS,
    SLOTS,
)
from services.rulesets.duels.events import card_ids, score_json, slots_of
from services.rulesets.duels.knowledge import IMAGINE_STREAM, imagine, observe
from services.rulesets.duels.options import OPTIONS, STALL_LIMIT_MAX, rules_for
from services.rulesets.duels.phases import SETUP_STREAM
from services.rulesets.duels.power_deck import POWER_STREAM
from services.rulesets.duels.table import (
    NO_SLOT,
    PHASE_CHOOSE,
    PHASE_EQUIP,
    PHASE_GAME_OVER,
    PHASE_KEEP,
    PHASE_PLACE,
    PHASE_PRIZE,
    PHASE_TURN,
    Memory,
    State,
    Table,
    View,
)
from services.rulesets.duels.validation import check_state, check_view

_PHASES: Final = {
    PHASE_PLACE: "PHASE_PLACE",
    PHASE_TURN: "PHASE_TURN",
    PHASE_CHOOSE: "PHASE_CHOOSE",
    PHASE_EQUIP: "PHASE_EQUIP",
    PHASE_PRIZE: "PHASE_PRIZE",
    PHASE_KEEP: "PHASE_KEEP",
    PHASE_GAME_OVER: "PHASE_GAME_OVER",
}
_PHASE_NUMBERS: Final = {name: number for number, name in _PHASES.items()}
_FIELDS: Final = fields_of("playhall.duels.v1")
_STREAMS: Final = frozenset({SETUP_STREAM, POWER_STREAM, IMAGINE_STREAM})
_BONUS: Final = 99
_FILLS: Final = 9999
"""Bounds for what was written by hand."""


# -- writing ---------------------------------------------------------------------------------------------------------


def dump(state: State) -> bytes:
    """A state as the canonical JSON of the State message. The same state always gives the same bytes."""
    document: JsonObject = {
        "options": state.rules.options,
        "phase": _PHASES[state.phase],
        "round": state.round,
        "first": state.first,
        "active": state.active,
        "asked": state.asked,
        "quiet": state.quiet,
        "vc_line": card_ids(state.line),
        "vc_deck": card_ids(state.vc_deck),
        "vc_removed": card_ids(state.removed),
        "power_deck": card_ids(state.power_deck),
        "power_aside": card_ids(state.aside),
        "players": [_player(state, seat) for seat in range(SEATS)],
    }
    _add_action_and_duel(document, state)
    used = state.chance.used()
    document["words_used"] = {stream: used[stream] for stream in sorted(used)}
    return encode(document)


def _player(state: State, seat: int) -> JsonObject:
    document: JsonObject = {
        "placed": state.placed[seat],
        "line_up": card_ids(state.cards[seat]),
        "face_up": slots_of(state.up[seat]),
        "locked": slots_of(state.locked[seat]),
        "bonus": state.bonus[seat],
        "filled": state.filled[seat],
        "fills": state.fills[seat],
        "hand": card_ids(state.hands[seat]),
        "won": card_ids(state.won[seat]),
        "destroyed": card_ids(state.destroyed[seat]),
        "discarded": card_ids(state.discards[seat]),
        "duels_won": state.duels_won[seat],
    }
    return _add_memory(document, state, seat)


def _add_memory(document: JsonObject, table: Table, seat: int) -> JsonObject:
    document["peeked"] = table.peeked[seat] + 1
    if table.recalled[seat] != NO_CARD:
        document["recalled"] = {"card": IDS[table.recalled[seat]], "since": table.recalled_since[seat]}
    public, *private = table.memories[seat::SEATS]
    document["known"] = [{"card": IDS[card], "to_all": card in public.shown} for card in (private or [public])[0].shown]
    document["unseen_since"] = public.since.copy()
    document["unseen_by_opponent_since"] = private[0].since.copy() if private else []
    return document


def _add_action_and_duel(document: JsonObject, table: Table) -> None:
    if table.acting != NO_CARD:
        document["action"] = {"card": IDS[table.acting], "paid": table.paid == 1}
    if table.duel_slot != NO_SLOT:
        document["duel"] = {
            "slot": table.duel_slot + 1,
            "answers": table.answers,
            "equipment": card_ids(table.equipment),
        }


def view_json(view: View) -> JsonObject:
    """A view as the JSON of the View message."""
    document: JsonObject = {
        "viewer": view.viewer,
        "options": dict(view.rules.options),
        "phase": _PHASES[view.phase],
        "round": view.round,
        "first": view.first,
        "active": view.active,
        "asked": view.asked,
        "quiet": view.quiet,
        "vc_line": card_ids(view.line),
        "vc_deck": card_ids(view.vc_deck),
        "vc_removed": card_ids(view.removed),
        "power_deck_size": view.power_deck_size,
        "looked": card_ids(view.looked),
        "players": [_player_view(view, seat) for seat in range(SEATS)],
    }
    _add_action_and_duel(document, view)
    return document


def _player_view(view: View, seat: int) -> JsonObject:
    document: JsonObject = {
        "ready": view.placed[seat] == SLOTS,
        "placed": view.placed[seat],
        "line_up": [_slot_view(view, seat, slot) for slot in range(SLOTS)],
        "hand": card_ids(view.hand) if seat == view.viewer else [],
        "hand_size": view.hand_sizes[seat],
        "won": card_ids(view.won[seat]),
        "destroyed": card_ids(view.destroyed[seat]),
        "discarded": [IDS[card] if card != HIDDEN else "" for card in view.discards[seat]],
        "duels_won": view.duels_won[seat],
        "fills": view.fills[seat],
    }
    _add_memory(document, view, seat)
    document["score"] = score_json(scoring.score(view, seat))
    return document


def _slot_view(view: View, seat: int, slot: int) -> JsonObject:
    card = view.cards[seat][slot]
    document: JsonObject = {"occupied": card != NO_CARD, "face_up": view.up[seat] >> slot & 1 == 1}
    if card >= 0:
        document["card"] = IDS[card]
    document["locked"] = view.locked[seat] >> slot & 1 == 1
    document["bonus"] = view.bonus[seat][slot]
    document["filled"] = view.filled[seat][slot]
    return document


# -- reading ---------------------------------------------------------------------------------------------------------


def load(data: bytes, chance: Chance) -> State:
    """A state from its bytes; ``chance`` goes on where the state says.

    Raises:
        MalformedPosition: the bytes are not a consistent state.
    """
    fields = Fields("state", parse(data), _FIELDS["State"])
    state = State()
    players = _players(fields, _FIELDS["PlayerState"])
    _read_table(state, fields, players)
    state.vc_deck = fields.known_list("vc_deck", _VICTORY)
    state.power_deck = fields.known_list("power_deck", _POWER_IDS)
    state.aside = fields.known_list("power_aside", _POWER_IDS)
    state.placed = [player.number("placed", 0, SLOTS) for player in players]
    state.cards = [_slots(player, "line_up", player.known_list("line_up", _FIGHTERS_OR_NONE)) for player in players]
    state.up = [_mask(player, "face_up") for player in players]
    state.locked = [_mask(player, "locked") for player in players]
    state.bonus = [_slot_numbers(player, "bonus", _BONUS) for player in players]
    state.filled = [_slot_numbers(player, "filled", _FILLS) for player in players]
    state.hands = [sorted(player.known_list("hand", _FIGHTER_IDS)) for player in players]
    state.discards = [player.known_list("discarded", _POWER_IDS) for player in players]
    state.down = [_face_down(state, seat) for seat in range(SEATS)]
    _read_memory(state, players)
    words_used = fields.words_used("words_used", _STREAMS)
    check_state(state)
    chance.resume(words_used)
    state.chance = chance
    state.choices = [[] for _ in range(SEATS)]
    return state


def view_from_json(document: object) -> View:
    """A view from its JSON.

    Raises:
        MalformedPosition: it is not a consistent view.
    """
    fields = Fields("view", document, _FIELDS["View"])
    view = View()
    players = _players(fields, _FIELDS["PlayerView"])
    view.viewer = fields.number("viewer", SPECTATOR, SEATS - 1)
    _read_table(view, fields, players)
    view.vc_deck = sorted(fields.known_list("vc_deck", _VICTORY))
    view.power_deck_size = fields.number("power_deck_size", 0, view.rules.power_deck)
    view.looked = sorted(fields.known_list("looked", _POWER_IDS))
    view.placed = [_read_placed(player) for player in players]
    view.cards = []
    view.up = []
    view.locked = []
    view.bonus = []
    view.filled = []
    for player in players:
        _read_line_up(view, player)
    hands = [sorted(player.known_list("hand", _FIGHTER_IDS)) for player in players]
    view.hand = hands[view.viewer] if view.viewer != SPECTATOR else []
    view.hand_sizes = [player.number("hand_size", 0, FIRST_VICTORY) for player in players]
    if any(hand and seat != view.viewer for seat, hand in enumerate(hands)):
        fields.fail("players", "a hand is known to its player alone")
    view.discards = [player.known_list("discarded", _POWER_OR_HIDDEN) for player in players]
    view.down = [_face_down(view, seat) for seat in range(SEATS)]
    _read_memory(view, players)
    if view.viewer == SPECTATOR:
        del view.memories[SEATS:]
    _check_derived(view, players)
    check_view(view)
    state = imagine(view, FastChance(0))
    check_state(state)
    if view_json(observe(state, view.viewer)) != view_json(view):
        raise MalformedPosition("view: no position looks like that")
    return view


def _check_derived(view: View, players: list[Fields]) -> None:
    """What a view says of its own accord must fit the rest."""
    for seat, player in enumerate(players):
        score = player.object("score", _FIELDS["Score"])
        if tuple([score.number(key, 0, _FILLS) for key in scoring.Score._fields]) != scoring.score(view, seat):
            player.fail("score", "does not fit the VC cards")
        if view.viewer == SPECTATOR and player.numbers("unseen_by_opponent_since", 0, _FILLS):
            player.fail("unseen_by_opponent_since", "is known to the players alone")


def _players(fields: Fields, keys: frozenset[str]) -> list[Fields]:
    players = fields.objects("players", keys)
    if len(players) != SEATS:
        fields.fail("players", f"must be {SEATS}")
    return players


def _read_table(table: Table, fields: Fields, players: list[Fields]) -> None:
    """Read what a state and a view have in common, but the line-ups."""
    table.rules = rules_for(fields.options("options", OPTIONS))
    table.phase = fields.word("phase", _PHASE_NUMBERS)
    table.round = fields.number("round", 1, ROUNDS)
    table.first = fields.number("first", 0, SEATS - 1)
    table.active = fields.number("active", 0, SEATS - 1)
    table.asked = fields.number("asked", 0, SEATS - 1)
    table.quiet = fields.number("quiet", 0, STALL_LIMIT_MAX)
    table.line = _slots(fields, "vc_line", fields.known_list("vc_line", _VICTORY_OR_NONE))
    table.live = sum([1 << slot for slot, card in enumerate(table.line) if card != NO_CARD])
    table.removed = fields.known_list("vc_removed", _VICTORY)
    table.won = [player.known_list("won", _VICTORY) for player in players]
    table.destroyed = [player.known_list("destroyed", _FIGHTER_IDS) for player in players]
    table.duels_won = [player.number("duels_won", 0, SLOTS) for player in players]
    table.fills = [player.number("fills", 0, _FILLS) for player in players]
    table.peeked = [player.number("peeked", 0, SLOTS) - 1 for player in players]
    table.acting = NO_CARD
    table.paid = 0
    if fields.has("action"):
        action = fields.object("action", _FIELDS["ActionInProgress"])
        table.acting = action.known("card", _FIGHTER_IDS)
        table.paid = int(action.flag("paid"))
    table.duel_slot = NO_SLOT
    table.answers = 0
    table.equipment = [NO_CARD] * SEATS
    if fields.has("duel"):
        _read_duel(table, fields.object("duel", _FIELDS["Duel"]))


def _read_duel(table: Table, duel: Fields) -> None:
    table.duel_slot = duel.number("slot", 1, SLOTS) - 1
    table.answers = duel.number("answers", 0, SEATS)
    table.equipment = duel.known_list("equipment", _EQUIPMENT_OR_NONE) or table.equipment
    if len(table.equipment) != SEATS:
        duel.fail("equipment", f"must be {SEATS}")


def _read_memory(table: Table, players: list[Fields]) -> None:
    """What is known of the players' cards: for everybody, then for each one's opponent."""
    table.recalled = [NO_CARD] * SEATS
    table.recalled_since = [0] * SEATS
    public: list[Memory] = []
    private: list[Memory] = []
    for seat, player in enumerate(players):
        if player.has("recalled"):
            recalled = player.object("recalled", _FIELDS["Recalled"])
            table.recalled[seat] = recalled.known("card", _FIGHTER_IDS)
            table.recalled_since[seat] = recalled.number("since", 2, _FILLS)
        known = [
            (each.known("card", _POWER_IDS), each.flag("to_all"))
            for each in player.objects("known", _FIELDS["KnownCard"])
        ]
        if len({card for card, _ in known}) < len(known):
            player.fail("known", "names a card twice")
        public.append(Memory(sorted(card for card, to_all in known if to_all), _since(player, "unseen_since")))
        private.append(Memory(sorted(card for card, _ in known), _since(player, "unseen_by_opponent_since")))
    table.memories = public + private


def _since(player: Fields, key: str) -> list[int]:
    return sorted(player.numbers(key, 0, _FILLS))


def _read_placed(player: Fields) -> int:
    placed = player.number("placed", 0, SLOTS)
    if player.flag("ready") != (placed == SLOTS):
        player.fail("ready", "does not fit what is placed")
    return placed


def _read_line_up(view: View, player: Fields) -> None:
    slots = player.objects("line_up", _FIELDS["SlotView"])
    if len(slots) != SLOTS:
        player.fail("line_up", f"must have {SLOTS} slots")
    view.cards.append([_read_slot(slot) for slot in slots])
    view.up.append(sum([1 << place for place, slot in enumerate(slots) if slot.flag("face_up")]))
    view.locked.append(sum([1 << place for place, slot in enumerate(slots) if slot.flag("locked")]))
    view.bonus.append([slot.number("bonus", 0, _BONUS) for slot in slots])
    view.filled.append([slot.number("filled", 0, _FILLS) for slot in slots])


def _read_slot(slot: Fields) -> int:
    if not slot.flag("occupied"):
        if slot.has("card"):
            slot.fail("card", "the slot is not occupied")
        return NO_CARD
    return slot.known("card", _FIGHTER_IDS) if slot.has("card") else HIDDEN


def _face_down(table: Table, seat: int) -> int:
    """The slots with a face-down card; none while cards are placed."""
    if table.phase == PHASE_PLACE:
        return 0
    mask = sum([1 << slot for slot, card in enumerate(table.cards[seat]) if card != NO_CARD])
    return mask & ~table.up[seat]


def _slots(fields: Fields, key: str, cards: list[int]) -> list[int]:
    """One card for each slot; none if the field is left out."""
    if not cards:
        return [NO_CARD] * SLOTS
    if len(cards) != SLOTS:
        fields.fail(key, f"must have {SLOTS} slots")
    return cards


def _slot_numbers(player: Fields, key: str, most: int) -> list[int]:
    numbers = player.numbers(key, 0, most)
    if not numbers:
        return [0] * SLOTS
    if len(numbers) != SLOTS:
        player.fail(key, f"must have {SLOTS} slots")
    return numbers


def _mask(player: Fields, key: str) -> int:
    slots = player.numbers(key, 1, SLOTS)
    if len(set(slots)) < len(slots):
        player.fail(key, "names a slot twice")
    return sum([1 << (slot - 1) for slot in slots])


def _ids(first: int, last: int, **others: int) -> Mapping[str, int]:
    """Cards by their ids, of some places in the catalogue."""
    return {IDS[card]: card for card in range(first, last)} | others


_FIGHTER_IDS: Final = _ids(0, FIRST_VICTORY)
_POWER_IDS: Final = _ids(FIRST_POWER, FIRST_VICTORY)
_VICTORY: Final = _ids(FIRST_VICTORY, len(PLACES))
_FIGHTERS_OR_NONE: Final = {**_FIGHTER_IDS, "": NO_CARD}
_POWER_OR_HIDDEN: Final = {**_POWER_IDS, "": HIDDEN}
_VICTORY_OR_NONE: Final = {**_VICTORY, "": NO_CARD}
_EQUIPMENT_OR_NONE: Final = {
    id: card for id, card in _FIGHTERS_OR_NONE.items() if card == NO_CARD or IS_EQUIPMENT[card]
}
