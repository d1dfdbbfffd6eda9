"""What a tournament promises when it is published, and the lots that are drawn from its seed.

The commitment binds the tournament's seed and everything of it that never changes. It is signed and stands in the
public log of commitments before anybody can enter. Whatever chance decides afterwards follows from the seed, from this
commitment and from what the entrants add of their own: ``docs/fairness.md`` says how.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import Field

from services.engine.clocks import AnyOnTimeOut, AnyTimeControl
from services.engine.fairness import Hash, Strict, canonical, sha256_hex
from services.engine.ruleset_documents import RulesetOptions
from services.tournaments.settings import ApartRule, PresenceRule, Stage, TournamentSettings, UnplayedYear
from services.tournaments.tournament import Tournament

EVENT_FORMAT: Final = "playhall.event/1"
"""Format of the document; also the domain of its signature."""

_LOT: Final = b"playhall.event-lot/1\0"


class EventDocument(Strict):
    """What a tournament promises."""

    format: Literal["playhall.event/1"] = Field(description="The format of the document.")
    tournament: str = Field(description="The tournament's id.")
    host: str = Field(description="The id of the player that created it.")
    created_at: str = Field(description="When the tournament was created.")
    ruleset: str = Field(description="The ruleset's id.")
    ruleset_version: str = Field(description="The version that was there when it was made.")
    catalogue_sha256: Hash | None = Field(
        default=None,
        description="SHA-256 of the ruleset's catalogue, hexadecimal: the cards that it is to be played with. Left out "
        "in a tournament that was made before tournaments promised their cards.",
    )
    options: RulesetOptions = Field(description="Every option of the ruleset with its value.")
    time_control: AnyTimeControl = Field(description="How long seats may think.")
    on_time_out: AnyOnTimeOut = Field(description="What happens to a seat whose time is over.")
    stages: tuple[Stage, ...] = Field(description="One after the other.")
    apart: ApartRule | None = Field(description="Who is kept apart by a rule; null: nobody.")
    presence: PresenceRule | None = Field(
        default=None,
        description="Who must be there. Left out in a tournament that was made before there was this rule.",
    )
    unplayed_rules: UnplayedYear = Field(description="By FIDE's rules of which year unplayed rounds count.")
    seed_sha256: Hash = Field(description="SHA-256 of the tournament's seed, hexadecimal.")
    seed_given_by_host: bool = Field(description="Whether the host has given the seed, and so knows every card.")


@dataclass(frozen=True, slots=True)
class EventCommitment:
    """What a tournament has promised. ``document``: in canonical JSON, as it was hashed. ``key_id``, ``signature``: the
    platform's over it, hexadecimal. ``index``, ``hash``: its place in the public log."""

    document: str
    key_id: str
    signature: str
    index: int
    hash: str
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha256", sha256_hex(self.document.encode()))

    @property
    def told(self) -> dict[str, Any]:
        """The document as JSON."""
        told: dict[str, Any] = json.loads(self.document)
        return told

    @property
    def seed_given_by_host(self) -> bool:
        """Whether the host knows every card."""
        return bool(self.told["seed_given_by_host"])

    def to_bytes(self) -> bytes:
        """As it is stored."""
        names = ("document", "key_id", "signature", "index", "hash")
        return canonical({name: getattr(self, name) for name in names})

    @classmethod
    def read(cls, data: bytes) -> "EventCommitment":
        """From what is stored."""
        return cls(**json.loads(data))


def event_document(
    tournament_id: str,
    host: str,
    created_at: str,
    settings: TournamentSettings,
    *,
    seed_given_by_host: bool,
    catalogue_sha256: str | None = None,
) -> bytes:
    """What a tournament that is being created promises, in canonical JSON. ``catalogue_sha256``: of the cards; None: it
    does not promise them."""
    fixed = settings.model_dump(mode="json", exclude={"format", "entry", "times"})
    told = {
        "format": EVENT_FORMAT,
        "tournament": tournament_id,
        "host": host,
        "created_at": created_at,
        "seed_given_by_host": seed_given_by_host,
    }
    cards = {} if catalogue_sha256 is None else {"catalogue_sha256": catalogue_sha256}
    return canonical(fixed | told | cards)


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots of a tournament: who draws which. ``seed``: the tournament's. ``is_old``: it was made before there were
    commitments, and draws as it did then, by the ids that entrants have in it."""

    seed: bytes = field(repr=False)
    is_old: bool = False

    def seeding(self, tournament: Tournament, entrant: str) -> bytes:
        """The lot that decides in the seeding; the smaller comes first."""
        if self.is_old:
            return hmac.digest(self.seed, f"seeding {entrant}".encode(), "sha256")
        return self._lot("seeding", 0, tournament, entrant)

    def pods(self, tournament: Tournament, number: int, entrant: str) -> bytes:
        """The lot that decides in the standing by which pods are made in a round."""
        return self._lot("pods", number, tournament, entrant)

    def pods_search(self, number: int) -> bytes:
        """What the search for the pods of a round tries next."""
        return self._drawn("pods_search", number, None, None)

    def _lot(self, purpose: str, number: int, tournament: Tournament, entrant: str) -> bytes:
        member = tournament.members[entrant]
        return self._drawn(purpose, number, member.known_as, member.client_seed_sha256)

    def _drawn(self, purpose: str, number: int, entrant: str | None, client_seed_sha256: str | None) -> bytes:
        told = {
            "purpose": purpose,
            "round": number,
            "entrant": entrant,
            "client_seed_sha256": client_seed_sha256,
        }
        return hmac.digest(self.seed, _LOT + canonical(told), "sha256")


def digest_of(document: bytes) -> bytes:
    """The commitment: SHA-256 of a document in canonical JSON."""
    return hashlib.sha256(document).digest()
