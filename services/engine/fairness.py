"""Provable fairness: what a match promises at its creation, and the seeds that follow from it.

At its creation a match publishes a *commitment*: the SHA-256 of a document that binds the server's seed and everything
else that could otherwise be chosen later. Only then are client seeds taken. The match's seed depends on the server's
seed, the commitment and the client seeds in their positions, and on nothing else. ``docs/fairness.md`` says why.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT, AnyOnTimeOut, AnyTimeControl, NoClocks, PlayDefault
from services.engine.ruleset_documents import RulesetOptions

COMMITMENT_FORMAT: Final = "playhall.commitment/2"
"""Format of the document of a match on a platform; also the domain of its signature."""
COMMITMENT_FORMAT_V1: Final = "playhall.commitment/1"
"""Format of the document of a match without clocks that is played without a platform, and of older matches."""

_CLOCK_MEMBERS: Final = ("time_control", "on_time_out", "grace_milliseconds")
"""What format 2 has instead of ``decision_seconds``."""

_MATCH_SEED: Final = b"playhall.match-seed/2\0"
_SERIES_DEAL: Final = b"playhall.series-deal/1\0"
_SERIES_MATCH_SEED: Final = b"playhall.series-match-seed/1\0"
_EVENT_DEAL: Final = b"playhall.event-deal/1\0"
_EVENT_MATCH_SEED: Final = b"playhall.event-match-seed/1\0"
_BOT_SEED: Final = b"playhall.bot-seed/2\0"
_ABSENT: Final = b"\0" + bytes(32)
_CANONICAL: Final = json.JSONEncoder(separators=(",", ":"), sort_keys=True, ensure_ascii=False, allow_nan=False).encode

Hash: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes, hexadecimal."""


