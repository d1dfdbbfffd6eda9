"""Alembic's entry: runs the migrations in the transaction that `services.database.schema` brings along."""

from alembic import context

from services.database.tables import metadata

# Transactional: all revisions take place, or none. SQLite can do that too, once the driver is kept from interfering.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
