"""An engine that breaks the contract: whatever it answers, the request is a problem, nothing is committed, nothing
that it answered is shown or logged, and every other ruleset goes on."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import grpc
import pytest
import structlog.testing
from google.protobuf.any_pb2 import Any as Packed
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status
from playhall.engine.v1 import engine_pb2 as pb

from services.errors import Reason, Refusal
from tests.integration.foreign.conftest import Open, Site
from tests.integration.foreign.spoof import Spoof, serve
from tests.integration.gateway.harness import Client
from tests.waiting import wait_until

SECRET = "the-other-fist-holds-3"


@dataclass(slots=True)
class Doctor:
    """What is done to the program's answers. ``play``: to a step that was played. ``fail``: instead of an answer."""

    play: Callable[[pb.PlayResponse], object] | None = None
    start: Callable[[pb.StartResponse], object] | None = None
    describe: Callable[[pb.Description], object] | None = None
    choose: Callable[[pb.ChooseResponse], object] | None = None
    fail: Callable[[grpc.ServicerContext], object] | None = None


class Doctored(Spoof):
    """Spoof, doctored."""

    def __init__(self, doctor: Doctor) -> None:
        self.doctor = doctor

    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        answer = super().Describe(request, context)
        if self.doctor.describe:
            self.doctor.describe(answer.rulesets[0])
        return answer

    def Start(self, request: pb.StartRequest, context: grpc.ServicerContext) -> pb.StartResponse:
        answer = super().Start(request, context)
        if self.doctor.start:
            self.doctor.start(answer)
        return answer

    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        if self.doctor.fail:
            self.doctor.fail(context)
        answer = super().Play(request, context)
        if self.doctor.play:
            self.doctor.play(answer)
        return answer

    def Choose(self, request: pb.ChooseRequest, context: grpc.ServicerContext) -> pb.ChooseResponse:
        answer = super().Choose(request, context)
        if self.doctor.choose:
            self.doctor.choose(answer)
        return answer


@pytest.fixture
def doctored() -> Iterator[tuple[Doctor, str]]:
    """A running program that can be doctored, and its address."""
    doctor = Doctor()
    server, address = serve(Doctored(doctor))
    yield doctor, address
    server.stop(None)


@pytest.fixture
def doctor(doctored: tuple[Doctor, str]) -> Doctor:
    return doctored[0]


@pytest.fixture
def site(open_site: Open, doctored: tuple[Doctor, str]) -> Site:
    return open_site(f"factionwars=local,spoof={doctored[1]}")


@pytest.fixture
def ada(site: Site) -> Client:
    return site.client("Ada")


def view_is(text: str) -> Callable[[pb.PlayResponse], object]:
    def put(answer: pb.PlayResponse) -> None:
        answer.step.situations[1].view.json = text.encode("utf-8", "surrogatepass")

    return put


def event_is(content: bytes) -> Callable[[pb.PlayResponse], object]:
    def put(answer: pb.PlayResponse) -> None:
        answer.step.events[0].public.json = content

    return put


def swap_views(answer: pb.PlayResponse) -> None:
    first, second = answer.step.situations[1], answer.step.situations[2]
    first.viewer, second.viewer = second.viewer, first.viewer


def drop_view(answer: pb.PlayResponse) -> None:
    del answer.step.situations[2]


def asked(answer: pb.PlayResponse) -> pb.Situation:
    return next(situation for situation in answer.step.situations if situation.legal)


def repeat_legal(answer: pb.PlayResponse) -> None:
    asked(answer).legal.append(asked(answer).legal[0])


def listed_as(change: Callable[[list[dict[str, object]]], object]) -> Callable[[pb.PlayResponse], object]:
    """The list of legal actions in one piece, changed: what ``change`` returns is written, or the list if nothing."""

    def put(answer: pb.PlayResponse) -> None:
        situation = asked(answer)
        listed: list[dict[str, object]] = [
            {"notation": action.notation, "action": json.loads(action.action.json), "label": action.label}
            for action in situation.legal
        ]
        changed = change(listed)
        situation.ClearField("legal")
        situation.legal_json = changed if isinstance(changed, bytes) else json.dumps(changed or listed).encode()

    return put


def in_both_forms(answer: pb.PlayResponse) -> None:
    before = pb.Situation.FromString(asked(answer).SerializeToString())
    listed_as(lambda listed: None)(answer)
    next(situation for situation in answer.step.situations if situation.legal_json).legal.extend(before.legal)


