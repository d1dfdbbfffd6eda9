// @ts-check
/** The result of a table, set or corrected by a host. */
import { html, nothing } from "../html.js";
import { text } from "../texts.js";
import { correct } from "./desk_corrections.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */
/** @typedef {{ places: number[], forfeits: string[] }} Result */

/**
 * Set the result of a table, or correct it.
 * @param {Desk} desk @param {any} table
 */
export async function setResult(desk, table) {
  const { number, entrants, result, matches } = table;
  const isLive = matches.some((/** @type {any} */ { state }) => state === "live");
  const round = desk.round.number;
  const outcomes = entrants.length === 2 ? outcomesOf(desk, table) : null;
  const resultOf = (/** @type {FormData} */ data) => (outcomes === null ? resultIn(data, entrants) : /** @type {Result} */ (outcomes[Number(data.get("outcome"))]));
  await correct(desk, {
    title: text(result === null ? "desk.result_of" : "desk.correction_of", { round, table: number }),
    yes: text(result === null ? "desk.set_result" : "desk.correct"),
    fields: html`${isLive ? html`<p class="hint">${text("desk.calls_off")}</p>` : nothing} ${outcomes === null ? placeFields(desk, table) : outcomeFields(outcomes, result)}`,
    change: (data) => {
      const { places, forfeits } = resultOf(data);
      return { kind: "result_set", round, table: number, places, forfeits };
    },
    send: ({ places, forfeits, then }, { reason }) =>
      desk.ask("PUT", "/rounds/{round}/tables/{table}/result", { path: { round, table: number }, body: { places, forfeits, then, reason } }),
  });
}

/** How a table of two can end. @param {Desk} desk @param {any} table */
function outcomesOf(desk, { entrants, node }) {
  const [one, other] = /** @type {[string, string]} */ (entrants.map((/** @type {any} */ { id }) => id));
  const names = { one: desk.nameOf(one), other: desk.nameOf(other) };
  const first = [
    { places: [1, 2], forfeits: [], said: text("desk.outcome.wins", { name: names.one }) },
    { places: [2, 1], forfeits: [], said: text("desk.outcome.wins", { name: names.other }) },
  ];
  const draw = { places: [1, 1], forfeits: [], said: text("desk.outcome.draw") };
  const absent = [
    { places: [1, 2], forfeits: [other], said: text("desk.outcome.absent", { name: names.one, absent: names.other }) },
    { places: [2, 1], forfeits: [one], said: text("desk.outcome.absent", { name: names.other, absent: names.one }) },
  ];
  const nobody = { places: [1, 1], forfeits: [one, other], said: text("desk.outcome.nobody") };
  return node === null ? [...first, draw, ...absent, nobody] : [...first, ...absent];
}

/** @param {{ places: number[], forfeits: string[], said: string }[]} outcomes @param {any} result */
function outcomeFields(outcomes, result) {
  const isNow = (/** @type {Result} */ { places, forfeits }) =>
    result !== null && String(places) === String(result.places) && String([...forfeits].sort()) === String([...result.forfeits].sort());
  return html`<fieldset>
    <legend>${text("desk.outcome")}</legend>
    ${outcomes.map(
      (outcome, at) =>
        html`<label class="check"
          ><input type="radio" name="outcome" value=${at} required ?checked=${isNow(outcome)} /> ${outcome.said} ${isNow(outcome) ? html`<small>${text("desk.outcome.now")}</small>` : nothing}</label
        >`,
    )}
  </fieldset>`;
}

/** @param {Desk} desk @param {any} table */
function placeFields(desk, { entrants, result }) {
  return html`<fieldset>
    <legend>${text("desk.outcome.places")}</legend>
    ${entrants.map((/** @type {any} */ { id }, /** @type {number} */ at) => {
      const now = result?.places[at] ?? at + 1;
      return html`<div class="place-of">
        <label
          >${desk.nameOf(id)}
          <select name=${`place.${at}`}>
            ${entrants.map((/** @type {any} */ _, /** @type {number} */ place) => html`<option value=${place + 1} ?selected=${place + 1 === now}>${text("desk.place.number", { place: place + 1 })}</option>`)}
          </select></label
        >
        <label class="check"><input type="checkbox" name=${`absent.${at}`} ?checked=${result?.forfeits.includes(id)} /> ${text("desk.did_not_come")}</label>
      </div>`;
    })}
    <p class="hint">${text("desk.outcome.shared")}</p>
  </fieldset>`;
}

/** @param {FormData} data @param {any[]} entrants @returns {Result} */
function resultIn(data, entrants) {
  const places = entrants.map((_, at) => Number(data.get(`place.${at}`)));
  return { places, forfeits: entrants.filter((_, at) => data.has(`absent.${at}`)).map(({ id }) => id) };
}
