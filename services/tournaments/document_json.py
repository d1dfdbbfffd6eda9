"""Documents of tournaments as JSON, the same for whoever serves them."""

from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter

from services.fairness.signing import moment
from services.tournaments.round_document import RoundDocument, RoundSummary

_MOMENTS: Final = ("paired", "ended", "deadline")


def document_json(document: object) -> bytes:
    """A document whose fields are those of its record."""
    return _adapter(type(document)).dump_json(document)


def document_fields(document: object) -> dict[str, Any]:
    """The same, as values that JSON has."""
    fields: dict[str, Any] = _adapter(type(document)).dump_python(document, mode="json")
    return fields


def summary_fields(summary: RoundSummary) -> dict[str, Any]:
    """A round without its tables, as values that JSON has. Moments are RFC 3339: ``paired_at`` and so on."""
    fields = document_fields(summary)
    for name in _MOMENTS:
        at_ms = fields.pop(f"{name}_ms")
        fields[f"{name}_at"] = None if at_ms is None else moment(at_ms)
    return fields


def round_fields(document: RoundDocument) -> dict[str, Any]:
    """A round with the fields of its summary, as values that JSON has."""
    fields = document_fields(document)
    del fields["summary"]
    return summary_fields(document.summary) | fields


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
