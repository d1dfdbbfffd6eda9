"""The suite: which check belongs to which invariant, what it is run on, and what came of it."""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

from services.engine.conformance import (
    cards,
    chance,
    determinism,
    imagining,
    play,
    playthrough,
    secrecy,
    work_counts,
)
from services.engine.conformance.cases import (
    BRISK,
    STANDARD,
    THOROUGH,
    AnyRuleset,
    Case,
    Effort,
    cases,
    default_cases,
    folder_of,
)
from services.engine.conformance.findings import Finding, Noted, Place

CaseCheck: TypeAlias = Callable[[Case, Effort], int]
RulesetCheck: TypeAlias = Callable[[AnyRuleset, Sequence[Case], Effort], int | Noted]


class Scope(Enum):
    """What a check is run on."""

    EVERY_CASE = "every number of seats with every option"
    DEFAULT_OPTIONS = "every number of seats with the default options"
    RULESET = "the ruleset as a whole"


@dataclass(frozen=True, slots=True)
class Check:
    """One check. ``number`` is that of its invariant."""

    number: int
    scope: Scope
    on_case: CaseCheck | None = None
    on_ruleset: RulesetCheck | None = None

    @property
    def name(self) -> str:
        """The name of its function, as words."""
        return self.function.__name__.replace("_", " ")

    @property
    def invariant(self) -> str:
        """What must hold."""
        text = " ".join((self.function.__doc__ or "").split())
        return text.partition(". ")[2]

    @property
    def function(self) -> Callable[..., int | Noted]:
        """What does the checking."""
        function = self.on_case or self.on_ruleset
        assert function is not None
        return function


def _each(number: int, *checks: CaseCheck) -> Iterator[Check]:
    return (Check(number, Scope.EVERY_CASE, on_case=check) for check in checks)


def _default(number: int, *checks: CaseCheck) -> Iterator[Check]:
    return (Check(number, Scope.DEFAULT_OPTIONS, on_case=check) for check in checks)


def _once(number: int, *checks: RulesetCheck) -> Iterator[Check]:
    return (Check(number, Scope.RULESET, on_ruleset=check) for check in checks)


CHECKS: Final[tuple[Check, ...]] = (
    *_each(1, play.random_games_end),
    *_each(2, play.components_are_conserved),
    *_each(3, play.somebody_decides_until_the_end),
    *_each(4, play.legal_lists_are_canonical),
    *_each(5, play.only_listed_actions_apply),
    *_each(6, secrecy.legal_actions_follow_from_the_view),
    *_each(7, determinism.the_same_seed_gives_the_same_game),
    *_once(7, determinism.other_processes_play_the_same_game),
    *_default(8, play.games_do_not_touch_each_other),
    *_each(9, play.clones_are_independent, play.what_was_shown_stays),
    *_each(10, determinism.states_survive_their_bytes),
    *_default(10, determinism.broken_bytes_are_refused, playthrough.stored_positions_load),
    *_each(11, determinism.a_log_rebuilds_the_game),
    *_each(12, secrecy.views_do_not_depend_on_what_is_hidden, secrecy.choosing_at_once_shows_nothing),
    *_each(12, secrecy.acting_early_tells_nothing, secrecy.events_leave_secrets_open),
    *_each(12, secrecy.what_is_made_for_all_is_what_each_may_see),
    *_each(13, secrecy.refusals_do_not_tell, secrecy.views_hold_no_chance, secrecy.documents_fit_their_schemas),
    *_each(14, imagining.imagined_states_fit_the_view),
    *_each(15, imagining.imagining_reads_nothing_but_the_view, imagining.secrets_vary_evenly),
    *_each(16, imagining.bots_see_only_the_view),
    *_each(17, secrecy.the_order_of_answers_does_not_matter),
    *_each(18, secrecy.views_follow_from_events),
    *_each(19, chance.deals_are_even),
    *_each(20, play.scores_are_sound),
    *_default(21, chance.seats_are_equal),
    *_once(22, cards.the_description_is_sound, cards.every_card_comes_up),
    *_default(23, playthrough.golden_playthroughs_are_the_same),
    *_each(23, playthrough.everything_can_be_told),
    *_default(25, work_counts.work_stays_in_its_budget),
)
"""Every check, in the order of the invariants. Invariant 24, the rulebook's own examples, is for a ruleset's own tests:
see the README beside this file."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What one check found in one case, or in the ruleset as a whole (then ``case`` is None).

    ``compared``: how many things it held against each other; 0 where the ruleset has nothing of the kind.
    """

    check: Check
    case: Case | None
    compared: int = 0
    finding: Finding | None = None
    note: str = ""


