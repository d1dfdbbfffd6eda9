"""Keep the pictures anew: ``make pictures``, or ``python -m tests.web.pictures [SUBJECT ...]``."""

import click

from tests.e2e.platform import Platform
from tests.web.browser import Browsers
from tests.web.pictures.picture import dress, keep, taken
from tests.web.pictures.subjects import SUBJECTS


@click.command()
@click.argument("subjects", nargs=-1, type=click.Choice(list(SUBJECTS)))
def main(subjects: tuple[str, ...]) -> None:
    """Keep pictures of SUBJECTS, or of all."""
    platform = Platform()
    try:
        platform.start()
        with Browsers() as browsers, browsers.visitor() as page:
            dress(page)
            for name in subjects or SUBJECTS:
                keep(name, taken(page, lambda name=name: SUBJECTS[name](page, platform)))  # type: ignore[misc]
                click.echo(name)
    finally:
        platform.close()


if __name__ == "__main__":
    main()
