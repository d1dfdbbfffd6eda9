"""Following a match: a view brought up to date by what its viewer is shown of each event."""

from collections.abc import Callable
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.commanders import phases, skirmish
from services.rulesets.commanders.cards import (
    BONUS_PLACES,
    COMMANDERS,
    NO_COMMANDER,
    NO_SEAT,
    NO_SUIT,
    PLACES,
    RANKS,
    SUITS,
)
from services.rulesets.commanders.table import (
    FACE_DOWN,
    HIDDEN_CHAMPION,
    NOT_SELECTED,
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_GAME_OVER,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SELECT,
    View,
    tied_for_most_wins,
)


def follow(view: View, share: JsonObject) -> None:
    """Bring a view up to date with the next event share of the same viewer, in place."""
    for kind, body in share.items():
        if kind in _FOLLOWED:  # others say what happens, and change nothing
            _FOLLOWED[kind](view, body)


def _suit_taken(view: View, body: JsonObject) -> None:
    view.suits[body["player"]] = SUITS.index(body["suit"])
    view.turn = view.suits.index(NO_SUIT) if NO_SUIT in view.suits else NO_SEAT


def _first_player(view: View, body: JsonObject) -> None:
    view.first = body["player"]


# -- recruit phase ---------------------------------------------------------------------------------------------------


def _drew(view: View, body: JsonObject) -> None:
    view.phase = PHASE_PLACE
    view.turn = body["player"]
    view.deck -= body["number"]
    view.drawn = [PLACES[id] for id in body["cards"]] or [FACE_DOWN] * body["number"]
    _now_seen(view, body["cards"])


def _placed(view: View, body: JsonObject) -> None:
    view.armies[_army(body)].append(view.drawn.pop(0))


def _army_revealed(view: View, body: JsonObject) -> None:
    if FACE_DOWN in view.armies[_army(body)]:
        view.armies[_army(body)] = [PLACES[id] for id in body["cards"]]
        _now_seen(view, body["cards"])


def _army(body: JsonObject) -> int:
    return int(COMMANDERS * body["player"] + RANKS.index(body["commander"]))


def _now_seen(view: View, ids: list[str]) -> None:
    for id in ids:
        view.unseen.remove(PLACES[id])


# -- skirmish phase --------------------------------------------------------------------------------------------------


def _skirmish_started(view: View, body: JsonObject) -> None:
    view.skirmish = body["skirmish"]
    view.phase = PHASE_SELECT
    view.fielded = [NO_COMMANDER] * view.rules.seats
    for fighter in body["fighters"]:
        view.fielded[fighter["player"]] = RANKS.index(fighter["commander"])
    _turn_to_select(view)


def _bonuses_selected(view: View, body: JsonObject) -> None:
    view.selected[body["player"]] = sum([1 << BONUS_PLACES[id] for id in body["bonuses"]])
    _turn_to_select(view)


def _turn_to_select(view: View) -> None:
    left = [seat for seat in skirmish.fighters(view) if view.selected[seat] == NOT_SELECTED]
    view.turn = left[0] if left else NO_SEAT


def _rolled(view: View, body: JsonObject) -> None:
    view.phase = PHASE_REROLL
    view.rolls[body["player"]] = [die["value"] for die in body["dice"]]
    _turn_to_reroll(view, skirmish.fighters(view))


def _rerolled(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.rolls[seat][body["die"] - 1] = body["new"]
    if view.rules.reroll_once:
        view.rerolled |= 1 << seat
    _reroll_declined(view, body)


def _reroll_declined(view: View, body: JsonObject) -> None:
    seats = skirmish.fighters(view)
    _turn_to_reroll(view, seats[seats.index(body["player"]) + 1 :])


def _turn_to_reroll(view: View, seats: list[int]) -> None:
    left = [seat for seat in seats if skirmish.may_reroll(view, seat)]
    view.turn = left[0] if left else NO_SEAT


def _skirmish_won(view: View, body: JsonObject) -> None:
    if view.skirmish <= COMMANDERS:
        view.wins[body["player"]] += 1
    skirmish.clear(view)


def _commander_lost(view: View, body: JsonObject) -> None:
    view.fallen[body["player"]] |= 1 << RANKS.index(body["commander"])


# -- tie-break -------------------------------------------------------------------------------------------------------


def _war_tied(view: View, body: JsonObject) -> None:
    if view.rules.options["final_tiebreak"] == "optional":
        view.phase = PHASE_AGREE
        view.turn = next(seat for seat in view.rules.order[view.first] if seat in body["players"])


def _tiebreak_answered(view: View, body: JsonObject) -> None:
    order = view.rules.order[view.first]
    leaders = tied_for_most_wins(view)
    after = [seat for seat in order[order.index(body["player"]) + 1 :] if seat in leaders]
    view.turn = after[0] if after else NO_SEAT


def _champions_asked(view: View, body: JsonObject) -> None:
    view.phase = PHASE_CHAMPION
    view.skirmish = body["skirmish"]
    view.turn = NO_SEAT if view.rules.secret_champions else body["players"][0]


def _champion_committed(view: View, body: JsonObject) -> None:
    known = body.get("commander")
    view.fielded[body["player"]] = RANKS.index(known) if known else HIDDEN_CHAMPION
    if not view.rules.secret_champions:
        view.turn = next(iter(phases.undecided(view)), NO_SEAT)


def _game_ended(view: View, _body: JsonObject) -> None:
    view.phase = PHASE_GAME_OVER
    view.turn = NO_SEAT


_FOLLOWED: Final[dict[str, Callable[[View, Any], None]]] = {
    "suit_taken": _suit_taken,
    "first_player": _first_player,
    "drew": _drew,
    "placed": _placed,
    "skirmish_started": _skirmish_started,
    "army_revealed": _army_revealed,
    "bonuses_selected": _bonuses_selected,
    "rolled": _rolled,
    "rerolled": _rerolled,
    "reroll_declined": _reroll_declined,
    "skirmish_won": _skirmish_won,
    "commander_lost": _commander_lost,
    "war_tied": _war_tied,
    "tiebreak_answered": _tiebreak_answered,
    "champions_asked": _champions_asked,
    "champion_committed": _champion_committed,
    "game_ended": _game_ended,
}
