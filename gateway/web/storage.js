// @ts-check
/** What the browser keeps for the pages: small things that may be lost. */

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(`playhall.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`playhall.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the page works without.
  }
}