class Strict(BaseModel):
    """A document that says one thing only: no unknown fields, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PlannedSeat(Strict):
    """What a seat is at the creation of its match."""

    kind: Literal["open", "person", "reserved", "bot"] = Field(
        description="`person`: `player` sits there; `reserved`: it is kept for `player`; `bot`: the house plays it."
    )
    player: str | None = Field(description="The player's id.")
    bot: str | None = Field(description="The ruleset's bot.")

    @model_validator(mode="after")
    def _is_consistent(self) -> "PlannedSeat":
        if (self.player is not None) != (self.kind in ("person", "reserved")):
            raise ValueError("`player` belongs to the kinds `person` and `reserved`")
        if (self.bot is not None) != (self.kind == "bot"):
            raise ValueError("`bot` belongs to the kind `bot`")
        return self


class SeriesReference(Strict):
    """The place of a match in a series, or in a tournament that plays duplicate deals."""

    sha256: Hash = Field(description="SHA-256 of the series' document, or of the tournament's settings, hexadecimal.")
    match: int = Field(ge=0, lt=1 << 63, description="The number of the match, from 0.")
    deal: int = Field(ge=0, lt=1 << 63, description="The number of its deal, from 0.")


class TournamentReference(Strict):
    """The place of a match in a tournament that was made before tournaments had commitments of their own."""

    sha256: Hash = Field(description="SHA-256 of the tournament's settings, hexadecimal.")
    pairing: int = Field(ge=1, lt=1 << 63, description="The number of the log's entry that has paired its table.")
    table: int = Field(ge=1, lt=1 << 31, description="The number of its table, from 1.")
    game: int = Field(ge=1, lt=1 << 31, description="The number of the match at its table, from 1.")
    attempt: int = Field(
        ge=0, lt=1 << 31, description="How many matches were dealt in its place before that do not count."
    )


class DealtBefore(Strict):
    """That a game is not played for the first time: which match of it was dealt last before, and does not count."""

    times: int = Field(ge=1, lt=1 << 31, description="How many matches of this game were dealt before.")
    match: str = Field(min_length=1, max_length=64, description="The id of the last of them.")
    entry: int = Field(ge=1, lt=1 << 63, description="The entry of the tournament's log that says that it is void.")
    by: str | None = Field(description="The player who decided that; null: the platform.")
    reason: str = Field(max_length=1024, description="Why, in its words; may be empty.")


class EventReference(Strict):
    """Which deal of a tournament a match is. Beside the tournament's seed nothing enters its chance but who meets, with
    their own seeds, and `deal`."""

    sha256: Hash = Field(description="The tournament's commitment, hexadecimal.")
    entrants: tuple[Annotated[str, Field(min_length=1, max_length=128)], ...] = Field(
        min_length=2,
        max_length=64,
        strict=False,  # JSON has lists
        description="Who meets, in seat order: a player by its id; a bot of the house as `bot:<bot>:<number>`, its "
        "number among those of its kind in the order in which they entered.",
    )
    game: int = Field(ge=1, lt=1 << 31, description="Which game between exactly these it is, from 1.")
    deal: int = Field(ge=1, lt=1 << 31, description="Which deal between exactly these it is, from 1; none comes twice.")
    played_again: DealtBefore | None = Field(description="That the game was dealt before; null: it was not.")

    @model_validator(mode="after")
    def _has_each_once(self) -> "EventReference":
        if len(set(self.entrants)) < len(self.entrants):
            raise ValueError("an entrant has one seat")
        return self


Assistance: TypeAlias = Literal["none", "after_match", "open"]
"""Whether the platform helps who sits in a match: see ``docs/analysis.md``."""


class CommitmentDocument(Strict):
    """What a match promises. Format 2 binds the clocks; format 1 has `decision_seconds` instead."""

    format: Literal["playhall.commitment/1", "playhall.commitment/2"] = Field(description="The format of the document.")
    match: str | None = Field(
        description="The match's id; null: it was played without a server, or belongs to a tournament."
    )
    creator: str | None = Field(description="The id of the player that created it.")
    created_at: str | None = Field(description="When it was created; null: where `match` is null.")
    ruleset: str = Field(description="The ruleset's id.")
    ruleset_version: str = Field(description="The version of the ruleset.")
    catalogue_sha256: Hash | None = Field(
        default=None,
        description="SHA-256 of the ruleset's catalogue, hexadecimal: the cards that it is played with. Left out in a "
        "match that was created before matches promised their cards.",
    )
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    seats: tuple[PlannedSeat, ...] = Field(description="In seat order.")
    start_rule: Literal["when_full", "by_creator"] = Field(
        description="When the match starts: when it is full, or when its creator starts it."
    )
    visibility: Literal["public", "private"] = Field(description="The match's visibility.")
    decision_seconds: Annotated[int, Field(ge=1)] | None = Field(
        default=None,
        description="Format 1: how long each decision may take, private steps included, before the ruleset's default "
        "action is played; null: as long as it takes.",
    )
    time_control: AnyTimeControl = Field(
        default=NO_CLOCKS, description="Format 2: how long people and their bots may think."
    )
    on_time_out: AnyOnTimeOut = Field(
        default=PLAY_DEFAULT, description="Format 2: what happens to a seat when the time of its turn is over."
    )
    grace_milliseconds: int = Field(
        default=0, ge=0, lt=1 << 31, description="Format 2: for how long after a deadline an answer counts."
    )
    spectator_delay_seconds: int = Field(
        ge=0, description="By how many seconds spectators see events later than the seats do."
    )
    server_seed_sha256: Hash = Field(description="SHA-256 of the server's seed, hexadecimal.")
    assistance: Assistance | None = Field(
        default=None,
        description="Whether the platform helps who sits in the match; left out: it was played without a platform, or "
        "created before matches promised it, and then it does.",
    )
    series: SeriesReference | None = Field(
        default=None, description="Where the match belongs in a series; left out if it belongs to none."
    )
    tournament: TournamentReference | None = Field(
        default=None,
        description="Where the match belongs in a tournament; left out if it belongs to none. It stands for the "
        "match's id and moment, so that neither enters the match's chance.",
    )
    event: EventReference | None = Field(
        default=None, description="Which deal of a tournament it is; left out if it belongs to none."
    )

    @model_validator(mode="after")
    def _is_of_its_format(self) -> "CommitmentDocument":
        other = _CLOCK_MEMBERS if self.format == COMMITMENT_FORMAT_V1 else ("decision_seconds",)
        if self.model_fields_set.intersection(other):
            raise ValueError(f"a document of format {self.format} has no {' or '.join(other)}")
        if not self.model_fields_set.issuperset({"decision_seconds", *_CLOCK_MEMBERS}.difference(other)):
            raise ValueError(f"a document of format {self.format} says how long the seats may think")
        if isinstance(self.time_control, NoClocks) and not isinstance(self.on_time_out, PlayDefault):
            raise ValueError("without clocks no time is over")
        return self

    @model_validator(mode="after")
    def _is_between_bots(self) -> "CommitmentDocument":
        """Who shares a deal with others remembers nothing: they are bots of the house. A deal of its own is for bots
        that live elsewhere, too; who sits there, nobody chooses later."""
        if self.series is None:
            return self
        allowed = {"bot", "person"} if self.series.deal == self.series.match else {"bot"}
        if any(seat.kind not in allowed for seat in self.seats):
            raise ValueError("a match of a series is between bots")
        return self

    @model_validator(mode="after")
    def _is_named_once(self) -> "CommitmentDocument":
        if self.tournament is not None and (self.match, self.created_at, self.series) != (None, None, None):
            raise ValueError("a match of a tournament is named by its place there")
        return self

    @model_validator(mode="after")
    def _is_of_one_event(self) -> "CommitmentDocument":
        if self.event is None:
            return self
        if (self.series, self.tournament) != (None, None) or self.match is None or self.created_at is None:
            raise ValueError("a match of a tournament has an id, and no other place")
        if len(self.event.entrants) != len(self.seats):
            raise ValueError("a match of a tournament has one entrant in each seat")
        return self

    @model_serializer(mode="wrap")
    def _without_what_it_has_not(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = serialize(self)
        for name in ("assistance", "catalogue_sha256", "series", "tournament", "event"):
            if fields.get(name) is None:
                fields.pop(name, None)
        for name in ("decision_seconds", *_CLOCK_MEMBERS):
            fields.pop(name, None)
        # These have defaults for the sake of the other format; they stand there also where defaults are left out.
        if self.format == COMMITMENT_FORMAT_V1:
            return fields | {"decision_seconds": self.decision_seconds}
        rules = {"time_control": self.time_control.model_dump(), "on_time_out": self.on_time_out.model_dump()}
        return fields | rules | {"grace_milliseconds": self.grace_milliseconds}

    @classmethod
    def read(cls, data: str | bytes) -> "CommitmentDocument":
        """A document from its JSON.

        Raises:
            ValueError: it is none.
        """
        return cls.model_validate_json(data)

    def to_bytes(self) -> bytes:
        """The document in canonical JSON: what is hashed and signed."""
        return canonical(self.model_dump(mode="json"))

    def digest(self) -> bytes:
        """The commitment: SHA-256 of :meth:`to_bytes`."""
        return hashlib.sha256(self.to_bytes()).digest()


def canonical(document: object) -> bytes:
    """Canonical JSON (RFC 8785 for documents of whole numbers and texts): members sorted, no spaces, UTF-8.

    Raises:
        ValueError: it holds a text that is no Unicode, or a number that is none.
    """
    return _CANONICAL(document).encode()


def sha256_hex(data: bytes) -> str:
    """SHA-256, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def client_seed_sha256(client_seed: str) -> str:
    """What is shown of a client seed (hexadecimal) before the match starts."""
    return sha256_hex(bytes.fromhex(client_seed))


