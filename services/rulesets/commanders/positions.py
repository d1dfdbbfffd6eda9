"""States and views as the JSON of their messages, and back.

What is written is canonical: the message's field order, default values written out. What is read may be written by
hand: a field that is left out has its default value, and everything is checked (``validation.py``).
"""

from typing import Final

from services.engine.chance import Chance
from services.engine.documents import Fields, encode, parse
from services.engine.ruleset import SPECTATOR, JsonObject, MalformedPosition
from services.engine.schemas import fields_of
from services.rulesets.commanders.bonuses import SELECTABLE, pool
from services.rulesets.commanders.cards import (
    BONUSES,
    COMMANDER_WORDS,
    COMMANDERS,
    FACE_PLACES,
    FACES,
    IDS,
    NO_COMMANDER,
    NO_SEAT,
    NO_SUIT,
    PLACES,
    PLAYERS_MAX,
    PLAYERS_MIN,
    RANKS,
    SUITS,
)
from services.rulesets.commanders.events import card_ids, dice_json, selection_json
from services.rulesets.commanders.knowledge import IMAGINE_STREAM, await_decision
from services.rulesets.commanders.notation import bonuses_text
from services.rulesets.commanders.options import OPTIONS, rules_for
from services.rulesets.commanders.phases import SETUP_STREAM
from services.rulesets.commanders.skirmish import DICE_STREAM
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
    PHASE_SUIT,
    State,
    Table,
    View,
    is_revealed,
)
from services.rulesets.commanders.validation import LAST_SKIRMISH, check

_PHASES: Final = {
    PHASE_SUIT: "PHASE_SUIT",
    PHASE_PLACE: "PHASE_PLACE",
    PHASE_SELECT: "PHASE_SELECT",
    PHASE_REROLL: "PHASE_REROLL",
    PHASE_AGREE: "PHASE_AGREE",
    PHASE_CHAMPION: "PHASE_CHAMPION",
    PHASE_GAME_OVER: "PHASE_GAME_OVER",
}
_PHASE_NUMBERS: Final = {name: number for number, name in _PHASES.items()}
_SUIT_NUMBERS: Final = {"": NO_SUIT, **{suit: number for number, suit in enumerate(SUITS)}}
_RANK_NUMBERS: Final = {rank: number for number, rank in enumerate(RANKS)}
_PLACES_OR_FACE_DOWN: Final = {**PLACES, "": FACE_DOWN}
_BONUSES_BY_NOTATION: Final = {bonuses_text(bonuses): bonuses for bonuses in [0, *SELECTABLE]}
_BONUS_IDS: Final = {line.id: line.id for line in BONUSES}
_FIELDS: Final = fields_of("playhall.commanders.v1")
_STREAMS: Final = frozenset({SETUP_STREAM, DICE_STREAM, IMAGINE_STREAM})
_DIE_MAX: Final = 20

# -- writing ---------------------------------------------------------------------------------------------------------


def dump(state: State) -> bytes:
    """A state as the canonical JSON of the State message. The same state always gives the same bytes."""
    document: JsonObject = {
        "options": state.rules.options,
        "phase": _PHASES[state.phase],
        **_turns(state),
        "deck": [IDS[card] for card in state.deck],
        "drawn": [IDS[card] for card in state.drawn],
        "aside": _aside(state),
        "skirmish": state.skirmish,
        "players": [_player(state, seat) for seat in range(state.rules.seats)],
    }
    used = state.chance.used()
    document["words_used"] = {stream: used[stream] for stream in sorted(used)}
    return encode(document)


def _player(state: State, seat: int) -> JsonObject:
    player = _cards_of(state, seat)
    if state.fielded[seat] != NO_COMMANDER:
        player["fielded"] = RANKS[state.fielded[seat]]
    if state.selected[seat] != NOT_SELECTED:
        player["selection"] = bonuses_text(state.selected[seat])
    player["dice"] = state.rolls[seat].copy()
    return player


def view_json(view: View) -> JsonObject:
    """A view as the JSON of the View message."""
    return {
        "viewer": view.viewer,
        "options": dict(view.rules.options),
        "phase": _PHASES[view.phase],
        **_turns(view),
        "deck": view.deck,
        "unseen": [IDS[card] for card in view.unseen],
        "drawn": card_ids(view.drawn),
        "aside": _aside(view),
        "skirmish": view.skirmish,
        "players": [_player_view(view, seat) for seat in range(view.rules.seats)],
    }


