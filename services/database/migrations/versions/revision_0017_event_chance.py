"""Tournaments with commitments of their own, and their entrants' seeds."""

import sqlalchemy as sa
from alembic import op

revision = "0017_event_chance"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("event", sa.LargeBinary))
    op.add_column("tournament_entrants", sa.Column("client_seed", sa.LargeBinary(32)))
    op.add_column("tournament_matches", sa.Column("dealt", sa.Boolean, nullable=False, server_default=sa.false()))
