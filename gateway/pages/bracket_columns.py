"""A bracket as it is drawn: parts, in each a column for each round, in each column the nodes from top to bottom."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from services.tournaments.bracket_document import BracketNode, TournamentBracket
from services.tournaments.elimination import Stage

_TWO_SEATS: Final = 2
MOST_SLOTS: Final = 32
"""Rounds with more places than this are not drawn: their tables are on the pages of the rounds."""


class Column(NamedTuple):
    """A round. ``slots``: its places from top to bottom, None where somebody had a bye. ``lines``: to the next column:
    from each two places to one, or from each to its own; or none."""

    title: str
    slots: tuple[BracketNode | None, ...]
    lines: Literal["merging", "straight", "none"]


class Part(NamedTuple):
    """Columns that belong together. ``left_out``: how many rounds are too large to be drawn, with the rounds of the
    tournament in which they were played."""

    title: str
    columns: tuple[Column, ...]
    left_out: int
    played_in: tuple[int, ...]


def columns(document: TournamentBracket) -> list[Part]:
    """The parts of a bracket, those who have not lost first."""
    by_id = {node.id: node for node in document.nodes}
    if any(len(node.seats) != _TWO_SEATS for node in document.nodes):
        return [_part_of_tables(document)]
    rounds = (len(document.seeding) - 1).bit_length()
    is_double = any(node.part in (Stage.LOSERS, Stage.RESET) for node in document.nodes)
    winners = [_ids("W", number, 2 ** (rounds - number)) for number in range(1, rounds + (1 if is_double else 0))]
    if not is_double:
        winners.append(["F"])
    parts = [_part("Winners" if is_double else "Main bracket", winners, by_id)]
    if is_double:
        losers = [_ids("L", number, 2 ** (rounds - 1 - (number + 1) // 2)) for number in range(1, 2 * rounds - 1)]
        parts.append(_part("Those who have lost once", losers, by_id))
        parts.append(_part("Grand final", [["F"], ["F2"]], by_id))
    if "P3" in by_id:
        parts.append(_part("Third place", [["P3"]], by_id))
    return [part for part in parts if part.columns or part.left_out]


def _part_of_tables(document: TournamentBracket) -> Part:
    """A bracket of larger tables, from each of which some go on to several of the next round."""
    rounds: dict[int, list[BracketNode]] = {}
    for node in document.nodes:
        rounds.setdefault(node.round, []).append(node)
    kept = [Column(_title(nodes[0]), tuple(nodes), "none") for _, nodes in sorted(rounds.items())]
    drawn = tuple(column for column in kept if len(column.slots) <= MOST_SLOTS)
    large = [node for nodes in rounds.values() if len(nodes) > MOST_SLOTS for node in nodes]
    return Part("Main bracket", drawn, len(kept) - len(drawn), _played_in(large))


def _played_in(nodes: Iterable[BracketNode | None]) -> tuple[int, ...]:
    return tuple(sorted({node.played_in for node in nodes if node is not None and node.played_in is not None}))


def _ids(letter: str, number: int, slots: int) -> list[str]:
    return [f"{letter}{number}-{at}" for at in range(1, slots + 1)]


def _part(title: str, rounds: list[list[str]], by_id: dict[str, BracketNode]) -> Part:
    there = [[by_id.get(id) for id in ids] for ids in rounds]
    kept = [nodes for nodes in there if any(nodes)]
    drawn = [nodes for nodes in kept if len(nodes) <= MOST_SLOTS]
    large = [node for nodes in kept if len(nodes) > MOST_SLOTS for node in nodes]
    return Part(title, tuple(_columns(drawn)), len(kept) - len(drawn), _played_in(large))


def _columns(rounds: list[list[BracketNode | None]]) -> Iterator[Column]:
    sizes = [len(nodes) for nodes in rounds[1:]]
    for nodes, following in zip(rounds, [*sizes, 0], strict=True):
        first = next(node for node in nodes if node is not None)
        lines: Literal["merging", "straight", "none"] = "straight" if following else "none"
        if 0 < following < len(nodes):
            lines = "merging"
        yield Column(_title(first), tuple(nodes), lines)


def _title(node: BracketNode) -> str:
    match node.part:
        case Stage.FINAL:
            return "Final"
        case Stage.RESET:
            return "Final again"
        case Stage.THIRD_PLACE:
            return "Third place"
        case _:
            return f"Round {node.round}"
