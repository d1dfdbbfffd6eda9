"""Decisions as rows: what a seat could know and do, what it chose, and how its match ended."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from services.engine.documents import catalogue_sha256, encode
from services.engine.engine import Engine
from services.engine.fairness import canonical, sha256_hex
from services.engine.registry import AnyRuleset
from services.engine.replay import AnyReplay, ReExecution, Replay, outcome_json
from services.engine.ruleset import JsonObject, OptionValue
from services.training.episodes import NOBODY, Episode, complete_options, win_shares

FORMAT: Final = "playhall.decisions/2"
"""Format of the rows."""

PlayerKind: TypeAlias = Literal["person", "bot"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a seat in a finished match. :data:`services.training.columns.COLUMNS` says what each field is."""

    match: str
    ruleset: str
    version: str
    catalogue_sha256: str
    options: str
    seats: int
    seat: int
    decision: int
    kind: PlayerKind
    bot: str | None
    by_default: bool
    observation: str
    legal: tuple[str, ...]
    chosen: str
    chosen_index: int
    score: int
    rank: int
    share: float
    reason: str


@dataclass(frozen=True, slots=True)
class _Match:
    """What all decisions of a match have in common. ``outcome``: as a replay tells it."""

    id: str
    ruleset: str
    version: str
    catalogue_sha256: str
    options: Mapping[str, Any]
    outcome: JsonObject


@dataclass(frozen=True, slots=True)
class _Answer:
    """A decision whose match has no result yet."""

    seat: int
    decision: int
    kind: PlayerKind
    bot: str | None
    by_default: bool
    view: bytes
    legal: tuple[str, ...]
    chosen: str


class NotFinished(Exception):
    """The match was aborted: it has no result."""


def decisions(replay: AnyReplay, engine: Engine) -> Iterator[Decision]:
    """The decisions of a finished match, in the order in which they were made. Before the first of them is given, the
    match is played again to its end and compared with its replay; bots are not asked again what they chose.

    Raises:
        NotFinished: the match was aborted.
        services.engine.replay.ReplayDiffers: the match, played again, is not what the replay says.
        services.errors.Refusal: as :func:`services.engine.replay.re_execute`.
    """
    if replay.outcome is None or (isinstance(replay, Replay) and replay.status != "finished"):
        raise NotFinished
    again = ReExecution(replay, engine, bots_choose_again=False)
    answers = [
        _Answer(
            seat=step.seat,
            decision=step.decision,
            kind=replay.seats[step.seat].kind,
            bot=replay.seats[step.seat].bot,
            by_default=by_default,
            view=situation.view,
            legal=tuple(entry["notation"] for entry in json.loads(situation.legal)),
            chosen=step.action,
        )
        for step, situation, by_default, _ in again.decisions()
    ]
    match_id = replay.match or replay.commitment
    cards = engine.describe().catalogue_sha256
    match = _Match(match_id, replay.ruleset, replay.last_version, cards, replay.options, replay.outcome)
    return _rows(match, answers)


def played_decisions(
    rules: AnyRuleset, bots: Sequence[str], seed: bytes, options: Mapping[str, OptionValue] | None = None
) -> Iterator[Decision]:
    """Play a match between bots, one per seat, and give its decisions. ``seed``: the match's, 32 bytes; the bots'
    randomness follows from it (:func:`services.training.seeds.bot_seed`). The match is named after the SHA-256 of the
    seed. ``options`` names those that are set.

    Raises:
        services.errors.Refusal: the ruleset is not played like this.
    """
    complete = complete_options(rules, len(bots), options or {}, bots)
    episode = Episode(rules, len(bots), complete, seed)
    answers: list[_Answer] = []
    while episode.seat != NOBODY:
        bot = bots[episode.seat]
        choice = episode.choose(bot)
        answers.append(
            _Answer(
                seat=episode.seat,
                decision=episode.decision,
                kind="bot",
                bot=bot,
                by_default=False,
                view=encode(rules.view_json(episode.view)),
                legal=tuple(rules.notation(action) for action in episode.legal),
                chosen=rules.notation(choice),
            )
        )
        episode.play(choice)
    about = rules.describe()
    outcome = outcome_json(episode.outcome(), ())
    cards = catalogue_sha256(about.cards)
    return _rows(_Match(sha256_hex(seed), about.id, about.version, cards, complete, outcome), answers)


def _rows(match: _Match, answers: Sequence[_Answer]) -> Iterator[Decision]:
    options = canonical(match.options).decode()
    results = match.outcome["results"]
    shares = win_shares([result["rank"] for result in results])
    for answer in answers:
        result = results[answer.seat]
        yield Decision(
            match=match.id,
            ruleset=match.ruleset,
            version=match.version,
            catalogue_sha256=match.catalogue_sha256,
            options=options,
            seats=len(results),
            seat=answer.seat,
            decision=answer.decision,
            kind=answer.kind,
            bot=answer.bot,
            by_default=answer.by_default,
            observation=answer.view.decode(),
            legal=answer.legal,
            chosen=answer.chosen,
            chosen_index=answer.legal.index(answer.chosen),
            score=result["score"],
            rank=result["rank"],
            share=shares[answer.seat],
            reason=match.outcome["reason"],
        )
