"""Several requests in one thread."""

import socket
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial

from services.shared_thread import News, SharedThread, before_waiting, let_others_first, wait_to_read
from tests.sharing import Step, run


def test_who_lets_others_first_goes_on_after_them_in_order() -> None:
    one = (let_others_first,)
    assert run({"a": one, "b": one, "c": ()}) == "a b c a1 b1"


def test_where_nobody_else_waits_a_request_goes_on_at_once() -> None:
    assert run({"a": (let_others_first,), "b": ()}, others_wait=lambda: False) == "a a1 b"


def test_a_request_may_let_others_first_more_than_once() -> None:
    twice = (let_others_first, let_others_first)
    assert run({"a": twice, "b": twice}) == "a b a1 b1 a2 b2"


def test_those_put_aside_go_on_before_somebody_waits() -> None:
    one = (let_others_first,)
    assert run({"a": one, "b": one, "c": (before_waiting,), "d": ()}) == "a b c a1 b1 c1 d"


def test_nobody_is_put_aside_again_while_somebody_is_about_to_wait() -> None:
    again = (let_others_first, let_others_first, before_waiting)
    assert run({"a": again, "b": (before_waiting,), "c": ()}) == "a b a1 a2 a3 b1 c"


def test_who_has_waited_may_be_put_aside_afterwards() -> None:
    assert run({"a": (let_others_first,), "b": (before_waiting, let_others_first), "c": ()}) == "a b a1 b1 c b2"


def test_who_waits_when_nobody_is_put_aside_just_waits() -> None:
    assert run({"a": (before_waiting,), "b": ()}) == "a a1 b"


def test_who_waits_to_read_goes_on_when_something_has_come() -> None:
    reader, writer = socket.socketpair()
    with reader, writer:
        read, write = partial(wait_to_read, reader), partial(writer.send, b"x")
        assert run({"a": (read,), "b": (let_others_first,), "c": (write,)}) == "a b c c1 b1 a1"


def test_who_waits_to_read_what_does_not_come_reads_after_a_second() -> None:
    reader, writer = socket.socketpair()
    with reader, writer:
        assert run({"a": (partial(wait_to_read, reader),), "b": ()}) == "a b a1"


def test_those_who_wait_for_news_go_on_when_they_are_told() -> None:
    news = News()
    waits, tells = (news.wait,), (let_others_first, news.tell)
    assert run({"a": tells, "b": waits, "c": waits, "d": ()}) == "a b c d a1 a2 b1 c1"


def test_each_request_has_a_context_of_its_own() -> None:
    name: ContextVar[str] = ContextVar("name", default="nobody")
    found: list[tuple[str, str]] = []

    def named(own: str) -> tuple[Step, ...]:
        return (lambda: name.set(own), let_others_first, lambda: found.append((own, name.get())))

    run({"a": named("a"), "b": named("b")})
    assert found == [("a", "a"), ("b", "b")]


def test_a_thread_that_is_not_shared_waits_for_nobody() -> None:
    reader, writer = socket.socketpair()

    def work() -> bool:
        let_others_first()
        before_waiting()
        wait_to_read(reader)
        News().wait()
        return True

    with reader, writer, ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result(timeout=10)


def test_outside_of_a_request_nothing_is_put_aside() -> None:
    def work() -> bool:
        def serve(step: Step) -> None:
            step()

        shared = SharedThread(serve, lambda: True)
        shared.serve(let_others_first)
        let_others_first()
        before_waiting()
        return bool(shared)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result(timeout=10)
