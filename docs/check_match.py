"""Check a finished match of FACES: Commanders with nothing but Python.

    python check_match.py REPLAY [COMMITMENT [SEAT SEED]]

REPLAY: the file of GET /v1/matches/{match}/replay. COMMITMENT: what the match promised when you took your seat. SEAT,
SEED: your seat and the client seed that you added. Shares no code with Playhall; docs/fairness.md explains each step.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path


def words(seed: bytes, stream: str) -> Iterator[int]:
    """The words of a stream: SHAKE-256 of seed, name and block number, sixteen 32-bit words a block."""
    block = 0
    while True:
        data = hashlib.shake_256(seed + b"\0" + stream.encode() + b"\0" + block.to_bytes(8, "big")).digest(64)
        yield from (int.from_bytes(data[at : at + 4], "big") for at in range(0, 64, 4))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number below n. Words past the last multiple of n are skipped, so that no number comes more often."""
    return next(word for word in stream if word < 2**32 - 2**32 % n) % n


def must(step: int, holds: object, what: str) -> None:
    """End with what is wrong, unless it holds."""
    if not holds:
        sys.exit(f"step {step}: {what}")


def check_seeds(replay: dict, commitment: str | None, seat: str | None, seed: str | None) -> bytes:
    """The match's seed, from the server's seed that was promised and the clients' that were added later."""
    server = bytes.fromhex(replay["server_seed"])
    promised = commitment or replay["commitment"]
    must(0, hashlib.sha256(server).hexdigest() == promised, "the server seed is not the one that was promised")
    if seat is not None:
        must(0, replay["client_seeds"][int(seat)] == seed, "your client seed was not used")
    clients = b"".join(bytes.fromhex(seed or "") for seed in replay["client_seeds"])
    made = hmac.digest(server, replay["match"].encode() + clients, "sha256")
    must(0, made.hex() == replay["seed"], "the match seed does not follow from the seeds")
    return made


def shuffled_deck(seed: bytes) -> list[str]:
    """The 36 units: from the last place down, each is swapped with one at or below it. The last is the top."""
    deck = [f"{rank}{suit}" for suit in "SHDC" for rank in range(2, 11)]
    stream = words(seed, "setup")
    for last in range(len(deck) - 1, 0, -1):
        other = below(stream, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


class Table:
    """What chance and the dice decide, followed event by event."""

    def __init__(self, seed: bytes, seats: int) -> None:
        self.deck = shuffled_deck(seed)
        self.dice = words(seed, "dice")
        self.totals: dict[int, int] = {}
        self.wins = [0] * seats
        self.skirmish = 0

    def follow(self, step: int, action: str, name: str, event: dict) -> None:
        """Check one event of a step, and the action against it where it tells of the action."""
        if name == "drew":
            drawn = [self.deck.pop() for _ in range(event["number"])]
            must(step, event["cards"] == drawn, f"the deck gives {drawn}")
        elif name == "first_rolled":
            self.rolled(step, [(20, roll["value"]) for roll in event["rolls"]])
        elif name in ("skirmish_started", "skirmish_tied"):
            self.skirmish = event.get("skirmish", self.skirmish)
            self.totals = {}
        elif name == "rolled":
            self.rolled(step, [(die["sides"], die["value"]) for die in event["dice"]])
            must(step, event["total"] == sum(die["value"] for die in event["dice"]), "the dice have another total")
            self.totals[event["player"]] = event["total"]
        elif name == "rerolled":
            must(step, action == f"reroll {event['die']}", "another die was named")
            self.rolled(step, [(event["sides"], event["new"])])
            self.totals[event["player"]] += event["new"] - event["old"]
            must(step, event["total"] == self.totals[event["player"]], "the dice have another total")
        elif name == "skirmish_won":
            must(step, event["total"] == max(self.totals.values()), "somebody rolled more")
            must(step, self.totals[event["player"]] == event["total"], "the winner rolled less")
            self.wins[event["player"]] += self.skirmish <= 4  # those after the fourth break a tie
        elif name == "placed":
            must(step, action == f"place {event['commander']}", "another commander was named")
        elif name == "game_ended":
            must(step, event["wins"] == self.wins, f"the victories are {self.wins}")

    def rolled(self, step: int, dice: list[tuple[int, int]]) -> None:
        for sides, value in dice:
            must(step, value == 1 + below(self.dice, sides), "the seed gives another roll")


def main(file: str, commitment: str | None = None, seat: str | None = None, seed: str | None = None) -> None:
    """Follow the match from its seeds to its result."""
    replay = json.loads(Path(file).read_text())
    must(0, replay["ruleset"] == "commanders", "this program knows FACES: Commanders only")
    table = Table(check_seeds(replay, commitment, seat, seed), len(replay["seats"]))
    for number, step in enumerate([replay["start"], *replay["steps"]]):
        must(number, step.get("rev", 0) == number, "a step is missing")
        for event in step["events"]:
            # Of what is not for all, the share that says most is that of the player whom it concerns.
            share = max([event["public"] or {}, *event["private"].values()], key=lambda share: len(str(share)))
            for name, told in share.items():
                table.follow(number, step.get("action", ""), name, told)
    scores = [result["score"] for result in sorted(replay["outcome"]["results"], key=lambda result: result["seat"])]
    if replay["outcome"]["reason"] != "resignation":
        must(len(replay["steps"]) + 1, scores == table.wins, f"the victories are {table.wins}")
    print(f"All that chance decided in {len(replay['steps'])} steps follows from the seeds; victories {table.wins}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
