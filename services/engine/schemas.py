"""The JSON Schemas of rulesets' documents, generated from their protos by ``protos/build.py``."""

import json
from importlib.resources import files

from services.engine.ruleset import JsonObject


def load(package: str) -> dict[str, JsonObject]:
    """The schemas of a ruleset's proto package, such as ``playhall.factionwars.v1``. Keys: ``options``, ``action``,
    ``view``, ``event``, ``state``.

    Raises:
        FileNotFoundError: the package has none; generate them with ``make proto``.
    """
    ruleset = package.split(".")[1]
    text = files(package).joinpath(f"{ruleset}.schemas.json").read_text(encoding="utf-8")
    schemas: dict[str, JsonObject] = json.loads(text)
    return schemas
