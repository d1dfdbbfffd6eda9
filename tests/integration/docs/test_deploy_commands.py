"""The commands of docs/deploy.md and of the overlay for trying things in, run as they stand there without a cluster: by
a `kubectl` that makes and renders everything and sends nothing."""

import base64
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns, which

import grpc
import pytest
from grpc_health.v1 import health_pb2

from services.engine.grpc_server import EngineServer
from services.fairness.signing import read_key_file
from services.grpc_serving.credentials import TlsFiles, channel_credentials
from tests.certificates import Authority
from tests.integration.docs.pages import DOCS, blocks, section
from tests.integration.engine.serving import health_of
from tests.manifests import K8S, ROOT, Manifest, container, needs_kubectl, of_kind, parsed, pod, rendered, workloads
from tests.rulesets.sealed import RULESET

pytestmark = [needs_kubectl, pytest.mark.slow]

KUBECTL = """#!/bin/sh
# What would be sent to a cluster is written to a file.
echo "$*" >> "$WRITTEN/calls"
for last; do :; done
case " $* " in
  *" exec "*) ;;
  *" create "*) { "$KUBECTL" "$@" --dry-run=client -o yaml && echo ---; } >> "$WRITTEN/applied" ;;
  *" apply -k "*) { "$KUBECTL" kustomize "$last" && echo ---; } >> "$WRITTEN/applied" ;;
  *" kustomize "*) exec "$KUBECTL" "$@" ;;
  *" apply "*" -f - "*) cat >> "$WRITTEN/piped" ;;
esac
"""
PLAYHALL = """#!/bin/sh
exec "$PYTHON" -P -m cli "$@"
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the commands did: ``calls`` of kubectl, what they ``applied`` and what they ``piped`` into it."""

    folder: Path
    calls: list[str]
    applied: list[Manifest]
    piped: list[Manifest]

    def secrets(self) -> dict[str, dict[str, str]]:
        """The secrets by name, with what is in them."""
        return {each["metadata"]["name"]: each["data"] for each in of_kind(self.applied, "Secret")}


