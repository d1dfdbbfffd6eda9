"""The contract's messages as a page shows them: JSON with the contract's field names, in which a field of bytes that
holds JSON is shown as that JSON, and a seed in hexadecimal."""

import json
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message


def shown(message: Message) -> dict[str, Any]:
    """A message as it is shown: fields that are set, or not at their default."""
    return {field.name: _shown_field(field, value) for field, value in message.ListFields()}


def _shown_field(field: FieldDescriptor, value: Any) -> Any:
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        values = kind.fields_by_name["value"]
        return {str(key): _shown_value(values, value[key]) for key in sorted(value)}
    if field.is_repeated:
        return [_shown_value(field, item) for item in value]
    return _shown_value(field, value)


def _shown_value(field: FieldDescriptor, value: Any) -> Any:
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return shown(value)
    if field.enum_type is not None:
        return field.enum_type.values_by_number[value].name
    if field.type != FieldDescriptor.TYPE_BYTES:
        return value
    return value.hex() if field.name == "seed" else json.loads(value)


def read(document: dict[str, Any], message: Message) -> Any:
    """The message that is shown as the document."""
    fields = message.DESCRIPTOR.fields_by_name
    for name, value in document.items():
        field = fields[name]
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            read(value, getattr(message, name))
            getattr(message, name).SetInParent()
        elif field.is_repeated:
            getattr(message, name).extend(value)
        elif field.type == FieldDescriptor.TYPE_BYTES:
            text = json.dumps(value, separators=(",", ":")).encode()
            setattr(message, name, bytes.fromhex(value) if name == "seed" else text)
        else:
            setattr(message, name, value)
    return message
