"""Schemas of the custom resources that the manifests use. See README.md."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator  # type: ignore[import-untyped] # it has no types

_HERE = Path(__file__).parent


@cache
def _validator(kind: str) -> Draft7Validator:
    return Draft7Validator(json.loads((_HERE / f"{kind.lower()}.json").read_text()))


def mistakes(resource: dict[str, Any]) -> list[str]:
    """What of a custom resource does not fit the definition of its kind."""
    found = _validator(resource["kind"]).iter_errors(resource)
    return [f"{error.json_path}: {error.message}" for error in found]
