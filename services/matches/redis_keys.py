"""Where a match lies in Redis.

Every key of a match or a tournament, and of the shard that it belongs to, carries the shard's hash tag, ``{s07}``. So
whatever one script touches lies in one slot of a Redis Cluster, and the work that is common to matches is spread over
16 slots.

    {s07}:match:<id>            hash: version, owner, head, seats, progress, secrets, position; every viewer's situation
    {s07}:match:<id>:log        list: what happened, with what each viewer may see of it, in pages
                                (:mod:`services.matches.stored_log`)
    {s07}:match:<id>:delayed    sorted set: what spectators may see with a delay, by the millisecond when it happened
    {s07}:notifications         stream: what happened last in the shard's matches, for who follows them
    {s07}:outbox                stream: what must happen next
    {s07}:deadlines             sorted set: <kind>:<id> by the millisecond when it is due
    {s07}:released              sorted set: ids of archived matches by the millisecond when they expire
    {s07}:called                set: the bots that have a webhook (:mod:`services.matches.called_bots`)
    {s07}:unlogged              sorted set: ids of matches whose commitment is not in the public log yet
    {s07}:stuck                 hash: how many matches are stuck, by what they wait for; it expires
    {s07}:confirmed             written to learn whether replicas have what was written before; it expires
    {s07}:readiness             written to learn whether the shard's server takes writes; it expires
    {s07}:index:<status>[:<ruleset>], {s07}:index:all[:<ruleset>], {s07}:player:<player id>
                                sorted sets: ids of matches, all with score 0, so that they lie in the order of creation
    {s07}:index:<open or live>:<ruleset>@<version>
                                sorted sets: the unfinished matches that need a version of a ruleset
    {s07}:account:<player id>   stream: what a player is told of the shard's matches and tournaments
                                (:mod:`services.matches.accounts`); it expires
    {s07}:tournament:<id>       hash: up to which entry of a tournament's log its players were told of it, and what all
                                of them are told of it with `open`
    {s07}:tournaments:<player id>  hash: the shard's tournaments that a player has entered and that are not over, each
                                with the table at which the player sits
    {s07}:creator:<person>      sorted set: the open and live matches that count for a person, by the number of their
                                seats that house bots have
    {s07}:seated:<person>       sorted set: the open and live matches in which a person or a bot of it sits
    {s07}:creator:<person>:unfilled  sorted set: those of them that wait for players or for their creator
    {s07}:unassisted:<ruleset>:<person>
                                sorted set: the live matches in which a person or a bot of theirs sits and in which the
                                platform helps nobody
    {s07}:created:<player id>   sorted set: the matches that a player has created, all with score 0
    {s07}:invited:<player id>[:<person>]
                                sorted sets: the open matches in which a seat is kept for a player; by whom they count
                                for
    {s07}:rematch:<id>          string: the id of the match that is played after an ended one; it expires

What belongs to no shard lies elsewhere: :mod:`services.matches.turn_queue`, :mod:`services.matches.quotas`,
:mod:`services.matches.invitations`, and

    {clocks}:beat               string: the millisecond at which a ticker lived last
    {clocks}:gaps               list: from when to when none did (:mod:`services.matches.ticker_gaps`)
    {clocks}:time               hash: the platform's time and Redis' (:mod:`services.platform_time`)
"""

import binascii
from functools import lru_cache
from typing import Final

SHARDS: Final = 16

TICKER_BEAT_KEY: Final = "{clocks}:beat"
GAPS_KEY: Final = "{clocks}:gaps"

_TAGS: Final = tuple(f"{{s{shard:02}}}" for shard in range(SHARDS))
_KEPT: Final = 4_096


@lru_cache(maxsize=_KEPT)
def shard_of(match_id: str) -> int:
    """The shard of a match or a tournament, 0 to 15."""
    return binascii.crc32(match_id.encode()) % SHARDS


def tag(shard: int) -> str:
    """The hash tag of a shard's keys."""
    return _TAGS[shard]


@lru_cache(maxsize=_KEPT)
def match_key(match_id: str) -> str:
    """The match itself."""
    return f"{tag(shard_of(match_id))}:match:{match_id}"


def match_key_pattern() -> str:
    """A pattern for the keys of all matches, as ``SCAN`` has it. Their other keys are among what it finds."""
    return "{s[0-9][0-9]}:match:*"


