"""What is printed on a card: its entry in the catalogue in words.

The text follows from what the card does, so that the two cannot differ: the loader compares them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.vocabulary import abilities_of

_STARTS: Final = {
    "reveal": "",
    "draw_phase": "Draw Phase: ",
    "end_turn": "End of Turn: ",
    "assault": "",
    "after_assault": "After each assault card: ",
    "win_faceoff": "When you win a Face Off: ",
}
_WHERES: Final = {"any": "", "faceoff": "Face Off: ", "hq": "HQ: "}
_SUBJECTS: Final = {
    "chosen_opponent": "a chosen opponent",
    "each_opponent": "each opponent",
    "all": "each player",
    "left": "the player on your left",
    "right": "the player on your right",
    "first_player": "the first player",
    "high_man": "high man",
    "low_man": "low man",
    "high_vp_opponent": "the opponent with the most VP tokens",
}


def printed(entry: JsonObject, names: Mapping[str, str]) -> str:
    """The text of a card; ``entry`` is as in the catalogue and fits its schema; ``names``: the cards', by id."""
    writer = _Writer(names, place=" in the HQ" if entry["kind"] == "assault" else "")
    parts = [writer.combo(combo) for combo in entry.get("combos", [])]
    if "Aviator" in entry.get("keywords", []):
        parts.append("Aviator.")
    if "Traveller" in entry.get("keywords", []):
        parts.append("Traveller.")
    parts += [writer.ability(ability) for ability in abilities_of(entry)]
    if entry.get("vp", 0):
        parts.append(f"Worth {_points(entry['vp'])} at the end of the match.")
    return " ".join(parts)


class _Writer:
    """Words for one card. Each verb is a clause without a full stop; its subject is "you" unless it names another."""

    def __init__(self, names: Mapping[str, str], place: str) -> None:
        self._names = names
        self._place = place

    def combo(self, combo: JsonObject) -> str:
        return f"Combo +{combo['bonus']} with {self._one(combo['when'], combo=True)}."

    def ability(self, ability: JsonObject) -> str:
        start = _WHERES[ability.get("where", "any")] + _STARTS[ability.get("trigger", "reveal")]
        if "static" in ability:
            return " ".join(start + _sentence([self._static(effect)]) for effect in _effects(ability["static"]))
        if ability.get("attack", False):
            start += "Attack: "
        clauses = self._clauses(ability["do"])
        may = ability.get("optional", False) and ability.get("trigger", "reveal") in ("reveal", "win_faceoff")
        return start + _sentence(["you may " + clauses[0], *clauses[1:]] if may else clauses)

    def _clauses(self, effects: object) -> list[str]:
        return [self._effect(effect) for effect in _effects(effects)]

    def _effect(self, effect: JsonObject) -> str:
        return _ACTIONS[effect["op"]](self, effect)

    # -- actions -----------------------------------------------------------------------------------------------------

    def draw(self, effect: JsonObject) -> str:
        return self._does(effect, "draw", f"{_cards(effect.get('n', 1))}")

    def discard(self, effect: JsonObject) -> str:
        return self._does(effect, "discard", f"{_cards(effect.get('n', 1))}")

    def destroy(self, effect: JsonObject) -> str:
        return f"destroy {_cards(effect.get('n', 1))} from your {_places(effect['from'])}"

    def vp(self, effect: JsonObject) -> str:
        return self._does(effect, "gain" if effect["n"] > 0 else "lose", _tokens(abs(effect["n"])))

    def steal(self, effect: JsonObject) -> str:
        taker = {**effect, "who": effect.get("to", "self")}
        return self._does(taker, "take", f"{_tokens(effect.get('n', 1))} from {_SUBJECTS[effect['who']]}")

    def scrub(self, effect: JsonObject) -> str:
        n = effect.get("n", 1)
        return self._does(effect, "gain", "a scrub" if n == 1 else f"{n} scrubs")

    def mod(self, effect: JsonObject) -> str:
        return self._does(effect, "get", f"{effect['n']:+d} power")

    def peek(self, effect: JsonObject) -> str:
        then = self._clauses(effect.get("then", []))
        extra = "; if you do, " + ", then ".join(then) if then else ""
        return f"look at the top card of your deck; you may discard it{extra}"

    def look(self, effect: JsonObject) -> str:
        return f"look at the hand of {_SUBJECTS[effect['who']]}"

    def recall(self, effect: JsonObject) -> str:
        return f"take {self._some(effect)} from your discard pile into your hand"

    def choose(self, effect: JsonObject) -> str:
        return "choose one: " + "; or ".join(", then ".join(self._clauses(option)) for option in effect["options"])

    def if_(self, effect: JsonObject) -> str:
        return f"if {self._condition(effect['cond'])}, {self._both(effect)}"

    def may(self, effect: JsonObject) -> str:
        return f"you may {self._both(effect)}"

    def move(self, effect: JsonObject) -> str:
        return f"move {self._some(effect)} from your {_places(effect['from'])} to your HQ stack"

    def kick(self, effect: JsonObject) -> str:
        return f"discard {self._some(effect)} from the HQ stack of {_SUBJECTS.get(effect['who'], 'yourself')}"

    def place(self, effect: JsonObject) -> str:
        return "place this card in front of you"

    def pay(self, effect: JsonObject) -> str:
        cost = effect["cost"]
        paid = [f"discard {_cards(cost['discard'])}"] if cost.get("discard", 0) else []
        paid += [f"pay {_tokens(cost['vp'])}"] if cost.get("vp", 0) else []
        return " and ".join(paid) + " to destroy this card"

    def market(self, effect: JsonObject) -> str:
        return "hold a Market step"

    def _both(self, effect: JsonObject) -> str:
        otherwise = self._clauses(effect.get("else", []))
        return ", then ".join(self._clauses(effect["then"])) + (
            "; otherwise " + ", then ".join(otherwise) if otherwise else ""
        )

    def _does(self, effect: JsonObject, verb: str, what: str) -> str:
        """Who does what: in the imperative for the player who acts."""
        who = effect.get("who", "self")
        if who == "self":
            return f"{verb} {what}"
        place = self._place if who in ("high_man", "low_man") else ""
        return f"{_SUBJECTS[who]}{place} {verb}s {what}"

    # -- what it does all the time -----------------------------------------------------------------------------------

    def _static(self, effect: JsonObject) -> str:
        op, amount = effect["op"], effect.get("amount", 0)
        if op == "shield":
            return "Shield"
        if op == "shelter":
            return "HQ: Shelter" + (f" while {self._condition(effect['cond'])}" if "cond" in effect else "")
        if op == "wild_faction":
            return "counts as every faction for combos"
        if op == "faceoff_mod":
            return f"{amount:+d} to your total in every Face Off in which you played a personality"
        if op == "hand_limit":
            return f"your hand limit is {amount} greater"
        if op == "hq_buildup_cards":
            return f"players add {_cards(effect['n'])} to their HQ stacks in each Build Up step"
        each = self._each(effect.get("filter", {}))
        if op == "siege":
            return f"HQ: Siege: {amount:+d} to {each} in every other army without Shelter"
        return f"{amount:+d} to {each} in " + ("your HQ stack" if op == "hq_mod_own" else "every HQ stack")

    # -- parts -------------------------------------------------------------------------------------------------------

    def _condition(self, cond: JsonObject) -> str:
        ((asked, value),) = cond.items()
        return {
            "own_hq_has_id": f"{self._names.get(str(value), '')} is in your HQ stack",
            "own_fo_has_keyword": f"you played a {value} in this Face Off",
            "hq_is": f"the HQ is the {str(value).capitalize()}'",
            "vp_at_least": f"you have {value} or more VP tokens",
            "vp_at_most": f"you have {value} or fewer VP tokens",
            "is_first": "you are the first player",
        }[asked]

    def _some(self, effect: JsonObject) -> str:
        n, which = effect.get("n", 1), effect.get("filter", {})
        return self._one(which) if n == 1 else f"{n} of: {self._one(which)}"

    def _each(self, filter: JsonObject) -> str:
        return "each " + self._one(filter, article=False)

    def _one(self, filter: JsonObject, *, combo: bool = False, article: bool = True) -> str:
        """One card that fits a filter."""
        if "id" in filter:
            return self._names[filter["id"]]
        nouns = [filter[key] for key in ("keyword", "type", "kind") if key in filter]
        if "faction" in filter:
            nouns.insert(0, filter["faction"].capitalize())
        if not nouns or ("faction" in filter and len(nouns) == 1):
            nouns.append("personality" if combo and "power_max" in filter else "card")
        noun = " ".join(nouns)
        power = f" of printed power {filter['power_max']} or less" if "power_max" in filter else ""
        return (f"{_article(noun)} " if article else "") + noun + power


