// @ts-check
/**
 * A position, played on alone or against bots, with what a search thinks of each action. It comes from a match that has
 * ended, from what one's own seat of a live match knows, or from its text.
 */
import { announce } from "../announcer.js";
import { actionList } from "../components/actions.js";
import { bar } from "../components/charts.js";
import { ask, inform } from "../components/dialog.js";
import { outcomeTable } from "../components/outcome.js";
import { html, nothing, render } from "../html.js";
import { catalogue } from "../tables/catalogue.js";
import { animated } from "../tables/motion.js";
import { named, Scene, seatsOf } from "../tables/scene.js";
import { zoomed } from "../tables/zoom.js";
import { listed, rounded, text } from "../texts.js";

const PLAYOUTS = [100, 300, 1_000];
const FORMAT = "playhall.position/1";

/** @typedef {{ position: any, pending: number[], views: any[], outcome: any, label: string }} Situation */

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app, _, query) {
  await app.session.orGuest();
  const { client, signal } = app;
  const [match, at, seat] = ["match", "at", "seat"].map((name) => query.get(name));
  /** @type {() => Promise<Situation>} */
  let begin;
  /** @type {string[]} */
  let names = [];
  if (match) names = seatsOf(await client.match(match, { signal })).map(({ name }) => name);
  if (match && seat) begin = () => situation(client.imagine(match, Number(seat), { signal }));
  else if (match) begin = () => situation(client.position(match, Number(at ?? 0), { signal }));
  else begin = () => imported(app);
  const first = await begin();
  const seats = first.views.length - 1;
  const { ruleset, ruleset_version: version, state } = first.position;
  const game = await catalogue(client, { ruleset, version, seats, options: state.options ?? {} });
  if (app.signal.aborted) return;
  app.title(text("analysis.title", { game: game.details.title }));
  const numbered = Array.from({ length: seats }, (_, number) => names[number] ?? text("lobby.seat", { number }));
  new AnalysisPage(place, app, game, numbered, first, match && seat ? { begin, seat: Number(seat) } : null).open();
}

/** @param {import("../app.js").App} app @returns {Promise<Situation>} */
async function imported({ client, signal }) {
  for (;;) {
    const given = await ask({ title: text("analysis.import"), field: text("analysis.import.field"), yes: text("analysis.import") });
    if (typeof given !== "string") throw new Error(text("analysis.empty"));
    const position = read(given);
    if (position !== null) return situation(client.observe(position, { signal }));
    await inform(text("analysis.import.bad"));
  }
}

/** @param {string} given @returns {any} */
function read(given) {
  try {
    const position = JSON.parse(given);
    return position?.format === FORMAT ? position : null;
  } catch {
    return null;
  }
}

/** @param {Promise<any>} answer @returns {Promise<Situation>} */
async function situation(answer) {
  const { position, pending, views, outcome } = await answer;
  return { position, pending, views, outcome, label: "" };
}

class AnalysisPage {
  #place;
  #app;
  #game;
  #names;
  #imagined;
  #signal;
  /** The positions since the first, which can be gone back to. @type {Situation[]} */
  #line;
  /** Who plays each seat: a bot, or nobody but the reader. @type {string[]} */
  #players;
  /** Whose view is shown; null: of whoever is to move. @type {number | null} */
  #viewer = null;
  #memory = new Map();
  /** @type {Scene | null} */
  #scene = null;
  #filter = "";
  #isBusy = false;
  #opinion = { isAsked: false, found: /** @type {any} */ (null), playouts: PLAYOUTS[1] ?? 300 };

  /**
   * @param {HTMLElement} place
   * @param {import("../app.js").App} app
   * @param {import("../tables/catalogue.js").Catalogue} game
   * @param {string[]} names
   * @param {Situation} first
   * @param {{ begin: () => Promise<Situation>, seat: number } | null} imagined How to draw another first position.
   */
  constructor(place, app, game, names, first, imagined) {
    this.#place = place;
    this.#app = app;
    this.#game = game;
    this.#names = names;
    this.#imagined = imagined;
    this.#signal = app.signal;
    this.#line = [first];
    this.#players = names.map(() => "");
    if (imagined !== null) this.#viewer = imagined.seat;
  }

  open() {
    zoomed(this.#place, () => this.#scene, this.#signal);
    this.#look();
  }

  get #now() {
    return /** @type {Situation} */ (this.#line.at(-1));
  }

  /** The seat that the reader acts for; null: none must decide. */
  get #actor() {
    return this.#now.pending.find((seat) => this.#players[seat] === "") ?? null;
  }

