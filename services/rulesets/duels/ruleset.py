"""Face Off Duels behind the platform's interface. Start reading at ``phases.py``."""

from collections.abc import Mapping
from typing import Final

from services.bots.choosing import RANDOM, RandomBot
from services.bots.levels import LEVELS, levels
from services.engine import schemas
from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import Bot, BotInfo, Description, OptionValue, Ruleset
from services.rulesets.duels import (
    evaluation,
    events,
    knowledge,
    phases,
    positions,
    scoring,
    text,
    view_updates,
)
from services.rulesets.duels import notation as actions
from services.rulesets.duels.bots import GreedyBot
from services.rulesets.duels.card_schema import CARD_SCHEMA
from services.rulesets.duels.cards import CATALOGUE, SEATS
from services.rulesets.duels.expert import ExpertBot
from services.rulesets.duels.layout import LAYOUT
from services.rulesets.duels.levels import POLICIES, SEARCH, SEARCH_DEEP
from services.rulesets.duels.options import OPTIONS, rules_for
from services.rulesets.duels.table import State, View

VERSION: Final = "1.0.0"

MAX_DECISIONS: Final = 1_700
"""A bound on the decisions of a match. The README has the proof."""


class FaceOffDuels(Ruleset[State, View, Event]):
    """The rules of Face Off Duels."""

    # -- what it is ------------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        return _DESCRIPTION

    def bots(self) -> Mapping[str, Bot[View]]:
        return _BOTS

    # -- play ------------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        return phases.set_up(rules_for(options), chance)

    def seats(self, state: State) -> int:
        return SEATS

    pending = staticmethod(phases.pending)

    def legal(self, state: State, seat: int) -> list[int]:
        return phases.legal(state, seat).copy()

    play = staticmethod(phases.play)
    default = staticmethod(phases.default)
    outcome = staticmethod(scoring.outcome)

    def clone(self, state: State) -> State:
        return state.clone()

    evaluate = staticmethod(evaluation.evaluate)
    reopen = staticmethod(knowledge.reopen)

    # -- what each may know ----------------------------------------------------------------------------------------

    observe = staticmethod(knowledge.observe)
    share = staticmethod(events.SHARES.share)
    is_public = staticmethod(events.SHARES.is_public)
    follow = staticmethod(view_updates.follow)
    imagine = staticmethod(knowledge.imagine)
    secrets = staticmethod(knowledge.secrets)

    # -- bytes and text --------------------------------------------------------------------------------------------

    dump = staticmethod(positions.dump)
    load = staticmethod(positions.load)
    view_json = staticmethod(positions.view_json)
    view_from_json = staticmethod(positions.view_from_json)
    notation = staticmethod(actions.notation)
    parse = staticmethod(actions.parse)
    action_json = staticmethod(actions.action_json)
    action_from_json = staticmethod(actions.action_from_json)
    label = staticmethod(text.label)
    picture = staticmethod(text.picture)
    telling = staticmethod(text.telling)


_DESCRIPTION: Final = Description(
    id="duels",
    version=VERSION,
    title="Face Off Duels",
    summary="Lay your cards face down opposite seven prizes, bluff and shift them about, and say Duel when you know "
    "more than the other player.",
    min_seats=SEATS,
    max_seats=SEATS,
    max_decisions=MAX_DECISIONS,
    options=OPTIONS,
    bots=(
        BotInfo("expert", "Weighs its cards against what the other player may have where, and saves its equipment."),
        BotInfo("greedy", "Duels where it expects to win, and brings its strength to where it does not."),
        RANDOM,
        *LEVELS,
    ),
    cards=CATALOGUE.entries(),
    schemas=schemas.load("playhall.duels.v1") | {"card": CARD_SCHEMA},
    layout=LAYOUT.document(),
    rules=schemas.rules_beside(__file__),
    resignation_ends_at=(SEATS,),
)

RULESET: Final = FaceOffDuels()

_BOTS: Final[Mapping[str, Bot[View]]] = {
    "expert": ExpertBot(),
    "greedy": GreedyBot(),
    "random": RandomBot(),
    **levels(RULESET, POLICIES, search=SEARCH, search_deep=SEARCH_DEEP),
}
