"""A match in words: what an action means, what the table looks like, what happened."""

from typing import Final

from services.engine.ruleset import SPECTATOR, JsonObject
from services.engine.sentences import Sentences, listed, seat_name, seat_names
from services.rulesets.factionwars import collection, scoring
from services.rulesets.factionwars.cards import (
    BATTLE,
    BEATS_EQUALS,
    BONUS_CARDS,
    BONUS_PLACES,
    CATALOGUE,
    FACTION,
    FACTIONS,
    IDS,
    IS_ACTION,
    IS_BYSTANDER,
    IS_RECRUIT,
    NAMES,
    NO_CARD,
    NO_SEAT,
    NO_SYMBOL,
    PLACES,
    POINTS,
    PROGRAM,
    SYMBOLS,
    Condition,
    Step,
)
from services.rulesets.factionwars.notation import card_of, player_of, position_of
from services.rulesets.factionwars.table import (
    HIDDEN_BID,
    NO_BID,
    PHASE_GAME_OVER,
    PHASE_RESOLVE,
    WAR_ASIDE,
    WAR_IN_DECK,
    Table,
    View,
)

_TEXTS: Final = {card.id: card.text for card in CATALOGUE}
_COPIES: Final = {name: NAMES.count(name) for name in NAMES}


def card_name(card: int) -> str:
    """A card's name, with its id where several cards have the name."""
    return f"{NAMES[card]} ({IDS[card]})" if _COPIES[NAMES[card]] > 1 else NAMES[card]


# -- label -----------------------------------------------------------------------------------------------------------


def label(view: View, action: int) -> str:
    """What an action means to who sees the view."""
    position = position_of(action)
    if position:
        card = view.line_up[position - 1] if position <= len(view.line_up) else NO_CARD
        return f"Bid on position {position}: {card_name(card) if card != NO_CARD else 'no card'}"
    player, chosen = player_of(action), card_of(action)
    if not view.limbo:
        return f"Choose player {player}" if player != NO_SEAT else f"Choose {card_name(chosen)}"
    if player != NO_SEAT:
        return _choose_player_label(view, player)
    return _choose_card_label(view, chosen)


def _choose_player_label(view: View, player: int) -> str:
    card = view.limbo[-1]
    effect = PROGRAM[card][-1] if PROGRAM[card] else -1
    if effect == Step.STEAL_RANDOM:
        return f"{NAMES[card]}: take a random recruit from player {player}"
    if effect == Step.REMOVE_RANDOM:
        return f"{NAMES[card]}: player {player} loses a random recruit"
    if effect == Step.SWAP_RANDOM:
        return f"{NAMES[card]}: trade with player {player}"
    given = view.chosen_card if view.chosen_card != NO_CARD else card
    return f"Give {NAMES[given]} to player {player}"


def _choose_card_label(view: View, chosen: int) -> str:
    card = view.limbo[-1]
    effect = PROGRAM[card][-1] if PROGRAM[card] else -1
    if effect == Step.TAKE_FROM_RECRUIT_DISCARD:
        return f"{NAMES[card]}: collect {card_name(chosen)} from the recruit discard pile"
    if effect == Step.SWAP_RANDOM:
        return f"{NAMES[card]}: trade away {card_name(chosen)}"
    return f"{NAMES[card]}: give away {card_name(chosen)}"


# -- picture ---------------------------------------------------------------------------------------------------------


def picture(view: View) -> str:
    """The table as text."""
    lines = [_state_of_play(view), _display(view)]
    if view.phase != PHASE_GAME_OVER:
        lines += ["Line-up:", *(_line_up_line(place, card) for place, card in enumerate(view.line_up, 1))]
    if view.phase == PHASE_RESOLVE:
        lines.append(_open_choice(view))
    for seat in range(view.rules.seats):
        lines += _player(view, seat)
    return "\n".join(lines)


def _state_of_play(view: View) -> str:
    if view.phase == PHASE_GAME_OVER:
        return f"The match ended after round {view.round}."
    where = {WAR_ASIDE: "is aside", WAR_IN_DECK: "is in the deck"}.get(view.war, "was drawn: this is the last round")
    return (
        f"Round {view.round}, pass {view.pass_number} of {view.rules.final_pass}. War is Over {where}. "
        f"Recruit deck {len(view.recruit_deck)}, discard pile {len(view.recruit_discard)}"
        + (f": {_card_names(view.recruit_discard)}." if view.recruit_discard else ".")
    )


