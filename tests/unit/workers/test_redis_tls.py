"""Which certificates a Redis client is told of."""

from pathlib import Path

import pytest

from services.redis_clients.tls import tls_options
from services.settings import BadSetting, read_settings
from workers.app import create_worker

ENCRYPTED = {"PLAYHALL_REDIS_URL": "rediss://redis.example.com:6379/0"}


def test_a_plain_connection_is_told_nothing() -> None:
    settings = read_settings({"PLAYHALL_REDIS_URL": "redis://redis.example.com/0"})
    assert tls_options(settings.redis.redis_url, settings.redis) == {}
    assert create_worker(settings).conf.broker_use_ssl is None


def test_certificate_and_name_of_the_server_are_checked_also_where_no_file_is_given() -> None:
    settings = read_settings(ENCRYPTED)
    checked = {"ssl_cert_reqs": "required", "ssl_check_hostname": True}
    assert tls_options(settings.redis.redis_url, settings.redis) == checked
    assert settings.redis.broker_url == "rediss://redis.example.com:6379/1"
    assert create_worker(settings).conf.broker_use_ssl == checked


def test_the_files_of_the_settings_are_used(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("ca", "cert", "key")}
    for path in files.values():
        path.touch()
    given = {f"PLAYHALL_REDIS_{name.upper()}_FILE": str(path) for name, path in files.items()}
    settings = read_settings(ENCRYPTED | given)
    assert tls_options(settings.redis.redis_url, settings.redis) == {
        "ssl_cert_reqs": "required",
        "ssl_check_hostname": True,
        "ssl_ca_certs": str(tmp_path / "ca"),
        "ssl_certfile": str(tmp_path / "cert"),
        "ssl_keyfile": str(tmp_path / "key"),
    }


def test_a_file_that_cannot_be_read_is_named() -> None:
    settings = read_settings(ENCRYPTED | {"PLAYHALL_REDIS_CA_FILE": "/nowhere/ca.crt"})
    with pytest.raises(BadSetting, match=r"PLAYHALL_REDIS_CA_FILE names /nowhere/ca.crt, .* No such file"):
        tls_options(settings.redis.redis_url, settings.redis)


def test_certificates_for_a_connection_in_the_clear_are_a_mistake() -> None:
    with pytest.raises(BadSetting, match="to begin with rediss://"):
        read_settings({"PLAYHALL_REDIS_URL": "redis://redis/0", "PLAYHALL_REDIS_CA_FILE": "/ca.crt"})


@pytest.mark.parametrize("alone", ["CERT", "KEY"])
def test_a_certificate_and_its_key_go_together(alone: str) -> None:
    with pytest.raises(BadSetting, match="PLAYHALL_REDIS_CERT_FILE and PLAYHALL_REDIS_KEY_FILE go together"):
        read_settings(ENCRYPTED | {f"PLAYHALL_REDIS_{alone}_FILE": "/file"})
