// @ts-check
/** Cards, drawn from the catalogue: name, colour and symbol of its kind, values, text. */
import { html, nothing, svg } from "../html.js";
import { text } from "../texts.js";
import { at } from "./pointers.js";
import { symbol } from "./symbols.js";
import { thing } from "./things.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../types.js").Card} Card */

const WIDTH = 120;
const HEIGHT = 168;
const NAME_CHARACTERS = 13;
const NAME_WIDTH = 100;
const FACT_CHARACTER = 9;
const TEXT_CHARACTERS = 21;
const TEXT_LINES = 8;
const PLAIN = "#6b7280";

/**
 * A card that lies on the table.
 * @param {Scene} scene
 * @param {string | null | undefined} id Of the catalogue; nothing: it lies face down.
 * @param {{ key?: string, place?: string, count?: number, kind?: string }} [about] `key`: what actions call it, by default
 *   `card:<id>`. `place`: tells it from other copies of it. `count`: how many of them.
 */
export function card(scene, id, { key, place, count = 1, kind = "" } = {}) {
  const known = id ? scene.cards.get(id) : undefined;
  const named = key ?? `card:${id}`;
  const told = known ? described(scene, known) : id ? String(id) : text("match.hidden");
  const label = count > 1 ? `${told} ${text("match.count", { count })}` : told;
  const shown = known ? face(scene, known) : id ? unknown(String(id)) : back();
  const number = count > 1 ? html`<span class="count" aria-hidden="true">×${count}</span>` : nothing;
  const about = { label, kind: `card ${kind}`, id: place ?? named, ...(known ? { card: known.id } : {}) };
  return thing(scene, named, html`${shown}${number}`, about);
}

/** The face of a card. @param {Scene} scene @param {Card} of @param {{ full?: boolean }} [how] */
export function face(scene, of, { full = false } = {}) {
  const { colour, mark, title } = look(scene, of);
  const ink = isLight(colour) ? "on-colour dark" : "on-colour";
  const facts = factsOf(scene, of);
  const words = full ? wrapped(textOf(scene, of), TEXT_CHARACTERS, TEXT_LINES) : [];
  const name = wrapped(of.name, NAME_CHARACTERS, 3);
  return html`<svg class="face" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <rect class="paper" x="1.5" y="1.5" width=${WIDTH - 3} height=${HEIGHT - 3} rx="9" stroke=${colour} />
    <path d="M1.5 10.5a9 9 0 0 1 9-9h${WIDTH - 21}a9 9 0 0 1 9 9v19.5h-${WIDTH - 3}z" fill=${colour} />
    <g transform="translate(7 5) scale(.92)" class=${ink}>${symbol(mark)}</g>
    <text x="34" y="20.5" class=${`kind ${ink}`}>${short(title, 13)}</text>
    ${name.map((line, row) => nameLine(line, 49 + 15 * row))}
    ${full
      ? words.map((line, row) => svg`<text x="9" y=${58 + 15 * (name.length - 1) + 11 * (row + 1)} class="words">${line}</text>`)
      : svg`<g transform="translate(${WIDTH / 2 - 24} ${50 + 15 * name.length}) scale(2)" fill=${colour} opacity=".22">${symbol(mark)}</g>`}
    ${placed(facts).map(
      ({ mark: factMark, value, x }) => svg`<g transform="translate(${x} ${HEIGHT - 31})" class="fact">
        <g transform="scale(.75)">${symbol(factMark)}</g><text x="20" y="15">${value}</text></g>`,
    )}
  </svg>`;
}

/**
 * The values of a card that fit on its face, one beside the other.
 * @template {{ value: string }} F
 * @param {F[]} facts
 */
function placed(facts) {
  let x = 9;
  return facts.flatMap((fact) => {
    const value = short(fact.value, 6);
    const here = x;
    x += 28 + FACT_CHARACTER * value.length;
    return x > WIDTH + 4 ? [] : [{ ...fact, value, x: here }];
  });
}

