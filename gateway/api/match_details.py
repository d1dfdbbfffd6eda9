"""A match as the API shows it."""

import json
from typing import Annotated, Any

from pydantic import Field

from gateway.api.clocks import ClockDetails, clock_details
from gateway.formats.timestamps import timestamp
from gateway.openapi.fields import Moment, ResponseModel, growing
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


class PlayerInSeat(ResponseModel):
    """The player in a seat."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The name that the player had when it sat down.")
    kind: str = Field(description="`person` or `bot`.")
    bot: str | None = Field(description="For a house bot: which of the ruleset's.")
    version: str | None = Field(
        description="Of a bot's program: what the bot had stated when it sat down. For a house bot the version of the "
        "ruleset that it plays by, as series have it after the `@`. Null: nothing was stated."
    )


class SeatDetails(ResponseModel):
    """A seat."""

    seat: int = Field(description="Its number, from 0.")
    status: SeatStatus = Field(description="Whether somebody sits there.")
    player: PlayerInSeat | None = Field(description="The player who has taken the seat, or for whom it is kept.")
    resigned: bool = Field(description="The player has resigned; the house plays on.")
    taken_over_by: str | None = Field(
        description="The house bot that plays the seat on, since the time of its player ran out."
    )
    client_seed: str | None = Field(
        description="What the player added to the match's seed. Before the start only its player sees it."
    )
    client_seed_sha256: str | None = Field(
        description="Its SHA-256, hexadecimal: from before the start on, so that it cannot be changed unseen."
    )


class Creator(ResponseModel):
    """Who created the match."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The name that the player had.")


class ScoreItem(ResponseModel):
    """A part of a score."""

    item: str = Field(description="What the points are for.")
    points: int = Field(description="How many; may be negative.")


class SeatOutcome(ResponseModel):
    """A seat's result."""

    seat: int = Field(description="The seat's number.")
    rank: int = Field(description="1 is best; shared on ties.")
    score: int = Field(description="The seat's points; may be negative.")
    breakdown: list[ScoreItem] = Field(description="What the score is made of: its points add up to it.")


class MatchOutcome(ResponseModel):
    """The result of a finished match."""

    results: list[SeatOutcome] = Field(description="One per seat, in seat order.")
    reason: str = Field(description="Why it ended, in a word.")


class Inspector(ResponseModel):
    """An admin."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class Decliner(ResponseModel):
    """An invited player."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class InspectionDetails(ResponseModel):
    """An admin without a seat in the match has looked at a seat."""

    seat: int = Field(description="Which seat.")
    player: Inspector = Field(description="Who looked.")
    at: Moment = Field(description="When it did so for the first time.")


class MigrationDetails(ResponseModel):
    """Another version of the ruleset plays the match on, as the one before would have."""

    from_version: str = Field(description="Which version had played it.")
    to_version: str = Field(description="Which one plays it on.")
    at: Moment = Field(description="Since when.")


class SignatureDetails(ResponseModel):
    """A signature by the platform."""

    key_id: str = Field(description="Which of the published keys made it.")
    value: str = Field(description="Ed25519, 64 bytes, hexadecimal.")


class DeclineDetails(ResponseModel):
    """A player has declined the seat that was kept for it."""

    seat: int = Field(description="Which seat.")
    player: Decliner = Field(description="Who declined.")
    reason: Annotated[str, growing(DeclineReason)] = Field(
        description="`generic`, `later`, `too_fast`, `too_slow`, `ruleset`, `options`, `no_bots` or `only_bots`. The "
        "list may grow."
    )
    at: Moment = Field(description="When it did so.")


