"""What players are told of tournaments, as messages of ``playhall.play.v1``."""

from collections.abc import Iterable
from typing import Any

from playhall.play.v1 import play_pb2 as pb

from services.engine.ruleset import JsonObject
from services.matches.account_events import AccountEventType


def fill(answer: pb.WatchAccountResponse, type: Any, told: JsonObject) -> None:  # noqa: ANN401 - of any kind of line
    """Put a line about a tournament into an answer, if it is one."""
    tournament = _named(told)
    match type:
        case AccountEventType.TOURNAMENT_INVITED:
            invitation = pb.TournamentInvitation(
                tournament=tournament,
                ruleset=told["ruleset"],
                entrant=_person(told["entrant"]),
                host=told["host"],
            )
            if told["starts_at"] is not None:
                invitation.starts_at.FromJsonString(told["starts_at"])
            answer.tournament_invited.CopyFrom(invitation)
        case AccountEventType.TOURNAMENT_STARTED:
            start = pb.TournamentStart(
                tournament=tournament,
                takes_part=told["takes_part"],
                seed=told["seed"] or 0,
                entrants=told["entrants"],
            )
            answer.tournament_started.CopyFrom(start)
        case AccountEventType.ROUND_PAIRED:
            paired = pb.PairedRound(
                tournament=tournament,
                round=told["round"],
                again=told["again"],
                by_hand=told["by_hand"],
                reason=told["reason"],
                place=told["place"],
                reasons=told["reasons"],
            )
            if told["deadline_at"] is not None:
                paired.deadline_at.FromJsonString(told["deadline_at"])
            answer.round_paired.CopyFrom(paired)
        case AccountEventType.YOUR_TABLE:
            seat = pb.SeatAtTable(
                tournament=tournament,
                seat=pb.SeatInMatch(match=told["match"], ruleset=told["ruleset"], seat=told["seat"]),
                round=told["round"],
                table=told["table"],
                game=told["game"],
                opponents=map(_person, told["opponents"]),
                reasons=told["reasons"],
            )
            if told["deadline_at"] is not None:
                seat.deadline_at.FromJsonString(told["deadline_at"])
            answer.your_table.CopyFrom(seat)
        case AccountEventType.TABLE_RESULT:
            result = pb.TableResult(
                tournament=tournament,
                round=told["round"],
                table=told["table"],
                last_match=told["last_match"] or "",
                results=_placed(told["results"]),
                why=told["why"],
                standing=_standing(told["standing"]),
            )
            answer.table_result.CopyFrom(result)
        case AccountEventType.TOURNAMENT_CORRECTED:
            correction = pb.TournamentCorrection(
                tournament=tournament,
                change=told["change"],
                round=told["round"] or 0,
                table=told["table"] or 0,
                results=_placed(told["results"] or ()),
                standing=_standing(told["standing"]),
                reason=told["reason"],
            )
            answer.tournament_corrected.CopyFrom(correction)
        case AccountEventType.TOURNAMENT_ENDED:
            end = pb.TournamentEnd(
                tournament=tournament,
                status=told["status"],
                reason=told["reason"],
                standing=_standing(told["standing"]),
            )
            answer.tournament_ended.CopyFrom(end)
        case AccountEventType.HOST_NEEDED:
            need = pb.HostNeed(
                tournament=tournament,
                cause=told["cause"],
                round=told["round"] or 0,
                table=told["table"] or 0,
                reason=told["reason"],
            )
            answer.host_needed.CopyFrom(need)


def open_tournament(told: JsonObject) -> pb.OpenTournament:
    """A tournament that is not over."""
    seat = None
    if told["match"] is not None:
        seat = pb.SeatInMatch(match=told["match"], ruleset=told["ruleset"], seat=told["seat"])
    return pb.OpenTournament(
        tournament=_named(told),
        ruleset=told["ruleset"],
        status=told["status"],
        round=told["round"],
        table=told["table"] or 0,
        seat=seat,
        invited=told["invited"],
    )


def _named(told: JsonObject) -> pb.NamedTournament:
    return pb.NamedTournament(id=told["tournament"], name=told["name"])


def _person(told: JsonObject) -> pb.PersonAtTable:
    return pb.PersonAtTable(
        entrant=told["entrant"],
        name=told["name"],
        player=told["player"] or "",
        is_bot=told["is_bot"],
        seat=told.get("seat"),
    )


def _placed(told: Iterable[JsonObject]) -> Iterable[pb.PlacedAtTable]:
    return [
        pb.PlacedAtTable(person=_person(each), place=each["place"], points=each["points"], forfeit=each["forfeit"])
        for each in told
    ]


def _standing(told: JsonObject | None) -> pb.StandingInTournament | None:
    return None if told is None else pb.StandingInTournament(**told)
