// @ts-check
/** Which module draws the table of which ruleset. */

/** @type {Record<string, () => Promise<import("./scene.js").Table>>} */
const TABLES = {
  commanders: () => import("./commanders.js"),
  duels: () => import("./duels.js"),
  faceoff: () => import("./faceoff.js"),
  factionwars: () => import("./factionwars.js"),
  standoff: () => import("./standoff.js"),
};

/** How the tables of a ruleset are drawn. @param {string} ruleset @returns {Promise<import("./scene.js").Table>} */
export const tableOf = (ruleset) => (TABLES[ruleset] ?? (() => import("./generic.js")))();
