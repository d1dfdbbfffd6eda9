"""SQL: the connection, the tables and their migrations."""

from services.database.database import READ_SECONDS, Database, DatabaseUnreachable
from services.database.schema import SchemaNotCurrent

__all__ = ["READ_SECONDS", "Database", "DatabaseUnreachable", "SchemaNotCurrent"]
