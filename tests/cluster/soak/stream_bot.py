"""A bot on its account stream, as a process of its own that may be killed at any moment:
``URL=… KEY=… python -m tests.cluster.soak.stream_bot RECORD``.

It chooses by chance, so a bot that was killed chooses otherwise when it is asked again: a decision that is played twice
would show.
"""

import asyncio
import os
import random
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from playhall_client import ApiError, AsyncBot, AsyncClient, Playing, Turn
from tests.cluster.soak.record import THINKING_SECONDS, Record


class RecordingClient(AsyncClient):
    """Writes down each decision before it is sent, and what was answered."""

    record: Record

    async def decide(self, match: str, decision: int, action: Any) -> Any:
        told = {"match": match, "decision": decision, "action": action}
        self.record.write("sent", way="rest", **told)
        try:
            answered = await super().decide(match, decision, action)
        except ApiError as error:
            self.record.write("refused", code=error.code, **told)
            raise
        self.record.write("acknowledged", notation=answered.notation, **told)
        return answered


class StreamBot(AsyncBot):
    """Plays any legal action."""

    def __init__(self, url: str, key: str, record: Record) -> None:
        super().__init__(url, key)
        self.client = RecordingClient(url, key)
        self.client.record = record
        self.record = record

    async def choose(self, turn: Turn) -> str:
        self.record.write(
            "asked", match=turn.match, seat=turn.seat, decision=turn.decision, deadline=milliseconds(turn.deadline)
        )
        await asyncio.sleep(min(random.expovariate(1 / THINKING_SECONDS), 1.0))
        return random.choice(turn.legal).notation

    async def match_began(self, match: Playing) -> None:
        self.record.write("began", match=match.match)


def milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)


def main(path: str) -> None:
    record = Record(Path(path))
    record.write("started")
    asyncio.run(StreamBot(os.environ["URL"], os.environ["KEY"], record).run())


if __name__ == "__main__":
    main(sys.argv[1])
