"""Sends the requests, and reads what they have made by every operation, page, stream and export of both doors."""

import copy
import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final
from urllib.parse import quote, urlencode

import grpc
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from playhall.play.v1 import accounts_pb2, analysis_pb2, leaderboards_pb2, play_pb2, series_pb2, tournaments_pb2
from werkzeug.test import TestResponse

from gateway.pages.contents import PAGES
from services.errors import Reason
from tests.api_reference import rendered_document as document
from tests.integration.grpc_api.clients import SECONDS, Refused, refusal
from tests.security.bounds.corners import FEW_TEXTS, Corner, Schemas, message_corners, replaced
from tests.security.bounds.javascript import Answers
from tests.security.bounds.messages import MESSAGES
from tests.security.bounds.scene import ABOUT_POSITIONS, Scene

LARGEST_EXACT: Final = 2**53 - 1
WELL: Final = {grpc.StatusCode.OK}
OURS: Final = {
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.DATA_LOSS,
    grpc.StatusCode.UNAVAILABLE,
}
_A_MOMENT: Final = re.compile(r"(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_MOMENTS: Final = re.compile(r"_at$|^at$|^since$|^until$")
MODULES: Final = (play_pb2, series_pb2, tournaments_pb2, accounts_pb2, analysis_pb2, leaderboards_pb2)
METHODS: Final[list[MethodDescriptor]] = [
    method
    for module in MODULES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
_OBSERVE: Final = next(each for each in METHODS if each.name == "ObservePosition")
_READS: Final = re.compile(r"^(Get|List|Watch|Stream|Export|Compare)")
POSITIONS: Final = {"imaginePosition", *ABOUT_POSITIONS}
NEVER_ENDING: Final = re.compile(r"events/(sse|ndjson)$")


@dataclass
class Counts:
    """What was done, and what was wrong. ``taken``: requests that were answered with what they asked for."""

    tried: int = 0
    taken: int = 0
    reads: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    written_by: set[str] = field(default_factory=set)
    taken_by: set[str] = field(default_factory=set)
    read_by: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.tried} values tried in {len(self.written_by)} operations, {self.taken} taken; "
            f"{self.reads} reads by {len(self.read_by)} operations; {len(self.faults)} faults"
        )


