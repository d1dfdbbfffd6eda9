"""Whether the live state can be used."""

from typing import Final

import redis
from redis import Redis

from services.matches.redis_keys import SHARDS, readiness_key
from services.redis_clients import UNAVAILABLE
from services.redis_clients.slots import one_of_each_server

READINESS_SECONDS: Final = 60


def check_writable(client: Redis) -> None:
    """Write something: a server that answers may still refuse every commit. On a Redis Cluster it is enough that one of
    its servers takes writes: matches of other shards can be played while one is replaced.

    Raises:
        redis.RedisError: no server takes writes.
    """
    failure: redis.RedisError | None = None
    for key in one_of_each_server(client, map(readiness_key, range(SHARDS))):
        try:
            client.set(key, "1", ex=READINESS_SECONDS)
        except UNAVAILABLE as error:
            failure = error
        else:
            return
    if failure is not None:
        raise failure
