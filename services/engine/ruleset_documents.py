"""A ruleset's own documents, as the schemas of the platform name them.

The platform passes them through. What is in them, each ruleset's own schemas say; the member ``x-ruleset-schema`` says
by which of them, under ``/v1/rulesets/{ruleset}/schemas/``, a document is described.
"""

from typing import Annotated, Any, Final

from pydantic import Field
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

RULESET_SCHEMA: Final = "x-ruleset-schema"


def _described_by(schema: str, what: str) -> FieldInfo:
    where = f"see `/v1/rulesets/{{ruleset}}/schemas/{schema}`"
    info: FieldInfo = Field(description=f"{what}: {where}.", json_schema_extra={RULESET_SCHEMA: schema})
    return info


RulesetOptions = TypeAliasType(
    "RulesetOptions", Annotated[dict[str, Any], _described_by("options", "Options of the match's ruleset")]
)
RulesetAction = TypeAliasType(
    "RulesetAction", Annotated[dict[str, Any], _described_by("action", "An action in the form of the match's ruleset")]
)
RulesetView = TypeAliasType(
    "RulesetView",
    Annotated[dict[str, Any], _described_by("view", "What a viewer knows, in the form of the match's ruleset")],
)
RulesetEvent = TypeAliasType(
    "RulesetEvent",
    Annotated[dict[str, Any], _described_by("event", "An event as its viewer saw it, in the ruleset's form")],
)
RulesetState = TypeAliasType(
    "RulesetState", Annotated[dict[str, Any], _described_by("state", "A state in the form of the ruleset")]
)
RulesetCard = TypeAliasType(
    "RulesetCard", Annotated[dict[str, Any], _described_by("card", "A card of the ruleset's catalogue")]
)