class MatchDetails(ResponseModel):
    """A match, as its caller may know it."""

    id: str = Field(description="The match's id, such as `m_01k9h3x2v5c8d7e6f4g3h2j1k0`.")
    ruleset: str = Field(description="The id of the ruleset.")
    ruleset_version: str = Field(description="The version of the ruleset that plays the match.")
    status: Status = Field(description="How far the match has come.")
    visibility: Visibility = Field(description="Who may see it.")
    start_rule: StartRule = Field(description="When it starts.")
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    seats: list[SeatDetails] = Field(description="In seat order.")
    creator: Creator = Field(description="Who created it.")
    commitment: str = Field(
        description="What the match was committed to at its creation: SHA-256 of `commitment_document`, hexadecimal. "
        "Keep it before you give a client seed, and check it with the replay."
    )
    commitment_document: Annotated[dict[str, Any] | None, DocumentedAs(CommitmentDocument | None)] = Field(
        description="What the match promises: the SHA-256 of the server's seed, and all else that could be chosen "
        "after it. Hashed as canonical JSON (RFC 8785). Null: the match was created before there were such documents, "
        "and `commitment` is the SHA-256 of the server's seed."
    )
    commitment_signature: SignatureDetails | None = Field(
        description="The platform's signature over the document's `format`, a zero byte and the bytes of `commitment`."
    )
    time_control: AnyTimeControl = Field(description="How long people and their bots may think.")
    on_time_out: AnyOnTimeOut = Field(description="What happens to a seat when the time of its turn is over.")
    clocks: list[ClockDetails] = Field(
        description="The clocks of the seats that have one; everybody may know them. Empty before the start."
    )
    spectator_delay_seconds: int = Field(description="How much later than the seats spectators see what happens.")
    created_at: Moment = Field(description="When it was created.")
    started_at: Moment | None = Field(description="When it started; null: it has not.")
    ended_at: Moment | None = Field(description="When it ended; null: it has not.")
    seat: int | None = Field(description="The caller's seat; null for a spectator.")
    revision: int = Field(description="The caller's revision: how many steps it has been shown. 0 before the start.")
    pending: list[int] = Field(description="The seats that must decide now, ascending.")
    decision: int | None = Field(description="The number of the decision that the caller must answer now.")
    deadline_at: Moment | None = Field(
        description="When the time of the caller's turn is over; null: it has no clock, or that stands."
    )
    outcome: MatchOutcome | None = Field(description="The result; null: it has not finished.")
    abort_reason: Annotated[AbortReason, growing(AbortReason)] | None = Field(
        description="`expired`: it was not filled in time; `idle`: nobody moved for too long; `declined`: the last who "
        "was invited has declined. Null: it was not aborted, or its creator or an admin called it off. "
        "The list may grow."
    )
    expires_at: Moment | None = Field(
        description="When it is aborted if it has not been filled or started by then. Null: by the operator's rule "
        "alone, which holds in any case."
    )
    rated: bool = Field(description="False: its creator wishes that its result does not go into the ratings.")
    assistance: Assistance = Field(
        description="Whether the platform searches positions of the ruleset for who sits in the match: `none` and "
        "`after_match`: not while it is live; `open`: at any time. The commitment binds it, in matches that were "
        "created with it."
    )
    rematch_of: str | None = Field(description="The match after which it is played again.")
    rematch: str | None = Field(
        description="The match in which it is played again, for those who had a seat; ask for it with `rematchMatch`."
    )
    declines: list[DeclineDetails] = Field(
        description="Who has declined a seat, oldest first: for those whom the match involves."
    )
    migrations: list[MigrationDetails] = Field(
        description="The versions of the ruleset that have played the match before `ruleset_version`. Usually empty."
    )
    inspections: list[InspectionDetails] = Field(
        description="Which admins have looked at seats before the end; they cannot take one. Usually empty."
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
        created_at=timestamp(match.created_ms),
        started_at=timestamp(match.started_ms),
        ended_at=timestamp(match.ended_ms),
        seat=seat,
        revision=match.revision(viewer),
        pending=list(match.pending),
        decision=match.decision(viewer),
        deadline_at=timestamp(match.deadline_ms(viewer)),
        outcome=None if match.outcome is None else MatchOutcome.model_validate(match.outcome),
        abort_reason=match.abort_reason,
        expires_at=timestamp(match.expires_ms),
        rated=match.rated,
        assistance=match.assistance or Assistance.OPEN,
        rematch_of=match.rematch_of,
        rematch=match.rematch,
        declines=[
            DeclineDetails(
                seat=each.seat,
                player=Decliner(id=each.player_id, name=each.player_name),
                reason=each.reason,
                at=timestamp(each.at_ms),
            )
            for each in match.declines
        ],
        migrations=[
            MigrationDetails(from_version=each.from_version, to_version=each.to_version, at=timestamp(each.at_ms))
            for each in match.migrations
        ],
        inspections=[
            InspectionDetails(
                seat=look.seat,
                player=Inspector(id=look.player_id, name=look.player_name),
                at=timestamp(look.at_ms),
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
