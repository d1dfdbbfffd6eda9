"""The alerts and dashboards of ``k8s/components/monitoring``, and their expressions, taken apart."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import promql_parser as promql
import yaml

COMPONENT: Final = Path(__file__).parents[1] / "k8s" / "components" / "monitoring"
NAMESPACE: Final = "playhall"

TARGET_LABELS: Final = frozenset({"namespace", "pod", "app_kubernetes_io_part_of"})
"""What Prometheus adds to the figures of a pod, as far as expressions ask for it."""

_VARIABLES: Final = {"$namespace": NAMESPACE, "$__rate_interval": "30s"}
_EXACT: Final = (promql.MatchOp.Equal, promql.MatchOp.NotEqual)


@dataclass(frozen=True, slots=True)
class Expression:
    """``where`` it stands, and what; ``legend``: labels that the legend of a panel names."""

    where: str
    text: str
    legend: frozenset[str] = frozenset()

    @property
    def parsed(self) -> promql.Expr:
        """Its syntax tree.

        Raises:
            ValueError: it is no PromQL.
        """
        return promql.parse(self.text)

    @property
    def selectors(self) -> "list[promql.VectorSelector]":
        """What it reads."""
        return [node for node in nodes(self.parsed) if isinstance(node, promql.VectorSelector)]


def nodes(tree: promql.Expr) -> list[promql.Expr]:
    """A syntax tree's parts, from the top."""
    found: list[promql.Expr] = []
    promql.walk(tree, found.append)
    return found


def rule_groups() -> list[dict[str, Any]]:
    """The groups of rules, as a rule file of Prometheus has them."""
    groups: list[dict[str, Any]] = yaml.safe_load((COMPONENT / "alerts.yaml").read_text())["spec"]["groups"]
    return groups


def rules(kind: str) -> list[dict[str, Any]]:
    """All rules of a kind: ``alert`` or ``record``."""
    return [rule for group in rule_groups() for rule in group["rules"] if kind in rule]


def dashboards() -> dict[str, Any]:
    """The dashboards by their file names."""
    return {path.name: json.loads(path.read_text()) for path in sorted((COMPONENT / "dashboards").glob("*.json"))}


def dashboard_expressions() -> Iterator[Expression]:
    """What each panel shows, with values for its variables."""
    for name, dashboard in dashboards().items():
        for panel in dashboard["panels"]:
            for target in panel.get("targets", ()):
                text = target["expr"]
                for variable, value in _VARIABLES.items():
                    text = text.replace(variable, value)
                legend = frozenset(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
                yield Expression(f"{name}: {panel['title']}", text, legend)


def rule_expressions() -> Iterator[Expression]:
    """What each rule asks."""
    for rule in (*rules("record"), *rules("alert")):
        slo = rule.get("labels", {}).get("slo", "")
        yield Expression(f"{rule.get('alert') or rule['record']} {slo}".strip(), rule["expr"])


def matches(selector: "promql.VectorSelector", labels: Mapping[str, str]) -> bool:
    """Whether a series of the selector's name fits its matchers."""
    for matcher in selector.matchers.matchers:
        value = labels.get(matcher.name, "")
        fits = value == matcher.value if matcher.op in _EXACT else re.fullmatch(matcher.value, value) is not None
        if fits is not (matcher.op in (promql.MatchOp.Equal, promql.MatchOp.Re)):
            return False
    return True
