// @ts-check
/** A round on the host's desk: the wall of its tables, pairing, results. */
import { html, nothing } from "../html.js";
import { orNothing } from "../problems.js";
import { duration, listed, text } from "../texts.js";
import { pairByHand, pairNext, swap } from "./desk_pairing.js";
import { setResult } from "./desk_result.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */

/** Of so many tables is asked whom they wait for. */
const MOST_WATCHED = 20;
const SHORT_S = 10;
/** More tables than this can be looked through. */
const FEW = 6;

/** @param {Desk} desk */
export function roundPart(desk) {
  const { round, rounds, tournament } = desk;
  return html`<section aria-labelledby="round">
    <h2 id="round">${round === null ? text("desk.part.round") : text("tournament.round", { number: round.number })}</h2>
    ${rounds.length > 1
      ? html`<div class="buttons" role="group" aria-label=${text("tournament.rounds")}>
          ${rounds.map(
            ({ number }) =>
              html`<button data-id=${`round-${number}`} aria-pressed=${number === round?.number} @click=${() => desk.attempt(() => desk.showRound(number === rounds.at(-1)?.number ? null : number))}>
                ${text("tournament.round", { number })}
              </button>`,
          )}
        </div>`
      : nothing}
    ${tournament.status === "registration" ? whoIsMissing(desk) : nothing} ${pairing(desk)} ${round === null ? nothing : wall(desk)}
  </section>`;
}

/** Before the start: who has not come yet. @param {Desk} desk */
function whoIsMissing(desk) {
  const taking = desk.entrants.filter(({ withdrawn, invited, waiting }) => !withdrawn && !invited && waiting === null);
  const invited = desk.entrants.filter((entrant) => entrant.invited && !entrant.withdrawn);
  const missing = desk.tournament.check_in_opens_at === null ? [] : taking.filter((entrant) => !entrant.checked_in && entrant.bot === null);
  const names = (/** @type {any[]} */ entrants) => listed(entrants.map(({ id }) => desk.nameOf(id)));
  return html`<p>${text("desk.before", { count: taking.length })}</p>
    ${missing.length ? html`<p class="late">${text("desk.missing", { names: names(missing) })}</p>` : nothing}
    ${invited.length ? html`<p>${text("desk.not_agreed", { names: names(invited) })}</p>` : nothing}
    <div class="buttons">${desk.button("desk.to_entrants", () => desk.show("entrants"))}</div>`;
}

/** @param {Desk} desk */
function pairing(desk) {
  const { round, rounds, tournament } = desk;
  const isGoing = tournament.status === "running" || tournament.status === "paused";
  const isLast = round === null || round.number === rounds.at(-1)?.number;
  if (!isGoing || !isLast || (round !== null && desk.stage(round.stage)?.format === "arena")) return nothing;
  const isOver = round === null || round.ended_at !== null;
  const isUntouched = round !== null && round.tables.every((/** @type {any} */ { result }) => result === null);
  return html`<div class="buttons">
    ${isOver ? desk.button("desk.pair", () => pairNext(desk), "primary") : nothing}
    ${!isOver && isUntouched ? html`${desk.button("desk.swap", () => swap(desk))} ${desk.button("desk.pair_again", () => pairNext(desk, "again"))}` : nothing}
    ${isOver || isUntouched ? desk.button("desk.by_hand", () => pairByHand(desk)) : nothing}
  </div>`;
}

/** @param {Desk} desk */
function wall(desk) {
  const { round } = desk;
  /** @type {any[]} */
  const tables = round.tables;
  const counting = tables.filter((table) => !table.is_called_off);
  const decided = counting.filter(({ result }) => result !== null).length;
  const left = round.deadline_at === null || round.ended_at !== null ? null : (Date.parse(round.deadline_at) - desk.client.clock.now()) / 1000;
  const sought = desk.sought.toLowerCase();
  const shown = tables.filter(
    (table) =>
      !(desk.isOpenOnly && table.result !== null) &&
      (sought === "" || String(table.number) === sought || table.entrants.some((/** @type {any} */ { name }) => name.toLowerCase().includes(sought))),
  );
  return html`<p class="progress" role="status">
      <b>${text("desk.decided", { decided, count: counting.length })}</b>
      ${left === null ? nothing : html`· <span class="clock ${left < SHORT_S ? "short" : ""}" role="timer">${left > 0 ? text("desk.left", { time: duration(left) }) : text("desk.time_over")}</span>`}
    </p>
    ${round.notes.map((/** @type {string} */ note) => html`<p class="hint">${note}</p>`)}
    ${tables.length > FEW
      ? html`<div class="row seek">
          <label>${text("desk.seek")} <input data-id="seek" .value=${desk.sought} @input=${(/** @type {any} */ { target }) => seek(desk, target.value)} autocomplete="off" /></label>
          <label class="check"
            ><input type="checkbox" data-id="open-only" .checked=${desk.isOpenOnly} @change=${(/** @type {any} */ { target }) => openOnly(desk, target.checked)} /> ${text("desk.open_only")}</label
          >
        </div>`
      : nothing}
    <ul class="tables">
      ${shown.map((table) => tableCard(desk, table))}
    </ul>
    ${away("tournament.bye", round.byes.map((/** @type {any} */ { entrant }) => entrant), desk)} ${away("desk.requested_byes", round.requested_byes, desk)}
    ${away("desk.absent", round.absent, desk)}
    <div class="buttons">
      ${desk.button("desk.print.tables", () => desk.print("tables"))} ${desk.button("desk.print.names", () => desk.print("names"))}
    </div>`;
}

