"""States and views as the JSON of their messages. It is canonical: the message's field order, default values written
out."""

import json
from functools import lru_cache
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS, Cards
from services.rulesets.faceoff.notation.actions import action_json
from services.rulesets.faceoff.table.ability import ability_json
from services.rulesets.faceoff.table.enum_words import PHASE_WORDS, PLAYED_AS_WORDS, REWARD_WORDS
from services.rulesets.faceoff.table.hand_memory import NOTHING_KNOWN
from services.rulesets.faceoff.table.rules import Rules
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    NO_COMMIT,
    NO_SEAT,
    SEATS_OF,
    TRIGGER_NONE,
    Memory,
    State,
    Table,
    View,
)

_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_PLAYED_AS: Final = [_ENCODE(word) for word in PLAYED_AS_WORDS]
_FLAGS: Final = ("false", "true")
_SEATS: Final = [_ENCODE(seats) for seats in SEATS_OF]
"""The seats of each bit mask, as JSON."""


# -- states ----------------------------------------------------------------------------------------------------------


def dump(state: State) -> bytes:
    """A state as the canonical JSON of the State message. The same state always gives the same bytes.

    It is put together as text: that is done after every move.
    """
    ids = state.rules.cards.ids
    names = _names(state.rules.cards)
    fields = [
        f'"options":{_options(state.rules)}',
        f'"phase":"{PHASE_WORDS[state.phase]}"',
        f'"round":{state.round}',
        f'"first":{state.first}',
        f'"waiting":{_SEATS[state.waiting]}',
        f'"turn":{state.turn}',
        f'"clock_row":{_texts(names, state.clock_row)}',
        f'"clock_middle":{_texts(names, state.clock_mid)}',
        f'"clock_deck":{_texts(names, state.clock_deck)}',
        f'"power_row":{_texts(names, state.power_row)}',
        f'"power_middle":{_texts(names, state.power_mid)}',
        f'"power_deck":{_texts(names, state.power_deck)}',
        f'"market":{_one_text(names, state.market)}',
        f'"market_deck":{_texts(names, state.market_deck)}',
        f'"scrub_deck":{_texts(names, state.scrub_deck)}',
        f'"hq":{_one_text(names, state.hq)}',
        f'"hq_deck":{_texts(names, state.hq_deck)}',
        f'"timing":{_one_text(names, state.timing)}',
        f'"timing_deck":{_texts(names, state.timing_deck)}',
        f'"assaults":{_texts(names, state.assaults)}',
        f'"vc7":{_texts(names, state.vc7)}',
        f'"hq_rewards":{_texts(names, state.hq_rewards)}',
        f'"removed":{_texts(names, state.removed)}',
        f'"destroyed":{_texts(names, state.destroyed)}',
        f'"aside":{_texts(names, state.aside)}',
        f'"chosen":{_one_text(names, state.chosen)}',
    ]
    step: JsonObject = {}
    _add_step(step, state)
    step["drawn"] = [{"card": ids[card]} for card in state.late]
    _add_ability(step, state)
    used = state.chance.used()
    fields += [
        _ENCODE(step)[1:-1],
        f'"players":[{",".join([_player(state, names, seat) for seat in range(state.rules.seats)])}]',
        f'"looks":{_ENCODE(_looks(state))}',
        f'"words_used":{_ENCODE({stream: used[stream] for stream in sorted(used)})}',
    ]
    return f"{{{','.join(fields)}}}".encode()


