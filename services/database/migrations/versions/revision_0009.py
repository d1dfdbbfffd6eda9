"""Blocks between players, and the archive's matches by who created them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0011"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("blocked_id", _Id, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", name="pk_blocks"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_blocks_player_id"),
        sa.ForeignKeyConstraint(["blocked_id"], ["players.id"], name="fk_blocks_blocked_id"),
    )
    op.create_index("ix_blocks_blocked_id_player_id", "blocks", ["blocked_id", "player_id"])
    op.create_index("ix_matches_creator_id_id", "matches", ["creator_id", "id"])
