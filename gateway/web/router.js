// @ts-check
/** The address in the page's fragment says which page is shown: `#/matches/m_1`. Any host of static files will do. */

/**
 * @typedef {object} Page
 * @property {(place: HTMLElement, app: import("./app.js").App, params: Record<string, string>, query: URLSearchParams) => void | Promise<void>} open
 *   Shows itself below `place`, until `app.signal` is aborted.
 */

/** @type {[string, () => Promise<Page>][]} */
const PAGES = [
  ["", () => import("./pages/lobby.js")],
  ["matches/:match", () => import("./pages/match.js")],
  ["replays/:match", () => import("./pages/replay.js")],
  ["analysis", () => import("./pages/analysis.js")],
  ["events", () => import("./pages/events.js")],
  ["tournaments/:tournament", () => import("./pages/tournament.js")],
  ["seats/:tournament/:key", () => import("./pages/seat_link.js")],
  ["tournaments/:tournament/desk", () => import("./pages/desk.js")],
  ["announce", () => import("./pages/announce.js")],
  ["series/:series", () => import("./pages/series.js")],
  ["leaderboards/:ruleset/:seats/:population", () => import("./pages/leaderboard.js")],
  ["players/:player", () => import("./pages/player.js")],
  ["console", () => import("./pages/operator.js")],
  ["rules/:ruleset", () => import("./pages/rules.js")],
];

/**
 * The page of an address, with what stands in its place of `:names`.
 * @param {string} hash
 * @returns {{ load: () => Promise<Page>, params: Record<string, string>, query: URLSearchParams } | null}
 */
export function route(hash) {
  const [path = "", query] = hash.replace(/^#\/?/, "").split("?", 2);
  const steps = path.split("/");
  for (const [pattern, load] of PAGES) {
    const params = matched(pattern.split("/"), steps);
    if (params !== null) return { load, params, query: new URLSearchParams(query) };
  }
  return null;
}

/** @param {string[]} pattern @param {string[]} steps */
function matched(pattern, steps) {
  if (pattern.length !== steps.length) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (const [at, step] of pattern.entries()) {
    const given = decodeURIComponent(steps[at] ?? "");
    if (step.startsWith(":")) params[step.slice(1)] = given;
    else if (step !== given) return null;
  }
  return params;
}
