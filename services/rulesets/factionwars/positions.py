"""States and views as the JSON of their messages, and back.

What is written is canonical: the message's field order, default values written out. What is read may be written by
hand: a field that is left out has its default value, and everything is checked (``validation.py``).
"""

from typing import Final

from services.engine.chance import Chance
from services.engine.documents import Fields, encode, parse
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedPosition
from services.engine.schemas import fields_of
from services.rulesets.factionwars import scoring
from services.rulesets.factionwars.battle_deck import DECK_STREAM, PICK_STREAM
from services.rulesets.factionwars.cards import (
    BONUS_CARDS,
    BONUS_PLACES,
    IDS,
    NO_CARD,
    NO_SEAT,
    PLACES,
    PLAYERS_MAX,
    PLAYERS_MIN,
)
from services.rulesets.factionwars.events import card_ids, score_json
from services.rulesets.factionwars.knowledge import IMAGINE_STREAM, await_decision, observe
from services.rulesets.factionwars.options import OPTIONS, rules_for
from services.rulesets.factionwars.phases import SETUP_STREAM
from services.rulesets.factionwars.recruit_deck import RECRUITS_STREAM
from services.rulesets.factionwars.table import (
    HIDDEN_BID,
    NO_BID,
    PHASE_BID,
    PHASE_GAME_OVER,
    PHASE_RESOLVE,
    WAR_ASIDE,
    WAR_DRAWN,
    WAR_IN_DECK,
    Rules,
    State,
    Table,
    View,
)
from services.rulesets.factionwars.validation import check

_PHASES: Final = {PHASE_BID: "PHASE_BID", PHASE_RESOLVE: "PHASE_RESOLVE", PHASE_GAME_OVER: "PHASE_GAME_OVER"}
_WAR: Final = {WAR_ASIDE: "WAR_IS_OVER_ASIDE", WAR_IN_DECK: "WAR_IS_OVER_IN_DECK", WAR_DRAWN: "WAR_IS_OVER_DRAWN"}
_PHASE_NUMBERS: Final = {name: number for number, name in _PHASES.items()}
_WAR_NUMBERS: Final = {name: number for number, name in _WAR.items()}
_FIELDS: Final = fields_of("playhall.factionwars.v1")
_STREAMS: Final = frozenset({SETUP_STREAM, RECRUITS_STREAM, IMAGINE_STREAM, *DECK_STREAM, *PICK_STREAM})
_ROUNDS: Final = 9999
"""A bound for what was written by hand, so that a match played on from there stays within 32 bits."""

# -- writing ---------------------------------------------------------------------------------------------------------


def dump(state: State) -> bytes:
    """A state as the canonical JSON of the State message. The same state always gives the same bytes."""
    document: JsonObject = {
        "options": state.rules.options,
        "phase": _PHASES[state.phase],
        "round": state.round,
        "pass": state.pass_number,
        "war_is_over": _WAR[state.war],
        "line_up": card_ids(state.line_up),
        "recruit_deck": [IDS[card] for card in state.recruit_deck],
        "recruit_discard": [IDS[card] for card in state.recruit_discard],
        "removed": [IDS[card] for card in state.removed],
        "bonus_display": [BONUS_CARDS[number].id for number in state.display],
        "bonus_rest": [BONUS_CARDS[number].id for number in state.rest],
        "players": [
            {"deck": [IDS[card] for card in deck], "discard": [IDS[card] for card in pile], "bid": bid}
            for deck, pile, bid in zip(state.decks, state.discards, state.bids, strict=True)
        ],
        "position": state.position,
    }
    if state.collector != NO_SEAT:
        document["collection"] = _collection(state)
    used = state.chance.used()
    document["words_used"] = {stream: used[stream] for stream in sorted(used)}
    return encode(document)


def options_json(rules: Rules) -> JsonObject:
    """The options as JSON of the caller's own: rules are shared by all matches that are played by them."""
    return {name: value.copy() if isinstance(value, list) else value for name, value in rules.options.items()}


def view_json(view: View) -> JsonObject:
    """A view as the JSON of the View message."""
    document: JsonObject = {
        "viewer": view.viewer,
        "options": options_json(view.rules),
        "phase": _PHASES[view.phase],
        "round": view.round,
        "pass": view.pass_number,
        "final_pass": view.rules.final_pass,
        "war_is_over": _WAR[view.war],
        "line_up": card_ids(view.line_up),
        "recruit_deck": [IDS[card] for card in view.recruit_deck],
        "recruit_discard": [IDS[card] for card in view.recruit_discard],
        "removed": [IDS[card] for card in view.removed],
        "bonus_display": [BONUS_CARDS[number].id for number in view.display],
        "bonus_rest": [BONUS_CARDS[number].id for number in view.rest],
        "players": [_player_view(view, seat) for seat in range(view.rules.seats)],
        "position": view.position,
    }
    if view.collector != NO_SEAT:
        document["collection"] = _collection(view)
    document["scores"] = _scores(view)
    return document


def views_json(state: State) -> list[JsonObject]:
    """Every viewer's view as JSON, the spectator's first. A seat knows what everybody knows (FW-R50) and, while bids
    are hidden, its own (FW-014)."""
    public = view_json(observe(state, SPECTATOR))
    views = [public]
    for seat, bid in enumerate(state.bids):
        view = public.copy()
        view["viewer"] = seat
        if state.phase == PHASE_BID and bid != NO_BID:
            players = view["players"] = view["players"].copy()
            players[seat] = {**players[seat], "bid": bid}
        views.append(view)
    return views


