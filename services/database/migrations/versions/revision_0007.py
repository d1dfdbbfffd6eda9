"""Series of bot matches, and the parts of them that workers play."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "series",
        sa.Column("id", _Id, nullable=False),
        sa.Column("owner_id", _Id, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("ruleset_version", sa.String(64), nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("series_seed", sa.LargeBinary(32), nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("budget_seconds", sa.BigInteger),
        sa.Column("matches", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("status_reason", sa.String(255), nullable=False),
        sa.Column("dealt", sa.BigInteger, nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.BigInteger, nullable=False),
        sa.Column("failed", sa.BigInteger, nullable=False),
        sa.Column("worker_ms", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("claimed_ms", sa.BigInteger, nullable=False),
        sa.Column("settled_ms", sa.BigInteger, nullable=False),
        sa.Column("started_ms", sa.BigInteger),
        sa.Column("resumed_ms", sa.BigInteger),
        sa.Column("resumed_played", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("summary", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'paused', 'finished', 'cancelled', 'failed')",
            name=op.f("ck_series_status"),
        ),
    )
    op.create_index("ix_series_owner_id_id", "series", ["owner_id", "id"])
    op.create_index("ix_series_status_id", "series", ["status", "id"])
    unsettled = sa.text("played > settled")
    op.create_index("ix_series_unsettled", "series", ["settled_ms"], postgresql_where=unsettled, sqlite_where=unsettled)
    op.create_table(
        "series_chunks",
        sa.Column("series_id", _Id, nullable=False),
        sa.Column("first", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("stop", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("lease_ms", sa.BigInteger, nullable=False),
        sa.Column("deaths", sa.Integer, nullable=False),
        sa.Column("results", sa.LargeBinary),
        sa.PrimaryKeyConstraint("series_id", "first", name="pk_series_chunks"),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name="fk_series_chunks_series_id"),
        sa.CheckConstraint("status IN ('free', 'claimed', 'played')", name=op.f("ck_series_chunks_status")),
    )
    unplayed = sa.text("results IS NULL")
    op.create_index(
        "ix_series_chunks_unplayed",
        "series_chunks",
        ["series_id", "first"],
        postgresql_where=unplayed,
        sqlite_where=unplayed,
    )
