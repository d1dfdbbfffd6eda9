"""What is read of an ended match: every viewer's last view, and the log in pages. Matches that were archived before
have neither; both are made from the replay when they are first asked for."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"

ID = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")
DOCUMENT = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "match_views",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("viewer", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("view", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "viewer", name="pk_match_views"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_views_match_id"),
    )
    op.create_table(
        "match_log",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("page", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shown", DOCUMENT, nullable=False),
        sa.Column("answered", DOCUMENT, nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "page", name="pk_match_log"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_log_match_id"),
    )