class RestTrial:
    """REST, and the pages."""

    def __init__(self, scene: Scene, texts: tuple[str, ...], *, every: int = 1) -> None:
        """``every``: of so many corners one is tried, of each operation."""
        self.scene = scene
        self.counts = Counts()
        self.answers = Answers()
        self._every = every
        self._schemas = Schemas(texts)
        self.operations = [
            (method.upper(), path, operation)
            for path, item in document()["paths"].items()
            for method, operation in item.items()
        ]

    def write(self, only: Collection[str] = ()) -> None:
        """Try all corners of all requests that have a body, and read what was made of each that was taken. ``only``:
        of these operations; none: of all."""
        for method, template, operation in self.operations:
            if method == "GET" or (only and operation["operationId"] not in only):
                continue
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            corners = [Corner((), None)]
            if body is not None:
                corners += self._schemas.corners(body["schema"])
            place: dict[str, str] | None = None
            for corner in corners[:: self._every]:
                place = place or self.scene.place(operation["operationId"], template)
                if self._write(method, template, operation["operationId"], place, corner):
                    place = None  # it is another now
            if "{tournament}" in template or template == "/v1/tournaments":
                self._page("/tournaments", operation["operationId"])

    def send(self, method: str, template: str, operation: str, place: dict[str, str], corner: Corner) -> TestResponse:
        """Send a request with a value in one place."""
        path, sent = _request(self.scene, template, operation, place, corner)
        return self.scene.caller(operation).ask(method, path, **sent)

    def _write(self, method: str, template: str, operation: str, place: dict[str, str], corner: Corner) -> bool:
        """Try one; whether it was taken."""
        path, sent = _request(self.scene, template, operation, place, corner)
        response = self._asked(operation, method, path, f"{corner.path}: {corner.value!r:.80}", **sent)
        self.counts.tried += 1
        self.counts.written_by.add(operation)
        is_taken = response is not None and response.status_code < 400
        if response is not None and is_taken:
            self.counts.taken += 1
            self.counts.taken_by.add(operation)
            made: Any = json.loads(response.data) if response.data[:1] == b"{" else None
            if isinstance(made, dict) and isinstance(made.get("id"), str):
                kind = template.split("/")[-1].split(":")[0].rstrip("s") if method == "POST" else ""
                if kind in ("match", "matche", "serie", "tournament", "ticket", "player", "key", "bot"):
                    kind = {"matche": "match", "serie": "series", "bot": "player"}.get(kind, kind)
                    self.scene.know(kind, made["id"])
                    place = {**place, kind: made["id"]}
            self._read_near(template, place, f"{operation} {corner.path}: {corner.value!r:.80}")
            if operation in POSITIONS:
                self._read_position(operation, path, sent, made, f"{corner.path}: {corner.value!r:.80}")
        return is_taken

    def _read_position(self, operation: str, path: str, sent: Mapping[str, Any], made: Any, about: str) -> None:
        """Look at a position that was told, and hear what a bot has found that had still to search."""
        if made.get("state") == "waiting":
            self.scene.make_searches()
            found = self._asked(operation, "POST", path, about, **sent)
            self._expect(found, '"state":"done"', f"{operation} ({about}): no answer of a search")
        if "position" in made:
            asked = {"position": made["position"]}
            shown = self._asked("observePosition", "POST", "/v1/positions:observe", about, json=asked)
            self._expect(shown, '"views":', f"{operation} ({about}): a position that cannot be looked at")

    def _expect(self, response: TestResponse | None, text: str, fault: str) -> None:
        if response is not None and text not in response.text:
            self.counts.faults.append(f"{fault}: {response.text[:300]}")

    def _read_near(self, template: str, place: Mapping[str, str], about: str) -> None:
        """Read what shows the thing that was changed, and the lists that it stands in."""
        root = template.split("/")[2].split(":")[0]
        for _, path, operation in self._reads():
            if path.startswith(f"/v1/{root}") and path.count("{") <= 1 and not NEVER_ENDING.search(path):
                names = re.findall(r"\{(\w+)\}", path)
                if all(name in place for name in names):
                    filled = path.format(**{name: quote(place[name], safe="") for name in names})
                    is_list = any(each["name"] == "page_size" for each in operation.get("parameters", ()))
                    self._asked(operation["operationId"], "GET", filled + ("?page_size=3" if is_list else ""), about)
        if "tournament" in place:
            for page in ("", "/log"):
                self._page(f"/tournaments/{place['tournament']}{page}", about)

    def read_corners(self) -> None:
        """Try all corners of the queries of all operations that only read."""
        for _, template, operation in self._reads():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] != "query" or NEVER_ENDING.search(template) or parameter["name"] == "wait":
                    continue
                name = parameter["name"]
                for corner in list(self._schemas.corners(parameter["schema"], (name,)))[:: self._every]:
                    path = next(self._filled(template), None)
                    if path is not None and isinstance(corner.value, str | int | float):
                        query = urlencode({name: corner.value}, errors="surrogatepass")
                        self._asked(operation["operationId"], "GET", f"{path}?{query}", f"{name}={corner.value!r:.80}")
                        self.counts.tried += 1

    def read_all(self) -> None:
        """Read everything that is known, and every page."""
        self.scene.look()
        for _, template, operation in self._reads():
            for path in self._filled(template):
                query = "?wait=0" if template.endswith("/events") else ""
                self._asked(operation["operationId"], "GET", path + query, "at the end")
        for tournament in self.scene.known.get("tournament", ()):
            for page in PAGES:
                self._page(f"/tournaments/{tournament}" + page.replace("<segment:part>", "1"), "at the end")
        for query in ("", "?status=cancelled", "?after=x"):
            self._page("/tournaments" + query, "at the end")

    def _reads(self) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        return (each for each in self.operations if each[0] == "GET")

    def _filled(self, template: str) -> Iterator[str]:
        """The path with the ids that are known, of each kind."""
        names = re.findall(r"\{(\w+)\}", template)
        plain = {"seat": "0", "decision": "1", "entry": "1", "round": "1", "table": "1", "entrant": "e1", "number": "0"}
        plain |= {"seats": "2", "position": "0"}
        ids = [self.scene.known.get(name) or [plain.get(name, "x")] for name in names]
        if NEVER_ENDING.search(template):  # each takes a second
            ids = [known[-1:] for known in ids]
        for values in product(*ids):
            yield template.format(**dict(zip(names, (quote(value, safe="") for value in values), strict=True)))

    def _asked(self, operation: str, method: str, path: str, about: str, **options: Any) -> TestResponse | None:
        self.counts.reads += method == "GET"
        if method == "GET":
            self.counts.read_by.add(operation)
        try:
            client = self.scene.caller(operation)
            response = client.ask(method, path, **options)  # holds the answer against its schema
            if response.status_code >= 500:
                raise AssertionError(response.data)
            if response.data and response.content_type in ("application/json", "application/problem+json"):
                told: Any = json.loads(response.data)
                conforms(told)
                points(response.status_code, told)
            self.answers.add(f"{method} {path} ({about})", response.status_code, response.content_type, response.data)
        except Exception as error:
            self.counts.faults.append(f"{method} {path} ({about}): {type(error).__name__}: {str(error)[:300]}")
            return None
        self.counts.outcomes[f"{response.status_code}"] += 1
        return response

    def _page(self, path: str, about: str) -> None:
        self.counts.reads += 1
        self.counts.read_by.add(re.sub("tournament_[^/]+", "{}", path))
        response = self.scene.hall.app.test_client().get(path)
        if response.status_code >= 500 or "\0" in response.text:
            self.counts.faults.append(f"GET {path} ({about}): {response.status_code}")


