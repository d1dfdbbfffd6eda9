"""What the manifests say fits the commands they start and the rules they must keep."""

import math
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib import metadata
from ipaddress import IPv4Network
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from gateway.server import GRACEFUL_SECONDS
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS
from services.engine.registry import installed_ids, places
from services.matches.work_queues import WorkQueue
from services.rate_limits.client_ip import parse_networks
from services.settings import read_settings
from tests import crd_schemas
from tests.manifests import (
    BASE,
    COMPONENT,
    DEPLOYMENTS,
    K8S,
    NAME,
    OPERATIONS_PORT,
    PART_OF,
    ROOT,
    Manifest,
    container,
    environment,
    manifests,
    needs_kubectl,
    of_kind,
    parsed,
    pod,
    rendered,
    started,
    workloads,
)
from tests.marks import each_row
from workers.app import HARD_LIMIT_SECONDS
from workers.bootstrap import signs
from workers.processes import SHUTDOWN_SECONDS

ENGINE_PORT = 50051
OLDEST_KUBERNETES = "1.34"
OPTIONAL = ("store-client-tls", "cert-manager", "older-versions", "tracing")
APPLIED = (("dev",), ("prod",), ("prod", *OPTIONAL))
"""Overlays, with components that production names in a comment."""

every_overlay = pytest.mark.parametrize("applied", APPLIED, ids="-".join)
in_production = pytest.mark.parametrize("applied", APPLIED[1:], ids="-".join)


# -- base, file by file ----------------------------------------------------------------------------------------------


def named(kind: str, name: str) -> Manifest:
    (found,) = (each for each in manifests(kind) if each["metadata"]["name"] == name)
    return found


WORKLOADS = [*DEPLOYMENTS.values(), *manifests("Job")]
ENGINES = [name for name in DEPLOYMENTS if name.startswith("engine-")]
WORKERS = [name for name in DEPLOYMENTS if name.startswith("worker-")]


def ids(workload: Manifest) -> str:
    name: str = workload["metadata"]["name"]
    return name


def test_every_file_is_a_resource_and_named_after_what_it_holds() -> None:
    kustomization = yaml.safe_load((BASE / "kustomization.yaml").read_text())
    files = sorted(path.name for path in BASE.glob("*.yaml") if path.name != "kustomization.yaml")
    assert kustomization["resources"] == files
    for file in files:
        first = next(parsed((BASE / file).read_text()))
        assert first["metadata"]["name"] in (file.removesuffix(".yaml"), "playhall-deny-all")


@each_row("workload", WORKLOADS)
def test_every_workload_starts_a_command_that_takes_its_arguments(workload: Manifest) -> None:
    name, _ = started(workload)
    assert workload["metadata"]["name"].split("-")[0] == name.split("-")[0]


@pytest.mark.parametrize("ruleset", installed_ids())
def test_every_ruleset_has_an_engine_service_that_starts_it(ruleset: str) -> None:
    command, given = started(named("Deployment", f"engine-{ruleset}"))
    assert command == "engine"
    assert given["rulesets"] == (ruleset,)
    assert given["host"] == "0.0.0.0"
    assert given["port"] == ENGINE_PORT


def test_every_queue_has_workers_of_its_own() -> None:
    queues = [started(DEPLOYMENTS[name])[1]["queues"] for name in WORKERS]
    assert sorted(queues) == sorted(queue.value for queue in WorkQueue)
    assert sorted(f"worker-{queue.value}" for queue in WorkQueue) == WORKERS


def test_the_settings_are_such_as_the_processes_take() -> None:
    (generator,) = yaml.safe_load((BASE / "kustomization.yaml").read_text())["configMapGenerator"]
    given = dict(literal.split("=", 1) for literal in generator["literals"])
    settings = read_settings(given)
    assert places(settings.engines.engines) == {
        ruleset: f"dns:///engine-{ruleset}:{ENGINE_PORT}" for ruleset in installed_ids()
    }
    assert settings.operations.operations_port == OPERATIONS_PORT
    assert settings.operations.log_format == "json"
    assert not settings.gateway.grpc_reflection


