"""Ratings of players."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("updated_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "ruleset", name="pk_ratings"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id"),
    )
