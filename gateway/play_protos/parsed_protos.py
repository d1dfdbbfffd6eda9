"""A set of .proto files as text, and as protoc understands them."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool

Texts: TypeAlias = Mapping[str, str]
"""The text of each file by its path, as protos import it."""

# Numbers of fields of the descriptors' protos, of which the paths of elements consist.
_MESSAGES, _ENUMS, _SERVICES = 4, 5, 6
_FIELDS, _ONEOFS = 2, 8
_VALUES = _METHODS = 2


@dataclass(frozen=True, slots=True)
class Element:
    """A service, method, message, field, union, enumeration or value. ``name``: below its package. ``first`` and
    ``last``: its lines, from 0."""

    name: str
    first: int
    last: int


class Parsed:
    """Some files, parsed.

    Raises:
        ValueError: they are no protos.
    """

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self._described = _described(texts)

    @cached_property
    def files(self) -> list[FileDescriptor]:
        """The files in the order of their texts."""
        pool = DescriptorPool()
        for file in self._described:
            pool.Add(file)
        return [pool.FindFileByName(name) for name in self.texts]

    @property
    def services(self) -> Iterator[ServiceDescriptor]:
        """Every service."""
        return (service for file in self.files for service in file.services_by_name.values())

    @property
    def messages(self) -> Iterator[Descriptor]:
        """Every message that a file declares at its top."""
        return (message for file in self.files for message in file.message_types_by_name.values())

    @property
    def enumerations(self) -> Iterator[EnumDescriptor]:
        """Every enumeration that a file declares at its top."""
        return (kind for file in self.files for kind in file.enum_types_by_name.values())

    def elements(self, name: str) -> Iterator[Element]:
        """All that must have a comment in a file."""
        file = next(each for each in self._described if each.name == name)
        names = dict(_names(file))
        for location in file.source_code_info.location:
            element = names.get(tuple(location.path))
            if element is not None:
                first, *rest = location.span
                yield Element(element, first, rest[1] if len(rest) == 3 else first)


def _described(texts: Texts) -> list[FileDescriptorProto]:
    with tempfile.TemporaryDirectory() as folder:
        root, out = Path(folder), Path(folder) / "descriptors.binpb"
        for name, text in texts.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        well_known = files("grpc_tools") / "_proto"
        options = [f"-I{root}", f"-I{well_known}", f"--descriptor_set_out={out}", "--include_source_info"]
        command = [sys.executable, "-m", "grpc_tools.protoc", *options, "--include_imports", *texts]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise ValueError(done.stderr)
        return list(FileDescriptorSet.FromString(out.read_bytes()).file)


def _names(file: FileDescriptorProto) -> Iterator[tuple[tuple[int, ...], str]]:
    for place, service in enumerate(file.service):
        yield (_SERVICES, place), service.name
        for at, method in enumerate(service.method):
            yield (_SERVICES, place, _METHODS, at), f"{service.name}.{method.name}"
    for place, kind in enumerate(file.enum_type):
        yield (_ENUMS, place), kind.name
        for at, value in enumerate(kind.value):
            yield (_ENUMS, place, _VALUES, at), f"{kind.name}.{value.name}"
    for place, message in enumerate(file.message_type):
        yield (_MESSAGES, place), message.name
        for at, field in enumerate(message.field):
            yield (_MESSAGES, place, _FIELDS, at), f"{message.name}.{field.name}"
        for at, union in enumerate(message.oneof_decl):
            if not _is_of_an_optional_field(message, at):
                yield (_MESSAGES, place, _ONEOFS, at), f"{message.name}.{union.name}"


def _is_of_an_optional_field(message: DescriptorProto, union: int) -> bool:
    return any(field.proto3_optional and field.oneof_index == union for field in message.field)
