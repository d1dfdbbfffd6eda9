// @ts-check
/** What a document of a ruleset names: cards, cells of boards and seats. */

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * The keys of the cards, cells and seats in an action or an event whose schema nobody knows.
 * @param {unknown} document
 * @param {Scene} scene
 * @returns {string[]}
 */
export function keysIn(document, scene) {
  const cells = new Set(scene.layout.boards.flatMap(({ cells }) => cells.map(({ id }) => String(id))));
  return [...leaves(document, "")].flatMap(([name, value]) => {
    if (scene.cards.has(String(value))) return [`card:${value}`];
    if (cells.has(String(value)) && !/seat|player|count|number/.test(name)) return [`cell:${value}`];
    if (typeof value === "number" && /seat|player/.test(name)) return [`seat:${value}`];
    return [];
  });
}

/** @param {any} document @param {string} name @returns {Generator<[string, string | number]>} */
function* leaves(document, name) {
  if (typeof document === "string" || typeof document === "number") yield [name, document];
  else if (Array.isArray(document)) for (const each of document) yield* leaves(each, name);
  else if (document && typeof document === "object") for (const [key, value] of Object.entries(document)) yield* leaves(value, key);
}
