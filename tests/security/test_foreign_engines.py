"""Engines of other people that are slow, hang, lie, flood, or answer what would harm whoever reads it: their own
matches suffer, and no others."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

import grpc
import pytest
from google.protobuf.any_pb2 import Any as Packed
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status
from playhall.engine.v1 import engine_pb2 as pb
from playhall.engine.v1 import engine_pb2_grpc
from werkzeug.test import TestResponse

from services.engine.bulkhead import FOREIGN_PATIENCE_SECONDS, ProcessBulkhead
from services.engine.registry import engines_from
from services.errors import Reason, Refusal
from tests.integration.foreign.conftest import Open, Site, open_site
from tests.integration.foreign.spoof import Spoof
from tests.integration.gateway.harness import Client
from workers.bootstrap import worker_services
from workers.turn_bootstrap import bulkhead_of

__all__ = ["open_site"]

pytestmark = pytest.mark.slow

GATEWAY_THREADS = 8
SLOW_SECONDS = 1.5
SECRET = "the-other-fist-holds-3"


@dataclass(slots=True)
class Behaviour:
    """What the hostile program does. ``play``: to what it is about to answer; ``fail``: instead of an answer."""

    seconds: float = 0.0
    compression: grpc.Compression = grpc.Compression.NoCompression
    play: Callable[[pb.PlayResponse], object] | None = None
    describe: Callable[[pb.Description], object] | None = None
    fail: Callable[[grpc.ServicerContext], object] | None = None
    asked: list[str] = field(default_factory=list)


class Hostile(Spoof):
    """Spoof, as its enemies would serve it."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour

    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        self.behaviour.asked.append("Describe")
        answer = super().Describe(request, context)
        if self.behaviour.describe:
            self.behaviour.describe(answer.rulesets[0])
        return answer

    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        self.behaviour.asked.append("Play")
        time.sleep(self.behaviour.seconds)
        if self.behaviour.fail:
            self.behaviour.fail(context)
        answer = super().Play(request, context)
        context.set_compression(self.behaviour.compression)
        if self.behaviour.play:
            self.behaviour.play(answer)
        return answer

    def Choose(self, request: pb.ChooseRequest, context: grpc.ServicerContext) -> pb.ChooseResponse:
        self.behaviour.asked.append("Choose")
        time.sleep(self.behaviour.seconds)
        return super().Choose(request, context)


@dataclass(slots=True)
class Enemy:
    """The running program."""

    behaviour: Behaviour
    address: str


