"""What hosts decide themselves: who meets whom, and how a table has ended."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from services.errors import FieldError, Reason, Refusal
from services.stored_tournaments.known_logs import Read
from services.tournaments import corrections
from services.tournaments.log import LoggedHappening, ResultSet, RoundPaired, Then
from services.tournaments.pairing_by_hand import HandPairing, WrongPairing, paired_by_hand, swapped
from services.tournaments.table_state import WrongResult, check_places
from services.tournaments.tournament import NotPossible, Tournament

_OTHERS_GO_ON: Final = "By this result others go on than have gone on."
_CHOICES: Final[Mapping[tuple[Then, ...], str]] = {
    ("replay", "stand"): "`replay` sets it aside and pairs it anew, and tables at which the same entrants meet stand; "
    "`stand` lets who has gone on stay. A preview says which tables are played again.",
    ("stand",): "`stand` lets who has gone on stay. Nothing is played again.",
}


def pairing(found: Read, wanted: HandPairing) -> RoundPaired | None:
    """The round that a host wants; None: it is paired so already.

    Raises:
        Refusal: ``INVALID_FIELD``, at who is named but cannot be there, or at ``/tables`` if somebody is left out;
            ``NOT_POSSIBLE_NOW``.
    """
    with _refused():
        paired = paired_by_hand(found.tournament, wanted)
    rounds = found.tournament.rounds
    return None if rounds and _is_same(rounds[-1].paired, paired) else paired


def swap(found: Read, said_by: tuple[str, str], number: int, one: str, other: str) -> RoundPaired | None:
    """A round in which two entrants have changed places; None: this very swap was made already, by the same player and
    for the same reason (``said_by``).

    Raises:
        Refusal: ``NOT_FOUND``: there is no such round; ``NOT_POSSIBLE_NOW``; ``INVALID_FIELD`` at ``/a`` or ``/b``.
    """
    rounds, state = found.tournament.rounds, found.tournament.open_round
    if not 1 <= number <= len(rounds):
        raise Refusal(Reason.NOT_FOUND, f"Round {number} has not been paired.")
    if state is None or state.number != number:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, f"Round {number} has ended.")
    if _is_made_already(found, found.entries[state.entry - 1], said_by, one, other):
        return None
    with _refused():
        return swapped(found.tournament, state.paired, one, other)


def check_result(tournament: Tournament, result: ResultSet, below: str = "") -> None:
    """Insist on a result that its table could have. ``below``: where it stands in the request.

    Raises:
        Refusal: ``NOT_FOUND``: there is no such table; ``INVALID_FIELD``, at its places or forfeits.
    """
    try:
        check_places(tournament.table(result.round, result.table), result)
    except NotPossible as error:
        raise Refusal(Reason.NOT_FOUND, f"In this tournament {error}.") from None
    except WrongResult as error:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(f"{below}{error.pointer}", error.problem),)) from None


def corrected(found: Read, result: ResultSet) -> ResultSet | None:
    """What the log is to say of a result that a host wants; None: it is the result already.

    Raises:
        Refusal: ``NOT_POSSIBLE_NOW`` at ``/then``: others go on by it than have gone on, and the host must say what
            becomes of that, or what it says cannot be.
    """
    tournament = found.tournament
    plain = result.model_copy(update={"then": None})
    there = tournament.table(result.round, result.table).set_by_host
    is_there = there is not None and there.model_copy(update={"then": None}) == plain
    if is_there and (result.then is None or (there is not None and result.then == there.then)):
        return None
    if not corrections.needs_then(tournament, plain):
        return None if is_there else plain
    can_be = corrections.choices(tournament, is_seed_shown=found.hosted.shown_seed is not None)
    if result.then in can_be:
        return result
    if result.then is None:
        detail = f"{_OTHERS_GO_ON} Say with `then` what becomes of what was paired since: {_CHOICES[can_be]}"
        wanted = f"must be {' or '.join(f'`{each}`' for each in can_be)}: others go on by this result than have gone on"
    else:
        detail = "The tournament is over and its cards may be known: nothing is played again. `then` can be `stand`."
        wanted = "must be `stand`: the tournament is over"
    raise Refusal(Reason.NOT_POSSIBLE_NOW, detail, (FieldError("/then", wanted),))


@contextmanager
def _refused() -> Iterator[None]:
    """What is wrong with a pairing is told whoever wants it."""
    try:
        yield
    except WrongPairing as error:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(error.pointer, error.problem),)) from None
    except NotPossible as error:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, f"This is not possible now: {error}.") from None


def _is_same(one: RoundPaired, other: RoundPaired) -> bool:
    """Whether two pairings seat the same entrants at the same tables, for the same reasons."""
    return one.model_copy(update={"notes": ()}) == other.model_copy(update={"notes": ()})


def _is_made_already(found: Read, entry: LoggedHappening, said_by: tuple[str, str], one: str, other: str) -> bool:
    """Whether the entry that has paired a round is this very swap of what was paired before."""
    before = _paired_before(found, entry)
    if (entry.by, entry.reason) != said_by or before is None:
        return False
    try:
        made = swapped(found.tournament, before, one, other)
    except (WrongPairing, NotPossible):
        return False
    return isinstance(entry.what, RoundPaired) and _is_same(entry.what, made)


def _paired_before(found: Read, entry: LoggedHappening) -> RoundPaired | None:
    """How the round that an entry pairs was paired before; None: it was not."""
    for each in reversed(found.entries[: entry.number - 1]):
        if isinstance(each.what, RoundPaired) and each.number not in found.tournament.undone:
            is_of_it = isinstance(entry.what, RoundPaired) and each.what.round == entry.what.round
            return each.what if is_of_it else None
    return None
