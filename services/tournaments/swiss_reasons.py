"""Why a Swiss round of two seats is as it is, in sentences that a host can read out. Notes name entrants by their ids;
reasons stand beside their pairing, and name nobody."""

from collections.abc import Iterator, Sequence

from services.tournaments.first_seat import Seating
from services.tournaments.swiss_matching import Field, Matching
from services.tournaments.wording import points_in_words, times


def of_pair(field: Field, higher: int, lower: int) -> Iterator[str]:
    """Why two places of the standing meet."""
    upper, under = field.standing[higher], field.standing[lower]
    if upper.points == under.points:
        yield f"Both have {points_in_words(upper.points)}."
    else:
        down = f"One floats down from {points_in_words(upper.points)} to {points_in_words(under.points)}"
        yield f"{down}: {_why_down(field, higher)}."
    if times := field.met[higher].get(lower):
        yield f"They meet for the {_ordinal(times + 1)} time: a rematch could not be avoided."


def _why_down(field: Field, place: int) -> str:
    start, end = field.starts[place], field.ends[place]
    group = [each for each in range(start, end) if each != place]
    if not group:
        return "nobody else has as many"
    if all(each in field.met[place] or each in field.barred[place] for each in group):
        barred = any(each in field.barred[place] for each in group)
        return "it has met everybody else there" + (", or must not" if barred else "")
    if (end - start) % 2:
        return "an odd number has as many"
    return "not all who have as many can be paired with each other"


def of_bye(field: Field, place: int) -> Iterator[str]:
    """Why a place of the standing has the bye."""
    entrant = field.standing[place]
    yield "The number of entrants is odd."
    if entrant.full_byes > field.fewest_byes:
        yield "It has had a full bye before: the forbidden pairs leave no other way."
    elif entrant.full_byes:
        yield f"Everybody has had {times(entrant.full_byes)} a full bye, or more often."
    else:
        yield "It has had no full bye."
    has = f"It has {points_in_words(entrant.points)}"
    below = range(field.ends[place], field.size)
    if not below:
        yield f"{has}, of the lowest score group."
    elif not any(field.may_have_bye(each) for each in below):
        yield f"{has}; all with fewer have had a full bye."
    else:
        yield f"{has}; a bye for one with fewer would force a rematch or a seat that is not due."


def notes(field: Field, matching: Matching, seatings: Sequence[Seating]) -> Iterator[str]:
    """The exceptions of a round."""
    if matching.bye is not None and field.standing[matching.bye].full_byes:
        why = "everybody has had one" if field.may_have_bye(matching.bye) else "the forbidden pairs leave no other way"
        yield f"{field.standing[matching.bye].id} has another full bye: {why}."
    rematches = [seating for seating in seatings if seating.second.id in seating.first.met]
    fewest = "1 rematch" if len(rematches) == 1 else f"{len(rematches)} rematches"
    for seating in rematches:
        yield f"{seating.first.id} and {seating.second.id} meet again: no allowed pairing has fewer than {fewest}."
    for seating in seatings:
        if (breached := seating.breached) is not None:
            at = 0 if breached is seating.first else 1
            if breached.seats[-2:] == (at, at):
                how = f"sits {('first', 'second')[at]} for the third time running"
            else:
                how = f"sits {('first', 'second')[at]}, more than two times more often than not"
            yield f"{breached.id} {how}: both at its table have the same claim, and no better pairing is allowed."


def _ordinal(number: int) -> str:
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
