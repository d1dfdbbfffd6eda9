import pytest
from redis.crc import key_slot

from services.engine.clocks import PerDecision
from services.engine.engine import EventShares
from services.engine.ruleset import Outcome, SeatResult
from services.identity.idempotent_creation import Creation
from services.matches.commit import commit_arguments, deadline_changes, index_scores, required_deadlines
from services.matches.ids import PREFIX
from services.matches.match import Seat, SeatStatus, Status
from services.matches.match_lifecycle import Change, Move, aborted, created, played, resigned, seated, started
from services.matches.match_record import LoadedMatch, read_situations
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import SHARDS, match_keys, outbox_key, shard_of, tag, unlogged_key
from tests.unit.matches.builders import MATCH_ID, bot, match_of, person, step_to, stored_of

SEED = bytes(32)


def a_life() -> list[Change]:
    """One change of every kind."""
    made = created(
        stored_of(match_of(person(0), bot(1), Seat(2, SeatStatus.OPEN), time_control=PerDecision(seconds=10)))
    )
    joined = seated(made.after, person(2), 2000)
    begun = started(joined.after, SEED, step_to((0, 1), EventShares(b"{}", {})), 3000, by_platform=False)
    move = Move(0, 1, "go", b"{}", None)
    one_sees = step_to((0, 1), EventShares(None, {0: b"{}"}))
    private = played(LoadedMatch(begun.after, {}), move, one_sees, 4000, by_platform=False)
    outcome = Outcome(tuple(SeatResult(seat, 1, 0) for seat in range(3)), "over")
    last = Move(0, 2, "go", b"{}", None)
    ended = played(LoadedMatch(private.after, {}), last, step_to((), outcome=outcome), 5000, by_platform=False)
    gone = resigned(begun.after, 2, 5000, ends=False)
    return [
        made,
        joined,
        begun,
        private,
        ended,
        gone,
        aborted(gone.after, 6000),
        resigned(gone.after, 0, 7000, ends=True),
    ]


@pytest.mark.parametrize("change", a_life())
def test_every_key_of_a_commit_lies_in_one_slot(change: Change) -> None:
    keys, _ = commit_arguments(change, 15_000)
    assert len(keys) >= 5
    assert len({key_slot(key.encode()) for key in keys}) == 1
    others = [key for key in keys if ":account:" not in key]  # there is one for each event of a player
    assert len(set(others)) == len(others)


def test_situations_are_written_with_a_new_position_and_read_as_they_were() -> None:
    begun = started(stored_of(match_of(person(0), bot(1))), SEED, step_to((0, 1), seats=2), 3000, by_platform=False)
    step = step_to((0, 1), EventShares(b"{}", {}), seats=2)
    loaded = LoadedMatch(begun.after, {})
    _, args = commit_arguments(played(loaded, Move(0, 1, "go", b"{}", None), step, 4000, by_platform=False), 15_000)
    written = args[args.index("situations") + 1]
    assert isinstance(written, bytes)
    assert read_situations(written) == {-1: step.situations[0], 0: step.situations[1], 1: step.situations[2]}
    _, args = commit_arguments(resigned(begun.after, 0, 4000, ends=False), 15_000)
    assert "situations" not in args


def test_every_key_of_a_match_and_its_shard_lies_in_one_slot_and_shards_in_slots_of_their_own() -> None:
    slots = set()
    for number in range(500):
        match = match_of(person(0), bot(1), id=Creation(number, bytes(32)).id(PREFIX))
        keys = [
            *match_keys(match.id),
            *index_scores(match),
            outbox_key(shard_of(match.id)),
            unlogged_key(shard_of(match.id)),
        ]
        found = {key_slot(key.encode()) for key in keys}
        assert len(found) == 1
        slots |= found
    assert len(slots) == SHARDS


def test_tags_are_read_by_redis_as_they_are_meant() -> None:
    assert [tag(0), tag(15)] == ["{s00}", "{s15}"]
    assert shard_of(MATCH_ID) == 1


