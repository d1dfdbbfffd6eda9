// @ts-check
/** The entries of a tournament's log in words, for its hosts. */
import { hasText, listed, text } from "../texts.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */
/** @typedef {import("../pages/desk.js").Entry} Entry */

/** Who has done it. @param {Entry} entry @param {Desk} desk */
export function authorOf({ by }, desk) {
  if (by === null) return text("desk.by_platform");
  return by === desk.app.session.player?.id ? text("desk.by_you") : (desk.playerName(by) ?? by);
}

/** What an entry says. @param {Entry} entry @param {Desk} desk @returns {string} */
export function sentence({ number, what }, desk) {
  const names = (/** @type {string[]} */ ids) => listed(ids.map((id) => desk.nameOf(id)));
  /** @type {Record<string, string | number>} */
  const values = { ...what };
  if (what.entrant !== undefined) values["name"] = what.name ?? desk.nameOf(what.entrant);
  if (what.stage !== undefined) values["stage"] = what.stage + 1;
  if (what.kind === "round_paired") Object.assign(values, { count: what.tables.length });
  if (what.kind === "started" || what.kind === "stage_started") Object.assign(values, { count: what.seeding.length });
  if (what.kind === "table_paired") Object.assign(values, { names: names(what.entrants) });
  if (what.kind === "kept_apart") Object.assign(values, { names: names(what.entrants) });
  if (what.kind === "game_ended") Object.assign(values, { result: placed(what.entrants, what, desk) });
  if (what.kind === "result_set") Object.assign(values, { result: placed(seatedThen(what, number, desk), what, desk) });
  if (what.kind === "undone") {
    const undone = desk.log.entries.find((entry) => entry.number === what.entry);
    const also = what.also?.length ? ` ${text("desk.log.undone.also", { count: what.also.length })}` : "";
    return text("desk.log.undone", { entry: what.entry, what: undone === undefined ? "" : sentence(undone, desk) }) + also;
  }
  const key = `desk.log.${what.kind}`;
  return hasText(key) ? text(key, values) : what.kind;
}

/** @param {any} what @param {number} number @param {Desk} desk @returns {string[]} */
function seatedThen({ round, table }, number, desk) {
  const before = desk.log.entries.filter((entry) => entry.number < number).reverse();
  for (const { what } of before) {
    if (what.kind === "round_paired" && what.round === round) return what.tables[table - 1]?.entrants ?? [];
    if (what.kind === "table_paired" && what.round === round && what.table === table) return what.entrants;
  }
  return [];
}

/** @param {string[]} entrants @param {{ places: number[], forfeits?: string[] }} result @param {Desk} desk */
export function placed(entrants, { places, forfeits = [] }, desk) {
  return entrants
    .map((id, at) => ({ id, place: places[at] ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .map(({ id, place }) => text(forfeits.includes(id) ? "desk.place.absent" : "desk.place", { place, name: desk.nameOf(id) }))
    .join(", ");
}
