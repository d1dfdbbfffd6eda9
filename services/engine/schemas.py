"""What lies beside a ruleset's code: the JSON Schemas of its documents, generated from its proto by
``protos/build.py``, and its rules as a page."""

import json
from importlib.resources import files
from pathlib import Path

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


def fields_of(package: str) -> dict[str, frozenset[str]]:
    """The names of the fields of ``State``, ``View`` and the messages in them, by message.

    Raises:
        FileNotFoundError: as :func:`load`.
    """
    schemas = load(package)
    messages = (
        {"State": schemas["state"], "View": schemas["view"]} | schemas["state"]["$defs"] | schemas["view"]["$defs"]
    )
    return {name: frozenset(form["properties"]) for name, form in messages.items() if "properties" in form}


def rules_beside(module: str) -> str:
    """The page ``rules.md`` in the folder of a module, named by its ``__file__``.

    Raises:
        FileNotFoundError: there is none.
    """
    return Path(module).with_name("rules.md").read_text(encoding="utf-8")
