"""What ``playhall up`` starts, and with which settings."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from cli.sockets import listen
from cli.supervisor import Service
from cli.up import _environment, _settings, _stages, _url
from services.settings import BadSetting, Settings, read_settings


def settings(**changes: str) -> Settings:
    return read_settings({f"PLAYHALL_{name.upper()}": value for name, value in changes.items()})


def stages(wanted: Settings, engines: dict[str, str], *, apart: bool = False) -> list[list[Service]]:
    return _stages(wanted, engines, 2, 9, 9464, engines_apart=apart)


def names(wanted: Settings, engines: dict[str, str], *, apart: bool = False) -> list[list[str]]:
    return [[service.name for service in stage] for stage in stages(wanted, engines, apart=apart)]


def test_what_others_need_starts_first() -> None:
    assert names(settings(), {"factionwars": "unix:/data/engine-factionwars.sock"}) == [
        ["database", "valkey"],
        ["engines"],
        [
            "gateway",
            "gateway grpc",
            "worker turns",
            "background",
            "worker thinking",
            "worker series",
            "worker webhooks",
        ],
    ]


def test_workers_of_series_searches_and_calls_wait_until_tasks_wait_in_their_queues() -> None:
    (background,) = [each for each in stages(settings(), {})[2] if each.name == "background"]
    on_demand = [each.name for stage in stages(settings(), {}) for each in stage if each.on_demand]
    assert on_demand == ["worker thinking", "worker series", "worker webhooks"]
    assert background.command[-2:] == ("--on-demand", "thinking,series,webhooks")


ADDRESSES = {"duels": "unix:/data/engine-duels.sock", "faceoff": "unix:/data/engine-faceoff.sock"}


def test_one_process_serves_all_rulesets_each_at_a_socket_of_its_own() -> None:
    (service,) = stages(settings(), ADDRESSES)[1]
    listen = ("--listen", "unix:/data/engine-duels.sock", "--listen", "unix:/data/engine-faceoff.sock")
    assert service.command == ("engine", "duels", "faceoff", *listen)


def test_each_ruleset_has_a_process_of_its_own_if_asked_for() -> None:
    first, second = stages(settings(), ADDRESSES, apart=True)[1]
    assert (first.name, first.command) == ("engine duels", ("engine", "duels", "--listen", ADDRESSES["duels"]))
    assert (second.name, second.command) == ("engine faceoff", ("engine", "faceoff", "--listen", ADDRESSES["faceoff"]))


def test_without_rulesets_of_its_own_no_engine_starts() -> None:
    assert names(settings(), {})[1] == []


def test_a_server_given_by_url_is_used_instead_of_the_embedded_one() -> None:
    assert "valkey" not in names(settings(redis_url="redis://127.0.0.1:6379/0"), {})[0]


def test_children_get_the_settings_as_they_were_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYHALL_PORT", "1")
    decided = settings(data_dir=str(tmp_path), nudge_seconds="3").changed(port=4711, engines="local")
    assert read_settings(_environment(decided)) == decided


@pytest.mark.parametrize(
    ("host", "is_open"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("host.lan", False)],
)
def test_people_sign_up_where_only_this_machine_can_call(host: str, is_open: bool) -> None:
    assert _settings({"host": host}).accounts.sign_up is is_open


def test_its_owner_may_open_a_machine_for_others_to_sign_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYHALL_SIGN_UP", "1")
    assert _settings({"host": "0.0.0.0"}).accounts.sign_up is True
    monkeypatch.setenv("PLAYHALL_SIGN_UP", "0")
    assert _settings({}).accounts.sign_up is False


def test_pages_of_this_machine_may_call_unless_its_owner_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _settings({}).gateway.cors_origins == "http://localhost:*,http://127.0.0.1:*,http://[::1]:*"
    monkeypatch.setenv("PLAYHALL_CORS_ORIGINS", "https://play.example")
    assert _settings({}).gateway.cors_origins == "https://play.example"
    monkeypatch.setenv("PLAYHALL_CORS_ORIGINS", "")
    assert _settings({}).gateway.cors_origins == ""


def test_the_address_that_is_told_can_be_reached_from_this_machine() -> None:
    for host, url in (("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("::1", "[::1]")):
        assert _url(settings(host=host).changed(port=80)) == f"http://{url}:80"


def test_a_taken_port_is_a_bad_setting_that_names_it() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetting, match=rf"127\.0\.0\.1 port {port}: Address already in use\. Choose another"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize(("option", "setting"), [("--port", "PLAYHALL_PORT"), ("--grpc-port", "PLAYHALL_GRPC_PORT")])
def test_a_taken_port_is_told_with_the_option_and_the_setting_that_choose_another(
    tmp_path: Path, option: str, setting: str
) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        environment = {"PLAYHALL_DATA_DIR": str(tmp_path), "PLAYHALL_PORT": "0", setting: port}
        result = CliRunner().invoke(main, ["up"], env=environment)
    assert result.exit_code == 1
    assert f"Choose another port with {option} or {setting}; 0 takes a free one" in result.output


def test_help_tells_from_which_settings_options_have_their_defaults() -> None:
    told = " ".join(CliRunner().invoke(main, ["up", "--help"]).output.split())
    assert "Default: PLAYHALL_HOST, else 127.0.0.1" in told
    assert "Default: PLAYHALL_PORT, else 8080." in told
    assert "Default: PLAYHALL_GRPC_PORT, else 8081." in told
    assert "Default: PLAYHALL_DATA_DIR, else ~/.local/share/playhall." in told


def test_an_address_of_another_machine_is_a_bad_setting() -> None:
    with pytest.raises(BadSetting, match=r"cannot listen on 192\.0\.2\.1 port 0"):
        listen("192.0.2.1", 0)


def test_options_come_before_the_environment(tmp_path: Path) -> None:
    environment = {"PLAYHALL_HOST": "127.0.0.1", "PLAYHALL_DATA_DIR": str(tmp_path)}
    result = CliRunner().invoke(main, ["up", "--host", "192.0.2.1"], env=environment)
    assert "192.0.2.1" in result.output


def test_any_free_port_means_one_for_grpc_too_unless_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLAYHALL_GRPC_PORT", raising=False)
    assert _settings({"port": 0}).gateway.grpc_port == 0
    assert _settings({"port": 0, "grpc_port": 4711}).gateway.grpc_port == 4711
    assert _settings({"port": 4712, "grpc_port": None}).gateway.grpc_port == 8081
    monkeypatch.setenv("PLAYHALL_GRPC_PORT", "4713")
    assert _settings({"port": 0}).gateway.grpc_port == 4713


def test_bad_settings_are_said_before_anything_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    environment = {"PLAYHALL_DATA_DIR": str(folder), "PLAYHALL_PORT": "many"}
    result = CliRunner().invoke(main, ["up"], env=environment)
    assert result.exit_code == 1
    assert "PLAYHALL_PORT must be a whole number" in result.output
    assert not folder.exists()


def test_a_cluster_wants_a_broker_beside_it_before_anything_starts(tmp_path: Path) -> None:
    environment = {"PLAYHALL_DATA_DIR": str(tmp_path / "data"), "PLAYHALL_REDIS_URL": "redis+cluster://127.0.0.1:1"}
    result = CliRunner().invoke(main, ["up", "--port", "0"], env=environment)
    assert result.exit_code == 1
    assert "PLAYHALL_BROKER_URL must be given" in result.output
    assert "Starting" not in result.output
