// @ts-check
/** A picture of each game, for lists of them. */
import { html, svg } from "../html.js";

/** @type {Record<string, unknown>} */
const PICTURES = {};

/** @param {string} ruleset */
export const picture = (ruleset) =>
  html`<svg class="picture" viewBox="0 0 160 90" role="img" aria-hidden="true">${PICTURES[ruleset] ?? otherwise(ruleset)}</svg>`;

/** Two cards in a colour that follows from the name. @param {string} ruleset */
function otherwise(ruleset) {
  const hue = [...ruleset].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return svg`<rect width="160" height="90" fill=${`hsl(${hue} 45% 32%)`} />
    <rect x="48" y="20" width="36" height="52" rx="4" fill="#fff" transform="rotate(-10 66 46)" />
    <rect x="78" y="18" width="36" height="52" rx="4" fill=${`hsl(${hue} 60% 70%)`} transform="rotate(8 96 44)" />`;
}