_ACTIONS: Final[dict[str, Callable[[_Writer, JsonObject], str]]] = {
    "draw": _Writer.draw,
    "discard": _Writer.discard,
    "forced_discard": _Writer.discard,
    "destroy": _Writer.destroy,
    "vp": _Writer.vp,
    "steal_vp": _Writer.steal,
    "gain_scrub": _Writer.scrub,
    "mod": _Writer.mod,
    "peek_top": _Writer.peek,
    "look_hand": _Writer.look,
    "recall": _Writer.recall,
    "choose": _Writer.choose,
    "if": _Writer.if_,
    "may": _Writer.may,
    "move_to_hq": _Writer.move,
    "kick_hq": _Writer.kick,
    "place_victory": _Writer.place,
    "destroy_this_cost": _Writer.pay,
    "market": _Writer.market,
}


def _effects(written: object) -> list[JsonObject]:
    """Effects as the catalogue writes them: one or several, each a word or an object."""
    several: list[Any] = written if isinstance(written, list) else [written]
    return [{"op": effect} if isinstance(effect, str) else effect for effect in several]


def _sentence(clauses: Sequence[str]) -> str:
    first, mention, rest = ", then ".join(clauses).partition(_SUBJECTS["chosen_opponent"])
    text = first + mention + rest.replace(mention or " ", "that opponent" if mention else " ")
    return text[:1].upper() + text[1:] + "."


def _cards(n: int) -> str:
    return "a card" if n == 1 else f"{n} cards"


def _tokens(n: int) -> str:
    return f"{n} VP token" + ("s" if n > 1 else "")


def _points(n: int) -> str:
    return f"{n} point" + ("s" if abs(n) != 1 else "")


def _places(places: Sequence[str]) -> str:
    return " or ".join({"hand": "hand", "discard": "discard pile"}[place] for place in places)


def _article(noun: str) -> str:
    return "an" if noun[:1].lower() in "aeiou" else "a"
