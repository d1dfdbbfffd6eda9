"""What one finished match adds to its players' statistics."""

from dataclasses import replace

from services.archive.archived_match import FinishedMatch, FinishedSeat, Statistics


def statistics_of(finished: FinishedMatch) -> list[Statistics]:
    """One entry per player that took a seat, in the order of their ids; none for an aborted match."""
    if finished.match["status"] != "finished":
        return []
    held: dict[str, list[FinishedSeat]] = {}
    for seat in finished.seats:
        if seat.player_id is not None:
            held.setdefault(seat.player_id, []).append(seat)
    winners = sum(seat.rank == 1 for seat in finished.seats)
    ruleset = str(finished.match["ruleset"])
    return [_sum(player, ruleset, len(finished.seats), seats, winners) for player, seats in sorted(held.items())]


def version_statistics_of(finished: FinishedMatch) -> list[tuple[str, Statistics]]:
    """The same for each version of a bot that has stated one, with the version, in the order of players' ids and
    versions."""
    stated = {(seat.player_id, seat.version) for seat in finished.seats if seat.player_id is not None and seat.version}
    counted: list[tuple[str, Statistics]] = []
    for player, version in sorted(stated):
        own = tuple(seat for seat in finished.seats if (seat.player_id, seat.version) == (player, version))
        others = tuple(replace(seat, player_id=None) for seat in finished.seats if seat not in own)
        alone = replace(finished, seats=(*own, *others))
        counted += [(version, entry) for entry in statistics_of(alone)]
    return counted


def _sum(player_id: str, ruleset: str, seats: int, held: list[FinishedSeat], winners: int) -> Statistics:
    ranks = [seat.rank for seat in held if seat.rank is not None]
    scores = [seat.score for seat in held if seat.score is not None]
    if len(ranks) < len(held) or len(scores) < len(held):
        raise ValueError("a seat of a finished match has no rank or no score")
    first = ranks.count(1)
    return Statistics(
        player_id=player_id,
        ruleset=ruleset,
        seats=seats,
        played=len(held),
        wins=first if winners == 1 else 0,
        shared_wins=first if winners > 1 else 0,
        resignations=sum(seat.resigned for seat in held),
        rank_sum=sum(ranks),
        score_sum=sum(scores),
        best_score=max(scores),
        worst_score=min(scores),
    )
