"""Scripts on one server."""

from redis import Redis

from services.redis_clients import live_state
from services.settings import read_settings


def test_a_server_that_has_forgotten_a_script_is_sent_it_again(redis_url: str, redis_client: Redis) -> None:
    client = live_state(read_settings({"PLAYHALL_REDIS_URL": redis_url}).redis)
    script = client.register_script("return {KEYS[1], ARGV[1]}")
    assert script(["key"], ["first"]) == [b"key", b"first"]
    redis_client.script_flush()
    assert script(["key"], ["second"]) == [b"key", b"second"]
    client.close()
