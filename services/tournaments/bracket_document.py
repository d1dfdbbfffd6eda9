"""The bracket of an elimination as everybody sees it: its nodes, who comes to them from where, who has won."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from services.tournaments import elimination
from services.tournaments.elimination import Node, Seed, Source
from services.tournaments.formats import BracketState, bracket_state
from services.tournaments.named_entrants import NamedEntrant, all_named, named
from services.tournaments.round_state import StageState
from services.tournaments.settings import BracketStage
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament


class NodeState(Enum):
    """How far a node is."""

    WAITING = "waiting"
    """Somebody who comes to it is not known yet."""
    READY = "ready"
    """It can be paired."""
    PLAYING = "playing"
    DECIDED = "decided"
    WALKOVER = "walkover"
    """Nobody has to play: fewer come than have seats."""
    NOT_NEEDED = "not_needed"
    """The final again, which is played only if the one who lost the final had not lost before."""


@dataclass(frozen=True, slots=True)
class NodeSeat:
    """A seat of a node, and who comes to it: the entrant with the number ``seed``, or who comes to the place ``place``
    of the node ``node``. ``entrant``: who that is, once it is known."""

    seed: int | None
    node: str | None
    place: int | None
    entrant: NamedEntrant | None


@dataclass(frozen=True, slots=True)
class NodeDocument:
    """A table of a bracket. ``part``, ``round``: where it stands; rounds count from 1 within the part. ``seats``: in
    order. ``winners``: who goes on, or has won. ``played_in``, ``table``: the round of the tournament, and its table,
    in which it was paired last."""

    id: str
    part: elimination.Stage
    round: int
    seats: tuple[NodeSeat, ...]
    state: NodeState
    winners: tuple[NamedEntrant, ...]
    played_in: int | None
    table: int | None


@dataclass(frozen=True, slots=True)
class PlaceDocument:
    """An entrant that plays no more, and the places that it shares: 5 to 8, or 1 to 1."""

    entrant: NamedEntrant
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class BracketDocument:
    """``stage``: from 0. ``seeding``: the entrants by their numbers. ``nodes``: each after those that its entrants come
    from. ``places``: of those who are out, the best first."""

    stage: int
    is_over: bool
    seeding: tuple[NamedEntrant, ...]
    nodes: tuple[NodeDocument, ...]
    places: tuple[PlaceDocument, ...]


def bracket_document(tournament: Tournament, stage: StageState) -> BracketDocument | None:
    """The bracket of a stage; None: it is no elimination."""
    if not isinstance(stage.settings, BracketStage):
        return None
    state = bracket_state(tournament, stage, stage.settings)
    paired = {
        table.node: (played.number, table)
        for played in stage.rounds
        for table in played.tables
        if table.node is not None
    }
    return BracketDocument(
        stage=stage.number,
        is_over=stage.order is not None,
        seeding=all_named(tournament, stage.seeding),
        nodes=tuple(_node(tournament, state, node, paired) for node in state.bracket.nodes),
        places=tuple(
            PlaceDocument(named(tournament, place.entrant), place.first, place.last) for place in state.progress.places
        ),
    )


def _node(
    tournament: Tournament, state: BracketState, node: Node, paired: Mapping[str, tuple[int, TableState]]
) -> NodeDocument:
    played_in, table = paired.get(node.id, (None, None))
    return NodeDocument(
        id=node.id,
        part=node.stage,
        round=node.round,
        seats=tuple(
            _seat(tournament, source, entrant)
            for source, entrant in zip(node.sources, state.progress.seats[node.id], strict=True)
        ),
        state=_state(state, node, table),
        winners=all_named(tournament, _winners(state, node)),
        played_in=played_in,
        table=None if table is None else table.number,
    )


def _seat(tournament: Tournament, source: Source, entrant: str | None) -> NodeSeat:
    who = None if entrant is None else named(tournament, entrant)
    if isinstance(source, Seed):
        return NodeSeat(source.number, None, None, who)
    return NodeSeat(None, source.node, source.place, who)


def _winners(state: BracketState, node: Node) -> tuple[str, ...]:
    """Who goes on from a node, or has won its last one."""
    progress, result = state.progress, state.results.get(node.id)
    if node.id in progress.walkovers:
        return tuple(progress.walkovers[node.id][: node.advance])
    if result is None or node.id in progress.unfit:
        return ()
    return tuple(result.order[: node.advance])


def _state(state: BracketState, node: Node, table: TableState | None) -> NodeState:
    progress = state.progress
    if node.id in progress.walkovers:
        return NodeState.WALKOVER
    if node.id in progress.ready:
        is_played = table is not None and table.result is None
        return NodeState.PLAYING if is_played else NodeState.READY
    if node.id in state.results and node.id not in progress.unfit:
        return NodeState.DECIDED
    if node.stage is elimination.Stage.RESET and any(progress.seats[node.id]):
        return NodeState.NOT_NEEDED
    return NodeState.WAITING
