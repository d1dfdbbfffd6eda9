"""The protos of the play API are what the operations of REST say, and what is added to these gets the next numbers."""

from enum import Enum
from typing import Annotated, Literal

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from pydantic import Field

from gateway.api import SECTIONS
from gateway.openapi.fields import Page, RequestModel
from gateway.openapi.operation import ANY_KEY, PUBLIC, Access, Section, answer
from gateway.openapi.pagination import PageQuery
from gateway.play_protos.additions import Missing
from gateway.play_protos.comments import Comments
from gateway.play_protos.counterparts import Counterparts
from gateway.play_protos.files import committed, generated
from gateway.play_protos.grpc_comments import COMMENTS
from gateway.play_protos.parsed_protos import Parsed
from gateway.play_protos.rest_only import NOT_IN_MESSAGES
from services.identity.idempotent_creation import Creation
from services.response_model import Moment, ResponseModel

CUPS = """syntax = "proto3";

package playhall.play.v1;

service CupService {
  rpc GetCup(GetCupRequest) returns (GetCupResponse);
}

message Cup {
  reserved 5;
  reserved "colour";
  string name = 3;
  string id = 1;
}

message GetCupRequest {
  string cup = 1;
}

message GetCupResponse {
  Cup cup = 1;
}
"""
FILE = "playhall/play/v1/cups.proto"


class CupPath(RequestModel):
    """A cup."""

    cup: str = Field(description="The cup's id.")


class CupDetails(ResponseModel):
    """What is played for."""

    id: str = Field(description="The cup's id.")
    name: str | None = Field(description="What it is called; null: it has no name.")


class Metal(Enum):
    """A metal."""

    GOLD = "gold"
    SILVER = "silver"


class Winner(ResponseModel):
    """Who has won a cup."""

    name: str = Field(description="Whoever it was.")


class LargerCup(CupDetails):
    """What is played for."""

    height: Annotated[int, Field(ge=0, le=300)] = Field(description="In millimetres.")
    weight: int | None = Field(description="In grams; null: it was not weighed.")
    made_at: Moment | None = Field(description="When it was made. Null: nobody knows.")
    metals: list[Metal] = Field(description="`gold`: a little of it; `silver`: the rest.")
    winners: list[Winner] = Field(description="Oldest first.")
    rules: dict[str, str] = Field(description="How it is won.")


class NewCup(RequestModel):
    """A cup to make."""

    name: str = Field(min_length=1, max_length=20, description="What it is to be called.")
    kind: Literal["cup", "bowl"] = Field(default="cup", description="Its form.")
    pages: int = Field(default=3, ge=1, le=9, description="Of its certificate.")


class CupList(Page):
    """A page of cups."""

    cups: list[CupDetails] = Field(description="By name.")


def cups(model: type[CupDetails], *, is_whole: bool = False) -> Section:
    """Operations on cups: ``is_whole``: all; otherwise to get one."""
    section = Section("cups", "Things to win.")

    @section.operation(
        "GET", "/v1/cups/{cup}", id="getCup", summary="Get a cup", access=PUBLIC, answers=(answer(model, "The cup."),)
    )
    def get(path: CupPath) -> CupDetails:
        raise NotImplementedError

    if is_whole:

        @section.operation(
            "POST",
            "/v1/cups",
            id="makeCup",
            summary="Make a cup",
            description="See `getCup`. With `If-Match`, nothing more.",
            access=Access(key=True, scope="cups:make"),
            answers=(answer(model, "The new cup.", status=201),),
        )
        def make(creation: Creation, body: NewCup) -> CupDetails:
            raise NotImplementedError

        @section.operation(
            "GET", "/v1/cups", id="listCups", summary="List cups", access=ANY_KEY, answers=(answer(CupList, "A page."),)
        )
        def look(query: PageQuery) -> CupList:
            raise NotImplementedError

    return section


def made(section: Section, text: str = CUPS) -> str:
    return generated({FILE: text}, [section])[FILE]


def numbers(text: str) -> dict[str, int]:
    file = FileDescriptorProto()
    Parsed({FILE: text}).files[0].CopyToProto(file)
    return {f"{message.name}.{field.name}": field.number for message in file.message_type for field in message.field}


def test_the_protos_are_what_the_operations_say() -> None:
    assert generated(committed()) == committed(), "run `make proto`"


def test_own_comments_are_of_what_there_is_and_rest_does_not_say_the_same() -> None:
    parsed = Parsed(committed())
    methods = [method for service in parsed.services for method in service.methods]
    derived = Comments(parsed, Counterparts(methods, SECTIONS)).derived
    assert {name for name, comment in COMMENTS.items() if derived.get(name) == comment} == set()
    assert COMMENTS.keys() - {element.name for file in parsed.texts for element in parsed.elements(file)} == set()