def _player_view(view: View, seat: int) -> JsonObject:
    player = _cards_of(view, seat)
    player["has_committed"] = view.phase == PHASE_CHAMPION and view.fielded[seat] != NO_COMMANDER
    if view.fielded[seat] >= 0:
        player["fielded"] = RANKS[view.fielded[seat]]
    if view.selected[seat] != NOT_SELECTED:
        player["selection"] = selection_json(view.selected[seat])
    player["dice"] = dice_json(pool(view, seat), view.rolls[seat]) if view.rolls[seat] else []
    return player


def _turns(table: Table) -> JsonObject:
    document: JsonObject = {}
    if table.first != NO_SEAT:
        document["first"] = table.first
    if table.turn != NO_SEAT:
        document["turn"] = table.turn
    return document


def _aside(table: Table) -> list[str]:
    """The faces of the suits that nobody has."""
    return [face for place, face in enumerate(FACES) if place // COMMANDERS not in table.suits]


def _cards_of(table: Table, seat: int) -> JsonObject:
    """What a state and a view tell alike of a player."""
    suit, fallen = table.suits[seat], table.fallen[seat]
    faces = FACES[COMMANDERS * suit : COMMANDERS * suit + COMMANDERS] if suit != NO_SUIT else []
    armies = table.armies[COMMANDERS * seat : COMMANDERS * seat + COMMANDERS]
    return {
        "suit": SUITS[suit] if suit != NO_SUIT else "",
        "standing": [face for rank, face in enumerate(faces) if not fallen >> rank & 1],
        "fallen": [face for rank, face in enumerate(faces) if fallen >> rank & 1],
        "armies": {word: card_ids(army) for word, army in zip(COMMANDER_WORDS, armies, strict=True)},
        "wins": table.wins[seat],
        "reroll_used": table.rerolled >> seat & 1 == 1,
    }


# -- reading ---------------------------------------------------------------------------------------------------------


def load(data: bytes, chance: Chance) -> State:
    """A state from its bytes; ``chance`` goes on where the state says.

    Raises:
        MalformedPosition: the bytes are not a consistent state.
    """
    fields = Fields("state", parse(data), _FIELDS["State"])
    players = fields.objects("players", _FIELDS["PlayerState"])
    state = State()
    _read_table(state, fields, players)
    state.deck = fields.known_list("deck", PLACES)
    state.drawn = fields.known_list("drawn", PLACES)
    state.armies = [army for player in players for army in _armies(player, PLACES)]
    state.fielded = [player.known("fielded", _RANK_NUMBERS) if player.has("fielded") else -1 for player in players]
    state.selected = [
        player.word("selection", _BONUSES_BY_NOTATION) if player.has("selection") else NOT_SELECTED
        for player in players
    ]
    state.rolls = [player.numbers("dice", 1, _DIE_MAX) for player in players]
    words_used = fields.words_used("words_used", _STREAMS)
    check(state, len(state.deck), state.deck)
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
    players = fields.objects("players", _FIELDS["PlayerView"])
    view = View()
    _read_table(view, fields, players)
    view.viewer = fields.number("viewer", SPECTATOR, view.rules.seats - 1)
    view.deck = fields.number("deck", 0, len(PLACES))
    view.unseen = sorted(fields.known_list("unseen", PLACES))
    view.drawn = fields.known_list("drawn", _PLACES_OR_FACE_DOWN)
    view.armies = [army for player in players for army in _armies(player, _PLACES_OR_FACE_DOWN)]
    view.fielded = [_seen_champion(view, player) for player in players]
    view.selected = [_seen_selection(player) for player in players]
    dice = [player.objects("dice", _FIELDS["Die"]) for player in players]
    view.rolls = [[die.number("value", 1, _DIE_MAX) for die in roll] for roll in dice]
    _check_face_down(view)
    _check_put_forward(view)
    check(view, view.deck, view.unseen)
    for seat, player in enumerate(players):
        if view_json(view)["players"][seat]["dice"] != player.value("dice", []):
            player.fail("dice", "do not fit the bonuses")
    return view


def _read_table(table: Table, fields: Fields, players: list[Fields]) -> None:
    """Read what a state and a view have in common."""
    if not PLAYERS_MIN <= len(players) <= PLAYERS_MAX:
        fields.fail("players", f"must be {PLAYERS_MIN} to {PLAYERS_MAX}")
    seats = len(players)
    table.rules = rules_for(seats, fields.options("options", OPTIONS))
    table.phase = fields.word("phase", _PHASE_NUMBERS)
    table.first = fields.number("first", 0, seats - 1) if fields.has("first") else NO_SEAT
    table.turn = fields.number("turn", 0, seats - 1) if fields.has("turn") else NO_SEAT
    table.skirmish = fields.number("skirmish", 0, LAST_SKIRMISH)
    table.suits = [player.word("suit", _SUIT_NUMBERS) for player in players]
    table.fallen = [_fallen(table.suits[seat], player) for seat, player in enumerate(players)]
    table.wins = [player.number("wins", 0, COMMANDERS) for player in players]
    table.rerolled = sum([1 << seat for seat, player in enumerate(players) if player.flag("reroll_used")])
    if sorted(fields.known_list("aside", FACE_PLACES)) != [FACE_PLACES[face] for face in _aside(table)]:
        fields.fail("aside", "must hold the commanders of the suits that nobody has")


def _fallen(suit: int, player: Fields) -> int:
    """The commanders that lost, of a player who has all four of the suit and no others."""
    standing = player.known_list("standing", FACE_PLACES)
    fallen = player.known_list("fallen", FACE_PLACES)
    own = [COMMANDERS * suit + rank for rank in range(COMMANDERS)] if suit != NO_SUIT else []
    if sorted(standing + fallen) != own:
        player.fail("standing", "with fallen must be the four commanders of the player's suit")
    return sum([1 << face % COMMANDERS for face in fallen])


def _armies(player: Fields, ids: dict[str, int]) -> list[list[int]]:
    armies = player.object("armies", COMMANDER_WORDS)
    return [armies.known_list(word, ids) for word in COMMANDER_WORDS]


def _seen_champion(view: View, player: Fields) -> int:
    """A player's commander in the skirmish, or put forward, as far as the viewer knows it."""
    known = player.known("fielded", _RANK_NUMBERS) if player.has("fielded") else NO_COMMANDER
    committed = player.flag("has_committed")
    if (committed and view.phase != PHASE_CHAMPION) or (
        known != NO_COMMANDER and view.phase == PHASE_CHAMPION and not committed
    ):
        player.fail("has_committed", "must be true while a commander is put forward, and false otherwise")
    if committed and known == NO_COMMANDER:
        return HIDDEN_CHAMPION
    return known


def _seen_selection(player: Fields) -> int:
    if not player.has("selection"):
        return NOT_SELECTED
    selection = player.object("selection", _FIELDS["Selection"])
    ids = selection.known_list("bonuses", _BONUS_IDS)
    bonuses = _BONUSES_BY_NOTATION.get("+".join(ids), NOT_SELECTED)
    if bonuses == NOT_SELECTED or selection.flag("synergy") != selection_json(bonuses)["synergy"]:
        player.fail("selection", "is not a selection of bonuses")
    return bonuses


def _check_face_down(view: View) -> None:
    """The viewer sees its own cards and those that are face up, and no others (FC-R08)."""
    if (FACE_DOWN in view.drawn) != bool(view.drawn and not (view.rules.open_units or view.turn == view.viewer)):
        raise MalformedPosition("drawn: is known to those who may know it, and to nobody else")
    for place, army in enumerate(view.armies):
        hidden = [card for card in army if card == FACE_DOWN]
        visible = place // COMMANDERS == view.viewer or is_revealed(view, place % COMMANDERS)
        if len(hidden) != (0 if visible else len(army)):
            raise MalformedPosition(f"players[{place // COMMANDERS}].armies: are known to those who may know them only")


def _check_put_forward(view: View) -> None:
    """Who was put forward in secret is known to its player alone (FC-R27)."""
    secret = view.phase == PHASE_CHAMPION and view.rules.secret_champions
    for seat, commander in enumerate(view.fielded):
        hidden = secret and seat != view.viewer
        if commander != NO_COMMANDER and (commander == HIDDEN_CHAMPION) != hidden:
            raise MalformedPosition(f"players[{seat}].fielded: is known to those who may know it, and to nobody else")