def run(folder: Path, commands: Iterable[str], files: Mapping[str, str]) -> Outcome:
    """Run commands one after the other, where somebody has a copy of k8s/ and the files."""
    kubectl = which("kubectl")
    assert kubectl is not None
    tools, here, written = folder / "tools", folder / "here", folder / "written"
    for each in (tools, here, written):
        each.mkdir()
    for name, text in {"kubectl": KUBECTL, "playhall": PLAYHALL}.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    copytree(K8S, here / "k8s", ignore=ignore_patterns("*.env", "*.json"))
    for name, text in files.items():
        (here / name).write_text(text)
    environment = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'protos'}",
        "PYTHON": sys.executable,
        "KUBECTL": kubectl,
        "KUBECONFIG": "/nonexistent",
        "WRITTEN": str(written),
        "HOME": str(folder),
    }
    for command in commands:
        done = subprocess.run(
            ("bash", "-eu", "-o", "pipefail", "-c", command),
            cwd=here,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"

    def read(name: str) -> str:
        return (written / name).read_text() if (written / name).exists() else ""

    applied, piped = ([each for each in parsed(read(name)) if each] for name in ("applied", "piped"))
    return Outcome(here, read("calls").splitlines(), applied, piped)


PAGE = (DOCS / "deploy.md").read_text()


def of_kubectl(text: str) -> list[str]:
    """The blocks of commands for kubectl and what they need, also within lists."""
    found = blocks(re.sub(r"^ {3}", "", text, flags=re.MULTILINE), "")
    return [block for block in found if re.search(r"^(kubectl|openssl|playhall signing-key) ", block, re.MULTILINE)]


@pytest.fixture(scope="module")
def first_time(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder = tmp_path_factory.mktemp("first-time")
    authority = Authority(folder / "stores")
    ours = authority.issue("play.example.com")
    files = {
        "ca.crt": authority.certificate.read_text(),
        "tls.crt": ours.certificate.read_text(),
        "tls.key": ours.key.read_text(),
    }
    return run(folder, of_kubectl(section(PAGE, "## First time")), files)


def needed_secrets(found: list[Manifest]) -> dict[str, set[str]]:
    """The secrets that resources of a cluster ask for, each with its keys."""
    needed: dict[str, set[str]] = {}

    def need(name: str, *keys: str) -> None:
        needed.setdefault(name, set()).update(keys)

    (settings,) = of_kind(found, "ConfigMap")
    for workload in workloads(found).values():
        values = dict(settings["data"])
        for variable in container(workload).get("env", []):
            reference = variable.get("valueFrom", {}).get("secretKeyRef")
            if reference is not None:
                need(reference["name"], reference["key"])
            else:
                values[variable["name"]] = variable["value"]
        mounts = {each["name"]: each["mountPath"] for each in container(workload)["volumeMounts"]}
        for volume in pod(workload).get("volumes", []):
            if "secret" in volume:
                folder = mounts[volume["name"]]
                named = {
                    value.removeprefix(f"{folder}/") for value in values.values() if value.startswith(f"{folder}/")
                }
                assert named, f"{workload['metadata']['name']} reads nothing of {volume['name']}"
                need(volume["secret"]["secretName"], *named)
    for each in of_kind(found, "TriggerAuthentication"):
        for reference in each["spec"]["secretTargetRef"]:
            need(reference["name"], reference["key"])
    for each in of_kind(found, "Gateway"):
        for listener in each["spec"]["listeners"]:
            for reference in listener["tls"]["certificateRefs"]:
                need(reference["name"], "tls.crt", "tls.key")
    return needed


def test_the_secrets_that_the_page_makes_are_those_that_the_manifests_ask_for(first_time: Outcome) -> None:
    made = {name: set(data) for name, data in first_time.secrets().items()}
    assert made == needed_secrets(first_time.applied)


def test_what_the_page_applies_is_production_in_its_namespace(first_time: Outcome) -> None:
    resources = [each for each in first_time.applied if each["kind"] not in ("Secret", "Namespace")]
    assert len(resources) == len([each for each in rendered("prod") if each["kind"] != "Namespace"])
    assert {each["metadata"]["namespace"] for each in resources} == {"playhall"}
    assert {each["metadata"]["namespace"] for each in of_kind(first_time.applied, "Secret")} == {"playhall"}
    assert {each["metadata"]["name"] for each in of_kind(first_time.applied, "Namespace")} == {"playhall"}


def test_the_page_waits_for_and_enters_what_it_has_applied(first_time: Outcome) -> None:
    assert named_in(first_time.calls) == {("job", "migrate"), ("deployment", "gateway"), ("deploy", "gateway")}
    there = workloads(first_time.applied)
    assert there["migrate"]["kind"] == "Job"
    assert there["gateway"]["kind"] == "Deployment"


def named_in(calls: list[str]) -> set[tuple[str, str]]:
    return {found for call in calls for found in re.findall(r"\b(job|deployment|deploy|service)/([\w-]+)", call)}


def test_namespaces_get_the_labels_that_the_network_policies_look_for(first_time: Outcome) -> None:
    given = {found for call in first_time.calls for found in re.findall(r"^label namespace \w+ (\S+)=true$", call)}
    policies = str([each["spec"] for each in of_kind(first_time.applied, "NetworkPolicy")])
    assert (
        given == set(re.findall(r"'(playhall/\w+)': 'true'", policies)) == {"playhall/entrance", "playhall/monitoring"}
    )


def test_no_key_is_left_lying_about_but_the_one_to_keep(first_time: Outcome) -> None:
    left = {path.name for path in first_time.folder.iterdir() if path.suffix in (".key", ".json")}
    assert left == {"engine-ca.key", "tls.key"}  # the second was there before


def unpacked(folder: Path, data: Mapping[str, str]) -> TlsFiles:
    for name, value in data.items():
        (folder / name).write_bytes(base64.b64decode(value))
    return TlsFiles(str(folder / "tls.crt"), str(folder / "tls.key"), str(folder / "ca.crt"))


@pytest.fixture
def pairs(first_time: Outcome, tmp_path: Path) -> dict[str, TlsFiles]:
    """The engines' certificate, and their callers', as pods find them."""
    found = {}
    for name in ("playhall-engine-tls", "playhall-engine-client-tls"):
        (tmp_path / name).mkdir()
        found[name] = unpacked(tmp_path / name, first_time.secrets()[name])
    return found


def test_engines_and_callers_accept_the_certificates_that_the_page_makes(pairs: dict[str, TlsFiles]) -> None:
    server = EngineServer([RULESET], address="127.0.0.1:0", token="", tls=pairs["playhall-engine-tls"])
    server.start()
    try:
        for engine in (name for name in workloads(rendered("prod")) if name.startswith("engine-")):
            assert serves(server.address, engine, pairs["playhall-engine-client-tls"])
        assert not serves(server.address, "engine-of-somebody", pairs["playhall-engine-client-tls"])
        nobody = TlsFiles(authorities=pairs["playhall-engine-client-tls"].authorities)
        assert not serves(server.address, "engine-duels", nobody)
        # An engine that is taken over cannot call others: its certificate is a server's.
        assert not serves(server.address, "engine-duels", pairs["playhall-engine-tls"])
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)


def serves(address: str, name: str, files: TlsFiles) -> bool:
    """Whether an engine is reached under a name by who shows these certificates."""
    options = [("grpc.ssl_target_name_override", name), ("grpc.use_local_subchannel_pool", 1)]
    with grpc.secure_channel(address, channel_credentials(files), options=options) as channel:
        try:
            return health_of(channel, "") == health_pb2.HealthCheckResponse.SERVING
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise
            return False


def test_the_signing_keys_that_the_page_makes_can_be_read(first_time: Outcome, tmp_path: Path) -> None:
    path = tmp_path / "signing-keys.json"
    path.write_bytes(base64.b64decode(first_time.secrets()["playhall-signing-keys"]["signing-keys.json"]))
    assert read_key_file(path) is not None


def test_an_upgrade_migrates_before_it_replaces_anything(tmp_path: Path) -> None:
    done = run(tmp_path, of_kubectl(section(PAGE, "## An upgrade")), {})
    steps = [re.sub(r"^--namespace playhall ", "", call) for call in done.calls]
    migrate, apply = (next(i for i, step in enumerate(steps) if step.startswith(what)) for what in ("wait", "apply -k"))
    assert steps[migrate] == "wait --for=condition=complete --timeout=300s job/migrate"
    assert migrate < apply
    (selector,) = {found for step in steps for found in re.findall(r"^apply --selector (\S+) -f -$", step)}
    label, value = selector.split("=")
    chosen = {
        (each["kind"], each["metadata"]["name"])
        for each in done.piped
        if each["metadata"].get("labels", {}).get(label) == value
    }
    assert chosen == {("Job", "migrate"), ("NetworkPolicy", "migrate")}
    # The pods that an incompatible release stops are those that read and write matches.
    (stopped,) = {
        found for step in steps for found in re.findall(r"delete deployment .*component in \(([a-z, ]+)\)", step)
    }
    components = {
        each["metadata"]["labels"]["app.kubernetes.io/component"] for each in of_kind(done.piped, "Deployment")
    }
    assert set(stopped.split(", ")) == components - {"engine"}


def test_the_cluster_to_try_things_in_has_all_secrets_that_it_asks_for(tmp_path: Path) -> None:
    readme = (K8S / "overlays" / "dev" / "README.md").read_text()
    done = run(tmp_path, of_kubectl_or_cd(readme), {})
    # Kustomize names secrets after what is in them.
    made = {name.rpartition("-")[0]: data for name, data in done.secrets().items()}
    needed = {name.rpartition("-")[0]: keys for name, keys in needed_secrets(done.applied).items()}
    assert {name: set(data) for name, data in made.items()} == needed
    connections = {key: base64.b64decode(value).decode() for key, value in made["playhall-connections"].items()}
    passwords = {key: base64.b64decode(value).decode() for key, value in made["playhall-stores"].items()}
    assert connections == {
        "redis-url": f"redis://:{passwords['valkey-password']}@valkey:6379/0",
        "broker-url": f"redis://:{passwords['valkey-password']}@valkey:6379/1",
        "database-url": f"postgresql://playhall:{passwords['postgres-password']}@postgres:5432/playhall",
    }
    assert len(set(passwords.values())) == 2


def of_kubectl_or_cd(text: str) -> list[str]:
    return [block for block in blocks(text, "") if "kubectl" in block]
