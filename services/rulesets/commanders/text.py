"""A match in words: what an action means, what the table looks like, what happened."""

from itertools import groupby
from typing import Final

from services.engine.ruleset import SPECTATOR, JsonObject
from services.engine.sentences import Sentences, listed, seat_name, seat_names
from services.rulesets.commanders import scoring
from services.rulesets.commanders.bonuses import applicable, average, dice_for, pool
from services.rulesets.commanders.cards import (
    BONUS_PLACES,
    BONUSES,
    COMMANDERS,
    FACES,
    IDS,
    NO_SEAT,
    NO_SUIT,
    RANKS,
    SUIT_WORDS,
    SUITS,
)
from services.rulesets.commanders.events import dice_json
from services.rulesets.commanders.notation import (
    ACTION_CHAMPION,
    ACTION_FIGHT,
    ACTION_KEEP,
    ACTION_PLACE,
    ACTION_REROLL,
    ACTION_SELECT,
    ACTION_SUIT,
    bonus_ids,
)
from services.rulesets.commanders.table import (
    FACE_DOWN,
    NOT_SELECTED,
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_GAME_OVER,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SUIT,
    View,
)

_RANK_NAMES: Final = ("Ace", "King", "Queen", "Jack")
_RANK_OF: Final = dict(zip(RANKS, _RANK_NAMES, strict=True))
_SUIT_OF: Final = dict(zip(SUITS, SUIT_WORDS, strict=True))
_SOURCE_NAMES: Final = {"base": "base", "sudden_death": "sudden death", **{line.id: line.name for line in BONUSES}}

# -- label -----------------------------------------------------------------------------------------------------------


def label(view: View, action: int) -> str:
    """What an action means to who sees the view."""
    if action >= ACTION_SELECT:
        return _select_label(view, action - ACTION_SELECT)
    if action >= ACTION_REROLL:
        return _reroll_label(view, action - ACTION_REROLL)
    if action == ACTION_KEEP:
        return "Reroll no die"
    if action >= ACTION_FIGHT:
        return "Fight the tie out" if action == ACTION_FIGHT else "Share the win"
    if action >= ACTION_CHAMPION:
        return f"Put the {_RANK_NAMES[action - ACTION_CHAMPION]} forward{_strength(view, action - ACTION_CHAMPION)}"
    if action >= ACTION_PLACE:
        return _place_label(view, action - ACTION_PLACE)
    return f"Choose {SUIT_WORDS[action - ACTION_SUIT]}"


def _select_label(view: View, bonuses: int) -> str:
    if view.turn == NO_SEAT or view.fielded[view.turn] < 0:
        return "Select " + ", ".join(BONUSES[BONUS_PLACES[id]].name for id in bonus_ids(bonuses))
    units = view.armies[COMMANDERS * view.turn + view.fielded[view.turn]]
    return f"Select {_bonuses_text(view, units, bonuses)}"


def _reroll_label(view: View, place: int) -> str:
    if view.turn == NO_SEAT or place > len(view.rolls[view.turn]):
        return f"Reroll die {place}"
    die = dice_json(pool(view, view.turn), view.rolls[view.turn])[place - 1]
    return f"Reroll die {place}: d{die['sides']} that shows {die['value']} ({_SOURCE_NAMES[die['source']]})"


def _place_label(view: View, commander: int) -> str:
    card = IDS[view.drawn[0]] if view.drawn and view.drawn[0] != FACE_DOWN else "the next card"
    units = view.armies[COMMANDERS * view.turn + commander] if view.turn != NO_SEAT else []
    return f"Place {card} under the {_RANK_NAMES[commander]} ({_units(units)})"


def _strength(view: View, commander: int) -> str:
    if view.viewer == SPECTATOR:
        return ""
    return f" (average {_average(view, view.viewer, commander):.1f})"


# -- picture ---------------------------------------------------------------------------------------------------------


def picture(view: View) -> str:
    """The table as text."""
    lines = [_state_of_play(view)]
    if view.phase == PHASE_PLACE:
        lines.append(f"Player {view.turn} places: {_units(view.drawn)}")
    for seat in range(view.rules.seats):
        lines += _player(view, seat)
    return "\n".join(lines)


