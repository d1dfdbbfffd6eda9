"""SQL: the connection, the tables and their migrations."""

from services.database.database import Database, DatabaseUnreachable
from services.database.schema import SchemaNotCurrent

__all__ = ["Database", "DatabaseUnreachable", "SchemaNotCurrent"]
