"""A match of a series, played: the bare loop over a ruleset and its bots, without documents on the way.

It is the same match, move for move, as a server plays it from the same commitment: of several seats that must decide,
the first goes first; each bot sees its seat's view and nothing else, and draws from a seed of its own in each decision.
Only here a ruleset's own bot is not asked where it has no choice: it keeps no state, so nothing else follows from that.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from operator import index
from typing import Any, Final

from services.engine.chance import Chance, DeferredChance, SeededChance
from services.engine.fairness import (
    COMMITMENT_FORMAT_V1,
    BotSeeds,
    CommitmentDocument,
    PlannedSeat,
    SeriesReference,
    deal_seed,
    series_match_seed,
    sha256_hex,
)
from services.engine.in_process import InProcessEngine
from services.engine.registry import AnyRuleset
from services.engine.replay import Recording, Replay, ReplaySeat
from services.engine.roster import Roster
from services.engine.ruleset import SPECTATOR, Bot, JsonObject
from services.series.designs import Table
from services.series.document import SeriesDocument, UnplayableSeries, check_playable
from services.series.promises import Extension, SeriesSeeds
from services.series.results import MatchResult

BOT_FAILED: Final = "bot_failed"
"""A bot raised an exception."""
ILLEGAL_CHOICE: Final = "illegal_choice"
"""A bot chose what was not offered."""
TOO_LONG: Final = "too_long"
"""The match went on beyond the ruleset's ``max_decisions``."""
RULESET_FAILED: Final = "ruleset_failed"
"""The ruleset raised an exception, or ended the match without a result."""


class MatchFailed(Exception):
    """A match cannot go on. ``kind``: one of the constants above. The cause is the exception that was raised."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind


class PlayedOtherwise(UnplayableSeries):
    """A match comes to another result than the one that is kept. The message names it."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"match {number} comes to another result here than when the series was played: rules, cards or bots have "
            "changed"
        )


