"""Tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0010"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", _Id, nullable=False),
        sa.Column("owner_id", _Id, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("status_reason", sa.String(255), nullable=False),
        sa.Column("entrants", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("started_ms", sa.BigInteger),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("due_ms", sa.BigInteger),
        sa.Column("standings", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.CheckConstraint("visibility IN ('public', 'unlisted', 'private')", name="visibility"),
        sa.CheckConstraint("status IN ('registration', 'running', 'paused', 'finished', 'cancelled')", name="status"),
    )
    op.create_index("ix_tournaments_owner_id_id", "tournaments", ["owner_id", "id"])
    op.create_index("ix_tournaments_status_id", "tournaments", ["status", "id"])
    is_due = sa.text("due_ms IS NOT NULL")
    op.create_index("ix_tournaments_due", "tournaments", ["due_ms"], postgresql_where=is_due, sqlite_where=is_due)
    op.create_table(
        "tournament_log",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("by", _Id),
        sa.Column("reason", sa.String(255), nullable=False),
        sa.Column("what", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_tournament_log"),
        _of_tournament("tournament_log"),
    )
    op.create_table(
        "tournament_hosts",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name="pk_tournament_hosts"),
        _of_tournament("tournament_hosts"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_tournament_hosts_player_id"),
        sa.CheckConstraint("role IN ('host', 'arbiter')", name="role"),
    )
    op.create_table(
        "tournament_entrants",
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("entrant_id", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name="pk_tournament_entrants"),
        _of_tournament("tournament_entrants"),
    )
    op.create_index(
        "ix_tournament_entrants_player_id_tournament_id", "tournament_entrants", ["player_id", "tournament_id"]
    )
    op.create_table(
        "tournament_matches",
        sa.Column("match_id", _Id, nullable=False),
        sa.Column("tournament_id", _Id, nullable=False),
        sa.Column("pairing", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("table", sa.Integer, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_tournament_matches"),
        _of_tournament("tournament_matches"),
        sa.CheckConstraint("state IN ('due', 'made', 'called_off')", name="state"),
    )
    op.create_index("ix_tournament_matches_tournament_id_state", "tournament_matches", ["tournament_id", "state"])


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=f"fk_{table}_tournament_id")
