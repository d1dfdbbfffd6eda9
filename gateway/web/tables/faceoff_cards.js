// @ts-check
/** The cards of Face Off: what one does is written on it; in a line, its sign, power and name. */
import { classes, html, nothing } from "../html.js";
import { hasText, listed, text } from "../texts.js";
import { isLight, look } from "./cards.js";
import { TIME_MACHINE } from "./faceoff_points.js";
import { addSymbols, symbol } from "./symbols.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {{ key: string, place?: string, kind?: string, before?: string, after?: string[], badge?: string }} About
 *   `place`: tells it from where it was before. `before`, `after`: what its label begins and ends with. `badge`: a word on it.
 */

addSymbols({
  "cowboy hat": "M2 15c2 1.5 4 1 5 .3C7.5 10 8.5 5 10.5 5c.8 0 1 .7 1.5.7s.7-.7 1.5-.7c2 0 3 5 3.5 10.3 1 .7 3 1.2 5-.3-1 3-4.5 5-10 5S3 18 2 15z",
  ninja: "M12 2a9 9 0 0 1 9 9v2a9 9 0 0 1-18 0v-2a9 9 0 0 1 9-9zM5 9.5v4h14v-4zM7.5 10.5h3v2h-3zM13.5 10.5h3v2h-3z",
  dragon: "M3 20c0-5 2-8 5-9L4 8l5-.5L7 3l5 3.5L16 3l1 4.5 5 3-2 3-4-1c0 3 3 4 3 8h-4c0-2-1-3-2.5-4 .2 2-.5 3-1.5 4zM15.5 9.2a1.1 1.1 0 1 0 .01 0z",
  "black flag": "M3 2h2v20H3zM6.5 3.5c5-2.3 9 2 15 0V15c-6 2-10-2.3-15 0zM14 5.8a2.9 2.9 0 0 0-1.6 5.3v1.5h3.2v-1.5A2.9 2.9 0 0 0 14 5.8z",
  robot: "M11 2h2v3h5a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8.5 8.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM15.5 8.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM8 14h8v1.5H8zM7 19h3v3H7zM14 19h3v3h-3z",
  house: "M12 2.5L22 11h-3v10h-5v-6h-4v6H5V11H2z",
  smiley: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM8.5 7.5a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2zM15.5 7.5a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2zM6.5 13.5h11c-.6 3-2.7 4.8-5.5 4.8s-4.9-1.8-5.5-4.8z",
  gear: "M10.5 2h3l.5 2.6 2 .9 2.2-1.5 2.1 2.1-1.5 2.2.9 2 2.3.5v3l-2.6.5-.9 2 1.5 2.2-2.1 2.1-2.2-1.5-2 .9-.5 2.6h-3l-.5-2.6-2-.9-2.2 1.5-2.1-2.1 1.5-2.2-.9-2L2 13.8v-3l2.6-.5.9-2L4 6.1 6.1 4l2.2 1.5 2-.9zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  "puzzle piece": "M9 4a2.5 2.5 0 0 1 5 0v1h5v5h-1a2.5 2.5 0 0 0 0 5h1v6h-6v-1a2.5 2.5 0 0 0-5 0v1H3v-6h1a2.5 2.5 0 0 0 0-5H3V5h6z",
  hourglass: "M5 2h14v3c0 3-3 5-5 7 2 2 5 4 5 7v3H5v-3c0-3 3-5 5-7-2-2-5-4-5-7zM8 5c.5 2 2.5 3.5 4 5 1.5-1.5 3.5-3 4-5z",
});

const TYPE_SIGNS = /** @type {Record<string, string>} */ ({ personality: "smiley", equipment: "gear" });

/** A symbol of its name. @param {string} name */
export const sign = (name) => html`<svg class="fo-sign" viewBox="0 0 24 24" aria-hidden="true">${symbol({ name })}</svg>`;

/** What a set of victory cards is called, and how it is shown. @param {Scene} scene @param {string} set */
export function setOf(scene, set) {
  const { colour, mark, title } = look(scene, /** @type {any} */ ({ faction: set }));
  return { colour, mark: set === TIME_MACHINE ? { name: "hourglass" } : mark, title: set === TIME_MACHINE ? text("faceoff.time_machine") : title };
}

/** The colour and the symbol of a card. @param {Scene} scene @param {Card} of */
const wornBy = (scene, of) => (of.kind === "vc" || of.kind === "vc7" ? setOf(scene, of["faction"]) : look(scene, of));

/** The sign of a faction or a set on its colour. @param {{ colour: string, mark: any }} worn */
export const badgeOf = ({ colour, mark }) =>
  html`<svg class=${`fo-mark ${isLight(colour) ? "dark" : ""}`} viewBox="0 0 24 24" aria-hidden="true" .style=${`background: ${colour}`}>${symbol(mark)}</svg>`;

/** The number on a card: its power, or what it is worth. @param {Card} of */
const numberOf = (of) => of["power"] ?? of["value"] ?? of["vp"];

