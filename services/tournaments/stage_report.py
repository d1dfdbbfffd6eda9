"""A stage as a tournament report file of FIDE's."""

from services.tournaments.formats import tie_break_rules
from services.tournaments.round_state import StageState
from services.tournaments.settings import ArenaStage, EliminationStage, LadderStage, RoundRobinStage, SwissStage
from services.tournaments.stored_standings import StoredStandings
from services.tournaments.tournament import Tournament
from services.tournaments.trf import TrfError, TrfHeader, TrfPlayer, TrfVersion, write_trf


def stage_report(
    name: str,
    tournament: Tournament,
    stage: StageState,
    standings: StoredStandings,
    version: TrfVersion = TrfVersion.TRF16,
    *,
    start: str = "",
    end: str = "",
) -> str:
    """The report of a stage of two seats. ``name``: the event's. ``start``, ``end``: dates as ``YYYY/MM/DD``. Players
    are numbered by their seeds in the stage.

    Raises:
        TrfError: the format has no room for it, or no word.
    """
    settings = stage.settings
    if settings.sizes[-1] > 2:
        raise TrfError("a report file is for tables of two seats")
    if isinstance(settings, LadderStage):
        raise TrfError("a report file has no word for the seasons of a ladder")
    if isinstance(settings, ArenaStage):
        raise TrfError("a report file has rounds, and an arena has none")
    if not isinstance(settings, SwissStage | EliminationStage | RoundRobinStage):
        raise TrfError("a report file has no word for this format")
    header = TrfHeader(
        name=name,
        rounds=settings.rounds if isinstance(settings, SwissStage) else len(stage.rounds),
        start=start,
        end=end,
        system=_system(settings),
    )
    rows = standings.rows(tournament, stage)
    members = {row.entrant.id: tournament.members[row.entrant.id] for row in rows}
    players = {id_: TrfPlayer(member.name, rating=max(0, member.rating or 0)) for id_, member in members.items()}
    return write_trf(header, rows, players, tie_break_rules(tournament, settings), version)


def _system(settings: SwissStage | EliminationStage | RoundRobinStage) -> str:
    match settings.format:
        case "swiss":
            return "Individual: Swiss-System (Dutch)" if settings.system == "dutch" else "Individual: Swiss-System"
        case "round_robin":
            return "Individual: Round-Robin" if settings.cycles == 1 else "Individual: Double-Round-Robin"
        case "single_elimination":
            return "Individual: Single Elimination"
        case "double_elimination":
            return "Individual: Double Elimination"
