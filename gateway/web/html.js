// @ts-check
import { keepingFocus } from "./focus.js";
import { render as draw } from "./vendor/lit-html/lit-html.js";
import { repeat as eachOf } from "./vendor/lit-html/directives/repeat.js";

/** What templates are written with: `html` and `svg` make them, `render` shows them. */
export { html, svg, nothing } from "./vendor/lit-html/lit-html.js";

/**
 * Show a template. The focus stays on what has it, or goes near to where that was.
 * @param {unknown} template
 * @param {HTMLElement} place
 */
export function render(template, place) {
  keepingFocus(place, () => draw(template, place));
}

/**
 * A template for each of several items, which keep their elements when their order changes.
 * @type {<T>(items: Iterable<T>, key: (item: T, index: number) => unknown, template: (item: T, index: number) => unknown) => unknown}
 */
export const repeat = /** @type {any} */ (eachOf);

/**
 * The value of a `class` attribute: the names whose condition holds.
 * @param {Record<string, unknown>} names
 */
export const classes = (names) =>
  Object.entries(names)
    .filter(([, holds]) => holds)
    .map(([name]) => name)
    .join(" ");