class GrpcTrial:
    """gRPC."""

    def __init__(self, scene: Scene, channel: grpc.Channel, texts: tuple[str, ...], *, every: int = 1) -> None:
        """``every``: of so many corners one is tried, of each method."""
        self.scene = scene
        self._every = every
        self.counts = Counts()
        self._channel = channel
        self._texts = texts

    def write(self, only: Collection[str] = ()) -> None:
        """Try all corners of all messages of calls that change something, and read what was made of each that was
        taken. ``only``: of these operations, as REST calls them; none: of all."""
        for method in METHODS:
            if _READS.match(method.name) or (only and _rest_name(method.name) not in only):
                continue
            corners = [((), None), *message_corners(method.input_type, self._texts), *self._position_corners(method)]
            base: Message | None = None
            for names, value in corners[:: self._every]:
                base = base or self.message(method)
                message = copy.deepcopy(base)
                if not _put(message, names, value):
                    continue
                self.counts.tried += 1
                self.counts.written_by.add(method.name)
                about = f"{'.'.join(names)}: {value!r:.80}"
                answer = self._called(method, message, about)
                if answer is not None:
                    self.counts.taken += 1
                    self.counts.taken_by.add(method.name)
                    base = None
                    self._read_near(method, message, answer, f"{method.name} {about}")
                    if _rest_name(method.name) in POSITIONS:
                        self._read_position(method, message, answer, about)

    def read_all(self) -> None:
        """Read everything that is known."""
        for method in METHODS:
            if _READS.match(method.name) and not method.name.startswith("Watch"):
                for message in self._readings(method):
                    self._called(method, message, "at the end")

    def read_corners(self) -> None:
        """Try all corners of the messages of calls that only read."""
        for method in METHODS:
            if _READS.match(method.name) and not method.name.startswith("Watch"):
                for names, value in list(message_corners(method.input_type, FEW_TEXTS))[:: self._every]:
                    message = next(self._readings(method))
                    if names[-1] not in ("wait",) and _put(message, names, value):
                        self.counts.tried += 1
                        self._called(method, message, f"{'.'.join(names)}: {value!r:.80}")

    def refused(self, method: MethodDescriptor, base: Message, names: tuple[str, ...], value: Any) -> Refused | None:
        """Why a request with a value in one place is refused; None: it is not."""
        message = copy.deepcopy(base)
        assert _put(message, names, value)
        try:
            self._call(method, message)
        except grpc.RpcError as error:
            return refusal(error)
        return None

    def message(self, method: MethodDescriptor) -> Message:
        """A request that is taken."""
        rest = _rest_name(method.name)
        template = " ".join("{" + field.name + "}" for field in _places(method))
        place = self.scene.place(rest, template)
        message = json_format.ParseDict(MESSAGES.get(method.name, {}), GetMessageClass(method.input_type)())
        if rest in ABOUT_POSITIONS:
            body = self.scene.body(rest, "")
            for name in {"seat", "bot", "iterations", "wait"} & set(body):
                setattr(message, name, body[name])
            message.position = json.dumps(body["position"]).encode()  # type: ignore[attr-defined]
            if "action" in body:
                message.notation = body["action"]  # type: ignore[attr-defined]
            return message
        fields = {each.name: each for each in method.input_type.fields}
        for name, id in place.items():
            if name in MESSAGES.get(method.name, {}):
                continue
            if name in fields and fields[name].message_type is None and not fields[name].is_repeated:
                is_text = fields[name].cpp_type == fields[name].CPPTYPE_STRING
                setattr(message, name, id if is_text else int(id))
        if method.name in ("CreateBot", "SignUp"):
            message.name = self.scene.new_name()  # type: ignore[attr-defined]
        if "bot" in fields and method.name == "RetireBot":
            message.bot = self.scene.place("retireBot", "{player}")["player"]  # type: ignore[attr-defined]
        return message

    def _position_corners(self, method: MethodDescriptor) -> Iterator[tuple[tuple[str, ...], Any]]:
        """Positions at the bounds of their schema, for methods that take one."""
        if _rest_name(method.name) in ABOUT_POSITIONS:
            position = self.scene.body("observePosition", "")["position"]
            for corner in Schemas(self._texts).corners({"$ref": "#/components/schemas/NewPosition"}):
                yield ("position",), json.dumps(replaced(position, corner)).encode()

    def _read_position(self, method: MethodDescriptor, message: Message, answer: Message, about: str) -> None:
        """As over REST."""
        made = _told(answer)
        if made.get("state") == "waiting":
            self.scene.make_searches()
            found = self._called(method, message, about)
            if found is None or _told(found)["state"] != "done":
                self.counts.faults.append(f"{method.name} ({about}): no answer of a search")
        if "position" in made:
            asked = analysis_pb2.ObservePositionRequest(position=json.dumps(made["position"]).encode())
            if self._called(_OBSERVE, asked, about) is None:
                self.counts.faults.append(f"{method.name} ({about}): a position that cannot be looked at")

    def _readings(self, method: MethodDescriptor) -> Iterator[Message]:
        names = [each.name for each in method.input_type.fields if each.name in self.scene.known]
        for values in product(*(self.scene.known[name] for name in names)):
            message = GetMessageClass(method.input_type)()
            for name, value in zip(names, values, strict=True):
                setattr(message, name, value)
            for name, plain in {"entrant": "e1", "number": 0, "round": 1, "seat": 0}.items():
                if (
                    name in method.input_type.fields_by_name
                    and method.input_type.fields_by_name[name].message_type is None
                ):
                    setattr(message, name, plain)
            yield message

    def _read_near(self, method: MethodDescriptor, message: Message, answer: Message, about: str) -> None:
        service = method.containing_service
        made = {
            kind: id
            for kind in ("match", "tournament", "series", "player", "key", "ticket")
            if (id := _id_of(answer, kind))
        }
        for kind, id in made.items():
            self.scene.know(kind, id)
        place = {field.name: getattr(message, field.name) for field in _places(method)} | made
        for each in service.methods:
            names = [field.name for field in _places(each)]
            if not re.match("Get|List", each.name) or any(name not in place for name in names) or len(names) > 1:
                continue
            asked = GetMessageClass(each.input_type)()
            if "page_size" in each.input_type.fields_by_name:
                asked.page_size = 3  # type: ignore[attr-defined]
            for name in names:
                setattr(asked, name, place[name])
            self._called(each, asked, about)

    def _called(self, method: MethodDescriptor, message: Message, about: str) -> Message | None:
        if _READS.match(method.name):
            self.counts.reads += 1
            self.counts.read_by.add(method.name)
        try:
            answers = self._call(method, message)
            for answer in answers:
                # The mapping to JSON refuses what other languages refuse, moments beyond 0001 to 9999 above all.
                conforms(json.loads(json_format.MessageToJson(answer)), by_message=True)
        except grpc.RpcError as error:
            code = error.code()
            self.counts.outcomes[code.name] += 1
            why = refusal(error)
            is_lost = why.reason == "INVALID_FIELD" and not why.fields
            if code in OURS or why.reason not in Reason.__members__ or is_lost:
                self.counts.faults.append(f"{method.name} ({about}): {code.name}")
            return None
        except Exception as error:
            self.counts.faults.append(f"{method.name} ({about}): {type(error).__name__}: {str(error)[:300]}")
            return None
        self.counts.outcomes["OK"] += 1
        return answers[0] if answers else None

    def _call(self, method: MethodDescriptor, message: Message) -> list[Message]:
        client = self.scene.caller(_rest_name(method.name))
        kinds = self._channel.unary_stream if method.server_streaming else self._channel.unary_unary
        call: Any = kinds(
            f"/{method.containing_service.full_name}/{method.name}",
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=GetMessageClass(method.output_type).FromString,
        )
        answered = call(message, metadata=(("authorization", f"Bearer {client.key}"),), timeout=SECONDS)
        return list(answered) if method.server_streaming else [answered]


