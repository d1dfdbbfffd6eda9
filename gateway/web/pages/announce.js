// @ts-check
/** A form to announce a tournament: from a preset, with how long it will take. */
import { inform } from "../components/dialog.js";
import { html, nothing, render } from "../html.js";
import { all } from "../lists.js";
import { problemText } from "../problems.js";
import { text } from "../texts.js";
import { isLate, PRESETS, planned } from "../components/announce_plan.js";

const FORMATS = ["swiss", "single_elimination", "double_elimination", "pods", "table_elimination", "round_robin", "arena"];
/** What a form of a format asks for, beside what all do. @type {Record<string, string[]>} */
const FIELDS = {
  swiss: ["rounds", "games"],
  single_elimination: ["games", "third_place"],
  double_elimination: ["games"],
  pods: ["rounds", "seats"],
  table_elimination: ["seats"],
  round_robin: ["cycles", "games"],
  arena: ["arenaMinutes"],
};

/** @typedef {import("../components/announce_plan.js").Plan} Plan */

/** What was filled in, which a new guest finds again. @type {{ plan: Plan, preset: string } | null} */
let draft = null;

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app) {
  app.title(text("announce.title"));
  const games = await all(app.client.rulesets({ signal: app.signal }));
  const form = new AnnounceForm(place, app, games);
  form.draw();
}

class AnnounceForm {
  #place;
  #app;
  #signal;
  #games;
  /** @type {string | null} */
  #problem = null;
  #isBusy = false;
  /** @type {Plan} */
  #plan;
  /** @type {string} */
  #preset;

  /** @param {HTMLElement} place @param {import("../app.js").App} app @param {any[]} games */
  constructor(place, app, games) {
    this.#place = place;
    this.#app = app;
    this.#signal = app.signal;
    this.#games = games;
    const { plan, preset } = draft ?? { plan: { .../** @type {Plan} */ (PRESETS["club"]), ruleset: games[0]?.id ?? "" }, preset: "club" };
    this.#plan = plan;
    this.#preset = preset;
  }

  draw() {
    if (!this.#signal.aborted) render(this.#page(), this.#place);
  }

  /** @param {Partial<Plan>} change */
  #set(change) {
    this.#plan = { ...this.#plan, ...change };
    draft = { plan: this.#plan, preset: this.#preset };
    this.draw();
  }

  /** @param {string} preset */
  #choose(preset) {
    const { name, ruleset, startsAt } = this.#plan;
    this.#preset = preset;
    this.#set({ .../** @type {Plan} */ (PRESETS[preset]), name, ruleset, startsAt });
  }

