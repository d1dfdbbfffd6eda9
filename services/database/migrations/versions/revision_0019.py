"""Who stands behind players, series and tournaments; and invitations of guests."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    for table in ("players", "series", "tournaments"):
        op.add_column(table, sa.Column("counts_for", _Id))
    op.add_column("tournaments", sa.Column("served_ms", sa.BigInteger))
    op.create_table(
        "guest_invitations",
        sa.Column("id", _Id, nullable=False),
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("counts_for", _Id, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("revoked_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_guest_invitations"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_guest_invitations_tournament_id"),
    )
    op.create_index("ix_guest_invitations_tournament_id_id", "guest_invitations", ["tournament_id", "id"])
    op.create_index("ix_guest_invitations_counts_for_created_ms", "guest_invitations", ["counts_for", "created_ms"])
