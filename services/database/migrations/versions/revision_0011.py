"""Bots that players own, their versions and what they fail of; names that players choose themselves."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0012"

_Id = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")
_BATCH = 1_000


def upgrade() -> None:
    for column in (
        sa.Column("owner_id", _Id),
        sa.Column("name_key", sa.String(64)),
        sa.Column("handle", sa.String(64)),
        sa.Column("version", sa.String(64)),
        sa.Column("offline_ms", sa.BigInteger),
        sa.Column("retired_ms", sa.BigInteger),
    ):
        op.add_column("players", column)
    op.create_index("ix_players_owner_id_id", "players", ["owner_id", "id"])
    op.create_index("ix_players_name_key", "players", ["name_key"])
    op.create_index("ix_players_handle", "players", ["handle"], unique=True)
    _fill_name_keys()
    op.add_column("webhook_deliveries", sa.Column("version", sa.String(64)))
    op.create_table(
        "bot_versions",
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("id", _Id, nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "id", name="pk_bot_versions"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_bot_versions_player_id"),
    )
    op.create_table(
        "version_statistics",
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("ruleset", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("wins", sa.BigInteger, nullable=False),
        sa.Column("shared_wins", sa.BigInteger, nullable=False),
        sa.Column("resignations", sa.BigInteger, nullable=False),
        sa.Column("rank_sum", sa.BigInteger, nullable=False),
        sa.Column("score_sum", sa.BigInteger, nullable=False),
        sa.Column("best_score", sa.BigInteger, nullable=False),
        sa.Column("worst_score", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "version", "ruleset", "seats", name="pk_version_statistics"),
    )
    op.create_table(
        "crash_reports",
        sa.Column("id", _Id, nullable=False),
        sa.Column("player_id", _Id, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("match_id", _Id),
        sa.Column("decision", sa.BigInteger),
        sa.Column("version", sa.String(64)),
        sa.Column("message", sa.LargeBinary, nullable=False),
        sa.Column("traceback", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_crash_reports"),
    )
    op.create_index("ix_crash_reports_player_id_id", "crash_reports", ["player_id", "id"])


def _fill_name_keys() -> None:
    players = sa.table("players", sa.column("id"), sa.column("name"), sa.column("name_key"))
    fill = sa.update(players).where(players.c.id == sa.bindparam("player")).values(name_key=sa.bindparam("key"))
    connection = op.get_bind()
    last = ""
    while True:
        some = sa.select(players.c.id, players.c.name).where(players.c.id > last).order_by(players.c.id).limit(_BATCH)
        rows = connection.execute(some).all()
        if not rows:
            return
        connection.execute(fill, [{"player": row.id, "key": _name_key(row.name)} for row in rows])
        last = rows[-1].id


# As services.identity.names has it at this revision.
_ALIKE = str.maketrans(
    "01i\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4",
    "ollaeopcyxljsdalkvopt",
)


def _name_key(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold()).casefold()
    plain = "".join(letter for letter in letters if letter.isalnum()).translate(_ALIKE)
    return plain.replace("rn", "m").replace("vv", "w")[:64]
