"""Matches that were played with one version of a ruleset, played again by another: what would be different?"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from redis import Redis

from services.archive import Archive
from services.engine import replay
from services.engine.engine import Engine, Situation
from services.engine.replay import AnyReplay, Replay, ReplayDiffers
from services.engine.ruleset import JsonObject
from services.engine.versions import is_served_by
from services.errors import Reason, Refusal
from services.matches.event_log import MatchLogEntry
from services.matches.match_record import LoadedMatch
from services.matches.replays import unsigned
from services.matches.store import MatchStore
from services.matches.version_usage import live_ids

_PAGE: Final = 100
_ATTEMPTS: Final = 5
"""How often a match is read again that goes on while it is read."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a match comes out differently. ``step``: the number of the decision, 0: the start, one more than there are:
    the position at the end. ``action``: what was played there, in the ruleset's notation; ``rule``: what kind of action
    that is, such as ``place``; None at start and end. ``what`` differs."""

    match_id: str
    version: str
    step: int
    what: str
    action: str | None = None
    rule: str | None = None

    def __str__(self) -> str:
        played = "" if self.action is None else f", `{self.action}`"
        return f"step {self.step}{played}: {self.what}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A match that was played again. ``decisions``: of how many decisions. ``unchecked``: why it could not be played
    again, None if it was."""

    match_id: str
    is_live: bool
    decisions: int = 0
    divergence: Divergence | None = None
    unchecked: str | None = None


class Canary:
    """Plays matches again by a candidate. Reads, and changes nothing."""

    def __init__(
        self, redis: Redis, store: MatchStore, archive: Archive, candidate: Engine, *, bots_choose_again: bool
    ) -> None:
        self._redis = redis
        self._store = store
        self._archive = archive
        self._candidate = candidate
        self._ruleset = candidate.describe().id
        self._bots_choose_again = bots_choose_again

    def live(self) -> Iterator[Comparison]:
        """Every live match, whichever version plays it.

        Raises:
            Refusal: ``BUSY``: the candidate, or the live state, cannot be reached.
        """
        for match_id in live_ids(self._redis, self._ruleset):
            read = read_consistently(self._store, match_id)
            if read is not None:
                yield self._compare_live(*read)

    def archived(self, at_most: int) -> Iterator[Comparison]:
        """The last archived matches, newest first, those that were aborted before their start left out.

        Raises:
            Refusal: ``BUSY``: the candidate, or the archive, cannot be reached.
        """
        found, before = 0, None
        while found < at_most:
            page = self._archive.list(limit=_PAGE, before=before, ruleset=self._ruleset)
            for document in page[: at_most - found]:
                data = self._archive.replay(document["id"])
                told = replay.read(data) if data else None
                if told is not None and told.start is not None:
                    found += 1
                    divergence = self._divergence(told, document["id"])
                    yield Comparison(document["id"], is_live=False, decisions=len(told.steps), divergence=divergence)
            if len(page) < _PAGE:
                return
            before = page[-1]["id"]

    def _compare_live(self, loaded: LoadedMatch, entries: Sequence[MatchLogEntry]) -> Comparison:
        match = loaded.match
        if match.signed_commitment is None:
            return Comparison(match.id, is_live=True, unchecked="it was created before commitments were documents")
        told = unsigned(loaded.stored, entries)
        divergence = self._divergence(told, match.id) or position_divergence(loaded, self._candidate)
        return Comparison(match.id, is_live=True, decisions=len(told.steps), divergence=divergence)

    def _divergence(self, told: AnyReplay, match_id: str) -> Divergence | None:
        return divergence_of(told, match_id, self._candidate, bots_choose_again=self._bots_choose_again)


def divergence_of(
    told: AnyReplay, match_id: str, candidate: Engine, *, bots_choose_again: bool = False
) -> Divergence | None:
    """Where a match comes out differently when a candidate plays it again from its beginning; None: nowhere. No
    candidate of the match's own version with other cards plays the match on, whatever comes out.

    Raises:
        Refusal: ``BUSY``, ``INTERNAL``: the candidate cannot be asked.
    """
    try:
        replay.re_execute(
            told, candidate, bots_choose_again=bots_choose_again and isinstance(told, Replay), by_any_version=True
        )
    except ReplayDiffers as differs:
        action, rule = None, None
        if 1 <= differs.step <= len(told.steps):
            step = told.steps[differs.step - 1]
            action, rule = step.action, ".".join(sorted(step.structured))
        return Divergence(match_id, told.version, differs.step, differs.what, action, rule)
    served = candidate.describe()
    if served.version == told.last_version and not is_served_by(told.pin, served):
        return Divergence(match_id, told.version, 0, "the candidate has other cards than the match was dealt with")
    return None


def position_divergence(loaded: LoadedMatch, candidate: Engine) -> Divergence | None:
    """Where what viewers see and may do now would differ; labels of actions may. None: nowhere.

    Raises:
        Refusal: ``BUSY``, ``INTERNAL``: the candidate cannot be asked.
    """
    stored, match = loaded.stored, loaded.match
    end = stored.rev + 1
    position = stored.position._replace(version=candidate.describe().version)
    try:
        step = candidate.observe(position)
    except Refusal as refusal:
        if refusal.reason in (Reason.BUSY, Reason.INTERNAL):
            raise
        return Divergence(match.id, match.ruleset_version, end, f"refused ({refusal.reason.name}): {refusal.detail}")
    for situation in step.situations:
        told = loaded.situations.get(situation.viewer)
        whose = "the spectators" if situation.viewer < 0 else f"seat {situation.viewer}"
        if told is None or json.loads(told.view) != json.loads(situation.view):
            return Divergence(match.id, match.ruleset_version, end, f"the view of {whose} differs")
        if _actions(told) != _actions(situation):
            return Divergence(match.id, match.ruleset_version, end, f"the legal actions of {whose} differ")
    return None


def read_consistently(store: MatchStore, match_id: str) -> tuple[LoadedMatch, list[MatchLogEntry]] | None:
    """A live match and its log as they were at one moment; None if it is not live any more.

    Raises:
        Refusal: ``BUSY``: it goes on all the time, or the live state cannot be reached.
    """
    for _ in range(_ATTEMPTS):
        loaded = store.load_all(match_id)
        if loaded is None or loaded.stored.state is None or loaded.match.status.ended:
            return None
        entries = store.read_log(match_id)
        if entries and (entries[-1].rev, entries[-1].notice) == (loaded.stored.rev, loaded.stored.notice):
            return loaded, entries
    raise Refusal(Reason.BUSY, f"The match {match_id} goes on while it is read.")


def _actions(situation: Situation) -> list[tuple[str, JsonObject]]:
    return [(action["notation"], action["action"]) for action in json.loads(situation.legal)]
