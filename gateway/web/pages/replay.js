// @ts-check
/** A match that has ended, position by position, and the proof that it was fair. */
import { announce } from "../announcer.js";
import { inform } from "../components/dialog.js";
import { outcomeTable } from "../components/outcome.js";
import { html, nothing, render, repeat } from "../html.js";
import { checkOrigin, checkReplay } from "../playhall/index.js";
import { commitmentOf, originOf, promises } from "../promises.js";
import { catalogue } from "../tables/catalogue.js";
import { animated } from "../tables/motion.js";
import { named, Scene, seatsOf } from "../tables/scene.js";
import { zoomed } from "../tables/zoom.js";
import { text } from "../texts.js";

const SPEEDS = [0.5, 1, 2, 5];
const STEPS_AT_ONCE = 100;
const CHECK_ORDER = ["document", "promises", "server_seed", "kept_commitment", "client_seed", "own_seat", "match_seed", "commitment_signature", "signature", "event", "event_rules", "event_seed", "event_signature", "event_log", "event_deal", "chance"];

/** @type {import("../router.js").Page["open"]} */
export async function open(place, app, params, query) {
  const match = await app.client.match(params["match"] ?? "", { signal: app.signal });
  const { ruleset, ruleset_version: version, options } = match;
  const game = await catalogue(app.client, { ruleset, version, seats: match.seats.length, options });
  app.title(text("replay.title", { game: game.details.title }));
  const page = new ReplayPage(place, app, game, match);
  await page.open(query);
}

/** A sign of a button. @param {string} path */
const icon = (path) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

class ReplayPage {
  #place;
  #app;
  #game;
  #match;
  #signal;
  #memory = new Map();
  /** @type {Scene | null} */
  #scene = null;
  /** The positions by number, with what everybody saw. @type {Map<number, Promise<any>>} */
  #known = new Map();
  /** @type {Promise<import("../types.js").JsonObject> | null} */
  #document = null;
  /** @type {any[]} */
  #steps = [];
  #number = 0;
  #last = 0;
  /** @type {number | null} */
  #viewer;
  /** @type {any} */
  #position = null;
  #speed = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {{ checks: import("../../../clients/typescript/dist/fairness.js").Check[], done: number, isDone: boolean, origin: import("../types.js").JsonObject | undefined } | null} */
  #proof = null;
  /** Its place in a tournament. @type {any} */
  #event = null;
  /** Whether it belongs to no tournament or series. */
  #isAlone = false;
  /** Whether the words of this position were compared. @type {boolean | null} */
  #drawn = null;

  /** @param {HTMLElement} place @param {import("../app.js").App} app @param {import("../tables/catalogue.js").Catalogue} game @param {import("../types.js").Match} match */
  constructor(place, app, game, match) {
    this.#place = place;
    this.#app = app;
    this.#game = game;
    this.#match = match;
    this.#signal = app.signal;
    this.#viewer = match.seat;
  }

  get #seats() {
    return seatsOf(this.#match);
  }

