"""Webhooks of bots, and the log of what they were asked."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("url", sa.String(2048), nullable=False),
        sa.Column("concurrency", sa.Integer, nullable=False),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("old_secret", sa.LargeBinary(32)),
        sa.Column("old_until_ms", sa.BigInteger),
        sa.Column("key_id", _Id, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_webhooks"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_webhooks_player_id"),
        sa.CheckConstraint("concurrency BETWEEN 1 AND 64", name=op.f("ck_webhooks_concurrency")),
    )
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", _Id, nullable=False),
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("match_id", _Id, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("decision", sa.BigInteger, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("ms", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("request", sa.LargeBinary, nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_deliveries"),
    )
    op.create_index("ix_webhook_deliveries_player_id_id", "webhook_deliveries", ["player_id", "id"])
