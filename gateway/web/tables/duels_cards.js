// @ts-check
/** The cards of Face Off Duels: a number that can be read from afar, and below it the name. */
import { classes, html, nothing, svg } from "../html.js";
import { text } from "../texts.js";
import { back, isLight, look, wrapped } from "./cards.js";
import { addSymbols, symbol } from "./symbols.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */

const NAME_CHARACTERS = 11;

addSymbols({
  "cowboy hat": "M2 15c2 1.5 4 1 5 .3C7.5 10 8.5 5 10.5 5c.8 0 1 .7 1.5.7s.7-.7 1.5-.7c2 0 3 5 3.5 10.3 1 .7 3 1.2 5-.3-1 3-4.5 5-10 5S3 18 2 15z",
  ninja: "M12 2a9 9 0 0 1 9 9v2a9 9 0 0 1-18 0v-2a9 9 0 0 1 9-9zM5 9.5v4h14v-4zM7.5 10.5h3v2h-3zM13.5 10.5h3v2h-3z",
  hourglass: "M5 2h14v3c0 3-3 5-5 7 2 2 5 4 5 7v3H5v-3c0-3 3-5 5-7-2-2-5-4-5-7zM8 5c.5 2 2.5 3.5 4 5 1.5-1.5 3.5-3 4-5z",
  "figure one": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM10.5 7H13v10h-2.5v-7.5L9 10V8z",
  "figure two": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM8.5 9.5a3.5 3.5 0 0 1 7 0c0 2-2 3.3-3.7 5h3.7V17h-7v-2.2c2.5-2.5 4.5-4 4.5-5.3a1 1 0 0 0-2 0z",
  "puzzle piece": "M9 4a2.5 2.5 0 0 1 5 0v1h5v5h-1a2.5 2.5 0 0 0 0 5h1v6h-6v-1a2.5 2.5 0 0 0-5 0v1H3v-6h1a2.5 2.5 0 0 0 0-5H3V5h6z",
  "flexed arm": "M4 20c-1-6 1-13 5-17l3 1.5-.5 3L9.5 8c-.8 1.5-.8 3-.5 4 2-2.5 6-3 9-1s3 6 .5 8c-3 2.5-10 3-14.5 1z",
  person: "M12 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM3 22c0-5 4-8 9-8s9 3 9 8z",
  sword: "M20 2l2 2-9.5 11-3.5-3.5zM7 12l5 5-1.5 1.5L8.5 17l-4 4.5-2-2 4.5-4-1.5-2z",
  eye: "M12 5c5 0 9 4 10.5 7-1.5 3-5.5 7-10.5 7S3 15 1.5 12C3 9 7 5 12 5zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  padlock: "M6 10V7a6 6 0 0 1 12 0v3h1.5v12h-15V10zM9 10h6V7a3 3 0 0 0-6 0z",
});

const KIND_SIGNS = /** @type {Record<string, string>} */ ({ personality: "person", equipment: "sword" });

/**
 * A card of the line-up, of a hand, or of a pile.
 * @param {Scene} scene
 * @param {string | null} id Nothing: it lies face down, and the viewer does not know it.
 * @param {{ key: string, place?: string, isDown?: boolean, isKnown?: boolean, isSeen?: boolean, isLocked?: boolean, bonus?: number, kind?: string, before?: string }} about
 *   `isDown`: it lies face down, though the viewer knows it. `isKnown`: it is the other player's, and the viewer has looked
 *   at it. `isSeen`: the other player has looked at it. `isLocked`: it cannot be moved. `before`: what its label begins with.
 */
export function duelCard(scene, id, { key, place, isDown = false, isKnown = false, isSeen = false, isLocked = false, bonus = 0, kind = "", before = "" }) {
  const known = id === null ? undefined : scene.cards.get(id);
  const told = [
    before,
    known ? inWords(scene, known) : text("match.hidden"),
    ...(isDown && known ? [text("duels.face_down")] : []),
    ...(isKnown ? [text("duels.known")] : []),
    ...(isSeen ? [text("duels.seen")] : []),
    ...(isLocked ? [text("duels.locked")] : []),
    ...(bonus ? [text("duels.bonus", { bonus })] : []),
  ];
  const marks = [...(isKnown || isSeen ? ["eye"] : []), ...(isLocked ? ["padlock"] : [])];
  const contents = html`${known ? face(scene, known) : back()}
    ${marks.length || bonus
      ? html`<span class="du-marks" aria-hidden="true"
          >${marks.map((mark) => html`<svg viewBox="0 0 24 24">${symbol({ name: mark })}</svg>`)}${bonus ? html`<b>+${bonus}</b>` : nothing}</span
        >`
      : nothing}`;
  const about = { label: told.filter(Boolean).join(", "), kind: `card ${classes({ "du-down": isDown && known })} ${kind}`, id: place ?? key };
  return thing(scene, key, contents, known ? { ...about, card: known.id } : about);
}

/** A card in words. @param {Scene} scene @param {Card} of */
function inWords(scene, of) {
  const { power = 0, value = 0, pieces = 0 } = /** @type {any} */ (of);
  const told = text(`duels.card.${of["kind"]}`, { name: of.name, power, value, set: look(scene, of).title, pieces: text("duels.pieces", { count: pieces }) });
  return [told, of["text"]].filter(Boolean).join(", ");
}

/** @param {Scene} scene @param {Card} of */
function face(scene, of) {
  const { colour, mark } = look(scene, of);
  const ink = isLight(colour) ? "on-colour dark" : "on-colour";
  const sign = KIND_SIGNS[String(of["kind"])];
  const name = wrapped(of.name, NAME_CHARACTERS, 2);
  const pieces = Number(of["pieces"] ?? 0);
  return html`<svg class="face du-face" viewBox="0 0 120 168" aria-hidden="true">
    <rect class="paper" x="1.5" y="1.5" width="117" height="165" rx="9" stroke=${colour} />
    <path d="M1.5 10.5a9 9 0 0 1 9-9h99a9 9 0 0 1 9 9v27.5h-117z" fill=${colour} />
    <g transform="translate(8 6) scale(1.15)" class=${ink}>${symbol(sign ? { name: sign } : mark)}</g>
    ${of["action"] ? svg`<g transform="translate(84 6) scale(1.15)" class=${ink}>${symbol({ name: "lightning" })}</g>` : nothing}
    <text x="60" y=${pieces ? 91 : 104} class="du-number">${of["power"] ?? of["value"]}</text>
    ${Array.from({ length: pieces }, (_, at) => svg`<g transform=${`translate(${60 - 13 * pieces + 26 * at} 98) scale(1.05)`} class="du-piece">${symbol({ name: "puzzle piece" })}</g>`)}
    ${name.map((line, row) => svg`<text x="60" y=${(name.length === 1 ? 149 : 141) + 16 * row} class="du-name">${line}</text>`)}
  </svg>`;
}
