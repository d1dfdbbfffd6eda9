// @ts-check
/** Pairing from the host's desk: look at it with its reasons, publish it, swap, pair by hand. */
import { html, nothing } from "../html.js";
import { ApiError } from "../playhall/index.js";
import { listed, text } from "../texts.js";
import { fill, inform } from "./dialog.js";

/** @typedef {import("../pages/desk.js").Desk} Desk */

/**
 * Show how the round would be paired, and pair it.
 * @param {Desk} desk @param {"next" | "again"} what
 */
export async function pairNext(desk, what = "next") {
  const seen = desk.log.last;
  const isDutch = [desk.round, desk.rounds.at(-1)].some((round) => round && desk.stage(round.stage)?.system === "dutch") || desk.stage(0)?.system === "dutch";
  /** @type {any} */
  const preview = await desk.ask("POST", "/rounds:preview").catch((error) => {
    if (isDutch && error instanceof ApiError && error.code === "NOT_POSSIBLE_NOW") return null;
    throw error;
  });
  await fill({
    title: text(what === "next" ? "desk.pair" : "desk.pair_again"),
    body: () =>
      html`${preview === null ? html`<p>${text("desk.dutch_impossible")}</p>` : shownPairing(desk, preview)}
        ${isDutch
          ? html`<label class="check"><input type="checkbox" name="matching" ?checked=${preview === null} /> ${text("desk.by_matching")}</label>`
          : nothing}
        <label>${text("tournament.reason")} <input name="reason" maxlength="255" autocomplete="off" /></label>`,
    yes: () => text("desk.publish"),
    send: async (data) => {
      const body = { reason: String(data.get("reason")), ...(data.has("matching") ? { system: "matching" } : {}) };
      /** @type {any} */
      let paired = null;
      const isDone = await desk.change(seen, async () => (paired = await desk.ask("POST", "/rounds:pair", { body })));
      if (isDone && preview !== null && !data.has("matching") && seating(paired) !== seating(preview)) void inform(text("desk.paired_otherwise"));
      return true;
    },
  });
}

/** @param {any} round */
const seating = ({ tables }) => JSON.stringify(tables.map((/** @type {any} */ { entrants }) => entrants.map((/** @type {any} */ { id }) => id)));

/** @param {Desk} desk @param {any} round */
function shownPairing(desk, { number, tables, byes, absent, notes }) {
  const names = (/** @type {any[]} */ entrants) => listed(entrants.map(({ id }) => desk.nameOf(id)));
  return html`<h3>${text("tournament.round", { number })}</h3>
    <ul class="pairing">
      ${tables.map(
        (/** @type {any} */ { number: table, entrants, reasons }) =>
          html`<li>
            <details>
              <summary><b>${table}</b> ${names(entrants)}</summary>
              <ul>${reasons.map((/** @type {string} */ reason) => html`<li>${reason}</li>`)}</ul>
            </details>
          </li>`,
      )}
    </ul>
    ${byes.map((/** @type {any} */ { entrant, reasons }) => html`<p>${text("tournament.bye", { names: desk.nameOf(entrant.id) })} <small>${reasons.join(" ")}</small></p>`)}
    ${absent.length ? html`<p>${text("desk.absent", { names: names(absent) })}</p>` : nothing} ${notes.map((/** @type {string} */ note) => html`<p class="hint">${note}</p>`)}`;
}

/** Two entrants of the round change places. @param {Desk} desk */
export async function swap(desk) {
  const seen = desk.log.last;
  const { number, tables, byes } = desk.round;
  const places = [
    ...tables.flatMap((/** @type {any} */ table) => table.entrants.map((/** @type {any} */ { id }) => ({ id, where: text("tournament.table", { number: table.number }) }))),
    ...byes.map((/** @type {any} */ { entrant }) => ({ id: entrant.id, where: text("desk.bye") })),
  ];
  const choice = (/** @type {string} */ name, /** @type {number} */ at) =>
    html`<label
      >${text(`desk.swap.${name}`)}
      <select name=${name}>
        ${places.map(({ id, where }, place) => html`<option value=${id} ?selected=${place === at}>${desk.nameOf(id)} · ${where}</option>`)}
      </select></label
    >`;
  await fill({
    title: text("desk.swap"),
    body: () => html`${choice("a", 0)} ${choice("b", 2)} <label>${text("tournament.reason")} <input name="reason" required maxlength="255" autocomplete="off" /></label>`,
    yes: () => text("desk.swap"),
    send: async (data) => {
      const body = Object.fromEntries(["a", "b", "reason"].map((name) => [name, String(data.get(name))]));
      await desk.change(seen, () => desk.ask("POST", "/rounds/{round}:swap", { path: { round: number }, body }));
      return true;
    },
  });
}

/** Of so many, each seat has a list to choose from; of more, the one that was clicked. */
const FEW = 40;

/** @typedef {{ tables: string[][], out: { id: string, as: "bye" | "absent" }[], chosen: string }} Plan An empty seat is "". `chosen`: which seat was clicked. */

