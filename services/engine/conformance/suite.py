"""The suite: which check belongs to which invariant, what it is run on, and what came of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

from services.engine.conformance import (
    cards,
    chance,
    determinism,
    drawing,
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
from services.engine.conformance.findings import Finding, Noted, found_by_crash
from services.engine.conformance.walk import Apart, Closely, Follower, Landmarks, Watcher, walk_all

RulesetCheck: TypeAlias = Callable[[AnyRuleset, Sequence[Case], Effort], int | Noted]


class Scope(Enum):
    """What a check is run on."""

    EVERY_CASE = "every number of seats with every option"
    DEFAULT_OPTIONS = "every number of seats with the default options"
    RULESET = "the ruleset as a whole"


@dataclass(frozen=True, slots=True)
class Check:
    """One check. ``number`` is that of its invariant. Exactly one of the functions is there: see :mod:`walk`, and
    ``on_ruleset`` for what is checked once."""

    number: int
    scope: Scope
    follow: Follower | None = None
    closely: Closely | None = None
    landmarks: Landmarks | None = None
    apart: Apart | None = None
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
    def function(self) -> Callable[..., object]:
        """What does the checking."""
        function = self.follow or self.closely or self.apart or self.on_ruleset
        assert function is not None
        return function


EVERYWHERE: Final = Landmarks(lambda effort: effort.games, lambda effort: effort.positions)
AND_AT_THE_END: Final = Landmarks(lambda effort: effort.games, lambda effort: effort.positions, at_end=True)
HALF: Final = Landmarks(lambda effort: effort.games, lambda effort: max(4, effort.positions // 2), at_end=True)
HALF_IN_ONE_GAME: Final = Landmarks(lambda _: 1, lambda effort: effort.positions // 2)
FEW: Final = Landmarks(lambda effort: effort.games, lambda effort: max(2, effort.positions // 8))
PHASES: Final = Landmarks(lambda effort: max(1, effort.games // 2), lambda effort: effort.phases)
TWO: Final = Landmarks(lambda _: 1, lambda _: 2)


def _follow(number: int, *checks: Follower) -> Iterator[Check]:
    return (Check(number, Scope.EVERY_CASE, follow=check) for check in checks)


def _closely(number: int, *checks: Closely, at: Landmarks = EVERYWHERE) -> Iterator[Check]:
    return (Check(number, Scope.EVERY_CASE, closely=check, landmarks=at) for check in checks)


def _apart(number: int, *checks: Apart) -> Iterator[Check]:
    return (Check(number, Scope.EVERY_CASE, apart=check) for check in checks)


def _default(number: int, *checks: Apart) -> Iterator[Check]:
    return (Check(number, Scope.DEFAULT_OPTIONS, apart=check) for check in checks)


def _once(number: int, *checks: RulesetCheck) -> Iterator[Check]:
    return (Check(number, Scope.RULESET, on_ruleset=check) for check in checks)


CHECKS: Final[tuple[Check, ...]] = (
    *_apart(1, play.random_games_end),
    *_follow(2, play.components_are_conserved),
    *_follow(3, play.somebody_decides_until_the_end),
    *_closely(4, play.legal_lists_are_canonical),
    *_closely(5, play.only_listed_actions_apply),
    *_closely(6, secrecy.legal_actions_follow_from_the_view),
    *_follow(7, determinism.the_same_seed_gives_the_same_game),
    *_once(7, determinism.other_processes_play_the_same_game),
    *_default(8, play.games_do_not_touch_each_other),
    *_follow(9, play.clones_are_independent, play.what_was_shown_stays),
    *_closely(10, determinism.states_survive_their_bytes),
    Check(10, Scope.DEFAULT_OPTIONS, closely=determinism.broken_bytes_are_refused, landmarks=TWO),
    *_default(10, playthrough.stored_positions_load),
    *_follow(11, determinism.a_log_rebuilds_the_game),
    *_closely(12, secrecy.views_do_not_depend_on_what_is_hidden, secrecy.choosing_at_once_shows_nothing),
    *_closely(12, secrecy.acting_early_tells_nothing),
    *_closely(12, secrecy.events_leave_secrets_open, at=HALF_IN_ONE_GAME),
    *_follow(12, secrecy.what_is_made_for_all_is_what_each_may_see),
    *_closely(13, secrecy.refusals_do_not_tell, secrecy.views_hold_no_chance),
    *_closely(13, secrecy.documents_fit_their_schemas, at=HALF),
    *_closely(14, imagining.imagined_states_fit_the_view, at=AND_AT_THE_END),
    *_closely(15, imagining.imagining_reads_nothing_but_the_view),
    *_closely(15, imagining.secrets_vary_evenly, at=PHASES),
    *_closely(16, imagining.bots_see_only_the_view, at=FEW),
    *_apart(17, secrecy.the_order_of_answers_does_not_matter),
    *_follow(18, secrecy.views_follow_from_events, secrecy.views_survive_their_bytes),
    *_apart(19, chance.deals_are_even),
    *_apart(20, play.scores_are_sound),
    *_default(21, chance.seats_are_equal),
    *_once(22, cards.the_description_is_sound, cards.every_card_comes_up),
    *_default(23, playthrough.golden_playthroughs_are_the_same),
    *_follow(23, playthrough.everything_can_be_told),
    *_default(25, work_counts.work_stays_in_its_budget),
    *_once(26, drawing.the_documents_say_what_there_is, drawing.every_zone_is_in_a_view),
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
    wanted = [check for check in CHECKS if chosen.wants(check)]
    for one in _examine_all(wanted, ruleset, of_ruleset, chosen, thorough=thorough):
        report.examined.append(one)
        if watch:
            watch(one)
    report.examined.sort(key=lambda one: CHECKS.index(one.check))
    return report


def _examine_all(
    wanted: Sequence[Check], ruleset: AnyRuleset, of_ruleset: Sequence[Case], chosen: Selection, *, thorough: bool
) -> Iterator[Examined]:
    for case in of_ruleset:
        if chosen.takes(case):
            yield from examine(wanted, case, effort_for(case, thorough=thorough))
    for check in wanted:
        if check.on_ruleset:
            yield examine_ruleset(check, ruleset, of_ruleset, THOROUGH if thorough else STANDARD)


def applies(check: Check, case: Case) -> bool:
    """Whether the check is run on the case."""
    return check.scope is Scope.EVERY_CASE or (check.scope is Scope.DEFAULT_OPTIONS and not case.changed)


def effort_for(case: Case, *, thorough: bool = False) -> Effort:
    """How much work a check does on the case."""
    if case.changed:
        return STANDARD if thorough else BRISK
    return THOROUGH if thorough else STANDARD


def examine(checks: Iterable[Check], case: Case, effort: Effort) -> list[Examined]:
    """Run those of the checks that apply on a case, in one walk through its games; in the order of the checks."""
    chosen = [check for check in checks if applies(check, case)]
    watchers = {
        check: Watcher(check.follow, check.closely, check.landmarks)
        for check in chosen
        if check.follow or check.closely
    }
    if watchers:
        walk_all(case, effort, [*watchers.values()])
    return [
        Examined(check, case, watchers[check].compared, watchers[check].finding)
        if check in watchers
        else _examine_apart(check, case, effort)
        for check in chosen
    ]


def _examine_apart(check: Check, case: Case, effort: Effort) -> Examined:
    assert check.apart is not None
    try:
        return Examined(check, case, compared=check.apart(case, effort))
    except Exception as error:  # a ruleset under examination may raise anything: that is a finding, too
        return Examined(check, case, finding=found_by_crash(error, str(case)))


def examine_ruleset(check: Check, ruleset: AnyRuleset, of_ruleset: Sequence[Case], effort: Effort) -> Examined:
    """Run a check on a ruleset as a whole."""
    assert check.on_ruleset is not None
    try:
        seen = check.on_ruleset(ruleset, of_ruleset, effort)
    except Exception as error:
        return Examined(check, None, finding=found_by_crash(error, ruleset.describe().id))
    if isinstance(seen, Noted):
        return Examined(check, None, compared=seen.compared, note=seen.note)
    return Examined(check, None, compared=seen)


def record(ruleset: AnyRuleset, records: Path | None = None) -> list[Path]:
    """Write the ruleset's recorded files anew: playthroughs, stored positions, work. Returns the files."""
    folder = records or folder_of(ruleset)
    of_ruleset = default_cases(ruleset, records)
    return [*playthrough.record(of_ruleset, folder), work_counts.record(of_ruleset, folder)]


def checks(numbers: Iterable[int]) -> list[Check]:
    """The checks of some invariants."""
    wanted = set(numbers)
    return [check for check in CHECKS if check.number in wanted]
