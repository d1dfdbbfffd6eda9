"""A picture of a page with the places of what has a name on it: taken, kept, and compared.

Pictures are set in a font that comes with them, so that they are the same on every machine. What is left to differ, as
edges of letters do from one version of the browser to the next, is averaged away: colours are compared by cells.
"""

import base64
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageChops
from playwright.sync_api import Page

from tests.waiting import wait_until

FOLDER: Final = Path(__file__).parent
KEPT: Final = FOLDER / "kept"

SIZES: Final = {360: (360, 740), 768: (768, 1024), 1280: (1280, 900)}
"""Windows, by their width in CSS pixels."""
THEMES: Final = ("light", "dark")

NEAR: Final = 3
"""CSS pixels by which a thing may be elsewhere or larger."""
CELL: Final = 12
"""CSS pixels of a cell on each side."""
ALIKE: Final = 40
"""By how much the mean of a cell may differ in a channel, of 255."""

_COLOURS: Final = 48
_MOST_NAMED: Final = 12
_SCALE: Final = {360: 0.75, 768: 0.6, 1280: 0.4}
"""Of what is kept, by the width of the window."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height, in CSS pixels."""

_DRESS: Final = """
(fonts => {
  for (const [weight, data] of Object.entries(fonts)) {
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
    const font = new FontFace("Pictured", bytes, { weight });
    document.fonts.add(font);
    font.load();
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { font-family: Pictured, sans-serif !important; }");
  document.adoptedStyleSheets = [sheet];
})(%s);
"""

_BOXES: Final = """
() => {
  const found = {};
  const things = "h1, h2, h3, h4, a, button, select, input, summary, section, aside, table, [data-id], [aria-label]";
  for (const thing of document.querySelectorAll(`#app :is(${things})`)) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const isPart = thing.matches("section, aside, table");
    const words = thing.getAttribute("aria-label") ?? (isPart ? thing.className : thing.textContent);
    const name = `${thing.tagName.toLowerCase()} ${words.trim().replace(/\\s+/g, " ").slice(0, 50)}`.trim();
    let unique = name;
    for (let number = 2; unique in found; number += 1) unique = `${name} #${number}`;
    found[unique] = [x + scrollX, y + scrollY, width, height].map(Math.round);
  }
  return found;
}
"""

_IS_READY: Final = """
() => [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet !== null)
  && document.fonts.status === "loaded" && document.querySelector(".loading") === null
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """``image``: the page, made smaller. ``width``: of the window. ``boxes``: where things are,
    by their names."""

    image: Image.Image
    width: int
    boxes: dict[str, Box]

    @classmethod
    def kept(cls, subject: str, width: int, theme: str) -> "Picture":
        """The one that is kept."""
        with Image.open(_png(subject, width, theme)) as image:
            boxes = json.loads(_places(subject).read_text())[str(width)]
            return cls(image.copy(), width, {name: tuple(box) for name, box in boxes.items()})

    def in_colours_of(self, image: Image.Image) -> Image.Image:
        """The page in the few colours of an image."""
        return self.image.quantize(palette=image, dither=Image.Dither.NONE)


def dress(page: Page) -> None:
    """Set all pages that are opened from now on in the font that comes with the pictures."""
    files = {"400": "DejaVuSans.woff", "700": "DejaVuSans-Bold.woff"}
    fonts = {weight: base64.b64encode((FOLDER / "font" / file).read_bytes()).decode() for weight, file in files.items()}
    page.add_init_script(_DRESS % json.dumps(fonts))
    page.emulate_media(reduced_motion="reduce")


def taken(page: Page, show: Callable[[], None]) -> Iterator[tuple[int, str, Picture]]:
    """Pictures of what is shown, in all sizes and themes."""
    for width, (_, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        show()
        for theme in THEMES:
            yield width, theme, take(page, width, theme)


def take(page: Page, width: int, theme: str) -> Picture:
    """A picture of what is shown, as high as it is."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    # Page.wait_for_function would have the page evaluate text, which its Content-Security-Policy forbids.
    wait_until(lambda: page.evaluate(_IS_READY), "everything of the page is there")
    boxes: dict[str, Box] = page.evaluate(_BOXES)
    with Image.open(io.BytesIO(page.screenshot(full_page=True))) as whole:
        size = (round(whole.width * _SCALE[width]), round(whole.height * _SCALE[width]))
        return Picture(whole.convert("RGB").resize(size, Image.Resampling.BOX), width, boxes)


def keep(subject: str, pictures: Iterator[tuple[int, str, Picture]], folder: Path = KEPT) -> None:
    """Write the pictures of a subject in few colours, and the places of what has a name on them."""
    folder.mkdir(parents=True, exist_ok=True)
    boxes: dict[str, dict[str, Box]] = {}
    for width, theme, picture in pictures:
        boxes[str(width)] = picture.boxes
        image = picture.in_colours_of(picture.image.quantize(_COLOURS))
        image.save(_png(subject, width, theme, folder), optimize=True)
    lines = (
        f'"{width}": {{\n'
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(box)}" for name, box in places.items())
        + "\n}"
        for width, places in boxes.items()
    )
    _places(subject, folder).write_text("{\n" + ",\n".join(lines) + "\n}\n")


def differences(kept: Picture, now: Picture) -> list[str]:
    """What is otherwise than in the picture that is kept, in words."""
    return _moved(kept.boxes, now.boxes) + _recoloured(kept, now)


def _moved(kept: dict[str, Box], now: dict[str, Box]) -> list[str]:
    found = [f"{name} is gone" for name in kept if name not in now]
    found += [f"{name} is new" for name in now if name not in kept]
    for name in kept.keys() & now.keys():
        if any(abs(old - new) > NEAR for old, new in zip(kept[name], now[name], strict=True)):
            found.append(f"{name} is at {now[name]}, was at {kept[name]}")
    return sorted(found)[:_MOST_NAMED]


def _recoloured(kept: Picture, now: Picture) -> list[str]:
    old, new = (_cells(image, kept.width) for image in (kept.image, now.in_colours_of(kept.image)))
    found = []
    if max(abs(old.width - new.width), abs(old.height - new.height)) > 1:
        found.append(f"the page has {new.width} x {new.height} cells, had {old.width} x {old.height}")
    both = (0, 0, min(old.width, new.width), min(old.height, new.height))
    red, green, blue = ImageChops.difference(old.crop(both), new.crop(both)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    wrong = most.point([255 * (value > ALIKE) for value in range(256)])
    if (area := wrong.getbbox()) is not None:
        left, top, right, bottom = (CELL * edge for edge in area)
        count = wrong.histogram()[255]
        found.append(f"{count} cells between {left},{top} and {right},{bottom} have other colours")
    return found


def _cells(image: Image.Image, width: int) -> Image.Image:
    """Mean colours: a pixel for each cell."""
    side = CELL * image.width / width
    size = (round(image.width / side), round(image.height / side))
    return image.convert("RGB").resize(size, Image.Resampling.BOX)


def _png(subject: str, width: int, theme: str, folder: Path = KEPT) -> Path:
    return folder / f"{subject}-{width}-{theme}.png"


def _places(subject: str, folder: Path = KEPT) -> Path:
    return folder / f"{subject}.json"
