"""What both faces do with tournaments beside asking the service: planning them, and finding out whom a host enters."""

import csv
import hashlib
import io
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from gateway.operations.accounts import ME
from services.engine.engine import Engines
from services.engine.ruleset import Description
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.matches.match_creation import new_description
from services.stored_tournaments.hosted_tournament import (
    PREFIX,
    HostedTournament,
    NewEntrant,
    NewTournament,
    TournamentVisibility,
)
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.planning import TournamentRequest, house_bot, plan_settings
from services.tournaments import due_times
from services.tournaments.entrant_document import TournamentEntrant

PAGES: Final = "/tournaments"
"""The path below which tournaments have pages for browsers."""
MAX_IMPORT: Final = 1_000
"""So many entrants at a time."""

_COLUMNS: Final = ("player", "bot", "name")
_TOURNAMENT_ID: Final = re.compile(PREFIX + r"[0-9a-hjkmnp-tv-z]{26}")


def is_tournament_id(text: str) -> bool:
    """Whether a text could be the id of a tournament."""
    return _TOURNAMENT_ID.fullmatch(text) is not None


def settings_sha256(tournament: HostedTournament) -> str:
    """The digest of a tournament's settings, hexadecimal."""
    return hashlib.sha256(tournament.settings.to_bytes()).hexdigest()


def check_in_opens_ms(tournament: HostedTournament) -> int | None:
    """From when on entrants can check in, milliseconds since 1970; None: nobody has to."""
    if tournament.settings.entry.check_in_seconds is None:
        return None
    opens_ms = due_times.check_in_opens_ms(tournament.settings)
    return tournament.created_ms if opens_ms is None else opens_ms


def page_path(tournament: HostedTournament) -> str | None:
    """The path of a tournament's page for browsers; None: it is private."""
    return None if tournament.visibility is TournamentVisibility.PRIVATE else f"{PAGES}/{tournament.id}"


def entrant_or_caller(text: str) -> str | None:
    """The id of an entrant; None for ``me``, the caller."""
    return None if text == ME else text


class EntrantWish(NamedTuple):
    """Who is to be entered: a player by its id; a bot of the house (``greedy``, ``greedy@1.2.0``) under a name; a
    person without an account, by a name alone; nobody else: the caller. ``pointer``: where that was asked for.
    ``client_seed``: that it adds to the chance of its games, 64 hexadecimal digits."""

    pointer: str
    player: str | None = None
    bot: str | None = None
    name: str | None = None
    client_seed: str | None = None


