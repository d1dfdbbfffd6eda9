"""What a bot that thinks finds of the decisions of a finished match."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from services.bots.thinking import ThinkingBot
from services.engine.chance import SeededChance
from services.engine.fairness import bot_seed, bot_seed_v1, bots_chance
from services.engine.in_process import InProcessEngine
from services.engine.registry import AnyRuleset
from services.engine.replay import AnyReplay, PlayedAgain, ReExecution, Replay
from services.engine.ruleset import Explanation


@dataclass(frozen=True, slots=True)
class AnalysedDecision:
    """A decision: who made it, what the seat knew, what it played, and what the bot finds from the same view."""

    seat: int
    decision: int
    view: Any
    played: int
    explanation: Explanation


def analyse(
    replay: AnyReplay, rules: AnyRuleset, bot: ThinkingBot[Any], *, seat: int | None = None, decision: int | None = None
) -> Iterator[AnalysedDecision]:
    """The decisions of a match with more than one legal action, in order, each as the bot finds it from the view that
    its seat had. ``seat``: only this seat's; ``decision``: only those with this number, which each seat counts from 1.

    The bot has the randomness that a bot of the house had in that decision: of its own decisions it finds what it has
    played, if its budget is in iterations. Before the first is given, the match is played again and compared with its
    replay.

    Raises:
        services.engine.replay.ReplayDiffers: the match, played again, is not what the replay says.
        services.errors.Refusal: ``UNKNOWN_RULESET`` or ``UNSUPPORTED_VERSION``: it is of another ruleset or version.
    """
    again = ReExecution(replay, InProcessEngine(rules), bots_choose_again=False)
    wanted = [
        made for made in again.decisions() if seat in (None, made.step.seat) and decision in (None, made.step.decision)
    ]
    return (_analysed(replay, rules, bot, made) for made in wanted if len(json.loads(made.situation.legal)) > 1)


def _analysed(replay: AnyReplay, rules: AnyRuleset, bot: ThinkingBot[Any], made: PlayedAgain) -> AnalysedDecision:
    step = made.step
    view = rules.view_from_json(json.loads(made.situation.view))
    legal = [rules.parse(entry["notation"]) for entry in json.loads(made.situation.legal)]
    chance = SeededChance(_bot_seed(replay, step.seat, step.decision))
    return AnalysedDecision(step.seat, step.decision, view, rules.parse(step.action), bot.explain(view, legal, chance))


def _bot_seed(replay: AnyReplay, seat: int, decision: int) -> bytes:
    server_seed = bytes.fromhex(replay.server_seed)
    if isinstance(replay, Replay):
        chance = bots_chance(replay.commitment_document, replay.client_seeds)
        return bot_seed(server_seed, chance, seat, decision)
    return bot_seed_v1(server_seed, seat, decision)
