"""Bot turns: plays house bots, the seats that were resigned, and decisions whose time is over."""

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache

from services.engine.clocks import Forfeit, PlayByBot, PlayDefault, TakeOver, is_over
from services.engine.engine import Engines
from services.engine.fairness import CommitmentDocument, bot_seed, bot_seed_v1, bots_chance
from services.errors import Reason, Refusal
from services.matches.expiry import abort_reason
from services.matches.ids import is_match_id
from services.matches.judge import AutomaticPlayer, Judge
from services.matches.match import Status
from services.matches.match_lifecycle import (
    aborted,
    awaits_platform,
    not_before,
    resigned,
    starts_by_itself,
    taken_over,
)
from services.matches.match_record import LoadedMatch, MatchRecord
from services.matches.match_start import start
from services.matches.outbox import OutboxKind
from services.matches.store import MatchStore
from services.matches.time_credits import give_back
from services.platform_time import platform_ms
from services.telemetry import metrics

_MOVED_ON = (Reason.DECISION_ALREADY_ANSWERED, Reason.DECISION_NOT_ASKED, Reason.MATCH_ENDED, Reason.NOT_YOUR_SEAT)
"""Refusals which say that somebody else was first: another worker, the player, the end."""


@dataclass(frozen=True, slots=True)
class TurnsPlayed:
    """What :meth:`BotTurns.play_turns` did: how many decisions it played, and whether more wait. If so, it has written
    an outbox entry for them."""

    played: int
    more: bool