@pytest.mark.parametrize("change", a_life())
def test_the_arguments_are_as_many_as_the_script_takes(change: Change) -> None:
    """Read them as the script does."""
    keys, args = commit_arguments(change, 15_000, "the trace")
    rest = iter(args)
    next(rest), next(rest), next(rest)
    told = int(next(rest))
    assert (next(rest), next(rest), next(rest)) == (change.after.version, change.at_ms, 600)
    for place in range(told):
        player = next(rest)
        assert isinstance(player, str)
        assert keys[6 + place] == f"{{s01}}:account:{player}"
        assert next(rest)
    next(rest)
    assert next(rest) == " ".join(map(str, change.notified))
    for _ in range(int(next(rest))):
        next(rest)
    assert next(rest) == 0  # nobody sits here that may have a webhook
    tasks = int(next(rest))
    assert (next(rest), next(rest)) == ("p_0", "the trace")
    for _ in range(tasks * 2):
        next(rest)
    for _ in range(int(next(rest)) * 2):  # deadlines
        next(rest)
    left, entered = int(next(rest)), int(next(rest))
    assert {int(next(rest)) for _ in range(entered)} <= {0, 1}  # one house bot, in the list of its creator's matches
    assert list(rest) == []
    assert len(keys) == 6 + told + left + entered


def test_deadlines_follow_what_the_match_waits_for() -> None:
    made, joined, begun, private, ended, gone, stopped, _ = a_life()
    assert deadline_changes(made, 100) == []
    assert deadline_changes(joined, 100) == [(OutboxKind.TURN, 2100)]
    assert deadline_changes(begun, 100) == [(OutboxKind.TURN, 3100), (OutboxKind.OVERDUE, 13_000)]
    assert deadline_changes(private, 100) == [(OutboxKind.TURN, 4100)]
    assert deadline_changes(ended, 100) == [
        (OutboxKind.TURN, None),
        (OutboxKind.OVERDUE, None),
        (OutboxKind.SCORE, 5100),
    ]
    assert deadline_changes(gone, 100) == [(OutboxKind.TURN, 5100)]
    assert deadline_changes(stopped, 100) == [
        (OutboxKind.TURN, None),
        (OutboxKind.OVERDUE, None),
        (OutboxKind.SCORE, 6100),
    ]


@pytest.mark.parametrize("change", a_life())
def test_the_sweep_wants_what_commits_set(change: Change) -> None:
    set_by_commits = {kind for kind, time in deadline_changes(Change(None, change.after, 0), 0) if time is not None}
    assert set(required_deadlines(change.after.match)) == set_by_commits


def test_a_match_stands_in_the_lists_of_its_status_ruleset_and_players() -> None:
    assert list(index_scores(match_of(person(0), bot(1), bot(2)))) == [
        "{s01}:index:all",
        "{s01}:index:all:toy",
        "{s01}:index:open",
        "{s01}:index:open:toy",
        "{s01}:player:bot_toy_greedy",
        "{s01}:player:p_0",
        "{s01}:created:p_0",
        "{s01}:index:open:toy@1.0.0",
        "{s01}:creator:p_0",
        "{s01}:seated:p_0",
    ]


def test_a_seat_that_is_kept_counts_for_its_player_and_the_creator_until_it_is_taken() -> None:
    kept = Seat(1, SeatStatus.RESERVED, "p_1", "Player 1", "person")
    invited = match_of(person(0), kept)
    assert [key for key in index_scores(invited) if ":invited:" in key] == [
        "{s01}:invited:p_1",
        "{s01}:invited:p_1:p_0",
    ]
    assert [key for key in index_scores(match_of(person(0), person(1))) if ":invited:" in key] == []
    aborted = invited._replace(status=Status.ABORTED)
    assert [key for key in index_scores(aborted) if ":invited:" in key] == []


def test_a_match_stands_among_those_that_need_its_version_until_it_has_ended() -> None:
    made, joined, begun, _, ended, *_ = (change.after.match for change in a_life())
    by_version = [[key for key in index_scores(match) if "@" in key] for match in (made, joined, begun, ended)]
    is_open, is_live = "{s01}:index:open:toy@1.0.0", "{s01}:index:live:toy@1.0.0"
    assert by_version == [[is_open], [is_open], [is_live], []]


def test_a_match_stands_in_the_list_of_its_creator_with_its_house_bots_until_it_has_ended() -> None:
    made, joined, _, _, ended, *_ = (change.after.match for change in a_life())
    by_creator = {key: score for key, score in index_scores(made).items() if ":creator:" in key}
    assert by_creator == {"{s01}:creator:p_0": 1, "{s01}:creator:p_0:unfilled": 0}
    assert [key for key in index_scores(joined) if ":creator:" in key] == ["{s01}:creator:p_0"]
    assert [key for key in index_scores(ended) if ":creator:" in key] == []
