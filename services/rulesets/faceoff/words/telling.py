"""What happened, each event as one line for a person."""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.cards import Cards
from services.rulesets.faceoff.words.card_names import card_text, set_name

Teller = Callable[["Words", JsonObject], str]


def telling(cards: Cards, share: JsonObject, names: list[str]) -> str:
    """An event share as one line; ``names`` are the seats' names."""
    kind, body = next(iter(share.items()))
    return _TELLINGS[kind](Words(cards, names), body)


class Words:
    """Names of the players and cards of a match."""

    __slots__ = ("cards", "names")

    def __init__(self, cards: Cards, names: list[str]) -> None:
        self.cards = cards
        self.names = names

    def who(self, body: JsonObject, key: str = "player") -> str:
        """A player."""
        return self.names[body[key]]

    def all(self, seats: list[int]) -> str:
        """Several players."""
        return _list([self.names[seat] for seat in seats])

    def card(self, id: str) -> str:
        """A card in a few words; an empty id is a face-down card."""
        return card_text(self.cards, self.cards.index[id]) if id else "a face-down card"

    def several(self, ids: list[str]) -> str:
        """Cards in a few words."""
        return _list([self.card(id) for id in ids])

    def entry(self, body: JsonObject) -> str:
        """A card near the HQ; what it is played as, where that is a choice."""
        card = self.cards.index[body["card"]]
        dual = self.cards.is_personality[card] and self.cards.is_equipment[card]
        kind = " as a personality" if body["played_as"] == "PLAYED_AS_PERSONALITY" else " as an equipment"
        return card_text(self.cards, card) + (kind if dual else "")


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _tokens(number: int) -> str:
    return f"{number} VP token" if number == 1 else f"{number} VP tokens"


