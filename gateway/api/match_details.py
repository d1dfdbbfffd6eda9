"""A match as the API shows it."""

import json
from typing import Annotated, Any

from pydantic import Field

from gateway.api.clocks import ClockDetails, clock_details
from services.engine.clocks import AnyOnTimeOut, AnyTimeControl
from services.engine.documented_as import DocumentedAs
from services.engine.fairness import CommitmentDocument
from services.engine.ruleset import SPECTATOR
from services.engine.ruleset_documents import RulesetOptions
from services.identity import Caller
from services.matches.match import (
    AbortReason,
    Assistance,
    DeclineReason,
    Match,
    Seat,
    SeatStatus,
    StartRule,
    Status,
    Visibility,
)
from services.response_model import Moment, ResponseModel, growing


class PlayerInSeat(ResponseModel):
    """The player in a seat."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The name that the player had when it took the seat.")
    kind: str = Field(description="`person` or `bot`.")
    bot: str | None = Field(description="For a house bot: its id in the ruleset.")
    version: str | None = Field(
        description="For a bot's program: the version that the bot had stated when it took the seat. For a house bot: "
        "the version of the ruleset by which it plays, the part after the `@` in series. Null if none was stated."
    )


class SeatDetails(ResponseModel):
    """A seat."""

    seat: int = Field(description="The seat's number, from 0.")
    status: SeatStatus = Field(description="Whether a player has taken the seat.")
    player: PlayerInSeat | None = Field(description="The player who has taken the seat, or for whom it is kept.")
    resigned: bool = Field(description="The player has resigned; the platform plays on for the seat.")
    taken_over_by: str | None = Field(
        description="The house bot that plays on for the seat since its player ran out of time."
    )
    client_seed: str | None = Field(
        description="The player's contribution to the match's seed. Before the start only the player sees it."
    )
    client_seed_sha256: str | None = Field(
        description="The SHA-256 of the client seed, hexadecimal. It is shown before the start, so that the seed "
        "cannot be changed secretly."
    )


class Creator(ResponseModel):
    """The creator of the match."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The name that the player had.")


class ScoreItem(ResponseModel):
    """A part of a score."""

    item: str = Field(description="The reason for the points.")
    points: int = Field(description="The number of points; may be negative.")


class SeatOutcome(ResponseModel):
    """A seat's result."""

    seat: int = Field(description="The seat's number.")
    rank: int = Field(description="1 is best; ties share a rank.")
    score: int = Field(description="The seat's points; may be negative.")
    breakdown: list[ScoreItem] = Field(description="The parts of the score. Their points add up to it.")


class MatchOutcome(ResponseModel):
    """The result of a finished match."""

    results: list[SeatOutcome] = Field(description="One per seat, in seat order.")
    reason: str = Field(description="Why the match ended, in a word.")


class Inspector(ResponseModel):
    """An admin."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class Decliner(ResponseModel):
    """An invited player."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class InspectionDetails(ResponseModel):
    """An admin without a seat in the match who has looked at a seat."""

    seat: int = Field(description="The seat.")
    player: Inspector = Field(description="The admin.")
    at: Moment = Field(description="When the admin first looked at the seat.")


class MigrationDetails(ResponseModel):
    """A change of the ruleset's version during the match. The new version plays the match on as the one before would
    have."""

    from_version: str = Field(description="The version that had played the match before.")
    to_version: str = Field(description="The version that plays the match on.")
    at: Moment = Field(description="When the version changed.")


class SignatureDetails(ResponseModel):
    """A signature by the platform."""

    key_id: str = Field(description="The published key that made the signature.")
    value: str = Field(description="Ed25519, 64 bytes, hexadecimal.")


class DeclineDetails(ResponseModel):
    """A player who has declined the seat that was kept for it."""

    seat: int = Field(description="The seat.")
    player: Decliner = Field(description="The player who declined.")
    reason: Annotated[str, growing(DeclineReason)] = Field(
        description="`generic`, `later`, `too_fast`, `too_slow`, `ruleset`, `options`, `no_bots` or `only_bots`. The "
        "list may grow."
    )
    at: Moment = Field(description="When the player declined.")


