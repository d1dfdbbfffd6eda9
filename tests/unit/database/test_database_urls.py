"""Which databases can be named, and what is told of them."""

import sys
from pathlib import Path

import pytest

from services.database import Database
from services.settings import BadSetting


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("sqlite:///playhall.db", "Database('sqlite:///playhall.db')"),
        ("sqlite:////var/lib/playhall/playhall.db", "Database('sqlite:////var/lib/playhall/playhall.db')"),
        ("postgresql://ann@db/playhall", "Database('postgresql+psycopg://ann@db/playhall')"),
        ("postgresql+psycopg://ann@db:5433/playhall", "Database('postgresql+psycopg://ann@db:5433/playhall')"),
    ],
)
def test_sqlite_and_postgresql_can_be_named(url: str, shown: str) -> None:
    assert repr(Database(url)) == shown


@pytest.mark.parametrize(
    "url",
    ["", "playhall.db", "sqlite://", "sqlite:///:memory:", "mysql://db/playhall", "postgresql+asyncpg://db/playhall"],
)
def test_anything_else_is_a_bad_setting(url: str) -> None:
    with pytest.raises(BadSetting, match=r"PLAYHALL_DATABASE_URL must be sqlite:///PATH or postgresql://"):
        Database(url)


@pytest.mark.parametrize(
    "url", ["postgresql://ann:hunter2@db/playhall", "postgresql://ann@db/playhall?password=hunter2"]
)
def test_the_repr_holds_no_password(url: str) -> None:
    assert "hunter2" not in repr(Database(url))


def test_a_bad_url_is_not_repeated_in_the_error_for_it_may_hold_a_password() -> None:
    with pytest.raises(BadSetting) as refused:
        Database("mysql://ann:hunter2@db/playhall")

    assert "hunter2" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_naming_a_database_opens_nothing(tmp_path: Path) -> None:
    Database(f"sqlite:///{tmp_path / 'folder' / 'playhall.db'}")

    assert list(tmp_path.iterdir()) == []


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(BadSetting, match=r"install playhall\[postgres\]"):
        Database("postgresql://ann@db/playhall")
