"""Rounds of two seats by the FIDE Dutch rules of 2026 (C.04.3), for events that are to be rated or checked by them.
The pairing is that of the library caissify-pairings (extra ``dutch``), which is exact and slow, hence
``MOST_ENTRANTS``. The first seat stands for the white pieces. What it answers is checked, as it falls back on less
where the rules leave nothing; Playhall's own Swiss system (``swiss.py``) then says which exception is the smallest.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from services.tournaments.records import Bye, Entrant, Pairing, Round
from services.tournaments.swiss import SwissRules
from services.tournaments.swiss_matching import Field, Matching, is_breach, match
from services.tournaments.swiss_reasons import notes, of_bye, of_pair
from services.tournaments.two_seat_history import History, histories

MOST_ENTRANTS: Final = 60
"""How many entrants a round may have."""

_SEAT_NAMES: Final = ("white", "black")
_SEATS: Final = "Seats: as FIDE C.04.3, part E, gives the white pieces."


class DutchNotInstalled(Exception):
    """The extra ``dutch`` is not installed."""

    def __init__(self) -> None:
        super().__init__("the Dutch system needs the extra `dutch`: pip install 'playhall[dutch]'")


class NotForDutch(ValueError):
    """The event is not one that the Dutch rules, or this implementation, are for: too many entrants, or points other
    than a win, half of it, or none."""


class NoDutchPairing(Exception):
    """The Dutch rules leave no pairing, or none was found: everybody left has met, say. The host may pair the round
    by the Swiss system of Playhall, which makes the smallest exception and says which, or by hand."""


class _Library(Protocol):
    """What is used of caissify-pairings."""

    def generate_pairings(
        self,
        system: str,
        players: list[dict[str, Any]],
        previous_pairings: set[tuple[int, int]],
        round_number: int,
        total_rounds: int,
    ) -> list[dict[str, Any]]: ...


def pair_round(entrants: Sequence[Entrant], number: int, rules: SwissRules, others: Sequence[Entrant] = ()) -> Round:
    """The pairing of a round by the Dutch rules. The same arguments as :func:`services.tournaments.swiss.pair_round`.

    Raises:
        DutchNotInstalled: the library is missing.
        NotForDutch: more than ``MOST_ENTRANTS`` entrants, or points that are not in halves of a win.
        NoDutchPairing: the rules leave no pairing.
        InvalidRecords: ids, seeds or results contradict each other.
        PairingImpossible: the forbidden pairs leave no pairing.
    """
    library = _library()
    if len(entrants) > MOST_ENTRANTS:
        raise NotForDutch(f"the Dutch system pairs up to {MOST_ENTRANTS} entrants, not {len(entrants)}")
    field = Field(histories(entrants, others, number, rules.win_points), rules.forbidden)
    for each in field.standing:
        if each.points * 2 % rules.win_points:
            raise NotForDutch(f"{each.id} has points that are not in halves of a win")
    if field.size < 2:
        return Round(number, (), tuple(_bye(field, place) for place in range(field.size)))
    _check_feasible(field, number, rules)
    answer = library.generate_pairings(
        "dutch",
        [_player(each, place, rules) for place, each in enumerate(field.standing)],
        _kept_apart(field),
        number,
        max(rules.rounds, number),
    )
    return _round(field, answer, number)


def _library() -> _Library:
    try:
        import caissify_pairings
    except ImportError as error:
        raise DutchNotInstalled from error
    library: _Library = caissify_pairings
    return library


def _check_feasible(field: Field, number: int, rules: SwissRules) -> None:
    """The library searches without an end where the rules leave nothing."""
    matching = match(field)
    if matching.is_forced:
        raise NoDutchPairing("every pairing has a rematch, or a second bye")
    breaches = [pair for pair in matching.pairs if is_breach(field, *pair)]
    if breaches and number < rules.rounds:
        raise NoDutchPairing("in every pairing two meet that have the same absolute claim to a seat")


def _player(entrant: History, place: int, rules: SwissRules) -> dict[str, Any]:
    """An entrant as the library knows it, by its place in the standing."""
    return {
        "id": place,
        "name": entrant.id,
        "score": entrant.points * 2 // rules.win_points / 2,
        "rating": 0,
        "starting_number": entrant.seed,
        "pairing_number": entrant.seed,
        "color_hist": [_SEAT_NAMES[at] for at in entrant.seats],
        "float_history": [each.value for each in entrant.floats],
        "bye_count": entrant.full_byes,
    }


def _kept_apart(field: Field) -> set[tuple[int, int]]:
    return {(place, other) for place in range(field.size) for other in {*field.met[place], *field.barred[place]}}


def _round(field: Field, answer: Sequence[Mapping[str, Any]], number: int) -> Round:
    tables = {(each["white_id"], each["black_id"]) for each in answer if each["black_id"] is not None}
    byes = [each["white_id"] for each in answer if each["black_id"] is None]
    seated = sorted([*byes, *(place for table in tables for place in table)])
    if seated != list(range(field.size)) or len(byes) != field.size % 2:
        raise NoDutchPairing("the library has left somebody out")
    if not tables.isdisjoint(_kept_apart(field)):
        raise NoDutchPairing("the library lets two meet that have met, or must not")
    firsts = {(min(table), max(table)): table[0] for table in tables}
    return Round(
        number,
        tuple(
            Pairing(
                table,
                tuple(field.standing[place].id for place in (pair if firsts[pair] == pair[0] else pair[::-1])),
                (*of_pair(field, *pair), _SEATS),
            )
            for table, pair in enumerate(field.in_order_of_tables(firsts), start=1)
        ),
        tuple(_bye(field, place) for place in byes),
        tuple(notes(field, Matching([*firsts], byes[0] if byes else None), ())),
    )


def _bye(field: Field, place: int) -> Bye:
    return Bye(field.standing[place].id, tuple(of_bye(field, place)))
