"""What a tournament would be if something more happened in it, and what would follow. Nothing does."""

from collections.abc import Sequence
from dataclasses import replace

from services.tournaments import corrections
from services.tournaments.corrections import Follows
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import apply, fold
from services.tournaments.log import Happening, LoggedHappening, ResultSet, Undone
from services.tournaments.settings import TournamentSettings
from services.tournaments.tournament import NotPossible, Tournament


class ChangeNotPossible(Exception):
    """One of several changes cannot be. ``place``: which, from 0. The message says why."""

    def __init__(self, place: int, problem: str) -> None:
        super().__init__(problem)
        self.place = place
        self.problem = problem


def what_if(
    settings: TournamentSettings,
    entries: Sequence[LoggedHappening],
    changes: Sequence[Happening],
    lots: Lots,
    at_ms: int,
    *,
    is_old: bool = False,
    is_seed_shown: bool = False,
) -> tuple[Tournament, Follows]:
    """The tournament that a log would make with some changes after it, each at the moment ``at_ms`` and with what
    follows from it; and what that is. A corrected result by which others would go on is imagined as its host says, and
    else with the first of :func:`~services.tournaments.corrections.choices`. ``is_old``: as :func:`fold` says.
    ``is_seed_shown``: everybody may know the cards.

    Raises:
        ChangeNotPossible: one of them cannot stand.
    """
    imagined = list(entries)
    tournament = fold(settings, imagined, is_old=is_old)
    before, follows = tournament.copy(), Follows()

    def add(what: Happening) -> LoggedHappening:
        imagined.append(LoggedHappening(len(imagined) + 1, at_ms, what))
        return imagined[-1]

    for place, what in enumerate(changes):
        try:
            if isinstance(what, Undone):
                corrections.check_can_be_undone(imagined, what.entry)
                fallen = corrections.falls_with(settings, imagined, what.entry, is_old=is_old)
                add(Undone(entry=what.entry, also=fallen))
                tournament = fold(settings, imagined, is_old=is_old)
                follows = replace(follows, entries=(*follows.entries, *fallen))
                continue
            if isinstance(what, ResultSet) and corrections.needs_then(tournament, what):
                follows = replace(follows, then=corrections.choices(tournament, is_seed_shown=is_seed_shown))
                said: Happening = _said(what, follows)
            else:
                said = what.model_copy(update={"then": None}) if isinstance(what, ResultSet) else what
            stages, rounds = len(tournament.stages), len(tournament.rounds)
            apply(tournament, add(said))
            if isinstance(said, ResultSet) and said.then == "replay":
                for happening in corrections.paired_anew(tournament, lots, stages, rounds):
                    apply(tournament, add(happening))
        except NotPossible as error:
            raise ChangeNotPossible(place, str(error)) from None
    told = corrections.fates(before, tournament)
    return tournament, replace(follows, tables=told.tables, stages=told.stages)


def _said(result: ResultSet, follows: Follows) -> ResultSet:
    """A result with what becomes of what was paired by another one."""
    return result if result.then in follows.then else result.model_copy(update={"then": follows.then[0]})
