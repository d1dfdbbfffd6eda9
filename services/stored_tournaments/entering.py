"""Who may be entered in a tournament, and as what."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection

from services.engine.fairness import client_seed_sha256
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Player, PlayerKind
from services.identity.names import clean_name, name_by_host
from services.stored_tournaments import rows
from services.stored_tournaments.hosted_tournament import HostedTournament, NewEntrant
from services.stored_tournaments.known_logs import Read
from services.stored_tournaments.log_commit import Wish
from services.tournaments.log import Entered, Invited, SeedGiven
from services.tournaments.tournament import Tournament

MOST_ERRORS: Final = 20
"""So many faults of a list are told at once."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Somebody who is to be entered. ``player``: None of a bot of the house; of a person without an account, the one
    that is made for it. ``name``: of the entrant. ``rating``: of the player."""

    new: NewEntrant
    name: str
    player: Player | None = None
    rating: int | None = None


class _Faults:
    """What is wrong with a list. The first fault gives the reason, and those of the same reason are told with it."""

    def __init__(self) -> None:
        self._reason: Reason | None = None
        self._errors: list[FieldError] = []

    def add(self, reason: Reason, error: FieldError) -> None:
        self._reason = self._reason or reason
        if reason is self._reason and len(self._errors) < MOST_ERRORS:
            self._errors.append(error)

    def check(self) -> None:
        if self._reason is not None:
            raise Refusal(self._reason, errors=tuple(self._errors))


def wanted(
    new: Sequence[NewEntrant],
    players: Mapping[str, Player],
    ratings: Mapping[str, float],
    name: Callable[[int, str], Player],
) -> Sequence[Wanted]:
    """Who is to be entered, looked up. ``players``, ``ratings``: those that there are, by id. ``name``: makes the
    player of a person without an account, of its place in the list and its name.

    Raises:
        Refusal: ``NOT_FOUND``, ``BOT_RETIRED`` and ``INVALID_FIELD`` below the pointers of those it is about.
    """
    found, faults, known = [], _Faults(), set[tuple[str | None, str]]()
    for number, each in enumerate(new):
        try:
            one = _looked_up(each, players, ratings, partial(name, number))
        except Refusal as refusal:
            for error in refusal.errors:
                faults.add(refusal.reason, error)
            continue
        identity = _identity(each.player, one.name)
        if identity in known and not each.is_named:
            faults.add(Reason.INVALID_FIELD, FieldError(each.pointer, "stands in the list twice"))
        known.add(identity)
        found.append(one)
    faults.check()
    return found


def missing(tournament: Tournament, wanted: Sequence[Wanted]) -> Sequence[Wanted]:
    """Those who have not entered yet; a bot of the house has if one of its name has, and of people without accounts as
    many as there are of the name.

    Raises:
        Refusal: ``INVALID_FIELD`` below the pointer of a bot of the house whose name another has.
    """
    there = {_identity(member.player_id, member.name): member.bot for member in tournament.members.values()}
    named = Counter(member.name for member in tournament.members.values() if member.is_named)
    found, faults = [], _Faults()
    for each in wanted:
        identity = _identity(each.new.player, each.name)
        if each.new.is_named:
            named[each.name] -= 1
            if named[each.name] < 0:
                found.append(each)
        elif identity not in there:
            found.append(each)
        elif there[identity] != each.new.bot:
            faults.add(Reason.INVALID_FIELD, FieldError(f"{each.new.pointer}/name", "is the name of another bot"))
    faults.check()
    return found


def entered(tournament: Tournament, caller: Caller, wanted: Wanted) -> Entered | Invited:
    """What is told of somebody whom the caller enters now: whoever is neither itself nor a bot of its own, nor of the
    house, is only invited, unless the caller is an admin. For people without accounts the host speaks.

    Raises:
        Refusal: ``NOT_ADMITTED``: it is no tournament for bots, or for people, or for this rating; or the player is of
            another tournament, in which a host has entered it by name.
    """
    rules, player, new = tournament.settings.entry, wanted.player, wanted.new
    is_bot = player is None or player.kind is PlayerKind.BOT
    if is_bot and rules.bots == "none":
        raise _not_admitted(new, "This tournament is not for bots.")
    if not is_bot and rules.bots == "only":
        raise _not_admitted(new, "This tournament is for bots only.")
    if player is not None and player.is_named and not new.is_named:
        raise _not_admitted(new, "Who was entered by name plays in that tournament alone.")
    if player is not None and tournament.is_for_the_house:
        raise _not_admitted(new, f"Only bots of the house play in this tournament: {tournament.why_for_the_house}.")
    if wanted.rating is not None and rules.min_rating is not None and wanted.rating < rules.min_rating:
        raise _not_admitted(new, f"This tournament is for ratings from {rules.min_rating} on.")
    if wanted.rating is not None and rules.max_rating is not None and wanted.rating > rules.max_rating:
        raise _not_admitted(new, f"This tournament is for ratings up to {rules.max_rating}.")
    kind = Entered if player is None or new.is_named or may_agree(caller, player) else Invited
    return kind(
        entrant=f"e{len(tournament.members) + 1}",
        name=wanted.name,
        player=None if player is None else player.id,
        bot=new.bot,
        bot_version=new.bot_version,
        is_bot=is_bot,
        rating=wanted.rating,
        owner=player.owner_id if player is not None and is_bot else None,
    )


def seed_given(found: Read, caller: Caller, entrant: str, client_seed: str | None) -> Iterator[Wish]:
    """That an entrant gives a seed of its own; the same again changes nothing. A tournament that was made before its
    commitment has no use for one.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/client_seed`` where it is not the entrant's to give; ``CLIENT_SEED_GIVEN``.
    """
    if client_seed is None or found.hosted.event is None:
        return
    member = found.tournament.members[entrant]
    if not member.is_own(caller.player_id):
        wanted = "is given by the entrant itself, or by the owner of a bot"
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/client_seed", wanted),))
    digest = client_seed_sha256(client_seed)
    if member.client_seed_sha256 is None:
        what = SeedGiven(entrant=entrant, client_seed_sha256=digest)
        yield Wish(what, caller.player_id, client_seed=client_seed.lower())
    elif member.client_seed_sha256 != digest:
        raise Refusal(Reason.CLIENT_SEED_GIVEN)


def may_agree(caller: Caller, player: Player) -> bool:
    """Whether the caller may agree in a player's name that it takes part."""
    return caller.is_admin or caller.player_id in (player.id, player.owner_id)


