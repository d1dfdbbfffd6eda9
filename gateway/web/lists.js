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
