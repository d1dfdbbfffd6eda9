"""A match in words: what an action means, what the table looks like, what happened."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.engine.sentences import Sentences, seat_name
from services.rulesets.standoff import action_phase, notation, scoring, tiles
from services.rulesets.standoff.board import BIT, hexes, name
from services.rulesets.standoff.board_text import draw
from services.rulesets.standoff.cards import NO_CARD, PARTS, Cards, Op, Part
from services.rulesets.standoff.table import (
    ENDED_ADJUDICATED,
    ENDED_BY_MAJORITY,
    ENDED_FILLED,
    NO_PROGRAM,
    NO_SEAT,
    PHASE_ACTION,
    PHASE_DISCARD_DOWN,
    PHASE_GAME_OVER,
    Table,
    View,
    Zone,
    hand_limit,
)

# -- label -----------------------------------------------------------------------------------------------------------

_PLAIN_LABELS: Final = {
    notation.ACTION_DRAW: "Draw a card",
    notation.ACTION_CREDIT: "Add 1 credit to the budget",
    notation.ACTION_STOP: "Pick no more",
    notation.ACTION_END_TURN: "End the turn",
}


def label(view: View, action: int) -> str:
    """What an action means to who sees the view."""
    kind, argument = notation.kind_of(action), notation.argument_of(action)
    if action in _PLAIN_LABELS:
        return _PLAIN_LABELS[action]
    if kind == notation.ACTION_GROUP:
        return _group_label(view, action)
    return _LABELS[kind](view, argument)


def _group_label(view: View, action: int) -> str:
    card = notation.card_of_group(action)
    where = ", ".join([name(hex) for hex in hexes(notation.group_of(action))])
    return f"Place a group on {where}" if card == NO_CARD else f"Play {_priced(view, card)} on {where}"


def _priced(view: View, card: int) -> str:
    """A card to be played, and what that costs."""
    cards = view.rules.cards
    return f"{cards.names[card]} for {_credits_text(cards.cost[card])}" if cards.cost[card] else cards.names[card]


def _credits_text(number: int) -> str:
    return "1 credit" if number == 1 else f"{number} credits"


def _hex_text(view: Table, hex: int) -> str:
    """A hex and what is on it."""
    seat = tiles.owner(view, hex)
    there = [f"player {seat}'s tile"] if seat >= 0 else ["black tile"] if view.black & BIT[hex] else []
    token = tiles.token_on(view, hex)
    if token >= 0:
        there.append(view.rules.cards.names[view.rules.cards.tokens[token]])
    return f"{name(hex)} ({', '.join(there)})" if there else name(hex)


def _play_label(view: View, card: int) -> str:
    return f"Play {_priced(view, card)}"


def _resource_label(view: View, card: int) -> str:
    return f"Play {view.rules.cards.names[card]}"


def _place_label(view: View, hex: int) -> str:
    return f"Place a tile on {_hex_text(view, hex)}"


def _discard_label(view: View, card: int) -> str:
    return f"Discard {view.rules.cards.names[card]} for an action"


def _discard_down_label(view: View, card: int) -> str:
    return f"Discard {view.rules.cards.names[card]}"


def _buy_label(view: View, card: int) -> str:
    return f"Buy {view.rules.cards.names[card]} for {_credits_text(view.rules.cards.price[card])}"


def _buy_slot_label(view: View, slot: int) -> str:
    card = view.row[slot]
    what = _buy_label(view, card) if card != NO_CARD else "Buy nothing"
    return f"{what} from slot {slot + 1}"


def _activate_label(view: View, hex: int) -> str:
    program = action_phase.program_on(view, hex)
    return f"Use {_hex_text(view, hex)} for {_ability_costs(view, program)}" if program != NO_PROGRAM else "Use nothing"


def _satellite_label(view: View, place: int) -> str:
    orbit = view.orbits[view.active]
    if place >= len(orbit):
        return f"Use satellite {place + 1}"
    program = orbit[place] * PARTS + Part.ORBIT
    name_of = view.rules.cards.names[orbit[place]]
    return f"Use satellite {place + 1}, {name_of}, for {_ability_costs(view, program)}"


def _ability_costs(view: View, program: int) -> str:
    cards = view.rules.cards
    actions, credits = cards.active_actions[program], cards.active_credits[program]
    return f"{actions} action{'s' if actions > 1 else ''} and {_credits_text(credits)}"


def _target_label(view: View, hex: int) -> str:
    if view.program == NO_PROGRAM:
        return f"Choose {_hex_text(view, hex)}"
    effect = action_phase.waiting(view)
    verb = _AIMED.get(effect[0], "Choose")
    if effect[0] == Op.PLACE_TILE and effect[1]:
        verb = "Place a black tile on"
    return f"{verb} {_hex_text(view, hex)}"


_AIMED: Final[dict[int, str]] = {
    Op.PLACE_TILE: "Place a tile on",
    Op.DESTROY_TILE: "Destroy the tile on",
    Op.DESTROY_IMPROVEMENT: "Destroy the improvement on",
    Op.CONVERT_TILE: "Take over the tile on",
    Op.MOVE_TILE: "Move to",
    Op.PLACE_IMPROVEMENT: "Put the improvement on",
}


def _player_label(_view: View, seat: int) -> str:
    return f"Choose player {seat}"


def _pick_label(view: View, card: int) -> str:
    verb = _PICKED.get(action_phase.waiting(view)[0], "Pick") if view.program != NO_PROGRAM else "Pick"
    return f"{verb} {view.rules.cards.names[card]}"


_PICKED: Final[dict[int, str]] = {
    Op.TRASH_FROM_HAND: "Trash",
    Op.SEARCH_DECK: "Take from the deck",
    Op.REVEAL_HAND_DISCARD: "Make them discard",
    Op.RECOVER: "Take from the discard pile",
    Op.DESTROY_SATELLITE: "Destroy",
}


def _pick_slot_label(view: View, slot: int) -> str:
    card = view.row[slot]
    return f"Trash {view.rules.cards.names[card] if card != NO_CARD else 'nothing'} from slot {slot + 1}"


_LABELS: Final[dict[int, Callable[[View, int], str]]] = {
    notation.ACTION_PLAY: _play_label,
    notation.ACTION_PLACE: _place_label,
    notation.ACTION_RESOURCE: _resource_label,
    notation.ACTION_DISCARD: _discard_label,
    notation.ACTION_BUY: _buy_label,
    notation.ACTION_BUY_SLOT: _buy_slot_label,
    notation.ACTION_ACTIVATE: _activate_label,
    notation.ACTION_ACTIVATE_SATELLITE: _satellite_label,
    notation.ACTION_TARGET: _target_label,
    notation.ACTION_PLAYER: _player_label,
    notation.ACTION_PICK: _pick_label,
    notation.ACTION_PICK_SLOT: _pick_slot_label,
    notation.ACTION_DISCARD_DOWN: _discard_down_label,
}

# -- picture ---------------------------------------------------------------------------------------------------------


def picture(view: View) -> str:
    """The table as text: the board, the players, the market."""
    lines = [_state_of_play(view), "", *draw(view), ""]
    for seat in range(view.rules.seats):
        lines += _player_lines(view, seat)
    lines += _market_lines(view)
    if view.trash:
        lines.append(f"Trash: {_cards_text(view.trash, view.rules.cards)}.")
    return "\n".join(lines)


def _state_of_play(view: View) -> str:
    if view.phase == PHASE_GAME_OVER:
        first = scoring.ranking(view)[0]
        return f"The match has ended: {_ENDS[view.ended]} Player {first} has won."
    who = f"Round {view.round}. Player {view.active}"
    left = f"{_credits_text(view.budget)}, actions {view.actions}, encampments {view.encampments}"
    if view.phase == PHASE_ACTION:
        return f"{who} has the turn: {left}."
    if view.phase == PHASE_DISCARD_DOWN:
        return f"{who} discards down to {hand_limit(view, view.active)} cards."
    card = view.rules.cards.names[view.program // PARTS]
    aimed = f", aimed at player {view.target}" if view.target != NO_SEAT else ""
    shown = f" The hand shown: {_cards_text(view.shown, view.rules.cards)}." if view.shown else ""
    return f"{who} chooses for {card}{aimed}: {left}.{shown}"


_ENDS: Final = {
    ENDED_FILLED: "the red zone is filled.",
    ENDED_BY_MAJORITY: "more than half of the red zone is one player's.",
    ENDED_ADJUDICATED: "the last round is over.",
}


def _player_lines(view: View, seat: int) -> list[str]:
    cards = view.rules.cards
    you = " (you)" if seat == view.viewer else ""
    lines = [
        f"Player {seat}{you}: {scoring.red_tiles(view, seat)} in the red zone, {tiles.tile_count(view, seat)} tiles; "
        f"hand {view.hand_sizes[seat]}, deck {view.deck_sizes[seat]}, discard pile {len(view.discards[seat])}"
    ]
    if seat == view.viewer:
        lines.append(f"  hand: {_cards_text(view.hand, cards)}")
    what = "deck" if seat == view.viewer else "hand and deck"
    lines.append(f"  {what}: {_cards_text(view.unseen[seat], cards)}")
    lines.append(f"  discard pile: {_cards_text(view.discards[seat], cards)}")
    if seat == view.active and view.in_play:
        lines.append(f"  in play: {_cards_text(view.in_play, cards)}")
    if view.orbits[seat]:
        lines.append(f"  in orbit: {', '.join([cards.names[card] for card in view.orbits[seat]])}")
    if view.scheduled[seat]:
        to_come = [
            f"{cards.names[due.card]} at {due.times_left} upkeep{'s' if due.times_left > 1 else ''}"
            for due in view.scheduled[seat]
        ]
        lines.append(f"  to come: {', '.join(to_come)}")
    return lines


def _market_lines(view: View) -> list[str]:
    cards = view.rules.cards
    piles = [f"{cards.names[card]} {number}" for card, number in zip(cards.piles, view.piles, strict=True)]
    row = [
        f"{slot} {cards.names[card]} ({cards.price[card]})" if card != NO_CARD else f"{slot} -"
        for slot, card in enumerate(view.row, 1)
    ]
    return [f"Piles: {', '.join(piles)}.", f"Market: {', '.join(row)}; draft pile {view.draft_size}."]


def _cards_text(zone: Zone, cards: Cards) -> str:
    """Cards in catalogue order, equal ones counted."""
    counts = Counter(zone)
    return ", ".join([f"{cards.names[card]}{_times(counts[card])}" for card in sorted(counts)]) or "-"


def _times(number: int) -> str:
    return f" x{number}" if number > 1 else ""


# -- telling ---------------------------------------------------------------------------------------------------------


Telling = Callable[[JsonObject, list[str], Cards], str]


def _name_of(body: JsonObject, cards: Cards) -> str:
    return cards.names[cards.numbers[body["card"]]]


def _owner_text(body: JsonObject, key: str, names: list[str]) -> str:
    return f"{names[body[key]]}'s" if key in body else "a black"


def _upkeep_paid(body: JsonObject, names: list[str], cards: Cards) -> str:
    where = f" on {body['hex']}" if "hex" in body else ""
    left = f" ({body['times_left']} upkeeps left)" if body.get("times_left") else ""
    return f"{names[body['player']]}'s upkeep: {_name_of(body, cards)}{where}{left}."


def _tiles_placed(body: JsonObject, names: list[str], _cards: Cards) -> str:
    what = "a black tile" if body["black"] else "tiles" if len(body["hexes"]) > 1 else "a tile"
    return f"{names[body['player']]} places {what} on {' '.join(body['hexes'])}."


def _tile_changed(verb: str) -> Telling:
    def told(body: JsonObject, names: list[str], _cards: Cards) -> str:
        return f"{names[body['player']]} {verb} {_owner_text(body, 'owner', names)} tile on {body['hex']}."

    return told


def _discard_asked(body: JsonObject, names: list[str], _cards: Cards) -> str:
    number = body["number"]
    return f"{names[body['player']]} has {number} card{'s' if number > 1 else ''} too many and discards down."


def _tile_moved(body: JsonObject, names: list[str], _cards: Cards) -> str:
    owner = _owner_text(body, "owner", names)
    return f"{names[body['player']]} moves {owner} tile from {body['hex']} to {body['to_hex']}."


def _control_changed(body: JsonObject, names: list[str], cards: Cards) -> str:
    now = f"{names[body['now']]} has" if "now" in body else "nobody has"
    before = f" ({names[body['before']]} had)" if "before" in body else ""
    return f"The {_name_of(body, cards)} on {body['hex']}: {now} it now{before}."


def _drew(body: JsonObject, names: list[str], cards: Cards) -> str:
    number = body["number"]
    what = ", ".join([cards.names[cards.numbers[id]] for id in body["cards"]])
    return f"{names[body['player']]} draws {what or ('a card' if number == 1 else f'{number} cards')}."


def _bought(body: JsonObject, names: list[str], cards: Cards) -> str:
    where = f" from slot {body['slot']}" if "slot" in body else ""
    return f"{names[body['player']]} buys {_name_of(body, cards)}{where}."


def _slot_filled(body: JsonObject, _names: list[str], cards: Cards) -> str:
    what = f"shows {_name_of(body, cards)}" if "card" in body else "stays empty"
    return f"Slot {body['slot']} {what}."


def _card_given(body: JsonObject, names: list[str], cards: Cards) -> str:
    where = "in the deck" if body["to_deck"] else "on the discard pile"
    return f"{names[body['player']]} makes {names[body['to_player']]} gain a {_name_of(body, cards)}, {where}."


def _hand_shown(body: JsonObject, names: list[str], cards: Cards) -> str:
    shown = ", ".join([cards.names[cards.numbers[id]] for id in body["cards"]])
    what = f": {shown}" if shown else ""
    return f"{names[body['player']]} looks at the hand of {names[body['of_player']]}{what}."


def _card_found(body: JsonObject, names: list[str], cards: Cards) -> str:
    what = _name_of(body, cards) if "card" in body else "a card"
    return f"{names[body['player']]} takes {what} from the deck."


def _scheduled(body: JsonObject, names: list[str], cards: Cards) -> str:
    times = body["what"]["times_left"]
    when = "the next upkeep" if times == 1 else f"the next {times} upkeeps"
    return f"{_name_of(body['what'], cards)} will work at {when} of {names[body['player']]}."


def _choice_asked(body: JsonObject, names: list[str], cards: Cards) -> str:
    aimed = f", aimed at {names[body['what']['player']]}" if "player" in body["what"] else ""
    return f"{names[body['player']]} must choose for {_name_of(body['what'], cards)}{aimed}."


def _game_ended(body: JsonObject, names: list[str], _cards: Cards) -> str:
    how = {
        "ENDING_FILLED": ENDED_FILLED,
        "ENDING_MAJORITY": ENDED_BY_MAJORITY,
        "ENDING_ADJUDICATED": ENDED_ADJUDICATED,
    }[body["ending"]]
    order = ", ".join([names[seat] for seat in body["ranking"]])
    return f"The match is over: {_ENDS[how]} From first to last: {order}."


_SENTENCES: Final = Sentences(
    {"player": seat_name, "card": lambda id, _names, cards: cards.names[cards.numbers[id]]},
    {
        "match_started": "The match begins. {player} has the first turn.",
        "turn_began": "Round {round}: {player}'s turn.",
        "upkeep_paid": _upkeep_paid,
        "credits": "{player}: credits {change:+d}, now {now}.",
        "actions": "{player}: actions {change:+d}, now {now}.",
        "encampments": "{player}: encampments {change:+d}, now {now}.",
        "card_played": "{player} plays {card}.",
        "token_used": "{player} uses {card} on {hex}.",  # nosec B105
        "satellite_used": "{player} uses satellite {satellite}, {card}.",
        "tile_chosen": "{player} chooses {hex}.",
        "tiles_placed": _tiles_placed,
        "tile_destroyed": _tile_changed("destroys"),
        "tile_converted": _tile_changed("takes over"),
        "tile_moved": _tile_moved,
        "token_placed": "{player} puts {card} on {hex}.",  # nosec B105
        "token_removed": "{card} on {hex} leaves the board.",  # nosec B105
        "control_changed": _control_changed,
        "drew": _drew,
        "reshuffled": "{player}'s discard pile becomes the deck ({number}).",
        "discarded": "{player} discards {card}.",
        "trashed": "{player} trashes {card}.",
        "played_card_trashed": "{card} of {player} is trashed.",
        "bought": _bought,
        "slot_filled": _slot_filled,
        "slot_trashed": "{player} trashes {card} from slot {slot}.",
        "card_given": _card_given,
        "hand_shown": _hand_shown,
        "card_found": _card_found,
        "deck_shuffled": "{player}'s deck is shuffled.",
        "recovered": "{player} takes {card} from the discard pile.",
        "satellite_deployed": "{card} of {player} is in orbit.",
        "satellite_destroyed": "{card} of {player} is destroyed.",
        "scheduled": _scheduled,
        "choice_asked": _choice_asked,
        "resolved": "{player} goes on with the turn.",
        "turn_ended": "{player} ends the turn.",
        "discard_asked": _discard_asked,
        "game_ended": _game_ended,
    },
)

telling = _SENTENCES.telling
