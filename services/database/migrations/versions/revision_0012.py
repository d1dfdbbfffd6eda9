"""Series in which bots take part that live elsewhere: their live matches."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0008"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("series", sa.Column("live_concurrency", sa.Integer))
    op.add_column("series", sa.Column("live_due_ms", sa.BigInteger))
    is_live = sa.text("live_due_ms IS NOT NULL")
    op.create_index("ix_series_live_due", "series", ["live_due_ms"], postgresql_where=is_live, sqlite_where=is_live)
    op.create_table(
        "series_live_matches",
        sa.Column("series_id", _Id, nullable=False),
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("match_id", _Id, nullable=False),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("series_id", "number", name="pk_series_live_matches"),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name="fk_series_live_matches_series_id"),
    )