def _player(state: State, names: list[str], seat: int) -> str:
    cards = state.rules.cards
    faction, commit, memory = state.factions[seat], state.commits[seat], state.memories[seat]
    fields = [f'"faction":"{cards.factions[faction] if faction >= 0 else ""}"', f'"vp":{state.vp[seat]}']
    if commit != NO_COMMIT:
        fields.append(f'"commit":{_ENCODE(action_json(cards, commit))}')
    fields += [
        f'"hand":{_texts(names, state.hands[seat])}',
        f'"deck":{_texts(names, state.decks[seat])}',
        f'"knows_deck_top":{_FLAGS[state.known_top[seat]]}',
        f'"memory":{_NO_MEMORY if memory is NOTHING_KNOWN else _ENCODE(memory_json(cards.ids, memory))}',
        f'"discards":{_texts(names, state.discards[seat])}',
        f'"stack":{_texts(names, [entry // PLAYED_AS for entry in state.stacks[seat]])}',
        f'"stack_as":{_texts(_PLAYED_AS, [entry % PLAYED_AS for entry in state.stacks[seat]])}',
        f'"stack_modifier":{state.hq_mods[seat]}',
        f'"front":{_texts(names, state.front[seat])}',
        f'"rewards":{_texts(names, state.perms[seat])}',
        f'"dealt":{_texts(names, state.dealt[seat])}',
        f'"personality":{_one_text(names, state.personality[seat])}',
        f'"equipment":{_one_text(names, state.equipment[seat])}',
        f'"face_down":{_texts(names, state.down[seat])}',
        f'"modifier":{state.mods[seat]}',
        f'"eligible":{_FLAGS[state.eligible >> seat & 1]}',
        f'"building":{_texts(names, [entry // PLAYED_AS for entry in state.builds[seat]])}',
        f'"building_as":{_texts(_PLAYED_AS, [entry % PLAYED_AS for entry in state.builds[seat]])}',
    ]
    return f"{{{','.join(fields)}}}"


def _texts(names: list[str], numbers: list[int]) -> str:
    """A list of what numbers stand for, as JSON. ``names``: in quotes already."""
    return f"[{','.join([names[number] for number in numbers])}]"


def _one_text(names: list[str], card: int) -> str:
    return f"[{names[card]}]" if card >= 0 else "[]"


@lru_cache(maxsize=8)
def _names(cards: Cards) -> list[str]:
    """The cards' ids, in quotes."""
    return [_ENCODE(id) for id in cards.ids]


@lru_cache(maxsize=256)
def _options(rules: Rules) -> str:
    return _ENCODE(rules.options)


# -- views -----------------------------------------------------------------------------------------------------------


def view_json(view: View) -> JsonObject:
    """A view as the JSON of the View message."""
    ids = view.rules.cards.ids
    document: JsonObject = {
        "viewer": view.viewer,
        "options": dict(view.rules.options),
        "phase": PHASE_WORDS[view.phase],
        "round": view.round,
        "first": view.first,
        "waiting": SEATS_OF[view.waiting].copy(),
        "turn": view.turn,
        "clock_row": [ids[card] for card in view.clock_row],
        "clock_middle": _seen(ids, view.clock_mid),
        "clock_deck_size": view.clock_deck_size,
        "power_row": [ids[card] for card in view.power_row],
        "power_middle": _seen(ids, view.power_mid),
        "power_deck_size": view.power_deck_size,
        "market": _one(ids, view.market),
        "market_deck_size": view.market_deck_size,
        "scrub": _one(ids, view.scrub),
        "scrub_deck_size": view.scrub_deck_size,
        "hq": _one(ids, view.hq),
        "hq_deck_size": view.hq_deck_size,
        "timing": _one(ids, view.timing),
        "timing_deck_size": view.timing_deck_size,
        "assaults": [ids[card] for card in view.assaults],
        "vc7": [ids[card] for card in view.vc7],
        "hq_rewards": [ids[card] for card in view.hq_rewards],
        "removed": [ids[card] for card in view.removed],
        "destroyed": [ids[card] for card in view.destroyed],
        "chosen": _one(ids, view.chosen),
    }
    _add_step(document, view)
    document["drawn"] = [{"card": ids[card]} if card != HIDDEN else {} for card in view.late]
    _add_ability(document, view)
    document["players"] = [_player_view(view, seat) for seat in range(view.rules.seats)]
    document["looks"] = _looks(view)
    return document


