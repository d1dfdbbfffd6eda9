"""A new match, from what its creator asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from services.engine import options as ruleset_options
from services.engine.clocks import NoClocks, PlayDefault, bot_of
from services.engine.engine import Engines, RulesetVersion
from services.engine.fairness import (
    COMMITMENT_FORMAT,
    CommitmentDocument,
    EventReference,
    PlannedSeat,
    SeriesReference,
    TournamentReference,
    sha256_hex,
)
from services.engine.ruleset import Description, OptionValue
from services.engine.versions import is_served_by, unsupported
from services.errors import FieldError, Reason, Refusal, range_words
from services.fairness.signing import SigningKeys
from services.identity import Caller, Player, Players
from services.identity.idempotent_creation import Creation
from services.matches.assistance import promised_assistance
from services.matches.creation_request import (
    MAX_EXPIRES_IN,
    MAX_SPECTATOR_DELAY_SECONDS,
    MIN_EXPIRES_IN,
    NewMatch,
    SeatKind,
    SeatRequest,
)
from services.matches.event_log import iso_time
from services.matches.ids import PREFIX
from services.matches.match import (
    Match,
    Presence,
    Seat,
    SeatStatus,
    SignedCommitment,
    Status,
    visibility_fields,
    with_client_seed,
)
from services.matches.match_record import MatchRecord


@dataclass(frozen=True, slots=True)
class Rematch:
    """A match that is played after another one. ``id``: its own, random; ``of``: the other one's."""

    id: str
    of: str


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """What matches between bots of the house have in common that play the same cards; and from what a match is dealt
    that has a deal of a series alone. ``server_seed``: 32 bytes. ``reference``: which deal of what it is, and which of
    its matches; the matches promise it. ``pin``: the version and the cards that must deal it; None: any."""

    server_seed: bytes = field(repr=False)
    reference: SeriesReference
    pin: RulesetVersion | None = None


@dataclass(frozen=True, slots=True)
class EventDeal:
    """The chance of a match of a tournament. ``server_seed``: 32 bytes. ``reference``: what it follows from beside the
    entrants' own seeds; the match promises it. ``client_seeds``: those, hexadecimal, by seat; None: none was given."""

    server_seed: bytes = field(repr=False)
    reference: EventReference
    client_seeds: tuple[str | None, ...] = field(repr=False)


def open_match(
    caller: Caller,
    new: NewMatch,
    engines: Engines,
    players: Players,
    creation: Creation,
    signing_keys: SigningKeys,
    *,
    grace_ms: int = 0,
    rematch: Rematch | None = None,
    seated: Sequence[Caller | None] = (),
    deal: SharedDeal | EventDeal | None = None,
    person: str | None = None,
) -> MatchRecord:
    """The match, with nothing written yet. Its id, moment and server seed are the creation's. What it promises is
    signed here, before anybody can give a client seed. ``grace_ms``: how long after a deadline an answer counts.
    ``rematch``: which match it is played after, and the id that it has then. ``seated``: who sits in each of its
    seats from the beginning on; None: whom ``new`` asks for; empty: so in every seat. ``deal``: that it has in common
    with others, for bots of the house only, or its own of a series or tournament; None: its chance is its own.
    ``person``: for whom the match counts; None: for the person behind the caller.

    Raises:
        Refusal: ``UNKNOWN_RULESET``, ``SEATS_OUT_OF_RANGE``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``, ``UNKNOWN_BOT``,
            ``ALREADY_SEATED`` for a player with two seats, ``NOT_FOUND`` for an unknown player, ``BOT_OFFLINE``,
            ``INVALID_FIELD``; ``UNSUPPORTED_VERSION``: what deals new matches is not what ``deal`` is pinned to.
    """
    description, options = check_wish(new, engines)
    pin = deal.pin if isinstance(deal, SharedDeal) else None
    if pin is not None and not is_served_by(pin, description):
        raise unsupported(pin, [description])
    filler = Filler(caller, description, players)
    wanted = zip(new.seats, seated or (None,) * len(new.seats), strict=True)
    seats = tuple(
        filler.seat(number, request, f"/seats/{number}")
        if player is None
        else taken_by(player, number, deal.client_seeds[number] if isinstance(deal, EventDeal) else None)
        for number, (request, player) in enumerate(wanted)
    )
    check_once(seats)
    server_seed = creation.secret("server seed") if deal is None else deal.server_seed
    nothing = (None,) * len(seats)
    match = Match(
        id=creation.id(PREFIX) if rematch is None else rematch.id,
        ruleset=description.id,
        ruleset_version=description.version,
        status=Status.OPEN,
        visibility=new.visibility,
        start_rule=new.start_rule,
        options=dict(options),
        seats=seats,
        creator_id=caller.player_id,
        creator_name=caller.name,
        commitment="",
        time_control=new.time_control,
        created_ms=creation.at_ms,
        started_ms=None,
        ended_ms=None,
        revisions=(0,) * (len(seats) + 1),
        pending=(),
        decisions=nothing,
        clocks=nothing,
        outcome=None,
        on_time_out=new.on_time_out,
        grace_ms=grace_ms if not isinstance(new.time_control, NoClocks) else 0,
        spectator_delay_seconds=new.spectator_delay_seconds,
        catalogue_sha256=description.catalogue_sha256,
        expires_ms=None if new.expires_in is None else creation.at_ms + new.expires_in * 1000,
        rematch_of=None if rematch is None else rematch.of,
        rated=new.rated,
        assistance=promised_assistance(caller, new, seats),
        counts_for=_other(person or caller.person, caller.player_id),
        presence=Presence() if new.notes_presence else None,
    )
    if deal is None:
        match = _committed(match, server_seed, signing_keys, tournament=new.tournament)
    elif isinstance(deal, EventDeal):
        match = _committed(match, server_seed, signing_keys, event=deal.reference)
    else:  # the same cards at each table of the deal: no table's place enters their chance
        match = _committed(match, server_seed, signing_keys, series=deal.reference)
    return MatchRecord(match, 1, 0, 0, (0,) * len(seats), server_seed, None, None)