def _count(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


# -- setup and the course of a round ---------------------------------------------------------------------------------


def _table_set(words: Words, body: JsonObject) -> str:
    return (
        f"{words.who(body, 'first')} is the first player. HQ: {words.card(body['hq'])}, "
        f"{words.card(body['timing'])}. Market: {words.card(body['market'])}. "
        f"Clock: {words.several(body['clock_row'])}; behind them {words.several(body['clock_middle'])}. "
        f"Power: {words.several(body['power_row'])}; behind them {words.several(body['power_middle'])}. "
        f"Scrubs: {words.card(body['scrub'])}."
    )


def _dealt(words: Words, body: JsonObject) -> str:
    if not body["hand"]:
        return f"{words.who(body)} is dealt two victory cards and five cards."
    return f"{words.who(body)} is dealt {words.several(body['victory_cards'])}, and {words.several(body['hand'])}."


def _mulliganed(words: Words, body: JsonObject) -> str:
    drawn = f": {words.several(body['cards'])}" if body["cards"] else ""
    return f"{words.who(body)} shuffles the hand back and draws five new cards{drawn}."


def _awaited(words: Words, body: JsonObject) -> str:
    what = {
        "PHASE_MULLIGAN": "look at their hands",
        "PHASE_PERSONALITY": "choose a personality",
        "PHASE_EQUIPMENT": "choose an equipment",
        "PHASE_BUILD_UP": "choose what to add near the HQ",
    }[body["phase"]]
    return f"{words.all(body['players'])} {what}."


def _committed(words: Words, body: JsonObject) -> str:
    if "action" not in body:
        return f"{words.who(body)} is ready."
    return f"{words.who(body)} is ready: {_action(words, body['action'])}."


_COMMITMENTS: Final = {
    "no_card": "no card",
    "keep": "to keep the hand",
    "mulligan": "to draw a new hand",
    "play": "to play {}",
    "discard": "to discard {} face down",
}


def _action(words: Words, action: JsonObject) -> str:
    kind, body = next(iter(action.items()))
    if kind == "build":
        return "to add " + ", then ".join(words.entry(each) for each in body["cards"])
    return _COMMITMENTS[kind].format(words.card(body["card"]) if body else "")


_ASKED: Final = {
    "PHASE_CHOOSE_FACTION": "choose a faction",
    "PHASE_CHOOSE_CLOCK": "choose a clock card",
    "PHASE_FACEOFF_REWARD": "choose a reward",
    "PHASE_AVIATOR": "decide whether the Aviator moves to the HQ",
    "PHASE_REFILL_CLOCK": "refill the Available Clock Row",
    "PHASE_REFILL_POWER": "refill the Available Power Row",
    "PHASE_BID": "bid or pass",
    "PHASE_DESTINATION": "put the Market card away",
    "PHASE_HQ_REWARD": "choose a reward",
    "PHASE_DRAW_ACTIONS": "use Draw Phase actions or draw",
    "PHASE_END_OF_TURN": "use End of Turn actions or not",
}


def _asked(words: Words, body: JsonObject) -> str:
    return f"{words.who(body)} must {_ASKED[body['phase']]}."


def _ability_asked(words: Words, body: JsonObject) -> str:
    return f"{words.who(body)} must choose for {words.card(body['ability']['card'])}."


def _revealed(words: Words, body: JsonObject) -> str:
    if body["kind"] == "REVEAL_NOTHING":
        return f"{words.who(body)} plays no card."
    card = words.card(body.get("card", ""))
    if body["kind"] == "REVEAL_FACE_DOWN":
        return f"{words.who(body)} discards {card}{', face down' if 'card' in body else ''}."
    return f"{words.who(body)} plays {card}."


def _build_revealed(words: Words, body: JsonObject) -> str:
    built = [words.entry(each) for each in body["cards"]]
    return f"{words.who(body)} reveals {_list(built)}." if built else f"{words.who(body)} adds no card."


# -- abilities -------------------------------------------------------------------------------------------------------


def _ability_began(words: Words, body: JsonObject) -> str:
    card = words.cards.index[body["card"]]
    whose = f"{words.who(body)}'s " if "player" in body else ""
    return f"{whose}{words.cards.names[card]}: {words.cards.texts[card]}"


def _drew(words: Words, body: JsonObject) -> str:
    drawn = words.several(body["cards"]) if body["cards"] else _count(body["number"])
    return f"{words.who(body)} draws {drawn}."


_FROM: Final = {
    "PLACE_HAND": "from hand",
    "PLACE_DISCARD_PILE": "from the discard pile",
    "PLACE_DECK": "from the top of the deck",
}


def _vp_changed(words: Words, body: JsonObject) -> str:
    verb = "gains" if body["change"] > 0 else "loses"
    return f"{words.who(body)} {verb} {_tokens(abs(body['change']))} and has {body['vp']}."


def _power_modified(words: Words, body: JsonObject) -> str:
    where = "in this Face Off" if body["location"] == "LOCATION_FACEOFF" else "until the HQ cracks"
    return f"{words.who(body)} gets {body['change']:+} power {where}."


def _hand_looked_at(words: Words, body: JsonObject) -> str:
    hand = f": {words.several(body['cards'])}" if body["cards"] else ""
    return f"{words.who(body)} looks at the hand of {words.who(body, 'other')}{hand}."


def _top_looked_at(words: Words, body: JsonObject) -> str:
    top = f": {words.card(body['card'])}" if "card" in body else ""
    return f"{words.who(body)} looks at the top card of the deck{top}."


# -- Face Off and HQ Assault -----------------------------------------------------------------------------------------


def _totals(words: Words, body: JsonObject) -> str:
    where = "in the Face Off" if body["location"] == "LOCATION_FACEOFF" else "near the HQ"
    parts = []
    for name, each in zip(words.names, body["players"], strict=False):
        more = "".join(
            f" {each[key]:+} {word}" for key, word in (("combos", "combos"), ("modifiers", "others")) if each[key]
        )
        parts.append(f"{name} {each['total']}" + (f" ({each['power']}{more})" if more else ""))
    return f"Total power {where}: {', '.join(parts)}."


def _ranked(words: Words, body: JsonObject) -> str:
    if not body["players"]:
        return "Nobody is ranked."
    return f"Ranking: {', '.join(words.names[seat] for seat in body['players'])}."


def _reward_taken(words: Words, body: JsonObject) -> str:
    return f"{words.who(body)} takes {words.card(body['card']) if 'card' in body else 'a VP token'}."


def _refilled(words: Words, body: JsonObject) -> str:
    tree = "Clock" if body["tree"] == "TREE_CLOCK" else "Power"
    behind = f"; {words.card(body['next'])} takes its place" if "next" in body else ""
    return f"{words.card(body['card'])} moves to the Available {tree} Row{behind}."


def _assault_counted(words: Words, body: JsonObject) -> str:
    number = "1 assault has" if body["number"] == 1 else f"{body['number']} assaults have"
    return f"{words.cards.names[words.cards.index[body['card']]]} counts: {number} been made on this HQ."


def _hq_revealed(words: Words, body: JsonObject) -> str:
    hq = words.cards.index[body["hq"]]
    effect = f" {words.cards.texts[hq]}" if words.cards.texts[hq] else ""
    return f"The next HQ is {words.cards.names[hq]}, {words.card(body['timing'])}.{effect}"


# -- Draw Phase and end ----------------------------------------------------------------------------------------------


def _victory_placed(words: Words, body: JsonObject) -> str:
    return f"{words.who(body)} places {words.card(body.get('card', ''))} in front."


def _set_completed(words: Words, body: JsonObject) -> str:
    name = set_name(words.cards, words.cards.sets.index(body["set"]))
    return f"{words.who(body)} has all seven {name} cards."


_PARTS: Final = {
    "face_down": "face-down victory cards",
    "bonus": "bonus cards",
    "tokens": "VP tokens",
    "power_cards": "most power cards",
    "scrubs": "scrubs",
    "cards": "other cards",
    "set": "the whole set",
}


def _scored(words: Words, body: JsonObject) -> str:
    score = body["score"]
    sets = [(each["points"], set_name(words.cards, words.cards.sets.index(each["set"]))) for each in score["sets"]]
    rest = [(score[key], name) for key, name in _PARTS.items()]
    parts = ", ".join(f"{points} {name}" for points, name in sets + rest if points)
    return f"{words.who(body)} scores {score['total']}{': ' + parts if parts else ''}."


def _game_ended(words: Words, body: JsonObject) -> str:
    winners = body["winners"]
    return f"The match is over. {words.all(winners)} {'wins' if len(winners) == 1 else 'win'}."


_TELLINGS: Final[dict[str, Teller]] = {
    "match_started": lambda w, b: f"{w.all(list(range(b['players'])))} begin.",
    "faction_chosen": lambda w, b: f"{w.who(b)} plays the {b['faction'].capitalize()}.",
    "table_set": _table_set,
    "dealt": _dealt,
    "mulliganed": _mulliganed,
    "hand_kept": lambda w, b: f"{w.who(b)} keeps the hand.",
    "round_began": lambda w, b: f"Round {b['round']}. {w.who(b, 'first')} is the first player.",
    "awaited": _awaited,
    "committed": _committed,
    "asked": _asked,
    "ability_asked": _ability_asked,
    "clock_chosen": lambda w, b: f"{w.who(b)} chooses {w.card(b['card'])}.",
    "revealed": _revealed,
    "build_revealed": _build_revealed,
    "added_to_hq": lambda w, b: f"{w.entry(b)} joins the HQ stack of {w.who(b)}.",
    "ability_began": _ability_began,
    "target_chosen": lambda w, b: f"{w.who(b)} picks {w.who(b, 'target')}.",
    "answered": lambda w, b: f"{w.who(b)} {'does' if b['yes'] else 'does not'}.",
    "option_chosen": lambda w, b: f"{w.who(b)} picks option {b['number']}.",
    "drew": _drew,
    "reshuffled": lambda w, b: f"{w.who(b)} shuffles the discard pile, {_count(b['number'])}, into a new deck.",
    "discarded": lambda w, b: f"{w.who(b)} discards {w.card(b['card'])} {_FROM[b['origin']]}.",
    "destroyed": lambda w, b: f"{w.who(b)} destroys {w.card(b['card'])} {_FROM[b['origin']]}.",
    "vp_changed": _vp_changed,
    "scrub_gained": lambda w, b: f"{w.who(b)} gains the scrub {w.card(b['card'])}.",
    "power_modified": _power_modified,
    "shielded": lambda w, b: f"A Shield protects {w.who(b)} from {w.card(b['card'])}.",
    "shield_discarded": lambda w, b: f"{w.who(b)} discards {w.card(b['card'])} as a shield.",
    "no_shield": lambda w, b: f"{w.who(b)} discards no shield.",
    "hand_looked_at": _hand_looked_at,
    "top_looked_at": _top_looked_at,
    "left_on_top": lambda w, b: f"{w.who(b)} leaves it there.",
    "recalled": lambda w, b: f"{w.who(b)} takes {w.card(b['card'])} back to hand.",
    "moved_to_hq": lambda w, b: f"{w.who(b)} moves {w.entry(b)} {_FROM[b['origin']]} to the HQ stack.",
    "kicked": lambda w, b: f"{w.entry(b)} is thrown out of the HQ stack of {w.who(b)}.",
    "chose_none": lambda w, b: f"{w.who(b)} chooses no card.",
    "totals": _totals,
    "ranked": _ranked,
    "reward_taken": _reward_taken,
    "reward_declined": lambda w, b: f"{w.who(b)} takes no reward.",
    "clock_card_removed": lambda w, b: f"Nobody takes {w.card(b['card'])}: it leaves the match.",
    "clock_card_given": lambda w, b: f"Nobody takes {w.card(b['card'])}: it goes to {w.who(b)}.",
    "aviator_moved": lambda w, b: f"{w.card(b['card'])} moves to the HQ stack of {w.who(b)}.",
    "aviator_stayed": lambda w, b: f"{w.card(b['card'])} does not move to the HQ.",
    "cleaned_up": lambda w, b: f"{w.who(b)} discards {w.several(b['cards'])}.",
    "refilled": _refilled,
    "bid_made": lambda w, b: f"{w.who(b)} bids {_tokens(b['tokens'])}.",
    "bid_passed": lambda w, b: f"{w.who(b)} passes.",
    "market_unsold": lambda _w, _b: "Nobody can bid: the Market card stays.",
    "market_skipped": lambda _w, _b: "There is no Market action.",
    "market_sold": lambda w, b: f"{w.who(b)} buys {w.card(b['card'])} for {_tokens(b['tokens'])}.",
    "shuffled_in": lambda w, b: f"{w.who(b)} shuffles {w.card(b['card'])} into the deck.",
    "put_on_discard": lambda w, b: f"{w.who(b)} puts {w.card(b['card'])} on the discard pile.",
    "market_flipped": lambda w, b: f"The next Market card is {w.card(b['card']) if 'card' in b else 'missing'}.",
    "assault_counted": _assault_counted,
    "hq_cracked": lambda w, b: f"{w.card(b['card'])} cracks.",
    "hq_reward_removed": lambda w, b: f"Nobody takes {w.card(b['card'])}: it leaves the match.",
    "hq_cleared": lambda w, b: f"{w.who(b)} discards the HQ stack: {w.several(b['cards'])}.",
    "hq_revealed": _hq_revealed,
    "victory_placed": _victory_placed,
    "action_used": lambda w, b: f"{w.who(b)} uses {w.card(b['card'])}.",
    "round_ended": lambda w, b: f"Round {b['round']} ends. {w.who(b, 'first')} is the first player.",
    "set_completed": _set_completed,
    "dealt_shown": lambda w, b: f"{w.who(b)} was dealt {w.several(b['cards'])}.",
    "scored": _scored,
    "game_ended": _game_ended,
}
