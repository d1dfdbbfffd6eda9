// @ts-check
/** Sheets of paper: pairings by table and by name, standings. They are seen in print alone. */
import { html, nothing } from "../html.js";
import { listed, text, written } from "../texts.js";
import { standingsOf } from "./standings.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */
/** @typedef {"tables" | "names" | "standings"} Sheet */

/** @param {Desk} desk @param {Sheet} sheet */
export function sheetOf(desk, sheet) {
  const { tournament, round } = desk;
  const title = sheet === "standings" ? text("tournament.standings") : text("tournament.round", { number: round?.number ?? 0 });
  return html`<article class="sheet" aria-hidden="true">
    <h1>${tournament.name}</h1>
    <h2>${title}</h2>
    ${sheet === "standings" ? standingsOf(desk.standings, tournament.settings, ({ entrant }) => desk.nameOf(entrant)) : sheet === "tables" ? byTable(desk) : byName(desk)}
    <p><small>${written(new Date().toISOString())}</small></p>
  </article>`;
}

const head = (/** @type {string} */ key) => html`<th scope="col">${text(key)}</th>`;

/** @param {Desk} desk */
function byTable(desk) {
  /** @type {any[]} */
  const tables = desk.round?.tables ?? [];
  return html`<table>
      <thead><tr>${head("desk.table")} ${head("desk.players")} ${head("desk.result")}</tr></thead>
      <tbody>
        ${tables.map(
          ({ number, entrants, result }) =>
            html`<tr><th scope="row">${number}</th><td>${entrants.map((/** @type {any} */ { id }) => html`<div>${desk.nameOf(id)}</div>`)}</td>
              <td class="result">${result === null ? nothing : result.points.map((/** @type {string} */ points) => html`<div>${points}</div>`)}</td></tr>`,
        )}
      </tbody>
    </table>
    ${free(desk).length ? html`<p>${text("tournament.bye", { names: listed(free(desk)) })}</p>` : nothing}`;
}

/** @param {Desk} desk */
function byName(desk) {
  /** @type {any[]} */
  const tables = desk.round?.tables ?? [];
  const rows = tables.flatMap(({ number, entrants }) =>
    entrants.map((/** @type {any} */ { id }, /** @type {number} */ seat) => ({
      name: desk.nameOf(id),
      number,
      seat: seat + 1,
      others: listed(entrants.filter((/** @type {any} */ other) => other.id !== id).map((/** @type {any} */ other) => desk.nameOf(other.id))),
    })),
  );
  rows.push(...free(desk).map((name) => ({ name, number: "", seat: "", others: text("desk.bye") })));
  rows.sort((one, other) => one.name.localeCompare(other.name));
  return html`<table>
      <thead><tr>${head("tournament.entrant")} ${head("desk.table")} ${head("desk.seat_number")} ${head("desk.meets")}</tr></thead>
      <tbody>
        ${rows.map(({ name, number, seat, others }) => html`<tr><th scope="row">${name}</th><td>${number}</td><td>${seat}</td><td>${others}</td></tr>`)}
      </tbody>
    </table>`;
}

/** The names of those who are not paired. @param {Desk} desk @returns {string[]} */
const free = (desk) => (desk.round?.byes ?? []).map((/** @type {any} */ { entrant }) => desk.nameOf(entrant.id));
