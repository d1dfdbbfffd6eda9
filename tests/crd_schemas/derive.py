"""Make the schema of a custom resource from its definition: `python -m tests.crd_schemas.derive < CRD.yaml`.

What is left is what says whether a manifest is well-formed: no descriptions, and an unknown field is an error, where an
API server would drop it."""

import json
import sys
from typing import Any

import yaml

_KEPT = {
    *("type", "properties", "items", "required", "enum", "format", "pattern", "default"),
    *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    *("additionalProperties", "anyOf", "oneOf", "allOf", "not"),
}


def derived(schema: Any) -> Any:
    """A schema without what is for people, closed where it names its properties."""
    if not isinstance(schema, dict):
        return schema
    kept = {name: value for name, value in schema.items() if name in _KEPT}
    if schema.get("x-kubernetes-int-or-string"):
        return {"type": ["integer", "string"]}
    if "properties" in kept:
        kept["properties"] = {name: derived(each) for name, each in kept["properties"].items()}
        if not schema.get("x-kubernetes-preserve-unknown-fields"):
            kept.setdefault("additionalProperties", False)
    for name in ("items", "not", "additionalProperties"):
        if name in kept:
            kept[name] = derived(kept[name])
    for name in ("anyOf", "oneOf", "allOf"):
        if name in kept:
            kept[name] = [_open(derived(each)) for each in kept[name]]
    return kept


def _open(schema: Any) -> Any:
    """One of several alternatives says what it adds; the schema around it, what there is."""
    return {name: value for name, value in schema.items() if name != "additionalProperties"}


def main() -> None:
    definition = yaml.safe_load(sys.stdin)
    spec = definition["spec"]
    (version,) = (each for each in spec["versions"] if each["storage"])
    schema = derived(version["schema"]["openAPIV3Schema"])
    schema["properties"].pop("status", None)
    schema["properties"] |= {
        "apiVersion": {"enum": [f"{spec['group']}/{version['name']}"]},
        "kind": {"enum": [spec["names"]["kind"]]},
        "metadata": {"type": "object"},
    }
    json.dump(schema, sys.stdout, sort_keys=True, separators=(",", ":"))
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