def _player_view(view: View, seat: int) -> JsonObject:
    cards = view.rules.cards
    ids = cards.ids
    faction, commit = view.factions[seat], view.commits[seat]
    document: JsonObject = {
        "faction": cards.factions[faction] if faction >= 0 else "",
        "vp": view.vp[seat],
        "committed": commit != NO_COMMIT,
    }
    if commit >= 0:
        document["commit"] = action_json(cards, commit)
    document["hand"] = [ids[card] for card in view.hand] if seat == view.viewer else []
    document["hand_size"] = view.hand_sizes[seat]
    document["deck_size"] = view.deck_sizes[seat]
    if seat == view.viewer and view.deck_top != NO_CARD:
        document["deck_top"] = ids[view.deck_top]
    document["knows_deck_top"] = view.known_top[seat] == 1
    document["out_of_sight"] = [ids[card] for card in view.hidden[seat]]
    document["memory"] = memory_json(ids, view.memories[seat])
    document["discards"] = [ids[card] for card in view.discards[seat]]
    _add_army(document, view, seat)
    document["front"] = _seen(ids, view.front[seat])
    document["rewards"] = [ids[card] for card in view.perms[seat]]
    document["dealt"] = _seen(ids, view.dealt[seat])
    document["personality"] = _one(ids, view.personality[seat])
    document["equipment"] = _one(ids, view.equipment[seat])
    document["face_down"] = _seen(ids, view.down[seat])
    _add_modifiers(document, view, seat)
    return document


# -- what they have in common ----------------------------------------------------------------------------------------


def _one(ids: list[str], card: int) -> list[str]:
    """A place for one card, as a list: a single text would be a mention."""
    return [ids[card]] if card >= 0 else []


def _seen(ids: list[str], cards: list[int]) -> list[str]:
    """Cards as a viewer sees them: an empty text for one that it may not know."""
    return [ids[card] if card != HIDDEN else "" for card in cards]


def _add_step(document: JsonObject, table: Table) -> None:
    ids = table.rules.cards.ids
    document["ranking"] = table.places.copy()
    document["rewards"] = [word for number, word in enumerate(REWARD_WORDS) if table.rewards >> number & 1]
    if table.power_taker != NO_SEAT:
        document["power_taker"] = table.power_taker
    document["bid"] = table.bid
    if table.bidder != NO_SEAT:
        document["bidder"] = table.bidder
    document["passed"] = SEATS_OF[table.passed].copy()
    document["used"] = [{"card": ids[card]} for card in table.used]


def _add_ability(document: JsonObject, table: Table) -> None:
    if table.trigger != TRIGGER_NONE:
        document["ability"] = ability_json(table.rules.cards.ids, table.registers())


def _add_army(document: JsonObject, table: Table, seat: int) -> None:
    ids = table.rules.cards.ids
    stack = table.stacks[seat]
    document["stack"] = [ids[entry // PLAYED_AS] for entry in stack]
    document["stack_as"] = [PLAYED_AS_WORDS[entry % PLAYED_AS] for entry in stack]
    document["stack_modifier"] = table.hq_mods[seat]


def _add_modifiers(document: JsonObject, table: Table, seat: int) -> None:
    ids = table.rules.cards.ids
    builds = table.builds[seat]
    document["modifier"] = table.mods[seat]
    document["eligible"] = table.eligible >> seat & 1 == 1
    document["building"] = [ids[entry // PLAYED_AS] for entry in builds]
    document["building_as"] = [PLAYED_AS_WORDS[entry % PLAYED_AS] for entry in builds]


def memory_json(ids: list[str], memory: Memory) -> JsonObject:
    """What is known of a hand, as the JSON of the Memory message."""
    return {
        "known": [{"card": ids[card]} for card in memory.known],
        "firm": [{"card": ids[card]} for card in memory.firm],
        "late": [{"card": ids[each.card], "slots": each.slots} for each in memory.late],
        "fresh": memory.fresh,
        "placed": [{"candidates": [{"card": ids[card]} for card in each]} for each in memory.placed],
    }


def _looks(table: Table) -> list[JsonObject]:
    seats = table.rules.seats
    ids = table.rules.cards.ids
    found: list[JsonObject] = []
    for place, known in enumerate(table.looks):
        if known is not None:
            player, other = divmod(place, seats)
            found.append({"player": player, "other": other, "memory": memory_json(ids, known)})
    return found


_NO_MEMORY: Final = _ENCODE(memory_json([], NOTHING_KNOWN))
