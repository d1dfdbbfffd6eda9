"""The database of a command."""

import click

from services.database import Database, DatabaseUnreachable, SchemaNotCurrent
from services.settings import BadSetting, Settings


def checked_database(settings: Settings) -> Database:
    """The database that the settings name.

    Raises:
        BadSetting: its tables are not those of this release.
        ClickException: it cannot be reached.
    """
    database = Database(settings.database.database_url)
    try:
        database.check()
    except SchemaNotCurrent as error:
        raise BadSetting(str(error)) from None
    except DatabaseUnreachable as error:
        raise click.ClickException(f"The database cannot be reached: {error}") from None
    return database
