"""Programs: what a card does, as a flat list of numbers.

An instruction is four numbers: the operation, whom it reaches (``who``), ``n`` and ``arg``; a program ends with
``END``, and a place in it (``pc``) counts numbers. One program holds everything that a card does at one trigger. It
never calls another: nothing sets off a card that is not being resolved (FO-R79), so a suspended program is a place in
it, the player who acts, the chosen opponent, and which players the instruction still has to reach.

================ ==================== ============ =========== ====================================================
operation        who                  n            arg         does
================ ==================== ============ =========== ====================================================
CHOOSE_OPPONENT                                                the actor chooses the ability's opponent (FO-R46)
DRAW             reached              cards                    they draw
DISCARD          reached                                       each discards one card of their own choice
DESTROY                                            places      the actor destroys one of their cards there
VP               reached              tokens                   they gain or lose tokens
STEAL            robbed               tokens       Who gets    tokens change hands
SCRUB            reached              scrubs                   they gain scrubs
MOD              reached              power                    added to their totals here
PEEK                                               else        look at the own top card; not discarded: jump
LOOK             reached                                       the actor looks at their hands
RECALL                                filter                   the actor takes a card from the own discard pile
MAY                                                else        the actor says no: jump
OPTION                                options                  go on at option i, the i-th of the next JUMPs
JUMP                                               to
IF               Cond                 its number   else        not so: jump
MOVE_TO_HQ                            filter       places      the actor moves a card of theirs to their HQ stack
KICK_HQ          whose stacks         filter                   the actor sends a card there to its discard pile
PLACE                                                          the acting card goes in front of its owner
PAY_DISCARD                                                    the actor discards a card, not the acting one
PAY_VP                                tokens
DESTROY_THIS                                                   the acting card is destroyed
================ ==================== ============ =========== ====================================================

Whatever takes a card takes one: for more, the instruction stands there several times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from services.engine.catalogue import Card, CatalogueError, Program
from services.rulesets.faceoff.cards.effect_reader import CONDITION_WIDTH, FILTER_WIDTH, EffectReader
from services.rulesets.faceoff.cards.vocabulary import (
    ANYWHERE,
    ATTACK,
    NO_BOUND,
    Cond,
    Condition,
    Op,
    Trigger,
    Verbs,
    Who,
)

INSTRUCTION_WIDTH: Final = 4

_NO_ACTOR: Final = (Trigger.ASSAULT, Trigger.AFTER_ASSAULT)
_FOR_NOBODY: Final = {Who.ALL, Who.FIRST_PLAYER, Who.HIGH_MAN, Who.LOW_MAN}
"""Whom an ability may reach that belongs to nobody."""
_BY_NOBODY: Final = {
    Verbs.DRAW,
    Verbs.FORCED_DISCARD,
    Verbs.VP,
    Verbs.STEAL_VP,
    Verbs.GAIN_SCRUB,
    Verbs.MOD,
    Verbs.MARKET,
}
_CHANGES_TOTALS: Final = (Trigger.REVEAL, Trigger.ASSAULT, Trigger.AFTER_ASSAULT)
"""Triggers at which there are totals to change."""
_NO_TOTALS: Final = (Trigger.DRAW_PHASE, Trigger.END_TURN)
"""Triggers without a location, and so without totals, high man and low man (FO-062)."""
_PERSONAL: Final = (Trigger.DRAW_PHASE, Trigger.END_TURN)
"""Triggers that their owner uses or does not."""

_SIMPLE: Final = {
    Verbs.DRAW: Op.DRAW,
    Verbs.VP: Op.VP,
    Verbs.MOD: Op.MOD,
    Verbs.GAIN_SCRUB: Op.SCRUB,
}
"""Verbs that name a number and whom they reach, and take no card."""


class Filters:
    """The different filters of a catalogue, each with a number."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[tuple[int, ...]] = []

    def number(self, filter: tuple[int, ...]) -> int:
        """A filter's number, the same for the same filter."""
        if filter not in self.found:
            self.found.append(filter)
        return self.found.index(filter)