  get #seats() {
    return this.#names.map((name, seat) => ({ seat, name, isYou: this.#players[seat] === "" }));
  }

  get #bots() {
    return this.#game.details.bots;
  }

  /** Show the position as it is now, and let bots act. */
  #look() {
    const actor = this.#actor;
    const viewer = this.#viewer ?? actor ?? this.#now.pending[0] ?? null;
    const of = (/** @type {number | null} */ seat) => this.#now.views.find((view) => view.seat === seat) ?? this.#now.views[0];
    const { layout, cards, table } = this.#game;
    this.#scene = new Scene({
      view: of(viewer).view,
      viewer,
      seats: this.#seats,
      options: this.#now.position.state.options ?? {},
      layout,
      cards,
      legal: actor === null ? [] : of(actor).legal,
      table,
      memory: this.#memory,
      redraw: () => this.#draw(),
      propose: (action) => this.#play(action),
    });
    this.#filter = "";
    this.#opinion.found = null;
    this.#draw();
    void this.#app.attempt(() => this.#bot());
  }

  /** Let the next bot act that must decide. */
  async #bot() {
    const seat = this.#now.pending.find((each) => this.#players[each] !== "");
    if (seat === undefined || this.#isBusy || this.#actor !== null) return;
    this.#isBusy = true;
    this.#draw();
    try {
      const { position } = this.#now;
      const bot = this.#players[seat] ?? "";
      const choice = await this.#app.client.choose(position, seat, bot, { signal: this.#signal });
      if (position === this.#now.position && this.#players[seat] === bot) await this.#to(seat, choice);
    } finally {
      this.#isBusy = false;
      this.#draw();
    }
    this.#look();
  }

  /** @param {import("../types.js").Action} action */
  #play = (action) =>
    this.#app.attempt(async () => {
      const actor = this.#actor;
      if (actor === null || this.#isBusy) return;
      await this.#to(actor, action);
      this.#look();
    });

  /** @param {number} seat @param {import("../types.js").Action} action */
  async #to(seat, { notation, label }) {
    const played = await situation(this.#app.client.play(this.#now.position, seat, notation, { signal: this.#signal }));
    const said = `${this.#names[seat]}: ${named(label, this.#seats)}`;
    announce(said);
    this.#line = [...this.#line, { ...played, label: said }];
  }

  async #ask() {
    const actor = this.#actor;
    if (actor === null || this.#opinion.isAsked) return;
    const { position } = this.#now;
    this.#opinion.isAsked = true;
    this.#draw();
    try {
      const found = await this.#app.client.explain(position, actor, { iterations: this.#opinion.playouts, signal: this.#signal });
      if (position === this.#now.position) this.#opinion.found = found;
    } finally {
      this.#opinion.isAsked = false;
      this.#draw();
    }
  }

  #back = () => {
    if (this.#isBusy) return;
    if (this.#line.length > 1) this.#line = this.#line.slice(0, -1);
    this.#look();
  };

  #draw() {
    if (!this.#signal.aborted) animated(this.#place, () => render(this.#page(), this.#place));
  }

  #page() {
    const { outcome, pending } = this.#now;
    const actor = this.#actor;
    return html`<div class="match analysis" data-ruleset=${this.#game.details.id}>
      <div class="match-head">
        <h1>${text("analysis.title", { game: this.#game.details.title })}</h1>
        <p class="status" role="status">
          ${outcome ? text("match.over") : actor === null ? text("analysis.bot_thinks", { name: listed(pending.map((seat) => this.#names[seat] ?? "")) }) : (this.#names[actor] ?? "")}
        </p>
        <div class="buttons">
          <button aria-disabled=${this.#line.length < 2 || this.#isBusy} @click=${this.#back}>${text("analysis.back")}</button>
          ${this.#imagined === null ? nothing : html`<button @click=${() => this.#app.attempt(() => this.#again())}>${text("analysis.again")}</button>`}
        </div>
      </div>
      <section class="table" aria-label=${text("match.table")}>
        <p class="hint">${text("analysis.text")} ${this.#imagined === null ? nothing : text("analysis.imagined")}</p>
        ${outcome ? outcomeTable(outcome, (seat) => this.#names[seat] ?? "") : nothing} ${this.#scene === null ? nothing : this.#game.table.draw(this.#scene)}
      </section>
      <aside class="side">
        ${this.#scene?.legal.length ? this.#actions(this.#scene) : nothing} ${this.#scene?.legal.length ? this.#opinions() : nothing} ${this.#playerList()}
        ${this.#moves()} ${this.#textOfPosition()}
      </aside>
    </div>`;
  }

  /** @param {Scene} scene */
  #actions(scene) {
    return html`<section class="actions" aria-labelledby="actions">
      <h2 id="actions">${text("match.actions")}</h2>
      ${actionList({
        scene,
        filter: this.#filter,
        isSending: this.#isBusy,
        onFilter: (filter) => {
          this.#filter = filter;
          this.#draw();
        },
        onChoose: this.#play,
        onClear: () => {
          scene.picking.clear();
          this.#draw();
        },
      })}
    </section>`;
  }

  #opinions() {
    const { isAsked, found, playouts } = this.#opinion;
    if (!this.#bots.some(({ thinks }) => thinks)) return nothing;
    return html`<section class="opinion" aria-labelledby="opinion">
      <h2 id="opinion">${text("analysis.opinion")}</h2>
      <p class="hint">${text("analysis.opinion.text")}</p>
      <form class="row" @submit=${this.#submit}>
        <label
          >${text("analysis.playouts")}
          <select name="playouts">
            ${PLAYOUTS.map((number) => html`<option value=${number} ?selected=${number === playouts}>${number}</option>`)}
          </select></label
        >
        <button aria-disabled=${isAsked}>${text(isAsked ? "analysis.opinion.thinking" : "analysis.opinion.ask")}</button>
      </form>
      ${found === null
        ? nothing
        : html`<p class="hint">${text("analysis.opinion.done", { iterations: found.iterations, seconds: rounded(found.seconds, 1) })}</p>
            <ul class="opinions">
              ${found.actions.map((/** @type {any} */ action) => this.#opinionOf(action))}
            </ul>`}
    </section>`;
  }

  /** @param {any} action */
  #opinionOf(action) {
    const { label, visits, value, error } = action;
    const said =
      value === null
        ? text("analysis.opinion.untried")
        : text("analysis.opinion.tried", { value: rounded(value, 2), error: error === null ? "?" : rounded(error, 2), visits });
    return html`<li>
      <button @click=${() => this.#play(action)}>${named(label, this.#seats)}</button>
      ${value === null ? nothing : bar({ value, low: value - (error ?? 0), high: value + (error ?? 0), seat: this.#actor ?? 0 })}
      <small>${said}</small>
    </li>`;
  }

  #playerList() {
    return html`<section aria-labelledby="seats">
      <h2 id="seats">${text("analysis.seats")}</h2>
      ${this.#names.map(
        (name, seat) =>
          html`<label class=${`player seat-${seat % 5}`}
            >${name}
            <select @change=${(/** @type {{ target: HTMLSelectElement }} */ { target }) => this.#seat(seat, target.value)}>
              <option value="" ?selected=${this.#players[seat] === ""}>${text("analysis.by_hand")}</option>
              ${this.#bots.map(({ id }) => html`<option value=${id} ?selected=${this.#players[seat] === id}>${id}</option>`)}
            </select></label
          >`,
      )}
      <label
        >${text("analysis.seen_by")}
        <select @change=${this.#lookAs}>
          <option value="" ?selected=${this.#viewer === null}>${text("analysis.acting")}</option>
          ${this.#names.map((name, seat) => html`<option value=${seat} ?selected=${this.#viewer === seat}>${name}</option>`)}
        </select></label
      >
    </section>`;
  }

  /** @param {number} seat @param {string} bot */
  #seat(seat, bot) {
    this.#players[seat] = bot;
    this.#look();
  }

  /** @param {{ target: HTMLSelectElement }} event */
  #lookAs = ({ target }) => {
    this.#viewer = target.value === "" ? null : Number(target.value);
    this.#look();
  };

  #moves() {
    const moves = this.#line.slice(1);
    return html`<section class="log" aria-labelledby="moves">
      <h2 id="moves">${text("analysis.moves")}</h2>
      ${moves.length === 0 ? html`<p class="hint">${text("analysis.moves.none")}</p>` : nothing}
      <ol class="told" tabindex="0" aria-labelledby="moves">${moves.map(({ label }) => html`<li>${label}</li>`)}</ol>
    </section>`;
  }

  #textOfPosition() {
    return html`<section aria-labelledby="position">
      <h2 id="position">${text("analysis.position")}</h2>
      <div class="buttons">
        <button @click=${() => this.#app.attempt(() => this.#export())}>${text("analysis.export")}</button>
        <button @click=${() => this.#app.attempt(() => this.#import())}>${text("analysis.import")}</button>
      </div>
    </section>`;
  }

  async #export() {
    await navigator.clipboard.writeText(JSON.stringify(this.#now.position));
    inform(text("session.copied"));
  }

  async #import() {
    const next = await imported(this.#app);
    if (next.position.ruleset !== this.#game.details.id || next.views.length !== this.#now.views.length) throw new Error(text("analysis.import.bad"));
    this.#line = [next];
    this.#look();
  }

  async #again() {
    if (this.#imagined === null) return;
    this.#line = [await this.#imagined.begin()];
    this.#look();
  }

  /** @param {SubmitEvent} event */
  #submit = (event) => {
    event.preventDefault();
    this.#opinion.playouts = Number(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("playouts"));
    void this.#app.attempt(() => this.#ask());
  };
}
