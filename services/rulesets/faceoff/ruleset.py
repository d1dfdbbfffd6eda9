"""Face Off behind the platform's interface. Start reading at ``play/phases.py``."""

from collections.abc import Mapping
from typing import Final

from services.bots.choosing import RANDOM, RandomBot
from services.bots.levels import LEVELS
from services.engine import schemas
from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import Bot, BotInfo, Description, JsonObject, OptionValue, Ruleset
from services.rulesets.faceoff.bots import evaluation
from services.rulesets.faceoff.bots.expert import ExpertBot
from services.rulesets.faceoff.bots.greedy import GreedyBot
from services.rulesets.faceoff.bots.levels import search_levels
from services.rulesets.faceoff.cards.card_schema import schema_of
from services.rulesets.faceoff.cards.cards import Cards
from services.rulesets.faceoff.cards.catalogue import CARDS
from services.rulesets.faceoff.events import follow
from services.rulesets.faceoff.knowledge import imagination, observation, secrets
from services.rulesets.faceoff.notation import actions
from services.rulesets.faceoff.play import ending, phases, setup
from services.rulesets.faceoff.play.options import OPTIONS, rules_for
from services.rulesets.faceoff.positions import decoding, encoding
from services.rulesets.faceoff.table.events import EVENTS, Shown
from services.rulesets.faceoff.table.rules import MAX_SEATS, MIN_SEATS
from services.rulesets.faceoff.table.state import State, View
from services.rulesets.faceoff.words import labels, picture, telling
from services.rulesets.faceoff.words.layout import layout_of

VERSION: Final = "1.0.0"

MAX_DECISIONS: Final = 9_000
"""A bound on the decisions of a match. The README has the proof."""


class FaceOff(Ruleset[State, View, Event]):
    """The rules of Face Off, with the cards of one box."""

    def __init__(self, cards: Cards = CARDS) -> None:
        self.cards = cards
        self._shares = EVENTS.shares(Shown(cards, actions.action_json))
        self._description = _describe(cards)

    # -- what it is ------------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        return self._description

    def bots(self) -> Mapping[str, Bot[View]]:
        return _BOTS

    # -- play ------------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        return setup.start(rules_for(self.cards, seats, options), chance)

    def seats(self, state: State) -> int:
        return state.rules.seats

    def pending(self, state: State) -> list[int]:
        return phases.pending(state).copy()

    def legal(self, state: State, seat: int) -> list[int]:
        return phases.legal(state, seat).copy()

    play = staticmethod(phases.play)
    default = staticmethod(phases.default)
    outcome = staticmethod(ending.outcome)

    def clone(self, state: State) -> State:
        return state.clone()

    reopen = staticmethod(imagination.reopen)
    evaluate = staticmethod(evaluation.evaluate)

    # -- what each may know ----------------------------------------------------------------------------------------

    observe = staticmethod(observation.observe)

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        return self._shares.share(event, viewer)

    def is_public(self, event: Event) -> bool:
        return self._shares.is_public(event)

    follow = staticmethod(follow.follow)
    imagine = staticmethod(imagination.imagine)
    secrets = staticmethod(secrets.secrets)

    # -- bytes and text --------------------------------------------------------------------------------------------

    dump = staticmethod(encoding.dump)

    def load(self, data: bytes, chance: Chance) -> State:
        return decoding.load(self.cards, data, chance)

    view_json = staticmethod(encoding.view_json)

    def view_from_json(self, document: JsonObject) -> View:
        return decoding.view_from_json(self.cards, document)

    def notation(self, action: int) -> str:
        return actions.notation(self.cards, action)

    def parse(self, text: str) -> int:
        return actions.parse(self.cards, text)

    def action_json(self, action: int) -> JsonObject:
        return actions.action_json(self.cards, action)

    def action_from_json(self, document: JsonObject) -> int:
        return actions.action_from_json(self.cards, document)

    label = staticmethod(labels.label)
    picture = staticmethod(picture.picture)

    def telling(self, share: JsonObject, names: list[str]) -> str:
        return telling.telling(self.cards, share, names)


def _describe(cards: Cards) -> Description:
    return Description(
        id="faceoff",
        version=VERSION,
        title="Face Off",
        summary="Build a deck out of the universes' champions, face off over treasures, and assault the headquarters: "
        "the most victory points win, or one whole set of seven.",
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        max_decisions=MAX_DECISIONS,
        options=OPTIONS,
        bots=(
            BotInfo("expert", "Fights for points more than for a stronger deck, and follows up an army that is ahead."),
            BotInfo("greedy", "Fights for what it wants most, and builds the army that earns most."),
            RANDOM,
            *LEVELS,
        ),
        cards=cards.entries,
        schemas=schemas.load("playhall.faceoff.v1") | {"card": schema_of(cards)},
        layout=layout_of(cards).document(),
        rules=schemas.rules_beside(__file__),
        resignation_ends_at=(2,),
    )


RULESET: Final = FaceOff()

_BOTS: Final[Mapping[str, Bot[View]]] = {
    "expert": ExpertBot(),
    "greedy": GreedyBot(),
    "random": RandomBot(),
    **search_levels(RULESET),
}
