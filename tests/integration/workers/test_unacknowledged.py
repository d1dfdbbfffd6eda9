"""What workers have taken and not acknowledged is dated by the platform's time, not by their hosts'."""

import time
from typing import Any

from kombu import Connection, Queue
from redis import Redis

from services.redis_clients.addresses import plain_url
from tests.valkey import RealValkey
from workers.broker import use_checked_connections

INDEX = "unacked_index"
HOUR = 3_600


def test_what_was_taken_in_the_future_is_given_back(mortal_valkey: RealValkey) -> None:
    use_checked_connections()
    broker: Any = Redis.from_url(plain_url(mortal_valkey.broker_url))
    with broker, Connection(mortal_valkey.broker_url, transport_options={"visibility_timeout": 120}) as connection:
        channel: Any = connection.channel()
        queue = Queue("turns")(channel)
        queue.declare()
        with connection.Producer(channel) as producer:
            producer.publish({"a": "task"}, routing_key="turns", declare=[queue])
        message = queue.get(no_ack=False)
        assert message is not None
        ((tag, taken),) = broker.zrange(INDEX, 0, -1, withscores=True)
        assert abs(taken - time.time()) < 5
        channel.qos.restore_visible(num=None, interval=1)
        assert broker.llen("turns") == 0
        broker.zadd(INDEX, {tag: taken + HOUR})
        channel.qos.restore_visible(num=None, interval=1)
        assert broker.llen("turns") == 1
        assert broker.zcard(INDEX) == 0
