// @ts-check
/**
 * Whether chance drew in a match what follows from its seed, computed in the browser; what the seed follows from is the
 * client's to check (`playhall/fairness.js`). docs/fairness.md explains each step. Nothing here asks the platform.
 */
import { shake256 } from "./vendor/noble-hashes/sha3.js";

/** @typedef {{ stream: string, first: number, words: number[] }} Drawn */

const WORDS = 16;
const WORD_BYTES = 4;

/**
 * Whether the words that chance drew are those that follow from the seed.
 * @param {string} seed
 * @param {Drawn[]} drawn
 */
export const isDrawn = (seed, drawn) => drawn.every(({ stream, first, words }) => words.every((word, at) => word === wordOf(seed, stream, first + at)));

/**
 * A word of a stream of chance: SHAKE-256 of the seed, the stream's name and the number of the block.
 * @param {string} seed @param {string} stream @param {number} place
 */
export function wordOf(seed, stream, place) {
  const block = new Uint8Array(8);
  new DataView(block.buffer).setBigUint64(0, BigInt(Math.floor(place / WORDS)));
  const drawn = shake256(joined(bytes(seed), [0], ascii(stream), [0], block), { dkLen: WORDS * WORD_BYTES });
  return new DataView(drawn.buffer, drawn.byteOffset).getUint32((place % WORDS) * WORD_BYTES);
}

/** A text as UTF-8. @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** @param {string} text Hexadecimal. */
const bytes = (text) => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** @param {...Iterable<number>} parts */
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
