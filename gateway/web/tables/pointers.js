// @ts-check
/**
 * What a JSON Pointer points at; undefined if there is nothing.
 * @param {string} pointer
 * @param {any} document
 * @returns {any}
 */
export const at = (pointer, document) =>
  pointer
    .split("/")
    .slice(1)
    .reduce((found, token) => found?.[token.replaceAll("~1", "/").replaceAll("~0", "~")], document);
