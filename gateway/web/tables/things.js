// @ts-check
/** Things on a table: what can be picked is a button, everything else is not. */
import { classes, html, nothing, svg } from "../html.js";
import { text } from "../texts.js";

/**
 * @typedef {{ label: string, kind?: string, id?: string, card?: string, is?: string }} About `label`: what it is, for who
 *   does not see it. `kind`: its CSS classes. `id`: tells it from others of the same key, so that its movement can be
 *   shown. `card`: the card that is shown in full when it is pointed at. `is`: the card that it is, if not that one.
 */

/**
 * How a thing is drawn: whether it can be picked, and whether it has changed since the viewer last decided.
 * @param {import("./scene.js").Scene} scene @param {string} key @param {About} about
 */
function stateOf({ picking, recent }, key, { label, kind = "", card, is = card }) {
  const can = picking.can(key);
  const picked = picking.has(key);
  const isRecent = recent.has(key) || recent.has(`card:${is}`);
  const names = `thing ${kind} ${classes({ can, picked, recent: isRecent })}`;
  return { can, picked, names, said: isRecent ? text("match.recent", { label }) : label };
}

/**
 * A thing in HTML.
 * @param {import("./scene.js").Scene} scene
 * @param {string} key What actions call it.
 * @param {unknown} contents
 * @param {About} about
 */
export function thing(scene, key, contents, about) {
  const { id = key, card } = about;
  const { can, picked, names, said } = stateOf(scene, key, about);
  if (!can && !picked) {
    return html`<span class=${names} role="img" aria-label=${said} data-id=${id} data-card=${card ?? nothing}>${contents}</span>`;
  }
  return html`<button
    type="button"
    class=${names}
    aria-label=${said}
    aria-pressed=${picked}
    data-id=${id}
    data-card=${card ?? nothing}
    @click=${() => scene.pick(key)}
  >
    ${contents}
  </button>`;
}

/**
 * A thing in SVG.
 * @param {import("./scene.js").Scene} scene
 * @param {string} key
 * @param {unknown} contents
 * @param {About} about
 */
export function svgThing(scene, key, contents, about) {
  const { id = key, card } = about;
  const { can, picked, names, said } = stateOf(scene, key, about);
  if (!can && !picked) {
    return svg`<g class=${names} role="img" aria-label=${said} data-id=${id} data-card=${card ?? nothing}>${contents}</g>`;
  }
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    scene.pick(key);
  };
  return svg`<g class=${names} role="button" tabindex="0" aria-label=${said} aria-pressed=${picked} data-id=${id}
    data-card=${card ?? nothing} @click=${() => scene.pick(key)} @keydown=${pressed}>${contents}</g>`;
}
