"""`playhall conformance ID=HOST:PORT`: what can be seen of a ruleset from outside. The sound program passes, and a
planted fault is found by each check."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

import itertools
import json
from collections.abc import Iterator

import grpc
import pytest
from click.testing import CliRunner, Result
from playhall.engine.v1 import engine_pb2 as pb

from cli.main import main
from services.engine.conformance import service, suite
from services.engine.grpc_client import GrpcEngine
from tests.integration.foreign import spoof
from tests.integration.foreign.spoof import Spoof

pytestmark = pytest.mark.slow


class Endless(Spoof):
    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        answer = super().Describe(request, context)
        answer.rulesets[0].max_decisions = 3
        return answer


class DefaultsNobodyMayPlay(Spoof):
    def Default(self, request: pb.DefaultRequest, context: grpc.ServicerContext) -> pb.DefaultResponse:
        super().Default(request, context)
        return pb.DefaultResponse(notation="call 99")


class FormsThatDiffer(Spoof):
    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        if request.WhichOneof("action") == "json" and b"hide" in request.json:
            request.notation = "hide 0"
        return super().Play(request, context)


class PlaysAnything(Spoof):
    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        allowed = spoof.legal(json.loads(request.position.state), request.seat)
        if request.notation not in allowed and allowed and request.notation:
            request.notation = allowed[0]
        return super().Play(request, context)


class Remembers(Spoof):
    turns = itertools.count()

    def Choose(self, request: pb.ChooseRequest, context: grpc.ServicerContext) -> pb.ChooseResponse:
        return pb.ChooseResponse(notation=request.legal[next(self.turns) % len(request.legal)])


class ObservesSomethingElse(Spoof):
    def Observe(self, request: pb.ObserveRequest, context: grpc.ServicerContext) -> pb.ObserveResponse:
        answer = super().Observe(request, context)
        answer.step.situations[0].view.json = b'{"nothing":true}'
        return answer


class ReadsAnything(Spoof):
    def Observe(self, request: pb.ObserveRequest, context: grpc.ServicerContext) -> pb.ObserveResponse:
        if not request.position.state.endswith(b"}"):
            request.position.state = b'{"pebbles":3,"first":0,"fists":[null,null],"calls":[null,null]}'
        return super().Observe(request, context)


class TellsWhatWasHidden(Spoof):
    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        answer = super().Play(request, context)
        answer.step.events[0].public.json = json.dumps({"played": answer.notation}).encode()
        return answer


class TextsThatLeak(Spoof):
    """Everybody is told in words how many pebbles are hidden, and of no other event anything."""

    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        answer = super().Play(request, context)
        answer.step.events[0].public.text = f"{json.loads(answer.step.position.state)['fists']}"
        return answer


class ViewsThatLeak(Spoof):
    """A spectator's view tells whether any fist is empty: a position imagined from it need not look like it."""

    def Start(self, request: pb.StartRequest, context: grpc.ServicerContext) -> pb.StartResponse:
        return pb.StartResponse(step=leaking(super().Start(request, context).step))

    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        answer = super().Play(request, context)
        return pb.PlayResponse(step=leaking(answer.step), notation=answer.notation)

    def Observe(self, request: pb.ObserveRequest, context: grpc.ServicerContext) -> pb.ObserveResponse:
        return pb.ObserveResponse(step=leaking(super().Observe(request, context).step))

    def Imagine(self, request: pb.ImagineRequest, context: grpc.ServicerContext) -> pb.ImagineResponse:
        view = json.loads(request.view)
        view.pop("leak")
        request.view = json.dumps(view).encode()
        return super().Imagine(request, context)


def leaking(step: pb.Step) -> pb.Step:
    empty = 0 in json.loads(step.position.state)["fists"]
    for situation in step.situations:
        situation.view.json = json.dumps({**json.loads(situation.view.json), "leak": empty}).encode()
    return step


