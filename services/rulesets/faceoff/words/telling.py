"""What happened, each event as one line for a person."""

from typing import Final

from services.engine.ruleset import JsonObject
from services.engine.sentences import Sentences, listed
from services.rulesets.faceoff.cards.cards import Cards
from services.rulesets.faceoff.words.card_names import card_text, set_name


def telling(cards: Cards, share: JsonObject, names: list[str]) -> str:
    """An event share as one line; ``names`` are the seats' names."""
    return _SENTENCES.telling(share, Words(cards, names))


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
        return listed([self.names[seat] for seat in seats])

    def card(self, id: str) -> str:
        """A card in a few words; an empty id is a face-down card."""
        return card_text(self.cards, self.cards.index[id]) if id else "a face-down card"

    def several(self, ids: list[str]) -> str:
        """Cards in a few words."""
        return listed([self.card(id) for id in ids])

    def entry(self, body: JsonObject) -> str:
        """A card near the HQ; what it is played as, where that is a choice."""
        card = self.cards.index[body["card"]]
        dual = self.cards.is_personality[card] and self.cards.is_equipment[card]
        kind = " as a personality" if body["played_as"] == "PLAYED_AS_PERSONALITY" else " as an equipment"
        return card_text(self.cards, card) + (kind if dual else "")


def _tokens(number: int) -> str:
    return f"{number} VP token" if number == 1 else f"{number} VP tokens"


