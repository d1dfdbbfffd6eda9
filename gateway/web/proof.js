// @ts-check
/**
 * Whether a match was fair, computed in the browser: that the replay keeps what was promised before the match, that its
 * seed follows from the seeds of the platform and the players, and that chance drew what follows from that seed.
 * docs/fairness.md explains each step. Nothing here asks the platform.
 */
import { shake256 } from "./vendor/noble-hashes/sha3.js";

/** @typedef {{ name: string, holds: boolean | null, detail?: string }} Check `holds` null: it could not be checked. */
/** @typedef {{ stream: string, first: number, words: number[] }} Drawn */
/** @typedef {import("./types.js").JsonObject} JsonObject */

const WORDS = 16;
const WORD_BYTES = 4;
const COMMITMENT = /^playhall\.commitment\//;

/**
 * What can be told from a replay alone, and from what was kept.
 * @param {JsonObject} replay
 * @param {{ keys: { key_id: string, public_key: string }[], commitment?: string | undefined, seat?: number | undefined, seed?: string | undefined }} kept
 *   `keys`: the platform's public ones. `commitment`: of the match, as it was before one's own client seed was given.
 *   `seat`, `seed`: one's own.
 * @returns {Promise<Check[]>}
 */
export async function checked(replay, { keys, commitment, seat, seed }) {
  const document = replay["commitment_document"];
  const server = bytes(replay["server_seed"]);
  const digest = await sha256(canonical(document));
  const { signature, ...signed } = replay;
  return [
    { name: "document", holds: COMMITMENT.test(document.format) && hex(digest) === replay["commitment"] },
    { name: "promises", holds: keepsPromises(replay, document) },
    { name: "server_seed", holds: hex(await sha256(server)) === document.server_seed_sha256 },
    { name: "kept_commitment", holds: commitment === undefined ? null : commitment === replay["commitment"] },
    { name: "client_seed", holds: seat === undefined || seed === undefined ? null : replay["client_seeds"][seat] === seed },
    { name: "match_seed", holds: hex(await matchSeed(replay, document, server)) === replay["seed"] },
    { name: "commitment_signature", holds: await isSigned(document.format, digest, replay["commitment_signature"], keys) },
    { name: "signature", holds: await isSigned(replay["format"], await sha256(canonical(signed)), signature, keys) },
  ];
}

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

/** JSON as it is hashed (RFC 8785): keys sorted, no spaces. @param {unknown} document @returns {string} */
export function canonical(document) {
  if (Array.isArray(document)) return `[${document.map(canonical).join(",")}]`;
  if (document === null || typeof document !== "object") return JSON.stringify(document);
  const entries = Object.entries(document).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(",")}}`;
}

/** @param {JsonObject} replay @param {JsonObject} document */
function keepsPromises(replay, document) {
  const inTournament = "tournament" in document;
  const free = inTournament ? ["match", "created_at"] : [];
  return Object.entries({ match: "match", ruleset: "ruleset", version: "ruleset_version", options: "options", created_at: "created_at" }).every(
    ([name, promised]) => (free.includes(name) ? document[promised] === null : canonical(replay[name]) === canonical(document[promised])),
  );
}

/** @param {JsonObject} replay @param {JsonObject} document @param {Uint8Array<ArrayBuffer>} server */
async function matchSeed(replay, document, server) {
  if (document["series"]) {
    const { ruleset, ruleset_version, options, seats, series } = /** @type {any} */ (document);
    const shared = { ruleset, ruleset_version, options, seats: seats.length, series: series.sha256, deal: series.deal };
    return hmac(server, joined(ascii("playhall.series-match-seed/1\0"), await sha256(canonical(shared))));
  }
  const seeds = replay["client_seeds"].flatMap((/** @type {string | null} */ seed, /** @type {number} */ at) => [
    [at >> 8, at & 255, seed === null ? 0 : 1],
    seed === null ? new Uint8Array(32) : bytes(seed),
  ]);
  return hmac(server, joined(ascii("playhall.match-seed/2\0"), bytes(replay["commitment"]), ...seeds));
}

/**
 * Whether a digest was signed by one of the platform's keys, with its format before it; null where the browser cannot say.
 * @param {string} format @param {Uint8Array<ArrayBuffer>} digest
 * @param {{ key_id: string, value: string } | null | undefined} signature
 * @param {{ key_id: string, public_key: string }[]} keys
 */
async function isSigned(format, digest, signature, keys) {
  if (!signature) return false;
  const key = keys.find(({ key_id: id }) => id === signature.key_id);
  if (key === undefined) return false;
  try {
    const known = await crypto.subtle.importKey("raw", bytes(key.public_key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, bytes(signature.value), joined(ascii(format), [0], digest));
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    return false;
  }
}

/** @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
async function hmac(key, message) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

/** @param {Uint8Array<ArrayBuffer> | string} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", typeof data === "string" ? ascii(data) : data));

/** A text as UTF-8. @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** @param {string} text Hexadecimal. */
const bytes = (text) => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** @param {Uint8Array} data */
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {...Iterable<number>} parts */
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