def match_seed(server_seed: bytes, commitment: bytes, client_seeds: Sequence[str | None]) -> bytes:
    """The seed that all chance of a match is drawn from, 32 bytes: HMAC-SHA256 with the server seed as key over a
    domain, the commitment, and for each position two bytes of its number, one that says whether it has a client seed,
    and the seed (zeros without one). ``client_seeds``: hexadecimal, by position."""
    positions = (
        position.to_bytes(2, "big") + (_ABSENT if seed is None else b"\1" + bytes.fromhex(seed))
        for position, seed in enumerate(client_seeds)
    )
    return hmac.digest(server_seed, _MATCH_SEED + commitment + b"".join(positions), "sha256")


def deal_seed(series_seed: bytes, deal: int) -> bytes:
    """The server seed of every match of a deal of a series, 32 bytes. Whoever knows it knows nothing of the seeds of
    other deals."""
    return hmac.digest(series_seed, _SERIES_DEAL + deal.to_bytes(8, "big"), "sha256")


def series_match_seed(server_seed: bytes, document: CommitmentDocument) -> bytes:
    """The seed of a match of a series, 32 bytes: the same for all matches of a deal, whoever sits where. HMAC-SHA256
    with the deal's seed as key over a domain and the SHA-256 of what these matches have in common.

    Raises:
        ValueError: the match belongs to no series.
    """
    if document.series is None:
        raise ValueError("the match belongs to no series")
    shared = {
        "ruleset": document.ruleset,
        "ruleset_version": document.ruleset_version,
        "options": document.options,
        "seats": len(document.seats),
        "series": document.series.sha256,
        "deal": document.series.deal,
    }
    return hmac.digest(server_seed, _SERIES_MATCH_SEED + hashlib.sha256(canonical(shared)).digest(), "sha256")