def test_no_proxy_is_trusted_that_the_operator_has_not_named() -> None:
    overlay = yaml.safe_load((K8S / "overlays" / "prod" / "kustomization.yaml").read_text())
    given = dict(literal.split("=", 1) for each in overlay["configMapGenerator"] for literal in each["literals"])
    (trusted,) = parse_networks(given["PLAYHALL_TRUSTED_PROXIES"])
    assert isinstance(trusted, IPv4Network)
    assert trusted.subnet_of(IPv4Network("192.0.2.0/24"))  # nobody's: kept for documentation


@each_row("workload", WORKLOADS)
def test_addresses_and_passwords_come_from_the_secret(workload: Manifest) -> None:
    for variable in container(workload).get("env", []):
        if variable["name"].endswith("_URL"):
            source = variable["valueFrom"]["secretKeyRef"]
            assert source["name"] == "playhall-connections"
            assert source["key"] == variable["name"].removeprefix("PLAYHALL_").lower().replace("_", "-")
        elif variable["name"].endswith("_TOKEN"):
            assert variable["valueFrom"] == {"secretKeyRef": {"name": "playhall-engines", "key": "token"}}
        else:
            assert set(variable) == {"name", "value"}


@each_row("workload", WORKLOADS)
def test_engines_and_those_who_call_them_have_the_token_and_nobody_else(workload: Manifest) -> None:
    name, component = workload["metadata"]["name"], workload["metadata"]["labels"][COMPONENT]
    calls = component in ("engine", "gateway", "worker") and name != "worker-scoring"
    assert ("PLAYHALL_ENGINE_TOKEN" in environment(workload)) is calls


def test_nothing_in_the_repository_is_a_secret() -> None:
    for path in K8S.rglob("*.yaml"):
        for each in parsed(path.read_text()):
            assert each.get("kind") != "Secret", path


