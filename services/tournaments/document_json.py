"""Documents of tournaments as JSON, the same for whoever serves them."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeAlias, get_args

from pydantic import TypeAdapter

from services.moments import moment
from services.tournaments.bracket_document import BracketDocument
from services.tournaments.card_document import CardDocument
from services.tournaments.cross_table_document import CrossTableDocument
from services.tournaments.round_document import RoundDocument, RoundSummary, TableDocument
from services.tournaments.tournament import Tournament, TournamentStatus

Document: TypeAlias = BracketDocument | CardDocument | CrossTableDocument | RoundDocument | RoundSummary | TableDocument
_MOMENTS: Final = ("paired", "ended", "deadline")


def document_json(document: Document) -> bytes:
    """A document; its fields are those of its record."""
    return _adapters()[type(document)].dump_json(document)


def document_fields(document: Document) -> dict[str, Any]:
    """The same, as values that JSON has."""
    fields: dict[str, Any] = _adapters()[type(document)].dump_python(document, mode="json")
    return fields


def summary_fields(summary: RoundSummary) -> dict[str, Any]:
    """A round without its tables, as values that JSON has. Moments are RFC 3339: ``paired_at`` and so on."""
    fields = document_fields(summary)
    for name in _MOMENTS:
        at_ms = fields.pop(f"{name}_ms")
        fields[f"{name}_at"] = None if at_ms is None else moment(at_ms)
    return fields


def round_fields(document: RoundDocument) -> dict[str, Any]:
    """A round with the fields of its summary, its tables and byes in the place of their numbers, as values that JSON
    has."""
    fields = document_fields(document)
    del fields["summary"]
    summary = summary_fields(document.summary)
    del summary["decided"]
    return summary | fields


def entrant_fields(tournament: Tournament, entrant: str, client_seed: str | None) -> dict[str, object]:
    """An entrant with everything that is told of it, as values that JSON has. ``client_seed``: its own, where that is
    shown."""
    member = tournament.members[entrant]
    waiting = [each.id for each in tournament.waiting] if tournament.status is TournamentStatus.REGISTRATION else []
    return {
        "id": member.id,
        "name": member.name,
        "player_id": member.player_id,
        "bot": member.bot,
        "bot_version": member.bot_version,
        "is_bot": member.is_bot,
        "rating": member.rating,
        "invited": member.is_invited,
        "checked_in": member.is_checked_in,
        "withdrawn": member.is_withdrawn,
        "waiting": waiting.index(entrant) + 1 if entrant in waiting else None,
        "byes": sorted(member.byes),
        "first_round": member.first_round,
        "client_seed_sha256": member.client_seed_sha256,
        "client_seed": client_seed,
    }


def card_fields(tournament: Tournament, document: CardDocument, client_seed: str | None) -> dict[str, Any]:
    """A card, with everything that is told of its entrant, as values that JSON has. ``client_seed``: the entrant's own,
    where that is shown."""
    fields = document_fields(document)
    told = {name: fields[name] for name in ("seed", "ranks", "rounds")}
    return {"entrant": entrant_fields(tournament, document.entrant.id, client_seed), **told}


@cache
def _adapters() -> Mapping[type, TypeAdapter[Any]]:
    return {kind: TypeAdapter(kind) for kind in get_args(Document)}