def _display(view: View) -> str:
    return "On display: " + "; ".join(bonus_text(number, view.rules.seats) for number in view.display) + "."


def bonus_text(number: int, players: int) -> str:
    """A bonus card in a few words, for a number of players."""
    card = BONUS_CARDS[number]
    needed = card.at_least[players]
    wanted = {
        Condition.EACH_FACTION_AT_LEAST: f"{needed} recruits of each faction",
        Condition.ONE_FACTION_AT_LEAST: f"{needed} recruits of one faction",
        Condition.BATTLE_AT_LEAST_5_COUNT: f"{needed} recruits of battle value 5 or more",
        Condition.BATTLE_AT_MOST_2_COUNT: f"{needed} recruits of battle value 2 or less",
        Condition.NO_BYSTANDERS: "no bystander",
        Condition.OWN_CARDS_OF_FACTION: f"each card of the {FACTIONS[card.faction].capitalize()}",
    }[card.condition]
    return f"{card.name} ({card.points} for {wanted})"


def _line_up_line(position: int, card: int) -> str:
    if card == NO_CARD:
        return f"  {position}  -"
    return f"  {position}  {_facts(card)}"


def _facts(card: int) -> str:
    if IS_ACTION[card]:
        return f"{NAMES[card]:<16} Action     {_TEXTS[IDS[card]]}"
    kind = FACTIONS[FACTION[card]].capitalize() if IS_RECRUIT[card] else "Bystander"
    text = "  " + _TEXTS[IDS[card]] if _TEXTS[IDS[card]] and not IS_BYSTANDER[card] else ""
    return f"{NAMES[card]:<16} {kind:<10} battle {BATTLE[card]}, points {POINTS[card]}{text}"


def _open_choice(view: View) -> str:
    chain = ", then ".join(NAMES[card] for card in view.limbo)
    step = Step(collection.open_choice(view))
    wanted = step.name.removeprefix("CHOOSE_").replace("_", " ").lower()
    return f"Position {view.position}: player {view.collector} collects {chain} and must choose: {wanted}."


def _player(view: View, seat: int) -> list[str]:
    you = " (you)" if seat == view.viewer and seat != SPECTATOR else ""
    return [
        f"Player {seat}{you}: {_bid(view, seat)}{_points(view, seat)}",
        f"  deck {len(view.decks[seat])}: {_battle_cards(view, view.decks[seat])}",
        f"  discard {len(view.discards[seat])}: {_battle_cards(view, view.discards[seat])}",
    ]


def _bid(view: View, seat: int) -> str:
    bid = view.bids[seat]
    if view.phase == PHASE_GAME_OVER:
        return ""
    if bid == NO_BID:
        return "has not bid, "
    return "has bid, " if bid == HIDDEN_BID else f"bid {bid}, "


def _points(view: View, seat: int) -> str:
    total = scoring.score(view, seat).total
    points = f"{total} point" if total in (1, -1) else f"{total} points"
    return points if view.phase == PHASE_GAME_OVER else f"{points} so far"


def _battle_cards(table: Table, cards: list[int]) -> str:
    return ", ".join(_battle_card(table, card) for card in cards) or "-"


def _battle_card(table: Table, card: int) -> str:
    """A card with its battle value as this match counts it; a Kunoichi's is marked, and a conscript's symbol named if
    symbols count."""
    value, more = divmod(table.rules.power[card], 2)
    symbol = ""
    if table.rules.symbol[card] != NO_SYMBOL:
        symbol = " " + SYMBOLS[table.rules.symbol[card]]
    return f"{NAMES[card]} {value}{'+' * more}{symbol}"


def _card_names(cards: list[int]) -> str:
    return ", ".join(NAMES[card] for card in cards)


# -- telling ---------------------------------------------------------------------------------------------------------


def _name(id: str) -> str:
    return card_name(PLACES[id])


def _line_up_filled(body: JsonObject, _names: list[str]) -> str:
    cards = ", ".join(f"{place} {_name(id) if id else '-'}" for place, id in enumerate(body["cards"], 1))
    return f"Round {body['round']}. Line-up: {cards}."


def _bid_placed(body: JsonObject, names: list[str]) -> str:
    where = f" on position {body['position']}" if "position" in body else ""
    return f"{names[body['player']]} bids{where}."


def _bids_revealed(body: JsonObject, names: list[str]) -> str:
    return "Bids: " + ", ".join(f"{name} on {bid}" for name, bid in zip(names, body["positions"], strict=True)) + "."


