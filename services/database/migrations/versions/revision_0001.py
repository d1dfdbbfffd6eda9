"""Players, their API keys, ended matches, statistics."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None

ID = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")
DOCUMENT = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.CheckConstraint("kind IN ('person', 'bot')", name=op.f("ck_players_kind")),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(255), nullable=False),
        sa.Column("secret_sha256", sa.LargeBinary(32), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger()),
        sa.Column("revoked_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_api_keys"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_api_keys_player_id"),
    )
    op.create_index("ix_api_keys_player_id_id", "api_keys", ["player_id", "id"])
    op.create_table(
        "matches",
        sa.Column("id", ID, nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("creator_id", ID, nullable=False),
        sa.Column("document", DOCUMENT, nullable=False),
        sa.Column("replay", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.CheckConstraint("status IN ('finished', 'aborted')", name=op.f("ck_matches_status")),
    )
    op.create_index("ix_matches_ruleset_id", "matches", ["ruleset", "id"])
    op.create_index("ix_matches_status_id", "matches", ["status", "id"])
    op.create_table(
        "match_seats",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", ID),
        sa.Column("kind", sa.String(16)),
        sa.Column("rank", sa.Integer()),
        sa.Column("score", sa.BigInteger()),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_seats"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_seats_match_id"),
    )
    op.create_index("ix_match_seats_player_id_match_id", "match_seats", ["player_id", "match_id"])
    op.create_table(
        "statistics",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("shared_wins", sa.BigInteger(), nullable=False),
        sa.Column("resignations", sa.BigInteger(), nullable=False),
        sa.Column("rank_sum", sa.BigInteger(), nullable=False),
        sa.Column("score_sum", sa.BigInteger(), nullable=False),
        sa.Column("best_score", sa.BigInteger(), nullable=False),
        sa.Column("worst_score", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "ruleset", "seats", name="pk_statistics"),
    )
