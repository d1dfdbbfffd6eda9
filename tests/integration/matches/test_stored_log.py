"""The log of a match in Redis, in pages that become one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.engine.ruleset import SPECTATOR
from services.matches import stored_log
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.event_log import LogEntryKind
from services.matches.redis_keys import log_key
from services.matches.stored_log import PAGE_ENTRIES, entries_of_page, loose_pages
from tests.integration.matches.harness import World, at_once


def stored_pages(world: World, match_id: str) -> list[bytes]:
    command: Callable[..., Any] = world.redis.execute_command
    pages: list[bytes] = command("LRANGE", log_key(match_id), 0, -1)
    return pages


def pages(world: World, match_id: str) -> list[int]:
    """How many entries each page of a log has."""
    return [len(entries_of_page(page)) for page in stored_pages(world, match_id)]


def bots_play(world: World, decisions: int) -> str:
    """A match of four bots that have made so many decisions, long enough for some pages."""
    world.engines = EngineDirectory({"factionwars": InProcessEngine(ruleset("factionwars"))})
    world.open(world.redis)
    match = world.matches.create(world.caller("Host"), NewMatch("factionwars", parse_seats(["bot:random"] * 4), {}))
    world.bot_turns.play_turns(match.id, max_decisions=decisions)
    return match.id


def test_entries_come_together_in_pages_and_stay_what_they_were(world: World) -> None:
    match_id = bots_play(world, PAGE_ENTRIES - 1)
    assert pages(world, match_id) == [1] * PAGE_ENTRIES  # the start is one of them
    world.bot_turns.play_turns(match_id, max_decisions=1)
    assert pages(world, match_id) == [PAGE_ENTRIES + 1]
    world.bot_turns.play_turns(match_id, max_decisions=PAGE_ENTRIES + 3)
    assert pages(world, match_id) == [2 * PAGE_ENTRIES + 1, 1, 1, 1]
    world.check_whole(match_id)


def test_a_log_takes_a_quarter_of_what_its_entries_would_take_one_by_one(world: World) -> None:
    match_id = bots_play(world, 2 * PAGE_ENTRIES)
    loose = [stored_log.page_of(entry) for entry in world.store.read_log(match_id)]
    assert sum(map(len, stored_pages(world, match_id))) * 3 < sum(map(len, loose))


def test_every_viewer_reads_on_from_any_revision_within_a_page(world: World) -> None:
    match_id = bots_play(world, 3 * PAGE_ENTRIES // 2)
    for viewer in range(SPECTATOR, 4):
        found = world.store.events(match_id, viewer, 0, 1000)
        assert found is not None
        revisions = [entry.shown[viewer + 1] for entry in found[1]]
        assert revisions == list(range(1, len(revisions) + 1))
        for since in range(len(revisions) + 1):
            for limit in (1, 7, 1000):
                part = world.store.events(match_id, viewer, since, limit)
                assert part is not None
                assert part[1] == found[1][since : since + limit]


def test_an_answer_is_found_however_long_ago_it_was_given(world: World) -> None:
    match_id = bots_play(world, 3 * PAGE_ENTRIES)
    entries = [entry for entry in world.store.read_log(match_id) if entry.kind is LogEntryKind.PLAY]
    for entry in (entries[0], entries[PAGE_ENTRIES], entries[-1]):
        assert entry.seat is not None
        assert entry.decision is not None
        assert world.store.find_answer(match_id, entry.seat, entry.decision) == entry
    assert world.store.find_answer(match_id, 0, 10_000) is None


def test_a_page_that_was_not_put_together_is_put_together_with_the_next(world: World) -> None:
    """The process died between the commit and the page."""
    match_id = bots_play(world, PAGE_ENTRIES)
    entries = world.store.read_log(match_id)
    world.redis.delete(log_key(match_id))
    world.redis.rpush(log_key(match_id), *map(stored_log.page_of, entries))
    world.bot_turns.play_turns(match_id, max_decisions=PAGE_ENTRIES)
    assert sum(pages(world, match_id)) == 2 * PAGE_ENTRIES + 1
    assert len(pages(world, match_id)) <= 2
    world.check_whole(match_id)


def test_many_who_put_the_same_page_together_at_once_do_it_once(world: World) -> None:
    match_id = bots_play(world, PAGE_ENTRIES // 2)
    key = log_key(match_id)
    loose = loose_pages(stored_pages(world, match_id), PAGE_ENTRIES // 2)
    late = loose[-1]
    whole = stored_log.joined(loose[:-1])
    seal = partial(world.store._seal_page, [key], [0, len(loose) - 1, loose[0], loose[-2], whole])
    assert sorted(at_once([seal] * 8)) == [0] * 7 + [1]
    assert stored_pages(world, match_id) == [whole, late]
