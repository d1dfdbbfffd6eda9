// @ts-check
/** What has happened since the viewer last decided something, and what that has changed on the table. */
import { keysIn } from "./names.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../feed.js").Told} Told */
/** @typedef {import("../types.js").JsonObject} JsonObject */

/**
 * The steps since the viewer's own last decision, the one that it made included; before the first one, all since the
 * setup. Who only watches is shown the last step.
 * @param {readonly Told[]} told
 * @param {number | null} viewer
 */
export function stepsSince(told, viewer) {
  if (viewer === null || told.some(({ decision }) => decision === undefined)) return told.slice(-1);
  const own = told.findLastIndex(({ decision }, at) => (told[at - 1]?.decision ?? decision) !== decision);
  return told.slice(own < 0 ? 1 : own);
}

/**
 * The keys of what has changed since then: what the table says of each event, or what others' events name.
 * @param {Scene} scene
 * @param {import("./scene.js").Table} table
 */
export function changedBy(scene, { changes = named }) {
  const events = stepsSince(scene.told, scene.viewer).flatMap((step) => step.events);
  return new Set(events.flatMap((event) => changes(event, scene)));
}

/** The cards and cells that another player's event names. @param {JsonObject} event @param {Scene} scene */
const named = (event, scene) => (isOwn(event, scene) ? [] : keysIn(event, scene).filter((key) => !key.startsWith("seat:")));

/** Whether an event says what the viewer has done. @param {JsonObject} event @param {Scene} scene */
export function isOwn(event, { viewer }) {
  const [body] = Object.values(event);
  return viewer !== null && [body?.player, body?.seat].includes(viewer);
}
