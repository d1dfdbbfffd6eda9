// @ts-check
/** The log on the host's desk: what has happened, by whom and why, and how it is undone. */
import { html, nothing } from "../html.js";
import { text, written } from "../texts.js";
import { correct } from "./desk_corrections.js";
import { authorOf, sentence } from "./desk_words.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */
/** @typedef {import("../pages/desk.js").Entry} Entry */

const MOST_SHOWN = 200;
const NEVER_UNDONE = ["entered", "invited", "accepted", "seed_given", "seed_given_by_host", "game_ended", "game_void", "game_called_off", "changed", "closed", "undone"];
const BY_HOSTS_ALONE = ["started", "paused", "resumed", "cancelled", "finished"];

/** @param {Desk} desk */
export function logPart(desk) {
  const sought = desk.sought.toLowerCase();
  const found = desk.log.entries.filter((entry) => sought === "" || `${sentence(entry, desk)} ${entry.reason}`.toLowerCase().includes(sought)).reverse();
  return html`<section aria-labelledby="log">
    <h2 id="log">${text("tournament.log")}</h2>
    <p class="hint">${text("desk.log.explained")}</p>
    <label class="seek">${text("desk.log.seek")} <input data-id="seek" .value=${desk.sought} autocomplete="off" @input=${(/** @type {any} */ { target }) => seek(desk, target.value)} /></label>
    <ol class="entries">
      ${found.slice(0, MOST_SHOWN).map((entry) => line(desk, entry))}
    </ol>
    ${found.length > MOST_SHOWN ? html`<p class="hint">${text("desk.more", { count: found.length - MOST_SHOWN })}</p>` : nothing}
  </section>`;
}

/** @param {Desk} desk @param {string} words */
function seek(desk, words) {
  desk.sought = words.trim();
  desk.draw();
}

/** @param {Desk} desk @param {Entry} entry */
function line(desk, entry) {
  const { number, at, reason, undone, what } = entry;
  return html`<li class=${undone ? "undone" : ""} data-entry=${number}>
    <p><b>${number}.</b> <span>${sentence(entry, desk)}</span> ${reason ? html`<i>${reason}</i>` : nothing} ${undone ? html`<small>${text("desk.log.is_undone")}</small>` : nothing}</p>
    <small>${written(at)} · ${authorOf(entry, desk)}</small>
    ${canUndo(desk, what.kind) && !undone
      ? html`<button data-id=${`undo-${number}`} aria-label=${text("desk.undo_entry", { entry: number })} @click=${() => desk.attempt(() => undo(desk, entry))}>${text("desk.undo")}</button>`
      : nothing}
  </li>`;
}

/** @param {Desk} desk @param {string} kind */
const canUndo = (desk, kind) => !desk.isClosed && !NEVER_UNDONE.includes(kind) && (desk.role === "host" || !BY_HOSTS_ALONE.includes(kind));

/** @param {Desk} desk @param {Entry} entry */
async function undo(desk, entry) {
  await correct(desk, {
    title: text("desk.undo_question", { entry: entry.number, what: sentence(entry, desk) }),
    yes: text("desk.undo"),
    change: { kind: "undone", entry: entry.number },
    send: (_, { reason, ifMatch, follows }) =>
      desk.ask("POST", "/log/{entry}:undo", { path: { entry: entry.number }, body: { reason, with_what_follows: follows.length > 0 }, ifMatch }),
  });
}