class Player:
    """Plays the matches of one series."""

    def __init__(
        self,
        rules: AnyRuleset,
        document: SeriesDocument,
        series_seed: bytes,
        roster: Roster | None = None,
        *,
        extensions: Sequence[Extension] = (),
    ) -> None:
        """``series_seed``: 32 bytes. ``roster``: the bots that may take part. None: the ruleset's own. ``extensions``:
        by which the series was made longer, each with a seed of its own.

        Raises:
            UnplayableSeries: the ruleset cannot play it, or has other cards, or a seed is not the one that was
                committed to.
        """
        if roster is None:
            roster = Roster.of(rules)
        check_playable(document, roster.description)
        self._seeds = SeriesSeeds.of(document, series_seed, extensions)
        self._rules = rules
        self._roster = roster
        self._document = document
        self._sha256 = document.digest().hex()
        self._max_decisions = roster.description.max_decisions
        self._bots = [roster.bots[entrant.bot] for entrant in document.entrants]
        of_house = rules.bots()
        self._are_of_house = [entrant.bot in of_house for entrant in document.entrants]
        self._planned = [PlannedSeat(kind="bot", player=None, bot=entrant.bot) for entrant in document.entrants]

    def play(self, table: Table) -> MatchResult:
        """A match's result. A match that fails has one, too."""
        try:
            return self._play(table)
        except MatchFailed as failed:
            return MatchResult(number=table.number, deal=table.deal, entrants=table.entrants, error=failed.kind)
        except Exception:
            return MatchResult(number=table.number, deal=table.deal, entrants=table.entrants, error=RULESET_FAILED)

    def replay(self, table: Table, kept: MatchResult | None = None) -> Replay:
        """The replay of a match, which is played again for it. ``kept``: its result, if it was played before.

        Raises:
            MatchFailed: a bot or the ruleset fails in it, or it does not end.
            PlayedOtherwise: it comes to another result.
        """
        bots = [self._document.entrants[entrant].bot for entrant in table.entrants]
        engine: InProcessEngine[Any, Any, Any] = InProcessEngine(self._rules, self._roster)
        recording = Recording(
            engine,
            seats=[ReplaySeat(name=bot, kind="bot", bot=bot) for bot in bots],
            options=self._document.options,
            server_seed=self._server_seed(table),
            catalogue_sha256=self._document.catalogue_sha256,
            series=self._reference(table),
        )
        if self._play(table, recording=recording) != kept and kept is not None:
            raise PlayedOtherwise(table.number)
        return recording.replay()

    def told(self, table: Table, kept: MatchResult) -> list[JsonObject]:
        """What a spectator is told of a match, event by event. It is played again for it. ``kept``: its result.

        Raises:
            PlayedOtherwise: it comes to another one.
        """
        told: list[JsonObject] = []
        made = None
        with suppress(Exception):
            made = self._play(table, told=told)
        if made != kept:
            raise PlayedOtherwise(table.number)
        return told

    def _play(
        self, table: Table, *, recording: Recording | None = None, told: list[JsonObject] | None = None
    ) -> MatchResult:
        rules = self._rules
        server_seed = self._server_seed(table)
        commitment = self._commitment(table, server_seed)
        bot_seeds = BotSeeds(server_seed, commitment.digest())
        seats = [self._bots[entrant] for entrant in table.entrants]
        are_of_house = [self._are_of_house[entrant] for entrant in table.entrants]
        options = dict(self._document.options)
        state, events = rules.start(len(seats), options, SeededChance(series_match_seed(server_seed, commitment)))
        if told is not None:
            told += self._shares(events)
        decided = [0] * len(seats)
        decisions = 0
        while pending := rules.pending(state):
            if decisions == self._max_decisions:
                raise MatchFailed(TOO_LONG, f"the match goes on after {decisions} decisions")
            seat = pending[0]
            decisions += 1
            decided[seat] += 1
            legal = rules.legal(state, seat)
            if len(legal) == 1 and are_of_house[seat]:
                choice = legal[0]
            else:
                chance = DeferredChance(partial(bot_seeds.seed, seat, decided[seat]))
                view = rules.observe(state, seat)
                choice = _choice(seats[seat], view, legal, chance, seat, decided[seat])
            events = rules.play(state, seat, choice)
            if told is not None:
                told += self._shares(events)
            if recording is not None:
                recording.play(seat, rules.notation(choice))
        outcome = rules.outcome(state)
        if outcome is None:
            raise MatchFailed(RULESET_FAILED, "nobody must decide, and there is no result")
        return MatchResult(
            number=table.number,
            deal=table.deal,
            entrants=table.entrants,
            ranks=tuple([result.rank for result in outcome.results]),
            scores=tuple([result.score for result in outcome.results]),
            breakdowns=tuple([result.breakdown for result in outcome.results]),
            reason=outcome.reason,
            decisions=decisions,
            final_state_sha256=sha256_hex(rules.dump(state)),
        )

    def _shares(self, events: Iterable[Any]) -> list[JsonObject]:
        shares = [self._rules.share(event, SPECTATOR) for event in events]
        return [share for share in shares if share is not None]

    def _server_seed(self, table: Table) -> bytes:
        return deal_seed(self._seeds.of_match(table.number), table.deal)

    def _reference(self, table: Table) -> SeriesReference:
        return SeriesReference(sha256=self._sha256, match=table.number, deal=table.deal)

    def _commitment(self, table: Table, server_seed: bytes) -> CommitmentDocument:
        """What a match of the series was committed to: as :class:`services.engine.replay.Recording` has it."""
        return CommitmentDocument(
            format=COMMITMENT_FORMAT_V1,
            match=None,
            creator=None,
            created_at=None,
            ruleset=self._document.ruleset,
            ruleset_version=self._document.ruleset_version,
            catalogue_sha256=self._document.catalogue_sha256,
            options=self._document.options,
            seats=tuple([self._planned[entrant] for entrant in table.entrants]),
            start_rule="when_full",
            visibility="public",
            decision_seconds=None,
            spectator_delay_seconds=0,
            server_seed_sha256=sha256_hex(server_seed),
            series=self._reference(table),
        )


def _choice(
    bot: Bot[Any],
    view: Any,  # noqa: ANN401 - any ruleset's
    legal: list[int],
    chance: Chance,
    seat: int,
    decision: int,
) -> int:
    """What the bot in a seat chooses in its decision of a number.

    Raises:
        MatchFailed: it fails, or chooses what it may not.
    """
    try:
        # As the number that it is: True and 1.0 are equal to 1, and would be told otherwise.
        choice = int(index(bot.choose(view, legal.copy(), chance)))
        is_legal = choice in legal
    except Exception as error:
        raise MatchFailed(BOT_FAILED, f"the bot in seat {seat} fails in decision {decision}") from error
    if not is_legal:
        raise MatchFailed(ILLEGAL_CHOICE, f"the bot in seat {seat} chooses {choice!r} of {legal}")
    return choice