class TournamentOperations:
    """Tournaments as REST and gRPC serve them. Safe to use from several threads."""

    def __init__(self, tournaments: Tournaments, engines: Engines) -> None:
        self._tournaments = tournaments
        self._entrants = tournaments.entrants
        self._engines = engines

    def create(self, caller: Caller, request: TournamentRequest, creation: Creation) -> HostedTournament:
        """A new tournament. With the same ``creation`` again: the one that it made before, as it is by now.

        Raises:
            Refusal: whatever :func:`plan_settings` and :meth:`Tournaments.create` refuse; ``UNKNOWN_RULESET``.
        """
        seed = request.seed or creation.secret("tournament seed")
        about = new_description(self._engines, request.ruleset)
        new = NewTournament(
            request.name,
            request.visibility,
            plan_settings(request, about, seed),
            seed_given_by_host=request.seed is not None,
            catalogue_sha256=about.catalogue_sha256 or None,
        )
        return self._tournaments.create(caller, new, seed, tournament_id=creation.id(PREFIX))

    def enter(self, caller: Caller, tournament_id: str, wish: EntrantWish, creation: Creation) -> TournamentEntrant:
        """Enter the caller itself, a player, a bot of the house, or a person without an account; with the same
        ``creation`` again, the same one.

        Raises:
            Refusal: whatever :meth:`TournamentEntrants.enter`, :meth:`enter_named` and :meth:`enter_all` refuse.
        """
        if wish == EntrantWish(wish.pointer, client_seed=wish.client_seed):
            self._entrants.enter(caller, tournament_id, client_seed=wish.client_seed)
            return self._entrants.get(caller, tournament_id)
        (new,) = self._new_entrants(caller, tournament_id, [wish])
        if new.player is not None:
            self._entrants.enter(caller, tournament_id, new.player, client_seed=wish.client_seed)
            return self._entrants.of_player(caller, tournament_id, new.player)
        if new.is_named:
            player_id = self._entrants.enter_named(caller, tournament_id, new, creation)
            return self._entrants.of_player(caller, tournament_id, player_id)
        self._entrants.enter_all(caller, tournament_id, [new], creation)
        return self._entrants.house_bot(caller, tournament_id, new.name)

    def enter_all(
        self, caller: Caller, tournament_id: str, wishes: Sequence[EntrantWish], creation: Creation
    ) -> HostedTournament:
        """Enter players, bots of the house and people without accounts: all, or nobody.

        Raises:
            Refusal: whatever :meth:`TournamentEntrants.enter_all` refuses; ``UNKNOWN_BOT``, ``UNSUPPORTED_VERSION`` and
                ``INVALID_FIELD`` below the pointers of the wishes.
        """
        new = self._new_entrants(caller, tournament_id, wishes)
        return self._entrants.enter_all(caller, tournament_id, new, creation)

    def check_in(
        self, caller: Caller, tournament_id: str, entrant: str | None, *, client_seed: str | None = None
    ) -> TournamentEntrant:
        """An entrant, None: the caller, that has checked in; see :meth:`TournamentEntrants.check_in`."""
        self._entrants.check_in(caller, tournament_id, entrant, client_seed=client_seed)
        return self._entrants.get(caller, tournament_id, entrant)

    def withdraw(self, caller: Caller, tournament_id: str, entrant: str | None, *, reason: str) -> TournamentEntrant:
        """An entrant, None: the caller, that takes part no more; see :meth:`TournamentEntrants.withdraw`."""
        self._entrants.withdraw(caller, tournament_id, entrant, reason=reason)
        return self._entrants.get(caller, tournament_id, entrant)

    def come_back(self, caller: Caller, tournament_id: str, entrant: str | None, *, reason: str) -> TournamentEntrant:
        """An entrant, None: the caller, that takes part again; see :meth:`TournamentEntrants.come_back`."""
        self._entrants.come_back(caller, tournament_id, entrant, reason=reason)
        return self._entrants.get(caller, tournament_id, entrant)

    def request_bye(
        self, caller: Caller, tournament_id: str, round_number: int, entrant: str | None
    ) -> TournamentEntrant:
        """An entrant, None: the caller, that has asked for a bye; see :meth:`TournamentEntrants.request_bye`."""
        self._entrants.request_bye(caller, tournament_id, round_number, entrant)
        return self._entrants.get(caller, tournament_id, entrant)

    def cancel_bye(
        self, caller: Caller, tournament_id: str, round_number: int, entrant: str | None
    ) -> TournamentEntrant:
        """An entrant, None: the caller, that takes a request for a bye back; see
        :meth:`TournamentEntrants.cancel_bye`."""
        self._entrants.cancel_bye(caller, tournament_id, round_number, entrant)
        return self._entrants.get(caller, tournament_id, entrant)

    def _new_entrants(self, caller: Caller, tournament_id: str, wishes: Sequence[EntrantWish]) -> list[NewEntrant]:
        ruleset = self._tournaments.get(caller, tournament_id).settings.ruleset
        about = self._engines.engine(ruleset).describe() if any(wish.bot is not None for wish in wishes) else None
        return [_new_entrant(wish, about) for wish in wishes]


def read_entrants(text: str) -> list[EntrantWish]:
    """Entrants from CSV: a line with the names of the columns, ``player``, ``bot`` and ``name``, of which those that
    nobody needs may be missing; then a line for each. Their pointers have the number of the line, from 1.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/csv/<line>``.
    """
    lines = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        header = lines.fieldnames or ()
        unknown = [name for name in header if name not in _COLUMNS]
        if unknown or not header or len(set(header)) < len(header):
            raise _not_csv(1, f"must name columns of {', '.join(_COLUMNS)}, each once")
        found = []
        for line in lines:
            if None in line or None in line.values():
                raise _not_csv(lines.line_num, f"must have {len(header)} fields")
            cells = {name: cell.strip() or None for name, cell in line.items()}
            found.append(EntrantWish(f"/csv/{lines.line_num}", **cells))
    except csv.Error as error:
        raise _not_csv(lines.reader.line_num, f"cannot be read: {error}") from None
    if len(found) > MAX_IMPORT:
        raise _not_csv(lines.line_num, f"is too much: {MAX_IMPORT} entrants at a time")
    return found


def _not_csv(line: int, wrong: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(f"/csv/{max(line, 1)}", wrong),))


def _new_entrant(wish: EntrantWish, about: Description | None) -> NewEntrant:
    if wish.player is not None and wish.bot is not None:
        raise _invalid(wish.pointer, "names a player or a bot of the house, one of them")
    if wish.player is not None:
        if wish.name is not None:
            raise _invalid(f"{wish.pointer}/name", "is for bots of the house: a player has a name")
        return NewEntrant(wish.pointer, wish.player)
    if wish.bot is None:
        if wish.name is None:
            raise _invalid(wish.pointer, "names a player, a bot of the house, or a person without an account")
        if wish.client_seed is not None:
            raise _invalid(f"{wish.pointer}/client_seed", "is given by the entrant itself, at check-in")
        return NewEntrant(wish.pointer, name=wish.name)
    assert about is not None
    if wish.client_seed is not None:
        raise _invalid(f"{wish.pointer}/client_seed", "is for players: a bot of the house gives none")
    if wish.name is None:
        raise _invalid(f"{wish.pointer}/name", "is needed: a bot of the house is known by it in the tournament")
    bot, version = house_bot(wish.bot, about, f"{wish.pointer}/bot")
    return NewEntrant(wish.pointer, None, bot, version, wish.name)


def _invalid(pointer: str, wrong: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, wrong),))
