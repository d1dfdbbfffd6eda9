"""What is told of a request's fields."""

from services.errors import FieldError, Reason, Refusal


def invalid(pointer: str, detail: str) -> Refusal:
    """What is told of a field that cannot be used."""
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, detail),))
