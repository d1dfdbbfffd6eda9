"""What a viewer sees of an event: the JSON of the Event message. Everybody sees the same, save cards that lie face down
and commanders put forward in secret."""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.commanders import events
from services.rulesets.commanders.bonuses import BASE_SOURCE, SUDDEN_DEATH_SOURCE, has_synergy, sides_of, source_of
from services.rulesets.commanders.cards import BONUSES, IDS, RANKS, SUITS
from services.rulesets.commanders.events import Event
from services.rulesets.commanders.notation import bonus_ids

SOURCES: Final[list[str]] = ["base", *[line.id for line in BONUSES], "sudden_death"]
"""The word for what a die is rolled for."""
assert SOURCES[BASE_SOURCE] == "base"
assert SOURCES[SUDDEN_DEATH_SOURCE] == "sudden_death"

WON_BY_NAMES: Final = {
    events.WON_BY_TOTAL: "WON_BY_TOTAL",
    events.WON_BY_SYNERGY: "WON_BY_SYNERGY",
    events.WON_BY_ORDER: "WON_BY_ORDER",
}
END_REASONS: Final = {
    events.ENDED_BY_VICTORIES: "END_REASON_VICTORIES",
    events.ENDED_BY_LAST_STANDING: "END_REASON_LAST_STANDING",
    events.ENDED_BY_SHARING: "END_REASON_SHARED",
}


def share(event: Event, viewer: int) -> JsonObject:
    """What the viewer sees of an event."""
    private = _PRIVATE.get(event[0])
    return private(event, event[1] == viewer) if private else _PUBLIC[event[0]](event)


def card_ids(cards: tuple[int, ...] | list[int]) -> list[str]:
    """Ids of units; an empty text for one that lies face down."""
    return [IDS[card] if card >= 0 else "" for card in cards]


def dice_json(dice: tuple[int, ...] | list[int], shown: tuple[int, ...] | list[int]) -> list[JsonObject]:
    """Dice and what they show, as the JSON of Die messages."""
    return [
        {"source": SOURCES[source_of(code)], "sides": sides_of(code), "value": value}
        for code, value in zip(dice, shown, strict=True)
    ]


# -- for all ---------------------------------------------------------------------------------------------------------


def _game_started(event: Event) -> JsonObject:
    return {"game_started": {"seats": event[1], "cards": event[2]}}


def _suit_taken(event: Event) -> JsonObject:
    return {"suit_taken": {"player": event[1], "suit": SUITS[event[2]]}}


def _first_rolled(event: Event) -> JsonObject:
    rolls = [{"player": seat, "value": value} for seat, value in zip(event[1::2], event[2::2], strict=True)]
    return {"first_rolled": {"rolls": rolls}}


def _first_player(event: Event) -> JsonObject:
    return {"first_player": {"player": event[1]}}


def _drew(event: Event) -> JsonObject:
    return {"drew": {"player": event[1], "number": len(event) - 2, "cards": card_ids(event[2:])}}


def _placed(event: Event) -> JsonObject:
    return {"placed": {"player": event[1], "commander": RANKS[event[2]], "card": IDS[event[3]]}}


def _skirmish_started(event: Event) -> JsonObject:
    fighters = [
        {"player": seat, "commander": RANKS[commander]}
        for seat, commander in zip(event[2::2], event[3::2], strict=True)
    ]
    return {"skirmish_started": {"skirmish": event[1], "fighters": fighters}}


def _army_revealed(event: Event) -> JsonObject:
    return {"army_revealed": {"player": event[1], "commander": RANKS[event[2]], "cards": card_ids(event[3:])}}


def _bonuses_selected(event: Event) -> JsonObject:
    return {"bonuses_selected": {"player": event[1], **selection_json(event[2])}}


def selection_json(bonuses: int) -> JsonObject:
    """A set of bonuses as the JSON of the Selection message."""
    return {"bonuses": bonus_ids(bonuses), "synergy": has_synergy(bonuses)}


def _rolled(event: Event) -> JsonObject:
    middle = 4 + (len(event) - 4) // 2
    return {
        "rolled": {
            "player": event[1],
            "attempt": event[2],
            "dice": dice_json(event[4:middle], event[middle:]),
            "total": event[3],
        }
    }


