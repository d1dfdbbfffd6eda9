// @ts-check
/** What is the same as long as a match lasts: asked for once for each ruleset, version, number of seats and options. */
import { tableOf } from "./index.js";
import { all } from "../lists.js";
import { isMissing } from "../problems.js";

/** @typedef {{ layout: import("../types.js").Layout, cards: Map<string, import("../types.js").Card>, table: import("./scene.js").Table, details: import("../types.js").RulesetDetails }} Catalogue */

/** @type {Map<string, Promise<Catalogue>>} */
const known = new Map();
const NO_LAYOUT = /** @type {import("../types.js").Layout} */ ({ zones: [], boards: [], kinds: [], looks: [], words: [], decisions: [] });

/**
 * @param {import("../types.js").Client} client
 * @param {{ ruleset: string, version: string, seats: number, options: Record<string, unknown> }} of
 * @returns {Promise<Catalogue>}
 */
export function catalogue(client, of) {
  const key = JSON.stringify([client.url, of]);
  let found = known.get(key);
  if (found === undefined) {
    found = load(client, of);
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

/** @param {import("../types.js").Client} client @param {{ ruleset: string, version: string, seats: number, options: Record<string, unknown> }} of */
async function load(client, { ruleset, version, seats, options }) {
  const [layout, cards, table, details] = await Promise.all([
    client.layout(ruleset, { version, seats, options }).catch(otherwise(NO_LAYOUT)),
    all(client.cards(ruleset, { version })).catch(otherwise([])),
    dressedTable(ruleset),
    client.ruleset(ruleset, { version }),
  ]);
  return { layout: { ...NO_LAYOUT, ...layout }, cards: new Map(cards.map((card) => [card.id, card])), table, details };
}

/** A table with its style sheet, so that it is never drawn without. @param {string} ruleset */
async function dressedTable(ruleset) {
  const table = await tableOf(ruleset);
  if (table.style) await wear(table.style);
  return table;
}

/** Use a style sheet, once. @param {string} path @returns {Promise<void>} */
function wear(path) {
  if (document.querySelector(`link[href="${path}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: path });
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve()); // a table without its colours can still be played
    document.head.append(link);
  });
}

/** @template T @param {T} instead @returns {(error: unknown) => T} */
const otherwise = (instead) => (error) => {
  if (isMissing(error)) return instead;
  throw error;
};
