"""The component for versions of rulesets side by side: as it is, and with a version that docs/versions.md adds."""

import shutil
import subprocess

import pytest

from services.engine.registry import places, targets
from tests.integration.docs.pages import DOCS, blocks, section
from tests.manifests import K8S, Manifest, container, environment, needs_kubectl, of_kind, render, started, workloads

PAGE = section((DOCS / "versions.md").read_text(), "### On Kubernetes")

pytestmark = needs_kubectl


@pytest.fixture(scope="module", params=["as it is", "as the page says"])
def applied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Manifest, ...]:
    """What the production overlay applies with the component, which holds an older version of one ruleset."""
    copy = tmp_path_factory.mktemp("versions") / "k8s"
    shutil.copytree(K8S, copy)
    component = copy / "components" / "older-versions"
    if request.param == "as the page says":
        (commands,), (additions,) = blocks(PAGE, "sh"), blocks(PAGE, "yaml")
        subprocess.run(["sh", "-e", "-c", commands], cwd=component, check=True)
        head = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"
        (component / "kustomization.yaml").write_text(head + additions)
    overlay = copy / "overlays" / "prod"
    kustomization = overlay / "kustomization.yaml"
    text = kustomization.read_text()
    for name in ("cert-manager", "older-versions"):
        assert text.count(f"# - ../../components/{name}\n") == 1
        text = text.replace(f"# - ../../components/{name}\n", f"- ../../components/{name}\n")
    kustomization.write_text(text)
    return tuple(render(overlay))


@pytest.fixture
def old(applied: tuple[Manifest, ...]) -> str:
    """The name of the older version's engine."""
    (name,) = (name for name in workloads(applied) if name in ("engine-duels-1-0-0", "engine-standoff-1-2-0"))
    return name


@pytest.fixture
def new(old: str) -> str:
    """The name of the engine of the overlay's image."""
    return old[:-6]


def test_it_has_an_engine_of_the_old_image_that_starts_the_ruleset(
    applied: tuple[Manifest, ...], old: str, new: str
) -> None:
    engines = workloads(applied)
    digit = {"engine-duels-1-0-0": "1", "engine-standoff-1-2-0": "2"}[old]
    assert container(engines[old])["image"] == f"registry.example.com/playhall@sha256:{digit * 64}"
    assert container(engines[new])["image"] == f"registry.example.com/playhall@sha256:{'0' * 64}"
    assert started(engines[old]) == started(engines[new])
    assert started(engines[old])[1]["rulesets"] == (new.removeprefix("engine-"),)


def test_it_has_what_every_engine_has_and_for_its_own_pods_only(
    applied: tuple[Manifest, ...], old: str, new: str
) -> None:
    """Its manifests are those of the other engine, but for name and image."""

    def of(name: str) -> dict[str, str]:
        return {each["kind"]: str(each) for each in applied if each["metadata"]["name"] == name}

    kinds = {"Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service"}
    assert of(old).keys() == of(new).keys() == kinds
    image, other = (container(workloads(applied)[name])["image"] for name in (old, new))
    assert {kind: text.replace(old, new).replace(image, other) for kind, text in of(old).items()} == of(new)
    assert "PLAYHALL_ENGINE_TLS_CERT" in environment(workloads(applied)[old])
    for text in of(old).values():
        assert f"'{new}'" not in text


def test_nothing_else_of_the_base_is_there_twice(applied: tuple[Manifest, ...], old: str) -> None:
    without = {(each["kind"], each["metadata"]["name"]) for each in render(K8S / "overlays" / "prod")}
    added = {(each["kind"], each["metadata"]["name"]) for each in applied} - without
    assert {name for kind, name in added if kind not in ("Certificate", "Issuer", "ConfigMap")} == {old}


def test_gateways_and_workers_find_both_versions(applied: tuple[Manifest, ...], old: str, new: str) -> None:
    (settings,) = of_kind(applied, "ConfigMap")
    both = [f"dns:///{new}:50051", f"dns:///{old}:50051"]
    ruleset = new.removeprefix("engine-")
    served = places(settings["data"]["PLAYHALL_ENGINES"])
    assert targets(served.pop(ruleset)) == both
    others = {"commanders", "duels", "faceoff", "factionwars", "standoff"} - {ruleset}
    assert served == {other: f"dns:///engine-{other}:50051" for other in others}
    assert targets(places(settings["data"]["PLAYHALL_WORKER_ENGINES"])[ruleset]) == ["local", both[1]]


def test_the_certificate_of_engines_names_both(applied: tuple[Manifest, ...], old: str, new: str) -> None:
    (certificate,) = (
        each for each in of_kind(applied, "Certificate") if each["metadata"]["name"] == "playhall-engine-tls"
    )
    assert {old, new} <= set(certificate["spec"]["dnsNames"])
