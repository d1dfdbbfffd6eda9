"""Which pod may reach what, computed from all network policies together as Kubernetes does, against a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

import pytest

from tests.manifests import Manifest, needs_kubectl, of_kind, pod, rendered, workloads
from tests.marks import each_row

pytestmark = needs_kubectl

ENGINES = ("engine-commanders", "engine-duels", "engine-faceoff", "engine-factionwars", "engine-standoff")
CALLED = {key: {50051} for key in ENGINES}
GATEWAY_PORTS = {"gateway": {8080}, "gateway-stream": {8082}, "gateway-grpc": {8081}}
DEPLOYMENTS = (
    *ENGINES,
    *GATEWAY_PORTS,
    "relay",
    "ticker",
    "worker-maintenance",
    "worker-scoring",
    "worker-series",
    "worker-thinking",
    "worker-turns",
    "worker-webhooks",
)


@dataclass(frozen=True, slots=True)
class Place:
    """A pod of ours, or something else that pods might reach or be reached from."""

    name: str
    address: str
    namespace: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    namespace_labels: dict[str, str] = field(default_factory=dict)
    ports: tuple[tuple[str, int], ...] = ()


def others() -> tuple[Place, ...]:
    """What a cluster has besides, and the world. The addresses of the stores are those that the overlay names."""
    return (
        Place("redis", "192.0.2.10", ports=(("TCP", 6379), ("TCP", 22))),
        Place("broker", "192.0.2.11", ports=(("TCP", 6379), ("TCP", 22))),
        Place("postgresql", "192.0.2.20", ports=(("TCP", 5432), ("TCP", 22))),
        Place("internet", "9.9.9.9", ports=(("TCP", 443), ("UDP", 53), ("TCP", 6379), ("TCP", 4318))),
        Place("cloud metadata", "169.254.169.254", ports=(("TCP", 80), ("TCP", 443))),
        Place("a cloud's other metadata", "168.63.129.16", ports=(("TCP", 80), ("TCP", 443))),
        Place("a block that was given back", "3ffe::1", ports=(("TCP", 443),)),
        Place("protocol assignments", "192.0.0.192", ports=(("TCP", 443),)),
        in_cluster("proxy", "10.1.0.1", "ingress", {}, {"playhall/entrance": "true"}),
        in_cluster("prometheus", "10.1.0.2", "monitoring", {}, {"playhall/monitoring": "true"}),
        in_cluster("stranger", "10.1.0.3", "default", {"app.kubernetes.io/component": "gateway"}, {}, 50051, 6379),
        in_cluster("dns", "10.1.0.4", "kube-system", {"k8s-app": "kube-dns"}, {}, 53, 9153),
        in_cluster("api server", "10.1.0.5", "kube-system", {"component": "kube-apiserver"}, {}, 443, 53),
        in_cluster(
            "collector",
            "10.1.0.6",
            "observability",
            {"app.kubernetes.io/name": "opentelemetry-collector"},
            {},
            4317,
            4318,
        ),
    )


def in_cluster(
    name: str, address: str, namespace: str, labels: dict[str, str], namespace_labels: dict[str, str], *ports: int
) -> Place:
    return Place(
        name,
        address,
        namespace,
        labels,
        {"kubernetes.io/metadata.name": namespace} | namespace_labels,
        tuple(("UDP" if port == 53 else "TCP", port) for port in ports),
    )


def ours(found: Sequence[Manifest]) -> Iterator[Place]:
    for number, (name, workload) in enumerate(workloads(found).items()):
        (only,) = pod(workload)["containers"]
        yield in_cluster(
            name,
            f"10.1.1.{number}",
            workload["metadata"]["namespace"],
            workload["spec"]["template"]["metadata"]["labels"],
            {},
            *(port["containerPort"] for port in only.get("ports", [])),
        )


# -- what policies mean ------------------------------------------------------------------------------------------------


def selects(selector: Manifest, labels: dict[str, str]) -> bool:
    assert selector.keys() <= {"matchLabels", "matchExpressions"}
    expressions = selector.get("matchExpressions", [])
    assert {each["operator"] for each in expressions} <= {"In"}
    return selector.get("matchLabels", {}).items() <= labels.items() and all(
        labels.get(each["key"]) in each["values"] for each in expressions
    )


def is_peer(peer: Manifest, place: Place, namespace: str) -> bool:
    """Whether a peer of a policy in a namespace means a place."""
    if "ipBlock" in peer:
        block, address = peer["ipBlock"], ip_address(place.address)
        assert block.keys() <= {"cidr", "except"}
        return address in ip_network(block["cidr"]) and not any(
            address in ip_network(each) for each in block.get("except", ())
        )
    if not place.namespace:
        return False
    if "namespaceSelector" in peer:
        within = selects(peer["namespaceSelector"], place.namespace_labels)
    else:
        within = place.namespace == namespace
    return within and selects(peer.get("podSelector", {}), place.labels)


def allows(policies: Sequence[Manifest], direction: str, own: Place, other: Place, protocol: str, port: int) -> bool:
    """Whether all policies together allow a pod one direction. Whatever no policy selects, is free."""
    selecting = [
        each
        for each in policies
        if own.namespace == each["metadata"]["namespace"]
        and direction in each["spec"]["policyTypes"]
        and selects(each["spec"]["podSelector"], own.labels)
    ]
    peers = {"Egress": ("egress", "to"), "Ingress": ("ingress", "from")}[direction]
    return not selecting or any(
        ("ports" not in rule or (protocol, port) in {(p.get("protocol", "TCP"), p["port"]) for p in rule["ports"]})
        and (peers[1] not in rule or any(is_peer(peer, other, own.namespace) for peer in rule[peers[1]]))
        for each in selecting
        for rule in each["spec"].get(peers[0], [])
    )


def reach(found: Sequence[Manifest]) -> dict[str, dict[str, set[int]]]:
    """What each place reaches of each other, by port: where one may send and the other may receive."""
    policies = list(of_kind(found, "NetworkPolicy"))
    places = [*ours(found), *others()]
    table: dict[str, dict[str, set[int]]] = {}
    for source in places:
        row = table.setdefault(source.name, {})
        for target in places:
            if source is target or not (source.name in workloads(found) or target.name in workloads(found)):
                continue
            for protocol, port in target.ports:
                if allows(policies, "Egress", source, target, protocol, port) and allows(
                    policies, "Ingress", target, source, protocol, port
                ):
                    row.setdefault(target.name, set()).add(port)
    return {name: row for name, row in table.items() if row}


# -- the tables --------------------------------------------------------------------------------------------------------

DNS, REDIS, BROKER, POSTGRESQL = {"dns": {53}}, {"redis": {6379}}, {"broker": {6379}}, {"postgresql": {5432}}
BOTS = {"internet": {443}}
FROM_OUTSIDE = {"proxy": GATEWAY_PORTS, "prometheus": {key: {9464} for key in DEPLOYMENTS}}

PRODUCTION: dict[str, dict[str, set[int]]] = FROM_OUTSIDE | {
    "gateway": DNS | REDIS | BROKER | POSTGRESQL | CALLED,
    "gateway-stream": DNS | REDIS | POSTGRESQL | CALLED,
    "gateway-grpc": DNS | REDIS | POSTGRESQL | CALLED,
    "worker-thinking": DNS | REDIS | BROKER | CALLED,
    "worker-turns": DNS | REDIS | BROKER | CALLED,
    "worker-series": DNS | REDIS | BROKER | POSTGRESQL | CALLED,
    "worker-scoring": DNS | REDIS | BROKER | POSTGRESQL,
    "worker-webhooks": DNS | REDIS | BROKER | POSTGRESQL | CALLED | BOTS,
    "worker-maintenance": DNS | REDIS | BROKER | POSTGRESQL | CALLED,
    "relay": DNS | REDIS | BROKER,
    "ticker": DNS | REDIS | BROKER | POSTGRESQL,
    "migrate": DNS | POSTGRESQL,
}


def test_in_production_pods_reach_what_they_need_and_nothing_else() -> None:
    """A process that is taken over can send what it has found to nobody: no other address, no name server of somebody's
    own, no neighbour."""
    assert reach(rendered("prod")) == PRODUCTION


def test_with_traces_the_collector_is_reached_besides() -> None:
    collector = {"collector": {4318}}
    expected = {name: row | collector for name, row in PRODUCTION.items() if name in DEPLOYMENTS}
    expected |= FROM_OUTSIDE | {"migrate": PRODUCTION["migrate"]}
    expected |= dict.fromkeys(ENGINES, DNS | collector)
    assert reach(rendered("prod", "tracing")) == expected


def test_an_engine_of_an_older_version_is_reached_by_those_who_reach_the_others() -> None:
    older = {"engine-duels-1-0-0": {50051}}
    expected = {name: row | older if row.items() >= CALLED.items() else row for name, row in PRODUCTION.items()}
    expected["prometheus"] = PRODUCTION["prometheus"] | {"engine-duels-1-0-0": {9464}}
    assert reach(rendered("prod", "older-versions")) == expected


def test_traces_go_where_the_policy_allows() -> None:
    (settings,) = of_kind(rendered("prod", "tracing"), "ConfigMap")
    (policy,) = (
        each
        for each in of_kind(rendered("prod", "tracing"), "NetworkPolicy")
        if each["metadata"]["name"] == "playhall-to-collector"
    )
    (rule,) = policy["spec"]["egress"]
    endpoint = urlsplit(settings["data"]["OTEL_EXPORTER_OTLP_ENDPOINT"])
    assert rule["ports"] == [{"port": endpoint.port}]
    assert str(endpoint.hostname).split(".")[1] == "observability"
    assert [each["namespaceSelector"]["matchLabels"] for each in rule["to"]] == [
        {"kubernetes.io/metadata.name": "observability"}
    ]


def test_where_the_stores_are_in_the_cluster_they_let_in_those_who_need_them() -> None:
    valkey, postgres = {"valkey": {6379}}, {"postgres": {5432}}
    to_gateway = {place.name: {"gateway": {8080}} for place in others()}  # so that it can be tried from anywhere
    assert reach(rendered("dev")) == to_gateway | {
        "gateway": DNS | valkey | postgres | CALLED,
        "gateway-stream": DNS | valkey | postgres | CALLED,
        "gateway-grpc": DNS | valkey | postgres | CALLED,
        "worker-thinking": DNS | valkey | CALLED,
        "worker-turns": DNS | valkey | CALLED,
        "worker-series": DNS | valkey | postgres | CALLED,
        "worker-scoring": DNS | valkey | postgres,
        "worker-webhooks": DNS | valkey | postgres | CALLED | BOTS,
        "worker-maintenance": DNS | valkey | postgres | CALLED,
        "relay": DNS | valkey,
        "ticker": DNS | valkey | postgres,
        "migrate": DNS | postgres,
        "proxy": GATEWAY_PORTS,
        "prometheus": FROM_OUTSIDE["prometheus"] | {"gateway": {8080, 9464}},
    }


@pytest.mark.parametrize(
    "components", [(), ("tracing",), ("store-client-tls", "cert-manager", "older-versions", "tracing")]
)
def test_every_pod_is_selected_by_a_policy_for_both_directions(components: tuple[str, ...]) -> None:
    found = rendered("prod", *components)
    policies = list(of_kind(found, "NetworkPolicy"))
    for place in ours(found):
        for direction in ("Egress", "Ingress"):
            assert any(
                direction in each["spec"]["policyTypes"] and selects(each["spec"]["podSelector"], place.labels)
                for each in policies
            ), place.name


@each_row("name", DEPLOYMENTS)
def test_a_pod_has_the_addresses_of_the_stores_that_it_may_reach(name: str) -> None:
    (only,) = pod(workloads(rendered("prod"))[name])["containers"]
    given = {each["name"] for each in only.get("env", [])}
    variables = {"redis": "PLAYHALL_REDIS_URL", "broker": "PLAYHALL_BROKER_URL", "postgresql": "PLAYHALL_DATABASE_URL"}
    assert {store for store, variable in variables.items() if variable in given} == {
        store for store in variables if store in PRODUCTION.get(name, {})
    }
