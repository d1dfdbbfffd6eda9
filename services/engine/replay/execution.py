"""A match that is played again from its replay and compared with it."""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from services.engine import clocks
from services.engine import options as ruleset_options
from services.engine.engine import Engine, Position, Situation
from services.engine.fairness import (
    COMMITMENT_FORMAT_V1,
    Strict,
    bot_seed,
    bots_chance,
    canonical,
    commitment_v1,
    match_seed_v1,
    promised_match_seed,
    sha256_hex,
)
from services.engine.replay.document import (
    Announcement,
    AnyReplay,
    Replay,
    ReplayDiffers,
    ReplayResignation,
    ReplayStep,
    ReplayTakeover,
    ReplayV1,
)
from services.engine.replay.playthrough import Playthrough
from services.engine.ruleset import Description, JsonObject
from services.engine.unique_names import parse_once
from services.engine.versions import is_served_by, unsupported
from services.errors import Reason, Refusal


@dataclass(frozen=True, slots=True)
class Execution:
    """What :func:`re_execute` found to hold: how many decisions were played again, how many of them a bot of the house
    made again from its own randomness, and how many were the ruleset's default action, as they had to be."""

    decisions: int
    bots: int
    defaults: int


def re_execute(
    replay: AnyReplay, engine: Engine, *, bots_choose_again: bool = True, by_any_version: bool = False
) -> Execution:
    """Play a match again and compare everything with its replay. ``bots_choose_again``: also that each bot of the house
    chooses what it chose; not to be asked of bots that were changed since. ``by_any_version``: the engine may play
    another version of the ruleset, to find out whether that makes any difference.

    Raises:
        ReplayDiffers: the first step that is not as the replay says.
        Refusal: ``UNKNOWN_RULESET`` or ``UNSUPPORTED_VERSION`` if the engine plays another ruleset or another version
            of it; ``BUSY``.
    """
    again = ReExecution(replay, engine, bots_choose_again=bots_choose_again, by_any_version=by_any_version)
    deque(again.decisions(), maxlen=0)
    return again.found


def check_seeds(replay: AnyReplay) -> None:
    """Whether the commitment and the match's seed follow from what they are made of.

    Raises:
        ReplayDiffers: one does not.
    """
    server_seed = bytes.fromhex(replay.server_seed)
    if isinstance(replay, ReplayV1):
        committed = commitment_v1(server_seed)
        seed = match_seed_v1(server_seed, replay.match, replay.client_seeds)
    else:
        document = replay.commitment_document
        if sha256_hex(server_seed) != document.server_seed_sha256:
            raise ReplayDiffers(0, "the server seed is not the one that was committed to")
        committed = document.digest().hex()
        seed = promised_match_seed(document, server_seed, replay.client_seeds)
    if committed != replay.commitment:
        what = "commitment_document" if isinstance(replay, Replay) else "server seed"
        raise ReplayDiffers(0, f"the {what} is not the one that was committed to")
    if replay.seed is not None and seed.hex() != replay.seed:
        raise ReplayDiffers(0, "the match seed does not follow from the other seeds")


def _check_description(replay: Replay, served: Description) -> None:
    """Whether options and bots are those of the ruleset."""
    try:
        complete = ruleset_options.complete(replay.options, served.options)
    except Refusal as refusal:
        wrong = "; ".join(f"{error.pointer[1:]}: {error.detail}" for error in refusal.errors)
        raise ReplayDiffers(0, f"refused ({refusal.reason.name}): {wrong}") from None
    if complete.keys() != replay.options.keys():
        raise ReplayDiffers(0, "an option is missing")
    bots = {bot.id for bot in served.bots}
    planned = [seat.bot for seat in replay.commitment_document.seats]
    for bot in [*planned, *(seat.bot for seat in replay.seats)]:
        if bot is not None and bot not in bots:
            raise ReplayDiffers(0, f"the ruleset has no bot {bot!r}")
    for number, seat in enumerate(replay.seats):
        its_id = f"bot_{replay.ruleset.replace('_', '-')}_{seat.bot}"
        if replay.match is not None and seat.bot is not None and seat.player != its_id:
            raise ReplayDiffers(0, f"seat {number} has not the id of its bot")


