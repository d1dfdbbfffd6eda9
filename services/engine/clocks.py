"""Clocks: how long the seats of a match may think, what happens when that is over, and the arithmetic of both.

**A turn.** A clock runs by what everybody can see. It starts when its seat begins to be pending, which is public, and
stops when the seat is pending no longer. A seat that was alone pending, of which all were shown that it acted and which
must decide again, ends one turn with that and begins the next. Steps that a seat takes within a turn, of which others
are to notice nothing, neither stop its clock nor start it anew. So every clock is a function of what everybody knows,
may be shown to everybody, and tells nobody when, or how often, somebody else has taken a private step; nor does the
moment at which its time is over.

**The allowance** of a turn: ``per_decision`` and ``correspondence`` give every turn the same. ``fischer`` adds the
increment to the bank when a turn begins; the turn may take the whole bank, and what it has not taken stays in it.
``bronstein`` takes nothing from the bank for the first part of a turn, the delay; then the bank runs. A bank never
falls below zero. Once it is empty, every further turn has the increment, or the delay, and no more.

Times are in milliseconds since 1970, durations in milliseconds unless their names say otherwise. Everything here is
pure: replays are checked with the same functions by which matches are played.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MAX_SECONDS: Final = 30 * 24 * 3600
"""Of a decision, and of a bank."""
MAX_EXTRA_SECONDS: Final = 24 * 3600
"""Of an increment, and of a delay."""
MAX_DAYS: Final = 30
LONGEST_BOT_ID: Final = 80

_DAY_MS: Final = 24 * 3600 * 1000


def _requires_all(schema: dict[str, Any]) -> None:
    """In JSON every field stands there, ``kind`` too, which Python fills in."""
    for field in schema["properties"].values():
        field.pop("default", None)
    schema["required"] = list(schema["properties"])


class _Rule(BaseModel):
    """A rule of a match: nothing is converted, and nothing stands there that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, json_schema_extra=_requires_all)


_Seconds: TypeAlias = Annotated[int, Field(ge=1, le=MAX_SECONDS)]
_Extra: TypeAlias = Annotated[int, Field(ge=0, le=MAX_EXTRA_SECONDS)]
_Bot: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_BOT_ID)]


class NoClocks(_Rule):
    """Everybody may think as long as it takes."""

    kind: Literal["none"] = Field(default="none", description="Which rule it is.")


class PerDecision(_Rule):
    """Every turn has so many seconds."""

    kind: Literal["per_decision"] = Field(default="per_decision", description="Which rule it is.")
    seconds: _Seconds = Field(description="Of each turn.")


class Fischer(_Rule):
    """A bank for the whole match, to which each turn adds an increment when it begins."""

    kind: Literal["fischer"] = Field(default="fischer", description="Which rule it is.")
    bank_seconds: _Seconds = Field(description="In the bank when the match starts.")
    increment_seconds: _Extra = Field(description="Added to the bank when a turn begins.")


class Bronstein(_Rule):
    """A bank for the whole match, from which each turn takes nothing until its delay has passed."""

    kind: Literal["bronstein"] = Field(default="bronstein", description="Which rule it is.")
    bank_seconds: _Seconds = Field(description="In the bank when the match starts.")
    delay_seconds: _Extra = Field(description="Of each turn, before the bank runs.")


class Correspondence(_Rule):
    """Every turn has so many days."""

    kind: Literal["correspondence"] = Field(default="correspondence", description="Which rule it is.")
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)] = Field(description="Of each turn.")


TimeControl: TypeAlias = NoClocks | PerDecision | Fischer | Bronstein | Correspondence
"""How long the seats of a match may think."""


class PlayDefault(_Rule):
    """The ruleset's default action is played for the seat."""

    kind: Literal["default_action"] = Field(default="default_action", description="Which rule it is.")


class PlayByBot(_Rule):
    """A bot of the house decides for the seat, as often as it must until its turn is over."""

    kind: Literal["bot"] = Field(default="bot", description="Which rule it is.")
    bot: _Bot = Field(description="One of the ruleset's house bots.")


class TakeOver(_Rule):
    """A bot of the house plays the seat to the end."""

    kind: Literal["takeover"] = Field(default="takeover", description="Which rule it is.")
    bot: _Bot = Field(description="One of the ruleset's house bots.")


class Forfeit(_Rule):
    """The seat resigns."""

    kind: Literal["forfeit"] = Field(default="forfeit", description="Which rule it is.")


OnTimeOut: TypeAlias = PlayDefault | PlayByBot | TakeOver | Forfeit
"""What happens to a seat whose time is over."""

AnyTimeControl: TypeAlias = Annotated[TimeControl, Field(discriminator="kind")]
AnyOnTimeOut: TypeAlias = Annotated[OnTimeOut, Field(discriminator="kind")]

NO_CLOCKS: Final = NoClocks()
PLAY_DEFAULT: Final = PlayDefault()
_TIME_CONTROL: Final[TypeAdapter[TimeControl]] = TypeAdapter(AnyTimeControl)
_ON_TIME_OUT: Final[TypeAdapter[OnTimeOut]] = TypeAdapter(AnyOnTimeOut)


def read_time_control(document: object) -> TimeControl:
    """A time control from its JSON.

    Raises:
        pydantic.ValidationError: it is none.
    """
    return _TIME_CONTROL.validate_python(document)


