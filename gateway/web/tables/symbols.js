// @ts-check
/** Symbols of layouts, drawn in a square of 24: those that are known by name; others by their glyph. */
import { nothing, svg } from "../html.js";

/** @type {Record<string, string>} */
const PATHS = {
  star: "M12 2.5l2.9 6.2 6.6.8-4.9 4.6 1.3 6.6-5.9-3.3-5.9 3.3 1.3-6.6L2.5 9.5l6.6-.8z",
  "crossed swords": "M3 3l3 .5 7 8-1.5 1.5-8-7zM21 3l-3 .5-13 13.5-1.5-.5-1 1 4 4 1-1-.5-1.5L20.5 6zM15 14.5l3 3 1.5-.5 1 1-4 4-1-1 .5-1.5-3-3z",
  crown: "M3 7l4.5 4L12 4l4.5 7L21 7l-2 12H5z",
  spade: "M12 2c3 4 8 6.5 8 11a4 4 0 0 1-6.8 2.9L15 21H9l1.8-5.1A4 4 0 0 1 4 13c0-4.5 5-7 8-11z",
  heart: "M12 21C6 16 2.5 12.5 2.5 8.5A5 5 0 0 1 12 6.2a5 5 0 0 1 9.5 2.3C21.5 12.5 18 16 12 21z",
  diamond: "M12 2l7 10-7 10-7-10z",
  club: "M12 2a4.2 4.2 0 0 1 3.7 6.2A4.3 4.3 0 1 1 13.2 15.5L15 21H9l1.8-5.5A4.3 4.3 0 1 1 8.3 8.2 4.2 4.2 0 0 1 12 2z",
  "number sign": "M8 3h2l-.7 5h4L14 3h2l-.7 5H20v2h-5l-.6 4H19v2h-4.9L13.4 21h-2l.7-5h-4L7.4 21h-2l.7-5H2v-2h4.4l.6-4H3V8h4.3zM9 10l-.6 4h4l.6-4z",
  lightning: "M13 2L4 14h6l-1 8 10-13h-6.5z",
  "raised hand": "M7 12V6a1.5 1.5 0 0 1 3 0V4a1.5 1.5 0 0 1 3 0v2a1.5 1.5 0 0 1 3 0v3a1.5 1.5 0 0 1 3 0v6c0 4-2.5 7-6.5 7-3 0-4.5-1.5-6-4l-3-5.5a1.5 1.5 0 0 1 2.6-1.5z",
};

/**
 * A symbol, in the colour of its surroundings.
 * @param {{ name: string, glyph?: string | null } | null} mark
 */
export function symbol(mark) {
  if (mark === null) return nothing;
  const path = PATHS[mark.name];
  if (path !== undefined) return svg`<path d=${path} fill="currentColor" fill-rule="evenodd" />`;
  return svg`<text x="12" y="18" text-anchor="middle" class="glyph">${mark.glyph ?? mark.name[0]}</text>`;
}

/** Make more symbols known: paths in a square of 24 by the names that a layout gives them. @param {Record<string, string>} paths */
export const addSymbols = (paths) => Object.assign(PATHS, paths);
