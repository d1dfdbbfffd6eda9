"""The clocks of a match, as a client asks for them and as the API shows them."""

from typing import Annotated, Final, Literal

from pydantic import Field

from gateway.openapi.fields import WHOLE, Moment, RequestModel, ResponseModel
from gateway.timestamps import timestamp
from services.engine.clocks import (
    LONGEST_BOT_ID,
    MAX_DAYS,
    MAX_EXTRA_SECONDS,
    MAX_SECONDS,
    Clocks,
    OnTimeOut,
    TimeControl,
    read_on_time_out,
    read_time_control,
)

_Seconds = Annotated[int, Field(ge=1, le=MAX_SECONDS), WHOLE]
_Extra = Annotated[int, Field(ge=0, le=MAX_EXTRA_SECONDS), WHOLE]
_Bot = Annotated[str, Field(min_length=1, max_length=LONGEST_BOT_ID, description="One of the ruleset's house bots.")]


class WithoutClocks(RequestModel):
    """Everybody may think as long as it takes."""

    kind: Literal["none"] = Field(description="Which rule it is.")


class PerDecision(RequestModel):
    """Every turn has so many seconds."""

    kind: Literal["per_decision"] = Field(description="Which rule it is.")
    seconds: _Seconds = Field(description="Of each turn.")


class Fischer(RequestModel):
    """A bank for the whole match, to which each turn adds an increment when it begins."""

    kind: Literal["fischer"] = Field(description="Which rule it is.")
    bank_seconds: _Seconds = Field(description="In the bank when the match starts.")
    increment_seconds: _Extra = Field(description="Added to the bank when a turn begins.")


class Bronstein(RequestModel):
    """A bank for the whole match, from which each turn takes nothing until its delay has passed."""

    kind: Literal["bronstein"] = Field(description="Which rule it is.")
    bank_seconds: _Seconds = Field(description="In the bank when the match starts.")
    delay_seconds: _Extra = Field(description="Of each turn, before the bank runs.")


class Correspondence(RequestModel):
    """Every turn has so many days."""

    kind: Literal["correspondence"] = Field(description="Which rule it is.")
    days: Annotated[int, Field(ge=1, le=MAX_DAYS), WHOLE] = Field(description="Of each turn.")


class PlayDefault(RequestModel):
    """The ruleset's default action is played for the seat."""

    kind: Literal["default_action"] = Field(description="Which rule it is.")


class PlayByBot(RequestModel):
    """A house bot decides for the seat, until its turn is over."""

    kind: Literal["bot"] = Field(description="Which rule it is.")
    bot: _Bot


class TakeOver(RequestModel):
    """A house bot plays the seat to the end."""

    kind: Literal["takeover"] = Field(description="Which rule it is.")
    bot: _Bot


class Forfeit(RequestModel):
    """The seat resigns: the match ends, or the house plays on, as the ruleset declares."""

    kind: Literal["forfeit"] = Field(description="Which rule it is.")


NewTimeControl = Annotated[
    WithoutClocks | PerDecision | Fischer | Bronstein | Correspondence, Field(discriminator="kind")
]
NewOnTimeOut = Annotated[PlayDefault | PlayByBot | TakeOver | Forfeit, Field(discriminator="kind")]

WITHOUT_CLOCKS: Final = WithoutClocks(kind="none")
PLAY_DEFAULT: Final = PlayDefault(kind="default_action")


class ClockDetails(ResponseModel):
    """A seat's clock."""

    seat: int = Field(description="Whose clock it is.")
    bank_ms: int | None = Field(
        description="Milliseconds in the seat's bank: when its turn began, the increment included, or now if no turn "
        "runs. Null for a time control without a bank."
    )
    deadline_at: Moment | None = Field(description="When the time of the seat's turn is over; null: its clock stands.")


def time_control(wish: RequestModel) -> TimeControl:
    """The time control that a client asks for."""
    return read_time_control(wish.model_dump())


def on_time_out(wish: RequestModel) -> OnTimeOut:
    """What is to happen when time is over."""
    return read_on_time_out(wish.model_dump())


def clock_details(clocks: Clocks) -> list[ClockDetails]:
    """The clocks as the API shows them, those of seats that have none left out."""
    return [
        ClockDetails(seat=seat, bank_ms=clock.bank_ms, deadline_at=timestamp(clock.deadline_ms))
        for seat, clock in enumerate(clocks)
        if clock is not None
    ]