def for_who_is_not_asked(answer: pb.PlayResponse) -> None:
    answer.step.situations[0].legal_json = b'[{"notation":"call 1","action":{},"label":"Call 1"}]'


PLAYED: dict[str, Callable[[pb.PlayResponse], object]] = {
    "a view that is not JSON": view_is(f"fists: {SECRET}"),
    "a view that is a list": view_is(f'["{SECRET}"]'),
    "a view that is empty": view_is(""),
    "a view with a number that JSON has not": view_is('{"fists": NaN}'),
    "a view with half a character": view_is('{"fists": "\\ud800"}'),
    "a view nested without end": view_is('{"a":' * 100_000 + "1" + "}" * 100_000),
    "a view that is larger than a step may be": view_is('{"a": "' + "x" * 1_200_000 + '"}'),
    "a view of another form": lambda answer: answer.step.situations[1].view.message.Pack(pb.DescribeRequest()),
    "a view that is missing": lambda answer: answer.step.situations[1].ClearField("view"),
    "a viewer that is missing": drop_view,
    "viewers in another order": swap_views,
    "viewers of more seats than play": lambda answer: answer.step.situations.add(
        viewer=2, view=pb.Document(json=b"{}")
    ),
    "no viewers": lambda answer: answer.step.ClearField("situations"),
    "an event that ends its place in the log": event_is(b'{}]}],"outcome":{"x":[{'),
    "an event that is not JSON": event_is(SECRET.encode()),
    "an event told in two lines": lambda answer: setattr(answer.step.events[0].public, "text", f"{SECRET}\nhides"),
    "an event told without end": lambda answer: setattr(answer.step.events[0].public, "text", "x" * 2_001),
    "an event with two texts": event_is(b'{"hid":{"seat":0},"text":"Somebody hides."}'),
    "a private event of no seat": lambda answer: answer.step.events[0].private[7].CopyFrom(pb.Document(json=b"{}")),
    "pending seats that there are not": lambda answer: answer.step.pending.append(9),
    "pending seats twice": lambda answer: answer.step.pending.extend([1]),
    "pending seats without legal actions": lambda answer: asked(answer).ClearField("legal"),
    "legal actions twice": repeat_legal,
    "legal actions for who is not asked": lambda answer: answer.step.situations[0].legal.add(
        notation="call 1", action=pb.Document(json=b"{}"), label="Call 1"
    ),
    "a notation of two lines": lambda answer: setattr(asked(answer).legal[0], "notation", "hide\n1"),
    "a list in one piece that is not JSON": listed_as(lambda listed: SECRET.encode()),
    "a list in one piece that is empty": listed_as(lambda listed: b"[]"),
    "a list in one piece that is an object": listed_as(lambda listed: listed[0]),
    "a list in one piece with something else in it": listed_as(lambda listed: [*listed, SECRET]),
    "a list in one piece without an action": listed_as(lambda listed: listed[0].pop("action") and None),
    "a list in one piece with more than actions": listed_as(lambda listed: listed[0].update(secret=SECRET)),
    "a list in one piece with an action that is a list": listed_as(lambda listed: listed[0].update(action=[SECRET])),
    "a list in one piece with a label that is no text": listed_as(lambda listed: listed[0].update(label=3)),
    "a list in one piece with a label without end": listed_as(lambda listed: listed[0].update(label="x" * 501)),
    "a list in one piece with a notation of two lines": listed_as(lambda listed: listed[0].update(notation="a\nb")),
    "a list in one piece with an action twice": listed_as(lambda listed: [*listed, listed[0]]),
    "a list in one piece with half a character": listed_as(lambda listed: listed[0].update(action={"a": "\ud800"})),
    "a list in both forms": in_both_forms,
    "a list in one piece for who is not asked": for_who_is_not_asked,
    "nobody pending and no outcome": lambda answer: answer.step.ClearField("pending"),
    "an outcome before the end": lambda answer: answer.step.outcome.SetInParent(),
    "a position of another ruleset": lambda answer: setattr(answer.step.position, "ruleset", "factionwars"),
    "a position of another version": lambda answer: setattr(answer.step.position, "version", "2.0.0"),
    "a position of another match": lambda answer: setattr(answer.step.position, "seed", bytes(32)),
    "no step": lambda answer: answer.ClearField("step"),
    "an action that was not listed": lambda answer: setattr(answer, "notation", "hide 99"),
    "no notation": lambda answer: answer.ClearField("notation"),
}


