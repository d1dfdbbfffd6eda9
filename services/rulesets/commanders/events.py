"""What happens in a match, and what a viewer sees of it: the JSON of the Event message.

Everybody sees the same, save cards that lie face down and commanders put forward in secret.
"""

from typing import Final

from services.engine.event_table import FLAG, NUMBER, Event, EventTable, one_of, own
from services.engine.ruleset import JsonObject
from services.rulesets.commanders.bonuses import BASE_SOURCE, SUDDEN_DEATH_SOURCE, has_synergy, sides_of, source_of
from services.rulesets.commanders.cards import BONUSES, IDS, RANKS, SUITS
from services.rulesets.commanders.notation import bonus_ids

# Why a skirmish was won
WON_BY_TOTAL: Final = 1
WON_BY_SYNERGY: Final = 2
WON_BY_ORDER: Final = 3

# Why the match ended
ENDED_BY_VICTORIES: Final = 1
ENDED_BY_LAST_STANDING: Final = 2
ENDED_BY_SHARING: Final = 3
_END_REASONS: Final = {
    ENDED_BY_VICTORIES: "END_REASON_VICTORIES",
    ENDED_BY_LAST_STANDING: "END_REASON_LAST_STANDING",
    ENDED_BY_SHARING: "END_REASON_SHARED",
}

SOURCES: Final[list[str]] = ["base", *[line.id for line in BONUSES], "sudden_death"]
"""The word for what a die is rolled for."""
assert SOURCES[BASE_SOURCE] == "base"
assert SOURCES[SUDDEN_DEATH_SOURCE] == "sudden_death"

_CARD: Final = one_of(IDS)
_COMMANDER: Final = one_of(RANKS)
_WON_BY: Final = one_of({WON_BY_TOTAL: "WON_BY_TOTAL", WON_BY_SYNERGY: "WON_BY_SYNERGY", WON_BY_ORDER: "WON_BY_ORDER"})


def card_ids(cards: list[int]) -> list[str]:
    """Ids of units; an empty text for one that lies face down."""
    return [IDS[card] if card >= 0 else "" for card in cards]


def dice_json(dice: tuple[int, ...] | list[int], shown: tuple[int, ...] | list[int]) -> list[JsonObject]:
    """Dice and what they show, as the JSON of Die messages."""
    return [
        {"source": SOURCES[source_of(code)], "sides": sides_of(code), "value": value}
        for code, value in zip(dice, shown, strict=True)
    ]


def selection_json(bonuses: int) -> JsonObject:
    """A set of bonuses as the JSON of the Selection message."""
    return {"bonuses": bonus_ids(bonuses), "synergy": has_synergy(bonuses)}


# -- events that are more than a number for each field ---------------------------------------------------------------


def _first_rolled(event: Event) -> JsonObject:
    """Seat, value, seat, value, ..."""
    return {"rolls": [{"player": seat, "value": value} for seat, value in zip(event[1::2], event[2::2], strict=True)]}


def _skirmish_started(event: Event) -> JsonObject:
    """Skirmish, then seat, commander, seat, commander, ..."""
    fighters = zip(event[2::2], event[3::2], strict=True)
    return {
        "skirmish": event[1],
        "fighters": [{"player": seat, "commander": RANKS[commander]} for seat, commander in fighters],
    }


def _bonuses_selected(event: Event) -> JsonObject:
    """Seat, the bonuses as a bit mask."""
    return {"player": event[1], **selection_json(event[2])}


def _rolled(event: Event) -> JsonObject:
    """Seat, attempt, total, then the dice, then what each shows."""
    _, seat, attempt, total, *dice = event
    middle = len(dice) // 2
    return {"player": seat, "attempt": attempt, "dice": dice_json(dice[:middle], dice[middle:]), "total": total}


def _rerolled(event: Event) -> JsonObject:
    """Seat, the die's place from 1, the die, what it showed, what it shows, total."""
    _, seat, place, code, old, new, total = event
    die = {"player": seat, "die": place, "source": SOURCES[source_of(code)], "sides": sides_of(code)}
    return {**die, "old": old, "new": new, "total": total}


