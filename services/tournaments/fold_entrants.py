"""What entries of the log mean to who takes part: entering, agreeing, checking in, leaving and coming back."""

from dataclasses import replace
from typing import Final

from services.tournaments import presence
from services.tournaments.log import (
    Accepted,
    ByeRequested,
    CheckedIn,
    Entered,
    Invited,
    LoggedHappening,
    Returned,
    SeedGiven,
    Withdrawn,
)
from services.tournaments.tournament import MAX_MEMBERS, Handlers, Member, NotPossible, Tournament, TournamentStatus


def _entered(tournament: Tournament, what: Entered, entry: LoggedHappening) -> None:
    _add(tournament, what, entry, is_invited=False)


def _invited(tournament: Tournament, what: Invited, entry: LoggedHappening) -> None:
    _add(tournament, what, entry, is_invited=True)


def _add(tournament: Tournament, what: Entered | Invited, entry: LoggedHappening, *, is_invited: bool) -> None:
    if what.entrant in tournament.members:
        raise NotPossible("has entered already")
    if what.player in tournament.players:
        raise NotPossible("this player has entered already")
    if what.player is not None:
        need_strangers(tournament)
    if len(tournament.members) >= MAX_MEMBERS:
        raise NotPossible(f"{MAX_MEMBERS} have entered")
    member = Member(
        what.entrant,
        what.name,
        what.player,
        what.bot,
        what.bot_version,
        what.is_bot,
        what.rating,
        what.owner,
        entry.number,
        is_invited,
        number=0 if what.bot is None else tournament.house_bots[what.bot] + 1,
    )
    _need_entries(tournament, entry.at_ms)
    tournament.members[member.id] = member if is_invited else _joined(tournament, member, entry.at_ms)
    if what.player is not None:
        tournament.players.add(what.player)
    if what.bot is not None:
        tournament.house_bots[what.bot] += 1


def _accepted(tournament: Tournament, what: Accepted, entry: LoggedHappening) -> None:
    member = tournament.member(what.entrant)
    if not member.is_invited or member.is_withdrawn:
        raise NotPossible("is not invited")
    need_strangers(tournament)
    _need_entries(tournament, entry.at_ms)
    agreed = replace(member, is_invited=False, entry=entry.number)
    tournament.members[member.id] = _joined(tournament, agreed, entry.at_ms)


def need_strangers(tournament: Tournament) -> None:
    """Whether others than bots of the house may take part. Those stay who entered before this was asked."""
    if tournament.is_for_the_house and not tournament.is_read_back:
        raise NotPossible(f"only bots of the house play in it: {tournament.why_for_the_house}")


def _need_entries(tournament: Tournament, at_ms: int) -> None:
    if tournament.status is not TournamentStatus.REGISTRATION and not tournament.takes_late_entries(at_ms):
        raise NotPossible("registration is over")


def _joined(tournament: Tournament, member: Member, at_ms: int) -> Member:
    """Somebody as it takes part from now on; where it has started, from the next round on, in an arena at once."""
    if tournament.status is TournamentStatus.REGISTRATION:
        return member
    if len(tournament.admitted) >= tournament.settings.places:
        raise NotPossible("there is no place left")
    arena = tournament.open_arena
    if (stage := tournament.stage) is not None:
        stage.seeding = (*stage.seeding, member.id)
    elif not tournament.stages:  # it has just started
        tournament.seeding = (*tournament.seeding, member.id)
    if arena is not None:
        arena.free[member.id] = at_ms
    return replace(member, first_round=len(tournament.rounds) + (arena is None), is_checked_in=True)


def _has_taken_part(tournament: Tournament, entrant: str) -> bool:
    return entrant in tournament.seeding or any(entrant in stage.seeding for stage in tournament.stages)


def _checked_in(tournament: Tournament, what: CheckedIn, _: LoggedHappening) -> None:
    tournament.need(TournamentStatus.REGISTRATION)
    member = tournament.member(what.entrant)
    if member.is_invited:
        raise NotPossible("has not agreed to take part")
    tournament.members[member.id] = replace(member, is_checked_in=True)


def _seed_given(tournament: Tournament, what: SeedGiven, _: LoggedHappening) -> None:
    tournament.need_not_over()
    member = tournament.member(what.entrant)
    if member.bot is not None:
        raise NotPossible("a bot of the house gives no seed")
    if member.client_seed_sha256 is not None:
        raise NotPossible("has given a seed already")
    if member.id in tournament.ever_paired:
        raise NotPossible("has been paired: a seed is given before")
    tournament.members[member.id] = replace(member, client_seed_sha256=what.client_seed_sha256)


def _withdrawn(tournament: Tournament, what: Withdrawn, entry: LoggedHappening) -> None:
    tournament.need_not_over()
    member = tournament.member(what.entrant)
    if member.is_withdrawn:
        raise NotPossible("has withdrawn already")
    if tournament.is_strict and entry.by is None and not presence.is_taken_out(tournament, member.id):
        raise NotPossible("has not missed so many tables")
    tournament.members[member.id] = replace(member, is_withdrawn=True, withdrawn_by=entry.by)
    if (arena := tournament.open_arena) is not None:
        arena.leaves(member.id)


def _returned(tournament: Tournament, what: Returned, entry: LoggedHappening) -> None:
    tournament.need_not_over()
    member = tournament.member(what.entrant)
    if not member.is_withdrawn:
        raise NotPossible("has not withdrawn")
    if tournament.stage is not None and tournament.stage.is_elimination:
        raise NotPossible("who leaves an elimination is out")
    tournament.missed.pop(member.id, None)
    agrees = not member.is_invited or member.is_own(entry.by)
    returned = replace(member, is_withdrawn=False, withdrawn_by=None)
    if agrees and member.is_invited:
        need_strangers(tournament)
        returned = replace(returned, is_invited=False, entry=entry.number)
    if agrees and not _has_taken_part(tournament, member.id):
        _need_entries(tournament, entry.at_ms)
        returned = _joined(tournament, returned, entry.at_ms)
    tournament.members[member.id] = returned
    state = tournament.open_round
    if state is None or state.arena is None or tournament.stage is None or member.id not in tournament.stage.seeding:
        return
    if not state.is_played_by(member.id):
        state.arena.free[member.id] = entry.at_ms


def _bye_requested(tournament: Tournament, what: ByeRequested, _: LoggedHappening) -> None:
    tournament.need_not_over()
    member = tournament.member(what.entrant)
    if what.round <= len(tournament.rounds):
        raise NotPossible(f"round {what.round} has been paired")
    stages = tournament.settings.stages[max(0, len(tournament.stages) - 1) :]
    if not any(stage.takes_byes for stage in stages):
        raise NotPossible("no stage to come has byes that are asked for: Swiss and pods do")
    byes = member.byes | {what.round}
    if len(byes) > tournament.settings.entry.byes:
        raise NotPossible(f"an entrant may ask for {tournament.settings.entry.byes} byes")
    tournament.members[member.id] = replace(member, byes=byes)


HANDLERS: Final[Handlers] = {
    Entered: _entered,
    Invited: _invited,
    Accepted: _accepted,
    CheckedIn: _checked_in,
    SeedGiven: _seed_given,
    Withdrawn: _withdrawn,
    Returned: _returned,
    ByeRequested: _bye_requested,
}
"""What each of these entries does."""