def test_nothing_is_listed_as_left_out_of_a_message_that_could_not_be_in_it() -> None:
    assert Missing(Parsed(committed()), SECTIONS).left_out == NOT_IN_MESSAGES


def test_comments_come_from_operations_and_models() -> None:
    assert (
        made(cups(CupDetails))
        == """syntax = "proto3";

package playhall.play.v1;

// Things to win.
service CupService {
  // Get a cup. Needs no key.
  rpc GetCup(GetCupRequest) returns (GetCupResponse);
}

// What is played for.
message Cup {
  reserved 5;
  reserved "colour";
  // What it is called; empty: it has no name.
  string name = 3;
  // The cup's id.
  string id = 1;
}

// The request of GetCup.
message GetCupRequest {
  // REQUIRED. The cup's id.
  string cup = 1;
}

// The cup.
message GetCupResponse {
  // The cup.
  Cup cup = 1;
}
"""
    )


def test_a_new_field_gets_the_next_number_and_its_description() -> None:
    text = made(cups(LargerCup))
    assert (
        """  // The cup's id.
  string id = 1;
  // In millimetres.
  uint32 height = 6;
  // In grams; absent: it was not weighed.
  optional int64 weight = 7;
  // When it was made. Absent: nobody knows.
  google.protobuf.Timestamp made_at = 8;
  // `gold`: a little of it; `silver`: the rest.
  repeated Metal metals = 9;
  // Oldest first.
  repeated Winner winners = 10;
  // How it is won. JSON, UTF-8.
  bytes rules = 11;
}
"""
        in text
    )
    assert (
        """
enum Metal {
  // Not said.
  METAL_UNSPECIFIED = 0;
  // A little of it.
  METAL_GOLD = 1;
  // The rest.
  METAL_SILVER = 2;
}
"""
        in text
    )
    assert (
        """
// Who has won a cup.
message Winner {
  // Whoever it was.
  string name = 1;
}
"""
        in text
    )
    assert 'package playhall.play.v1;\n\nimport "google/protobuf/timestamp.proto";\n\n' in text


@pytest.mark.parametrize("section", [cups(LargerCup), cups(CupDetails, is_whole=True)])
def test_what_there_is_keeps_its_number_when_something_is_added(section: Section) -> None:
    text = made(section)
    assert numbers(CUPS).items() < numbers(text).items()
    assert made(section, text) == text


def test_a_new_operation_becomes_a_method() -> None:
    text = made(cups(CupDetails, is_whole=True))
    assert (
        """  // Make a cup. See `GetCup`. Scope cups:make.
  rpc MakeCup(MakeCupRequest) returns (MakeCupResponse);
  // List cups. Needs a key; any scope will do.
  rpc ListCups(ListCupsRequest) returns (ListCupsResponse);
}
"""
        in text
    )
    assert (
        """
// The request of MakeCup: a cup to make.
message MakeCupRequest {
  // What the client calls this request, 1 to 255 printable ASCII characters: sent again with the same id within a day
  // it gets the same answer. Empty: each request is one of its own.
  string request_id = 1;
  // REQUIRED. What it is to be called. 1 to 20 characters.
  string name = 2;
  // Its form. One of `cup` or `bowl`. Empty: `cup`.
  string kind = 3;
  // Of its certificate. 1 to 9. Absent: 3.
  optional uint32 pages = 4;
}

// The new cup.
message MakeCupResponse {
  // The cup.
  Cup cup = 1;
}
"""
        in text
    )
    assert "  // By name.\n  repeated Cup cups = 1;\n" in text


def test_a_new_word_gets_the_next_number() -> None:
    known = CUPS + "\nenum Metal {\n  reserved 2;\n  METAL_UNSPECIFIED = 0;\n  METAL_GOLD = 1;\n}\n"
    text = made(cups(LargerCup), known.replace("  string id = 1;", "  string id = 1;\n  repeated Metal metals = 6;"))
    assert "  // A little of it.\n  METAL_GOLD = 1;\n  // The rest.\n  METAL_SILVER = 3;\n}\n" in text
    assert "  uint32 height = 7;\n" in text


def test_a_field_that_rest_has_no_more_is_refused_until_it_is_reserved() -> None:
    with pytest.raises(ValueError, match=r"REST has no Cup\.sponsor: .*`reserved` with its number and its name"):
        made(cups(LargerCup), CUPS.replace("  string id = 1;", "  string sponsor = 9;\n  string id = 1;"))
    gone = CUPS.replace('reserved 5;\n  reserved "colour";', 'reserved 5, 9;\n  reserved "colour", "sponsor";')
    assert numbers(made(cups(LargerCup), gone))["Cup.height"] == 10


def test_a_reserved_name_is_not_used_again() -> None:
    class ColouredCup(CupDetails):
        colour: str = Field(description="Whichever.")

    with pytest.raises(ValueError, match=r"^Cup: no field can be called colour"):
        made(cups(ColouredCup))