def log_key(match_id: str) -> str:
    """What happened in a match."""
    return f"{match_key(match_id)}:log"


def delayed_key(match_id: str) -> str:
    """What spectators could see of a match that is kept from them for a while."""
    return f"{match_key(match_id)}:delayed"


def match_keys(match_id: str) -> tuple[str, ...]:
    """Every key that belongs to one match alone, but for what only those have that spectators see with a delay: the
    match and its log."""
    return (match_key(match_id), log_key(match_id))


def notifications_key(shard: int) -> str:
    """What happened last in the matches of a shard."""
    return f"{tag(shard)}:notifications"


def outbox_key(shard: int) -> str:
    """What must happen next to the matches of a shard."""
    return f"{tag(shard)}:outbox"


def deadlines_key(shard: int) -> str:
    """When something is due in the matches of a shard."""
    return f"{tag(shard)}:deadlines"


def confirmed_key(shard: int) -> str:
    """Written to learn whether replicas have what was written to a shard before."""
    return f"{tag(shard)}:confirmed"


def readiness_key(shard: int) -> str:
    """Written to learn whether a shard's server takes writes."""
    return f"{tag(shard)}:readiness"


def released_key(shard: int) -> str:
    """The matches of a shard that are in the archive and have not expired here yet."""
    return f"{tag(shard)}:released"


def called_key(shard: int) -> str:
    """The bots that have a webhook, as commits to a shard's matches know them."""
    return f"{tag(shard)}:called"


def stuck_key(shard: int) -> str:
    """How many matches of a shard are stuck."""
    return f"{tag(shard)}:stuck"


def unlogged_key(shard: int) -> str:
    """The matches of a shard whose commitment is not in the public log yet."""
    return f"{tag(shard)}:unlogged"


def index_key(shard: int, status: str | None, ruleset: str | None) -> str:
    """The matches of a shard that have a status, or any; of a ruleset, or any."""
    return f"{tag(shard)}:index:{status or 'all'}" + (f":{ruleset}" if ruleset else "")


def version_index_key(shard: int, status: str, ruleset: str, version: str) -> str:
    """The open or the live matches of a shard that a version of a ruleset plays."""
    return index_key(shard, status, f"{ruleset}@{version}")


def player_key(shard: int, player_id: str) -> str:
    """The matches of a shard in which a player has a seat or is invited to one."""
    return f"{tag(shard)}:player:{player_id}"


def account_key(shard: int, player_id: str) -> str:
    """What a player is told of the matches of a shard."""
    return f"{tag(shard)}:account:{player_id}"


def tournament_key(tournament_id: str) -> str:
    """How far players were told of a tournament."""
    return f"{tag(shard_of(tournament_id))}:tournament:{tournament_id}"


def tournaments_key(shard: int, player_id: str) -> str:
    """The tournaments of a shard that a player has entered."""
    return f"{tag(shard)}:tournaments:{player_id}"


def seated_key(shard: int, person: str) -> str:
    """The matches of a shard in which a person or a bot of it sits and that have not ended."""
    return f"{tag(shard)}:seated:{person}"


def unassisted_key(shard: int, ruleset: str, person: str) -> str:
    """The live matches of a shard and a ruleset without help in which a person sits, or a bot of theirs."""
    return f"{tag(shard)}:unassisted:{ruleset}:{person}"


def creator_key(shard: int, person: str, *, unfilled: bool = False) -> str:
    """The matches of a shard that count for a person and that have not ended; ``unfilled``: those that wait for players
    or for their creator."""
    return f"{tag(shard)}:creator:{person}" + (":unfilled" if unfilled else "")


def created_key(shard: int, player_id: str) -> str:
    """The matches of a shard that a player has created."""
    return f"{tag(shard)}:created:{player_id}"


def invited_key(shard: int, player_id: str, person: str | None = None) -> str:
    """The open matches of a shard in which a seat is kept for a player; those that count for one person, or all."""
    return f"{tag(shard)}:invited:{player_id}" + (f":{person}" if person else "")


def rematch_key(match_id: str) -> str:
    """Which match is played after an ended one."""
    return f"{tag(shard_of(match_id))}:rematch:{match_id}"
