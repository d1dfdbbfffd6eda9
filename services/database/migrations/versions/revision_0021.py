"""Corrections of results that are in the log, and who stands behind rated players."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0021"
down_revision = "0020"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")
_Document = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("rated_results", sa.Column("persons", _Document))
    op.add_column("rated_results", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_rating_history_meetings", "rating_history", ["run", "player_id", "ended_ms"])
    op.create_table(
        "result_corrections",
        sa.Column("match_id", _Id, nullable=False),
        sa.Column("revision", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("ranks", _Document),
        sa.Column("is_void", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "revision", name="pk_result_corrections"),
    )