class MatchDetails(ResponseModel):
    """A match, as far as its caller may know it."""

    id: str = Field(description="The match's id, such as `m_01k9h3x2v5c8d7e6f4g3h2j1k0`.")
    ruleset: str = Field(description="The id of the ruleset.")
    ruleset_version: str = Field(description="The version of the ruleset that plays the match.")
    status: Status = Field(description="The match's status.")
    visibility: Visibility = Field(description="The match's visibility.")
    start_rule: StartRule = Field(description="When the match starts: when it is full, or when its creator starts it.")
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    seats: list[SeatDetails] = Field(description="In seat order.")
    creator: Creator = Field(description="The match's creator.")
    commitment: str = Field(
        description="The SHA-256 of `commitment_document`, hexadecimal, published at the creation. Save it before you "
        "send a client seed, and check it against the replay."
    )
    commitment_document: Annotated[dict[str, Any] | None, DocumentedAs(CommitmentDocument | None)] = Field(
        description="The promises of the match: the SHA-256 of the server's seed, and everything else that could be "
        "chosen later. Its digest is over canonical JSON (RFC 8785). Null if the match was created before such "
        "documents existed; then `commitment` is the SHA-256 of the server's seed."
    )
    commitment_signature: SignatureDetails | None = Field(
        description="The platform's signature over the document's `format`, a zero byte and the bytes of `commitment`."
    )
    time_control: AnyTimeControl = Field(description="The clocks of people and their bots.")
    on_time_out: AnyOnTimeOut = Field(description="What happens when the time of a seat's turn is over.")
    clocks: list[ClockDetails] = Field(
        description="The clocks of the seats that have one. They are public. Empty before the start."
    )
    spectator_delay_seconds: int = Field(
        description="By how many seconds spectators see events later than the seats do."
    )
    created_at: Moment = Field(description="When the match was created.")
    started_at: Moment | None = Field(description="When the match started; null if it has not started.")
    ended_at: Moment | None = Field(description="When the match ended; null if it has not ended.")
    seat: int | None = Field(description="The caller's seat; null for a spectator.")
    revision: int = Field(
        description="The caller's revision: the number of steps that it has seen. 0 before the start."
    )
    pending: list[int] = Field(description="The seats that must decide now, ascending.")
    decision: int | None = Field(description="The number of the decision that the caller must answer now.")
    deadline_at: Moment | None = Field(
        description="When the time of the caller's turn is over; null if it has no clock, or the clock is stopped."
    )
    outcome: MatchOutcome | None = Field(description="The result; null if the match has not finished.")
    abort_reason: Annotated[AbortReason, growing(AbortReason)] | None = Field(
        description="`expired`: it was not filled in time. `idle`: nobody moved for too long. `declined`: the last "
        "invited player has declined. Null if it was not aborted, or if its creator or an admin called it off. The "
        "list may grow."
    )
    expires_at: Moment | None = Field(
        description="When the match is aborted if it has not been filled or started by then. Null: only the "
        "operator's rule applies, which also applies otherwise."
    )
    rated: bool = Field(description="False: the result does not count for the ratings, by the creator's wish.")
    assistance: Assistance = Field(
        description="Whether the platform searches positions of the ruleset for the players of the match. `none` and "
        "`after_match`: not while it is live; `open`: at any time. The match's commitment includes it, if the match "
        "was created with it."
    )
    rematch_of: str | None = Field(description="The match of which this one is a rematch.")
    rematch: str | None = Field(
        description="The rematch of this match, for players who had a seat. Ask for it with `rematchMatch`."
    )
    declines: list[DeclineDetails] = Field(
        description="The players who have declined a seat, oldest first. Shown to the match's players, its creator "
        "and admins; any other player who declined sees its own entry."
    )
    migrations: list[MigrationDetails] = Field(
        description="The versions of the ruleset that have played the match before `ruleset_version`. Usually empty."
    )
    inspections: list[InspectionDetails] = Field(
        description="The admins who have looked at seats before the end. They cannot take a seat. Usually empty."
    )


def match_json(match: Match, caller: Caller) -> MatchDetails:
    """A match as the API shows it to a caller."""
    seat = match.seat_of(caller.player_id)
    viewer = SPECTATOR if seat is None else seat
    signed = match.signed_commitment
    return MatchDetails(
        id=match.id,
        ruleset=match.ruleset,
        ruleset_version=match.ruleset_version,
        status=match.status,
        visibility=match.visibility,
        start_rule=match.start_rule,
        options=match.options,
        seats=[_seat(seat, match.ruleset_version) for seat in match.seats],
        creator=Creator(id=match.creator_id, name=match.creator_name),
        commitment=match.commitment,
        commitment_document=None if signed is None else json.loads(signed.document),
        commitment_signature=None if signed is None else SignatureDetails(key_id=signed.key_id, value=signed.signature),
        time_control=match.time_control,
        on_time_out=match.on_time_out,
        clocks=clock_details(match.clocks),
        spectator_delay_seconds=match.spectator_delay_seconds,
        created_at=match.created_ms,
        started_at=match.started_ms,
        ended_at=match.ended_ms,
        seat=seat,
        revision=match.revision(viewer),
        pending=list(match.pending),
        decision=match.decision(viewer),
        deadline_at=match.deadline_ms(viewer),
        outcome=None if match.outcome is None else MatchOutcome.model_validate(match.outcome),
        abort_reason=match.abort_reason,
        expires_at=match.expires_ms,
        rated=match.rated,
        assistance=match.assistance or Assistance.OPEN,
        rematch_of=match.rematch_of,
        rematch=match.rematch,
        declines=[
            DeclineDetails(
                seat=each.seat,
                player=Decliner(id=each.player_id, name=each.player_name),
                reason=each.reason,
                at=each.at_ms,
            )
            for each in match.declines
        ],
        migrations=[
            MigrationDetails(from_version=each.from_version, to_version=each.to_version, at=each.at_ms)
            for each in match.migrations
        ],
        inspections=[
            InspectionDetails(
                seat=look.seat,
                player=Inspector(id=look.player_id, name=look.player_name),
                at=look.at_ms,
            )
            for look in match.inspections
        ],
    )


def _seat(seat: Seat, ruleset_version: str) -> SeatDetails:
    player = None
    if seat.player_id is not None:
        name, kind = seat.player_name or seat.player_id, seat.player_kind or "person"
        version = seat.version if seat.bot is None else ruleset_version
        player = PlayerInSeat(id=seat.player_id, name=name, kind=kind, bot=seat.bot, version=version)
    return SeatDetails(
        seat=seat.number,
        status=seat.status,
        player=player,
        resigned=seat.resigned,
        taken_over_by=seat.taken_over_by,
        client_seed=seat.client_seed,
        client_seed_sha256=seat.client_seed_sha256,
    )