def code_of(client: Client, method: str, path: str, body: object = None) -> tuple[int, str]:
    response = client.ask(method, path, json=body)
    assert response.json is not None
    assert SECRET not in response.get_data(as_text=True)
    return response.status_code, response.json.get("code", "")


@pytest.mark.parametrize("what", PLAYED)
def test_a_broken_answer_to_a_move_is_nobody_s_move(site: Site, doctor: Doctor, ada: Client, what: str) -> None:
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
    before = site.stored()
    doctor.play = PLAYED[what]
    with structlog.testing.capture_logs() as logged:
        assert code_of(ada, "POST", f"/v1/matches/{match}/decisions/1", {"action": "hide 1"}) == (500, "INTERNAL")
        with pytest.raises(Refusal) as caught:
            site.worker.bot_turns.play_turns(match, budget_seconds=5.0, max_decisions=10)
    assert caught.value.reason is Reason.INTERNAL
    assert SECRET not in str(logged)
    assert site.stored() == before
    doctor.play = None
    assert ada.make(f"/v1/matches/{match}/decisions/1", {"action": "hide 1"})["notation"] == "hide 1"


def spaced(answer: pb.PlayResponse) -> None:
    view = json.loads(answer.step.situations[1].view.json)
    answer.step.situations[1].view.json = json.dumps(view, indent=2).replace("\n", "\r\n").encode()


def test_json_of_another_style_is_taken_and_written_canonically(site: Site, doctor: Doctor, ada: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
    doctor.play = spaced
    ada.make(f"/v1/matches/{match}/decisions/1", {"action": "hide 1"})
    seen = ada.get(f"/v1/matches/{match}/seats/0/view").data
    assert b"\n" not in seen
    assert b'"fists":[1,null]' in seen


def test_a_list_in_one_piece_of_another_style_is_taken_and_written_canonically(
    site: Site, doctor: Doctor, ada: Client
) -> None:
    def restyled(listed: list[dict[str, object]]) -> bytes:
        return json.dumps([dict(reversed(action.items())) for action in listed[:2]], indent=1).encode()

    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "open"]})["id"]
    ben = site.client("Ben")
    ben.make(f"/v1/matches/{match}:join", {})
    doctor.play = listed_as(restyled)
    ada.make(f"/v1/matches/{match}/decisions/1", {"action": "hide 1"})
    seen = ben.get(f"/v1/matches/{match}/seats/1/view").data
    assert (
        b'"legal":[{"notation":"hide 0","action":{"hide":{"pebbles":0}},"label":"Hide 0 pebbles"},'
        b'{"notation":"hide 1","action":{"hide":{"pebbles":1}},"label":"Hide 1 pebbles"}]'
    ) in seen


@pytest.mark.parametrize(
    "spoil",
    [
        lambda answer: answer.step.situations.add(viewer=2, view=pb.Document(json=b"{}")),
        lambda answer: answer.step.ClearField("position"),
        lambda answer: setattr(answer.step.position, "version", "x" * 500),
    ],
)
def test_a_match_that_cannot_be_dealt_stays_open(
    site: Site, doctor: Doctor, ada: Client, spoil: Callable[[pb.StartResponse], object]
) -> None:
    doctor.start = spoil
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})
    assert match["status"] == "open"
    doctor.start = None
    assert ada.read(f"/v1/matches/{match['id']}")["status"] == "live"


