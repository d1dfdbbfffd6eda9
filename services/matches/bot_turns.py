"""The house: plays its bots, the seats that were resigned, and decisions whose time is over."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from services.engine.engine import Engines
from services.errors import Reason, Refusal
from services.identity.ids import wall_clock_ms
from services.matches.fairness import bot_seed
from services.matches.ids import is_match_id
from services.matches.judge import Judge, Platform
from services.matches.match_lifecycle import starts_by_itself
from services.matches.match_record import LoadedMatch
from services.matches.match_start import start
from services.matches.model import Status
from services.matches.store import MatchStore
from services.telemetry import metrics

_MOVED_ON = (Reason.DECISION_ALREADY_ANSWERED, Reason.DECISION_NOT_ASKED, Reason.MATCH_ENDED, Reason.NOT_YOUR_SEAT)
"""Refusals which say that somebody else was first: another worker, the player, the end."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What :meth:`BotTurns.play_turns` did: how many decisions it played, and whether more wait. If so, it has written
    an outbox entry for them."""

    played: int
    more: bool


class BotTurns:
    """Plays for the platform, through the same judge as everybody. Safe to use from several threads and processes: a
    turn that two workers play at once is played once."""

    def __init__(self, store: MatchStore, engines: Engines, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._engines = engines
        self._judge = Judge(store, engines, now_ms)
        self._now_ms = now_ms

    def play_turns(self, match_id: str, *, budget_seconds: float = 2.0, max_decisions: int = 400) -> Turns:
        """Play the decisions of house bots and resigned seats until none is pending or the budget is spent. A match
        whose last seat was taken and that has not started is started first.

        Raises:
            Refusal: what an engine refuses; ``BUSY``.
        """
        until = time.monotonic() + budget_seconds
        held = self._hold(match_id)
        played = 0
        while held is not None:
            if starts_by_itself(held.match):
                held = start(self._store, self._engines, held.stored, self._now_ms(), by_house=True)
                held = held or self._hold(match_id)
                continue
            seat = _next_seat(held)
            if seat is None:
                return Turns(played, more=False)
            if played >= max_decisions or time.monotonic() >= until:
                self._store.call_house(held.stored)
                return Turns(played, more=True)
            after = self._play(held, seat, self._choice(held, seat), Platform.HOUSE)
            played += after is not None
            held = after or self._hold(match_id)
        return Turns(played, more=False)

    def play_overdue(self, match_id: str) -> int:
        """Play the ruleset's default action for every seat whose time is over; returns for how many.

        Raises:
            Refusal: what an engine refuses; ``BUSY``.
        """
        held = self._hold(match_id)
        played = 0
        while held is not None and (seat := self._overdue_seat(held)) is not None:
            after = self._play(held, seat, self._default(held, seat), Platform.CLOCK)
            played += after is not None
            held = after or self._hold(match_id)
        return played

    def _play(self, held: LoadedMatch, seat: int, action: str, mover: Platform) -> LoadedMatch | None:
        """The match after the seat's decision; None if the match is to be read again."""
        decision = held.match.decisions[seat]
        assert decision is not None
        try:
            verdict = self._judge.judge(mover, held.match.id, seat, decision, action, held=held)
        except Refusal as refusal:
            if refusal.reason in _MOVED_ON:
                return None
            raise
        return None if verdict is None else verdict.held

    def _choice(self, held: LoadedMatch, seat: int) -> str:
        """What the seat plays. A bot is given what its seat sees, and randomness that belongs to this decision."""
        bot = held.match.seats[seat].bot
        if bot is None:
            return self._default(held, seat)
        decision = held.match.decisions[seat]
        assert decision is not None
        situation = held.situations[seat]
        legal = [action["notation"] for action in json.loads(situation.legal)]
        seed = bot_seed(held.stored.server_seed, seat, decision)
        began = time.perf_counter()
        chosen = self._engines.engine(held.match.ruleset).choose(bot, situation.view, legal, seed)
        metrics.bot_thought(held.match.ruleset, bot, time.perf_counter() - began)
        return chosen

    def _default(self, held: LoadedMatch, seat: int) -> str:
        return self._engines.engine(held.match.ruleset).default(held.stored.position, seat)

    def _overdue_seat(self, held: LoadedMatch) -> int | None:
        now = self._now_ms()
        deadlines = enumerate(held.match.deadlines_ms)
        return next((seat for seat, deadline in deadlines if deadline is not None and deadline <= now), None)

    def _hold(self, match_id: str) -> LoadedMatch | None:
        return self._store.hold_all(match_id) if is_match_id(match_id) else None


def _next_seat(held: LoadedMatch) -> int | None:
    """The first seat that the house has to play."""
    if held.match.status is not Status.LIVE:
        return None
    return next((seat for seat in held.match.pending if held.match.seats[seat].played_by_house), None)