_PLACES: Final = (
    "tournament", "match", "series", "player", "key", "ticket", "entrant", "round", "table", "entry", "seat",
    "decision", "delivery", "report", "invitation",
)  # fmt: skip
_OTHERS: Final = {("EnterTournament", "player"), ("SignUp", "invitation")}
"""Fields that need not be there, and say no place."""


def _told(answer: Message) -> Any:
    """The document that an answer consists of."""
    ((_, told),) = answer.ListFields()
    return json.loads(told)


def _places(method: MethodDescriptor) -> list[FieldDescriptor]:
    """The fields of a request that say of what it is."""
    return [
        each
        for each in method.input_type.fields
        if each.name in _PLACES and each.message_type is None and (method.name, each.name) not in _OTHERS
    ]


def _rest_name(method: str) -> str:
    """What REST calls a method."""
    other = {"SetTournamentRound": "setTournamentRound", "Decide": "answerDecision", "ChangePlayer": "updatePlayer"}
    return other.get(method, method[0].lower() + method[1:])


def _put(message: Message, names: tuple[str, ...], value: Any) -> bool:
    """Put a value into a field; False if no client could."""
    target: Any = message
    try:
        for name in names[:-1]:
            child = getattr(target, name)
            target = (child[0] if child else child.add()) if hasattr(child, "add") else child
            if not hasattr(child, "add"):
                child.SetInParent()
        if not names:
            return True
        is_repeated = target.DESCRIPTOR.fields_by_name[names[-1]].is_repeated
        if is_repeated:
            getattr(target, names[-1]).append(value)
        else:
            setattr(target, names[-1], value)
    except (ValueError, TypeError, UnicodeEncodeError):
        return False
    return True