def _count(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


# -- setup and the course of a round ---------------------------------------------------------------------------------


def _table_set(body: JsonObject, words: Words) -> str:
    return (
        f"{words.who(body, 'first')} is the first player. HQ: {words.card(body['hq'])}, "
        f"{words.card(body['timing'])}. Market: {words.card(body['market'])}. "
        f"Clock: {words.several(body['clock_row'])}; behind them {words.several(body['clock_middle'])}. "
        f"Power: {words.several(body['power_row'])}; behind them {words.several(body['power_middle'])}. "
        f"Scrubs: {words.card(body['scrub'])}."
    )


def _dealt(body: JsonObject, words: Words) -> str:
    if not body["hand"]:
        return f"{words.who(body)} is dealt two victory cards and five cards."
    return f"{words.who(body)} is dealt {words.several(body['victory_cards'])}, and {words.several(body['hand'])}."


def _mulliganed(body: JsonObject, words: Words) -> str:
    drawn = f": {words.several(body['cards'])}" if body["cards"] else ""
    return f"{words.who(body)} shuffles the hand back and draws five new cards{drawn}."


def _awaited(body: JsonObject, words: Words) -> str:
    what = {
        "PHASE_MULLIGAN": "look at their hands",
        "PHASE_PERSONALITY": "choose a personality",
        "PHASE_EQUIPMENT": "choose an equipment",
        "PHASE_BUILD_UP": "choose what to add near the HQ",
    }[body["phase"]]
    return f"{words.all(body['players'])} {what}."


def _committed(body: JsonObject, words: Words) -> str:
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


def _asked(body: JsonObject, words: Words) -> str:
    return f"{words.who(body)} must {_ASKED[body['phase']]}."


def _ability_asked(body: JsonObject, words: Words) -> str:
    return f"{words.who(body)} must choose for {words.card(body['ability']['card'])}."


def _revealed(body: JsonObject, words: Words) -> str:
    if body["kind"] == "REVEAL_NOTHING":
        return f"{words.who(body)} plays no card."
    card = words.card(body.get("card", ""))
    if body["kind"] == "REVEAL_FACE_DOWN":
        return f"{words.who(body)} discards {card}{', face down' if 'card' in body else ''}."
    return f"{words.who(body)} plays {card}."


def _build_revealed(body: JsonObject, words: Words) -> str:
    built = [words.entry(each) for each in body["cards"]]
    return f"{words.who(body)} reveals {listed(built)}." if built else f"{words.who(body)} adds no card."


# -- abilities -------------------------------------------------------------------------------------------------------


def _ability_began(body: JsonObject, words: Words) -> str:
    card = words.cards.index[body["card"]]
    whose = f"{words.who(body)}'s " if "player" in body else ""
    return f"{whose}{words.cards.names[card]}: {words.cards.texts[card]}"


def _drew(body: JsonObject, words: Words) -> str:
    drawn = words.several(body["cards"]) if body["cards"] else _count(body["number"])
    return f"{words.who(body)} draws {drawn}."


_FROM: Final = {
    "PLACE_HAND": "from hand",
    "PLACE_DISCARD_PILE": "from the discard pile",
    "PLACE_DECK": "from the top of the deck",
}


def _vp_changed(body: JsonObject, words: Words) -> str:
    verb = "gains" if body["change"] > 0 else "loses"
    return f"{words.who(body)} {verb} {_tokens(abs(body['change']))} and has {body['vp']}."


def _power_modified(body: JsonObject, words: Words) -> str:
    where = "in this Face Off" if body["location"] == "LOCATION_FACEOFF" else "until the HQ cracks"
    return f"{words.who(body)} gets {body['change']:+} power {where}."


def _hand_looked_at(body: JsonObject, words: Words) -> str:
    hand = f": {words.several(body['cards'])}" if body["cards"] else ""
    return f"{words.who(body)} looks at the hand of {words.who(body, 'other')}{hand}."


def _top_looked_at(body: JsonObject, words: Words) -> str:
    top = f": {words.card(body['card'])}" if "card" in body else ""
    return f"{words.who(body)} looks at the top card of the deck{top}."


# -- Face Off and HQ Assault -----------------------------------------------------------------------------------------


def _totals(body: JsonObject, words: Words) -> str:
    where = "in the Face Off" if body["location"] == "LOCATION_FACEOFF" else "near the HQ"
    parts = []
    for name, each in zip(words.names, body["players"], strict=False):
        more = "".join(
            f" {each[key]:+} {word}" for key, word in (("combos", "combos"), ("modifiers", "others")) if each[key]
        )
        parts.append(f"{name} {each['total']}" + (f" ({each['power']}{more})" if more else ""))
    return f"Total power {where}: {', '.join(parts)}."


def _ranked(body: JsonObject, words: Words) -> str:
    if not body["players"]:
        return "Nobody is ranked."
    return f"Ranking: {', '.join(words.names[seat] for seat in body['players'])}."


def _reward_taken(body: JsonObject, words: Words) -> str:
    return f"{words.who(body)} takes {words.card(body['card']) if 'card' in body else 'a VP token'}."


def _refilled(body: JsonObject, words: Words) -> str:
    tree = "Clock" if body["tree"] == "TREE_CLOCK" else "Power"
    behind = f"; {words.card(body['next'])} takes its place" if "next" in body else ""
    return f"{words.card(body['card'])} moves to the Available {tree} Row{behind}."


def _assault_counted(body: JsonObject, words: Words) -> str:
    number = "1 assault has" if body["number"] == 1 else f"{body['number']} assaults have"
    return f"{words.cards.names[words.cards.index[body['card']]]} counts: {number} been made on this HQ."


def _hq_revealed(body: JsonObject, words: Words) -> str:
    hq = words.cards.index[body["hq"]]
    effect = f" {words.cards.texts[hq]}" if words.cards.texts[hq] else ""
    return f"The next HQ is {words.cards.names[hq]}, {words.card(body['timing'])}.{effect}"


# -- Draw Phase and end ----------------------------------------------------------------------------------------------


def _victory_placed(body: JsonObject, words: Words) -> str:
    return f"{words.who(body)} places {words.card(body.get('card', ''))} in front."


def _set_completed(body: JsonObject, words: Words) -> str:
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


def _scored(body: JsonObject, words: Words) -> str:
    score = body["score"]
    sets = [(each["points"], set_name(words.cards, words.cards.sets.index(each["set"]))) for each in score["sets"]]
    rest = [(score[key], name) for key, name in _PARTS.items()]
    parts = ", ".join(f"{points} {name}" for points, name in sets + rest if points)
    return f"{words.who(body)} scores {score['total']}{': ' + parts if parts else ''}."


def _game_ended(body: JsonObject, words: Words) -> str:
    winners = body["winners"]
    return f"The match is over. {words.all(winners)} {'wins' if len(winners) == 1 else 'win'}."


_SENTENCES: Final = Sentences(
    {
        "player": lambda seat, words: words.names[seat],
        "target": lambda seat, words: words.names[seat],
        "first": lambda seat, words: words.names[seat],
        "card": lambda id, words: words.card(id),
        "cards": lambda ids, words: words.several(ids),
        "tokens": lambda number, _: _tokens(number),
        "origin": lambda origin, _: _FROM[origin],
    },
    {
        "match_started": lambda b, w: f"{w.all(list(range(b['players'])))} begin.",
        "faction_chosen": lambda b, w: f"{w.who(b)} plays the {b['faction'].capitalize()}.",
        "table_set": _table_set,
        "dealt": _dealt,
        "mulliganed": _mulliganed,
        "hand_kept": "{player} keeps the hand.",
        "round_began": "Round {round}. {first} is the first player.",
        "awaited": _awaited,
        "committed": _committed,
        "asked": _asked,
        "ability_asked": _ability_asked,
        "clock_chosen": "{player} chooses {card}.",
        "revealed": _revealed,
        "build_revealed": _build_revealed,
        "added_to_hq": lambda b, w: f"{w.entry(b)} joins the HQ stack of {w.who(b)}.",
        "ability_began": _ability_began,
        "target_chosen": "{player} picks {target}.",
        "answered": lambda b, w: f"{w.who(b)} {'does' if b['yes'] else 'does not'}.",
        "option_chosen": "{player} picks option {number}.",
        "drew": _drew,
        "reshuffled": lambda b, w: f"{w.who(b)} shuffles the discard pile, {_count(b['number'])}, into a new deck.",
        "discarded": "{player} discards {card} {origin}.",
        "destroyed": "{player} destroys {card} {origin}.",
        "vp_changed": _vp_changed,
        "scrub_gained": "{player} gains the scrub {card}.",
        "power_modified": _power_modified,
        "shielded": "A Shield protects {player} from {card}.",
        "shield_discarded": "{player} discards {card} as a shield.",
        "no_shield": "{player} discards no shield.",
        "hand_looked_at": _hand_looked_at,
        "top_looked_at": _top_looked_at,
        "left_on_top": "{player} leaves it there.",
        "recalled": "{player} takes {card} back to hand.",
        "moved_to_hq": lambda b, w: f"{w.who(b)} moves {w.entry(b)} {_FROM[b['origin']]} to the HQ stack.",
        "kicked": lambda b, w: f"{w.entry(b)} is thrown out of the HQ stack of {w.who(b)}.",
        "chose_none": "{player} chooses no card.",
        "totals": _totals,
        "ranked": _ranked,
        "reward_taken": _reward_taken,
        "reward_declined": "{player} takes no reward.",
        "clock_card_removed": "Nobody takes {card}: it leaves the match.",
        "clock_card_given": "Nobody takes {card}: it goes to {player}.",
        "aviator_moved": "{card} moves to the HQ stack of {player}.",
        "aviator_stayed": "{card} does not move to the HQ.",
        "cleaned_up": "{player} discards {cards}.",
        "refilled": _refilled,
        "bid_made": "{player} bids {tokens}.",
        "bid_passed": "{player} passes.",
        "market_unsold": "Nobody can bid: the Market card stays.",
        "market_skipped": "There is no Market action.",
        "market_sold": "{player} buys {card} for {tokens}.",
        "shuffled_in": "{player} shuffles {card} into the deck.",
        "put_on_discard": "{player} puts {card} on the discard pile.",
        "market_flipped": lambda b, w: f"The next Market card is {w.card(b['card']) if 'card' in b else 'missing'}.",
        "assault_counted": _assault_counted,
        "hq_cracked": "{card} cracks.",
        "hq_reward_removed": "Nobody takes {card}: it leaves the match.",
        "hq_cleared": "{player} discards the HQ stack: {cards}.",
        "hq_revealed": _hq_revealed,
        "victory_placed": _victory_placed,
        "action_used": "{player} uses {card}.",
        "round_ended": "Round {round} ends. {first} is the first player.",
        "set_completed": _set_completed,
        "dealt_shown": "{player} was dealt {cards}.",
        "scored": _scored,
        "game_ended": _game_ended,
    },
)