def check_wish(new: NewMatch, engines: Engines) -> tuple[Description, dict[str, OptionValue]]:
    """The ruleset of a match that could be created, and all of its options.

    Raises:
        Refusal: ``UNKNOWN_RULESET``, ``SEATS_OUT_OF_RANGE``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``, ``INVALID_FIELD``;
            ``UNKNOWN_BOT`` at ``/on_time_out/bot``.
    """
    description = new_description(engines, new.ruleset)
    _check_number(len(new.seats), description)
    options = ruleset_options.complete(new.options, description.options)
    _check_time_out(new, description)
    _check_delay(new.spectator_delay_seconds)
    _check_expires_in(new.expires_in)
    return description, options


def commitment_document(
    match: Match,
    server_seed: bytes,
    *,
    tournament: TournamentReference | None = None,
    series: SeriesReference | None = None,
    event: EventReference | None = None,
) -> CommitmentDocument:
    """What a match that is being created promises. ``tournament``: where it belongs in one without a commitment of its
    own. ``series``: the deal that it shares with others. Either stands for its id and its moment: whoever creates it
    could choose them. ``event``: which deal of a tournament it is."""
    is_named_by_id = tournament is None and series is None
    return CommitmentDocument(
        format=COMMITMENT_FORMAT,
        match=match.id if is_named_by_id else None,
        creator=match.creator_id,
        created_at=iso_time(match.created_ms) if is_named_by_id else None,
        ruleset=match.ruleset,
        ruleset_version=match.ruleset_version,
        catalogue_sha256=match.catalogue_sha256 or None,
        options=match.options,
        seats=tuple(_planned(seat) for seat in match.seats),
        start_rule=match.start_rule.value,
        visibility=visibility_fields(match.visibility)["visibility"],
        time_control=match.time_control,
        on_time_out=match.on_time_out,
        grace_milliseconds=match.grace_ms,
        spectator_delay_seconds=match.spectator_delay_seconds,
        server_seed_sha256=sha256_hex(server_seed),
        assistance=match.assistance and match.assistance.value,
        tournament=tournament,
        series=series,
        event=event,
    )


def _committed(
    match: Match,
    server_seed: bytes,
    signing_keys: SigningKeys,
    *,
    tournament: TournamentReference | None = None,
    series: SeriesReference | None = None,
    event: EventReference | None = None,
) -> Match:
    document = commitment_document(match, server_seed, tournament=tournament, series=series, event=event)
    signature = signing_keys.sign(COMMITMENT_FORMAT, document.to_bytes())
    signed = SignedCommitment(document.to_bytes().decode(), signature.key_id, signature.value.hex())
    return match._replace(commitment=document.digest().hex(), signed_commitment=signed)


def _planned(seat: Seat) -> PlannedSeat:
    if seat.status is SeatStatus.OPEN:
        return PlannedSeat(kind="open", player=None, bot=None)
    if seat.bot is not None:
        return PlannedSeat(kind="bot", player=None, bot=seat.bot)
    kind: Literal["person", "reserved"] = "reserved" if seat.status is SeatStatus.RESERVED else "person"
    return PlannedSeat(kind=kind, player=seat.player_id, bot=None)


def taken_by(caller: Caller, number: int, client_seed: str | None = None) -> Seat:
    """A seat in which the caller sits."""
    seat = Seat(
        number=number,
        status=SeatStatus.TAKEN,
        player_id=caller.player_id,
        player_name=caller.name,
        player_kind=caller.kind.value,
        version=caller.version or None,
        counts_for=_other(caller.person, caller.player_id),
    )
    return seat if client_seed is None else with_client_seed(seat, client_seed)