  /** @param {URLSearchParams} query */
  async open(query) {
    const seat = query.get("seat");
    if (seat !== null) this.#viewer = seat === "" ? null : Number(seat);
    zoomed(this.#place, () => this.#scene, this.#signal);
    this.#signal.addEventListener("abort", () => clearTimeout(this.#timer));
    addEventListener("keydown", this.#key, { signal: this.#signal });
    await this.#to(Number(query.get("at") ?? 0));
    await this.#loadSteps();
  }

  /** @param {number} number */
  async #to(number) {
    const wanted = Math.max(0, number);
    this.#number = wanted;
    const position = await this.#at(wanted);
    if (this.#number !== wanted || this.#signal.aborted) return;
    this.#position = position;
    this.#last = position.last;
    this.#drawn = null;
    const seen = this.#seen();
    this.#scene = this.#sceneOf(seen.view);
    for (const event of seen.events) if (event.text) announce(named(event.text, this.#seats));
    this.#draw();
    if (wanted < this.#last) void this.#at(wanted + 1).catch(() => {});
  }

  /** @param {number} number @returns {Promise<any>} */
  #at(number) {
    let found = this.#known.get(number);
    if (found === undefined) {
      found = this.#app.client.position(this.#match.id, number, { signal: this.#signal });
      this.#known.set(number, found);
      found.catch(() => this.#known.delete(number));
    }
    return found;
  }

  async #loadSteps() {
    for await (const step of this.#app.client.positions(this.#match.id, { signal: this.#signal })) {
      this.#steps.push(step);
      if (this.#steps.length % STEPS_AT_ONCE === 0) this.#draw();
    }
    this.#draw();
  }

  /** What the viewer knew and saw. */
  #seen() {
    return this.#position.views.find((/** @type {any} */ { seat }) => seat === this.#viewer) ?? this.#position.views[0];
  }

  /** What happened on the way to the position, as far as the steps are there. */
  #told() {
    const steps = this.#steps.filter(({ number }) => number <= this.#number);
    return steps.map(({ number, events }) => ({ revision: number, texts: [], events }));
  }

  /** @param {import("../types.js").JsonObject} view */
  #sceneOf(view) {
    const { layout, cards, table } = this.#game;
    return new Scene({
      view,
      viewer: this.#viewer,
      seats: this.#seats,
      options: this.#match.options,
      layout,
      cards,
      legal: [],
      table,
      memory: this.#memory,
      redraw: () => this.#draw(),
    });
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === "ArrowLeft") this.#move(this.#number - 1);
    else if (event.key === "ArrowRight") this.#move(this.#number + 1);
  };

  /** @param {number} number */
  #move(number) {
    this.#stop();
    void this.#app.attempt(() => this.#to(Math.min(number, this.#last)));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#draw();
  }

  #play = () => {
    const next = async () => {
      if (this.#number >= this.#last) return this.#stop();
      await this.#app.attempt(() => this.#to(this.#number + 1));
      if (this.#timer !== undefined) this.#timer = setTimeout(next, 1_000 / this.#speed);
    };
    this.#timer = setTimeout(next, 1_000 / this.#speed);
    this.#draw();
  };

  /** The document that the proof is about. */
  #replay() {
    if (this.#document === null) {
      this.#document = this.#app.client.replay(this.#match.id, { signal: this.#signal });
      this.#document.catch(() => (this.#document = null));
    }
    return this.#document;
  }