@dataclass(frozen=True, slots=True)
class Static:
    """What a card does all the time while it lies there. ``code``: the verb's numbers."""

    verb: Verbs
    where: int
    code: Program


def program(card: Card, trigger: Trigger, location: int, filters: Filters) -> list[int]:
    """What a card does at a trigger; for ``REVEAL``, at a location. Empty if it does nothing.

    Raises:
        CatalogueError: an ability says what makes no sense. The message names card and ability.
    """
    writer = _Writer(card.id, trigger, filters)
    for number, ability in enumerate(card.facts.get("abilities", ())):
        writer.at = f"abilities[{number}]"
        if ability["do"] and ability["trigger"] == trigger.name.lower() and _works(ability["where"], location):
            writer.ability(ability)
    return [*writer.code, Op.END, 0, 0, 0] if writer.code else []


def statics(card: Card) -> list[Static]:
    """What a card does all the time. It has no number that the schema does not bound."""
    found = []
    for ability in card.facts.get("abilities", ()):
        numbers = list(ability["static"])
        while numbers:
            verb = Verbs(numbers.pop(0))
            size = _STATIC_WIDTHS[verb]
            found.append(Static(verb, _WHERES[ability["where"]], tuple(numbers[:size])))
            del numbers[:size]
    return found


def condition(numbers: Sequence[int]) -> Condition:
    """A condition's numbers as what it asks and its number; ``ALWAYS`` if it asks nothing.

    Raises:
        ValueError: it asks more than one thing.
    """
    card, keyword, faction, least, most, first = numbers
    asked = [
        Condition(cond, value)
        for cond, value, is_asked in (
            (Cond.OWN_HQ_HAS, card, card >= 0),
            (Cond.OWN_FO_HAS, keyword - 1, keyword > 0),
            (Cond.HQ_IS, faction - 1, faction > 0),
            (Cond.VP_AT_LEAST, least, least != NO_BOUND),
            (Cond.VP_AT_MOST, most, most != NO_BOUND),
            (Cond.IS_FIRST, 0, first == 1),
        )
        if is_asked
    ]
    if len(asked) > 1:
        raise ValueError("a condition asks one thing")
    return asked[0] if asked else Condition(Cond.ALWAYS, 0)


def _works(where: str, location: int) -> bool:
    return _WHERES[where] in (ANYWHERE, location + 1)


_WHERES: Final = {"any": ANYWHERE, "faceoff": 1, "hq": 2}
_STATIC_WIDTHS: Final = {
    Verbs.SHIELD: 0,
    Verbs.SHELTER: CONDITION_WIDTH,
    Verbs.SIEGE: 1 + FILTER_WIDTH,
    Verbs.WILD_FACTION: 0,
    Verbs.FACEOFF_MOD: 1,
    Verbs.HAND_LIMIT: 1,
    Verbs.HQ_MOD: 1 + FILTER_WIDTH,
    Verbs.HQ_MOD_OWN: 1 + FILTER_WIDTH,
    Verbs.HQ_BUILDUP_CARDS: 1,
}


