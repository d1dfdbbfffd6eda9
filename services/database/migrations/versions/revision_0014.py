"""Lists of guests of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "tournament_guests",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name="pk_tournament_guests"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_guests_tournament_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_tournament_guests_player_id"),
    )
