"""Which revisions of the tables there are."""

from alembic.script import ScriptDirectory

from services.database import schema


def test_the_revisions_are_those_that_alembic_finds() -> None:
    scripts = ScriptDirectory.from_config(schema._config())
    assert schema.known() == {script.revision for script in scripts.walk_revisions()}
    assert schema.head() == scripts.get_current_head()