def check_registration(connection: Connection, hosted: HostedTournament, player_id: str) -> None:
    """Whether a player may enter by itself.

    Raises:
        Refusal: ``NOT_ADMITTED``.
    """
    match hosted.settings.entry.registration:
        case "invited":
            raise Refusal(Reason.NOT_ADMITTED, "This tournament is for those whom its host invites.")
        case "listed" if not rows.is_guest(connection, hosted.id, player_id):
            raise Refusal(Reason.NOT_ADMITTED, "This tournament is for the players on its list of guests.")


def _looked_up(
    new: NewEntrant, players: Mapping[str, Player], ratings: Mapping[str, float], name: Callable[[str], Player]
) -> Wanted:
    if new.is_named:
        person = name(name_by_host(new.name, f"{new.pointer}/name"))
        return Wanted(new, person.name, person)
    if new.player is None:
        return Wanted(new, clean_name(new.name, f"{new.pointer}/name"))
    pointer = f"{new.pointer}/player"
    player = players.get(new.player)
    if player is None:
        raise Refusal(Reason.NOT_FOUND, errors=(FieldError(pointer, "there is no such player"),))
    if player.is_house:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, "a bot of the house is entered as `bot`"),))
    if player.retired_ms is not None:
        raise Refusal(Reason.BOT_RETIRED, errors=(FieldError(pointer, "is retired"),))
    return Wanted(new, player.name, player, round(ratings[player.id]))


def _identity(player_id: str | None, name: str) -> tuple[str | None, str]:
    """By what an entrant is known: a player by its id, a bot of the house by its name."""
    return player_id, name if player_id is None else ""


def _not_admitted(new: NewEntrant, detail: str) -> Refusal:
    return Refusal(Reason.NOT_ADMITTED, detail, (FieldError(new.pointer, detail),) if new.pointer else ())
