"""Ratings that follow from the log of results."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0016"
down_revision = "0015"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")
_Document = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("players", sa.Column("rated_with_bots_ms", sa.BigInteger))
    op.create_table(
        "rating_consents",
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("at_ms", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("agreed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "at_ms", name="pk_rating_consents"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_rating_consents_player_id"),
    )
    op.create_table(
        "rated_results",
        sa.Column("match_id", _Id, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("population", sa.String(16)),
        sa.Column("exclusion", sa.String(32), nullable=False),
        sa.Column("aborted", sa.Boolean, nullable=False),
        sa.Column("players", _Document, nullable=False),
        sa.Column("versions", _Document, nullable=False),
        sa.Column("ranks", _Document, nullable=False),
        sa.Column("forfeited", _Document, nullable=False),
        sa.Column("due_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("match_id", name="pk_rated_results"),
        sa.CheckConstraint("population IN ('humans', 'bots', 'mixed')", name="population"),
    )
    op.create_index(
        "ix_rated_results_pool", "rated_results", ["ruleset", "seats", "population", "ended_ms", "match_id"]
    )
    is_due = sa.text("due_ms IS NOT NULL")
    op.create_index("ix_rated_results_due", "rated_results", ["due_ms"], postgresql_where=is_due, sqlite_where=is_due)
    op.create_index(
        "ix_rated_results_waiting",
        "rated_results",
        ["ruleset", "seats", "population", "due_ms", "match_id"],
        postgresql_where=is_due,
        sqlite_where=is_due,
    )
    op.create_table(
        "rating_pools",
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("population", sa.String(16), nullable=False),
        sa.Column("run", sa.BigInteger, nullable=False),
        sa.Column("rules_sha256", sa.String(64), nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("results", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("last_ended_ms", sa.BigInteger, nullable=False),
        sa.Column("last_match_id", _Id, nullable=False),
        sa.Column("season_ms", sa.BigInteger, nullable=False),
        sa.Column("replay_reason", sa.String(32)),
        sa.Column("replayed_ms", sa.BigInteger, nullable=False),
        sa.Column("strengths", sa.LargeBinary),
        sa.Column("strengths_results", sa.BigInteger, nullable=False),
        sa.Column("strengths_due_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("ruleset", "seats", "population", name="pk_rating_pools"),
    )
    op.create_table(
        "rating_runs",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.Column("replaced_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_rating_runs"),
    )
    op.create_table(
        "pool_ratings",
        sa.Column("run", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated_ms", sa.BigInteger, nullable=False),
        sa.Column("listed_sigma", sa.Double, nullable=False),
        sa.Column("ordinal", sa.Double, nullable=False),
        sa.Column("provisional", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("run", "player_id", name="pk_pool_ratings"),
    )
    op.create_index("ix_pool_ratings_listed", "pool_ratings", ["run", "provisional", "ordinal", "player_id"])
    op.create_index("ix_pool_ratings_player_id", "pool_ratings", ["player_id"])
    op.create_table(
        "rating_history",
        sa.Column("run", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("match_id", _Id, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("verdict", sa.String(32), nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("weight", sa.Double),
        sa.Column("mu_before", sa.Double),
        sa.Column("sigma_before", sa.Double),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
        sa.Column("games", sa.Integer),
        sa.PrimaryKeyConstraint("run", "player_id", "number", name="pk_rating_history"),
    )
    op.create_index("ix_rating_history_moment", "rating_history", ["run", "ended_ms", "match_id"])
    upkeep = op.create_table(
        "rating_upkeep",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("nightly_ms", sa.BigInteger, nullable=False),
        sa.Column("lease_ms", sa.BigInteger, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_upkeep"),
    )
    op.bulk_insert(upkeep, [{"id": 1, "nightly_ms": 0, "lease_ms": 0, "holder": ""}])
