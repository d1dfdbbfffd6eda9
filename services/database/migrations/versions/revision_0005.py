"""The versions of rulesets that have dealt matches: what serves each, and whether it may deal new ones."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "ruleset_versions",
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("catalogue_sha256", sa.String(64), nullable=False),
        sa.Column("served_by", sa.String(255), nullable=False),
        sa.Column("drained", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("ruleset", "version", name="pk_ruleset_versions"),
    )