def _state_of_play(view: View) -> str:
    if view.phase == PHASE_GAME_OVER:
        return f"The war is over after {view.skirmish} skirmishes: {_players(scoring.winners(view))} won."
    if view.phase == PHASE_SUIT:
        return f"Player {view.turn} chooses a suit."
    first = f"Player {view.first} goes first."
    if view.phase == PHASE_PLACE:
        return f"Recruit phase: {view.deck} cards in the deck. {first}"
    if view.phase == PHASE_AGREE:
        return f"A tie in victories: player {view.turn} says whether to fight it out. {first}"
    if view.phase == PHASE_CHAMPION:
        return f"Skirmish {view.skirmish} breaks the tie: commanders are put forward. {first}"
    what = "may reroll a die" if view.phase == PHASE_REROLL else "selects bonuses"
    return f"Skirmish {view.skirmish}: player {view.turn} {what}. {first}"


def _players(seats: list[int]) -> str:
    return ("player " if len(seats) == 1 else "players ") + listed([str(seat) for seat in seats])


def _player(view: View, seat: int) -> list[str]:
    you = " (you)" if seat == view.viewer and seat != SPECTATOR else ""
    suit = view.suits[seat]
    if suit == NO_SUIT:
        return [f"Player {seat}{you}: no suit yet"]
    victories = "1 victory" if view.wins[seat] == 1 else f"{view.wins[seat]} victories"
    used = ", reroll used" if view.rerolled >> seat & 1 else ""
    lines = [f"Player {seat}{you}: {SUIT_WORDS[suit]}, {victories}{used}"]
    lines += [_commander(view, seat, commander) for commander in range(COMMANDERS)]
    if view.rolls[seat]:
        lines.append(f"  rolled {sum(view.rolls[seat])}: {_dice_text(dice_json(pool(view, seat), view.rolls[seat]))}")
    return lines


def _commander(view: View, seat: int, commander: int) -> str:
    face = FACES[COMMANDERS * view.suits[seat] + commander]
    units = view.armies[COMMANDERS * seat + commander]
    state = "fallen" if view.fallen[seat] >> commander & 1 else "      "
    mark = "*" if view.fielded[seat] == commander else " "
    return f" {mark}{face} {state} {_units(units):<40} {_lines_text(view, seat, commander)}".rstrip()


def _lines_text(view: View, seat: int, commander: int) -> str:
    """The bonuses that an army may add, or those selected for it, and its average."""
    units = view.armies[COMMANDERS * seat + commander]
    if FACE_DOWN in units:
        return ""
    bonuses = 0
    for possible in _possible(view, seat, units):
        bonuses |= possible
    if view.fielded[seat] == commander and view.selected[seat] != NOT_SELECTED:
        bonuses = view.selected[seat]
    names = " ".join(bonus_ids(bonuses)) or "no bonus"
    return f"{names}, average {_average(view, seat, commander):.1f}"


def _average(view: View, seat: int, commander: int) -> float:
    """The highest average total that a commander's army can have."""
    units = view.armies[COMMANDERS * seat + commander]
    return max([average(view.rules, units, bonuses) for bonuses in _possible(view, seat, units)])


def _possible(view: View, seat: int, units: list[int]) -> list[int]:
    """The sets of bonuses that units may be given."""
    return view.rules.selections[applicable(view.rules, units, view.suits[seat])]


def _units(units: list[int]) -> str:
    return " ".join(IDS[card] if card != FACE_DOWN else "??" for card in units) or "-"


# -- dice and bonuses ------------------------------------------------------------------------------------------------


def _bonuses_text(view: View, units: list[int], bonuses: int) -> str:
    """A set of bonuses with the dice of each."""
    parts = []
    without = len(view.rules.base)
    for id in bonus_ids(bonuses):
        place = BONUS_PLACES[id]
        dice = dice_for(view.rules, units, 1 << place)[without:]
        parts.append(f"{BONUSES[place].name} ({len(dice)}d{dice[0] % 32})")
    return ", ".join(parts)


def _dice_text(dice: list[JsonObject]) -> str:
    """Dice with what they are rolled for: ``base d20 14; Matching numbers d10 7, d10 3``."""
    return "; ".join(
        f"{_SOURCE_NAMES[source]} " + ", ".join(f"d{die['sides']} {die['value']}" for die in group)
        for source, group in groupby(dice, lambda die: die["source"])
    )


# -- telling ---------------------------------------------------------------------------------------------------------


def _first_rolled(body: JsonObject, names: list[str]) -> str:
    rolls = ", ".join(f"{names[roll['player']]} {roll['value']}" for roll in body["rolls"])
    return f"A d20 for who goes first: {rolls}."


