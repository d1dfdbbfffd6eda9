"""Requests that share a thread."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from services.shared_thread import SharedThread

Step = Callable[[], object]


def run(requests: Mapping[str, tuple[Step, ...]], *, others_wait: Callable[[], bool] = lambda: True) -> str:
    """Serve requests in a thread of their own and go on until all are done: what happened, in order. A request notes
    its name when it begins, and with its number after each of its steps."""
    happened: list[str] = []

    def serve(name: str) -> None:
        happened.append(name)
        for number, step in enumerate(requests[name], 1):
            step()
            happened.append(f"{name}{number}")

    def work() -> None:
        shared = SharedThread(serve, others_wait)
        for name in requests:
            shared.serve(name)
        shared.finish()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result(timeout=30)
    return " ".join(happened)