@pytest.fixture
def enemy() -> Iterator[Enemy]:
    """It answers as many at once as ask, and sends its answers however large they are."""
    server = grpc.server(ThreadPoolExecutor(64), options=[("grpc.max_send_message_length", -1)])
    behaviour = Behaviour()
    engine_pb2_grpc.add_EngineServiceServicer_to_server(Hostile(behaviour), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield Enemy(behaviour, f"127.0.0.1:{port}")
    server.stop(None)


@pytest.fixture
def site(open_site: Open, enemy: Enemy) -> Site:
    return open_site(f"duels=local,spoof={enemy.address}")


@pytest.fixture
def ada(site: Site) -> Client:
    return site.client("Ada")


def hide(client: Client, match: str) -> TestResponse:
    """The first move of a match of Spoof."""
    return client.post(f"/v1/matches/{match}/decisions/1", {"action": "hide 1"})


def spoofs(client: Client, count: int, ruleset: str = "spoof") -> list[str]:
    """Live matches of Ada against a bot that has not moved."""
    made = [client.make("/v1/matches", {"ruleset": ruleset, "seats": ["me", "bot:middle"]}) for _ in range(count)]
    return [match["id"] for match in made]


def served(pool: ThreadPoolExecutor, ask: Callable[[], TestResponse]) -> "Future[tuple[float, TestResponse]]":
    """A request that waits for one of the gateway's threads: how long that took in all, and the answer."""
    began = time.perf_counter()

    def answer() -> tuple[float, TestResponse]:
        response = ask()
        return time.perf_counter() - began, response

    return pool.submit(answer)


# -- slow ones -------------------------------------------------------------------------------------------------------


def test_requests_to_a_slow_engine_hold_up_nobody_else(site: Site, ada: Client, enemy: Enemy) -> None:
    slow = spoofs(ada, 20)
    normal = ada.make("/v1/matches", {"ruleset": "duels", "seats": ["me", "bot:greedy"]})["id"]
    enemy.behaviour.seconds = SLOW_SECONDS
    clients = [site.client("Bob") for _ in range(GATEWAY_THREADS)]
    with ThreadPoolExecutor(GATEWAY_THREADS) as gateway:
        held = [served(gateway, partial(hide, ada, match)) for match in slow]
        others = [served(gateway, partial(client.get, f"/v1/matches/{normal}/view")) for client in clients * 4]
        waited = [other.result() for other in others]
        answers = [one.result()[1] for one in held]
    assert {response.status_code for _, response in waited} == {200}
    assert max(seconds for seconds, _ in waited) < SLOW_SECONDS
    assert {answer.status_code for answer in answers} == {200, 503}
    refused = [answer for answer in answers if answer.status_code == 503]
    assert {(answer.json["code"], answer.headers["Retry-After"]) for answer in refused if answer.json} == {
        ("BUSY", "1")
    }
    assert len(refused) == 20 - enemy.behaviour.asked.count("Play")
    enemy.behaviour.seconds = 0
    assert {hide(ada, match).status_code for match in slow} == {200}  # whoever asks again gets through


def test_all_slow_engines_together_leave_half_of_the_threads_to_others(enemy: Enemy) -> None:
    names = ("spoof", "second", "third")  # the same program; what it answers to the last two is refused once it comes
    engines = engines_from(",".join(f"{name}={enemy.address}" for name in names), 5.0, threads=GATEWAY_THREADS)
    enemy.behaviour.describe = lambda _: time.sleep(SLOW_SECONDS)
    ended: list[tuple[str, float]] = []

    def ask(name: str) -> None:
        began = time.perf_counter()
        try:
            engines.engine(name).describe()
            reason = "served"
        except Refusal as refusal:
            reason = refusal.reason.name
        ended.append((reason, time.perf_counter() - began))

    with ThreadPoolExecutor(GATEWAY_THREADS) as pool:
        list(pool.map(ask, names * 2 + names[:2]))
    refused = [seconds for reason, seconds in ended if reason == "BUSY"]
    assert (len(refused), len(ended)) == (GATEWAY_THREADS - GATEWAY_THREADS // 2, GATEWAY_THREADS)
    assert max(refused) < 2 * FOREIGN_PATIENCE_SECONDS + 0.5


def test_a_description_is_not_asked_for_at_each_request(site: Site, ada: Client, enemy: Enemy) -> None:
    enemy.behaviour.asked.clear()
    for _ in range(3):
        spoofs(ada, 1)
    assert enemy.behaviour.asked.count("Describe") == 1


def turns(site: Site, match: str, bulkhead: ProcessBulkhead, all_ready: Barrier, told: Connection) -> None:
    """What a worker's process does, in one that was forked."""
    services = worker_services(site.settings, bulkhead)
    all_ready.wait(60)
    try:
        services.bot_turns.play_turns(match, budget_seconds=0.1, max_decisions=1)
        told.send("played")
    except Refusal as refusal:
        told.send(refusal.reason.name)


def test_a_slow_engine_keeps_at_most_half_of_a_workers_processes_busy(site: Site, ada: Client, enemy: Enemy) -> None:
    processes = 4
    matches = spoofs(ada, processes)
    enemy.behaviour.seconds = SLOW_SECONDS
    bulkhead = bulkhead_of(site.settings, processes)
    forking = multiprocessing.get_context("fork")
    all_ready = forking.Barrier(processes)
    pipes = [forking.Pipe(duplex=False) for _ in matches]
    workers = [
        forking.Process(target=turns, args=(site, match, bulkhead, all_ready, theirs), daemon=True)
        for match, (_, theirs) in zip(matches, pipes, strict=True)
    ]
    for worker in workers:
        worker.start()
    ends = [ours.recv() for ours, _ in pipes]
    for worker in workers:
        worker.join()
    assert sorted(ends) == ["BUSY", "BUSY", "played", "played"]


def hold(bulkhead: ProcessBulkhead, told: Connection) -> None:
    with bulkhead.slot("spoof"):
        told.send(os.getpid())
        threading.Event().wait()


def test_the_slot_of_a_process_that_was_killed_is_free_again() -> None:
    patience = 2.0
    bulkhead = ProcessBulkhead(["spoof", "other"], limit=1, limit_of_all=2, patience_seconds=patience)
    forking = multiprocessing.get_context("fork")
    ours, theirs = forking.Pipe(duplex=False)
    holder = forking.Process(target=hold, args=(bulkhead, theirs), daemon=True)
    holder.start()
    pid = ours.recv()
    time.sleep(patience)
    began = time.perf_counter()
    with pytest.raises(Refusal) as refused, bulkhead.slot("spoof"):
        pass
    assert refused.value.reason is Reason.BUSY
    assert time.perf_counter() - began < patience  # the slot is held for long: nobody waits for it
    with bulkhead.slot("other"), bulkhead.slot("duels"):  # another engine's, and one that is not limited
        pass
    os.kill(pid, signal.SIGKILL)
    holder.join()
    with bulkhead.slot("spoof"):
        pass


# -- answers that do harm --------------------------------------------------------------------------------------------


def nested(levels: int) -> bytes:
    return b'{"a":' * levels + b"1" + b"}" * levels


def deep_view(answer: pb.PlayResponse) -> None:
    answer.step.situations[0].view.json = nested(900)


def deep_event(answer: pb.PlayResponse) -> None:
    answer.step.events[0].public.json = nested(200)


def deep_action(answer: pb.PlayResponse) -> None:
    situation = next(situation for situation in answer.step.situations if situation.legal)
    situation.legal[0].action.json = nested(33)


def deep_legal(answer: pb.PlayResponse) -> None:
    situation = next(situation for situation in answer.step.situations if situation.legal)
    situation.ClearField("legal")
    situation.legal_json = b'[{"notation":"call 1","action":%b,"label":"Call"}]' % nested(200)


def ten_megabytes(answer: pb.PlayResponse) -> None:
    answer.step.situations[0].view.json = b'{"a":"%b"}' % (b"x" * 10_000_000)


def two_megabytes(answer: pb.PlayResponse) -> None:
    answer.step.situations[0].view.json = b'{"a":"%b"}' % (b"x" * 2_000_000)


def flood(answer: pb.PlayResponse) -> None:
    for _ in range(100_000):
        answer.step.events.add()


def many_legal(answer: pb.PlayResponse) -> None:
    situation = next(situation for situation in answer.step.situations if situation.legal)
    for number in range(20_000):
        situation.legal.add(notation=f"c {number}", label="c").action.json = b"{}"


def more_seats(answer: pb.PlayResponse) -> None:
    answer.step.situations.add(viewer=2).view.json = b"{}"


def pending_seat_that_is_not_there(answer: pb.PlayResponse) -> None:
    answer.step.pending.append(5)


HARMFUL = (
    deep_view,
    deep_event,
    deep_action,
    deep_legal,
    ten_megabytes,
    two_megabytes,
    flood,
    many_legal,
    more_seats,
    pending_seat_that_is_not_there,
)


@pytest.mark.parametrize("harm", HARMFUL, ids=lambda harm: harm.__name__)
def test_an_answer_that_does_harm_is_refused_and_nothing_of_it_is_kept(
    site: Site, ada: Client, enemy: Enemy, harm: Callable[[pb.PlayResponse], object]
) -> None:
    (match,) = spoofs(ada, 1)
    before = ada.read(f"/v1/matches/{match}/seats/0/view")
    stored = site.stored()
    enemy.behaviour.play = harm
    answer = hide(ada, match)
    assert (answer.status_code, answer.json and answer.json["code"]) == (500, "INTERNAL")
    assert len(answer.get_data()) < 1_000
    assert site.stored() == stored
    assert ada.read(f"/v1/matches/{match}/seats/0/view") == before
    enemy.behaviour.play = None
    assert hide(ada, match).status_code == 200


def test_ten_megabytes_that_came_as_ten_kilobytes_are_refused_all_the_same(
    site: Site, ada: Client, enemy: Enemy
) -> None:
    (match,) = spoofs(ada, 1)
    enemy.behaviour.compression, enemy.behaviour.play = grpc.Compression.Gzip, ten_megabytes
    answer = hide(ada, match)
    assert (answer.status_code, answer.json and answer.json["code"]) == (500, "INTERNAL")


def test_what_an_engine_says_of_its_own_failure_reaches_nobody(site: Site, ada: Client, enemy: Enemy) -> None:
    (match,) = spoofs(ada, 1)

    def fail(context: grpc.ServicerContext) -> None:
        info, wrong = Packed(), Packed()
        metadata = {"state": SECRET, "request_id": f"no id: {SECRET}"}
        info.Pack(error_details_pb2.ErrorInfo(reason="INTERNAL", domain="playhall", metadata=metadata))
        violation = error_details_pb2.BadRequest.FieldViolation(field=SECRET, description=SECRET)
        wrong.Pack(error_details_pb2.BadRequest(field_violations=[violation]))
        status = status_pb2.Status(code=code_pb2.INTERNAL, message=SECRET, details=[info, wrong])
        context.abort_with_status(rpc_status.to_status(status))

    enemy.behaviour.fail = fail
    answer = hide(ada, match)
    assert (answer.status_code, SECRET in answer.get_data(as_text=True)) == (500, False)
