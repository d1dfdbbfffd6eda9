"""Scripts that are run once for each of several slots, in one round trip."""

from collections.abc import Callable, Sequence
from typing import Any

from redis import Redis
from redis.commands.core import Script
from redis.exceptions import NoScriptError


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
