// @ts-check
/**
 * What makes a match's chance provable: the commitment is kept, and a random seed of one's own given, before the match
 * starts. `pages/replay.js` checks the replay against both.
 */
import { kept, keep } from "./storage.js";

/** @typedef {{ commitment: string, seat: number, seed: string }} Promised */

/**
 * Create a match and give it a seed of one's own.
 * @param {import("./types.js").Client} client
 * @param {string} ruleset @param {string[]} seats @param {any} more
 * @returns {Promise<import("./types.js").Match>}
 */
export async function createMatch(client, ruleset, seats, more) {
  const isFull = !seats.includes("open");
  const made = await client.createMatch(ruleset, seats, { ...more, ...(isFull ? { start_rule: "by_creator" } : {}) });
  const clientSeed = randomSeed();
  remember(made, clientSeed);
  if (isFull) return client.start(made.id, { clientSeed });
  if (made.seat !== null) await client.ask("POST", "/v1/matches/{match}:seed", { path: { match: made.id }, body: { client_seed: clientSeed } });
  return made;
}

/** Take a seat, with a seed of one's own. @param {import("./types.js").Client} client @param {import("./types.js").Match} match */
export async function joinMatch(client, match) {
  const clientSeed = randomSeed();
  const joined = await client.join(match.id, { clientSeed });
  remember(joined, clientSeed);
  return joined;
}

/** What was kept of a match. @param {string} match @returns {Promised | null} */
export const promised = (match) => kept(`promise.${match}`, null);

/** @param {import("./types.js").Match} match @param {string} seed */
function remember({ id, commitment, seat }, seed) {
  if (seat !== null) keep(`promise.${id}`, { commitment, seat, seed });
}

const randomSeed = () => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