/** Say who sits where. It begins with how the round would be paired, or is. @param {Desk} desk */
export async function pairByHand(desk) {
  const seen = desk.log.last;
  const isOpen = desk.round !== null && desk.round.ended_at === null;
  const base = isOpen ? desk.round : await desk.ask("POST", "/rounds:preview").catch(() => emptyRound(desk));
  const plan = planOf(desk, base);
  const everybody = [...plan.tables.flat(), ...plan.out.map(({ id }) => id)].sort((one, other) => desk.nameOf(one).localeCompare(desk.nameOf(other)));
  const largest = Math.max(2, ...plan.tables.map((table) => table.length));
  await fill({
    title: text("desk.by_hand_round", { round: base.number }),
    body: (changed) => html`<p class="hint">${text("desk.by_hand.how")}</p>
      ${plan.tables.map((table, number) => tableFields(desk, plan, everybody, table, number, changed))}
      <div class="buttons"><button type="button" data-id="add-table" @click=${() => (plan.tables.push(Array(largest).fill("")), changed())}>${text("desk.by_hand.add")}</button></div>
      ${plan.out.length
        ? html`<fieldset>
            <legend>${text("desk.by_hand.out")}</legend>
            ${plan.out.map((each, at) => outField(desk, each, at, changed))}
          </fieldset>`
        : nothing}
      <label>${text("tournament.reason")} <input name="reason" required maxlength="255" autocomplete="off" /></label>`,
    yes: () => text("desk.publish"),
    send: async (data) => {
      const seated = plan.tables.map((table) => table.filter((id) => id !== "")).filter((table) => table.length > 0);
      const outAs = (/** @type {string} */ kind) => plan.out.filter((each) => each.as === kind).map(({ id }) => id);
      const body = { tables: seated, byes: outAs("bye"), absent: outAs("absent"), reason: String(data.get("reason")) };
      await desk.change(seen, () => desk.ask("PUT", "/rounds/{round}", { path: { round: base.number }, body }));
      return true;
    },
  });
}

/** Where the platform finds no pairing: nobody sits anywhere yet. @param {Desk} desk */
function emptyRound({ entrants, rounds }) {
  const taking = entrants.filter(({ withdrawn, invited, waiting }) => !withdrawn && !invited && waiting === null);
  return { number: (rounds.at(-1)?.number ?? 0) + 1, tables: [], byes: taking.map((entrant) => ({ entrant })), absent: [] };
}

/** @param {Desk} desk @param {any} round @returns {Plan} */
function planOf({ entrants }, { tables, byes, absent }) {
  const isHere = (/** @type {any} */ { id }) => !entrants.find((each) => each.id === id)?.withdrawn;
  return {
    tables: tables.map((/** @type {any} */ table) => table.entrants.map((/** @type {any} */ { id }) => id)),
    out: [
      ...byes.map((/** @type {any} */ { entrant }) => ({ id: entrant.id, as: /** @type {const} */ ("bye") })),
      ...absent.filter(isHere).map((/** @type {any} */ { id }) => ({ id, as: /** @type {const} */ ("absent") })),
    ],
    chosen: "",
  };
}

/** @param {Desk} desk @param {Plan} plan @param {string[]} everybody @param {string[]} table @param {number} number @param {() => void} changed */
function tableFields(desk, plan, everybody, table, number, changed) {
  return html`<fieldset class="seats">
    <legend>${text("tournament.table", { number: number + 1 })}</legend>
    ${table.map((id, seat) => {
      const place = `seat-${number}-${seat}`;
      const label = text("desk.seat", { table: number + 1, seat: seat + 1 });
      const choose = () => {
        plan.chosen = place;
        changed();
      };
      const take = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
        sit(plan, table, seat, target.value);
        changed();
      };
      if (everybody.length > FEW && plan.chosen !== place) {
        return html`<button type="button" data-id=${place} aria-label=${`${label}: ${desk.nameOf(id)}`} @click=${choose}>${id === "" ? "–" : desk.nameOf(id)}</button>`;
      }
      return html`<select data-id=${place} aria-label=${label} @change=${take}>
        <option value="" .selected=${id === ""}>–</option>
        ${everybody.map((each) => html`<option value=${each} .selected=${each === id}>${desk.nameOf(each)}</option>`)}
      </select>`;
    })}
  </fieldset>`;
}

/** Somebody takes a seat; who has had it goes where that one was. @param {Plan} plan @param {string[]} table @param {number} seat @param {string} id */
function sit(plan, table, seat, id) {
  const before = table[seat] ?? "";
  if (id === before) return;
  const from = plan.tables.find((each) => each.includes(id) && id !== "");
  const out = plan.out.findIndex((each) => each.id === id);
  if (from !== undefined) from[from.indexOf(id)] = before;
  else if (out >= 0) plan.out.splice(out, 1, ...(before === "" ? [] : [{ id: before, as: /** @type {const} */ ("bye") }]));
  else if (before !== "") plan.out.push({ id: before, as: "bye" });
  table[seat] = id;
}

/** @param {Desk} desk @param {Plan["out"][number]} each @param {number} at @param {() => void} changed */
function outField(desk, each, at, changed) {
  const kinds = /** @type {const} */ (["bye", "absent"]);
  return html`<label
    >${desk.nameOf(each.id)}
    <select
      data-id=${`out-${at}`}
      @change=${(/** @type {any} */ { target }) => {
        each.as = target.value;
        changed();
      }}
    >
      ${kinds.map((kind) => html`<option value=${kind} .selected=${each.as === kind}>${text(`desk.by_hand.${kind}`)}</option>`)}
    </select></label
  >`;
}