class _Writer:
    """Writes the program of one card and trigger."""

    __slots__ = ("_attack", "_card", "_filters", "_trigger", "at", "code")

    def __init__(self, card: str, trigger: Trigger, filters: Filters) -> None:
        self._card = card
        self._trigger = trigger
        self._filters = filters
        self._attack = 0
        self.at = ""
        self.code: list[int] = []

    def ability(self, ability: dict[str, Any]) -> None:
        """Add an ability."""
        self._check(ability)
        self._attack = ATTACK if ability["attack"] else 0
        asked = -1
        if ability["optional"] and self._trigger not in _PERSONAL:
            asked = self._emit(Op.MAY)
        start = len(self.code)
        self._block(EffectReader(ability["do"]), chosen=False)
        if self._attack and not any(who & ATTACK for who in self.code[start + 1 :: INSTRUCTION_WIDTH]):
            self._fail("an attack reaches somebody else")
        if asked >= 0:
            self._land(asked)

    def _check(self, ability: dict[str, Any]) -> None:
        optional: bool = ability["optional"]
        if self._trigger in _PERSONAL and not optional:
            self._fail("optional: a player need not use it: it must be true")
        if self._trigger in _NO_ACTOR and optional:
            self._fail("optional: it belongs to nobody who could decide")
        if ability["attack"] and self._trigger != Trigger.REVEAL:
            self._fail("attack: only what a card does when it is revealed is an attack")

    # -- verbs -------------------------------------------------------------------------------------------------------

    def _block(self, reader: EffectReader, *, chosen: bool) -> None:
        """Write effects one after the other. The opponent is chosen before the first of them if one of them, apart from
        what it leads to, is about them (FO-R46)."""
        verbs = reader.split()
        if not chosen and any(self._is_about_chosen(verb) for verb in verbs):
            self._emit(Op.CHOOSE_OPPONENT)
            chosen = True
        for verb in verbs:
            self._verb(EffectReader(verb), chosen=chosen)

    def _is_about_chosen(self, numbers: Program) -> bool:
        places = _WHO_PLACES.get(Verbs(numbers[0]), ())
        return any(numbers[place] == Who.CHOSEN_OPPONENT for place in places)

    def _verb(self, reader: EffectReader, *, chosen: bool) -> None:
        verb = Verbs(reader.next())
        if self._trigger in _NO_ACTOR and verb not in _BY_NOBODY:
            self._fail(f"{verb.name.lower()}: nobody is there to do it")
        if verb in _SIMPLE:
            n, who = reader.next(), reader.next()
            self._simple(verb, n, who)
        elif verb is Verbs.STEAL_VP:
            n, who, to = reader.next(), reader.next(), reader.next()
            self._emit(Op.STEAL, self._who(who), n, self._who(to) & ~ATTACK)
        elif verb is Verbs.DISCARD:
            self._several(reader.next(), Op.DISCARD, self._who(Who.SELF))
        elif verb is Verbs.FORCED_DISCARD:
            n, who = reader.next(), reader.next()
            self._several(n, Op.DISCARD, self._who(who))
        elif verb is Verbs.LOOK_HAND:
            self._emit(Op.LOOK, self._who(reader.next()))
        elif verb in (Verbs.PLACE_VICTORY, Verbs.DESTROY_THIS_COST):
            self._leave(verb, reader)
        elif verb in (Verbs.CHOOSE, Verbs.IF, Verbs.MAY, Verbs.PEEK_TOP):
            self._branch(verb, reader, chosen=chosen)
        elif verb is not Verbs.MARKET:
            self._take(verb, reader)

    def _simple(self, verb: Verbs, n: int, who: int) -> None:
        if n == 0:
            self._fail(f"{verb.name.lower()}.n: must not be 0")
        if verb is Verbs.MOD and self._trigger not in _CHANGES_TOTALS:
            self._fail("mod: there is no total that it could change")
        self._emit(_SIMPLE[verb], self._who(who), n)

    def _take(self, verb: Verbs, reader: EffectReader) -> None:
        """Verbs that take cards, one at a time."""
        n = reader.next()
        if verb is Verbs.DESTROY:
            self._several(n, Op.DESTROY, arg=self._places(reader.next()))
        elif verb is Verbs.RECALL:
            self._several(n, Op.RECALL, n=self._filter(reader))
        elif verb is Verbs.MOVE_TO_HQ:
            places = self._places(reader.next())
            self._several(n, Op.MOVE_TO_HQ, n=self._filter(reader), arg=places)
        else:
            who = self._who(reader.next())
            self._several(n, Op.KICK_HQ, who, self._filter(reader))

    def _leave(self, verb: Verbs, reader: EffectReader) -> None:
        """Verbs by which the acting card leaves its owner's hand."""
        if self._trigger != Trigger.DRAW_PHASE:
            self._fail(f"{verb.name.lower()}: only in the Draw Phase")
        if verb is Verbs.PLACE_VICTORY:
            self._emit(Op.PLACE)
            return
        cards, tokens = reader.next(), reader.next()
        if cards + tokens == 0:
            self._fail("destroy_this_cost.cost: costs nothing")
        if tokens:
            self._emit(Op.PAY_VP, n=tokens)
        self._several(cards, Op.PAY_DISCARD)
        self._emit(Op.DESTROY_THIS)

    def _branch(self, verb: Verbs, reader: EffectReader, *, chosen: bool) -> None:
        if verb is Verbs.CHOOSE:
            self._options(reader, chosen=chosen)
            return
        if verb is Verbs.IF:
            cond, value = self._condition(reader.several(CONDITION_WIDTH))
            asked = self._emit(Op.IF, cond, value)
        else:
            asked = self._emit(Op.PEEK if verb is Verbs.PEEK_TOP else Op.MAY)
        self._block(reader.inner(), chosen=chosen)
        otherwise = reader.inner() if verb is not Verbs.PEEK_TOP else EffectReader(())
        if not otherwise:
            self._land(asked)
            return
        done = self._emit(Op.JUMP)
        self._land(asked)
        self._block(otherwise, chosen=chosen)
        self._land(done)

    def _options(self, reader: EffectReader, *, chosen: bool) -> None:
        options = [reader.inner() for _ in range(reader.next())]
        if len(options) < 2:
            self._fail("choose.options: there must be two at least")
        self._emit(Op.OPTION, n=len(options))
        jumps = [self._emit(Op.JUMP) for _ in options]
        ends = []
        for jump, option in zip(jumps, options, strict=True):
            self._land(jump)
            self._block(option, chosen=chosen)
            ends.append(self._emit(Op.JUMP))
        for end in ends:
            self._land(end)

    # -- parts -------------------------------------------------------------------------------------------------------

    def _emit(self, op: Op, who: int = 0, n: int = 0, arg: int = 0) -> int:
        self.code += [int(op), int(who), int(n), int(arg)]
        return len(self.code) - INSTRUCTION_WIDTH

    def _several(self, times: int, op: Op, who: int = 0, n: int = 0, arg: int = 0) -> None:
        for _ in range(times):
            self._emit(op, who, n, arg)

    def _land(self, jump: int) -> None:
        """Let a jump lead to what is written next."""
        self.code[jump + INSTRUCTION_WIDTH - 1] = len(self.code)

    def _who(self, who: int) -> int:
        word = Who(who).name.lower()
        if self._trigger in _NO_ACTOR and who not in _FOR_NOBODY:
            self._fail(f"{word}: it belongs to nobody, so there is no {word}")
        if self._trigger in _NO_TOTALS and who in (Who.HIGH_MAN, Who.LOW_MAN):
            self._fail(f"{word}: only where there are totals")
        return who + (self._attack if who != Who.SELF else 0)

    def _places(self, places: int) -> int:
        if not places:
            self._fail("from: names no place")
        return places

    def _filter(self, reader: EffectReader) -> int:
        return self._filters.number(reader.several(FILTER_WIDTH))

    def _condition(self, numbers: Program) -> Condition:
        try:
            found = condition(numbers)
        except ValueError as error:
            self._fail(f"cond: {error}")
        if found.asks is Cond.ALWAYS:
            self._fail("cond: asks nothing")
        return found

    def _fail(self, message: str) -> NoReturn:
        raise CatalogueError(f"catalogue.json: card {self._card}: {self.at}: {message}")


_WHO_PLACES: Final = {
    Verbs.DRAW: (2,),
    Verbs.FORCED_DISCARD: (2,),
    Verbs.VP: (2,),
    Verbs.STEAL_VP: (2, 3),
    Verbs.GAIN_SCRUB: (2,),
    Verbs.MOD: (2,),
    Verbs.LOOK_HAND: (1,),
    Verbs.KICK_HQ: (2,),
}
"""Where in a verb's numbers, the verb itself first, stands whom it reaches."""
