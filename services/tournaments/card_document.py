"""An entrant's card: each of its rounds, whom it met, what came of it, and why it was paired so."""

from collections.abc import Iterator
from dataclasses import dataclass

from services.tournaments.named_entrants import NamedEntrant, all_named, named
from services.tournaments.records import ResultKind, RoundResult
from services.tournaments.round_document import ResultDocument, UnderWay, table_document
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.stage_results import points_before, stage_entrants
from services.tournaments.standings import points_text
from services.tournaments.stored_standings import StageRank, StoredStandings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class CardRound:
    """What an entrant has of a round, in an arena of one of its tables. ``kind`` is None while its table is played.
    ``table``, ``node``, ``seat``: where it sits; None without a table. ``points``: of this round, ``total``: of this
    and all before it in the stage, decimal numbers. ``matches``: ids. ``reasons``: why it was paired so, or not
    paired."""

    round: int
    stage: int
    kind: ResultKind | None
    table: int | None
    node: str | None
    seat: int | None
    opponents: tuple[NamedEntrant, ...]
    place: int | None
    score: int | None
    points: str | None
    total: str
    result: ResultDocument | None
    matches: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardDocument:
    """``player``: the player's id; ``bot``: the ruleset's bot, for one of the house. ``rating``: when it entered.
    ``seed``: its number in the seeding, 1 the best; None: it does not take part. ``requested_byes``: rounds in which it
    has asked not to be paired. ``ranks``: where it stands in each stage. ``rounds``: those that were paired, in
    order."""

    entrant: NamedEntrant
    player: str | None
    bot: str | None
    rating: int | None
    seed: int | None
    is_checked_in: bool
    is_withdrawn: bool
    first_round: int
    requested_byes: tuple[int, ...]
    ranks: tuple[StageRank, ...]
    rounds: tuple[CardRound, ...]


def card_document(
    tournament: Tournament, entrant: str, standings: StoredStandings, under_way: UnderWay | None = None
) -> CardDocument:
    """The card of an entrant. ``under_way``: the match that its table of the open round plays now.

    Raises:
        NotPossible: there is no such entrant.
    """
    member = tournament.member(entrant)
    rounds = [
        told
        for stage in tournament.stages
        if entrant in stage.seeding
        for told in _rounds(tournament, stage, entrant, under_way)
    ]
    return CardDocument(
        entrant=named(tournament, entrant),
        player=member.player_id,
        bot=member.bot,
        rating=member.rating,
        seed=tournament.seeding.index(entrant) + 1 if entrant in tournament.seeding else None,
        is_checked_in=member.is_checked_in,
        is_withdrawn=member.is_withdrawn,
        first_round=member.first_round,
        requested_byes=tuple(sorted(member.byes)),
        ranks=standings.ranks(entrant),
        rounds=tuple(rounds),
    )


def _rounds(tournament: Tournament, stage: StageState, entrant: str, under_way: UnderWay | None) -> Iterator[CardRound]:
    own = next(each for each in stage_entrants(tournament, stage, with_open_round=True) if each.id == entrant)
    results = {result.round: result for result in own.results}
    total = 0
    for number, state in enumerate(stage.rounds, 1):
        is_open = state is tournament.open_round
        tables: list[TableState | None] = [*state.of(entrant)]
        for table in tables if state.arena is not None else tables or [None]:
            result = results.get(number if table is None or state.arena is None else table.number)
            total += 0 if result is None else result.points
            is_played = is_open and table is not None and table.needs_match
            yield _round(tournament, stage, state, entrant, table, result, total, under_way if is_played else None)


def _round(
    tournament: Tournament,
    stage: StageState,
    state: RoundState,
    entrant: str,
    table: TableState | None,
    result: RoundResult | None,
    total: int,
    under_way: UnderWay | None,
) -> CardRound:
    told = None
    if table is not None:
        had = points_before(tournament, stage, state)
        told = table_document(tournament, stage, state, table, had, under_way)
    others = () if table is None else tuple(each for each in table.entrants if each != entrant)
    return CardRound(
        round=state.number,
        stage=stage.number,
        kind=None if result is None else result.kind,
        table=None if table is None else table.number,
        node=None if table is None else table.node,
        seat=None if table is None else table.entrants.index(entrant),
        opponents=all_named(tournament, others),
        place=None if result is None else result.place,
        score=None if result is None else result.table_points,
        points=None if result is None else points_text(result.points),
        total=points_text(total),
        result=None if told is None else told.result,
        matches=() if told is None else tuple(match.match for match in told.matches),
        reasons=_reasons_of_bye(state, entrant) if told is None else told.reasons,
    )


def _reasons_of_bye(state: RoundState, entrant: str) -> tuple[str, ...]:
    return next((bye.reasons for bye in state.paired.byes if bye.entrant == entrant), ())
