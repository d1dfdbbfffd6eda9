"""The log of commitments."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "commitment_log",
        sa.Column("index", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("time_ms", sa.BigInteger(), nullable=False),
        sa.Column("previous", sa.LargeBinary(32), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("index", name="pk_commitment_log"),
    )
    op.create_index("ix_commitment_log_digest", "commitment_log", ["digest"], unique=True)