@dataclass(slots=True)
class Report:
    """What the suite found in a ruleset."""

    ruleset: str
    examined: list[Examined] = field(default_factory=list)

    @property
    def findings(self) -> list[Finding]:
        """All that is wrong."""
        return [one.finding for one in self.examined if one.finding is not None]

    def of(self, check: Check) -> list[Examined]:
        """What one check found."""
        return [one for one in self.examined if one.check == check]


@dataclass(frozen=True, slots=True)
class Selection:
    """What to run: some invariants, numbers of seats, options. None: all."""

    numbers: frozenset[int] | None = None
    seats: frozenset[int] | None = None
    default_options_only: bool = False

    def wants(self, check: Check) -> bool:
        """Whether the check is to be run."""
        return self.numbers is None or check.number in self.numbers

    def takes(self, case: Case) -> bool:
        """Whether the case is to be looked at."""
        wanted = self.seats is None or case.seats in self.seats
        return wanted and not (self.default_options_only and case.changed)


def run(
    ruleset: AnyRuleset,
    *,
    thorough: bool = False,
    selection: Selection | None = None,
    records: Path | None = None,
    watch: Callable[[Examined], None] | None = None,
) -> Report:
    """Run the suite on a ruleset. ``records``: the folder of its recorded files, by default the ruleset's own;
    ``watch`` is told of each check as it is done."""
    chosen = selection or Selection()
    report = Report(ruleset.describe().id)
    of_ruleset = cases(ruleset, records, everywhere=thorough)
    for check in CHECKS:
        if not chosen.wants(check):
            continue
        for one in _examine_all(check, ruleset, of_ruleset, chosen, thorough=thorough):
            report.examined.append(one)
            if watch:
                watch(one)
    return report


def _examine_all(
    check: Check, ruleset: AnyRuleset, of_ruleset: Sequence[Case], chosen: Selection, *, thorough: bool
) -> Iterator[Examined]:
    if check.scope is Scope.RULESET:
        yield examine_ruleset(check, ruleset, of_ruleset, THOROUGH if thorough else STANDARD)
        return
    for case in of_ruleset:
        if chosen.takes(case) and applies(check, case):
            yield examine(check, case, effort_for(case, thorough=thorough))


def applies(check: Check, case: Case) -> bool:
    """Whether the check is run on the case."""
    return check.scope is Scope.EVERY_CASE or (check.scope is Scope.DEFAULT_OPTIONS and not case.changed)


def effort_for(case: Case, *, thorough: bool = False) -> Effort:
    """How much work a check does on the case."""
    if case.changed:
        return STANDARD if thorough else BRISK
    return THOROUGH if thorough else STANDARD


def examine(check: Check, case: Case, effort: Effort) -> Examined:
    """Run a check on a case."""
    assert check.on_case is not None
    on_case = check.on_case
    return _examine(check, case, str(case), lambda: on_case(case, effort))


def examine_ruleset(check: Check, ruleset: AnyRuleset, of_ruleset: Sequence[Case], effort: Effort) -> Examined:
    """Run a check on a ruleset as a whole."""
    assert check.on_ruleset is not None
    on_ruleset = check.on_ruleset
    return _examine(check, None, ruleset.describe().id, lambda: on_ruleset(ruleset, of_ruleset, effort))


def _examine(check: Check, case: Case | None, where: str, look: Callable[[], int | Noted]) -> Examined:
    try:
        seen = look()
        if isinstance(seen, Noted):
            return Examined(check, case, compared=seen.compared, note=seen.note)
        return Examined(check, case, compared=seen)
    except Finding as finding:
        return Examined(check, case, finding=finding)
    except Exception as crash:  # a ruleset under examination may raise anything: that is a finding, too
        return Examined(check, case, finding=Finding(_crash_text(crash), Place(where)))


def _crash_text(crash: Exception) -> str:
    """What was raised, and the last few calls that led there."""
    frames = traceback.extract_tb(crash.__traceback__)[-5:]
    calls = "".join(f"\n  {Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames)
    return f"it crashed with {type(crash).__name__}: {crash}{calls}"


def record(ruleset: AnyRuleset, records: Path | None = None) -> list[Path]:
    """Write the ruleset's recorded files anew: playthroughs, stored positions, work. Returns the files."""
    folder = records or folder_of(ruleset)
    of_ruleset = default_cases(ruleset, records)
    return [*playthrough.record(of_ruleset, folder), work_counts.record(of_ruleset, folder)]


def checks(numbers: Iterable[int]) -> list[Check]:
    """The checks of some invariants."""
    wanted = set(numbers)
    return [check for check in CHECKS if check.number in wanted]
