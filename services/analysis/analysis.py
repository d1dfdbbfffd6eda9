"""What can be done with a position: it is looked at, played on, chosen in by bots, and searched.

Nothing is kept of a position: whoever asks sends it along. Bots are given what their seat sees of it, and nothing else.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from services.analysis.searches import SearchAnswer, Searches, SearchRequest
from services.analysis.stumbles import position_at_fault
from services.engine.chance import SEED_BYTES
from services.engine.engine import Engine, Engines, Position, RulesetVersion, Situation, Step
from services.engine.ruleset import BotInfo, JsonObject
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.assistance import check_imagines
from services.matches.matches import Matches

DEFAULT_ITERATIONS: Final = 200
MOST_ITERATIONS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot was asked in a position: whose decision it is, with its legal actions as the engine tells them, and
    the search by which it is answered, or the answer itself. One of the two is there."""

    seat: int
    bot: str
    legal: Sequence[JsonObject]
    search: str | None = None
    answer: SearchAnswer | None = None


class Analysis:
    """Positions that clients send along. Safe to use from several threads."""

    def __init__(
        self,
        matches: Matches,
        engines: Engines,
        searches: Searches,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._matches = matches
        self._engines = engines
        self._searches = searches
        self._entropy = entropy

    def imagine(self, caller: Caller, match_id: str, seat: int, seed: bytes | None) -> Step:
        """A position drawn from those that a seat's view allows, as it is now: a function of the view and of ``seed``,
        32 bytes, which is also the position's own; None: random. Nothing else of the match enters.

        Raises:
            Refusal: as :meth:`Matches.view`; ``MATCH_NOT_LIVE``: it has not started; ``NO_ASSISTANCE``.
        """
        match = self._matches.get(caller, match_id)
        check_imagines(match, caller)
        self._matches.check_help(caller, match.ruleset)
        view = self._matches.view(caller, match_id, seat).view
        if view is None:
            raise Refusal(Reason.MATCH_NOT_LIVE, "The match has not started.")
        engine = self._engines.pinned(match.pin)
        return engine.observe(engine.imagine(view, seed or self._entropy(SEED_BYTES)))

    def observe(self, position: Position) -> Step:
        """A position, with what every viewer knows of it.

        Raises:
            Refusal: ``INVALID_FIELD``: it is none of its ruleset; ``UNKNOWN_RULESET``, ``UNSUPPORTED_VERSION``;
                ``BUSY``.
        """
        with position_at_fault(position.ruleset):
            return self._engine(position).observe(position)

    def play(self, caller: Caller, position: Position, seat: int, action: str | JsonObject) -> tuple[str, Step]:
        """The position after a seat's action, and the action's notation.

        Raises:
            Refusal: as :meth:`observe`, also of the position after it; ``MALFORMED_ACTION``, ``ILLEGAL_ACTION``;
                ``NO_ASSISTANCE``.
        """
        self._matches.check_help(caller, position.ruleset)
        with position_at_fault(position.ruleset):
            return play_on(self._engine(position), position, seat, action)

    def choose(self, caller: Caller, position: Position, seat: int, bot: str, seed: bytes | None) -> Question:
        """What a bot plays for a seat. ``seed``: its own randomness, 32 bytes; None: it follows from what the seat
        sees. A bot that searches is asked by a search.

        Raises:
            Refusal: as :meth:`observe`; ``ILLEGAL_ACTION``: the seat has nothing to decide; ``UNKNOWN_BOT``;
                ``NO_ASSISTANCE``; as :meth:`Searches.ask`.
        """
        self._matches.check_help(caller, position.ruleset)
        engine, situation = self._deciding(position, seat)
        legal = json.loads(situation.legal)
        known = _bot(engine, bot)
        request = _request(position, situation, legal, bot, seed)
        if known.thinks:
            return Question(seat, bot, legal, search=self._searches.ask(caller, request))
        with position_at_fault(position.ruleset):
            choice = engine.choose(bot, request.view, list(request.legal), request.seed)
        return Question(seat, bot, legal, answer=SearchAnswer(choice=choice))

    def explain(
        self, caller: Caller, position: Position, seat: int, bot: str | None, iterations: int, seed: bytes | None
    ) -> Question:
        """What a bot that searches finds of each legal action of a seat. ``bot``: None for the ruleset's first.
        ``seed``: as for :meth:`choose`.

        Raises:
            Refusal: as :meth:`choose`; ``UNKNOWN_BOT``: the bot, or the ruleset, does not search.
        """
        self._matches.check_help(caller, position.ruleset)
        engine, situation = self._deciding(position, seat)
        legal = json.loads(situation.legal)
        thinking = [known.id for known in engine.describe().bots if known.thinks]
        asked = bot or next(iter(thinking), "")
        if asked not in thinking:
            told = f"Those that search: {', '.join(thinking)}." if thinking else "No bot of the ruleset searches."
            raise Refusal(Reason.UNKNOWN_BOT, told, errors=(FieldError("/bot", told),))
        request = _request(position, situation, legal, asked, seed, iterations)
        return Question(seat, asked, legal, search=self._searches.ask(caller, request))

    def answer(self, question: Question) -> SearchAnswer | None:
        """What a bot has answered; None: it still searches.

        Raises:
            Refusal: what its search was refused for; ``BUSY``.
        """
        return question.answer if question.search is None else self._searches.answer(question.search)

    def _engine(self, position: Position) -> Engine:
        return self._engines.pinned(RulesetVersion(position.ruleset, position.version))

    def _deciding(self, position: Position, seat: int) -> tuple[Engine, Situation]:
        """What a seat that must decide knows of a position."""
        step = self.observe(position)
        if seat not in step.pending:
            errors = (FieldError("/seat", "has nothing to decide"),)
            raise Refusal(Reason.ILLEGAL_ACTION, "The seat has nothing to decide now.", errors)
        return self._engine(position), step.situation(seat)


def play_on(engine: Engine, position: Position, seat: int, action: str | JsonObject) -> tuple[str, Step]:
    """The position after a seat's action, and the action's notation. A hand-made position may have a counter at its
    bound, from which an action goes on to a position that no operation takes: so the next one is read before it is
    told.

    Raises:
        Refusal: as :meth:`Engine.play`; ``MALFORMED_POSITION``: of the next position.
    """
    notation, step = engine.play(position, seat, action)
    # An engine remembers what it has just answered; under another seed it reads the bytes.
    engine.observe(step.position._replace(seed=hashlib.sha256(position.seed).digest()))
    return notation, step


def _bot(engine: Engine, bot: str) -> BotInfo:
    found = next((known for known in engine.describe().bots if known.id == bot), None)
    if found is None:
        raise Refusal(Reason.UNKNOWN_BOT, errors=(FieldError("/bot", "there is no such bot"),))
    return found


def _request(
    position: Position,
    situation: Situation,
    legal: Sequence[JsonObject],
    bot: str,
    seed: bytes | None,
    iterations: int | None = None,
) -> SearchRequest:
    return SearchRequest(
        version=RulesetVersion(position.ruleset, position.version),
        bot=bot,
        view=situation.view,
        legal=tuple(action["notation"] for action in legal),
        seed=seed or _own_seed(bot, situation.view),
        iterations=iterations,
    )


def _own_seed(bot: str, view: bytes) -> bytes:
    """A bot's randomness where nobody has given any."""
    return hashlib.sha256(b"%s\0%s" % (bot.encode(), view)).digest()