def read_on_time_out(document: object) -> OnTimeOut:
    """What happens when time is over, from its JSON.

    Raises:
        pydantic.ValidationError: it is none.
    """
    return _ON_TIME_OUT.validate_python(document)


def bot_of(on_time_out: OnTimeOut) -> str | None:
    """The bot of the house that decides when time is over, if one does."""
    return on_time_out.bot if isinstance(on_time_out, PlayByBot | TakeOver) else None


class Clock(NamedTuple):
    """A seat's clock. ``bank_ms``: what the bank held when the running turn began, an increment included, or what it
    holds while no turn runs; None for a time control without a bank. ``deadline_ms``: when the running turn's time is
    over; None: the clock does not run."""

    bank_ms: int | None
    deadline_ms: int | None = None


Clocks: TypeAlias = tuple[Clock | None, ...]
"""Of each seat; None: it has none."""


def new_clock(control: TimeControl) -> Clock | None:
    """The clock of a seat before its first turn; None: the time control has no clocks."""
    match control:
        case NoClocks():
            return None
        case Fischer() | Bronstein():
            return Clock(control.bank_seconds * 1000)
        case _:
            return Clock(None)


def turn_began(control: TimeControl, clock: Clock, at_ms: int) -> Clock:
    """The clock when its seat's turn begins."""
    bank_ms = clock.bank_ms
    if isinstance(control, Fischer):
        bank_ms = (bank_ms or 0) + control.increment_seconds * 1000
    return Clock(bank_ms, at_ms + _allowance_ms(control, bank_ms))


def turn_ended(clock: Clock, at_ms: int) -> Clock:
    """The clock when its seat's turn has ended; one that does not run stays as it is."""
    bank_ms = clock.bank_ms
    if clock.deadline_ms is not None and bank_ms is not None:
        # With a delay, more than the bank may be left of the turn: the delay is no time to keep.
        bank_ms = max(0, min(bank_ms, clock.deadline_ms - at_ms))
    return Clock(bank_ms)


def turn_began_ms(control: TimeControl, clock: Clock) -> int | None:
    """When the running turn began, or would have for its deadline to be what it is by now; None: none runs."""
    return None if clock.deadline_ms is None else clock.deadline_ms - _allowance_ms(control, clock.bank_ms)


def is_over(clock: Clock | None, grace_ms: int, at_ms: int) -> bool:
    """Whether a turn's time is over, the grace for the network included. Before that an answer counts, and from that
    moment on the platform decides."""
    return clock is not None and clock.deadline_ms is not None and at_ms >= clock.deadline_ms + grace_ms


def credited(control: TimeControl, clock: Clock | None, grace_ms: int, from_ms: int, to_ms: int) -> Clock | None:
    """The clock after a gap in which time did not count. A turn gets back what of the gap fell into it; one whose time
    was over before the gap gets nothing."""
    if clock is None or clock.deadline_ms is None or is_over(clock, grace_ms, from_ms):
        return clock
    began_ms = turn_began_ms(control, clock)
    assert began_ms is not None
    return clock._replace(deadline_ms=clock.deadline_ms + max(0, to_ms - max(from_ms, began_ms)))


def after_step(
    control: TimeControl,
    clocks: Clocks,
    *,
    before: Sequence[int | None],
    after: Sequence[int | None],
    seat: int | None,
    all_shown: bool,
    at_ms: int,
) -> Clocks:
    """The clocks after a step. ``before``, ``after``: each seat's pending decision. ``seat``: who acted, None for the
    start. ``all_shown``: whether every viewer was shown something of the step."""
    was_alone = all((decision is not None) == (number == seat) for number, decision in enumerate(before))
    made: list[Clock | None] = []
    for number, clock in enumerate(clocks):
        if clock is None:
            made.append(None)
        elif after[number] is None:
            made.append(turn_ended(clock, at_ms))
        elif before[number] is None:
            made.append(turn_began(control, clock, at_ms))
        elif number == seat and was_alone and all_shown:
            made.append(turn_began(control, turn_ended(clock, at_ms), at_ms))
        else:
            made.append(clock)
    return tuple(made)


def all_ended(clocks: Clocks, at_ms: int) -> Clocks:
    """The clocks when the match has ended."""
    return tuple(None if clock is None else turn_ended(clock, at_ms) for clock in clocks)


def without(clocks: Clocks, seat: int) -> Clocks:
    """The clocks when the platform plays a seat on."""
    return tuple(None if number == seat else clock for number, clock in enumerate(clocks))


def first_deadline_ms(clocks: Clocks) -> int | None:
    """When the first of the running clocks is over; None: none runs."""
    return min((each.deadline_ms for each in clocks if each is not None and each.deadline_ms is not None), default=None)


def _allowance_ms(control: TimeControl, bank_ms: int | None) -> int:
    """How long a turn may take that begins with this bank."""
    match control:
        case NoClocks():
            raise ValueError("nothing is allowed where there are no clocks")
        case PerDecision():
            return control.seconds * 1000
        case Correspondence():
            return control.days * _DAY_MS
        case Fischer():
            return bank_ms or 0
        case Bronstein():
            return (bank_ms or 0) + control.delay_seconds * 1000