def _battle_card_revealed(body: JsonObject, names: list[str]) -> str:
    beats = f", which beats every other {body['value']}" if BEATS_EQUALS[PLACES[body["card"]]] else ""
    symbol = f", {body['symbol']}" if "symbol" in body else ""
    return f"{names[body['player']]} reveals {_name(body['card'])}: {body['value']}{symbol}{beats}."


_CHOICES: Final = {"CHOICE_PLAYER": "a player", "CHOICE_CARD": "a card"}
_SOURCES: Final = {
    "SOURCE_LINE_UP": "from the line-up",
    "SOURCE_DRAW": "from the top of the recruit deck",
    "SOURCE_DISCARD": "from the recruit discard pile",
    "SOURCE_STEAL": "from another player",
    "SOURCE_TRADE": "in exchange",
}


def _recruits_reshuffled(body: JsonObject, _names: list[str]) -> str:
    war = ", War is Over among them" if body["with_war_is_over"] else ""
    return f"Pass {body['pass']} begins: {body['cards']} cards are shuffled into a new recruit deck{war}."


def _round_ended(body: JsonObject, _names: list[str]) -> str:
    left = ", ".join(_name(id) for id in body["cards"])
    return f"Round {body['round']} ends." + (f" Nobody claimed {left}." if left else "")


def _scored(body: JsonObject, names: list[str]) -> str:
    score = body["score"]
    parts = [
        f"{score[key]} for {words}"
        for key, words in (
            ("recruits", "recruits"),
            ("berserkers", "Berserkers"),
            ("faction_cards", "faction cards"),
            ("bystanders", "bystanders"),
        )
    ]
    if score["bonuses"]:
        parts.append(f"{sum(score['bonuses'])} for bonus cards")
    return f"{names[body['player']]} scores {score['total']}: {', '.join(parts)}."


def _game_ended(body: JsonObject, names: list[str]) -> str:
    who = [names[seat] for seat in body["winners"]]
    return f"The match is over. {listed(who)} {'wins' if len(who) == 1 else 'win'}."


_SENTENCES: Final = Sentences(
    {
        "player": seat_name,
        "owner": seat_name,
        "receiver": seat_name,
        "players": seat_names,
        "card": lambda id, _: _name(id),
        "source": lambda source, _: _SOURCES[source],
        "choice": lambda choice, _: _CHOICES[choice],
    },
    {
        "game_started": lambda b, n: (
            f"{listed(n)} begin: {b['positions']} positions, the recruit deck is played {b['final_pass']} times."
        ),
        "bonus_displayed": lambda b, _: (
            f"On display: {', '.join(BONUS_CARDS[BONUS_PLACES[id]].name for id in b['cards'])}."
        ),
        "line_up_filled": _line_up_filled,
        "bid_placed": _bid_placed,
        "bids_revealed": _bids_revealed,
        "battle_started": "{players} fight over {card} at position {position}.",
        "battle_card_revealed": _battle_card_revealed,
        "battle_tied": "A tie: {players} go on.",
        "battle_dropped": "{player} has no card left to reveal and drops out.",
        "battle_won": "{player} wins the battle for {card}.",
        "battle_unresolved": "Nobody wins: {card} goes to the recruit discard pile.",
        "collected": "{player} collects {card} {source}.",
        "choice_asked": "{player} must choose {choice} for {card}.",
        "player_chosen": lambda b, n: f"{n[b['player']]} picks {n[b['chosen']]} for {_name(b['card'])}.",
        "card_chosen": lambda b, n: f"{n[b['player']]} picks {_name(b['chosen'])} for {_name(b['card'])}.",
        "recruit_taken": "{player} takes {card} from {owner}.",
        "recruit_given": "{player} gives {card} to {receiver}.",
        "recruit_lost": "{player} loses {card} to the recruit discard pile.",
        "bystander_given": "{player} gives {card} to {receiver}.",
        "recruited": "{card} joins {player}.",
        "action_performed": "{card} of {player} is used up.",
        "deck_reshuffled": "{player} shuffles a new battle deck of {cards}.",
        "recruits_reshuffled": _recruits_reshuffled,
        "war_is_over_drawn": "War is Over is drawn and removed: the match ends after this round.",
        "round_ended": _round_ended,
        "scored": _scored,
        "game_ended": _game_ended,
    },
)

telling = _SENTENCES.telling