def _drew(body: JsonObject, names: list[str]) -> str:
    if body["cards"]:
        return f"{names[body['player']]} draws {', '.join(body['cards'])}."
    return f"{names[body['player']]} draws {body['number']} face down."


def _placed(body: JsonObject, names: list[str]) -> str:
    return f"{names[body['player']]} places {body.get('card', 'a card')} under the {_RANK_OF[body['commander']]}."


def _skirmish_started(body: JsonObject, names: list[str]) -> str:
    who = [f"{names[f['player']]}'s {_RANK_OF[f['commander']]}" for f in body["fighters"]]
    return f"Skirmish {body['skirmish']}: {listed(who)}."


def _army_revealed(body: JsonObject, names: list[str]) -> str:
    units = ", ".join(body["cards"]) or "nobody"
    return f"{names[body['player']]} turns up the units under the {_RANK_OF[body['commander']]}: {units}."


def _bonuses_selected(body: JsonObject, names: list[str]) -> str:
    if not body["bonuses"]:
        return f"{names[body['player']]} has no bonus."
    synergy = ": the True Synergetic Advantage" if body["synergy"] else ""
    return f"{names[body['player']]} adds {listed([_SOURCE_NAMES[id] for id in body['bonuses']])}{synergy}."


def _rolled(body: JsonObject, names: list[str]) -> str:
    if not body["dice"]:
        return f"{names[body['player']]} has no die to roll."
    again = " again" if body["attempt"] > 1 else ""
    return f"{names[body['player']]} rolls{again} {body['total']}: {_dice_text(body['dice'])}."


def _rerolled(body: JsonObject, names: list[str]) -> str:
    die = f"the d{body['sides']} ({_SOURCE_NAMES[body['source']]})"
    return f"{names[body['player']]} rerolls {die}: {body['old']} becomes {body['new']}, {body['total']} in all."


_WHY_WON: Final = {
    "WON_BY_TOTAL": "",
    "WON_BY_SYNERGY": ", a tie broken by the True Synergetic Advantage",
    "WON_BY_ORDER": ", a tie broken by turn order",
}


def _war_tied(body: JsonObject, names: list[str]) -> str:
    each = "1 victory" if body["wins"] == 1 else f"{body['wins']} victories"
    return f"{listed([names[seat] for seat in body['players']])} tie with {each} each."


def _tiebreak_answered(body: JsonObject, names: list[str]) -> str:
    return f"{names[body['player']]} wants to {'fight it out' if body['fight'] else 'share the win'}."


def _champion_committed(body: JsonObject, names: list[str]) -> str:
    whom = f"the {_RANK_OF[body['commander']]}" if "commander" in body else "a commander"
    return f"{names[body['player']]} puts {whom} forward."


def _game_ended(body: JsonObject, names: list[str]) -> str:
    wins = ", ".join(f"{name} {count}" for name, count in zip(names, body["wins"], strict=True))
    who = [names[seat] for seat in body["winners"]]
    return f"The war is over. Victories: {wins}. {listed(who)} {'wins' if len(who) == 1 else 'share the win'}."


_SENTENCES: Final = Sentences(
    {
        "player": seat_name,
        "players": seat_names,
        "again": seat_names,
        "commander": lambda rank, _: _RANK_OF[rank],
        "suit": lambda suit, _: _SUIT_OF[suit],
        "by": lambda by, _: _WHY_WON[by],
    },
    {
        "game_started": lambda b, n: f"{listed(n)} begin: {b['cards']} cards are shuffled.",
        "suit_taken": "{player} takes {suit}.",
        "first_rolled": _first_rolled,
        "first_player": "{player} goes first.",
        "drew": _drew,
        "placed": _placed,
        "skirmish_started": _skirmish_started,
        "army_revealed": _army_revealed,
        "bonuses_selected": _bonuses_selected,
        "rolled": _rolled,
        "rerolled": _rerolled,
        "reroll_declined": "{player} keeps all dice.",
        "skirmish_tied": "{players} tie with {total}: {again} roll again.",
        "skirmish_won": "{player}'s {commander} wins with {total}{by}.",
        "commander_lost": "{player}'s {commander} falls.",
        "war_tied": _war_tied,
        "tiebreak_answered": _tiebreak_answered,
        "champions_asked": "Skirmish {skirmish} breaks the tie: {players} must put a commander forward.",
        "champion_committed": _champion_committed,
        "game_ended": _game_ended,
    },
)

telling = _SENTENCES.telling
