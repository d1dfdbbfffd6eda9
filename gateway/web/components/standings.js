// @ts-check
/** The standings of a tournament, stage by stage. */
import { html, nothing } from "../html.js";
import { sameDecimals, text } from "../texts.js";

/** @typedef {{ entrant: string, name: string, is_bot: boolean }} Named */

/**
 * The last stage first.
 * @param {any} standings @param {any} settings The tournament's.
 * @param {(row: Named) => unknown} nameOf How a name is shown.
 */
export function standingsOf(standings, settings, nameOf) {
  /** @type {any[]} */
  const stages = [...(standings?.stages ?? [])].reverse();
  if (stages.length === 0) return html`<p class="hint">${text("tournament.standings.none")}</p>`;
  return stages.map((stage) => html`${stages.length > 1 ? html`<h3>${titleOf(stage, settings)}</h3>` : nothing} ${standingsTable(stage, nameOf)}`);
}

/** @param {{ stage: number, season: number | null }} of @param {any} settings */
function titleOf({ stage, season }, settings) {
  const format = text(`tournament.format.${settings.stages[stage]?.format}`);
  return season === null ? text("tournament.stage", { number: stage + 1, format }) : text("tournament.season", { number: season, format });
}

/** @param {any} stage @param {(row: Named) => unknown} nameOf */
function standingsTable({ rows }, nameOf) {
  const hasDivisions = rows.some((/** @type {any} */ { division }) => division !== null);
  const head = (/** @type {string} */ title, kind = "") => html`<th scope="col" class=${kind}>${title}</th>`;
  const points = sameDecimals(rows.map((/** @type {any} */ row) => row.points));
  const tieBreaks = (rows[0]?.tie_breaks ?? []).map((/** @type {any} */ _, /** @type {number} */ at) =>
    sameDecimals(rows.map((/** @type {any} */ row) => row.tie_breaks[at].value)),
  );
  return html`<div class="scrolls" tabindex="0">
    <table>
      <thead>
        <tr>
          ${hasDivisions ? head(text("tournament.division")) : nothing} ${head(text("tournament.rank"), "number")} ${head(text("tournament.entrant"))}
          ${head(text("tournament.points"), "number")}
          ${(rows[0]?.tie_breaks ?? []).map((/** @type {any} */ { id }) => head(text(`tournament.tie_break.${id}`), "number"))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (/** @type {any} */ row, /** @type {number} */ at) =>
            html`<tr>
              ${hasDivisions ? html`<td>${row.division}</td>` : nothing}
              <td class="number">${row.rank}${row.is_joint ? "=" : ""}</td>
              <th scope="row">${nameOf(row)} ${row.is_withdrawn ? html`<small>${text("tournament.withdrawn")}</small>` : nothing}</th>
              <td class="number">${points[at]}</td>
              ${row.tie_breaks.map(
                (/** @type {any} */ { terms, note }, /** @type {number} */ column) =>
                  html`<td class="number" title=${[sumOf(terms), note].filter(Boolean).join("; ")}>${tieBreaks[column][at]}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The sum behind a tie-break; what does not count stands in brackets. @param {{ adds: string, is_cut: boolean }[]} terms */
const sumOf = (terms) => terms.map(({ adds, is_cut: isCut }) => (isCut ? `(${adds})` : adds)).join(" + ");
