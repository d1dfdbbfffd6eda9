"""Face Off Duels behind the platform's interface. Start reading at ``phases.py``."""

from collections.abc import Mapping
from typing import Final

from services.bots.levels import LEVELS, levels
from services.engine import schemas
from services.engine.chance import Chance
from services.engine.ruleset import Bot, BotInfo, Description, JsonObject, OptionValue, Outcome, Ruleset, Secret
from services.rulesets.duels import (
    evaluation,
    event_views,
    knowledge,
    notation,
    phases,
    positions,
    scoring,
    text,
    view_updates,
)
from services.rulesets.duels.bots import GreedyBot, RandomBot
from services.rulesets.duels.card_schema import CARD_SCHEMA
from services.rulesets.duels.cards import CATALOGUE, SEATS
from services.rulesets.duels.events import Event
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

    def pending(self, state: State) -> list[int]:
        return phases.pending(state)

    def legal(self, state: State, seat: int) -> list[int]:
        return phases.legal(state, seat).copy()

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        return phases.play(state, seat, action)

    def default(self, state: State, seat: int) -> int:
        return phases.default(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def clone(self, state: State) -> State:
        return state.clone()

    def evaluate(self, state: State) -> list[float]:
        return evaluation.evaluate(state)

    def reopen(self, state: State, viewer: int) -> None:
        knowledge.reopen(state, viewer)

    # -- what each may know ----------------------------------------------------------------------------------------

    def observe(self, state: State, viewer: int) -> View:
        return knowledge.observe(state, viewer)

    def share(self, event: Event, viewer: int) -> JsonObject | None:
        return event_views.share(event, viewer)

    def follow(self, view: View, share: JsonObject) -> None:
        view_updates.follow(view, share)

    def imagine(self, view: View, chance: Chance) -> State:
        return knowledge.imagine(view, chance)

    def secrets(self, state: State, viewer: int) -> list[Secret]:
        return knowledge.secrets(state, viewer)

    # -- bytes and text --------------------------------------------------------------------------------------------

    def dump(self, state: State) -> bytes:
        return positions.dump(state)

    def load(self, data: bytes, chance: Chance) -> State:
        return positions.load(data, chance)

    def view_json(self, view: View) -> JsonObject:
        return positions.view_json(view)

    def view_from_json(self, document: JsonObject) -> View:
        return positions.view_from_json(document)

    def notation(self, action: int) -> str:
        return notation.notation(action)

    def parse(self, text: str) -> int:
        return notation.parse(text)

    def action_json(self, action: int) -> JsonObject:
        return notation.action_json(action)

    def action_from_json(self, document: JsonObject) -> int:
        return notation.action_from_json(document)

    def label(self, view: View, action: int) -> str:
        return text.label(view, action)

    def picture(self, view: View) -> str:
        return text.picture(view)

    def telling(self, share: JsonObject, names: list[str]) -> str:
        return text.telling(share, names)


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
        BotInfo("random", "Plays any legal action."),
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
