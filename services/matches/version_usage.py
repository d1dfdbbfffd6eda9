"""Which unfinished matches need which version of a ruleset."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from redis import Redis

from services.matches.match import Status
from services.matches.redis_keys import SHARDS, index_key, version_index_key

_PAGE: Final = 500


class Usage(NamedTuple):
    """How many matches need a version: ``open`` ones, which wait for players or for their start, and ``live`` ones."""

    open: int
    live: int

    @property
    def unfinished(self) -> int:
        """All of them."""
        return self.open + self.live


def usage(redis: Redis, versions: Sequence[tuple[str, str]]) -> list[Usage]:
    """How many matches need each of some (ruleset, version). One round trip, however many matches there are.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    with redis.pipeline(transaction=False) as pipe:
        for ruleset, version in versions:
            for status in (Status.OPEN, Status.LIVE):
                for shard in range(SHARDS):
                    pipe.zcard(version_index_key(shard, status.value, ruleset, version))
        counts: list[int] = pipe.execute()
    totals = [sum(counts[start : start + SHARDS]) for start in range(0, len(counts), SHARDS)]
    return [Usage(*totals[start : start + 2]) for start in range(0, len(totals), 2)]


def live_ids(redis: Redis, ruleset: str) -> Iterator[str]:
    """The ids of the live matches of a ruleset, page by page, the oldest of each shard first. Some of other matches are
    among them: spectators who see a match with a delay find it there until it leaves.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    return _ids(redis, (index_key(shard, Status.LIVE.value, ruleset) for shard in range(SHARDS)))


def live_ids_of_version(redis: Redis, ruleset: str, version: str) -> Iterator[str]:
    """The same of those that one version plays.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    return _ids(redis, (version_index_key(shard, Status.LIVE.value, ruleset, version) for shard in range(SHARDS)))


def _ids(redis: Redis, keys: Iterable[str]) -> Iterator[str]:
    command: Callable[..., list[bytes]] = redis.execute_command
    for key in keys:
        after = "-"
        while True:
            page: list[bytes] = command("ZRANGEBYLEX", key, after, "+", "LIMIT", 0, _PAGE)
            yield from (id.decode() for id in page)
            if len(page) < _PAGE:
                break
            after = f"({page[-1].decode()}"
