"""FACES: COMMANDERS. Start reading at ``phases.py``."""

from collections.abc import Mapping
from typing import Final

from services.bots.choosing import RANDOM, RandomBot
from services.bots.levels import LEVELS
from services.engine import schemas
from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import Bot, BotInfo, Description, OptionValue, Ruleset
from services.rulesets.commanders import (
    events,
    knowledge,
    options,
    phases,
    positions,
    scoring,
    text,
    view_updates,
)
from services.rulesets.commanders import notation as actions
from services.rulesets.commanders.bots import GreedyBot
from services.rulesets.commanders.card_schema import CARD_SCHEMA
from services.rulesets.commanders.cards import CATALOGUE, PLAYERS_MAX, PLAYERS_MIN
from services.rulesets.commanders.evaluation import win_shares
from services.rulesets.commanders.expert import ExpertBot
from services.rulesets.commanders.layout import LAYOUT
from services.rulesets.commanders.levels import search_levels
from services.rulesets.commanders.table import State, View

VERSION: Final = "1.0.0"

MAX_DECISIONS: Final = 88
"""A bound on the decisions of a match. The README has the proof."""


class Commanders(Ruleset[State, View, Event]):
    """The rules of FACES: COMMANDERS."""

    # -- what it is ------------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        return _DESCRIPTION

    def bots(self) -> Mapping[str, Bot[View]]:
        return _BOTS

    # -- play ------------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        return phases.set_up(_rules_for(seats, options), chance)

    def seats(self, state: State) -> int:
        return state.rules.seats

    def pending(self, state: State) -> list[int]:
        return _SEATS[state.waiting].copy()

    def legal(self, state: State, seat: int) -> list[int]:
        return phases.legal(state, seat).copy()

    play = staticmethod(phases.play)

    def default(self, state: State, seat: int) -> int:
        # The first action, which follows from what is public (FC-P07).
        return phases.legal(state, seat)[0]

    outcome = staticmethod(scoring.outcome)

    def clone(self, state: State) -> State:
        return state.clone()

    reopen = staticmethod(knowledge.reopen)
    evaluate = staticmethod(win_shares)

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


_rules_for = options.rules_for
_SEATS: Final[list[list[int]]] = [
    [seat for seat in range(PLAYERS_MAX) if mask >> seat & 1] for mask in range(1 << PLAYERS_MAX)
]
"""The seats of each bit mask."""

_DESCRIPTION: Final = Description(
    id="commanders",
    version=VERSION,
    title="FACES: COMMANDERS",
    summary="Recruit an army for each of your four commanders, then let dice and synergy decide which of them survive.",
    min_seats=PLAYERS_MIN,
    max_seats=PLAYERS_MAX,
    max_decisions=MAX_DECISIONS,
    options=options.OPTIONS,
    bots=(
        BotInfo("expert", "Plans the cards of a turn together, to win the skirmishes that decide the war."),
        BotInfo("greedy", "Builds the armies that are most likely to win their skirmishes."),
        RANDOM,
        *LEVELS,
    ),
    cards=CATALOGUE.entries(),
    schemas=schemas.load("playhall.commanders.v1") | {"card": CARD_SCHEMA},
    layout=LAYOUT.document(),
    rules=schemas.rules_beside(__file__),
    resignation_ends_at=(2,),
)

RULESET: Final = Commanders()
"""What the platform uses."""

_BOTS: Final[Mapping[str, Bot[View]]] = {
    "expert": ExpertBot(),
    "greedy": GreedyBot(),
    "random": RandomBot(),
    **search_levels(RULESET),
}
