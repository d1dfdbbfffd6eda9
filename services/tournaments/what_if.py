"""What a tournament would be if something more happened in it. Nothing does."""

from collections.abc import Sequence

from services.tournaments.folding import CAN_BE_UNDONE, apply, fold
from services.tournaments.log import Happening, LoggedHappening, Undone
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
    at_ms: int,
    *,
    is_old: bool = False,
) -> Tournament:
    """The tournament that a log would make with some changes after it, each at the moment ``at_ms``.
    ``is_old``: as :func:`fold` says.

    Raises:
        ChangeNotPossible: one of them cannot stand.
    """
    imagined = list(entries)
    tournament = fold(settings, imagined, is_old=is_old)
    for place, what in enumerate(changes):
        entry = LoggedHappening(len(imagined) + 1, at_ms, what)
        try:
            if isinstance(what, Undone):
                _check_can_be_undone(imagined, what.entry)
                tournament = fold(settings, [*imagined, entry], is_old=is_old)
            else:
                apply(tournament, entry)
        except NotPossible as error:
            raise ChangeNotPossible(place, str(error)) from None
        imagined.append(entry)
    return tournament


def _check_can_be_undone(entries: Sequence[LoggedHappening], number: int) -> None:
    if not 1 <= number <= len(entries):
        raise NotPossible("the log has no such entry")
    if not isinstance(entries[number - 1].what, CAN_BE_UNDONE):
        raise NotPossible("an entry of this kind cannot be taken back")
