"""Which key made which, and the scope for managing one's account.

Keys with every scope of a player could manage its keys and its name before there was a scope for that: they get it.
Smaller keys do not.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")
BEFORE = "matches:create matches:play matches:read"


def upgrade() -> None:
    op.add_column("api_keys", sa.Column("parent_id", ID))
    op.create_index("ix_api_keys_parent_id", "api_keys", ["parent_id"])
    scopes = sa.table("api_keys", sa.column("scopes", sa.String(255)))
    op.execute(scopes.update().where(scopes.c.scopes == BEFORE).values(scopes=f"account:manage {BEFORE}"))
