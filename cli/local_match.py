"""A match between bots in this process: no server, no storage, no clock."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from services.engine.engine import Engine, Step
from services.engine.replay import Recording, Replay, ReplaySeat
from services.engine.ruleset import OptionValue


@dataclass(frozen=True, slots=True)
class Move:
    """A decision that was played: the seat's ``decision``-th, its action in notation and in words, and what came of
    it."""

    seat: int
    decision: int
    action: str
    label: str
    step: Step


class LocalMatch:
    """One match. The same seed, bots and options always give the same match and the same replay."""

    def __init__(
        self, engine: Engine, bots: Sequence[str], options: Mapping[str, OptionValue], server_seed: bytes
    ) -> None:
        """``bots``: a bot id per seat. ``options`` names those that are set. ``server_seed``: 32 bytes.

        Raises:
            Refusal: the ruleset is not played like this.
        """
        self.bots = tuple(bots)
        self._engine = engine
        self._recording = Recording(
            engine,
            seats=[ReplaySeat(name=bot, kind="bot", bot=bot) for bot in bots],
            options=options,
            server_seed=server_seed,
            catalogue_sha256=engine.describe().catalogue_sha256 or None,
        )

    @property
    def step(self) -> Step:
        """The step that was reached last."""
        return self._recording.step

    def moves(self) -> Iterator[Move]:
        """Play on until the match has ended, as the platform does: of several seats that must decide, the first goes
        first; each bot sees its seat's view and nothing else.

        Raises:
            Refusal: ``UNKNOWN_BOT``.
        """
        decided = [0] * len(self.bots)
        while self.step.pending:
            seat = self.step.pending[0]
            decided[seat] += 1
            yield self._move(seat, decided[seat])

    def replay(self) -> Replay:
        """The replay of the match, which must have ended. It holds no times: nobody looked at a clock."""
        return self._recording.replay()

    def _move(self, seat: int, decision: int) -> Move:
        seen = self.step.situation(seat)
        labels = {action["notation"]: action["label"] for action in json.loads(seen.legal)}
        randomness = self._recording.bot_seed(seat, decision)
        choice = self._engine.choose(self.bots[seat], seen.view, list(labels), randomness)
        played = self._recording.play(seat, choice)
        return Move(seat, played.decision, played.action, labels[played.action], self.step)
