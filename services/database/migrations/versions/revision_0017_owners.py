"""Who stands behind players, series and tournaments; and invitations of guests."""

import sqlalchemy as sa
from alembic import op

revision = "0017_owners"
down_revision = "0016"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    for table in ("players", "series", "tournaments"):
        op.add_column(table, sa.Column("counts_for", _Id))
    op.add_column("tournaments", sa.Column("served_ms", sa.BigInteger))