# -- what every workload must keep -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*ENGINES, "gateway-grpc"])
def test_a_grpc_service_ends_its_calls_before_it_is_killed(name: str) -> None:
    _, given = started(DEPLOYMENTS[name])
    grace = pod(DEPLOYMENTS[name])["terminationGracePeriodSeconds"]
    waits = container(DEPLOYMENTS[name]).get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    assert waits + given["drain_seconds"] + given["grace_seconds"] < grace


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_serves_until_its_name_has_lost_it(name: str) -> None:
    assert container(DEPLOYMENTS[name])["lifecycle"]["preStop"]["sleep"]["seconds"] >= 5
    assert DEPLOYMENTS[name]["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_gives_back_what_it_cannot_finish_before_it_is_killed(name: str) -> None:
    assert pod(DEPLOYMENTS[name])["terminationGracePeriodSeconds"] >= min(HARD_LIMIT_SECONDS, SHUTDOWN_SECONDS + 30)


@pytest.mark.parametrize("name", ["gateway", "gateway-stream"])
def test_a_gateway_finishes_its_requests_before_it_is_killed(name: str) -> None:
    workload = DEPLOYMENTS[name]
    waits = container(workload)["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert waits + GRACEFUL_SECONDS < pod(workload)["terminationGracePeriodSeconds"]


@each_row("name", list(DEPLOYMENTS))
def test_services_budgets_and_policies_select_the_pods_of_their_deployment(name: str) -> None:
    spec = DEPLOYMENTS[name]["spec"]
    labels = spec["template"]["metadata"]["labels"]
    assert labels == DEPLOYMENTS[name]["metadata"]["labels"]
    assert labels.keys() == {NAME, COMPONENT, PART_OF}
    selectors = [
        spec["selector"]["matchLabels"],
        named("PodDisruptionBudget", name)["spec"]["selector"]["matchLabels"],
        named("NetworkPolicy", name)["spec"]["podSelector"]["matchLabels"],
        *(each["spec"]["selector"] for each in manifests("Service") if each["metadata"]["name"] == name),
    ]
    assert selectors == [{NAME: name}] * len(selectors)


@pytest.mark.parametrize("service", list(manifests("Service")), ids=ids)
def test_a_service_names_a_port_of_its_pods(service: Manifest) -> None:
    name = service["metadata"]["name"]
    there = {port["name"]: port["containerPort"] for port in container(DEPLOYMENTS[name])["ports"]}
    for port in service["spec"]["ports"]:
        assert there[port["targetPort"]] == port["port"]
    # gRPC clients keep one connection: they spread their calls only if they see every pod.
    if "grpc" in {port["name"] for port in service["spec"]["ports"]}:
        assert service["spec"]["clusterIP"] == "None"


@each_row("workload", WORKLOADS)
def test_pods_are_restricted_and_bounded(workload: Manifest) -> None:
    spec = pod(workload)
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert spec["terminationGracePeriodSeconds"] >= 30
    only = container(workload)
    assert only["image"] == f"playhall:{metadata.version('playhall')}"
    assert only["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert only["resources"]["requests"].keys() == {"cpu", "memory"}
    assert "memory" in only["resources"]["limits"]
    assert [mount["mountPath"] for mount in only["volumeMounts"] if not mount.get("readOnly")] == ["/tmp"]


SIGNERS = {"gateway", "gateway-grpc", "gateway-stream", "worker-maintenance", "worker-scoring", "worker-series"}
"""Who makes matches, writes replays or signs the log's head."""


def test_workers_read_the_signing_keys_for_the_queues_whose_pods_have_them() -> None:
    assert {f"worker-{queue.value}" for queue in WorkQueue if signs([queue])} == {
        name for name in SIGNERS if name.startswith("worker-")
    }


@each_row("name", list(DEPLOYMENTS))
def test_the_signing_keys_are_where_they_are_needed_and_nowhere_else(name: str) -> None:
    (generator,) = yaml.safe_load((BASE / "kustomization.yaml").read_text())["configMapGenerator"]
    settings = read_settings(dict(literal.split("=", 1) for literal in generator["literals"]))
    read_only = [mount for mount in container(DEPLOYMENTS[name])["volumeMounts"] if mount.get("readOnly")]
    if name not in SIGNERS:
        assert read_only == []
        return
    (mount,) = read_only
    (volume,) = [each for each in pod(DEPLOYMENTS[name])["volumes"] if each["name"] == mount["name"]]
    assert mount["mountPath"] == str(settings.platform.signing_keys.parent)
    assert volume["secret"] == {"secretName": "playhall-signing-keys", "defaultMode": 0o440}  # and it must be there


@each_row("name", list(DEPLOYMENTS))
def test_pods_are_probed_where_they_listen(name: str) -> None:
    only = container(DEPLOYMENTS[name])
    ports = {port["name"]: port["containerPort"] for port in only["ports"]}
    assert ports["operations"] == OPERATIONS_PORT
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        if "grpc" in only[probe]:
            assert only[probe]["grpc"]["port"] == ports["grpc"]
        else:
            asked = only[probe]["httpGet"]
            assert asked["port"] == ("http" if "http" in ports else "operations")
            assert asked["path"] == ("/readyz" if probe == "readinessProbe" else "/livez")


@each_row("name", [name for name in DEPLOYMENTS if name not in ("worker-maintenance",)])
def test_what_requests_and_matches_wait_for_has_a_second_pod_and_loses_none_at_once(name: str) -> None:
    spec = DEPLOYMENTS[name]["spec"]
    assert spec["replicas"] >= 2
    assert spec["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    assert named("PodDisruptionBudget", name)["spec"]["maxUnavailable"] == 1
    assert {
        each["topologyKey"]: each["labelSelector"] for each in pod(DEPLOYMENTS[name])["topologySpreadConstraints"]
    } == {
        "kubernetes.io/hostname": {"matchLabels": {NAME: name}},
        "topology.kubernetes.io/zone": {"matchLabels": {NAME: name}},
    }


# -- overlays, rendered ------------------------------------------------------------------------------------------------


@needs_kubectl
@every_overlay
def test_what_is_applied_fits_the_schemas_of_kubernetes(applied: tuple[str, ...]) -> None:
    kinds: dict[tuple[str, str], list[Manifest]] = {}
    for each in rendered(*applied):
        kinds.setdefault((each["apiVersion"], each["kind"]), []).append(each)
    checked = set()
    for (version, kind), items in kinds.items():
        # All of a kind together: the library reads its schemas for each call anew, for the fraction of a second.
        listed = {"apiVersion": version, "kind": f"{kind}List", "items": items}
        try:
            kubernetes_validate.validate(listed, OLDEST_KUBERNETES, strict=True)
        except kubernetes_validate.SchemaNotFoundError:
            assert [mistake for each in items for mistake in crd_schemas.mistakes(each)] == []
        else:
            checked.add(kind)
    ours = {"ConfigMap", "Deployment", "Job", "Namespace", "NetworkPolicy", "PodDisruptionBudget", "Service"}
    assert checked >= ours
    assert checked - ours <= {"HorizontalPodAutoscaler", "Secret", "StatefulSet"}


@needs_kubectl
@every_overlay
def test_everything_lies_in_a_namespace_that_admits_restricted_pods_only(applied: tuple[str, ...]) -> None:
    found = rendered(*applied)
    (namespace,) = (each for each in found if each["kind"] == "Namespace")
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    others = {each["metadata"]["namespace"] for each in found if each["kind"] != "Namespace"}
    assert others == {namespace["metadata"]["name"]}


@needs_kubectl
@every_overlay
def test_no_pod_asks_for_more_than_restricted_pods_may(applied: tuple[str, ...]) -> None:
    for each in rendered(*applied):
        if each["kind"] in ("Deployment", "StatefulSet", "Job"):
            spec = pod(each)
            assert spec["securityContext"]["runAsNonRoot"] is True
            assert spec["securityContext"]["runAsUser"] > 0
            assert not {"hostNetwork", "hostPID", "hostIPC"} & spec.keys()
            assert all(not {"hostPath"} & volume.keys() for volume in spec.get("volumes", []))
            for only in [*spec["containers"], *spec.get("initContainers", [])]:
                assert only["securityContext"]["capabilities"] == {"drop": ["ALL"]}
                assert only["securityContext"]["readOnlyRootFilesystem"] is True
                assert ":" in only["image"]
                assert not only["image"].endswith(":latest")


@needs_kubectl
@in_production
def test_in_production_a_number_of_pods_has_one_master(applied: tuple[str, ...]) -> None:
    """A HorizontalPodAutoscaler, KEDA, or the manifest; never two of them."""
    found = rendered(*applied)
    deployments = {each["metadata"]["name"]: each for each in found if each["kind"] == "Deployment"}
    scaled = [
        each["spec"]["scaleTargetRef"]["name"]
        for each in found
        if each["kind"] in ("HorizontalPodAutoscaler", "ScaledObject")
    ]
    fixed = [name for name, each in deployments.items() if "replicas" in each["spec"]]
    assert sorted(scaled + fixed) == sorted(deployments)
    assert {
        "gateway",
        "gateway-grpc",
        "gateway-stream",
        "worker-turns",
        "worker-thinking",
        "worker-series",
        "worker-scoring",
        "worker-webhooks",
        *ENGINES,
    } <= set(scaled)


def connections_to_postgresql(found: Sequence[Manifest]) -> dict[str, tuple[int, int, int]]:
    """Of all that has the database's address: pods at most, processes of each, connections of each process."""
    (settings,) = of_kind(found, "ConfigMap")
    scaled = {
        each["spec"]["scaleTargetRef"]["name"]: each["spec"].get("maxReplicas") or each["spec"]["maxReplicaCount"]
        for each in of_kind(found, "HorizontalPodAutoscaler", "ScaledObject")
    }
    counted = {}
    for name, workload in workloads(found).items():
        own = environment(workload)
        if "PLAYHALL_DATABASE_URL" not in own:
            continue
        command, given = started(workload)
        # A worker's parent watches; its children work. Bots are called by threads of one process.
        has_threads = "webhooks" in workload["spec"]["template"]["spec"]["containers"][0]["args"]
        processes = 1 if has_threads else given.get("processes", 1) + (command == "worker")
        surge = workload["spec"]["strategy"]["rollingUpdate"]["maxSurge"] if workload["kind"] == "Deployment" else 0
        pods = scaled.get(name) or workload["spec"].get("replicas", 1)
        setting = {key: value for key, value in own.items() if key == "PLAYHALL_DATABASE_CONNECTIONS"}
        connections = read_settings(settings["data"] | setting).database.database_connections
        counted[name] = (pods + surge, processes, connections)
    return counted


def together(counted: dict[str, tuple[int, int, int]]) -> int:
    return sum(math.prod(each) for each in counted.values())


@needs_kubectl
def test_postgresql_is_told_to_expect_as_many_connections_as_all_pods_may_open() -> None:
    page = (ROOT / "docs" / "deploy.md").read_text()
    counted = connections_to_postgresql(rendered("prod"))
    for name, each in counted.items():
        assert "| " + " | ".join(map(str, (f"`{name}`", *each, math.prod(each)))) + " |\n" in page
    assert f"| | | | | {together(counted)} |\n" in page
    (allowed,) = re.findall(r"`max_connections = (\d+)`", page)
    assert together(counted) * 1.2 < int(allowed)


@needs_kubectl
def test_a_postgresql_of_100_connections_is_enough_to_try_things_in() -> None:
    most = together(connections_to_postgresql(rendered("dev")))
    assert most < 97  # three are kept for its administrator
    assert f"which may come to {most}." in (ROOT / "docs" / "deploy.md").read_text()


@needs_kubectl
def test_keda_watches_the_queue_of_the_workers_it_scales() -> None:
    for each in rendered("prod"):
        if each["kind"] == "ScaledObject":
            (trigger,) = each["spec"]["triggers"]
            target = DEPLOYMENTS[each["spec"]["scaleTargetRef"]["name"]]
            assert trigger["type"] == "redis"
            assert trigger["metadata"]["listName"] == started(target)[1]["queues"]
            assert trigger["metadata"]["enableTLS"] == "true"
            assert "unsafeSsl" not in trigger["metadata"]
            assert trigger["authenticationRef"] == {"name": "playhall-broker"}


@needs_kubectl
def test_who_reaches_a_store_or_an_engine_is_told_how_to_verify_it_and_what_to_show() -> None:
    stores, client, engines = (f"/etc/playhall/{name}" for name in ("store-tls", "store-client-tls", "engine-tls"))
    redis = {
        "PLAYHALL_REDIS_CA_FILE": f"{stores}/ca.crt",
        "PLAYHALL_REDIS_CERT_FILE": f"{client}/tls.crt",
        "PLAYHALL_REDIS_KEY_FILE": f"{client}/tls.key",
    }
    postgresql = {
        "PGSSLMODE": "verify-full",
        "PGSSLROOTCERT": f"{stores}/ca.crt",
        "PGSSLCERT": f"{client}/tls.crt",
        "PGSSLKEY": f"{client}/tls.key",
    }
    engine = {
        "PLAYHALL_ENGINE_TLS_CA": f"{engines}/ca.crt",
        "PLAYHALL_ENGINE_TLS_CERT": f"{engines}/tls.crt",
        "PLAYHALL_ENGINE_TLS_KEY": f"{engines}/tls.key",
    }
    for name, workload in workloads(rendered("prod", "store-client-tls")).items():
        given = environment(workload)
        expected = (
            (redis if "PLAYHALL_REDIS_URL" in given else {})
            | (postgresql if "PLAYHALL_DATABASE_URL" in given else {})
            | (engine if "PLAYHALL_ENGINE_TOKEN" in given else {})
        )
        told = {key: value for key, value in given.items() if re.search("PGSSL|_TLS_|_FILE$", key)}
        assert told == expected, name


@needs_kubectl
def test_production_names_the_proxies_whose_word_is_believed() -> None:
    """Without it every client would have the proxy's address, and share its limit."""
    (settings,) = (each for each in rendered("prod") if each["kind"] == "ConfigMap")
    assert read_settings(settings["data"]).gateway.trusted_proxies


@needs_kubectl
def test_routes_lead_to_services_that_there_are() -> None:
    found = rendered("prod")
    ports = {
        (each["metadata"]["name"], port["port"]) for each in of_kind(found, "Service") for port in each["spec"]["ports"]
    }
    for route in of_kind(found, "HTTPRoute", "GRPCRoute"):
        for rule in route["spec"]["rules"]:
            for backend in rule["backendRefs"]:
                assert (backend["name"], backend["port"]) in ports


@needs_kubectl
def test_rest_and_grpc_have_host_names_of_their_own_with_a_listener_that_takes_them() -> None:
    """Two kinds of routes for one host name on one listener: an implementation may refuse the second."""
    found = rendered("prod")
    (entrance,) = of_kind(found, "Gateway")
    listeners = {each["name"]: each for each in entrance["spec"]["listeners"]}
    taken = []
    for route in of_kind(found, "HTTPRoute", "GRPCRoute"):
        (parent,) = route["spec"]["parentRefs"]
        listener = listeners[parent["sectionName"]]
        assert parent["name"] == entrance["metadata"]["name"]
        assert listener["allowedRoutes"]["kinds"] == [{"kind": route["kind"]}]
        assert route["spec"]["hostnames"] == [listener["hostname"]]
        taken.append((route["kind"], listener["hostname"]))
    assert sorted(taken) == [("GRPCRoute", "grpc.play.example.com"), ("HTTPRoute", "play.example.com")]


def matches(match: Manifest, path: str, headers: dict[str, str]) -> bool:
    """Whether a match takes a request: prefixes and exact values only, which every implementation has."""
    kind, value = match["path"]["type"], match["path"]["value"]
    assert kind in ("PathPrefix", "Exact")
    assert {each["type"] for each in match.get("headers", [])} <= {"Exact"}
    begins = path == value or path.startswith(value.rstrip("/") + "/")
    return (path == value if kind == "Exact" else begins) and all(
        headers.get(each["name"]) == each["value"] for each in match.get("headers", [])
    )


@needs_kubectl
@pytest.mark.parametrize(
    ("path", "accept", "service"),
    [
        ("/v1/events/sse", "text/event-stream", "gateway-stream"),
        ("/v1/events/ndjson", "*/*", "gateway-stream"),
        ("/v1/events", "application/json", "gateway"),
        ("/v1/matches/m_1/events/sse", "text/event-stream", "gateway-stream"),
        ("/v1/matches/m_1/seats/2/events/ndjson", "application/x-ndjson", "gateway-stream"),
        ("/v1/matches/m_1/seats/2/events/ndjson", "*/*", "gateway"),
        ("/v1/series/series_1/events/sse", "text/event-stream", "gateway-stream"),
        ("/v1/series/series_1/results/ndjson", "application/x-ndjson", "gateway-stream"),
        ("/v1/series/series_1/summary", "application/json", "gateway"),
        ("/v1/tournaments/tournament_1/events/sse", "text/event-stream", "gateway-stream"),
        ("/v1/tournaments/tournament_1/events/ndjson", "application/x-ndjson", "gateway-stream"),
        ("/v1/tournaments/tournament_1/standings", "application/json", "gateway"),
        ("/v1/matches/m_1/events", "application/json", "gateway"),  # a long poll, which is short
        ("/v1/matches/m_1/events", "*/*", "gateway"),
        ("/v1/matches/m_1/view", "application/json", "gateway"),
        ("/v1/matchesandmore", "text/event-stream", "gateway"),
        ("/v1/rulesets", "application/json", "gateway"),
        ("/", "text/html", "gateway"),
    ],
)
def test_a_stream_is_told_by_its_path_or_by_what_its_client_asks_for(path: str, accept: str, service: str) -> None:
    (route,) = of_kind(rendered("prod"), "HTTPRoute")
    first = next(
        rule
        for rule in route["spec"]["rules"]
        if any(matches(match, path, {"Accept": accept}) for match in rule["matches"])
    )
    assert [backend["name"] for backend in first["backendRefs"]] == [service]


def test_the_routes_know_the_media_types_of_streams() -> None:
    (route,) = (
        each
        for each in parsed((K8S / "components" / "routes" / "routes.yaml").read_text())
        if each["kind"] == "HTTPRoute"
    )
    matches = route["spec"]["rules"][0]["matches"]
    asked = {header["value"] for match in matches for header in match.get("headers", [])}
    assert asked == {SERVER_SENT_EVENTS.media_type, NDJSON.media_type}


def test_no_stream_is_cut_by_the_routes_before_its_time() -> None:
    (route,) = (
        each
        for each in parsed((K8S / "components" / "routes" / "routes.yaml").read_text())
        if each["kind"] == "HTTPRoute"
    )
    longest = read_settings({}).gateway.stream_max_seconds
    for rule in route["spec"]["rules"]:
        seconds = int(rule["timeouts"]["request"].removesuffix("s"))
        assert seconds == 0 or seconds > longest


@needs_kubectl
@in_production
def test_production_pulls_what_it_runs_by_digest(applied: tuple[str, ...]) -> None:
    for workload in of_kind(rendered(*applied), "Deployment", "Job"):
        assert re.fullmatch(r"registry\.example\.com/playhall@sha256:[0-9a-f]{64}", container(workload)["image"])


def test_settings_in_one_map_replace_the_pods_when_they_change() -> None:
    kustomization = yaml.safe_load((BASE / "kustomization.yaml").read_text())
    assert [generator["name"] for generator in kustomization["configMapGenerator"]] == ["playhall-settings"]
    assert "generatorOptions" not in kustomization


# -- the image -------------------------------------------------------------------------------------------------------


def test_the_dockerfile_is_clean() -> None:
    linter = Path(sys.executable).parent / "hadolint"
    done = subprocess.run(
        [str(linter), str(ROOT / "Dockerfile")], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


DIGEST = r"[a-z0-9./_-]+:[\w.-]+@sha256:[0-9a-f]{64}"


def test_images_of_others_come_by_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert len(bases) == 2
    assert len(set(bases)) == 1
    stores = [
        only["image"]
        for path in (K8S / "components").rglob("*.yaml")
        for each in parsed(path.read_text())
        if each.get("kind") == "StatefulSet"
        for only in pod(each)["containers"]
    ]
    assert len(stores) == 2
    for image in [*bases, *stores]:
        assert re.fullmatch(DIGEST, image), image


def test_the_image_carries_its_bill_of_materials() -> None:
    assert "COPY sbom.json " in (ROOT / "Dockerfile").read_text()
    assert "!sbom.json" in (ROOT / ".dockerignore").read_text().splitlines()


def test_the_image_holds_what_the_package_holds_and_runs_as_the_pods_user() -> None:
    text = (ROOT / "Dockerfile").read_text()
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    for package in packages["packages"]:
        top = package.split("/")[0]
        assert f"COPY {top} ./{top}" in text
        assert f"!{top}" in (ROOT / ".dockerignore").read_text().splitlines()
    user = pod(DEPLOYMENTS["gateway"])["securityContext"]["runAsUser"]
    assert f"USER {user}:{user}" in text
