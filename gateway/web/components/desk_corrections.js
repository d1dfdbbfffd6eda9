// @ts-check
/** Corrections: what follows from one is shown before it is made. */
import { html, nothing } from "../html.js";
import { isOutdated } from "../problems.js";
import { listed, text } from "../texts.js";
import { sentence } from "./desk_words.js";
import { fill } from "./dialog.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */
/** @typedef {{ kind: string, then?: string | null, [field: string]: unknown }} Change As `previewTournamentCorrections` takes it. */
/** @typedef {{ preview: any, standings: any, ifMatch: string, seen: number }} Known */

const MOST_SHOWN = 12;
/** So often it is tried again where only matches have ended meanwhile. */
const ATTEMPTS = 8;
/** What the platform does that changes what follows. */
const OF_THE_PLATFORM = ["round_paired", "stage_ended", "season_started", "finished", "cancelled"];

/**
 * Ask what is to be corrected, show what follows, and do it.
 * @param {Desk} desk
 * @param {object} correction
 * @param {string} correction.title
 * @param {string} correction.yes
 * @param {Change | ((data: FormData) => Change)} correction.change What is wished, or how it follows from the fields.
 * @param {unknown} [correction.fields]
 * @param {(change: Change, how: { reason: string, ifMatch: string, follows: number[] }) => Promise<unknown>} correction.send
 */
export async function correct(desk, { title, yes, change, fields, send }) {
  /** @type {Known | null} */
  let known = null;
  /** @type {Change | null} */
  let wished = null;
  /** What has happened since what follows was shown. @type {string[]} */
  let news = [];
  const preview = async () => {
    const ifMatch = await desk.etag();
    await desk.log.read();
    const seen = desk.log.last;
    const [preview, standings] = await Promise.all([desk.ask("POST", "/log:preview", { body: { changes: [wished] } }), desk.ask("GET", "/standings")]);
    known = { preview, standings, ifMatch, seen };
  };
  /** Look again. Whether something else would follow than was shown, or another host has done something. */
  const isOther = async (/** @type {Known} */ before) => {
    await preview();
    const now = /** @type {Known} */ (/** @type {unknown} */ (known));
    const added = desk.log.since(before.seen).filter(({ number }) => number <= now.seen);
    const weighty = added.some(({ by, what }) => by !== null || OF_THE_PLATFORM.includes(what.kind));
    if (!weighty && whatFollows(before) === whatFollows(now)) return false;
    news = added.map((entry) => sentence(entry, desk));
    return true;
  };
  if (typeof change !== "function") {
    wished = change;
    await preview();
  }
  const body = (/** @type {() => void} */ changed) => {
    const forget = () => {
      known = null;
      news = [];
      changed();
    };
    const choose = (/** @type {string} */ then) =>
      desk.attempt(async () => {
        wished = { .../** @type {Change} */ (wished), then };
        await preview();
        changed();
      });
    return html`${fields === undefined ? nothing : html`<div class="fields" @change=${forget}>${fields}</div>`}
      <div role="status">
        ${news.length === 0 ? nothing : html`<p><b>${text("desk.changed_meanwhile")}</b></p><ul>${news.map((each) => html`<li>${each}</li>`)}</ul>`}
        ${known === null ? nothing : follows(desk, known, /** @type {Change} */ (wished), choose)}
      </div>
      ${known === null ? nothing : html`<label>${text("tournament.reason")} <input name="reason" required maxlength="255" autocomplete="off" /></label>`}`;
  };
  return fill({
    title,
    body,
    yes: () => (known === null ? text("desk.show_follows") : yes),
    send: async (data) => {
      if (known === null) {
        wished = /** @type {(data: FormData) => Change} */ (change)(data);
        await preview();
        return false;
      }
      const reason = String(data.get("reason"));
      for (let attempt = 1; ; attempt += 1) {
        /** @type {Known} */
        const shown = known;
        await desk.log.read();
        if (desk.log.last > shown.seen && (await isOther(shown))) return false;
        const { ifMatch, preview: now } = /** @type {Known} */ (known);
        const then = now.then.length ? (wished?.then ?? now.then[0]) : null;
        try {
          await send({ .../** @type {Change} */ (wished), then }, { reason, ifMatch, follows: now.entries });
        } catch (error) {
          if (!isOutdated(error) || attempt === ATTEMPTS) throw error;
          if (await isOther(shown)) return false;
          continue;
        }
        await desk.refresh();
        return true;
      }
    },
  });
}