class BotTurns:
    """Plays for the platform, through the same judge as everybody. Safe to use from several threads and processes: a
    turn that two workers play at once is played once.

    ``slot``: held while a match of a ruleset is played, see :meth:`services.engine.bulkhead.ProcessBulkhead.slot`.
    """

    def __init__(
        self,
        store: MatchStore,
        engines: Engines,
        *,
        now_ms: Callable[[], int] = platform_ms,
        slot: Callable[[str], AbstractContextManager[None]] = lambda _: nullcontext(),
    ) -> None:
        self._store = store
        self._slot = slot
        self._engines = engines
        self._judge = Judge(store, engines, now_ms)
        self._now_ms = now_ms

    def play_turns(
        self, match_id: str, *, budget_seconds: float = 2.0, max_decisions: int = 400, thinks: bool = True
    ) -> TurnsPlayed:
        """Play the decisions of house bots and resigned seats until none is pending or the budget is spent. A match
        whose last seat was taken and that has not started is started first. ``thinks``: whether bots that search are
        played here; otherwise the match is handed to the queue of those who do.

        Raises:
            Refusal: what an engine refuses; ``BUSY``.
        """
        loaded, overdue = self._load(match_id), 0
        if thinks and loaded is not None and self._overdue_seat(loaded) is not None:
            overdue = self.play_overdue(match_id)
            loaded = self._load(match_id)
        if loaded is None or not awaits_platform(loaded.match):
            return TurnsPlayed(overdue, more=False)
        with self._slot(loaded.match.ruleset):
            done = self._play_turns(loaded, time.monotonic() + budget_seconds, max_decisions, thinks=thinks)
        return TurnsPlayed(overdue + done.played, done.more)

    def _play_turns(self, match: LoadedMatch, until: float, max_decisions: int, *, thinks: bool) -> TurnsPlayed:
        match_id, played = match.match.id, 0
        loaded: LoadedMatch | None = match
        while loaded is not None:
            if starts_by_itself(loaded.match):
                loaded = start(self._store, self._engines, loaded.stored, self._now_ms(), by_platform=True)
                loaded = loaded or self._load(match_id)
                continue
            seat = _next_seat(loaded)
            if seat is None:
                return TurnsPlayed(played, more=False)
            is_spent = played >= max_decisions or time.monotonic() >= until
            if is_spent or (not thinks and self._searches(loaded, seat)):
                kind = OutboxKind.THINK if self._searches(loaded, seat) else OutboxKind.TURN
                self._store.request_bot_turn(loaded.stored, kind)
                return TurnsPlayed(played, more=True)
            after = self._play(loaded, seat, self._chosen_action(loaded, seat), AutomaticPlayer.BOT)
            played += after is not None
            loaded = after or self._load(match_id)
        return TurnsPlayed(played, more=False)

    def play_overdue(self, match_id: str, *, thinks: bool = True) -> int:
        """Do for every seat whose time is over what the match's ``on_time_out`` says, or end the match if everybody has
        gone (:meth:`services.matches.expiry.Expiry.is_abandoned`); returns how often something was done. ``thinks``: as
        for :meth:`play_turns`.

        Raises:
            Refusal: what an engine refuses; ``BUSY``.
        """
        loaded = self._load(match_id)
        if loaded is None or self._overdue_seat(loaded) is None:
            return 0
        done = 0
        with self._slot(loaded.match.ruleset):
            while loaded is not None and (seat := self._overdue_seat(loaded)) is not None:
                if give_back(self._store, loaded.stored, self._now_ms()):
                    loaded = self._load(match_id)
                    continue
                if self._store.expiry.is_abandoned(loaded.stored, seat, self._now_ms()):
                    done += self._store.commit(aborted(loaded.stored, self._now_ms(), abort_reason(loaded.match)))
                    loaded = self._load(match_id)
                    continue
                rule = loaded.match.on_time_out
                if isinstance(rule, PlayByBot) and not thinks and self._is_searching(loaded, rule.bot):
                    self._store.request_bot_turn(loaded.stored, OutboxKind.THINK)
                    return done
                after = self._time_is_over(loaded, seat)
                done += after is not None
                loaded = after or self._load(match_id)
        return done

    def _time_is_over(self, loaded: LoadedMatch, seat: int) -> LoadedMatch | None:
        """The match after what happens when a seat's time is over; None if it is to be read again."""
        match rule := loaded.match.on_time_out:
            case PlayDefault():
                return self._play(loaded, seat, self._default_action(loaded, seat), AutomaticPlayer.CLOCK)
            case PlayByBot():
                return self._play(loaded, seat, self._choice_of(rule.bot, loaded, seat), AutomaticPlayer.CLOCK)
            case TakeOver():
                change = taken_over(loaded.stored, seat, self._now_ms())
            case Forfeit():
                described = self._engines.pinned(loaded.match.pin).describe()
                ends = len(loaded.match.seats) in described.resignation_ends_at
                change = resigned(loaded.stored, seat, self._now_ms(), ends=ends, by_clock=True)
        return LoadedMatch(change.after, loaded.situations) if self._store.commit(change) else None

    def _play(self, loaded: LoadedMatch, seat: int, action: str, mover: AutomaticPlayer) -> LoadedMatch | None:
        """The match after the seat's decision; None if the match is to be read again."""
        decision = loaded.match.decisions[seat]
        assert decision is not None
        try:
            verdict = self._judge.judge(mover, loaded.match.id, seat, decision, action, loaded=loaded)
        except Refusal as refusal:
            if refusal.reason in _MOVED_ON:
                return None
            raise
        return None if verdict is None else verdict.loaded

    def _chosen_action(self, loaded: LoadedMatch, seat: int) -> str:
        """What the platform plays for the seat: what its bot chooses, or the default action for one that has
        resigned."""
        bot = _bot_in(loaded, seat)
        return self._default_action(loaded, seat) if bot is None else self._choice_of(bot, loaded, seat)

    def _choice_of(self, bot: str, loaded: LoadedMatch, seat: int) -> str:
        """What a bot plays. It is given what its seat sees, and randomness that belongs to this decision."""
        decision = loaded.match.decisions[seat]
        assert decision is not None
        situation = loaded.situations[seat]
        legal = [action["notation"] for action in json.loads(situation.legal)]
        seed = _bot_seed(loaded.stored, seat, decision)
        began = time.perf_counter()
        chosen = self._engines.pinned(loaded.match.pin).choose(bot, situation.view, legal, seed)
        metrics.bot_thought(loaded.match.ruleset, bot, time.perf_counter() - began)
        return chosen

    def _searches(self, loaded: LoadedMatch, seat: int) -> bool:
        """Whether who plays the seat takes its time."""
        bot = _bot_in(loaded, seat)
        return bot is not None and self._is_searching(loaded, bot)

    def _is_searching(self, loaded: LoadedMatch, bot: str) -> bool:
        described = self._engines.pinned(loaded.match.pin).describe()
        return any(known.id == bot and known.thinks for known in described.bots)

    def _default_action(self, loaded: LoadedMatch, seat: int) -> str:
        return self._engines.pinned(loaded.match.pin).default(loaded.stored.position, seat)

    def _overdue_seat(self, loaded: LoadedMatch) -> int | None:
        """The first seat whose time is over."""
        now_ms, match = not_before(loaded.stored, self._now_ms()), loaded.match
        return next((seat for seat, clock in enumerate(match.clocks) if is_over(clock, match.grace_ms, now_ms)), None)

    def _load(self, match_id: str) -> LoadedMatch | None:
        return self._store.load_all(match_id) if is_match_id(match_id) else None


def _bot_in(loaded: LoadedMatch, seat: int) -> str | None:
    """The bot that plays a seat of the platform's; None: the default action is played for it."""
    its = loaded.match.seats[seat]
    return None if its.resigned else its.bot or its.taken_over_by


def _bot_seed(stored: MatchRecord, seat: int, decision: int) -> bytes:
    if stored.match.signed_commitment is None:
        return bot_seed_v1(stored.server_seed, seat, decision)
    seeds = tuple(each.client_seed for each in stored.match.seats)
    chance = _bots_chance(stored.match.signed_commitment.document, seeds)
    return bot_seed(stored.server_seed, chance, seat, decision)


@lru_cache(maxsize=4096)
def _bots_chance(document: str, client_seeds: tuple[str | None, ...]) -> bytes:
    return bots_chance(CommitmentDocument.read(document), client_seeds)


def _next_seat(loaded: LoadedMatch) -> int | None:
    """The first seat that a bot has to play."""
    if loaded.match.status is not Status.LIVE:
        return None
    return next((seat for seat in loaded.match.pending if loaded.match.seats[seat].played_by_platform), None)
