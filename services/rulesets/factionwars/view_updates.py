"""Following a match: a view brought up to date by what its viewer is shown of each event."""

from collections.abc import Callable
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.factionwars.cards import NO_CARD, NO_SEAT, PLACES, WAR_IS_OVER
from services.rulesets.factionwars.table import (
    HIDDEN_BID,
    NO_BID,
    PHASE_BID,
    PHASE_GAME_OVER,
    PHASE_RESOLVE,
    WAR_DRAWN,
    WAR_IN_DECK,
    View,
)


def follow(view: View, share: JsonObject) -> None:
    """Bring a view up to date with the next event share of the same viewer, in place."""
    for kind, body in share.items():
        if kind in _FOLLOWED:  # others say what happens, and change nothing
            _FOLLOWED[kind](view, body)


def _line_up_filled(view: View, body: JsonObject) -> None:
    view.round = body["round"]
    view.line_up = [PLACES.get(id, NO_CARD) for id in body["cards"]]
    for card in view.line_up:
        if card != NO_CARD:
            view.recruit_deck.remove(card)
    view.phase = PHASE_BID


def _bid_placed(view: View, body: JsonObject) -> None:
    view.bids[body["player"]] = body.get("position", HIDDEN_BID)


def _bids_revealed(view: View, body: JsonObject) -> None:
    view.bids = list(body["positions"])
    view.phase = PHASE_RESOLVE


def _battle_card_revealed(view: View, body: JsonObject) -> None:
    card = PLACES[body["card"]]
    view.decks[body["player"]].remove(card)
    view.discards[body["player"]].append(card)


def _battle_unresolved(view: View, body: JsonObject) -> None:
    view.line_up[body["position"] - 1] = NO_CARD
    view.recruit_discard.append(PLACES[body["card"]])


def _collected(view: View, body: JsonObject) -> None:
    card = PLACES[body["card"]]
    source = body["source"]
    if source == "SOURCE_LINE_UP":
        view.line_up[body["position"] - 1] = NO_CARD
    elif source == "SOURCE_DRAW":
        view.recruit_deck.remove(card)
    elif source == "SOURCE_DISCARD":
        view.recruit_discard.remove(card)
    view.position = body["position"]
    view.collector = body["player"]
    view.limbo.append(card)
    view.chosen_player = NO_SEAT
    view.chosen_card = NO_CARD


def _player_chosen(view: View, body: JsonObject) -> None:
    view.chosen_player = body["chosen"]


def _card_chosen(view: View, body: JsonObject) -> None:
    view.chosen_card = PLACES[body["chosen"]]


def _take_out(view: View, seat: int, card: int) -> None:
    pile = view.discards[seat]
    (pile if card in pile else view.decks[seat]).remove(card)


def _recruit_taken(view: View, body: JsonObject) -> None:
    _take_out(view, body["owner"], PLACES[body["card"]])


def _given(view: View, body: JsonObject) -> None:
    """A recruit or bystander of the giver, or the bystander that the giver is collecting."""
    card = PLACES[body["card"]]
    if card in view.limbo:
        view.limbo.remove(card)
        _settle(view)
    else:
        _take_out(view, body["player"], card)
    view.discards[body["receiver"]].append(card)


def _recruit_lost(view: View, body: JsonObject) -> None:
    card = PLACES[body["card"]]
    _take_out(view, body["player"], card)
    view.recruit_discard.append(card)


def _recruited(view: View, body: JsonObject) -> None:
    card = PLACES[body["card"]]
    view.limbo.remove(card)
    view.discards[body["player"]].append(card)
    _settle(view)


def _action_performed(view: View, body: JsonObject) -> None:
    card = PLACES[body["card"]]
    view.limbo.remove(card)
    removed = view.rules.options["action_card_to"] == "removed"
    (view.removed if removed else view.recruit_discard).append(card)
    _settle(view)


def _settle(view: View) -> None:
    view.chosen_player = NO_SEAT
    view.chosen_card = NO_CARD
    if not view.limbo:
        view.collector = NO_SEAT


def _deck_reshuffled(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.decks[seat] = sorted(view.decks[seat] + view.discards[seat])
    view.discards[seat] = []


def _recruits_reshuffled(view: View, body: JsonObject) -> None:
    view.pass_number = body["pass"]
    view.recruit_deck += view.recruit_discard
    view.recruit_discard = []
    if body["with_war_is_over"]:
        view.war = WAR_IN_DECK
        view.recruit_deck.append(WAR_IS_OVER)
    view.recruit_deck.sort()


def _war_is_over_drawn(view: View, _body: JsonObject) -> None:
    view.war = WAR_DRAWN
    view.recruit_deck.remove(WAR_IS_OVER)
    view.removed.append(WAR_IS_OVER)


def _round_ended(view: View, body: JsonObject) -> None:
    view.recruit_discard += [PLACES[id] for id in body["cards"]]
    view.line_up = [NO_CARD] * len(view.line_up)
    view.bids = [NO_BID] * len(view.bids)
    view.position = 0


def _game_ended(view: View, _body: JsonObject) -> None:
    view.phase = PHASE_GAME_OVER


_FOLLOWED: Final[dict[str, Callable[[View, Any], None]]] = {
    "line_up_filled": _line_up_filled,
    "bid_placed": _bid_placed,
    "bids_revealed": _bids_revealed,
    "battle_card_revealed": _battle_card_revealed,
    "battle_unresolved": _battle_unresolved,
    "collected": _collected,
    "player_chosen": _player_chosen,
    "card_chosen": _card_chosen,
    "recruit_taken": _recruit_taken,
    "recruit_given": _given,
    "recruit_lost": _recruit_lost,
    "bystander_given": _given,
    "recruited": _recruited,
    "action_performed": _action_performed,
    "deck_reshuffled": _deck_reshuffled,
    "recruits_reshuffled": _recruits_reshuffled,
    "war_is_over_drawn": _war_is_over_drawn,
    "round_ended": _round_ended,
    "game_ended": _game_ended,
}
