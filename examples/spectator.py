"""Follow a match to its end: ``python examples/spectator.py MATCH``, or one that is being played. Ctrl-C ends it."""

import os
import sys
from contextlib import suppress

from playhall_client import Client, PlayhallError


def main() -> None:
    """Print what spectators are shown, a line for each step."""
    with Client(os.environ["URL"], os.environ["KEY"]) as client:
        given = sys.argv[1] if len(sys.argv) > 1 else ""
        match = given or next((each.id for each in client.matches(status="live")), None)
        if match is None:
            sys.exit("no match is being played")
        for event in client.events(match):
            print(event.revision, event.type, *(name for told in event.events for name in told), flush=True)
            if event.type == "end" and event.outcome is not None:
                for result in event.outcome.results:
                    print(f"seat {result.seat}: rank {result.rank}, {result.score} points")


if __name__ == "__main__":
    try:
        with suppress(KeyboardInterrupt):
            main()
    except PlayhallError as error:
        sys.exit(str(error))