/** A card with its text; nothing: it lies face down. @param {Scene} scene @param {string | null | undefined} id @param {About} about */
export function cardOf(scene, id, { key, place, kind = "", before = "", after = [], badge = "" }) {
  const known = id ? scene.cards.get(id) : undefined;
  const label = [before, known ? inWords(scene, known) : text("match.hidden"), ...after].filter(Boolean).join(", ");
  const shown = known ? face(scene, known) : html`<span class="fo-back"></span>`;
  const contents = html`${shown}${badge ? html`<span class="fo-badge">${badge}</span>` : nothing}`;
  return thing(scene, key, contents, { label, kind: `fo-card ${classes({ "fo-down": !known })} ${kind}`, id: place ?? key, ...(known ? { is: known.id } : {}) });
}

/** A card in a line, shown in full when it is pointed at. @param {Scene} scene @param {string} id @param {About & { as?: string }} about `as`: what it is played as. */
export function chipOf(scene, id, { key, place, kind = "", before = "", after = [], as }) {
  const known = scene.cards.get(id);
  if (!known) return thing(scene, key, html`<span class="fo-name">${text("match.hidden")}</span>`, { label: [before, text("match.hidden"), ...after].filter(Boolean).join(", "), kind: `fo-chip ${kind}`, id: place ?? key });
  const number = numberOf(known);
  const types = as ? [as] : (known["types"] ?? []);
  const contents = html`${badgeOf(wornBy(scene, known))}${number === undefined ? nothing : html`<b class="fo-number">${number}</b>`}${types.map((/** @type {string} */ type) => (TYPE_SIGNS[type] ? sign(TYPE_SIGNS[type]) : nothing))}
    <span class="fo-name">${known.name}</span>${pieces(known)}`;
  const label = [before, inWords(scene, known), ...(as && known["types"]?.length > 1 ? [text(`faceoff.as.${as}`)] : []), ...after].filter(Boolean).join(", ");
  return thing(scene, key, contents, { label, kind: `fo-chip ${kind}`, id: place ?? key, card: known.id });
}

/** @param {Card} of */
const pieces = (of) => (of["pieces"] ? html`<span class="fo-pieces">${Array.from({ length: Number(of["pieces"]) }, () => sign("puzzle piece"))}</span>` : nothing);

/** @param {Scene} scene @param {Card} of */
function face(scene, of) {
  const worn = wornBy(scene, of);
  const { types = [], keywords = [], letter } = /** @type {any} */ (of);
  const number = numberOf(of);
  return html`<span class=${`fo-head ${isLight(worn.colour) ? "dark" : ""}`} .style=${`background: ${worn.colour}`}>
      <svg class="fo-sign" viewBox="0 0 24 24">${symbol(worn.mark)}</svg>
      ${number === undefined ? nothing : html`<b class="fo-number">${number}</b>`}
      ${types.map((/** @type {string} */ type) => sign(TYPE_SIGNS[type] ?? ""))} ${pieces(of)} ${of.kind === "assault" ? sign("crossed swords") : nothing}
      ${letter ? html`<span class="fo-letter">${letter}</span>` : nothing}
    </span>
    <span class="fo-body">
      <b class="fo-name">${of.name}</b>
      ${keywords.length ? html`<i class="fo-keywords">${keywords.join(" · ")}</i>` : nothing}
      ${wordsOf(scene, of) ? html`<span class="fo-text">${wordsOf(scene, of)}</span>` : nothing}
    </span>`;
}

/** What is written on a card. @param {Scene} scene @param {Card} of */
function wordsOf(scene, of) {
  if (of.kind === "vc" || of.kind === "vc7") return setOf(scene, of["faction"]).title;
  return of["text"] || (of.kind === "bonus" ? text("faceoff.bonus_card") : "");
}

/** A card in words. @param {Scene} scene @param {Card} of */
export function inWords(scene, of) {
  const { types = [], keywords = [], letter = "", power = 0, value = 0, vp = 0, pieces: count = 0 } = /** @type {any} */ (of);
  const values = { name: of.name, power, value, vp, letter, types: listed(types.map((/** @type {string} */ type) => text(`faceoff.type.${type}`))), set: setOf(scene, of["faction"]).title, pieces: text("faceoff.pieces", { count }) };
  const told = types.length ? text("faceoff.card.fights", values) : hasText(`faceoff.card.${of.kind}`) ? text(`faceoff.card.${of.kind}`, values) : of.name;
  return [told, keywords.join(", "), of["text"]].filter(Boolean).join(", ");
}

/** How a total comes about. @param {import("./faceoff_power.js").Power} power */
export const brokenDown = ({ power, combos, others, total }) =>
  [text("faceoff.power", { total }), ...(combos ? [text("faceoff.combos", { count: combos })] : []), ...(others ? [text("faceoff.others", { count: others > 0 ? `+${others}` : others })] : [])].join(" · ") +
  (combos || others ? ` (${text("faceoff.printed", { count: power })})` : "");
