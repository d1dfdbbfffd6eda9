"""Record what this release writes: ``python -m tests.golden_rows``. To be run once for each release, before it is made;
the files of earlier releases are never recorded again.
"""

import importlib.metadata
import json
import tempfile
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from services.database import Database
from services.engine.clocks import PerDecision
from services.identity import Scope
from services.matches.creation_request import parse_seats
from services.matches.match import StartRule, Visibility
from tests.golden_rows import FOLDER, rows_of
from tests.integration.matches.harness import World
from tests.valkey import RealValkey


def main() -> None:
    """Record."""
    release = importlib.metadata.version("playhall")
    with tempfile.TemporaryDirectory() as folder, closing(RealValkey()) as valkey:
        database = Path(folder) / "playhall.db"
        Database(f"sqlite:///{database}").upgrade()
        world = World(valkey.client(), database)
        document = {"release": release, **_play(world), "rows": rows_of(world.redis)}
    (FOLDER / f"release-{release}.json").write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")


def _play(world: World) -> dict[str, object]:
    """Matches in every state in which a row can be; their ids, and who sits in them."""
    ann, ben = world.caller("Ann"), world.caller("Ben")
    admin = world.caller("Root", Scope.ADMIN, Scope.MATCHES_READ)
    waiting = world.create(ann, "me", "open", f"player:{ben.player_id}", visibility=Visibility.PRIVATE)
    full = world.create(ann, "me", "open", start_rule=StartRule.BY_CREATOR, time_control=PerDecision(seconds=60))
    world.matches.join(ben, full.id, client_seed="ab" * 32)
    live = world.create(ann, "me", "open", time_control=PerDecision(seconds=300), spectator_delay_seconds=60)
    world.matches.join(ben, live.id)
    world.decide(ann, live.id, {"place": {"card": 2}})
    world.clock.advance(1)
    world.matches.view(admin, live.id, 0)
    resigned = world.create(ann, "me", "open", "bot:greedy")
    world.matches.join(ben, resigned.id)
    world.matches.resign(ben, resigned.id)
    ended = world.create(ann, "me", "open")
    world.matches.join(ben, ended.id)
    world.clock.advance(2)
    world.finish(ended.id, [ann, ben])
    aborted = world.create(ann, "me", "open")
    world.matches.abort(ann, aborted.id)
    bots = world.matches.assign(ann, waiting.id, 1, parse_seats(["bot:random"])[0])
    matches = {
        "waiting": bots.id,
        "full": full.id,
        "live": live.id,
        "resigned": resigned.id,
        "ended": ended.id,
        "aborted": aborted.id,
    }
    people = {
        name: {**asdict(caller), "kind": caller.kind.value, "scopes": sorted(scope.value for scope in caller.scopes)}
        for name, caller in (("ann", ann), ("ben", ben), ("admin", admin))
    }
    return {"matches": matches, "people": people, "now_ms": world.clock.now_ms}


if __name__ == "__main__":
    main()
