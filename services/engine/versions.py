"""Versions of a ruleset side by side: which engine plays which match.

A match is pinned to the version that dealt it, and to the catalogue of cards of that version. Each target of a ruleset
(this process, or a service) serves one version; a :class:`PinnedEngine` sends each call to a target that serves its
match's. Which version a target serves is what its description says, which may be a minute old: so what a target itself
says about a position counts for more.
"""

import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from services.engine.engine import Engine, ExplainedDecision, Position, RulesetVersion, Step
from services.engine.ruleset import Description, JsonObject, OptionValue
from services.errors import Reason, Refusal

T = TypeVar("T")

UNKNOWN_SECONDS: Final = 1.0
"""After how long a target that could not say what it serves is asked again."""
_START_ATTEMPTS: Final = 4
"""Behind one address there may be services of several versions while they are being replaced: another call may reach
another one."""
_SERVED_LENGTH: Final = 200
_CORE: Final = re.compile(r"\d{1,9}(\.\d{1,9})*", re.ASCII)
_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)

VersionKey = tuple[tuple[int, ...], tuple[tuple[int, int, str], ...], str]


def version_key(version: str) -> VersionKey:
    """By which versions are sorted, the newest last: as semantic versioning has it. ``1.10.0`` is newer than ``1.9.0``,
    and ``1.0.0`` than ``1.0.0-rc.2``. What is no semantic version is older than all that are."""
    core, _, pre = version.partition("+")[0].partition("-")
    if not _CORE.fullmatch(core):
        return (), (), version
    parts = tuple((0, int(part), "") if _NUMBER.fullmatch(part) else (1, 0, part) for part in pre.split(".") if pre)
    return tuple(int(number) for number in core.split(".")), parts or ((2, 0, ""),), version


def version_of(description: Description) -> RulesetVersion:
    """To what a match is pinned that a description's engine deals."""
    return RulesetVersion(description.id, description.version, description.catalogue_sha256)


def is_served_by(pin: RulesetVersion, description: Description) -> bool:
    """Whether what an engine says of itself is that version, with those cards."""
    return description.version == pin.version and pin.catalogue_sha256 in ("", description.catalogue_sha256)


class Target:
    """One place where a ruleset is played, and what it is known to serve."""

    def __init__(self, engine: Engine, place: str = "") -> None:
        """``place``: as the setting has it, for operators."""
        self.engine = engine
        self.place = place
        self._known: Description | None = None
        self._ask_again = 0.0

    def description(self) -> Description | None:
        """What the target serves as far as is known; None: it has not said so yet, and does not now. A target that is
        away is not waited for in every call."""
        if time.monotonic() < self._ask_again:
            return self._known
        try:
            self._known = self.engine.describe()
        except Refusal:
            self._ask_again = time.monotonic() + UNKNOWN_SECONDS
        return self._known


class PinnedEngine:
    """The engine of one version of a ruleset, wherever it is served. Safe to use from several threads.

    A target that is down is left out as long as another serves the same version. Positions are also shown to the other
    targets before they are refused: a service may play positions of versions that it no longer deals.

    All methods raise ``UNSUPPORTED_VERSION`` if no target plays the version, and ``BUSY`` if one that may do so cannot
    be reached.
    """

    def __init__(self, targets: Sequence[Target], pin: RulesetVersion) -> None:
        self._targets = targets
        self._pin = pin

    def describe(self) -> Description:
        """What the version is."""
        for target in self._targets:
            description = target.description()
            if description is not None and is_served_by(self._pin, description):
                return description
        raise self._refusal()

    def start(self, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> Step:
        """See :meth:`Engine.start`. What is dealt is of this version."""

        def deal(engine: Engine) -> Step:
            for _ in range(_START_ATTEMPTS):
                step = engine.start(seats, options, seed)
                if step.position.version == self._pin.version:
                    return step
            raise Refusal(Reason.UNSUPPORTED_VERSION)

        return self._first(deal, self._serving())

    def play(self, position: Position, seat: int, action: str | JsonObject) -> tuple[str, Step]:
        """See :meth:`Engine.play`."""
        return self._first(lambda engine: engine.play(position, seat, action))

    def observe(self, position: Position) -> Step:
        """See :meth:`Engine.observe`."""
        return self._first(lambda engine: engine.observe(position))

    def default(self, position: Position, seat: int) -> str:
        """See :meth:`Engine.default`."""
        return self._first(lambda engine: engine.default(position, seat))

    def choose(self, bot: str, view: bytes, legal: list[str], seed: bytes) -> str:
        """See :meth:`Engine.choose`."""
        return self._first(lambda engine: engine.choose(bot, view, legal, seed))

    def explain(
        self, bot: str, view: bytes, legal: list[str], seed: bytes, *, iterations: int, milliseconds: int
    ) -> ExplainedDecision:
        """See :meth:`Engine.explain`."""
        return self._first(
            lambda engine: engine.explain(bot, view, legal, seed, iterations=iterations, milliseconds=milliseconds)
        )

    def imagine(self, view: bytes, seed: bytes) -> Position:
        """See :meth:`Engine.imagine`."""
        return self._first(lambda engine: engine.imagine(view, seed))

    def _first(self, call: Callable[[Engine], T], targets: Iterator[Target] | None = None) -> T:
        """The answer of the first target that plays the version and can be reached."""
        busy: Refusal | None = None
        for target in self._in_order() if targets is None else targets:
            try:
                return call(target.engine)
            except Refusal as refusal:
                if refusal.reason is Reason.BUSY:
                    busy = refusal
                elif refusal.reason is not Reason.UNSUPPORTED_VERSION:
                    raise
        raise busy or self._refusal()

    def _in_order(self) -> Iterator[Target]:
        """The targets that say they serve the version, then the others that may play it."""
        yield from self._serving()
        for target in self._targets:
            description = target.description()
            if description is not None and description.version != self._pin.version:
                yield target

    def _serving(self) -> Iterator[Target]:
        for target in self._targets:
            description = target.description()
            if description is not None and is_served_by(self._pin, description):
                yield target

    def _refusal(self) -> Refusal:
        """Why nobody plays the version: nobody serves it, or somebody does not say what it serves."""
        known = [target.description() for target in self._targets]
        if None in known:
            return Refusal(Reason.BUSY)
        return unsupported(self._pin, [description for description in known if description is not None])


def unsupported(pin: RulesetVersion, served: Collection[Description]) -> Refusal:
    """That nobody serves a version, and what is served instead."""
    versions = sorted({description.version for description in served}, key=version_key)
    told = ", ".join(versions)[:_SERVED_LENGTH]
    if pin.version in versions:
        detail = f"Version {pin.version} of {pin.ruleset} is served with other cards than those that it was dealt with."
    else:
        detail = f"Version {pin.version} of {pin.ruleset} is not served; {told or 'no version'} is."
    return Refusal(Reason.UNSUPPORTED_VERSION, detail, metadata={"version": pin.version, "served": told})
