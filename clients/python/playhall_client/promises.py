"""What was published of a match before one's own client seed was given for it.

Whoever gives a seed first, and keeps the commitment afterwards, proves nothing: the platform could choose its own seed
when it knows all others.
"""

import hashlib
import json
import threading
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from playhall_client.errors import CommitmentBroken
from playhall_client.fairness import digest_of, is_signed, same
from playhall_client.models import JsonObject, Match
from playhall_client.origins import EVENT_FORMAT

RECENT: Final = 1_000


@dataclass(frozen=True)
class Kept:
    """What is kept of a match, or of a tournament that one has entered.

    ``commitment``: as it was published before the seed was given. ``seat``,
    ``client_seed``, ``player``: one's own, None: there is none yet. ``key``: the public key that the commitment was
    signed with. ``broken``: how the platform has gone back on it; nothing is to be sent to such a match any more.
    ``match``: the whole match as it was then, which ``playhall verify`` takes."""

    commitment: str
    seat: int | None = None
    client_seed: str | None = None
    player: str | None = None
    key: JsonObject | None = None
    broken: str | None = None
    match: JsonObject = field(default_factory=dict, repr=False)


class Promises:
    """Where it is kept: in memory, of the thousand matches that were kept last, and of all of them in a folder, if one
    is given. Safe to use from several threads."""

    def __init__(self, folder: Path | str | None = None) -> None:
        """``folder``: of its files ``<match>.json`` is the match as it was published, ``<match>.kept.json`` the rest.
        It is made if it is not there."""
        self._folder = None if folder is None else Path(folder)
        self._recent: OrderedDict[str, Kept] = OrderedDict()
        self._tournaments: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match: str) -> Kept | None:
        """What is kept of a match, by its id; of a tournament, by its id and the player in it: ``tournament_1/me``."""
        with self._lock:
            found = self._recent.get(match)
        if found is not None or self._folder is None:
            return found
        published, kept = self._files(self._folder, match)
        if not kept.exists():
            return None
        return Kept(**json.loads(kept.read_text()), match=json.loads(published.read_text()))

    def set(self, match: str, kept: Kept) -> None:
        """Keep it in the place of what was kept before."""
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            published, rest = self._files(self._folder, match)
            told = asdict(kept)
            _write(published, told.pop("match"))
            _write(rest, told)
        with self._lock:
            self._recent[match] = kept
            self._recent.move_to_end(match)
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)

    def tournament_of(self, match: str) -> str | None:
        """The tournament that a match was played in, as the platform has said before the match ended."""
        with self._lock:
            found = self._tournaments.get(match)
        if found is not None or self._folder is None:
            return found
        told = self._place(self._folder, match)
        return json.loads(told.read_text())["tournament"] if told.exists() else None

    def set_tournament(self, match: str, tournament: str) -> None:
        """Keep which tournament a match is played in, where nothing else was kept: its replay could leave it out."""
        if self.tournament_of(match) is not None:
            return
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._place(self._folder, match), {"tournament": tournament})
        with self._lock:
            self._tournaments[match] = tournament
            if len(self._tournaments) > RECENT:
                self._tournaments.popitem(last=False)

    @classmethod
    def _place(cls, folder: Path, match: str) -> Path:
        return cls._files(folder, match)[0].with_suffix(".tournament.json")

    @staticmethod
    def _files(folder: Path, match: str) -> tuple[Path, Path]:
        name = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in match)
        return folder / f"{name}.json", folder / f"{name}.kept.json"


def _write(file: Path, document: JsonObject) -> None:
    whole = file.with_suffix(".part")
    whole.write_text(json.dumps(document))
    whole.replace(file)


def check_published(match: Match, keys: list[JsonObject]) -> JsonObject:
    """Check what a match promises before anything is given for it; the key that it is signed with. ``keys``: those that
    the platform publishes.

    Raises:
        CommitmentBroken: it does not hold.
    """
    published = match.raw
    commitment, document = published.get("commitment"), published.get("commitment_document")
    if not commitment or not isinstance(document, dict):
        raise CommitmentBroken(match.id, "it has published no commitment document")
    for name, value in (("match", match.id), ("ruleset", match.ruleset), ("options", match.options)):
        if not same(document.get(name), value):
            raise CommitmentBroken(match.id, f"its commitment document has another {name}")
    if digest_of(document) != commitment:
        raise CommitmentBroken(match.id, "its commitment is not the SHA-256 of its document")
    signature = published.get("commitment_signature")
    if not is_signed(str(document.get("format")), commitment, signature, keys):
        raise CommitmentBroken(match.id, "none of the platform's keys has signed its commitment")
    assert signature is not None
    return next(key for key in keys if key["key_id"] == signature["key_id"])


def check_event(tournament: JsonObject, keys: list[JsonObject]) -> str | None:
    """Check what a tournament promises before it is given a client seed; its commitment. None: it was created before
    tournaments had one.

    Raises:
        CommitmentBroken: it does not hold.
    """
    id, commitment, document = tournament["id"], tournament.get("commitment"), tournament.get("commitment_document")
    if not commitment:
        return None
    for name, value in (("tournament", id), ("format", EVENT_FORMAT)):
        if not isinstance(document, dict) or document.get(name) != value:
            raise CommitmentBroken(id, f"its commitment document has another {name}")
    if digest_of(document) != commitment:
        raise CommitmentBroken(id, "its commitment is not the SHA-256 of its document")
    if not is_signed(EVENT_FORMAT, commitment, tournament.get("commitment_signature"), keys):
        raise CommitmentBroken(id, "none of the platform's keys has signed its commitment")
    return str(commitment)


def seed_digest(client_seed: str) -> str:
    """The SHA-256 of a client seed, hexadecimal."""
    return hashlib.sha256(bytes.fromhex(client_seed)).hexdigest()


def is_seed_wanted(match: Match, verb: str) -> bool:
    """Whether a seed is to be sent: not by who has none to give, has given one, or comes too late."""
    if match.seat is None:
        return verb == "join"
    return match.status == "open" and not match.seats[match.seat].raw.get("client_seed")


def was_broken(before: Match, after: Match, client_seed: str | None) -> str | None:
    """How an answer goes back on what was published before; None: it does not. ``client_seed``: the one that was
    sent."""
    if after.id != before.id:
        return "it has become another match"
    for name, how in (
        ("commitment", "its commitment has changed"),
        ("commitment_document", "its commitment document has changed"),
        ("commitment_signature", "its commitment was signed anew"),
    ):
        if not same(after.raw.get(name), before.raw.get(name)):
            return how
    if client_seed is None:
        return None
    given = None if after.seat is None else after.seats[after.seat].raw.get("client_seed")
    return None if given == client_seed else "your client seed was not taken"