/** A line of a name; a long one is set narrower. @param {string} line @param {number} y */
function nameLine(line, y) {
  if (line.length <= NAME_CHARACTERS - 1) return svg`<text x=${WIDTH / 2} y=${y} class="name">${line}</text>`;
  return svg`<text x=${WIDTH / 2} y=${y} class="name" textLength=${NAME_WIDTH} lengthAdjust="spacingAndGlyphs">${line}</text>`;
}

/** A card face down. */
export const back = () =>
  html`<svg class="face" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <rect class="back" x="1.5" y="1.5" width=${WIDTH - 3} height=${HEIGHT - 3} rx="9" />
    <path class="weave" d="M20 20h80v128h-80z M20 84l40-64 40 64-40 64z" />
  </svg>`;

/** A card that no catalogue has. @param {string} id */
const unknown = (id) =>
  html`<svg class="face" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <rect class="paper" x="1.5" y="1.5" width=${WIDTH - 3} height=${HEIGHT - 3} rx="9" stroke=${PLAIN} />
    ${wrapped(id, NAME_CHARACTERS, 4).map((line, row) => svg`<text x=${WIDTH / 2} y=${60 + 16 * row} class="name">${line}</text>`)}
  </svg>`;

/** A place where a card may lie. @param {string} [label] */
export const emptyPlace = (label = text("match.empty")) => html`<span class="card empty-place" role="img" aria-label=${label}></span>`;

/**
 * The colour and the symbol of a card, and what they stand for: of the first looks that fit.
 * @param {Scene} scene @param {Card} of
 * @returns {{ colour: string, mark: { name: string, glyph: string } | null, title: string }}
 */
export function look({ layout }, of) {
  for (const { field, values } of layout.looks) {
    const worn = [at(field, of)].flat();
    const found = values.find(({ value }) => worn.includes(value));
    if (found) return { colour: found.colour, mark: found.symbol ?? null, title: found.title };
  }
  return { colour: PLAIN, mark: null, title: kindOf({ layout }, of)?.title ?? "" };
}

/** Whether dark letters are easier to read on a colour than white ones. @param {string} colour Such as `#e9c46a`. */
export function isLight(colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2;
}

/** A card in words: name, kind, values, text. @param {Scene} scene @param {Card} of */
export function described(scene, of) {
  const facts = factsOf(scene, of).map(({ title, value }) => `${title} ${value}`);
  return [of.name, look(scene, of).title, ...facts, textOf(scene, of)].filter(Boolean).join(", ");
}

/** What a card does. @param {{ layout: import("../types.js").Layout }} scene @param {Card} of @returns {string} */
export const textOf = (scene, of) => of["text"] || kindOf(scene, of)?.text || "";

/** What stands on a card's face, with the match's own values. @param {Scene} scene @param {Card} of */
function factsOf(scene, of) {
  const facts = kindOf(scene, of)?.facts ?? [];
  return facts.flatMap(({ field, title, symbol: mark, replaced_by: own }) => {
    const printed = at(field, of);
    const value = own ? (scene.view?.["options"]?.[own.option]?.[printed - own.first] ?? printed) : printed;
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
    return [{ title, mark: mark ?? null, value: [value].flat().join(", ") }];
  });
}

/** @param {{ layout: import("../types.js").Layout }} scene @param {Card} of */
const kindOf = ({ layout }, of) => layout.kinds.find(({ kind }) => kind === of["kind"]);

/** @param {string} words @param {number} most */
const short = (words, most) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);

/**
 * Words in lines of at most so many characters; what does not fit ends with an ellipsis.
 * @param {string} words @param {number} most @param {number} lines
 */
export function wrapped(words, most, lines) {
  /** @type {string[]} */
  const rows = [];
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + 1 + word.length <= most) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(short(word, most + 4));
  }
  if (rows.length <= lines) return rows;
  return [...rows.slice(0, lines - 1), short(`${rows[lines - 1]} …`, most)];
}