def test_a_bot_s_choice_that_was_not_offered_is_not_played(site: Site, doctor: Doctor, ada: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
    doctor.choose = lambda answer: setattr(answer, "notation", "hide 9")
    before = site.stored()
    with pytest.raises(Refusal) as caught:
        site.worker.bot_turns.play_turns(match, budget_seconds=5.0, max_decisions=10)
    assert caught.value.reason is Reason.INTERNAL
    assert site.stored() == before


@pytest.mark.parametrize(
    "spoil",
    [
        lambda found: setattr(found, "cards", b'{"cards": 1}'),
        lambda found: setattr(found, "cards", b'["Ace"]'),
        lambda found: setattr(found, "min_seats", 0),
        lambda found: setattr(found, "max_seats", 1_000),
        lambda found: setattr(found, "layout", b'{"zones":[]}'),
        lambda found: setattr(found, "layout", b"no JSON"),
        lambda found: setattr(found, "layout", found.layout.replace(b'"blank"', b'"blanks"')),
        lambda found: setattr(
            found, "layout", found.layout.replace(b'"blank"', b'"when": {"options": {"x": [1]}}, "blank"')
        ),
        lambda found: setattr(found, "rules", "x" * 65_537),
        lambda found: setattr(found.options[0], "title", "two\nlines"),
        lambda found: setattr(found, "title", ""),
        lambda found: setattr(found, "version", "1\n2"),
        lambda found: setattr(found.bots[0], "id", "../../admin"),
        lambda found: found.bots.append(found.bots[0]),
        lambda found: setattr(found.options[0], "default", b"true"),
        lambda found: setattr(found.options[0], "default", b"not JSON"),
        lambda found: setattr(found.options[0], "type", 17),
        lambda found: found.schemas.update({"view": b"[]"}),
    ],
)
def test_a_description_that_is_none_takes_nothing_from_the_others(
    site: Site, doctor: Doctor, ada: Client, spoil: Callable[[pb.Description], object]
) -> None:
    doctor.describe = spoil
    assert [ruleset["id"] for ruleset in ada.read("/v1/rulesets")["rulesets"]] == ["factionwars"]
    assert code_of(ada, "GET", "/v1/rulesets/spoof") == (500, "INTERNAL")
    assert code_of(ada, "POST", "/v1/matches", {"ruleset": "spoof", "seats": ["me", "open"]}) == (500, "INTERNAL")
    doctor.describe = None
    assert ada.read("/v1/rulesets/spoof")["id"] == "spoof"


def failing(code: str, *details: Packed) -> Callable[[grpc.ServicerContext], object]:
    status = status_pb2.Status(code=code_pb2.Code.Value(code), message=f"{SECRET}", details=details)
    return lambda context: context.abort_with_status(rpc_status.to_status(status))


def saying(reason: str) -> Packed:
    packed = Packed()
    packed.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="playhall", metadata={"code": "OK", "status": "1"}))
    return packed


@pytest.mark.parametrize(
    ("fail", "code"),
    [
        (failing("INTERNAL"), (500, "INTERNAL")),
        (failing("UNAUTHENTICATED"), (500, "INTERNAL")),
        (failing("FAILED_PRECONDITION", saying("MATCH_ENDED")), (500, "INTERNAL")),
        (failing("PERMISSION_DENIED", saying("NOT_YOUR_SEAT")), (500, "INTERNAL")),
        (failing("INVALID_ARGUMENT", saying("NO_SUCH_REASON")), (500, "INTERNAL")),
        (failing("INTERNAL", Packed(type_url=saying("BUSY").type_url, value=b"\xff\xff")), (500, "INTERNAL")),
        (lambda context: context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, SECRET), (503, "BUSY")),
        (lambda context: 1 / 0, (500, "INTERNAL")),
    ],
)
def test_an_error_that_is_no_engine_s_to_give_is_internal(
    site: Site, doctor: Doctor, ada: Client, fail: Callable[[grpc.ServicerContext], object], code: tuple[int, str]
) -> None:
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
    before = site.stored()
    doctor.fail = fail
    assert code_of(ada, "POST", f"/v1/matches/{match}/decisions/1", {"action": "hide 1"}) == code
    with pytest.raises(Refusal):
        site.worker.bot_turns.play_turns(match, budget_seconds=5.0, max_decisions=10)
    assert site.stored() == before


def test_an_engine_that_hangs_is_busy_and_then_left_alone(
    open_site: Open, doctored: tuple[Doctor, str], request: pytest.FixtureRequest
) -> None:
    doctor, address = doctored
    site = open_site(f"factionwars=local,spoof={address}", seconds=1)
    ada = site.client("Ada")
    match = ada.make("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
    go, entered = threading.Event(), list[int]()
    request.addfinalizer(go.set)

    def hang(_: grpc.ServicerContext) -> None:
        entered.append(1)
        go.wait(60)

    doctor.fail = hang
    before = site.stored()
    for _ in range(6):
        assert code_of(ada, "POST", f"/v1/matches/{match}/decisions/1", {"action": "hide 1"}) == (503, "BUSY")
    assert len(entered) == 2  # the others were not even sent
    assert site.stored() == before
    assert ada.get("/readyz").status_code == 200
    doctor.fail = None
    go.set()
    path = f"/v1/matches/{match}/decisions/1"
    wait_until(lambda: ada.post(path, {"action": "hide 1"}).status_code == 200, "it to be tried again after a pause")
