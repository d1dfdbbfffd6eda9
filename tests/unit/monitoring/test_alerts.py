"""Alerts fire when they should and are silent when all is well: tried by ``promtool`` on series that are made up."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from services.errors import Reason
from services.webhooks import Outcome
from tests.monitoring import COMPONENT, dashboard_expressions, nodes, rule_expressions, rule_groups, rules

needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool, of Prometheus, is not here")

MINUTES: Final = 90
"""How long a test lasts: no alert waits for longer, and budgets are burnt as fast from the start."""
N: Final = 'namespace="playhall"'
DECISIONS: Final = f'playhall_requests_total{{{N},operation="answerDecision",reason="OK"}}'
BUSY: Final = f'playhall_requests_total{{{N},operation="answerDecision",reason="BUSY"}}'
QUICK: Final = f'playhall_request_seconds_bucket{{{N},operation="answerDecision",le="0.5"}}'
OPENED: Final = f'playhall_requests_total{{{N},operation="streamMatchEventsSse",reason="OK"}}'
NOT_OPENED: Final = f'playhall_requests_total{{{N},operation="streamMatchEventsSse",reason="INTERNAL"}}'
TOLD_SOON: Final = f'playhall_stream_lag_seconds_bucket{{{N},le="0.25"}}'
FAILED: Final = f'playhall_task_seconds_count{{{N},task="turns.play",outcome="TaskFailed"}}'
SERIES_LEFT: Final = f"playhall_series_matches_left{{{N}}}"
SERIES_PLAYED: Final = f'playhall_series_matches_total{{{N},ruleset="duels"}}'
BOTS_ANSWER, BOTS_UNREACHED, BOTS_CHEAT = (
    f'playhall_webhook_call_seconds_count{{{N},outcome="{outcome}"}}'
    for outcome in ("answered", "connect", "illegal_action")
)
BREAKERS: Final = f"playhall_webhook_breakers_open{{{N}}}"
LIVE: Final = f'{N},server="live"'
READY: Final = f'playhall_gateway_ready{{{N},process="gateway"}}'
AWAY: Final = f'playhall_gateway_part_down{{{N},process="gateway",part="database"}}'
ENGINE_AWAY: Final = f'playhall_gateway_part_down{{{N},process="gateway",part="engine:duels"}}'
PROXIED, PROXY_FAILS = (
    f'haproxy_backend_http_responses_total{{proxy="playhall_rest",code="{code}"}}' for code in ("2xx", "5xx")
)
REFUSED: Final = f'playhall_requests_total{{{N},api="rest",operation="getMatch",reason="BUSY"}}'
ENVOY, ENVOY_FAILS = (
    f'envoy_cluster_upstream_rq_xx{{envoy_cluster_name="httproute/playhall/rest/0",envoy_response_code_class="{code}"}}'
    for code in "25"
)
ENGINE_FAILURES: Final = f'playhall_engine_call_failures_total{{{N},ruleset="duels",call="Play",reason="UNAVAILABLE"}}'
SLOW_COMMITS: Final = f'playhall_commit_seconds_bucket{{{N},ruleset="duels",le="0.01"}}'
CONFLICTS: Final = f'playhall_commit_conflicts_total{{{N},ruleset="duels"}}'


def steady(value: float) -> str:
    """A figure that stays, a value a minute."""
    return f"{value}+0x{MINUTES}"


def rising(by: float) -> str:
    """A figure that rises each minute."""
    return f"0+{by}x{MINUTES}"


def rising_from(by: float, minutes: int) -> str:
    """A figure that begins to rise so long before the end."""
    return f"0+0x{MINUTES - minutes - 1} 0+{by}x{minutes}"


def rising_until(by: float, minutes: int) -> str:
    """A figure that ceases to rise so long before the end."""
    risen = MINUTES - minutes - 1
    return f"0+{by}x{risen} {by * risen}+0x{minutes}"


def rising_meanwhile(by: float, minutes: int, mended: int, before: float = 0) -> str:
    """A figure that rises by ``before`` each minute, by ``by`` for some minutes until the fault was mended so long
    before the end, and by ``before`` from then on."""
    well = MINUTES - minutes - mended - 1
    mended_at = before * well + by * minutes
    return f"0+{before}x{well} {before * well + by}+{by}x{minutes - 1} {mended_at + before}+{before}x{mended}"


def then(before: float, after: float, minutes: int) -> str:
    """A figure that changes so long before the end."""
    return f"{before}+0x{MINUTES - minutes - 1} {after}+0x{minutes}"


WELL: Final = {
    f'up{{{N},pod="relay-1",app_kubernetes_io_part_of="playhall"}}': steady(1),
    READY: steady(2),
    AWAY: steady(0),
    PROXIED: rising(600),
    PROXY_FAILS: steady(0),
    DECISIONS: rising(600),
    QUICK: rising(600),
    f'playhall_request_seconds_count{{{N},operation="answerDecision"}}': rising(600),
    OPENED: rising(60),
    TOLD_SOON: rising(600),
    f"playhall_stream_lag_seconds_count{{{N}}}": rising(600),
    f"playhall_outbox_entries{{{N}}}": steady(3),
    f"playhall_outbox_oldest_seconds{{{N}}}": steady(1),
    f"playhall_deadlines_overdue_seconds{{{N}}}": steady(0.2),
    f'playhall_clock_skew_seconds{{{N},pod="ticker-1"}}': steady(-0.4),
    f"playhall_redis_clock_set_seconds{{{N}}}": steady(0),
    f'playhall_queue_oldest_seconds{{{N},queue="turns"}}': steady(5),
    f'playhall_queue_oldest_seconds{{{N},queue="scoring"}}': steady(5),
    f'playhall_queue_oldest_seconds{{{N},queue="maintenance"}}': steady(5),
    f"playhall_commitments_waiting{{{N}}}": steady(0),
    BOTS_ANSWER: rising(60),
    BOTS_UNREACHED: rising(3),
    BREAKERS: steady(3),
    SERIES_LEFT: steady(500),
    SERIES_PLAYED: rising(60),
    f'playhall_stuck_matches{{{N},waits_for="clock"}}': steady(0),
    f'playhall_engine_call_seconds_count{{{N},ruleset="duels",call="Play"}}': rising(600),
    ENGINE_FAILURES: rising(6),
    f'playhall_decisions_total{{{N},ruleset="duels",by="player"}}': rising(600),
    CONFLICTS: rising(6),
    SLOW_COMMITS: rising(600),
    f'playhall_commit_seconds_bucket{{{N},ruleset="duels",le="0.25"}}': rising(600),
    f'playhall_commit_seconds_bucket{{{N},ruleset="duels",le="+Inf"}}': rising(600),
    f"playhall_redis_memory_bytes{{{LIVE}}}": steady(50),
    f"playhall_redis_memory_limit_bytes{{{LIVE}}}": steady(100),
    f'playhall_redis_memory_bytes{{{N},server="broker"}}': steady(50),
    f'playhall_redis_memory_limit_bytes{{{N},server="broker"}}': steady(0),
    f"playhall_redis_evicted_keys_total{{{LIVE}}}": steady(0),
    f"playhall_redis_persistence_failing{{{LIVE}}}": steady(0),
    f"playhall_redis_replicas{{{LIVE}}}": steady(1),
    f"playhall_redis_replica_lag_seconds{{{LIVE}}}": steady(1),
    f"playhall_redis_replica_lag_bytes{{{LIVE}}}": steady(1000),
}
"""A platform that is well, for some hours."""

FAST: Final = ("PlayhallErrorBudgetBurns", "PlayhallErrorBudgetBurnsFast")
SLOW: Final = ("PlayhallErrorBudgetBurns",)
Faults = dict[str, str | None]
TURNS, SCORING, MAINTENANCE = (
    f'playhall_queue_oldest_seconds{{{N},queue="{queue}"}}' for queue in ("turns", "scoring", "maintenance")
)
STUCK: Final = f'playhall_stuck_matches{{{N},waits_for="clock"}}'
UNWRITTEN: Final = f"playhall_redis_persistence_failing{{{LIVE}}}"
FAULTS: Final[dict[str, tuple[Faults, tuple[str, ...]]]] = {
    "all is well": ({}, ()),
    # What wakes nobody is tried together, as far as it is of different things.
    "one decision in a thousand and a half, turns, series and bots that wait for a while, a replica taken away": (
        {
            BUSY: rising(0.4),
            TURNS: then(1, 31, 3),
            SERIES_PLAYED: f"0+60x{MINUTES - 40} {60 * (MINUTES - 40)}+0x40",
            FAILED: then(1, 2, 20),
            BOTS_ANSWER: rising_until(60, 8),
            BOTS_UNREACHED: rising_from(3, 8),
            f"playhall_redis_replicas{{{LIVE}}}": then(1, 0, 70),
        },
        (),
    ),
    "one decision in two hundred is slow, nothing is left of any series, the only bot cannot be reached": (
        {
            QUICK: rising(597),
            SERIES_LEFT: steady(0),
            SERIES_PLAYED: steady(60),
            BOTS_ANSWER: rising_until(60, 30),
            BOTS_UNREACHED: rising_from(3, 30),
            BREAKERS: then(0, 1, 30),
        },
        (),
    ),
    "bots cheat": ({BOTS_ANSWER: steady(600), BOTS_CHEAT: rising(60)}, ()),
    "one decision in three hundred": ({BUSY: rising(2)}, SLOW),
    "one decision in fifty": ({BUSY: rising(12)}, FAST),
    "one decision in fifty, some time ago": ({BUSY: "0+12x20 240+0x70"}, SLOW),
    "no gateway is ready": ({READY: then(2, 0, 2)}, ("PlayhallNoGatewayReady",)),
    "no gateway tells": ({READY: f"2+0x{MINUTES - 8} _x7"}, ("PlayhallNoGatewayReady",)),
    "there never was a gateway": ({READY: None}, ("PlayhallNoGatewayReady",)),
    "the database is away, and nobody asks for anything that needs it": ({AWAY: then(0, 2, 3)}, ("PlayhallStoreAway",)),
    "the database is away for one gateway": ({AWAY: then(0, 1, 3)}, ("PlayhallStoreAway",)),
    "the database was away for some minutes, and an engine is away": (
        {AWAY: f"0+0x{MINUTES - 10} 2+0x3 0+0x5", ENGINE_AWAY: steady(2)},
        (),
    ),
    "the proxy has nobody to ask": (
        {PROXIED: rising_until(600, 6), PROXY_FAILS: rising_from(600, 6)},
        ("PlayhallProxyFails",),
    ),
    "the proxy passes on what gateways refuse": (
        {
            PROXY_FAILS: rising(30),
            f'playhall_requests_total{{{N},api="rest",operation="getMatch",reason="BUSY"}}': rising(30),
        },
        (),
    ),
    "Envoy has nobody to ask": (
        {PROXIED: None, PROXY_FAILS: None, ENVOY: steady(5), ENVOY_FAILS: rising_from(600, 6)},
        ("PlayhallProxyFails",),
    ),
    # What is mended fires no more, and what was over before it would fire never does.
    "Redis is away for four minutes": (
        {BUSY: rising_from(600, 4), DECISIONS: rising_until(600, 4), QUICK: rising(600)},
        ("PlayhallErrorBudgetBurnsFast",),
    ),
    "Redis was away for four minutes, an engine failed, commits were slow, workers met and no bot was reached for half "
    "an hour; all was mended minutes ago; one gateway of two is ready": (
        {
            BUSY: rising_meanwhile(600, 4, 3),
            DECISIONS: rising_meanwhile(0, 4, 3, 600),
            QUICK: rising(600),
            ENGINE_FAILURES: rising_meanwhile(600, 30, 3),
            SLOW_COMMITS: rising_meanwhile(0, 30, 3, 600),
            CONFLICTS: rising_meanwhile(600, 30, 6),
            BOTS_ANSWER: rising_meanwhile(0, 30, 3, 60),
            BOTS_UNREACHED: rising_meanwhile(60, 30, 3),
            READY: then(2, 1, 5),
        },
        (),
    ),
    "Redis was away for four minutes where twenty decisions a minute are made, and was mended minutes ago": (
        {
            BUSY: rising_meanwhile(20, 4, 3),
            DECISIONS: rising_meanwhile(0, 4, 3, 20),
            QUICK: rising(20),
            f'playhall_request_seconds_count{{{N},operation="answerDecision"}}': rising(20),
        },
        (),
    ),
    "one decision in ten where ten a minute are made, of which none fell into the last minutes": (
        {
            BUSY: f"0+0x{MINUTES - 51} 0+1x46 46+0x3",
            DECISIONS: rising(10),
            QUICK: rising(10),
            f'playhall_request_seconds_count{{{N},operation="answerDecision"}}': rising(10),
        },
        ("PlayhallErrorBudgetBurnsFast",),
    ),
    "an engine failed, commits were slow and workers met for some minutes, and were mended minutes ago": (
        {
            ENGINE_FAILURES: rising_meanwhile(600, 2, 4),
            SLOW_COMMITS: rising_meanwhile(0, 7, 3, 600),
            CONFLICTS: rising_meanwhile(600, 8, 8),
        },
        (),
    ),
    "one decision in thirty is slow": ({QUICK: rising(580)}, SLOW),
    "one decision in five is slow": ({QUICK: rising(480)}, FAST),
    "one stream in twenty does not open": ({NOT_OPENED: rising(3)}, FAST),
    "one event in five is told late": ({TOLD_SOON: rising(480)}, FAST),
    "a pod does not answer": (
        {f'up{{{N},pod="relay-1",app_kubernetes_io_part_of="playhall"}}': then(1, 0, 6)},
        ("PlayhallTargetDown",),
    ),
    "no ticker": (
        {f"playhall_outbox_entries{{{N}}}": None, f"playhall_outbox_oldest_seconds{{{N}}}": None},
        ("PlayhallFiguresMissing",),
    ),
    "no relay": ({f"playhall_outbox_oldest_seconds{{{N}}}": then(1, 11, 2)}, ("PlayhallOutboxStands",)),
    "a host is behind": (
        {f'playhall_clock_skew_seconds{{{N},pod="ticker-1"}}': then(0, -3, 6)},
        ("PlayhallHostClockWrong",),
    ),
    "redis was set back": ({f"playhall_redis_clock_set_seconds{{{N}}}": then(0, 3600, 1)}, ("PlayhallRedisClockSet",)),
    "clocks stand": ({f"playhall_deadlines_overdue_seconds{{{N}}}": then(0, 11, 2)}, ("PlayhallClocksStand",)),
    "turns wait": ({TURNS: then(1, 31, 6)}, ("PlayhallBotTurnsWait",)),
    "results wait": (
        {SCORING: then(1, 61, 6)},
        ("PlayhallScoringWaits",),
    ),
    "maintenance waits": (
        {MAINTENANCE: then(1, 121, 6)},
        ("PlayhallMaintenanceWaits",),
    ),
    "commitments wait": ({f"playhall_commitments_waiting{{{N}}}": then(0, 1, 3)}, ("PlayhallCommitmentsWait",)),
    "series stand": ({SERIES_PLAYED: steady(60)}, ("PlayhallSeriesStand",)),
    "no series was ever played": ({SERIES_PLAYED: None}, ("PlayhallSeriesStand",)),
    "a match is stuck": (
        {STUCK: then(0, 1, 6)},
        ("PlayhallMatchesStuck",),
    ),
    "nobody looks for stuck matches": (
        {STUCK: None},
        ("PlayhallReconciliationMissing",),
    ),
    "a task fails for the first time": ({FAILED: f"_x{MINUTES - 5} 1+0x5"}, ("PlayhallTaskFailed",)),
    "a task fails again": ({FAILED: then(1, 2, 5)}, ("PlayhallTaskFailed",)),
    "an engine fails": (
        {ENGINE_FAILURES: rising(60)},
        ("PlayhallEngineFails",),
    ),
    "an engine does nothing but fail": (
        {
            f'playhall_engine_call_seconds_count{{{N},ruleset="duels",call="Play"}}': steady(600),
            ENGINE_FAILURES: rising(6),
        },
        ("PlayhallEngineFails",),
    ),
    "no bot can be reached": (
        {BOTS_ANSWER: rising_until(60, 30), BOTS_UNREACHED: rising_from(3, 30)},
        ("PlayhallWebhookCallsFail",),
    ),
    "no bot can be reached, tried every ten minutes": (
        {
            BOTS_ANSWER: steady(600),
            BOTS_UNREACHED: "0+0x20 1+0x9 2+0x9 3+0x9 4+0x9 5+0x9 6+0x9 7+0x9",
        },
        ("PlayhallWebhookCallsFail",),
    ),
    "workers play the same matches": (
        {CONFLICTS: rising(90)},
        ("PlayhallCommitsConflict",),
    ),
    "commits are slow": (
        {SLOW_COMMITS: rising(300)},
        ("PlayhallCommitsSlow",),
    ),
    "Redis fills up": ({f"playhall_redis_memory_bytes{{{LIVE}}}": then(50, 76, 6)}, ("PlayhallRedisFillsUp",)),
    "Redis is almost full": (
        {f"playhall_redis_memory_bytes{{{LIVE}}}": then(50, 91, 6)},
        ("PlayhallRedisAlmostFull", "PlayhallRedisFillsUp"),
    ),
    "Redis throws keys away": (
        {f"playhall_redis_evicted_keys_total{{{LIVE}}}": then(0, 5, 5)},
        ("PlayhallRedisEvicts",),
    ),
    "Redis cannot write": (
        {UNWRITTEN: then(0, 1, 3)},
        ("PlayhallRedisCannotWrite",),
    ),
    "a replica is lost": ({f"playhall_redis_replicas{{{LIVE}}}": then(1, 0, 6)}, ("PlayhallRedisReplicaLost",)),
    "a replica is not heard of": (
        {f"playhall_redis_replica_lag_seconds{{{LIVE}}}": then(1, 11, 3)},
        ("PlayhallRedisReplicaLags",),
    ),
    "a replica is behind": (
        {f"playhall_redis_replica_lag_bytes{{{LIVE}}}": then(0, 100_000_000, 3)},
        ("PlayhallRedisReplicaLags",),
    ),
}


def promtool(*arguments: str | Path) -> None:
    done = subprocess.run(("promtool", *map(str, arguments)), capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def rule_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "rules.yaml"
    path.write_text(yaml.safe_dump({"groups": rule_groups()}))
    return path


@needs_promtool
def test_the_rules_are_such_as_prometheus_takes(rule_file: Path) -> None:
    promtool("check", "rules", "--lint-fatal", rule_file)


@needs_promtool
@pytest.mark.slow
@pytest.mark.timeout(700)
def test_who_is_woken_by_what(rule_file: Path, tmp_path: Path) -> None:
    tests = [promtool_test(name, faults, fired) for name, (faults, fired) in FAULTS.items()]
    path = tmp_path / "test.yaml"
    path.write_text(yaml.safe_dump({"rule_files": [str(rule_file)], "evaluation_interval": "1m", "tests": tests}))
    promtool("test", "rules", path)


def promtool_test(name: str, faults: Faults, fired: Sequence[str]) -> dict[str, Any]:
    """One test as promtool reads it: of the series, and the alerts that fire in the end."""
    series = {**WELL, **faults}
    return {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": key, "values": values} for key, values in series.items() if values is not None],
        "promql_expr_test": [
            {
                "expr": 'max by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": f"{MINUTES}m",
                "exp_samples": [{"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in fired],
            }
        ],
    }


def test_every_alert_is_tried() -> None:
    assert {rule["alert"] for rule in rules("alert")} == {alert for _, fired in FAULTS.values() for alert in fired}


def test_every_alert_says_how_grave_it_is_and_what_has_happened() -> None:
    for rule in rules("alert"):
        assert rule["alert"].startswith("Playhall")
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"].endswith(".")


def test_the_page_for_operators_has_every_alert_and_no_other() -> None:
    page = (COMPONENT.parents[2] / "docs" / "operations.md").read_text()
    told = re.findall(r"^\| `(Playhall\w+)` \| (\w+) \|", page, re.MULTILINE)
    assert sorted(told) == sorted((rule["alert"], rule["labels"]["severity"]) for rule in rules("alert"))


def test_the_platforms_own_faults_are_those_of_the_errors() -> None:
    faults = "|".join(sorted((reason.name for reason in Reason if reason.http_status >= 500), reverse=True))
    excluded = re.findall(r'reason!~"([^"]*)"', (COMPONENT / "alerts.yaml").read_text())
    assert faults == "INTERNAL|BUSY"
    assert set(excluded) == {faults}


def test_calls_that_reach_nobody_are_told_alike_and_by_outcomes_that_there_are() -> None:
    reach_nobody = (Outcome.TIMEOUT, Outcome.CONNECT, Outcome.TLS, Outcome.REFUSED_ADDRESS)
    expressions = " ".join(each.text for each in (*rule_expressions(), *dashboard_expressions()))
    asked = re.findall(r'outcome=~"([^"]*)"', expressions)
    assert asked == ["|".join(outcome.value for outcome in reach_nobody)] * 3


def test_a_service_level_is_the_same_ratio_over_each_window() -> None:
    ratios: dict[str, dict[str, str]] = {}
    for rule in rules("record"):
        if rule["record"].startswith("playhall:bad_ratio"):
            window = rule["record"].removeprefix("playhall:bad_ratio:rate")
            ratios.setdefault(rule["labels"]["slo"], {})[window] = rule["expr"].replace(f"[{window}]", "[]")
    assert list(ratios) == ["decisions", "decisions-latency", "streams", "streams-latency"]
    for of_windows in ratios.values():
        assert list(of_windows) == ["2m", "5m", "30m", "1h", "6h", "3d"]
        assert len(set(of_windows.values())) == 1


def test_every_expression_is_promql() -> None:
    expressions = [*rule_expressions(), *dashboard_expressions()]
    assert len(expressions) > 80
    for expression in expressions:
        assert nodes(expression.parsed), expression
