"""Perfect matchings of the greatest weight, and what all of them have in common.

Edmonds' blossom algorithm on dual variables. It keeps the duals between searches, so that a question such as "does a
best matching exist without these edges?" costs little more than looking again at what the edges held together. It is
made for graphs of up to some thousand vertices of few kinds: the weight of an edge depends on the kinds of its ends
only, so that vertices are looked at by sets, which are the bits of an integer. Weights are integers of any size.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import Final, TypeAlias, TypeVar

Vertices: TypeAlias = int
"""A set of vertices: the bits of an integer."""
Kind = TypeVar("Kind", bound=Hashable)
Feature = TypeVar("Feature", bound=Hashable)

NOBODY: Final = -1

_BITS: Final = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def set_of(vertices: Iterable[int]) -> Vertices:
    """A set of some."""
    found = 0
    for vertex in vertices:
        found |= 1 << vertex
    return found


def each_of(vertices: Vertices) -> Iterator[int]:
    """The members of a set, the lowest first."""
    for at, byte in enumerate(vertices.to_bytes((vertices.bit_length() + 7) // 8, "little")):
        if byte:
            for bit in _BITS[byte]:
                yield 8 * at + bit


@dataclass(slots=True, eq=False)
class _Blossom:
    """An odd set of vertices that has exactly one partner outside, that of its ``base``. Its parts form a cycle of
    ``links``, the part with the base first; the others are matched with each other: second and third, and so on.
    ``dual``: what the edges inside have beside the duals of their ends; always even. ``within``: a blossom around
    it."""

    members: Vertices
    base: int
    parts: "list[_Node]"
    links: list[tuple[int, int]]
    dual: int = 0
    within: "_Blossom | None" = None

    def copy(self) -> "_Blossom":
        """With all parts. They are within each other some thousand times, too often for a recursion."""
        copied = replace(self, parts=list(self.parts), links=list(self.links))
        waiting = [copied]
        while waiting:
            whole = waiting.pop()
            for place, part in enumerate(whole.parts):
                if isinstance(part, _Blossom):
                    inner = replace(part, parts=list(part.parts), links=list(part.links), within=whole)
                    whole.parts[place] = inner
                    waiting.append(inner)
        return copied


_Node: TypeAlias = int | _Blossom
"""A vertex, or a blossom that is no part of another."""


@dataclass(slots=True)
class _Tree:
    """Alternating paths from one root. ``outer``: vertices of nodes at an even distance; ``inner``: at an odd one.
    ``entries``: the edge by which the path enters an inner node."""

    outer: Vertices
    inner: Vertices = 0
    entries: dict[_Node, tuple[int, int]] = field(default_factory=dict)


class BestMatching:
    """A perfect matching of the greatest weight.

    ``kinds``: each vertex's kind. ``weights``: of an edge, by the kinds of its ends, in any order. ``adjacent``: whom
    each vertex may be matched with. ``preferred``: whom a vertex is matched with first, where nothing else decides.
    """

    def __init__(
        self,
        kinds: Mapping[int, Kind],
        weights: Callable[[Kind, Kind], int],
        adjacent: Mapping[int, Vertices],
        preferred: Mapping[int, Vertices] | None = None,
    ) -> None:
        self._live = set_of(kinds)
        size = self._live.bit_length()
        numbers: dict[Kind, int] = {}
        self._kinds = [0] * size
        for vertex, kind in kinds.items():
            self._kinds[vertex] = numbers.setdefault(kind, len(numbers))
        # Twice the weights, so that the duals are whole numbers.
        self._weights = [[0] * len(numbers) for _ in numbers]
        for (one, row), (other, column) in combinations_with_replacement(numbers.items(), 2):
            self._weights[row][column] = self._weights[column][row] = 2 * weights(one, other)
        self._adjacent = [adjacent.get(vertex, 0) & self._live for vertex in range(size)]
        self._mates = [NOBODY] * size
        # Of each vertex a blossom that it is in: the outermost one, or one within that.
        self._blossoms: dict[int, _Blossom] = {}
        duals = self._first_duals()
        self._duals = [duals[kind] for kind in self._kinds]
        self._group()
        self._match_at_once(preferred or {})

    def refined(
        self,
        features: Mapping[int, Feature],
        weights: Callable[[Feature, Feature], int],
        bits: int,
        barred: Iterable[tuple[Vertices, Vertices]] = (),
    ) -> "BestMatching":
        """What is left of the graph, with a second weight, by features, below the first, and without some edges.
        ``bits``: more than a sum of second weights has."""
        kinds = {vertex: (self._kinds[vertex], features[vertex]) for vertex in each_of(self._live)}
        adjacent = {vertex: self._adjacent[vertex] for vertex in kinds}
        for some, others in barred:
            for vertex in each_of(self._live):
                adjacent[vertex] &= ~(others * (some >> vertex & 1) | some * (others >> vertex & 1))

        def weigh(one: tuple[int, Feature], other: tuple[int, Feature]) -> int:
            return (self._weights[one[0]][other[0]] // 2 << bits) + weights(one[1], other[1])

        return BestMatching(kinds, weigh, adjacent)

    # -- what it answers -------------------------------------------------------------------------------------------

    def mate(self, vertex: int) -> int:
        """Whom a vertex is matched with."""
        return self._mates[vertex]

    def weight_left(self) -> int:
        """The weight of the matching without the pairs that are settled."""
        return self._doubled_weight(self._live) // 2

    def weight(self) -> int:
        """The weight of the matching, with the pairs that are settled."""
        return self._doubled_weight(-1) // 2

    def _doubled_weight(self, some: Vertices) -> int:
        return sum(
            self._weights[self._kinds[one]][self._kinds[other]]
            for one, other in enumerate(self._mates)
            if one < other and some >> one & 1
        )

    def complete(self) -> bool:
        """Matches all vertices at the greatest weight. False if there is no perfect matching."""
        return self._complete(None)

    def _complete(self, least: int | None) -> bool:
        """``least``: the (doubled) weight below which it is given up."""
        self._forget_idle_blossoms()
        allowance = None if least is None else self._bound() - least
        for vertex in each_of(self._live):
            if self._mates[vertex] != NOBODY:
                continue
            fallen = self._grow(vertex, allowance)
            if fallen is None:
                return False
            if allowance is not None:
                allowance -= fallen
        return True

    def keep(self, *barred: tuple[Vertices, Vertices]) -> bool:
        """Takes away all edges between each two sets, if the matching can weigh as much without them."""
        least, before = self._doubled_weight(-1), self._saved()
        for some, others in barred:
            for vertex in each_of(some & self._live):
                self._bar(vertex, others)
        if self._complete(least):
            return True
        self._restore(before)
        return False

    def match_first(self, vertex: int, candidates: Sequence[int]) -> int:
        """Matches a vertex with the first of the candidates that it has in any best matching, and settles that pair.
        One of them must be."""
        chosen = self._first_at_once(vertex, candidates)
        if chosen is None:
            chosen = self._first_by_search(vertex, candidates)
        if chosen is None:
            chosen = self._first_by_trial(vertex, candidates)
        self._settle(vertex, chosen)
        return chosen

    def _first_at_once(self, vertex: int, candidates: Sequence[int]) -> int | None:
        """If no candidate before its present partner can be in a best matching at all."""
        shared = self._members(self._node(vertex))
        for each in candidates:
            if self._mates[vertex] == each:
                return each
            if self._adjacent[vertex] & self._live & 1 << each and (
                shared >> each & 1 or not self._slack(vertex, each)
            ):
                return None
        raise AssertionError("nobody of them in any best matching")

    def _first_by_search(self, vertex: int, candidates: Sequence[int]) -> int | None:
        """One search from its partner finds everybody that it can be matched with, if it is in no blossom."""
        if vertex in self._blossoms:
            return None
        tree = self._search_without(vertex)
        possible = tree.outer & self._tight_with(vertex)
        mate = self._mates[vertex]
        chosen = next(each for each in candidates if possible >> each & 1)
        if chosen != mate:
            self._mates[mate] = self._mates[vertex] = NOBODY
            self._augment(tree, chosen, vertex)
        self._forget_idle_blossoms()
        return chosen

    def _first_by_trial(self, vertex: int, candidates: Sequence[int]) -> int:
        """By halves of those that it may have, up to its present partner."""
        shared = self._members(self._node(vertex))
        possible = [
            each
            for each in candidates
            if self._adjacent[vertex] & self._live & 1 << each and (shared >> each & 1 or not self._slack(vertex, each))
        ]
        while True:
            possible = possible[: possible.index(self._mates[vertex]) + 1]
            if len(possible) == 1:
                return possible[0]
            first = possible[: len(possible) // 2]
            possible = first if self.keep((1 << vertex, ~set_of(first))) else possible[len(first) :]

    # -- edges and vertices that are taken away --------------------------------------------------------------------

    def _bar(self, vertex: int, others: Vertices) -> None:
        others &= self._adjacent[vertex]
        if not others:
            return
        while isinstance(node := self._node(vertex), _Blossom) and node.members & others:
            self._dissolve(node)
        self._adjacent[vertex] &= ~others
        for other in each_of(others):
            self._adjacent[other] &= ~(1 << vertex)
        if (mate := self._mates[vertex]) != NOBODY and others >> mate & 1:
            self._mates[vertex] = self._mates[mate] = NOBODY

    def _settle(self, one: int, other: int) -> None:
        """A pair is final: its two are no part of the graph any more. The others stay matched as well as can be."""
        for vertex in (one, other):
            while isinstance(node := self._node(vertex), _Blossom):
                self._dissolve(node, settled=1 << one | 1 << other)
            self._groups[self._kinds[vertex], self._duals[vertex]] &= ~(1 << vertex)
        self._live &= ~(1 << one | 1 << other)
        matched = self.complete()
        assert matched

    def _dissolve(self, blossom: _Blossom, settled: Vertices = 0) -> None:
        """Its duals become those of its members, so that the edge of its base is no longer tight."""
        if blossom.dual:
            for vertex in each_of(blossom.members):
                self._duals[vertex] += blossom.dual // 2
            mate = self._mates[blossom.base]
            if mate != NOBODY and not settled >> mate & 1:
                self._mates[mate] = self._mates[blossom.base] = NOBODY
            blossom.dual = 0
            self._group()
        self._scatter(blossom)

    def _scatter(self, blossom: _Blossom) -> None:
        """Those of its parts that have a dual stand for themselves now, and so do all other vertices."""
        for vertex in each_of(blossom.members):
            del self._blossoms[vertex]
        waiting = [blossom]
        while waiting:
            for part in waiting.pop().parts:
                if isinstance(part, int):
                    continue
                if part.dual:
                    part.within = None
                    self._blossoms |= dict.fromkeys(each_of(part.members), part)
                else:
                    waiting.append(part)

    def _saved(self) -> tuple[Vertices, list[int], list[int], list[Vertices], list[_Blossom]]:
        blossoms = [each.copy() for each in self._outermost()]
        return self._live, list(self._mates), list(self._duals), list(self._adjacent), blossoms

    def _restore(self, saved: tuple[Vertices, list[int], list[int], list[Vertices], list[_Blossom]]) -> None:
        self._live, self._mates, self._duals, self._adjacent, blossoms = saved
        self._blossoms = {vertex: each for each in blossoms for vertex in each_of(each.members)}
        self._group()

    # -- duals -----------------------------------------------------------------------------------------------------

    def _first_duals(self) -> list[int]:
        """Of each kind: half of the greatest weight, and then as little as the others allow, in turn."""
        near = [0] * len(self._weights)
        members = [0] * len(self._weights)
        for vertex in each_of(self._live):
            near[self._kinds[vertex]] |= self._adjacent[vertex]
            members[self._kinds[vertex]] |= 1 << vertex
        edges = [
            [(other, weight) for other, weight in enumerate(row) if near[kind] & members[other]]
            for kind, row in enumerate(self._weights)
        ]
        duals = [max((weight for _, weight in row), default=0) // 2 for row in edges]
        for kind, row in enumerate(edges):
            if row:
                duals[kind] = max(weight // 2 if kind == other else weight - duals[other] for other, weight in row)
        return duals

    def _slack(self, one: int, other: int) -> int:
        """How much the duals of two vertices, that share no blossom, have above the weight of their edge."""
        return self._duals[one] + self._duals[other] - self._weights[self._kinds[one]][self._kinds[other]]

    def _bound(self) -> int:
        """The weight that no matching exceeds, by the duals, with what is settled."""
        bound = sum(self._duals[vertex] for vertex in each_of(self._live))
        for vertex in each_of(~self._live & (1 << len(self._mates)) - 1):
            mate = self._mates[vertex]
            if vertex < mate:
                bound += self._weights[self._kinds[vertex]][self._kinds[mate]]
        waiting: list[_Node] = [*self._outermost()]
        while waiting:
            if isinstance(node := waiting.pop(), _Blossom):
                bound += node.dual * (node.members.bit_count() // 2)
                waiting += node.parts
        return bound

    def _group(self) -> None:
        """Vertices of one kind and dual are looked at together."""
        groups: dict[tuple[int, int], Vertices] = {}
        kinds, duals = self._kinds, self._duals
        for vertex in each_of(self._live):
            key = kinds[vertex], duals[vertex]
            groups[key] = groups.get(key, 0) | 1 << vertex
        self._groups = groups
        self._tight: dict[tuple[int, int], Vertices] = {}

    def _tight_with(self, vertex: int) -> Vertices:
        """Whom it may be matched with at no loss, by the duals."""
        key = kind, dual = self._kinds[vertex], self._duals[vertex]
        tight = self._tight.get(key)
        if tight is None:
            row = self._weights[kind]
            tight = 0
            for (other_kind, other_dual), members in self._groups.items():
                if dual + other_dual == row[other_kind]:
                    tight |= members
            self._tight[key] = tight
        return tight & self._adjacent[vertex] & self._live

    def _match_at_once(self, preferred: Mapping[int, Vertices]) -> None:
        free = self._live
        for vertex in each_of(self._live):
            if not free >> vertex & 1:
                continue
            possible = self._tight_with(vertex) & free
            possible = possible & preferred.get(vertex, 0) or possible
            if possible:
                mate = (possible & -possible).bit_length() - 1
                self._mates[vertex], self._mates[mate] = mate, vertex
                free &= ~(1 << vertex | 1 << mate)

    # -- the search ------------------------------------------------------------------------------------------------

    def _node(self, vertex: int) -> _Node:
        blossom = self._blossoms.get(vertex)
        if blossom is None:
            return vertex
        outermost = blossom
        while outermost.within is not None:
            outermost = outermost.within
        while blossom.within is not None:
            blossom.within, blossom = outermost, blossom.within
        self._blossoms[vertex] = outermost
        return outermost

    def _outermost(self) -> set[_Blossom]:
        return {node for node in map(self._node, self._blossoms) if isinstance(node, _Blossom)}

    def _members(self, node: _Node) -> Vertices:
        return 1 << node if isinstance(node, int) else node.members

    def _base(self, node: _Node) -> int:
        return node if isinstance(node, int) else node.base

    def _grow(self, root: int, allowance: int | None) -> int | None:
        """Matches a vertex. By how much the bound fell for it; None if it cannot be matched, or for more than
        ``allowance``."""
        fallen = 0
        while True:
            free = self._free() & ~self._members(self._node(root))
            tree = _Tree(self._members(self._node(root)))
            todo = tree.outer
            while True:
                found = self._explore(tree, todo, free)
                if found is not None:
                    self._augment(tree, *found)
                    self._forget_idle_blossoms()
                    return fallen
                step = self._step(tree)
                if step is None or (allowance is not None and fallen + step > allowance):
                    return None
                fallen += step
                if self._shift(tree, step):
                    break
                todo = tree.outer
            self._forget_idle_blossoms()

    def _free(self) -> Vertices:
        """Who has no partner, with its blossom."""
        free = 0
        for vertex, mate in enumerate(self._mates):
            if mate == NOBODY and self._live >> vertex & 1:
                free |= self._members(self._node(vertex))
        return free

    def _search_without(self, vertex: int) -> _Tree:
        """Everybody that can be left over in place of a vertex's partner, if the vertex is not there."""
        tree = _Tree(self._members(self._node(self._mates[vertex])))
        live = self._live
        self._live &= ~(1 << vertex)
        self._explore(tree, tree.outer, 0)
        self._live = live
        return tree

    def _explore(self, tree: _Tree, todo: Vertices, free: Vertices) -> tuple[int, int] | None:
        """Grows a tree along tight edges. An edge to a free node, if one is found."""
        while todo:
            one = (todo & -todo).bit_length() - 1
            todo ^= 1 << one
            reach = self._tight_with(one) & ~tree.inner & ~self._members(self._node(one))
            if reach & free:
                other = reach & free
                return one, (other & -other).bit_length() - 1
            for_new = reach & ~tree.outer
            while for_new:
                other = (for_new & -for_new).bit_length() - 1
                node = self._node(other)
                after = self._node(self._mates[self._base(node)])
                tree.entries[node] = one, other
                tree.inner |= self._members(node)
                tree.outer |= self._members(after)
                todo |= self._members(after)
                for_new &= ~(self._members(node) | self._members(after))
            joined = self._tight_with(one) & tree.outer & ~self._members(self._node(one))
            while joined:
                other = (joined & -joined).bit_length() - 1
                todo |= self._contract(tree, one, other)
                joined &= ~self._members(self._node(one))
        return None

    def _contract(self, tree: _Tree, one: int, other: int) -> Vertices:
        """Makes a blossom of the cycle that an edge between two outer nodes closes. Its members that were inner."""
        first, second = self._path(tree, one), self._path(tree, other)
        while len(first) > 1 and len(second) > 1 and first[-2] == second[-2]:
            first.pop()
            second.pop()
        # Both end at the node where the paths meet; they have the root in common at least.
        while first[-1] != second[-1]:
            raise AssertionError("paths of one tree")
        parts = [first[-1], *reversed(first[:-1]), *second[:-1]]
        links = [*self._links(tree, first)[::-1], (one, other), *self._links(tree, second, upwards=True)]
        members = 0
        for part in parts:
            members |= self._members(part)
        blossom = _Blossom(members, self._base(parts[0]), parts, links)
        for part in parts:
            if isinstance(part, int):
                self._blossoms[part] = blossom
            else:
                part.within = blossom
        new = members & tree.inner
        tree.inner &= ~new
        tree.outer |= new
        return new

    def _path(self, tree: _Tree, vertex: int) -> list[_Node]:
        """The nodes from a vertex's to the root."""
        node = self._node(vertex)
        path = [node]
        while (mate := self._mates[self._base(node)]) != NOBODY and self._live >> mate & 1:
            inner = self._node(mate)
            entry = tree.entries.get(inner)
            if entry is None:
                break
            node = self._node(entry[0])
            path += [inner, node]
        return path

    def _links(self, tree: _Tree, path: Sequence[_Node], *, upwards: bool = False) -> list[tuple[int, int]]:
        """The edges along a path to the root; each from the end that is further from the root if ``upwards``."""
        links = []
        for place in range(0, len(path) - 1, 2):
            base = self._base(path[place])
            above, entered = tree.entries[path[place + 1]]
            both = [(base, self._mates[base]), (entered, above)]
            links += both if upwards else [(second, first) for first, second in both]
        return links

    def _step(self, tree: _Tree) -> int | None:
        """By how much the duals can change until another edge is tight, or an inner blossom has none left."""
        step: int | None = None
        rest = self._live & ~tree.outer & ~tree.inner
        outer = [
            (kind, dual, members & tree.outer) for (kind, dual), members in self._groups.items() if members & tree.outer
        ]
        others = [(kind, dual, members & rest) for (kind, dual), members in self._groups.items() if members & rest]
        for kind, dual, members in outer:
            row = self._weights[kind]
            options = [(dual + other_dual - row[other], those) for other, other_dual, those in others]
            options += [((dual + other_dual - row[other]) // 2, those) for other, other_dual, those in outer]
            options.sort()
            for vertex in each_of(members):
                reach = self._adjacent[vertex] & ~self._members(self._node(vertex))
                for size, those in options:
                    if step is not None and size >= step:
                        break
                    if those & reach:
                        step = size
                        break
        for blossom in self._inner_blossoms(tree):
            if step is None or blossom.dual // 2 < step:
                step = blossom.dual // 2
        return step

    def _inner_blossoms(self, tree: _Tree) -> list[_Blossom]:
        return [node for node in tree.entries if isinstance(node, _Blossom) and node.members & tree.inner]

    def _shift(self, tree: _Tree, step: int) -> bool:
        """Changes the duals. Whether an inner blossom has none left, which ends the tree."""
        for vertex in each_of(tree.outer):
            self._duals[vertex] -= step
        for vertex in each_of(tree.inner):
            self._duals[vertex] += step
        for blossom in self._outermost():
            if blossom.members & tree.outer:
                blossom.dual += 2 * step
            elif blossom.members & tree.inner:
                blossom.dual -= 2 * step
        groups: dict[tuple[int, int], Vertices] = {}
        for (kind, dual), members in self._groups.items():
            for change, some in ((0, members & ~(tree.outer | tree.inner)), (-step, tree.outer), (step, tree.inner)):
                if members & some:
                    key = kind, dual + change
                    groups[key] = groups.get(key, 0) | members & some
        self._groups = groups
        self._tight = {}
        return any(not each.dual for each in self._inner_blossoms(tree))

    def _forget_idle_blossoms(self) -> None:
        """Blossoms without a dual bind nobody."""
        for blossom in self._outermost():
            if not blossom.dual:
                self._scatter(blossom)

    # -- along a path ----------------------------------------------------------------------------------------------

    def _augment(self, tree: _Tree, one: int, other: int) -> None:
        """Matches two, of which the second has no partner, and everybody on the way from the first to the root anew."""
        self._turn(self._node(other), other)
        while True:
            node = self._node(one)
            mate = self._mates[self._base(node)]
            self._turn(node, one)
            self._mates[one], self._mates[other] = other, one
            if mate == NOBODY:
                return
            inner = self._node(mate)
            one, other = tree.entries[inner]
            self._turn(inner, other)

    def _turn(self, node: _Node, base: int) -> None:
        """Matches a blossom inside so that another member has its partner outside."""
        waiting = [(node, base)]
        while waiting:
            node, base = waiting.pop()
            if isinstance(node, int) or node.base == base:
                continue
            parts, links = node.parts, node.links
            at = next(place for place, part in enumerate(parts) if self._members(part) >> base & 1)
            waiting.append((parts[at], base))
            # Its way to the old base along the cycle begins with the pair that it is matched in.
            for place in range(at - 2, -1, -2) if at % 2 == 0 else range(at + 1, len(parts), 2):
                one, other = links[place]
                waiting += [(parts[place], one), (parts[(place + 1) % len(parts)], other)]
                self._mates[one], self._mates[other] = other, one
            node.parts, node.links = parts[at:] + parts[:at], links[at:] + links[:at]
            node.base = base
