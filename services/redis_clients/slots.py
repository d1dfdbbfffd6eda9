"""What code must know of where keys lie: one server has them all, or the servers of a cluster share them.

A cluster does what concerns several keys only if they are of one slot. All else is the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from redis import Redis
from redis.commands.core import Script
from redis.crc import key_slot
from redis.exceptions import NoScriptError

from services.redis_clients.cluster import ClusterClient


def is_cluster(client: "Redis") -> bool:
    """Whether it is a client of a cluster."""
    return _as_cluster(client) is not None


def together(client: "Redis", keys: Iterable[str]) -> list[list[str]]:
    """The keys in groups that one command may name: all of them, or on a cluster those of each slot."""
    if not is_cluster(client):
        return [list(keys)]
    slots: dict[int, list[str]] = {}
    for key in keys:
        slots.setdefault(key_slot(key.encode()), []).append(key)
    return list(slots.values())


def servers(client: "Redis") -> Mapping[str, "Redis"]:
    """A client of each server that has keys, by its address; of the only one by ``""``.

    Raises:
        redis.RedisError: a cluster cannot be reached.
    """
    cluster = _as_cluster(client)
    return {"": client} if cluster is None else cluster.primaries()


def one_of_each_server(client: "Redis", keys: Iterable[str]) -> list[str]:
    """Of some keys one for each server that has any of them.

    Raises:
        redis.RedisError: a cluster cannot be reached.
    """
    cluster = _as_cluster(client)
    return list(keys)[:1] if cluster is None else list({cluster.address_of(key): key for key in keys}.values())


def ask_server_of(client: "Redis", key: str, commands: Sequence[Sequence[Any]]) -> list[Any]:
    """Send commands together to the server that has a key, over one connection; their answers, errors among them. On a
    cluster they go where the first of them belongs: the others may be such as name no key."""
    cluster = _as_cluster(client)
    if cluster is not None:
        return cluster.ask_server_of(key, commands)
    with client.pipeline(transaction=False) as pipe:
        add: Callable[..., Any] = pipe.execute_command
        for command in commands:
            add(*command)
        return pipe.execute(raise_on_error=False)


def run_each(client: "Redis", script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Any]]]) -> list[Any]:
    """Run a script once for each of some keys and arguments, in one round trip; what each answers.

    Raises:
        redis.RedisError: the first error that one of them met.
    """
    # By its hash: a pipeline that is given the script itself asks first whether the server has it.
    answers = _run_each(client, ("EVALSHA", script.sha), calls)
    unknown = [place for place, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
    again = _run_each(client, ("EVAL", script.script), [calls[place] for place in unknown])
    for place, answer in zip(unknown, again, strict=True):
        answers[place] = answer
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers


def _run_each(
    client: "Redis", command: Sequence[Any], calls: Sequence[tuple[Sequence[str], Sequence[Any]]]
) -> list[Any]:
    with client.pipeline(transaction=False) as pipe:
        add: Callable[..., Any] = pipe.execute_command
        for keys, args in calls:
            add(*command, len(keys), *keys, *args)
        return pipe.execute(raise_on_error=False)


def _as_cluster(client: object) -> ClusterClient | None:
    return client if isinstance(client, ClusterClient) else None
