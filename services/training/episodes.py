"""A match that is played by code in this process, one decision after the other."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Generic, TypeVar

from services.engine import options as ruleset_options
from services.engine.chance import DeferredChance, SeededChance
from services.engine.ruleset import OptionValue, Outcome, Ruleset
from services.errors import FieldError, Reason, Refusal, range_words
from services.training.seeds import bot_seed

NOBODY: Final = -1
"""The seat that must decide when the match is over."""

S = TypeVar("S")
V = TypeVar("V")
E = TypeVar("E")


class Episode(Generic[S, V, E]):
    """A match, and the decision that comes next in it. Of several seats that must decide, the first goes first, as on
    the platform: nobody sees what the others have chosen before all have.

    ``seat``: who must decide, ``NOBODY`` at the end. ``view``: what that seat may know; at the end it stays the last
    one. ``legal``: its legal actions, ascending; not to be changed. ``decision``: the number of its decision, from 1.
    """

    __slots__ = ("_asked", "_rules", "decision", "legal", "seat", "seats", "seed", "state", "view")

    def __init__(self, rules: Ruleset[S, V, E], seats: int, options: Mapping[str, OptionValue], seed: bytes) -> None:
        """Starts the match. ``options``: complete. ``seed``: the match's, 32 bytes. A platform's match with this seed
        deals the same cards."""
        self._rules = rules
        self.seats = seats
        self.seed = seed
        self.state, _ = rules.start(seats, options, SeededChance(seed))
        self._asked = [0] * seats
        self._ask()

    def play(self, action: int) -> None:
        """The action of the seat that must decide.

        Raises:
            services.engine.ruleset.IllegalAction: it is not legal; nothing has changed.
        """
        self._rules.play(self.state, self.seat, action)
        self._ask()

    def choose(self, bot: str) -> int:
        """What a bot of the ruleset chooses for the seat that must decide."""
        chance = DeferredChance(partial(bot_seed, self.seed, self.seat, self.decision))
        return self._rules.bots()[bot].choose(self.view, self.legal.copy(), chance)

    def outcome(self) -> Outcome:
        """The result of a match that is over."""
        outcome = self._rules.outcome(self.state)
        assert outcome is not None
        return outcome

    def _ask(self) -> None:
        rules, state = self._rules, self.state
        pending = rules.pending(state)
        if not pending:
            self.seat, self.legal = NOBODY, []
            return
        self.seat = seat = pending[0]
        self.legal = rules.legal(state, seat)
        self.view = rules.observe(state, seat)
        self._asked[seat] = self.decision = self._asked[seat] + 1


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Each seat's share of the win, from the ranks by seat: 1 for the only winner, an equal part for each of several, 0
    for the others."""
    winners = ranks.count(1)
    return tuple(1 / winners if rank == 1 else 0.0 for rank in ranks)


def complete_options(
    rules: Ruleset[S, V, E], seats: int, options: Mapping[str, OptionValue], bots: Iterable[str]
) -> dict[str, OptionValue]:
    """Every option of a match with its value, if the ruleset has such matches and these bots.

    Raises:
        services.errors.Refusal: ``SEATS_OUT_OF_RANGE``, ``UNKNOWN_BOT``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``.
    """
    about = rules.describe()
    if not about.min_seats <= seats <= about.max_seats:
        wanted = f"must be {range_words(about.min_seats, about.max_seats)}"
        raise Refusal(Reason.SEATS_OUT_OF_RANGE, errors=(FieldError("/seats", wanted),))
    if not rules.bots().keys() >= set(bots):
        raise Refusal(Reason.UNKNOWN_BOT)
    return ruleset_options.complete(options, about.options)
