"""Series: where their promises were published, and the seeds of their extensions."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("series", sa.Column("promises", sa.LargeBinary))