def _player_view(view: View, seat: int) -> JsonObject:
    bid = view.bids[seat]
    player: JsonObject = {
        "deck": [IDS[card] for card in view.decks[seat]],
        "discard": [IDS[card] for card in view.discards[seat]],
        "has_bid": bid != NO_BID,
    }
    if bid > NO_BID:
        player["bid"] = bid
    return player


def _collection(table: Table) -> JsonObject:
    document: JsonObject = {"player": table.collector, "cards": [IDS[card] for card in table.limbo]}
    if table.chosen_player != NO_SEAT:
        document["chosen_player"] = table.chosen_player
    if table.chosen_card != NO_CARD:
        document["chosen_card"] = IDS[table.chosen_card]
    return document


def _scores(view: View) -> list[JsonObject]:
    if view.phase != PHASE_GAME_OVER:
        return []
    return [score_json(scoring.score(view, seat)) for seat in range(view.rules.seats)]


# -- reading ---------------------------------------------------------------------------------------------------------


def load(data: bytes, chance: Chance) -> State:
    """A state from its bytes; ``chance`` goes on where the state says.

    Raises:
        MalformedPosition: the bytes are not a consistent state.
    """
    fields = Fields("state", parse(data), _FIELDS["State"])
    state = State()
    players = fields.objects("players", _FIELDS["PlayerState"])
    _read_table(state, fields, players)
    state.recruit_deck = fields.known_list("recruit_deck", PLACES)
    state.decks = [player.known_list("deck", PLACES) for player in players]
    state.bids = [player.number("bid", 0, state.rules.positions) for player in players]
    words_used = fields.words_used("words_used", _STREAMS)
    check(state)
    chance.resume(words_used)
    state.chance = chance
    await_decision(state)
    return state


def view_from_json(document: object) -> View:
    """A view from its JSON.

    Raises:
        MalformedPosition: it is not a consistent view.
    """
    fields = Fields("view", document, _FIELDS["View"])
    view = View()
    players = fields.objects("players", _FIELDS["PlayerView"])
    _read_table(view, fields, players)
    view.viewer = fields.number("viewer", SPECTATOR, view.rules.seats - 1)
    view.recruit_deck = sorted(fields.known_list("recruit_deck", PLACES))
    view.decks = [sorted(player.known_list("deck", PLACES)) for player in players]
    view.bids = [_seen_bid(view, seat, player) for seat, player in enumerate(players)]
    if fields.value("final_pass", 0) != view.rules.final_pass:
        raise MalformedPosition("final_pass: does not fit the options")
    check(view)
    if fields.value("scores", []) != _scores(view):
        raise MalformedPosition("scores: do not fit the cards")
    return view


def _read_table(table: Table, fields: Fields, players: list[Fields]) -> None:
    """Read what a state and a view have in common."""
    if not PLAYERS_MIN <= len(players) <= PLAYERS_MAX:
        raise MalformedPosition(f"players: must be {PLAYERS_MIN} to {PLAYERS_MAX}")
    table.rules = rules_for(len(players), fields.options("options", OPTIONS))
    table.phase = fields.word("phase", _PHASE_NUMBERS)
    table.round = fields.number("round", 1, _ROUNDS)
    table.pass_number = fields.number("pass", 1, table.rules.final_pass)
    table.war = fields.word("war_is_over", _WAR_NUMBERS)
    table.line_up = fields.known_list("line_up", _PLACES_OR_EMPTY)
    table.recruit_discard = fields.known_list("recruit_discard", PLACES)
    table.removed = fields.known_list("removed", PLACES)
    table.display = fields.known_list("bonus_display", BONUS_PLACES)
    table.rest = fields.known_list("bonus_rest", BONUS_PLACES)
    table.discards = [player.known_list("discard", PLACES) for player in players]
    table.position = fields.number("position", 0, table.rules.positions)
    table.collector = NO_SEAT
    table.limbo = []
    table.chosen_player = NO_SEAT
    table.chosen_card = NO_CARD
    if fields.has("collection"):
        _read_collection(table, fields.object("collection", _FIELDS["Collection"]))


def _read_collection(table: Table, fields: Fields) -> None:
    table.collector = fields.number("player", 0, table.rules.seats - 1)
    table.limbo = fields.known_list("cards", PLACES)
    if fields.has("chosen_player"):
        table.chosen_player = fields.number("chosen_player", 0, table.rules.seats - 1)
    if fields.has("chosen_card"):
        table.chosen_card = fields.known("chosen_card", PLACES)


def _seen_bid(view: View, seat: int, player: Fields) -> int:
    """A player's bid as far as the viewer knows it."""
    known = player.number("bid", 1, view.rules.positions) if player.has("bid") else NO_BID
    if not player.flag("has_bid"):
        if known != NO_BID:
            raise MalformedPosition(f"{player.where}.bid: the player has not bid")
        return NO_BID
    if (known == NO_BID) != (view.phase == PHASE_BID and seat != view.viewer):
        raise MalformedPosition(f"{player.where}.bid: is known to the player alone, and to all once bids are revealed")
    return known if known != NO_BID else HIDDEN_BID


_PLACES_OR_EMPTY: Final[dict[str, int]] = {**PLACES, "": NO_CARD}
