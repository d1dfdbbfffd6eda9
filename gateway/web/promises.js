// @ts-check
/**
 * What makes a match's chance provable: its commitment is kept, and then a random seed of one's own given, before it
 * starts. The client does that (`playhall/promises.js`); here is where this browser keeps it. `pages/replay.js` checks the
 * replay against it.
 */
import { RecentPromises } from "./playhall/index.js";
import { kept, keep } from "./storage.js";

/** @typedef {import("../../clients/typescript/dist/promises.js").Kept} Kept */

/** For browsers that keep nothing: as long as the page is open. */
const recent = new RecentPromises();

/** @type {Required<import("../../clients/typescript/dist/promises.js").Promises>} */
export const promises = {
  get: (match) => kept(`promise.${match}`, /** @type {Kept | null} */ (null)) ?? recent.get(match),
  set: (match, promise) => {
    recent.set(match, promise);
    keep(`promise.${match}`, promise);
  },
  tournamentOf: (match) => kept(`tournament.${match}`, /** @type {string | null} */ (null)) ?? recent.tournamentOf(match),
  setTournament: (match, tournament) => {
    if (promises.tournamentOf(match) !== null) return;
    recent.setTournament(match, tournament);
    keep(`tournament.${match}`, tournament);
  },
};

/** Keep what a match is committed to, where nothing is kept yet. @param {import("./types.js").Match} match */
export function remember({ id, commitment, seat }) {
  if (seat !== null && promises.get(id) === null) promises.set(id, { commitment, seat, seed: null });
}

/** Where a match belongs: a tournament or a series that this browser has seen. @typedef {{ kind: "tournament" | "series", id: string }} Origin */

/**
 * Keep what a tournament or a series has published as its commitment when this browser first saw it, so that the proof of
 * its matches finds it, and holds them against that.
 * @param {unknown} commitment @param {Origin} origin
 */
export function rememberOrigin(commitment, origin) {
  if (typeof commitment !== "string" || commitmentOf(origin.id) !== null) return;
  keep(`commitment.${origin.id}`, commitment);
  keep(`origin.${commitment}`, origin);
}

/** Who has published a commitment, if this browser has seen it. @param {string} commitment @returns {Origin | null} */
export const originOf = (commitment) => kept(`origin.${commitment}`, null);

/** What a tournament or a series had published when this browser first saw it. @param {string} id @returns {string | null} */
export const commitmentOf = (id) => kept(`commitment.${id}`, null);

/**
 * Create a match. One whose seats are all taken is started at once, with a seed of one's own.
 * @param {import("./types.js").Client} client
 * @param {string} ruleset @param {string[]} seats @param {any} more
 * @returns {Promise<import("./types.js").Match>}
 */
export async function createMatch(client, ruleset, seats, more) {
  const isFull = !seats.includes("open");
  const made = await client.createMatch(ruleset, seats, { ...more, ...(isFull ? { start_rule: "by_creator" } : {}) });
  return isFull ? client.start(made.id) : made;
}
