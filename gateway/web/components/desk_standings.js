// @ts-check
/** The standings on the host's desk, to print and to take along as files. */
import { html, nothing } from "../html.js";
import { refusal } from "../playhall/errors.js";
import { platform } from "../session.js";
import { text } from "../texts.js";
import { standingsOf } from "./standings.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */

const EXPORTS = [
  { key: "standings", path: "csv?content=standings", file: "standings.csv" },
  { key: "results", path: "csv?content=results", file: "results.csv" },
  { key: "json", path: "json", file: "tournament.json" },
  { key: "trf16", path: "trf?version=trf16", file: "tournament.trf" },
  { key: "trf26", path: "trf?version=trf26", file: "tournament-26.trf" },
];

/** @param {Desk} desk */
export function standingsPart(desk) {
  return html`<section aria-labelledby="standings">
    <h2 id="standings">${text("tournament.standings")}</h2>
    ${standingsOf(desk.standings, desk.tournament.settings, ({ entrant, is_bot: isBot }) => html`${desk.nameOf(entrant)} ${isBot ? html`<small>${text("tournament.bot")}</small>` : nothing}`)}
    <div class="buttons">${desk.standings?.stages.length ? desk.button("desk.print.standings", () => desk.print("standings")) : nothing}</div>
    <h3>${text("desk.exports")}</h3>
    <ul>
      ${EXPORTS.map(({ key, path, file }) => {
        const href = `${platform()}/v1/tournaments/${desk.id}/export/${path}`;
        return html`<li><a href=${href} download=${file} @click=${(/** @type {Event} */ event) => take(desk, event, href, file)}>${text(`desk.export.${key}`)}</a></li>`;
      })}
    </ul>
  </section>`;
}

/** Fetch a file with the host's key: not everybody may have it. @param {Desk} desk @param {Event} event @param {string} href @param {string} file */
function take(desk, event, href, file) {
  event.preventDefault();
  void desk.attempt(async () => {
    const key = desk.app.session.player?.key;
    const answer = await fetch(href, { headers: key ? { Authorization: `Bearer ${key}` } : {}, signal: desk.signal });
    if (!answer.ok) throw refusal(answer.status, await answer.text(), null);
    const address = URL.createObjectURL(await answer.blob());
    const link = Object.assign(document.createElement("a"), { href: address, download: file });
    link.click();
    URL.revokeObjectURL(address);
  });
}
