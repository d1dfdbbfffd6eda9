"""Tournaments that their hosts have closed."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("closed_ms", sa.BigInteger))