def event_server_seed(event_seed: bytes, event: EventReference, client_seeds: Sequence[str | None]) -> bytes:
    """The server seed of a match of a tournament, 32 bytes: it follows from the tournament's seed, from who meets whom,
    from their own seeds and from how often exactly these were dealt cards before. ``client_seeds``: hexadecimal, by
    seat."""
    return hmac.digest(event_seed, _EVENT_DEAL + canonical(_event_chance(event, client_seeds)), "sha256")


def event_match_seed(server_seed: bytes, event: EventReference, client_seeds: Sequence[str | None]) -> bytes:
    """The seed of a match of a tournament, 32 bytes: whoever sits where, and whatever else its document says."""
    return hmac.digest(server_seed, _EVENT_MATCH_SEED + canonical(_event_chance(event, client_seeds)), "sha256")


def _event_chance(event: EventReference, client_seeds: Sequence[str | None]) -> dict[str, Any]:
    """All that the chance of a match of a tournament depends on beside the tournament's seed. The order of the seats is
    not in it."""
    there = sorted(zip(event.entrants, client_seeds, strict=True))
    return {
        "entrants": [{"id": entrant, "client_seed": seed and seed.lower()} for entrant, seed in there],
        "deal": event.deal,
    }


def bots_chance(document: CommitmentDocument, client_seeds: Sequence[str | None]) -> bytes:
    """What the randomness of a match's bots depends on beside its server seed, 32 bytes: the commitment; in a
    tournament, where no more may count than is fixed before anybody knows it, the deal and who sits where."""
    if document.event is None:
        return document.digest()
    chance = _event_chance(document.event, client_seeds) | {"seats": list(document.event.entrants)}
    return hashlib.sha256(canonical(chance)).digest()


def promised_match_seed(document: CommitmentDocument, server_seed: bytes, client_seeds: Sequence[str | None]) -> bytes:
    """The seed of a match as its commitment says: :func:`match_seed`; of a series' match :func:`series_match_seed`, to
    which nobody adds; of a tournament's :func:`event_match_seed`."""
    if document.event is not None:
        return event_match_seed(server_seed, document.event, client_seeds)
    if document.series is not None:
        return series_match_seed(server_seed, document)
    return match_seed(server_seed, document.digest(), client_seeds)


def bot_seed(server_seed: bytes, commitment: bytes, seat: int, decision: int) -> bytes:
    """The randomness of a house bot in one decision: a turn that is played twice is played the same. ``commitment``:
    :func:`bots_chance`."""
    message = _BOT_SEED + commitment + seat.to_bytes(2, "big") + decision.to_bytes(4, "big")
    return hmac.digest(server_seed, message, "sha256")


class BotSeeds:
    """:func:`bot_seed` for one match, quicker: what all its decisions have in common is hashed once."""

    __slots__ = ("_common",)

    def __init__(self, server_seed: bytes, commitment: bytes) -> None:
        self._common = hmac.new(server_seed, _BOT_SEED + commitment, "sha256")

    def seed(self, seat: int, decision: int) -> bytes:
        """The randomness of a seat's bot in one decision, 32 bytes."""
        made = self._common.copy()
        made.update(seat.to_bytes(2, "big") + decision.to_bytes(4, "big"))
        return made.digest()


# -- matches created before there was a document ---------------------------------------------------------------------


def commitment_v1(server_seed: bytes) -> str:
    """The commitment of a match without a document: SHA-256 of the server seed, hexadecimal."""
    return sha256_hex(server_seed)


def match_seed_v1(server_seed: bytes, match: str | None, client_seeds: Sequence[str | None]) -> bytes:
    """The seed of a match without a document."""
    message = (match or "").encode() + b"".join(bytes.fromhex(seed or "") for seed in client_seeds)
    return hmac.digest(server_seed, message, "sha256")


def bot_seed_v1(server_seed: bytes, seat: int, decision: int) -> bytes:
    """The randomness of a house bot in a match without a document."""
    return hmac.digest(server_seed, b"bot\0%d\0%d" % (seat, decision), "sha256")