  async #check() {
    const { isDrawn } = await import("../proof.js");
    const [replay, { keys }] = await Promise.all([
      this.#replay(),
      this.#app.client.ask("GET", "/v1/signing-keys", { signal: this.#signal }),
    ]);
    const kept = promises.get(this.#match.id);
    const { origin, entered, log, committed } = await this.#origin(replay);
    const seat = kept?.seat ?? this.#match.seat;
    const player = kept?.player ?? (entered ? this.#app.session.player?.id : undefined);
    const evidence = { commitment: kept?.commitment, seat, seed: entered?.seed ?? kept?.seed, player };
    const known = kept?.key ? [kept.key, ...keys] : keys;
    const checks = [...(await checkReplay(replay, { ...evidence, keys: known })), ...(await checkOrigin(replay, origin, committed, known, log))];
    const chance = { name: "chance", holds: /** @type {boolean | null} */ (true) };
    for (let number = 0; number <= this.#last && chance.holds; number += 1) {
      chance.holds = isDrawn(replay["seed"], (await this.#at(number)).chance);
      this.#proof = { checks, done: number, isDone: false, origin };
      if (number % 20 === 0) this.#draw();
    }
    const { event, series, tournament } = replay["commitment_document"];
    this.#event = event ?? null;
    this.#isAlone = !origin && !event && !series && !tournament;
    this.#proof = { checks: [...checks, chance], done: this.#last, isDone: true, origin };
    this.#draw();
  }

  /**
   * The tournament or series that the match belongs to, as far as this browser knows it, and what was kept of it. What the
   * browser has seen counts more than what the replay says of itself.
   * @param {import("../types.js").JsonObject} replay
   */
  async #origin(replay) {
    const { event, series } = replay["commitment_document"];
    const tournament = promises.tournamentOf(this.#match.id);
    const found = tournament !== null ? { kind: "tournament", id: tournament } : event || series ? originOf((event ?? series).sha256) : null;
    if (found === null) return {};
    const { client, session } = this.#app;
    const asking = { signal: this.#signal };
    const origin = /** @type {import("../types.js").JsonObject} */ (found.kind === "series" ? await client.series(found.id, asking) : await client.tournament(found.id, asking));
    const entered = session.player === null ? null : promises.get(`${found.id}/${session.player.id}`);
    const log = event && found.kind === "tournament" ? await client.exported(found.id, asking) : undefined;
    const kept = [commitmentOf(found.id), entered?.commitment].filter((commitment) => commitment);
    return { origin, entered, log, committed: kept.find((commitment) => commitment !== origin["commitment"]) ?? kept[0] };
  }

  async #checkHere() {
    const { isDrawn } = await import("../proof.js");
    const { seed } = await this.#replay();
    this.#drawn = isDrawn(seed, this.#position.chance);
    this.#draw();
  }

  async #share() {
    const seat = this.#viewer ?? "";
    const link = `${location.href.split("#")[0]}#/replays/${this.#match.id}?at=${this.#number}&seat=${seat}`;
    await navigator.clipboard.writeText(link);
    inform(text("match.copied"));
  }

  #draw() {
    if (!this.#signal.aborted && this.#position !== null) animated(this.#place, () => render(this.#page(), this.#place));
  }

  #page() {
    const { outcome } = this.#position;
    if (this.#scene !== null) this.#scene.told = this.#told();
    return html`<div class="match replay" data-ruleset=${this.#match.ruleset}>
      <div class="match-head">
        <h1>${text("replay.title", { game: this.#game.details.title })}</h1>
        <p class="status" role="status">${this.#said()}</p>
        <div class="buttons">
          <a class="button" href=${`#/matches/${this.#match.id}`}>${text("replay.table")}</a>
          <a class="button" href=${`#/analysis?match=${this.#match.id}&at=${this.#number}`}>${text("replay.analyse")}</a>
          <button @click=${() => this.#app.attempt(() => this.#share())}>${text("replay.share")}</button>
        </div>
      </div>
      <section class="table" aria-label=${text("match.table")}>
        ${outcome ? outcomeTable(outcome, (seat) => this.#seats[seat]?.name ?? "") : nothing}
        ${this.#scene === null ? nothing : this.#game.table.draw(this.#scene)}
      </section>
      <aside class="side">${this.#controls()} ${this.#chance()} ${this.#stepList()} ${this.#proofPanel()}</aside>
    </div>`;
  }

  #said() {
    const { number, seat, label } = this.#position;
    if (number === 0) return text("replay.start");
    return `${this.#seats[seat]?.name ?? ""}: ${named(label ?? "", this.#seats)}`;
  }

  #controls() {
    const button = (/** @type {string} */ key, /** @type {unknown} */ sign, /** @type {number} */ to, /** @type {boolean} */ off) =>
      html`<button aria-label=${text(key)} title=${text(key)} aria-disabled=${off} @click=${() => this.#move(to)}>${sign}</button>`;
    const isPlaying = this.#timer !== undefined;
    return html`<section class="controls" aria-label=${text("replay.scrub")}>
      <p id="position">${text("replay.position", { number: this.#number, last: this.#last })}</p>
      <input
        type="range"
        min="0"
        max=${this.#last}
        .value=${String(this.#number)}
        aria-labelledby="position"
        @input=${(/** @type {{ target: HTMLInputElement }} */ { target }) => this.#move(Number(target.value))}
      />
      <div class="buttons">
        ${button("replay.first", icon("M5 4v16M19 4L8 12l11 8z"), 0, this.#number === 0)} ${button("replay.back", icon("M17 4L6 12l11 8z"), this.#number - 1, this.#number === 0)}
        <button class="primary" @click=${() => (isPlaying ? this.#stop() : this.#play())}>${text(isPlaying ? "replay.stop" : "replay.play")}</button>
        ${button("replay.next", icon("M7 4l11 8-11 8z"), this.#number + 1, this.#number === this.#last)} ${button("replay.last", icon("M19 4v16M5 4l11 8-11 8z"), this.#last, this.#number === this.#last)}
      </div>
      <div class="buttons">
        <label
          >${text("replay.speed")}
          <select @change=${(/** @type {{ target: HTMLSelectElement }} */ { target }) => (this.#speed = Number(target.value))}>
            ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === this.#speed}>${text("replay.speed.value", { count: speed })}</option>`)}
          </select></label
        >
        <label
          >${text("replay.seen_by")}
          <select @change=${this.#lookAs}>
            <option value="" ?selected=${this.#viewer === null}>${text("replay.spectator")}</option>
            ${this.#seats.map(({ seat, name }) => html`<option value=${seat} ?selected=${seat === this.#viewer}>${name}</option>`)}
          </select></label
        >
      </div>
    </section>`;
  }

  /** @param {{ target: HTMLSelectElement }} event */
  #lookAs = ({ target }) => {
    this.#viewer = target.value === "" ? null : Number(target.value);
    void this.#app.attempt(() => this.#to(this.#number));
  };

  #chance() {
    const { chance } = this.#position;
    if (chance.length === 0) return nothing;
    return html`<section aria-labelledby="chance">
      <h2 id="chance">${text("replay.chance")}</h2>
      <ul>
        ${chance.map((/** @type {any} */ { stream, words }) => html`<li>${text("replay.chance.words", { count: words.length, stream })}</li>`)}
      </ul>
      ${this.#drawn === null
        ? html`<button @click=${() => this.#app.attempt(() => this.#checkHere())}>${text("replay.proof.check")}</button>`
        : html`<p role="status">${text(this.#drawn ? "replay.chance.good" : "replay.chance.bad")}</p>`}
    </section>`;
  }

  #stepList() {
    return html`<section class="steps" aria-labelledby="steps">
      <h2 id="steps">${text("replay.steps")}</h2>
      <ol class="told" tabindex="0" start="0">
        ${repeat(
          this.#steps,
          ({ number }) => number,
          ({ number, seat, label }) =>
            html`<li>
              <button class="plain" aria-current=${number === this.#number ? "step" : nothing} @click=${() => this.#move(number)}>
                ${number === 0 ? text("replay.start") : `${this.#seats[seat ?? 0]?.name ?? ""}: ${named(label ?? "", this.#seats)}`}
              </button>
            </li>`,
        )}
      </ol>
    </section>`;
  }

  /** What is to be said of a tournament's match: that its game is played again, and that its host knew the cards. */
  #notes() {
    const { origin } = this.#proof ?? {};
    const again = this.#event?.played_again ?? null;
    const by = again?.by ?? text("replay.proof.platform");
    return html`${this.#isAlone && this.#proof?.isDone ? html`<p>${text("replay.proof.alone")}</p>` : nothing}
    ${again === null ? nothing : html`<p>${text("replay.proof.again", { ...again, by })}</p>`}
    ${origin?.["seed_given_by_host"] ? html`<p class="bad">${text("replay.proof.host_seed")}</p>` : nothing}`;
  }

  #proofPanel() {
    const proof = this.#proof;
    const verdict = proof?.isDone ? proof.checks.every(({ holds }) => holds !== false) : null;
    return html`<section class="proof" aria-labelledby="proof">
      <h2 id="proof">${text("replay.proof")}</h2>
      <p class="hint">${text("replay.proof.text")}</p>
      ${proof === null ? html`<button @click=${() => this.#app.attempt(() => this.#check())}>${text("replay.proof.check")}</button>` : nothing}
      ${proof !== null && !proof.isDone ? html`<p role="status">${text("replay.proof.checking", { done: proof.done, all: this.#last })}</p>` : nothing}
      ${verdict === null ? nothing : html`<p role="status" class=${verdict ? "good" : "bad"}><b>${text(verdict ? "replay.proof.good" : "replay.proof.bad")}</b></p>`}
      ${proof === null
        ? nothing
        : html`<ul class="checks">
            ${CHECK_ORDER.flatMap((name) => proof.checks.filter((check) => check.name === name)).map(
              ({ name, holds }) =>
                html`<li class=${holds === null ? "" : holds ? "good" : "bad"}>
                  <span aria-hidden="true">${holds === null ? "–" : holds ? "✓" : "✗"}</span> ${text(`replay.proof.${name}`)}
                  <span class="visually-hidden">${text(holds === null ? "replay.proof.unknown" : holds ? "replay.proof.holds" : "replay.proof.fails")}</span>
                </li>`,
            )}
          </ul>`}
      ${proof === null ? nothing : this.#notes()}
    </section>`;
  }
}