def _begin(replay: AnyReplay, engine: Engine, seed: bytes) -> Playthrough:
    try:
        return Playthrough(engine, len(replay.seats), replay.options, seed)
    except Refusal as refusal:
        raise _refused(0, refusal) from refusal


class PlayedAgain(NamedTuple):
    """A decision that was played again: as the replay tells it, and what its seat could know and do when it was asked.
    ``by_default``: the platform played it for a seat that could not answer. ``reached``: the position after it."""

    step: ReplayStep
    situation: Situation
    by_default: bool
    reached: Position


class ReExecution:
    """A match that is played again from its replay, decision by decision: for who does more than compare."""

    def __init__(
        self, replay: AnyReplay, engine: Engine, *, bots_choose_again: bool = True, by_any_version: bool = False
    ) -> None:
        """Compares what can be compared before the match is played. Parameters and errors: as :func:`re_execute`."""
        check_seeds(replay)
        served = engine.describe()
        if served.id != replay.ruleset:
            raise Refusal(Reason.UNKNOWN_RULESET)
        if not by_any_version and not is_served_by(replay.pin, served):
            raise unsupported(replay.pin, [served])
        if isinstance(replay, Replay):
            _check_description(replay, served)
        self._bots_choose_again = bots_choose_again
        self._replay = replay
        self._engine = engine
        self._announcements: dict[int, list[Announcement]] = {}
        for told in replay.announcements if isinstance(replay, Replay) else replay.resignations:
            self._announcements.setdefault(told.rev, []).append(told)
        self._taken_over: set[int] = set()
        self._decisions = 0
        self._bots = 0
        self._defaults = 0

    @property
    def found(self) -> Execution:
        """What was found to hold so far."""
        return Execution(self._decisions, self._bots, self._defaults)

    def decisions(self) -> Iterator[PlayedAgain]:
        """Every decision in order. The replay holds if the iteration comes to its end; until then, nothing is sure.

        Raises:
            ReplayDiffers, Refusal: as :func:`re_execute`.
        """
        replay = self._replay
        if replay.start is None or replay.seed is None:
            return
        match = _begin(replay, self._engine, bytes.fromhex(replay.seed))
        _compare(0, replay.start, match.start)
        self._announce(match, 0)
        for step in replay.steps:
            situation = match.step.situation(step.seat)
            stand_in = self._stand_in(match, step)
            by_default = stand_in is None and (step.time_ran_out is not None or step.seat in match.resigned)
            self._play(match, step, stand_in=stand_in, by_default=by_default)
            yield PlayedAgain(step, situation, by_default or stand_in is not None, match.step.position)
            self._announce(match, step.rev)
        end = len(replay.steps) + 1
        _check_end(replay, match, end)
        if sha256_hex(match.step.position.state) != replay.final_state_sha256:
            raise ReplayDiffers(end, "the last state differs")

    def _stand_in(self, match: Playthrough, told: ReplayStep) -> str | None:
        """The bot of the house that decides for a seat whose time is over, if one does."""
        if not isinstance(self._replay, Replay) or told.seat in match.resigned:
            return None
        taken_over = told.seat in self._taken_over
        return (
            clocks.bot_of(self._replay.commitment_document.on_time_out)
            if taken_over or told.time_ran_out is not None
            else None
        )

    def _announce(self, match: Playthrough, rev: int) -> None:
        """What happened after a step other than actions."""
        for told in self._announcements.get(rev, ()):
            if match.outcome is not None:
                what = "a seat resigns" if isinstance(told, ReplayResignation) else "something is announced"
                raise ReplayDiffers(rev, f"{what} after the end")
            if isinstance(told, ReplayResignation):
                _resign(self._replay, match, told)
                continue
            if isinstance(told, ReplayTakeover):
                self._taken_over.add(told.seat)
            _compare(rev, told, match.announce(told))

    def _play(self, match: Playthrough, told: ReplayStep, *, stand_in: str | None, by_default: bool) -> None:
        if match.outcome is not None:
            raise ReplayDiffers(told.rev, "the match has ended before")
        try:
            if isinstance(self._replay, Replay):
                self._check_mover(self._replay, match, told, stand_in=stand_in, by_default=by_default)
            made = match.play(told.seat, told.action)
        except Refusal as refusal:
            raise _refused(told.rev, refusal) from refusal
        _compare(told.rev, told, made)
        if isinstance(self._replay, Replay) and told.time_ran_out not in (None, _told_to(self._replay, match)):
            raise ReplayDiffers(told.rev, "time_ran_out differs")
        self._decisions += 1

    def _check_mover(
        self, replay: Replay, match: Playthrough, told: ReplayStep, *, stand_in: str | None, by_default: bool
    ) -> None:
        """Whether the seat's bot, or the platform for a seat that could not answer, would have played this."""
        seen = match.step.situation(told.seat)
        bot = stand_in or replay.seats[told.seat].bot
        if told.given is not None:
            if bot is not None or by_default:
                raise ReplayDiffers(told.rev, "given: nobody has sent this action")
            self._check_given(match, told, told.given)
        if told.seat not in match.step.pending:
            return  # the engine refuses it
        if by_default:
            self._defaults += 1
            if self._engine.default(match.step.position, told.seat) != told.action:
                raise ReplayDiffers(told.rev, "action: it is not the ruleset's default")
        elif bot is not None and self._bots_choose_again:
            self._bots += 1
            legal = [entry["notation"] for entry in json.loads(seen.legal)]
            chance = bots_chance(replay.commitment_document, replay.client_seeds)
            seed = bot_seed(bytes.fromhex(replay.server_seed), chance, told.seat, told.decision)
            if self._engine.choose(bot, seen.view, legal, seed) != told.action:
                raise ReplayDiffers(told.rev, f"action: the bot {bot!r} chooses another")

    def _check_given(self, match: Playthrough, told: ReplayStep, given: str) -> None:
        """Whether the form in which an action was sent is another form of that action."""
        try:
            sent = parse_once(given)
        except (ValueError, RecursionError):
            sent = None
        if not isinstance(sent, dict) or _comparable(sent) != given:
            raise ReplayDiffers(told.rev, "given: is no action in canonical form")
        notation, _ = self._engine.play(match.step.position, told.seat, sent)
        if notation != told.action or given == _comparable(told.structured):
            raise ReplayDiffers(told.rev, "given: is not another form of the action")


