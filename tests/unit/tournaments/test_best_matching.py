"""Best matchings against those of another library (networkx)."""

import random
from collections.abc import Mapping

import networkx as nx

from services.tournaments.best_matching import BestMatching, Vertices, each_of, set_of

Weights = Mapping[tuple[int, int], int]


class Graph:
    """A random graph of few kinds of vertices. The same seed is the same graph."""

    def __init__(self, seed: int) -> None:
        rnd = random.Random(seed)
        self.size = rnd.choice((2, 4, 6, 8, 10, 14))
        kinds = rnd.randint(1, self.size)
        self.kinds = {vertex: rnd.randrange(kinds) for vertex in range(self.size)}
        heaviest, likely = rnd.choice((0, 1, 2, 5, 10**30)), rnd.choice((0.3, 0.5, 0.8, 1))
        self.of_kinds = {
            (one, other): rnd.randint(-heaviest, heaviest) for one in range(kinds) for other in range(kinds)
        }
        self.edges = {(one, other) for one in range(self.size) for other in range(one) if rnd.random() < likely}
        self.random = rnd

    def weight(self, one: int, other: int) -> int:
        return self.of_kinds[min(one, other), max(one, other)]

    def matching(self) -> BestMatching:
        adjacent: dict[int, Vertices] = dict.fromkeys(self.kinds, 0)
        for one, other in self.edges:
            adjacent[one] |= 1 << other
            adjacent[other] |= 1 << one
        return BestMatching(self.kinds, self.weight, adjacent)

    def greatest(self, *, without: Vertices = 0) -> int | None:
        """The weight of a best matching of those that are left, None if there is no perfect one."""
        graph = nx.Graph()
        left = [vertex for vertex in range(self.size) if not without >> vertex & 1]
        graph.add_nodes_from(left)
        for one, other in self.edges:
            if not (without >> one | without >> other) & 1:
                graph.add_edge(one, other, weight=self.weight(self.kinds[one], self.kinds[other]))
        pairs = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(pairs) < len(left):
            return None
        return sum(self.weight(self.kinds[one], self.kinds[other]) for one, other in pairs)


def test_a_matching_has_the_greatest_weight_or_there_is_none() -> None:
    found = [(graph.greatest(), graph.matching()) for graph in map(Graph, range(120))]
    assert [matching.weight() if matching.complete() else None for _, matching in found] == [most for most, _ in found]
    assert 20 < sum(most is None for most, _ in found) < 100


def test_edges_are_kept_away_if_that_costs_nothing() -> None:
    kept = []
    for seed in range(120):
        graph = Graph(seed)
        matching = graph.matching()
        if not matching.complete():
            continue
        most = matching.weight()
        for _ in range(3):
            some, others = graph.random.getrandbits(graph.size), graph.random.getrandbits(graph.size)
            before = graph.edges
            graph.edges = {
                (one, other)
                for one, other in before
                if not (some >> one & others >> other | some >> other & others >> one) & 1
            }
            as_good = graph.greatest() == most
            assert matching.keep((some, others)) is as_good
            assert matching.weight() == most
            if not as_good:
                graph.edges = before
            kept.append(as_good)
    assert 30 < sum(kept) < len(kept) - 30


def test_a_vertex_is_matched_with_the_first_that_it_has_in_a_best_matching() -> None:
    changed = 0
    for seed in range(120):
        graph = Graph(seed)
        matching = graph.matching()
        if not matching.complete():
            continue
        most, left, settled = matching.weight(), set(range(graph.size)), 0
        while left:
            vertex = graph.random.choice(sorted(left))
            candidates = graph.random.sample(sorted(left - {vertex}), len(left) - 1)
            gone = set_of(range(graph.size)) & ~set_of(left) | 1 << vertex
            first = next(
                each
                for each in candidates
                if (max(vertex, each), min(vertex, each)) in graph.edges
                and (rest := graph.greatest(without=gone | 1 << each)) is not None
                and rest + graph.weight(graph.kinds[vertex], graph.kinds[each]) + settled == most
            )
            changed += first != matching.mate(vertex)
            assert matching.match_first(vertex, candidates) == first
            settled += graph.weight(graph.kinds[vertex], graph.kinds[first])
            left -= {vertex, first}
    assert changed > 30


def test_a_set_and_its_members() -> None:
    assert list(each_of(set_of([300, 0, 7, 8]))) == [0, 7, 8, 300]
