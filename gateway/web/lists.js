// @ts-check
/** Lists of the API, taken whole or in part. */

/** All of a list. @template T @param {AsyncIterable<T>} list @returns {Promise<T[]>} */
export const all = (list) => some(list, Infinity);

/** At most so many. @template T @param {AsyncIterable<T>} list @param {number} most @returns {Promise<T[]>} */
export async function some(list, most) {
  const found = [];
  for await (const each of list) {
    found.push(each);
    if (found.length >= most) break;
  }
  return found;
}

/**
 * A list of the API from all of its pages.
 * @param {import("./types.js").Client} client @param {string} path @param {string} field The field of a page with its entries.
 * @param {any} given Further parts of the request.
 * @returns {Promise<any[]>}
 */
export async function allOf(client, path, field, given) {
  const found = [];
  for (let token = undefined; token !== null; ) {
    const query = { page_size: 100, ...(token === undefined ? {} : { page_token: token }) };
    const page = /** @type {any} */ (await client.ask("GET", /** @type {any} */ (path), /** @type {any} */ ({ ...given, query })));
    found.push(...page[field]);
    token = page.next_page_token;
  }
  return found;
}
