"""From what a host asks for to the settings of a tournament."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import Field, ValidationError

from services.engine.clocks import (
    NO_CLOCKS,
    PLAY_DEFAULT,
    Bronstein,
    Correspondence,
    Fischer,
    Forfeit,
    NoClocks,
    OnTimeOut,
    PerDecision,
    TimeControl,
    bot_of,
)
from services.engine.fairness import Assistance, sha256_hex
from services.engine.options import complete
from services.engine.ruleset import Description
from services.errors import FieldError, Reason, Refusal
from services.matches.assistance import check_time_out
from services.stored_tournaments.hosted_tournament import TournamentVisibility
from services.tournaments.settings import (
    MAX_ENTRANTS,
    ApartRule,
    ArenaStage,
    BracketStage,
    EntryRules,
    Misfit,
    PodsStage,
    PresenceRule,
    PresenceTerms,
    RoundTimes,
    Seconds,
    Stage,
    SwissStage,
    TournamentSettings,
    UnplayedYear,
)

LONG_GRACE: Final = 300
SHORT_GRACE: Final = 30
"""Seconds between which the usual grace is, but for clocks of many minutes."""


class NewPresence(PresenceTerms):
    """Who must be there, and what follows if somebody is not. Bots of the house are always there."""

    grace_seconds: Seconds | None = Field(
        default=None,
        description="For so long after the start of its match somebody may come to its table. While the tournament is "
        "paused, that time stands still. Null: 300, less where turns are short (ten turns, or one with `on_time_out` "
        "`forfeit`; at least 30), and as long as a turn, or a tenth of a bank, where that is longer; at most "
        "`round_seconds`, and a twentieth of an arena.",
    )


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """What a host asks for. ``version``: the ruleset's that must be there; None: whichever is. ``options``: those that
    are left out have their defaults. ``presence``: None: the usual rule. ``seed``: 32 bytes; None: random."""

    name: str
    ruleset: str
    stages: tuple[Stage, ...]
    visibility: TournamentVisibility = TournamentVisibility.PUBLIC
    version: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    time_control: TimeControl = NO_CLOCKS
    on_time_out: OnTimeOut = PLAY_DEFAULT
    entry: EntryRules = field(default_factory=EntryRules)
    times: RoundTimes = field(default_factory=RoundTimes)
    apart: ApartRule | None = None
    unplayed_rules: UnplayedYear = 2026
    assistance: Assistance = "none"
    presence: NewPresence | None = None
    seed: bytes | None = field(default=None, repr=False)


def plan_settings(request: TournamentRequest, about: Description, seed: bytes) -> TournamentSettings:
    """The settings of the tournament that is asked for, complete. ``about``: its ruleset. ``seed``: the tournament's.

    Raises:
        Refusal: what is wrong with it, with pointers into the request (``/stages/0/seats``): ``UNSUPPORTED_VERSION``,
            ``UNKNOWN_BOT``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``, ``SEATS_OUT_OF_RANGE`` or ``INVALID_FIELD``.
    """
    check_version(request.version, about, "/version")
    bot = bot_of(request.on_time_out)
    if bot is not None and bot not in {known.id for known in about.bots}:
        raise _refused(Reason.UNKNOWN_BOT, "/on_time_out/bot", "the ruleset has no such bot")
    if request.assistance != "open":
        check_time_out(request.on_time_out, "in a tournament in which the platform helps nobody (`assistance`)")
    _check_table_sizes(request.stages, about)
    if request.seed is not None and not request.entry.is_run_between_bots:
        wanted = "is for tournaments of bots of the house that the host enters: whoever knows the seed knows every card"
        raise _refused(Reason.INVALID_FIELD, "/seed", wanted)
    return playable(
        ruleset=about.id,
        ruleset_version=about.version,
        options=complete(request.options, about.options),
        time_control=request.time_control,
        on_time_out=request.on_time_out,
        stages=request.stages,
        entry=request.entry,
        times=request.times,
        apart=request.apart,
        unplayed_rules=request.unplayed_rules,
        assistance=request.assistance,
        presence=_presence(request),
        seed_sha256=sha256_hex(seed),
    )


def playable(known: TournamentSettings | None = None, /, **settings: Any) -> TournamentSettings:  # noqa: ANN401 - as below
    """Settings whose parts fit together, and by which a tournament can run to its end. ``known``: as they were before
    a change: what was accepted of them by earlier releases stays.

    Raises:
        Refusal: ``INVALID_FIELD``, with pointers below the settings.
    """
    made = checked(**settings)
    accepted = set() if known is None else set(_faults(known))
    if wrong := [fault for fault in _faults(made) if fault not in accepted]:
        raise Refusal(Reason.INVALID_FIELD, errors=tuple(wrong))
    return made


def _faults(settings: TournamentSettings) -> Iterator[FieldError]:
    """What of some settings can never be played."""
    stages, entry = settings.stages, settings.entry
    fewest, most = max(stage.sizes[0] for stage in stages), stages[0].most_entrants
    if entry.capacity < fewest:
        yield FieldError("/entry/capacity", f"must be at least {fewest}: fewer fill no table of every stage")
    elif most < entry.capacity < MAX_ENTRANTS:
        yield FieldError("/entry/capacity", f"must be at most {most}: for so many the first stage is")
    there = settings.places
    for number, stage in enumerate(stages):
        if stage.advance is not None and stage.advance > there:
            yield FieldError(f"/stages/{number}/advance", f"must be at most {there}: no more play in this stage")
        there = min(there, stage.advance or there)
        if not isinstance(stage, PodsStage | BracketStage):
            points = stage.points
            if not points.win >= points.draw >= points.loss:
                yield FieldError(f"/stages/{number}/points", "must not give less for a better result")
    first = stages[0]
    if isinstance(first, SwissStage | PodsStage) and entry.late_until_round > first.rounds:
        yield FieldError(
            "/entry/late_until_round", f"must be at most {first.rounds}: the first stage has no more rounds"
        )


def usual_grace(request: TournamentRequest) -> int:
    """For how many seconds somebody may come to its table where the host has not said it: five minutes, less where
    turns are short, and as long as a turn where turns are longer, or where a turn that is over loses the match; with a
    bank, at least a tenth of it. It is no longer than a round takes, nor than a twentieth of an arena."""
    match control := request.time_control:
        case PerDecision():
            turns = 1 if isinstance(request.on_time_out, Forfeit) else 10
            grace = max(control.seconds, min(LONG_GRACE, turns * control.seconds))
        case Correspondence():
            grace = control.days * 24 * 3600
        case Fischer() | Bronstein():
            grace = max(min(LONG_GRACE, control.bank_seconds), control.bank_seconds // 10)
        case NoClocks():
            grace = LONG_GRACE
    arenas = [stage.duration_seconds // 20 for stage in request.stages if isinstance(stage, ArenaStage)]
    grace = max(min(grace, *arenas) if arenas else grace, SHORT_GRACE)
    return grace if request.times.round_seconds is None else min(grace, request.times.round_seconds)


def _presence(request: TournamentRequest) -> PresenceRule:
    wish = request.presence or NewPresence()
    grace = usual_grace(request) if wish.grace_seconds is None else wish.grace_seconds
    return PresenceRule(grace_seconds=grace, **wish.model_dump(exclude={"grace_seconds"}))


def checked(**settings: Any) -> TournamentSettings:  # noqa: ANN401 - each has its own type
    """Settings whose parts fit together.

    Raises:
        Refusal: ``INVALID_FIELD``, with pointers below the settings.
    """
    try:
        return TournamentSettings(**settings)
    except ValidationError as error:
        wrong = []
        for fault in error.errors(include_url=False, include_input=False):
            cause = fault.get("ctx", {}).get("error")
            where = (*fault["loc"], *(cause.where if isinstance(cause, Misfit) else ()))
            wrong.append(FieldError("".join(f"/{step}" for step in where), fault["msg"].removeprefix("Value error, ")))
        raise Refusal(Reason.INVALID_FIELD, errors=tuple(wrong)) from None


def house_bot(text: str, about: Description, pointer: str) -> tuple[str, str]:
    """A ruleset's bot and its version, from ``greedy`` or ``greedy@1.2.0``.

    Raises:
        Refusal: ``UNKNOWN_BOT``; ``UNSUPPORTED_VERSION``: it is of another version.
    """
    bot, _, version = text.partition("@")
    known = sorted(each.id for each in about.bots)
    if bot not in known:
        raise _refused(Reason.UNKNOWN_BOT, pointer, f"must be one of {', '.join(known)}")
    check_version(version or None, about, pointer)
    return bot, about.version


def check_version(version: str | None, about: Description, pointer: str) -> None:
    """Insist on a version of a ruleset. None: any will do.

    Raises:
        Refusal: ``UNSUPPORTED_VERSION`` at ``pointer``.
    """
    if version not in (None, about.version):
        detail = f"Version {about.version} is served."
        raise Refusal(Reason.UNSUPPORTED_VERSION, detail, (FieldError(pointer, f"is not {about.version}"),))


def _check_table_sizes(stages: Sequence[Stage], about: Description) -> None:
    for number, stage in enumerate(stages):
        sizes = stage.sizes
        if sizes[0] < about.min_seats or sizes[-1] > about.max_seats:
            wanted = f"has tables of {_span(sizes[0], sizes[-1])} seats; the ruleset is for {about.min_seats} to "
            raise _refused(Reason.SEATS_OUT_OF_RANGE, f"/stages/{number}", f"{wanted}{about.max_seats}")


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def _refused(reason: Reason, pointer: str, wrong: str) -> Refusal:
    return Refusal(reason, errors=(FieldError(pointer, wrong),))


def check_start(settings: TournamentSettings, now_ms: int) -> None:
    """Whether the start of a tournament that is announced or changed now lies ahead.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/times/starts_at``.
    """
    starts_ms = settings.times.starts_ms
    if starts_ms is not None and starts_ms <= now_ms:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/times/starts_at", "lies in the past"),))