def _comparable(action: JsonObject) -> str:
    """An action as the platform keeps the form in which it was sent."""
    return json.dumps(action, separators=(",", ":"), sort_keys=True)


def _check_end(replay: AnyReplay, match: Playthrough, end: int) -> None:
    if isinstance(replay, Replay) and replay.status == "aborted":
        if match.outcome is not None:
            raise ReplayDiffers(end, "the match has ended before it was aborted")
        return
    if match.outcome is None:
        raise ReplayDiffers(end, "the match has not ended")
    if replay.outcome is None or canonical(match.outcome) != canonical(replay.outcome):
        raise ReplayDiffers(end, "outcome differs")


def _resign(replay: AnyReplay, match: Playthrough, told: ReplayResignation) -> None:
    if replay.seats[told.seat].bot is not None:
        raise ReplayDiffers(told.rev, "a bot of the house does not resign")
    _compare(told.rev, told, match.resign(told.seat))


def _told_to(replay: Replay, match: Playthrough) -> str:
    """Who is told that time ran out on the decision that was answered last. When the time of a turn is over is public;
    in format 1 of the commitment, when that of a decision is over was so only if all could see when it was asked."""
    is_old = replay.commitment_document.format == COMMITMENT_FORMAT_V1
    return "all" if (match.known_to_all if is_old else match.seen_to_act) else "seat"


def _refused(step: int, refusal: Refusal) -> Exception:
    """What a refusal means: a service that cannot be reached says nothing about the replay."""
    if refusal.reason in (Reason.BUSY, Reason.INTERNAL):
        return refusal
    return ReplayDiffers(step, f"refused ({refusal.reason.name}): {refusal.detail}")


def _compare(step: int, told: Strict, made: Strict) -> None:
    """Compare all that does not depend on people's clocks and ways of writing. As JSON, where ``true`` is not 1."""
    a, b = told.model_dump(mode="json"), made.model_dump(mode="json")
    for name in a:
        if name not in ("at", "given", "time_ran_out", "reason") and canonical(a[name]) != canonical(b[name]):
            raise ReplayDiffers(step, f"{name} differs")
