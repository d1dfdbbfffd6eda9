from pathlib import Path

from tests.integration.docs.pages import DOCS, blocks

EXAMPLE = Path(__file__).parents[3] / "examples" / "webhook_bot.py"


def test_the_guide_shows_the_bot_that_the_tests_run() -> None:
    (shown,) = blocks((DOCS / "webhooks.md").read_text(), "python")
    assert shown.strip() == EXAMPLE.read_text().strip()
