"""What the manifests say fits the commands they start and the rules they must keep."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import click
import kubernetes_validate
import pytest
import yaml

from cli.main import main
from gateway.server import GRACEFUL_SECONDS
from services.engine.registry import installed_ids, places
from services.rate_limits.client_ip import parse_networks
from services.settings import read_settings
from workers.app import HARD_LIMIT_SECONDS, WorkQueue
from workers.processes import SHUTDOWN_SECONDS

ROOT = Path(__file__).parents[2]
K8S = ROOT / "k8s"
BASE = K8S / "base"
ENGINE_PORT = 50051
OPERATIONS_PORT = 9464
OLDEST_KUBERNETES = "1.34"
OVERLAYS = ("dev", "prod")
NAME, COMPONENT, PART_OF = (f"app.kubernetes.io/{label}" for label in ("name", "component", "part-of"))

Manifest = dict[str, Any]

needs_kubectl = pytest.mark.skipif(
    shutil.which("kubectl") is None, reason="kubectl, which renders kustomize, is not here"
)


# -- base, file by file ----------------------------------------------------------------------------------------------


@cache
def base() -> tuple[Manifest, ...]:
    """All resources of the base. Parsing them takes longer than whatever a test asks of them."""
    return tuple(each for path in sorted(BASE.glob("*.yaml")) for each in yaml.safe_load_all(path.read_text()))


def manifests(kind: str) -> Iterator[Manifest]:
    return (each for each in base() if each["kind"] == kind)


def named(kind: str, name: str) -> Manifest:
    (found,) = (each for each in manifests(kind) if each["metadata"]["name"] == name)
    return found


def pod(workload: Manifest) -> Manifest:
    spec: Manifest = workload["spec"]["template"]["spec"]
    return spec


def container(workload: Manifest) -> Manifest:
    (only,) = pod(workload)["containers"]
    found: Manifest = only
    return found


def started(workload: Manifest) -> tuple[str, dict[str, Any]]:
    """The command that a workload starts, and its parameters as the command itself reads them."""
    name, *arguments = container(workload)["args"]
    context = click.Context(main)
    command = main.get_command(context, name)
    assert command is not None, name
    return name, command.make_context(name, arguments, parent=context).params


DEPLOYMENTS = {each["metadata"]["name"]: each for each in manifests("Deployment")}
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
        first = next(yaml.safe_load_all((BASE / file).read_text()))
        assert first["metadata"]["name"] in (file.removesuffix(".yaml"), "playhall-deny-all")


@pytest.mark.parametrize("workload", WORKLOADS, ids=ids)
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
    assert places(settings.engines) == {
        ruleset: f"dns:///engine-{ruleset}:{ENGINE_PORT}" for ruleset in installed_ids()
    }
    assert settings.operations_port == OPERATIONS_PORT
    assert settings.log_format == "json"
    assert not settings.grpc_reflection


def test_no_proxy_is_trusted_that_the_operator_has_not_named() -> None:
    overlay = yaml.safe_load((K8S / "overlays" / "prod" / "kustomization.yaml").read_text())
    given = dict(literal.split("=", 1) for each in overlay["configMapGenerator"] for literal in each["literals"])
    (trusted,) = parse_networks(given["PLAYHALL_TRUSTED_PROXIES"])
    assert isinstance(trusted, IPv4Network)
    assert trusted.subnet_of(IPv4Network("192.0.2.0/24"))  # nobody's: kept for documentation


@pytest.mark.parametrize("workload", WORKLOADS, ids=ids)
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


@pytest.mark.parametrize("workload", WORKLOADS, ids=ids)
def test_engines_and_those_who_call_them_have_the_token_and_nobody_else(workload: Manifest) -> None:
    calls = workload["metadata"]["labels"][COMPONENT] in ("engine", "gateway")
    assert ("PLAYHALL_ENGINE_TOKEN" in {variable["name"] for variable in container(workload).get("env", [])}) is calls


def test_nothing_in_the_repository_is_a_secret() -> None:
    for path in K8S.rglob("*.yaml"):
        for each in yaml.safe_load_all(path.read_text()):
            assert each.get("kind") != "Secret", path


# -- what every workload must keep -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*ENGINES, "gateway-grpc"])
def test_a_grpc_service_ends_its_calls_before_it_is_killed(name: str) -> None:
    _, given = started(DEPLOYMENTS[name])
    grace = pod(DEPLOYMENTS[name])["terminationGracePeriodSeconds"]
    assert given["drain_seconds"] + given["grace_seconds"] < grace


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_gives_back_what_it_cannot_finish_before_it_is_killed(name: str) -> None:
    assert pod(DEPLOYMENTS[name])["terminationGracePeriodSeconds"] >= min(HARD_LIMIT_SECONDS, SHUTDOWN_SECONDS + 30)


@pytest.mark.parametrize("name", ["gateway", "gateway-stream"])
def test_a_gateway_finishes_its_requests_before_it_is_killed(name: str) -> None:
    workload = DEPLOYMENTS[name]
    waits = container(workload)["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert waits + GRACEFUL_SECONDS < pod(workload)["terminationGracePeriodSeconds"]


@pytest.mark.parametrize("name", list(DEPLOYMENTS))
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


@pytest.mark.parametrize("workload", WORKLOADS, ids=ids)
def test_pods_are_restricted_and_bounded(workload: Manifest) -> None:
    spec = pod(workload)
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
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


@pytest.mark.parametrize("name", list(DEPLOYMENTS))
def test_the_signing_keys_are_where_they_are_needed_and_nowhere_else(name: str) -> None:
    (generator,) = yaml.safe_load((BASE / "kustomization.yaml").read_text())["configMapGenerator"]
    settings = read_settings(dict(literal.split("=", 1) for literal in generator["literals"]))
    read_only = [mount for mount in container(DEPLOYMENTS[name])["volumeMounts"] if mount.get("readOnly")]
    if name.split("-")[0] not in ("gateway", "worker"):
        assert read_only == []
        return
    (mount,) = read_only
    (volume,) = [each for each in pod(DEPLOYMENTS[name])["volumes"] if each["name"] == mount["name"]]
    assert mount["mountPath"] == str(settings.signing_keys.parent)
    assert volume["secret"] == {"secretName": "playhall-signing-keys", "defaultMode": 0o440}  # and it must be there


@pytest.mark.parametrize("name", list(DEPLOYMENTS))
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


@pytest.mark.parametrize("name", [name for name in DEPLOYMENTS if name not in ("worker-maintenance",)])
def test_what_requests_and_matches_wait_for_has_a_second_pod_and_loses_none_at_once(name: str) -> None:
    spec = DEPLOYMENTS[name]["spec"]
    assert spec["replicas"] >= 2
    assert spec["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    assert named("PodDisruptionBudget", name)["spec"]["maxUnavailable"] == 1


# -- network policies --------------------------------------------------------------------------------------------------


def may_enter(name: str, port: int) -> list[Any]:
    """Who may reach a port of a workload, as selectors."""
    policy = named("NetworkPolicy", name)["spec"]
    return [
        peer
        for rule in policy["ingress"]
        for peer in rule["from"]
        if port in {allowed["port"] for allowed in rule["ports"]}
    ]


def selects(selector: Manifest, labels: dict[str, str]) -> bool:
    """Whether a label selector matches."""
    expressions = selector.get("matchExpressions", [])
    assert {each["operator"] for each in expressions} <= {"In"}
    return selector.get("matchLabels", {}).items() <= labels.items() and all(
        labels.get(each["key"]) in each["values"] for each in expressions
    )


def may_reach(workload: Manifest) -> dict[int, list[Any]]:
    """What a workload may reach: to whom, by port, over all policies that select its pods."""
    labels = workload["spec"]["template"]["metadata"]["labels"]
    reached: dict[int, list[Any]] = {}
    for policy in manifests("NetworkPolicy"):
        if selects(policy["spec"]["podSelector"], labels):
            for rule in policy["spec"].get("egress", []):
                for allowed in rule["ports"]:
                    reached.setdefault(allowed["port"], []).extend(rule["to"])
    return reached


def pods_called(name: str) -> Manifest:
    return {"podSelector": {"matchLabels": {NAME: name}}}


CLUSTER_DNS = {
    "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}},
    "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
}
ANY_ENGINE = {"podSelector": {"matchLabels": {COMPONENT: "engine"}}}


def test_what_no_policy_allows_is_forbidden() -> None:
    everything = named("NetworkPolicy", "playhall-deny-all")["spec"]
    assert everything["policyTypes"] == ["Ingress", "Egress"]
    assert everything["ingress"] == []
    assert everything["egress"] == []
    for workload in WORKLOADS:
        labels = workload["spec"]["template"]["metadata"]["labels"]
        assert everything["podSelector"]["matchLabels"].items() <= labels.items()


@pytest.mark.parametrize("workload", WORKLOADS, ids=ids)
def test_a_workload_reaches_what_it_needs_and_nothing_else(workload: Manifest) -> None:
    """An address it has no policy for, a name server of somebody's own included, is out of its reach: a process that is
    taken over can send what it has found to nobody."""
    component = workload["metadata"]["labels"][COMPONENT]
    dns, redis = {53: [CLUSTER_DNS, CLUSTER_DNS]}, {6379: [pods_called("valkey")]}
    postgres, engines = {5432: [pods_called("postgres")]}, {ENGINE_PORT: [ANY_ENGINE]}
    assert (
        may_reach(workload)
        == {
            "engine": {},
            "gateway": dns | redis | postgres | engines,
            "worker": dns | redis | postgres,  # the rules run in the worker itself
            "relay": dns | redis,
            "ticker": dns | redis,
            "migrate": dns | postgres,
        }[component]
    )


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_is_reached_by_gateways_only_and_reaches_nothing(name: str) -> None:
    assert may_enter(name, ENGINE_PORT) == [{"podSelector": {"matchLabels": {COMPONENT: "gateway"}}}]
    assert named("NetworkPolicy", name)["spec"]["egress"] == []


@pytest.mark.parametrize("name", list(DEPLOYMENTS))
def test_figures_are_for_monitoring_only(name: str) -> None:
    assert may_enter(name, OPERATIONS_PORT) == [{"namespaceSelector": {"matchLabels": {"playhall/monitoring": "true"}}}]


@pytest.mark.parametrize("workload", WORKLOADS, ids=ids)
def test_a_workload_reaches_the_stores_whose_address_it_has(workload: Manifest) -> None:
    variables = {variable["name"] for variable in container(workload).get("env", [])}
    reached = may_reach(workload)
    assert (6379 in reached) == bool(variables & {"PLAYHALL_REDIS_URL", "PLAYHALL_BROKER_URL"})
    assert (5432 in reached) == ("PLAYHALL_DATABASE_URL" in variables)


@pytest.mark.parametrize(("store", "port"), [("valkey", 6379), ("postgres", 5432)])
def test_a_store_lets_in_those_who_may_reach_it_and_calls_nobody(store: str, port: int) -> None:
    found = yaml.safe_load_all((K8S / "components" / "stores" / f"{store}.yaml").read_text())
    (policy,) = (each["spec"] for each in found if each["kind"] == "NetworkPolicy")
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert policy["egress"] == []
    (rule,) = policy["ingress"]
    assert rule["ports"] == [{"port": port}]
    (peer,) = rule["from"]
    for workload in WORKLOADS:
        labels = workload["spec"]["template"]["metadata"]["labels"]
        assert selects(peer["podSelector"], labels) == (port in may_reach(workload)), workload["metadata"]["name"]


# -- overlays, rendered ------------------------------------------------------------------------------------------------


@cache
def rendered(overlay: str, folder: Path) -> tuple[Manifest, ...]:
    """What is applied to a cluster. The passwords of ``dev`` are made by whoever applies it; here, in a copy."""
    copy = folder / overlay
    shutil.copytree(K8S, copy, dirs_exist_ok=True)
    dev = copy / "overlays" / "dev"
    (dev / "connections.env").write_text("redis-url=a\nbroker-url=b\ndatabase-url=c\n")
    (dev / "engines.env").write_text("token=a\n")
    (dev / "stores.env").write_text("valkey-password=a\npostgres-password=b\n")
    (dev / "signing-keys.json").write_text("{}")
    command = ["kubectl", "kustomize", str(copy / "overlays" / overlay)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return tuple(yaml.safe_load_all(done.stdout))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("k8s")


@needs_kubectl
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_what_is_applied_fits_the_schemas_of_kubernetes(overlay: str, folder: Path) -> None:
    checked = 0
    for each in rendered(overlay, folder):
        try:
            kubernetes_validate.validate(each, OLDEST_KUBERNETES, strict=True)
        except kubernetes_validate.SchemaNotFoundError:
            assert each["apiVersion"].startswith(("keda.sh/", "gateway.networking.k8s.io/"))
        else:
            checked += 1
    assert checked >= 25


@needs_kubectl
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_everything_lies_in_a_namespace_that_admits_restricted_pods_only(overlay: str, folder: Path) -> None:
    found = rendered(overlay, folder)
    (namespace,) = (each for each in found if each["kind"] == "Namespace")
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    others = {each["metadata"]["namespace"] for each in found if each["kind"] != "Namespace"}
    assert others == {namespace["metadata"]["name"]}


@needs_kubectl
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_no_pod_asks_for_more_than_restricted_pods_may(overlay: str, folder: Path) -> None:
    for each in rendered(overlay, folder):
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
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_no_policy_of_an_overlay_lets_pods_call_anybody(overlay: str, folder: Path) -> None:
    rules = [
        rule
        for each in rendered(overlay, folder)
        if each["kind"] == "NetworkPolicy"
        for rule in each["spec"].get("egress", [])
    ]
    assert len(rules) >= 6
    for rule in rules:
        assert rule["ports"]
        assert rule["to"]
        for peer in rule["to"]:
            assert peer.get("ipBlock", {}).get("cidr", "/32").endswith("/32") or "podSelector" in peer


@needs_kubectl
def test_production_says_where_its_stores_are(folder: Path) -> None:
    policies = {
        each["metadata"]["name"]: each["spec"] for each in rendered("prod", folder) if each["kind"] == "NetworkPolicy"
    }
    for name, port in (("playhall-to-redis", 6379), ("playhall-to-postgres", 5432)):
        (rule,) = policies[name]["egress"]
        assert rule["ports"] == [{"port": port}]
        assert [list(peer) for peer in rule["to"]] == [["ipBlock"]]


@needs_kubectl
def test_certificates_for_the_stores_are_mounted_where_the_settings_look_for_them(tmp_path: Path) -> None:
    copy = tmp_path / "k8s"
    shutil.copytree(K8S, copy)
    overlay = copy / "overlays" / "prod" / "kustomization.yaml"
    overlay.write_text(overlay.read_text().replace("# - ../../components/store-tls", "- ../../components/store-tls"))
    command = ["kubectl", "kustomize", str(overlay.parent)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found = [each for each in yaml.safe_load_all(done.stdout) if each["kind"] in ("Deployment", "Job")]
    assert len(found) == len(WORKLOADS)
    for workload in found:
        kubernetes_validate.validate(workload, OLDEST_KUBERNETES, strict=True)
        mounted = [each["secret"] for each in pod(workload)["volumes"] if "secret" in each]
        files = {each["name"]: each["value"] for each in container(workload).get("env", []) if "_FILE" in each["name"]}
        if workload["metadata"]["labels"][COMPONENT] == "engine":
            assert (mounted, files) == ([], {})
            continue
        assert {"secretName": "playhall-store-tls", "defaultMode": 0o440} in mounted
        (place,) = (each["mountPath"] for each in container(workload)["volumeMounts"] if each["name"] == "store-tls")
        if workload["kind"] == "Deployment":
            read_settings({"PLAYHALL_REDIS_URL": "rediss://redis/0"} | files)
            assert set(files.values()) == {f"{place}/{name}" for name in ("ca.crt", "tls.crt", "tls.key")}


@needs_kubectl
def test_in_production_a_number_of_pods_has_one_master(folder: Path) -> None:
    """A HorizontalPodAutoscaler, KEDA, or the manifest; never two of them."""
    found = rendered("prod", folder)
    deployments = {each["metadata"]["name"]: each for each in found if each["kind"] == "Deployment"}
    scaled = [
        each["spec"]["scaleTargetRef"]["name"]
        for each in found
        if each["kind"] in ("HorizontalPodAutoscaler", "ScaledObject")
    ]
    fixed = [name for name, each in deployments.items() if "replicas" in each["spec"]]
    assert sorted(scaled + fixed) == sorted(deployments)
    assert {"gateway", "gateway-grpc", "gateway-stream", "worker-turns", "worker-scoring", *ENGINES} <= set(scaled)


@needs_kubectl
def test_keda_watches_the_queue_of_the_workers_it_scales(folder: Path) -> None:
    for each in rendered("prod", folder):
        if each["kind"] == "ScaledObject":
            (trigger,) = each["spec"]["triggers"]
            target = DEPLOYMENTS[each["spec"]["scaleTargetRef"]["name"]]
            assert trigger["type"] == "redis"
            assert trigger["metadata"]["listName"] == started(target)[1]["queues"]


@needs_kubectl
def test_production_names_the_proxies_whose_word_is_believed(folder: Path) -> None:
    """Without it every client would have the proxy's address, and share its limit."""
    (settings,) = (each for each in rendered("prod", folder) if each["kind"] == "ConfigMap")
    assert read_settings(settings["data"]).trusted_proxies


@needs_kubectl
def test_routes_lead_to_services_that_there_are(folder: Path) -> None:
    found = rendered("prod", folder)
    ports = {
        (each["metadata"]["name"], port["port"])
        for each in found
        if each["kind"] == "Service"
        for port in each["spec"]["ports"]
    }
    for route in (each for each in found if each["kind"] in ("HTTPRoute", "GRPCRoute")):
        for rule in route["spec"]["rules"]:
            for backend in rule["backendRefs"]:
                assert (backend["name"], backend["port"]) in ports


def test_settings_in_one_map_replace_the_pods_when_they_change(folder: Path) -> None:
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
        for each in yaml.safe_load_all(path.read_text())
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
