"""The tables, as the code sees them. What changes here needs a migration; a test holds the two against each other.

Moments are whole milliseconds since 1970 (UTC). Ids compare byte by byte, so that PostgreSQL and SQLite list them in
the same order: the order of creation, since the ids of people, keys and matches begin with their time.
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    false,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

_Id: Final = String(128).with_variant(String(128, collation="C"), "postgresql")
_Document: Final = JSON().with_variant(JSONB(), "postgresql")
_OptionalDocument: Final = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")

players: Final = Table(
    "players",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("owner_id", _Id),  # the person whose bot it is
    Column("name_key", String(64)),  # what names share that look alike; NULL: written by a release without it
    Column("handle", String(64)),  # the same, of players who have chosen their names themselves: nobody else's
    Column("version", String(64)),  # of a bot's program, as it was stated last
    Column("offline_ms", BigInteger),  # since when its owner has it switched off
    Column("retired_ms", BigInteger),  # since when it is out of use, for good
    Column("rated_with_bots_ms", BigInteger),  # since when a person agrees to have matches with bots rated
    Column("counts_for", _Id),  # who stands behind it; NULL: its owner, or itself
    CheckConstraint("kind IN ('person', 'bot')", name="kind"),
    Index(None, "owner_id", "id"),
    Index(None, "name_key"),
    Index(None, "handle", unique=True),
)

# Which versions of its program a bot has stated, and when: the last thousand.
bot_versions: Final = Table(
    "bot_versions",
    metadata,
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("id", _Id, primary_key=True),  # begins with its time
    Column("version", String(64), nullable=False),
    Column("since_ms", BigInteger, nullable=False),
)

api_keys: Final = Table(
    "api_keys",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("scopes", String(255), nullable=False),  # the scopes' texts, sorted, one space between
    Column("secret_sha256", LargeBinary(32), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger),
    Column("revoked_ms", BigInteger),
    # The key that made it. Keys are never deleted. NULL: made by the operator, or before this was recorded.
    Column("parent_id", _Id),
    Index(None, "player_id", "id"),
    Index(None, "parent_id"),
)

# Which player wants to have nothing to do with which other.
blocks: Final = Table(
    "blocks",
    metadata,
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Index(None, "blocked_id", "player_id"),
)

# Ended matches. `private` and `creator_id` repeat what stands in the document, for lists that show each caller only
# what it may see.
matches: Final = Table(
    "matches",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("ruleset", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("creator_id", _Id, nullable=False),
    Column("document", _Document, nullable=False),
    Column("replay", LargeBinary, nullable=False),  # zlib; last, so that SQLite need not read it to list
    CheckConstraint("status IN ('finished', 'aborted')", name="status"),
    Index(None, "ruleset", "id"),
    Index(None, "status", "id"),
    Index(None, "creator_id", "id"),
)

# Who sat where. The players are named without a foreign key: a match that was played must find its place in the archive
# even when the players' table was restored from an older copy.
match_seats: Final = Table(
    "match_seats",
    metadata,
    Column("match_id", _Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", _Id),
    Column("kind", String(16)),
    Column("rank", Integer),
    Column("score", BigInteger),
    Column("resigned", Boolean, nullable=False),
    # Whether the player has a lower seat in the same match too. Lists read the others, so that a bot in three seats is
    # listed once, straight from the index.
    Column("again", Boolean, nullable=False),
    Index(None, "player_id", "match_id"),
)

# What each viewer saw at the end. Matches archived by old versions have none until somebody asks.
match_views: Final = Table(
    "match_views",
    metadata,
    Column("match_id", _Id, ForeignKey("matches.id"), primary_key=True),
    Column("viewer", Integer, primary_key=True, autoincrement=False),  # -1: spectators
    Column("view", LargeBinary, nullable=False),  # zlib
)

# The log in pages, so that some lines can be read without the others. Of old matches as with the views.
match_log: Final = Table(
    "match_log",
    metadata,
    Column("match_id", _Id, ForeignKey("matches.id"), primary_key=True),
    Column("page", Integer, primary_key=True, autoincrement=False),
    Column("shown", _Document, nullable=False),  # each viewer's revision at the page's end, spectators first
    Column("answered", _Document, nullable=False),  # each seat's last answered decision at the page's end
    Column("entries", LargeBinary, nullable=False),  # zlib
)

# One row per player, ruleset and number of seats; a player that held two seats of a match counts twice.
statistics: Final = Table(
    "statistics",
    metadata,
    Column("player_id", _Id, primary_key=True),
    Column("ruleset", String(64), primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("played", BigInteger, nullable=False),
    Column("wins", BigInteger, nullable=False),
    Column("shared_wins", BigInteger, nullable=False),
    Column("resignations", BigInteger, nullable=False),
    Column("rank_sum", BigInteger, nullable=False),
    Column("score_sum", BigInteger, nullable=False),
    Column("best_score", BigInteger, nullable=False),
    Column("worst_score", BigInteger, nullable=False),
)

# The same for each stated version of a bot: what it had stated when it took the seat.
version_statistics: Final = Table(
    "version_statistics",
    metadata,
    Column("player_id", _Id, primary_key=True),
    Column("version", String(64), primary_key=True),
    Column("ruleset", String(64), primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("played", BigInteger, nullable=False),
    Column("wins", BigInteger, nullable=False),
    Column("shared_wins", BigInteger, nullable=False),
    Column("resignations", BigInteger, nullable=False),
    Column("rank_sum", BigInteger, nullable=False),
    Column("score_sum", BigInteger, nullable=False),
    Column("best_score", BigInteger, nullable=False),
    Column("worst_score", BigInteger, nullable=False),
)

# How strong players are. Who has no row has the rating that everybody begins with.
ratings: Final = Table(
    "ratings",
    metadata,
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("ruleset", String(64), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
)

# The commitments of all matches, one after the other, each entry bound to the one before by its hash. Rows are added at
# the end and never changed.
commitment_log: Final = Table(
    "commitment_log",
    metadata,
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", LargeBinary(32), nullable=False),
    Column("time_ms", BigInteger, nullable=False),
    Column("previous", LargeBinary(32), nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    Index(None, "digest", unique=True),
)

# The versions of rulesets that have dealt matches, or that the operator has stopped. They stay for good: old replays
# name them.
ruleset_versions: Final = Table(
    "ruleset_versions",
    metadata,
    Column("ruleset", String(64), primary_key=True),
    Column("version", String(64), primary_key=True),
    Column("catalogue_sha256", String(64), nullable=False),  # hexadecimal; empty: it has dealt nothing yet
    Column("served_by", String(255), nullable=False),  # the image or release that served it last
    Column("drained", Boolean, nullable=False),  # it deals no new matches
)

# What workers look for, among much more that is done.
_UNSETTLED: Final = text("played > settled")
_UNPLAYED: Final = text("results IS NULL")
_LIVE: Final = text("live_due_ms IS NOT NULL")

# Series of bot matches. The document never changes; everything else is how far it is.
series: Final = Table(
    "series",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("owner_id", _Id, nullable=False),
    Column("name", String(64), nullable=False),
    Column("ruleset", String(64), nullable=False),  # this and the version: as the document has them
    Column("ruleset_version", String(64), nullable=False),
    Column("document", LargeBinary, nullable=False),  # canonical JSON
    Column("series_seed", LargeBinary(32), nullable=False),
    Column("priority", Integer, nullable=False),
    Column("budget_seconds", BigInteger),
    Column("matches", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("status_reason", String(255), nullable=False),
    Column("dealt", BigInteger, nullable=False),  # the first match that is in no chunk yet
    Column("played", BigInteger, nullable=False),
    Column("settled", BigInteger, nullable=False),
    Column("failed", BigInteger, nullable=False),
    Column("worker_ms", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("claimed_ms", BigInteger, nullable=False),  # when a part of it was handed out last
    Column("settled_ms", BigInteger, nullable=False),  # when somebody last began to settle it
    Column("started_ms", BigInteger),
    Column("resumed_ms", BigInteger),  # when it was started, or went on after a pause or its end
    Column("resumed_played", BigInteger, nullable=False),  # what was played by then
    Column("ended_ms", BigInteger),
    Column("summary", LargeBinary),  # zlib; of the settled matches
    Column("live_concurrency", Integer),  # how many live matches at a time; null: none of its matches is live
    Column("live_due_ms", BigInteger),  # when its live matches are looked after next
    Column("promises", LargeBinary),  # canonical JSON: signature, place in the log, extensions with their seeds
    Column("counts_for", _Id),  # who stands behind its owner; NULL: written by a release without it
    CheckConstraint("status IN ('queued', 'running', 'paused', 'finished', 'cancelled', 'failed')", name="status"),
    Index(None, "owner_id", "id"),
    Index(None, "status", "id"),
    Index("ix_series_live_due", "live_due_ms", postgresql_where=_LIVE, sqlite_where=_LIVE),
    Index("ix_series_unsettled", "settled_ms", postgresql_where=_UNSETTLED, sqlite_where=_UNSETTLED),
)

# The parts of series that were handed to workers, in whole deals. The results are written once, with the status.
series_chunks: Final = Table(
    "series_chunks",
    metadata,
    Column("series_id", _Id, ForeignKey("series.id"), primary_key=True),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("stop", BigInteger, nullable=False),  # the first match after it
    Column("status", String(16), nullable=False),
    Column("token", String(64), nullable=False),  # which time it was handed out
    Column("lease_ms", BigInteger, nullable=False),
    Column("deaths", Integer, nullable=False),  # how many leases have run out
    Column("results", LargeBinary),  # zlib; the lines of its matches
    CheckConstraint("status IN ('free', 'claimed', 'played')", name="status"),
    Index("ix_series_chunks_unplayed", "series_id", "first", postgresql_where=_UNPLAYED, sqlite_where=_UNPLAYED),
)

# The live matches of series that are under way. A row is there before its match, and goes with its result.
series_live_matches: Final = Table(
    "series_live_matches",
    metadata,
    Column("series_id", _Id, ForeignKey("series.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("match_id", _Id, nullable=False),
    Column("begun_ms", BigInteger, nullable=False),  # when it was handed out; its id says the same
)

# Where bots are that are called to decide, and the secrets with which the calls are signed: these have to be known to
# sign, so they are kept as they are.
webhooks: Final = Table(
    "webhooks",
    metadata,
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("url", String(2048), nullable=False),
    Column("concurrency", Integer, nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("old_secret", LargeBinary(32)),  # signs as well, until:
    Column("old_until_ms", BigInteger),
    Column("key_id", _Id, nullable=False),  # the key by which it was last set
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    CheckConstraint("concurrency BETWEEN 1 AND 64", name="concurrency"),
)

# Each attempt to call one of them: the last thousand of each bot, for some days.
webhook_deliveries: Final = Table(
    "webhook_deliveries",
    metadata,
    Column("id", _Id, primary_key=True),  # begins with its time
    Column("player_id", _Id, nullable=False),
    Column("match_id", _Id, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("decision", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("ms", Integer, nullable=False),
    Column("outcome", String(32), nullable=False),
    Column("code", String(64), nullable=False),  # why the action was refused; empty: it was not
    Column("status", Integer),  # of HTTP; NULL: there was no answer
    Column("request", LargeBinary, nullable=False),  # zlib
    Column("answer", LargeBinary, nullable=False),  # zlib; as much as was read
    Column("version", String(64)),  # that the bot had stated; NULL: none
    Index(None, "player_id", "id"),
)

# What bots have told of failures of their own: the last two hundred of each, for some days.
crash_reports: Final = Table(
    "crash_reports",
    metadata,
    Column("id", _Id, primary_key=True),  # begins with its time
    Column("player_id", _Id, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("match_id", _Id),
    Column("decision", BigInteger),
    Column("version", String(64)),
    Column("message", LargeBinary, nullable=False),  # UTF-8
    Column("traceback", LargeBinary, nullable=False),  # zlib, UTF-8
    Index(None, "player_id", "id"),
)

# Tournaments. What stands here beside settings and seed follows from the log, and is kept so that lists and the runner
# need not read it.
_DUE: Final = text("due_ms IS NOT NULL")

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("owner_id", _Id, nullable=False),
    Column("name", String(100), nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("ruleset", String(64), nullable=False),  # as the settings have it
    Column("settings", LargeBinary, nullable=False),  # canonical JSON
    Column("seed", LargeBinary(32), nullable=False),
    Column("event", LargeBinary),  # JSON: what it was published with, signed; NULL: before there was such a thing
    Column("status", String(16), nullable=False),
    Column("status_reason", String(255), nullable=False),
    Column("entrants", Integer, nullable=False),  # who has not withdrawn
    Column("round", Integer, nullable=False),  # the last that was paired
    Column("revision", BigInteger, nullable=False),  # the number of the last entry of the log
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("started_ms", BigInteger),
    Column("ended_ms", BigInteger),
    Column("due_ms", BigInteger),  # when the runner looks after it next; NULL: when its host has done something
    Column("standings", LargeBinary),  # zlib; of all stages, as of the last round that has ended
    Column("told", BigInteger),  # up to which entry its players are known to have been told; NULL: of none
    Column("counts_for", _Id),  # who stands behind its owner; NULL: written by a release without it
    Column("served_ms", BigInteger),  # when the runner has begun to look after it last
    Column("closed_ms", BigInteger),  # when its host has closed it; NULL: it can be corrected
    CheckConstraint("visibility IN ('public', 'unlisted', 'private')", name="visibility"),
    CheckConstraint("status IN ('registration', 'running', 'paused', 'finished', 'cancelled')", name="status"),
    Index(None, "owner_id", "id"),
    Index(None, "status", "id"),
    Index("ix_tournaments_due", "due_ms", postgresql_where=_DUE, sqlite_where=_DUE),
)

# What has happened in tournaments. Rows are added and never changed.
tournament_log: Final = Table(
    "tournament_log",
    metadata,
    Column("tournament_id", _Id, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("by", _Id),  # the player that did it; NULL: the platform
    Column("reason", String(255), nullable=False),
    Column("what", LargeBinary, nullable=False),  # canonical JSON
)

# Who helps the owner of a tournament.
tournament_hosts: Final = Table(
    "tournament_hosts",
    metadata,
    Column("tournament_id", _Id, ForeignKey("tournaments.id"), primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("role", String(16), nullable=False),
    CheckConstraint("role IN ('host', 'arbiter')", name="role"),
)

# Whom hosts have put on the lists of guests of tournaments.
tournament_guests: Final = Table(
    "tournament_guests",
    metadata,
    Column("tournament_id", _Id, ForeignKey("tournaments.id"), primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("added_ms", BigInteger, nullable=False),
)

# Invitations by which guests of a tournament sign up.
guest_invitations: Final = Table(
    "guest_invitations",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("tournament_id", _Id, ForeignKey("tournaments.id"), nullable=False),
    Column("counts_for", _Id, nullable=False),  # who stands behind the host
    Column("places", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("revoked_ms", BigInteger),
    Index(None, "tournament_id", "id"),
    Index(None, "counts_for", "created_ms"),
)


# Which players have ever entered which tournament.
tournament_entrants: Final = Table(
    "tournament_entrants",
    metadata,
    Column("tournament_id", _Id, ForeignKey("tournaments.id"), primary_key=True),
    Column("player_id", _Id, primary_key=True),
    Column("entrant_id", String(64), nullable=False),
    Column("client_seed", LargeBinary(32)),  # the entrant's own seed; NULL: it has given none
    Index(None, "player_id", "tournament_id"),
)

# The matches of tournaments that are under way. A row is there before its match, and goes with its result, or when the
# match is called off because it counts no more.
tournament_matches: Final = Table(
    "tournament_matches",
    metadata,
    Column("match_id", _Id, primary_key=True),
    Column("tournament_id", _Id, ForeignKey("tournaments.id"), nullable=False),
    Column("pairing", BigInteger, nullable=False),  # the number of the log's entry that has paired the table
    Column("round", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    Column("game", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),  # grows with each match that has ended without a result
    Column("begun_ms", BigInteger, nullable=False),  # when it was handed out; its id says the same
    Column("state", String(16), nullable=False),
    Column("dealt", Boolean, nullable=False, server_default=false()),  # somebody has begun to make it: it may be there
    CheckConstraint("state IN ('due', 'made', 'called_off')", name="state"),
    Index(None, "tournament_id", "state"),
)

# Where tournaments are told to their hosts: each entry of the log is posted there, one after the other.
tournament_webhooks: Final = Table(
    "tournament_webhooks",
    metadata,
    Column("tournament_id", _Id, ForeignKey("tournaments.id"), primary_key=True),
    Column("url", String(2048), nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("old_secret", LargeBinary(32)),  # signs as well, until:
    Column("old_until_ms", BigInteger),
    Column("set_by", _Id, nullable=False),  # the player by whom it was last set
    Column("key_id", _Id, nullable=False),  # and the key
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("next_entry", BigInteger, nullable=False),  # the number of the entry that is posted next
    Column("failures", Integer, nullable=False),  # how often that has failed
    Column("failing_since_ms", BigInteger),
    Column("given_up_ms", BigInteger),  # since when it is not tried any more
    Column("due_ms", BigInteger),  # when it is posted; NULL: when there is something to post
    Index("ix_tournament_webhooks_due", "due_ms", postgresql_where=_DUE, sqlite_where=_DUE),
)

# Each attempt to post one: the last thousand of each tournament, for some days.
tournament_deliveries: Final = Table(
    "tournament_deliveries",
    metadata,
    Column("id", _Id, primary_key=True),  # begins with its time
    Column("tournament_id", _Id, nullable=False),
    Column("entry", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("ms", Integer, nullable=False),
    Column("outcome", String(32), nullable=False),
    Column("status", Integer),  # of HTTP; NULL: there was no answer
    Column("answer", LargeBinary, nullable=False),  # the beginning of its body
    Index(None, "tournament_id", "id"),
)

# Whether people agree to have matches with bots rated: each time that they have said so, the last thousand times.
rating_consents: Final = Table(
    "rating_consents",
    metadata,
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("at_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("agreed", Boolean, nullable=False),
)

# The log of results, from which all ratings follow: a row for each archived match, written with it and never changed
# but for `due_ms`, and for `revision` when a result is corrected. `population` is NULL for a match that is not rated,
# and `exclusion` says why.
rated_results: Final = Table(
    "rated_results",
    metadata,
    Column("match_id", _Id, primary_key=True),
    Column("ended_ms", BigInteger, nullable=False),
    Column("ruleset", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("population", String(16)),
    Column("exclusion", String(32), nullable=False),  # empty: it is rated
    Column("aborted", Boolean, nullable=False),
    Column("players", _Document, nullable=False),  # these and the versions and ranks by seat
    Column("versions", _Document, nullable=False),  # of bots' programs; empty texts for those that have stated none
    Column("ranks", _Document, nullable=False),  # none of an aborted match
    Column("forfeited", _Document, nullable=False),  # players
    Column("due_ms", BigInteger),  # NULL: it is in the ratings, or not rated
    Column(
        "persons", _OptionalDocument
    ),  # who stands behind each player, by seat; NULL: written by a release without it
    Column("revision", Integer, nullable=False, server_default="0"),  # of the correction that counts; 0: none
    CheckConstraint("population IN ('humans', 'bots', 'mixed')", name="population"),
    Index("ix_rated_results_pool", "ruleset", "seats", "population", "ended_ms", "match_id"),
    Index("ix_rated_results_due", "due_ms", postgresql_where=_DUE, sqlite_where=_DUE),
    Index(
        "ix_rated_results_waiting",
        "ruleset",
        "seats",
        "population",
        "due_ms",
        "match_id",
        postgresql_where=_DUE,
        sqlite_where=_DUE,
    ),
)

# What hosts of tournaments have made of results that are in the log. Rows are only added; the one with the result's
# revision counts.
result_corrections: Final = Table(
    "result_corrections",
    metadata,
    Column("match_id", _Id, primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("at_ms", BigInteger, nullable=False),
    Column("tournament_id", _Id, nullable=False),
    Column("ranks", _OptionalDocument),  # by seat; NULL: as the match ended
    Column("is_void", Boolean, nullable=False),  # the match does not count
)

# What there is of each pool. Its ratings and its history are those of its current run.
rating_pools: Final = Table(
    "rating_pools",
    metadata,
    Column("ruleset", String(64), primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("population", String(16), primary_key=True),
    Column("run", BigInteger, nullable=False),
    Column("rules_sha256", String(64), nullable=False),  # of the operator's rules, by which the run was computed
    Column("revision", BigInteger, nullable=False),  # grows when results were taken back, or the run was replaced
    Column("results", BigInteger, nullable=False),  # that are in the ratings, also those that do not count
    Column("players", Integer, nullable=False),  # who have a rating
    Column("last_ended_ms", BigInteger, nullable=False),  # this and the match: the last result that was taken
    Column("last_match_id", _Id, nullable=False),
    Column("season_ms", BigInteger, nullable=False),  # as of when all ratings are listed at least
    Column("replay_reason", String(32)),  # NULL: results are taken as they come; else they wait for a replay
    Column("replayed_ms", BigInteger, nullable=False),  # when a replay ended last; 0: none has
    Column("strengths", LargeBinary),  # zlib, JSON; of a pool of bots
    Column("strengths_results", BigInteger, nullable=False),  # how many results were taken by then
    Column("strengths_due_ms", BigInteger, nullable=False),  # not before this they are estimated again
)

# Each time that a pool's ratings were computed from the beginning. Its rows in the two tables below go when another has
# taken its place.
rating_runs: Final = Table(
    "rating_runs",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("begun_ms", BigInteger, nullable=False),
    Column("replaced_ms", BigInteger),
)

# The ratings that matches have left behind. `listed_sigma` is sigma widened by the days and seasons since, and
# `ordinal` and `provisional` follow from it: leaderboards are sorted by them.
pool_ratings: Final = Table(
    "pool_ratings",
    metadata,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", _Id, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    Column("listed_sigma", Double, nullable=False),
    Column("ordinal", Double, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Index("ix_pool_ratings_listed", "run", "provisional", "ordinal", "player_id"),
    Index(None, "player_id"),
)

# What each match has changed of each player's rating. Without the numbers: nothing, for the verdict's reason.
rating_history: Final = Table(
    "rating_history",
    metadata,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", _Id, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the player's entries in the pool, from 1
    Column("match_id", _Id, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("verdict", String(32), nullable=False),
    Column("rank", Integer),
    Column("weight", Double),
    Column("mu_before", Double),
    Column("sigma_before", Double),
    Column("mu", Double),
    Column("sigma", Double),
    Column("games", Integer),
    Index("ix_rating_history_moment", "run", "ended_ms", "match_id"),
    Index("ix_rating_history_meetings", "run", "player_id", "ended_ms"),
)

# One row: when ratings were replayed last, and who replays them now.
rating_upkeep: Final = Table(
    "rating_upkeep",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("nightly_ms", BigInteger, nullable=False),  # the last time of the day for which all was done
    Column("lease_ms", BigInteger, nullable=False),
    Column("holder", String(64), nullable=False),
)

# One row: the oldest revision whose code can work with these tables. A migration that takes something away, or asks for
# something that code of an earlier revision does not write, moves it on.
schema_support: Final = Table(
    "schema_support",
    metadata,
    Column("oldest_revision", String(32), primary_key=True),
)
