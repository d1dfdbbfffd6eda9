"""FACES: COMMANDERS. Start reading at ``phases.py``."""

from collections.abc import Mapping
from typing import Final

from services.bots.levels import LEVELS
from services.engine import schemas
from services.engine.chance import Chance
from services.engine.ruleset import Bot, BotInfo, Description, JsonObject, OptionValue, Outcome, Ruleset, Secret
from services.rulesets.commanders import (
    event_views,
    knowledge,
    notation,
    options,
    phases,
    positions,
    scoring,
    text,
    view_updates,
)
from services.rulesets.commanders.bots import GreedyBot, RandomBot
from services.rulesets.commanders.card_schema import CARD_SCHEMA
from services.rulesets.commanders.cards import CATALOGUE, PLAYERS_MAX, PLAYERS_MIN
from services.rulesets.commanders.evaluation import win_shares
from services.rulesets.commanders.events import Event
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

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        return phases.play(state, seat, action)

    def default(self, state: State, seat: int) -> int:
        # The first action, which follows from what is public (FC-P07).
        return phases.legal(state, seat)[0]

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def clone(self, state: State) -> State:
        return state.clone()

    def reopen(self, state: State, viewer: int) -> None:
        knowledge.reopen(state, viewer)

    def evaluate(self, state: State) -> list[float]:
        return win_shares(state)

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
        BotInfo("random", "Plays any legal action."),
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