def _other(person: str, player_id: str) -> str | None:
    """Who stands behind a player, as it is kept: None for itself."""
    return None if person == player_id else person


@dataclass(frozen=True, slots=True)
class Filler:
    """Makes seats of what the creator of a match of a ruleset asks for."""

    caller: Caller
    description: Description
    players: Players

    def seat(self, number: int, request: SeatRequest, pointer: str) -> Seat:
        """The seat with this number.

        Raises:
            Refusal: ``UNKNOWN_BOT``, ``NOT_FOUND`` for an unknown player, ``BOT_OFFLINE`` for one that takes no
                invitations, ``INVALID_FIELD``, each at ``pointer``.
        """
        if request.kind is SeatKind.OPEN:
            return Seat(number, SeatStatus.OPEN)
        if request.kind is SeatKind.ME or request.id == self.caller.player_id:
            return taken_by(self.caller, number)
        assert request.id is not None
        if request.kind is SeatKind.PLAYER:
            return _seated(number, SeatStatus.RESERVED, _invited(self.players, request.id, pointer))
        if request.id not in {bot.id for bot in self.description.bots}:
            raise Refusal(Reason.UNKNOWN_BOT, errors=(FieldError(pointer, "the ruleset has no such bot"),))
        bot = self.players.house_bot(self.description.id, request.id)
        return _seated(number, SeatStatus.TAKEN, bot, bot=request.id)


def _seated(number: int, status: SeatStatus, player: Player, *, bot: str | None = None) -> Seat:
    return Seat(number, status, player.id, player.name, player.kind.value, bot)


def _invited(players: Players, player_id: str, pointer: str) -> Player:
    if player_id.startswith("bot_"):
        help_text = "a bot of the house takes its seat by `bot:<bot id>`"
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, help_text),))
    try:
        if not player_id.isascii():  # no id is like that, and not every text can be sent to a database
            raise Refusal(Reason.NOT_FOUND, "There is no such player.")
        found = players.get(player_id)
        if not found.is_online:
            raise Refusal(Reason.BOT_OFFLINE)
        return found
    except Refusal as refusal:
        raise Refusal(refusal.reason, refusal.detail, (FieldError(pointer, refusal.detail),)) from None


def new_description(engines: Engines, ruleset: str) -> Description:
    """What a ruleset is of which something new is to be played.

    Raises:
        Refusal: ``UNKNOWN_RULESET`` at ``/ruleset``; ``BUSY``.
    """
    try:
        return engines.engine(ruleset).describe()
    except Refusal as refusal:
        if refusal.reason is not Reason.UNKNOWN_RULESET:
            raise
        raise Refusal(refusal.reason, errors=(FieldError("/ruleset", "there is no such ruleset"),)) from None


def _check_number(seats: int, description: Description) -> None:
    if not description.min_seats <= seats <= description.max_seats:
        wanted = f"must be {range_words(description.min_seats, description.max_seats)} seats"
        raise Refusal(Reason.SEATS_OUT_OF_RANGE, errors=(FieldError("/seats", wanted),))


def _check_time_out(new: NewMatch, description: Description) -> None:
    if isinstance(new.time_control, NoClocks) and not isinstance(new.on_time_out, PlayDefault):
        errors = (FieldError("/on_time_out", "needs a `time_control`: without clocks no time is over"),)
        raise Refusal(Reason.INVALID_FIELD, errors=errors)
    bot = bot_of(new.on_time_out)
    if bot is not None and bot not in {each.id for each in description.bots}:
        raise Refusal(Reason.UNKNOWN_BOT, errors=(FieldError("/on_time_out/bot", "the ruleset has no such bot"),))


def _check_delay(seconds: int) -> None:
    if not 0 <= seconds <= MAX_SPECTATOR_DELAY_SECONDS:
        wanted = f"must be from 0 to {MAX_SPECTATOR_DELAY_SECONDS}"
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/spectator_delay_seconds", wanted),))


def _check_expires_in(seconds: int | None) -> None:
    if seconds is not None and not MIN_EXPIRES_IN <= seconds <= MAX_EXPIRES_IN:
        wanted = f"must be from {MIN_EXPIRES_IN} to {MAX_EXPIRES_IN}"
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/expires_in", wanted),))


def check_once(seats: Sequence[Seat]) -> None:
    """A player has at most one seat; a house bot may have several.

    Raises:
        Refusal: ``ALREADY_SEATED``.
    """
    first: dict[str, int] = {}
    for seat in seats:
        if seat.player_id is None or seat.bot is not None:
            continue
        if seat.player_id in first:
            detail = f"the same player as in seat {first[seat.player_id]}"
            raise Refusal(Reason.ALREADY_SEATED, errors=(FieldError(f"/seats/{seat.number}", detail),))
        first[seat.player_id] = seat.number