  #page() {
    const plan = this.#plan;
    return html`<h1>${text("announce.title")}</h1>
      <div class="buttons presets" role="group" aria-label=${text("announce.presets")}>
        ${Object.keys(PRESETS).map(
          (preset) => html`<button data-id=${`preset-${preset}`} aria-pressed=${preset === this.#preset} @click=${() => this.#choose(preset)}>${text(`announce.preset.${preset}`)}</button>`,
        )}
      </div>
      <p class="hint">${text(`announce.preset.${this.#preset}.explained`)}</p>
      <form class="announce" @submit=${this.#send}>
        <fieldset>
          <legend>${text("announce.what")}</legend>
          ${this.#line("name", { required: true, maxlength: 64 })}
          ${this.#choice("ruleset", this.#games.map(({ id, title }) => [id, title]))} ${this.#choice("visibility", named("visibility", ["public", "unlisted", "private"]))}
        </fieldset>
        <fieldset>
          <legend>${text("announce.how")}</legend>
          ${this.#choice("format", FORMATS.map((format) => [format, text(`announce.format.${format}`)]))}
          <p class="hint">${text(`announce.format.${plan.format}.explained`)}</p>
          ${(FIELDS[plan.format] ?? []).map((field) => (field === "third_place" ? this.#check("thirdPlace") : this.#number(/** @type {any} */ (field))))}
        </fieldset>
        <fieldset>
          <legend>${text("announce.when")}</legend>
          ${this.#choice("clock", named("clock", ["fischer", "per_decision", "correspondence", "none"]))}
          ${plan.clock === "fischer" ? html`${this.#number("bankMinutes")} ${this.#number("incrementSeconds")}` : nothing}
          ${plan.clock === "per_decision" ? this.#number("decisionSeconds") : nothing} ${plan.clock === "correspondence" ? this.#number("days") : nothing}
          ${this.#number("roundMinutes", { isOptional: true })} ${this.#choice("nextRound", named("next_round", ["by_host", "at_once"]))}
          ${plan.nextRound === "at_once" ? this.#number("pauseMinutes") : nothing} ${this.#line("startsAt", { type: "datetime-local" })}
        </fieldset>
        <fieldset>
          <legend>${text("announce.who")}</legend>
          ${this.#choice("bots", named("bots", ["none", "allowed", "only"]))} ${this.#choice("registration", named("registration", ["open", "listed", "invited"]))}
          ${this.#number("capacity", { isOptional: true })} ${this.#number("checkInMinutes", { isOptional: true })}
        </fieldset>
        <fieldset>
          <legend>${text("announce.length")}</legend>
          ${this.#number("expected")}
          <p class="length" role="status"><b>${planned(plan)}</b></p>
          ${isLate(plan) ? html`<p class="hint">${text("announce.needs_clock")}</p>` : nothing}
        </fieldset>
        ${this.#problem === null ? nothing : html`<p class="problem" role="alert">${this.#problem}</p>`}
        <div class="buttons"><button class="primary" aria-disabled=${this.#isBusy}>${text("announce.create")}</button></div>
      </form>`;
  }

  /** @param {keyof Plan} name @param {{ required?: boolean, maxlength?: number, type?: string }} how */
  #line(name, { required = false, maxlength = 64, type = "text" }) {
    return html`<label
      >${text(`announce.${name}`)}
      <input data-id=${name} type=${type} .value=${String(this.#plan[name] ?? "")} ?required=${required} maxlength=${maxlength} autocomplete="off" @input=${this.#take(name, String)}
    /></label>`;
  }

  /** @param {keyof Plan} name @param {{ isOptional?: boolean }} [how] */
  #number(name, { isOptional = false } = {}) {
    const value = this.#plan[name];
    return html`<label
      >${text(`announce.${name}`)}
      <input
        data-id=${name}
        type="number"
        min=${name === "pauseMinutes" || name === "incrementSeconds" ? 0 : 1}
        .value=${value === null ? "" : String(value)}
        ?required=${!isOptional}
        @input=${this.#take(name, (given) => (given === "" ? null : Number(given)))}
    /></label>`;
  }

  /** @param {keyof Plan} name @param {string[][]} choices */
  #choice(name, choices) {
    return html`<label
      >${text(`announce.${name}`)}
      <select data-id=${name} @change=${this.#take(name, String)}>
        ${choices.map(([value, said]) => html`<option value=${value} .selected=${value === this.#plan[name]}>${said}</option>`)}
      </select></label
    >`;
  }

  /** @param {keyof Plan} name */
  #check(name) {
    return html`<label class="check"
      ><input type="checkbox" data-id=${name} .checked=${this.#plan[name] === true} @change=${(/** @type {any} */ { target }) => this.#set({ [name]: target.checked })} /> ${text(`announce.${name}`)}</label
    >`;
  }

  /** @param {keyof Plan} name @param {(given: string) => unknown} read */
  #take = (name, read) => (/** @type {{ target: HTMLInputElement | HTMLSelectElement }} */ { target }) => this.#set({ [name]: read(target.value) });

  /** @param {SubmitEvent} event */
  #send = async (event) => {
    event.preventDefault();
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#problem = null;
    this.draw();
    try {
      await this.#app.session.orGuest();
      const made = await this.#app.client.ask("POST", "/v1/tournaments", { body: /** @type {any} */ (bodyOf(this.#plan)) });
      draft = null;
      this.#app.go(`/tournaments/${made.id}/desk`);
    } catch (error) {
      this.#problem = problemText(error);
      this.#isBusy = false;
      if (this.#signal.aborted) inform(this.#problem);
      this.draw();
    }
  };
}

/** @param {string} of @param {string[]} values @returns {string[][]} */
const named = (of, values) => values.map((value) => [value, text(`announce.${of}.${value}`)]);

/** A tournament as `createTournament` takes it. @param {Plan} plan */
function bodyOf(plan) {
  const { format, rounds, games, seats, cycles, arenaMinutes } = plan;
  const more = {
    swiss: { rounds, games },
    single_elimination: { games, third_place: plan.thirdPlace },
    double_elimination: { games },
    pods: { rounds, seats },
    table_elimination: { seats },
    round_robin: { cycles, games },
    arena: { duration_seconds: 60 * arenaMinutes },
  }[format];
  const clocks = {
    none: { kind: "none" },
    fischer: { kind: "fischer", bank_seconds: 60 * plan.bankMinutes, increment_seconds: plan.incrementSeconds },
    per_decision: { kind: "per_decision", seconds: plan.decisionSeconds },
    correspondence: { kind: "correspondence", days: plan.days },
  };
  const seconds = (/** @type {number | null} */ of) => (of === null ? null : 60 * of);
  return {
    name: plan.name,
    ruleset: plan.ruleset,
    visibility: plan.visibility,
    stages: [{ format, ...more }],
    time_control: clocks[plan.clock],
    ...(plan.clock === "none" ? {} : { on_time_out: { kind: "forfeit" } }),
    entry: {
      bots: plan.bots,
      registration: plan.registration,
      ...(plan.capacity === null ? {} : { capacity: plan.capacity }),
      check_in_seconds: seconds(plan.checkInMinutes),
    },
    times: {
      next_round: plan.nextRound,
      pause_seconds: plan.nextRound === "at_once" ? 60 * plan.pauseMinutes : 0,
      round_seconds: seconds(plan.roundMinutes),
      starts_at: plan.startsAt ? new Date(plan.startsAt).toISOString() : null,
    },
  };
}