def _id_of(answer: Message, kind: str) -> str:
    """The id of what was made, if the answer shows one of this kind."""
    found = answer.DESCRIPTOR.fields_by_name.get(kind)
    if found is None or found.message_type is None or found.is_repeated:
        return ""
    return str(getattr(getattr(answer, kind), "id", ""))


def conforms(value: Any, name: str = "", *, by_message: bool = False) -> None:
    """Fail for JSON that a client in another language could not read as it is: JavaScript's numbers, texts in UTF-8,
    moments."""
    if isinstance(value, dict):
        for key, each in value.items():
            conforms(each, key, by_message=by_message)
    elif isinstance(value, list):
        for each in value:
            conforms(each, name, by_message=by_message)
    elif isinstance(value, str):
        value.encode()
        if _MOMENTS.search(name) and value and not by_message:
            assert _A_MOMENT.fullmatch(value), f"{name}: {value!r} is no moment"
    elif isinstance(value, float):
        assert math.isfinite(value), f"{name}: {value}"
    elif isinstance(value, int):
        assert abs(value) <= LARGEST_EXACT, f"{name}: {value} is beyond what every reader keeps"


def points(status: int, told: Any) -> None:
    """Fail for a refusal of a value that does not say of which."""
    assert status != 422 or told["errors"], f"{told['code']} points nowhere"


def _request(
    scene: Scene, template: str, operation: str, place: Mapping[str, str], corner: Corner
) -> tuple[str, dict[str, Any]]:
    """The path of a request, and its body with a value in one place, as Werkzeug's client has them."""
    path = template.format(**{name: quote(id, safe="") for name, id in place.items()})
    base = scene.body(operation, template)
    body = replaced(base, corner) if corner.path else base
    return path, {"data": _written(body), "headers": {"Content-Type": "application/json"}}


def _written(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=True).encode()