/** @param {Desk} desk @param {string} name */
function seek(desk, name) {
  desk.sought = name.trim();
  desk.draw();
}

/** @param {Desk} desk @param {boolean} isOpenOnly */
function openOnly(desk, isOpenOnly) {
  desk.isOpenOnly = isOpenOnly;
  desk.draw();
}

/** @param {string} key @param {any[]} entrants @param {Desk} desk */
const away = (key, entrants, desk) => (entrants.length ? html`<p>${text(key, { names: listed(entrants.map(({ id }) => desk.nameOf(id))) })}</p>` : nothing);

/** @param {Desk} desk @param {any} table */
function tableCard(desk, table) {
  const { number, entrants, result, reasons, matches } = table;
  const state = stateOf(table);
  const absent = result?.forfeits ?? [];
  return html`<li class="tournament-table ${state}" data-table=${number}>
    <h3>${text("tournament.table", { number })} <small>${text(`desk.state.${state}`)}</small></h3>
    <ol>
      ${entrants.map(
        (/** @type {any} */ { id, is_bot: isBot }, /** @type {number} */ at) =>
          html`<li class=${result?.places[at] === 1 ? "winner" : ""}>
            <span>${desk.nameOf(id)} ${isBot ? html`<small>${text("tournament.bot")}</small>` : nothing} ${absent.includes(id) ? html`<small class="late">${text("desk.did_not_come")}</small>` : nothing}</span>
            ${result ? html`<b>${result.points[at]}</b>` : nothing}
          </li>`,
      )}
    </ol>
    ${matches.filter((/** @type {any} */ each) => each.state === "live").map((/** @type {any} */ { match }) => waits(desk, match))}
    ${result?.why ? html`<p class="hint">${result.why}</p>` : nothing}
    <div class="buttons">
      ${desk.isClosed || state === "called_off"
        ? nothing
        : desk.button(result === null ? "desk.set_result" : "desk.correct", () => setResult(desk, table), state === "waits" ? "primary" : "", `result-${number}`)}
      ${matches.map((/** @type {any} */ { match, game, state: of }) => (of === "due" ? nothing : html`<a href=${`#/matches/${match}`}>${text("tournament.match", { number: game })}</a> `))}
    </div>
    <details><summary>${text("tournament.why")}</summary><ul>${reasons.map((/** @type {string} */ reason) => html`<li>${reason}</li>`)}</ul></details>
  </li>`;
}

/** @param {any} table */
function stateOf({ is_called_off: isOff, result, waits_for_host: waitsForHost, matches }) {
  if (isOff) return "called_off";
  if (result !== null) return result.decided_by === "host" ? "by_host" : "decided";
  if (waitsForHost) return "waits";
  return matches.some((/** @type {any} */ { state }) => state === "live") ? "live" : "due";
}

/** @param {Desk} desk @param {string} match */
function waits(desk, match) {
  const found = desk.waiting.get(match);
  if (found === undefined) return nothing;
  const left = found.deadline === null ? null : (Date.parse(found.deadline) - desk.client.clock.now()) / 1000;
  const names = listed(found.names);
  const isShort = left !== null && left < SHORT_S;
  return html`<p class=${isShort ? "late" : "hint"}>${left === null ? text("desk.waits_for", { names }) : text("desk.waits_for.until", { names, time: duration(left) })}</p>`;
}

/**
 * Whom the matches in play wait for, by match, as far as people sit there.
 * @param {Desk} desk
 * @returns {Promise<Map<string, { names: string[], deadline: string | null }>>}
 */
export async function waitingAt({ client, round, signal }) {
  /** @type {any[]} */
  const tables = round?.ended_at === null ? round.tables : [];
  const live = tables
    .filter(({ result, entrants }) => result === null && entrants.some((/** @type {any} */ each) => !each.is_bot))
    .flatMap(({ matches }) => matches.filter((/** @type {any} */ { state }) => state === "live"))
    .slice(0, MOST_WATCHED);
  const asked = await Promise.all(live.map(({ match }) => client.match(match, { signal }).catch(orNothing)));
  const found = new Map();
  for (const match of asked) {
    if (match === null || match.pending.length === 0) continue;
    const names = match.pending.map((seat) => match.seats[seat]?.player?.name ?? "");
    const deadlines = match.clocks.filter(({ seat }) => match.pending.includes(seat)).flatMap(({ deadline_at: at }) => (at === null ? [] : [at]));
    found.set(match.id, { names, deadline: deadlines.sort()[0] ?? null });
  }
  return found;
}
