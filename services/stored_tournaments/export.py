"""A tournament as one document: everything that is known of it, and enough to compute it again."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.engine.fairness import canonical
from services.engine.unique_names import parse_once
from services.fairness.signing import moment, parse_moment
from services.stored_tournaments.view import TournamentView
from services.tournaments import log
from services.tournaments.document_json import entrant_fields, round_fields
from services.tournaments.event_commitment import EventCommitment
from services.tournaments.log import LoggedHappening
from services.tournaments.settings import TournamentSettings

EXPORT_FORMAT: Final = "playhall.tournament-export/1"


def tournament_export(view: TournamentView, entries: Sequence[LoggedHappening], seeds: Mapping[str, str]) -> bytes:
    """A tournament with its log, as canonical JSON. The seed is in it when the tournament is over and has
    no match left. ``seeds``: those of
    entrants that may be shown, by entrant."""
    hosted, tournament = view.hosted, view.tournament
    return canonical(
        {
            "format": EXPORT_FORMAT,
            "id": hosted.id,
            "owner_id": hosted.owner_id,
            "name": hosted.name,
            "visibility": hosted.visibility.value,
            "status": hosted.status.value,
            "status_reason": hosted.status_reason,
            "revision": hosted.revision,
            "created_at": moment(hosted.created_ms),
            "started_at": _moment(hosted.started_ms),
            "ended_at": _moment(hosted.ended_ms),
            "settings": tournament.settings.model_dump(mode="json"),
            "seed": hosted.shown_seed,
            **commitment_fields(hosted.event),
            "seed_given_by_host": hosted.event is not None and hosted.event.seed_given_by_host,
            "entrants": [entrant_fields(tournament, entrant, seeds.get(entrant)) for entrant in tournament.members],
            "rounds": [round_fields(view.round(number)) for number in range(1, len(tournament.rounds) + 1)],
            "standings": json.loads(view.standings)["stages"],
            "log": [
                {
                    "number": entry.number,
                    "at": moment(entry.at_ms),
                    "by": entry.by,
                    "reason": entry.reason,
                    "what": entry.what.model_dump(mode="json"),
                    "undone": entry.number in tournament.undone,
                }
                for entry in entries
            ],
        }
    )


def commitment_fields(event: EventCommitment | None) -> dict[str, Any]:
    """What a tournament has promised, as matches tell it."""
    if event is None:
        return dict.fromkeys(("commitment", "commitment_document", "commitment_signature", "commitment_log"))
    return {
        "commitment": event.sha256,
        "commitment_document": event.told,
        "commitment_signature": {"key_id": event.key_id, "value": event.signature},
        "commitment_log": {"index": event.index, "hash": event.hash},
    }


def read_export(data: str | bytes) -> tuple[TournamentSettings, list[LoggedHappening]]:
    """The settings and the log of an exported tournament: what they fold to has its rounds and standings.

    Raises:
        ValueError: it is no such document.
    """
    document = parse_once(data)
    if not isinstance(document, dict) or document.get("format") != EXPORT_FORMAT:
        raise ValueError("this is no exported tournament")
    try:
        settings = TournamentSettings.read(json.dumps(document["settings"]))
        return settings, [_entry(entry) for entry in document["log"]]
    except (KeyError, TypeError) as error:
        raise ValueError("this is no exported tournament") from error


def _entry(told: dict[str, Any]) -> LoggedHappening:
    what = log.load(json.dumps(told["what"]))
    return LoggedHappening(told["number"], parse_moment(told["at"]), what, told["by"], told["reason"])


def _moment(at_ms: int | None) -> str | None:
    return None if at_ms is None else moment(at_ms)
