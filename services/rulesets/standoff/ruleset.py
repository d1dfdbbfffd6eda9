"""Standoff behind the platform's interface. Start reading at ``phases.py``."""

from collections.abc import Mapping
from typing import Final

from services.bots.choosing import RANDOM, RandomBot
from services.bots.levels import LEVELS, levels
from services.engine import schemas
from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import Bot, BotInfo, Description, JsonObject, OptionValue, Ruleset
from services.rulesets.standoff import (
    evaluation,
    events,
    knowledge,
    phases,
    positions,
    scoring,
    text,
    view_updates,
)
from services.rulesets.standoff import notation as actions
from services.rulesets.standoff.bots import GreedyBot
from services.rulesets.standoff.card_schema import schema_of
from services.rulesets.standoff.cards import CARDS, Cards
from services.rulesets.standoff.expert import ExpertBot
from services.rulesets.standoff.layout import LAYOUT
from services.rulesets.standoff.levels import POLICIES, SEARCH, SEARCH_DEEP
from services.rulesets.standoff.options import MAX_SEATS, MIN_SEATS, OPTIONS, rules_for
from services.rulesets.standoff.table import State, View

VERSION: Final = "1.0.0"

MAX_DECISIONS: Final = 3_000_000
"""A bound on the decisions of a match. The README has the proof."""


class Standoff(Ruleset[State, View, Event]):
    """The rules of Standoff."""

    def __init__(self, cards: Cards = CARDS) -> None:
        """``cards``: those of all its matches."""
        self._cards = cards
        self._shares = events.EVENTS.shares(cards)
        self._description = _description(cards)
        self._bots: dict[str, Bot[View]] = {
            "expert": ExpertBot(),
            "greedy": GreedyBot(),
            "random": RandomBot(),
            **levels(self, POLICIES, search=SEARCH, search_deep=SEARCH_DEEP),
        }

    # -- what it is ------------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        return self._description

    def bots(self) -> Mapping[str, Bot[View]]:
        return self._bots

    # -- play ------------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        return phases.set_up(rules_for(seats, options, self._cards), chance)

    def seats(self, state: State) -> int:
        return state.rules.seats

    pending = staticmethod(phases.pending)

    def legal(self, state: State, seat: int) -> list[int]:
        return phases.legal(state, seat).copy()

    play = staticmethod(phases.play)
    default = staticmethod(phases.default)
    outcome = staticmethod(scoring.outcome)

    def clone(self, state: State) -> State:
        return state.clone()

    evaluate = staticmethod(evaluation.shares)

    # -- what each may know ----------------------------------------------------------------------------------------

    observe = staticmethod(knowledge.observe)

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        return self._shares.share(event, viewer)

    def is_public(self, event: Event) -> bool:
        return self._shares.is_public(event)

    follow = staticmethod(view_updates.follow)
    imagine = staticmethod(knowledge.imagine)
    secrets = staticmethod(knowledge.secrets)

    # -- bytes and text --------------------------------------------------------------------------------------------

    dump = staticmethod(positions.dump)

    def load(self, data: bytes, chance: Chance) -> State:
        return positions.load(data, chance, self._cards)

    view_json = staticmethod(positions.view_json)

    def view_from_json(self, document: JsonObject) -> View:
        return positions.view_from_json(document, self._cards)

    def notation(self, action: int) -> str:
        return actions.notation(action, self._cards)

    def parse(self, text: str) -> int:
        return actions.parse(text, self._cards)

    def action_json(self, action: int) -> JsonObject:
        return actions.action_json(action, self._cards)

    def action_from_json(self, document: JsonObject) -> int:
        return actions.action_from_json(document, self._cards)

    label = staticmethod(text.label)
    picture = staticmethod(text.picture)

    def telling(self, share: JsonObject, names: list[str]) -> str:
        return text.telling(share, names, self._cards)


def _description(cards: Cards) -> Description:
    return Description(
        id="standoff",
        version=VERSION,
        title="Standoff",
        summary="Build a deck, send your tiles through the gates of Zirconia, and hold more of the red zone than "
        "anybody when it is filled.",
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        max_decisions=MAX_DECISIONS,
        options=OPTIONS,
        bots=(
            BotInfo("expert", "Buys for the turns to come, fills the red zone pocket by pocket, and decides at once."),
            BotInfo("greedy", "Heads through the gates for the red zone, and buys what it can use."),
            RANDOM,
            *LEVELS,
        ),
        cards=cards.catalogue.entries(),
        schemas=_SCHEMAS | {"card": schema_of(cards)},
        layout=LAYOUT.document(),
        rules=_RULES,
        resignation_ends_at=(2,),
    )


_RULES: Final = schemas.rules_beside(__file__)
_SCHEMAS: Final = schemas.load("playhall.standoff.v1")

RULESET: Final = Standoff()
