// @ts-check
/** The entrants on the host's desk: who is in, who is here, who comes in yet, who is kept apart. */
import { html, nothing } from "../html.js";
import { ApiError } from "../playhall/index.js";
import { problemText } from "../problems.js";
import { text } from "../texts.js";
import { ask, fill } from "./dialog.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */

const MOST_SHOWN = 300;
const CSV_EXAMPLE = "player,bot,name\np_01k9h3x2v5c8d7e6f4g3h2j1k0,,\n,greedy,Greta";

/** @param {Desk} desk */
export function entrantsPart(desk) {
  const { entrants, isOver } = desk;
  const sought = desk.sought.toLowerCase();
  const found = entrants.filter(({ name, id }) => sought === "" || id === sought || name.toLowerCase().includes(sought));
  return html`<section aria-labelledby="entrants">
    <h2 id="entrants">${text("desk.part.entrants")}</h2>
    ${isOver
      ? nothing
      : html`<div class="enter">${enterForms(desk)}</div>
          <div class="buttons">
            ${desk.button("desk.csv", () => importCsv(desk))} ${entrants.length > 1 ? desk.button("desk.keep_apart", () => keepApart(desk)) : nothing}
          </div>`}
    ${entrants.length === 0
      ? html`<p class="hint">${text("desk.entrants.none")}</p>`
      : html`<label class="seek">${text("desk.seek_name")} <input data-id="seek" .value=${desk.sought} autocomplete="off" @input=${(/** @type {any} */ { target }) => seek(desk, target.value)} /></label>`}
    <ul class="entrants">
      ${found.slice(0, MOST_SHOWN).map((entrant) => row(desk, entrant))}
    </ul>
    ${found.length > MOST_SHOWN ? html`<p class="hint">${text("desk.more", { count: found.length - MOST_SHOWN })}</p>` : nothing}
  </section>`;
}

/** @param {Desk} desk @param {string} words */
function seek(desk, words) {
  desk.sought = words.trim();
  desk.draw();
}

/** @param {Desk} desk */
function enterForms(desk) {
  const { bots } = desk.tournament.settings.entry;
  const bot = html`<form class="row" @submit=${(/** @type {SubmitEvent} */ event) => enter(desk, event)}>
    <label
      >${text("desk.house_bot")}
      <select name="bot">
        ${(desk.bots ?? []).map(({ id }) => html`<option>${id}</option>`)}
      </select></label
    >
    <label>${text("desk.bot_name")} <input name="name" required maxlength="64" autocomplete="off" /></label>
    <button>${text("desk.enter_bot")}</button>
  </form>`;
  return html`${bots === "none" ? nothing : bot}
    <form class="row" @submit=${(/** @type {SubmitEvent} */ event) => enter(desk, event)}>
      <label>${text("desk.player_id")} <input name="player" required maxlength="80" autocomplete="off" /></label>
      <button>${text("desk.invite")}</button>
    </form>`;
}

/** @param {Desk} desk @param {SubmitEvent} event */
function enter(desk, event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const body = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
  void desk.attempt(async () => {
    await desk.ask("POST", "/entrants", { body });
    for (const field of form.querySelectorAll("input")) field.value = "";
    await desk.refresh();
  });
}

/** @param {Desk} desk @param {any} entrant */
function row(desk, entrant) {
  const { id, is_bot: isBot, withdrawn, invited, waiting, checked_in: isHere, byes } = entrant;
  const { status, check_in_opens_at: checksIn } = desk.tournament;
  const isMissing = checksIn !== null && !isHere && entrant.bot === null && status === "registration" && !withdrawn && !invited;
  const button = (/** @type {string} */ key, /** @type {() => unknown} */ act) =>
    html`<button data-id=${`${key}-${id}`} aria-label=${text("desk.of", { what: text(key), name: desk.nameOf(id) })} @click=${() => desk.attempt(act)}>${text(key)}</button>`;
  const rests = /** @type {number[]} */ (byes).filter((number) => number > desk.tournament.round);
  const format = desk.stage(desk.round?.stage ?? 0)?.format;
  return html`<li class=${withdrawn ? "gone" : ""} data-entrant=${id}>
    <p>
      <b>${desk.nameOf(id)}</b> ${isBot ? html`<small>${text("tournament.bot")}</small>` : nothing} ${invited && !withdrawn ? html`<small class="late">${text("desk.invited")}</small>` : nothing}
      ${waiting === null ? nothing : html`<small>${text("desk.on_list", { place: waiting })}</small>`} ${isHere ? html`<small class="here">${text("tournament.checked_in")}</small>` : nothing}
      ${isMissing ? html`<small class="late">${text("desk.not_here")}</small>` : nothing} ${withdrawn ? html`<small>${text("tournament.withdrawn")}</small>` : nothing}
      ${rests.map((number) => html`<small>${text("desk.rests", { number })}</small>`)}
    </p>
    ${desk.isOver
      ? nothing
      : html`<div class="buttons">
          ${isMissing ? button("tournament.check_in", () => checkIn(desk, id)) : nothing}
          ${["swiss", "pods"].includes(format) && !withdrawn && !invited ? button("desk.bye", () => bye(desk, id, rests)) : nothing}
          ${withdrawn ? button("tournament.return", () => leave(desk, id, "return")) : button("tournament.withdraw", () => leave(desk, id, "withdraw"))}
        </div>`}
  </li>`;
}

