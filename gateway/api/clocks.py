"""The clocks of a match, in requests and in answers."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from gateway.openapi.fields import whole_numbers
from services.engine.clocks import AnyOnTimeOut, AnyTimeControl, Clocks
from services.response_model import Moment, ResponseModel

NewTimeControl = Annotated[AnyTimeControl, BeforeValidator(whole_numbers)]
NewOnTimeOut = Annotated[AnyOnTimeOut, BeforeValidator(whole_numbers)]


class ClockDetails(ResponseModel):
    """A seat's clock."""

    seat: int = Field(description="The seat of the clock.")
    bank_ms: int | None = Field(
        description="Milliseconds in the seat's bank. During the seat's turn, the bank when the turn began, including "
        "the increment; otherwise the bank now. Null for a time control without a bank."
    )
    deadline_at: Moment | None = Field(
        description="When the time of the seat's turn is over; null while its clock is not running."
    )


def clock_details(clocks: Clocks) -> list[ClockDetails]:
    """The clocks as the API shows them, without seats that have none."""
    return [
        ClockDetails(seat=seat, bank_ms=clock.bank_ms, deadline_at=clock.deadline_ms)
        for seat, clock in enumerate(clocks)
        if clock is not None
    ]
