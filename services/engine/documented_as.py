"""A JSON Schema that says more than the type by which a value is checked."""

from dataclasses import dataclass
from typing import Any

from pydantic import GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class DocumentedAs:
    """An annotation: the schema is that of another type. What is validated stays as it is: for values that are taken
    as they come, whose parts others have checked."""

    type: Any

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter(self.type).core_schema)