/** @param {Desk} desk @param {Known} known @param {Change} wished @param {(then: string) => unknown} choose */
function follows(desk, { preview, standings }, wished, choose) {
  const { then, entries, tables, stages } = preview;
  const moved = changedRows(standings, preview.standings);
  const isNothing = !then.length && !entries.length && !tables.length && !stages.length && !moved.length;
  return html`<h3>${text("desk.follows")}</h3>
    ${isNothing ? html`<p>${text("desk.follows.nothing")}</p>` : nothing}
    ${then.length === 0
      ? nothing
      : html`<fieldset>
          <legend>${text("desk.then")}</legend>
          ${then.map(
            (/** @type {string} */ each, /** @type {number} */ at) =>
              html`<label class="check"
                ><input type="radio" name="then" .checked=${(wished.then ?? then[0]) === each} value=${each} data-id=${`then-${at}`} @change=${() => choose(each)} />
                ${text(`desk.then.${each}`)}</label
              >`,
          )}
        </fieldset>`}
    ${stages.map((/** @type {number} */ stage) => html`<p>${text("desk.follows.stage", { stage: stage + 1 })}</p>`)}
    ${some(
      text("desk.follows.entries"),
      entries.map((/** @type {number} */ number) => {
        const entry = desk.log.entries.find((each) => each.number === number);
        return `${number}. ${entry === undefined ? "" : sentence(entry, desk)}`;
      }),
    )}
    ${some(
      text("desk.follows.tables"),
      tables.map((/** @type {any} */ { round, table, entrants, fate }) =>
        text(`desk.fate.${fate}`, { round, table, names: listed(entrants.map((/** @type {string} */ id) => desk.nameOf(id))) }),
      ),
    )}
    ${some(
      text("desk.follows.standings"),
      moved.map((/** @type {any} */ { before, after }) =>
        text("desk.follows.row", { name: desk.nameOf(after.entrant), rank: after.rank, before: before?.rank ?? "–", points: after.points, had: before?.points ?? "–" }),
      ),
    )}`;
}

/** @param {string} title @param {string[]} lines */
function some(title, lines) {
  if (lines.length === 0) return nothing;
  const more = lines.length - MOST_SHOWN;
  return html`<h4>${title}</h4>
    <ul>
      ${lines.slice(0, MOST_SHOWN).map((line) => html`<li>${line}</li>`)} ${more > 0 ? html`<li>${text("desk.more", { count: more })}</li>` : nothing}
    </ul>`;
}

/** @param {Known} known */
const whatFollows = ({ preview: { then, entries, tables, stages } }) => JSON.stringify([then, entries, tables, stages]);

/** The rows of the last stage whose place or points would be others. @param {any} before @param {any} after */
function changedRows(before, after) {
  const rows = new Map((before.stages.at(-1)?.rows ?? []).map((/** @type {any} */ row) => [row.entrant, row]));
  const stage = after.stages.find((/** @type {any} */ { stage }) => stage === before.stages.at(-1)?.stage) ?? after.stages.at(-1);
  return (stage?.rows ?? [])
    .map((/** @type {any} */ row) => ({ before: rows.get(row.entrant), after: row }))
    .filter((/** @type {any} */ { before: was, after: row }) => was?.rank !== row.rank || was?.points !== row.points);
}
