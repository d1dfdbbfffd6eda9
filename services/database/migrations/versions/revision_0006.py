"""Which releases can work with the tables: those that need this revision, or a later one."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    support = op.create_table(
        "schema_support",
        sa.Column("oldest_revision", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("oldest_revision", name="pk_schema_support"),
    )
    op.bulk_insert(support, [{"oldest_revision": revision}])