def _rerolled(event: Event) -> JsonObject:
    _, seat, place, code, old, new, total = event
    return {
        "rerolled": {
            "player": seat,
            "die": place,
            "source": SOURCES[source_of(code)],
            "sides": sides_of(code),
            "old": old,
            "new": new,
            "total": total,
        }
    }


def _reroll_declined(event: Event) -> JsonObject:
    return {"reroll_declined": {"player": event[1]}}


def _skirmish_tied(event: Event) -> JsonObject:
    tied = list(event[3:])
    again = [seat for seat in tied if event[2] >> seat & 1]
    return {"skirmish_tied": {"total": event[1], "players": tied, "again": again}}


def _skirmish_won(event: Event) -> JsonObject:
    _, seat, commander, total, why = event
    return {"skirmish_won": {"player": seat, "commander": RANKS[commander], "total": total, "by": WON_BY_NAMES[why]}}


def _commander_lost(event: Event) -> JsonObject:
    return {"commander_lost": {"player": event[1], "commander": RANKS[event[2]]}}


def _war_tied(event: Event) -> JsonObject:
    return {"war_tied": {"players": list(event[2:]), "wins": event[1]}}


def _tiebreak_answered(event: Event) -> JsonObject:
    return {"tiebreak_answered": {"player": event[1], "fight": event[2] == 1}}


def _champions_asked(event: Event) -> JsonObject:
    return {"champions_asked": {"skirmish": event[1], "players": list(event[2:])}}


def _champion_named(event: Event) -> JsonObject:
    return {"champion_committed": {"player": event[1], "commander": RANKS[event[2]]}}


def _game_ended(event: Event) -> JsonObject:
    after = 3 + event[2]
    return {
        "game_ended": {
            "reason": END_REASONS[event[1]],
            "wins": list(event[3:after]),
            "winners": list(event[after:]),
        }
    }


_PUBLIC: Final[dict[int, Callable[[Event], JsonObject]]] = {
    events.EVENT_GAME_STARTED: _game_started,
    events.EVENT_SUIT_TAKEN: _suit_taken,
    events.EVENT_FIRST_ROLLED: _first_rolled,
    events.EVENT_FIRST_PLAYER: _first_player,
    events.EVENT_DREW: _drew,
    events.EVENT_PLACED: _placed,
    events.EVENT_SKIRMISH_STARTED: _skirmish_started,
    events.EVENT_ARMY_REVEALED: _army_revealed,
    events.EVENT_BONUSES_SELECTED: _bonuses_selected,
    events.EVENT_ROLLED: _rolled,
    events.EVENT_REROLLED: _rerolled,
    events.EVENT_REROLL_DECLINED: _reroll_declined,
    events.EVENT_SKIRMISH_TIED: _skirmish_tied,
    events.EVENT_SKIRMISH_WON: _skirmish_won,
    events.EVENT_COMMANDER_LOST: _commander_lost,
    events.EVENT_WAR_TIED: _war_tied,
    events.EVENT_TIEBREAK_ANSWERED: _tiebreak_answered,
    events.EVENT_CHAMPIONS_ASKED: _champions_asked,
    events.EVENT_CHAMPION_NAMED: _champion_named,
    events.EVENT_GAME_ENDED: _game_ended,
}


# -- for the player alone --------------------------------------------------------------------------------------------


def _drew_face_down(event: Event, own: bool) -> JsonObject:
    return _drew(event) if own else {"drew": {"player": event[1], "number": len(event) - 2, "cards": []}}


def _placed_face_down(event: Event, own: bool) -> JsonObject:
    return _placed(event) if own else {"placed": {"player": event[1], "commander": RANKS[event[2]]}}


def _champion_committed(event: Event, own: bool) -> JsonObject:
    return _champion_named(event) if own else {"champion_committed": {"player": event[1]}}


_PRIVATE: Final[dict[int, Callable[[Event, bool], JsonObject]]] = {
    events.EVENT_DREW_FACE_DOWN: _drew_face_down,
    events.EVENT_PLACED_FACE_DOWN: _placed_face_down,
    events.EVENT_CHAMPION_COMMITTED: _champion_committed,
}
