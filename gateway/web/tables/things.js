// @ts-check
/** Things on a table: what can be picked is a button, everything else is not. */
import { classes, html, nothing, svg } from "../html.js";

/**
 * A thing in HTML.
 * @param {import("./scene.js").Scene} scene
 * @param {string} key What actions call it.
 * @param {unknown} contents
 * @param {{ label: string, kind?: string, id?: string, card?: string }} about `label`: what it is, for who does not see
 *   it. `kind`: its CSS classes. `id`: tells it from others of the same key, so that its movement can be shown. `card`:
 *   the card that is shown in full when it is pointed at.
 */
export function thing(scene, key, contents, { label, kind = "", id = key, card }) {
  const can = scene.picking.can(key);
  const picked = scene.picking.has(key);
  const names = `thing ${kind} ${classes({ can, picked })}`;
  if (!can && !picked) {
    return html`<span class=${names} role="img" aria-label=${label} data-id=${id} data-card=${card ?? nothing}>${contents}</span>`;
  }
  return html`<button
    type="button"
    class=${names}
    aria-label=${label}
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
 * @param {{ label: string, kind?: string, id?: string, card?: string }} about
 */
export function svgThing(scene, key, contents, { label, kind = "", id = key, card }) {
  const can = scene.picking.can(key);
  const picked = scene.picking.has(key);
  const names = `thing ${kind} ${classes({ can, picked })}`;
  if (!can && !picked) {
    return svg`<g class=${names} role="img" aria-label=${label} data-id=${id} data-card=${card ?? nothing}>${contents}</g>`;
  }
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    scene.pick(key);
  };
  return svg`<g class=${names} role="button" tabindex="0" aria-label=${label} aria-pressed=${picked} data-id=${id}
    data-card=${card ?? nothing} @click=${() => scene.pick(key)} @keydown=${pressed}>${contents}</g>`;
}