def _skirmish_tied(event: Event) -> JsonObject:
    """Total, bit mask of the seats that go on, then the tied seats in turn order."""
    _, total, again, *tied = event
    return {"total": total, "players": tied, "again": [seat for seat in tied if again >> seat & 1]}


def _war_tied(event: Event) -> JsonObject:
    """Wins, then the tied seats."""
    return {"players": list(event[2:]), "wins": event[1]}


def _game_ended(event: Event) -> JsonObject:
    """End reason, number of seats, the wins of each, then the winners."""
    _, reason, seats, *rest = event
    return {"reason": _END_REASONS[reason], "wins": rest[:seats], "winners": rest[seats:]}


# -- all events ------------------------------------------------------------------------------------------------------

_EVENTS: Final = EventTable()

EVENT_GAME_STARTED: Final = _EVENTS.kind("game_started", {"seats": NUMBER, "cards": NUMBER})
EVENT_SUIT_TAKEN: Final = _EVENTS.kind("suit_taken", {"player": NUMBER, "suit": one_of(SUITS)})
EVENT_FIRST_ROLLED: Final = _EVENTS.kind("first_rolled", _first_rolled)
EVENT_FIRST_PLAYER: Final = _EVENTS.kind("first_player", {"player": NUMBER})
EVENT_DREW: Final = _EVENTS.kind("drew", {"player": NUMBER, "number": NUMBER, "cards": [_CARD]})
EVENT_DREW_FACE_DOWN: Final = _EVENTS.kind("drew", {"player": NUMBER, "number": NUMBER, "cards": own([_CARD])})
EVENT_PLACED: Final = _EVENTS.kind("placed", {"player": NUMBER, "commander": _COMMANDER, "card": _CARD})
EVENT_PLACED_FACE_DOWN: Final = _EVENTS.kind("placed", {"player": NUMBER, "commander": _COMMANDER, "card": own(_CARD)})
EVENT_SKIRMISH_STARTED: Final = _EVENTS.kind("skirmish_started", _skirmish_started)
EVENT_ARMY_REVEALED: Final = _EVENTS.kind(
    "army_revealed", {"player": NUMBER, "commander": _COMMANDER, "cards": [_CARD]}
)
EVENT_BONUSES_SELECTED: Final = _EVENTS.kind("bonuses_selected", _bonuses_selected)
EVENT_ROLLED: Final = _EVENTS.kind("rolled", _rolled)
EVENT_REROLLED: Final = _EVENTS.kind("rerolled", _rerolled)
EVENT_REROLL_DECLINED: Final = _EVENTS.kind("reroll_declined", {"player": NUMBER})
EVENT_SKIRMISH_TIED: Final = _EVENTS.kind("skirmish_tied", _skirmish_tied)
EVENT_SKIRMISH_WON: Final = _EVENTS.kind(
    "skirmish_won", {"player": NUMBER, "commander": _COMMANDER, "total": NUMBER, "by": _WON_BY}
)
EVENT_COMMANDER_LOST: Final = _EVENTS.kind("commander_lost", {"player": NUMBER, "commander": _COMMANDER})
EVENT_WAR_TIED: Final = _EVENTS.kind("war_tied", _war_tied)
EVENT_TIEBREAK_ANSWERED: Final = _EVENTS.kind("tiebreak_answered", {"player": NUMBER, "fight": FLAG})
EVENT_CHAMPION_COMMITTED: Final = _EVENTS.kind("champion_committed", {"player": NUMBER, "commander": own(_COMMANDER)})
EVENT_CHAMPION_NAMED: Final = _EVENTS.kind("champion_committed", {"player": NUMBER, "commander": _COMMANDER})
EVENT_CHAMPIONS_ASKED: Final = _EVENTS.kind("champions_asked", {"skirmish": NUMBER, "players": [NUMBER]})
EVENT_GAME_ENDED: Final = _EVENTS.kind("game_ended", _game_ended)

SHARES: Final = _EVENTS.shares()
