"""The bracket of an elimination as everybody sees it: its nodes, who comes to them from where, who has won."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Final

from pydantic import Field, WithJsonSchema

from services.response_model import ResponseModel
from services.tournaments import elimination
from services.tournaments.elimination import Node, Seed, Source
from services.tournaments.formats import BracketState, bracket_state
from services.tournaments.named_entrants import EntrantName, all_named, named
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


_PARTS: Final = WithJsonSchema({"type": "string", "enum": [part.value for part in elimination.Stage]})


class BracketSeat(ResponseModel):
    """A seat of a node, and who comes to it: a seed, or who comes to a place of an earlier node."""

    seed: int | None = Field(description="The entrant with this number in the seeding.")
    node: str | None = Field(description="The node that it comes from.")
    place: int | None = Field(description="The place of that node: 1 the winner, 2 the loser.")
    entrant: EntrantName | None = Field(description="Who that is; null: it is not known yet, or nobody comes.")


class BracketNode(ResponseModel):
    """A node of a bracket."""

    id: str = Field(
        description="`W2-3` is the third of the second round of the winners, `L` the losers, `F` the final, `F2` the "
        "final again, `P3` the match for the third place."
    )
    part: Annotated[elimination.Stage, _PARTS] = Field(
        description="Where it stands. `winners` of a single elimination: all rounds before the final."
    )
    round: int = Field(description="From 1, within the part.")
    seats: tuple[BracketSeat, ...] = Field(description="In order.")
    state: NodeState = Field(
        description="`waiting`: somebody is not known yet; `ready`: it can be paired; `playing`; `decided`; "
        "`walkover`: nobody has to play; `not_needed`: the final is not played again."
    )
    winners: tuple[EntrantName, ...] = Field(
        description="Entrants that advance or have won, the best first; empty if there are none yet."
    )
    played_in: int | None = Field(description="The tournament's round in which it was paired last.")
    table: int | None = Field(description="Its table in that round.")


class BracketPlacing(ResponseModel):
    """An entrant that plays no more, and the places that it shares: 5 to 8, or 1 to 1."""

    entrant: EntrantName = Field(description="Who it is.")
    first: int = Field(description="The best of these places.")
    last: int = Field(description="The last of these places.")


class TournamentBracket(ResponseModel):
    """The bracket of an elimination."""

    stage: int = Field(description="From 0.")
    is_over: bool = Field(description="Whether it was played to its end.")
    seeding: tuple[EntrantName, ...] = Field(description="Its entrants by their numbers, from 1.")
    nodes: tuple[BracketNode, ...] = Field(description="Each after those that its entrants come from.")
    places: tuple[BracketPlacing, ...] = Field(description="Of those who play no more, the best first.")


def bracket_document(tournament: Tournament, stage: StageState) -> TournamentBracket | None:
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
    return TournamentBracket(
        stage=stage.number,
        is_over=stage.order is not None,
        seeding=all_named(tournament, stage.seeding),
        nodes=tuple(_node(tournament, state, node, paired) for node in state.bracket.nodes),
        places=tuple(
            BracketPlacing(entrant=named(tournament, place.entrant), first=place.first, last=place.last)
            for place in state.progress.places
        ),
    )


def _node(
    tournament: Tournament, state: BracketState, node: Node, paired: Mapping[str, tuple[int, TableState]]
) -> BracketNode:
    played_in, table = paired.get(node.id, (None, None))
    return BracketNode(
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


def _seat(tournament: Tournament, source: Source, entrant: str | None) -> BracketSeat:
    who = None if entrant is None else named(tournament, entrant)
    if isinstance(source, Seed):
        return BracketSeat(seed=source.number, node=None, place=None, entrant=who)
    return BracketSeat(seed=None, node=source.node, place=source.place, entrant=who)


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
