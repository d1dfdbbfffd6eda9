"""How the matches of a table decide it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from services.tournaments.log import GameEnded

MOST_EXTRA_GAMES: Final = 3
"""So many matches more decide a table of an elimination that is drawn, or so many deals; then the better seeds go
on."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """``sizes``: how many seats a match may have. ``games``: how many matches are played, if ``is_duplicate`` does not
    say that it is as many as there are seats. ``sum_of``: what is summed up where the majority does not decide.
    ``go_on``: how many go on from the table; 0: it is not one of an elimination."""

    sizes: range
    games: int = 1
    is_duplicate: bool = False
    sum_of: Literal["places", "scores"] = "places"
    go_on: int = 0


class DecidedBy(Enum):
    """What decides how a table ends."""

    MATCHES = "matches"
    SEED = "seed"
    """Some must go on, and the matches did not say who."""
    HOST = "host"
    """Who has set the result, whatever was played."""
    PLATFORM = "platform"
    """The match could not be made, or took too long, or too few were there."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a table has ended. ``places``: of its entrants, in their order. ``forfeits``: who was not there. ``scores``:
    the game's own, over all matches; empty: not known. ``why``: what decided it in words, if it was not a match alone.
    ``is_played``: a match was played, or the host says how it ended."""

    places: tuple[int, ...]
    forfeits: tuple[str, ...] = ()
    scores: tuple[int | None, ...] = ()
    decided_by: DecidedBy = DecidedBy.MATCHES
    why: str = ""
    is_played: bool = True


def decide(
    entrants: Sequence[str], away: Sequence[str], by_seed: Sequence[str], games: Sequence[GameEnded], rules: TableRules
) -> TableResult | None:
    """How a table has ended; None: matches are to be played. ``entrants``: in order of seats. ``away``: those of them
    who are not there, and are behind all others. ``by_seed``: the entrants of a table of an elimination, the better
    seed first."""
    present = [entrant for entrant in entrants if entrant not in away]
    if len(present) not in rules.sizes:
        return _without_match(entrants, away, by_seed)
    if not games:
        return None
    if len(present) == 2 and not rules.is_duplicate:
        found = _by_majority(present, by_seed, games, rules)
    else:
        found = _by_sum(present, by_seed, games, rules)
    if found is None or not away:
        return found
    places = dict(zip(present, found.places, strict=True))
    scores = dict(zip(present, found.scores, strict=True)) if found.scores else {}
    return TableResult(
        tuple(places.get(entrant, len(present) + 1) for entrant in entrants),
        (*found.forfeits, *away),
        tuple(scores.get(entrant) for entrant in entrants) if scores else (),
        found.decided_by,
        found.why,
    )


def _without_match(entrants: Sequence[str], away: Sequence[str], by_seed: Sequence[str]) -> TableResult:
    """Too few are there for a match: they share the first place, or in an elimination stand by seed; those who are not
    there as well, where nobody is."""
    if by_seed and set(away) == set(entrants):
        places = tuple(1 + by_seed.index(entrant) for entrant in entrants)
        why = "None of them was there to play."
        return TableResult(places, tuple(away), decided_by=DecidedBy.PLATFORM, why=why, is_played=False)
    present = [entrant for entrant in by_seed or entrants if entrant not in away]
    ranked = {entrant: place if by_seed else 1 for place, entrant in enumerate(present, 1)}
    places = tuple(ranked.get(entrant, len(present) + 1) for entrant in entrants)
    why = "Too few of them were there to play."
    return TableResult(places, tuple(away), decided_by=DecidedBy.PLATFORM, why=why, is_played=False)


def _by_majority(
    present: Sequence[str], by_seed: Sequence[str], games: Sequence[GameEnded], rules: TableRules
) -> TableResult | None:
    """Two seats: whoever has won more matches than the other can reach; matches that decide more, if none has."""
    first, second = present
    wins = {first: 0, second: 0}
    for game in games:
        best = [entrant for entrant, place in zip(game.entrants, game.counted, strict=True) if place == 1]
        for entrant in best:
            wins[entrant] += 2 // len(best)
    lead = wins[first] - wins[second]
    left = rules.games - len(games)
    forfeits = games[-1].forfeits
    scores = _of_each(games[0], present) if rules.games == 1 and len(games) == 1 else ()
    if lead and (abs(lead) > 2 * left):
        return TableResult((1, 2) if lead > 0 else (2, 1), forfeits, scores)
    if left > 0:
        return None
    if not by_seed:
        return TableResult((1, 1), forfeits, scores)
    if len(games) < rules.games + MOST_EXTRA_GAMES:
        return None
    places = (1, 2) if by_seed[0] == first else (2, 1)
    why = f"Drawn after {len(games)} matches: the better seed goes on."
    return TableResult(places, forfeits, decided_by=DecidedBy.SEED, why=why)


def _by_sum(
    present: Sequence[str], by_seed: Sequence[str], games: Sequence[GameEnded], rules: TableRules
) -> TableResult | None:
    """By the sum over all matches; of whole deals, if they are duplicate. Where it is not clear who goes on, more are
    played."""
    at_once = len(present) if rules.is_duplicate else 1
    wanted = len(present) if rules.is_duplicate else rules.games
    if len(games) < wanted or (len(games) - wanted) % at_once:
        return None
    is_of_scores = rules.sum_of == "scores" and wanted > 1
    value_of: Callable[[GameEnded], dict[str, int]] = _costs_of_scores if is_of_scores else _places_of
    each = [value_of(game) for game in games]
    cost = {entrant: sum(values[entrant] for values in each) for entrant in present}
    places = tuple(1 + sum(other < cost[entrant] for other in cost.values()) for entrant in present)
    forfeits = tuple(entrant for entrant in present if all(entrant in game.forfeits for game in games))
    scores = _summed([_of_each(game, present) for game in games])
    what = "scores" if is_of_scores else "places"
    why = f"By the sum of {what} over {len(games)} matches." if len(games) > 1 else ""
    if not by_seed or sum(place <= rules.go_on for place in places) == rules.go_on:
        return TableResult(places, forfeits, scores, why=why)
    if len(games) < wanted + MOST_EXTRA_GAMES * at_once:
        return None
    order = sorted(present, key=lambda entrant: (cost[entrant], by_seed.index(entrant)))
    why = f"Not clear after {len(games)} matches: the better seeds go on."
    ranked = tuple(1 + order.index(entrant) for entrant in present)
    return TableResult(ranked, forfeits, scores, DecidedBy.SEED, why)


def _places_of(game: GameEnded) -> dict[str, int]:
    return dict(zip(game.entrants, game.counted, strict=True))


def _costs_of_scores(game: GameEnded) -> dict[str, int]:
    """Scores with the sign changed, so that the least is the best. Nobody's counts more than that of anybody placed
    before: resigning while ahead keeps nothing. By places, if the game gave no scores."""
    if not game.scores:
        return _places_of(game)
    costs: dict[str, int] = {}
    for entrant, place, score in zip(game.entrants, game.counted, game.scores, strict=True):
        before = (each for each, other in zip(game.scores, game.counted, strict=True) if other < place)
        costs[entrant] = -min((score, *before))
    return costs


def _of_each(game: GameEnded, present: Sequence[str]) -> tuple[int, ...]:
    scores = dict(zip(game.entrants, game.scores, strict=True)) if game.scores else {}
    return tuple(scores[entrant] for entrant in present) if scores else ()


def _summed(scores: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*scores, strict=True))) if all(scores) else ()
