"""A server process for tests: ``python -m tests.integration.engine.doctored_server FOLDER [ADDRESS [DRAIN_SECONDS]]``.

It serves Sealed Rows, and a copy under the name ``doctored`` whose every action waits until the file ``go`` is in the
folder, and says by the file ``playing`` that it has begun. It prints its address, and stops like the real one.
"""

import sys
from pathlib import Path

from cli.signals import STOPPING, SignalWatch
from services.engine.grpc_server import EngineServer
from tests.rulesets.doctored import Doctored
from tests.rulesets.sealed import RULESET
from tests.waiting import wait_until


def main(folder: Path, address: str = "127.0.0.1:0", drain_seconds: str = "0.2") -> None:
    """Serve until told to stop."""

    def wait_for_go() -> None:
        (folder / "playing").touch()
        wait_until((folder / "go").exists, "the file go")

    watch = SignalWatch(STOPPING)
    server = EngineServer([RULESET, Doctored(wait_for_go)], address=address)
    server.start()
    sys.stdout.write(f"listens on {server.address}\n")
    sys.stdout.flush()
    while not watch.stop_asked:
        watch.wait(None)
    server.stop(drain_seconds=float(drain_seconds), grace_seconds=30.0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
