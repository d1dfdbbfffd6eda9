"""Pages look as in the pictures that are kept of them. ``--pictures FOLDER`` writes what is seen there; `make pictures`
keeps it in the place of what was kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.web.browser import Browsers
from tests.web.pictures.picture import KEPT, SIZES, THEMES, Picture, differences, dress, keep, take, taken
from tests.web.pictures.subjects import SUBJECTS

MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def page(browsers: Browsers) -> Iterator[Page]:
    """A page whose letters are the same on every machine."""
    with browsers.visitor() as opened:
        dress(opened)
        yield opened


@pytest.mark.slow
@needs_browser
@pytest.mark.timeout(300)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_pages_look_as_in_their_pictures(platform: Platform, page: Page, subject: str, pictures: Path | None) -> None:
    seen = list(taken(page, lambda: SUBJECTS[subject](page, platform)))
    if pictures is not None:
        keep(subject, iter(seen), pictures)
    wrong = {
        f"{width} {theme}": differences(Picture.kept(subject, width, theme), picture) for width, theme, picture in seen
    }
    assert {where: found for where, found in wrong.items() if found} == {}


FAULTS = {
    "a card is 8 px further right": "document.querySelector('.du-slot .card').style.translate = '8px'",
    "a seat has lost its colour": "document.documentElement.style.setProperty('--seat-1', 'transparent')",
    "a button is gone": "document.querySelector('.table button').style.display = 'none'",
    "a heading has no letters": "document.querySelector('.table h3').style.color = 'transparent'",
    "the page stays light in the dark": "document.documentElement.dataset.theme = 'light'",
}


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(platform: Platform, page: Page, fault: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    SUBJECTS["duels"](page, platform)
    page.evaluate(FAULTS[fault])
    try:
        assert differences(Picture.kept("duels", 360, "dark"), take(page, 360, "dark")) != []
    finally:
        page.evaluate(
            "delete document.documentElement.dataset.theme; document.documentElement.removeAttribute('style')"
        )


def test_no_picture_is_kept_of_what_is_not_compared() -> None:
    pictures = {f"{subject}-{width}-{theme}.png" for subject in SUBJECTS for width in SIZES for theme in THEMES}
    assert {file.name for file in KEPT.iterdir()} == pictures | {f"{subject}.json" for subject in SUBJECTS}
    assert sum(file.stat().st_size for file in KEPT.iterdir()) < MOST_BYTES
