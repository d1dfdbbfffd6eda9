"""Replays as bytes, and back."""

import json

from pydantic import ValidationError

from services.engine.fairness import (
    canonical,
)
from services.engine.replay.checks import check_parts, check_sizes
from services.engine.replay.document import (
    FORMAT_V1,
    AnyReplay,
    MalformedReplay,
    Replay,
    ReplayV1,
)
from services.engine.ruleset import JsonObject
from services.engine.unique_names import parse_once


def write(replay: AnyReplay) -> bytes:
    """A replay as JSON, UTF-8."""
    return replay.model_dump_json(exclude_defaults=True).encode()  # `given`, `time_ran_out`, `player`


def read(data: bytes) -> AnyReplay:
    """A replay from its bytes.

    Raises:
        MalformedReplay: a key is unknown, missing, named twice or of the wrong type, or the parts contradict each
            other.
    """
    try:
        document = parse_once(data)
        is_old = isinstance(document, dict) and document.get("format") == FORMAT_V1
        replay: AnyReplay = (ReplayV1 if is_old else Replay).model_validate_json(data)
        # What the model takes for the same must be written the same: the seats "0" and "00", a null to be left out.
        if not is_old and canonical(json.loads(write(replay))) != canonical(document):
            raise MalformedReplay("it holds something that is not written like this")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = "/".join(map(str, first["loc"]))
        raise MalformedReplay(f"{place}: {first['msg']}" if place else first["msg"]) from None
    except (ValueError, RecursionError) as error:
        raise MalformedReplay(f"it is no JSON: {error}") from None
    check_sizes(replay)
    if isinstance(replay, Replay):
        check_parts(replay)
    return replay


def signed_part(document: JsonObject) -> bytes:
    """What the signature of a replay (as parsed JSON) is made over."""
    return canonical({name: value for name, value in document.items() if name != "signature"})
