"""Unions of objects that may get more members."""

from dataclasses import dataclass

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class OpenUnion:
    """An annotation for a union of models. The last model accepts everything that the others do not.

    ``by``: the field that distinguishes them, a constant in each but the last; in the schema it is the discriminator.
    """

    by: str

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core_schema)
        options = schema.pop("anyOf")
        constants = {
            option["$ref"]: handler.resolve_ref_schema(option)["properties"][self.by].get("const") for option in options
        }
        mapping = {value: ref for ref, value in constants.items() if value is not None}
        return {**schema, "oneOf": options, "discriminator": {"propertyName": self.by, "mapping": mapping}}