class FirstComeFirstServed(Spoof):
    """Who hides last calls first."""

    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        state = json.loads(request.position.state)
        if state["fists"].count(None) == 1:
            state["first"] = request.seat
            request.position.state = json.dumps(state).encode()
        return super().Play(request, context)


class AnyBotWillDo(Spoof):
    def Choose(self, request: pb.ChooseRequest, context: grpc.ServicerContext) -> pb.ChooseResponse:
        request.bot = "middle"
        return super().Choose(request, context)


class HasACardThatDoesNotFit(Spoof):
    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        answer = super().Describe(request, context)
        answer.rulesets[0].cards = b'[{"id":"P","name":"Pebble","kind":"pebble"}]'
        answer.rulesets[0].schemas["card"] = b'{"type":"object","required":["weight"]}'
        return answer


class PointsNowhere(Spoof):
    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        answer = super().Describe(request, context)
        answer.rulesets[0].layout = json.dumps(spoof.LAYOUT).replace("/calls/", "/called/").encode()
        return answer


FAULTS: list[tuple[type[Spoof], int, str]] = [
    (Endless, 1, "random matches end"),
    (DefaultsNobodyMayPlay, 3, "defaults are legal"),
    (FormsThatDiffer, 4, "both forms of an action do the same"),
    (PlaysAnything, 5, "only listed actions apply"),
    (Remembers, 7, "the same request gets the same answer"),
    (ObservesSomethingElse, 10, "a position is all it needs"),
    (ReadsAnything, 10, "broken positions are refused"),
    (TellsWhatWasHidden, 12, "choosing at once shows nothing"),
    (TextsThatLeak, 12, "texts follow from what is shown"),
    (ViewsThatLeak, 14, "imagined positions fit the view"),
    (FirstComeFirstServed, 17, "the order of answers does not matter"),
    (AnyBotWillDo, 22, "wrong requests have their reason"),
    (HasACardThatDoesNotFit, 26, "the documents say what there is"),
    (PointsNowhere, 26, "every zone is in a view"),
]
"""Each with the check that finds it, and the number of its invariant."""


def examined(servicer: Spoof, number: int | None = None) -> suite.Report:
    """What is found with three seats, by the checks of one invariant or of all."""
    numbers = None if number is None else frozenset({number})
    three = suite.Selection(numbers, seats=frozenset({3}), default_options_only=True)
    server, address = spoof.serve(servicer)
    try:
        return service.run(GrpcEngine("spoof", address, timeout_seconds=20), selection=three)
    finally:
        server.stop(None)


@pytest.mark.parametrize(("faulty", "number", "check"), FAULTS)
def test_a_fault_is_found_by_its_check(faulty: type[Spoof], number: int, check: str) -> None:
    found = {one.check.name: one for one in examined(faulty(), number).examined if one.finding}
    assert check in found
    assert "crashed" not in str(found[check].finding)


def test_there_is_a_fault_for_every_check_and_none_in_the_sound_program() -> None:
    report = examined(Spoof())
    assert [str(finding) for finding in report.findings] == []
    assert [one.check.name for one in report.examined] == [check for _, _, check in FAULTS]
    assert all(one.compared for one in report.examined)


@pytest.fixture
def address() -> Iterator[str]:
    server, at = spoof.serve(Spoof())
    yield at
    server.stop(None)


def conformance(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, ["conformance", *arguments])


def test_the_command_takes_an_address(address: str) -> None:
    done = conformance(f"spoof={address}", "--seats", "2", "--default-options")
    assert done.exit_code == 0, done.output
    assert "Conformance of spoof" in done.output
    assert done.output.count("holds") == len(FAULTS)


def test_what_a_service_cannot_be_asked_is_explained(address: str) -> None:
    assert "cannot be recorded" in conformance(f"spoof={address}", "--record").output
    assert "UNKNOWN_RULESET" in conformance(f"chess={address}").output
    assert "lower-case letters and digits" in conformance(f"Spoof={address}").output
    unreachable = conformance("spoof=unix:/nowhere/at/all")
    assert unreachable.exit_code == 1
    assert "BUSY" in unreachable.output