/** @param {Desk} desk @param {string} entrant */
async function checkIn(desk, entrant) {
  await desk.ask("POST", "/entrants/{entrant}:check-in", { path: { entrant }, body: {} });
  await desk.refresh();
}

/** @param {Desk} desk @param {string} entrant @param {"withdraw" | "return"} what */
async function leave(desk, entrant, what) {
  const seen = desk.log.last;
  const title = text("desk.of", { what: text(`tournament.${what}`), name: desk.nameOf(entrant) });
  const reason = await ask({ title, field: text("tournament.reason"), yes: text(`tournament.${what}`) });
  if (typeof reason === "string") await desk.change(seen, () => desk.ask("POST", `/entrants/{entrant}:${what}`, { path: { entrant }, body: { reason } }));
}

/** A round off, or a wish for one taken back. @param {Desk} desk @param {string} entrant @param {number[]} rests */
async function bye(desk, entrant, rests) {
  const next = desk.tournament.round + 1;
  await fill({
    title: text("desk.of", { what: text("desk.bye"), name: desk.nameOf(entrant) }),
    body: () =>
      html`<label>${text("desk.bye.round")} <input name="round" type="number" min=${next} max="100" value=${rests[0] ?? next} required /></label>
        ${rests.length ? html`<label class="check"><input type="checkbox" name="back" /> ${text("desk.bye.back")}</label>` : nothing}`,
    yes: () => text("desk.bye.do"),
    send: async (data) => {
      const verb = data.has("back") ? "cancel-bye" : "request-bye";
      await desk.ask("POST", `/entrants/{entrant}:${verb}`, { path: { entrant }, body: { round: Number(data.get("round")) } });
      await desk.refresh();
      return true;
    },
  });
}

/** @param {Desk} desk */
async function keepApart(desk) {
  const seen = desk.log.last;
  const there = desk.entrants.filter(({ withdrawn }) => !withdrawn);
  await fill({
    title: text("desk.keep_apart"),
    body: () => html`<fieldset class="many">
        <legend>${text("desk.keep_apart.who")}</legend>
        ${there.map(({ id }) => html`<label class="check"><input type="checkbox" name="entrant" value=${id} /> ${desk.nameOf(id)}</label>`)}
      </fieldset>
      <label>${text("desk.keep_apart.until")} <input name="until" type="number" min="1" max="100" /></label>
      <label>${text("tournament.reason")} <input name="reason" required maxlength="255" autocomplete="off" /></label>`,
    yes: () => text("desk.keep_apart"),
    send: async (data) => {
      const until = Number(data.get("until"));
      const body = { entrants: data.getAll("entrant").map(String), until_round: until || null, reason: String(data.get("reason")) };
      await desk.change(seen, () => desk.ask("POST", "/entrants:keep-apart", { body }));
      return true;
    },
  });
}

/** Entrants from a table; what is wrong stands beside its line. @param {Desk} desk */
async function importCsv(desk) {
  /** @type {{ line: string, said: string }[]} */
  let wrong = [];
  await fill({
    title: text("desk.csv"),
    body: (changed) => html`<p class="hint">${text("desk.csv.how")}</p>
      <label>${text("desk.csv.file")} <input type="file" accept=".csv,text/csv" @change=${(/** @type {any} */ { target }) => read(target, changed)} /></label>
      <label>${text("desk.csv.text")} <textarea name="csv" rows="8" required spellcheck="false" placeholder=${CSV_EXAMPLE}></textarea></label>
      ${wrong.length ? html`<ul class="wrong" role="alert">${wrong.map(({ line, said }) => html`<li><b>${line}</b> ${said}</li>`)}</ul>` : nothing}`,
    yes: () => text("desk.csv.enter"),
    send: async (data) => {
      wrong = [];
      try {
        await desk.ask("POST", `/entrants:import`, { body: { csv: String(data.get("csv")) } });
      } catch (error) {
        wrong = linesIn(error);
        if (wrong.length === 0) throw error;
        return false;
      }
      await desk.refresh();
      return true;
    },
  });
}

/** @param {HTMLInputElement} input @param {() => void} changed */
async function read(input, changed) {
  const area = input.form?.querySelector("textarea");
  const file = input.files?.[0];
  if (!area || !file) return;
  area.value = await file.text();
  changed();
}

/** What is wrong with lines of a CSV: `/body/csv/3/player`. @param {unknown} error */
function linesIn(error) {
  if (!(error instanceof ApiError)) return [];
  const found = error.errors.map(({ pointer, detail }) => ({ at: /\/csv\/(\d+)(?:\/(\w+))?/.exec(pointer), detail }));
  if (found.length === 0 || found.some(({ at }) => at === null)) return [{ line: "", said: problemText(error) }];
  return found.map(({ at, detail }) => ({ line: text("desk.csv.line", { number: Number(at?.[1]), field: at?.[2] ?? "" }), said: detail }));
}
