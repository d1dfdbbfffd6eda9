"""Tournaments: how far their players were told, and webhooks of their hosts."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("told", sa.BigInteger))
    op.execute("UPDATE tournaments SET told = revision")
    op.create_table(
        "tournament_webhooks",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("url", sa.String(2048), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("old_secret", sa.LargeBinary(32)),
        sa.Column("old_until_ms", sa.BigInteger),
        sa.Column("set_by", _Id, nullable=False),
        sa.Column("key_id", _Id, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("next_entry", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("failing_since_ms", sa.BigInteger),
        sa.Column("given_up_ms", sa.BigInteger),
        sa.Column("due_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournament_webhooks"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_webhooks_tournament_id"),
    )
    is_due = sa.text("due_ms IS NOT NULL")
    op.create_index(
        "ix_tournament_webhooks_due", "tournament_webhooks", ["due_ms"], postgresql_where=is_due, sqlite_where=is_due
    )
    op.create_table(
        "tournament_deliveries",
        sa.Column("id", _Id, nullable=False),
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("entry", sa.BigInteger, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("ms", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_deliveries"),
    )
    op.create_index("ix_tournament_deliveries_tournament_id_id", "tournament_deliveries", ["tournament_id", "id"])
